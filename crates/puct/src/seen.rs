//! What the search has seen of a position: judgements, their means, and what is maximised.

use gosedai_board::Color;

use crate::Config;

/// A judged position, for the side to move: score in points with its standard deviation.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Judged {
    pub win: f32,
    pub score: f32,
    pub stdev: f32,
}

impl Judged {
    /// With a share of another judgement.
    pub fn mixed(self, other: Judged, share: f32) -> Judged {
        let mix = |own: f32, other: f32| (1.0 - share) * own + share * other;
        Judged { win: mix(self.win, other.win), score: mix(self.score, other.score), ..self }
    }
}

/// From where scores are looked at: a game that is won or lost is still played for points.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Scale {
    /// Score that counts as nothing gained, for Black.
    pub centre: f32,
    /// Points from there that count for much.
    pub reach: f32,
}

impl Scale {
    /// What the search maximises, −1 to 1.
    pub fn utility(&self, judged: Judged, to_play: Color, config: &Config) -> f32 {
        let win = 2.0 * judged.win - 1.0;
        let centre = self.centre * to_play.sign() as f32;
        let gained = ((judged.score - centre) / self.reach.max(1.0)).tanh();
        (1.0 - config.score_share - config.centred_share) * win
            + config.score_share * (judged.score / config.score_reach).tanh()
            + config.centred_share * gained
    }
}

/// Means of squares.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Squares {
    pub utility: f64,
    pub win: f64,
    pub score: f64,
}

/// Means over judgements of `weight` altogether, for one side.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Seen {
    pub weight: f64,
    pub win: f64,
    pub score: f64,
    pub utility: f64,
    pub squares: Squares,
}

impl Seen {
    pub fn of(judged: Judged, utility: f32, weight: f64) -> Seen {
        let square = |value: f32| f64::from(value) * f64::from(value);
        Seen {
            weight,
            win: f64::from(judged.win),
            score: f64::from(judged.score),
            utility: f64::from(utility),
            squares: Squares {
                utility: square(utility),
                win: square(judged.win),
                score: square(judged.score) + square(judged.stdev),
            },
        }
    }

    pub fn for_opponent(self) -> Seen {
        let squares = Squares { win: 1.0 - 2.0 * self.win + self.squares.win, ..self.squares };
        Seen { win: 1.0 - self.win, score: -self.score, utility: -self.utility, squares, ..self }
    }

    /// A judgement of the utility that is hardly too good: the mean less five standard errors.
    pub fn worst_case(&self) -> f64 {
        let variance = (self.squares.utility - self.utility * self.utility).max(0.0) + 1e-4;
        self.utility - 5.0 * (variance / self.weight.max(1.0)).sqrt()
    }
}

/// The mean over a position's own judgement and its moves. Moves that turned out bad count less: they were looked at, but
/// nobody will play them.
pub(crate) fn mean_of_moves(own: Seen, mut moves: Vec<Seen>, config: &Config) -> Seen {
    if config.bad_moves_count_less > 0.0 && moves.len() > 1 {
        let total: f64 = moves.iter().map(|seen| seen.weight).sum();
        let mean = moves.iter().map(|seen| seen.weight * seen.utility).sum::<f64>() / total;
        for seen in &mut moves {
            let error = 1.0 / (1.5 * seen.weight.sqrt()).sqrt();
            let likely = 1.0 / (1.0 + (-1.6 * (seen.utility - mean) / error).exp()) + 1e-4;
            seen.weight *= likely.powf(f64::from(config.bad_moves_count_less));
        }
        let left: f64 = moves.iter().map(|seen| seen.weight).sum();
        moves.iter_mut().for_each(|seen| seen.weight *= total / left);
    }
    let weight = own.weight + moves.iter().map(|seen| seen.weight).sum::<f64>();
    let mut mean = Seen { weight, ..Seen::default() };
    for seen in moves.iter().chain([&own]) {
        let share = seen.weight / weight;
        mean.win += share * seen.win;
        mean.score += share * seen.score;
        mean.utility += share * seen.utility;
        mean.squares.win += share * seen.squares.win;
        mean.squares.utility += share * seen.squares.utility;
        mean.squares.score += share * seen.squares.score;
    }
    mean
}

#[cfg(test)]
mod tests;
