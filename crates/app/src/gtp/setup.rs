//! Setting up: board size, handicap, positions, records.

use std::path::Path;

use gosedai_board::{Board, Color, Move, Point, Position, Size, handicap};
use gosedai_records::replay::{self, Overrides};

use super::{Answer, Reply, SYNTAX, Session, Table, color_of, join, number_of};

pub const COMMANDS: Table = &[
    ("boardsize", boardsize),
    ("rectangular_boardsize", rectangular_boardsize),
    ("query_boardsize", |s, _| Answer::text(s.size().width())),
    ("clear_board", |s, _| {
        let empty = empty_like(&s.position, s.size());
        s.restart(empty);
        Answer::empty()
    }),
    ("fixed_handicap", |s, args| place_handicap(s, args, fixed_points)),
    ("place_free_handicap", |s, args| place_handicap(s, args, free_points)),
    ("set_free_handicap", set_free_handicap),
    ("get_handicap", |s, _| Answer::text(s.position.handicap())),
    ("set_position", set_position),
    ("loadsgf", loadsgf),
    ("printsgf", |s, _| Answer::text(replay::record_of(&s.position).to_sgf())),
];

fn empty_like(position: &Position, size: Size) -> Position {
    Position::new(size, position.rules(), position.komi())
}

fn boardsize(session: &mut Session, args: &[&str]) -> Reply {
    let side: usize = number_of(args.first())?;
    let second: usize = if args.len() > 1 { number_of(args.get(1))? } else { side };
    resize(session, side, second)
}

fn rectangular_boardsize(session: &mut Session, args: &[&str]) -> Reply {
    resize(session, number_of(args.first())?, number_of(args.get(1))?)
}

fn resize(session: &mut Session, width: usize, height: usize) -> Reply {
    let size = Size::new(width, height).map_err(|_| "unacceptable size".to_owned())?;
    let empty = empty_like(&session.position, size);
    session.restart(empty);
    Answer::empty()
}

/// Points for as many stones as asked for, if the board can have them.
type Placement = fn(Size, usize) -> Option<Vec<Point>>;

fn fixed_points(size: Size, stones: usize) -> Option<Vec<Point>> {
    handicap::fixed(size, stones)
}

/// Fixed placement as far as it goes, then always the free point furthest from the stones (off the edge if possible).
fn free_points(size: Size, stones: usize) -> Option<Vec<Point>> {
    if stones < 2 || stones >= size.area() {
        return None;
    }
    let mut points = handicap::fixed(size, stones.min(handicap::max_fixed(size))).unwrap_or_default();
    while points.len() < stones {
        let free = size.points().filter(|point| !points.contains(point));
        let distance = |point: &Point| points.iter().map(|other| point.manhattan(*other)).min().unwrap_or(0);
        // Third and fourth lines first: stones there are worth more.
        let value = |point: &Point| distance(point).min(4) * 3 + [0, 4, 9, 9, 8][point.line(size).min(5) - 1];
        let best = free.max_by_key(|point| (value(point), std::cmp::Reverse(*point)))?;
        points.push(best);
    }
    Some(points)
}

fn place_handicap(session: &mut Session, args: &[&str], placement: Placement) -> Reply {
    let stones: usize = number_of(args.first())?;
    require_empty(session)?;
    let points = placement(session.size(), stones).ok_or("invalid number of stones")?;
    put_handicap(session, &points)?;
    Answer::text(join(points))
}

fn require_empty(session: &Session) -> Result<(), String> {
    match session.position.board().stones().next() {
        None => Ok(()),
        Some(_) => Err("board not empty".to_owned()),
    }
}

fn set_free_handicap(session: &mut Session, args: &[&str]) -> Reply {
    require_empty(session)?;
    let size = session.size();
    let mut points: Vec<Point> = Vec::new();
    for word in args {
        match size.parse_point(word) {
            Ok(point) if !points.contains(&point) => points.push(point),
            _ => return Err("bad vertex list".to_owned()),
        }
    }
    if points.len() < 2 || points.len() >= size.area() {
        return Err("bad vertex list".to_owned());
    }
    put_handicap(session, &points)?;
    Answer::empty()
}

