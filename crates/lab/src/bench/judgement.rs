//! `bench judgement GAMES… [games N] [skip N] [counted] [close] [gnugo] [judge V] [rows]`: how good the judgement of whole
//! positions is.

use std::io::Write;

use gosedai_board::{Color, Position, RuleSet};
use gosedai_engine::estimate::Estimator;
use gosedai_engine::{ApiError, Context, Stopwatch, files, network};
use gosedai_puct::{Config, Searcher};
use gosedai_records::replay::{self, Overrides};
use serde_json::json;

use super::{Figures, GnuGo};

/// Leads predicted against a known margin.
#[derive(Default)]
struct Tally {
    count: f64,
    error: f64,
    within: f64,
    leader: f64,
}

impl Tally {
    fn add(&mut self, predicted: f64, margin: Option<f64>, winner: Color) {
        self.count += 1.0;
        if let Some(margin) = margin {
            self.error += (predicted - margin).abs();
            self.within += f64::from((predicted - margin).abs() <= 5.0);
        }
        self.leader += f64::from(predicted * f64::from(winner.sign()) > 0.0);
    }

    fn join(&mut self, other: &Tally) {
        self.count += other.count;
        self.error += other.error;
        self.within += other.within;
        self.leader += other.leader;
    }

    fn write(&self, name: &str, with_margin: bool, figures: &mut Figures) {
        let share = |x: f64| (x / self.count.max(1.0) * 1000.0).round() / 1000.0;
        figures.insert(format!("{name} positions"), json!(self.count));
        if with_margin {
            figures.insert(format!("{name} mean error (points)"), json!(share(self.error)));
            figures.insert(format!("{name} within 5 points"), json!(share(self.within)));
        }
        figures.insert(format!("{name} leader right"), json!(share(self.leader)));
    }
}

/// Middle-game positions against a stronger judge, by the size of the lead it sees.
#[derive(Default)]
struct AgainstJudge {
    bins: [[Tally; 4]; JUDGES.len()],
    /// Does the winner of the game agree with the judge?
    winner: [Tally; 4],
}

/// Leads up to which the bins reach; the last is open.
const LEADS: [f64; 3] = [1.5, 3.0, 6.0];

impl AgainstJudge {
    fn add(&mut self, figures: &[f64; JUDGES.len()], judged: f64, winner: Color) {
        let bin = LEADS.iter().take_while(|&&lead| judged.abs() >= lead).count();
        let leader = if judged > 0.0 { Color::Black } else { Color::White };
        for (bins, &figure) in self.bins.iter_mut().zip(figures) {
            bins[bin].add(figure, Some(judged), leader);
        }
        self.winner[bin].add(judged, None, winner);
    }

    fn write(&self, rival: bool, figures: &mut Figures) {
        let names = ["below 1.5", "1.5 to 3", "3 to 6", "from 6"];
        for (name, bins) in JUDGES.iter().zip(&self.bins).filter(|(name, _)| rival || **name != "gnugo") {
            let mut all = Tally::default();
            bins.iter().for_each(|bin| all.join(bin));
            all.write(&format!("against the search: {name}"), true, figures);
            for (bin, lead) in bins.iter().zip(names) {
                bin.write(&format!("against the search, its lead {lead}: {name}"), true, figures);
            }
        }
        for (bin, lead) in self.winner.iter().zip(names) {
            bin.write(&format!("against the winner, lead {lead}: the search"), false, figures);
        }
    }
}

/// The judges that are compared.
const JUDGES: [&str; 6] = ["estimate", "knowledge", "knowledge advised by the network", "network", "counted", "gnugo"];

