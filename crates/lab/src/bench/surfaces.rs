//! Do the surfaces agree? `explain`, the overlay, `read`, `race`, `problem` and GTP's questions are asked about the same stones of
//! real positions. Two of them that cannot both be right are a contradiction. Where sources differ (the network, the search without
//! a proof) the answer is the same everywhere, and names the other source; that is counted by itself. So is a proof against what
//! `explain` says in the network's name or by the look of the shape, if the answer with the proof names it: to read on request
//! costs hundreds of times what `explain` spends on a group.

mod pairs;

use std::path::Path;

use gosedai_board::{Point, PointSet};
use gosedai_engine::explain::{Explain, Explained, GroupReport};
use gosedai_engine::gnugo;
use gosedai_engine::problem::AskProblem;
use gosedai_engine::race::Race;
use gosedai_engine::read::{Read, ReadAnswer};
use gosedai_engine::show::Show;
use gosedai_engine::{ApiError, Command, Context, GameInput, files, reader};
use gosedai_records::{Layout, replay, write_collection};
use serde_json::json;

use super::Figures;

/// The first position of a game that is asked about, and the moves from one to the next.
const FIRST: usize = 40;
const STEP: usize = 37;

/// Stones of a kind asked about in one position.
const ASKED: usize = 4;

/// `problem` is asked in one position of this many, for this many seconds: it looks for a group by itself.
const PROBLEMS: u64 = 8;
const PROBLEM_SECONDS: f64 = 0.3;

/// `surfaces GAMES… [positions N] [skip N] [asked N] [nodes N]`: contradictions between the surfaces, each named. `surfaces FILE.tst`
/// asks about the races that a test file of GNU Go names.
pub fn surfaces(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let number = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1)?.parse::<u64>().ok());
    let most = number("positions").unwrap_or(u64::MAX);
    let is_option = |a: &String| matches!(a.as_str(), "positions" | "skip" | "asked" | "nodes");
    let end = args.iter().position(is_option).unwrap_or(args.len());
    let asked = number("asked").map_or(ASKED, |n| n.clamp(1, 100) as usize);
    let mut tally = Tally { nodes: number("nodes"), asked, ..Tally::default() };
    let (tests, games): (Vec<&String>, Vec<&String>) = args[..end].iter().partition(|name| name.ends_with(".tst"));
    for path in tests {
        pairs::ask(&mut tally, Path::new(path), most, cx)?;
    }
    'games: for game in files::games(&games).skip(number("skip").unwrap_or(0) as usize) {
        let game = game?;
        let line = replay::main_line(&game.record.game);
        let moves = replay::moves_along(&game.record.game, &line).map_err(ApiError::failed)?.len();
        let text = write_collection([&game.record.game], Layout::default());
        for at in (FIRST..moves).step_by(STEP) {
            // what was asked before a deadline counts
            if tally.positions >= most || cx.go_on().is_err() {
                break 'games;
            }
            let input = GameInput { sgf: text.clone(), move_number: Some(at), ..GameInput::default() };
            match tally.ask(&input, &format!("{} move {at}", game.path.display()), cx) {
                Err(_) if cx.go_on().is_err() => break 'games,
                asked => asked?,
            }
        }
    }
    let mut figures = Figures::new();
    figures.insert("positions".into(), json!(tally.positions));
    figures.insert("questions".into(), json!(tally.questions));
    for (name, found) in [("contradiction", &tally.contradictions), ("named difference", &tally.differences)] {
        figures.insert(format!("{name}s"), json!(found.len()));
        for (i, found) in found.iter().enumerate() {
            figures.insert(format!("{name} {:03}", i + 1), json!(found));
        }
    }
    Ok(figures)
}

#[derive(Default)]
struct Tally {
    /// Positions for a proof by `read`; its own default if absent.
    nodes: Option<u64>,
    /// Stones of a kind asked about in one position.
    asked: usize,
    positions: u64,
    questions: u64,
    contradictions: Vec<String>,
    differences: Vec<String>,
}

impl Tally {
    fn ask(&mut self, input: &GameInput, place: &str, cx: &Context) -> Result<(), ApiError> {
        self.positions += 1;
        let seen = Explain { game: input.clone() }.run(cx)?;
        self.groups(&seen, input, place, cx)?;
        self.strings(&seen, input, place, cx)?;
        self.links(&seen, input, place, cx)?;
        self.races(&seen, input, place, cx)?;
        self.overlay(&seen, input, place, cx)?;
        if self.positions % PROBLEMS == 1 { self.problem(input, place, cx) } else { Ok(()) }
    }

