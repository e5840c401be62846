//! The Monte-Carlo player: engine `uct` (strong) and `uct-plain` (the paper's form).

use std::sync::Arc;
use std::time::{Duration, Instant};

use gosedai_board::{Board, Color, Move, Point, Position, PositionKey, Restrictions, Rng, Rules};
use gosedai_net::{Instructions, Net, Workspace};
use gosedai_patterns::model::Model;
use gosedai_uct::{Config, Evaluator, Leaf, MonteCarlo, Progress, Ranking, Searcher, Selection, decide};

use crate::players::{Analysis, Choice, Limit, MoveInfo, Owners, Player, PlayerOptions, Question, Thinker};
use crate::{ApiError, Context, network, patterns};

/// Playouts for a move when no limit is given.
const USUAL_PLAYOUTS: u64 = 5_000;
/// Time between two reports of an analysis.
const REPORT_EVERY: Duration = Duration::from_millis(50);

pub struct UctPlayer {
    searcher: Searcher,
    model: Option<Arc<Model>>,
    limit: Limit,
    /// Asked about the moves of busy nodes, where it is fast enough.
    net: Option<Arc<Net>>,
    /// Recognition and decision, whose candidates the strong search looks at first.
    thinker: Option<Thinker>,
    /// What the thinker said of the position at the root.
    seen: Option<Seen>,
}

/// Share of recognition in the priors of the root; the rest is prediction's.
const SEEN_SHARE: f32 = 0.15;
/// Recognition is asked only if the search is long enough to pay for it.
const LEAST_PLAYOUTS: u64 = 1_500;
const LEAST_SECONDS: f64 = 1.0;

/// Candidates of the decision in a position, as shares.
struct Seen {
    of: PositionKey,
    /// The root as the leaves of the tree know it.
    hash: u64,
    shares: Vec<(Point, f32)>,
}

/// Playouts and prediction, with the network's advice for busy nodes and the decision's candidates mixed into the
/// priors of the root.
struct WithSight<'a> {
    inner: MonteCarlo<'a>,
    net: Option<&'a Net>,
    rules: Rules,
    komi: f32,
    seen: Option<&'a Seen>,
}

impl WithSight<'_> {
    fn mixed(&self, leaf: &Leaf, mut priors: Vec<(Point, f32)>) -> Vec<(Point, f32)> {
        if let Some(seen) = self.seen.filter(|seen| seen.hash == leaf.board.hash_with(leaf.to_play)) {
            for (point, share) in &mut priors {
                let also = seen.shares.iter().find(|(p, _)| p == point).map_or(0.0, |(_, s)| *s);
                *share = (1.0 - SEEN_SHARE) * *share + SEEN_SHARE * also;
            }
        }
        priors
    }
}

impl Evaluator for WithSight<'_> {
    fn priors(&self, leaf: &Leaf) -> Vec<(Point, f32)> {
        self.mixed(leaf, self.inner.priors(leaf))
    }

    fn advice(&self, leaf: &Leaf) -> Option<Vec<(Point, f32)>> {
        let net = self.net?;
        let position = Position::from_board(leaf.board.clone(), leaf.to_play, self.rules, self.komi);
        let recent: Vec<Move> = [leaf.last, leaf.earlier].into_iter().flatten().map(Move::Play).collect();
        let output = net.evaluate(&net.input_with_history(&position, &recent), &mut Workspace::default());
        let points: Vec<Point> = leaf.board.empty_points().filter(|&p| leaf.board.is_legal(p, leaf.to_play)).collect();
        let all: Vec<Move> = points.iter().map(|&p| Move::Play(p)).chain([Move::Pass]).collect();
        let shares = output.probabilities(&all);
        Some(self.mixed(leaf, points.into_iter().zip(shares).collect()))
    }

    fn finish(
        &self,
        board: &mut Board,
        to_play: Color,
        last: Option<Point>,
        passes: usize,
        rng: &mut Rng,
        trace: &mut Vec<u16>,
    ) -> i32 {
        self.inner.finish(board, to_play, last, passes, rng, trace)
    }
}

impl UctPlayer {
    pub fn new(options: &PlayerOptions, cx: &Context) -> Result<Self, ApiError> {
        let plain = options.engine == "uct-plain";
        let base = if plain { Config::PLAIN } else { Config::STRONG };
        let config = Config { threads: options.threads.clamp(1, 64), seed: options.seed, ..base };
        let model = if plain { None } else { Some(patterns::model_file::model(cx)?) };
        let limit = Limit { playouts: options.playouts, seconds: options.seconds };
        let thinker = if plain { None } else { Some(Thinker::new(cx.knowledge()?, cx)?) };
        let net = if plain { None } else { Some(network::network(cx)?) };
        let net = net.filter(|net| net.instructions() != Instructions::Portable);
        Ok(UctPlayer { searcher: Searcher::new(config), model, limit, net, thinker, seen: None })
    }

