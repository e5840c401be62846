//! The experiment of Nakanishi and Nakamura on games of our own: how many good moves their rule finds, how good those are, and how
//! good, bad and ordinary moves spread over the ranks of search and prediction.
//!
//! Labels come from the record where it has them (TE, BM, DO; GB and GW after a move for or against its side), else from a longer search
//! of the same engine: *bad* loses an eighth of the game or six points, *good* is its first choice and clearly better than the
//! move one would expect, everything else is *ordinary*.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gosedai_board::{Move, RuleSet};
use gosedai_engine::patterns::{model_file, predict::predict};
use gosedai_engine::players::Limit;
use gosedai_engine::{ApiError, Command, Context};
use gosedai_records::Quality;
use gosedai_records::replay::Overrides;
use gosedai_review::judge::{Judging, Question, judge_all};
use gosedai_review::{NamedGame, Prepared, Review, Store};
use serde_json::json;

use super::Figures;

/// How the experiment is run.
pub struct Experiment {
    /// Visits for each position in the review.
    pub playouts: u64,
    /// How much longer the search is that gives the labels.
    pub longer: u64,
    /// Besides the moves found, every so many-th move gets a label.
    pub step: usize,
    pub threads: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Label {
    Good,
    Bad,
    Ordinary,
}

impl Label {
    const ALL: [Label; 3] = [Label::Good, Label::Bad, Label::Ordinary];

    const fn name(self) -> &'static str {
        match self {
            Label::Good => "good",
            Label::Bad => "bad",
            Label::Ordinary => "ordinary",
        }
    }
}

/// A labelled move.
struct Row {
    search: usize,
    predicted: usize,
    label: Label,
    paper: bool,
    ours: bool,
    /// One of the moves drawn by number, not because a rule found it: only these make the curves.
    drawn: bool,
}

/// What was found.
#[derive(Default)]
pub struct Found {
    games: usize,
    moves: usize,
    paper: usize,
    ours: usize,
    rows: Vec<Row>,
    from_record: usize,
    settings: String,
}

/// Moves of the paper's rule.
const MOVES: usize = 150;
const BAD_CHANCE: f64 = 0.125;
const BAD_POINTS: f64 = 6.0;
const BETTER: f64 = 0.03;

/// Reviews every game and labels its moves; stopped, it keeps the games that are done.
pub fn run(games: impl Iterator<Item = NamedGame>, settings: &Experiment, cx: &Context) -> Result<Found, ApiError> {
    let mut found = Found {
        settings: format!("{} visits, labels by a search {} times longer", settings.playouts, settings.longer),
        ..Found::default()
    };
    for game in games {
        cx.report(found.games as u64, 0, "the paper's experiment");
        match found.add(&game, settings, &Context { progress: None, ..cx.clone() }) {
            Err(error) if error.is_stop() => break,
            result => result?,
        }
    }
    Ok(found)
}

impl Found {
    fn add(&mut self, game: &NamedGame, settings: &Experiment, cx: &Context) -> Result<(), ApiError> {
        let mut review = Review::of(vec![opening(game)?]);
        review.playouts = Some(settings.playouts);
        review.threads = Some(settings.threads);
        let reviewed = review.run(cx)?;
        // what a stopped review has is part of a game
        cx.go_on()?;
        let moves = &reviewed.games[0].moves;
        let early = || moves.iter().filter(|m| m.number <= MOVES);
        let drawn = |number: usize| number % settings.step == 1 % settings.step;
        let wanted: Vec<usize> = early()
            .filter(|m| m.good_by_paper || m.purpose.is_some() || drawn(m.number))
            .map(|m| m.number - 1)
            .collect();
        let labels = labels(game, &wanted, settings, cx)?;
        self.games += 1;
        self.moves += moves.len().min(MOVES);
        self.paper += early().filter(|m| m.good_by_paper).count();
        self.ours += early().filter(|m| m.purpose.is_some()).count();
        for (i, (label, from_record)) in labels {
            let m = &moves[i];
            self.from_record += usize::from(from_record);
            self.rows.push(Row {
                search: m.search_rank,
                predicted: m.predicted_rank,
                label,
                paper: m.good_by_paper,
                ours: m.purpose.is_some(),
                drawn: drawn(m.number),
            });
        }
        Ok(())
    }
}

