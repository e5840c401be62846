//! `race`: a capturing race between two blocks, counted exactly where its class allows.

use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_cgt::Relation;
use gosedai_cgt::race::RaceEnd;
use gosedai_explain::{Evidence, Lexicon};
use gosedai_reading::{Outcome, Reader, Reading};
use gosedai_recognition::Fate;
use gosedai_worth::{Beyond, RaceError, RaceReport, analyse_race_in, safe_stones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::endgame::Sides;
use crate::overview::ModelOverview;
use crate::read::{PROOF_NODES, PROOF_SECONDS, proof_budget};
use crate::{ApiError, Command, Context, GameInput, games, numbers};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Race {
    #[serde(flatten)]
    pub game: GameInput,
    /// A stone of each block.
    pub a: String,
    pub b: String,
    /// Points of two liberty regions to play against each other.
    #[serde(default)]
    pub difference: Option<[String; 2]>,
    /// Seconds at most where the race is beyond counting and must be read.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Positions at most for each side moving first, likewise.
    #[serde(default)]
    pub nodes: Option<u64>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RaceAnswer {
    /// Müller's class, 0 to 8.
    pub class: u8,
    pub class_name: String,
    /// `rule` (classes 0 and 1), `regions` (liberty games summed) or `reading`.
    pub method: &'static str,
    pub regions: Vec<RaceRegion>,
    pub shared: Vec<String>,
    /// Liberties of each block's eye.
    pub eyes: Sides<u32>,
    /// The sum of the regions cooled by two degrees and the eyes.
    pub total: Option<String>,
    /// Adjusted value when Black and when White moves first.
    pub adjusted: Option<Sides<i64>>,
    /// `black`, `white`: who captures; `seki`, `both` (neither captures, both live) or `unknown`.
    pub black_first: &'static str,
    pub white_first: &'static str,
    /// By how many moves the side that captures is ahead (1 = just in time), Black and White moving first; null in a seki.
    pub moves_ahead: Sides<Option<i64>>,
    /// Moves that keep the result, Black and White moving first.
    pub best: Sides<Vec<String>>,
    /// The two regions asked for, one against the mirror of the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferenceAnswer>,
    /// Why the race is beyond the exact classes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond: Option<String>,
    /// Was who captures counted or read to the end? Else it is a judgement.
    pub proved: bool,
    /// Where the exact answer differs from what is said of the groups with the whole board in sight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The same in sentences.
    pub reasons: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RaceRegion {
    pub points: Vec<String>,
    pub owner: String,
    /// The pruned liberty game.
    pub tree: String,
    pub cooled: String,
    pub plain: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DifferenceAnswer {
    /// The liberty games compared, both seen from their defender.
    pub first: String,
    pub second: String,
    /// The difference, cooled by two degrees.
    pub value: String,
    /// `>`, `<`, `=` or `||`.
    pub relation: String,
    /// Whether the beginner captures although he is one liberty behind.
    pub beginner_wins: Sides<bool>,
    /// Best play to the capture, Black and White beginning.
    pub play: Sides<Vec<PlayedMove>>,
    /// The same in a sentence.
    pub text: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayedMove {
    pub color: String,
    /// `first`, `second` (mirrored) or `extra`: the liberty given to the side that moves second.
    pub region: &'static str,
    /// What the region became, White's negative.
    pub after: String,
}

fn captor(end: RaceEnd) -> &'static str {
    match end {
        RaceEnd::BlackCaptures => "black",
        RaceEnd::WhiteCaptures => "white",
        RaceEnd::Seki => "seki",
    }
}

pub(crate) fn stone(board: &Board, field: &str, text: &str) -> Result<Point, ApiError> {
    let point = board.size().parse_point(text).map_err(|e| ApiError::bad(field, e))?;
    match board.color_at(point) {
        Some(_) => Ok(point),
        None => Err(ApiError::bad(field, format!("there is no stone at {point}"))),
    }
}

impl Command for Race {
    const NAME: &'static str = "race";
    const ABOUT: &'static str = "capturing race of two blocks: class, liberty games, who wins and how";
    type Response = RaceAnswer;

    fn run(self, cx: &Context) -> Result<RaceAnswer, ApiError> {
        let loaded = self.game.load()?;
        let board = loaded.position.board();
        let (a, b) = (stone(board, "a", &self.a)?, stone(board, "b", &self.b)?);
        let found = games::until_asked_to_stop(cx, "b", |arena| {
            let mut report = analyse_race_in(arena, board, a, b, &safe_stones(board, 200))?;
            report.arena.let_finish();
            Ok(report)
        })?;
        let mut report = found.map_err(|e: RaceError| ApiError::bad("b", e))?;
        let (knowledge, _) = cx.load_knowledge()?;
        let lexicon = knowledge.lexicon(cx.lang());
        let mut answer = exact(&mut report, lexicon);
        let blocks @ [black, white] = if board.color_at(a) == Some(Color::Black) { [a, b] } else { [b, a] };
        let is_proved = report.verdict.is_some() || {
            let mut reader = crate::reader(cx, &loaded.position)?;
            // as much as `read` spends: it would prove what is only judged here
            let seconds = numbers::seconds("seconds", self.seconds.unwrap_or(PROOF_SECONDS))?;
            reader.effort.proof = proof_budget(cx, self.nodes.unwrap_or(PROOF_NODES), seconds);
            let is_proved = by_reading(&mut answer, board, black, white, &mut reader);
            if !is_proved {
                heed_lives(&mut answer, blocks.map(|stone| reader.life(board, &[stone])));
            }
            is_proved
        };
        cx.go_on()?;
        answer.proved = is_proved;
        let mut overview = ModelOverview::new(cx, &loaded.position);
        if is_proved {
            answer.remarks = remarks(&answer, blocks, &mut overview, lexicon);
        } else {
            heed(&mut answer, blocks, &mut overview);
        }
        if let Some(pair) = &self.difference {
            answer.difference = Some(difference(&mut report, board, pair, lexicon)?);
        }
        answer.reasons = reasons(&report, &answer, lexicon);
        Ok(answer)
    }
}

fn difference(
    report: &mut RaceReport,
    board: &Board,
    pair: &[String; 2],
    lexicon: &Lexicon,
) -> Result<DifferenceAnswer, ApiError> {
    let mut points = Vec::new();
    for text in pair {
        let point = board.size().parse_point(text).map_err(|e| ApiError::bad("difference", e))?;
        if !report.regions.iter().any(|r| r.points.contains(point)) {
            return Err(ApiError::bad("difference", format!("{point} lies in no counted liberty region of this race")));
        }
        points.push(point);
    }
    let missing = || ApiError::bad("difference", "two points of liberty regions are needed");
    let d = report.difference(points[0], points[1]).ok_or_else(missing)?;
    let arena = &mut report.arena;
    let second = arena.neg(d.regions[1]);
    let names = ["first", "second", "extra"];
    let mut play = d.play.iter().map(|line| {
        let moves = line.iter().map(|m| PlayedMove {
            color: m.color.to_string(),
            region: names[m.region.min(2)],
            after: arena.name(m.after),
        });
        moves.collect::<Vec<_>>()
    });
    let (black, white) = (play.next().unwrap_or_default(), play.next().unwrap_or_default());
    drop(play);
    let (first, second, value) = (arena.name(d.regions[0]), arena.name(second), arena.name(d.value));
    let rule = match d.relation {
        Relation::Greater => "race.difference.greater",
        Relation::Less => "race.difference.less",
        Relation::Equal => "race.difference.equal",
        Relation::Confused => "race.difference.confused",
    };
    let evidence = Evidence::new(rule).arg("first", first.clone()).arg("second", second.clone());
    Ok(DifferenceAnswer {
        text: lexicon.sentence(&evidence.arg("value", value.clone())),
        first,
        second,
        value,
        relation: d.relation.to_string(),
        beginner_wins: Sides { black: d.beginner_wins[0], white: d.beginner_wins[1] },
        play: Sides { black, white },
    })
}

fn exact(report: &mut RaceReport, lexicon: &Lexicon) -> RaceAnswer {
    let names = |points: &[Point]| -> Vec<String> { points.iter().map(|p| p.to_string()).collect() };
    let mut regions = Vec::new();
    for r in &report.regions {
        regions.push(RaceRegion {
            points: r.points.iter().map(|p| p.to_string()).collect(),
            owner: r.owner.to_string(),
            tree: report.arena.name(r.game),
            cooled: report.arena.name(r.cooled),
            plain: r.plain,
        });
    }
    let total = report.verdict.as_ref().map(|v| {
        let mut sum = v.cooled.clone();
        sum.push(report.arena.int(report.eyes[0] as i64 - report.eyes[1] as i64));
        let g = report.arena.sum(&sum);
        report.arena.name(g)
    });
    let verdict = report.verdict.as_ref();
    RaceAnswer {
        class: report.class,
        class_name: lexicon.word(&format!("race.class.{}", report.class.min(8))).to_string(),
        method: match (verdict, report.class) {
            (None, _) => "reading",
            (Some(_), 0 | 1) => "rule",
            _ => "regions",
        },
        regions,
        shared: report.shared.iter().map(|p| p.to_string()).collect(),
        eyes: Sides { black: report.eyes[0], white: report.eyes[1] },
        total,
        adjusted: verdict.map(|v| Sides { black: v.adjusted_black_first, white: v.adjusted_white_first }),
        black_first: verdict.map_or("unknown", |v| captor(v.black_first)),
        white_first: verdict.map_or("unknown", |v| captor(v.white_first)),
        moves_ahead: Sides { black: report.lead(Color::Black), white: report.lead(Color::White) },
        best: Sides { black: names(&report.best[0]), white: names(&report.best[1]) },
        beyond: report.beyond.map(|b| {
            let key = match b {
                Beyond::UnsafeNeighbour => "race.beyond.neighbour",
                Beyond::Region => "race.beyond.region",
                Beyond::Eye => "race.beyond.eye",
                Beyond::Alive => "race.beyond.alive",
            };
            lexicon.word(key).to_string()
        }),
        difference: None,
        proved: verdict.is_some(),
        remarks: Vec::new(),
        reasons: Vec::new(),
    }
}

fn reasons(report: &RaceReport, answer: &RaceAnswer, lexicon: &Lexicon) -> Vec<String> {
    let mut all = Vec::new();
    if let (Some(v), Some(total)) = (&report.verdict, &answer.total) {
        let text = Evidence::new("race.total").arg("total", total.clone());
        all.push(text.arg("black", v.adjusted_black_first).arg("white", v.adjusted_white_first));
        if !report.shared.is_empty() {
            let text = Evidence::new("race.burden").arg("shared", report.shared.len());
            all.push(text.arg("black", v.burden_black_attacks).arg("white", v.burden_white_attacks));
        }
    }
    for (s, color) in Color::BOTH.into_iter().enumerate() {
        let (end, lead, best) = match color {
            Color::Black => (answer.black_first, answer.moves_ahead.black, &answer.best.black),
            Color::White => (answer.white_first, answer.moves_ahead.white, &answer.best.white),
        };
        let rule = match (end, lead) {
            ("black", Some(_)) => "race.first.black.by",
            ("white", Some(_)) => "race.first.white.by",
            ("black", None) if answer.proved => "race.first.black",
            ("white", None) if answer.proved => "race.first.white",
            ("seki", _) if answer.proved => "race.first.seki",
            ("both", _) if answer.proved => "race.first.both",
            ("black", None) => "race.first.black.judged",
            ("white", None) => "race.first.white.judged",
            ("seki", _) => "race.first.seki.judged",
            ("both", _) => "race.first.both.judged",
            _ => "race.first.unknown",
        };
        let text = Evidence::new(rule).arg("color", color);
        all.push(match lead {
            Some(moves) => text.arg("moves", moves),
            None => text,
        });
        // the side that captures, or saves itself by a seki, has moves that keep it
        let gains = end == "seki" || end == if s == 0 { "black" } else { "white" };
        let points: PointSet = best.iter().filter_map(|name| name.parse().ok()).collect();
        if gains && !points.is_empty() {
            all.push(Evidence::new("race.keep").arg("color", color).arg("points", points));
        }
    }
    let mut sentences: Vec<String> = answer.beyond.iter().cloned().collect();
    if answer.method == "reading" {
        let text = Evidence::new("race.by_reading").arg("class", i64::from(answer.class));
        sentences.push(lexicon.sentence(&text));
    }
    sentences.extend(all.iter().map(|e| lexicon.sentence(e)));
    sentences.extend(answer.remarks.iter().cloned());
    sentences
}

/// Can the group of a block (0 Black's, 1 White's) have this fate if the race ends so with this side (0 Black) moving first?
fn allows(fate: Fate, block: usize, end: &str, first: usize) -> bool {
    let is_taken = end == ["white", "black"][block];
    match fate {
        Fate::Alive | Fate::Seki => !is_taken,
        Fate::Dead => is_taken || first != block || end == "unknown",
        Fate::Unsettled | Fate::Ko => !is_taken || first != block,
        Fate::Open => true,
    }
}

/// A race that was only judged is left open where it contradicts what is said of the groups themselves: a living group is not
/// taken, a dead one is not saved.
fn heed(answer: &mut RaceAnswer, blocks: [Point; 2], overview: &mut ModelOverview) {
    for (block, stone) in blocks.into_iter().enumerate() {
        let Some((fate, _)) = overview.fate(stone) else { continue };
        for (first, end) in [&mut answer.black_first, &mut answer.white_first].into_iter().enumerate() {
            if !allows(fate, block, end, first) {
                *end = "unknown";
                answer.best = Sides { black: Vec::new(), white: Vec::new() };
            }
        }
    }
}

/// The same where `read life` says of one of the groups that it lives. The reader has just read both.
fn heed_lives(answer: &mut RaceAnswer, lives: [Reading; 2]) {
    for (block, life) in lives.into_iter().enumerate() {
        let taker = ["white", "black"][block];
        for (first, end) in [&mut answer.black_first, &mut answer.white_first].into_iter().enumerate() {
            let lives = match first == block {
                true => life.defend.outcome == Outcome::Win,
                false => life.attack.outcome == Outcome::Lose,
            };
            if lives && *end == taker {
                *end = "unknown";
                answer.best = Sides { black: Vec::new(), white: Vec::new() };
            }
        }
    }
}

/// Where a race that is exact says otherwise than the sight of the whole board, the answer says so.
fn remarks(answer: &RaceAnswer, blocks: [Point; 2], overview: &mut ModelOverview, lexicon: &Lexicon) -> Vec<String> {
    let mut remarks = Vec::new();
    for (block, stone) in blocks.into_iter().enumerate() {
        let Some((fate, source)) = overview.fate(stone) else { continue };
        let ends = [answer.black_first, answer.white_first];
        if ends.into_iter().enumerate().any(|(first, end)| !allows(fate, block, end, first)) {
            let evidence = Evidence::new("race.proves").arg("at", stone).arg("status", fate.term());
            remarks.push(lexicon.sentence(&evidence.arg("source", source.name())));
        }
    }
    remarks
}

/// Who captures, found by the reader with either side first. Is it proved?
fn by_reading(answer: &mut RaceAnswer, board: &Board, black: Point, white: Point, reader: &mut Reader) -> bool {
    let (of_white, of_black) = (reader.race(board, black, white), reader.race(board, white, black));
    let judge = |own: Outcome, theirs: Outcome, own_name, their_name| match (own, theirs) {
        (Outcome::Win, _) => own_name,
        // the defender of the own block fails when it is captured although its owner begins
        (_, Outcome::Lose) => their_name,
        (Outcome::Lose, Outcome::Win) => "both",
        (Outcome::Seki | Outcome::Lose, Outcome::Seki | Outcome::Win) => "seki",
        _ => "unknown",
    };
    answer.black_first = judge(of_white.attack.outcome, of_black.defend.outcome, "black", "white");
    answer.white_first = judge(of_black.attack.outcome, of_white.defend.outcome, "white", "black");
    let first = |m: Option<Point>| m.map(|p| p.to_string()).into_iter().collect::<Vec<_>>();
    if answer.black_first == "black" {
        answer.best.black = first(of_white.attack.point());
    }
    if answer.white_first == "white" {
        answer.best.white = first(of_black.attack.point());
    }
    of_white.is_complete() && of_black.is_complete()
}

#[cfg(test)]
mod tests;
