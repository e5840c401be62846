//! Knowledge as the editors see it: which files there are, what their parameters mean, whether an edited text is
//! sound, and where its rules match on a board. Nothing is written here; surfaces keep the user's files.

use gosedai_board::{Color, Position};
use gosedai_decision::corner::Corner;
use gosedai_knowledge::Place;
use gosedai_knowledge::joseki::Joseki;
use gosedai_knowledge::{EMBEDDED, Knowledge, MemoryStore, RuleKind, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::knowledge::DirectoryStore;
use crate::{ApiError, Command, Context, GameInput};

/// `parameters`: all of them with range, unit, meaning and origin.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ListParameters {}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Parameters {
    pub parameters: Vec<Parameter>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Parameter {
    pub name: String,
    pub values: Vec<f64>,
    pub is_list: bool,
    pub range: [f64; 2],
    pub unit: String,
    pub doc: String,
    pub source: String,
    /// What the program comes with.
    pub built_in: Vec<f64>,
}

impl Command for ListParameters {
    const NAME: &'static str = "parameters";
    const ABOUT: &'static str = "every parameter with its value, range, unit, meaning and origin";
    type Response = Parameters;

    fn run(self, cx: &Context) -> Result<Parameters, ApiError> {
        let (knowledge, _) = cx.load_knowledge()?;
        let plain = Knowledge::embedded();
        let parameters = knowledge
            .params
            .iter()
            .map(|(name, param)| Parameter {
                name: name.to_string(),
                values: param.values.clone(),
                is_list: param.is_list,
                range: param.range,
                unit: param.unit.clone(),
                doc: param.doc.of(cx.language).to_string(),
                source: param.source.clone(),
                built_in: plain.params.get(name).map_or_else(Vec::new, |built_in| built_in.values.clone()),
            })
            .collect();
        Ok(Parameters { parameters })
    }
}

/// `knowledge`: the files, and the text of one of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ReadKnowledge {
    #[serde(default)]
    pub path: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KnowledgeFiles {
    pub files: Vec<KnowledgeFile>,
    /// The program's own text of the file asked for.
    pub built_in: Option<String>,
    /// The user's.
    pub own: Option<String>,
    /// What is wrong with the user's files.
    pub complaints: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KnowledgeFile {
    pub path: String,
    pub built_in: bool,
    pub own: bool,
}

impl Command for ReadKnowledge {
    const NAME: &'static str = "knowledge";
    const ABOUT: &'static str = "the knowledge files and their texts";
    type Response = KnowledgeFiles;

    fn run(self, cx: &Context) -> Result<KnowledgeFiles, ApiError> {
        let own_store = cx.knowledge_dir.as_ref().map(DirectoryStore::new);
        let own_paths = own_store.as_ref().map(|store| store.list("")).unwrap_or_default();
        let built_in_paths = EMBEDDED.list("");
        let mut paths: Vec<String> = built_in_paths.iter().chain(&own_paths).cloned().collect();
        paths.sort();
        paths.dedup();
        let files = paths
            .into_iter()
            .map(|path| KnowledgeFile {
                built_in: built_in_paths.contains(&path),
                own: own_paths.contains(&path),
                path,
            })
            .collect();
        let path = self.path.unwrap_or_default();
        let (_, complaints) = cx.load_knowledge()?;
        Ok(KnowledgeFiles {
            files,
            built_in: EMBEDDED.read(&path).map(|text| text.into_owned()),
            own: own_store.as_ref().and_then(|store| store.read(&path).map(|text| text.into_owned())),
            complaints: complaints.iter().map(|c| c.to_string()).collect(),
        })
    }
}

/// `check`: is this text a sound knowledge file, and where do its rules match on this board?
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct CheckKnowledge {
    /// The file the text would be saved as, such as `cases/tesuji.toml`.
    pub path: String,
    pub text: String,
    #[serde(flatten)]
    pub game: GameInput,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    pub sound: bool,
    pub complaints: Vec<String>,
    /// Rules (or joseki lines) after the change.
    pub entries: usize,
    pub matches: Vec<RuleMatch>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleMatch {
    pub id: String,
    pub name: String,
    #[serde(rename = "move")]
    pub mv: String,
    #[schemars(with = "crate::schema::ColorName")]
    pub color: String,
    pub value: f64,
}

impl Command for CheckKnowledge {
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "whether a knowledge file is sound, and where its rules match on a board";
    type Response = Checked;

    fn run(self, cx: &Context) -> Result<Checked, ApiError> {
        let mut store = MemoryStore::default();
        store.files.insert(self.path.clone(), self.text.clone());
        let (knowledge, complaints) = Knowledge::load(&store);
        let complaints: Vec<String> = complaints.into_iter().filter(|c| c.file == self.path).map(|c| c.what).collect();
        let kind = RuleKind::ALL.into_iter().find(|kind| kind.file() == self.path);
        let mut matches = Vec::new();
        let mut entries = knowledge.joseki.lines();
        if let Some(kind) = kind {
            // of this kind, and named in the text: the user's own and changed ones
            let is_own = |id: &str| self.text.contains(&format!("\"{id}\"")) || self.text.contains(&format!("'{id}'"));
            let own: Vec<_> = knowledge.rules.iter().filter(|rule| rule.kind == kind && is_own(&rule.id)).collect();
            entries = own.len();
            if !self.game.sgf.is_empty() {
                let position = self.game.load()?.position;
                let board = position.board();
                for rule in own {
                    for color in [position.to_play(), position.to_play().opponent()] {
                        if color != position.to_play() && !rule.both {
                            continue;
                        }
                        for point in board.empty_points().filter(|&p| rule.picture.matches(board, p, color)) {
                            matches.push(rule_match(rule, color, point, cx));
                        }
                    }
                }
            }
        }
        if !self.game.sgf.is_empty() && complaints.is_empty() {
            let position = self.game.load()?.position;
            if self.path.starts_with("joseki/") {
                (entries, matches) = joseki_matches(&self.text, &position, cx);
            } else if self.path == "potential/patterns.toml" {
                matches = place_matches(&position);
            }
        }
        Ok(Checked { sound: complaints.is_empty(), complaints, entries, matches })
    }
}

/// Where the lines of the text alone (not the program's own) go on in the corners of this board.
fn joseki_matches(text: &str, position: &Position, cx: &Context) -> (usize, Vec<RuleMatch>) {
    let mut own = Joseki::default();
    if own.add(text).is_err() {
        return (0, Vec::new());
    }
    let mut matches: Vec<RuleMatch> = Vec::new();
    for corner in Corner::all(position.size()) {
        let Some((moves, first)) = corner.sequence(position) else { continue };
        // empty corners say nothing once the game has begun
        if moves.is_empty() && position.board().stones().next().is_some() {
            continue;
        }
        let Some(path) = own.follow(&moves) else { continue };
        let first = first.unwrap_or(position.to_play());
        for node in own.next(path.last().copied()) {
            let color = if node.mv.by_first { first } else { first.opponent() };
            let mv = corner.point(node.mv.at).to_string();
            if matches.iter().any(|known| known.mv == mv) {
                continue;
            }
            matches.push(RuleMatch {
                id: "joseki".into(),
                name: node.name.of(cx.language).to_string(),
                mv,
                color: color.to_string(),
                value: f64::from(node.weight),
            });
        }
    }
    (own.lines(), matches)
}

/// Which pattern each stone of the board radiates by.
fn place_matches(position: &Position) -> Vec<RuleMatch> {
    let board = position.board();
    let of = |(point, color): (gosedai_board::Point, Color)| {
        let place = Place::of(point, board.size()).0.key();
        let (id, mv) = (place.to_string(), point.to_string());
        RuleMatch { name: id.clone(), id, mv, color: color.to_string(), value: 0.0 }
    };
    board.stones().map(of).collect()
}

fn rule_match(rule: &gosedai_knowledge::Rule, color: Color, point: gosedai_board::Point, cx: &Context) -> RuleMatch {
    RuleMatch {
        id: rule.id.clone(),
        name: rule.name.of(cx.language).to_string(),
        mv: point.to_string(),
        color: color.to_string(),
        value: f64::from(rule.value),
    }
}

#[cfg(test)]
mod tests;
