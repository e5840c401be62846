//! Workloads of the review: claims checked again, seeds compared, the experiment of the paper.

use std::path::PathBuf;

use gosedai_engine::keep::{self, Kind};
use gosedai_engine::players::Limit;
use gosedai_engine::{ApiError, Command, Context, files};
use gosedai_records::replay::{self, Overrides};
use gosedai_review::judge::Judging;
use gosedai_review::objects::Eye;
use gosedai_review::{NamedGame, Review};
use serde_json::{Value, json};

use super::Figures;
use super::experiment::{self, Experiment};

/// Nodes of the reading that checks a claim: more than the reading that made it had.
const CHECK: u64 = 100_000;

/// `GAMES… [N] [key value]…`: paths, a number of games, and settings.
pub(super) struct Arguments {
    pub paths: Vec<PathBuf>,
    pub games: usize,
    settings: Vec<(String, String)>,
}

impl Arguments {
    pub fn read(args: &[String], usual: usize, known: &[&str]) -> Result<Arguments, ApiError> {
        let mut read = Arguments { paths: Vec::new(), games: usual, settings: Vec::new() };
        let mut words = args.iter();
        while let Some(word) = words.next() {
            if known.contains(&word.as_str()) {
                let value = words.next().ok_or_else(|| ApiError::bad("args", format!("'{word}' needs a value")))?;
                read.settings.push((word.clone(), value.clone()));
            } else if let Ok(number) = word.parse() {
                read.games = number;
            } else {
                read.paths.push(PathBuf::from(word));
            }
        }
        if read.paths.is_empty() {
            return Err(ApiError::bad("args", "name games, and how many of them to use"));
        }
        Ok(read)
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    pub fn number(&self, key: &str, usual: usize) -> usize {
        self.text(key).and_then(|value| value.parse().ok()).unwrap_or(usual)
    }

    /// The games asked for, every `every`-th after the first `skip`.
    fn games(&self) -> impl Iterator<Item = NamedGame> + '_ {
        let (skip, every) = (self.number("skip", 0), self.number("every", 1).max(1));
        files::games(&self.paths)
            .flatten()
            .skip(skip)
            .step_by(every)
            .take(self.games)
            .enumerate()
            .map(|(i, game)| NamedGame { name: format!("game {}", i + 1), sgf: game.record.game.to_sgf() })
    }
}

/// Games are reviewed, and every claim of every comment is read again with a larger budget.
pub fn claims(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let read = Arguments::read(args, 20, &["playouts", "step", "skip", "every"])?;
    let (playouts, step) = (read.number("playouts", 10), read.number("step", 8).max(1));
    let mut eye = Eye::new(cx)?;
    let (mut games, mut moves, mut comments, mut made, mut unknown) = (0, 0, 0, 0, 0);
    let mut kinds: std::collections::BTreeMap<String, [usize; 2]> = Default::default();
    let mut wrong: Vec<Value> = Vec::new();
    for game in read.games() {
        // stopped: the games that are done count
        if cx.go_on().is_err() {
            break;
        }
        let mut review = Review::of(vec![game]);
        review.playouts = Some(playouts as u64);
        // besides what stands out, some moves of every kind
        review.always = (1..400).step_by(step).collect();
        let Ok(reviewed) = review.run(&Context { progress: None, ..cx.clone() }) else { continue };
        if cx.go_on().is_err() {
            break;
        }
        games += 1;
        cx.report(games, read.games as u64, "checking claims");
        let reviewed = &reviewed.games[0];
        moves += reviewed.moves.len();
        for comment in reviewed.moves.iter().filter_map(|m| m.comment.as_ref()) {
            comments += 1;
            for claim in &comment.claims {
                made += 1;
                let kind = format!("{:?}", claim.claim.fact);
                let kind = kinds.entry(kind.split(' ').next().unwrap_or_default().to_string()).or_default();
                kind[0] += 1;
                match claim.holds(CHECK, &mut eye) {
                    Some(true) => {}
                    Some(false) => {
                        kind[1] += 1;
                        wrong.push(json!(format!("game {games}, {claim:?}")));
                    }
                    None => unknown += 1,
                }
            }
        }
    }
    let failed = wrong.len();
    wrong.truncate(20);
    let kinds: Vec<String> = kinds.iter().map(|(kind, [made, failed])| format!("{kind} {made}/{failed}")).collect();
    Ok(Figures::from([
        ("games".into(), json!(games)),
        ("moves".into(), json!(moves)),
        ("comments".into(), json!(comments)),
        ("claims".into(), json!(made)),
        ("failed".into(), json!(failed)),
        ("not decided by the second reading".into(), json!(unknown)),
        ("kinds (made/failed)".into(), json!(kinds.join(", "))),
        ("failures".into(), json!(wrong)),
    ]))
}

