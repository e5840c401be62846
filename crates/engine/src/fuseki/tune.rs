//! `fuseki tune`: fits a profile so that the moves played in games rank high among the others.
//!
//! First the constants of the PON evaluation by random steps that are kept when they help, then the weights of the tables
//! by gradient descent, then the weight of the best answer: all on the likelihood of the move played under a soft maximum of the values.

use gosedai_board::{Color, Point, Rng};
use gosedai_knowledge::Params;
use gosedai_recognition::fuseki::terms::{self, ENTRIES};
use gosedai_recognition::fuseki::{Fuseki, Method, Shape, candidates, is_large, value_of};
use gosedai_recognition::pon::Profile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::samples::{self, Sample};
use crate::{ApiError, Command, Context};

/// Fits a profile on games.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct FusekiTune {
    pub games: Vec<String>,
    #[serde(default)]
    pub positions: Option<usize>,
    /// Random steps for the PON constants.
    #[serde(default)]
    pub steps: Option<usize>,
    #[serde(default)]
    pub seed: Option<u64>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TuneResult {
    pub positions: usize,
    /// Mean negative log-likelihood of the move played: start, after the PON constants and the tables of place, after those of
    /// urgency, and among the first candidates with the weight of the best answer.
    pub loss: Vec<f64>,
    /// The fitted profile as a parameter file.
    pub file: String,
}

/// Moves each played move is compared with.
const RIVALS: usize = 60;
/// Positions whose groups are kept while the PON constants change.
const KEPT: usize = 400;
/// Positions on which the weight of the best answer is fitted.
const ANSWERED: usize = 250;
/// pon, potential, opponent first; the entries of the tables come after them.
const HEAD: usize = 3;
const WEIGHTS: usize = HEAD + ENTRIES;

struct Choice {
    /// Groups after the move and after the opponent's move there; empty once the PON constants stand.
    after: Vec<Shape>,
    other_first: Vec<Shape>,
    head: [f64; HEAD],
    on: Vec<u16>,
}

struct Case {
    side: Color,
    /// The first is the move played.
    options: Vec<Choice>,
}

/// The constants that are tuned, with the size of a random step.
const CONSTANTS: &[(&str, f64)] = &[
    ("dame.edge", 0.3),
    ("dame.touched", 0.2),
    ("pon.slope", 0.06),
    ("pon.offset", 0.5),
    ("strength.friend", 0.4),
    ("strength.gain", 0.04),
    ("strength.base", 0.08),
    ("enemy.far_slope", 0.05),
    ("enemy.near_slope", 0.08),
    ("enemy.x0", 0.5),
    ("enemy.x1", 0.5),
    ("turn.correction", 0.3),
];
const TABLES: &[(&str, f64)] =
    &[("dame.order", 0.12), ("overlap.friend", 0.5), ("overlap.enemy", 0.4), ("turn.pair", 0.4)];

impl Command for FusekiTune {
    const NAME: &'static str = "fuseki-tune";
    const ABOUT: &'static str = "fit the opening evaluation to the moves played in games";
    type Response = TuneResult;

    fn run(self, cx: &Context) -> Result<TuneResult, ApiError> {
        let knowledge = cx.knowledge()?;
        let mut rng = Rng::new(self.seed.unwrap_or(1));
        let samples = samples::collect(&self.games, self.positions.unwrap_or(3000), 0, cx)?;
        let mut evaluator = Fuseki::new(knowledge.clone(), &knowledge.fuseki_paper);
        let mut params = knowledge.fuseki_paper.clone();
        set(&mut params, "pon.whole", &[0.0]);
        let mut cases = Vec::new();
        for (done, sample) in samples.iter().take(KEPT).enumerate() {
            cx.go_on()?;
            cx.report(done as u64, samples.len() as u64, "looking at positions");
            cases.push(case(sample, &mut evaluator, &mut rng, true, false));
        }
        // the PON constants, with the tables of place beside them
        let local: Vec<usize> = (0..WEIGHTS).filter(|&i| i != 2 && !urgent(i)).collect();
        let mut weights = vec![0.0; WEIGHTS];
        weights[0] = 0.3;
        fill(&mut cases, &Profile::new(&params));
        let mut best = descend(&cases, &mut weights, &local, 60);
        let mut losses = vec![best];
        let steps = self.steps.unwrap_or(300);
        for step in 0..steps {
            cx.go_on()?;
            cx.report(step as u64, steps as u64, format!("PON constants: {best:.4}"));
            let trial = nudge(&params, &mut rng);
            fill(&mut cases, &Profile::new(&trial));
            let mut trial_weights = weights.clone();
            let loss = descend(&cases, &mut trial_weights, &local, 4);
            if loss < best {
                (params, weights, best) = (trial, trial_weights, loss);
            }
        }
        // the tables on all positions, with the PON constants held fast
        let mut evaluator = Fuseki::new(knowledge.clone(), &params);
        cases.clear();
        for (done, sample) in samples.iter().enumerate() {
            cx.go_on()?;
            cx.report(done as u64, samples.len() as u64, "looking at all positions");
            cases.push(case(sample, &mut evaluator, &mut rng, false, false));
            if is_large(&sample.position, sample.played) {
                // among large moves alone the place must tell
                cases.push(case(sample, &mut evaluator, &mut rng, false, true));
            }
        }
        losses.push(descend(&cases, &mut weights, &local, 300));
        let scale = weights[0].max(1e-3);
        set(&mut params, "mix.potential", &[weights[1] / scale]);
        terms::write(&weights[HEAD..], scale, false, |key, values| set(&mut params, key, values));
        // urgency on top, with what was found held fast
        let urgency: Vec<usize> = (0..WEIGHTS).filter(|&i| i == 2 || urgent(i)).collect();
        losses.push(descend(&cases, &mut weights, &urgency, 300));
        set(&mut params, "urgency.both", &[weights[2] / scale]);
        terms::write(&weights[HEAD..], scale, true, |key, values| set(&mut params, key, values));
        let (reply, loss) = reply_weight(&samples, &params, scale, cx)?;
        set(&mut params, "reply.weight", &[reply]);
        losses.push(loss);
        Ok(TuneResult {
            positions: samples.len(),
            loss: losses.iter().map(|x| (x * 1e4).round() / 1e4).collect(),
            file: write_file(&params),
        })
    }
}

