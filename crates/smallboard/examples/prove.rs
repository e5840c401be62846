//! Measures one proof: `prove ROWSxCOLS TARGET [name=value …]`.
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use gosedai_smallboard::Geometry;
use gosedai_smallboard::proof::dfpn::Shared;
use gosedai_smallboard::proof::{Goal, Searcher, State, Table, Tuning};
use gosedai_smallboard::region::DeadRule;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let geometry = Geometry::parse(&args[1]).unwrap();
    let target: i32 = args[2].parse().unwrap();
    let mut tuning = Tuning { complete: true, ..Tuning::default() };
    let mut threads = 1;
    let mut mib = 1024usize;
    let mut state = State::empty(true);
    let mut rule = DeadRule::One;
    for a in &args[3..] {
        let (k, v) = a.split_once('=').unwrap();
        if k == "pos" {
            let (_, x, o) = gosedai_smallboard::diagram::parse_rows(v).unwrap();
            state.prover = x;
            state.other = o;
            continue;
        }
        let v: u32 = v.parse().unwrap();
        match k {
            "eps" => tuning.epsilon = v,
            "share" => tuning.share = v,
            "opn" => tuning.open_pn = v,
            "odn" => tuning.open_dn = v,
            "mpn" => tuning.move_pn = v,
            "mdn" => tuning.move_dn = v,
            "complete" => tuning.complete = v != 0,
            "rate" => tuning.rate = v,
            "scale" => tuning.scale = v,
            "base" => tuning.base = v,
            "shapes" => tuning.shapes = v,
            "soft" => tuning.soft = v,
            "width" => tuning.width = v as u8,
            "threads" => threads = v,
            "mib" => mib = v as usize,
            "tomove" => state.prover_to_move = v != 0,
            "rule" => rule = [DeadRule::StonesOnly, DeadRule::Tight, DeadRule::One, DeadRule::NoTwoApart][v as usize],
            _ => panic!("{k}"),
        }
    }
    let goal = Goal { geometry, target };
    let table = Table::with_bytes(mib << 20);
    let stop = AtomicBool::new(false);
    let shared = Shared::new(&goal, rule, &table, tuning, &stop);
    let clock = Instant::now();
    let result = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(|| {
            let mut searcher = Searcher::new(&shared);
            let r = searcher.solve(state);
            println!("leaned {:?}", searcher.leaned);
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            r
        })).collect();
        handles.into_iter().map(|h| h.join().unwrap()).find(|r| r.0 == 0 || r.1 == 0)
    });
    let s = clock.elapsed().as_secs_f64();
    let nodes = shared.nodes.into_inner();
    println!("{} >= {target}: {result:?} nodes {nodes} expansions {} {s:.2} s {:.0} nodes/s load {:.4}", goal.geometry.name(), shared.expansions.into_inner(), nodes as f64 / s, table.load_factor());
    if result.is_some_and(|r| r.0 == 0) {
        println!("proof (inner, leaves, missing, by stones): {:?}", gosedai_smallboard::proof::walk::proof_size(&goal, rule, &table, state));
    }
    println!("stat {:?}", gosedai_smallboard::proof::guess::STAT);
    let mut tally = [[0usize; 6]; 32];
    for (k, d) in table.entries() {
        let s = State::from_key(k);
        let class = if d.pn == 0 { 0 } else if d.dn == 0 { 1 } else { 2 };
        tally[(s.prover | s.other).count_ones() as usize][class + 3 * s.prover_to_move as usize] += 1;
    }
    println!("stones: other to move proven/disproven/open, prover to move the same");
    for (i, t) in tally.iter().enumerate() {
        if t.iter().sum::<usize>() > 0 {
            println!("{i:3} {t:?}");
        }
    }
    if std::env::var("SHOW").is_ok() {
        let mut left = [12; 4];
        for (i, (k, d)) in table.entries().enumerate() {
            let s = State::from_key(k);
            let n = (s.prover | s.other).count_ones() as usize;
            let class = (d.dn == 0) as usize + 2 * s.prover_to_move as usize;
            if (d.pn == 0 || d.dn == 0) && d.effort >= 15 && i % 97 == 0 && n > goal.geometry.n / 2 - 2 && left[class] > 0 {
                left[class] -= 1;
                println!("{} {} effort {}\n{}\n", if s.prover_to_move { "X" } else { "O" }, if d.pn == 0 { "proven" } else { "disproven" }, d.effort, gosedai_smallboard::diagram::draw(&goal.geometry, s.prover, s.other, "\n"));
            }
        }
    }
}
