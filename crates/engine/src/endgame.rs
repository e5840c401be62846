//! `endgame`: the board as a sum of independent regions, each with its exact value, and the best moves of both sides.
//!
//! Limits are always proved. What is said beyond them rests on the network's owners and is called an estimate: its count of the
//! whole board, the regions between its walls, and what moves at the borders gain. A score is given only where regions and
//! count agree.

mod borders;
mod looks;

use gosedai_board::{Color, Point, Position, Scoring};
use gosedai_cgt::ko::KoModel;
use gosedai_cgt::svg::{thermograph_svg, tree_svg};
use gosedai_cgt::{Rational, Thermograph};
use gosedai_explain::{Arg, Evidence, Lexicon};
use gosedai_puct::{Config, Searcher};
use gosedai_worth::{
    Bounds, Counting, Endgame as Analysis, KoSearch, Options, RegionReport, Safety, Tempo, Value, analyse,
    analyse_expected, region_map_svg,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use borders::BorderMove;
use borders::borders;
use looks::{Looker, expected};

use crate::cgt::Walls;
use crate::network::network;
use crate::seen::seen;
use crate::{ApiError, Command, Context, GameInput};

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Endgame {
    #[serde(flatten)]
    pub game: GameInput,
    /// `komaster-black`, `komaster-white` or `nte`.
    #[serde(default)]
    pub ko: Option<String>,
    /// Include pictures in the answer.
    #[serde(default)]
    pub pictures: bool,
}

/// What a statement rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Proofs alone.
    Proved,
    /// It holds if stones that were only judged to be safe do live.
    Conditional,
}

