//! Kos as units: from the first capture to the move that ends them and what the other side gets for it, threats and answers
//! included.

use gosedai_board::{Board, Color, Move, Point, Position};
use gosedai_explain::{Arg, Evidence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::judge::sign;
use super::regions::distance;
use super::verdict::{Noise, Weighed};

/// A ko that was fought: it was taken, and taken back after a threat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoFight {
    /// Moves from the first capture to the last, from 0.
    pub first: usize,
    pub last: usize,
    /// The last move of the story: what the loser got for a threat that was not answered, else the move that ended the ko.
    pub end: usize,
    /// The move that ended it, where one did soon.
    pub ended: Option<usize>,
    /// Who ended it, else who took it last.
    pub winner: Color,
    /// Threats that were answered; the other side's move stands behind each.
    pub threats: Vec<usize>,
    /// The last move of the other side before the ko was ended, which was not answered.
    pub ignored: Option<usize>,
    /// Where it is: the two points that were taken in turn.
    pub place: [Point; 2],
}

impl KoFight {
    pub fn contains(&self, i: usize) -> bool {
        (self.first..=self.end).contains(&i)
    }

    pub fn is_threat(&self, i: usize) -> bool {
        self.threats.contains(&i) || self.ignored == Some(i)
    }
}

/// Moves between a capture and the next one of the same ko: threat and answer, now and then one or two exchanges more.
const PATIENCE: usize = 8;

/// The kos of a game. `positions[i]` stands before move i.
pub fn fights(moves: &[(Color, Move)], positions: &[Position]) -> Vec<KoFight> {
    // the stone that takes, and the stone taken: the other way round it is the same ko
    let takes: Vec<(usize, [Point; 2])> = (0..moves.len().min(positions.len().saturating_sub(1)))
        .filter_map(|i| {
            let Move::Play(at) = moves[i].1 else { return None };
            let taken = positions[i + 1].board().ko(moves[i].0.opponent())?;
            Some((i, [at.min(taken), at.max(taken)]))
        })
        .collect();
    let mut fights: Vec<KoFight> = Vec::new();
    let mut used = vec![false; takes.len()];
    for start in 0..takes.len() {
        if used[start] {
            continue;
        }
        let (first, place) = takes[start];
        let (mut last, mut threats) = (first, Vec::new());
        for k in start + 1..takes.len() {
            let (i, other) = takes[k];
            if i > last + PATIENCE {
                break;
            }
            if other == place && moves[i].0 != moves[last].0 {
                used[k] = true;
                threats.extend((last + 1..i).step_by(2).filter(|&t| is_threat(moves, t, moves[i].0)));
                last = i;
            }
        }
        if last > first {
            let is_next = |take: &&(usize, [Point; 2])| take.0 > last && take.1 != place && near(&take.1, &place);
            let next = takes.iter().find(is_next).map(|take| take.0);
            let (winner, ended, ignored) = (moves[last].0, None, None);
            let fight = KoFight { first, last, end: last, ended, winner, threats, ignored, place };
            fights.push(finished(moves, positions, fight, next));
        }
    }
    one_story(fights)
}

/// Lines between the points of a ko in stages.
const STAGES: usize = 2;

fn near(a: &[Point; 2], b: &[Point; 2]) -> bool {
    a.iter().any(|&p| b.iter().any(|&q| distance(p, q) <= STAGES))
}

/// A ko beside another, fought while that one lasts, is a stage of it.
fn one_story(fights: Vec<KoFight>) -> Vec<KoFight> {
    let is_stage = |a: &KoFight| {
        fights.iter().any(|b| {
            b.first < a.first && a.last <= b.end && near(&a.place, &b.place) && b.last - b.first > a.last - a.first
        })
    };
    fights.iter().filter(|fight| !is_stage(fight)).cloned().collect()
}

/// A move on the board of the side that wants to take back.
fn is_threat(moves: &[(Color, Move)], i: usize, color: Color) -> bool {
    moves[i].0 == color && moves[i].1 != Move::Pass
}

/// How a ko ended after its last capture: threats that were still answered, the one that was not, and who ended it.
fn finished(moves: &[(Color, Move)], positions: &[Position], mut fight: KoFight, next: Option<usize>) -> KoFight {
    let (taker, loser) = (moves[fight.last].0, moves[fight.last].0.opponent());
    let Move::Play(stone) = moves[fight.last].1 else { return fight };
    let mouth = if fight.place[0] == stone { fight.place[1] } else { fight.place[0] };
    let until = (fight.last + PATIENCE).min(moves.len().min(positions.len() - 1) - 1);
    // the next stage of a ko tells its own end
    let until = until.min(next.map_or(until, |next| next - 1));
    let over = (fight.last + 1..=until).find_map(|i| Some((i, owner(positions[i + 1].board(), stone, mouth, taker)?)));
    let Some((i, winner)) = over else {
        // given up in the middle of the ko: the last moves were threats, too
        if until + 1 == moves.len() && until > fight.last {
            let mut tried: Vec<usize> = (fight.last + 1..=until).filter(|&t| is_threat(moves, t, loser)).collect();
            fight.ignored = tried.pop();
            fight.threats.extend(tried);
            fight.end = until;
        }
        return fight;
    };
    (fight.ended, fight.winner, fight.end) = (Some(i), winner, i);
    let tried: Vec<usize> = (fight.last + 1..i).filter(|&t| is_threat(moves, t, loser)).collect();
    if winner == taker && moves[i].0 == taker {
        // the last of them was not answered, and what it threatened is part of the story
        let (ignored, answered) = tried.split_last().map_or((None, &[][..]), |(last, others)| (Some(*last), others));
        fight.threats.extend(answered);
        fight.ignored = ignored;
        if moves.get(i + 1).is_some_and(|next| next.0 == loser) && i + 2 < positions.len() {
            fight.end = i + 1;
        }
    } else {
        fight.threats.extend(tried);
    }
    fight
}