    fn check(&mut self, holds: bool, say: impl FnOnce() -> String) {
        self.questions += 1;
        if !holds {
            self.contradictions.push(say());
        }
    }

    fn read(&self, goal: &str, targets: &[&String], input: &GameInput, cx: &Context) -> Result<ReadAnswer, ApiError> {
        let targets = targets.iter().map(|name| (*name).clone()).collect();
        let goal = goal.to_string();
        Read { game: input.clone(), goal, targets, trace: false, seconds: None, nodes: self.nodes, method: None }
            .run(cx)
    }

    fn groups(&mut self, seen: &Explained, input: &GameInput, place: &str, cx: &Context) -> Result<(), ApiError> {
        let known = seen.groups.iter().filter(|group| group.status != "open").collect();
        for group in spread(known, self.asked) {
            self.group(group, &group.stones[0], input, place, cx)?;
        }
        Ok(())
    }

    /// `explain` against `read life` and GTP's `dragon_status`, `owl_attack` and `owl_defend`, asked about a stone of the group.
    fn group(
        &mut self,
        group: &GroupReport,
        name: &String,
        input: &GameInput,
        place: &str,
        cx: &Context,
    ) -> Result<(), ApiError> {
        let read = self.read("life", &[name], input, cx)?;
        let (attack, defend) = (read.attack.result, read.defend.result);
        let is_named = group.source != "reading" && read.remark.is_some() && read.complete;
        self.check(is_named || agree(&group.status, attack, defend), || {
            format!("{place} {name}: explain {}, read life {attack}/{defend}", group.status)
        });
        if let Some(remark) = read.remark {
            self.differences.push(format!("{place} {name}: {remark}"));
        }
        let loaded = input.load()?;
        let board = loaded.position.board();
        let target: Point = board.size().parse_point(name).map_err(ApiError::failed)?;
        let mut reader = reader(cx, &loaded.position)?;
        let [kill, live] = gnugo::dragon(&mut reader, board, target).map(|coded| word(coded.code));
        self.check(agree(&group.status, kill, live), || {
            format!("{place} {name}: explain {}, dragon_status {kill}/{live}", group.status)
        });
        let [kill, live] = [true, false].map(|killing| word(gnugo::owl(&mut reader, board, target, killing).code));
        self.check(agree(&group.status, kill, live), || {
            format!("{place} {name}: explain {}, owl_attack {kill}, owl_defend {live}", group.status)
        });
        Ok(())
    }

    /// The overlay of the groups says of each what `explain` says.
    fn overlay(&mut self, seen: &Explained, input: &GameInput, place: &str, cx: &Context) -> Result<(), ApiError> {
        let shown = Show { game: input.clone(), overlay: Some("groups".to_string()) }.run(cx)?;
        let text = shown.overlay.unwrap_or_default();
        let knowledge = cx.knowledge()?;
        let lexicon = knowledge.lexicon(cx.lang());
        for group in seen.groups.iter().filter(|group| group.status != "open") {
            let word = lexicon.term(&format!("fate.{}", group.status)).to_string();
            let is_said = group.stones.iter().any(|stone| {
                let names = |line: &&str| line.split(' ').nth(1) == Some(stone.as_str());
                text.lines().find(names).is_some_and(|line| line.contains(&format!(": {word};")))
            });
            self.check(is_said, || format!("{place} {}: explain {}, overlay otherwise", group.stones[0], group.status));
        }
        Ok(())
    }

    /// What `problem` proves of the group that it finds in question is what `explain` says of it, or it says that they differ.
    fn problem(&mut self, input: &GameInput, place: &str, cx: &Context) -> Result<(), ApiError> {
        let reply = AskProblem { game: input.clone(), seconds: Some(PROBLEM_SECONDS), tried: None }.run(cx)?;
        let (Some(expected), Some(stone)) = (reply.expected, reply.target.first()) else { return Ok(()) };
        let open = "unknown";
        let holds = match reply.task {
            "kill" => agree(expected, reply.result, open),
            _ => agree(expected, open, reply.result),
        };
        self.check(holds || reply.remark.is_some(), || {
            format!("{place} {stone}: explain {expected}, problem {} {} ({})", reply.task, reply.result, reply.trust)
        });
        if let Some(remark) = reply.remark {
            self.differences.push(format!("{place} {stone}: problem: {remark}"));
        }
        Ok(())
    }

