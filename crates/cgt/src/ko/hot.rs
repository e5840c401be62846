//! Hot short games at the end of a ko fight, beside hanging threats: the thermograph of the sum itself, not of its parts.

use super::line::Line;
use crate::Rational;
use crate::arena::{Arena, Game};

/// A short game with rational leaves, as small as fights need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HotTree {
    Number(Rational),
    Node(Vec<HotTree>, Vec<HotTree>),
}

impl HotTree {
    /// The canonical form of a game, unless it has more than `most` positions.
    pub fn of(arena: &mut Arena, g: Game, most: usize) -> Option<HotTree> {
        let mut left = most;
        Self::build(arena, g, &mut left)
    }

    fn build(arena: &mut Arena, g: Game, left: &mut usize) -> Option<HotTree> {
        *left = left.checked_sub(1)?;
        if let Some(x) = arena.as_number(g) {
            return Some(HotTree::Number(x.into()));
        }
        let (l, r) = (arena.lefts(g).to_vec(), arena.rights(g).to_vec());
        let mut side = |list: Vec<Game>| list.into_iter().map(|o| Self::build(arena, o, left)).collect();
        let (l, r): (Option<Vec<HotTree>>, Option<Vec<HotTree>>) = (side(l), side(r));
        Some(HotTree::Node(l?, r?))
    }

    pub fn shifted(&self, by: Rational) -> HotTree {
        match self {
            HotTree::Number(x) => HotTree::Number(*x + by),
            HotTree::Node(l, r) => {
                let side = |list: &[HotTree]| list.iter().map(|t| t.shifted(by)).collect();
                HotTree::Node(side(l), side(r))
            }
        }
    }

    /// The score with the given side to move first.
    pub(crate) fn stop(&self, black: bool) -> Rational {
        match self {
            HotTree::Number(x) => *x,
            HotTree::Node(l, r) => {
                let options = if black { l } else { r }.iter().map(|o| o.stop(!black));
                let best = if black { options.max() } else { options.min() };
                best.unwrap_or(Rational::UNKNOWN)
            }
        }
    }

    /// The wall of this game plus switches (mean and size each) at temperature `t`, with the given side to move.
    pub(crate) fn wall_with(&self, t: Rational, switches: &[(Rational, Rational)], black: bool) -> Rational {
        let walls = self.walls(Rational::ZERO, switches);
        if black { walls.0.at(t) } else { walls.1.at(t) }
    }

    /// Left and right wall of the sum.
    pub(crate) fn walls(&self, shift: Rational, switches: &[(Rational, Rational)]) -> (Line, Line) {
        let mut scaffolds: [Option<Line>; 2] = [None, None];
        let mut offer = |black: bool, walls: (Line, Line)| {
            let line = if black { walls.1.tilted(-1) } else { walls.0.tilted(1) };
            let slot = &mut scaffolds[usize::from(!black)];
            *slot = Some(slot.take().map_or(line.clone(), |best| best.envelope(&line, black)));
        };
        match self {
            HotTree::Number(x) if switches.is_empty() => {
                let line = Line::constant(*x + shift);
                return (line.clone(), line);
            }
            HotTree::Number(_) => {}
            HotTree::Node(l, r) => {
                l.iter().for_each(|o| offer(true, o.walls(shift, switches)));
                r.iter().for_each(|o| offer(false, o.walls(shift, switches)));
            }
        }
        for (i, &(mean, size)) in switches.iter().enumerate() {
            let mut rest = switches.to_vec();
            rest.remove(i);
            offer(true, self.walls(shift + mean + size, &rest));
            offer(false, self.walls(shift + mean - size, &rest));
        }
        let [Some(left), Some(right)] = scaffolds else {
            // a canonical form with moves for one side only is a number, which is handled above
            let line = Line::constant(shift);
            return (line.clone(), line);
        };
        let top = left.first_at_most(&right).unwrap_or(Rational::ZERO);
        let mean = left.at(top);
        (left.capped(top, mean), right.capped(top, mean))
    }
}
