//! Workload of the search: playouts a second.

use gosedai_board::{Position, Rules, Size};
use gosedai_engine::patterns::model_file;
use gosedai_engine::{ApiError, Context, Stopwatch};
use gosedai_uct::{Config, MonteCarlo, Searcher};
use serde_json::json;

use super::Figures;

/// Playouts per second of the search on 9x9 and 19x19, strong and plain, one and two threads.
pub fn uct(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let playouts: u64 = args.first().and_then(|n| n.parse().ok()).unwrap_or(4000);
    let model = model_file::model(cx)?;
    let mut figures = Figures::new();
    for (side, count) in [(9, playouts), (19, playouts / 2)] {
        let size = Size::square(side).map_err(ApiError::failed)?;
        let position = Position::new(size, Rules::CHINESE, 7.5);
        for (name, base, model) in [("strong", Config::STRONG, Some(&*model)), ("plain", Config::PLAIN, None)] {
            for threads in [1, 2] {
                let config = Config { threads, ..base };
                let evaluator = MonteCarlo::new(model, config.style);
                let (watch, wall) = (Stopwatch::start(), std::time::Instant::now());
                Searcher::new(config).search(&position, &evaluator, &|p| p.playouts < count);
                let key = format!("{side}x{side} {name}, {threads} threads");
                let rate = |seconds: f64| json!((count as f64 / seconds).round());
                figures.insert(format!("{key}, per second"), rate(wall.elapsed().as_secs_f64()));
                if threads == 1 {
                    figures.insert(format!("{key}, per processor second"), rate(watch.seconds()));
                }
            }
        }
    }
    Ok(figures)
}
