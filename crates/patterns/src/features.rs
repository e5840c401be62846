//! Features of a candidate move for the trained model: small numbered facts, and names of patterns.
//!
//! Every group gives each move exactly one value. Pattern families: the seven nested templates (0 to 6), and patterns
//! that also know the liberties of the stones around or where the last moves were (7 to 12).

use gosedai_board::{Board, Cell, Color, Point, PointSet};

use crate::grid::{Nested, Rings};
use crate::position_facts::{FAR, PositionFacts};
use crate::template::{Lanes, Role, TEMPLATES, mark, name, reach, ring_cells};

/// Groups of small features with the number of their values.
pub const GROUPS: [(&str, usize); 14] = [
    ("line and phase", 40),
    ("distance to the last two moves", 324),
    ("chain distance to the last two moves", 64),
    ("captures", 33),
    ("saves from atari", 37),
    ("self-atari", 9),
    ("gives atari", 25),
    ("own liberties after and before", 42),
    ("enemy liberties after", 19),
    ("strings touched", 25),
    ("ko", 8),
    ("eye", 4),
    ("ladder against or for", 16),
    ("liberty of the string just played", 10),
];

/// Where each group starts in the flat list of weights.
pub const STARTS: [u16; GROUPS.len()] = {
    let mut starts = [0; GROUPS.len()];
    let mut i = 1;
    while i < GROUPS.len() {
        starts[i] = starts[i - 1] + GROUPS[i - 1].1 as u16;
        i += 1;
    }
    starts
};
/// All small features together.
pub const SMALL: usize = STARTS[GROUPS.len() - 1] as usize + GROUPS[GROUPS.len() - 1].1;
/// Families of patterns.
pub const FAMILIES: usize = 13;

/// The last move is part of a pattern up to this distance.
const MARK_REACH: usize = 14;

/// The small features of one move, one index for each group.
pub type Small = [u16; GROUPS.len()];

/// Everything that is looked at when the moves of a position are described.
pub struct Scene<'a, R: Rings> {
    pub board: &'a Board,
    pub mover: Color,
    pub last: Option<Point>,
    pub earlier: Option<Point>,
    pub number: usize,
    pub facts: PositionFacts,
    pub patterns: &'a R,
}

fn size_class(stones: usize) -> usize {
    match stones {
        0 | 1 => 0,
        2 | 3 => 1,
        _ => 2,
    }
}

impl<'a, R: Rings> Scene<'a, R> {
    pub fn new(
        board: &'a Board,
        mover: Color,
        last: Option<Point>,
        earlier: Option<Point>,
        number: usize,
        patterns: &'a R,
    ) -> Self {
        Scene { board, mover, last, earlier, number, facts: PositionFacts::new(board, last, earlier), patterns }
    }

    /// Calls `found` with the name of every pattern around a point. `found` says whether it knows the pattern: the
    /// nested walk stops at the first unknown one.
    #[inline]
    pub fn patterns(&self, point: Point, mut found: impl FnMut(usize, u64) -> bool) {
        let mut walk = Nested::new(self.patterns, point, self.mover);
        let mut lanes: [Lanes; 5] = [[0; 8]; 5];
        let mut known = true;
        for family in 0..TEMPLATES {
            let kept = lanes.get_mut(family);
            if kept.is_none() && !known {
                break;
            }
            let Some(name) = walk.next() else { break };
            if let Some(kept) = kept {
                *kept = walk.lanes;
            }
            known = known && found(family, name);
        }
        let mut liberties = [0; 8];
        self.mark_liberties(&mut liberties, point);
        let with = |lanes: &Lanes, marks: &Lanes| -> Lanes { std::array::from_fn(|i| lanes[i] ^ marks[i]) };
        found(7, name(&with(&lanes[1], &liberties), 7));
        found(8, name(&with(&lanes[3], &liberties), 8));
        let mut near = [0; 8];
        if self.mark_move(&mut near, point, self.last, Role::LastMove) {
            found(9, name(&with(&lanes[1], &near), 9));
            found(10, name(&with(&lanes[3], &with(&near, &liberties)), 10));
            found(11, name(&with(&lanes[4], &near), 11));
            if self.mark_move(&mut near, point, self.earlier, Role::EarlierMove) {
                found(12, name(&with(&lanes[1], &near), 12));
            }
        }
    }

