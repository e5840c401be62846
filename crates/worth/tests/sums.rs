//! Sums of random regions on real boards against exhaustive alternate play.

mod brute;

use brute::{AreaBrute, Random};
use gosedai_board::{Board, Color};
use gosedai_worth::compose::{Comb, RoomPlan};
use gosedai_worth::{Counting, Options, analyse};

fn random_room(random: &mut Random, longest: usize) -> RoomPlan {
    let rows = 1 + (random.below(4) == 0) as usize;
    let length = 1 + random.below(longest as u64) as usize;
    let rows = (0..rows)
        .map(|_| {
            (0..length)
                .map(|k| match random.below(if k == 0 { 5 } else { 3 }) {
                    0 if k > 0 => 'o',
                    1 if random.below(3) == 0 => 'x',
                    _ => '.',
                })
                .collect()
        })
        .collect();
    RoomPlan { rows }
}

fn random_board(random: &mut Random, open: usize) -> Option<Board> {
    let mut comb = Comb { width: 8, height: 0, block: 2, black_rooms: vec![], white_rooms: vec![] };
    for i in 0..2 + random.below(2) {
        let room = random_room(random, 4);
        if i % 2 == 0 { comb.black_rooms.push(room) } else { comb.white_rooms.push(room) }
    }
    comb.height = (comb.least_height() + 1).max(6);
    let board = comb.board().ok()?;
    (board.empty_count() <= open + 4).then_some(board)
}

/// Compares score and best moves for both sides; true if the position was in scope (no ko, everything enumerated).
fn agrees(board: &Board) -> bool {
    let end = analyse(board, Options { read_nodes: 0, ..Options::new(Counting::Area) });
    if !end.complete {
        return false;
    }
    let mut brute = AreaBrute::new(board.clone());
    for color in Color::BOTH {
        let s = (color == Color::White) as usize;
        let Some(truth) = brute.score(color) else {
            return false;
        };
        assert_eq!(end.score[s], Some(truth), "{color} first\n{}", gosedai_board::diagram::render(board));
        for region in &end.regions {
            for m in &region.moves[s] {
                let Some(after) = brute.score_after(m.point, color) else {
                    return false;
                };
                assert_eq!(m.score, Some(after), "{color} {}\n{}", m.point, gosedai_board::diagram::render(board));
            }
        }
    }
    true
}

fn run(count: usize, open: usize, seed: u64) {
    let mut random = Random(seed);
    let (mut checked, mut skipped) = (0, 0);
    while checked < count {
        let Some(board) = random_board(&mut random, open) else { continue };
        if agrees(&board) {
            checked += 1;
            if checked % 1000 == 0 {
                eprintln!("{checked} equal so far");
            }
        } else {
            skipped += 1;
        }
    }
    eprintln!("{checked} sums equal to exhaustive play, {skipped} left out (ko, loop, or too large for the reference)");
}

#[test]
fn random_sums_equal_exhaustive_play() {
    run(120, 6, 7);
}

#[test]
#[ignore = "ten thousand boards take minutes"]
fn ten_thousand_random_sums_equal_exhaustive_play() {
    run(10_000, 6, 2026);
}

#[test]
fn a_capturing_region_beside_a_dame() {
    let board = gosedai_board::diagram::parse(
        "
        . X O O . . O O
        X X X X X X O O
        X X X X X . O O
        X X X X X X O O
        X X X X X X O .
        . X O O O O O O
        X X . X X O O O
        X X . . X O O .",
    )
    .unwrap();
    assert!(agrees(&board));
}