/// The game up to the last move that the rule looks at; a game with set-up stones stays as it is.
fn opening(game: &NamedGame) -> Result<NamedGame, ApiError> {
    let prepared = Prepared::new(game, Overrides { rules: None, komi: None })?;
    let start = &prepared.positions[0];
    if prepared.moves.len() <= MOVES || start.board().stones().next().is_some() || !start.size().is_square() {
        return Ok(game.clone());
    }
    let size = start.size();
    let mut sgf = format!("(;SZ[{}]KM[{}]RU[{}]", size.width(), start.komi(), start.rules().set().name());
    for (color, mv) in &prepared.moves[..MOVES] {
        let letter = if *color == gosedai_board::Color::Black { "B" } else { "W" };
        let _ = write!(sgf, ";{letter}[{}]", mv.point().map(|point| point.to_sgf(size)).unwrap_or_default());
    }
    Ok(NamedGame { name: game.name.clone(), sgf: sgf + ")" })
}

/// The label of each move asked for, and whether the record gave it.
fn labels(
    game: &NamedGame,
    wanted: &[usize],
    settings: &Experiment,
    cx: &Context,
) -> Result<BTreeMap<usize, (Label, bool)>, ApiError> {
    let rules: Option<RuleSet> = None;
    let prepared = Prepared::new(game, Overrides { rules, komi: None })?;
    let model = model_file::model(cx)?;
    let judging = Judging {
        engine: "puct".into(),
        limit: Limit { playouts: Some(settings.playouts * settings.longer), seconds: None },
        threads: settings.threads,
        seed: 1,
    };
    let mut labels = BTreeMap::new();
    let mut questions: Vec<Question> = Vec::new();
    const SIDE: usize = 1_000_000;
    for &i in wanted {
        if let Some(label) = recorded(&prepared, i) {
            labels.insert(i, (label, true));
            continue;
        }
        for k in [i, i + 1] {
            if !questions.iter().any(|q| q.0 == k) {
                questions.push((k, prepared.positions[k].clone(), prepared.moves.get(k).map(|m| m.1)));
            }
        }
        let first = predict(&model, &prepared.positions[i]).moves.first().map(|m| Move::Play(m.0));
        let mut beside = prepared.positions[i].clone();
        if let Some(first) = first.filter(|&first| first != prepared.moves[i].1)
            && beside.play(first).is_ok()
        {
            questions.push((SIDE + i, beside, None));
        }
    }
    let store = Store::nowhere();
    let judged = judge_all(&judging, &questions, &store, &|_| {}, cx)?;
    let of = |name: usize| questions.iter().position(|q| q.0 == name).map(|at| &judged[at]);
    for &i in wanted {
        let (Some(before), Some(after)) = (of(i), of(i + 1)) else { continue };
        if labels.contains_key(&i) {
            continue;
        }
        let (color, mv) = prepared.moves[i];
        let win_after = 1.0 - after.win_rate;
        let points = (before.score - after.score) * f64::from(color.sign());
        let is_first = before.best().is_some_and(|best| best.mv == mv.to_string());
        let gain = of(SIDE + i).map_or(0.0, |beside| win_after - (1.0 - beside.win_rate));
        let label = if !is_first && (before.win_rate - win_after >= BAD_CHANCE || points >= BAD_POINTS) {
            Label::Bad
        } else if is_first && gain >= BETTER {
            Label::Good
        } else {
            Label::Ordinary
        };
        labels.insert(i, (label, false));
    }
    Ok(labels)
}

/// What the record itself says of a move.
fn recorded(prepared: &Prepared, i: usize) -> Option<Label> {
    match prepared.record.node(prepared.nodes[i]).quality()? {
        Quality::Fine(_) | Quality::Interesting => Some(Label::Good),
        Quality::Bad(_) | Quality::Doubtful => Some(Label::Bad),
    }
}

