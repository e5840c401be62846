//! Slow references: alternate play on the real board, every legal move and the pass.

#![allow(dead_code)]

use gosedai_board::{Board, Color, Point, PointSet};
use std::collections::HashMap;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, k: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 33) % k
    }
}

/// Area score with best play: stones and surrounded points when both pass; nobody fills a proper eye of a living wall.
pub struct AreaBrute {
    board: Board,
    walls: PointSet,
    memo: HashMap<(u64, Color, bool, Option<Point>, u64), i64>,
    on_path: Vec<u64>,
    nodes: u64,
    most: u64,
    /// Remember results with the whole history that led there: exact where repetitions matter, and slow.
    with_history: bool,
}

const MOST_AREA_NODES: u64 = 200_000;
const MOST_HISTORY_NODES: u64 = 8_000_000;

impl AreaBrute {
    pub fn new(board: Board) -> Self {
        let walls = [Color::Black, Color::White]
            .iter()
            .fold(PointSet::EMPTY, |all, &c| all.union(&gosedai_board::safety::unconditionally_alive(&board, c).alive));
        let most = MOST_AREA_NODES;
        AreaBrute { board, walls, memo: HashMap::new(), on_path: Vec::new(), nodes: 0, most, with_history: false }
    }

    /// The reference that forgets nothing. (The other one may reuse a result on a path on which a repetition forbids it.)
    pub fn with_history(board: Board) -> Self {
        AreaBrute { most: MOST_HISTORY_NODES, with_history: true, ..Self::new(board) }
    }

    /// `None` if the position is too large for this reference.
    pub fn score(&mut self, first: Color) -> Option<i64> {
        let x = self.search(first, false).0;
        (self.nodes < self.most).then_some(x)
    }

    /// The score when `color` begins at `point`.
    pub fn score_after(&mut self, point: Point, color: Color) -> Option<i64> {
        self.on_path.push(self.board.hash());
        let undo = self.board.play(point, color);
        let x = self.search(color.opponent(), false).0;
        self.board.undo(&undo);
        self.on_path.pop();
        (self.nodes < self.most).then_some(x)
    }

    fn count(&self) -> i64 {
        gosedai_board::score::area(&self.board, &PointSet::EMPTY).margin() as i64
    }

    /// Single points inside one colour's walls: filling them is never a move worth trying.
    fn is_wall_eye(&self, p: Point) -> bool {
        let near = PointSet::from_iter([p]).grown();
        let around = near.intersection(&PointSet::full(self.board.size())).minus(&PointSet::from_iter([p]));
        around.is_subset(&self.walls) && Color::BOTH.iter().any(|&c| around.is_subset(&self.board.stone_set(c)))
    }

    /// The score, and how far up the path a forbidden repetition reached: such results hold on this path only and are not kept.
    fn search(&mut self, to_play: Color, passed: bool) -> (i64, usize) {
        let mix = |h: u64| (h ^ h >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let history =
            if self.with_history { self.on_path.iter().fold(0u64, |sum, &h| sum.wrapping_add(mix(h))) } else { 0 };
        let key = (self.board.hash(), to_play, passed, self.board.ko(to_play), history);
        if let Some(&known) = self.memo.get(&key) {
            return (known, usize::MAX);
        }
        self.nodes += 1;
        if self.nodes > self.most {
            return (0, usize::MAX);
        }
        let depth = self.on_path.len();
        let sign = if to_play == Color::Black { 1 } else { -1 };
        let ko = self.board.ko_point();
        let mut reach = usize::MAX;
        let mut best = if passed {
            sign * self.count()
        } else {
            self.board.clear_ko();
            let (x, up) = self.search(to_play.opponent(), true);
            reach = reach.min(up);
            if let Some((p, c)) = ko {
                self.board.set_ko(p, c);
            }
            sign * x
        };
        let moves: Vec<Point> = self.board.empty_points().collect();
        self.on_path.push(self.board.hash());
        for p in moves {
            if self.is_wall_eye(p) || !self.board.is_legal(p, to_play) {
                continue;
            }
            let undo = self.board.play(p, to_play);
            // longer loops are forbidden, as under superko
            match self.on_path.iter().position(|&h| h == self.board.hash()) {
                Some(i) => reach = reach.min(i),
                None => {
                    let (x, up) = self.search(to_play.opponent(), false);
                    reach = reach.min(up);
                    best = best.max(sign * x);
                }
            }
            self.board.undo(&undo);
        }
        self.on_path.pop();
        if reach >= depth || self.with_history {
            self.memo.insert(key, sign * best);
            reach = usize::MAX;
        }
        (sign * best, reach)
    }
}

/// A race by alternate play: 1 if Black captures the white block, -1 if White captures the black one, 0 if neither can.
pub struct RaceBrute {
    board: Board,
    blocks: [Point; 2],
    walls: PointSet,
    memo: HashMap<(u64, Color, bool, Option<Point>), i64>,
    on_path: Vec<u64>,
    nodes: u64,
}

const MOST_NODES: u64 = 3_000_000;

impl RaceBrute {
    pub fn new(board: Board, black: Point, white: Point) -> Self {
        let walls = [Color::Black, Color::White]
            .iter()
            .fold(PointSet::EMPTY, |all, &c| all.union(&gosedai_board::safety::unconditionally_alive(&board, c).alive));
        RaceBrute { board, blocks: [black, white], walls, memo: HashMap::new(), on_path: Vec::new(), nodes: 0 }
    }

