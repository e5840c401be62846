//! Races on real boards against exhaustive alternate play.

mod brute;

use brute::{RaceBrute, Random};
use gosedai_board::{Board, Color, Point, Size, diagram};
use gosedai_cgt::race::RaceEnd;
use gosedai_worth::{analyse_race, safe_stones};

/// A board with one black and one white block facing each other, outside regions above and below, and perhaps an eye each.
fn random_race(random: &mut Random, large_eyes: bool) -> Option<(Board, Point, Point)> {
    const W: usize = 7;
    let mut rows: Vec<Vec<char>> = Vec::new();
    let fill = |c: char| vec![c; W];
    // White's living wall, then Black's outside liberties
    rows.push("O.OO.OO".chars().collect());
    rows.push(fill('O'));
    outside(random, 'O', 'X', &mut rows, false);
    block(random, 'X', 'O', &mut rows, large_eyes);
    let mut middle = fill('X');
    let shared = random.below(4) as usize;
    for (k, c) in middle.iter_mut().enumerate() {
        *c = if k % 2 == 1 && k / 2 < shared {
            '.'
        } else if random.below(2) == 0 {
            'X'
        } else {
            'O'
        };
    }
    rows.push(middle);
    block(random, 'O', 'X', &mut rows, large_eyes);
    outside(random, 'X', 'O', &mut rows, true);
    rows.push(fill('X'));
    rows.push("X.XX.XX".chars().collect());
    let height = rows.len();
    let mut stones = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (x, c) in row.iter().enumerate() {
            let p = Point::new(x, height - 1 - r);
            match c {
                'X' => stones.push((p, Color::Black)),
                'O' => stones.push((p, Color::White)),
                _ => {}
            }
        }
    }
    let board = Board::with_stones(Size::new(W, height).unwrap(), stones).ok()?;
    // the full rows of the two blocks are the ones beside the middle row
    let black = board.strings().into_iter().find(|&p| is_block(&board, p, Color::Black))?;
    let white = board.strings().into_iter().find(|&p| is_block(&board, p, Color::White))?;
    Some((board, black, white))
}

fn is_block(board: &Board, p: Point, color: Color) -> bool {
    let safe = safe_stones(board, 0);
    board.at(p).is(color) && board.string_len(p) >= 7 && !safe.stones[(color == Color::White) as usize].contains(p)
}

/// Two rows of outside liberties: columns of depth 0 to 2, sometimes with a capturable stone at the far end.
fn outside(random: &mut Random, wall: char, owner: char, rows: &mut Vec<Vec<char>>, below: bool) {
    let mut zone = vec![vec![wall; 7]; 2];
    for x in [0, 2, 4, 6] {
        let depth = random.below(3) as usize;
        for d in 0..depth {
            let r = if below { d } else { 1 - d };
            zone[r][x] = '.';
        }
        if depth == 2 && random.below(3) == 0 {
            let r = if below { 0 } else { 1 };
            zone[r][x] = if random.below(2) == 0 { owner } else { wall };
        }
    }
    if random.below(3) == 0 {
        // a pocket three wide, with loose stones of both sides that can be taken or connected
        let (near, far) = if below { (0, 1) } else { (1, 0) };
        for x in [2, 3, 4] {
            zone[near][x] = ['.', '.', '.', wall, owner][random.below(5) as usize];
            zone[far][x] = ['.', wall, owner, owner][random.below(4) as usize];
        }
        for x in [0, 6] {
            zone[far][x] = wall;
        }
    }
    rows.extend(zone);
}

