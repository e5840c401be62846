//! How many moves in a row a string needs to reach a point.

use gosedai_board::{Board, CELLS, Cell, Point, PointSet};

pub const FAR: u8 = 40;
/// Most moves in a row that are counted.
const LONGEST: usize = 12;
/// Liberties of an enemy string that can be captured on the way.
pub const WEAK: usize = 2;

/// Where the walk is going, and how much longer than the shortest ways still count.
pub type Goal = Option<(Point, u8)>;
/// Is a point that is reached at this cost worth walking through?
pub type Leads<'a> = dyn Fn(Point, u8) -> bool + 'a;

pub fn anywhere(_: Point, _: u8) -> bool {
    true
}

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
    pub fn at(&self, point: Point) -> u8 {
        self.count[point.index()]
    }

    /// Own stones cost nothing, empty points one move; enemy strings what it takes to capture them, if they have at
    /// most `weak` liberties. Once the goal is reached only ways that are so much longer are followed, and only
    /// through points that `leads` somewhere.
    pub fn spread(&mut self, board: &Board, start: Point, limit: u8, weak: usize, goal: Goal, leads: &Leads) {
        let owner = board.at(start);
        self.count.fill(FAR);
        self.layers.iter_mut().for_each(Vec::clear);
        let mut limit = limit.min(LONGEST as u8);
        for stone in board.string(start) {
            self.count[stone.index()] = 0;
            self.layers[0].push(stone);
        }
        let mut cost = 0;
        while cost <= limit {
            let mut next = 0;
            while let Some(&point) = self.layers[cost as usize].get(next) {
                next += 1;
                if self.count[point.index()] != cost {
                    continue;
                }
                for beside in point.neighbours() {
                    self.enter(board, beside, owner, cost, limit, weak, leads);
                }
            }
            if let Some((goal, longer)) = goal
                && self.count[goal.index()] <= cost + 1
            {
                limit = limit.min(self.count[goal.index()] + longer);
                if longer == 0 {
                    return;
                }
            }
            cost += 1;
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn enter(&mut self, board: &Board, point: Point, owner: Cell, cost: u8, limit: u8, weak: usize, leads: &Leads) {
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
            match board.liberty_count_to(point, weak + 1) {
                liberties if liberties <= weak => liberties as u8,
                _ => return,
            }
        };
        let there = cost + price;
        if there > limit || there >= self.count[point.index()] || !leads(point, there) {
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

/// The points on ways from one string to the other that are at most so much longer than the shortest.
pub fn between(board: &Board, ends: [Point; 2], steps: &mut [Steps; 2], slack: u8, weak: usize) -> PointSet {
    for (steps, end) in steps.iter_mut().zip(ends) {
        steps.spread(board, end, LONGEST as u8, weak, None, &anywhere);
    }
    let through = |p: Point| steps[0].at(p) + steps[1].at(p);
    let shortest = board.size().points().map(through).min().unwrap_or(0);
    board.size().points().filter(|&p| through(p) <= shortest + slack).collect()
}