/// The experiment of the paper on the games given.
pub fn good_moves(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let read = Arguments::read(args, 10, &["playouts", "step", "skip", "every", "longer", "threads", "plot"])?;
    let settings = Experiment {
        playouts: read.number("playouts", 60) as u64,
        longer: read.number("longer", 20) as u64,
        step: read.number("step", 10).max(1),
        threads: read.number("threads", 1),
    };
    let found = experiment::run(read.games(), &settings, cx)?;
    if let Some(path) = read.text("plot") {
        keep::write(path.as_ref(), keep::marked_svg(&found.plot()), Kind::PICTURE, cx.force)?;
    }
    Ok(found.figures())
}

/// Rank correlation of the judge's figures between seeds: values of positions, and ranks of the played moves.
pub fn seeds(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, read) = {
        let read = Arguments::read(args, 30, &["playouts", "engine"])?;
        (read.paths.clone(), read)
    };
    let game = files::games(&paths).next().ok_or_else(|| ApiError::failed("there is no game"))??;
    let record = &game.record.game;
    let line = replay::main_line(record);
    let played = replay::moves_along(record, &line).map_err(ApiError::failed)?;
    let most = read.games;
    let limit = Limit { playouts: Some(read.number("playouts", 1000) as u64), seconds: None };
    let engine = read.text("engine").unwrap_or("uct").to_string();
    let judge = |seed| Judging { engine: engine.as_str().into(), limit, threads: 1, seed };
    let (mut scores, mut ranks, mut same_best) = ([vec![], vec![]], [vec![], vec![]], 0usize);
    let step = (played.len() / most.max(1)).max(1);
    let mut count = 0usize;
    for i in (0..played.len()).step_by(step) {
        let position = replay::replay(record, &line, Some(i), Overrides::default()).map_err(ApiError::failed)?.position;
        let both = [1, 2].map(|seed| judge(seed).judge(&position, Some(played[i].2), cx));
        let [a, b] = both;
        let (a, b) = (a?, b?);
        same_best += usize::from(a.best().map(|m| &m.mv) == b.best().map(|m| &m.mv));
        count += 1;
        cx.report(count as u64, most as u64, "judging twice");
        for (k, judged) in [&a, &b].into_iter().enumerate() {
            scores[k].push(judged.score);
            ranks[k].push(judged.played.as_ref().map_or(400.0, |m| m.rank as f64));
        }
    }
    let spread: f64 = scores[0].iter().zip(&scores[1]).map(|(a, b)| (a - b).abs()).sum::<f64>() / count.max(1) as f64;
    Ok(Figures::from([
        ("positions".into(), json!(count)),
        ("rank correlation of scores".into(), json!(rank_correlation(&scores[0], &scores[1]))),
        ("rank correlation of the played moves' ranks".into(), json!(rank_correlation(&ranks[0], &ranks[1]))),
        ("same best move".into(), json!(same_best as f64 / count.max(1) as f64)),
        ("mean difference of scores, points".into(), json!(spread)),
    ]))
}

/// Spearman's rank correlation of two lists of numbers.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
        let mut ranks = vec![0.0; values.len()];
        let mut start = 0;
        while start < order.len() {
            let mut end = start;
            while end + 1 < order.len() && values[order[end + 1]] == values[order[start]] {
                end += 1;
            }
            for &i in &order[start..=end] {
                ranks[i] = (start + end) as f64 / 2.0;
            }
            start = end + 1;
        }
        ranks
    };
    let (x, y) = (ranks(a), ranks(b));
    let n = x.len().max(1) as f64;
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let dot: f64 = x.iter().zip(&y).map(|(p, q)| (p - mx) * (q - my)).sum();
    let (sx, sy): (f64, f64) = (x.iter().map(|p| (p - mx).powi(2)).sum(), y.iter().map(|q| (q - my).powi(2)).sum());
    if sx * sy > 0.0 { dot / (sx * sy).sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::rank_correlation;

    #[test]
    fn correlation_of_ranks() {
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0]) - 1.0).abs() < 1e-9);
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-9);
    }
}
