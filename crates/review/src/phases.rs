//! The phases of a game: the opening by its moves, the endgame by the board. It begins when the owner of most points is
//! settled and stays so, whatever the number of the move.

use gosedai_board::{Position, Size};
use gosedai_engine::{ApiError, Context, network};
use gosedai_net::{Net, Workspace};

use super::accuracy::Phase;

/// At most this share of the board is open in the endgame. With the owners that KataGo gives (122 games of professionals, 35 of
/// GNU Go) half of the professional endgames begin between moves 156 and 186, half of GNU Go's between 106 and 146.
const OPEN: f64 = 0.2;
/// Every so many moves the board is looked at.
const STEP: usize = 4;
/// One open look among settled ones is a ko or a threat, two are a fight.
const PATIENCE: usize = 2;

/// Where the phases of a game meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    /// The last move of the opening.
    pub opening: usize,
    /// The first move of the endgame, if the game has one.
    pub endgame: Option<usize>,
}

impl Phases {
    /// `open` tells which share of the board is open before a move, counted from 0; `moves` are all of the game.
    pub fn new(size: Size, moves: usize, mut open: impl FnMut(usize) -> f64) -> Phases {
        let opening = 50 * size.area() / 361;
        let (mut first, mut unsettled) = (None, 0);
        // backwards, so that only the endgame is looked at
        for i in (opening..moves).rev().filter(|i| (moves - 1 - i).is_multiple_of(STEP)) {
            if open(i) > OPEN {
                unsettled += 1;
                if unsettled == PATIENCE {
                    break;
                }
            } else {
                (first, unsettled) = (Some(i + 1), 0);
            }
        }
        Phases { opening, endgame: first }
    }

    /// By the owners that the network expects. `positions` has one entry more than there are moves.
    pub fn of_game(positions: &[Position], cx: &Context) -> Result<Phases, ApiError> {
        let net = network::network(cx)?;
        let mut work = Workspace::default();
        let open = |i: usize| open_share(&net, &positions[i], &mut work);
        Ok(Phases::new(positions[0].size(), positions.len().saturating_sub(1), open))
    }

    pub fn of(&self, number: usize) -> Phase {
        if self.endgame.is_some_and(|first| number >= first) {
            Phase::Endgame
        } else if number <= self.opening {
            Phase::Opening
        } else {
            Phase::Middle
        }
    }
}

/// Share of the board whose owner is open at the network's first sight.
fn open_share(net: &Net, position: &Position, work: &mut Workspace) -> f64 {
    let output = net.evaluate(&net.input(position), work);
    let open = |point| {
        let index = output.index(gosedai_board::Move::Play(point));
        1.0 - f64::from(output.ownership.get(index).copied().unwrap_or(0.0).abs())
    };
    position.size().points().map(open).sum::<f64>() / position.size().area() as f64
}

#[cfg(test)]
mod tests;
