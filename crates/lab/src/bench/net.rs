//! Workloads of the neural evaluator and its search.

use std::sync::Arc;
use std::time::Instant;

use gosedai_board::{Move, Position, Rng, Rules, Size, playout};
use gosedai_engine::{ApiError, Context, Stopwatch};
use gosedai_net::{Input, Instructions, Net, Workspace};
use gosedai_puct::{Config, Searcher};

use super::Figures;
use crate::patterns::peak_memory_mib;

fn half_played(size: Size) -> Position {
    let mut position = Position::new(size, Rules::CHINESE, 7.0);
    let mut rng = Rng::new(1);
    while position.move_number() < size.area() / 2 {
        let mv = playout::random_move(position.board(), position.to_play(), &mut rng).map_or(Move::Pass, Move::Play);
        if position.play(mv).is_err() {
            break;
        }
    }
    position
}

/// Evaluations a second of processor time in one thread; best of five rounds.
fn rate(net: &Net, position: &Position) -> f64 {
    let mut work = Workspace::default();
    (0..5).fold(0.0, |best: f64, _| {
        let watch = Stopwatch::start();
        let mut count = 0;
        while count < 4 || watch.seconds() < 0.2 {
            std::hint::black_box(net.evaluate(&net.input(position), &mut work));
            count += 1;
        }
        best.max(f64::from(count) / watch.seconds())
    })
}

/// Loading, evaluations per second by board size and instructions, visits of the search.
pub fn net(_args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let mut figures = Figures::new();
    let mut put = |name: String, value: f64| figures.insert(name, ((value * 100.0).round() / 100.0).into());
    let watch = Stopwatch::start();
    let mut net = Net::embedded();
    put("load_milliseconds".into(), watch.seconds() * 1e3);
    put("network_mebibytes".into(), net.bytes() as f64 / 1048576.0);
    for size in [Size::NINETEEN, Size::THIRTEEN, Size::NINE] {
        cx.go_on()?;
        let position = half_played(size);
        let one = rate(&net, &position);
        put(format!("{size}_evaluations_per_second_one_thread"), one);
        put(format!("{size}_milliseconds_a_position"), 1e3 / one);
        let two: f64 = std::thread::scope(|scope| {
            let threads = [0, 1].map(|_| scope.spawn(|| rate(&net, &position)));
            threads.into_iter().map(|t| t.join().unwrap_or(0.0)).sum()
        });
        put(format!("{size}_evaluations_per_second_two_threads"), two);
    }
    let inputs: Vec<Input> = vec![net.input(&half_played(Size::NINETEEN)); 64];
    let wall = Instant::now();
    std::hint::black_box(net.evaluate_all(&inputs, 2));
    put("19x19_batch_of_64_two_threads_per_second_by_the_wall_clock".into(), 64.0 / wall.elapsed().as_secs_f64());
    let best = net.instructions();
    if best != Instructions::Avx2 && Instructions::Avx2.available() {
        net.set_instructions(Instructions::Avx2);
        for size in [Size::NINETEEN, Size::NINE] {
            put(format!("{size}_evaluations_per_second_avx2"), rate(&net, &half_played(size)));
        }
        net.set_instructions(best);
    }
    let net = Arc::new(net);
    for size in [Size::NINETEEN, Size::NINE] {
        let position = half_played(size);
        let (watch, wall) = (Stopwatch::start(), Instant::now());
        let ranking = Searcher::new(net.clone(), Config::default())
            .search(&position, 1, &|p| p.visits < 400 && wall.elapsed().as_secs() < 60);
        put(format!("{size}_visits_per_second_one_thread"), f64::from(ranking.visits) / watch.seconds());
        let wall = Instant::now();
        let ranking = Searcher::new(net.clone(), Config::default())
            .search(&position, 2, &|p| p.visits < 400 && wall.elapsed().as_secs() < 60);
        let rate = f64::from(ranking.visits) / wall.elapsed().as_secs_f64();
        put(format!("{size}_visits_per_second_two_threads_by_the_wall_clock"), rate);
    }
    if let Some(peak) = peak_memory_mib() {
        put("peak_memory_mebibytes".into(), peak as f64);
    }
    figures.insert("instructions".into(), best.name().into());
    Ok(figures)
}
