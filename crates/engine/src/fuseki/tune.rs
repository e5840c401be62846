//! `fuseki tune`: fits a profile so that the moves played in games rank high among the others.
//!
//! First the constants of the PON evaluation by random steps that are kept when they help, then the weights of the other
//! terms by gradient descent: both on the likelihood of the move played under a soft maximum of the values.

use gosedai_board::{Color, Point, Rng};
use gosedai_knowledge::Params;
use gosedai_recognition::fuseki::{Fuseki, Shape, candidates, value_of};
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
    /// Mean negative log-likelihood of the move played: start, after the PON constants, after all weights.
    pub loss: Vec<f64>,
    /// The fitted profile as a parameter file.
    pub file: String,
}

/// Moves each played move is compared with.
const RIVALS: usize = 60;
const LINES: usize = 6;
const CONTACTS: usize = 3;
const NEAR: usize = 10;
/// pon, potential, opponent first, then the tables.
const WEIGHTS: usize = 3 + LINES + CONTACTS + 2 * NEAR;

struct Choice {
    after: Vec<Shape>,
    other_first: Vec<Shape>,
    /// Features that no PON constant changes; entries 0 and 2 are filled in from the shapes.
    features: [f64; WEIGHTS],
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
const TABLES: &[(&str, f64)] = &[("dame.order", 0.12), ("overlap.friend", 0.5), ("overlap.enemy", 0.4)];

impl Command for FusekiTune {
    const NAME: &'static str = "fuseki-tune";
    const ABOUT: &'static str = "fit the opening evaluation to the moves played in games";
    type Response = TuneResult;