/// Does a weight belong to a table of urgency?
fn urgent(weight: usize) -> bool {
    weight >= HEAD && terms::is_urgent((weight - HEAD) as u16)
}

/// The weight of the best answer: the likelihood of the move played among the first candidates, over a row of weights. Also its loss.
fn reply_weight(samples: &[Sample], params: &Params, scale: f64, cx: &Context) -> Result<(f64, f64), ApiError> {
    let knowledge = cx.knowledge()?;
    let mut quiet = params.clone();
    set(&mut quiet, "reply.weight", &[0.0]);
    let mut evaluator = Fuseki::new(knowledge, &quiet);
    // value and loss by the best answer of each first candidate, and which of them was played
    let mut rows = Vec::new();
    for (done, sample) in samples.iter().take(ANSWERED).enumerate() {
        cx.go_on()?;
        cx.report(done as u64, ANSWERED as u64, "looking at answers");
        let ranked = evaluator.rank(&sample.position, Method::Full, None);
        let losses = evaluator.losses_by_answers(&sample.position, &ranked);
        if let Some(played) = ranked.iter().take(losses.len()).position(|r| r.point == sample.played) {
            let pairs: Vec<(f64, f64)> = ranked.iter().map(|r| r.value).zip(losses).collect();
            rows.push((pairs, played));
        }
    }
    let loss = |weight: f64| {
        let one = |(pairs, played): &(Vec<(f64, f64)>, usize)| {
            let scores: Vec<f64> = pairs.iter().map(|(v, l)| scale * (v - weight * l)).collect();
            let top = scores.iter().copied().fold(f64::MIN, f64::max);
            scores.iter().map(|s| (s - top).exp()).sum::<f64>().ln() + top - scores[*played]
        };
        rows.iter().map(one).sum::<f64>() / rows.len().max(1) as f64
    };
    let tried = (0..=40).map(|i| i as f64 * 0.05).map(|w| (w, loss(w)));
    Ok(tried.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0.0, 0.0)))
}

fn set(params: &mut Params, key: &str, values: &[f64]) {
    let Some(param) = params.get(key) else { return };
    let [low, high] = param.range;
    let values: Vec<f64> = values.iter().map(|v| (v.clamp(low, high) * 1e4).round() / 1e4).collect();
    // inside the range by construction
    let _ = params.set(key, &values);
}

fn nudge(params: &Params, rng: &mut Rng) -> Params {
    let mut trial = params.clone();
    let normal = |rng: &mut Rng| (0..4).map(|_| rng.unit() - 0.5).sum::<f64>() * 1.7;
    for _ in 0..1 + rng.below(3) {
        let pick = rng.below(CONSTANTS.len() + TABLES.len());
        if let Some(&(key, size)) = CONSTANTS.get(pick) {
            let value = trial.number(key) + size * normal(rng);
            set(&mut trial, key, &[value]);
        } else {
            let (key, size) = TABLES[pick - CONSTANTS.len()];
            let mut values = trial.list(key).to_vec();
            let i = rng.below(values.len());
            values[i] += size * normal(rng);
            set(&mut trial, key, &values);
        }
    }
    trial
}

