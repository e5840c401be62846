//! How a game is looked at: every position once, the moments that stand out for longer, and for those also what the
//! expected move and a pass of the opponent would have led to.

use std::collections::{BTreeMap, BTreeSet};

use gosedai_board::{Color, Move, Position};
use gosedai_patterns::rank::Prediction;

use super::game::Prepared;
use super::judge::{Judged, Judging, Question, judge_all};
use super::store::Store;
use super::verdict::{Expected, Natural, Thresholds, Weighed, is_doubtful, is_promising, weigh};
use crate::{ApiError, Context};

/// How much longer the second look is.
pub const SECOND_LOOK: u64 = 5;
/// The same for positions beside the game.
pub const SIDE_LOOK: u64 = 2;
/// How much longer the look is at a position that differs from both of its neighbours.
const THIRD_LOOK: u64 = 20;
/// At most this many such looks a round: they are expensive.
const THIRD_LOOKS: usize = 4;
/// Points by which such a position differs from the one before and the one after, in the same direction.
const SPIKE: f64 = 3.0;
/// The same as a chance to win.
const SPIKE_CHANCE: f64 = 0.12;
/// At most this many moves get a second look for each comment that will be made.
const SUSPECTS_PER_COMMENT: f64 = 1.5;
/// Share of the game's moves that may also get one because the first look left a doubt.
const DOUBTFUL_SHARE: f64 = 0.25;

/// Names of results in the store: the position itself, the second look, the expected move, the opponent's pass, the
/// third look.
const SECOND: usize = 1_000_000;
const NATURAL: usize = 2_000_000;
const PASSED: usize = 3_000_000;
const THIRD: usize = 4_000_000;

/// Everything the judge said.
pub struct Looks {
    /// The position before each move, and the last one; second looks where there were any.
    pub judged: Vec<Judged>,
    second: BTreeSet<usize>,
    third: BTreeSet<usize>,
    pub naturals: BTreeMap<usize, Natural>,
    /// If the opponent passes after the move.
    pub passed: BTreeMap<usize, Judged>,
}

impl Looks {
    /// The first look alone.
    fn of(judged: Vec<Judged>) -> Looks {
        Looks {
            judged,
            second: BTreeSet::new(),
            third: BTreeSet::new(),
            naturals: BTreeMap::new(),
            passed: BTreeMap::new(),
        }
    }
}

/// What is needed to look.
pub struct Looking<'a> {
    pub prepared: &'a Prepared,
    pub judging: &'a Judging,
    pub predictions: &'a [Prediction],
    pub expected: &'a [Expected],
    pub limits: Thresholds,
    pub store: &'a Store,
    pub title: &'a str,
    /// Comments to be made at most, and moves that must get one.
    pub comments: usize,
    pub always: &'a [usize],
    pub cx: &'a Context,
}

