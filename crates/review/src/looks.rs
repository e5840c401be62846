//! How a game is looked at: every position once, the moments that stand out for longer, and for those also what the
//! expected move and a pass of the opponent would have led to.

use std::collections::{BTreeMap, BTreeSet};

use gosedai_board::{Color, Move, Point, Position};
use gosedai_patterns::rank::Prediction;

use super::exchanges::{self, Kept};
use super::game::Prepared;
use super::judge::{Judged, Judging, Question, judge_all};
use super::ko::{self, KoFight};
use super::objects::Eye;
use super::proofs::{self, Hanging, Proved};
use super::store::Store;
use super::verdict::{Expected, Natural, Noise, Thresholds, Weighed, is_doubtful, is_promising, weigh};
use gosedai_engine::{ApiError, Context};

/// How much longer the second look is.
pub const SECOND_LOOK: u64 = 4;
/// The same for positions beside the game.
pub const SIDE_LOOK: u64 = 2;
/// How much longer the look is at what the second look would blame.
const THIRD_LOOK: u64 = 10;
/// At most this many moves get such a look: they are expensive.
const THIRD_LOOKS: usize = 20;
/// Share of the game's moves that may get a second look: what costs three points nearly always costs something, or is
/// not among the search's first moves, at the first look.
const SUSPECT_SHARE: f64 = 0.25;
/// The worst moves are looked at longer in any case: their lines are shown.
const SPOKEN_OF: usize = 20;
/// A move seems wrong from this many times the judge's noise on, and so many moves are no game to tell from.
const SEEMS_WRONG: f64 = 1.3;
const FEW_MOVES: f64 = 20.0;
/// Moves that may get one because they may be good.
const PROMISING: usize = 10;

/// Names of results in the store: the position itself, the second look, the expected move, the opponent's pass, the
/// third look.
const SECOND: usize = 1_000_000;
const NATURAL: usize = 2_000_000;
const PASSED: usize = 3_000_000;
const THIRD: usize = 4_000_000;
/// And what the reader proves: so many names for one position.
const PROVED: usize = 5_000_000;
const PROVED_EACH: usize = 8;
/// An exchange played where it was first there.
const WAITED: usize = 9_000_000;

/// Positions that are looked at before the first news of them.
const STRETCH: usize = 40;
/// So many moves of a game are looked into before it is judged as a whole, one of a stretch.
const EARLY: usize = 2;

/// Everything the judge said.
pub struct Looks {
    /// The position before each move, and the last one; second looks where there were any.
    pub judged: Vec<Judged>,
    second: BTreeSet<usize>,
    third: BTreeSet<usize>,
    pub naturals: BTreeMap<usize, Natural>,
    /// If the opponent passes after the move.
    pub passed: BTreeMap<usize, Judged>,
    pub kos: Vec<KoFight>,
    /// Exchanges that waited for their moment, by the threat.
    pub kept: BTreeMap<usize, Kept>,
    /// The judge's doubt in this game.
    pub noise: Noise,
    /// Moves that the first look alone makes faults of.
    clear: BTreeSet<usize>,
    /// Moves that the reader proves to decide something, by position.
    proved: BTreeMap<usize, Vec<Proved>>,
    /// Faults that were looked into at once.
    pub early: Vec<usize>,
}

/// The parts of a review in their order, for one bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Every position once, what the reader proves there, and the first faults.
    First,
    /// Part of the first; the bar waits for it.
    Early,
    Second,
    More,
    Third,
    Even,
    Beside,
    Passes,
    Comments,
}

impl Stage {
    pub const WHOLE: u64 = 100;

    /// Where the stage begins and ends in the whole; by the visits of a game.
    const fn share(self) -> (u64, u64) {
        match self {
            Stage::First | Stage::Early => (0, 36),
            Stage::Second => (36, 58),
            Stage::More => (58, 62),
            Stage::Third => (62, 84),
            Stage::Even => (84, 88),
            Stage::Beside => (88, 92),
            Stage::Passes => (92, 93),
            Stage::Comments => (93, 100),
        }
    }

