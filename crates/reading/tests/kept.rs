//! Results kept over a game equal results read from scratch: a professional game and random ones.

use gosedai_board::{Board, Color, Point, Rng, Size};
use gosedai_reading::{Budget, Reader, Reading, Trust, Usage};

const NODES: u64 = 120;
const GAME: &str = include_str!("../../../examples/ear-reddening.sgf");

/// The moves of the record, setup-free and without passes.
fn moves(sgf: &str) -> Vec<(Color, Point)> {
    let play = |part: &str| {
        let color = if part.starts_with("B[") { Color::Black } else { Color::White };
        let letters = part.get(2..4)?.as_bytes();
        let on_board = letters.iter().all(|l| (b'a'..=b's').contains(l)) && part.as_bytes().get(4) == Some(&b']');
        on_board.then(|| (color, Point::new((letters[0] - b'a') as usize, 18 - (letters[1] - b'a') as usize)))
    };
    let is_move = |part: &&str| part.starts_with("B[") || part.starts_with("W[");
    sgf.split(';').filter(is_move).filter_map(play).collect()
}

fn same(kept: &Reading, fresh: &Reading) -> bool {
    kept.attack.outcome == fresh.attack.outcome && kept.defend.outcome == fresh.defend.outcome
}

/// Asks about every string short of liberties, keeping; every third time also from scratch. Counts comparisons.
fn follow(board: &Board, number: usize, keeping: &mut Reader) -> usize {
    let mut compared = 0;
    for stone in board.strings() {
        if board.liberty_count_to(stone, 4) > 3 {
            continue;
        }
        let (kept, kept_ladder) = (keeping.capture(board, stone), keeping.ladder(board, stone));
        if !number.is_multiple_of(3) {
            continue;
        }
        let mut fresh = Reader::new(Budget::nodes(NODES));
        let (new, new_ladder) = (fresh.capture(board, stone), fresh.ladder(board, stone));
        // a limit may stop the fresh search where the kept one had finished on an easier board, never the reverse
        let is_cut = new.attack.trust == Trust::None || new.defend.trust == Trust::None;
        let kept_cut = kept.attack.trust == Trust::None || kept.defend.trust == Trust::None;
        assert!(is_cut && !kept_cut || same(&kept, &new), "{board:?} {stone}: kept {kept:?}, new {new:?}");
        assert!(same(&kept_ladder, &new_ladder), "{board:?} {stone}: kept {kept_ladder:?}, new {new_ladder:?}");
        compared += 2;
    }
    compared
}

fn is_worth_it(usage: Usage, compared: usize) {
    assert!(usage.hits > usage.reads / 2 && compared > 100, "{usage:?}, {compared} compared");
}

#[test]
fn kept_results_equal_fresh_ones_over_a_professional_game() {
    let mut board = Board::new(Size::NINETEEN);
    let mut keeping = Reader::new(Budget::nodes(NODES));
    let mut compared = 0;
    for (number, (color, point)) in moves(GAME).into_iter().enumerate().take(140) {
        assert!(board.is_legal(point, color), "move {number}");
        board.play_forever(point, color);
        compared += follow(&board, number, &mut keeping);
    }
    is_worth_it(keeping.usage, compared);
}

#[test]
fn kept_results_equal_fresh_ones_over_random_games() {
    for seed in 0..2 {
        let mut rng = Rng::new(seed);
        let mut board = Board::new(Size::NINE);
        let mut keeping = Reader::new(Budget::nodes(NODES));
        let mut color = Color::Black;
        for number in 0..50 {
            let point = board.empty_point(rng.below(board.empty_count()));
            if board.is_legal(point, color) && !board.is_simple_eye(point, color) {
                board.play_forever(point, color);
                follow(&board, number, &mut keeping);
            }
            color = color.opponent();
        }
        assert!(keeping.usage.hits > 0);
    }
}

#[test]
fn a_distant_breaker_invalidates_a_ladder_and_an_unrelated_stone_does_not() {
    let board = gosedai_board::diagram::parse(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X O . . . . . .
        . . X X . . . . .
        . . . . . . . . .",
    )
    .unwrap();
    let target = "C3".parse().unwrap();
    let mut reader = Reader::new(Budget::nodes(2_000));
    let before = reader.ladder(&board, target);
    assert_eq!(reader.usage.reads, 1);
    let with = |point: &str| {
        let mut changed = board.clone();
        changed.play_forever(point.parse().unwrap(), Color::White);
        changed
    };
    assert!(same(&reader.ladder(&with("J1"), target), &before));
    assert_eq!((reader.usage.hits, reader.usage.reads), (1, 1), "a stone off its course leaves the ladder as it was");
    assert!(!same(&reader.ladder(&with("F6"), target), &before), "a stone on its course breaks it");
    assert_eq!((reader.usage.hits, reader.usage.reads), (1, 2));
}

#[test]
fn what_was_read_on_one_board_is_not_taken_for_another_size() {
    // at the edge of nine lines the stone is caught; on nineteen lines the same stones stand in the open
    let stones =
        |text: &str, color| text.split(' ').map(move |p| (p.parse::<Point>().unwrap(), color)).collect::<Vec<_>>();
    let all = || stones("J5", Color::White).into_iter().chain(stones("H5 J4 H6 J7", Color::Black));
    let mut reader = Reader::new(Budget::nodes(2000));
    let mut fresh = |size: Size| {
        let board = Board::with_stones(size, all()).unwrap();
        let target = "J5".parse().unwrap();
        let kept = reader.capture(&board, target);
        (kept, Reader::new(Budget::nodes(2000)).capture(&board, target))
    };
    for size in [Size::NINE, Size::NINETEEN, Size::NINE] {
        let (kept, new) = fresh(size);
        assert_eq!(kept.attack.outcome, new.attack.outcome);
        assert_eq!((kept.attack.play, kept.defend.outcome), (new.attack.play, new.defend.outcome));
    }
}
