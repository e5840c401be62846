//! Analysis that goes on until the next line comes in: `lz-analyze`, `kata-analyze`, Sabaki's `analyze`, and the
//! `genmove_analyze` forms, which play the move in the end.

use std::time::{Duration, Instant};

use gosedai_board::{Color, Move, Point, Position, Size};
use gosedai_engine::players::{Analysis, Limit, MoveInfo};

use super::{Answer, Reply, SYNTAX, Session, Table, standard};

pub const COMMANDS: Table = &[
    ("lz-analyze", |s, args| analyze(s, args, Style::Leela)),
    ("kata-analyze", |s, args| analyze(s, args, Style::Kata)),
    ("analyze", |s, args| analyze(s, args, Style::Kata)),
    ("lz-genmove_analyze", |s, args| genmove_analyze(s, args, Style::Leela)),
    ("kata-genmove_analyze", |s, args| genmove_analyze(s, args, Style::Kata)),
    ("genmove_analyze", |s, args| genmove_analyze(s, args, Style::Kata)),
    ("stop", |_, _| Answer::empty()),
];

/// Leela Zero writes whole numbers of 0.01 %, KataGo shares of 1 and scores.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Leela,
    Kata,
}

/// The words after the command.
struct Wishes {
    color: Color,
    interval: Duration,
    max_moves: usize,
    min_moves: usize,
    avoid: Vec<Move>,
    allow: Option<Vec<Move>>,
    ownership: bool,
}

impl Wishes {
    fn parse(args: &[&str], to_play: Color) -> Result<Wishes, String> {
        let mut wishes = Wishes {
            color: to_play,
            interval: Duration::from_secs(1),
            max_moves: usize::MAX,
            min_moves: 0,
            avoid: Vec::new(),
            allow: None,
            ownership: false,
        };
        let number = |word: Option<&&str>| {
            word.and_then(|word| word.parse::<f64>().ok()).filter(|n| (0.0..=1e7).contains(n)).ok_or(SYNTAX.to_owned())
        };
        let mut words = args.iter();
        let mut first = true;
        while let Some(&word) = words.next() {
            match word {
                "interval" => wishes.interval = centiseconds(number(words.next())?),
                "maxmoves" => wishes.max_moves = number(words.next())? as usize,
                "minmoves" => wishes.min_moves = number(words.next())? as usize,
                "avoid" | "allow" => {
                    let color: Color = words.next().and_then(|word| word.parse().ok()).ok_or(SYNTAX)?;
                    let moves: Result<Vec<Move>, _> = words.next().ok_or(SYNTAX)?.split(',').map(str::parse).collect();
                    let moves = moves.map_err(|_| SYNTAX.to_owned())?;
                    number(words.next())?; // the depth up to which it is meant; the root is what is shown
                    match word {
                        _ if color != wishes.color => {}
                        "avoid" => wishes.avoid.extend(moves),
                        _ => wishes.allow.get_or_insert_default().extend(moves),
                    }
                }
                "ownership" => wishes.ownership = words.next() == Some(&"true"),
                // Known to KataGo, without meaning here.
                "movesOwnership" | "ownershipStdev" | "pvVisits" | "pvEdgeVisits" | "rootInfo" | "noResultValue" => {
                    words.next();
                }
                _ => match (word.parse::<Color>(), word.parse::<f64>()) {
                    (Ok(color), _) if first => wishes.color = color,
                    (_, Ok(interval)) if (0.0..=1e7).contains(&interval) => wishes.interval = centiseconds(interval),
                    _ => return Err(SYNTAX.to_owned()),
                },
            }
            first = false;
        }
        Ok(wishes)
    }

    fn shows(&self, mv: Move) -> bool {
        !self.avoid.contains(&mv) && self.allow.as_ref().is_none_or(|allow| allow.contains(&mv))
    }
}

fn centiseconds(count: f64) -> Duration {
    Duration::from_millis((count * 10.0).max(10.0) as u64)
}

fn analyze(session: &mut Session, args: &[&str], style: Style) -> Reply {
    let wishes = Wishes::parse(args, session.position.to_play())?;
    let position = session.position_for(wishes.color);
    stream(session, &position, &wishes, style, Limit::default(), true)?;
    Ok(Answer::Streamed)
}

