//! Limits of the exact tier: reaching one gives no answer, never a wrong one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gosedai_board::{Color, PointSet, diagram};
use gosedai_reading::exact::ground::{Border, ground};
use gosedai_reading::exact::verdict::read_ground;
use gosedai_reading::exact::{Ground, Side};
use gosedai_reading::{Budget, Outcome};

/// Six points in a rectangle on the side with holes at both ends: a few thousand positions to read.
fn question() -> (gosedai_board::Board, Ground) {
    let board = diagram::parse(
        "
        . . . . . . . . .
        . . . . . . . . .
        . X X X X X X X .
        . X O O O O O X .
        X . O . . . O . X
        X . . . . . . . X
        X . . . . . . . X",
    )
    .unwrap();
    let target: PointSet = board.stone_set(Color::White);
    let field = ground(&board, &target, Color::White, Border::Wall, 1);
    (board, field)
}

#[test]
fn time_that_runs_out_gives_no_answer() {
    let (board, field) = question();
    let budget = Budget::nodes(u64::MAX).with_deadline(|| true);
    let found = read_ground(&board, &field, Side::Attacker, &budget);
    assert_eq!(found.outcome, Outcome::Unknown);
    assert!(found.nodes < 1_000, "stopped after {} positions", found.nodes);
}

#[test]
fn a_raised_flag_cancels() {
    let (board, field) = question();
    let flag = Arc::new(AtomicBool::new(false));
    let asked = Arc::new(AtomicU64::new(0));
    let (raise, count) = (flag.clone(), asked.clone());
    let budget = Budget::nodes(u64::MAX).with_cancel(flag).with_deadline(move || {
        if count.fetch_add(1, Ordering::Relaxed) == 3 {
            raise.store(true, Ordering::Relaxed);
        }
        false
    });
    let found = read_ground(&board, &field, Side::Attacker, &budget);
    assert_eq!(found.outcome, Outcome::Unknown);
    assert!(asked.load(Ordering::Relaxed) <= 5);
}

#[test]
fn positions_are_counted_and_limited() {
    let (board, field) = question();
    let found = read_ground(&board, &field, Side::Attacker, &Budget::nodes(50));
    assert_eq!(found.outcome, Outcome::Unknown);
    assert!(found.nodes <= 51);
}

#[test]
fn little_memory_changes_no_answer() {
    let text = "
        . . . . . . . .
        . . . . . . . .
        X X X X X X . .
        X O O O O X . .
        O . . . O X . .
        . . . . O X . .";
    let board = diagram::parse(text).unwrap();
    let field = ground(&board, &board.stone_set(Color::White), Color::White, Border::Wall, 1);
    for side in [Side::Attacker, Side::Defender] {
        let much = read_ground(&board, &field, side, &Budget::nodes(2_000_000));
        assert_ne!(much.outcome, Outcome::Unknown);
        for kilobytes in [4, 16, 64] {
            let budget = Budget::nodes(400_000).with_memory(kilobytes << 10);
            let little = read_ground(&board, &field, side, &budget);
            assert!(little.table_bytes <= kilobytes << 10, "{} bytes", little.table_bytes);
            assert!(little.outcome == Outcome::Unknown || little.outcome == much.outcome);
        }
    }
}
