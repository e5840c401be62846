//! GNU Go's analysis commands (`attack`, `defend`, `owl_attack`, `connect`…) with GNU Go's answer format, so that its
//! regression files run unchanged. Each row is a command of the session; results are a code and a move.

use gosedai_board::safety::{Settled, Settlement};
use gosedai_board::{Color, Move, Point, PointSet};
use gosedai_engine::gnugo::{self, Reader};

use super::{Answer, ILLEGAL, Reply, SYNTAX, Session, Table, color_of, join, point_of};

pub const COMMANDS: Table = &[
    // Depths are not counted as GNU Go counts them; its regression files set and reset them.
    ("increase_depths", |_, _| Answer::empty()),
    ("decrease_depths", |_, _| Answer::empty()),
    ("reset_owl_node_counter", |_, _| Answer::empty()),
    ("reset_reading_node_counter", |_, _| Answer::empty()),
    ("reset_connection_node_counter", |_, _| Answer::empty()),
    ("reset_life_node_counter", |_, _| Answer::empty()),
    ("clear_cache", |s, _| {
        s.player.reset();
        Answer::empty()
    }),
    ("black", |s, args| put(s, Color::Black, args)),
    ("white", |s, args| put(s, Color::White, args)),
    ("attack", |s, args| Answer::text(attack(s, &[stone(s, args, 0)?])?)),
    ("defend", |s, args| {
        let target = stone(s, args, 0)?;
        Answer::text(gnugo::defend(&mut reader(s)?, s.position.board(), target))
    }),
    ("attack_either", |s, args| {
        let targets = [stone(s, args, 0)?, stone(s, args, 1)?];
        Answer::text(u8::from(attack(s, &targets)?.code > 0))
    }),
    ("ladder_attack", |s, args| {
        let target = stone(s, args, 0)?;
        Answer::text(gnugo::ladder_attack(&mut reader(s)?, s.position.board(), target))
    }),
    ("does_attack", |s, args| does(s, args, true, false)),
    ("does_defend", |s, args| does(s, args, false, false)),
    ("owl_does_attack", |s, args| does(s, args, true, true)),
    ("owl_does_defend", |s, args| does(s, args, false, true)),
    ("connect", |s, args| connection(s, args, true)),
    ("disconnect", |s, args| connection(s, args, false)),
    ("owl_attack", |s, args| owl(s, args, true)),
    ("owl_defend", |s, args| owl(s, args, false)),
    ("owl_connection_defends", owl_connection_defends),
    ("analyze_semeai", semeai),
    ("tactical_analyze_semeai", semeai),
    ("unconditional_status", unconditional_status),
    ("defend_both", |s, args| {
        let targets = [stone(s, args, 0)?, stone(s, args, 1)?];
        same_color(s, targets)?;
        Answer::text(gnugo::defend_both(&mut reader(s)?, s.position.board(), targets))
    }),
    ("combination_attack", |s, args| {
        let found = gnugo::combination_attack(&mut reader(s)?, s.position.board(), color_of(args.first())?);
        Answer::text(found.map_or_else(|| "PASS".to_owned(), |found| found.play.to_string()))
    }),
    ("combination_defend", |s, args| {
        let plays = gnugo::combination_defend(&mut reader(s)?, s.position.board(), color_of(args.first())?);
        Answer::text(if plays.is_empty() { "PASS".to_owned() } else { join(plays) })
    }),
    ("break_in", |s, args| way_in(s, args, true)),
    ("block_off", |s, args| way_in(s, args, false)),
    ("dragon_status", dragon_status),
    ("dragon_stones", |s, args| Answer::text(join(Reader::group(s.position.board(), stone(s, args, 0)?).iter()))),
    ("same_dragon", |s, args| {
        let (one, other) = (stone(s, args, 0)?, stone(s, args, 1)?);
        Answer::text(u8::from(Reader::group(s.position.board(), one).contains(other)))
    }),
];

/// The reader that every surface asks.
fn reader(session: &Session) -> Result<Reader, String> {
    gosedai_engine::reader(&session.context, &session.position).map_err(|error| error.to_string())
}

fn stone(session: &Session, args: &[&str], at: usize) -> Result<Point, String> {
    let point = point_of(args.get(at), session.size())?;
    match session.position.board().color_at(point) {
        Some(_) => Ok(point),
        None => Err("vertex must not be empty".to_owned()),
    }
}

