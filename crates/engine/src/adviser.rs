//! The network as an adviser of reading: what is played next, whose each point will be.

use std::sync::Arc;

use gosedai_board::{Board, Color, Move, Position, Rules, Symmetry};
use gosedai_net::{Input, Instructions, Net, Workspace};
use gosedai_reading::counsel::{Advice, Adviser};

use crate::network::network;
use crate::{ApiError, Context};

/// The network with its workspace.
pub struct NetworkAdviser {
    net: Arc<Net>,
    work: Workspace,
    komi: f32,
}

impl NetworkAdviser {
    /// `None` where the processor has no fast path for the network: then reading does without.
    pub fn new(cx: &Context, komi: f32) -> Result<Option<NetworkAdviser>, ApiError> {
        let net = network(cx)?;
        let is_fast = net.instructions() != Instructions::Portable;
        Ok(is_fast.then(|| NetworkAdviser { net, work: Workspace::default(), komi }))
    }
}

impl Adviser for NetworkAdviser {
    /// Each position is seen from one of its eight sides, chosen by its stones: over a search the network's sense of
    /// direction evens out at no cost.
    fn advise(&mut self, board: &Board, to_play: Color, recent: &[Move]) -> Advice {
        let size = board.size();
        let views = Symmetry::of(size);
        let view = views[(board.hash() >> 40) as usize % views.len()];
        let recent: Vec<Move> = recent.iter().map(|&mv| view.apply_move(mv, size)).collect();
        let position = Position::from_board(view.apply_board(board), to_play, Rules::default(), self.komi);
        let output = self.net.evaluate(&Input::with_history(&position, &recent), &mut self.work);
        let mut advice = Advice::default();
        for point in size.points() {
            let at = output.index(view.apply_move(Move::Play(point), size));
            advice.wish[point.index()] = output.policy[at];
            advice.owner[point.index()] = output.ownership[at];
        }
        advice
    }
}
