//! Learns the shapes of a board (`proof/shapes.rs`) from the search itself:
//! `study 5x5 first=12 shapes=FILE load=DECIDED save=DECIDED [rounds=R] [solves=N] [cap=NODES] [top=NODES] [plies=LO-HI] [threads=T]`.
//!
//! A round searches the root and promising positions some plies on, each for a while, then fits the weights to binary orders of work: the size of the proof
//! where there is one, "very large" for disproven positions, the present proof number for open ones. `DECIDED` keeps the decided positions between runs and is a
//! checkpoint `prove` can start from. `line=PLIES` solves the line both sides like best from its end, to see how the cost grows.
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use gosedai_smallboard::geometry::Geometry;
use gosedai_smallboard::proof::dfpn::{Searcher, Shared, Tuning};
use gosedai_smallboard::proof::distance::Distance;
use gosedai_smallboard::proof::estimate::{Estimate, FEATURES, features};
use gosedai_smallboard::proof::line::steps;
use gosedai_smallboard::proof::lookahead::Lookahead;
use gosedai_smallboard::proof::shapes::{Shapes, UNIT};
use gosedai_smallboard::proof::statics::{Verdict, judge};
use gosedai_smallboard::proof::{Goal, State, StaticRule, Table, checkpoint};

struct Random(u64);
impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }
}

struct Learner {
    w: [Vec<f32>; 2],
    g2: [Vec<f32>; 2],
    c: [[f32; FEATURES]; 2],
    cg2: [[f32; FEATURES]; 2],
}

/// Binary order of work at which the score is zero.
const MIDDLE: f32 = 12.0;
const LN2: f32 = std::f32::consts::LN_2;

/// Counts are scaled down before they are learned.
const COUNT_SCALE: f32 = 0.125;

impl Learner {
    fn new(shapes: &Shapes) -> Self {
        let f = |i: usize| shapes.weights[i].iter().map(|&x| x as f32 / UNIT).collect::<Vec<_>>();
        let c = |i: usize| shapes.counts[i].map(|x| x as f32 / UNIT / COUNT_SCALE);
        Learner {
            w: [f(0), f(1)],
            g2: [vec![1e-2; shapes.entries], vec![1e-2; shapes.entries]],
            c: [c(0), c(1)],
            cg2: [[1.0; FEATURES]; 2],
        }
    }

    fn score(&self, at: &[usize], x: &[u32; FEATURES], side: usize) -> f32 {
        at.iter().map(|&e| self.w[side][e]).sum::<f32>()
            + x.iter().zip(&self.c[side]).map(|(&x, w)| x as f32 * COUNT_SCALE * w).sum::<f32>()
    }

    /// One step towards `target`; `censored`: only if the score is above it.
    fn learn(&mut self, at: &[usize], x: &[u32; FEATURES], side: usize, label: (f32, bool), weight: f32, rate: f32) {
        let error = label.0 - self.score(at, x, side);
        if label.1 && error > 0.0 {
            return;
        }
        let d = error.clamp(-2.0, 2.0) * weight;
        for &e in at {
            let g2 = &mut self.g2[side][e];
            *g2 += d * d;
            self.w[side][e] += rate * d / g2.sqrt() - rate * 2e-4 * self.w[side][e];
        }
        let (sums, weights) = (&mut self.cg2[side], &mut self.c[side]);
        for ((x, sum), weight) in x.iter().zip(sums).zip(weights) {
            let d = d * *x as f32 * COUNT_SCALE;
            *sum += d * d;
            *weight += rate * d / sum.sqrt();
        }
    }

    fn store(&self, shapes: &mut Shapes) {
        for side in 0..2 {
            for (to, from) in shapes.weights[side].iter_mut().zip(&self.w[side]) {
                *to = (from * UNIT).round().clamp(-30000.0, 30000.0) as i16;
            }
            for i in 0..FEATURES {
                shapes.counts[side][i] = (self.c[side][i] * COUNT_SCALE * UNIT).round() as i32;
            }
        }
    }
}

