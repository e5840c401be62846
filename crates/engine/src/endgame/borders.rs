//! What moves at the borders gain, in the order in which they should be played: by the regions' own games where they have values, by
//! the network where they have none.
//!
//! For the network a place is a move of Black and the move of White that takes its place. Each is played, the network counts with neither side to
//! move, and the difference is the swing. A move is sente if leaving it unanswered costs more than any move elsewhere gains.

use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_cgt::Arena;
use gosedai_explain::{Arg, Evidence, Lexicon};
use gosedai_worth::{Endgame as Analysis, RegionReport, Tempo, Value};
use schemars::JsonSchema;
use serde::Serialize;

use super::looks::{Look, Looker};
use super::tempo_name;
use crate::Context;

/// Places looked at.
const MOST_PLACES: usize = 10;
/// Steps from a move within which its replacement and its answers are looked for.
const NEAR: usize = 2;
/// How far the network's gains are off, in points.
const DOUBT: f64 = 1.0;
/// Places that gain less are not worth a word.
const LEAST_GAIN: f64 = 0.3;

/// A place at the border and what a move there is worth, as an estimate.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BorderMove {
    pub black: String,
    pub white: String,
    /// Deiri counting: the swing between both sides' moves, in points.
    pub swing: f64,
    /// Miai counting: what one move gains.
    pub gain: f64,
    /// `gote`, `black-sente`, `white-sente` (the other side's move is reverse sente) or `double-sente`.
    pub tempo: &'static str,
    /// What Black's and what White's move threatens to gain next.
    pub next: [f64; 2],
    /// `counted` (from the game of its region) or `network`.
    pub source: &'static str,
    /// The same in a sentence.
    pub reason: String,
}

/// One side's move at a place.
struct Turn {
    /// Black's count after it, and after it and its answer.
    after: f64,
    answered: f64,
    /// What a second move in a row gains over the answer.
    threat: f64,
}

/// All places worth a move, those to be played first first.
pub fn borders(board: &Board, end: &mut Analysis, looker: &mut Looker, cx: &Context) -> Vec<BorderMove> {
    let regions = end.regions.clone();
    let mut places: Vec<BorderMove> = regions.iter().filter_map(|region| counted(region, &mut end.arena)).collect();
    let unknown = regions.iter().filter(|region| region.thermograph.is_none());
    let unknown = unknown.fold(PointSet::EMPTY, |all, region| all.union(&region.points));
    if !unknown.is_empty() {
        let here = looker.look(board);
        for [black, white] in pairs(board, &unknown, &here) {
            if cx.go_on().is_err() {
                break;
            }
            let turns =
                [(Color::Black, black), (Color::White, white)].map(|(color, at)| turn(board, color, at, looker));
            // no place is hotter than the board: where one seems to be, the network misreads a fight
            let heat = here.heat();
            places.extend(place([black, white], &turns, heat).filter(|place| place.gain <= heat + DOUBT));
        }
    }
    places.retain(|place| place.gain >= LEAST_GAIN);
    // a sente that both have is the most urgent
    let rank = |place: &BorderMove| if place.tempo == "double-sente" { 100.0 + place.gain } else { place.gain };
    places.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    places
}

/// A region that has a value.
fn counted(region: &RegionReport, arena: &mut Arena) -> Option<BorderMove> {
    let [Some(black), Some(white)] = region.best else { return None };
    let graph = region.thermograph.as_ref()?;
    let mut next = |side: usize, point: Point| {
        let after = region.moves[side].iter().find(|local| local.point == point).map(|local| &local.after);
        match after {
            // the swing of what is left: twice what a move there gains
            Some(Value::Short(game)) => 2.0 * arena.thermograph(*game).temperature.to_f64().max(0.0),
            _ => 0.0,
        }
    };
    Some(BorderMove {
        black: black.to_string(),
        white: white.to_string(),
        swing: hundredth(region.deiri.to_f64()),
        gain: hundredth(graph.temperature.to_f64()),
        tempo: tempo_name(region.tempo),
        next: [next(0, black), next(1, white)].map(hundredth),
        source: "counted",
        reason: String::new(),
    })
}

