//! `fuseki tune`: fits a profile so that the moves played in games rank high among the others.
//!
//! The games are parted by their number in the order of reading: every tenth is left for testing, one in ten gives the
//! positions on which weights are fitted, and of the others the continuations of corners and answers are counted. Half of the fitting is on
//! all moves, half on *large* moves among large moves. First the tables beside the paper's constants, then the constants
//! by random steps that are kept when they help, then all weights again.

use std::sync::Arc;

use gosedai_board::Rng;
use gosedai_engine::{ApiError, Command, Context, Lang, files};
use gosedai_knowledge::{OpeningBook, Params};
use gosedai_recognition::fuseki::{Fuseki, GAIN_KEYS, Gains, Method, is_large, terms};
use gosedai_recognition::pon::Profile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::counting::Counter;
use super::fit::{BOTH, Builder, Case, Descent, HEAD, POTENTIAL, WEIGHTS, fill, loss};
use super::samples::{self, FIRST_MOVE, Sample};
use crate::patterns::{LEAVE_OUT, Part};

/// Fits a profile on games.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct FusekiTune {
    pub games: Vec<String>,
    /// At most so many positions for all moves, and as many for large moves.
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
    pub games: usize,
    pub positions: usize,
    /// Situations in the book of continuations.
    pub situations: usize,
    /// Mean negative log-likelihood of the move played: with the paper's constants before and after they are fitted (on the
    /// positions used for that), with everything fitted, and among the first candidates with the weight of the best answer.
    pub loss: Vec<f64>,
    /// The fitted profile as a parameter file.
    pub file: String,
    /// The counted continuations as a file.
    pub book: String,
}

/// Games whose number ends so are used for weights.
const WEIGHTS_DIGIT: usize = 4;
/// Games whose number ends so are counted for the book.
const BOOK_DIGITS: [usize; 6] = [0, 1, 2, 3, 5, 6];
/// Large moves taken from a game.
const LARGE_A_GAME: usize = 2;
/// Cases on which tables are fitted before the constants, and cases whose groups are kept while the constants change.
const FIRST_LOOK: usize = 3000;
const KEPT: usize = 800;
/// Positions on which the weight of the best answer is fitted.
const ANSWERED: usize = 250;

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

/// What one reading of the games gives.
struct Material {
    games: usize,
    book: OpeningBook,
    /// Positions for all moves, and for large moves only.
    all: Vec<Sample>,
    large: Vec<Sample>,
}

impl Command for FusekiTune {
    const NAME: &'static str = "fuseki-tune";
    const ABOUT: &'static str = "fit the opening evaluation to the moves played in games";
    type Response = TuneResult;

    fn run(self, cx: &Context) -> Result<TuneResult, ApiError> {
        let knowledge = cx.knowledge()?;
        let mut rng = Rng::new(self.seed.unwrap_or(1));
        let material = self.read(&mut rng, cx)?;
        let book = Arc::new(material.book);
        let mut params = knowledge.fuseki_paper.clone();
        set(&mut params, "pon.whole", &[0.0]);
        // all moves and large moves in turn
        let mut samples: Vec<(&Sample, bool)> = Vec::new();
        for i in 0..material.all.len().max(material.large.len()) {
            samples.extend(material.all.get(i).map(|s| (s, false)));
            samples.extend(material.large.get(i).map(|s| (s, true)));
        }
        let cases = |params: &Params, count: usize, keep: bool, rng: &mut Rng| -> Result<Vec<Case>, ApiError> {
            let evaluator = Fuseki::with_book(knowledge.clone(), params, book.clone());
            let mut builder = Builder { evaluator, book: &book, rng: Rng::new(rng.next_u64()) };
            let mut cases = Vec::new();
            for (done, (sample, large)) in samples.iter().take(count).enumerate() {
                cx.go_on()?;
                cx.report(done as u64, samples.len().min(count) as u64, "looking at positions");
                cases.push(builder.case(sample, *large, keep));
            }
            Ok(cases)
        };
        let mut weights = vec![0.0; WEIGHTS];
        weights[..Gains::COUNT].fill(0.02);
        let tables = Descent { rounds: 8, batch: 64, head_only: false };
        tables.run(&cases(&params, FIRST_LOOK, false, &mut rng)?, &mut weights, &mut rng);
        // the PON constants, with the tables held fast
        let mut kept = cases(&params, KEPT, true, &mut rng)?;
        let mut best = loss(&kept, &weights);
        let mut losses = vec![best];
        let steps = self.steps.unwrap_or(150);
        let heads = Descent { rounds: 3, batch: 100, head_only: true };
        for step in 0..steps {
            cx.go_on()?;
            cx.report(step as u64, steps as u64, format!("PON constants: {best:.4}"));
            let trial = nudge(&params, &mut rng);
            fill(&mut kept, &Profile::new(&trial));
            let mut trial_weights = weights.clone();
            heads.run(&kept, &mut trial_weights, &mut rng);
            let trial_loss = loss(&kept, &trial_weights);
            if trial_loss < best {
                (params, weights, best) = (trial, trial_weights, trial_loss);
            }
        }
        losses.push(best);
        drop(kept);
        // everything on all positions, with the PON constants held fast
        let all = cases(&params, usize::MAX, false, &mut rng)?;
        cx.report(0, 1, "fitting");
        Descent { rounds: 16, batch: 64, head_only: false }.run(&all, &mut weights, &mut rng);
        losses.push(loss(&all, &weights));
        drop(all);
        let scale = (weights[..3].iter().sum::<f64>() / 3.0).max(1e-3);
        for (key, weight) in GAIN_KEYS.into_iter().zip(&weights) {
            set(&mut params, key, &[weight / scale]);
        }
        set(&mut params, "mix.potential", &[weights[POTENTIAL] / scale]);
        set(&mut params, "urgency.both", &[weights[BOTH] / scale]);
        terms::write(&weights[HEAD..], scale, |key, values| set(&mut params, key, values));
        let evaluator = Fuseki::with_book(knowledge.clone(), &params, book.clone());
        let (reply, reply_loss) = reply_weight(&material.all, evaluator, scale, cx)?;
        set(&mut params, "reply.weight", &[reply]);
        losses.push(reply_loss);
        Ok(TuneResult {
            games: material.games,
            positions: samples.len(),
            situations: book.len(),
            loss: losses.iter().map(|x| (x * 1e4).round() / 1e4).collect(),
            file: write_file(&params),
            book: book.write(BOOK_HEAD),
        })
    }
}