    /// Where the bar stands when so much of the stage is done.
    pub fn at(self, done: usize, total: usize) -> u64 {
        let (from, to) = self.share();
        from + (to - from) * done.min(total) as u64 / total.max(1) as u64
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
    /// Moves that must get a comment.
    pub always: &'a [usize],
    pub cx: &'a Context,
}

impl Looking<'_> {
    /// The first look: every position, a stretch after the other. `looks` keeps what there is if it is interrupted, and `heard` is
    /// told after each stretch.
    pub fn first(&self, looks: &mut Looks, heard: &mut dyn FnMut(&Looks)) -> Result<(), ApiError> {
        let positions = &self.prepared.positions;
        for start in (0..positions.len()).step_by(STRETCH) {
            let end = (start + STRETCH).min(positions.len());
            let questions: Vec<Question> = (start..end).map(|i| (i, positions[i].clone(), self.played(i))).collect();
            let report = |n| self.report(Stage::First, start + n, positions.len());
            looks.judged.extend(judge_all(self.judging, &questions, self.store, &report, self.cx)?);
            self.prove(looks, start..end)?;
            // a move is judged by the position after it
            self.look_early(looks, start.saturating_sub(1)..end - 1)?;
            if end < positions.len() {
                heard(looks);
            }
        }
        self.settle_doubt(looks)
    }

    /// Nothing seen yet; as long as the game is not known as a whole, the doubt is the largest.
    pub fn begin(&self) -> Looks {
        let kos = ko::fights(&self.prepared.moves, &self.prepared.positions);
        let (judged, second, third, naturals, passed) = Default::default();
        let (clear, proved, early, kept) = Default::default();
        let noise = self.most_doubt();
        Looks { judged, second, third, naturals, passed, kos, kept, noise, clear, proved, early }
    }

    /// What was judged before an interruption and is not among the looks: the positions up to the first that is missing.
    pub fn keep_what_is_known(&self, looks: &mut Looks) {
        let known = looks.judged.len()..self.prepared.positions.len();
        looks.judged.extend(known.map_while(|i| self.store.get(i)));
    }

    fn most_doubt(&self) -> Noise {
        let usual = self.judging.noise();
        if self.judging.is_network() { usual.most() } else { usual }
    }

    /// The doubt of the judge in this game, and what is clear beyond it.
    fn settle_doubt(&self, looks: &mut Looks) -> Result<(), ApiError> {
        let usual = self.judging.noise();
        if !self.judging.is_network() {
            // our own players were measured
            let by_looks = if self.judging.is_built_in() { None } else { self.doubt_by_two_looks(looks)? };
            looks.noise = by_looks.unwrap_or(usual);
            return Ok(());
        }
        // how the doubt follows the faults was measured for the network alone
        looks.noise = usual;
        let losses: Vec<f64> = self.weigh(looks).iter().map(|m| m.loss).collect();
        let seems_wrong = losses.iter().filter(|&&loss| loss >= SEEMS_WRONG * usual.points).count() as f64;
        looks.noise = usual.among((seems_wrong + 1.0) / (losses.len() as f64 + FEW_MOVES));
        let limit = looks.noise.clear_from(usual);
        looks.clear = (0..losses.len()).filter(|&i| losses[i] >= limit).collect();
        Ok(())
    }

    /// The doubt of a judge of which nothing was measured: how far its longer look is from its first, at positions all over the game.
    /// Nothing, where it says the same both times: then it knows no looks of different length.
    fn doubt_by_two_looks(&self, looks: &Looks) -> Result<Option<Noise>, ApiError> {
        let count = looks.judged.len();
        let asked: Vec<usize> = (0..SAMPLE.min(count)).map(|k| (2 * k + 1) * count / (2 * SAMPLE.min(count))).collect();
        let question = |&i: &usize| (SECOND + i, self.prepared.positions[i].clone(), self.played(i));
        let questions: Vec<Question> = asked.iter().map(question).collect();
        let report = |_| self.report(Stage::First, count, count);
        let longer = judge_all(&self.judging.deeper(SECOND_LOOK), &questions, self.store, &report, self.cx)?;
        let apart = |of: &dyn Fn(&Judged) -> f64| {
            middle(asked.iter().zip(&longer).map(|(&i, longer)| (of(&looks.judged[i]) - of(longer)).abs()).collect())
        };
        let (points, chance) = (apart(&|judged| judged.score), apart(&|judged| judged.win_rate));
        Ok((points > 0.0).then(|| Noise::between_looks(points, chance)))
    }

