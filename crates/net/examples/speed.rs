//! Evaluations per second by board size and instructions: `cargo run --release -p gosedai-net --example speed [NETWORK]`.

use std::time::Instant;

use gosedai_board::{Move, Position, Rng, Rules, Size, playout};
use gosedai_net::{Instructions, Net, Workspace};

fn main() {
    let began = Instant::now();
    let mut net = match std::env::args().nth(1) {
        Some(path) => Net::read(&std::fs::read(&path).expect("the file can be read")).unwrap_or_else(|e| panic!("{e}")),
        None => Net::embedded(),
    };
    println!("loaded in {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
    for size in [Size::NINETEEN, Size::THIRTEEN, Size::NINE] {
        let mut position = Position::new(size, Rules::CHINESE, 7.0);
        let mut rng = Rng::new(1);
        for _ in 0..size.area() / 2 {
            if let Some(point) = playout::random_move(position.board(), position.to_play(), &mut rng) {
                let _ = position.play(Move::Play(point));
            }
        }
        let began = Instant::now();
        for _ in 0..200 {
            std::hint::black_box(net.input(&position));
        }
        let features = began.elapsed().as_secs_f64() / 200.0;
        let input = net.input(&position);
        for instructions in Instructions::ALL.into_iter().filter(|i| i.available()) {
            net.set_instructions(instructions);
            let mut work = Workspace::default();
            let mut best = f64::MAX;
            for _ in 0..if instructions == Instructions::Portable { 3 } else { 60 } {
                let began = Instant::now();
                std::hint::black_box(net.evaluate(&input, &mut work));
                best = best.min(began.elapsed().as_secs_f64());
            }
            println!(
                "{size} {:<14} {:7.2} ms a position, {:6.0} a second; features {:.3} ms",
                instructions.name(),
                best * 1e3,
                1.0 / best,
                features * 1e3
            );
        }
    }
}
