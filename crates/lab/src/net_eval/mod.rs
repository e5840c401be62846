//! `net eval`: how well the network agrees with games it has not seen.

mod chart;
mod owners;

use std::path::PathBuf;
use std::time::Instant;

use gosedai_board::{Color, Move, Position};
use gosedai_engine::{ApiError, Command, Context, files, network};
use gosedai_net::{Net, Output, Workspace};
use gosedai_records::GameTree;
use gosedai_records::replay::{self, Overrides};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NetEval {
    pub games: Vec<PathBuf>,
    /// Look at every n-th position of a game only.
    #[serde(default)]
    pub every: Option<usize>,
    /// Stop after so many games.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// Right winners among the positions of a span of moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValueSpan {
    pub from: usize,
    pub to: usize,
    pub positions: u64,
    pub value_accuracy: f64,
    /// Share of owned points whose owner is named, where the end of the game is known.
    pub owner_accuracy: Option<f64>,
    /// Mean distance between expected and actual margin, where the game was counted.
    pub score_error: Option<f64>,
}

/// Predicted against actual chance to win, for the side to move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CalibrationBin {
    pub from: f64,
    pub to: f64,
    pub positions: u64,
    pub predicted: f64,
    pub won: f64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NetEvaluated {
    pub games: u64,
    pub skipped: u64,
    pub positions: u64,
    pub top1: f64,
    pub top5: f64,
    pub top10: f64,
    pub mean_rank: f64,
    /// Mean natural logarithm of the probability given to the played move among the legal ones.
    pub log_likelihood: f64,
    /// Share of positions in which the side with more than half the chance won.
    pub value_accuracy: f64,
    pub value_by_move: Vec<ValueSpan>,
    pub calibration: Vec<CalibrationBin>,
    /// Mean distance between expected and actual margin where the game was counted.
    pub score_error: f64,
    /// Share of positions of counted games in which the side with the positive expected margin won.
    pub leader_accuracy: f64,
    /// Share of points with an owner at the end whose owner the network names, in counted games where our count agrees.
    pub owner_accuracy: f64,
    /// Such games.
    pub games_with_owners: u64,
    pub milliseconds_per_position: f64,
    pub network: String,
}

const SPAN: usize = 30;
const BINS: usize = 10;

#[derive(Default)]
struct Tally {
    positions: u64,
    top: [u64; 3],
    ranks: u64,
    log_likelihood: f64,
    by_span: Vec<Span>,
    bins: [(u64, f64, f64); BINS],
    leaders: u64,
    games_with_owners: u64,
}

/// Counts of a span of moves.
#[derive(Clone, Default)]
struct Span {
    judged: u64,
    right: u64,
    counted: u64,
    margin_error: f64,
    points: u64,
    owners: u64,
}

/// How a game ended.
struct End {
    winner: Color,
    /// For Black, where the game was counted.
    margin: Option<f32>,
    /// +1 Black … −1 White in row order from the upper left corner, where our count agrees with the record.
    owners: Option<Vec<i8>>,
}

impl Command for NetEval {
    const NAME: &'static str = "net-eval";
    const ABOUT: &'static str = "how well the neural evaluator agrees with games";
    type Response = NetEvaluated;

    fn run(self, cx: &Context) -> Result<NetEvaluated, ApiError> {
        let net = network::network(cx)?;
        let (mut tally, mut work) = (Tally::default(), Workspace::default());
        let (mut games, mut skipped) = (0u64, 0u64);
        let every = self.every.unwrap_or(1).max(1);
        let began = Instant::now();
        for game in files::games(&self.games) {
            cx.go_on()?;
            if self.limit.is_some_and(|limit| games >= limit as u64) {
                break;
            }
            match game.ok().and_then(|game| tally.game(&net, &mut work, &game.record.game, every, games as usize)) {
                Some(()) => games += 1,
                None => skipped += 1,
            }
            cx.report(games, 0, "measuring");
        }
        if tally.positions == 0 {
            return Err(ApiError::bad("games", "there is no game with moves in what was given"));
        }
        Ok(tally.result(games, skipped, began.elapsed().as_secs_f64(), &net))
    }
}

impl End {
    /// Reads the result; the count of the final position is made only for games that were counted.
    fn of(record: &GameTree, line: &[gosedai_records::NodeId]) -> Option<End> {
        let result = record.root().raw("RE").unwrap_or("");
        let winner = match result.get(..2)? {
            "B+" => Color::Black,
            "W+" => Color::White,
            _ => return None,
        };
        let margin = result.get(2..)?.parse::<f32>().ok().map(|margin| margin * winner.sign() as f32);
        let owners = margin.and_then(|margin| {
            let end = replay::replay(record, line, None, Overrides::default()).ok()?.position;
            owners::agreed(&end, f64::from(margin))
        });
        Some(End { winner, margin, owners })
    }
}

