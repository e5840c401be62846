//! Eye space on the board: how many eyes a group can make, as a game whose score is the number of eyes.
//!
//! The stones around an eye space count as connected; what is decided here is the inside. More than two eyes count as
//! two, over all of the group's spaces together.

use crate::room::Room;
use crate::spot::Spot;
use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_cgt::eyes::{EyeSpace, eye_space_of, group_lives};
use gosedai_cgt::{Arena, Game, SumSearch};
use std::collections::HashMap;
use thiserror::Error;

#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum EyeError {
    #[error("there is no stone at {0}")]
    NoStone(Point),
}

/// One space in which the group can make eyes.
#[derive(Clone, Debug)]
pub struct EyeRegion {
    pub points: PointSet,
    /// The value, eyes of the defender positive; `None` if the space is too large or loops.
    pub space: Option<EyeSpace>,
    /// Best moves: the defender's and the attacker's.
    pub vital: [Option<Point>; 2],
}

pub struct EyeReport {
    pub arena: Arena,
    pub defender: Color,
    pub group: PointSet,
    pub regions: Vec<EyeRegion>,
    /// Eyes when the defender moves first and when the attacker does, in the spaces that could be searched.
    pub eyes: [Option<i64>; 2],
    /// Every space was searched: otherwise there may be more eyes outside.
    pub complete: bool,
}

const LARGEST: usize = 12;
const MOST_POSITIONS: usize = 30_000;

/// Values the eye spaces of the group at `target`.
pub fn analyse_eyes(board: &Board, target: Point) -> Result<EyeReport, EyeError> {
    analyse_eyes_in(Arena::new(), board, target)
}

/// The same in an arena of the caller's, which may be one that stops.
pub fn analyse_eyes_in(arena: Arena, board: &Board, target: Point) -> Result<EyeReport, EyeError> {
    let defender = board.color_at(target).ok_or(EyeError::NoStone(target))?;
    let group = linked_group(board, target, defender);
    let mut report = EyeReport { arena, defender, group, regions: Vec::new(), eyes: [None; 2], complete: true };
    for part in spaces(board, &group, defender) {
        let region = report.region(board, part);
        report.complete &= region.space.is_some();
        report.regions.push(region);
    }
    let games = report.known_games();
    if report.complete || !games.is_empty() {
        let mut search = SumSearch::new();
        report.eyes = [true, false].map(|first| Some(search.stop(&mut report.arena, &games, first).floor().min(2)));
    }
    Ok(report)
}

impl EyeReport {
    /// Whether the group gets two eyes when the defender (or the attacker) moves first.
    /// Two eyes are life whatever is outside; fewer are death only if there is nothing outside.
    pub fn lives(&mut self, defender_first: bool) -> Option<bool> {
        let games = self.known_games();
        let lives = group_lives(&mut self.arena, &games, defender_first);
        (lives || self.complete).then_some(lives)
    }

    fn known_games(&self) -> Vec<Game> {
        self.regions.iter().filter_map(|r| r.space.map(|s| s.game)).collect()
    }

    fn region(&mut self, board: &Board, part: PointSet) -> EyeRegion {
        let mut region = EyeRegion { points: part, space: None, vital: [None, None] };
        let Some(room) = Room::new(&part).filter(|r| r.points.len() <= LARGEST) else {
            return region;
        };
        let spot = defenders_view(board, &room, &part, self.defender);
        let Some(solved) = solve_space(&mut self.arena, &room, spot, MOST_POSITIONS) else {
            return region;
        };
        region.vital = solved.vital.map(|i| i.map(|i| room.points[i]));
        region.space = Some(eye_space_of(&mut self.arena, solved.game));
        region
    }
}

/// The target's string and the strings of its colour that share two or more of its liberties, which no single move cuts
/// off.
fn linked_group(board: &Board, target: Point, color: Color) -> PointSet {
    let mut group = board.string_set(target);
    loop {
        let before = group.len();
        let beside = group.grown().intersection(&board.empty_set());
        for p in board.strings() {
            if board.at(p).is(color) && !group.contains(p) && board.liberties(p).intersection(&beside).len() >= 2 {
                group = group.union(&board.string_set(p));
            }
        }
        if group.len() == before {
            return group;
        }
    }
}