/// The network's count of the whole board.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Expectation {
    /// Black's lead, komi included.
    pub lead: f64,
    /// In the last forty moves of a game nine in ten such counts are not further off.
    pub within: f64,
    /// What the regions add up to between the walls that the network expects, where all of them have a value.
    pub counted: Option<f64>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EndgameAnswer {
    /// Of scores, limits, best moves and all that speaks of the whole board.
    pub standing: Standing,
    /// The condition in words, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    pub regions: Vec<RegionAnswer>,
    /// The sum of the chilled values.
    pub sum: Option<String>,
    pub best: Sides<Vec<String>>,
    /// Black minus White after best play from here, komi included; null when a region is not exactly known.
    pub score: Option<f64>,
    pub score_if_black_first: Option<f64>,
    pub score_if_white_first: Option<f64>,
    /// Limits that hold whatever anybody expects, komi included.
    pub score_interval: [f64; 2],
    /// What the network expects, where not everything is proved: the figure to go by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Expectation>,
    /// What moves at the borders gain; the first ones are to be played first.
    pub borders: Vec<BorderMove>,
    /// Points already decided, prisoners included.
    pub settled: i64,
    #[schemars(with = "crate::schema::ColorName")]
    pub to_play: String,
    pub scoring: &'static str,
    pub ko_model: &'static str,
    /// Every region has a value and the best moves come from a search over the whole sum; where that is not proved, the sum agrees
    /// with the estimate.
    pub complete: bool,
    /// The work was stopped, by whoever asked or by the deadline: regions it did not come to are only enclosed.
    pub stopped: bool,
    /// All stones around the regions are proved safe; otherwise some are only judged to be.
    pub proved: bool,
    /// `none`, `indifferent` (the score does not depend on them), `exact` (played out with every threat on the board, no position
    /// may come back) or `enclosed` (too many positions: one side winning every ko gives the interval).
    pub kos: &'static str,
    /// The same in sentences.
    pub reasons: Vec<String>,
    pub search_nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Sides<T> {
    pub black: T,
    pub white: T,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RegionAnswer {
    pub label: String,
    /// Of the values of this region.
    pub standing: Standing,
    pub points: Vec<String>,
    /// Canonical value under the game's scoring, prisoners taken in the region included; `ko` or `unknown` without one.
    pub game: String,
    pub chilled: Option<String>,
    pub mean: Option<String>,
    pub mean_float: Option<f64>,
    /// Miai counting: what one move gains.
    pub temperature: Option<String>,
    pub temperature_float: Option<f64>,
    /// Deiri counting: the swing between both players' moves.
    pub deiri: String,
    /// `idle`, `gote`, `black-sente`, `white-sente` (the other side's move is reverse sente), `double-sente` or `unknown`.
    pub sente: &'static str,
    pub best: Sides<Option<String>>,
    /// Moves of each side with the final score they lead to.
    pub moves: Sides<Vec<MoveAnswer>>,
    pub thermograph: Option<Walls>,
    pub complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[i64; 2]>,
    pub positions: usize,
    /// `unconditional`, `read` or `judged`: what stands behind the stones around the region.
    pub safety: &'static str,
    /// Where the value depends on kos: the games if White, and if Black, never takes inside a loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<[String; 2]>,
    /// Sacrifices were left out of the search.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sober: bool,
    /// The same in a sentence.
    pub reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures: Option<crate::cgt::Pictures>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveAnswer {
    #[serde(rename = "move")]
    pub point: String,
    pub after: String,
    pub score: Option<f64>,
}

pub fn counting(scoring: Scoring) -> Counting {
    match scoring {
        Scoring::Territory => Counting::Territory,
        _ => Counting::Area,
    }
}

fn ko_model(text: Option<&str>) -> Result<(KoModel, &'static str), ApiError> {
    match text {
        None | Some("nte") => Ok((KoModel::Neutral, "nte")),
        Some("komaster-black") => Ok((KoModel::BlackKomaster, "komaster-black")),
        Some("komaster-white") => Ok((KoModel::WhiteKomaster, "komaster-white")),
        Some(other) => {
            Err(ApiError::bad("ko", format!("'{other}' is no ko model: write komaster-black, komaster-white or nte")))
        }
    }
}

/// A, B, …, Z, AA, AB, …
fn label(i: usize) -> String {
    let letter = |k: usize| (b'A' + (k % 26) as u8) as char;
    if i < 26 { letter(i).to_string() } else { format!("{}{}", letter(i / 26 - 1), letter(i)) }
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(|p| p.to_string()).collect()
}

impl Command for Endgame {
    const NAME: &'static str = "endgame";
    const ABOUT: &'static str = "independent regions with exact values, their sum, and the best moves of both sides";
    type Response = EndgameAnswer;

    fn run(self, cx: &Context) -> Result<EndgameAnswer, ApiError> {
        let (model, ko_name) = ko_model(self.ko.as_deref())?;
        let loaded = self.game.load()?;
        let position = &loaded.position;
        let counting = counting(position.rules().scoring);
        let cancel = cx.cancel.flag();
        let tell = |done: usize, open: usize| cx.report(done as u64, open as u64, "endgame, points");
        let options = Options { ko: model, cancel: Some(&cancel), progress: Some(&tell), ..Options::new(counting) };
        let board = position.board();
        let proved = analyse(board, options);
        let limits = proved.bounds;
        let is_proved = proved.complete;
        let mut looker = Looker::new(cx, position)?;
        let (knowledge, _) = cx.load_knowledge()?;
        let number = |key: &str| knowledge.params.number(key);
        let mut end = match is_proved {
            true => proved,
            false => {
                let ground = expected(board, &looker.look(board).owners(), number("endgame.sure"));
                analyse_expected(board, &ground, options)
            }
        };
        let komi = position.komi() as f64;
        let side = usize::from(position.to_play() == Color::White);
        let mut estimate = None;
        let mut places = Vec::new();
        if !is_proved && cx.go_on().is_ok() {
            let lead = seen(cx, position)?.estimate.lead;
            let counted = end.score[side].map(|score| score as f64 - komi);
            estimate = Some(Expectation { lead, within: number("endgame.within"), counted });
            let favourites = favourites(position, cx)?;
            let agrees = counted.is_some_and(|score| (score - lead).abs() <= number("endgame.agree"))
                && favourites[side].iter().any(|point| end.best[side].contains(point));
            if agrees {
                end.best[side]
                    .sort_by_key(|point| favourites[side].iter().position(|liked| liked == point).unwrap_or(99));
            } else {
                end.give_up();
                end.best = favourites.map(|liked| liked.into_iter().take(1).collect());
            }
            places = borders(board, &mut end, &mut looker, cx);
        }
        // what is found by then is worth having: the rest is enclosed
        let stopped = cx.go_on().is_err();
        let labels: Vec<String> = (0..end.regions.len()).map(label).collect();
        let map = self.pictures.then(|| region_map_svg(position.board(), &end, &labels));
        let mut regions = Vec::with_capacity(labels.len());
        for (i, label) in labels.into_iter().enumerate() {
            regions.push(region(&mut end, i, label, komi, self.pictures));
        }
        let lexicon = knowledge.lexicon(cx.lang());
        for r in &mut regions {
            r.reason = region_reason(r, lexicon);
        }
        for place in &mut places {
            place.reason = place.say(lexicon);
        }
        let proved = end.safe.judged.is_empty()
            && end.regions.iter().all(|r| r.safety != Safety::Judged)
            // attacks on stones that live by answers are ko threats, and those are not searched
            && (end.kos != KoSearch::Exact || end.safe.by_reading.is_empty());
        let standing = if proved { Standing::Proved } else { Standing::Conditional };
        let reasons = match &estimate {
            None => reasons(&end, position.to_play(), komi, stopped),
            Some(estimate) => {
                estimate.why(&end, position.to_play(), [limits.low, limits.high].map(|x| x as f64 - komi))
            }
        };
        let reasons = reasons.iter().map(|reason| lexicon.sentence(reason)).collect();
        let with_komi = |s: Option<i64>| s.map(|s| s as f64 - komi);
        let (first, second) = (with_komi(end.score[0]), with_komi(end.score[1]));
        Ok(EndgameAnswer {
            standing,
            condition: (!proved).then(|| lexicon.sentence(&Evidence::new("endgame.condition"))),
            regions,
            sum: end.sum.clone(),
            best: Sides { black: names(&end.best[0]), white: names(&end.best[1]) },
            score: if position.to_play() == Color::Black { first } else { second },
            score_if_black_first: first,
            score_if_white_first: second,
            score_interval: [limits.low as f64 - komi, limits.high as f64 - komi],
            estimate,
            borders: places,
            settled: end.settled,
            to_play: position.to_play().to_string(),
            scoring: if counting == Counting::Territory { "territory" } else { "area" },
            ko_model: ko_name,
            complete: end.complete,
            stopped,
            proved,
            kos: match end.kos {
                KoSearch::None => "none",
                KoSearch::Indifferent => "indifferent",
                KoSearch::Exact => "exact",
                KoSearch::Enclosed => "enclosed",
            },
            reasons,
            search_nodes: end.search_nodes,
            map,
        })
    }
}

/// The moves of Black and of White that a short search likes, the best first.
fn favourites(position: &Position, cx: &Context) -> Result<[Vec<Point>; 2], ApiError> {
    let mut searcher = Searcher::new(network(cx)?, Config::default());
    Ok(Color::BOTH.map(|color| {
        let mut position = position.clone();
        position.set_to_play(color);
        searcher.reset();
        let ranking = searcher.search(&position, 1, &|progress| progress.visits < VISITS && !cx.cancel.is_cancelled());
        let most = ranking.moves.first().map_or(0, |rank| rank.visits);
        let liked = ranking.moves.iter().filter(|rank| 4 * rank.visits >= most);
        liked.filter_map(|rank| rank.mv.point()).collect()
    }))
}

/// Limits further apart than this are not told in words.
const WIDE: f64 = 100.0;
/// Visits of the search that names moves of either side.
const VISITS: u32 = 120;

impl Expectation {
    /// The count, what the regions add to it, and what is proved.
    fn why(&self, end: &Analysis, to_play: Color, limits: [f64; 2]) -> Vec<Evidence> {
        let leader = if self.lead >= 0.0 { Color::Black } else { Color::White };
        let count = Evidence::new("endgame.estimate").arg("leader", leader).arg("lead", self.lead.abs());
        let mut all = vec![count.arg("within", self.within)];
        let best = &end.best[usize::from(to_play == Color::White)];
        match self.counted {
            Some(score) if end.complete => {
                let rule = Evidence::new("endgame.agrees").arg("color", to_play).arg("score", score);
                all.push(rule.arg("points", best.clone()));
            }
            Some(score) => all.push(Evidence::new("endgame.disagrees").arg("score", score)),
            None => {
                all.push(Evidence::new("endgame.open").arg("count", end.regions.iter().filter(|r| !r.complete).count()))
            }
        }
        if !end.complete && !best.is_empty() {
            all.push(Evidence::new("endgame.first").arg("color", to_play).arg("points", best.clone()));
        }
        // limits wider than any game's end say nothing
        all.push(match limits[1] - limits[0] < WIDE {
            true => Evidence::new("endgame.limits").arg("low", limits[0]).arg("high", limits[1]),
            false => Evidence::new("endgame.unproved"),
        });
        all
    }
}

/// What the figures say: the score and how it is kept, the trap of the hottest place.
fn reasons(end: &Analysis, to_play: Color, komi: f64, stopped: bool) -> Vec<Evidence> {
    let s = (to_play == Color::White) as usize;
    let mut all = Vec::new();
    match (end.score[s], &end.sum) {
        (Some(score), None) => {
            let rule = if end.kos == KoSearch::Indifferent { "endgame.score.anyko" } else { "endgame.score.ko" };
            all.push(Evidence::new(rule).arg("color", to_play).arg("score", score as f64 - komi));
        }
        (Some(score), Some(sum)) => {
            let text = Evidence::new("endgame.score").arg("color", to_play).arg("score", score as f64 - komi);
            all.push(text.arg("sum", sum.clone()));
        }
        _ => {
            let unknown = end.regions.iter().filter(|r| !r.complete).count();
            let rule = match unknown {
                _ if stopped => "endgame.interval.stopped",
                0 => "endgame.interval.ko",
                _ => "endgame.interval",
            };
            let text = Evidence::new(rule).arg("low", end.bounds.low as f64 - komi);
            all.push(text.arg("high", end.bounds.high as f64 - komi).arg("count", unknown));
        }
    }
    if end.kos == KoSearch::Enclosed {
        all.push(Evidence::new("endgame.kos"));
    }
    if !end.best[s].is_empty() {
        all.push(Evidence::new("endgame.best").arg("color", to_play).arg("points", end.best[s].clone()));
    }
    // a move that looks largest and is not best is worth a word
    let hottest = end.greedy_move(to_play).filter(|p| !end.best[s].contains(p));
    let score_of = |p: Point| end.regions.iter().flat_map(|r| &r.moves[s]).find(|m| m.point == p).and_then(|m| m.score);
    if let Some(p) = hottest
        && let (Some(got), Some(best)) = (score_of(p), end.score[s])
    {
        let text = Evidence::new("endgame.trap").arg("at", p).arg("color", to_play);
        all.push(text.arg("loss", (best - got).abs()));
    }
    all
}

/// A sentence with its condition, if there is one: the two must not be separated.
fn said(evidence: &Evidence, standing: Standing, lexicon: &Lexicon) -> String {
    let claim = lexicon.sentence(evidence);
    match standing {
        Standing::Proved => claim,
        Standing::Conditional => lexicon.sentence(&Evidence::new("endgame.if").arg("claim", Arg::Text(claim))),
    }
}

/// One region in a sentence.
fn region_reason(r: &RegionAnswer, lexicon: &Lexicon) -> String {
    let text = match (&r.mean, &r.temperature, r.interval) {
        (Some(mean), Some(heat), _) => Evidence::new("endgame.region")
            .arg("label", r.label.clone())
            .arg("mean", mean.clone())
            .arg("heat", heat.clone())
            .arg("tempo", Arg::Word(format!("tempo.{}", r.sente))),
        (_, _, interval) => {
            let [low, high] = interval.unwrap_or_default();
            Evidence::new("endgame.bounded").arg("label", r.label.clone()).arg("low", low).arg("high", high)
        }
    };
    said(&text, r.standing, lexicon)
}

fn region(end: &mut Analysis, i: usize, label: String, komi: f64, pictures: bool) -> RegionAnswer {
    let name = |end: &mut Analysis, value: &Value| match value {
        Value::Short(g) => end.arena.name(*g),
        Value::Ko(_) => "ko".to_string(),
        Value::Unknown => "unknown".to_string(),
    };
    let r: RegionReport = end.regions[i].clone();
    let mut moves = [Vec::new(), Vec::new()];
    for (list, source) in moves.iter_mut().zip(&r.moves) {
        for m in source {
            list.push(MoveAnswer {
                point: m.point.to_string(),
                after: name(end, &m.after),
                score: m.score.map(|s| s as f64 - komi),
            });
        }
        list.sort_by(|a, b| a.point.cmp(&b.point));
    }
    let [black, white] = moves;
    let game = name(end, &r.value);
    // limits that meet are a value
    let met = r.bounds.filter(|bounds| bounds.low == bounds.high && r.thermograph.is_none());
    let met = met.map(|bounds| Thermograph::of_number(Rational::int(bounds.low)));
    let graph = r.thermograph.as_ref().or(met.as_ref());
    RegionAnswer {
        points: r.points.iter().map(|p| p.to_string()).collect(),
        chilled: r.chilled.map(|g| end.arena.name(g)),
        mean: graph.map(|t| t.mean.to_string()),
        mean_float: graph.map(|t| t.mean.to_f64()),
        temperature: graph.map(|t| t.temperature.to_string()),
        temperature_float: graph.map(|t| t.temperature.to_f64()),
        deiri: r.deiri.to_string(),
        sente: if graph.is_some() { tempo_name(r.tempo) } else { "unknown" },
        best: Sides { black: r.best[0].map(|p| p.to_string()), white: r.best[1].map(|p| p.to_string()) },
        moves: Sides { black, white },
        thermograph: graph.map(Walls::of),
        complete: r.complete,
        interval: r.bounds.map(|Bounds { low, high }| [low, high]),
        positions: r.positions,
        reason: String::new(),
        standing: if r.safety == Safety::Judged { Standing::Conditional } else { Standing::Proved },
        between: r.between.map(|[low, high]| [end.arena.name(low), end.arena.name(high)]),
        sober: r.sober,
        safety: match r.safety {
            Safety::Unconditional => "unconditional",
            Safety::Read => "read",
            Safety::Judged => "judged",
        },
        pictures: match (pictures, graph, &r.value) {
            (true, Some(t), Value::Short(g)) => Some(crate::cgt::Pictures {
                thermograph: thermograph_svg(t, &format!("{label}: {game}")),
                tree: tree_svg(&mut end.arena, *g, 60),
            }),
            (true, Some(t), _) => Some(crate::cgt::Pictures {
                thermograph: thermograph_svg(t, &format!("{label}: ko")),
                tree: String::new(),
            }),
            _ => None,
        },
        game,
        label,
    }
}

pub(crate) fn tempo_name(tempo: Tempo) -> &'static str {
    match tempo {
        Tempo::Idle => "idle",
        Tempo::Gote => "gote",
        Tempo::BlackSente => "black-sente",
        Tempo::WhiteSente => "white-sente",
        Tempo::DoubleSente => "double-sente",
    }
}

#[cfg(test)]
mod tests;
