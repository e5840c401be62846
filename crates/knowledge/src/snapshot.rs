//! The snapshot: everything loaded, with complaints about what could not be.

use crate::embedded::EMBEDDED;
use crate::equivalent::EquivalentPoints;
use crate::joseki::Joseki;
use crate::links::LinkShapes;
use crate::opening_book::OpeningBook;
use crate::params::Params;
use crate::potential::PotentialPatterns;
use crate::rules::{self, Rule, RuleKind};
use crate::store::{Layered, Store};
use crate::strength::StrengthScale;
use gosedai_explain::{Lang, Lexicon};
use std::sync::{Arc, OnceLock};

/// Something in a knowledge file that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {what}")]
pub struct Complaint {
    pub file: String,
    pub what: String,
}

/// All knowledge, immutable once loaded; an edit makes a new one.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub params: Params,
    pub potential: PotentialPatterns,
    pub links: LinkShapes,
    pub equivalent: EquivalentPoints,
    /// What players of known kinds lose.
    pub strength: StrengthScale,
    /// Shape, tesuji, eye-space and endgame rules.
    pub rules: Vec<Rule>,
    pub joseki: Joseki,
    /// Opening evaluation: the constants of the paper, and the tuned ones.
    pub fuseki_paper: Params,
    pub fuseki_default: Params,
    /// Continuations counted in games, for the tuned opening evaluation.
    pub fuseki_book: Arc<OpeningBook>,
    /// In the order of [`Lang::ALL`].
    lexicons: Vec<Lexicon>,
}

impl Knowledge {
    /// The knowledge inside the program.
    pub fn embedded() -> Arc<Knowledge> {
        static SNAPSHOT: OnceLock<Arc<Knowledge>> = OnceLock::new();
        SNAPSHOT.get_or_init(|| Knowledge::load(&EMBEDDED).0).clone()
    }

    /// Loads a store; what it lacks or has wrong is taken from the embedded files.
    pub fn load(store: &dyn Store) -> (Arc<Knowledge>, Vec<Complaint>) {
        let mut complaints = Vec::new();
        let layered = Layered(store, &EMBEDDED);
        let mut params = Params::default();
        // embedded definitions first, so that an override may be partial or broken
        let no_complaints = &mut Vec::new();
        for path in EMBEDDED.list("params/") {
            params.add(&path, &EMBEDDED.read(&path).unwrap_or_default(), no_complaints);
        }
        for path in store.list("params/") {
            params.add(&path, &store.read(&path).unwrap_or_default(), &mut complaints);
        }
        let mut profile = |path: &str| {
            let mut params = Params::default();
            params.add(path, &EMBEDDED.read(path).unwrap_or_default(), no_complaints);
            if let Some(text) = store.read(path) {
                params.add(path, &text, &mut complaints);
            }
            params
        };
        let fuseki_paper = profile("fuseki/paper.toml");
        let fuseki_default = profile("fuseki/default.toml");
        let fuseki_book = Arc::new(file(store, "fuseki/default.book.txt", OpeningBook::parse, &mut complaints));
        let potential = file(store, "potential/patterns.toml", PotentialPatterns::parse, &mut complaints);
        let links = file(store, "links.toml", LinkShapes::parse, &mut complaints);
        let equivalent = file(store, "equivalent_points.toml", EquivalentPoints::parse, &mut complaints);
        let strength = file(store, "strength.toml", StrengthScale::parse, &mut complaints);
        let lexicons = Lang::ALL.iter().map(|&lang| {
            let mut lexicon = Lexicon::new(lang);
            let ending = format!(".{}.txt", lang.code());
            for path in layered.list("lexicon/").iter().filter(|path| path.ends_with(&ending)) {
                for bad in lexicon.add(&layered.read(path).unwrap_or_default()) {
                    complaints.push(Complaint { file: path.clone(), what: bad.to_string() });
                }
            }
            lexicon
        });
        let lexicons = lexicons.collect();
        let rules = RuleKind::ALL.into_iter().flat_map(|kind| rule_file(store, kind, &mut complaints)).collect();
        let joseki = joseki_files(store, &mut complaints);
        let knowledge = Knowledge {
            params,
            potential,
            links,
            equivalent,
            strength,
            rules,
            joseki,
            fuseki_paper,
            fuseki_default,
            fuseki_book,
            lexicons,
        };
        (Arc::new(knowledge), complaints)
    }

