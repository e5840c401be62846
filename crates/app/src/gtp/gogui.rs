//! GoGui: set-up and play of sequences, and layers drawn on the board by `gogui-analyze_commands`.

use gosedai_board::{Board, Color, Move, Point, Position, safety};
use gosedai_engine::numbers;
use serde_json::{Value, json};

use super::{Answer, Reply, SYNTAX, Session, Table, analyze, color_of, join, scoring};

pub const COMMANDS: Table = &[
    ("gogui-analyze_commands", analyze_commands),
    ("gogui-interrupt", |_, _| Answer::empty()),
    ("gogui-play_sequence", play_sequence),
    ("gogui-setup", setup),
    ("gogui-setup_player", |s, args| {
        s.position.set_to_play(color_of(args.first())?);
        s.player.reset();
        Answer::empty()
    }),
    ("gosedai-safe", safe),
    ("gosedai-status", status),
    ("gosedai-candidates", candidates),
    ("gosedai-ownership", ownership),
    ("gosedai-groups", groups),
    ("gosedai-why", why),
    ("gosedai-param", param),
];

fn analyze_commands(_: &mut Session, _: &[&str]) -> Reply {
    let explain = facade_has("explain");
    let lines = [
        (true, "gfx/Territory and dead stones/gosedai-status"),
        (true, "gfx/Unconditionally alive (Benson)/gosedai-safe"),
        (true, "gfx/Candidate moves/gosedai-candidates"),
        (true, "dboard/Expected owner/gosedai-ownership"),
        (explain, "gfx/Groups and their strength/gosedai-groups"),
        (explain, "string/Why this move/gosedai-why"),
        (true, "plist/Legal moves/all_legal %c"),
        (true, "plist/Liberties/findlib %p"),
        (true, "string/Final score/final_score"),
        (true, "param/Settings/gosedai-param"),
    ];
    Answer::text(lines.iter().filter(|(there, _)| *there).map(|(_, line)| *line).collect::<Vec<_>>().join("\n"))
}

/// `gogui-play_sequence B D4 W Q16 …`: all or nothing.
fn play_sequence(session: &mut Session, args: &[&str]) -> Reply {
    if !args.len().is_multiple_of(2) {
        return Err(SYNTAX.to_owned());
    }
    let mut trial = session.position.clone();
    for pair in args.chunks(2) {
        let color = color_of(pair.first())?;
        let mv: Move = pair[1].parse().map_err(|_| SYNTAX.to_owned())?;
        trial.play_as(color, mv).map_err(|_| super::ILLEGAL.to_owned())?;
    }
    session.position = trial;
    Answer::empty()
}

/// `gogui-setup B D4 W Q16 …`: stones put on top of what stands; the history starts anew.
fn setup(session: &mut Session, args: &[&str]) -> Reply {
    if !args.len().is_multiple_of(2) {
        return Err(SYNTAX.to_owned());
    }
    let old = &session.position;
    let mut stones: Vec<(Point, Color)> = old.board().stones().collect();
    for pair in args.chunks(2) {
        let color = color_of(pair.first())?;
        let point = old.size().parse_point(pair[1]).map_err(|_| SYNTAX.to_owned())?;
        stones.retain(|&(other, _)| other != point);
        stones.push((point, color));
    }
    let board = Board::with_stones(old.size(), stones).map_err(|error| format!("invalid position: {error}"))?;
    let position = Position::from_board(board, old.to_play(), old.rules(), old.komi());
    session.restart(position);
    Answer::empty()
}

/// A line of GoGui graphics, left out if there is nothing to draw.
fn gfx(verb: &str, points: impl IntoIterator<Item = Point>) -> Option<String> {
    let points = join(points);
    (!points.is_empty()).then(|| format!("{verb} {points}"))
}

fn safe(session: &mut Session, _: &[&str]) -> Reply {
    let board = session.position.board();
    let mut lines = Vec::new();
    for (color, verb, paint) in [(Color::Black, "BLACK", "#2a7a2a"), (Color::White, "WHITE", "#90ee90")] {
        let found = safety::unconditionally_alive(board, color);
        lines.extend(gfx(verb, found.territory.iter()));
        lines.extend(gfx(&format!("COLOR {paint}"), found.alive.iter()));
    }
    Answer::text(lines.join("\n"))
}

fn status(session: &mut Session, _: &[&str]) -> Reply {
    let found = scoring::status(session);
    let score = session.position.score(&found.dead);
    let mut lines = Vec::new();
    lines.extend(gfx("BLACK", score.territory[0].iter()));
    lines.extend(gfx("WHITE", score.territory[1].iter()));
    lines.extend(gfx("MARK", found.dead.iter()));
    lines.extend(gfx("CIRCLE", found.seki.iter()));
    lines.push(format!("TEXT {}", score.result()));
    Answer::text(lines.join("\n"))
}

