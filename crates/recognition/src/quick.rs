//! A quick reader: ladders for strings with one or two liberties, and small capturing races. No memory, no depth.

use crate::ask::{Answer, Ask, Status};
use gosedai_board::{Board, Color, Point, PointSet};

/// Nodes after which a question is left open.
const LADDER_NODES: u32 = 600;
const DEEPEST: u32 = 150;
const RACE_NODES: u32 = 3000;
const RACE_DEPTH: u32 = 14;

/// Answers ladder questions by a small search of its own.
#[derive(Default, Clone, Copy, Debug)]
pub struct QuickAsk;

impl Ask for QuickAsk {
    fn capture(&mut self, board: &mut Board, string: Point) -> Answer {
        let liberties = board.liberty_count_to(string, 3);
        if liberties >= 3 || !board.at(string).is_stone() {
            return Answer::new(Status::Alive, board.string_set(string).grown());
        }
        let mut search = Search::new(board, LADDER_NODES);
        search.touch(string);
        let falls = search.attack(string, 0);
        if falls == Some(false) {
            return Answer::new(Status::Alive, search.depends);
        }
        let given_up = search.nodes > search.limit;
        search.nodes = 0;
        let saved = search.defend(string, 0);
        let status = match (falls, saved) {
            (Some(true), Some(true)) => Status::Neutral,
            (Some(true), Some(false)) => Status::Dead,
            _ => Status::Unknown,
        };
        // whoever gave up might find something wherever the board changes
        let given_up = given_up || search.nodes > search.limit;
        Answer::new(status, if given_up { PointSet::full(search.board.size()) } else { search.depends })
    }

    fn capture_wide(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Answer {
        let Some(color) = board.color_at(string) else { return Answer::new(Status::Unknown, PointSet::EMPTY) };
        let mut search = Search::new(board, RACE_NODES);
        let first = search.race(string, rivals, color, color, 0);
        search.nodes = 0;
        let second = search.race(string, rivals, color, color.opponent(), 0);
        let status = match (first, second) {
            (Some(true), Some(true)) => Status::Alive,
            (Some(true), Some(false)) => Status::Neutral,
            (Some(false), _) => Status::Dead,
            _ => Status::Unknown,
        };
        Answer::new(status, search.depends)
    }
}

/// A short list without doubles; memory is asked for only when it gets long.
#[derive(Default)]
struct Few {
    count: usize,
    first: [u16; 8],
    more: Vec<u16>,
}

impl Few {
    fn add(&mut self, point: Point) {
        let cell = point.index() as u16;
        if self.first[..self.count.min(8)].contains(&cell) || self.more.contains(&cell) {
            return;
        }
        match self.first.get_mut(self.count) {
            Some(place) => *place = cell,
            None => self.more.push(cell),
        }
        self.count += 1;
    }

    fn at(&self, i: usize) -> Point {
        Point::from_index(usize::from(if i < 8 { self.first[i] } else { self.more[i - 8] }))
    }
}

struct Search<'a> {
    board: &'a mut Board,
    depends: PointSet,
    nodes: u32,
    limit: u32,
}

