//! The player that searches with the neural evaluator.

use std::time::{Duration, Instant};

use gosedai_board::{Color, Move, Position, Restrictions};
use gosedai_puct::{Config, MoveRank, Progress, Ranking, Searcher};

use super::ending;
use super::{Act, Analysis, Choice, FirstSight, Limit, MoveInfo, Owners, Player, PlayerOptions, Question};
use crate::{ApiError, Context, network};

/// Default number of visits for a move.
const USUAL_VISITS: u64 = 400;
/// Resigns below this chance to win, once a good part of the board is played.
const RESIGN_BELOW: f64 = 0.03;
/// Time between two reports of an analysis.
const SLICE: Duration = Duration::from_millis(250);

pub(super) fn make(options: &PlayerOptions, cx: &Context) -> Result<Box<dyn Player>, ApiError> {
    Ok(Box::new(PuctPlayer::new(options, cx)?))
}

/// Tree search with the network's priors and judgements; keeps its tree during a game.
pub struct PuctPlayer {
    searcher: Searcher,
    threads: usize,
    usual: Limit,
}

impl PuctPlayer {
    pub fn new(options: &PlayerOptions, cx: &Context) -> Result<PuctPlayer, ApiError> {
        let config = Config { playout_share: options.playout_mix, seed: options.seed, ..Config::default() };
        let searcher = Searcher::new(network::network(cx)?, config);
        let usual = Limit { playouts: options.playouts, seconds: options.seconds };
        Ok(PuctPlayer { searcher, threads: options.threads.max(1), usual })
    }

    /// The owners as the whole tree sees them, and after each move that was looked at.
    fn add_owners(&self, analysis: &mut Analysis) {
        let plain = |owners: gosedai_puct::Owners| Owners { mean: owners.mean, stdev: owners.stdev };
        if let Some(owners) = self.searcher.owners(None) {
            analysis.ownership = Some(owners.mean);
            analysis.ownership_stdev = Some(owners.stdev);
        }
        for info in &mut analysis.moves {
            info.owners = self.searcher.owners(Some(info.mv)).map(plain);
        }
    }

    fn limit(&self, asked: Limit) -> Limit {
        let limit =
            Limit { playouts: asked.playouts.or(self.usual.playouts), seconds: asked.seconds.or(self.usual.seconds) };
        match limit {
            Limit { playouts: None, seconds: None } => Limit { playouts: Some(USUAL_VISITS), seconds: None },
            known => known,
        }
    }
}

/// Could the leading move still be overtaken before the limit?
fn is_open(progress: Progress, limit: Limit, elapsed: f64) -> bool {
    let left_by_visits = limit.playouts.map(|n| n.saturating_sub(u64::from(progress.visits)) as f64);
    let left_by_time = limit.seconds.filter(|_| progress.new_visits >= 16).map(|s| {
        let rate = f64::from(progress.new_visits) / elapsed.max(1e-3);
        rate * (s - elapsed).max(0.0) * 1.1
    });
    let left = match (left_by_visits, left_by_time) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b).unwrap_or(f64::INFINITY),
    };
    f64::from(progress.leaders[0] - progress.leaders[1]) <= left + 1.0
}

fn within(progress: Progress, limit: Limit, elapsed: f64) -> bool {
    limit.playouts.is_none_or(|n| u64::from(progress.visits) < n) && limit.seconds.is_none_or(|s| elapsed < s)
}

impl Player for PuctPlayer {
    fn name(&self) -> &'static str {
        "puct"
    }

    fn choose(&mut self, position: &Position, limit: Limit, cx: &Context) -> Result<Choice, ApiError> {
        // a fixed time for every move is used to the end: the next move finds what this one looked at; a clock is spared
        let spares = limit.seconds.is_some() || self.usual.seconds.is_none();
        let limit = self.limit(limit);
        let began = Instant::now();
        self.searcher.restrict(&Restrictions::default());
        let ranking = self.searcher.search(position, self.threads, &|progress| {
            let elapsed = began.elapsed().as_secs_f64();
            !cx.cancel.is_cancelled()
                && within(progress, limit, elapsed)
                && (!spares || is_open(progress, limit, elapsed))
        });
        cx.go_on()?;
        let mut best = &ranking.moves[0];
        if let Some(other) = ending::instead(position, &ranking) {
            best = ranking.moves.iter().find(|rank| rank.mv == other).unwrap_or(best);
        }
        let late = position.move_number() * 3 > position.size().area();
        let hopeless = late && ranking.visits > 50 && best.win_rate < RESIGN_BELOW && best.mv != Move::Pass;
        let act = if hopeless { Act::Resign } else { Act::Play(best.mv) };
        let score = Some(for_black(best.score, ranking.to_play));
        Ok(Choice { act, win_rate: Some(best.win_rate), score, reasons: Vec::new() })
    }

    fn analyse(
        &mut self,
        position: &Position,
        question: &Question,
        cx: &Context,
        report: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, ApiError> {
        let began = Instant::now();
        let limit = question.limit;
        self.searcher.restrict(&question.restrictions);
        loop {
            let slice = Instant::now();
            let goes_on = |progress: Progress| {
                !cx.cancel.is_cancelled() && within(progress, limit, began.elapsed().as_secs_f64())
            };
            let ranking = self.searcher.search(position, self.threads, &|p| slice.elapsed() < SLICE && goes_on(p));
            let progress = Progress { visits: ranking.visits, new_visits: 0, leaders: [0, 0] };
            let mut analysis = analysis_of(ranking);
            if question.owners {
                self.add_owners(&mut analysis);
            }
            if !report(&analysis) || !goes_on(progress) || self.searcher.is_full() {
                return Ok(analysis);
            }
        }
    }

    fn reset(&mut self) {
        self.searcher.reset();
    }
}

fn for_black(score: f64, to_play: Color) -> f64 {
    if to_play == Color::Black { score } else { -score }
}

fn analysis_of(ranking: Ranking) -> Analysis {
    let to_play = ranking.to_play;
    let info = |(order, rank): (usize, MoveRank)| {
        let info = MoveInfo {
            visits: u64::from(rank.visits),
            win_rate: rank.win_rate,
            utility: rank.utility,
            score: Some(for_black(rank.score, to_play)),
            score_stdev: Some(rank.spread.score_stdev),
            prior: rank.prior,
            pv: rank.line,
            pv_visits: rank.line_visits.into_iter().map(u64::from).collect(),
            ..MoveInfo::new(rank.mv, order)
        };
        info.bounded(rank.spread.win, rank.spread.utility)
    };
    let first = ranking.first_sight;
    Analysis {
        visits: u64::from(ranking.visits),
        win_rate: ranking.win_rate,
        utility: ranking.utility,
        score: Some(for_black(ranking.score, to_play)),
        score_stdev: Some(ranking.score_stdev),
        first_sight: Some(FirstSight { win_rate: first.win_rate, score: first.score, score_stdev: first.score_stdev }),
        moves: ranking.moves.into_iter().enumerate().map(info).collect(),
        policy: ranking.policy,
        ownership: Some(ranking.ownership),
        ..Analysis::new(to_play)
    }
}

#[cfg(test)]
mod tests;
