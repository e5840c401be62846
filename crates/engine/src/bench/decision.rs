//! Workloads of the decision: agreement with professionals, what each rule is worth, and whole games without a fault.

use std::collections::BTreeMap;

use gosedai_board::{Color, Move, Point, Position, RuleSet, Size};
use gosedai_records::{GameTree, replay};
use serde_json::{Value, json};

use super::{Figures, Stopwatch};
use crate::players::{self, Decision, Limit, PlayerOptions, Thinker};
use crate::{ApiError, Context, files};

/// The leading arguments are games; a last plain number says how many.
fn split(args: &[String], usual: usize) -> (&[String], usize) {
    match args.split_last() {
        Some((last, rest)) if last.parse::<usize>().is_ok() => (rest, last.parse().unwrap_or(usual)),
        _ => (args, usual),
    }
}

/// Main line of a game with the position before each move.
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
        position.play_as(color, mv).map_err(ApiError::failed)?;
    }
    Ok(())
}

/// `decision-agreement GAMES… [N]`: every move of N games (50), ranked in the score table.
pub fn agreement(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, most) = split(args, 50);
    let mut thinker = Thinker::new(cx.knowledge()?, cx)?;
    let (mut moves, mut games) = (0u64, 0u64);
    let mut within = [0u64; 4];
    let (mut named, mut seconds) = (0u64, 0.0);
    let mut by_case: BTreeMap<&'static str, u64> = BTreeMap::new();
    for game in files::games(paths).take(most) {
        let game = game?.record.game;
        each_position(&game, |position, played| {
            cx.go_on()?;
            let watch = Stopwatch::start();
            let thought = thinker.think(position);
            seconds += watch.seconds();
            moves += 1;
            let rank = thought.decision.table.rank(played).unwrap_or(usize::MAX);
            for (slot, limit) in within.iter_mut().zip([1, 5, 10, 20]) {
                *slot += u64::from(rank <= limit);
            }
            if rank <= 20 {
                let reasons = thought.decision.table.at(played).into_iter().flat_map(|c| c.reasons());
                let mut cases: Vec<&'static str> =
                    reasons.map(|i| i.case).filter(|case| *case != "experience").collect();
                named += u64::from(!cases.is_empty());
                cases.dedup();
                cases.into_iter().for_each(|case| *by_case.entry(case).or_default() += 1);
            }
            Ok(())
        })?;
        games += 1;
        cx.report(games, most as u64, "games");
    }
    let share = |n: u64, of: u64| if of == 0 { 0.0 } else { (n as f64 / of as f64 * 1e4).round() / 1e4 };
    Ok(Figures::from([
        ("games".into(), games.into()),
        ("moves".into(), moves.into()),
        ("top1".into(), share(within[0], moves).into()),
        ("top5".into(), share(within[1], moves).into()),
        ("top10".into(), share(within[2], moves).into()),
        ("top20".into(), share(within[3], moves).into()),
        ("named_intention_in_top20".into(), share(named, within[3]).into()),
        ("milliseconds_per_move".into(), ((seconds * 1e5 / moves.max(1) as f64).round() / 100.0).into()),
        ("played_moves_by_case".into(), json!(by_case)),
    ]))
}

/// `decision-features OUT GAMES… [N]`: for every tenth move of N games (100), what each case gives each candidate and which
/// one was played, as JSON lines: the material from which `training/decision/fit.py` fits the weights of the cases.
pub fn features(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let Some((out, rest)) = args.split_first() else {
        return Err(ApiError::bad("args", "say: decision-features OUT GAMES… [N]"));
    };
    let (paths, most) = split(rest, 100);
    let mut thinker = Thinker::new(cx.knowledge()?, cx)?;
    let (mut lines, mut games) = (Vec::new(), 0u64);
    for game in files::games(paths).take(most) {
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
                    c.reasons().for_each(|i| *cases.entry(i.case).or_default() += i.value);
                    json!({"played": c.at == played, "cases": cases})
                })
                .collect();
            lines.push(json!({"move": position.move_number(), "candidates": candidates}).to_string());
            Ok(())
        })?;
        games += 1;
        cx.report(games, most as u64, "games");
    }
    std::fs::write(out, lines.join("\n") + "\n").map_err(|e| ApiError::failed(format!("cannot write {out}: {e}")))?;
    Ok(Figures::from([("games".into(), games.into()), ("positions".into(), lines.len().into())]))
}

