//! `bench kept-readings GAMES… [N]` and `bench reading GAMES…`: what keeping results saves over whole games, and how quick the
//! readers of tactics are.

use gosedai_board::{Board, Color, Move, Point};
use gosedai_engine::{ApiError, Context, Stopwatch, files};
use gosedai_reading::tactics::Tactics;
use gosedai_reading::{Budget, Outcome, Reader, Reading, Trust, Usage};
use gosedai_records::replay::{self, Overrides};
use serde_json::json;

use super::Figures;

/// Nodes a kept question may cost.
const NODES: u64 = 300;

fn boards_of(paths: &[String], games: usize, cx: &Context) -> Result<Vec<Vec<Board>>, ApiError> {
    let mut all = Vec::new();
    for game in files::games(paths).flatten() {
        cx.go_on()?;
        let tree = &game.record.game;
        let Ok(end) = replay::replay(tree, &replay::main_line(tree), None, Overrides::default()) else { continue };
        let mut position = end.position.clone();
        let mut boards = Vec::new();
        while position.move_number() > 0 {
            boards.push(position.board().clone());
            position.undo();
        }
        boards.reverse();
        all.push(boards);
        if all.len() == games {
            break;
        }
    }
    Ok(all)
}

/// The last argument, if it is a number, and the paths before it.
fn paths_and_count(args: &[String], default: usize) -> (Vec<String>, usize) {
    match args.split_last().and_then(|(last, paths)| Some((paths.to_vec(), last.parse().ok()?))) {
        Some(found) => found,
        None => (args.to_vec(), default),
    }
}

fn weak_strings(board: &Board) -> impl Iterator<Item = Point> + '_ {
    board.strings().into_iter().filter(|&stone| board.liberty_count_to(stone, 4) <= 3)
}

fn questions_of(board: &Board, reader: &mut Reader) -> Vec<Reading> {
    let mut found = Vec::new();
    for stone in weak_strings(board) {
        found.extend([reader.capture(board, stone), reader.ladder(board, stone), reader.life(board, &[stone])]);
        let others = weak_strings(board).filter(|&other| other > stone && board.at(other) == board.at(stone));
        if let Some(other) = others.min_by_key(|other| other.manhattan(stone)) {
            found.push(reader.connection(board, stone, other));
        }
    }
    found
}

fn same(kept: &Reading, fresh: &Reading) -> bool {
    kept.attack.outcome == fresh.attack.outcome && kept.defend.outcome == fresh.defend.outcome
}

/// Captures, ladders and life of every string of at most three liberties, and its link with the next one of its colour, after every
/// move, by a reader that keeps its results and by one that does not.
pub fn kept(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, games) = paths_and_count(args, 5);
    let mut usage = Usage::default();
    let (mut keeping_seconds, mut fresh_seconds) = (0.0, 0.0);
    let (mut questions, mut differ, mut cut, mut contradict) = (0u64, 0u64, 0u64, 0u64);
    let all = boards_of(&paths, games, cx)?;
    for boards in &all {
        let mut keeping = Reader::proving(NODES);
        let mut forgetful = Reader::proving(NODES);
        forgetful.is_keeping = false;
        for board in boards {
            cx.go_on()?;
            let watch = Stopwatch::start();
            let kept = questions_of(board, &mut keeping);
            keeping_seconds += watch.seconds();
            let watch = Stopwatch::start();
            let fresh = questions_of(board, &mut forgetful);
            fresh_seconds += watch.seconds();
            for (kept, fresh) in kept.iter().zip(&fresh) {
                questions += 1;
                if same(kept, fresh) {
                    continue;
                }
                let unread = fresh.attack.trust == Trust::None || fresh.defend.trust == Trust::None;
                if unread {
                    cut += 1
                } else {
                    differ += 1
                }
                contradict += u64::from(!unread && kept.is_complete() && fresh.is_complete());
            }
        }
        usage.hits += keeping.usage.hits;
        usage.reads += keeping.usage.reads;
        usage.nodes += keeping.usage.nodes;
        usage.saved_nodes += keeping.usage.saved_nodes;
    }
    let share = |part: f64, whole: f64| (part / whole.max(1e-9) * 1000.0).round() / 1000.0;
    Ok(Figures::from([
        ("games".into(), json!(all.len())),
        ("questions".into(), json!(questions)),
        ("hit rate".into(), json!(share(usage.hits as f64, (usage.hits + usage.reads) as f64))),
        ("positions searched".into(), json!(usage.nodes)),
        ("positions saved".into(), json!(usage.saved_nodes)),
        ("seconds keeping".into(), json!((keeping_seconds * 100.0).round() / 100.0)),
        ("seconds from scratch".into(), json!((fresh_seconds * 100.0).round() / 100.0)),
        ("time saved".into(), json!(share(fresh_seconds - keeping_seconds, fresh_seconds))),
        ("answers that differ".into(), json!(differ)),
        ("kept answers the fresh search had no time for".into(), json!(cut)),
        ("proofs that contradict".into(), json!(contradict)),
    ]))
}