fn put(session: &mut Session, color: Color, args: &[&str]) -> Reply {
    let point = point_of(args.first(), session.size())?;
    session.position.play_as(color, Move::Play(point)).map_err(|_| ILLEGAL.to_owned())?;
    Answer::empty()
}

/// Any of the targets.
fn attack(session: &Session, targets: &[Point]) -> Result<gnugo::Coded, String> {
    Ok(gnugo::attack(&mut reader(session)?, session.position.board(), targets))
}

/// The move first, then the target.
fn does(session: &mut Session, args: &[&str], killing: bool, whole: bool) -> Reply {
    let play = point_of(args.first(), session.size())?;
    let target = stone(session, args, 1)?;
    if !session.position.board().is_empty(play) {
        return Err("move vertex is not empty".to_owned());
    }
    let ask = if whole { gnugo::owl_does } else { gnugo::does };
    Answer::text(ask(&mut reader(session)?, session.position.board(), play, target, killing))
}

fn owl(session: &mut Session, args: &[&str], killing: bool) -> Reply {
    let target = stone(session, args, 0)?;
    Answer::text(gnugo::owl(&mut reader(session)?, session.position.board(), target, killing))
}

fn connection(session: &mut Session, args: &[&str], joining: bool) -> Reply {
    let (from, to) = (stone(session, args, 0)?, stone(session, args, 1)?);
    same_color(session, [from, to])?;
    Answer::text(gnugo::connection(&mut reader(session)?, session.position.board(), from, to, joining))
}

fn same_color(session: &Session, [one, other]: [Point; 2]) -> Result<(), String> {
    let board = session.position.board();
    if board.at(one) == board.at(other) { Ok(()) } else { Err("vertices must have same color".to_owned()) }
}

/// What no sequence of the opponent's moves alone changes.
fn unconditional_status(session: &mut Session, args: &[&str]) -> Reply {
    let point = point_of(args.first(), session.size())?;
    let board = session.position.board();
    Answer::text(match Settlement::of(board).at(board, point) {
        Settled::Alive => "alive",
        Settled::Dead => "dead",
        Settled::Territory(Color::Black) => "black_territory",
        Settled::Territory(Color::White) => "white_territory",
        Settled::Open => "undecided",
    })
}

/// A string, and the points of an area.
fn way_in(session: &mut Session, args: &[&str], entering: bool) -> Reply {
    let from = stone(session, args, 0)?;
    let mut area = PointSet::EMPTY;
    for word in args.iter().skip(1) {
        area.insert(point_of(Some(word), session.size())?);
    }
    if area.is_empty() {
        return Err(SYNTAX.to_owned());
    }
    Answer::text(gnugo::break_in(&reader(session)?, session.position.board(), from, area, entering))
}

/// After the move, are the groups of both stones safe from being killed?
fn owl_connection_defends(session: &mut Session, args: &[&str]) -> Reply {
    let play = point_of(args.first(), session.size())?;
    let (one, other) = (stone(session, args, 1)?, stone(session, args, 2)?);
    let board = session.position.board();
    let mut reader = reader(session)?;
    let mut safe = |target| gnugo::owl_does(&mut reader, board, play, target, false) == 1;
    Answer::text(u8::from(safe(one) && safe(other)))
}

fn semeai(session: &mut Session, args: &[&str]) -> Reply {
    let (own, other) = (stone(session, args, 0)?, stone(session, args, 1)?);
    let (defence, attack, play) = gnugo::semeai(&mut reader(session)?, session.position.board(), own, other);
    let play = match play {
        Some(Move::Play(point)) => point.to_string(),
        _ => "PASS".to_owned(),
    };
    Answer::text(format!("{defence} {attack} {play}"))
}

fn dragon_status(session: &mut Session, args: &[&str]) -> Reply {
    let target = stone(session, args, 0)?;
    let board = session.position.board();
    let mut reader = reader(session)?;
    let [attack, defend] = gnugo::dragon(&mut reader, board, target);
    if attack.code == 0 {
        return Answer::text("alive");
    }
    let play = |coded: &gnugo::Coded| match coded.play {
        Some(Move::Play(point)) => point.to_string(),
        _ => "PASS".to_owned(),
    };
    if defend.code == 0 {
        return Answer::text("dead");
    }
    Answer::text(format!("critical {} {}", play(&attack), play(&defend)))
}