    /// Asks recognition about the root, once, if the search is worth it.
    fn look(&mut self, position: &Position, limit: Limit) {
        let of = PositionKey::of(position);
        if self.seen.as_ref().is_some_and(|seen| seen.of == of) {
            return;
        }
        self.seen = None;
        let long =
            limit.playouts.is_none_or(|n| n >= LEAST_PLAYOUTS) && limit.seconds.is_none_or(|s| s >= LEAST_SECONDS);
        let Some(thinker) = self.thinker.as_mut().filter(|_| long) else { return };
        let table = thinker.think(position).decision.table;
        let best = table.best().map_or(0.0, |candidate| candidate.total());
        // points turned into shares: five points less are a third of the share
        let weights: Vec<(Point, f64)> = table
            .candidates
            .iter()
            .filter(|candidate| candidate.reasons().next().is_some())
            .take(12)
            .map(|candidate| (candidate.at, ((candidate.total() - best) / 5.0).exp()))
            .collect();
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let shares = weights.into_iter().map(|(at, weight)| (at, (weight / sum.max(1e-9)) as f32)).collect();
        let hash = position.board().hash_with(position.to_play());
        self.seen = Some(Seen { of, hash, shares });
    }

    /// A player that spreads part of its playouts over all moves, so that every legal move gets a rank that means
    /// something.
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

    fn add_owners(&self, analysis: &mut Analysis, position: &Position) {
        analysis.ownership_stdev = analysis.ownership.clone().map(|mean| owners(mean).stdev);
        for info in &mut analysis.moves {
            info.owners = self.searcher.owners_after(info.mv, position).map(owners);
        }
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
        self.look(position, limit);
        let inner = MonteCarlo::new(self.model.as_deref(), self.searcher.config.style);
        let size = position.size();
        let trained = |side: usize| (9..=19).contains(&side);
        let evaluator = WithSight {
            inner,
            net: self.net.as_deref().filter(|_| trained(size.width()) && trained(size.height())),
            rules: position.rules(),
            komi: position.komi(),
            seen: self.seen.as_ref(),
        };
        self.searcher.search(position, &evaluator, &go_on)
    }
}

pub(super) fn make(options: &PlayerOptions, cx: &Context) -> Result<Box<dyn Player>, ApiError> {
    Ok(Box::new(UctPlayer::new(options, cx)?))
}

/// A ranking as players hand it out.
pub fn analysis(ranking: &Ranking) -> Analysis {
    let moves = ranking.moves.iter().enumerate().map(|(order, m)| {
        let utility = 2.0 * m.win_rate - 1.0;
        let info = MoveInfo {
            visits: u64::from(m.visits),
            win_rate: m.win_rate,
            utility,
            score: Some(m.margin),
            prior: m.prior,
            pv: m.line.clone(),
            pv_visits: m.line_visits.iter().copied().map(u64::from).collect(),
            ..MoveInfo::new(m.mv, order)
        };
        // every playout is won or lost
        let variance = (m.win_rate * (1.0 - m.win_rate)).max(0.0);
        info.bounded(variance, 4.0 * variance)
    });
    Analysis {
        visits: ranking.visits,
        win_rate: ranking.win_rate,
        utility: 2.0 * ranking.win_rate - 1.0,
        score: Some(ranking.margin),
        moves: moves.collect(),
        policy: ranking.policy.clone(),
        ownership: Some(ranking.ownership.clone()),
        ..Analysis::new(ranking.to_play)
    }
}

/// At the end of a playout a point is one side's or the other's, which tells how far the playouts lie apart.
fn owners(mean: Vec<f32>) -> Owners {
    Owners { stdev: mean.iter().map(|mean| (1.0 - mean * mean).max(0.0).sqrt()).collect(), mean }
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
        self.searcher.restrict(&Restrictions::default());
        let ranking = self.search(position, limit, cx, None);
        let act = decide(position, &ranking, &self.searcher.config);
        Ok(Choice { act, win_rate: Some(ranking.win_rate), score: Some(ranking.margin), reasons: Vec::new() })
    }

    fn analyse(
        &mut self,
        position: &Position,
        question: &Question,
        cx: &Context,
        report: &mut dyn FnMut(&Analysis) -> bool,
    ) -> Result<Analysis, ApiError> {
        let started = Instant::now();
        let limit = question.limit;
        self.searcher.restrict(&question.restrictions);
        // what is known of the position from before counts
        let mut done = self.searcher.visits_of(position);
        loop {
            let rest = Limit { playouts: limit.playouts.map(|most| most.saturating_sub(done)), seconds: None };
            let until = Instant::now() + REPORT_EVERY;
            let mut state = analysis(&self.search(position, rest, cx, Some(until)));
            done = self.searcher.visits();
            if question.owners {
                self.add_owners(&mut state, position);
            }
            let over = limit.seconds.is_some_and(|s| started.elapsed().as_secs_f64() >= s)
                || limit.playouts.is_some_and(|most| done >= most)
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
