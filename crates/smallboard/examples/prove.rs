//! One proof with its cost: `prove 5x5 [target=25] [threads=1] [memory=1024] [nodes=MILLIONS] [first=POINT] [save=FILE] [rule=tight] [walk=1]`.
//!
//! Prints nodes, expansions and processor seconds, which do not depend on what else the machine does. `first` puts the prover's
//! first stone and lets the opponent move; `save` is a checkpoint to resume from and to write every five minutes.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gosedai_smallboard::geometry::Geometry;
use gosedai_smallboard::proof::run::prove_guided;
use gosedai_smallboard::proof::shapes::Shapes;
use gosedai_smallboard::proof::walker::Walker;
use gosedai_smallboard::proof::{Control, Goal, Limits, State, StaticRule, Table, checkpoint};

fn processor_seconds() -> f64 {
    // user and system time in ticks of 10 ms; 0 where the system has no such file
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "3x5".to_string());
    let options: HashMap<String, String> =
        args.filter_map(|a| a.split_once('=').map(|(k, v)| (k.to_string(), v.to_string()))).collect();
    let number = |key: &str, default: u64| options.get(key).and_then(|a| a.parse().ok()).unwrap_or(default);
    let geometry = Geometry::parse(&name)?;
    let target = options.get("target").and_then(|a| a.parse().ok()).unwrap_or(geometry.n as i32);
    let mut root = State::empty(true);
    if let Some(point) = options.get("first").and_then(|a| a.parse::<usize>().ok()).filter(|p| *p < geometry.n) {
        root = State { prover: 1 << point, prover_to_move: false, ..root };
    }
    let goal = Goal { geometry, target };
    let tight = options.get("rule").is_some_and(|r| r == "tight");
    let rule = if tight { StaticRule::proved() } else { StaticRule::for_goal(&goal) };
    let table = Table::with_bytes((number("memory", 1024) as usize) << 20);
    let save = options.get("save");
    let shapes = match options.get("shapes") {
        Some(file) => Some(Shapes::from_bytes(&goal.geometry, &std::fs::read(file)?)?),
        None => None,
    };
    let mut before = 0;
    if let Some(file) = save.and_then(|f| File::open(f).ok()) {
        let header =
            checkpoint::load(&mut BufReader::with_capacity(1 << 20, file), &goal, &table, &AtomicBool::new(false))?;
        before = header.nodes;
        println!("resumed after {before} nodes");
    }
    let cancel = AtomicBool::new(false);
    let write = |file: &String, nodes: u64, table: &Table| {
        let part = format!("{file}.part");
        let written = File::create(&part).map_err(|e| e.to_string()).and_then(|f| {
            let mut out = BufWriter::with_capacity(1 << 20, f);
            let count = checkpoint::save(&mut out, &goal, table, before + nodes, 9).map_err(|e| e.to_string())?;
            out.flush().and_then(|_| std::fs::rename(&part, file)).map_err(|e| e.to_string())?;
            Ok(count)
        });
        println!("checkpoint: {written:?}");
    };
    let (mut told, mut saved) = (Instant::now(), Instant::now());
    let mut tick = |s: &gosedai_smallboard::proof::Snapshot, table: &Table| {
        if told.elapsed() >= Duration::from_secs(30) {
            told = Instant::now();
            let seconds = processor_seconds();
            println!(
                "{:.0} M nodes, {:.1} M expansions, {seconds:.0} processor s, pn {}, dn {}, table {:.1} % full",
                s.nodes as f64 / 1e6,
                s.expansions as f64 / 1e6,
                s.proof_number,
                s.disproof_number,
                100.0 * s.table_load
            );
        }
        if let Some(file) = save.filter(|_| saved.elapsed() >= Duration::from_secs(300)) {
            saved = Instant::now();
            write(file, s.nodes, table);
        }
    };
    let limits = Limits { threads: number("threads", 1) as usize, nodes: number("nodes", 0) * 1_000_000 };
    let run =
        prove_guided(&goal, rule, root, &table, limits, Control { cancel: &cancel, tick: &mut tick }, shapes.as_ref());
    if let Some(file) = save {
        write(file, run.last.nodes, &table);
    }
    let seconds = processor_seconds();
    println!(
        "{name} >= {target}: {:?}, {} nodes, {} expansions, {seconds:.2} processor s, {:.2} M nodes/s, table {:.1} % full",
        run.outcome,
        run.last.nodes,
        run.last.expansions,
        run.last.nodes as f64 / seconds.max(0.01) / 1e6,
        100.0 * run.last.table_load
    );
    let mut kinds = [[0u64; 3]; 2];
    for (key, known) in table.entries() {
        let kind = if known.pn == 0 { 0 } else { 1 + (known.dn != 0) as usize };
        kinds[(key >> 31 & 1) as usize][kind] += 1;
    }
    println!("proven, disproven, open: opponent to move {:?}, prover to move {:?}", kinds[0], kinds[1]);
    if number("walk", 0) > 0 {
        println!(
            "walk: {:?}",
            Walker::new(&goal, rule, if rule.verified { rule } else { StaticRule::proved() }, &table, 1 << 40)
                .check(root)
        );
    }
    Ok(())
}