fn hundredth(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

/// Moves of both sides at the same place, the network's favourites first; no point belongs to two places.
fn pairs(board: &Board, open: &PointSet, look: &Look) -> Vec<[Point; 2]> {
    let mut left = *open;
    let mut found = Vec::new();
    for turn in 0..2 * MOST_PLACES {
        let color = Color::BOTH[turn % 2];
        let Some(point) = look.favourite(board, color, &left) else { break };
        let near = around(point, NEAR);
        let Some(other) = look.favourite(board, color.opponent(), &near.intersection(open)) else {
            left.remove(point);
            continue;
        };
        found.push(if color == Color::Black { [point, other] } else { [other, point] });
        left = left.minus(&around(point, 1)).minus(&around(other, 1));
        if found.len() == MOST_PLACES {
            break;
        }
    }
    found
}

fn around(point: Point, steps: usize) -> PointSet {
    (0..steps).fold(PointSet::from_iter([point]), |all, _| all.grown())
}

fn turn(board: &Board, color: Color, at: Point, looker: &mut Looker) -> Turn {
    let mut played = board.clone();
    played.play_forever(at, color);
    let look = looker.look(&played);
    let near = around(at, NEAR + 1);
    let mut count_after = |mover: Color| {
        let play = look.favourite(&played, mover, &near)?;
        let mut next = played.clone();
        next.play_forever(play, mover);
        Some(looker.look(&next).neutral)
    };
    let answered = count_after(color.opponent()).unwrap_or(look.neutral);
    let twice = count_after(color).unwrap_or(look.neutral);
    let threat = f64::from(color.sign()) * (twice - answered);
    Turn { after: look.neutral, answered, threat: threat.max(0.0) }
}

fn place(points: [Point; 2], turns: &[Turn; 2], heat: f64) -> Option<BorderMove> {
    let [black, white] = turns;
    let plain = black.after - white.after;
    let is_sente = |turn: &Turn| turn.threat > plain.max(2.0 * heat);
    let (tempo, swing, gain) = match [is_sente(black), is_sente(white)] {
        [false, false] => (Tempo::Gote, plain, plain / 2.0),
        [true, false] => (Tempo::BlackSente, black.answered - white.after, black.answered - white.after),
        [false, true] => (Tempo::WhiteSente, black.after - white.answered, black.after - white.answered),
        [true, true] => (Tempo::DoubleSente, black.answered - white.answered, black.answered - white.answered),
    };
    // the network cannot tell less apart
    let tenth = |x: f64| (x * 10.0).round() / 10.0;
    (swing > 0.0).then(|| BorderMove {
        black: points[0].to_string(),
        white: points[1].to_string(),
        swing: tenth(swing),
        gain: tenth(gain),
        tempo: tempo_name(tempo),
        next: [tenth(black.threat), tenth(white.threat)],
        source: "network",
        reason: String::new(),
    })
}

impl BorderMove {
    /// The place in a sentence.
    pub(super) fn say(&self, lexicon: &Lexicon) -> String {
        let is_one = self.black == self.white;
        let rule = match self.tempo {
            "black-sente" => "endgame.border.black_sente",
            "white-sente" => "endgame.border.white_sente",
            "double-sente" if is_one => "endgame.border.double_sente",
            "double-sente" => "endgame.border.double_sente.two",
            _ if is_one => "endgame.border.gote",
            _ => "endgame.border.gote.two",
        };
        let point = |name: &String| name.parse::<Point>().map_or(Arg::Text(name.clone()), Arg::from);
        let count = if self.swing == 1.0 { 1 } else { 2 };
        let evidence = Evidence::new(rule).arg("black", point(&self.black)).arg("white", point(&self.white));
        let evidence = evidence.arg("count", count).arg("swing", text(self.swing)).arg("gain", text(self.gain));
        let mut said = lexicon.sentence(&evidence);
        for (color, next) in Color::BOTH.into_iter().zip(self.next) {
            if next > 0.0 {
                let then = Evidence::new("endgame.border.then").arg("claim", Arg::Text(said)).arg("color", color);
                said = lexicon.sentence(&then.arg("next", text(next)));
            }
        }
        said
    }
}

/// Without zeros that say nothing.
fn text(points: f64) -> Arg {
    Arg::Text(points.to_string())
}
