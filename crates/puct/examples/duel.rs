//! Games between two settings of the search, colours in turn, openings drawn from the policy:
//!
//! `cargo run --release -p gosedai-puct --example duel -- SIZE VISITS GAMES THREADS exploration=1.5 [unvisited_penalty=0.2 …]`
//!
//! VISITS may be a time for a move instead: `0.2s`. The settings named are those of the first player; the second plays with the
//! defaults.

mod settings;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use gosedai_board::{Color, Move, Position, Rng, Rules, Size};
use gosedai_net::{Net, Workspace};
use gosedai_puct::{Config, Searcher, dead_stones};

/// How long a player thinks about a move.
#[derive(Clone, Copy)]
enum Effort {
    Visits(u32),
    Seconds(f64),
}

impl std::str::FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Effort, String> {
        let bad = |_| format!("'{text}' is neither a number of visits nor a time such as 0.2s");
        match text.strip_suffix('s') {
            Some(seconds) => seconds.parse().map(Effort::Seconds).map_err(|_| bad(())),
            None => text.parse().map(Effort::Visits).map_err(|_| bad(())),
        }
    }
}

/// Moves at the start that are drawn, not searched.
const DRAWN: usize = 4;

/// The margin for Black.
fn game(net: &Arc<Net>, configs: [Config; 2], size: Size, effort: Effort, seed: u64) -> f64 {
    let mut position = Position::new(size, Rules::CHINESE, if size.area() < 200 { 7.0 } else { 7.5 });
    let (mut rng, mut work) = (Rng::new(seed), Workspace::default());
    let mut players = configs.map(|config| Searcher::new(net.clone(), config));
    while !position.is_over() && position.move_number() < 2 * size.area() {
        let mv = if position.move_number() < DRAWN {
            draw(net, &position, &mut rng, &mut work)
        } else {
            let side = position.to_play().index();
            let began = Instant::now();
            let ranking = players[side].search(&position, 1, &|progress| match effort {
                Effort::Visits(visits) => progress.visits < visits,
                Effort::Seconds(seconds) => began.elapsed().as_secs_f64() < seconds,
            });
            ranking.moves[0].mv
        };
        position.play(mv).expect("searched moves are legal");
    }
    let output = net.evaluate(&net.input(&position), &mut work);
    position.score(&dead_stones(&position, &output)).margin()
}

fn draw(net: &Net, position: &Position, rng: &mut Rng, work: &mut Workspace) -> Move {
    let moves: Vec<Move> = position.legal_points().into_iter().map(Move::Play).collect();
    let shares = net.evaluate(&net.input(position), work).probabilities(&moves);
    let mut at = rng.unit() as f32;
    for (mv, share) in moves.iter().zip(&shares) {
        at -= share;
        if at <= 0.0 {
            return *mv;
        }
    }
    moves[0]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [size, visits, games, threads, words @ ..] = &args[..] else {
        return Err("arguments: SIZE VISITS GAMES THREADS NAME=VALUE …".into());
    };
    let (size, effort) = (Size::square(size.parse()?)?, visits.parse::<Effort>()?);
    let (games, threads) = (games.parse::<usize>()?, threads.parse::<usize>()?);
    let (first, net) = (settings::changed(words)?, Arc::new(Net::embedded()));
    let (next, halves) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    // each opening is played twice, with colours changed
                    let color = if number % 2 == 0 { Color::Black } else { Color::White };
                    let mut configs = [Config::default(); 2];
                    configs[color.index()] = first;
                    let margin = game(&net, configs, size, effort, number as u64 / 2 + 1) * f64::from(color.sign());
                    let won = if margin == 0.0 { 1 } else { 2 * usize::from(margin > 0.0) };
                    halves.fetch_add(won, Ordering::Relaxed);
                }
            });
        }
    });
    let share = halves.into_inner() as f64 / 2.0 / games as f64;
    let error = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
    println!("{}: {:.1} % ± {:.1} of {games} games", words.join(" "), share * 100.0, error * 100.0);
    Ok(())
}
