//! Questions about the board in GNU Go's manner: liberties, legality, captures, trying moves out.

use gosedai_board::{Color, Move, Point};

use super::{Answer, ILLEGAL, Reply, Session, Table, color_of, join, move_of, point_of};

pub const COMMANDS: Table = &[
    ("color", color),
    ("list_stones", list_stones),
    ("countlib", |s, args| Answer::text(s.position.board().liberty_count(stone(s, args)?))),
    ("findlib", |s, args| Answer::text(join(s.position.board().liberties(stone(s, args)?).iter()))),
    ("worm_stones", |s, args| Answer::text(join(s.position.board().string(stone(s, args)?)))),
    ("is_legal", is_legal),
    ("all_legal", all_legal),
    ("captures", captures),
    ("trymove", trymove),
    ("popgo", popgo),
];

fn stone(session: &Session, args: &[&str]) -> Result<Point, String> {
    let point = point_of(args.first(), session.size())?;
    match session.position.board().color_at(point) {
        Some(_) => Ok(point),
        None => Err("vertex must not be empty".to_owned()),
    }
}

fn color(session: &mut Session, args: &[&str]) -> Reply {
    let point = point_of(args.first(), session.size())?;
    Answer::text(session.position.board().color_at(point).map_or("empty", Color::name))
}

fn list_stones(session: &mut Session, args: &[&str]) -> Reply {
    Answer::text(join(session.position.board().stone_set(color_of(args.first())?).iter()))
}

fn is_legal(session: &mut Session, args: &[&str]) -> Reply {
    let (color, mv) = (color_of(args.first())?, move_of(args.get(1))?);
    Answer::text(u8::from(session.position.check(color, mv).is_ok()))
}

fn all_legal(session: &mut Session, args: &[&str]) -> Reply {
    let position = session.position_for(color_of(args.first())?);
    Answer::text(join(position.legal_points()))
}

/// Prisoners taken by a side.
fn captures(session: &mut Session, args: &[&str]) -> Reply {
    Answer::text(session.position.board().captured(color_of(args.first())?.opponent()))
}

fn trymove(session: &mut Session, args: &[&str]) -> Reply {
    let (color, mv) = (color_of(args.first())?, move_of(args.get(1))?);
    if mv == Move::Pass {
        return Err(ILLEGAL.to_owned());
    }
    session.position.play_as(color, mv).map_err(|_| ILLEGAL.to_owned())?;
    session.tried += 1;
    Answer::empty()
}

fn popgo(session: &mut Session, _: &[&str]) -> Reply {
    if session.tried == 0 || !session.position.undo() {
        return Err("stack empty".to_owned());
    }
    session.tried -= 1;
    Answer::empty()
}
