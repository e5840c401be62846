//! `read`: ladder, capture, connection, life and death of the stones named, both players first; `either` for two at once.

use std::time::{Duration, Instant};

use gosedai_board::{Board, Color, Point};
use gosedai_reading::capture::Capture;
use gosedai_reading::connection::Connect;
use gosedai_reading::either::Either;
use gosedai_reading::goal::Goal;
use gosedai_reading::ladder_tree;
use gosedai_reading::life::{Group, Kill, Live};
use gosedai_reading::trace::TraceNode;
use gosedai_reading::{Answer, Budget, Reader, Reading, verdicts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Command, Context, GameInput, numbers};

/// Positions of the tree that are handed out.
const TRACE_LIMIT: usize = 3_000;
/// Positions that are searched for it.
const TRACE_NODES: u64 = 50_000;

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
    pub status: &'static str,
    pub nodes: u64,
    /// Both turns proved, no judgement involved.
    pub complete: bool,
    /// Points the answer depends on.
    pub depends_on: Vec<String>,
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
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Traces {
    pub attack: Node,
    pub defend: Node,
    /// Both trees as commented SGF.
    pub attack_sgf: String,
    pub defend_sgf: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TraceNode")]
pub struct Node {
    #[serde(rename = "move")]
    pub play: Option<String>,
    #[schemars(with = "Option<crate::schema::ColorName>")]
    pub color: Option<&'static str>,
    pub result: &'static str,
    pub nodes: u32,
    pub children: Vec<Node>,
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
        let seconds = numbers::seconds("seconds", self.seconds.unwrap_or(5.0))?;
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        let budget = Budget::nodes(self.nodes.unwrap_or(400_000))
            .with_cancel(cx.cancel.flag())
            .with_deadline(move || Instant::now() > end);
        let (reading, trace) = self.read(board, budget, crate::reader(cx, loaded.position.komi())?)?;
        cx.go_on()?;
        Ok(ReadAnswer {
            goal: self.goal.clone(),
            target: self.targets.clone(),
            attacker: reading.attacker.to_string(),
            attack: side(&reading.attack),
            defend: side(&reading.defend),
            status: reading.status().name(),
            nodes: reading.nodes,
            complete: reading.is_complete(),
            depends_on: reading.depends_on.iter().map(|p| p.to_string()).collect(),
            breakers: self.breakers(board),
            trace,
        })
    }
}

impl Read {
    fn read(&self, board: &Board, budget: Budget, mut reader: Reader) -> Result<(Reading, Option<Traces>), ApiError> {
        reader.effort.proof = budget.clone();
        if self.goal == "either" {
            let (goal, attacker) = self.either(board)?;
            let reading = reader.both(&goal, board, attacker);
            return Ok((reading, self.traces(&goal, board, attacker, &budget)));
        }
        let stones = stones(board, &self.targets)?;
        let color = board.color_at(stones[0]).unwrap_or(Color::Black);
        match (self.goal.as_str(), self.method.as_deref()) {
            (_, None | Some("ours")) => {}
            ("capture", Some("paper")) => return Ok((reader.capture_by_paper(board, stones[0]), None)),
            (_, Some("paper")) => return Err(ApiError::bad("method", "the paper's search reads captures only")),
            (_, Some(other)) => {
                return Err(ApiError::bad("method", format!("'{other}' is no method: write ours or paper")));
            }
        }
        match self.goal.as_str() {
            "ladder" => Ok(self.ladder(reader.ladder(board, stones[0]), board, stones[0])),
            "capture" => {
                let reading = reader.capture_any(board, &stones);
                let goal = Capture::new(board, color, stones);
                Ok((reading, self.traces(&goal, board, color.opponent(), &budget)))
            }
            "connect" => {
                let [from, to] = stones[..] else {
                    return Err(ApiError::bad("targets", "connect takes two stones"));
                };
                // the goal is the connection: its owner is the one who tries
                let mut reading = reader.connection(board, from, to);
                std::mem::swap(&mut reading.attack, &mut reading.defend);
                reading.attacker = color;
                let goal = Connect::new(board, color, from, to);
                Ok((reading, self.traces(&goal, board, color, &budget)))
            }
            "life" => {
                let reading = reader.life(board, &stones);
                let target = Reader::group(board, stones[0]);
                let goal = Kill(Group::new(board, color, target));
                Ok((reading, self.traces(&goal, board, color.opponent(), &budget)))
            }
            other => Err(ApiError::bad(
                "goal",
                format!("'{other}' is no goal: write ladder, capture, connect, life or either"),
            )),
        }
    }