    fn mark_liberties(&self, marks: &mut Lanes, point: Point) {
        for &(dx, dy) in ring_cells(0) {
            let cell = point.offset(dx as isize, dy as isize);
            if let Some(string) = self.facts.string(cell) {
                let role = match string.liberty_count {
                    1 => Role::OneLiberty,
                    2 => Role::TwoLiberties,
                    3 => Role::ThreeLiberties,
                    _ => continue,
                };
                mark(marks, point, cell, role);
            }
        }
    }

    fn mark_move(&self, marks: &mut Lanes, point: Point, at: Option<Point>, role: Role) -> bool {
        let Some(at) = at else { return false };
        let (dx, dy) = (at.x() as isize - point.x() as isize, at.y() as isize - point.y() as isize);
        let near = reach(dx, dy) <= MARK_REACH;
        if near {
            mark(marks, point, at, role);
        }
        near
    }

    /// The small features of a legal move.
    pub fn small(&self, point: Point) -> Small {
        let touch = self.touch(point);
        let values = [
            self.line(point),
            self.distance(self.last, point) * 18 + self.distance(self.earlier, point),
            (self.facts.near_last[point.index()].min(FAR) * 8 + self.facts.near_earlier[point.index()].min(FAR))
                as usize,
            touch.capture,
            touch.save,
            touch.self_atari,
            touch.atari,
            touch.own_liberties.min(6) * 6 + touch.own_before,
            touch.enemy_after,
            touch.own_strings.min(4) * 5 + touch.enemy_strings.min(4),
            self.ko(&touch),
            self.eye(point),
            touch.ladder,
            self.liberty_of_last(point),
        ];
        std::array::from_fn(|group| STARTS[group] + values[group].min(GROUPS[group].1 - 1) as u16)
    }

    fn line(&self, point: Point) -> usize {
        let size = self.board.size();
        let part = self.number * 100 / size.area();
        let phase = if part < 8 {
            0
        } else if part < 22 {
            1
        } else if part < 42 {
            2
        } else {
            3
        };
        (point.line(size).min(10) - 1) * 4 + phase
    }

    fn distance(&self, from: Option<Point>, point: Point) -> usize {
        let Some(from) = from else { return 0 };
        let (dx, dy) = (from.x() as isize - point.x() as isize, from.y() as isize - point.y() as isize);
        reach(dx, dy).min(17)
    }

    fn ko(&self, touch: &Touch) -> usize {
        let banned = self.board.ko(self.mover).is_some();
        usize::from(banned) * 4 + usize::from(touch.takes_ko) * 2 + usize::from(touch.atari > 0 || touch.capture > 0)
    }

    fn eye(&self, point: Point) -> usize {
        if self.board.is_simple_eye(point, self.mover) {
            return 1;
        }
        let closed = |color: Color| {
            point.neighbours().iter().all(|&p| matches!(self.board.at(p), Cell::Edge) || self.board.at(p).is(color))
        };
        if closed(self.mover) {
            2
        } else if closed(self.mover.opponent()) {
            3
        } else {
            0
        }
    }

    /// Is the move a liberty of the string the opponent has just played (0 no), or of the mover's own last one?
    fn liberty_of_last(&self, point: Point) -> usize {
        let of = |at: Option<Point>| {
            let string = self.facts.string(at?)?;
            string.liberties.contains(point).then(|| string.liberty_count.min(4))
        };
        of(self.last).or_else(|| of(self.earlier).map(|liberties| liberties + 4)).unwrap_or(0)
    }

