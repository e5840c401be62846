//! Moves that a search shall not look at, by side and by depth.

use crate::{CELLS, Color, Move};

/// The place of a pass: the corner of the border, where no stone can stand.
const PASS: usize = 0;

/// For each side and move the depth from which on it may be played; 0 at the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// By cell, empty while nothing is forbidden to the side.
    until: [Vec<u32>; 2],
}

impl Restrictions {
    pub fn is_empty(&self) -> bool {
        self.until.iter().all(Vec::is_empty)
    }

    /// Forbids a move to a side in the first `depth` plies of the search.
    pub fn avoid(&mut self, color: Color, mv: Move, depth: u32) {
        let until = &mut self.until[color.index()];
        until.resize(CELLS, 0);
        until[place(mv)] = depth;
    }

    /// Forbids a side all moves but these in the first `depth` plies.
    pub fn allow_only(&mut self, color: Color, moves: &[Move], depth: u32) {
        let until = &mut self.until[color.index()];
        *until = vec![depth; CELLS];
        for &mv in moves {
            until[place(mv)] = 0;
        }
    }

    /// May the side look at this move after this many moves from the root?
    pub fn permits(&self, color: Color, mv: Move, depth: usize) -> bool {
        self.until[color.index()].get(place(mv)).is_none_or(|&until| depth >= until as usize)
    }
}

fn place(mv: Move) -> usize {
    mv.point().map_or(PASS, |point| point.index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_forbidden_to_a_side_up_to_a_depth() {
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let mut restrictions = Restrictions::default();
        assert!(restrictions.is_empty() && restrictions.permits(Color::Black, Move::Pass, 0));
        restrictions.avoid(Color::Black, mv("C3"), 2);
        assert!(!restrictions.is_empty());
        assert!(!restrictions.permits(Color::Black, mv("C3"), 1) && restrictions.permits(Color::Black, mv("C3"), 2));
        assert!(restrictions.permits(Color::White, mv("C3"), 0) && restrictions.permits(Color::Black, mv("C4"), 0));
        restrictions.allow_only(Color::White, &[mv("A1"), Move::Pass], 1);
        assert!(restrictions.permits(Color::White, Move::Pass, 0) && restrictions.permits(Color::White, mv("A1"), 0));
        assert!(!restrictions.permits(Color::White, mv("A2"), 0) && restrictions.permits(Color::White, mv("A2"), 1));
    }
}
