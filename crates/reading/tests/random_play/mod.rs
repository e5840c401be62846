//! Boards by random play, so that every string has a liberty.

use gosedai_board::{Board, Color, Rng, Size};

/// Played until at most `most` points are empty, or for three times as many moves as there are points.
pub fn board(size: Size, most: usize, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    for turn in 0..size.area() * 3 {
        if board.empty_count() <= most {
            break;
        }
        let color = if turn % 2 == 0 { Color::Black } else { Color::White };
        let point = board.empty_point(rng.below(board.empty_count()));
        if board.is_legal(point, color) {
            board.play_forever(point, color);
        }
    }
    board.clear_ko();
    board
}