/// Empty areas beside the group, with the loose stones that have no liberty outside them.
fn spaces(board: &Board, group: &PointSet, defender: Color) -> Vec<PointSet> {
    let mut found = Vec::new();
    for part in board.empty_set().components() {
        if !part.grown().intersects(group) {
            continue;
        }
        let mut space = part;
        for p in board.strings() {
            let own = board.at(p).is(defender);
            let string = board.string_set(p);
            let loose = !string.intersects(group) && board.liberties(p).is_subset(&part);
            // single loose friends stay walls: they are taken to be connected
            if loose && !own && string.len() <= 6 {
                space = space.union(&string);
            }
        }
        found.push(space);
    }
    // areas joined by a shared loose stone are one space
    let mut merged: Vec<PointSet> = Vec::new();
    for space in found {
        match merged.iter_mut().find(|m| m.intersects(&space)) {
            Some(m) => *m = m.union(&space),
            None => merged.push(space),
        }
    }
    merged
}

pub(crate) struct Eyes<'a> {
    room: &'a Room,
    arena: &'a mut Arena,
    memo: HashMap<(Spot, i64), Game>,
    open: Vec<(Spot, i64)>,
    /// Positions after which the space counts as too large.
    limit: usize,
}

/// A black defender's space: its game and the best moves (index of the point) of defender and attacker.
pub(crate) struct SolvedSpace {
    pub game: Game,
    pub vital: [Option<usize>; 2],
}

/// Solves a space of a black defender, or gives up after `limit` positions.
pub(crate) fn solve_space(arena: &mut Arena, room: &Room, spot: Spot, limit: usize) -> Option<SolvedSpace> {
    let mut solver = Eyes { room, arena, memo: HashMap::new(), open: Vec::new(), limit };
    let game = solver.value(spot, 0)?;
    let mut vital = [None; 2];
    for (k, color) in Color::BOTH.into_iter().enumerate() {
        let mut best: Option<(gosedai_cgt::Dyadic, usize)> = None;
        for i in 0..room.points.len() {
            let Some((next, _)) = spot.play(room, i, color) else { continue };
            let Some(after) = solver.value(next, 0) else { continue };
            let mean = solver.arena.mean(after);
            if best.is_none_or(|(m, _)| if k == 0 { mean > m } else { mean < m }) {
                best = Some((mean, i));
            }
        }
        vital[k] = best.map(|b| b.1);
    }
    Some(SolvedSpace { game, vital })
}

/// A space with every move of both sides and what it leads to.
pub(crate) struct SolvedMoves {
    pub game: Game,
    pub moves: [Vec<(usize, Game)>; 2],
}

/// Solves a space of a black defender together with all first moves.
pub(crate) fn solve_moves(arena: &mut Arena, room: &Room, spot: Spot) -> Option<SolvedMoves> {
    let mut solver = Eyes { room, arena, memo: HashMap::new(), open: Vec::new(), limit: MOST_POSITIONS };
    let game = solver.value(spot, 0)?;
    let mut moves = [Vec::new(), Vec::new()];
    for (list, color) in moves.iter_mut().zip(Color::BOTH) {
        for i in 0..room.points.len() {
            if let Some((next, _)) = spot.play(room, i, color) {
                list.push((i, solver.value(next, 0)?));
            }
        }
    }
    Some(SolvedMoves { game, moves })
}

/// The state of a space for its defender, as if he were Black.
pub(crate) fn defenders_view(board: &Board, room: &Room, space: &PointSet, defender: Color) -> Spot {
    let walls = [Color::Black, Color::White].map(|c| board.stone_set(c).minus(space));
    let spot = room.spot(board, &walls);
    match defender {
        Color::Black => spot,
        Color::White => Spot {
            mask: spot.mask,
            black: spot.white,
            white: spot.black,
            by_black: spot.by_white,
            by_white: spot.by_black,
        },
    }
}