fn candidates(session: &mut Session, _: &[&str]) -> Reply {
    let analysis = analyze::quick(session, 1.0)?;
    let mut moves: Vec<_> = analysis.moves.iter().collect();
    moves.sort_by_key(|info| info.order);
    let mut lines = Vec::new();
    for info in moves.iter().take(8) {
        if let Move::Play(point) = info.mv {
            lines.push(format!("LABEL {point} {:.0}", info.win_rate * 100.0));
        }
    }
    if let Some(best) = moves.first() {
        let mut color = session.position.to_play();
        let mut variation = String::from("VAR");
        for mv in best.pv.iter().take(8) {
            variation.push_str(&format!(" {} {mv}", if color == Color::Black { "b" } else { "w" }));
            color = color.opponent();
        }
        lines.push(variation);
        lines.push(format!("TEXT {} {:.1}% after {} visits", best.mv, best.win_rate * 100.0, analysis.visits));
    }
    Answer::text(lines.join("\n"))
}

/// Numbers in the rows of the board, from −1 (white) to 1 (black).
fn ownership(session: &mut Session, _: &[&str]) -> Reply {
    let analysis = analyze::quick(session, 1.0)?;
    let size = session.size();
    if analysis.ownership.is_none() {
        return Err(format!("the player '{}' does not know the owners of points", session.player.name()));
    }
    let mut text = String::from("\n");
    for y in (0..size.height()).rev() {
        let row: Vec<String> = (0..size.width())
            .map(|x| format!("{:.2}", analyze::owner(&analysis, Point::new(x, y), size).unwrap_or(0.0)))
            .collect();
        text.push_str(&row.join(" "));
        text.push('\n');
    }
    Answer::text(text)
}

fn facade_has(name: &str) -> bool {
    gosedai_engine::catalogue().iter().any(|entry| entry.name == name)
}

/// Asks the facade about the position, as HTTP would.
fn facade(session: &Session, name: &str) -> Result<Value, String> {
    let entry = gosedai_engine::catalogue().into_iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| format!("'{name}' is not built in"))?;
    let sgf = gosedai_records::replay::record_of(&session.position).to_sgf();
    (entry.run)(json!({ "sgf": sgf }), &session.context).map_err(|error| error.to_string())
}

/// Every group labelled with its strength, weak ones marked.
fn groups(session: &mut Session, _: &[&str]) -> Reply {
    let report = facade(session, "explain")?;
    let mut lines = Vec::new();
    for group in report["groups"].as_array().into_iter().flatten() {
        let stones: Vec<&str> = group["stones"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let (Some(first), Some(strength)) = (stones.first(), group["strength"].as_f64()) else { continue };
        lines.push(format!("LABEL {first} {strength:.1}"));
        if group["class"].as_str().is_some_and(|class| class.contains("weak") || class.contains("dead")) {
            lines.push(format!("COLOR #e06060 {}", stones.join(" ")));
        }
    }
    Answer::text(lines.join("\n"))
}

/// The move the decision would make and its reasons, a line each.
fn why(session: &mut Session, _: &[&str]) -> Reply {
    let report = facade(session, "explain")?;
    let chosen = report["move"].as_str().unwrap_or("pass").to_owned();
    let mut lines = vec![chosen.clone()];
    lines.extend(reasons_for(&report, &chosen));
    Answer::text(lines.join("\n"))
}

/// What the explanation of the position says for a move.
fn reasons_for(report: &Value, mv: &str) -> Vec<String> {
    let candidates = report["candidates"].as_array().into_iter().flatten();
    let reasons = candidates.filter(|candidate| candidate["move"] == mv).flat_map(|candidate| {
        candidate["reasons"].as_array().into_iter().flatten().filter_map(|reason| reason["text"].as_str())
    });
    reasons.map(str::to_owned).collect()
}

pub(super) fn reasons(session: &Session, mv: Move) -> Vec<String> {
    facade(session, "explain").map(|report| reasons_for(&report, &mv.to_string())).unwrap_or_default()
}

/// GoGui's dialog of settings: without words the list, with a name and a value a change.
fn param(session: &mut Session, args: &[&str]) -> Reply {
    let show = |value: Option<String>| value.unwrap_or_else(|| "0".to_owned());
    let [name, value] = args else {
        let options = &session.options;
        return Answer::text(format!(
            "[string] playouts {}\n[string] seconds {}\n[string] rules {}\n[string] komi {}",
            show(options.playouts.map(|n| n.to_string())),
            show(options.seconds.map(|s| s.to_string())),
            session.position.rules().set(),
            session.position.komi()
        ));
    };
    let number = || value.parse::<f64>().ok().filter(|n| (0.0..=1e12).contains(n)).ok_or(SYNTAX.to_owned());
    match *name {
        // Zero takes the limit away.
        "playouts" => session.options.playouts = Some(number()? as u64).filter(|&playouts| playouts > 0),
        "seconds" => {
            let seconds = numbers::clock("seconds", value.parse().map_err(|_| SYNTAX.to_owned())?);
            session.options.seconds = Some(seconds.map_err(|error| error.to_string())?).filter(|&s| s > 0.0);
        }
        "rules" => return session.answer("kata-set-rules", &[value]),
        "komi" => return session.answer("komi", &[value]),
        _ => return Err(format!("there is no setting '{name}'")),
    }
    Answer::empty()
}