impl Looking<'_> {
    /// The first look: every position.
    pub fn first(&self) -> Result<Looks, ApiError> {
        let positions = &self.prepared.positions;
        let questions: Vec<Question> =
            (0..positions.len()).map(|i| (i, positions[i].clone(), self.played(i))).collect();
        let judged = judge_all(self.judging, &questions, self.store, &|n| self.report(n, positions.len()), self.cx)?;
        Ok(Looks::of(judged))
    }

    /// What the first look has found before it was interrupted: the positions up to the first that is missing.
    pub fn begun(&self) -> Looks {
        let judged = (0..self.prepared.positions.len()).map_while(|i| self.store.get(i)).collect();
        Looks::of(judged)
    }

    fn report(&self, done: usize, total: usize) {
        self.cx.report(done as u64, total as u64, format!("reviewing {}", self.title));
    }

    fn played(&self, i: usize) -> Option<Move> {
        self.prepared.moves.get(i).map(|m| m.1)
    }

    pub fn weigh(&self, looks: &Looks) -> Vec<Weighed> {
        let confirmed = |i: usize| looks.second.contains(&i) && looks.second.contains(&(i + 1));
        let count = looks.judged.len().saturating_sub(1);
        let (moves, expected) = (&self.prepared.moves[..count], &self.expected[..count]);
        weigh(moves, &looks.judged, expected, self.judging.noise(), &self.limits, &confirmed, &looks.naturals)
    }

    /// Looks longer at what stands out, until nothing new does.
    pub fn again(&self, looks: &mut Looks) -> Result<(), ApiError> {
        let most = ((self.comments as f64 * SUSPECTS_PER_COMMENT) as usize).max(self.always.len());
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut left = most;
        for round in 0..3 {
            let mut suspects = self.suspects(looks, &seen, left);
            left -= suspects.len();
            if round == 0 {
                let doubtful = (self.prepared.moves.len() as f64 * DOUBTFUL_SHARE) as usize;
                suspects.extend(self.doubtful(looks, &suspects, doubtful));
            }
            if suspects.is_empty() {
                break;
            }
            seen.extend(&suspects);
            self.look_twice(looks, &suspects)?;
            self.look_at_spikes(looks)?;
            self.compare(looks, &suspects)?;
        }
        Ok(())
    }

    /// A single position that looks much better or worse than the one before it and the one after it is more often the
    /// judge's mistake than two mistakes of the players in a row; and where a side gains by its own move the judge has
    /// not seen that move.
    fn look_at_spikes(&self, looks: &mut Looks) -> Result<(), ApiError> {
        let mut spikes: Vec<(f64, usize)> = spikes(&looks.judged).filter(|s| looks.second.contains(&s.1)).collect();
        spikes.extend(gains(&looks.judged, &self.prepared.moves));
        spikes.retain(|s| !looks.third.contains(&s.1));
        spikes.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut asked = BTreeSet::new();
        spikes.retain(|s| asked.insert(s.1));
        spikes.truncate(THIRD_LOOKS);
        let positions = &self.prepared.positions;
        let questions: Vec<Question> =
            spikes.iter().map(|&(_, i)| (THIRD + i, positions[i].clone(), self.played(i))).collect();
        let total = questions.len();
        let longer = self.judging.deeper(THIRD_LOOK);
        let judged = judge_all(&longer, &questions, self.store, &|n| self.report_second(n, total), self.cx)?;
        for ((_, i), judged) in spikes.into_iter().zip(judged) {
            looks.judged[i] = judged;
            looks.third.insert(i);
        }
        Ok(())
    }

    /// Moves that may deserve praise or blame, those that matter most first.
    fn suspects(&self, looks: &Looks, seen: &BTreeSet<usize>, most: usize) -> Vec<usize> {
        let noise = self.judging.noise();
        let mut found: Vec<(f64, usize)> = Vec::new();
        for (i, m) in self.weigh(looks).iter().enumerate() {
            if seen.contains(&i) {
                continue;
            }
            let weight = if self.always.contains(&m.number) {
                f64::INFINITY
            } else if m.turning.is_some() {
                50.0
            } else if m.looks_wrong() {
                m.loss + 40.0 * m.dropped()
            } else if is_promising(m, noise, &self.limits) {
                // the rarer the more interesting: 6 for one in 33, 10 for one in 1000
                -m.expected.share.max(1e-3).log2() + 1.0
            } else {
                continue;
            };
            found.push((weight, i));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.truncate(most);
        found.into_iter().map(|(_, i)| i).collect()
    }

    /// Moves whose first look is not to be trusted: the costliest first, then those the search ranks lowest.
    fn doubtful(&self, looks: &Looks, suspects: &[usize], most: usize) -> Vec<usize> {
        let noise = self.judging.noise();
        let mut found: Vec<(f64, usize, usize)> = Vec::new();
        for (i, m) in self.weigh(looks).iter().enumerate() {
            let decided = !(0.02..0.98).contains(&m.win_before) && m.loss <= noise.points;
            if is_doubtful(m, noise) && !decided && !suspects.contains(&i) {
                found.push((m.loss + 40.0 * m.dropped(), m.search_rank, i));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
        found.truncate(most);
        found.into_iter().map(|(_, _, i)| i).collect()
    }

    fn look_twice(&self, looks: &mut Looks, suspects: &[usize]) -> Result<(), ApiError> {
        let wanted: BTreeSet<usize> =
            suspects.iter().flat_map(|&i| [i, i + 1]).filter(|i| !looks.second.contains(i)).collect();
        let positions = &self.prepared.positions;
        let questions: Vec<Question> =
            wanted.iter().map(|&i| (SECOND + i, positions[i].clone(), self.played(i))).collect();
        let deeper = self.judging.deeper(SECOND_LOOK);
        let total = questions.len();
        let judged = judge_all(&deeper, &questions, self.store, &|n| self.report_second(n, total), self.cx)?;
        for (i, judged) in wanted.into_iter().zip(judged) {
            looks.judged[i] = judged;
            looks.second.insert(i);
        }
        Ok(())
    }

    fn report_second(&self, done: usize, total: usize) {
        self.cx.report(done as u64, total as u64, format!("looking again at the moments of {}", self.title));
    }

    /// The position after the move one would have expected instead.
    fn compare(&self, looks: &mut Looks, suspects: &[usize]) -> Result<(), ApiError> {
        let weighed = self.weigh(looks);
        let noise = self.judging.noise();
        let mut asked: Vec<(usize, Move)> = Vec::new();
        let mut questions: Vec<Question> = Vec::new();
        for &i in suspects {
            let m = &weighed[i];
            if !(is_promising(m, noise, &self.limits) || self.always.contains(&m.number)) {
                continue;
            }
            let Some(natural) = self.natural(i) else { continue };
            let mut position = self.prepared.positions[i].clone();
            if position.play(natural).is_ok() {
                asked.push((i, natural));
                questions.push((NATURAL + i, position, None));
            }
        }
        let total = questions.len();
        let side = self.judging.deeper(SIDE_LOOK);
        let judged = judge_all(&side, &questions, self.store, &|n| self.report_second(n, total), self.cx)?;
        for ((i, mv), judged) in asked.into_iter().zip(judged) {
            let line = judged.best().map(|best| best.line.clone()).unwrap_or_default();
            let natural = Natural { mv, win_rate: 1.0 - judged.win_rate, score: judged.score, line };
            looks.naturals.insert(i, natural);
        }
        Ok(())
    }

    /// The move one would expect first, if it was not played.
    fn natural(&self, i: usize) -> Option<Move> {
        let played = self.played(i)?;
        let first = self.predictions[i].moves.first().map(|m| Move::Play(m.0))?;
        (first != played).then_some(first)
    }

    /// The positions after the chosen moves if the opponent plays elsewhere: what is threatened.
    pub fn passes(&self, looks: &mut Looks, chosen: &[usize]) -> Result<(), ApiError> {
        // the mover simply moves again: a real pass could be followed by a second one, which would end the game
        let after = |i: usize| -> Position {
            let mut position = self.prepared.positions[i + 1].clone();
            position.set_to_play(self.prepared.moves[i].0);
            position
        };
        let questions: Vec<Question> = chosen.iter().map(|&i| (PASSED + i, after(i), None)).collect();
        let total = questions.len();
        let side = self.judging.deeper(SIDE_LOOK);
        let judged = judge_all(&side, &questions, self.store, &|n| self.report_second(n, total), self.cx)?;
        looks.passed = questions.iter().map(|q| q.0 - PASSED).zip(judged).collect();
        Ok(())
    }
}

/// Positions that stand out against both neighbours in the same direction, and by how many points.
fn spikes(judged: &[Judged]) -> impl Iterator<Item = (f64, usize)> + '_ {
    judged.windows(3).enumerate().filter_map(|(i, three)| {
        let (up, down) = (three[1].score - three[0].score, three[1].score - three[2].score);
        let least = up.abs().min(down.abs());
        (up * down > 0.0 && least >= SPIKE).then_some((least, i + 1))
    })
}

/// Positions whose move, once played, looks much better to the judge than the position did: by how many points.
fn gains<'a>(judged: &'a [Judged], moves: &'a [(Color, Move)]) -> impl Iterator<Item = (f64, usize)> + 'a {
    judged.windows(2).zip(moves).enumerate().filter_map(|(i, (two, &(color, _)))| {
        let points = (two[1].score - two[0].score) * f64::from(color.sign());
        let next_is_other = moves.get(i + 1).is_none_or(|next| next.0 != color);
        let after = if next_is_other { 1.0 - two[1].win_rate } else { two[1].win_rate };
        let gain = points.max((after - two[0].win_rate) * SPIKE / SPIKE_CHANCE);
        (gain >= SPIKE).then_some((gain, i))
    })
}

/// A chance of the mover as Black's.
pub fn for_black(chance: f64, mover: Color) -> f64 {
    let chance = if mover == Color::Black { chance } else { 1.0 - chance };
    (chance * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests;
