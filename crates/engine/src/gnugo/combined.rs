//! Questions about several strings at once, and about a string and an area.

use gosedai_board::{Board, Color, Move, Point, PointSet};
use gosedai_reading::TACTICAL_PROOF;
use gosedai_reading::tactics::Tactics;

use super::{Budget, Coded, Reader, attack, defend};

/// Strings with more liberties are no targets of a combination.
const MOST_LIBERTIES: usize = 4;
/// Strings that are attacked together.
const MOST_TARGETS: usize = 5;
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
    pub targets: Vec<Point>,
}

/// `combination_attack C`: the first combination found: double threats on most stones first, then attacks on all the
/// strings that hang together.
pub fn combination_attack(reader: &mut Reader, board: &Board, color: Color) -> Option<Combination> {
    plainly(reader, |reader| combination(reader, board, color))
}

/// A position has dozens of such questions, each is short, and a wrong hint of the adviser would make a combination of nothing.
fn plainly<T>(reader: &mut Reader, ask: impl FnOnce(&mut Reader) -> T) -> T {
    let usual = reader.effort.clone();
    reader.effort.advised = false;
    reader.effort.proof = usual.proof.with_nodes(usual.proof.nodes.min(TACTICAL_PROOF));
    let found = ask(reader);
    reader.effort = usual;
    found
}

fn combination(reader: &mut Reader, board: &Board, color: Color) -> Option<Combination> {
    let mut targets: Vec<Point> = board
        .strings()
        .into_iter()
        .filter(|&stone| board.at(stone).is(color.opponent()))
        .filter(|&stone| (2..=MOST_LIBERTIES).contains(&board.liberty_count_to(stone, MOST_LIBERTIES + 1)))
        .collect();
    // what falls by itself needs no combination
    targets.retain(|&stone| attack(reader, board, &[stone]).code == 0);
    targets.sort_by_key(|&stone| std::cmp::Reverse(board.string_len(stone)));
    let reach: Vec<PointSet> = targets.iter().map(|&stone| board.liberties(stone).grown()).collect();
    let touches = |a: usize, b: usize| a != b && reach[a].intersects(&reach[b]);
    let pairs =
        (0..targets.len()).flat_map(|b| (0..b).map(move |a| vec![a, b])).filter(|pair| touches(pair[0], pair[1]));
    let clusters = (0..targets.len()).map(|a| {
        let near = (0..targets.len()).filter(|&b| touches(a, b)).take(MOST_TARGETS - 1);
        std::iter::once(a).chain(near).collect::<Vec<_>>()
    });
    let chosen: Vec<Vec<usize>> = pairs.chain(clusters.filter(|cluster| cluster.len() > 2)).collect();
    chosen.into_iter().find_map(|chosen| {
        let targets: Vec<Point> = chosen.into_iter().map(|at| targets[at]).collect();
        let found = attack(reader, board, &targets);
        let play = found.play.and_then(|play| play.point()).filter(|_| found.code == 1)?;
        holds(reader, board, &targets, play, color).then_some(Combination { play, targets })
    })
}

/// After the move, does every reply that could matter leave something to take?
fn holds(reader: &mut Reader, board: &Board, targets: &[Point], play: Point, color: Color) -> bool {
    if !board.is_legal(play, color) {
        return false;
    }
    let mut after = board.clone();
    after.play_forever(play, color);
    let left: Vec<Point> = targets.iter().copied().filter(|&target| after.at(target).is(color.opponent())).collect();
    let mut replies = around(&after, &left);
    if after.at(play).is(color) && after.liberty_count_to(play, 3) < 3 {
        replies.add(&after.liberties(play));
    }
    left.len() < targets.len()
        || replies.iter().all(|reply| saved_by(reader, &after, &left, color.opponent(), reply) == 0)
}

/// `combination_defend C`: what the opponent of this side can play against its combination.
pub fn combination_defend(reader: &mut Reader, board: &Board, color: Color) -> Vec<Point> {
    plainly(reader, |reader| {
        let Some(found) = combination(reader, board, color) else { return Vec::new() };
        let mut points = around(board, &found.targets);
        points.insert(found.play);
        let owner = color.opponent();
        points.iter().filter(|&play| saved_by(reader, board, &found.targets, owner, play) == 1).collect()
    })
}

/// `break_in P Q…` (`entering`) and `block_off P Q…`: does the string reach the area, is it kept out?
pub fn break_in(reader: &Reader, board: &Board, from: Point, area: PointSet, entering: bool) -> Coded {
    let budget = Budget::nodes(ENTRY_NODES);
    let found = Tactics::new(reader.tuning()).entry(board, from, area, entering, &budget);
    let play = found.play.or(Some(Move::Pass));
    Coded { code: found.outcome.code(), play }
}
