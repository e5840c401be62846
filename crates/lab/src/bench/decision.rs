//! Workloads of the decision: agreement with professionals, what each rule is worth, and whole games without a fault.

use std::collections::BTreeMap;

use gosedai_board::{Move, Point, Position};
use gosedai_decision::CaseName;
use gosedai_engine::keep::{self, Kind};
use gosedai_engine::players::Thinker;
use gosedai_engine::{ApiError, Context, Stopwatch, files};
use gosedai_patterns::move_names;
use gosedai_records::{GameTree, replay};
use serde_json::{Value, json};

use super::Figures;

/// The leading arguments are games; plain numbers at the end say how many, and how many to pass over first.
fn split(args: &[String], usual: usize) -> (&[String], usize, usize) {
    let number = |text: &String| text.parse::<usize>().ok();
    match args {
        [rest @ .., count, first] if number(count).is_some() && number(first).is_some() => {
            (rest, number(count).unwrap_or(usual), number(first).unwrap_or(0))
        }
        [rest @ .., count] if number(count).is_some() => (rest, number(count).unwrap_or(usual), 0),
        _ => (args, usual, 0),
    }
}

/// Main line of a game with the position before each move. A record that cannot be played on by its rules (a repetition, say) ends
/// there: one odd game must not end a long run.
fn each_position(
    game: &GameTree,
    mut visit: impl FnMut(&Position, Point) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let line = replay::main_line(game);
    let mut position = replay::replay(game, &line, Some(0), Default::default()).map_err(ApiError::failed)?.position;
    for (_, color, mv) in replay::moves_along(game, &line).map_err(ApiError::failed)? {
        position.set_to_play(color);
        if let Move::Play(point) = mv {
            visit(&position, point)?;
        }
        if position.play_as(color, mv).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Ranks counted: within 1, 5, 10 and 20.
#[derive(Default)]
struct Within([u64; 4]);

impl Within {
    fn add(&mut self, rank: Option<usize>) {
        for (slot, limit) in self.0.iter_mut().zip([1, 5, 10, 20]) {
            *slot += u64::from(rank.is_some_and(|rank| rank <= limit));
        }
    }
}

/// `decision-agreement GAMES… [N [FIRST]]`: every move of N games (50), ranked in the score table and by experience alone; and what
/// the moves look like for which no intention is named.
pub fn agreement(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, most, first) = split(args, 50);
    let mut thinker = Thinker::new(cx.knowledge()?, cx)?;
    let (mut moves, mut games) = (0u64, 0u64);
    let (mut table, mut alone) = (Within::default(), Within::default());
    let (mut named, mut seconds) = (0u64, 0.0);
    let mut by_case: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut unnamed: BTreeMap<String, u64> = BTreeMap::new();
    for game in files::games(paths).skip(first).take(most) {
        let game = game?.record.game;
        each_position(&game, |position, played| {
            cx.go_on()?;
            let watch = Stopwatch::start();
            let thought = thinker.think(position);
            seconds += watch.seconds();
            moves += 1;
            let rank = thought.decision.table.rank(played);
            table.add(rank);
            alone.add(thought.experience.iter().position(|(at, _)| *at == played).map(|i| i + 1));
            if rank.is_some_and(|rank| rank <= 20) {
                let reasons = thought.decision.table.at(played).into_iter().flat_map(|c| c.reasons());
                let mut cases: Vec<&'static str> =
                    reasons.map(|i| i.case.name()).filter(|case| *case != CaseName::Experience.name()).collect();
                named += u64::from(!cases.is_empty());
                if cases.is_empty() {
                    let name = move_names::names(position.board(), played, position.to_play());
                    let name = name.first().copied().unwrap_or("no name");
                    let line = played.line(position.size()).min(6);
                    let phase = format!("{:?}", thought.model.judgement.phase).to_lowercase();
                    *unnamed.entry(format!("{phase}, {name}, line {line}")).or_default() += 1;
                }
                cases.dedup();
                cases.into_iter().for_each(|case| *by_case.entry(case).or_default() += 1);
            }
            Ok(())
        })?;
        games += 1;
        cx.report(games, most as u64, "games");
    }
    let share = |n: u64, of: u64| if of == 0 { 0.0 } else { (n as f64 / of as f64 * 1e4).round() / 1e4 };
    let mut unnamed: Vec<(String, u64)> = unnamed.into_iter().collect();
    unnamed.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let unnamed: Vec<String> = unnamed.into_iter().take(60).map(|(what, count)| format!("{count} × {what}")).collect();
    Ok(Figures::from([
        ("games".into(), games.into()),
        ("moves".into(), moves.into()),
        ("top1".into(), share(table.0[0], moves).into()),
        ("top5".into(), share(table.0[1], moves).into()),
        ("top10".into(), share(table.0[2], moves).into()),
        ("top20".into(), share(table.0[3], moves).into()),
        ("experience_alone_top1_5_10_20".into(), json!(alone.0.map(|n| share(n, moves)))),
        ("named_intention_in_top20".into(), share(named, table.0[3]).into()),
        // plain counts, so that the figures of several runs can be added
        ("counts".into(), json!({"within": table.0, "experience": alone.0, "named": named})),
        ("milliseconds_per_move".into(), ((seconds * 1e5 / moves.max(1) as f64).round() / 100.0).into()),
        ("played_moves_by_case".into(), json!(by_case)),
        ("moves_without_a_named_intention".into(), json!(unnamed)),
    ]))
}

/// `decision-features OUT GAMES… [N [FIRST]]`: for every tenth move of N games (100), what each case gives each candidate and which
/// one was played, as JSON lines: the material from which `training/decision/fit.py` fits the weights of the cases.
pub fn features(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let Some((out, rest)) = args.split_first() else {
        return Err(ApiError::bad("args", "say: decision-features OUT GAMES… [N]"));
    };
    let (paths, most, first) = split(rest, 100);
    let mut thinker = Thinker::new(cx.knowledge()?, cx)?;
    let (mut lines, mut games) = (Vec::new(), 0u64);
    for game in files::games(paths).skip(first).take(most) {
        let game = game?.record.game;
        let mut number = games as usize;
        each_position(&game, |position, played| {
            cx.go_on()?;
            number += 1;
            if !number.is_multiple_of(10) {
                return Ok(());
            }
            let thought = thinker.think(position);
            let candidates: Vec<Value> = thought
                .decision
                .table
                .candidates
                .iter()
                .filter(|c| c.reasons().next().is_some())
                .map(|c| {
                    let mut cases: BTreeMap<&str, f64> = BTreeMap::new();
                    c.reasons().for_each(|i| *cases.entry(i.case.name()).or_default() += i.value);
                    json!({"played": c.at == played, "cases": cases})
                })
                .collect();
            lines.push(json!({"move": position.move_number(), "candidates": candidates}).to_string());
            Ok(())
        })?;
        games += 1;
        cx.report(games, most as u64, "games");
    }
    keep::write(out.as_ref(), lines.join("\n") + "\n", Kind::JSON_LINES, cx.force)?;
    Ok(Figures::from([("games".into(), games.into()), ("positions".into(), lines.len().into())]))
}

/// `rules GAMES… [N [FIRST]]`: how often each rule matches in N games (1,000), and how often the match was played.
pub fn rules(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, most, first) = split(args, 1000);
    let knowledge = cx.knowledge()?;
    let mut counts = vec![(0u64, 0u64); knowledge.rules.len()];
    let (mut games, mut positions) = (0u64, 0u64);
    for game in files::games(paths).skip(first).take(most) {
        let game = game?.record.game;
        each_position(&game, |position, played| {
            cx.go_on()?;
            positions += 1;
            let (board, me) = (position.board(), position.to_play());
            for point in board.empty_points() {
                let near = point.neighbours().iter().chain(&point.diagonals()).any(|&p| !board.is_empty(p));
                for (rule, count) in knowledge.rules.iter().zip(&mut counts) {
                    // most pictures need a stone or an edge beside the move; the others are few
                    if !near && !rule.picture.reaches_far() {
                        continue;
                    }
                    let fits = rule.picture.matches(board, point, me)
                        || rule.both && rule.picture.matches(board, point, me.opponent());
                    if fits {
                        count.0 += 1;
                        count.1 += u64::from(point == played);
                    }
                }
            }
            Ok(())
        })?;
        games += 1;
        cx.report(games, most as u64, "games");
    }
    let mut figures = Figures::from([("games".into(), games.into()), ("positions".into(), positions.into())]);
    for (rule, (matches, played)) in knowledge.rules.iter().zip(counts) {
        let share = if matches == 0 { 0.0 } else { (played as f64 / matches as f64 * 1e4).round() / 1e4 };
        figures.insert(format!("rule {}", rule.id), json!({"matches": matches, "played": played, "share": share}));
    }
    Ok(figures)
}
