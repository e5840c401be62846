//! `cargo run --release -p gosedai-recognition --example recognition_speed -- GAMES [GAMES TO USE] [ROUNDS] [NODES] [SKIP]`:
//! the middle game (moves 60 to 200) recognised from scratch, in the order of the games and shuffled; small enough for a profiler.
//! (`gosedai bench recognition` measures more.)

use gosedai_board::{Color, Move, Position, Rng};
use gosedai_knowledge::Knowledge;
use gosedai_reading::Reader;
use gosedai_recognition::{Ask, QuickAsk, Recogniser};
use gosedai_records::replay::{self, Overrides};
use gosedai_records::{GameReader, ReadOptions};
use std::fs::File;
use std::io::BufReader;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.first() else { return eprintln!("say which games: recognition_speed GAMES [N] [ROUNDS]") };
    let number = |i: usize| args.get(i).and_then(|n| n.parse::<usize>().ok());
    let (count, rounds, skip) = (number(1).unwrap_or(10), number(2).unwrap_or(5), number(4).unwrap_or(0));
    // with a number of nodes, the reader answers
    let reader = || -> Box<dyn Ask> {
        match number(3).filter(|&nodes| nodes > 0) {
            Some(nodes) => Box::new(Reader::proving(nodes as u64)),
            None => Box::new(QuickAsk),
        }
    };
    let file = BufReader::new(File::open(path).expect("the file of games opens"));
    let mut positions: Vec<Position> = Vec::new();
    for record in GameReader::new(file, ReadOptions::default()).expect("readable").flatten().skip(skip).take(count) {
        let tree = &record.game;
        let line = replay::main_line(tree);
        let at = |moves| replay::replay(tree, &line, moves, Overrides::default()).map(|r| r.position);
        if let (Ok(mut position), Ok(end)) = (at(Some(60)), at(None)) {
            let moves: Vec<(Color, Move)> = end.moves().take(200).skip(60).collect();
            // games that end before the middle game is well under way tell nothing
            if moves.len() < 40 {
                continue;
            }
            for (color, mv) in moves {
                position.play_as(color, mv).expect("a recorded move");
                positions.push(position.clone());
            }
        }
    }
    let ordered = from_scratch(positions.iter(), rounds, &reader);
    // in an order in which none comes after one that is like it
    let mut shuffled: Vec<&Position> = positions.iter().collect();
    Rng::new(1).shuffle(&mut shuffled);
    let shuffled = from_scratch(shuffled.iter().copied(), rounds, &reader);
    println!("{} positions: {ordered:.1} µs in order, {shuffled:.1} µs shuffled", positions.len());
}

/// Mean microseconds a position; the best of all rounds counts, position by position, for other programs disturb some.
fn from_scratch<'a>(
    positions: impl Iterator<Item = &'a Position> + Clone,
    rounds: usize,
    reader: &dyn Fn() -> Box<dyn Ask>,
) -> f64 {
    let mut recogniser = Recogniser::new(Knowledge::embedded());
    let mut best = vec![f64::MAX; positions.clone().count()];
    for _ in 0..rounds {
        for (position, best) in positions.clone().zip(&mut best) {
            let mut ask = reader();
            let clock = Instant::now();
            std::hint::black_box(recogniser.recognise(position, &mut *ask));
            *best = best.min(clock.elapsed().as_secs_f64());
        }
    }
    best.iter().sum::<f64>() * 1e6 / best.len().max(1) as f64
}
