//! Opening, middle game or endgame (時相): how much of the board nobody has come near to, and how much of it the two sides
//! still contest. The number of moves is no evidence.

use crate::settings::Settings;
use crate::view::View;
use gosedai_board::PointSet;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GamePhase {
    Opening,
    Middle,
    Endgame,
}

impl GamePhase {
    pub const fn name(self) -> &'static str {
        match self {
            GamePhase::Opening => "opening",
            GamePhase::Middle => "middle",
            GamePhase::Endgame => "endgame",
        }
    }
}

/// The figures behind the phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Openness {
    /// Share of the board more than two steps away from every stone.
    pub far: f64,
    /// Share of the board that lies open between the sides when links count as walls.
    pub contested: f64,
    /// Stones of the largest group that is weak.
    pub largest_weak: usize,
}

impl Default for Openness {
    /// Of an empty board.
    fn default() -> Openness {
        Openness { far: 1.0, contested: 1.0, largest_weak: 0 }
    }
}

impl Openness {
    pub(crate) fn of(view: &View, blocking: &[PointSet; 2], far: usize, largest_weak: usize) -> Openness {
        let walls = [0, 1].map(|i| view.living[i].union(&blocking[i]));
        let free = view.full.minus(&walls[0]).minus(&walls[1]);
        let contested = if view.living.iter().any(|living| living.is_empty()) {
            // where one side has no stones, nothing is decided yet
            free.len()
        } else {
            contested(&walls, &free).len()
        };
        let area = view.full.len() as f64;
        Openness { far: far as f64 / area, contested: contested as f64 / area, largest_weak }
    }

    /// Opening while wide areas are untouched; endgame once the borders are drawn and no large group is in doubt.
    pub(crate) fn phase(&self, settings: &Settings) -> GamePhase {
        if self.far >= settings.phase_opening {
            GamePhase::Opening
        } else if self.contested <= settings.phase_endgame && self.largest_weak <= settings.phase_weak {
            GamePhase::Endgame
        } else {
            GamePhase::Middle
        }
    }
}

/// The areas that both walls touch.
fn contested(walls: &[PointSet; 2], free: &PointSet) -> PointSet {
    let [black, white] = [0, 1].map(|i| walls[i].grown().intersection(free));
    // most have a point that both touch
    let mut contested = black.intersection(&white).flooded(free);
    let rest = free.minus(&contested);
    let reached = black.intersection(&rest).flooded(&rest);
    let both = white.intersection(&reached);
    if !both.is_empty() {
        contested.add(&both.flooded(&reached));
    }
    contested
}

/// Points more than two steps away from every stone, kept up to date.
#[derive(Clone, Debug)]
pub(crate) struct Expanse {
    stones: PointSet,
    points: PointSet,
    size: usize,
}

impl Expanse {
    /// Of an empty board.
    pub fn new(board: &PointSet) -> Expanse {
        Expanse { stones: PointSet::EMPTY, points: *board, size: board.len() }
    }

    /// Their number with these stones.
    pub fn update(&mut self, board: &PointSet, stones: &PointSet) -> usize {
        let come = stones.minus(&self.stones);
        let go = !self.stones.is_subset(stones);
        self.stones = *stones;
        if go {
            *self = Expanse { stones: *stones, ..Expanse::new(board) };
        }
        // once all is near, new stones change nothing
        if self.size > 0 {
            let near = if go { stones } else { &come };
            self.points = self.points.minus(&near.grown().grown());
            self.size = self.points.len();
        }
        self.size
    }
}