/// The played move and its rivals: any candidates, or large ones only.
fn case(sample: &Sample, evaluator: &mut Fuseki, rng: &mut Rng, keep: bool, large: bool) -> Case {
    let position = &sample.position;
    let (side, other) = (position.to_play(), position.to_play().opponent());
    let rival = |p: &Point| *p != sample.played && (!large || is_large(position, *p));
    let mut others: Vec<Point> = candidates(position.board(), side).into_iter().filter(rival).collect();
    rng.shuffle(&mut others);
    others.truncate(RIVALS);
    let profile = evaluator.profile.clone();
    let options = std::iter::once(sample.played)
        .chain(others)
        .map(|point| {
            let board = position.board();
            let mut ours = board.clone();
            ours.play(point, side);
            let after = evaluator.shapes(&ours);
            let mut other_first = Vec::new();
            if board.is_legal(point, other) {
                let mut theirs = board.clone();
                theirs.play(point, other);
                other_first = evaluator.shapes(&theirs);
            }
            let head = [
                value_of(&after, side, other, &profile),
                evaluator.potential(&ours, side),
                value_of(&other_first, other, side, &profile),
            ];
            let on = terms::entries(position, point);
            let (after, other_first) = if keep { (after, other_first) } else { Default::default() };
            Choice { after, other_first, head, on }
        })
        .collect();
    Case { side, options }
}

/// Fills in what depends on the PON constants.
fn fill(cases: &mut [Case], profile: &Profile) {
    for case in cases {
        let (side, other) = (case.side, case.side.opponent());
        for option in &mut case.options {
            option.head[0] = value_of(&option.after, side, other, profile);
            option.head[2] = value_of(&option.other_first, other, side, profile);
        }
    }
}

/// Gradient descent on some of the weights; returns the loss reached.
fn descend(cases: &[Case], weights: &mut [f64], free: &[usize], rounds: i32) -> f64 {
    let (mut first, mut second) = (vec![0.0; WEIGHTS], vec![0.0; WEIGHTS]);
    let mut loss = 0.0;
    for round in 1..=rounds {
        let mut gradient = vec![0.0; WEIGHTS];
        loss = 0.0;
        for case in cases {
            let score = |o: &Choice| {
                let head: f64 = (0..HEAD).map(|i| weights[i] * o.head[i]).sum();
                head + o.on.iter().map(|&i| weights[HEAD + i as usize]).sum::<f64>()
            };
            let scores: Vec<f64> = case.options.iter().map(score).collect();
            let top = scores.iter().copied().fold(f64::MIN, f64::max);
            let sum: f64 = scores.iter().map(|s| (s - top).exp()).sum();
            loss += sum.ln() + top - scores[0];
            for (k, (option, s)) in case.options.iter().zip(&scores).enumerate() {
                let share = (s - top).exp() / sum - f64::from(u8::from(k == 0));
                for (g, x) in gradient.iter_mut().zip(&option.head) {
                    *g += share * x;
                }
                for &i in &option.on {
                    gradient[HEAD + i as usize] += share;
                }
            }
        }
        loss /= cases.len() as f64;
        for &i in free {
            let g = gradient[i] / cases.len() as f64 + if i < HEAD { 1e-4 } else { 5e-4 } * weights[i];
            first[i] = 0.9 * first[i] + 0.1 * g;
            second[i] = 0.99 * second[i] + 0.01 * g * g;
            let (a, b) = (first[i] / (1.0 - 0.9f64.powi(round)), second[i] / (1.0 - 0.99f64.powi(round)));
            let rate = if i < HEAD { 0.01 } else { 0.05 };
            weights[i] -= rate * a / (b.sqrt() + 1e-9);
        }
        // values are told in points of expected territory, so that must stay the measure
        weights[0] = weights[0].max(0.02);
    }
    loss
}

/// The parameters with all their documentation.
fn write_file(params: &Params) -> String {
    let mut out = String::from(
        "# Opening evaluation by PON: constants and weights fitted on professional games by\n#   gosedai fuseki tune GAMES -o FILE\n",
    );
    for (key, param) in params.iter() {
        let values: Vec<String> = param.values.iter().map(f64::to_string).collect();
        let value = if param.is_list { format!("[{}]", values.join(", ")) } else { values.join("") };
        let source =
            if param.source.contains("fitted") { param.source.clone() } else { "fitted on professional games".into() };
        out.push_str(&format!(
            "\n[{key}]\nvalue = {value}\nrange = [{}, {}]\nunit = {:?}\ndoc.en = {:?}\ndoc.ja = {:?}\nsource = {source:?}\n",
            param.range[0], param.range[1], param.unit, param.doc_en, param.doc_ja
        ));
    }
    out
}