impl Search<'_> {
    fn new(board: &mut Board, limit: u32) -> Search<'_> {
        Search { board, depends: PointSet::EMPTY, nodes: 0, limit }
    }

    /// Everything a look at a string reads: its stones, what is beside them, and the same for the strings beside.
    fn touch(&mut self, string: Point) {
        for stone in self.board.string(string) {
            self.depends.insert(stone);
            stone.neighbours().iter().for_each(|&beside| self.depends.insert(beside));
        }
    }

    /// What a look at a string reads that only asks whether it is in atari: its stones and two liberties, or everything
    /// beside it if it has no two.
    fn touch_lightly(&mut self, string: Point) {
        let mut liberties = [string; 2];
        if self.board.liberties_into(string, &mut liberties) < 2 {
            self.touch(string);
        } else {
            self.board.string(string).for_each(|stone| self.depends.insert(stone));
            liberties.iter().for_each(|&liberty| self.depends.insert(liberty));
        }
    }

    /// What shows that a string has so many liberties at least.
    fn touch_liberties(&mut self, string: Point, liberties: &[Point]) {
        self.board.string(string).for_each(|stone| self.depends.insert(stone));
        liberties.iter().for_each(|&liberty| self.depends.insert(liberty));
    }

    /// Can the attacker, to move, capture the string by atari after atari?
    ///
    /// Here and below `depends` grows by what shows the result: of several moves the one that succeeds, or all if none does.
    fn attack(&mut self, target: Point, depth: u32) -> Option<bool> {
        let Some(color) = self.board.color_at(target) else { return Some(true) };
        self.nodes += 1;
        if self.nodes > self.limit || depth > DEEPEST {
            return None;
        }
        let mut liberties = [target; 3];
        let count = self.board.liberties_into(target, &mut liberties);
        if count >= 3 {
            self.touch_liberties(target, &liberties);
            return Some(false);
        }
        self.touch(target);
        if count < 2 {
            return Some(true);
        }
        let before = self.depends;
        let mut open = false;
        for (i, &liberty) in liberties[..2].iter().enumerate() {
            let failures = std::mem::replace(&mut self.depends, before);
            // the liberty's own surroundings decide whether the attacker may play there and what it joins
            self.touch_around(liberty);
            if self.board.is_legal(liberty, color.opponent()) {
                let undo = self.board.play(liberty, color.opponent());
                let result = match self.board.liberties_into(target, &mut [target; 2]) {
                    1 => self.defend(target, depth + 1).map(|saved| !saved),
                    _ => {
                        self.touch(target);
                        Some(false)
                    }
                };
                self.board.undo(&undo);
                match result {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => open = true,
                }
            }
            if i > 0 {
                self.depends.add(&failures);
            }
        }
        if open { None } else { Some(false) }
    }

    /// Can the owner, to move, save the string (in atari, or with two liberties when asked from outside)?
    fn defend(&mut self, target: Point, depth: u32) -> Option<bool> {
        let Some(color) = self.board.color_at(target) else { return Some(false) };
        self.nodes += 1;
        if self.nodes > self.limit || depth > DEEPEST {
            return None;
        }
        let mut liberties = [target; 3];
        let count = self.board.liberties_into(target, &mut liberties);
        if count >= 3 {
            self.touch_liberties(target, &liberties);
            return Some(true);
        }
        let before = self.depends;
        self.touch(target);
        let mut moves = Few::default();
        let mut enemies = Few::default();
        for stone in self.board.string(target) {
            for beside in stone.neighbours() {
                if self.board.at(beside).is(color.opponent()) {
                    enemies.add(Point::from_index(self.board.string_id(beside)));
                }
            }
        }
        for i in 0..enemies.count {
            let enemy = enemies.at(i);
            self.touch_lightly(enemy);
            if let Some(liberty) = self.board.atari_liberty(enemy) {
                moves.add(liberty);
            }
        }
        liberties[..count].iter().for_each(|&liberty| moves.add(liberty));
        // that there are no other moves matters only if all fail
        let mut failures = self.depends;
        let mut open = false;
        for i in 0..moves.count {
            let mv = moves.at(i);
            self.depends = before;
            self.touch_around(mv);
            if self.board.is_legal(mv, color) {
                let undo = self.board.play(mv, color);
                let result = match self.board.liberties_into(target, &mut liberties) {
                    0 | 1 => {
                        self.touch(target);
                        Some(false)
                    }
                    2 => self.attack(target, depth + 1).map(|falls| !falls),
                    _ => {
                        self.touch_liberties(target, &liberties);
                        Some(true)
                    }
                };
                self.board.undo(&undo);
                match result {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => open = true,
                }
            }
            failures.add(&self.depends);
        }
        self.depends = failures;
        if open { None } else { Some(false) }
    }

    fn touch_around(&mut self, point: Point) {
        self.depends.insert(point);
        for beside in point.neighbours() {
            self.depends.insert(beside);
            if self.board.at(beside).is_stone() {
                self.touch_lightly(beside);
            }
        }
    }

    /// Does `own`'s string outlive its rivals, `turn` to move? True once a rival falls, false once the string falls.
    fn race(&mut self, string: Point, rivals: &[Point], own: Color, turn: Color, depth: u32) -> Option<bool> {
        self.nodes += 1;
        if !self.board.at(string).is(own) {
            return Some(false);
        }
        if rivals.iter().any(|&rival| !self.board.at(rival).is_stone()) {
            return Some(true);
        }
        if self.nodes > self.limit || depth > RACE_DEPTH {
            return None;
        }
        self.touch(string);
        let mut moves: Vec<Point> = Vec::new();
        let consider = |moves: &mut Vec<Point>, set: PointSet| {
            for point in set.iter() {
                if !moves.contains(&point) {
                    moves.push(point);
                }
            }
        };
        let mine = self.board.liberties(string);
        let mut theirs = PointSet::EMPTY;
        for &rival in rivals {
            self.touch(rival);
            theirs = theirs.union(&self.board.liberties(rival));
        }
        let (attack, defend) = if turn == own { (theirs, mine) } else { (mine, theirs) };
        consider(&mut moves, attack);
        consider(&mut moves, defend);
        if moves.len() > 12 {
            return None;
        }
        let good = turn == own;
        let mut open = false;
        for mv in moves {
            self.touch_around(mv);
            if !self.board.is_legal(mv, turn) {
                continue;
            }
            let undo = self.board.play(mv, turn);
            let result = self.race(string, rivals, own, turn.opponent(), depth + 1);
            self.board.undo(&undo);
            match result {
                Some(survives) if survives == good => return Some(good),
                Some(_) => {}
                None => open = true,
            }
        }
        if open { None } else { Some(!good) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Size, diagram};

    fn status(picture: &str, at: &str) -> Status {
        let mut board = diagram::parse(picture).unwrap();
        QuickAsk.capture(&mut board, at.parse().unwrap()).status
    }

    #[test]
    fn ladders() {
        let ladder =
            ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . O X . . .\n. . O X O . .\n. . . O . . .\n. . . . . . .";
        assert_eq!(status(ladder, "D4"), Status::Neutral, "it runs into the edge");
        let broken =
            ". . . . . . .\n. . . . . . .\n. . . . . X .\n. . O X . . .\n. . O X O . .\n. . . O . . .\n. . . . . . .";
        assert_eq!(status(broken, "D4"), Status::Alive, "it runs into a friend");
        let net = "O O O .\nO X O .\n. . O .\nO O O .";
        assert_eq!(status(net, "B3"), Status::Dead, "no way to a third liberty");
    }

    /// A stone that changes nothing where an answer rests does not change the answer.
    #[test]
    fn answers_hold_while_nothing_changes_where_they_rest() {
        let mut state = 0x2545_f491_4f6c_dd1du64;
        let mut random = |n: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % n as u64) as usize
        };
        let mut compared = 0;
        for _ in 0..60 {
            let mut board = Board::new(Size::square(11).unwrap());
            for i in 0..40 + random(60) {
                let empty: Vec<Point> = board.empty_points().collect();
                let (point, color) = (empty[random(empty.len())], Color::BOTH[i % 2]);
                if board.is_legal(point, color) {
                    board.play_forever(point, color);
                    board.clear_ko();
                }
            }
            let strings = board.strings();
            for string in strings {
                let answer = QuickAsk.capture(&mut board, string);
                for point in board.size().points().filter(|&point| board.is_empty(point)) {
                    let color = Color::BOTH[random(2)];
                    if answer.depends.contains(point) || !board.is_legal(point, color) {
                        continue;
                    }
                    let mut after = board.clone();
                    after.play_forever(point, color);
                    after.clear_ko();
                    if !after.changed_points(&board).intersects(&answer.depends) {
                        let now = QuickAsk.capture(&mut after, string).status;
                        assert_eq!(now, answer.status, "{string} after {color:?} {point}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 10_000, "{compared} comparisons");
    }
}
