//! Analysis that goes on until the next line comes in: `lz-analyze`, `kata-analyze`, Sabaki's `analyze`, and the
//! `genmove_analyze` forms, which play the move in the end.

mod lines;
mod wishes;

use std::time::{Duration, Instant};

use gosedai_board::{Move, Point, Position, Size};
use gosedai_engine::players::{Act, Analysis, Limit, Question};

use super::{Answer, Reply, Session, Table, standard};
use lines::line_of;
use wishes::Wishes;

pub const COMMANDS: Table = &[
    ("lz-analyze", |s, args| analyze(s, args, Style::Leela)),
    ("kata-analyze", |s, args| analyze(s, args, Style::Kata)),
    ("analyze", |s, args| analyze(s, args, Style::Sabaki)),
    ("lz-genmove_analyze", |s, args| genmove_analyze(s, args, Style::Leela)),
    ("kata-genmove_analyze", |s, args| genmove_analyze(s, args, Style::Kata)),
    ("genmove_analyze", |s, args| genmove_analyze(s, args, Style::Sabaki)),
    ("stop", |_, _| Answer::empty()),
];

/// Leela Zero writes whole numbers of 0.01 %, KataGo shares of 1 and scores. What has no prefix is Sabaki's, which reads whole
/// numbers there.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Leela,
    Kata,
    Sabaki,
}

fn analyze(session: &mut Session, args: &[&str], style: Style) -> Reply {
    let wishes = Wishes::parse(args, session.position.to_play(), session.size(), style)?;
    let position = session.position_for(wishes.color);
    stream(session, &position, &wishes, style, Limit::default(), true)?;
    Ok(Answer::Streamed)
}

fn genmove_analyze(session: &mut Session, args: &[&str], style: Style) -> Reply {
    let wishes = Wishes::parse(args, session.position.to_play(), session.size(), style)?;
    let position = session.position_for(wishes.color);
    let mut limit = session.limit(wishes.color);
    if limit.playouts.is_none() && limit.seconds.is_none() {
        limit.seconds = Some(2.0);
    }
    let started = Instant::now();
    let chosen = match stream(session, &position, &wishes, style, limit, false) {
        Ok(analysis) => best(&analysis).unwrap_or(Move::Pass),
        // A player that cannot analyse can still play.
        Err(_) => {
            let act = standard::decide(session, wishes.color)?;
            session.output.write(&format!("={}\n", session.id));
            match act {
                Act::Play(mv) => mv,
                Act::Resign => {
                    session.output.write("play resign\n");
                    return Ok(Answer::Streamed);
                }
            }
        }
    };
    let mv = if session.position.check(wishes.color, chosen).is_ok() { chosen } else { Move::Pass };
    // A pass is always legal.
    let _ = session.position.play_as(wishes.color, mv);
    session.clock.spend(wishes.color, started.elapsed().as_secs_f64());
    session.output.write(&format!("play {mv}\n"));
    Ok(Answer::Streamed)
}

fn best(analysis: &Analysis) -> Option<Move> {
    analysis.moves.iter().min_by_key(|info| info.order).map(|info| info.mv)
}

/// Runs the player, writing its state at every interval; with `stoppable`, until a line is waiting.
fn stream(
    session: &mut Session,
    position: &Position,
    wishes: &Wishes,
    style: Style,
    limit: Limit,
    stoppable: bool,
) -> Result<Analysis, String> {
    let Session { player, input, output, context, id, .. } = session;
    let mut written = Instant::now();
    let mut header = false;
    let mut lines = 0;
    let mut report = |analysis: &Analysis| {
        if !header {
            header = true;
            output.write(&format!("={id}\n"));
        }
        let stop = stoppable && input.is_waiting();
        if written.elapsed() >= wishes.interval || stop && lines == 0 {
            written = Instant::now();
            lines += 1;
            let line = line_of(analysis, wishes, style, position.size());
            return output.write(&line) && !stop;
        }
        !stop
    };
    let question = Question { limit, restrictions: wishes.restrictions.clone(), owners: wishes.owners() };
    let analysis = player.analyse(position, &question, context, &mut report).map_err(|error| error.to_string())?;
    if !header {
        output.write(&format!("={id}\n"));
    }
    if lines == 0 {
        output.write(&line_of(&analysis, wishes, style, position.size()));
    }
    if stoppable {
        // The player may have run out of things to think about; the answer still lasts until the next line.
        while !input.is_waiting() && !context.cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    Ok(analysis)
}

/// A short analysis without output, for overlays.
pub(super) fn quick(session: &mut Session, seconds: f64) -> Result<Analysis, String> {
    let Session { player, position, context, .. } = session;
    let limit = Limit { playouts: None, seconds: Some(seconds) };
    player.analyse(position, &limit.into(), context, &mut |_| true).map_err(|error| error.to_string())
}

/// Owner of a point in an analysis, positive for black.
pub(super) fn owner(analysis: &Analysis, point: Point, size: Size) -> Option<f32> {
    analysis.ownership.as_ref()?.get(point.y() * size.width() + point.x()).copied()
}
