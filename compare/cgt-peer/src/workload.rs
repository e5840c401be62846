//! W1–W6 with their generators and check values.

use crate::engine::Engine;
use std::fmt;

/// Machine-independent figures that show both engines did the same work.
#[derive(Clone, Default, PartialEq)]
pub struct Check(pub Vec<(&'static str, String)>);

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(|(k, v)| format!("{v} {k}")).collect();
        f.write_str(&parts.join(", "))
    }
}

struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, k: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 33) % k
    }
}

/// The 22 games of day two.
pub fn day_two<E: Engine>(e: &mut E) -> Vec<E::G> {
    let int = |e: &mut E, n| e.simple(n, 0, 0, 0);
    let mut all: Vec<E::G> = [(0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (1, 1), (-1, 1)]
        .iter()
        .map(|&(n, x)| e.simple(n, x, 0, 0))
        .collect();
    let star = e.simple(0, 0, 0, 1);
    all.push(star.clone());
    for (n, ups, nimber) in [(0, 0, 2), (1, 0, 1), (-1, 0, 1), (0, 1, 0), (0, -1, 0), (0, 1, 1), (0, -1, 1)] {
        all.push(e.simple(n, 0, ups, nimber));
    }
    let (zero, one, minus) = (int(e, 0), int(e, 1), int(e, -1));
    for (l, r) in [
        (vec![&one], vec![&minus]),
        (vec![&one], vec![&zero]),
        (vec![&one], vec![&star]),
        (vec![&one], vec![&zero, &star]),
        (vec![&zero], vec![&minus]),
        (vec![&star], vec![&minus]),
        (vec![&zero, &star], vec![&minus]),
    ] {
        let (l, r): (Vec<_>, Vec<_>) = (l.into_iter().cloned().collect(), r.into_iter().cloned().collect());
        all.push(e.make(&l, &r));
    }
    all
}

pub fn w1<E: Engine>(e: &mut E, day: &[E::G]) -> (Vec<E::G>, Check) {
    let mut random = SplitMix(1);
    let (mut games, mut numbers, mut options) = (Vec::with_capacity(20000), 0, 0);
    for _ in 0..20000 {
        let l: Vec<E::G> = day.iter().filter(|_| random.below(4) == 0).cloned().collect();
        let r: Vec<E::G> = day.iter().filter(|_| random.below(4) == 0).cloned().collect();
        let g = e.make(&l, &r);
        numbers += e.is_number(&g) as usize;
        options += e.options(&g);
        games.push(g);
    }
    (games, Check(vec![("numbers", numbers.to_string()), ("options", options.to_string())]))
}

/// The first 300 distinct non-numbers of W1.
pub fn w2_games<E: Engine>(e: &mut E) -> Vec<E::G> {
    let day = day_two(e);
    let mut kept: Vec<E::G> = Vec::new();
    for g in w1(e, &day).0 {
        if kept.len() == 300 {
            break;
        }
        if !e.is_number(&g) && !kept.contains(&g) {
            kept.push(g);
        }
    }
    kept
}

pub fn w2<E: Engine>(e: &mut E, h: &[E::G]) -> Check {
    let mut options = 0;
    for k in [3, 17, 41, 59, 83, 101, 127, 151, 199, 251] {
        for i in 0..300 {
            let sum = e.add(&h[i], &h[(7 * i + k) % 300]);
            options += e.options(&sum);
        }
    }
    Check(vec![("options", options.to_string())])
}

fn hot<E: Engine>(e: &mut E, random: &mut SplitMix, depth: u32, centre: i64) -> E::G {
    if depth == 0 {
        return e.simple(centre, 0, 0, 0);
    }
    let (nl, nr) = (1 + random.below(2), 1 + random.below(2));
    let mut side = |n: u64, sign: i64| -> Vec<E::G> {
        (0..n)
            .map(|_| {
                let k = 1 + random.below(6) as i64;
                hot(e, random, depth - 1, centre + sign * k)
            })
            .collect()
    };
    let (l, r) = (side(nl, 1), side(nr, -1));
    e.make(&l, &r)
}

pub fn w3_build<E: Engine>(e: &mut E) -> (Vec<E::G>, Check) {
    let mut random = SplitMix(2);
    let games: Vec<E::G> = (0..10000).map(|_| hot(e, &mut random, 4, 0)).collect();
    let options: usize = games.iter().map(|g| e.options(g)).sum();
    (games, Check(vec![("options", options.to_string())]))
}

pub fn w3_thermographs<E: Engine>(e: &mut E, games: &[E::G]) -> Check {
    let (mut means, mut temperatures) = (0.0, 0.0);
    for g in games {
        let (m, t) = e.heat(g);
        means += m;
        temperatures += t;
    }
    Check(vec![("sum of means", means.to_string()), ("of temperatures", temperatures.to_string())])
}

pub fn w3_cool<E: Engine>(e: &mut E, games: &[E::G]) -> Check {
    let mut numbers = 0;
    for g in games {
        let cooled = e.cool(g, 2);
        numbers += e.is_number(&cooled) as usize;
    }
    Check(vec![("numbers", numbers.to_string())])
}

fn summand<E: Engine>(e: &mut E, random: &mut SplitMix) -> E::G {
    let a = random.below(12) as i64;
    let b = 1 + random.below(8) as i64;
    let c = 1 + random.below(8) as i64;
    let mut int = |n: i64| e.simple(n, 0, 0, 0);
    let (top, middle, low) = (int(a), int(a - b), int(a - b - c));
    match random.below(3) {
        0 => e.make(&[top], &[middle]),
        1 => {
            let threat = e.make(&[middle], &[low]);
            e.make(&[top], &[threat])
        }
        _ => {
            let threat = e.make(&[top], &[middle]);
            e.make(&[threat], &[low])
        }
    }
}

pub fn w4_summands<E: Engine>(e: &mut E, k: u64, n: usize) -> Vec<Vec<E::G>> {
    let mut random = SplitMix(100 + k);
    (0..n).map(|_| (0..k).map(|_| summand(e, &mut random)).collect()).collect()
}

pub fn w4<E: Engine>(e: &mut E, k: u64, n: usize) -> Check {
    let (mut means, mut options) = (0.0, 0);
    for parts in w4_summands(e, k, n) {
        let mut sum = parts[0].clone();
        for g in &parts[1..] {
            sum = e.add(&sum, g);
        }
        means += e.heat(&sum).0;
        options += e.options(&sum);
    }
    Check(vec![("sum of means", means.to_string()), ("options", options.to_string())])
}

/// Who wins each sum after its mean is taken away (rounded down): the question sums are really asked.
pub fn w4_outcomes<E: Engine>(e: &mut E, sums: &Vec<Vec<E::G>>) -> Check {
    let mut answers = String::new();
    for parts in sums {
        let mean: f64 = parts.iter().map(|g| e.heat(g).0).sum();
        let mut parts = parts.clone();
        parts.push(e.simple(-(mean.floor() as i64), 0, 0, 0));
        answers.push_str(e.outcome(&parts));
    }
    Check(vec![("outcomes", answers)])
}

pub fn w5<E: Engine>(e: &mut E, n: i64) -> Check {
    let (two, zero) = (e.simple(2, 0, 0, 0), e.simple(0, 0, 0, 0));
    let mut g = e.make(&[two], &[zero]);
    for i in 3..=n + 2 {
        let top = e.simple(i, 0, 0, 0);
        g = e.make(&[top], &[g]);
    }
    let cooled = e.cool(&g, 1);
    let (x, ups, star) = e.as_simple(&cooled).unwrap_or((f64::NAN, 0, 0));
    Check(vec![("", format!("{x}^{ups}{}", if star == 1 { "*" } else { "" }))])
}

/// The infinitesimals of the second 19×19 problem.
pub fn w6_games<E: Engine>(e: &mut E) -> Vec<E::G> {
    let zero = e.simple(0, 0, 0, 0);
    let mut ladder = |x: i64, levels: usize, right: bool| {
        let mut g = e.simple(x, 0, 0, 0);
        for _ in 0..levels {
            g = if right { e.make(&[zero.clone()], &[g]) } else { e.make(&[g], &[zero.clone()]) };
        }
        g
    };
    let mut all = vec![ladder(3, 5, false), ladder(1, 3, false), ladder(-2, 3, true), ladder(-3, 4, true)];
    for (ups, nimber) in [(1, 1), (-1, 0), (0, 1)] {
        all.push(e.simple(0, 0, ups, nimber));
    }
    all
}

pub fn w6<E: Engine>(e: &mut E, games: &[E::G]) -> Check {
    Check(vec![("", e.outcome(games).to_string())])
}
