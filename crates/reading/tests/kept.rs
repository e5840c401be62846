//! Results kept over a game equal results read from scratch.

use gosedai_board::{Board, Color, Rng, Size};
use gosedai_reading::{Budget, Reader, Trust};

#[test]
fn kept_results_equal_fresh_ones_over_games() {
    let (mut hits, mut compared) = (0, 0);
    for seed in 0..3 {
        let mut rng = Rng::new(seed);
        let mut board = Board::new(Size::NINE);
        let mut keeping = Reader::new(Budget::nodes(300));
        let mut color = Color::Black;
        for _ in 0..50 {
            let point = board.empty_point(rng.below(board.empty_count()));
            if board.is_legal(point, color) && !board.is_simple_eye(point, color) {
                board.play_forever(point, color);
                for stone in board.strings() {
                    if board.liberty_count_to(stone, 4) > 3 {
                        continue;
                    }
                    let mut fresh = Reader::new(Budget::nodes(300));
                    let (kept, new) = (keeping.capture(&board, stone), fresh.capture(&board, stone));
                    // a limit may stop the fresh search where the kept one had finished on an easier board
                    for (kept, new) in [(&kept.attack, &new.attack), (&kept.defend, &new.defend)] {
                        if kept.trust == Trust::Proved && new.trust == Trust::Proved {
                            assert_eq!(kept.outcome, new.outcome, "{board:?} {stone}");
                            compared += 1;
                        }
                    }
                }
            }
            color = color.opponent();
        }
        hits += keeping.usage.hits;
    }
    assert!(hits > 0 && compared > 100, "{hits} results were kept, {compared} compared");
}
