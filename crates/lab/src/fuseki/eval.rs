//! `fuseki eval`: where the move that was played stands among all moves, by several methods.

use gosedai_board::{Point, Position, Rng};
use gosedai_engine::fuseki::{Profile, profile};
use gosedai_engine::{ApiError, Command, Context, Stopwatch};
use gosedai_knowledge::Params;
use gosedai_recognition::fuseki::{Fuseki, Method, is_large};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::samples::{self, Choice, Sample};
use crate::bench::GnuGo;
use crate::patterns::Part;

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
    /// Use only every so many-th game.
    #[serde(default)]
    pub every: Option<usize>,
    /// All games, or only those that `fuseki tune` uses or leaves out.
    #[serde(default)]
    pub part: Part,
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
    /// `all`: any legal move; `large`: large moves, where one was played; `of four`: that one and three other large moves on the
    /// third or fourth line, as in a problem with given candidates.
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
        let choice = Choice {
            count: self.positions.unwrap_or(400),
            skip: self.skip.unwrap_or(0),
            every: self.every.unwrap_or(1),
            part: self.part,
        };
        let samples = samples::collect(&self.games, choice, cx)?;
        let (tuned, book): (Params, _) = profile(self.profile.clone().map(Profile::named).as_ref(), &knowledge)?;
        let paper = &knowledge.fuseki_paper;
        let methods: [(&str, &Params, Method); 5] = [
            ("potential", paper, Method::Potential),
            ("kpv", paper, Method::Kpv),
            ("paper", paper, Method::Pon),
            ("tuned", &tuned, Method::Pon),
            ("tuned+urgency+reply", &tuned, Method::Full),
        ];
        let mut results = Vec::new();
        let mut random = Three::default();
        for sample in &samples {
            let legal = sample.position.legal_points();
            let expected = |n: usize, tally: &mut Tally| {
                tally.count += 1.0;
                tally.top1 += 1.0 / n as f64;
                tally.top5 += (5.0 / n as f64).min(1.0);
                tally.ranks += (n as f64 + 1.0) / 2.0;
            };
            expected(legal.len(), &mut random.all);
            if is_large(&sample.position, sample.played) {
                expected(legal.iter().filter(|p| is_large(&sample.position, **p)).count(), &mut random.large);
                expected(4, &mut random.of_four);
            }
        }
        random.report("random", &mut results);
        for (name, params, method) in methods {
            let mut evaluator = Fuseki::with_book(knowledge.clone(), params, book.clone());
            let mut three = Three::default();
            for (done, sample) in samples.iter().enumerate() {
                cx.go_on()?;
                cx.report(done as u64, samples.len() as u64, format!("fuseki eval: {name}"));
                let watch = Stopwatch::start();
                let order: Vec<Point> =
                    evaluator.rank(&sample.position, method, None).into_iter().map(|r| r.point).collect();
                three.all.seconds += watch.seconds();
                three.add(&order, sample, done);
            }
            three.report(name, &mut results);
        }
        if let Some(count) = self.gnugo {
            let evaluator = Fuseki::with_book(knowledge, &tuned, book);
            compare_with_gnugo(&samples[..samples.len().min(count)], evaluator, &mut results, cx)?;
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

/// The same order of moves judged in three ways.
#[derive(Default)]
struct Three {
    all: Tally,
    large: Tally,
    of_four: Tally,
}

impl Three {
    fn add(&mut self, order: &[Point], sample: &Sample, number: usize) {
        let Sample { position, played } = sample;
        self.all.add(rank_of(order, position, *played, |_| true));
        if is_large(position, *played) {
            self.large.add(rank_of(order, position, *played, |p| is_large(position, p)));
            let given = given_moves(sample, number);
            self.of_four.add(rank_of(order, position, *played, |p| given.contains(&p)));
        }
    }

    fn report(&self, method: &str, results: &mut Vec<MethodResult>) {
        let rows = [(&self.all, "all"), (&self.large, "large"), (&self.of_four, "of four")];
        results.extend(rows.map(|(tally, moves)| tally.result(method, moves)));
    }
}

/// The move played and three other large moves on the third and fourth line, the same for every method.
fn given_moves(sample: &Sample, number: usize) -> Vec<Point> {
    let Sample { position, played } = sample;
    let fits = |p: &Point| {
        p != played
            && is_large(position, *p)
            && (3..=4).contains(&p.line(position.size()))
            && near_nothing(position, *p)
    };
    let mut others: Vec<Point> = position.legal_points().into_iter().filter(fits).collect();
    Rng::new(number as u64).shuffle(&mut others);
    others.truncate(3);
    others.push(*played);
    others
}

/// No stone touches the point: a move one would consider in the opening.
fn near_nothing(position: &Position, point: Point) -> bool {
    point.neighbours().iter().all(|&q| !position.board().at(q).is_stone())
}

/// GNU Go's top moves and ours on the same positions.
fn compare_with_gnugo(
    samples: &[Sample],
    mut evaluator: Fuseki,
    results: &mut Vec<MethodResult>,
    cx: &Context,
) -> Result<(), ApiError> {
    let mut gnugo = GnuGo::start()?;
    let mut tallies: [Three; 2] = Default::default();
    for (done, sample) in samples.iter().enumerate() {
        cx.go_on()?;
        cx.report(done as u64, samples.len() as u64, "fuseki eval: gnugo");
        let theirs = gnugo.top_moves(&sample.position)?;
        let ours: Vec<Point> =
            evaluator.rank(&sample.position, Method::Full, None).into_iter().map(|r| r.point).collect();
        for (order, tally) in [theirs, ours].iter().zip(&mut tallies) {
            tally.add(order, sample, done);
        }
    }
    tallies[0].report("gnugo (same positions)", results);
    tallies[1].report("tuned+urgency+reply (same positions as gnugo)", results);
    Ok(())
}