/// Final positions of counted games against their results; middle-game positions of close counted games against the
/// final margin, and of all games against the winner. With `gnugo`, GNU Go's `estimate_score` on the same positions;
/// with `judge V`, middle-game positions against the network's search of V visits; with `rows`, every position as a line of figures on the error stream, for fitting.
pub fn judgement(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let mut options = Options::parse(args)?;
    let mut rival = if options.gnugo { Some(GnuGo::start()?) } else { None };
    let kinds = ["final (counted)", "middle game, won by 10 or less", "middle game, all games"];
    let mut tallies: [[Tally; 3]; JUDGES.len()] = Default::default();
    let (mut seconds, mut positions) = (0.0, 0usize);
    let mut estimator = Estimator::new(cx)?;
    let mut search = Searcher::new(network::network(cx)?, Config { root_views: 8, ..Config::default() });
    let mut against = AgainstJudge::default();
    let mut used = 0;
    for game in files::games(&options.paths).flatten() {
        cx.go_on()?;
        let tree = &game.record.game;
        let Some((side, rest)) = tree.root().raw("RE").and_then(|re| re.split_once('+')) else { continue };
        let winner = if side == "B" { Color::Black } else { Color::White };
        let Some(komi) = tree.root().raw("KM").and_then(|km| km.parse::<f64>().ok()) else { continue };
        if rest.starts_with('T') || rest.starts_with('F') {
            continue;
        }
        let margin = rest.parse::<f64>().ok().map(|m| m * f64::from(winner.sign()));
        let close = margin.is_some_and(|m| m.abs() <= 10.0);
        if (options.counted && margin.is_none()) || (options.close && !close) {
            continue;
        }
        if options.skip > 0 {
            options.skip -= 1;
            continue;
        }
        if used >= options.games {
            break;
        }
        // the records do not name their rules: a komi of 7.5 is that of counting by area
        let rules = if komi == 7.5 { RuleSet::Chinese } else { RuleSet::Japanese };
        let overrides = || Overrides { rules: Some(rules), ..Overrides::default() };
        let line = replay::main_line(tree);
        let Ok(end) = replay::replay(tree, &line, None, overrides()) else { continue };
        let moves = end.position.move_number();
        if moves < 60 || end.position.size() != gosedai_board::Size::NINETEEN {
            continue;
        }
        used += 1;
        cx.report(used as u64, options.games as u64, "judging games");
        let mut judge = |position: &Position, kinds: &[usize]| -> Result<(), ApiError> {
            let watch = Stopwatch::start();
            let (e, _) = estimator.estimate(position);
            seconds += watch.seconds();
            positions += 1;
            let other = match &mut rival {
                Some(rival) => Some(rival.estimate(position)?),
                None => None,
            };
            let figures = [e.lead, e.knowledge, e.advised, e.network, e.counted, other.unwrap_or(0.0)];
            for &kind in kinds {
                for (tally, figure) in tallies.iter_mut().zip(figures) {
                    tally[kind].add(figure, margin, winner);
                }
            }
            let mut judged = 0.0;
            if options.visits > 0 && kinds[0] > 0 {
                let ranking = search.search(position, 1, &|p| u64::from(p.visits) < options.visits);
                judged = ranking.score * f64::from(position.to_play().sign());
                against.add(&figures, judged, winner);
            }
            if options.rows {
                let turn = position.to_play().sign();
                let number = position.move_number();
                let margin = margin.map_or("-".to_string(), |m| m.to_string());
                let _ = writeln!(
                    std::io::stderr(),
                    "row {used} {} {number} {turn} {komi} {margin} {} {:.4} {:.2} {:.2} {:.2} {:.2} {:.1} {:.4} {:.2} {judged:.2}",
                    kinds[0],
                    winner.sign(),
                    e.open,
                    e.knowledge,
                    e.advised,
                    e.network,
                    e.counted,
                    figures[5],
                    e.win,
                    0.5 * (e.next[0] + e.next[1])
                );
            }
            Ok(())
        };
        if margin.is_some() {
            judge(&end.position, &[0])?;
        }
        // one position of the middle game for each game, spread over moves 60 to 180
        let at = 60 + (used * 37) % 120;
        if at < moves
            && let Ok(middle) = replay::replay(tree, &line, Some(at), overrides())
        {
            judge(&middle.position, if close { &[1, 2] } else { &[2] })?;
        }
    }
    let mut figures = Figures::new();
    for (name, tally) in JUDGES.iter().zip(&tallies).filter(|(name, _)| **name != "gnugo" || rival.is_some()) {
        for (i, kind) in kinds.iter().enumerate() {
            tally[i].write(&format!("{kind}: {name}"), i < 2, &mut figures);
        }
    }
    if options.visits > 0 {
        against.write(rival.is_some(), &mut figures);
    }
    figures.insert("games".into(), json!(used));
    figures.insert("microseconds per position".into(), json!((seconds * 1e6 / positions.max(1) as f64).round()));
    Ok(figures)
}

struct Options {
    paths: Vec<String>,
    games: usize,
    skip: usize,
    gnugo: bool,
    /// Only games that were counted.
    counted: bool,
    /// Only those won by ten points or less.
    close: bool,
    /// Visits of the search that judges middle-game positions; 0 leaves it out.
    visits: u64,
    /// Every position as a line of figures.
    rows: bool,
}

impl Options {
    /// `games N`, `skip N`, `counted`, `close`, `gnugo`, `judge V`, `rows` among the paths.
    fn parse(args: &[String]) -> Result<Options, ApiError> {
        let mut options = Options {
            paths: Vec::new(),
            games: 1000,
            skip: 0,
            gnugo: false,
            counted: false,
            close: false,
            visits: 0,
            rows: false,
        };
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let mut number = || {
                let text = words.next().map(String::as_str).unwrap_or("");
                text.parse().map_err(|_| ApiError::bad("args", format!("{word} wants a number, not '{text}'")))
            };
            match word.as_str() {
                "games" => options.games = number()?,
                "skip" => options.skip = number()?,
                "gnugo" => options.gnugo = true,
                "counted" => options.counted = true,
                "close" => options.close = true,
                "judge" => options.visits = number()? as u64,
                "rows" => options.rows = true,
                path => options.paths.push(path.to_string()),
            }
        }
        if options.paths.is_empty() {
            return Err(ApiError::bad(
                "args",
                "say which games: bench judgement GAMES [games N] [skip N] [counted] [close] [gnugo] [judge V] [rows]",
            ));
        }
        Ok(options)
    }
}
