//! Reading collections: decompression, parsing, writing back, replaying.

use gosedai_engine::{ApiError, Context, Stopwatch, files};
use gosedai_records::{Layout, replay};
use serde_json::json;

use super::Figures;

/// Reads all games of the files and folders given; every later pass does what the first does, and more.
pub fn records(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    if args.is_empty() {
        return Err(ApiError::bad("args", "say which games: files, folders or collections"));
    }
    let mut figures = Figures::new();
    for pass in ["read", "read_write", "read_replay"] {
        let watch = Stopwatch::start();
        let (mut games, mut bytes, mut moves, mut failed) = (0u64, 0u64, 0u64, 0u64);
        for game in files::games(args) {
            cx.go_on()?;
            let Ok(game) = game else {
                failed += 1;
                continue;
            };
            let game = game.record.game;
            games += 1;
            bytes += game.source_length() as u64;
            match pass {
                "read_write" => drop(game.to_sgf_with(Layout::Compact)),
                "read_replay" => {
                    let line = replay::main_line(&game);
                    match replay::replay(&game, &line, None, replay::Overrides::default()) {
                        Ok(replayed) => moves += replayed.played.len() as u64,
                        Err(_) => failed += 1,
                    }
                }
                _ => {}
            }
        }
        let seconds = watch.seconds();
        let megabytes = bytes as f64 / 1e6;
        figures.insert(
            pass.to_string(),
            json!({
                "games": games,
                "failed": failed,
                "moves": moves,
                "megabytes": (megabytes * 10.0).round() / 10.0,
                "seconds": (seconds * 100.0).round() / 100.0,
                "games_per_second": (games as f64 / seconds).round(),
                "megabytes_per_second": (megabytes / seconds * 10.0).round() / 10.0,
            }),
        );
    }
    Ok(figures)
}