    /// `None` if the position is too large.
    pub fn result(&mut self, first: Color) -> Option<i64> {
        let x = self.search(first, false).0;
        (self.nodes < MOST_NODES).then_some(x)
    }

    pub fn result_after(&mut self, p: Point, color: Color) -> Option<i64> {
        if !self.board.is_legal(p, color) {
            return None;
        }
        let undo = self.board.play(p, color);
        let over = self.over();
        let x = over.or_else(|| {
            let x = self.search(color.opponent(), false).0;
            (self.nodes < MOST_NODES).then_some(x)
        });
        self.board.undo(&undo);
        x
    }

    fn over(&self) -> Option<i64> {
        if self.board.is_empty(self.blocks[1]) {
            Some(1)
        } else if self.board.is_empty(self.blocks[0]) {
            Some(-1)
        } else {
            None
        }
    }

    /// Points between walls only: no liberty of the race.
    fn is_wall_eye(&self, p: Point) -> bool {
        let near = PointSet::from_iter([p]).grown();
        let around = near.intersection(&PointSet::full(self.board.size())).minus(&PointSet::from_iter([p]));
        around.is_subset(&self.walls)
    }

    fn search(&mut self, to_play: Color, passed: bool) -> (i64, usize) {
        let key = (self.board.hash(), to_play, passed, self.board.ko(to_play));
        if let Some(&known) = self.memo.get(&key) {
            return (known, usize::MAX);
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return (0, usize::MAX);
        }
        let depth = self.on_path.len();
        let sign = if to_play == Color::Black { 1 } else { -1 };
        let mut reach = usize::MAX;
        let mut best = -1;
        let moves: Vec<Point> = self.board.empty_points().collect();
        self.on_path.push(self.board.hash());
        for p in moves {
            if self.is_wall_eye(p) || !self.board.is_legal(p, to_play) {
                continue;
            }
            let undo = self.board.play(p, to_play);
            if let Some(end) = self.over() {
                best = best.max(sign * end);
            } else {
                match self.on_path.iter().position(|&h| h == self.board.hash()) {
                    Some(i) => reach = reach.min(i),
                    None => {
                        let (x, up) = self.search(to_play.opponent(), false);
                        reach = reach.min(up);
                        best = best.max(sign * x);
                    }
                }
            }
            self.board.undo(&undo);
            if best == 1 {
                break;
            }
        }
        self.on_path.pop();
        if best < 1 {
            let x = if passed {
                0
            } else {
                let ko = self.board.ko_point();
                self.board.clear_ko();
                let (x, up) = self.search(to_play.opponent(), true);
                reach = reach.min(up);
                if let Some((p, c)) = ko {
                    self.board.set_ko(p, c);
                }
                sign * x
            };
            best = best.max(x);
        }
        if reach >= depth || best == 1 {
            self.memo.insert(key, sign * best);
            reach = usize::MAX;
        }
        (sign * best, reach)
    }
}
