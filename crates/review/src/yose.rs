//! Claims of combinatorial game theory: what a place of the endgame is worth, exactly if the stones around it live.

use gosedai_board::{Board, Point, Position};
use gosedai_explain::{Arg, Evidence};
use gosedai_recognition::Class;
use gosedai_worth::{Options, SafeStones, Safety, Tempo, analyse_with, safe_stones};

use super::facts::{Claim, Fact};
use super::objects::Eye;

/// At most this many positions of a region are explored; larger regions are not mentioned.
const LIMIT: usize = 1_500;
/// Regions are looked for once this share of the board is filled.
const FILLED: f64 = 0.5;

/// The worth of the region a move is in, if the stones around it live and the region could be searched to its end.
/// `effort` multiplies the limits, for checking.
pub fn worth(before: &Position, point: Point, eye: &mut Eye, effort: usize) -> Option<Claim> {
    let board = before.board();
    let area = board.size().area();
    if ((area - board.empty_count()) as f64) < FILLED * area as f64 {
        return None;
    }
    let counting = gosedai_engine::endgame::counting(before.rules().scoring);
    let options = Options { limit: LIMIT * effort, read_nodes: 100 * effort as u32, ..Options::new(counting) };
    let safe = safe(before, board, eye, options.read_nodes);
    let mut end = analyse_with(board, safe, options);
    let side = usize::from(before.to_play() == gosedai_board::Color::White);
    let region = end.regions.iter().find(|r| r.complete && r.points.contains(point))?.clone();
    // the move must be the one whose value is named
    let graph = region.thermograph.as_ref()?;
    if region.best[side] != Some(point) || graph.temperature.to_f64() <= 0.0 {
        return None;
    }
    let (rule, judged, tempo) = match (region.tempo, side) {
        (Tempo::Gote, _) => ("review.worth.gote", "review.worth.gote.judged", "gote"),
        (Tempo::BlackSente, 0) | (Tempo::WhiteSente, 1) => ("review.worth.sente", "review.worth.sente.judged", "sente"),
        (Tempo::BlackSente, 1) | (Tempo::WhiteSente, 0) => {
            ("review.worth.reverse", "review.worth.reverse.judged", "reverse")
        }
        (Tempo::DoubleSente, _) => ("review.worth.double", "review.worth.double.judged", "double"),
        _ => return None,
    };
    // if stones were only recognised as alive, that is a condition, and it is stated with the value
    let rule = if region.safety == Safety::Judged { judged } else { rule };
    let swing = region.deiri.to_string();
    let name = match region.value {
        gosedai_worth::Value::Short(game) => end.arena.name(game),
        _ => return None,
    };
    // less than a point is not worth a sentence
    if region.deiri.to_f64() < 2.0 {
        return None;
    }
    let evidence = Evidence::new(rule)
        .arg("swing", Arg::Text(swing.clone()))
        .arg("miai", graph.temperature.to_f64())
        .arg("game", Arg::Text(name))
        .mark("region", region.points);
    Some(Claim::new(Fact::Worth { swing, tempo }, region.deiri.to_f64() as usize, evidence))
}

/// Stones that live: proved, or recognised as alive.
fn safe(position: &Position, board: &Board, eye: &mut Eye, nodes: u32) -> SafeStones {
    let mut safe = safe_stones(board, nodes);
    for group in &eye.see(position).groups {
        if group.class == Class::Alive {
            safe.judge(group.color, &group.stones);
        }
    }
    safe
}
