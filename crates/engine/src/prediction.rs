//! The experience of the knowledge player: the network of habit, or the trained pattern model.

use std::sync::Arc;

use gosedai_board::{Move, Point, Position};
use gosedai_decision::{Insight, Predictor};
use gosedai_net::{Output, Workspace};

use crate::{ApiError, Context, network};

/// Moves that get a share at all; the others are never played.
const LEAST_SHARE: f64 = 1e-4;
/// Final margins scatter by about twelve points around what is expected in the middle game.
const POINTS_PER_LOGIT: f64 = 7.0;

/// What professionals would play, by the judge that the parameter `decision.network` names: 1 the network, 0 the pattern
/// model.
pub fn habit(cx: &Context) -> Result<Predictor, ApiError> {
    if cx.knowledge()?.params.number("decision.network") >= 0.5 { by_network(cx) } else { by_patterns(cx) }
}

/// The same with the lead that the network expects.
pub fn predictor(cx: &Context) -> Result<Predictor, ApiError> {
    let (habit, judge) = (habit(cx)?, network::network(cx)?);
    Ok(Arc::new(move |position: &Position| {
        let judged = judge.evaluate(&judge.input(position), &mut Workspace::default());
        Insight { lead: Some(lead(&judged)), ..habit(position) }
    }))
}

fn by_network(cx: &Context) -> Result<Predictor, ApiError> {
    let net = network::habit_network(cx)?;
    Ok(Arc::new(move |position: &Position| {
        let output = net.evaluate(&net.input(position), &mut Workspace::default());
        let board = position.board();
        let points: Vec<Point> = board.empty_points().filter(|&p| position.is_legal(Move::Play(p))).collect();
        let all: Vec<Move> = points.iter().map(|&p| Move::Play(p)).chain([Move::Pass]).collect();
        let shares = output.probabilities(&all);
        let mut moves: Vec<(Point, f64)> = points
            .into_iter()
            .zip(shares)
            .map(|(p, share)| (p, f64::from(share)))
            .filter(|m| m.1 >= LEAST_SHARE)
            .collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Insight { moves, lead: None }
    }))
}

/// Expected margin and chance to win make one figure: where the two disagree, neither is sure.
fn lead(output: &Output) -> f64 {
    let win = f64::from(output.win).clamp(0.02, 0.98);
    0.5 * (f64::from(output.score) + POINTS_PER_LOGIT * (win / (1.0 - win)).ln())
}

fn by_patterns(cx: &Context) -> Result<Predictor, ApiError> {
    let model = crate::patterns::model_file::model(cx)?;
    Ok(Arc::new(move |position: &Position| {
        let mut last = position.moves().rev().map(|(_, mv)| mv.point());
        let (last, earlier) = (last.next().flatten(), last.next().flatten());
        let number = position.move_number();
        let moves = model.predict(position.board(), position.to_play(), last, earlier, number).moves;
        Insight { moves, lead: None }
    }))
}
