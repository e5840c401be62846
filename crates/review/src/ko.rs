//! Kos as units: from the first capture to the last, threats and answers included.

use gosedai_board::{Color, Move, Point, Position};
use gosedai_explain::Evidence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::judge::sign;
use super::verdict::{Noise, Weighed};

/// A ko that was fought: it was taken, and taken back after a threat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoFight {
    /// Moves from the first capture to the last, from 0.
    pub first: usize,
    pub last: usize,
    /// Who took it last.
    pub winner: Color,
    /// Threats made before taking back, each with its answer behind it.
    pub threats: Vec<usize>,
}

impl KoFight {
    pub fn contains(&self, i: usize) -> bool {
        (self.first..=self.last).contains(&i)
    }
}

/// Moves between a capture and the next one of the same ko: threat and answer, now and then one exchange more.
const PATIENCE: usize = 6;

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
                threats.extend((i == last + 3).then_some(last + 1));
                last = i;
            }
        }
        if last > first {
            fights.push(KoFight { first, last, winner: moves[last].0, threats });
        }
    }
    fights
}

/// A ko has one verdict: where a side is worse off at its end than at its start, its costliest move answers for that. No
/// threat is a fault, and none is a feat.
pub fn as_units(weighed: &mut [Weighed], fights: &[KoFight], noise: Noise) {
    for fight in fights {
        let Some(moves) = weighed.get_mut(fight.first..=fight.last) else { continue };
        let change = moves[moves.len() - 1].score_after - moves[0].score_before;
        let is_fault = |m: &Weighed| -change * sign(m.color) >= noise.blamed_from();
        let to_blame = (0..moves.len())
            .filter(|&k| is_fault(&moves[k]) && !fight.threats.contains(&(fight.first + k)))
            .max_by(|&a, &b| moves[a].loss.total_cmp(&moves[b].loss));
        for (k, m) in moves.iter_mut().enumerate() {
            m.purpose = None;
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
    /// Who took it last.
    #[schemars(with = "gosedai_engine::schema::ColorName")]
    pub winner: String,
    /// Numbers of the threats.
    pub threats: Vec<usize>,
    /// What Black gained in points, exchanges elsewhere included.
    pub change: f64,
}

impl KoStory {
    pub fn of(fight: &KoFight, weighed: &[Weighed]) -> Option<KoStory> {
        let (start, end) = (weighed.get(fight.first)?.score_before, weighed.get(fight.last)?.score_after);
        Some(KoStory {
            first: fight.first + 1,
            last: fight.last + 1,
            winner: fight.winner.name().to_string(),
            threats: fight.threats.iter().map(|i| i + 1).collect(),
            change: ((end - start) * 10.0).round() / 10.0,
        })
    }

    pub fn evidence(&self) -> Evidence {
        let color = if self.winner == Color::Black.name() { Color::Black } else { Color::White };
        Evidence::new("review.story.ko")
            .arg("first", self.first)
            .arg("last", self.last)
            .arg("threats", self.threats.len())
            .arg("color", color)
    }
}

#[cfg(test)]
mod tests;
