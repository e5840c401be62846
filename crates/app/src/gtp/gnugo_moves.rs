//! More of GNU Go's commands: moves and scores of the whole board, eyes, and the proof of a single move.

use gosedai_board::{Color, Move, Point};
use gosedai_engine::gnugo::{Budget, Trust};
use serde_json::{Value, json};

use super::proof::{self, Aim};
use super::{Answer, Reply, SYNTAX, Session, Table, color_of, point_of};

/// Positions spent on the proof of a move, unless the command says otherwise.
const PROOF_NODES: u64 = 100_000;

pub const COMMANDS: Table = &[
    ("estimate_score", |s, _| estimate_score(s, s.position.to_play())),
    ("new_score", |s, args| estimate_score(s, color_of(args.first())?)),
    ("gg_genmove", |s, args| super::standard::reg_genmove(s, args.get(..1).unwrap_or_default())),
    ("restricted_genmove", restricted_genmove),
    ("top_moves", |s, _| top_moves(s, s.position.to_play())),
    ("top_moves_black", |s, _| top_moves(s, Color::Black)),
    ("top_moves_white", |s, _| top_moves(s, Color::White)),
    ("eval_eye", eval_eye),
    ("gosedai-prove", prove),
];

/// Asks the facade about the position with this side to move, as HTTP would.
fn facade(session: &Session, name: &str, color: Color, mut request: Value) -> Result<Value, String> {
    let entry = gosedai_engine::catalogue().into_iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| format!("'{name}' is not built in"))?;
    request["sgf"] = json!(gosedai_records::replay::record_of(&session.position_for(color)).to_sgf());
    (entry.run)(request, &session.context).map_err(|error| error.to_string())
}

/// `W+3.5 (upper bound: …, lower: …)`: one estimate, so both bounds are the same; GNU Go counts them for White. `new_score C`
/// says it with that side to move.
fn estimate_score(session: &mut Session, to_play: Color) -> Reply {
    let report = facade(session, "explain", to_play, json!({}))?;
    let lead = report["judgement"]["score"].as_f64().ok_or("the position was not judged")?;
    let winner = if lead < 0.0 { 'W' } else { 'B' };
    let white = -lead;
    Answer::text(format!("{winner}+{:.1} (upper bound: {white:.1}, lower: {white:.1})", lead.abs()))
}

/// Candidates with their values, best first.
fn candidates(session: &Session, color: Color) -> Result<Vec<(String, f64)>, String> {
    let report = facade(session, "explain", color, json!({}))?;
    let rows = report["candidates"].as_array().cloned().unwrap_or_default();
    let row = |row: &Value| Some((row["move"].as_str()?.to_owned(), row["total"].as_f64()?));
    Ok(rows.iter().filter_map(row).collect())
}

fn top_moves(session: &mut Session, color: Color) -> Reply {
    let list = candidates(session, color)?;
    let words: Vec<String> = list.iter().take(10).map(|(mv, value)| format!("{mv} {value:.2}")).collect();
    Answer::text(words.join(" "))
}

/// `restricted_genmove C P…`: the best of the moves named, or the first legal one if none of them is a candidate.
fn restricted_genmove(session: &mut Session, args: &[&str]) -> Reply {
    let color = color_of(args.first())?;
    let mut allowed = Vec::new();
    for word in args.iter().skip(1) {
        allowed.push(point_of(Some(word), session.size())?);
    }
    allowed.retain(|&point| session.position_for(color).is_legal(Move::Play(point)));
    let named = |mv: &str| mv.parse::<Point>().is_ok_and(|point| allowed.contains(&point));
    let best = candidates(session, color)?.into_iter().map(|(mv, _)| mv).find(|mv| named(mv));
    match best.or_else(|| allowed.first().map(Point::to_string)) {
        Some(mv) => Answer::text(mv),
        None => Answer::text("PASS"),
    }
}

/// `eval_eye P`: eyes of the group around P with its owner moving first and with the opponent moving first; where they
/// differ, the attacking and the defending move.
fn eval_eye(session: &mut Session, args: &[&str]) -> Reply {
    let point = point_of(args.first(), session.size())?;
    let board = session.position.board();
    let stone = std::iter::once(point).chain(point.neighbours()).find(|&p| board.color_at(p).is_some());
    let stone = stone.ok_or("no stone beside this point")?;
    let owner = board.color_at(stone).unwrap_or(Color::Black);
    let report = facade(session, "eyes", session.position.to_play(), json!({ "target": stone.to_string() }))?;
    let [own, other] =
        if owner == Color::Black { ["black", "white"] } else { ["white", "black"] }.map(|c| format!("eyes_{c}_first"));
    let (Some(most), Some(least)) = (report[own].as_i64(), report[other].as_i64()) else {
        return Err("the eye space is too large".to_owned());
    };
    let mut text = format!("{most} {least}");
    if most != least {
        let name = point.to_string();
        let spaces = report["spaces"].as_array().cloned().unwrap_or_default();
        let holds = |space: &&Value| space["points"].as_array().into_iter().flatten().any(|p| p == name.as_str());
        if let Some(space) = spaces.iter().find(holds).or(spaces.first()) {
            let word = |key: &str| space[key].as_str().unwrap_or("PASS").to_owned();
            text.push_str(&format!(" {} {}", word("destroy"), word("make")));
        }
    }
    Answer::text(text)
}

/// `gosedai-prove attack|defend MOVE P [NODES]`, `gosedai-prove connect|disconnect MOVE P Q [NODES]`: what this move (or
/// `any`) reaches by the exact search: a code (0 to 3, `?`), and `proved`, `judged` or `unknown`.
fn prove(session: &mut Session, args: &[&str]) -> Reply {
    let size = session.size();
    let (what, play) = match args {
        [what, "any", ..] => (*what, None),
        [what, play, ..] => (*what, Some(point_of(Some(play), size)?)),
        _ => return Err(SYNTAX.to_owned()),
    };
    let point = |at: usize| point_of(args.get(at), size);
    let (aim, used) = match what {
        "attack" => (Aim::Capture(point(2)?), 3),
        "defend" => (Aim::Save(point(2)?), 3),
        "connect" => (Aim::Join(point(2)?, point(3)?), 4),
        "disconnect" => (Aim::Cut(point(2)?, point(3)?), 4),
        _ => return Err(SYNTAX.to_owned()),
    };
    let nodes = match args.get(used) {
        Some(word) => word.parse().map_err(|_| SYNTAX.to_owned())?,
        None => PROOF_NODES,
    };
    let (outcome, trust) = proof::weigh(session.position.board(), aim, play, &Budget::nodes(nodes));
    let word = match trust {
        Trust::Proved => "proved",
        Trust::Judged => "judged",
        Trust::None => "unknown",
    };
    let code = if trust == Trust::None { "?".to_owned() } else { outcome.code().to_string() };
    Answer::text(format!("{code} {word}"))
}
