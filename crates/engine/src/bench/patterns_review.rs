//! Workloads of patterns, search and review.

use std::path::PathBuf;

use gosedai_board::{Color, Move, Point, Position, Rules, Size};
use gosedai_patterns::move_names;
use gosedai_reading::{Budget, Reader};
use gosedai_records::replay::{self, Overrides};
use gosedai_uct::{Config, MonteCarlo, Searcher};
use serde_json::{Value, json};

use super::{Figures, Stopwatch};
use crate::patterns::model_file;
use crate::review::facts::facts;
use crate::review::judge::Judging;
use crate::review::verdict::rank_correlation;
use crate::{ApiError, Context, files};

/// Playouts per second of the search on 9x9 and 19x19, strong and plain, one and two threads.
pub fn uct(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let playouts: u64 = args.first().and_then(|n| n.parse().ok()).unwrap_or(4000);
    let model = model_file::model(cx)?;
    let mut figures = Figures::new();
    for (side, count) in [(9, playouts), (19, playouts / 2)] {
        let size = Size::square(side).map_err(ApiError::failed)?;
        let position = Position::new(size, Rules::CHINESE, 7.5);
        for (name, base, model) in [("strong", Config::STRONG, Some(&*model)), ("plain", Config::PLAIN, None)] {
            for threads in [1, 2] {
                let config = Config { threads, ..base };
                let evaluator = MonteCarlo::new(model, config.style);
                let (watch, wall) = (Stopwatch::start(), std::time::Instant::now());
                Searcher::new(config).search(&position, &evaluator, &|p| p.playouts < count);
                let key = format!("{side}x{side} {name}, {threads} threads");
                let rate = |seconds: f64| json!((count as f64 / seconds).round());
                figures.insert(format!("{key}, per second"), rate(wall.elapsed().as_secs_f64()));
                if threads == 1 {
                    figures.insert(format!("{key}, per processor second"), rate(watch.seconds()));
                }
            }
        }
    }
    Ok(figures)
}

/// Every claim that the review could make about the moves of games, checked again by a reader with five times the budget.
pub fn claims(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, most) = games_and_number(args, 20)?;
    let (mut games, mut moves, mut made, mut failed, mut unknown) = (0, 0, 0, 0, 0);
    let mut wrong: Vec<Value> = Vec::new();
    for game in files::games(&paths).flatten().take(most) {
        cx.go_on()?;
        let record = &game.record.game;
        let line = replay::main_line(record);
        let Ok(played) = replay::moves_along(record, &line) else { continue };
        let Ok(start) = replay::replay(record, &line, Some(0), Overrides::default()) else { continue };
        let mut position = start.position;
        let mut reader = Reader::new(Budget::nodes(1500));
        games += 1;
        cx.report(games, most as u64, "checking claims");
        for (_, color, mv) in played {
            position.set_to_play(color);
            if let Move::Play(point) = mv
                && position.is_legal(mv)
            {
                moves += 1;
                for claim in facts(&position, point, &mut reader) {
                    made += 1;
                    match claim.holds(&position, point, 7500) {
                        Some(true) => {}
                        Some(false) => {
                            failed += 1;
                            wrong.push(json!(format!("game {games} move {moves} {point}: {:?}", claim.fact)));
                        }
                        None => unknown += 1,
                    }
                }
            }
            if position.play(mv).is_err() {
                break;
            }
        }
    }
    wrong.truncate(20);
    Ok(Figures::from([
        ("games".into(), json!(games)),
        ("moves".into(), json!(moves)),
        ("claims".into(), json!(made)),
        ("failed".into(), json!(failed)),
        ("not decided by the second reading".into(), json!(unknown)),
        ("failures".into(), json!(wrong)),
    ]))
}

fn games_and_number(args: &[String], usual: usize) -> Result<(Vec<PathBuf>, usize), ApiError> {
    let number = args.last().and_then(|n| n.parse().ok());
    let paths: Vec<PathBuf> = args.iter().take(args.len() - usize::from(number.is_some())).map(PathBuf::from).collect();
    if paths.is_empty() {
        return Err(ApiError::bad("args", "name games, and how many of them to use"));
    }
    Ok((paths, number.unwrap_or(usual)))
}