fn genmove_analyze(session: &mut Session, args: &[&str], style: Style) -> Reply {
    let wishes = Wishes::parse(args, session.position.to_play())?;
    let position = session.position_for(wishes.color);
    let mut limit = session.limit(wishes.color);
    if limit.playouts.is_none() && limit.seconds.is_none() {
        limit.seconds = Some(2.0);
    }
    let started = Instant::now();
    let chosen = match stream(session, &position, &wishes, style, limit, false) {
        Ok(analysis) => best(&analysis, &wishes).unwrap_or(Move::Pass),
        // A player that cannot analyse can still play.
        Err(_) => {
            let decision = standard::decide(session, wishes.color)?;
            session.output.write(&format!("={}\n", session.id));
            match decision {
                gosedai_engine::players::Decision::Play(mv) => mv,
                gosedai_engine::players::Decision::Resign => {
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

fn best(analysis: &Analysis, wishes: &Wishes) -> Option<Move> {
    analysis.moves.iter().filter(|info| wishes.shows(info.mv)).min_by_key(|info| info.order).map(|info| info.mv)
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
    let analysis = player.analyse(position, limit, context, &mut report).map_err(|error| error.to_string())?;
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

/// One line with all candidates, best first.
fn line_of(analysis: &Analysis, wishes: &Wishes, style: Style, size: Size) -> String {
    let mut moves: Vec<&MoveInfo> = analysis.moves.iter().filter(|info| wishes.shows(info.mv)).collect();
    moves.sort_by_key(|info| info.order);
    let searched = moves.iter().filter(|info| info.visits > 0).count();
    let count = searched.max(wishes.min_moves).max(1).min(wishes.max_moves);
    let mut parts: Vec<String> = moves.iter().take(count).map(|info| info_of(info, analysis.to_play, style)).collect();
    if wishes.ownership
        && let Some(ownership) = &analysis.ownership
    {
        parts.push(format!("ownership {}", ownership_of(ownership, analysis.to_play, size)));
    }
    parts.join(" ") + "\n"
}

fn info_of(info: &MoveInfo, to_play: Color, style: Style) -> String {
    // Normal approximation; what matters is that few visits count for less.
    let spread = 1.96 * (info.win_rate * (1.0 - info.win_rate) / info.visits.max(1) as f64).sqrt();
    let lcb = (info.win_rate - spread).max(0.0);
    let pv = match info.pv.is_empty() {
        true => info.mv.to_string(),
        false => info.pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
    };
    let whole = |share: f64| (share * 10_000.0).round() as i64;
    let (mv, visits, order) = (info.mv, info.visits, info.order);
    match style {
        Style::Leela => format!(
            "info move {mv} visits {visits} winrate {} prior {} lcb {} order {order} pv {pv}",
            whole(info.win_rate),
            whole(info.prior),
            whole(lcb)
        ),
        Style::Kata => {
            let score = info.score.map(|score| score * f64::from(to_play.sign()));
            let score = score.map(|lead| format!(" scoreMean {lead:.2} scoreLead {lead:.2}")).unwrap_or_default();
            format!(
                "info move {mv} visits {visits} winrate {:.6}{score} prior {:.6} lcb {lcb:.6} order {order} pv {pv}",
                info.win_rate, info.prior
            )
        }
    }
}

/// Row by row from the upper left corner, positive for the side to move.
fn ownership_of(ownership: &[f32], to_play: Color, size: Size) -> String {
    let mut words = Vec::with_capacity(size.area());
    for y in (0..size.height()).rev() {
        for x in 0..size.width() {
            let value = ownership.get(y * size.width() + x).copied().unwrap_or(0.0);
            words.push(format!("{:.3}", value * to_play.sign() as f32));
        }
    }
    words.join(" ")
}

/// A short analysis without output, for overlays.
pub(super) fn quick(session: &mut Session, seconds: f64) -> Result<Analysis, String> {
    let Session { player, position, context, .. } = session;
    let limit = Limit { playouts: None, seconds: Some(seconds) };
    player.analyse(position, limit, context, &mut |_| true).map_err(|error| error.to_string())
}

/// Owner of a point in an analysis, positive for black.
pub(super) fn owner(analysis: &Analysis, point: Point, size: Size) -> Option<f32> {
    analysis.ownership.as_ref()?.get(point.y() * size.width() + point.x()).copied()
}