/// Sizes of the proofs in a table, as trees.
struct Sizes<'a> {
    goal: &'a Goal,
    rule: StaticRule,
    table: &'a Table,
    known: HashMap<u64, f64>,
    distance: &'a Distance,
    /// Sixteenths, as in the search.
    share: f64,
}

impl Sizes<'_> {
    /// Positions in the smallest known proof; `None` if a part of it has been lost.
    fn of(&mut self, s: &State, depth: usize) -> Option<f64> {
        if judge(self.goal, self.rule.dead, s) == Verdict::Proven {
            return Some(0.0);
        }
        let key = s.key(&self.goal.geometry);
        if let Some(&size) = self.known.get(&key) {
            return (size >= 0.0).then_some(size);
        }
        if !s.prover_to_move && self.table.get(key).is_none() {
            let mut ahead = Lookahead { goal: self.goal, rule: self.rule, distance: Some(self.distance), nodes: 0 };
            if self.distance.of(s.prover) <= 1 && ahead.wins_after_any_reply(s) {
                return Some(8.0);
            }
        }
        if depth > 60 || !s.prover_to_move && self.table.get(key).is_none_or(|k| k.pn != 0) {
            return None;
        }
        // a repetition counts as lost
        self.known.insert(key, -1.0);
        let all = steps(self.goal, s);
        let size = if s.prover_to_move {
            let mut least: Option<f64> = None;
            for (_, next) in &all {
                if judge(self.goal, self.rule.dead, next) == Verdict::Proven {
                    least = Some(0.0);
                    break;
                }
            }
            if least.is_none() && self.table.get(key).is_some_and(|k| k.pn == 0) {
                for (_, next) in &all {
                    if let Some(size) = self.of(next, depth + 1) {
                        least = Some(least.map_or(size, |l| l.min(size)));
                    }
                }
            }
            least
        } else {
            let mut sum = Some((0.0, 0.0f64));
            for (_, next) in &all {
                sum = sum.and_then(|(sum, most)| {
                    let size = self.of(next, depth + 1)?;
                    Some((sum + size, most.max(size)))
                });
            }
            sum.map(|(sum, most)| most + (sum - most) * self.share / 16.0)
        };
        let size = size.map(|s| s + 1.0);
        match size {
            Some(size) => self.known.insert(key, size),
            None => self.known.remove(&key),
        };
        size
    }
}

fn image(g: &Geometry, s: &State, number: usize) -> State {
    let ko = if s.ko < 31 { 1u64 << s.ko } else { 0 };
    let (mut lanes, mut k) = (0, 0);
    let mut i = 0;
    g.images(s.prover as u64 | (s.other as u64) << 32, |x| {
        if i == number {
            lanes = x;
        }
        i += 1;
    });
    i = 0;
    g.images(ko, |x| {
        if i == number {
            k = x;
        }
        i += 1;
    });
    State {
        prover: lanes as u32,
        other: (lanes >> 32) as u32,
        ko: if k == 0 { 31 } else { k.trailing_zeros() as u8 },
        prover_to_move: s.prover_to_move,
    }
}