    /// Asks the reader what the next move decides at these positions, and the judge about the moves it proves and did not look at.
    fn prove(&self, looks: &mut Looks, range: std::ops::Range<usize>) -> Result<(), ApiError> {
        let positions = &self.prepared.positions;
        let first = range.start;
        let mut found: Vec<(usize, Hanging)> = Vec::new();
        for (i, hanging) in self.hanging(range)? {
            found.extend(hanging.into_iter().map(|hanging| (i, hanging)));
        }
        let mut questions: Vec<Question> = Vec::new();
        let mut asked: Vec<(usize, Point, Hanging)> = Vec::new();
        for (k, (i, hanging)) in found.into_iter().enumerate() {
            let at = hanging.for_side(positions[i].to_play());
            let mut after = positions[i].clone();
            if proofs::is_open_question(&looks.judged[i], at) && after.play(Move::Play(at)).is_ok() {
                // the place among the questions of a stretch names it
                questions.push((PROVED + PROVED_EACH * first + k, after, None));
                asked.push((i, at, hanging));
            }
        }
        let report = |_| self.report(Stage::First, first, positions.len());
        let judged = judge_all(&self.judging.deeper(SIDE_LOOK), &questions, self.store, &report, self.cx)?;
        for ((i, at, hanging), after) in asked.into_iter().zip(judged) {
            looks.proved.entry(i).or_default().push(Proved { at, hanging, after });
        }
        self.mend(looks);
        Ok(())
    }

    /// Stones that hang on the next move, by position; on several threads, in fixed portions, so that their number changes nothing.
    fn hanging(&self, range: std::ops::Range<usize>) -> Result<Vec<(usize, Vec<Hanging>)>, ApiError> {
        const PORTION: usize = 12;
        let all: Vec<usize> = range.collect();
        let portions: Vec<&[usize]> = all.chunks(PORTION).collect();
        let read = |portion: &[usize]| -> Result<Vec<(usize, Vec<Hanging>)>, ApiError> {
            let (mut eye, mut reader) = (Eye::new(self.cx)?, proofs::reader());
            let one = |&i: &usize| {
                self.cx.go_on()?;
                Ok((i, proofs::hanging(&self.prepared.positions[i], &mut eye, &mut reader)))
            };
            portion.iter().map(one).collect()
        };
        let mut found = Vec::new();
        for several in portions.chunks(self.judging.threads.clamp(1, 64)) {
            let parts: Vec<Result<_, ApiError>> = std::thread::scope(|scope| {
                let threads: Vec<_> = several.iter().map(|portion| scope.spawn(|| read(portion))).collect();
                threads.into_iter().map(|thread| gosedai_memory::joined(thread.join())).collect()
            });
            for part in parts {
                found.extend(part?);
            }
        }
        Ok(found)
    }

    fn mend(&self, looks: &mut Looks) {
        let to_play = |i: usize| self.prepared.positions[i].to_play();
        proofs::mend(&mut looks.judged, &looks.proved, &to_play);
    }

