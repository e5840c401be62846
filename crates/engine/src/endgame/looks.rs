//! The network's looks at a late position: who owns which points for certain, and which move it likes best where.

use std::sync::Arc;

use gosedai_board::{Board, Color, Move, Point, PointSet, Position, Rules};
use gosedai_net::{Net, Output, Workspace};
use gosedai_recognition::Owners;
use gosedai_worth::Expected;

use crate::network::{self, network};
use crate::{ApiError, Context};

pub struct Looker {
    net: Arc<Net>,
    work: Workspace,
    rules: Rules,
    komi: f32,
}

/// A board seen with Black and with White to move.
pub struct Look {
    outputs: [Output; 2],
    /// Black's lead with neither side to move: the mean of both.
    pub neutral: f64,
}

impl Looker {
    pub fn new(cx: &Context, position: &Position) -> Result<Looker, ApiError> {
        let (rules, komi) = (position.rules(), position.komi());
        Ok(Looker { net: network(cx)?, work: Workspace::default(), rules, komi })
    }

    pub fn look(&mut self, board: &Board) -> Look {
        let outputs = Color::BOTH.map(|to_play| {
            let mut board = board.clone();
            board.clear_ko();
            let position = Position::from_board(board, to_play, self.rules, self.komi);
            self.net.evaluate(&self.net.input_with_history(&position, &[]), &mut self.work)
        });
        let lead = |color: Color| f64::from(outputs[color.index()].score) * f64::from(color.sign());
        let neutral = 0.5 * (lead(Color::Black) + lead(Color::White));
        Look { outputs, neutral }
    }
}

impl Look {
    /// What it is worth to move next: about the temperature of the board.
    pub fn heat(&self) -> f64 {
        let [black, white] = &self.outputs;
        (f64::from(black.score) + f64::from(white.score)).max(0.0)
    }

    pub fn owners(&self) -> Owners {
        let [black, white] = &self.outputs;
        network::owners(black.size, [(black, Color::Black), (white, Color::White)])
    }

    /// How much the network likes a move of this colour, as a logit.
    fn liking(&self, color: Color, point: Point) -> f32 {
        let output = &self.outputs[color.index()];
        output.policy[output.index(Move::Play(point))]
    }

    /// The legal move of a colour that it likes best among these points.
    pub fn favourite(&self, board: &Board, color: Color, among: &PointSet) -> Option<Point> {
        let empty = among.intersection(&board.empty_set());
        let legal = empty.iter().filter(|&point| board.is_legal(point, color));
        legal.max_by(|&a, &b| self.liking(color, a).total_cmp(&self.liking(color, b)))
    }
}

/// The walls and the ground of both sides, and what is open between them: points whose owner is less sure than this with either
/// side to move.
pub fn expected(board: &Board, owners: &Owners, sure: f64) -> Expected {
    let mut certain = [PointSet::EMPTY; 2];
    for point in board.size().points() {
        let alone = PointSet::from_iter([point]);
        for color in Color::BOTH {
            let holds = |mover| 2.0 * owners.life(&alone, color, mover) - 1.0 >= sure;
            if Color::BOTH.into_iter().all(holds) {
                certain[color.index()].insert(point);
            }
        }
    }
    Expected::of(board, &certain)
}
