//! Opening, middle game or endgame (時相): how much of the board is still far from every stone, and how much of it the
//! two sides still contest. The number of moves does not matter.

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

impl Openness {
    pub(crate) fn of(view: &View, blocking: &[PointSet; 2], largest_weak: usize) -> Openness {
        let far = view.full.minus(&view.all_stones().grown().grown()).len();
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
