//! Sentences: rule and figures in, a language out.
//!
//! A lexicon file has one entry a line, `key = template`; lines that start with white space continue the entry, `#`
//! starts a comment. In a template
//!
//! - `{name}` is the argument of that name; `{name:1}` writes a real number with one decimal, `{name:+1}` with sign;
//! - `{name:a}` puts the indefinite article before a word ("an atari") where the language has one (`grammar.a`);
//! - `{name?stone|stones}` is the first text when the argument is 1 and the second otherwise;
//! - `{{` and `}}` are braces.
//!
//! Colours are looked up as `color.black`, glossary words as `term.<word>`.

use crate::evidence::{Arg, Evidence};
use crate::lang::{Lang, joins_without_space};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A real number has no more digits to tell.
const MOST_DECIMALS: usize = 15;

/// A line of a lexicon file that is not an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLexicon {
    #[error("line {line}: an entry is written 'key = sentence'")]
    NoEntry { line: usize },
    #[error("line {line}: the brace opened in '{key}' is not closed")]
    OpenBrace { line: usize, key: String },
}

/// All sentences of one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicon {
    lang: Lang,
    entries: BTreeMap<String, String>,
}

impl Lexicon {
    pub fn new(lang: Lang) -> Lexicon {
        Lexicon { lang, entries: BTreeMap::new() }
    }

    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Adds the entries of a file; later ones replace earlier ones. Bad lines are reported and skipped.
    pub fn add(&mut self, text: &str) -> Vec<BadLexicon> {
        let mut complaints = Vec::new();
        let mut current: Option<(usize, String, String)> = None;
        for (number, line) in text.lines().enumerate() {
            let number = number + 1;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with(char::is_whitespace) {
                match &mut current {
                    Some((_, _, sentence)) => {
                        if !joins_without_space(sentence.chars().next_back(), line.trim().chars().next()) {
                            sentence.push(' ');
                        }
                        sentence.push_str(line.trim());
                    }
                    None => complaints.push(BadLexicon::NoEntry { line: number }),
                }
                continue;
            }
            self.keep(current.take(), &mut complaints);
            match line.split_once('=') {
                Some((key, sentence)) => current = Some((number, key.trim().to_string(), sentence.trim().to_string())),
                None => complaints.push(BadLexicon::NoEntry { line: number }),
            }
        }
        self.keep(current.take(), &mut complaints);
        complaints
    }

    fn keep(&mut self, entry: Option<(usize, String, String)>, complaints: &mut Vec<BadLexicon>) {
        let Some((line, key, sentence)) = entry else { return };
        let plain = sentence.replace("{{", "").replace("}}", "");
        if plain.matches('{').count() == plain.matches('}').count() {
            self.entries.insert(key, sentence);
        } else {
            complaints.push(BadLexicon::OpenBrace { line, key });
        }
    }

    pub fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// A word or heading of the lexicon; the key itself if it is missing, so that nothing is ever silent.
    pub fn word<'a>(&'a self, key: &'a str) -> &'a str {
        self.entries.get(key).map_or(key, String::as_str)
    }

    /// A glossary word (`term.<name>`), or its name.
    pub fn term<'a>(&'a self, name: &'a str) -> &'a str {
        self.entries.get(&format!("term.{name}")).map_or(name, String::as_str)
    }

    /// What stands between words or sentences (`grammar.…`, in double quotes where it has blanks), or the usual.
    pub fn mark<'a>(&'a self, key: &str, usual: &'a str) -> &'a str {
        self.entries.get(key).map_or(usual, |text| text.trim_matches('"'))
    }

    /// The indefinite article: `grammar.an` before the letters that ask for it, except in words spoken otherwise.
    fn article(&self, word: &str) -> &str {
        let among =
            |key: &str| self.mark(key, "").split_whitespace().any(|start| word.to_lowercase().starts_with(start));
        let is_an = among("grammar.an_before") && !among("grammar.an_not_before");
        self.word(if is_an { "grammar.an" } else { "grammar.a" })
    }

    /// The sentence for a piece of evidence. Rules without an entry are written with their figures.
    pub fn sentence(&self, evidence: &Evidence) -> String {
        self.sentence_as(evidence.rule, evidence)
    }

    /// The same evidence in the words of another entry: a variant, or the form used in front of another phrase.
    pub fn sentence_as(&self, key: &str, evidence: &Evidence) -> String {
        match self.entries.get(key) {
            Some(template) => self.fill(template, evidence),
            None => {
                let mut out = evidence.rule.to_string();
                for (name, value) in &evidence.args {
                    let _ = write!(out, " {name}={}", self.write(value, ""));
                }
                out
            }
        }
    }