    fn run(self, cx: &Context) -> Result<TuneResult, ApiError> {
        let knowledge = cx.knowledge()?;
        let mut rng = Rng::new(self.seed.unwrap_or(1));
        let samples = samples::collect(&self.games, self.positions.unwrap_or(600), 0, cx)?;
        let mut evaluator = Fuseki::new(knowledge.clone(), &knowledge.fuseki_paper);
        let mut cases = Vec::new();
        for (done, sample) in samples.iter().enumerate() {
            cx.go_on()?;
            cx.report(done as u64, samples.len() as u64, "looking at positions");
            cases.push(case(sample, &mut evaluator, &mut rng));
        }
        let mut params = knowledge.fuseki_paper.clone();
        set(&mut params, "pon.whole", &[0.0]);
        // the PON constants, with the terms of line and contact beside them
        let local: Vec<usize> = (0..3 + LINES + CONTACTS).filter(|&i| i != 2).collect();
        let everything: Vec<usize> = (0..WEIGHTS).collect();
        let mut weights = [0.0; WEIGHTS];
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
            let mut trial_weights = weights;
            let loss = descend(&cases, &mut trial_weights, &local, 6);
            if loss < best {
                (params, weights, best) = (trial, trial_weights, loss);
            }
        }
        fill(&mut cases, &Profile::new(&params));
        losses.push(descend(&cases, &mut weights, &local, 200));
        // urgency on top, with what was found held fast
        let scale = weights[0].max(1e-3);
        write_local(&mut params, &weights, scale);
        let urgent: Vec<usize> = everything.into_iter().filter(|i| *i == 2 || *i >= 3 + LINES + CONTACTS).collect();
        losses.push(descend(&cases, &mut weights, &urgent, 400));
        write_urgency(&mut params, &weights, scale);
        set(&mut params, "reply.weight", &[0.1]);
        Ok(TuneResult {
            positions: cases.len(),
            loss: losses.iter().map(|x| (x * 1e4).round() / 1e4).collect(),
            file: write_file(&params),
        })
    }
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

/// The played move and its rivals.
fn case(sample: &Sample, evaluator: &mut Fuseki, rng: &mut Rng) -> Case {
    let position = &sample.position;
    let side = position.to_play();
    let mut others: Vec<Point> =
        candidates(position.board(), side).into_iter().filter(|&p| p != sample.played).collect();
    rng.shuffle(&mut others);
    others.truncate(RIVALS);
    let options = std::iter::once(sample.played)
        .chain(others)
        .map(|point| {
            let board = position.board();
            let mut after = board.clone();
            after.play(point, side);
            let mut features = [0.0; WEIGHTS];
            features[1] = evaluator.potential(&after, side);
            features[3 + point.line(position.size()).min(LINES) - 1] = 1.0;
            let touches = |color: Color| point.neighbours().iter().any(|&q| board.at(q).is(color));
            match (touches(side.opponent()), touches(side)) {
                (true, false) => features[3 + LINES] = 1.0,
                (false, true) => features[4 + LINES] = 1.0,
                (true, true) => features[5 + LINES] = 1.0,
                _ => {}
            }
            for (k, (_, mv)) in position.moves().rev().take(2).enumerate() {
                if let Some(distance) = mv.point().map(|last| last.manhattan(point)).filter(|d| (1..=NEAR).contains(d))
                {
                    features[3 + LINES + CONTACTS + k * NEAR + distance - 1] = 1.0;
                }
            }
            let mut other = board.clone();
            let other_first = if board.is_legal(point, side.opponent()) {
                other.play(point, side.opponent());
                evaluator.shapes(&other)
            } else {
                Vec::new()
            };
            Choice { after: evaluator.shapes(&after), other_first, features }
        })
        .collect();
    Case { side, options }
}

/// Fills in the features that depend on the PON constants.
fn fill(cases: &mut [Case], profile: &Profile) {
    for case in cases {
        let (side, other) = (case.side, case.side.opponent());
        for option in &mut case.options {
            option.features[0] = value_of(&option.after, side, other, profile);
            option.features[2] = value_of(&option.other_first, other, side, profile);
        }
    }
}

/// Gradient descent on some of the weights; returns the loss reached.
fn descend(cases: &[Case], weights: &mut [f64; WEIGHTS], free: &[usize], rounds: i32) -> f64 {
    let (mut first, mut second) = ([0.0; WEIGHTS], [0.0; WEIGHTS]);
    let mut loss = 0.0;
    for round in 1..=rounds {
        let mut gradient = [0.0; WEIGHTS];
        loss = 0.0;
        for case in cases {
            let score = |o: &Choice| (0..WEIGHTS).map(|i| weights[i] * o.features[i]).sum::<f64>();
            let scores: Vec<f64> = case.options.iter().map(score).collect();
            let top = scores.iter().copied().fold(f64::MIN, f64::max);
            let sum: f64 = scores.iter().map(|s| (s - top).exp()).sum();
            loss += sum.ln() + top - scores[0];
            for (option, s) in case.options.iter().zip(&scores) {
                let share = (s - top).exp() / sum;
                for &i in free {
                    gradient[i] += share * option.features[i];
                }
            }
            for &i in free {
                gradient[i] -= case.options[0].features[i];
            }
        }
        loss /= cases.len() as f64;
        for &i in free {
            let g = gradient[i] / cases.len() as f64 + 1e-4 * weights[i];
            first[i] = 0.9 * first[i] + 0.1 * g;
            second[i] = 0.99 * second[i] + 0.01 * g * g;
            let (a, b) = (first[i] / (1.0 - 0.9f64.powi(round)), second[i] / (1.0 - 0.99f64.powi(round)));
            let rate = if i < 3 { 0.01 } else { 0.06 };
            weights[i] -= rate * a / (b.sqrt() + 1e-9);
        }
        weights[0] = weights[0].max(0.01);
    }
    loss
}

/// Weights in units of expected territory.
fn write_local(params: &mut Params, weights: &[f64; WEIGHTS], scale: f64) {
    let table = |from: usize, count: usize| weights[from..from + count].iter().map(|w| w / scale).collect::<Vec<_>>();
    set(params, "mix.potential", &[weights[1] / scale]);
    set(params, "move.line", &table(3, LINES));
    set(params, "move.contact", &table(3 + LINES, CONTACTS));
}

fn write_urgency(params: &mut Params, weights: &[f64; WEIGHTS], scale: f64) {
    let table = |from: usize| weights[from..from + NEAR].iter().map(|w| w / scale).collect::<Vec<_>>();
    set(params, "urgency.both", &[weights[2] / scale]);
    set(params, "urgency.last", &table(3 + LINES + CONTACTS));
    set(params, "urgency.own", &table(3 + LINES + CONTACTS + NEAR));
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