/// A position some plies on that both sides think well of, by the table where it knows, else by shapes.
#[allow(clippy::too_many_arguments)]
fn promising(
    goal: &Goal,
    rule: StaticRule,
    table: &Table,
    shapes: &Shapes,
    distance: &Distance,
    root: State,
    depth: u64,
    random: &mut Random,
) -> State {
    let g = &goal.geometry;
    let mut s = root;
    for _ in 0..depth {
        let mut best = None;
        for (_, next) in steps(goal, &s) {
            if judge(goal, rule.dead, &next) != Verdict::Open {
                continue;
            }
            let z = match table.get(next.key(g)) {
                Some(k) if k.pn == 0 || k.dn == 0 => continue,
                Some(k) => (MIDDLE - (k.pn as f32).log2()) * LN2,
                None => shapes.score(g, &next, distance.of(next.prover)) as f32 / 16.0,
            };
            let noise = -(-(random.unit().max(1e-6)).ln()).ln();
            let v = if s.prover_to_move { z + noise * 0.5 } else { -z + noise * 1.5 };
            if best.is_none_or(|(b, _)| v > b) {
                best = Some((v, next));
            }
        }
        match best {
            Some((_, next)) => s = next,
            None => break,
        }
    }
    s
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "5x5".to_string());
    let options: HashMap<String, String> =
        args.filter_map(|a| a.split_once('=').map(|(k, v)| (k.to_string(), v.to_string()))).collect();
    let number = |key: &str, default: u64| options.get(key).and_then(|a| a.parse().ok()).unwrap_or(default);
    let geometry = Geometry::parse(&name)?;
    let target = geometry.n as i32;
    let goal = Goal { geometry, target };
    let g = &goal.geometry;
    let rule = StaticRule::for_goal(&goal);
    let table = Table::with_bytes((number("memory", 1024) as usize) << 20);
    let mut root = State::empty(true);
    if let Some(point) = options.get("first").and_then(|a| a.parse::<usize>().ok()) {
        root = State { prover: 1 << point, prover_to_move: false, ..root };
    }
    let file = options.get("shapes").cloned().unwrap_or("shapes.bin".into());
    let mut shapes = match std::fs::read(&file) {
        Ok(bytes) => Shapes::from_bytes(g, &bytes)?,
        Err(_) => Shapes::blank(g),
    };
    println!("{} entries", shapes.entries);
    let known_weights = shapes.weights[0].iter().any(|&w| w != 0);
    if let Some(f) = options.get("load").and_then(|f| File::open(f).ok()) {
        checkpoint::load(&mut BufReader::with_capacity(1 << 20, f), &goal, &table, &AtomicBool::new(false))?;
        table.forget_open();
    }
    let distance = Distance::build(g, &AtomicBool::new(false)).ok_or("board too large")?;
    let mut random = Random(number("seed", 1) * 0x9E37_79B9 + 12345);
    let plies = options
        .get("plies")
        .and_then(|p| p.split_once('-'))
        .map_or((9, 13), |(a, b)| (a.parse::<u64>().unwrap_or(9), b.parse::<u64>().unwrap_or(13)));
    let stop = AtomicBool::new(false);
    if number("line", 0) > 0 {
        // the line both sides like best, solved from its end
        let mut line = vec![root];
        let mut s = root;
        while line.len() < number("line", 0) as usize {
            let open = steps(&goal, &s).into_iter().filter(|(_, n)| judge(&goal, rule.dead, n) == Verdict::Open);
            let noise = number("noise", 0) as f32;
            let value = |n: &State, r: &mut Random| {
                let z = shapes.score(g, n, distance.of(n.prover)) as f32;
                (if s.prover_to_move { z } else { -z }) + noise * r.unit()
            };
            let best = open.map(|(_, n)| (value(&n, &mut random), n)).max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, next)) = best else { break };
            s = next;
            line.push(s);
        }
        for s in line.iter().rev() {
            let z = shapes.score(g, s, distance.of(s.prover)) as f32 / 16.0;
            let shared = Shared::guided(&goal, rule, &table, Tuning::default(), &stop, Some(&shapes));
            let begin = Instant::now();
            let verdict = Searcher::new(&shared, number("cap", 20_000_000)).solve(*s);
            println!(
                "{} {} expected {:.1}: {verdict:?} {} k nodes, {} k expansions, {:.1} s, table {:.2}",
                gosedai_smallboard::proof::grid::Grid::new(&goal, s).text(),
                if s.prover_to_move { "X" } else { "O" },
                MIDDLE - z / LN2,
                shared.nodes.load(Relaxed) / 1000,
                shared.expansions.load(Relaxed) / 1000,
                begin.elapsed().as_secs_f32(),
                table.load_factor()
            );
            if verdict.is_none() && s.prover_to_move {
                break;
            }
        }
        return Ok(());
    }
    let least_work = number("least", 6) as u8;
    let mut history: Vec<(u64, u8, f32)> = Vec::new();
    let rounds = number("rounds", 3);
    let cap = number("cap", 300_000);
    let started = Instant::now();
    for round in 0..rounds {
        let guide = options.get("guide").is_none_or(|g| g != "counts").then_some(&shapes);
        // positions of plausible games, each searched for a while
        if known_weights || round > 0 {
            let shared = Shared::guided(&goal, rule, &table, Tuning::default(), &stop, guide);
            let tally = std::sync::Mutex::new(([[0u64; 3]; 32], [0u64; 32]));
            let solves = number("solves", 500);
            let left = std::sync::atomic::AtomicI64::new(solves as i64);
            let threads = number("threads", 1);
            // the top of the tree first
            Searcher::new(&shared, number("top", 5_000_000)).solve(root);
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let mut random = Random(random.next() ^ thread);
                    let (shared, tally, left, table, shapes, goal, distance) =
                        (&shared, &tally, &left, &table, &shapes, &goal, &distance);
                    let work = move || {
                        while left.fetch_sub(1, Relaxed) > 0 {
                            let depth = plies.0 + random.next() % (plies.1 - plies.0 + 1);
                            let s = promising(goal, rule, table, shapes, distance, root, depth, &mut random);
                            let stones = (s.prover | s.other).count_ones() as usize;
                            let mut searcher = Searcher::new(shared, cap);
                            let verdict = searcher.solve(s);
                            let mut tally = tally.lock().unwrap();
                            tally.1[stones] += searcher.spent();
                            tally.0[stones][match verdict {
                                Some(true) => 0,
                                Some(false) => 1,
                                None => 2,
                            }] += 1;
                        }
                    };
                    std::thread::Builder::new().stack_size(32 << 20).spawn_scoped(scope, work).unwrap();
                }
            });
            let (by_stones, spent) = tally.into_inner()?;
            let k = table.get(root.key(g));
            print!("nodes {} M, root {:?};", shared.nodes.load(Relaxed) / 1_000_000, k.map(|k| (k.pn, k.dn)));
            for (n, b) in by_stones.iter().enumerate().filter(|(_, b)| b.iter().sum::<u64>() > 0) {
                print!("  {n}: +{} -{} ?{} ({}k each);", b[0], b[1], b[2], spent[n] / b.iter().sum::<u64>() / 1000);
            }
            println!();
        }
        // everything decided so far
        let mut sizes = Sizes {
            goal: &goal,
            rule,
            table: &table,
            known: HashMap::new(),
            distance: &distance,
            share: Estimate::new(Some(&shapes)).scale.share as f64,
        };
        let mut data: Vec<(u64, u8, f32)> = Vec::new();
        data.append(&mut history);
        for (key, k) in table.entries() {
            let kind = if k.pn == 0 { 0 } else { 1 + (k.dn != 0) as u8 };
            if kind == 0 {
                if k.effort == 0 && random.unit() > 0.2 {
                    continue;
                }
                if let Some(size) = sizes.of(&State::from_key(key), 0) {
                    data.push((key, kind, size.max(1.0).log2() as f32));
                }
            } else if kind == 1 {
                data.push((key, kind, 0.0));
            } else if k.effort >= least_work && k.pn < 1 << 30 {
                // searched but open: what the search makes of it
                data.push((key, kind, (k.pn as f32).log2().min(30.0)));
            }
        }
        drop(sizes);
        // early positions nobody has searched: a rough idea from the counts
        let counts = Estimate::new(None);
        for _ in 0..number("rough", 10_000) {
            let mut s = root;
            for _ in 0..1 + random.next() % 7 {
                let mut best: Option<(f32, State)> = None;
                for (_, next) in steps(&goal, &s) {
                    let z = counts.score(g, &next, distance.of(next.prover)) as f32 / 16.0;
                    let noise = -(-(random.unit().max(1e-6)).ln()).ln();
                    let v = if s.prover_to_move { z } else { -z } + 1.5 * noise;
                    if judge(&goal, rule.dead, &next) == Verdict::Open && best.is_none_or(|b| v > b.0) {
                        best = Some((v, next));
                    }
                }
                let Some((_, next)) = best else { break };
                s = next;
            }
            if table.get(s.key(g)).is_none() {
                let z = counts.score(g, &s, distance.of(s.prover)) as f32 / 16.0;
                let stones = (s.prover | s.other).count_ones() as f32;
                data.push((s.key(g), 3, (25.0 - stones * 0.9 - 0.7 * z).clamp(8.0, 30.0)));
            }
        }
        for i in (1..data.len()).rev() {
            data.swap(i, (random.next() % (i as u64 + 1)) as usize);
        }
        let most = number("most", 3_000_000) as usize;
        data.truncate(most);
        let yes = data.iter().filter(|d| d.1 == 0).count();
        println!("round {round}: {} positions, {yes} proven, {:.0} s", data.len(), started.elapsed().as_secs_f32());
        let mut learner = Learner::new(&shapes);
        let images = if g.rows == g.cols { 8 } else { 4 };
        let mut at = Vec::new();
        let epochs = number("epochs", 3);
        for epoch in 0..epochs {
            let mut error = [(0.0f64, 0u64); 4];
            let mut by_effort = [(0.0f64, 0.0f64, 0u64); 16];
            let rate = number("rate", 60) as f32 / 1000.0 / (1.0 + epoch as f32);
            for (i, &(key, kind, work)) in data.iter().enumerate() {
                let s = image(g, &State::from_key(key), (random.next() % images) as usize);
                let x = features(g, &s, distance.of(s.prover));
                at.clear();
                shapes.each_entry(&s, |e| at.push(e));
                let side = s.prover_to_move as usize;
                let held_out = i % 16 == 0;
                let label = match kind {
                    0 => ((MIDDLE - work) * LN2, false),
                    1 => ((MIDDLE - 20.0) * LN2, true),
                    _ => ((MIDDLE - work) * LN2, false),
                };
                if held_out {
                    let z = learner.score(&at, &x, side);
                    let e = (z - label.0) / LN2;
                    let e = if label.1 { e.max(0.0) } else { e };
                    error[kind as usize].0 += (e * e) as f64;
                    error[kind as usize].1 += 1;
                    if kind == 0 {
                        let b = &mut by_effort[(work as usize).min(15)];
                        b.0 += (MIDDLE - z / LN2) as f64;
                        b.1 += ((MIDDLE - z / LN2) as f64).powi(2);
                        b.2 += 1;
                    }
                } else {
                    let weight = if kind == 2 {
                        1.0
                    } else if kind == 3 {
                        0.2
                    } else {
                        (0.5 + work / 4.0).min(2.0)
                    };
                    learner.learn(&at, &x, side, label, weight, rate);
                }
            }
            print!("  epoch {epoch}: held out rms (binary orders)");
            for (e, n) in error {
                print!(" {:.2} ({n})", (e / n.max(1) as f64).sqrt());
            }
            print!("; mean by effort:");
            for (e, b) in by_effort.iter().enumerate().filter(|b| b.1.2 > 0) {
                let m = b.0 / b.2 as f64;
                print!(" {e}:{m:.1}±{:.1}", (b.1 / b.2 as f64 - m * m).max(0.0).sqrt());
            }
            println!(", {:.0} s", started.elapsed().as_secs_f32());
        }
        learner.store(&mut shapes);
        std::fs::write(&file, shapes.to_bytes(g))?;
        table.forget_open();
        if number("fresh", 0) > 0 {
            table.forget_all();
            history = data;
            history.truncate(most * 3 / 4);
        }
        if let Some(file) = options.get("save") {
            let mut out = std::io::BufWriter::new(File::create(format!("{file}.part"))?);
            checkpoint::save(&mut out, &goal, &table, 0, 127)?;
            std::io::Write::flush(&mut out)?;
            std::fs::rename(format!("{file}.part"), file)?;
        }
    }
    Ok(())
}
