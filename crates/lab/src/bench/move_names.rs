//! Names of moves against people's.

use gosedai_board::{Color, Point, Size};
use gosedai_engine::{ApiError, Context, files};
use gosedai_patterns::move_names;
use serde_json::{Value, json};

use super::Figures;

/// Agreement of names of moves with people's, from a file of positions (`moves`, `last`, `human`).
pub fn names(args: &[String], _cx: &Context) -> Result<Figures, ApiError> {
    let path = args.first().ok_or_else(|| ApiError::bad("args", "name the file of named moves"))?;
    let text = files::text(path.as_ref(), files::MOST_DATA)?;
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