/// One solid row, or three or four with an eye: up to four points, large ones also with stones of the other side inside.
fn block(random: &mut Random, c: char, other: char, rows: &mut Vec<Vec<char>>, large_eyes: bool) {
    rows.push(vec![c; 7]);
    let shape: &[&str] = match (random.below(5), large_eyes) {
        (1, false) => &["."],
        (2, false) => &[".."],
        (0, true) => &[".."],
        (1, true) => &["..."],
        (2, true) => &["..", ".."],
        (3, true) => &["...", " . "],
        _ => return,
    };
    for line in shape {
        let mut row = vec![c; 7];
        for (k, cell) in line.chars().enumerate().filter(|(_, cell)| *cell == '.') {
            row[2 + k] = if large_eyes && random.below(3) == 0 { other } else { cell };
        }
        rows.push(row);
    }
    rows.push(vec![c; 7]);
}

/// Checks one race; true if it was in scope.
fn agrees(board: &Board, black: Point, white: Point) -> bool {
    let report = analyse_race(board, black, white, &safe_stones(board, 0)).unwrap();
    let Some(verdict) = &report.verdict else {
        if std::env::var_os("SHOW_SCOPE").is_some() {
            eprintln!("{:?}\n{}", report.beyond, diagram::render(board));
        }
        return false;
    };
    let mut brute = RaceBrute::new(board.clone(), black, white);
    for (s, color) in Color::BOTH.into_iter().enumerate() {
        let told = if s == 0 { verdict.black_first } else { verdict.white_first };
        let Some(truth) = brute.result(color) else {
            return false;
        };
        let told = match told {
            RaceEnd::BlackCaptures => 1,
            RaceEnd::Seki => 0,
            RaceEnd::WhiteCaptures => -1,
        };
        let picture = diagram::render(board);
        assert_eq!(told, truth, "{color} first, class {}\n{picture}{verdict:?}", report.class);
        // whoever captures has a move that does, and the moves we name keep the result
        let wins = told == if s == 0 { 1 } else { -1 };
        assert!(!wins || !report.best[s].is_empty(), "{color} has no move\n{picture}");
        for &p in &report.best[s] {
            if let Some(after) = brute.result_after(p, color) {
                assert_eq!(after, truth, "{color} {p}\n{picture}");
            }
        }
    }
    true
}

fn run(count: usize, most_empty: usize, seed: u64, large_eyes: bool) {
    // SEED and COUNT split a long run, or repeat it on other boards
    let from_env = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let (seed, count) = (from_env("SEED").unwrap_or(seed), from_env("COUNT").map_or(count, |n| n as usize));
    let mut random = Random(seed);
    let (mut checked, mut skipped, mut kinds, mut classes) = (0, 0, [0usize; 3], [0usize; 9]);
    while checked < count {
        let Some((board, black, white)) = random_race(&mut random, large_eyes) else { continue };
        if board.empty_count() > most_empty {
            continue;
        }
        if agrees(&board, black, white) {
            checked += 1;
            let report = analyse_race(&board, black, white, &safe_stones(&board, 0)).unwrap();
            classes[report.class as usize] += 1;
            let v = report.verdict.unwrap();
            for end in [v.black_first, v.white_first] {
                kinds[match end {
                    RaceEnd::BlackCaptures => 0,
                    RaceEnd::Seki => 1,
                    RaceEnd::WhiteCaptures => 2,
                }] += 1;
            }
        } else {
            skipped += 1;
        }
    }
    eprintln!(
        "{checked} races equal to exhaustive play (black, seki, white: {kinds:?}; by class {classes:?}), {skipped} out of scope"
    );
}

#[test]
fn random_races_equal_exhaustive_play() {
    run(150, 14, 3, false);
}

#[test]
fn random_races_with_eyes_being_filled_equal_exhaustive_play() {
    run(100, 14, 5, true);
}

#[test]
#[ignore = "two thousand races take minutes"]
fn two_thousand_races_with_eyes_being_filled_equal_exhaustive_play() {
    run(2_000, 15, 2028, true);
}

#[test]
#[ignore = "ten thousand races take minutes"]
fn ten_thousand_random_races_equal_exhaustive_play() {
    run(10_000, 14, 2026, false);
}