    fn touch(&self, point: Point) -> Touch {
        let board = self.board;
        let enemy = self.mover.opponent();
        let mut touch = Touch { own_before: 5, ..Touch::default() };
        let mut liberties = PointSet::EMPTY;
        let mut seen = [u8::MAX; 4];
        let (mut captured, mut rescued, mut needed, mut by_last) = (0, false, false, false);
        let (mut own_stones, mut atari_stones, mut ataris, mut ladder_atari) = (1, 0, 0, false);
        let (mut saved_stones, mut saved_recently) = (0, false);
        let (mut enemy_least, mut enemy_least_stones) = (5, 0);
        for (side, beside) in point.neighbours().into_iter().enumerate() {
            if board.is_empty(beside) {
                liberties.insert(beside);
                continue;
            }
            let id = self.facts.id(beside);
            let Some(string) = self.facts.string(beside) else { continue };
            if seen.contains(&id) {
                if string.color == enemy && string.liberty_count == 1 {
                    liberties.insert(beside);
                }
                continue;
            }
            seen[side] = id;
            if string.color == self.mover {
                touch.own_strings += 1;
                own_stones += string.stones;
                liberties = liberties.union(&string.liberties);
                touch.own_before = touch.own_before.min(string.liberty_count.min(4));
                if string.liberty_count == 1 {
                    saved_stones += string.stones;
                    saved_recently |=
                        self.last.is_some_and(|last| board.string(beside).any(|s| s.manhattan(last) == 1));
                } else if !string.caught_at.is_empty() {
                    touch.ladder = touch.ladder.max(4 * (1 + size_class(string.stones)));
                }
                continue;
            }
            touch.enemy_strings += 1;
            if string.liberty_count == 1 {
                captured += string.stones;
                liberties.insert(beside);
                needed |= string.escapes;
                by_last |= self.last.is_some_and(|last| board.same_string(last, beside));
                rescued |= board.adjacent_enemies(beside).iter().any(|&own| board.in_atari(own));
            } else if string.liberty_count == 2 {
                ataris += 1;
                atari_stones += string.stones;
                ladder_atari |= string.caught_at.contains(point);
            }
            if string.liberty_count < enemy_least {
                (enemy_least, enemy_least_stones) = (string.liberty_count, string.stones);
            }
        }
        liberties.remove(point);
        let count = liberties.len();
        touch.own_liberties = count;
        if captured > 0 {
            let class = match captured {
                1 => 0,
                2 => 1,
                3..=5 => 2,
                _ => 3,
            };
            touch.capture = 1 + class * 8 + usize::from(rescued) * 4 + usize::from(needed) * 2 + usize::from(by_last);
            touch.takes_ko = captured == 1 && own_stones == 1 && count == 1;
        }
        if saved_stones > 0 {
            let after = count.clamp(1, 3) - 1;
            let safe = after == 2 || (after == 1 && self.saved_in_ladder(point));
            touch.save =
                1 + ((after * 3 + size_class(saved_stones)) * 2 + usize::from(saved_recently)) * 2 + usize::from(safe);
        }
        if count == 1 {
            let class = match own_stones {
                1 => 0,
                2 => 1,
                3 | 4 => 2,
                _ => 3,
            };
            touch.self_atari = 1 + class * 2 + usize::from(captured > 0);
        }
        if ataris > 0 {
            let banned = usize::from(board.ko(self.mover).is_some());
            touch.atari = 1
                + ((size_class(atari_stones) * 2 + usize::from(ataris > 1)) * 2 + usize::from(ladder_atari)) * 2
                + banned;
            if ladder_atari {
                touch.ladder += 1 + size_class(atari_stones);
            }
        }
        if enemy_least < 5 {
            touch.enemy_after = 1 + (enemy_least - 1).min(4) * 3 + size_class(enemy_least_stones);
        }
        touch
    }

    /// A string leaves atari with two liberties: is it safe from a ladder? (Known from the facts: `escapes` of a
    /// neighbour.)
    fn saved_in_ladder(&self, point: Point) -> bool {
        point.neighbours().iter().any(|&beside| {
            self.facts.string(beside).is_some_and(|s| s.color == self.mover && s.liberty_count == 1 && s.escapes)
        })
    }
}

#[derive(Default)]
struct Touch {
    capture: usize,
    save: usize,
    self_atari: usize,
    atari: usize,
    own_liberties: usize,
    own_before: usize,
    enemy_after: usize,
    own_strings: usize,
    enemy_strings: usize,
    takes_ko: bool,
    ladder: usize,
}
