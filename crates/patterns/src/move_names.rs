//! Names of moves: what a Go player calls the last move, by how it stands to the stones around it.
//!
//! Several names may fit; they come in order of how telling they are. Keys are stable and are written in words by the
//! lexicon (`term.move.hane` and so on).

use gosedai_board::{Board, Cell, Color, Point, Size};

/// What surrounds a move, gathered once.
struct Around<'a> {
    before: &'a Board,
    after: Board,
    at: Point,
    color: Color,
    size: Size,
    captured: usize,
}

/// Names that fit a move, most telling first. The move must be legal.
pub fn names(before: &Board, at: Point, color: Color) -> Vec<&'static str> {
    let mut after = before.clone();
    after.play_forever(at, color);
    let captured = (after.captured(color.opponent()) - before.captured(color.opponent())) as usize;
    let around = Around { before, after, at, color, size: before.size(), captured };
    let mut names = Vec::new();
    if around.invades_corner() {
        names.push("three_three");
    }
    around.fights(&mut names);
    around.contacts(&mut names);
    if names.is_empty() || around.touching(color).is_empty() {
        around.shapes(&mut names);
    }
    if !around.has_stone_within(3) {
        around.places(&mut names);
    }
    names.dedup();
    names
}

impl Around<'_> {
    fn cell(&self, dx: isize, dy: isize) -> Cell {
        match self.at.shifted(dx, dy, self.size) {
            Some(point) => self.before.at(point),
            None => Cell::Edge,
        }
    }

    fn own(&self, dx: isize, dy: isize) -> bool {
        self.cell(dx, dy).is(self.color)
    }

    fn enemy(&self, dx: isize, dy: isize) -> bool {
        self.cell(dx, dy).is(self.color.opponent())
    }

    fn empty(&self, dx: isize, dy: isize) -> bool {
        self.cell(dx, dy) == Cell::Empty
    }

    /// Stones of a colour beside the move, before it.
    fn touching(&self, color: Color) -> Vec<Point> {
        self.at.neighbours().into_iter().filter(|&p| self.before.at(p).is(color)).collect()
    }

    /// Different strings of a colour beside the move.
    fn strings(&self, color: Color) -> Vec<Point> {
        let mut heads: Vec<Point> = Vec::new();
        for point in self.touching(color) {
            if !heads.iter().any(|&head| self.before.same_string(head, point)) {
                heads.push(point);
            }
        }
        heads
    }

    fn has_stone_within(&self, distance: isize) -> bool {
        let range = -distance..=distance;
        range.clone().any(|dx| range.clone().any(|dy| (dx, dy) != (0, 0) && self.cell(dx, dy).is_stone()))
    }

    /// Captures, atari, ko, throw-in, cut, connection.
    fn fights(&self, names: &mut Vec<&'static str>) {
        let enemy = self.color.opponent();
        if self.captured > 0 {
            let ko = self.captured == 1 && self.after.ko(enemy).is_some();
            names.push(if ko { "take_ko" } else { "capture" });
        }
        let atari = self
            .touching(enemy)
            .into_iter()
            .any(|p| self.after.at(p).is(enemy) && self.after.in_atari(p) && !self.before.in_atari(p));
        if atari {
            names.push("atari");
        }
        if self.captured == 0 && self.after.in_atari(self.at) && self.after.string_len(self.at) == 1 {
            names.push("throw_in");
        }
        let own = self.strings(self.color);
        if own.len() >= 2 {
            names.push("connect");
        } else if own.iter().any(|&p| self.before.in_atari(p)) && self.captured == 0 {
            names.push("extend");
        }
        if self.cuts() {
            names.push("cut");
        }
        if self.peeps() {
            names.push("peep");
        }
    }

    /// Stands on a point where two enemy strings would have joined, touching both or one and a diagonal one.
    fn cuts(&self) -> bool {
        let enemy = self.color.opponent();
        let strings = self.strings(enemy);
        let diagonal_pair = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(dx, dy)| {
            // the two sides of this corner are enemy stones of different strings and the corner itself is ours
            self.enemy(dx, 0)
                && self.enemy(0, dy)
                && self.own(dx, dy)
                && !self.before.same_string(self.at.offset(dx, 0), self.at.offset(0, dy))
        });
        let wedge = strings.len() >= 2
            && ((self.enemy(1, 0)
                && self.enemy(-1, 0)
                && !self.before.same_string(self.at.offset(1, 0), self.at.offset(-1, 0)))
                || (self.enemy(0, 1)
                    && self.enemy(0, -1)
                    && !self.before.same_string(self.at.offset(0, 1), self.at.offset(0, -1))));
        diagonal_pair || wedge
    }

    /// Threatens to cut: beside an empty point that joins two enemy strings.
    fn peeps(&self) -> bool {
        let enemy = self.color.opponent();
        self.at.neighbours().into_iter().any(|key| {
            if !self.before.is_empty(key) || self.touching(enemy).len() > 1 {
                return false;
            }
            let mut heads: Vec<Point> = Vec::new();
            for p in key.neighbours() {
                if self.before.at(p).is(enemy) && !heads.iter().any(|&h| self.before.same_string(h, p)) {
                    heads.push(p);
                }
            }
            // a real peep stands in the gap of a one-point jump or under a diagonal
            heads.len() == 2 && key.neighbours().iter().filter(|&&p| self.before.at(p).is(self.color)).count() == 0
        })
    }

    /// Names of moves that touch stones: hane, push, block, bump, attach, stretch, turn, press, descend.
    fn contacts(&self, names: &mut Vec<&'static str>) {
        let enemy = self.color.opponent();
        let (own, foes) = (self.touching(self.color), self.touching(enemy));
        let line = self.at.line(self.size);
        let own_strings = self.strings(self.color).len();
        if own.is_empty() && !foes.is_empty() {
            if self.is_hane() {
                names.push("hane");
            } else if self.kosumi_tsuke() {
                names.push("kosumi_tsuke");
            } else if self.cuts() {
                // named already
            } else if self.is_clamp() {
                names.push("clamp");
            } else {
                names.push(if line <= 2 { "attach_under" } else { "attach" });
            }
            if self.tigers_mouth() {
                names.push("tiger_mouth");
            }
            return;
        }
        if own_strings == 1 && own.len() == 1 {
            let (dx, dy) = self.step_from(own[0]);
            let ahead = self.cell(dx, dy);
            let (side_a, side_b) = ((dy, dx), (-dy, -dx));
            if foes.is_empty() {
                if line == 1 || (line == 2 && own[0].line(self.size) == 3) {
                    names.push("descend");
                }
                names.push("extend");
            } else if ahead.is(enemy) {
                names.push(if self.blocks(side_a) || self.blocks(side_b) { "block" } else { "bump" });
            } else if self.between(side_a, side_b) {
                names.push("push");
            } else if self.is_turn(own[0], (dx, dy)) {
                names.push("turn");
            } else {
                names.push(if self.enemy(-dx + dy, -dy + dx) || self.enemy(-dx - dy, -dy - dx) {
                    "press"
                } else {
                    "extend"
                });
                if self.is_block_at(own[0]) {
                    names.push("block");
                }
            }
        } else if own_strings == 1 && own.len() >= 2 && self.captured == 0 {
            names.push(if foes.is_empty() { "solid" } else { "turn" });
        }
        if self.tigers_mouth() {
            names.push("tiger_mouth");
        }
        if !own.is_empty() && !names.contains(&"block") && self.stops_a_line() {
            names.push("block");
        }
    }

    /// Stands in front of two enemy stones in a row: they were coming this way.
    fn stops_a_line(&self) -> bool {
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .any(|(dx, dy)| self.enemy(dx, dy) && self.enemy(2 * dx, 2 * dy) && !self.enemy(-dx, -dy))
    }

    /// The direction of the step from a stone to the move.
    fn step_from(&self, stone: Point) -> (isize, isize) {
        (self.at.x() as isize - stone.x() as isize, self.at.y() as isize - stone.y() as isize)
    }

    fn between(&self, a: (isize, isize), b: (isize, isize)) -> bool {
        self.enemy(a.0, a.1) && self.enemy(b.0, b.1)
    }

    fn blocks(&self, side: (isize, isize)) -> bool {
        self.enemy(side.0, side.1)
    }

    /// Stops an enemy stone that pushes along: the enemy is beside us and beside our stone's side.
    fn is_block_at(&self, stone: Point) -> bool {
        let (dx, dy) = self.step_from(stone);
        [(dy, dx), (-dy, -dx)].into_iter().any(|(sx, sy)| self.enemy(sx, sy) && self.enemy(sx - dx, sy - dy))
    }

    fn is_turn(&self, stone: Point, (dx, dy): (isize, isize)) -> bool {
        // the string came from the side and bends here
        stone.neighbours().into_iter().any(|p| {
            p != self.at && self.before.at(p).is(self.color) && {
                let (ex, ey) = (stone.x() as isize - p.x() as isize, stone.y() as isize - p.y() as isize);
                ex * dx + ey * dy == 0
            }
        })
    }

    /// Bends around an enemy stone: own stone diagonal, the enemy beside both, no own stone beside.
    fn is_hane(&self) -> bool {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(dx, dy)| {
            self.own(dx, dy) && ((self.enemy(dx, 0) && !self.enemy(0, dy)) || (self.enemy(0, dy) && !self.enemy(dx, 0)))
        })
    }

    /// Diagonal from an own stone into contact with an enemy stone that the own stone does not touch.
    fn kosumi_tsuke(&self) -> bool {
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(dx, dy)| self.own(dx, dy));
        diagonal && !self.is_hane()
    }

    /// The enemy stone stands between this move and another own stone.
    fn is_clamp(&self) -> bool {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(dx, dy)| self.enemy(dx, dy) && self.own(2 * dx, 2 * dy))
    }

    /// An empty point now has three own stones around it, this one among them.
    fn tigers_mouth(&self) -> bool {
        self.at.neighbours().into_iter().any(|key| {
            self.after.is_empty(key)
                && key.neighbours().iter().filter(|&&p| self.after.at(p).is(self.color)).count() == 3
                && key
                    .neighbours()
                    .iter()
                    .filter(|&&p| self.after.at(p).is(self.color))
                    .all(|&p| p == self.at || !self.after.same_string(p, self.at))
        })
    }

    /// Shapes with own stones at a distance: jumps, knight's moves, diagonals; and moves against far enemy stones.
    fn shapes(&self, names: &mut Vec<&'static str>) {
        if self.diagonal_free() {
            names.push("kosumi");
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            if self.own(2 * dx, 2 * dy) && self.empty(dx, dy) {
                names.push("one_point_jump");
                break;
            }
        }
        if self.knight(2, 1) {
            names.push("knight");
        }
        let straight_free = |n: isize, (dx, dy): (isize, isize)| (1..n).all(|i| self.empty(i * dx, i * dy));
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            if self.own(3 * dx, 3 * dy) && straight_free(3, (dx, dy)) {
                names.push("two_point_jump");
                break;
            }
        }
        if self.knight(3, 1) {
            names.push("large_knight");
        }
        if self.shoulder_hit() {
            names.push("shoulder_hit");
        }
        if self.capping() {
            names.push("cap");
        }
        if self.approaches() {
            names.push("approach");
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            if (4..=5).any(|n| self.own(n * dx, n * dy) && straight_free(n, (dx, dy))) && self.at.line(self.size) <= 4 {
                names.push("side_extension");
                break;
            }
        }
    }

    fn diagonal_free(&self) -> bool {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(dx, dy)| {
            self.own(dx, dy) && (self.empty(dx, 0) || self.empty(0, dy)) && !self.own(dx, 0) && !self.own(0, dy)
        })
    }

    fn knight(&self, long: isize, short: isize) -> bool {
        let mut found = false;
        for (a, b) in [(long, short), (short, long)] {
            for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                found |= self.own(a * sx, b * sy);
            }
        }
        found
    }

    /// Diagonally above an enemy stone on the third or fourth line, no stone beside.
    fn shoulder_hit(&self) -> bool {
        let line = self.at.line(self.size);
        (4..=5).contains(&line)
            && [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(dx, dy)| {
                self.enemy(dx, dy) && self.at.shifted(dx, dy, self.size).is_some_and(|p| p.line(self.size) + 1 == line)
            })
            && self.touching(self.color.opponent()).is_empty()
    }

    /// Two points above an enemy stone towards the centre.
    fn capping(&self) -> bool {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(dx, dy)| {
            self.enemy(2 * dx, 2 * dy)
                && self.empty(dx, dy)
                && self
                    .at
                    .shifted(2 * dx, 2 * dy, self.size)
                    .is_some_and(|p| p.line(self.size) + 2 == self.at.line(self.size) && p.line(self.size) >= 3)
        })
    }

    /// Towards an enemy corner stone from outside.
    fn approaches(&self) -> bool {
        let line = self.at.line(self.size);
        if !(3..=4).contains(&line) {
            return false;
        }
        let near = |n: isize, m: isize| {
            let mut found = false;
            for (a, b) in [(n, m), (m, n)] {
                for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let at = self.at.shifted(a * sx, b * sy, self.size);
                    found |= at.is_some_and(|p| self.before.at(p).is(self.color.opponent()) && self.in_corner(p));
                }
            }
            found
        };
        near(2, 1) || near(2, 0) || near(3, 1) || near(3, 0)
    }

    fn in_corner(&self, point: Point) -> bool {
        let side = |n: usize, length: usize| n.min(length - 1 - n) <= 4;
        side(point.x(), self.size.width()) && side(point.y(), self.size.height())
    }

    /// The 3-3 point under an enemy stone on the 4-4 point.
    fn invades_corner(&self) -> bool {
        let far = |n: usize, length: usize| n.min(length - 1 - n) + 1;
        let (x, y) = (far(self.at.x(), self.size.width()), far(self.at.y(), self.size.height()));
        let inwards = |n: usize, length: usize| if n * 2 < length { 1 } else { -1 };
        let (dx, dy) = (inwards(self.at.x(), self.size.width()), inwards(self.at.y(), self.size.height()));
        (x, y) == (3, 3) && self.enemy(dx, dy) && self.touching(self.color).is_empty()
    }

    /// Corner points of an empty corner.
    fn places(&self, names: &mut Vec<&'static str>) {
        let from_edge = |n: usize, length: usize| n.min(length - 1 - n) + 1;
        let (x, y) = (from_edge(self.at.x(), self.size.width()), from_edge(self.at.y(), self.size.height()));
        let name = match (x.min(y), x.max(y)) {
            (3, 3) => "three_three",
            (3, 4) => "three_four",
            (4, 4) => "four_four",
            (3, 5) => "three_five",
            (4, 5) => "four_five",
            _ => return,
        };
        names.push(name);
    }
}

