//! Plays any legal move that does not fill an eye of its own; the weakest opponent there is.

use gosedai_board::{Move, Position, Rng, playout};

use super::{Choice, Limit, Player, PlayerOptions};
use crate::{ApiError, Context};

pub fn make(options: &PlayerOptions, _cx: &Context) -> Result<Box<dyn Player>, ApiError> {
    Ok(Box::new(RandomPlayer { rng: Rng::new(options.seed) }))
}

struct RandomPlayer {
    rng: Rng,
}

impl Player for RandomPlayer {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(&mut self, position: &Position, _limit: Limit, _cx: &Context) -> Result<Choice, ApiError> {
        // the position checks superko: try again a few times, then pass
        for _ in 0..20 {
            match playout::random_move(position.board(), position.to_play(), &mut self.rng) {
                Some(point) if position.is_legal(Move::Play(point)) => return Ok(Choice::play(Move::Play(point))),
                Some(_) => {}
                None => break,
            }
        }
        Ok(Choice::play(Move::Pass))
    }
}
