//! `fuseki eval`: where the move that was played stands among all moves, by several methods.

use gosedai_board::{Point, Position};
use gosedai_knowledge::Params;
use gosedai_recognition::fuseki::{Fuseki, Method, is_large};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::samples;
use crate::bench::{GnuGo, Stopwatch};
use crate::{ApiError, Command, Context};

/// Measures the opening evaluation on games.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct FusekiEval {
    pub games: Vec<String>,
    /// Positions to use (400 if absent).
    #[serde(default)]
    pub positions: Option<usize>,
    /// Games to pass over first.
    #[serde(default)]
    pub skip: Option<usize>,
    /// `paper`, `default` or a file; the tuned profile if absent.
    #[serde(default)]
    pub profile: Option<String>,
    /// Also ask GNU Go for its top moves on this many of the positions.
    #[serde(default)]
    pub gnugo: Option<usize>,
}

/// One method on one set of moves.
#[derive(Clone, Debug, Serialize, Default, JsonSchema)]
pub struct MethodResult {
    pub method: String,
    /// `all` or `large`.
    pub moves: String,
    pub positions: usize,
    pub top1: f64,
    pub top5: f64,
    pub mean_rank: f64,
    /// Milliseconds for a position.
    pub milliseconds: f64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EvalResult {
    pub positions: usize,
    /// Of the last method (tuned with urgency and reply), among all legal moves.
    pub top1: f64,
    pub top5: f64,
    pub mean_rank: f64,
    pub methods: Vec<MethodResult>,
}

#[derive(Default)]
struct Tally {
    count: f64,
    top1: f64,
    top5: f64,
    ranks: f64,
    seconds: f64,
}

impl Tally {
    fn add(&mut self, rank: f64) {
        self.count += 1.0;
        self.top1 += f64::from(rank <= 1.0);
        self.top5 += f64::from(rank <= 5.0);
        self.ranks += rank;
    }

    fn result(&self, method: &str, moves: &str) -> MethodResult {
        let n = self.count.max(1.0);
        let brief = |x: f64| (x / n * 1000.0).round() / 1000.0;
        MethodResult {
            method: method.to_string(),
            moves: moves.to_string(),
            positions: self.count as usize,
            top1: brief(self.top1),
            top5: brief(self.top5),
            mean_rank: brief(self.ranks),
            milliseconds: (self.seconds * 1e6 / n).round() / 1000.0,
        }
    }
}

/// Rank of the move played among legal moves that pass the filter; moves the method does not list come after.
fn rank_of(order: &[Point], position: &Position, played: Point, wanted: impl Fn(Point) -> bool) -> f64 {
    match order.iter().filter(|p| wanted(**p)).position(|&p| p == played) {
        Some(place) => place as f64 + 1.0,
        None => {
            let listed = order.iter().filter(|p| wanted(**p)).count();
            let legal = position.legal_points().into_iter().filter(|p| wanted(*p)).count();
            (listed + legal) as f64 / 2.0 + 0.5
        }
    }
}

impl Command for FusekiEval {
    const NAME: &'static str = "fuseki-eval";
    const ABOUT: &'static str = "rank of the opening moves of games in the PON evaluation";
    type Response = EvalResult;

    fn run(self, cx: &Context) -> Result<EvalResult, ApiError> {
        let knowledge = cx.knowledge()?;
        let samples = samples::collect(&self.games, self.positions.unwrap_or(400), self.skip.unwrap_or(0), cx)?;
        let tuned: Params = super::profile(self.profile.as_deref(), &knowledge)?;
        let paper = &knowledge.fuseki_paper;
        let methods: [(&str, &Params, Method); 5] = [
            ("potential", paper, Method::Potential),
            ("kpv", paper, Method::Kpv),
            ("paper", paper, Method::Pon),
            ("tuned", &tuned, Method::Pon),
            ("tuned+urgency+reply", &tuned, Method::Full),
        ];
        let mut results = Vec::new();
        let (mut random, mut random_large) = (Tally::default(), Tally::default());
        for sample in &samples {
            let legal = sample.position.legal_points();
            let expected = |n: usize, tally: &mut Tally| {
                tally.count += 1.0;
                tally.top1 += 1.0 / n as f64;
                tally.top5 += (5.0 / n as f64).min(1.0);
                tally.ranks += (n as f64 + 1.0) / 2.0;
            };
            expected(legal.len(), &mut random);
            if is_large(&sample.position, sample.played) {
                expected(legal.iter().filter(|p| is_large(&sample.position, **p)).count(), &mut random_large);
            }
        }
        results.push(random.result("random", "all"));
        results.push(random_large.result("random", "large"));
        for (name, params, method) in methods {
            let mut evaluator = Fuseki::new(knowledge.clone(), params);
            let (mut all, mut large) = (Tally::default(), Tally::default());
            for (done, sample) in samples.iter().enumerate() {
                cx.go_on()?;
                cx.report(done as u64, samples.len() as u64, format!("fuseki eval: {name}"));
                let watch = Stopwatch::start();
                let order: Vec<Point> =
                    evaluator.rank(&sample.position, method, None).into_iter().map(|r| r.point).collect();
                all.seconds += watch.seconds();
                all.add(rank_of(&order, &sample.position, sample.played, |_| true));
                if is_large(&sample.position, sample.played) {
                    large.add(rank_of(&order, &sample.position, sample.played, |p| is_large(&sample.position, p)));
                }
            }
            results.push(all.result(name, "all"));
            results.push(large.result(name, "large"));
        }
        if let Some(count) = self.gnugo {
            compare_with_gnugo(count, &samples, &knowledge, &tuned, &mut results, cx)?;
        }
        let last = results.iter().rfind(|r| r.method == "tuned+urgency+reply" && r.moves == "all").cloned();
        let last = last.unwrap_or_default();
        Ok(EvalResult {
            positions: samples.len(),
            top1: last.top1,
            top5: last.top5,
            mean_rank: last.mean_rank,
            methods: results,
        })
    }
}

/// GNU Go's top moves and ours on the same positions.
fn compare_with_gnugo(
    count: usize,
    samples: &[samples::Sample],
    knowledge: &std::sync::Arc<gosedai_knowledge::Knowledge>,
    tuned: &Params,
    results: &mut Vec<MethodResult>,
    cx: &Context,
) -> Result<(), ApiError> {
    let mut gnugo = GnuGo::start()?;
    let mut evaluator = Fuseki::new(knowledge.clone(), tuned);
    let mut tallies: [Tally; 4] = Default::default();
    for (done, sample) in samples.iter().take(count).enumerate() {
        cx.go_on()?;
        cx.report(done as u64, count as u64, "fuseki eval: gnugo");
        let theirs = gnugo.top_moves(&sample.position)?;
        let ours: Vec<Point> =
            evaluator.rank(&sample.position, Method::Full, None).into_iter().map(|r| r.point).collect();
        let large = is_large(&sample.position, sample.played);
        for (i, order) in [&theirs, &ours].into_iter().enumerate() {
            tallies[i].add(rank_of(order, &sample.position, sample.played, |_| true));
            if large {
                tallies[i + 2].add(rank_of(order, &sample.position, sample.played, |p| is_large(&sample.position, p)));
            }
        }
    }
    results.push(tallies[0].result("gnugo (same positions)", "all"));
    results.push(tallies[2].result("gnugo (same positions)", "large"));
    results.push(tallies[1].result("tuned+urgency+reply (same positions as gnugo)", "all"));
    results.push(tallies[3].result("tuned+urgency+reply (same positions as gnugo)", "large"));
    Ok(())
}
