use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use gosedai_smallboard::Geometry;
use gosedai_smallboard::proof::deepen::{Deepening, Knobs};
use gosedai_smallboard::proof::{Goal, Guess, State, Table};
use gosedai_smallboard::region::DeadRule;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let geometry = Geometry::parse(&args[1]).unwrap();
    let target: i32 = args[2].parse().unwrap();
    let mut knobs = Knobs { learn_depth: 4, history: 1.0, killer: 1.0, logit: 1.0, open: 0.5, width: 32, noise: 0.0 };
    let (mut rate, mut mib) = (0.3, 1024);
    for a in &args[3..] {
        let (k, v) = a.split_once('=').unwrap();
        let v: f32 = v.parse().unwrap();
        match k {
            "ld" => knobs.learn_depth = v as u32,
            "h" => knobs.history = v,
            "k" => knobs.killer = v,
            "l" => knobs.logit = v,
            "o" => knobs.open = v,
            "w" => knobs.width = v as usize,
            "rate" => rate = v,
            "mib" => mib = v as usize,
            _ => panic!(),
        }
    }
    let goal = Goal { geometry, target };
    let table = Table::with_bytes(mib << 20);
    let stop = AtomicBool::new(false);
    let nodes = AtomicU64::new(0);
    let guess = Guess::new(&goal.geometry, &[(3, 3)], rate, 1.0, 1.0);
    let mut d = Deepening::new(&goal, DeadRule::One, &table, &guess, &stop, &nodes, knobs, 1);
    let root = State::empty(true);
    let clock = Instant::now();
    for depth in (1..60).step_by(2) {
        let r = d.search(&root, root.key(&goal.geometry), depth, 0);
        let s = clock.elapsed().as_secs_f64();
        println!("depth {depth} {r:?} nodes {} {s:.2} s {:.0}/s load {:.3}", d.nodes_so_far(), d.nodes_so_far() as f64 / s, table.load_factor());
        if r.is_ok() {
            break;
        }
    }
}