    pub fn lexicon(&self, lang: Lang) -> &Lexicon {
        &self.lexicons[lang as usize]
    }

    /// The same knowledge with other parameters.
    pub fn with_params(&self, params: Params) -> Arc<Knowledge> {
        Arc::new(Knowledge { params, ..self.clone() })
    }
}

/// One file, with the embedded one behind it.
fn file<T>(
    store: &dyn Store,
    path: &str,
    parse: impl Fn(&str) -> Result<T, String>,
    complaints: &mut Vec<Complaint>,
) -> T {
    if let Some(text) = store.read(path) {
        match parse(&text) {
            Ok(value) => return value,
            Err(what) => complaints.push(Complaint { file: path.into(), what }),
        }
    }
    let text = EMBEDDED.read(path).unwrap_or_default();
    match parse(&text) {
        Ok(value) => value,
        // a program whose own files are broken cannot run; the tests of this crate load them
        Err(what) => panic!("embedded {path}: {what}"),
    }
}

/// The built-in trees with a user's own files on top.
fn joseki_files(store: &dyn Store, complaints: &mut Vec<Complaint>) -> Joseki {
    let mut joseki = Joseki::default();
    for source in [&EMBEDDED as &dyn Store, store] {
        for path in source.list("joseki/").into_iter().filter(|path| path.ends_with(".sgf")) {
            // a broken file must not leave half a tree behind
            let mut trial = joseki.clone();
            match trial.add(&source.read(&path).unwrap_or_default()) {
                Ok(()) => joseki = trial,
                Err(what) => complaints.push(Complaint { file: path, what }),
            }
        }
    }
    joseki
}

/// One file of rules; a user's file adds to the built-in rules and replaces those of the same id.
fn rule_file(store: &dyn Store, kind: RuleKind, complaints: &mut Vec<Complaint>) -> Vec<Rule> {
    let (mut all, broken) = rules::parse(kind, &EMBEDDED.read(kind.file()).unwrap_or_default());
    let mut complain = |list: Vec<String>| {
        complaints.extend(list.into_iter().map(|what| Complaint { file: kind.file().into(), what }));
    };
    complain(broken);
    if let Some(text) = store.read(kind.file()) {
        let (own, broken) = rules::parse(kind, &text);
        all.retain(|rule| !own.iter().any(|mine| mine.id == rule.id));
        all.extend(own);
        complain(broken);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    #[test]
    fn embedded_files_load_without_complaint_and_are_documented() {
        let (knowledge, complaints) = Knowledge::load(&EMBEDDED);
        assert_eq!(complaints, []);
        for (key, param) in knowledge.params.iter() {
            assert!(param.doc.is_complete(), "{key} has no meaning in every language");
            assert!(!param.source.is_empty(), "{key} has no source");
        }
        // forms that join a clause to the next (`.and`) are needed where verbs change for it, as in Japanese
        let keys = |lang| {
            let own = |key: &&str| key.ends_with(".and") || key.starts_with("grammar.");
            let all = knowledge.lexicon(lang).keys().filter(|key| !own(key));
            all.map(str::to_string).collect::<Vec<_>>()
        };
        for &lang in Lang::ALL {
            assert_eq!(keys(Lang::default()), keys(lang), "every language knows the same sentences");
        }
    }

    #[test]
    fn a_bad_file_is_reported_and_the_embedded_one_stays() {
        let mut store = MemoryStore::default();
        store.files.insert("equivalent_points.toml".into(), "knots = [[1, 1]]".into());
        store.files.insert("params/mine.toml".into(), "encirclement.order = 3".into());
        let (knowledge, complaints) = Knowledge::load(&store);
        assert_eq!(complaints.len(), 1);
        assert_eq!(complaints[0].file, "equivalent_points.toml");
        assert_eq!(knowledge.equivalent, Knowledge::embedded().equivalent);
        assert_eq!(knowledge.params.number("encirclement.order"), 3.0);
    }
}
