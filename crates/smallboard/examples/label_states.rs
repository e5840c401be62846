//! Labels the states a search opened with the exact answers of the retrograde analysis: `label_states 3x5 FILE`.
//! Each line: prover to move, whole board provable, first-number counts.
use std::io::Write;
use std::sync::atomic::AtomicBool;

use gosedai_smallboard::geometry::Geometry;
use gosedai_smallboard::proof::distance::Distance;
use gosedai_smallboard::proof::estimate::features;
use gosedai_smallboard::proof::{Control, Goal, Limits, State, StaticRule, Table, prove};
use gosedai_smallboard::tablebase::Tablebase;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let geometry = Geometry::parse(&args[0]).unwrap();
    let oracle = Tablebase::build(geometry.clone()).unwrap();
    let goal = Goal { target: geometry.n as i32, geometry };
    let g = &goal.geometry;
    let table = Table::with_bytes(256 << 20);
    let cancel = AtomicBool::new(false);
    let limits = Limits { threads: 1, nodes: 0 };
    prove(
        &goal,
        StaticRule::for_goal(&goal),
        State::empty(true),
        &table,
        limits,
        Control { cancel: &cancel, tick: &mut |_, _| {} },
    );
    let distance = Distance::build(g, &AtomicBool::new(false)).unwrap();
    let mut out = std::io::BufWriter::new(std::fs::File::create(&args[1]).unwrap());
    for (key, known) in table.entries() {
        let s = State::from_key(key);
        let (own, opp) = if s.prover_to_move { (s.prover, s.other) } else { (s.other, s.prover) };
        let Some(b) = oracle.bracket(own, opp, s.ko, false) else { continue };
        let yes = if s.prover_to_move { b.low } else { -b.high } >= goal.target;
        write!(out, "{} {} {}", s.prover_to_move as u8, yes as u8, known.effort).unwrap();
        for x in features(g, &s, distance.of(s.prover)) {
            write!(out, " {x}").unwrap();
        }
        writeln!(out).unwrap();
    }
}