/// `rules GAMES… [N]`: how often each rule matches in N games (1,000), and how often the match was played.
pub fn rules(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, most) = split(args, 1000);
    let knowledge = cx.knowledge()?;
    let mut counts = vec![(0u64, 0u64); knowledge.rules.len()];
    let (mut games, mut positions) = (0u64, 0u64);
    for game in files::games(paths).take(most) {
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

/// `self-play ENGINE SIZE GAMES [FIRST] [RULES]`: whole games from number FIRST on (each has its own opening); any illegal move or error ends the run.
pub fn self_play(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let usage = || ApiError::bad("args", "say: self-play ENGINE SIZE GAMES [FIRST] [RULES]");
    let [engine, side, games, rest @ ..] = args else { return Err(usage()) };
    let side: usize = side.parse().map_err(|_| usage())?;
    let count: u64 = games.parse().map_err(|_| usage())?;
    let size = Size::square(side).map_err(|e| ApiError::bad("size", e))?;
    let (first, rest) = match rest.first().and_then(|text| text.parse::<u64>().ok()) {
        Some(first) => (first, &rest[1..]),
        None => (0, rest),
    };
    let sets: Vec<RuleSet> = match rest.first() {
        Some(name) => vec![name.parse().map_err(|e| ApiError::bad("rules", e))?],
        None => RuleSet::ALL.to_vec(),
    };
    let (mut black, mut moves, mut resigned, mut unfinished) = (0u64, 0u64, 0u64, 0u64);
    let mut by_rules: BTreeMap<String, Value> = BTreeMap::new();
    let watch = Stopwatch::start();
    for number in first..first + count {
        let rules = sets[number as usize % sets.len()];
        let options = PlayerOptions { engine: engine.clone(), seed: number + 1, ..PlayerOptions::default() };
        let mut player = players::create(&options, cx)?;
        let mut position = Position::new(size, rules.rules(), rules.usual_komi());
        // every fourth game with handicap
        if number % 4 == 3
            && let Some(points) = gosedai_board::handicap::fixed(size, 2 + (number as usize / 4) % 3)
        {
            let stones = points.len();
            let board = gosedai_board::Board::with_stones(size, points.into_iter().map(|p| (p, Color::Black)));
            position = Position::from_board(board.map_err(ApiError::failed)?, Color::White, rules.rules(), 0.5);
            position.set_handicap(stones);
        }
        // a random opening makes games different
        let mut rng = gosedai_board::Rng::new(number);
        for _ in 0..rng.below(5) {
            let legal = position.legal_points();
            position.play(Move::Play(legal[rng.below(legal.len())])).map_err(ApiError::failed)?;
        }
        let limit = size.area() * 3;
        let winner = loop {
            cx.go_on()?;
            if position.is_over() {
                break crate::dead_stones::score(&position).margin() > 0.0;
            }
            if position.move_number() >= limit {
                unfinished += 1;
                break false;
            }
            match player.choose(&position, Limit::default(), cx)?.decision {
                Decision::Resign => {
                    resigned += 1;
                    break position.to_play() == Color::White;
                }
                Decision::Play(mv) => position.play(mv).map_err(|e| {
                    ApiError::failed(format!("game {}, move {}: {e}", number + 1, position.move_number() + 1))
                })?,
            }
        };
        black += u64::from(winner);
        moves += position.move_number() as u64;
        let entry = by_rules.entry(rules.to_string()).or_insert(json!(0));
        *entry = json!(entry.as_u64().unwrap_or(0) + 1);
        cx.report(number + 1 - first, count, "games");
    }
    Ok(Figures::from([
        ("games".into(), count.into()),
        ("moves".into(), moves.into()),
        ("black_wins".into(), black.into()),
        ("resigned".into(), resigned.into()),
        ("stopped_at_move_limit".into(), unfinished.into()),
        ("milliseconds_per_move".into(), ((watch.seconds() * 1e5 / moves.max(1) as f64).round() / 100.0).into()),
        ("games_by_rules".into(), json!(by_rules)),
    ]))
}
