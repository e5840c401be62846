//! Five approach kos played against each other in the neutral threat environment: the sum is x (2x), whoever begins.
//!
//! Not arithmetic on means: the sum is a game with a referee. Five kos, each a position of `Ka1 ⇄ Kb1 → Kb0 ⇄ Ka0`, a side that
//! may not retake can threaten with any size, the other side ignores (finishes the ko, the threat is carried out) or answers, and
//! then has the ko retaken and threatens back with the same size, which is ignored: the fair trade of the environment.

use std::collections::HashMap;

/// Positions of one ko, x for Black at stake: White took it last, or Black did, before (1) and after (0) the approach move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Ko {
    Ka1,
    Kb1,
    Ka0,
    Kb0,
    /// The two-stage ko `F <- E <-> K <-> B -> C`.
    E,
    K,
    B,
}

/// Where a move leads: another position, or the end with so many points.
enum To {
    Ko(Ko),
    End(i32),
}

const X: i32 = 60;
/// Sizes of threats: what a move is worth in one-move approach, two-stage and simple kos, and others around them.
const SIZES: [i32; 7] = [6, X / 5, X / 4, X / 3, 24, 36, 60];

/// The plain moves: finishing, approaching, and taking.
fn finish(ko: Ko, black: bool) -> Option<To> {
    match (ko, black) {
        (Ko::Kb0, true) => Some(To::End(X)),
        (Ko::Kb1, true) => Some(To::Ko(Ko::Kb0)),
        (Ko::B, true) => Some(To::End(X)),
        (Ko::E, false) => Some(To::End(0)),
        (Ko::Ka0 | Ko::Ka1, false) => Some(To::End(0)),
        _ => None,
    }
}