    /// `explain` against `read capture`.
    fn strings(&mut self, seen: &Explained, input: &GameInput, place: &str, cx: &Context) -> Result<(), ApiError> {
        let known = |status: &str| !matches!(status, "open" | "unknown");
        let strings = seen.strings.iter().filter(|string| known(&string.status)).collect();
        for string in spread(strings, self.asked) {
            let name = &string.stones[0];
            let read = self.read("capture", &[name], input, cx)?;
            let (attack, defend) = (read.attack.result, read.defend.result);
            let holds = match string.status.as_str() {
                "capturable" => attack != "lose",
                status => agree(status, attack, defend),
            };
            self.check(holds, || format!("{place} {name}: explain {}, read capture {attack}/{defend}", string.status));
        }
        Ok(())
    }

    /// Links of which `explain` says that they are cut or hold, against `read connect`.
    fn links(&mut self, seen: &Explained, input: &GameInput, place: &str, cx: &Context) -> Result<(), ApiError> {
        let links = seen.links.iter().filter(|link| link.proved && !link.edge).collect();
        for link in spread(links, self.asked) {
            let read = self.read("connect", &[&link.from, &link.to], input, cx)?;
            // here to connect is the attack, and to cut the defence
            let (join, cut) = (read.attack.result, read.defend.result);
            let holds = if link.state == "cuttable" { cut != "lose" } else { cut == "lose" || cut == "unknown" };
            self.check(holds, || {
                format!("{place} {}–{}: explain {}, read connect {join}/{cut}", link.from, link.to, link.state)
            });
        }
        Ok(())
    }

    /// Touching groups of which `explain` says what becomes of them, against `race`.
    fn races(&mut self, seen: &Explained, input: &GameInput, place: &str, cx: &Context) -> Result<(), ApiError> {
        let known: Vec<&GroupReport> = seen.groups.iter().filter(|group| group.status != "open").collect();
        let size = input.load()?.position.size();
        let points = |group: &GroupReport| -> PointSet {
            group.stones.iter().filter_map(|name| size.parse_point(name).ok()).collect()
        };
        let mut pairs = Vec::new();
        for (i, one) in known.iter().enumerate() {
            for other in &known[i + 1..] {
                if one.color != other.color && points(one).grown().intersects(&points(other)) {
                    pairs.push((*one, *other));
                }
            }
        }
        for (one, other) in spread(pairs, self.asked) {
            self.race([(one, &one.stones[0]), (other, &other.stones[0])], input, place, cx);
        }
        Ok(())
    }

    /// Two groups, each with the stone that is named.
    fn race(&mut self, pair: [(&GroupReport, &String); 2], input: &GameInput, place: &str, cx: &Context) {
        let [a, b] = pair.map(|(_, name)| name.clone());
        // a race that the command refuses (a block is safe, say) is no answer
        let Ok(race) = (Race { game: input.clone(), a, b, difference: None, seconds: None, nodes: self.nodes }).run(cx)
        else {
            return;
        };
        self.differences.extend(race.remarks.iter().map(|remark| format!("{place}: race: {remark}")));
        for (group, name) in pair {
            let is_named = group.source != "reading" && !race.remarks.is_empty();
            let is_black = group.color == "black";
            let taker = if is_black { "white" } else { "black" };
            let taken = |black_first: bool| {
                let end = if black_first { race.black_first } else { race.white_first };
                (end != "unknown").then_some(end == taker)
            };
            let (kill, save) = (taken(!is_black), taken(is_black));
            let holds = match group.status.as_str() {
                "alive" | "seki" => kill != Some(true),
                "dead" => save != Some(false),
                _ => save != Some(true),
            };
            self.check(holds || is_named, || {
                let (black, white) = (race.black_first, race.white_first);
                let [a, b] = pair.map(|(_, name)| name);
                format!(
                    "{place} {name}: explain {}, race {a}–{b} black first {black}, white first {white}",
                    group.status
                )
            });
        }
    }
}

/// A code of GNU Go as a result.
fn word(code: u8) -> &'static str {
    ["lose", "win", "ko", "ko"][usize::from(code.min(3))]
}

/// Can a status and the results of both sides moving first be true together?
fn agree(status: &str, attack: &str, defend: &str) -> bool {
    let fails = |result: &str| result == "lose";
    let is_open = |result: &str| result == "unknown";
    match status {
        "alive" | "seki" => fails(attack) || is_open(attack) || attack == "seki",
        "dead" => fails(defend) || is_open(defend),
        _ => !fails(attack) && !fails(defend),
    }
}

/// A few of many, spread over the board.
fn spread<T>(all: Vec<T>, asked: usize) -> Vec<T> {
    let step = all.len().div_ceil(asked).max(1);
    all.into_iter().step_by(step).collect()
}
