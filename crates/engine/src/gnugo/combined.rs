//! Questions about several strings at once, and about a string and an area.

use gosedai_board::{Board, Color, Move, Point, PointSet};
use gosedai_reading::tactics::Tactics;

use super::{Budget, Coded, Reader, attack, defend};

/// Strings with more liberties are no targets of a combination.
const MOST_LIBERTIES: usize = 4;
/// Positions for the way of a string into an area.
const ENTRY_NODES: u64 = 8_000;

/// `defend_both P Q`: does their owner, moving first, keep both strings?
pub fn defend_both(reader: &mut Reader, board: &Board, targets: [Point; 2]) -> u8 {
    let Some(owner) = board.color_at(targets[0]) else { return 0 };
    if attack(reader, board, &targets).code == 0 {
        return 1;
    }
    let mut singles = Vec::new();
    for target in targets {
        let saved = defend(reader, board, target);
        if saved.code == 0 {
            return 0;
        }
        singles.extend(saved.play.and_then(|play| play.point()));
    }
    // the moves that save one of them first, then what lies about both
    let about = around(board, &targets);
    let plays = singles.iter().copied().chain(about.iter().filter(|point| !singles.contains(point)));
    let codes = plays.map(|play| saved_by(reader, board, &targets, owner, play));
    best(codes)
}

/// Whether all targets are safe after this move of their owner.
fn saved_by(reader: &mut Reader, board: &Board, targets: &[Point], owner: Color, play: Point) -> u8 {
    if !board.is_legal(play, owner) {
        return 0;
    }
    let mut after = board.clone();
    after.play_forever(play, owner);
    [1, 0, 3, 2][attack(reader, &after, targets).code as usize % 4]
}

/// The best of several codes; the first success ends the work.
fn best(codes: impl Iterator<Item = u8>) -> u8 {
    let mut best = 0;
    for code in codes {
        if code == 1 {
            return 1;
        }
        // a ko taken first (2) is better than one that needs a threat first (3)
        best = if best == 0 || code != 0 && code < best { code } else { best };
    }
    best
}

/// Liberties of the strings, points beside those, and liberties of weak stones that touch the strings.
fn around(board: &Board, targets: &[Point]) -> PointSet {
    let empty = board.empty_set();
    let mut points = PointSet::EMPTY;
    for &target in targets {
        points.add(&board.liberties(target).grown().intersection(&empty));
        for enemy in board.adjacent_enemies(target) {
            if board.liberty_count_to(enemy, MOST_LIBERTIES) < MOST_LIBERTIES {
                points.add(&board.liberties(enemy));
            }
        }
    }
    points
}

/// A move that takes one of several strings none of which could be taken by itself.
pub struct Combination {
    pub play: Point,
    pub targets: [Point; 2],
}

/// `combination_attack C`: the first double threat found, those on most stones first.
pub fn combination_attack(reader: &mut Reader, board: &Board, color: Color) -> Option<Combination> {
    let mut targets: Vec<Point> = board
        .strings()
        .into_iter()
        .filter(|&stone| board.at(stone).is(color.opponent()))
        .filter(|&stone| (2..=MOST_LIBERTIES).contains(&board.liberty_count_to(stone, MOST_LIBERTIES + 1)))
        .collect();
    // what falls by itself needs no combination
    targets.retain(|&stone| attack(reader, board, &[stone]).code == 0);
    let reach: Vec<PointSet> = targets.iter().map(|&stone| board.liberties(stone).grown()).collect();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for second in 0..targets.len() {
        pairs.extend((0..second).filter(|&first| reach[first].intersects(&reach[second])).map(|first| (first, second)));
    }
    pairs.sort_by_key(|&(a, b)| {
        let (a, b) = (board.string_len(targets[a]), board.string_len(targets[b]));
        std::cmp::Reverse((a.min(b), a + b))
    });
    pairs.into_iter().find_map(|(a, b)| {
        let targets = [targets[a], targets[b]];
        let found = attack(reader, board, &targets);
        let play = found.play.and_then(|play| play.point()).filter(|_| found.code == 1)?;
        Some(Combination { play, targets })
    })
}

/// `combination_defend C`: what the opponent of this side can play against its combination.
pub fn combination_defend(reader: &mut Reader, board: &Board, color: Color) -> Vec<Point> {
    let Some(found) = combination_attack(reader, board, color) else { return Vec::new() };
    let mut points = around(board, &found.targets);
    points.insert(found.play);
    let owner = color.opponent();
    points.iter().filter(|&play| saved_by(reader, board, &found.targets, owner, play) == 1).collect()
}

/// `break_in P Q…` (`entering`) and `block_off P Q…`: does the string reach the area, is it kept out?
pub fn break_in(reader: &Reader, board: &Board, from: Point, area: PointSet, entering: bool) -> Coded {
    let budget = Budget::nodes(ENTRY_NODES);
    let found = Tactics::new(reader.tuning()).entry(board, from, area, entering, &budget);
    let play = found.play.or(Some(Move::Pass));
    Coded { code: found.outcome.code(), play }
}
