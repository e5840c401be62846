//! Two targets or two intentions at once: the seeker needs only one of several goals.

use gosedai_board::{Board, Color, Point, PointSet};

use crate::capture::note;
use crate::goal::{Candidate, Goal, Verdict};

/// Any one of the goals will do. All have the same seeker.
pub struct Either {
    goals: Vec<Box<dyn Goal>>,
    seeker: Color,
    region: PointSet,
}

impl Either {
    /// `None` if there is no goal or the seekers differ.
    pub fn new(goals: Vec<Box<dyn Goal>>) -> Option<Either> {
        let seeker = goals.first()?.seeker();
        if goals.iter().any(|goal| goal.seeker() != seeker) {
            return None;
        }
        let region = goals.iter().fold(PointSet::EMPTY, |all, goal| all.union(goal.region()));
        Some(Either { goals, seeker, region })
    }
}

impl Goal for Either {
    fn seeker(&self) -> Color {
        self.seeker
    }

    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        self.assess(board, to_play).ok()
    }

    fn assess(&self, board: &Board, to_play: Color) -> Result<Verdict, (u32, u32)> {
        let mut zone = PointSet::EMPTY;
        let (mut judged, mut open) = (false, false);
        let (mut least, mut sum) = (u32::MAX, 0);
        for goal in &self.goals {
            match goal.assess(board, to_play) {
                Ok(verdict) if verdict.achieved => return Ok(verdict),
                Ok(verdict) => {
                    zone = zone.union(&verdict.zone);
                    judged |= verdict.judged;
                }
                Err((pn, dn)) => {
                    open = true;
                    least = least.min(pn);
                    sum += dn;
                }
            }
        }
        if open { Err((least, sum)) } else { Ok(Verdict { judged, ..Verdict::refuted(zone) }) }
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut Vec<Candidate>) {
        let mut own = Vec::new();
        for goal in &self.goals {
            own.clear();
            goal.moves(board, to_play, &mut own);
            own.iter().for_each(|&(point, urgency)| note(out, point, urgency));
        }
    }

    fn base(&self, board: &Board) -> PointSet {
        self.goals.iter().fold(PointSet::EMPTY, |all, goal| all.union(&goal.base(board)))
    }

    fn is_safe(&self, board: &Board, point: Point) -> bool {
        self.goals.iter().all(|goal| goal.is_safe(board, point))
    }

    fn region(&self) -> &PointSet {
        &self.region
    }
}
