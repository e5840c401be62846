//! Quick goal: join two strings.

use std::cell::RefCell;

use gosedai_board::{Board, CELLS, Cell, Color, Point};

use super::hunt::Hunt;
use super::moves::MoveList;
use super::search::{Aim, Quick, Stand};
use crate::budget::Budget;
use crate::dfpn::{Kos, Search, Side, Tree};
use crate::params::{HuntParams, LinkParams};

/// The owner of two strings makes them one.
pub struct Link<'a> {
    pub owner: Color,
    pub from: Point,
    pub to: Point,
    /// Moves of the owner in a row beyond which the strings are too far apart.
    pub farthest: usize,
    pub params: &'a LinkParams,
    /// For reading whether a cutting string falls.
    pub hunt: &'a HuntParams,
    pub scratch: RefCell<(Steps, Steps)>,
    pub tree: RefCell<Tree<()>>,
}

const FAR: u8 = 40;
/// Most moves in a row that are counted.
const LONGEST: usize = 7;

/// Moves the owner needs to reach each point from a string, counted up to a limit; memory that is used again and again.
#[derive(Clone, Debug)]
pub struct Steps {
    count: Vec<u8>,
    layers: [Vec<Point>; LONGEST + 3],
}

impl Default for Steps {
    fn default() -> Self {
        Steps { count: vec![FAR; CELLS], layers: std::array::from_fn(|_| Vec::with_capacity(64)) }
    }
}

impl Steps {
    fn at(&self, point: Point) -> u8 {
        self.count[point.index()]
    }

    /// Own stones cost nothing, empty points one move; enemy strings what it takes to capture them, if they are short of
    /// liberties. Ends as soon as `goal` is reached.
    fn spread(&mut self, board: &Board, start: Point, limit: u8, goal: Option<Point>) {
        let owner = board.at(start);
        self.count.fill(FAR);
        self.layers.iter_mut().for_each(Vec::clear);
        let limit = (limit as usize).min(LONGEST) as u8;
        for stone in board.string(start) {
            self.count[stone.index()] = 0;
            self.layers[0].push(stone);
        }
        for cost in 0..=limit {
            let mut next = 0;
            while let Some(&point) = self.layers[cost as usize].get(next) {
                next += 1;
                if self.count[point.index()] != cost {
                    continue;
                }
                for beside in point.neighbours() {
                    self.enter(board, beside, owner, cost, limit);
                }
            }
            if goal.is_some_and(|goal| self.count[goal.index()] <= cost + 1) {
                return;
            }
        }
    }

    fn enter(&mut self, board: &Board, point: Point, owner: Cell, cost: u8, limit: u8) {
        if self.count[point.index()] <= cost {
            return;
        }
        let cell = board.at(point);
        let price = if cell == Cell::Empty {
            1
        } else if cell == owner {
            0
        } else if cell == Cell::Edge {
            return;
        } else {
            match board.liberty_count_to(point, 3) {
                1 => 1,
                2 => 2,
                _ => return,
            }
        };
        let there = cost + price;
        if there > limit || there >= self.count[point.index()] {
            return;
        }
        if cell == Cell::Empty {
            self.count[point.index()] = there;
            self.layers[there as usize].push(point);
        } else {
            for stone in board.string(point) {
                if there < self.count[stone.index()] {
                    self.count[stone.index()] = there;
                    self.layers[there as usize].push(stone);
                }
            }
        }
    }
}