fn put_handicap(session: &mut Session, points: &[Point]) -> Result<(), String> {
    let old = &session.position;
    let stones = points.iter().map(|&point| (point, Color::Black));
    let board = Board::with_stones(old.size(), stones).map_err(|_| "invalid number of stones".to_owned())?;
    let mut position = Position::from_board(board, Color::White, old.rules(), old.komi());
    position.set_handicap(points.len());
    session.restart(position);
    Ok(())
}

/// `set_position COLOR POINT COLOR POINT …`, as KataGo has it; the history starts anew.
fn set_position(session: &mut Session, args: &[&str]) -> Reply {
    let size = session.size();
    if !args.len().is_multiple_of(2) {
        return Err(SYNTAX.to_owned());
    }
    let mut stones: Vec<(Point, Color)> = Vec::new();
    for pair in args.chunks(2) {
        let color = color_of(pair.first())?;
        match pair[1].parse::<Move>() {
            Ok(Move::Play(point)) if size.contains(point) => stones.push((point, color)),
            Ok(Move::Pass) => {}
            Ok(Move::Play(_)) => return Err("invalid coordinate".to_owned()),
            Err(_) => return Err(SYNTAX.to_owned()),
        }
    }
    let mut points: Vec<Point> = stones.iter().map(|&(point, _)| point).collect();
    points.sort_unstable();
    points.dedup();
    if points.len() < stones.len() {
        return Err("invalid position: a point is given twice".to_owned());
    }
    let board = Board::with_stones(size, stones).map_err(|error| format!("invalid position: {error}"))?;
    let position = Position::from_board(board, Color::Black, session.position.rules(), session.position.komi());
    session.restart(position);
    Answer::empty()
}

/// `loadsgf FILE [MOVE]`: up to, not including, move number MOVE, or the move played at the point MOVE. Answers with
/// the side to move.
fn loadsgf(session: &mut Session, args: &[&str]) -> Reply {
    let (file, until) = split_file(args).ok_or(SYNTAX)?;
    let cannot = |error: &dyn std::fmt::Display| format!("cannot load file: {error}");
    let game = gosedai_engine::files::read_game(Path::new(&file)).map_err(|error| cannot(&error))?;
    let line = replay::main_line(&game);
    let moves = replay::moves_along(&game, &line).map_err(|error| cannot(&error))?;
    let count = match until {
        None => moves.len(),
        Some(word) => match (word.parse::<usize>(), word.parse::<Move>()) {
            (Ok(number), _) => number.saturating_sub(1).min(moves.len()),
            (_, Ok(wanted)) => moves.iter().position(|&(_, _, mv)| mv == wanted).unwrap_or(moves.len()),
            _ => return Err(SYNTAX.to_owned()),
        },
    };
    let overrides =
        Overrides { rules: game.root().raw("RU").is_none().then(|| session.position.rules().set()), komi: None };
    let replayed = replay::replay(&game, &line, Some(count), overrides).map_err(|error| cannot(&error))?;
    let mut position = replayed.position;
    if game.komi().is_none() {
        position.set_komi(session.position.komi());
    }
    // The side that moves next in the record, whoever moved last.
    if let Some(&(_, color, _)) = moves.get(count) {
        position.set_to_play(color);
    }
    session.restart(position);
    Answer::text(session.position.to_play())
}

/// File names may hold blanks; the last word is a move only if a file is left without it.
fn split_file<'a>(args: &[&'a str]) -> Option<(String, Option<&'a str>)> {
    let (last, before) = args.split_last()?;
    let is_move = last.parse::<usize>().is_ok() || last.parse::<Move>().is_ok();
    match is_move && !before.is_empty() && !Path::new(&args.join(" ")).exists() {
        true => Some((before.join(" "), Some(last))),
        false => Some((args.join(" "), None)),
    }
}