    fn fill(&self, template: &str, evidence: &Evidence) -> String {
        let mut out = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['{', '}']) {
            out.push_str(&rest[..at]);
            let brace = &rest[at..at + 1];
            let after = &rest[at + 1..];
            if after.starts_with(brace) {
                out.push_str(brace);
                rest = &after[1..];
                continue;
            }
            match (brace, after.find('}')) {
                ("{", Some(end)) => {
                    out.push_str(&self.slot(&after[..end], evidence));
                    rest = &after[end + 1..];
                }
                _ => rest = after,
            }
        }
        out.push_str(rest);
        out
    }

    fn slot(&self, slot: &str, evidence: &Evidence) -> String {
        if let Some((name, choices)) = slot.split_once('?') {
            let (one, many) = choices.split_once('|').unwrap_or((choices, choices));
            let is_one = matches!(evidence.get(name), Some(Arg::Int(1)))
                || matches!(evidence.get(name), Some(Arg::Points(points)) if points.len() == 1);
            return if is_one { one } else { many }.to_string();
        }
        let (name, format) = slot.split_once(':').unwrap_or((slot, ""));
        match evidence.get(name) {
            Some(value) => self.write(value, format),
            None => format!("{{{name}}}"),
        }
    }

    fn write(&self, value: &Arg, format: &str) -> String {
        if format == "a" {
            let word = self.write(value, "");
            return if self.has("grammar.a") { format!("{} {word}", self.article(&word)) } else { word };
        }
        let (signed, decimals) = match format.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, format),
        };
        // a sentence file may ask for more digits than a number has, or than can be written at all
        let decimals = decimals.parse::<usize>().ok().map(|decimals| decimals.min(MOST_DECIMALS));
        match value {
            Arg::Int(n) if signed => format!("{n:+}"),
            Arg::Int(n) => n.to_string(),
            Arg::Real(x) => {
                // no "-0.0" in sentences
                let decimals = decimals.unwrap_or(2);
                let unit = 10f64.powi(decimals as i32);
                let x = (x * unit).round() / unit + 0.0;
                if signed { format!("{x:+.decimals$}") } else { format!("{x:.decimals$}") }
            }
            Arg::Point(point) => point.to_string(),
            Arg::Points(points) => {
                let names: Vec<String> = points.iter().map(ToString::to_string).collect();
                names.join(self.mark("grammar.list", ", "))
            }
            Arg::Color(color) => self.word(&format!("color.{}", color.name())).to_string(),
            Arg::Move(mv) => mv.to_string(),
            Arg::Term(name) => self.term(name).to_string(),
            Arg::Word(name) => self.term(name).to_string(),
            Arg::Text(text) => text.clone(),
            Arg::Texts(texts) => texts.of(self.lang).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::Color;

    fn lexicon() -> Lexicon {
        let mut lexicon = Lexicon::new(Lang::En);
        lexicon.add("grammar.a = a\ngrammar.an = an\ngrammar.an_before = a e i o u\ngrammar.an_not_before = one\n");
        let complaints = lexicon.add(
            "# test\ncolor.black = Black\nterm.weak = weak\n\
             group.open = {color} has {n} {n?way|ways} out\n  at {where}: {strength:2}, {class}.\n",
        );
        assert_eq!(complaints, []);
        lexicon
    }

    #[test]
    fn templates_are_filled_from_the_arguments() {
        let evidence = Evidence::new("group.open")
            .arg("color", Color::Black)
            .arg("n", 1usize)
            .arg("where", "D4".parse::<gosedai_board::Point>().unwrap())
            .arg("strength", 0.456)
            .arg("class", "weak");
        assert_eq!(lexicon().sentence(&evidence), "Black has 1 way out at D4: 0.46, weak.");
    }

    #[test]
    fn no_more_digits_are_written_than_there_are() {
        let mut lexicon = lexicon();
        lexicon.add("odd.digits = {x:65536} {x:+4294967296} {n:99999999999999999999}");
        let evidence = Evidence::new("odd.digits").arg("x", 0.5).arg("n", 3usize);
        assert_eq!(lexicon.sentence(&evidence), "0.500000000000000 +0.500000000000000 3");
    }

    #[test]
    fn articles_follow_the_word_and_variants_share_the_figures() {
        let mut lexicon = lexicon();
        lexicon.add("term.atari = atari\nterm.hane = hane\nmove.is = It is {name:a}.\nmove.is.short = {name:a}");
        let of = |name: &'static str| Evidence::new("move.is").arg("name", name);
        assert_eq!(lexicon.sentence(&of("atari")), "It is an atari.");
        assert_eq!(lexicon.sentence_as("move.is.short", &of("hane")), "a hane");
    }

    #[test]
    fn unknown_rules_still_say_their_figures_and_bad_lines_are_reported() {
        assert_eq!(lexicon().sentence(&Evidence::new("no.such").arg("n", 3usize)), "no.such n=3");
        let mut lexicon = Lexicon::new(Lang::Ja);
        lexicon.add("grammar.list = ・\n");
        assert_eq!(
            lexicon.add("no entry\nbad = {open"),
            [BadLexicon::NoEntry { line: 1 }, BadLexicon::OpenBrace { line: 2, key: "bad".into() }]
        );
    }
}
