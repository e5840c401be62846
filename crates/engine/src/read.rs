//! `read`: ladder, capture, connection, life and death of the stones named, with either side moving first; `either` for two at once.

pub(crate) mod ko_fight;
mod paper;
pub(crate) mod words;

use std::time::{Duration, Instant};

use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_explain::{Evidence, Lexicon};
use gosedai_reading::trace::TraceNode;
use gosedai_reading::{Answer, Budget, Outcome, Question, Reader, Reading, Trust};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::overview::ModelOverview;
use crate::{ApiError, Command, Context, GameInput, numbers};
use ko_fight::{Asked, KoFight};
use words::{Half, KoSaid};

/// Positions of the tree that are handed out.
const TRACE_LIMIT: usize = 3_000;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Read {
    #[serde(flatten)]
    pub game: GameInput,
    /// `ladder`, `capture`, `connect`, `life` or `either`.
    pub goal: String,
    /// Stones in GTP notation; for `either` intentions such as `life:D4`, `connect:D4,F3`, `capture:C3`.
    pub targets: Vec<String>,
    /// Include the search tree.
    #[serde(default)]
    pub trace: bool,
    /// Seconds for each side moving first.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Positions for each side moving first.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// How captures are read: `ours` (the default), or `paper` for the search of "Go Generation" (1988).
    #[serde(default)]
    pub method: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReadAnswer {
    pub goal: String,
    pub target: Vec<String>,
    /// The side whose success is called the attack.
    #[schemars(with = "crate::schema::ColorName")]
    pub attacker: String,
    pub attack: Side,
    pub defend: Side,
    /// What was asked, and the answers in words: Black first, then White first, and what else is to be said.
    pub title: String,
    pub sentences: Vec<String>,
    /// How many positions were read, in words.
    pub effort: String,
    /// For programs: `success`, `neutral`, `failure` or `unknown`, of the side called attacker.
    pub status: &'static str,
    pub nodes: u64,
    /// Both turns proved, no judgement involved.
    pub complete: bool,
    /// Points the answer depends on.
    pub depends_on: Vec<String>,
    /// For `life`: what `explain` says becomes of the group (`alive`, `unsettled`, `dead`, `seki`, `ko`), where it says something; the
    /// answer goes by it unless reading proves otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<&'static str>,
    /// Where that comes from: `reading`, `network` or `shape`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    /// What attack and defence reach by the search alone, without a proof, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<[&'static str; 2]>,
    /// The difference in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// For a ladder that works: points where a stone of the owner would break it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breakers: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Traces>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReadSide")]
pub struct Side {
    pub result: &'static str,
    #[serde(rename = "move")]
    pub play: Option<String>,
    pub pv: Vec<String>,
    /// `proved`, `judged` or `none`.
    pub trust: &'static str,
    /// With a ko: `mover` or `opponent` must find the first threat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_threat: Option<&'static str>,
    /// With a ko: what kind it is, as far as it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<KoSaid>,
    /// The answer in words.
    pub text: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Traces {
    pub attack: ShownNode,
    pub defend: ShownNode,
    /// Both trees as commented SGF.
    pub attack_sgf: String,
    pub defend_sgf: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TraceNode")]
pub struct ShownNode {
    #[serde(rename = "move")]
    pub play: Option<String>,
    #[schemars(with = "Option<crate::schema::ColorName>")]
    pub color: Option<&'static str>,
    pub result: &'static str,
    pub nodes: u32,
    pub children: Vec<ShownNode>,
}

/// What is spent on the proof of one question that a user asks, by whatever command.
pub(crate) const PROOF_NODES: u64 = 400_000;
pub(crate) const PROOF_SECONDS: f64 = 5.0;

pub(crate) fn proof_budget(cx: &Context, nodes: u64, seconds: f64) -> Budget {
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    Budget::nodes(nodes).with_cancel(cx.cancel.flag()).with_deadline(move || Instant::now() > end)
}

impl Command for Read {
    const NAME: &'static str = "read";
    const ABOUT: &'static str = "ladder, capture, connection, life and death: both players first";
    type Response = ReadAnswer;

    fn run(self, cx: &Context) -> Result<ReadAnswer, ApiError> {
        let loaded = self.game.load()?;
        let board = loaded.position.board();
        if self.targets.is_empty() {
            return Err(ApiError::bad("targets", "name at least one stone to read about"));
        }
        let seconds = numbers::seconds("seconds", self.seconds.unwrap_or(PROOF_SECONDS))?;
        let budget = proof_budget(cx, self.nodes.unwrap_or(PROOF_NODES), seconds);
        let found = self.read(board, budget, crate::reader(cx, &loaded.position)?)?;
        let reading = found.reading;
        cx.go_on()?;
        let stone = self.targets.first().and_then(|name| board.size().parse_point(name).ok());
        let stone = stone.filter(|_| self.goal == "life");
        let expected = stone.and_then(|stone| ModelOverview::new(cx, &loaded.position).fate(stone));
        let knowledge = cx.knowledge()?;
        let lexicon = knowledge.lexicon(cx.lang());
        let half = |attacking: bool| {
            let first = if attacking { reading.attacker } else { reading.attacker.opponent() };
            Half { goal: &self.goal, attacking, first }
        };
        let remark = expected.and_then(|(fate, source)| {
            let rule = match reading.searched {
                Some(_) => "read.differs",
                None if !fate.agrees(reading.attack.outcome, reading.defend.outcome) => "read.proves",
                None => return None,
            };
            let [attack, defend] = reading.searched.unwrap_or([Outcome::Unknown; 2]);
            let searched = Evidence::new("read.searched").arg("attack", words::bare(half(true), attack, lexicon));
            let searched = lexicon.sentence(&searched.arg("defend", words::bare(half(false), defend, lexicon)));
            let evidence = Evidence::new(rule).arg("status", fate.term()).arg("source", source.name());
            Some(lexicon.sentence(&evidence.arg("searched", searched)))
        });
        let asked = found.question.as_ref().and_then(|question| asked(board, question));
        let [attack, defend] = [true, false].map(|attacking| {
            let (own, other) =
                if attacking { (&reading.attack, &reading.defend) } else { (&reading.defend, &reading.attack) };
            side(board, half(attacking), own, other, asked.as_ref(), lexicon)
        });
        let title = Evidence::new("read.about.life").arg("stones", self.targets.join(" "));
        let mut sentences = vec![attack.text.clone(), defend.text.clone()];
        if reading.attacker == Color::White {
            sentences.reverse();
        }
        let is_alive = matches!(reading.attack.outcome, Outcome::Lose | Outcome::Seki);
        let is_alive = is_alive && self.goal == "life" && reading.attack.trust == Trust::Proved;
        if is_alive && asked.as_ref().is_some_and(|asked| ko_fight::lives_by_double_ko(board, asked)) {
            sentences.push(lexicon.word("read.double_ko").to_owned());
        }
        sentences.extend(remark.clone());
        Ok(ReadAnswer {
            title: lexicon.sentence_as(&format!("read.about.{}", self.goal), &title),
            sentences,
            effort: lexicon.sentence(&Evidence::new("read.effort").arg("count", reading.nodes as i64)),
            expected: expected.map(|(fate, _)| fate.name()),
            source: expected.map(|(_, source)| source.name()),
            searched: reading.searched.map(|found| found.map(Outcome::name)),
            remark,
            goal: self.goal.clone(),
            target: self.targets.clone(),
            attacker: reading.attacker.to_string(),
            attack,
            defend,
            status: reading.status().name(),
            nodes: reading.nodes,
            complete: reading.is_complete(),
            depends_on: reading.depends_on.iter().map(|p| p.to_string()).collect(),
            breakers: found.breakers.iter().map(|p| p.to_string()).collect(),
            trace: self.trace.then(|| traces(&found.trees, board)),
        })
    }
}

/// What was found out about the stones named.
struct Findings {
    reading: Reading,
    /// The single question behind it, if it was one.
    question: Option<Question>,
    /// With the attacker moving first, and with the defender.
    trees: [TraceNode; 2],
    breakers: PointSet,
}

impl Findings {
    /// An answer without trees.
    fn plain(reading: Reading) -> Findings {
        let leaf = || TraceNode::leaf(None, None);
        Findings { reading, question: None, trees: [leaf(), leaf()], breakers: PointSet::EMPTY }
    }
}

impl Read {
    fn read(&self, board: &Board, budget: Budget, mut reader: Reader) -> Result<Findings, ApiError> {
        reader.effort.proof = budget;
        if self.goal == "either" {
            let (goals, seeker) = self.either(board)?;
            let (reading, trees) = reader.either(board, &goals, seeker);
            return Ok(Findings { trees, ..Findings::plain(reading) });
        }
        let stones = stones(board, &self.targets)?;
        match (self.goal.as_str(), self.method.as_deref()) {
            (_, None | Some("ours")) => {}
            ("capture", Some("paper")) => {
                let reading = paper::capture(board, stones[0], &reader.tuning().seed);
                return reading.map(Findings::plain).ok_or_else(|| ApiError::bad("targets", "there is no stone"));
            }
            (_, Some("paper")) => return Err(ApiError::bad("method", "the paper's search reads captures only")),
            (_, Some(other)) => {
                return Err(ApiError::bad("method", format!("'{other}' is no method: write ours or paper")));
            }
        }
        let question = match (self.goal.as_str(), &stones[..]) {
            ("ladder", [stone, ..]) => Question::Ladder(*stone),
            ("capture", _) => Question::Capture(stones),
            ("connect", &[from, to]) => Question::Connection(from, to),
            ("connect", _) => return Err(ApiError::bad("targets", "connect takes two stones")),
            ("life", _) => Question::Life(stones),
            (other, _) => {
                return Err(ApiError::bad(
                    "goal",
                    format!("'{other}' is no goal: write ladder, capture, connect, life or either"),
                ));
            }
        };
        let mut found = Findings::plain(reader.ask(board, &question));
        if let Question::Ladder(_) = question {
            found.breakers = Reader::breakers(board, &found.reading, &question);
        }
        if let Question::Connection(..) = question {
            // the goal is the connection: its owner is the one who tries
            std::mem::swap(&mut found.reading.attack, &mut found.reading.defend);
            found.reading.attacker = found.reading.attacker.opponent();
        }
        if self.trace {
            let attacker = found.reading.attacker;
            let tree = |first: Color| reader.trace(board, &question, first, TRACE_LIMIT);
            found.trees = [attacker, attacker.opponent()].map(tree);
        }
        found.question = Some(question);
        Ok(found)
    }

    /// Intentions of one side: to live or connect (the owner of the stones), or to capture or kill (the opponent).
    fn either(&self, board: &Board) -> Result<(Vec<Question>, Color), ApiError> {
        let mut goals = Vec::new();
        for intention in &self.targets {
            let (name, points) = intention.split_once(':').ok_or_else(|| {
                ApiError::bad("targets", format!("'{intention}' is no intention: write life:D4 or connect:D4,F3"))
            })?;
            let names: Vec<String> = points.split(',').map(str::to_owned).collect();
            let stones = stones(board, &names)?;
            let owner = board.color_at(stones[0]).unwrap_or(Color::Black);
            goals.push(match (name, &stones[..]) {
                ("life", _) => (Question::Life(stones), owner),
                ("kill", _) => (Question::Life(stones), owner.opponent()),
                ("capture", _) => (Question::Capture(stones), owner.opponent()),
                ("connect", &[from, to]) => (Question::Connection(from, to), owner),
                _ => return Err(ApiError::bad("targets", format!("'{intention}' is no intention known here"))),
            });
        }
        let seeker = goals[0].1;
        if goals.iter().any(|goal| goal.1 != seeker) {
            return Err(ApiError::bad("targets", "the intentions must be those of one side"));
        }
        Ok((goals.into_iter().map(|goal| goal.0).collect(), seeker))
    }
}

fn traces([attack, defend]: &[TraceNode; 2], board: &Board) -> Traces {
    Traces {
        attack_sgf: attack.to_sgf(board),
        defend_sgf: defend.to_sgf(board),
        attack: node(attack),
        defend: node(defend),
    }
}

fn stones(board: &Board, names: &[String]) -> Result<Vec<Point>, ApiError> {
    let mut found = Vec::new();
    for name in names {
        let point = board.size().parse_point(name).map_err(|e| ApiError::bad("targets", e))?;
        let color =
            board.color_at(point).ok_or_else(|| ApiError::bad("targets", format!("there is no stone at {point}")))?;
        if found.first().is_some_and(|&first| !board.at(first).is(color)) {
            return Err(ApiError::bad("targets", "the stones named must be of one colour"));
        }
        found.push(point);
    }
    if found.is_empty() { Err(ApiError::bad("targets", "name at least one stone")) } else { Ok(found) }
}

/// What a ko would be about: the stones, and the empty points of the field around them.
fn asked<'a>(board: &Board, question: &'a Question) -> Option<Asked<'a>> {
    let stones = question.stones();
    let owner = board.color_at(*stones.first()?)?;
    let target = match question {
        Question::Life(_) => stones.iter().fold(PointSet::EMPTY, |all, &stone| all.union(&Reader::group(board, stone))),
        _ => stones.iter().fold(PointSet::EMPTY, |all, &stone| all.union(&board.string_set(stone))),
    };
    let field = crate::problem::exact::field_of(board, &target, owner);
    Some(Asked { question, owner, field })
}

fn side(board: &Board, half: Half, answer: &Answer, other: &Answer, asked: Option<&Asked>, lexicon: &Lexicon) -> Side {
    let is_ko = matches!(answer.outcome, Outcome::Ko(_));
    let fight = match asked.filter(|_| is_ko && answer.trust == Trust::Proved) {
        Some(asked) => KoFight::of(board, asked, half.first),
        None => KoFight::default(),
    };
    let is_seki_otherwise = other.outcome == Outcome::Seki && other.trust == Trust::Proved;
    let ko = words::ko_said(half, answer.outcome, &fight, is_seki_otherwise, lexicon);
    Side {
        result: answer.outcome.name(),
        play: answer.play.map(|play| play.to_string()),
        pv: words::line(answer),
        trust: answer.trust.name(),
        first_threat: answer.outcome.first_threat(),
        text: words::sentence(half, answer, ko.as_ref(), lexicon),
        ko,
    }
}

fn node(trace: &TraceNode) -> ShownNode {
    ShownNode {
        play: trace.play.map(|(_, play)| play.to_string()),
        color: trace.play.map(|(color, _)| color.name()),
        result: match trace.achieved {
            Some(true) => "win",
            Some(false) => "lose",
            None => "unknown",
        },
        nodes: trace.nodes,
        children: trace.children.iter().map(node).collect(),
    }
}