    /// A ladder has a tree of its own, whose first line is the answer's.
    fn ladder(&self, mut reading: Reading, board: &Board, target: Point) -> (Reading, Option<Traces>) {
        let attacker = reading.attacker;
        let grow = |turn| ladder_tree::tree(board, target, turn, TRACE_LIMIT);
        let (attack, defend) = (grow(attacker), grow(attacker.opponent()));
        for (answer, tree, wins) in [(&mut reading.attack, &attack, true), (&mut reading.defend, &defend, false)] {
            let line = ladder_tree::main_line(tree);
            // the same search: it may differ only where the reader gave up
            if tree.achieved == Some(wins) && answer.play.is_some() && answer.play == line.first().copied() {
                answer.line = line;
            }
        }
        let traces = self.trace.then(|| traces(&attack, &defend, board));
        (reading, traces)
    }

    fn breakers(&self, board: &Board) -> Vec<String> {
        if self.goal != "ladder" {
            return Vec::new();
        }
        let target = self.targets.first().and_then(|text| board.size().parse_point(text).ok());
        target.map(|at| ladder_tree::breakers(board, at).iter().map(|p| p.to_string()).collect()).unwrap_or_default()
    }

    /// Intentions of one side: to live or connect (the owner of the stones), or to capture (the opponent).
    fn either(&self, board: &Board) -> Result<(Either, Color), ApiError> {
        let mut goals: Vec<Box<dyn Goal>> = Vec::new();
        for intention in &self.targets {
            let (name, points) = intention.split_once(':').ok_or_else(|| {
                ApiError::bad("targets", format!("'{intention}' is no intention: write life:D4 or connect:D4,F3"))
            })?;
            let names: Vec<String> = points.split(',').map(str::to_owned).collect();
            let stones = stones(board, &names)?;
            let color = board.color_at(stones[0]).unwrap_or(Color::Black);
            goals.push(match (name, &stones[..]) {
                ("life", [stone, ..]) => Box::new(Live(Group::new(board, color, Reader::group(board, *stone)))),
                ("kill", [stone, ..]) => Box::new(Kill(Group::new(board, color, Reader::group(board, *stone)))),
                ("capture", _) => Box::new(Capture::new(board, color, stones)),
                ("connect", [from, to]) => Box::new(Connect::new(board, color, *from, *to)),
                _ => return Err(ApiError::bad("targets", format!("'{intention}' is no intention known here"))),
            });
        }
        let goal =
            Either::new(goals).ok_or_else(|| ApiError::bad("targets", "the intentions must be those of one side"))?;
        let attacker = goal.seeker();
        Ok((goal, attacker))
    }

    fn traces<G: Goal>(&self, goal: &G, board: &Board, attacker: Color, budget: &Budget) -> Option<Traces> {
        if !self.trace {
            return None;
        }
        let small = budget.with_nodes(budget.nodes.min(TRACE_NODES));
        let tree = |turn: Color| verdicts::trace(goal, board, turn, &small, TRACE_LIMIT);
        let (attack, defend) = (tree(attacker), tree(attacker.opponent()));
        Some(traces(&attack, &defend, board))
    }
}

fn traces(attack: &TraceNode, defend: &TraceNode, board: &Board) -> Traces {
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

fn side(answer: &Answer) -> Side {
    Side {
        result: answer.outcome.name(),
        play: answer.play.map(|play| play.to_string()),
        pv: answer.line.iter().map(|play| play.to_string()).collect(),
        trust: answer.trust.name(),
        first_threat: answer.outcome.first_threat(),
    }
}

fn node(trace: &TraceNode) -> Node {
    Node {
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
