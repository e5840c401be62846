//! What lives or dies by the next move, by proof, at every position: the reader is asked before the judge is believed.
//!
//! A move that the reader proves to decide the life of some stones is judged by the position after it. Where that is better than
//! anything the judge found by itself, the judge was blind there, and its view is mended.

use std::collections::BTreeMap;

use gosedai_board::{Color, Move, Point, PointSet, Position};
use gosedai_reading::{Answer, Budget, Outcome, Reader, Trust};
use gosedai_recognition::{Fate, Status, StoneString};

use super::judge::{Judged, Option_, sign};
use super::objects::Eye;

/// Stones that are worth the question.
const LEAST: usize = 3;
/// Questions of this kind about one position.
const MOST: usize = 2;
/// The judge was blind where a proved move is so many points better than its best one.
pub const BLIND: f64 = 1.0;
/// Nodes for the moves that take or save a string.
const NODES: u64 = 1_500;

/// Stones whose fate hangs on who moves first.
#[derive(Clone, Debug, PartialEq)]
pub struct Hanging {
    pub owner: Color,
    pub stones: PointSet,
    /// The move that takes or kills them, and the one that saves them.
    pub attack: Point,
    pub defend: Point,
}

impl Hanging {
    /// The move of a side.
    pub fn for_side(&self, color: Color) -> Point {
        if color == self.owner { self.defend } else { self.attack }
    }
}

/// A move that the reader proves, with the judge's view of the position after it.
#[derive(Clone, Debug)]
pub struct Proved {
    pub at: Point,
    pub hanging: Hanging,
    pub after: Judged,
}

/// Everything of some size that the next move decides, the largest first.
pub fn hanging(position: &Position, eye: &mut Eye, reader: &mut Reader) -> Vec<Hanging> {
    let board = position.board();
    let model = eye.see(position);
    let mut found: Vec<Hanging> = Vec::new();
    for group in model.groups.iter().filter(|g| g.size >= LEAST && g.life.fate() == Fate::Unsettled) {
        // a fate without moves is not proved
        if let (Some(defend), Some(attack)) = (group.life.first.point(), group.life.second.point()) {
            found.push(Hanging { owner: group.color, stones: group.stones, attack, defend });
        }
    }
    // two stones that keep others apart are worth as much as three
    let counts = |s: &StoneString| s.size >= LEAST || s.size + 1 == LEAST && s.key;
    for string in model.strings.iter().filter(|s| counts(s) && s.is_proved && s.status == Status::Neutral) {
        let reading = reader.capture(board, string.head);
        let won = |answer: &Answer| match answer.play {
            Some(Move::Play(at)) if answer.outcome == Outcome::Win && answer.trust == Trust::Proved => Some(at),
            _ => None,
        };
        if let (Some(attack), Some(defend)) = (won(&reading.attack), won(&reading.defend)) {
            found.push(Hanging { owner: string.color, stones: string.stones, attack, defend });
        }
    }
    found.sort_by_key(|hanging| std::cmp::Reverse(hanging.stones.len()));
    let mut seen = PointSet::EMPTY;
    found.retain(|hanging| {
        let is_new = !hanging.stones.intersects(&seen);
        seen = seen.union(&hanging.stones);
        is_new
    });
    found.truncate(MOST);
    found
}

/// A reader for a stretch of positions.
pub fn reader() -> Reader {
    Reader::new(Budget::nodes(NODES))
}

/// Where the judge did not look at a proved move, it is asked about the position after it.
pub fn is_open_question(judged: &Judged, at: Point) -> bool {
    let own = at.to_string();
    !judged.top.iter().any(|option| option.mv == own && option.visits >= LOOKED_AT)
}

const LOOKED_AT: u64 = 4;

/// Mends the judge's views of positions by what was proved there. Doing it again changes nothing.
pub fn mend(judged: &mut [Judged], proved: &BTreeMap<usize, Vec<Proved>>, to_play: &dyn Fn(usize) -> Color) {
    let mut blind: BTreeMap<usize, Hanging> = BTreeMap::new();
    for (&i, moves) in proved {
        let Some(view) = judged.get_mut(i) else { continue };
        for one in moves {
            let color = to_play(i);
            let gain = (one.after.mean_score - view.score) * sign(color);
            let is_first = view.best().is_some_and(|best| best.mv == one.at.to_string());
            if is_first {
                blind.extend((one.after.mean_score == view.score).then(|| (i, one.hanging.clone())));
            } else if gain >= BLIND {
                put_first(view, one);
                blind.insert(i, one.hanging.clone());
            }
        }
    }
    // whoever left those stones to such a move had a move for them, too
    for (i, hanging) in blind {
        let Some(before) = i.checked_sub(1) else { continue };
        let color = to_play(before);
        if color == to_play(i) {
            continue;
        }
        let owed = proved
            .get(&before)
            .into_iter()
            .flatten()
            .find(|one| one.hanging.stones.intersects(&hanging.stones) && one.at == one.hanging.for_side(color));
        if let Some(one) = owed {
            let view = &mut judged[before];
            let is_first = view.best().is_some_and(|best| best.mv == one.at.to_string());
            if !is_first && (view.score - one.after.mean_score) * sign(color) < BLIND {
                put_first(view, one);
            }
        }
    }
}

/// The proved move is the best one, and the position is worth what it leads to.
fn put_first(view: &mut Judged, one: &Proved) {
    let mv = one.at.to_string();
    let line = one.after.best().map(|best| best.line.clone()).unwrap_or_default();
    let (win_rate, score) = (1.0 - one.after.mean_win, one.after.mean_score);
    let visits = view.best().map_or(1, |best| best.visits);
    let was = view.top.iter().find(|option| option.mv == mv).map(|option| option.rank);
    view.top.retain(|option| option.mv != mv);
    let first = Option_ {
        line: std::iter::once(mv.clone()).chain(line).take(8).collect(),
        rank: 1,
        visits,
        win_rate,
        score,
        mv,
    };
    view.top.insert(0, first);
    for (rank, option) in view.top.iter_mut().enumerate() {
        option.rank = rank + 1;
    }
    if let Some(played) = view.played.as_mut() {
        let is_moved = was.is_none_or(|was| was > played.rank);
        played.rank = if played.mv == view.top[0].mv { 1 } else { played.rank + usize::from(is_moved) };
    }
    (view.win_rate, view.score) = (win_rate, score);
    (view.mean_win, view.mean_score) = (win_rate, score);
}

#[cfg(test)]
mod tests;