impl Tally {
    fn game(&mut self, net: &Net, work: &mut Workspace, record: &GameTree, every: usize, shift: usize) -> Option<()> {
        let line = replay::main_line(record);
        let moves = replay::moves_along(record, &line).ok()?;
        let mut position = replay::replay(record, &line, Some(0), Overrides::default()).ok()?.position;
        let end = End::of(record, &line);
        self.games_with_owners += u64::from(end.as_ref().is_some_and(|end| end.owners.is_some()));
        for (number, &(_, color, mv)) in moves.iter().enumerate() {
            position.set_to_play(color);
            if (number + shift).is_multiple_of(every) && mv != Move::Pass {
                let output = net.evaluate(&net.input(&position), work);
                self.policy(&position, &output, mv);
                if let Some(end) = &end {
                    self.judgement(number, &output, color, end);
                }
            }
            position.play_as(color, mv).ok()?;
        }
        Some(())
    }

    fn policy(&mut self, position: &Position, output: &Output, played: Move) {
        let legal: Vec<Move> = position.legal_points().into_iter().map(Move::Play).collect();
        let Some(at) = legal.iter().position(|&mv| mv == played) else { return };
        let probabilities = output.probabilities(&legal);
        let rank = probabilities.iter().filter(|&&p| p > probabilities[at]).count();
        self.positions += 1;
        for (count, within) in self.top.iter_mut().zip([1, 5, 10]) {
            *count += u64::from(rank < within);
        }
        self.ranks += rank as u64 + 1;
        self.log_likelihood += f64::from(probabilities[at].max(1e-12)).ln();
    }

    fn judgement(&mut self, number: usize, output: &Output, color: Color, end: &End) {
        let won = end.winner == color;
        let at = number / SPAN;
        self.by_span.resize(self.by_span.len().max(at + 1), Span::default());
        let span = &mut self.by_span[at];
        span.judged += 1;
        span.right += u64::from((output.win > 0.5) == won);
        let bin = &mut self.bins[((output.win * BINS as f32) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + f64::from(output.win), bin.2 + f64::from(u8::from(won)));
        let sign = color.sign() as f32;
        if let Some(margin) = end.margin {
            span.counted += 1;
            span.margin_error += f64::from((output.score - sign * margin).abs());
            self.leaders += u64::from((output.score > 0.0) == won);
        }
        for (&owner, &said) in end.owners.iter().flatten().zip(&output.ownership).filter(|(owner, _)| **owner != 0) {
            span.points += 1;
            span.owners += u64::from((sign * said > 0.0) == (owner > 0));
        }
    }

    fn result(&self, games: u64, skipped: u64, seconds: f64, net: &Net) -> NetEvaluated {
        let n = self.positions as f64;
        let share = |count: u64, of: u64| count as f64 / of.max(1) as f64;
        let sum = |part: fn(&Span) -> u64| self.by_span.iter().map(part).sum::<u64>();
        let span = |(i, s): (usize, &Span)| ValueSpan {
            from: i * SPAN,
            to: (i + 1) * SPAN,
            positions: s.judged,
            value_accuracy: share(s.right, s.judged),
            owner_accuracy: (s.points > 0).then(|| share(s.owners, s.points)),
            score_error: (s.counted > 0).then(|| s.margin_error / s.counted as f64),
        };
        let bin = |(i, &(count, predicted, won)): (usize, &(u64, f64, f64))| CalibrationBin {
            from: i as f64 / BINS as f64,
            to: (i + 1) as f64 / BINS as f64,
            positions: count,
            predicted: predicted / count.max(1) as f64,
            won: won / count.max(1) as f64,
        };
        NetEvaluated {
            games,
            skipped,
            positions: self.positions,
            top1: self.top[0] as f64 / n,
            top5: self.top[1] as f64 / n,
            top10: self.top[2] as f64 / n,
            mean_rank: self.ranks as f64 / n,
            log_likelihood: self.log_likelihood / n,
            value_accuracy: share(sum(|s| s.right), sum(|s| s.judged)),
            value_by_move: self.by_span.iter().enumerate().map(span).collect(),
            calibration: self.bins.iter().enumerate().map(bin).collect(),
            score_error: self.by_span.iter().map(|s| s.margin_error).sum::<f64>() / sum(|s| s.counted).max(1) as f64,
            leader_accuracy: share(self.leaders, sum(|s| s.counted)),
            owner_accuracy: share(sum(|s| s.owners), sum(|s| s.points)),
            games_with_owners: self.games_with_owners,
            milliseconds_per_position: seconds * 1e3 / n,
            network: net.about().to_string(),
        }
    }
}
