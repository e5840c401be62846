//! Sums of random regions on real boards against exhaustive alternate play.

mod brute;

use brute::{AreaBrute, Random};
use gosedai_board::{Board, Color};
use gosedai_worth::compose::{Comb, RoomPlan};
use gosedai_worth::{Counting, KoSearch, Options, analyse};

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

/// Rooms crowded with stones of both sides: many hold a ko, or a threat for one.
fn crowded_room(random: &mut Random) -> RoomPlan {
    let (height, length) = (1 + random.below(3) as usize, 2 + random.below(3) as usize);
    let cell = |random: &mut Random| ['.', '.', 'x', 'o', 'o'][random.below(5) as usize];
    RoomPlan { rows: (0..height).map(|_| (0..length).map(|_| cell(random)).collect()).collect() }
}

fn random_board(random: &mut Random, open: usize, crowded: bool) -> Option<Board> {
    let mut comb = Comb { width: 8, height: 0, block: 2, black_rooms: vec![], white_rooms: vec![] };
    for i in 0..2 + random.below(2) {
        let room = if crowded { crowded_room(random) } else { random_room(random, 4) };
        if i % 2 == 0 { comb.black_rooms.push(room) } else { comb.white_rooms.push(room) }
    }
    comb.height = (comb.least_height() + 1).max(6);
    let board = comb.board().ok()?;
    (board.empty_count() <= open + 4).then_some(board)
}

/// Boards counted: how kos entered their scores.
#[derive(Default)]
struct Kinds {
    no_ko: usize,
    indifferent: usize,
    searched: usize,
    /// Scores for which the reference had to remember the whole history.
    by_history: usize,
}

/// Compares score and best moves for both sides; true if the position was in scope (everything enumerated).
fn agrees(board: &Board, kinds: &mut Kinds) -> bool {
    agrees_with(board, kinds, 0)
}

/// The same with stones that are only safe by reading as walls.
fn agrees_with(board: &Board, kinds: &mut Kinds, read_nodes: u32) -> bool {
    let end = analyse(board, Options { read_nodes, ..Options::new(Counting::Area) });
    if !end.complete {
        return false;
    }
    let mut brute = AreaBrute::new(board.clone());
    for color in Color::BOTH {
        let s = (color == Color::White) as usize;
        let Some(truth) = brute.score(color) else {
            return false;
        };
        if end.score[s] != Some(truth) {
            // the quick reference may be wrong where repetitions matter
            let Some(truth) = AreaBrute::with_history(board.clone()).score(color) else {
                return false;
            };
            kinds.by_history += 1;
            assert_eq!(end.score[s], Some(truth), "{color} first\n{}", gosedai_board::diagram::render(board));
        }
        for region in &end.regions {
            for m in &region.moves[s] {
                if m.score.is_none() && end.kos != KoSearch::None {
                    continue;
                }
                let Some(mut after) = brute.score_after(m.point, color) else {
                    return false;
                };
                if m.score != Some(after) {
                    let Some(exact) = AreaBrute::with_history(board.clone()).score_after(m.point, color) else {
                        return false;
                    };
                    kinds.by_history += 1;
                    after = exact;
                }
                assert_eq!(m.score, Some(after), "{color} {}\n{}", m.point, gosedai_board::diagram::render(board));
            }
        }
    }
    match end.kos {
        KoSearch::None => kinds.no_ko += 1,
        KoSearch::Indifferent => kinds.indifferent += 1,
        _ => kinds.searched += 1,
    }
    true
}

fn run(count: usize, open: usize, seed: u64, kos_only: bool, read_nodes: u32) {
    // SEED and COUNT split a long run, or repeat it on other boards
    let from_env = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let (seed, count) = (from_env("SEED").unwrap_or(seed), from_env("COUNT").map_or(count, |n| n as usize));
    let mut random = Random(seed);
    let (mut checked, mut skipped, mut kinds) = (0, 0, Kinds::default());
    while checked < count {
        let Some(board) = random_board(&mut random, open, kos_only) else { continue };
        if kos_only {
            let end = analyse(&board, Options { read_nodes: 0, ko_nodes: 0, ..Options::new(Counting::Area) });
            if end.kos == KoSearch::None {
                continue;
            }
        }
        if agrees_with(&board, &mut kinds, read_nodes) {
            checked += 1;
            if checked % 1000 == 0 {
                eprintln!("{checked} equal so far");
            }
        } else {
            skipped += 1;
        }
    }
    let Kinds { no_ko, indifferent, searched, by_history } = kinds;
    eprintln!(
        "{checked} sums equal to exhaustive play ({no_ko} without ko, {indifferent} with kos that change nothing, {searched} with kos played out; {by_history} scores settled by the reference with full history), {skipped} left out (too large, mostly for the reference)"
    );
}

#[test]
fn random_sums_equal_exhaustive_play() {
    run(120, 6, 7, false, 0);
}

#[test]
fn random_sums_between_stones_safe_by_reading_equal_exhaustive_play() {
    run(60, 6, 17, false, 300);
}

#[test]
#[ignore = "three thousand boards take minutes"]
fn three_thousand_sums_between_stones_safe_by_reading_equal_exhaustive_play() {
    run(3_000, 6, 2029, false, 300);
}

#[test]
#[ignore = "ten thousand boards take minutes"]
fn ten_thousand_random_sums_equal_exhaustive_play() {
    run(10_000, 6, 2026, false, 0);
}

#[test]
fn random_sums_with_kos_equal_exhaustive_play() {
    run(25, 7, 11, true, 0);
}

#[test]
#[ignore = "two thousand boards take minutes"]
fn two_thousand_sums_with_kos_equal_exhaustive_play() {
    run(2_000, 8, 2027, true, 0);
}

/// A capture inside a loop that nobody gains by going round may still be the threat that decides.
#[test]
fn captures_inside_idle_loops_are_threats() {
    for rows in [
        ". X X O . O O O\nX X X . O . O O\nX X X X X X O O\nX X X X X X O .\n. X O O O O O O\nX X . . O O O .",
        ". X X X O . O O\nX X X X . . O O\nX X X X X X O O\nX X X X X X O .\n. X O O O O O O\nX X . X X O O O\nX X X X O O O O\nX X . O . O O .",
        ". X X O X . O O\nX X X . O . O O\nX X X X X X O O\nX X X X X X O .\n. X O O O O O O\nX X . X X . O .",
    ] {
        assert!(agrees(&gosedai_board::diagram::parse(rows).unwrap(), &mut Kinds::default()));
    }
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
    assert!(agrees(&board, &mut Kinds::default()));
}
