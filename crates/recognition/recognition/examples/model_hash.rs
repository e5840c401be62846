//! Prints a number for the models of every position of games, forwards (kept), some steps back, and from scratch.
use gosedai_board::{Color, Move};
use gosedai_knowledge::Knowledge;
use gosedai_recognition::{QuickAsk, Recogniser};
use gosedai_records::replay::{self, Overrides};
use gosedai_records::{GameReader, ReadOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::{fs::File, io::BufReader};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let count: usize = args[1].parse().unwrap();
    let mut kept = Recogniser::new(Knowledge::embedded());
    let mut scratch = Recogniser::new(Knowledge::embedded());
    let mut differ = 0;
    for (g, record) in GameReader::new(BufReader::new(File::open(&args[0]).unwrap()), ReadOptions::default())
        .unwrap()
        .flatten()
        .take(count)
        .enumerate()
    {
        let line = replay::main_line(&record.game);
        let Ok(end) = replay::replay(&record.game, &line, None, Overrides::default()) else { continue };
        let moves: Vec<(Color, Move)> = end.position.moves().collect();
        let Ok(start) = replay::replay(&record.game, &line, Some(0), Overrides::default()) else { continue };
        let mut position = start.position;
        let mut hash = DefaultHasher::new();
        let mut see = |position: &gosedai_board::Position, fresh: bool| {
            let text = format!("{:?}", kept.follow(position, &mut QuickAsk));
            text.hash(&mut hash);
            if fresh {
                scratch.forget();
                differ += usize::from(text != format!("{:?}", scratch.follow(position, &mut QuickAsk)));
            }
        };
        for (i, &(color, mv)) in moves.iter().enumerate() {
            position.play_as(color, mv).unwrap();
            see(&position, i % 3 == 0);
            if i % 17 == 16 {
                for _ in 0..5 {
                    position.undo();
                    see(&position, false);
                }
                for &(color, mv) in &moves[i - 4..=i] {
                    position.play_as(color, mv).unwrap();
                }
            }
        }
        println!("{g} {} {:016x}", moves.len(), hash.finish());
    }
    println!("kept differs from scratch {differ} times");
}
