//! Workloads of the board.

use gosedai_board::{Board, Color, Rng, Size, perft, playout};
use gosedai_engine::{ApiError, Context, Stopwatch};

use super::Figures;

/// Random games, best of five rounds of about half a second.
pub fn playouts(_args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let mut figures = Figures::new();
    for size in [Size::NINE, Size::NINETEEN] {
        let mut best = 0f64;
        let mut moves_per_second = 0f64;
        let mut checksum = 0i64;
        for round in 0..5 {
            cx.go_on()?;
            let mut rng = Rng::new(round);
            let empty = Board::new(size);
            let (mut games, mut moves) = (0u64, 0u64);
            let watch = Stopwatch::start();
            while watch.seconds() < 0.5 {
                for _ in 0..64 {
                    let mut board = empty.clone();
                    moves += playout::play_out(&mut board, Color::Black, size.area() * 3, &mut rng) as u64;
                    checksum += i64::from(playout::quick_area(&board));
                    games += 1;
                }
            }
            let seconds = watch.seconds();
            if games as f64 / seconds > best {
                best = games as f64 / seconds;
                moves_per_second = moves as f64 / seconds;
            }
        }
        std::hint::black_box(checksum);
        figures.insert(format!("{size}_games_per_second"), best.round().into());
        figures.insert(format!("{size}_moves_per_second"), moves_per_second.round().into());
    }
    Ok(figures)
}

/// Exhaustive enumeration against the published numbers (Tromp and Farnebäck).
pub fn legal_positions(_args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let mut figures = Figures::new();
    let published =
        [(1, 1, 1u64), (1, 2, 5), (2, 2, 57), (2, 3, 489), (3, 3, 12_675), (3, 4, 321_689), (4, 4, 24_318_165)];
    for (width, height, expected) in published {
        cx.go_on()?;
        let size = Size::new(width, height).map_err(ApiError::failed)?;
        let found = perft::legal_positions(size).ok_or_else(|| ApiError::failed("board too large to enumerate"))?;
        if found != expected {
            return Err(ApiError::failed(format!("{size}: found {found} legal positions, published are {expected}")));
        }
        figures.insert(size.to_string(), found.into());
    }
    Ok(figures)
}