impl Eyes<'_> {
    /// The number of eyes as a game, for a black defender.
    fn value(&mut self, spot: Spot, eyes: i64) -> Option<Game> {
        let (spot, eyes) = self.settle(spot, eyes);
        if eyes >= 2 || spot.mask == 0 {
            return Some(self.arena.int(eyes.min(2)));
        }
        let key = (spot, eyes);
        if let Some(&g) = self.memo.get(&key) {
            return Some(g);
        }
        if self.memo.len() > self.limit {
            return None;
        }
        self.open.push(key);
        let mut sides = [Vec::new(), Vec::new()];
        for (k, color) in Color::BOTH.into_iter().enumerate() {
            let mut rest = spot.empty();
            while rest != 0 {
                let i = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                // going back to a position of this line makes no eye and takes none: such moves are left out
                let next = spot.play(self.room, i, color).map(|(next, _)| next);
                if let Some(next) = next.filter(|&n| !self.open.contains(&self.settle(n, eyes))) {
                    sides[k].push(self.value(next, eyes)?);
                }
            }
        }
        self.open.pop();
        let stop = |arena: &Arena, list: &[Game], left: bool| {
            let stops = list.iter().map(|&g| if left { arena.right_stop(g) } else { arena.left_stop(g) });
            if left { stops.max() } else { stops.min() }
        };
        let (ls, rs) = (stop(self.arena, &sides[0], true), stop(self.arena, &sides[1], false));
        let g = match (ls, rs) {
            (Some(l), Some(r)) if l >= r => self.arena.make(&sides[0], &sides[1]),
            // neither side gains by moving: what the attacker must grant is the defender's
            (Some(_), Some(x)) | (Some(x), None) | (None, Some(x)) => self.arena.number(x),
            (None, None) => self.arena.int(eyes),
        };
        self.memo.insert(key, g);
        Some(g)
    }

    /// Joins stones to their walls, turns enclosed single and double points into eyes, drops what is out of reach.
    fn settle(&self, mut spot: Spot, mut eyes: i64) -> (Spot, i64) {
        loop {
            let before = spot.mask;
            for color in Color::BOTH {
                let joined = self.room.flood(spot.stones(color) & spot.beside_safe(color), spot.stones(color));
                spot.mask &= !joined;
                spot.black &= spot.mask;
                spot.white &= spot.mask;
                let near = self.room.around(joined) & spot.mask;
                spot.by_black = (spot.by_black | if color == Color::Black { near } else { 0 }) & spot.mask;
                spot.by_white = (spot.by_white | if color == Color::White { near } else { 0 }) & spot.mask;
            }
            if spot.mask == before {
                break;
            }
        }
        let mut gone = 0;
        self.room.parts(spot.mask, |part| {
            let enclosed = part & spot.by_white == 0;
            if enclosed && part.count_ones() <= 2 {
                eyes += 1;
                gone |= part;
            } else if part & spot.by_black == 0 {
                gone |= part;
            }
        });
        spot.mask &= !gone;
        for mask in [&mut spot.black, &mut spot.white, &mut spot.by_black, &mut spot.by_white] {
            *mask &= spot.mask;
        }
        (spot, eyes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::diagram;

    fn ask(text: &str, target: &str) -> (String, [Option<i64>; 2]) {
        let board = diagram::parse(text).unwrap();
        let mut report = analyse_eyes(&board, target.parse().unwrap()).unwrap();
        let values: Vec<Game> = report.regions.iter().filter_map(|r| r.space.map(|s| s.chilled)).collect();
        let names: Vec<String> = values.into_iter().map(|g| report.arena.name(g)).collect();
        (names.join(" "), report.eyes)
    }

    #[test]
    fn three_in_a_row_is_one_and_a_half_eyes() {
        let (value, eyes) = ask(
            "
            . . . X O
            X X X X O
            O O O O O
            . . . . .",
            "A3",
        );
        assert_eq!((value.as_str(), eyes), ("3/2", [Some(2), Some(1)]));
    }

    #[test]
    fn four_in_a_row_lives_and_a_square_of_four_is_one_eye() {
        let (_, eyes) = ask(
            "
            . . . . X O
            X X X X X O
            O O O O O O
            . . . . . .",
            "A3",
        );
        assert_eq!(eyes, [Some(2), Some(2)]);
        let (_, eyes) = ask(
            "
            . . X O
            . . X O
            X X X O
            O O O O
            . . . .",
            "A3",
        );
        assert_eq!(eyes, [Some(1), Some(1)]);
    }

    #[test]
    fn a_white_group_is_valued_the_same_way() {
        let (value, eyes) = ask(
            "
            . . . O X
            O O O O X
            X X X X X
            . . . . .",
            "A3",
        );
        assert_eq!((value.as_str(), eyes), ("3/2", [Some(2), Some(1)]));
    }

    #[test]
    fn an_open_outside_is_left_out() {
        let text =
            ". . . . . . .\n. X X X X X .\n. X . . . X .\n. X X X X X .\n. . . . . . .\n. . . . . . .\n. . . . . . .";
        assert_eq!(ask(text, "B6"), ("3/2".to_string(), [Some(2), Some(1)]));
        let board = diagram::parse(text).unwrap();
        let mut report = analyse_eyes(&board, "B6".parse().unwrap()).unwrap();
        assert!(!report.complete);
        assert_eq!((report.lives(true), report.lives(false)), (Some(true), None));
    }

    #[test]
    fn an_open_eye_is_half_an_eye() {
        // Black closes at C3 for an eye; White's move there takes it away
        let (value, eyes) = ask(
            "
            X . . O
            X X X O
            O O O O
            . . . .",
            "A3",
        );
        assert_eq!(eyes, [Some(1), Some(0)], "{value}");
    }
}
