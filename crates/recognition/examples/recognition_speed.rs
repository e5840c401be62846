//! `cargo run --release -p gosedai-recognition --example recognition_speed -- GAMES [scratch|kept|both] [GAMES TO USE] [ROUNDS]
//! [NODES] [SKIP]`: the middle game (moves 60 to 200) recognised again and again, from scratch and move by move, game by game;
//! one way by itself for a profiler. (`gosedai bench recognition` measures more.)

use gosedai_board::{Color, Move, Position};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{Ask, QuickAsk, ReaderAsk, Recogniser};
use gosedai_records::GameReader;
use gosedai_records::ReadOptions;
use gosedai_records::replay::{self, Overrides};
use std::fs::File;
use std::io::BufReader;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.first() else { return eprintln!("say which games: speed GAMES [scratch|kept] [N]") };
    let which = args.get(1).map(String::as_str).unwrap_or("both");
    let count: usize = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(10);
    let skip: usize = args.get(5).and_then(|n| n.parse().ok()).unwrap_or(0);
    let file = BufReader::new(File::open(path).expect("the file of games opens"));
    // each game as it stood after 60 moves, and the moves from there to 200
    let mut games: Vec<(Position, Vec<(Color, Move)>)> = Vec::new();
    for record in GameReader::new(file, ReadOptions::default()).expect("readable").flatten().skip(skip).take(count) {
        let tree = &record.game;
        let line = replay::main_line(tree);
        let at = |moves| replay::replay(tree, &line, moves, Overrides::default()).map(|r| r.position);
        if let (Ok(start), Ok(end)) = (at(Some(60)), at(None)) {
            let moves: Vec<(Color, Move)> = end.moves().take(200).skip(60).collect();
            // games that end before the middle game is well under way tell nothing
            if moves.len() < 40 {
                continue;
            }
            games.push((start, moves));
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
    // the best of all rounds, position by position: other programs disturb some of them. Playing the moves is not counted
    let mut best: Vec<[Vec<f64>; 2]> = Vec::new();
    best.resize_with(games.len(), Default::default);
    for _ in 0..rounds {
        for ((start, moves), best) in games.iter().zip(&mut best) {
            for (i, mode) in ["scratch", "kept"].into_iter().enumerate() {
                if which != "both" && which != mode {
                    continue;
                }
                best[i].resize(moves.len(), f64::MAX);
                let mut recogniser = Recogniser::new(Knowledge::embedded());
                let mut ask = reader();
                let mut position = start.clone();
                recogniser.follow(&position, &mut *ask);
                for (&(color, mv), best) in moves.iter().zip(&mut best[i]) {
                    position.play_as(color, mv).expect("a recorded move");
                    if i == 0 {
                        ask = reader();
                    }
                    let clock = Instant::now();
                    if i == 0 {
                        recogniser.forget();
                    }
                    std::hint::black_box(recogniser.follow(&position, &mut *ask));
                    *best = best.min(clock.elapsed().as_secs_f64());
                }
            }
        }
    }
    let best: Vec<[f64; 2]> = best.iter().map(|game| [0, 1].map(|i| game[i].iter().sum())).collect();
    if which != "both" {
        let i = usize::from(which != "scratch");
        let seconds: f64 = best.iter().map(|best| best[i]).sum();
        return println!("{positions} positions, {which}: {:.1} µs", seconds * 1e6 / positions as f64);
    }
    let each = |i: usize| best.iter().map(|best| best[i]).sum::<f64>() * 1e6 / positions as f64;
    println!(
        "{} games, {positions} positions: from scratch {:.1} µs, move by move {:.1} µs, ratio {:.2}",
        games.len(),
        each(0),
        each(1),
        each(0) / each(1)
    );
    let mut ratios: Vec<f64> = best.iter().map(|best| best[0] / best[1]).collect();
    ratios.sort_by(f64::total_cmp);
    let mean = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
    let list: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.1}")).collect();
    println!("ratio game by game: mean {mean:.2}; {}", list.join(" "));
}
