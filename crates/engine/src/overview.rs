//! The model of a position as the reader's overview, so that `read`, `race` and GTP speak of the same groups as `explain`.

use std::sync::Arc;

use gosedai_board::{Board, Move, Point, PointSet, Position};
use gosedai_reading::Outcome;
use gosedai_reading::counsel::Overview;
use gosedai_recognition::{Fate, Group, Source};

use crate::Context;
use crate::seen::{Seen, seen};

pub struct ModelOverview {
    position: Position,
    context: Context,
    /// Made when it is first asked for: most questions about tactics need none.
    seen: Option<Option<Arc<Seen>>>,
}

impl ModelOverview {
    pub fn new(cx: &Context, position: &Position) -> ModelOverview {
        ModelOverview { position: position.clone(), context: cx.clone(), seen: None }
    }

    /// What becomes of the group of this stone and where that is known from, where something is said of it.
    pub fn fate(&mut self, stone: Point) -> Option<(Fate, Source)> {
        let board = self.position.board().clone();
        let group = self.seen(&board, &PointSet::from_iter([stone]))?;
        let fate = group.life.fate();
        (fate != Fate::Open).then_some((fate, group.reason.source()))
    }

    /// The group of these stones, if the board is that of the position.
    pub fn seen(&mut self, board: &Board, stones: &PointSet) -> Option<&Group> {
        let own = self.position.board();
        if board.size() != own.size() || board.hash() != own.hash() {
            return None;
        }
        let make = || seen(&self.context, &self.position).ok();
        self.seen.get_or_insert_with(make).as_ref()?.model.group_at(stones.first()?)
    }
}

impl Overview for ModelOverview {
    fn group(&mut self, board: &Board, stones: &PointSet) -> Option<PointSet> {
        self.seen(board, stones).map(|group| group.stones)
    }

    fn expects(&mut self, board: &Board, stones: &PointSet) -> Option<[(Outcome, Option<Move>); 2]> {
        let life = &self.seen(board, stones).filter(|group| group.life.fate() != Fate::Open)?.life;
        Some([(life.second.for_opponent(), life.second.play), (life.first.for_owner(), life.first.play)])
    }
}