#[cfg(test)]
mod tests {
    use gosedai_board::diagram;

    use super::*;

    fn first(rows: &str, at: &str) -> &'static str {
        names(&diagram::parse(rows).unwrap(), at.parse().unwrap(), Color::Black).first().copied().unwrap_or("none")
    }

    #[test]
    fn names_of_common_moves() {
        let board = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . X O . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert_eq!(first(board, "E5"), "hane");
        assert_eq!(first(board, "E7"), "hane");
        assert_eq!(first(board, "D5"), "extend");
        assert_eq!(first(board, "D4"), "one_point_jump");
        assert_eq!(first(board, "F6"), "clamp");
        assert_eq!(first(board, "C4"), "knight");
        let cut = "
            . . . . . . .
            . . . . . . .
            . . O X . . .
            . . . O . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(first(cut, "C4"), "cut");
        let capture = "
            . . . . .
            . . X . .
            . X O . .
            . . X . .
            . . . . .";
        assert_eq!(first(capture, "D3"), "capture");
        let line = "
            . . . . .
            . X . . .
            . . . O O
            . X . . .
            . . . . .";
        let of = |rows: &str, at: &str| names(&diagram::parse(rows).unwrap(), at.parse().unwrap(), Color::Black);
        assert!(!of(line, "C3").contains(&"block"), "nothing of ours stands there");
        let joined = line.replace(". . . O O", ". X . O O");
        assert!(of(&joined, "C3").contains(&"block"));
        assert_eq!(first(". . . . . . . . .\n".repeat(9).as_str(), "D4"), "four_four");
    }
}