impl FusekiTune {
    /// Reads the games once: counts continuations, and keeps positions for the fit.
    fn read(&self, rng: &mut Rng, cx: &Context) -> Result<Material, ApiError> {
        let most = self.positions.unwrap_or(6000);
        let mut counter = Counter::default();
        let (mut all, mut large, mut games) = (Vec::new(), Vec::new(), 0);
        for (index, game) in files::games(&self.games).flatten().enumerate() {
            if index % 64 == 0 {
                cx.go_on()?;
                cx.report(index as u64, 0, format!("reading: {index} games"));
            }
            if !Part::Train.has(index) {
                continue;
            }
            games += 1;
            let digit = index % LEAVE_OUT;
            if BOOK_DIGITS.contains(&digit) {
                samples::walk(&game.record.game, |_, position, played| counter.add(position, played));
            } else if digit == WEIGHTS_DIGIT && all.len() < most {
                let wanted = samples::two_moves(index / LEAVE_OUT);
                let mut others = Vec::new();
                samples::walk(&game.record.game, |number, position, played| {
                    let sample = || Sample { position: position.clone(), played };
                    if wanted.contains(&number) {
                        all.push(sample());
                    }
                    if number >= FIRST_MOVE && is_large(position, played) {
                        others.push(sample());
                    }
                });
                rng.shuffle(&mut others);
                large.extend(others.into_iter().take(LARGE_A_GAME));
            }
        }
        if all.is_empty() {
            let why =
                format!("there are no opening positions in them ({games} games read, one in ten is used for weights)");
            return Err(ApiError::bad("games", why));
        }
        Ok(Material { games, book: counter.book(), all, large })
    }
}

/// The weight of the best answer: the likelihood of the move played among the first candidates, over a row of weights. Also its loss.
fn reply_weight(samples: &[Sample], mut evaluator: Fuseki, scale: f64, cx: &Context) -> Result<(f64, f64), ApiError> {
    evaluator.extras.reply = 0.0;
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

const BOOK_HEAD: &str = "\
# Continuations of the opening counted in professional games by
#   gosedai fuseki tune GAMES -o default.toml
# KIND STONES SEEN MOVE:TIMES ...; c9, c7, c5: stones within so many lines of a corner (x own, o enemy, ! the enemy's last move),
# a3, a2, a1: so many lines each way around the opponent's last move (# beyond the edge, 4. four empty points), moves from ee.
";

/// The parameters with all their documentation.
fn write_file(params: &Params) -> String {
    let mut out = String::from(
        "# Opening evaluation by PON: constants and weights fitted on professional games by\n#   gosedai fuseki tune GAMES -o default.toml\n",
    );
    for (key, param) in params.iter() {
        let values: Vec<String> = param.values.iter().map(f64::to_string).collect();
        let value = if param.is_list { format!("[{}]", values.join(", ")) } else { values.join("") };
        let doc = |lang: &Lang| format!("doc.{} = {:?}\n", lang.code(), param.doc.of(*lang));
        let docs: String = Lang::ALL.iter().map(doc).collect();
        out.push_str(&format!(
            "\n[{key}]\nvalue = {value}\nrange = [{}, {}]\nunit = {:?}\n{docs}source = \"fitted on professional games\"\n",
            param.range[0], param.range[1], param.unit
        ));
    }
    out
}
