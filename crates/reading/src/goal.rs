//! What a search needs to know of a goal: who seeks it, when it is reached or out of reach, and where to look. Each goal is
//! defined once; the quick search goes by [`Goal`] alone, the exact search also asks what its decisions rest on.

mod capture;
mod connection;
mod entry;
mod moves;

use gosedai_board::{Board, Color, Point, PointSet};

pub use capture::Capture;
pub use connection::Connect;
pub use entry::Enter;
pub use moves::MoveList;

/// Where a position stands for the seeker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    Reached,
    Missed,
    /// First guesses of proof and disproof number.
    Open(u32, u32),
}

/// A goal that one side, the seeker, tries to reach and the other, the refuter, to prevent. Repetition does not reach it.
pub trait Goal {
    fn seeker(&self) -> Color;

    /// Where the position stands, as far as the goal can tell at sight. At the root of a search (`root`) a decided position
    /// may stay open, so that the move is found.
    fn stand(&self, board: &mut Board, to_play: Color, root: bool) -> Stand;

    /// Candidates of the side to move.
    fn moves(&self, board: &Board, to_play: Color, out: &mut MoveList);

    /// Candidates the quick search looks at, at most.
    fn breadth(&self) -> usize;

    /// How much later candidates are doubted: added to their number for every twelve places in the list.
    fn doubt(&self) -> u32;

    /// Candidates whose standing is asked for at once; the others wait until they are visited.
    fn eager(&self) -> usize {
        usize::MAX
    }

    /// May the refuter do nothing here?
    fn may_pass(&self, board: &Board) -> bool;
}

/// A decided position.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub achieved: bool,
    /// Points the decision rests on.
    pub zone: PointSet,
    /// Decided by judgement, not by rule.
    pub judged: bool,
    /// The winner's move that carries it out, where one is needed at once.
    pub play: Option<Point>,
}

impl Verdict {
    pub fn achieved(zone: PointSet) -> Verdict {
        Verdict { achieved: true, zone, judged: false, play: None }
    }

    pub fn refuted(zone: PointSet) -> Verdict {
        Verdict { achieved: false, zone, judged: false, play: None }
    }

    pub fn by_judgement(mut self) -> Verdict {
        self.judged = true;
        self
    }
}

/// A goal that the exact search can prove. Its completeness does not depend on the candidates: it adds every move of the zone.
pub trait Provable: Goal {
    /// The decision, if this position is decided for the side to move.
    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict>;

    /// First guesses of proof and disproof number where it is not: how many steps the seeker and the refuter seem to be away.
    fn guess(&self, board: &Board, to_play: Color) -> [u32; 2];

    /// Stones whose state is the goal: a refutation has to watch them and what touches them.
    fn base(&self, board: &Board) -> PointSet;

    /// Points that judging positions has looked at so far, beyond the moves tried.
    fn looked(&self) -> PointSet {
        PointSet::EMPTY
    }

    /// Points where moves are looked at. A zone that reaches beyond makes the result a judgement.
    fn region(&self) -> &PointSet;
}