/// Nodes per second and time per question of the quick reader and of the exact one on strings of at most four liberties.
pub fn speed(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let (paths, games) = paths_and_count(args, 3);
    let mut cases: Vec<(Board, Point)> = Vec::new();
    for boards in boards_of(&paths, games, cx)? {
        for board in boards.iter().skip(40).step_by(30) {
            cases.extend(weak_strings(board).map(|stone| (board.clone(), stone)));
        }
    }
    let mut figures = Figures::new();
    let count = cases.len().max(1) as f64;
    figures.insert("strings".into(), json!(cases.len()));
    let mut tactics = Tactics::default();
    let budget = Budget::default();
    let (watch, mut nodes) = (Stopwatch::start(), 0);
    let mut quick = Vec::new();
    for (board, stone) in &cases {
        cx.go_on()?;
        let answer = tactics.attack(board, &[*stone], &budget);
        nodes += answer.nodes;
        quick.push(answer);
    }
    let seconds = watch.seconds();
    figures.insert("quick: nodes per second".into(), json!((nodes as f64 / seconds.max(1e-9)) as u64));
    figures.insert("quick: milliseconds per question".into(), json!((seconds / count * 1e5).round() / 1e2));
    figures.insert("quick: table bytes".into(), json!(tactics.table_bytes()));
    let (watch, mut nodes) = (Stopwatch::start(), 0);
    let (mut proved, mut wrong) = (0, 0);
    for ((board, stone), quick) in cases.iter().zip(&quick) {
        cx.go_on()?;
        let reading = Reader::new(Budget::nodes(3_000)).capture(board, *stone);
        nodes += reading.nodes;
        if reading.attack.trust == Trust::Proved {
            proved += 1;
            let (quick, exact) = (quick.outcome, reading.attack.outcome);
            wrong += u32::from((quick == Outcome::Lose) != (exact == Outcome::Lose));
        }
    }
    let seconds = watch.seconds();
    figures.insert("exact: nodes per second".into(), json!((nodes as f64 / seconds.max(1e-9)) as u64));
    figures.insert("exact: milliseconds per question".into(), json!((seconds / count * 1e5).round() / 1e2));
    figures.insert("attacks the exact reader decides".into(), json!(proved));
    figures.insert("of these, decided otherwise by the quick reader".into(), json!(wrong));
    let limit = 1 << 20;
    let hard = hard_case();
    let small = Reader::new(Budget::nodes(200_000).with_memory(limit)).capture(&hard.0, hard.1);
    figures.insert("1 MiB limit: outcome".into(), json!(small.attack.outcome.name()));
    Ok(figures)
}

/// A string in the open that takes long to read.
fn hard_case() -> (Board, Point) {
    let mut board = Board::new(gosedai_board::Size::NINETEEN);
    for (color, mv) in [(Color::White, "K10"), (Color::Black, "J10"), (Color::Black, "K9"), (Color::Black, "L12")] {
        if let Ok(Move::Play(point)) = mv.parse() {
            board.play_forever(point, color);
        }
    }
    (board, "K10".parse().unwrap_or(Point::new(9, 9)))
}
