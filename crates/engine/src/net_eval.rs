//! `net eval`: how well the network agrees with games it has not seen.

use std::path::PathBuf;
use std::time::Instant;

use gosedai_board::{Color, Move, Position};
use gosedai_net::{Input, Net, Output, Workspace};
use gosedai_records::GameTree;
use gosedai_records::replay::{self, Overrides};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ApiError, Command, Context, files, network};

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
    by_span: Vec<[u64; 2]>,
    bins: [(u64, f64, f64); BINS],
    margin_error: (u64, f64),
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

impl Tally {
    fn game(&mut self, net: &Net, work: &mut Workspace, record: &GameTree, every: usize, shift: usize) -> Option<()> {
        let line = replay::main_line(record);
        let moves = replay::moves_along(record, &line).ok()?;
        let mut position = replay::replay(record, &line, Some(0), Overrides::default()).ok()?.position;
        let result = record.root().raw("RE").unwrap_or("");
        let winner = match result.get(..2) {
            Some("B+") => Some(Color::Black),
            Some("W+") => Some(Color::White),
            _ => None,
        };
        let margin = winner.and_then(|_| result.get(2..)?.parse::<f32>().ok());
        for (number, &(_, color, mv)) in moves.iter().enumerate() {
            position.set_to_play(color);
            if (number + shift).is_multiple_of(every) && mv != Move::Pass {
                let output = net.evaluate(&Input::of(&position), work);
                self.policy(&position, &output, mv);
                if let Some(winner) = winner {
                    self.value(number, &output, winner == color, margin);
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

    fn value(&mut self, number: usize, output: &Output, won: bool, margin: Option<f32>) {
        let span = number / SPAN;
        self.by_span.resize(self.by_span.len().max(span + 1), [0, 0]);
        self.by_span[span][0] += 1;
        self.by_span[span][1] += u64::from((output.win > 0.5) == won);
        let bin = &mut self.bins[((output.win * BINS as f32) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + f64::from(output.win), bin.2 + f64::from(u8::from(won)));
        if let Some(margin) = margin {
            let signed = if won { margin } else { -margin };
            self.margin_error =
                (self.margin_error.0 + 1, self.margin_error.1 + f64::from((output.score - signed).abs()));
        }
    }

    fn result(&self, games: u64, skipped: u64, seconds: f64, net: &Net) -> NetEvaluated {
        let n = self.positions as f64;
        let share = |count: u64, of: u64| count as f64 / of.max(1) as f64;
        let judged: [u64; 2] = self.by_span.iter().fold([0, 0], |sum, s| [sum[0] + s[0], sum[1] + s[1]]);
        let span = |(i, s): (usize, &[u64; 2])| ValueSpan {
            from: i * SPAN,
            to: (i + 1) * SPAN,
            positions: s[0],
            value_accuracy: share(s[1], s[0]),
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
            value_accuracy: share(judged[1], judged[0]),
            value_by_move: self.by_span.iter().enumerate().map(span).collect(),
            calibration: self.bins.iter().enumerate().map(bin).collect(),
            score_error: self.margin_error.1 / self.margin_error.0.max(1) as f64,
            milliseconds_per_position: seconds * 1e3 / n,
            network: net.about().to_string(),
        }
    }
}