/// Whose the ko is, once it cannot be taken back: the mouth is filled, the stone is gone, or taking there takes nothing.
fn owner(board: &Board, stone: Point, mouth: Point, taker: Color) -> Option<Color> {
    if !board.at(stone).is(taker) {
        return Some(taker.opponent());
    }
    if !board.is_empty(mouth) {
        return if board.at(mouth).is(taker) { Some(taker) } else { Some(taker.opponent()) };
    }
    (board.liberty_count(stone) > 1).then_some(taker)
}

/// A ko has one verdict: where a side is worse off at its end than at its start, its costliest move answers for that. No
/// threat is a fault, and none is a feat.
pub fn as_units(weighed: &mut [Weighed], fights: &[KoFight], noise: Noise) {
    for fight in fights {
        let Some(moves) = weighed.get_mut(fight.first..=fight.end) else { continue };
        let change = moves[moves.len() - 1].score_after - moves[0].score_before;
        let is_fault = |m: &Weighed| -change * sign(m.color) >= noise.blamed_from();
        let to_blame = (0..moves.len())
            .filter(|&k| is_fault(&moves[k]) && !fight.is_threat(fight.first + k))
            .max_by(|&a, &b| moves[a].loss.total_cmp(&moves[b].loss));
        for (k, m) in moves.iter_mut().enumerate() {
            m.purpose = None;
            m.ko_threat |= fight.is_threat(fight.first + k);
            if Some(k) != to_blame {
                (m.blamable, m.decisive) = (false, false);
            }
        }
    }
}

/// A ko of the game as the report tells it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KoStory {
    /// Numbers of the first and the last capture.
    pub first: usize,
    pub last: usize,
    /// Its last move: the one that ended it, or what the other side got for that.
    pub end: usize,
    /// The two points that were taken in turn.
    pub place: [String; 2],
    /// Who won it; who took it last, where no move ended it.
    #[schemars(with = "gosedai_engine::schema::ColorName")]
    pub winner: String,
    /// The move that ended it.
    pub ended: Option<usize>,
    /// Numbers of the threats that were answered.
    pub threats: Vec<usize>,
    /// The move that was not answered: the winner ended the ko instead.
    pub ignored: Option<usize>,
    /// How many of the threats were Black's and White's.
    pub by_side: [usize; 2],
    /// What Black gained in points, exchanges elsewhere included.
    pub change: f64,
}

impl KoStory {
    pub fn of(fight: &KoFight, weighed: &[Weighed]) -> Option<KoStory> {
        let (start, end) = (weighed.get(fight.first)?.score_before, weighed.get(fight.end)?.score_after);
        let of = |color: Color| fight.threats.iter().filter(|&&i| weighed[i].color == color).count();
        Some(KoStory {
            first: fight.first + 1,
            last: fight.last + 1,
            end: fight.end + 1,
            place: fight.place.map(|point| point.to_string()),
            winner: fight.winner.name().to_string(),
            ended: fight.ended.map(|i| i + 1),
            threats: fight.threats.iter().map(|i| i + 1).collect(),
            ignored: fight.ignored.map(|i| i + 1),
            by_side: Color::BOTH.map(of),
            change: ((end - start) * 10.0).round() / 10.0,
        })
    }

    fn color(&self) -> Color {
        if self.winner == Color::Black.name() { Color::Black } else { Color::White }
    }

    /// The ko in one sentence.
    pub fn evidence(&self) -> Evidence {
        Evidence::new(if self.ended.is_some() { "review.story.ko" } else { "review.story.ko_open" })
            .arg("first", self.first)
            .arg("last", self.ended.unwrap_or(self.last))
            .arg("at", Arg::Text(self.place[0].clone()))
            .arg("threats", self.threats.len())
            .arg("black", self.by_side[0])
            .arg("white", self.by_side[1])
            .arg("color", self.color())
    }

    /// How it came to its end, and what that did to the game. `least` points are told apart.
    pub fn sequel(&self, moves: &[super::MoveReview], least: f64) -> Vec<Evidence> {
        let mut found = Vec::new();
        let mv = |number: usize| Arg::Text(moves.get(number - 1).map(|m| m.mv.clone()).unwrap_or_default());
        if let (Some(ended), Some(ignored)) = (self.ended, self.ignored) {
            let evidence = Evidence::new("review.ko.ended").arg("color", self.color()).arg("ended", ended);
            let evidence = evidence.arg("ignored", ignored).arg("at", mv(ignored));
            found.push(evidence.arg("loser", self.color().opponent()).arg("by", mv(ended)));
        }
        let gainer = if self.change > 0.0 { Color::Black } else { Color::White };
        let rule = if self.change.abs() < least { "review.ko.even" } else { "review.ko.gain" };
        found.push(Evidence::new(rule).arg("color", gainer).arg("points", self.change.abs().round() as i64));
        found
    }
}

#[cfg(test)]
mod tests;