impl Found {
    /// The figures of the paper's tables.
    pub fn figures(&self) -> Figures {
        let share = |keep: &dyn Fn(&Row) -> bool| {
            let rows: Vec<&Row> = self.rows.iter().filter(|row| keep(row)).collect();
            let of = |label: Label| rows.iter().filter(|row| row.label == label).count();
            format!("{} good, {} bad, {} ordinary", of(Label::Good), of(Label::Bad), of(Label::Ordinary))
        };
        let per_game = |count: usize| json!((count as f64 / self.games.max(1) as f64 * 100.0).round() / 100.0);
        let within = |label: Label, rank: &dyn Fn(&Row) -> usize, most: usize| {
            let rows: Vec<&Row> = self.rows.iter().filter(|row| row.drawn && row.label == label).collect();
            let inside = rows.iter().filter(|row| rank(row) <= most).count();
            format!("{:.0} %", 100.0 * inside as f64 / rows.len().max(1) as f64)
        };
        let mut figures = Figures::from([
            ("settings".into(), json!(self.settings)),
            ("games".into(), json!(self.games)),
            ("moves up to 150".into(), json!(self.moves)),
            ("good by the paper's rule, per game".into(), per_game(self.paper)),
            ("good by our rule, per game".into(), per_game(self.ours)),
            ("labels of the paper's good moves".into(), json!(share(&|row| row.paper))),
            ("labels of our good moves".into(), json!(share(&|row| row.ours))),
            ("labels of the moves drawn".into(), json!(share(&|row| row.drawn))),
            ("labels from the records".into(), json!(self.from_record)),
        ]);
        for label in Label::ALL {
            let text = format!("{}, {}", within(label, &|row| row.search, 1), within(label, &|row| row.search, 29));
            figures.insert(format!("{} moves within search rank 1, 29", label.name()), json!(text));
            let text =
                format!("{}, {}", within(label, &|row| row.predicted, 1), within(label, &|row| row.predicted, 80));
            figures.insert(format!("{} moves within expected rank 1, 80", label.name()), json!(text));
        }
        figures
    }

    /// The two curves of the paper: share of good, bad and ordinary moves up to each rank.
    pub fn plot(&self) -> String {
        let mut svg = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 300\" font-family=\"sans-serif\" font-size=\"11\">\
             <rect width=\"760\" height=\"300\" fill=\"#fff\"/>",
        );
        self.panel(&mut svg, 50.0, "rank by search", &|row| row.search);
        self.panel(&mut svg, 430.0, "rank by prediction", &|row| row.predicted);
        for (i, (label, color)) in Label::ALL.into_iter().zip(COLORS).enumerate() {
            let count = self.rows.iter().filter(|row| row.drawn && row.label == label).count();
            let x = 60 + i * 130;
            let _ = write!(
                svg,
                "<path d=\"M{x} 292h24\" stroke=\"{color}\" stroke-width=\"2\"/><text x=\"{}\" y=\"296\">{} ({count})</text>",
                x + 30,
                label.name()
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn panel(&self, svg: &mut String, left: f64, title: &str, rank: &dyn Fn(&Row) -> usize) {
        const W: f64 = 300.0;
        const H: f64 = 210.0;
        const TOP: f64 = 30.0;
        const RANKS: f64 = 361.0;
        // ranks on a logarithmic scale: most moves are among the first few
        let x = |rank: f64| left + W * rank.max(1.0).ln() / RANKS.ln();
        let y = |share: f64| TOP + H * (1.0 - share);
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"18\" text-anchor=\"middle\">{title}</text>\
             <path d=\"M{left} {TOP}v{H}h{W}\" fill=\"none\" stroke=\"#888\"/>",
            left + W / 2.0
        );
        for share in [0.0, 0.5, 1.0] {
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{:.0} %</text>",
                left - 5.0,
                y(share) + 4.0,
                share * 100.0
            );
        }
        for tick in [1, 3, 10, 30, 80, 200] {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>",
                x(f64::from(tick)),
                TOP + H + 15.0
            );
        }
        for (label, color) in Label::ALL.into_iter().zip(COLORS) {
            let mut ranks: Vec<usize> =
                self.rows.iter().filter(|row| row.drawn && row.label == label).map(rank).collect();
            ranks.sort_unstable();
            let mut d = format!("M{:.1} {:.1}", x(1.0), y(0.0));
            for (i, &r) in ranks.iter().enumerate() {
                let _ = write!(d, "H{:.1}V{:.1}", x(r as f64), y((i + 1) as f64 / ranks.len() as f64));
            }
            let _ = write!(d, "H{:.1}", left + W);
            let _ = write!(svg, "<path d=\"{d}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>");
        }
    }
}

const COLORS: [&str; 3] = ["#1d4ed8", "#c2410c", "#888888"];
