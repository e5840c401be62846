//! `bench ladder-cases FILE.jsonl`: small positions with ladder and eye questions (`rows`, `commands`), right and wrong.

use gosedai_board::{Board, Color, Point, diagram, ladder};
use gosedai_engine::gnugo;
use gosedai_engine::{ApiError, Context, Stopwatch, files};
use gosedai_reading::tactics::Tactics;
use gosedai_reading::{Budget, Effort, Outcome, Reader};
use serde_json::{Value, json};

use super::Figures;

/// The board of a case: the rows without the mark after the last move.
fn board_of(case: &Value) -> Result<Board, ApiError> {
    let rows: Vec<&str> = case["rows"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    diagram::parse(&rows.join("\n").replace(')', " ")).map_err(ApiError::failed)
}

/// The owner runs from atari: is the string caught all the same?
fn is_caught(board: &Board, target: Point, plain: bool) -> bool {
    if plain && board.in_atari(target) && ladder::captured_defender_first(&mut board.clone(), target) {
        return true;
    }
    Tactics::default().defend(board, target, &Budget::default()).outcome == Outcome::Lose
}

/// Does this stone start a capture of a neighbour of two liberties?
fn starts_capture(board: &Board, at: Point, color: Color) -> bool {
    if !board.is_legal(at, color) {
        return false;
    }
    let mut after = board.clone();
    after.play_forever(at, color);
    let beside = at.neighbours().into_iter().filter(|&p| board.at(p).is(color.opponent()));
    let mut short = beside.filter(|&p| board.liberty_count_to(p, 3) == 2);
    short.any(|p| !after.at(p).is(color.opponent()) || is_caught(&after, p, false))
}

/// The answer to one command, or `None` for a question we do not put (whether a ladder is useful is judgement).
fn answer(board: &mut Board, words: &[&str], reader: &mut Reader) -> Option<bool> {
    let point = |at: usize| words.get(at).and_then(|w| w.to_uppercase().parse::<Point>().ok());
    let color = if words.get(1) == Some(&"b") { Color::Black } else { Color::White };
    match words.first().copied()? {
        "ko" => {
            let banned = point(1)?;
            let enemy = banned.neighbours().into_iter().find_map(|p| board.color_at(p))?;
            board.set_ko(banned, enemy.opponent());
            None
        }
        "ladder" => Some(is_caught(board, point(2)?, true)),
        "ladder_any" => Some(is_caught(board, point(2)?, false)),
        "wouldbe_ladder" | "wouldbe_ladder_any" => Some(starts_capture(board, point(2)?, color)),
        "two_eyes" => Some(gnugo::owl(reader, board, point(1)?, true).code == 0),
        _ => None,
    }
}

pub fn ladder_cases(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let path = args.first().ok_or_else(|| ApiError::bad("args", "name the file of cases"))?;
    let text = files::text(path.as_ref(), files::MOST_DATA)?;
    let mut figures = Figures::new();
    let mut tally = std::collections::BTreeMap::<String, (u32, u32)>::new();
    let (mut wrong, mut left_out) = (Vec::new(), 0);
    let watch = Stopwatch::start();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        cx.go_on()?;
        let case: Value = serde_json::from_str(line).map_err(|e| ApiError::bad("args", format!("{path}: {e}")))?;
        let mut board = board_of(&case)?;
        for command in case["commands"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let words: Vec<&str> = command.split('#').next().unwrap_or("").split_whitespace().collect();
            let found = answer(&mut board, &words, &mut Reader::with(Effort::standard()));
            let (Some(&kind), Some(&wanted)) = (words.first(), words.last()) else { continue };
            match found {
                Some(found) => {
                    let row = tally.entry(kind.to_string()).or_default();
                    row.1 += 1;
                    if found == (wanted == "1") {
                        row.0 += 1;
                    } else {
                        wrong.push(format!("{}: {command}", case["id"].as_str().unwrap_or("?")));
                    }
                }
                None => left_out += u32::from(kind != "ko"),
            }
        }
    }
    for (kind, (right, all)) in tally {
        figures.insert(kind, json!(format!("{right}/{all}")));
    }
    figures.insert("seconds".into(), json!((watch.seconds() * 1000.0).round() / 1000.0));
    figures.insert("wrong".into(), json!(wrong));
    figures.insert("left out (judgement)".into(), json!(left_out));
    Ok(figures)
}
