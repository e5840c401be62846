//! Opening, middle game or endgame (時相): how much of the board nobody has come near to, and how much of it the two sides
//! still contest. The number of moves is no evidence.

use crate::groups::Group;
use crate::settings::Settings;
use crate::view::View;

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
    pub(crate) fn of(view: &View, blocking: &[gosedai_board::PointSet; 2], groups: &[Group]) -> Openness {
        let near = view.stones[0].union(&view.stones[1]).grown().grown();
        let far = view.full.minus(&near).len();
        let walls = [0, 1].map(|i| view.living[i].union(&blocking[i]));
        let free = view.full.minus(&walls[0]).minus(&walls[1]);
        // an area that both walls touch is reached from either; where one side has no stones, nothing is decided yet
        let reached = [0, 1].map(|i| walls[i].grown().flooded(&free));
        let contested = if view.living.iter().any(|living| living.is_empty()) {
            free.len()
        } else {
            reached[0].intersection(&reached[1]).len()
        };
        let area = view.full.len() as f64;
        let largest_weak = groups.iter().filter(|group| group.class.is_weak()).map(|group| group.size).max();
        Openness { far: far as f64 / area, contested: contested as f64 / area, largest_weak: largest_weak.unwrap_or(0) }
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
