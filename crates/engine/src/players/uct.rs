//! The Monte-Carlo player: engine `uct` (strong) and `uct-plain` (the paper's form).

use std::sync::Arc;
use std::time::{Duration, Instant};

use gosedai_board::Position;
use gosedai_patterns::model::Model;
use gosedai_uct::{Config, MonteCarlo, Progress, Ranking, Searcher, Selection, decide};

use crate::players::{Analysis, Choice, Decision, Limit, MoveInfo, Player, PlayerOptions};
use crate::{ApiError, Context, patterns};

/// Playouts for a move when no limit is given.
const USUAL_PLAYOUTS: u64 = 5_000;
/// Time between two reports of an analysis.
const REPORT_EVERY: Duration = Duration::from_millis(200);

pub struct UctPlayer {
    searcher: Searcher,
    model: Option<Arc<Model>>,
    limit: Limit,
}

impl UctPlayer {
    pub fn new(options: &PlayerOptions, cx: &Context) -> Result<Self, ApiError> {
        let plain = options.engine == "uct-plain";
        let base = if plain { Config::PLAIN } else { Config::STRONG };
        let config = Config { threads: options.threads.clamp(1, 64), seed: options.seed, ..base };
        let model = if plain { None } else { Some(patterns::model_file::model(cx)?) };
        let limit = Limit { playouts: options.playouts, seconds: options.seconds };
        Ok(UctPlayer { searcher: Searcher::new(config), model, limit })
    }

    /// A player that spreads part of its playouts over all moves, so that every legal move gets a rank that means something.
    pub fn ranking_all(options: &PlayerOptions, cx: &Context) -> Result<Self, ApiError> {
        let mut player = UctPlayer::new(options, cx)?;
        player.searcher.config.root_spread = 0.25;
        Ok(player)
    }

    /// The limit of the call, else that of the player, else a usual number of playouts.
    fn limit(&self, given: Limit) -> Limit {
        let limit = if given.playouts.is_some() || given.seconds.is_some() { given } else { self.limit };
        if limit.playouts.is_none() && limit.seconds.is_none() {
            return Limit { playouts: Some(USUAL_PLAYOUTS), seconds: None };
        }
        limit
    }

    fn search(&mut self, position: &Position, limit: Limit, cx: &Context, until: Option<Instant>) -> Ranking {
        let started = Instant::now();
        let cancel = cx.cancel.clone();
        let seconds = limit.seconds.map(Duration::from_secs_f64);
        let go_on = |progress: Progress| {
            if cancel.is_cancelled() || limit.playouts.is_some_and(|most| progress.playouts >= most) {
                return false;
            }
            let now = Instant::now();
            if until.is_some_and(|until| now >= until) {
                return false;
            }
            let Some(seconds) = seconds else { return true };
            let used = now - started;
            // stop early when the second move can no longer catch up in the time that is left
            let rate = progress.playouts as f64 / used.as_secs_f64().max(1e-6);
            let possible = rate * seconds.saturating_sub(used).as_secs_f64();
            used < seconds && (progress.lead as f64 <= possible || progress.playouts < 64)
        };
        let evaluator = MonteCarlo::new(self.model.as_deref(), self.searcher.config.style);
        self.searcher.search(position, &evaluator, &go_on)
    }
}

pub(super) fn make(options: &PlayerOptions, cx: &Context) -> Result<Box<dyn Player>, ApiError> {
    Ok(Box::new(UctPlayer::new(options, cx)?))
}

/// A ranking as players hand it out.
pub fn analysis(ranking: &Ranking) -> Analysis {
    let moves = ranking.moves.iter().enumerate().map(|(order, m)| MoveInfo {
        mv: m.mv,
        visits: u64::from(m.visits),
        win_rate: m.win_rate,
        score: Some(m.margin),
        prior: m.prior,
        order,
        pv: m.line.clone(),
    });
    Analysis {
        to_play: ranking.to_play,
        visits: ranking.visits,
        win_rate: ranking.win_rate,
        score: Some(ranking.margin),
        moves: moves.collect(),
        ownership: Some(ranking.ownership.clone()),
    }
}

impl Player for UctPlayer {
    fn name(&self) -> &'static str {
        match self.searcher.config.selection {
            Selection::Guided => "uct",
            Selection::Ucb1 => "uct-plain",
        }
    }

    fn choose(&mut self, position: &Position, limit: Limit, cx: &Context) -> Result<Choice, ApiError> {
        let limit = self.limit(limit);
        let ranking = self.search(position, limit, cx, None);
        let decision = match decide(position, &ranking, &self.searcher.config) {
            gosedai_uct::Decision::Play(mv) => Decision::Play(mv),
            gosedai_uct::Decision::Resign => Decision::Resign,
        };
        Ok(Choice { decision, win_rate: Some(ranking.win_rate), score: Some(ranking.margin), reasons: Vec::new() })
    }

    fn analyse(
        &mut self,
        position: &Position,
        limit: Limit,
        cx: &Context,
        report: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, ApiError> {
        let started = Instant::now();
        let before = self.searcher.visits();
        loop {
            let done = self.searcher.visits().saturating_sub(before);
            let rest = Limit { playouts: limit.playouts.map(|most| most.saturating_sub(done)), seconds: None };
            let until = Instant::now() + REPORT_EVERY;
            let state = analysis(&self.search(position, rest, cx, Some(until)));
            let over = limit.seconds.is_some_and(|s| started.elapsed().as_secs_f64() >= s)
                || limit.playouts.is_some_and(|most| self.searcher.visits().saturating_sub(before) >= most)
                || cx.cancel.is_cancelled();
            if !report(&state) || over {
                return Ok(state);
            }
        }
    }

    fn reset(&mut self) {
        self.searcher.reset();
    }
}