impl Link<'_> {
    fn distance(&self, board: &Board) -> usize {
        if board.liberties(self.from).intersects(&board.liberties(self.to)) {
            return 1;
        }
        let mut steps = self.scratch.borrow_mut();
        steps.0.spread(board, self.from, self.farthest as u8, Some(self.to));
        steps.0.at(self.to) as usize
    }

    /// Enemy strings of few liberties that touch both strings: taking one joins them.
    fn cutters(&self, board: &Board) -> Vec<Point> {
        let mut found = board.adjacent_enemies(self.from);
        let near = board.string_set(self.to).grown();
        found.retain(|&enemy| {
            board.liberty_count_to(enemy, 5) <= self.params.cutter_liberties
                && board.string(enemy).any(|stone| near.contains(stone))
        });
        found
    }

    /// Is the cutting string captured, with this side to move?
    fn falls(&self, board: &mut Board, cutter: Point, to_play: Color) -> bool {
        let joining = to_play == self.owner;
        if !joining && board.liberty_count_to(cutter, 4) > 2 {
            return false;
        }
        let hunt = self.hunting(cutter);
        let budget = Budget::nodes(self.params.cutter_nodes);
        let mut tree = self.tree.borrow_mut();
        tree.table.clear();
        let mut search = Search::new(Quick::new(&hunt, board), &mut tree, &budget);
        search.ground.stage.turn_to(Kos::Defender);
        let mover = search.ground.stage.side_of(to_play);
        let key = search.ground.stage.key(mover);
        search.prove(&(), mover, key).is_ok_and(|found| found.of(Side::Attacker) == 0)
    }

    fn hunting(&self, cutter: Point) -> Hunt<'_> {
        Hunt { defender: self.owner.opponent(), targets: vec![cutter], escape_liberties: 4, params: self.hunt }
    }

    /// Moves about a string that belongs to the owner's chain: save it, take it, take what presses on it.
    fn around(&self, board: &Board, own: Point, weight: i32, out: &mut MoveList) {
        let p = self.params;
        let mut liberties = [own; 4];
        let n = board.liberties_into(own, &mut liberties);
        match n {
            1 => out.note(liberties[0], p.take * weight),
            2 => liberties[..2].iter().for_each(|&at| out.note(at, p.threaten * weight)),
            3 => liberties[..3].iter().for_each(|&at| out.note(at, p.press * weight)),
            _ => {}
        }
        for enemy in board.adjacent_enemies(own) {
            let mut liberties = [enemy; 4];
            let n = board.liberties_into(enemy, &mut liberties);
            match n {
                1 => out.note(liberties[0], p.take * weight),
                2 => {
                    for &at in &liberties[..2] {
                        out.note(at, p.threaten * weight);
                        at.neighbours().into_iter().filter(|&q| board.is_empty(q)).for_each(|q| out.note(q, 1));
                    }
                }
                3 => liberties[..3].iter().for_each(|&at| out.note(at, p.press * weight)),
                _ => {}
            }
            if n <= 2 {
                // the stones that hold the cutting string: it lives by taking them
                for holder in board.adjacent_enemies(enemy) {
                    if let Some(last) = board.atari_liberty(holder) {
                        out.note(last, p.threaten);
                    }
                }
            }
        }
    }
}

impl Aim for Link<'_> {
    fn seeker(&self) -> Color {
        self.owner
    }

    fn stand(&self, board: &mut Board, to_play: Color, root: bool) -> Stand {
        if !board.at(self.from).is(self.owner) || !board.at(self.to).is(self.owner) {
            return Stand::Missed;
        }
        let joining = to_play == self.owner;
        if board.same_string(self.from, self.to) {
            return if !joining && board.in_atari(self.from) { Stand::Open(2, 2) } else { Stand::Reached };
        }
        if !root && self.cutters(board).into_iter().any(|cutter| self.falls(board, cutter, to_play)) {
            return Stand::Reached;
        }
        let distance = self.distance(board);
        if !root && distance > self.farthest - usize::from(!joining) {
            return Stand::Missed;
        }
        let numbers = if joining { &self.params.joining } else { &self.params.cutting };
        let [pn, dn] = numbers[distance.min(numbers.len() - 1)];
        Stand::Open(pn, dn)
    }

    fn doubt(&self) -> u32 {
        self.params.doubt
    }

    fn breadth(&self) -> usize {
        self.params.breadth
    }

    fn eager(&self) -> usize {
        self.params.eager
    }

    fn may_pass(&self, _: &Board) -> bool {
        false
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut MoveList) {
        let p = self.params;
        if board.same_string(self.from, self.to) {
            self.around(board, self.from, 1, out);
            return;
        }
        for cutter in self.cutters(board) {
            self.hunting(cutter).moves(board, to_play, out);
        }
        let limit = self.farthest as u8 + 1;
        let (a, b) = &mut *self.scratch.borrow_mut();
        a.spread(board, self.from, limit, None);
        b.spread(board, self.to, limit, None);
        let shortest = a.at(self.to).min(limit);
        let mut chain: Vec<Point> = vec![self.from, self.to];
        for point in board.size().points() {
            let (x, y) = (a.at(point), b.at(point));
            if x == FAR || y == FAR {
                continue;
            }
            if board.is_empty(point) {
                // counted from both sides: one move too many
                let through = x + y - 1;
                let beside = u8::from(x == 1) + u8::from(y == 1);
                if through <= shortest {
                    out.note(point, p.path + p.beside * beside as i32);
                } else if through == shortest + 1 {
                    out.note(point, p.detour + p.beside / 4 * beside as i32);
                } else if beside > 0 && through <= shortest + 2 {
                    out.note(point, 1);
                }
            } else if board.at(point).is(self.owner) {
                if x + y <= shortest && !chain.iter().any(|&c| board.same_string(c, point)) {
                    chain.push(point);
                }
            } else {
                // an enemy string that would have to be captured on the way
                let price = board.liberty_count_to(point, 3) as u8;
                if x + y <= shortest + price {
                    let mut liberties = [point; 3];
                    let n = board.liberties_into(point, &mut liberties);
                    liberties[..n].iter().for_each(|&at| out.note(at, p.detour));
                }
            }
        }
        for (i, &own) in chain.iter().enumerate() {
            self.around(board, own, 1 + i32::from(i < 2), out);
        }
    }
}
