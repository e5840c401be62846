//! What a search needs to know of a goal: who seeks it, when it is reached or out of reach, and where to look.

use gosedai_board::{Board, Color, Point, PointSet};

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

/// A candidate with its urgency (larger is tried earlier).
pub type Candidate = (Point, i32);

/// A goal that one side, the seeker, tries to reach and the other, the refuter, to prevent. Repetition does not reach it.
pub trait Goal {
    fn seeker(&self) -> Color;

    /// The decision, if this position is decided for the side to move.
    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict>;

    /// First candidates for either side. Completeness does not depend on them: the search adds every move of the zone.
    fn moves(&self, board: &Board, to_play: Color, out: &mut Vec<Candidate>);

    /// The decision, or else a first guess of proof and disproof number: how many steps the seeker and the refuter seem to
    /// be away.
    fn assess(&self, board: &Board, to_play: Color) -> Result<Verdict, (u32, u32)> {
        self.verdict(board, to_play).ok_or((1, 1))
    }

    /// How many of the candidates are assessed as soon as they are generated; more pays where assessing is cheap.
    fn eager(&self) -> usize {
        4
    }

    /// Stones whose state is the goal: a refutation has to watch them and what touches them.
    fn base(&self, board: &Board) -> PointSet;

    /// Is the string at this stone taken as safe from capture?
    fn is_safe(&self, board: &Board, point: Point) -> bool;

    /// Points that judging positions has looked at so far, beyond the moves tried.
    fn looked(&self) -> PointSet {
        PointSet::EMPTY
    }

    /// Points where moves are looked at. A zone that reaches beyond makes the result a judgement.
    fn region(&self) -> &PointSet;
}