    /// Faults beyond the largest doubt at three looks, no part of a ko: they can be told while the rest is still judged.
    fn look_early(&self, looks: &mut Looks, moves: std::ops::Range<usize>) -> Result<(), ApiError> {
        let limit = self.most_doubt().blamed_from();
        let weighed = self.weigh(looks);
        let in_ko = |i: usize| looks.kos.iter().any(|ko| ko.contains(i) || ko.contains(i + 1));
        let mut found: Vec<&Weighed> =
            weighed[moves].iter().filter(|m| m.loss >= limit && m.mv != Move::Pass && !in_ko(m.number - 1)).collect();
        found.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.number.cmp(&b.number)));
        found.truncate(usize::from(looks.early.len() < EARLY));
        let found: Vec<usize> = found.iter().map(|m| m.number - 1).collect();
        let known = looks.judged.len();
        // the answer, too: what it undoes was a threat
        let wanted: BTreeSet<usize> = found.iter().flat_map(|&i| [i, i + 1, i + 2]).filter(|&i| i < known).collect();
        self.look(looks, &wanted, SECOND, SECOND_LOOK, Stage::Early)?;
        let second = self.weigh(looks);
        self.look(looks, &wanted, THIRD, THIRD_LOOK, Stage::Early)?;
        looks.third.extend(wanted);
        let third = self.weigh(looks);
        let stays = |i: &usize| [&second, &third].iter().all(|weighed| weighed[*i].loss >= limit);
        looks.early.extend(found.into_iter().filter(stays));
        Ok(())
    }

    /// One bar for the whole review.
    fn report(&self, stage: Stage, done: usize, total: usize) {
        if stage == Stage::Early {
            return;
        }
        self.cx.report(stage.at(done, total), Stage::WHOLE, format!("reviewing {}", self.title));
    }

    fn played(&self, i: usize) -> Option<Move> {
        self.prepared.moves.get(i).map(|m| m.1)
    }

    pub fn weigh(&self, looks: &Looks) -> Vec<Weighed> {
        // both positions were looked at equally long, and for longer than all the others
        let both = |seen: &BTreeSet<usize>, i: usize| [i, i + 1].map(|i| seen.contains(&i));
        let is_even =
            |i: usize| both(&looks.second, i) == [true; 2] && matches!(both(&looks.third, i), [a, b] if a == b);
        let confirmed = |i: usize| is_even(i) || looks.clear.contains(&i);
        let count = looks.judged.len().saturating_sub(1);
        let (moves, expected) = (&self.prepared.moves[..count], &self.expected[..count]);
        let noise = looks.noise;
        let mut weighed = weigh(moves, &looks.judged, expected, noise, &self.limits, &confirmed, &looks.naturals);
        ko::as_units(&mut weighed, &looks.kos, noise);
        weighed
    }

    /// Looks longer at what stands out, and longest where that leaves a doubt.
    pub fn again(&self, looks: &mut Looks) -> Result<(), ApiError> {
        let suspects = self.suspects(looks);
        self.look_twice(looks, &suspects, Stage::Second)?;
        // a longer look may find that the move before or after was the fault
        let more: Vec<usize> = self.suspects(looks).into_iter().filter(|i| !suspects.contains(i)).collect();
        self.look_twice(looks, &more, Stage::More)?;
        self.look_longest(looks)?;
        let all: Vec<usize> = suspects.into_iter().chain(more).collect();
        self.compare(looks, &all)
    }

    /// What the second look would blame is looked at for longest; only what both blame is. Where there is too much of it,
    /// as in games of weak players, the moves nearest to the limit are those in doubt.
    fn look_longest(&self, looks: &mut Looks) -> Result<(), ApiError> {
        let weighed = self.weigh(looks);
        let mut found: Vec<&Weighed> = weighed.iter().filter(|m| m.is_mistake()).collect();
        found.sort_by(|a, b| a.loss.total_cmp(&b.loss).then(a.number.cmp(&b.number)));
        found.truncate(THIRD_LOOKS);
        let sides = found.iter().flat_map(|m| [m.number - 1, m.number]);
        let wanted: BTreeSet<usize> = sides.filter(|i| !looks.third.contains(i)).collect();
        self.look(looks, &wanted, THIRD, THIRD_LOOK, Stage::Third)?;
        looks.third.extend(wanted);
        // a long look beside a shorter one makes a loss of its own: both sides of what seems wrong now are looked at alike
        for _ in 0..2 {
            let in_doubt = |m: &Weighed| m.blamable && !looks.clear.contains(&(m.number - 1)) || m.turning.is_some();
            let seems_wrong = self.weigh(looks).into_iter().filter(in_doubt);
            let sides = seems_wrong.map(|m| [m.number - 1, m.number]);
            let uneven = sides.filter(|sides| sides.iter().filter(|i| looks.third.contains(i)).count() == 1);
            let missing: BTreeSet<usize> = uneven.flatten().filter(|i| !looks.third.contains(i)).collect();
            self.look(looks, &missing, THIRD, THIRD_LOOK, Stage::Even)?;
            looks.third.extend(missing);
        }
        Ok(())
    }

    /// Moves that may deserve praise or blame, those that matter most first.
    fn suspects(&self, looks: &Looks) -> Vec<usize> {
        let noise = looks.noise;
        let most = ((self.prepared.moves.len() as f64 * SUSPECT_SHARE) as usize).max(self.always.len());
        let mut wrong: Vec<(f64, usize, usize)> = Vec::new();
        let mut good: Vec<(f64, usize)> = Vec::new();
        for (i, m) in self.weigh(looks).iter().enumerate() {
            if self.always.contains(&m.number) || m.turning.is_some() {
                wrong.push((f64::INFINITY, m.search_rank, i));
            } else if is_doubtful(m, noise) {
                wrong.push((m.loss, m.search_rank, i));
            } else if is_promising(m, noise, &self.limits) {
                good.push((m.expected.share, i));
            }
        }
        wrong.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
        // after those that will be spoken of, what is clear already can wait
        let spoken_of = wrong.len().min(SPOKEN_OF);
        wrong[spoken_of..].sort_by_key(|w| looks.clear.contains(&w.2));
        wrong.truncate(most);
        good.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        good.truncate(PROMISING);
        wrong.into_iter().map(|w| w.2).chain(good.into_iter().map(|g| g.1)).collect()
    }

    fn look_twice(&self, looks: &mut Looks, suspects: &[usize], stage: Stage) -> Result<(), ApiError> {
        let wanted = suspects.iter().flat_map(|&i| [i, i + 1]).filter(|i| !looks.second.contains(i)).collect();
        self.look(looks, &wanted, SECOND, SECOND_LOOK, stage)
    }

    /// Looks at positions for longer; what was seen before is replaced.
    fn look(
        &self,
        looks: &mut Looks,
        wanted: &BTreeSet<usize>,
        name: usize,
        times: u64,
        stage: Stage,
    ) -> Result<(), ApiError> {
        let positions = &self.prepared.positions;
        let questions: Vec<Question> =
            wanted.iter().map(|&i| (name + i, positions[i].clone(), self.played(i))).collect();
        let total = questions.len();
        let deeper = self.judging.deeper(times);
        let judged = judge_all(&deeper, &questions, self.store, &|n| self.report(stage, n, total), self.cx)?;
        for (&i, judged) in wanted.iter().zip(judged) {
            looks.judged[i] = judged;
            looks.second.insert(i);
        }
        self.mend(looks);
        Ok(())
    }

    /// The position after the move one would have expected instead.
    fn compare(&self, looks: &mut Looks, suspects: &[usize]) -> Result<(), ApiError> {
        let weighed = self.weigh(looks);
        let noise = looks.noise;
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
        let judged = judge_all(&side, &questions, self.store, &|n| self.report(Stage::Beside, n, total), self.cx)?;
        for ((i, mv), judged) in asked.into_iter().zip(judged) {
            let line = judged.best().map(|best| best.line.clone()).unwrap_or_default();
            let natural = Natural { mv, win_rate: 1.0 - judged.mean_win, score: judged.mean_score, line };
            looks.naturals.insert(i, natural);
        }
        Ok(())
    }

    /// Exchanges that were there long before they were played: what they would have cost then, by the same look before and after.
    pub fn kept(&self, looks: &mut Looks) -> Result<(), ApiError> {
        let positions = &self.prepared.positions;
        let weighed = self.weigh(looks);
        let mut asked: Vec<exchanges::Waited> = Vec::new();
        let mut questions: Vec<Question> = Vec::new();
        for waited in exchanges::waited(&weighed, looks, positions, &mut proofs::reader()) {
            let mut early = positions[waited.since].clone();
            if early.play(weighed[waited.index].mv).is_ok() {
                questions.push((WAITED + 2 * waited.index, positions[waited.since].clone(), None));
                questions.push((WAITED + 2 * waited.index + 1, early, None));
                asked.push(waited);
            }
        }
        let total = questions.len();
        let longer = self.judging.deeper(SECOND_LOOK);
        let judged = judge_all(&longer, &questions, self.store, &|n| self.report(Stage::Beside, n, total), self.cx)?;
        for (waited, views) in asked.into_iter().zip(judged.chunks(2)) {
            let own = &weighed[waited.index];
            let spared = (views[0].score - views[1].mean_score) * super::judge::sign(own.color);
            if spared < looks.noise.blamed_from() {
                continue;
            }
            let now = weighed[waited.index + 1].mv.to_string();
            let answer = views[1].best().map(|best| best.mv.clone()).filter(|answer| *answer != now);
            let spared = (spared * 10.0).round() / 10.0;
            looks.kept.insert(waited.index, Kept { since: waited.since + 1, spared, answer });
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
        let judged = judge_all(&side, &questions, self.store, &|n| self.report(Stage::Passes, n, total), self.cx)?;
        looks.passed = questions.iter().map(|q| q.0 - PASSED).zip(judged).collect();
        Ok(())
    }
}

/// Positions of a game at which a judge is asked twice.
const SAMPLE: usize = 12;

fn middle(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(0.0)
}

/// A chance of the mover as Black's.
pub fn for_black(chance: f64, mover: Color) -> f64 {
    let chance = if mover == Color::Black { chance } else { 1.0 - chance };
    (chance * 1e4).round() / 1e4
}
