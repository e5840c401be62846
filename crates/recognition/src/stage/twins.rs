//! Groups that the round before has as well, seen alike: what was found out about them there holds here.

use super::Stage;
use super::memo::GroupMemo;
use crate::geometry::Geometry;
use crate::groups::Group;
use gosedai_board::PointSet;

pub(super) struct Twins<'a> {
    before: &'a Stage,
    /// Where the rounds differ for groups of each colour: in dead stones, in what looks at them, and in where it may be walked.
    differ: [PointSet; 2],
}

impl<'a> Twins<'a> {
    /// Both rounds know the stones, links and walks of the board.
    pub fn new(before: &'a Stage, now: &Stage, geometry: &Geometry) -> Twins<'a> {
        let mut differ = before.dead.difference(&now.dead);
        let mut looking = PointSet::EMPTY;
        differ.each(|point| looking.add(&geometry.link_reach[point.index()]));
        differ.add(&looking);
        Twins { before, differ: [0, 1].map(|i| differ.union(&before.open[i].difference(&now.open[i]))) }
    }

    /// Are these stones and their links alike in both rounds?
    pub fn are_alike(&self, stones: &PointSet) -> bool {
        !self.differ.iter().any(|differ| differ.intersects(stones))
    }

    /// The same group, if nothing differs where its figures looked (but for the distances and the PON estimate).
    pub fn of(&self, group: &Group) -> Option<(&'a Group, &'a GroupMemo)> {
        let i = usize::from(self.before.group_at[group.head.index()]);
        let twin = self.before.groups.get(i).filter(|twin| twin.stones == group.stones && twin.color == group.color)?;
        let memo = &self.before.memos[i];
        let looked = memo.eye_depends.union(&memo.walked.beside);
        (!looked.intersects(&self.differ[group.color.index()])).then_some((twin, memo))
    }
}
