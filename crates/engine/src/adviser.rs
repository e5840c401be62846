//! The networks as advisers of reading: likely moves, and the owner of each point.

use std::sync::Arc;

use gosedai_board::{Board, Color, Move, Position, Rules, Size, Symmetry};
use gosedai_net::{Instructions, Net, Output, Workspace};
use gosedai_reading::counsel::{Advice, Adviser};
use gosedai_reading::params::Tuning;
use gosedai_reading::{Effort, Reader};

use crate::network::{network, problem_network};
use crate::overview::ModelOverview;
use crate::{ApiError, Context};

/// The reader that every surface asks about a position: the same effort, the same adviser, the same overview of the board, and so
/// the same answer.
pub fn reader(cx: &Context, position: &Position) -> Result<Reader, ApiError> {
    let knowledge = cx.knowledge()?;
    let adviser = NetworkAdviser::new(cx, position.komi())?.map(|adviser| Box::new(adviser) as Box<dyn Adviser + Send>);
    let mut effort = Effort::standard();
    effort.proof = effort.proof.with_cancel(cx.cancel.flag());
    let overview = Box::new(ModelOverview::new(cx, position));
    let reader = Reader::with(effort).with_tuning(Tuning::new(&knowledge.params)).with_adviser(adviser);
    Ok(reader.with_overview(overview))
}

/// A network with its workspace.
pub struct NetworkAdviser {
    net: Arc<Net>,
    work: Workspace,
    komi: f32,
}

impl NetworkAdviser {
    /// `None` where the processor has no fast path for the network: then reading does without.
    pub fn new(cx: &Context, komi: f32) -> Result<Option<NetworkAdviser>, ApiError> {
        Ok(NetworkAdviser::with(network(cx)?, komi))
    }

    /// The adviser who was taught problems of life and death; the same holds for him.
    pub fn of_problems(cx: &Context) -> Result<Option<NetworkAdviser>, ApiError> {
        Ok(NetworkAdviser::with(problem_network(cx)?, 0.0))
    }

    fn with(net: Arc<Net>, komi: f32) -> Option<NetworkAdviser> {
        let is_fast = net.instructions() != Instructions::Portable;
        is_fast.then(|| NetworkAdviser { net, work: Workspace::default(), komi })
    }

    /// Advice about an arranged position seen from all its sides: eight looks.
    pub fn advise_from_all_sides(&mut self, board: &Board, to_play: Color) -> Advice {
        let position = Position::from_board(board.clone(), to_play, Rules::default(), self.komi);
        let output = self.net.evaluate_views(&self.net.input_with_history(&position, &[]), VIEWS, &mut self.work);
        advice_of(&output, board.size(), |play| play)
    }
}

const VIEWS: usize = 8;

fn advice_of(output: &Output, size: Size, seen: impl Fn(Move) -> Move) -> Advice {
    let mut advice = Advice::default();
    for point in size.points() {
        let at = output.index(seen(Move::Play(point)));
        advice.wish[point.index()] = output.policy[at];
        advice.owner[point.index()] = output.ownership[at];
    }
    advice
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
        let output = self.net.evaluate(&self.net.input_with_history(&position, &recent), &mut self.work);
        advice_of(&output, size, |play| view.apply_move(play, size))
    }
}