/// Agreement of names of moves with people's, from a file of positions (`moves`, `last`, `human`).
pub fn names(args: &[String], _cx: &Context) -> Result<Figures, ApiError> {
    let path = args.first().ok_or_else(|| ApiError::bad("args", "name the file of named moves"))?;
    let text = std::fs::read_to_string(path).map_err(|e| ApiError::failed(format!("cannot read {path}: {e}")))?;
    let (mut rows, mut known, mut any, mut first) = (0, 0, 0, 0);
    let mut missed: std::collections::BTreeMap<String, usize> = Default::default();
    for line in text.lines() {
        let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
        if row["copied"] == true {
            continue;
        }
        rows += 1;
        let wanted: Vec<&str> = row["human"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let wanted_keys: Vec<&str> = wanted.iter().flat_map(|name| keys_of(name)).copied().collect();
        if wanted_keys.is_empty() {
            continue;
        }
        known += 1;
        let Some((board, point, color)) = board_before(&row) else { continue };
        let ours = move_names::names(&board, point, color);
        first += usize::from(ours.first().is_some_and(|name| wanted_keys.contains(name)));
        if ours.iter().any(|name| wanted_keys.contains(name)) {
            any += 1;
        } else {
            let ours = ours.first().copied().unwrap_or("none");
            *missed.entry(format!("{} / {ours}", wanted.join("+"))).or_default() += 1;
        }
    }
    let mut missed: Vec<_> = missed.into_iter().collect();
    missed.sort_by_key(|m| std::cmp::Reverse(m.1));
    let list: Vec<String> = missed.into_iter().take(25).map(|(what, n)| format!("{n} x {what}")).collect();
    Ok(Figures::from([
        ("rows".into(), json!(rows)),
        ("rows with a name we have".into(), json!(known)),
        ("one of our names fits".into(), json!(any as f64 / known.max(1) as f64)),
        ("our first name fits".into(), json!(first as f64 / known.max(1) as f64)),
        ("disagreements (human / ours)".into(), json!(list)),
    ]))
}

/// Our names for a Chinese term; near synonyms count.
fn keys_of(term: &str) -> &'static [&'static str] {
    match term {
        "黏" | "連接" | "粘" | "團" | "填" | "消劫" | "渡過" => &["connect", "solid", "extend"],
        "叫吃" | "反叫吃" => &["atari"],
        "長" | "立下" | "退" | "並" => &["extend", "descend", "press", "turn"],
        "一間跳" => &["one_point_jump"],
        "二間跳" => &["two_point_jump"],
        "扳" | "連扳" => &["hane"],
        "衝" => &["push", "extend"],
        "擋" => &["block"],
        "小飛" | "跨" => &["knight"],
        "大飛" => &["large_knight"],
        "斷" => &["cut"],
        "尖" => &["kosumi"],
        "提" => &["capture"],
        "提劫" => &["take_ko"],
        "碰" => &["attach"],
        "托" => &["attach_under", "attach"],
        "覷" | "刺" => &["peep"],
        "拐" => &["turn"],
        "虎口" => &["tiger_mouth"],
        "頂" => &["bump"],
        "貼" | "壓" => &["press", "extend"],
        "星位" => &["four_four"],
        "小目" => &["three_four"],
        "三三" | "點角" => &["three_three"],
        "高目" => &["four_five"],
        "夾" => &["clamp"],
        "尖頂" => &["kosumi_tsuke"],
        "撲" => &["throw_in"],
        "挖" => &["cut"],
        "鎮" => &["cap"],
        "尖衝" => &["shoulder_hit"],
        "一間低掛" | "一間高掛" | "二間低掛" | "小馬步掛" | "雙飛燕" | "逼" => &["approach"],
        "開拆" => &["side_extension", "two_point_jump"],
        _ => &[],
    }
}

fn board_before(row: &Value) -> Option<(gosedai_board::Board, Point, Color)> {
    let mut board = gosedai_board::Board::new(Size::NINETEEN);
    let words: Vec<&str> = row["moves"].as_str()?.split_whitespace().collect();
    let read = |word: &str| {
        let color = if word.starts_with('B') { Color::Black } else { Color::White };
        Some((color, Point::from_sgf(word.get(1..)?, Size::NINETEEN)?))
    };
    for word in &words[..words.len().checked_sub(1)?] {
        let Some((color, point)) = read(word) else { continue };
        board.check(point, color).ok()?;
        board.play_forever(point, color);
    }
    let (color, point) = read(words.last()?)?;
    board.check(point, color).ok()?;
    Some((board, point, color))
}

/// Rank correlation of the judge's figures between seeds: values of positions, and ranks of the played moves.
pub fn seeds(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, most) = games_and_number(args, 30)?;
    let game = files::games(&paths).next().ok_or_else(|| ApiError::failed("there is no game"))??;
    let record = &game.record.game;
    let line = replay::main_line(record);
    let played = replay::moves_along(record, &line).map_err(ApiError::failed)?;
    let limit = crate::players::Limit { playouts: Some(1200), seconds: None };
    let judge = |seed| Judging { engine: "uct".into(), limit, threads: 1, seed };
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