fn take(ko: Ko, black: bool) -> Option<Ko> {
    match (ko, black) {
        (Ko::Ka0, true) => Some(Ko::Kb0),
        (Ko::Ka1, true) => Some(Ko::Kb1),
        (Ko::Kb0, false) => Some(Ko::Ka0),
        (Ko::Kb1, false) => Some(Ko::Ka1),
        (Ko::E, true) => Some(Ko::K),
        (Ko::K, true) => Some(Ko::B),
        (Ko::B, false) => Some(Ko::K),
        (Ko::K, false) => Some(Ko::E),
        _ => None,
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Sum {
    kos: Vec<Ko>,
    /// Threats carried out by their maker for 2v, or parried for nothing: v > 0 is Black's, v < 0 White's.
    hanging: Vec<i32>,
    black: bool,
    /// A ko taken just now, in the position it has now: it may not be retaken at once.
    banned: Option<Ko>,
    /// A threat of this size (Black's positive) about a ko: the side to move ignores or answers it.
    threat: Option<(Ko, i32)>,
    /// The threats of equal size about the banned ko have been exchanged.
    exchanged: bool,
}

/// Values by rounds from above and from below: where both meet, no loop matters.
struct Solver {
    index: HashMap<Sum, usize>,
    moves: Vec<Vec<(i32, usize)>>,
    black: Vec<bool>,
}

impl Solver {
    fn new(starts: &[Sum]) -> Self {
        let mut s = Solver { index: HashMap::new(), moves: Vec::new(), black: Vec::new() };
        let mut work: Vec<Sum> = Vec::new();
        for start in starts {
            s.node(start.clone(), &mut work);
        }
        while let Some(sum) = work.pop() {
            let list: Vec<(i32, Sum)> = moves(&sum);
            let at = s.index[&sum];
            s.moves[at] = list.into_iter().map(|(points, next)| (points, s.node(next, &mut work))).collect();
        }
        s
    }

    fn node(&mut self, sum: Sum, work: &mut Vec<Sum>) -> usize {
        if let Some(&i) = self.index.get(&sum) {
            return i;
        }
        self.index.insert(sum.clone(), self.moves.len());
        self.moves.push(Vec::new());
        self.black.push(sum.black);
        work.push(sum);
        self.moves.len() - 1
    }

    fn values(&self, start: i32) -> Vec<i32> {
        let mut value = vec![start; self.moves.len()];
        loop {
            let mut changed = false;
            for i in 0..value.len() {
                let results = self.moves[i].iter().map(|&(points, next)| points + value[next]);
                let best = if self.black[i] { results.max() } else { results.min() }.unwrap_or(0);
                let best = if start > 0 { best.min(value[i]) } else { best.max(value[i]) };
                changed |= best != value[i];
                value[i] = best;
            }
            if !changed {
                return value;
            }
        }
    }
}

fn sum_of(mut kos: Vec<Ko>, mut hanging: Vec<i32>, black: bool, banned: Option<Ko>) -> Sum {
    kos.sort();
    hanging.sort();
    Sum { kos, hanging, black, banned, threat: None, exchanged: false }
}

/// All moves with the points they decide.
fn moves(sum: &Sum) -> Vec<(i32, Sum)> {
    if let Some((ko, v)) = sum.threat {
        return answers(sum, ko, v);
    }
    let mut all = Vec::new();
    let black = sum.black;
    for (i, &ko) in sum.kos.iter().enumerate() {
        if i > 0 && sum.kos[i - 1] == ko {
            continue;
        }
        let with = |to: Option<Ko>| {
            let mut kos = sum.kos.clone();
            kos.remove(i);
            kos.extend(to);
            kos
        };
        match finish(ko, black) {
            Some(To::End(points)) => all.push((points, sum_of(with(None), sum.hanging.clone(), !black, None))),
            Some(To::Ko(next)) => all.push((0, sum_of(with(Some(next)), sum.hanging.clone(), !black, None))),
            None => {}
        }
        let Some(next) = take(ko, black) else { continue };
        let only_banned = sum.banned == Some(ko) && sum.kos.iter().filter(|&&k| k == ko).count() == 1;
        if !only_banned {
            all.push((0, sum_of(with(Some(next)), sum.hanging.clone(), !black, Some(next))));
        }
        if sum.banned == Some(ko) && sum.hanging.len() < 2 && !sum.exchanged {
            for v in SIZES {
                let own = if black { v } else { -v };
                all.push((0, Sum { black: !black, banned: None, threat: Some((ko, own)), ..sum.clone() }));
            }
        }
    }
    for (i, &v) in sum.hanging.iter().enumerate() {
        let mut hanging = sum.hanging.clone();
        hanging.remove(i);
        let carried_out = (v > 0) == black;
        all.push((if carried_out { 2 * v } else { 0 }, sum_of(sum.kos.clone(), hanging, !black, None)));
    }
    if all.is_empty() && (!sum.kos.is_empty() || !sum.hanging.is_empty()) {
        all.push((0, sum_of(sum.kos.clone(), sum.hanging.clone(), !black, None)));
    }
    all
}

/// A threat of size v about a ko. Ignoring it means to move on in the ko, and the threat hangs. Answering means to be retaken, to
/// threaten back with the same size, and to be ignored: the first side moves on in the ko, and the second threat hangs.
fn answers(sum: &Sum, ko: Ko, v: i32) -> Vec<(i32, Sum)> {
    let moved_on = |ko_now: Ko, by_black: bool, hanging: i32| -> Option<(i32, Sum)> {
        let mut kos = sum.kos.clone();
        kos.remove(kos.iter().position(|&k| k == ko)?);
        let mut threats = sum.hanging.clone();
        threats.push(hanging);
        Some(match finish(ko_now, by_black) {
            Some(To::End(points)) => (points, sum_of(kos, threats, !by_black, None)),
            Some(To::Ko(next)) => {
                kos.push(next);
                (0, sum_of(kos, threats, !by_black, None))
            }
            // the middle of a two-stage ko: moving on is taking
            None => {
                let next = take(ko_now, by_black)?;
                kos.push(next);
                (0, sum_of(kos, threats, !by_black, Some(next)))
            }
        })
    };
    let ignored = moved_on(ko, sum.black, v);
    let answered = take(ko, !sum.black).and_then(|retaken| moved_on(retaken, !sum.black, -v));
    // or the answering side leaves the ko to the other and plays elsewhere
    let left = take(ko, !sum.black).map(|retaken| {
        let mut kos = sum.kos.clone();
        if let Some(i) = kos.iter().position(|&k| k == ko) {
            kos.remove(i);
        }
        kos.push(retaken);
        (0, Sum { exchanged: true, ..sum_of(kos, sum.hanging.clone(), sum.black, Some(retaken)) })
    });
    ignored.into_iter().chain(answered).chain(left).collect()
}

/// The sum of equal kos with either side beginning. A beginner who lets play run round for ever gets nothing for it.
fn play(ko: Ko, count: usize) -> [i32; 2] {
    let start = |black| sum_of(vec![ko; count], Vec::new(), black, None);
    let solver = Solver::new(&[start(true), start(false)]);
    let (above, below) = (solver.values(10 * X), solver.values(-10 * X));
    [below[solver.index[&start(true)]], above[solver.index[&start(false)]]]
}

#[test]
fn five_one_move_approach_kos_sum_to_x_and_2x_by_play() {
    assert_eq!(play(Ko::Ka1, 5), [X, X]);
    assert_eq!(play(Ko::Kb1, 5), [2 * X, 2 * X]);
}

#[test]
fn three_simple_kos_sum_to_x_and_2x_by_play() {
    assert_eq!(play(Ko::Ka0, 3), [X, X]);
    assert_eq!(play(Ko::Kb0, 3), [2 * X, 2 * X]);
}

#[test]
fn four_two_stage_kos_sum_to_x_2x_and_3x_by_play() {
    assert_eq!(play(Ko::K, 4), [2 * X, 2 * X]);
    assert_eq!(play(Ko::E, 4), [X, X]);
    assert_eq!(play(Ko::B, 4), [3 * X, 3 * X]);
}
