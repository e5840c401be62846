//! The eye of a racing block. Settled at one eye it is worth a number of liberties; unsettled, its owner lives by
//! moving first; with two eyes there is no race.

use crate::eye_space::{defenders_view, solve_moves};
use crate::room::Room;
use gosedai_board::safety::unconditionally_alive;
use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_cgt::race::{EyeClass, nakade_liberties};
use gosedai_cgt::{Arena, Dyadic};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EyeState {
    /// One eye, whichever side moves first.
    One,
    /// Two eyes if the owner moves first, one if the attacker does.
    Unsettled,
    Two,
}

/// An area enclosed by one racing block.
#[derive(Clone, Debug)]
pub struct RaceEye {
    pub points: PointSet,
    pub state: EyeState,
    /// Moves the attacker needs to fill it, the stones he has inside counted as played.
    pub liberties: u32,
    pub class: EyeClass,
    /// Unsettled: the owner's moves that live.
    pub living: Vec<Point>,
    /// The attacker's moves that leave one eye.
    pub filling: Vec<Point>,
}

impl RaceEye {
    /// `None` if the area is too large, or neither one eye nor two can be told.
    pub(crate) fn of(board: &Board, part: &PointSet, owner: Color) -> Option<Self> {
        const LARGEST: usize = 7;
        let size = part.len() as u32;
        let room = Room::new(part).filter(|_| part.len() <= LARGEST)?;
        let inside = part.intersection(&board.stone_set(owner.opponent())).len() as u32;
        let (one, two) = (Dyadic::ONE, Dyadic::int(2));
        let mut eye = RaceEye {
            points: *part,
            state: EyeState::One,
            liberties: nakade_liberties(size).saturating_sub(inside),
            class: EyeClass::of_size(size),
            living: Vec::new(),
            filling: Vec::new(),
        };
        let mut arena = Arena::new();
        let solved = solve_moves(&mut arena, &room, defenders_view(board, &room, part, owner))?;
        let stops = (arena.left_stop(solved.game), arena.right_stop(solved.game));
        eye.state = match stops {
            s if s == (one, one) => EyeState::One,
            s if s == (two, one) => EyeState::Unsettled,
            s if s == (two, two) => EyeState::Two,
            _ => return None,
        };
        let points = |list: &[(usize, gosedai_cgt::Game)], good: &dyn Fn(gosedai_cgt::Game) -> bool| -> Vec<Point> {
            list.iter().filter(|(_, g)| good(*g)).map(|(i, _)| room.points[*i]).collect()
        };
        eye.filling = points(&solved.moves[1], &|g| arena.left_stop(g) == one);
        if eye.state == EyeState::Unsettled {
            eye.living = points(&solved.moves[0], &|g| arena.right_stop(g) == two);
            // the space was solved as if the block had liberties elsewhere: what counts is life without them
            let head = part.grown().intersection(&board.stone_set(owner)).first()?;
            eye.living.retain(|&p| {
                let mut after = board.clone();
                after.is_legal(p, owner) && {
                    after.play(p, owner);
                    unconditionally_alive(&after, owner).alive.contains(head)
                }
            });
            if eye.living.is_empty() {
                return None;
            }
        }
        Some(eye)
    }
}
