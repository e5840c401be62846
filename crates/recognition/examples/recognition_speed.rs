//! `cargo run --release -p gosedai-recognition --example recognition_speed -- GAMES [scratch|kept] [GAMES TO USE] [ROUNDS] [NODES]`: one way of
//! recognising the middle game again and again, for a profiler.

use gosedai_board::{Color, Move, Position};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{Ask, QuickAsk, ReaderAsk, Recogniser};
use gosedai_records::GameReader;
use gosedai_records::ReadOptions;
use gosedai_records::replay::{self, Overrides};
use std::fs::File;
use std::io::BufReader;

/// Processor time of this thread in seconds.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.first() else { return eprintln!("say which games: speed GAMES [scratch|kept] [N]") };
    let which = args.get(1).map(String::as_str).unwrap_or("both");
    let count: usize = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(10);
    let file = BufReader::new(File::open(path).expect("the file of games opens"));
    // each game as it stood after 80 moves, and the moves from there to 180
    let mut games: Vec<(Position, Vec<(Color, Move)>)> = Vec::new();
    for record in GameReader::new(file, ReadOptions::default()).expect("readable").flatten().take(count) {
        let tree = &record.game;
        let line = replay::main_line(tree);
        let at = |moves| replay::replay(tree, &line, moves, Overrides::default()).map(|r| r.position);
        if let (Ok(start), Ok(end)) = (at(Some(80)), at(None)) {
            games.push((start, end.moves().take(180).skip(80).collect()));
        }
    }
    // with a number of nodes, the reader answers
    let nodes: Option<u64> = args.get(4).and_then(|n| n.parse().ok());
    let reader = || -> Box<dyn Ask> {
        match nodes {
            Some(nodes) => Box::new(ReaderAsk::new(nodes)),
            None => Box::new(QuickAsk),
        }
    };
    let positions: usize = games.iter().map(|(_, moves)| moves.len()).sum();
    let rounds: usize = args.get(3).and_then(|n| n.parse().ok()).unwrap_or(5);
    let mut best = [0.0; 2];
    for (i, mode) in ["scratch", "kept"].into_iter().enumerate() {
        if which != "both" && which != mode {
            continue;
        }
        for (start, moves) in &games {
            // the best of all rounds, game by game: other programs disturb some of them
            let mut least = f64::MAX;
            for _ in 0..rounds {
                let mut recogniser = Recogniser::new(Knowledge::embedded());
                let mut ask = reader();
                let mut position = start.clone();
                recogniser.follow(&position, &mut *ask);
                let clock = cpu();
                for &(color, mv) in moves {
                    position.play_as(color, mv).expect("a recorded move");
                    if i == 0 {
                        recogniser.forget();
                        ask = reader();
                    }
                    std::hint::black_box(recogniser.follow(&position, &mut *ask));
                }
                least = least.min(cpu() - clock);
            }
            best[i] += least;
        }
    }
    let each = |seconds: f64| seconds * 1e6 / positions as f64;
    println!(
        "{positions} positions: from scratch {:.1} µs, move by move {:.1} µs, ratio {:.2}",
        each(best[0]),
        each(best[1]),
        best[0] / best[1]
    );
}
