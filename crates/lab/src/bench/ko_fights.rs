//! Ko fights of real games: is each told as one, are its threats named and none of them blamed, and are the facts (who won,
//! how many threats) those of the record?
//!
//! The fights are found and followed here by the stones alone, without the code of the review.

use gosedai_board::{Board, Color, Move, Point};
use gosedai_engine::{ApiError, Command as _, Context, files};
use gosedai_records::replay::Overrides;
use gosedai_review::units::UnitKind;
use gosedai_review::{GameReview, NamedGame, Prepared, Review};
use serde_json::json;

use super::Figures;
use super::review::Arguments;

/// A fight has at least so many captures, and not more moves than that between two of them.
const CAPTURES: usize = 4;
const APART: usize = 8;
/// Moves shown before the first capture, and after the end: more than may lie between captures, or the cut would seem the end.
const BEFORE: usize = 6;
const AFTER: usize = 12;
/// Visits a position.
const VISITS: usize = 12;

/// A fight as the record has it; moves count from 0.
#[derive(Debug, PartialEq)]
struct Fight {
    takes: Vec<usize>,
    /// Answered threats, and the last one that was not.
    threats: Vec<usize>,
    ignored: Option<usize>,
    winner: Color,
    end: usize,
}

/// The stone taken, if a move takes exactly one stone with a single stone that could be taken back at once.
fn taken(before: &Board, after: &Board, at: Point, color: Color) -> Option<Point> {
    let gone: Vec<Point> =
        before.size().points().filter(|&p| before.at(p).is(color.opponent()) && after.is_empty(p)).collect();
    let around: Vec<Point> = at.neighbours().into_iter().filter(|p| before.size().contains(*p)).collect();
    let alone = around.iter().all(|&p| !after.at(p).is(color));
    let free = around.iter().filter(|&&p| after.is_empty(p)).count();
    (gone.len() == 1 && alone && free == 1).then(|| gone[0])
}

/// The longest fight of a game.
fn longest(game: &Prepared) -> Option<Fight> {
    let board = |i: usize| game.positions[i].board();
    let takes: Vec<(usize, Point, Point)> = (0..game.moves.len())
        .filter_map(|i| match game.moves[i] {
            (color, Move::Play(at)) => Some((i, at, taken(board(i), board(i + 1), at, color)?)),
            _ => None,
        })
        .collect();
    let chain = |start: usize| {
        let mut own = vec![takes[start]];
        for &(i, at, gone) in &takes[start + 1..] {
            let (last, stone, mouth) = own[own.len() - 1];
            if i > last + APART {
                break;
            }
            if (at, gone) == (mouth, stone) {
                own.push((i, at, gone));
            }
        }
        own
    };
    let own = (0..takes.len()).map(chain).max_by_key(|own| own.len()).filter(|own| own.len() >= CAPTURES)?;
    let &(last, stone, mouth) = own.last()?;
    let taker = game.moves[last].0;
    let mut threats: Vec<usize> = Vec::new();
    for pair in own.windows(2) {
        let color = game.moves[pair[1].0].0;
        let between = pair[0].0 + 1..pair[1].0;
        threats.extend(between.filter(|&i| game.moves[i].0 == color && game.moves[i].1 != Move::Pass));
    }
    // afterwards: until the mouth is filled, the stone is gone or has more liberties than the mouth
    let liberties = |board: &Board| board.string_set(stone).grown().iter().filter(|&p| board.is_empty(p)).count();
    let is_over = |i: usize| {
        let board = board(i + 1);
        !board.is_empty(mouth) || !board.at(stone).is(taker) || liberties(board) > 1
    };
    let over = (last + 1..game.moves.len().min(last + APART + 1)).find(|&i| is_over(i));
    let Some(over) = over else {
        let takes = own.iter().map(|take| take.0).collect();
        // where the game ends soon, the last moves were threats, too
        let rest = last + 1..if game.moves.len() <= last + APART + 1 { game.moves.len() } else { 0 };
        let end = rest.end.max(last + 1) - 1;
        let own_move = |i: &usize| game.moves[*i].0 == taker.opponent() && game.moves[*i].1 != Move::Pass;
        let mut tried: Vec<usize> = rest.filter(own_move).collect();
        let ignored = tried.pop();
        threats.extend(tried);
        return Some(Fight { takes, threats, ignored, winner: taker, end });
    };
    let holds = board(over + 1).at(stone).is(taker) && !board(over + 1).at(mouth).is(taker.opponent());
    let winner = if holds { taker } else { taker.opponent() };
    let mut tried: Vec<usize> =
        (last + 1..over).filter(|&i| game.moves[i].0 == taker.opponent() && game.moves[i].1 != Move::Pass).collect();
    let ended_by_winner = winner == taker && game.moves[over].0 == taker;
    let ignored = if ended_by_winner { tried.pop() } else { None };
    threats.extend(tried);
    Some(Fight { takes: own.iter().map(|take| take.0).collect(), threats, ignored, winner, end: over })
}

/// The record around a fight, and the number of moves cut off before it.
fn cut(game: &Prepared, fight: &Fight) -> (NamedGame, usize) {
    let start = fight.takes[0].saturating_sub(BEFORE);
    let end = (fight.end + 1 + AFTER).min(game.moves.len());
    let position = &game.positions[start];
    let board = position.board();
    let name = |point: Point| {
        let letter = |n: usize| char::from(b'a' + u8::try_from(n).unwrap_or(0));
        format!("[{}{}]", letter(point.x()), letter(board.size().height() - 1 - point.y()))
    };
    let stones = |color: Color| {
        let own: String = board.size().points().filter(|&p| board.at(p).is(color)).map(name).collect();
        let key = if color == Color::Black { "AB" } else { "AW" };
        if own.is_empty() { own } else { format!("{key}{own}") }
    };
    // prisoners that the cut loses go into komi
    let prisoners = |color: Color| f64::from(board.captured(color));
    let komi = f64::from(position.komi()) + prisoners(Color::Black) - prisoners(Color::White);
    let letter = |color: Color| if color == Color::Black { 'B' } else { 'W' };
    let size = board.size().width();
    let mut sgf = format!("(;FF[4]GM[1]SZ[{size}]KM[{komi}]RU[Japanese]PL[{}]", letter(game.moves[start].0));
    Color::BOTH.into_iter().for_each(|color| sgf += &stones(color));
    for (color, mv) in &game.moves[start..end] {
        let at = match mv {
            Move::Play(at) => name(*at),
            Move::Pass => "[]".to_string(),
        };
        sgf += &format!(";{}{at}", letter(*color));
    }
    (NamedGame { name: "ko".to_string(), sgf: sgf + ")" }, start)
}

/// What is wrong with how a review tells a fight.
fn faults(review: &GameReview, fight: &Fight, start: usize) -> Vec<&'static str> {
    let number = |i: usize| i - start + 1;
    let (first, last) = (number(fight.takes[0]), number(fight.takes[fight.takes.len() - 1]));
    // another ko elsewhere may serve as a threat in this one
    let here = review.moves.get(first - 1).map(|m| m.mv.clone()).unwrap_or_default();
    let told: Vec<_> =
        review.kos.iter().filter(|ko| ko.place.contains(&here) && ko.first <= last && first <= ko.last).collect();
    let units = review.units.iter().filter(|unit| unit.kind == UnitKind::Ko && unit.first == first);
    let mut found = Vec::new();
    match told[..] {
        [ko] if units.count() == 1 && ko.first == first && ko.last == last => {
            if ko.winner != fight.winner.name() {
                found.push("another winner");
            }
            let numbers: Vec<usize> = fight.threats.iter().map(|&i| number(i)).collect();
            if ko.threats != numbers || ko.ignored != fight.ignored.map(number) {
                found.push("other threats");
            }
        }
        _ => found.push("not told as one"),
    }
    for &i in fight.threats.iter().chain(&fight.ignored) {
        let Some(m) = review.moves.get(number(i) - 1) else { continue };
        if m.mistake || m.purpose.is_some() {
            found.push("a threat blamed or praised");
        } else if m.verdict != "ko-threat" {
            found.push("a threat not called so");
        }
    }
    if !review.html.contains("ko threat") {
        found.push("the words 'ko threat' are missing");
    }
    found
}

/// `GAMES… [N] [skip K] [every K] [playouts V]`: the first N games with a fight are cut around it and reviewed.
pub fn ko_fights(args: &[String], cx: &Context) -> Result<Figures, ApiError> {
    let read = Arguments::read(args, 40, &["playouts", "skip", "every"])?;
    let (skip, every) = (read.number("skip", 0), read.number("every", 1).max(1));
    let (mut games, mut fights, mut captures, mut threats) = (0usize, 0usize, 0usize, 0usize);
    let mut wrong: std::collections::BTreeMap<&str, usize> = Default::default();
    let mut cases: Vec<String> = Vec::new();
    let mut clean = 0;
    for game in files::games(&read.paths).flatten().skip(skip).step_by(every) {
        // stopped: the fights that are done count
        if fights == read.games || cx.go_on().is_err() {
            break;
        }
        games += 1;
        let source = game.record.game.root().simple_text("SO").map(|id| id.into_owned()).unwrap_or_default();
        let named = NamedGame { name: source.clone(), sgf: game.record.game.to_sgf() };
        let Ok(prepared) = Prepared::new(&named, Overrides::default()) else { continue };
        let Some(fight) = longest(&prepared) else { continue };
        let (record, start) = cut(&prepared, &fight);
        let mut review = Review::of(vec![record]);
        review.playouts = Some(read.number("playouts", VISITS) as u64);
        let reviewed = match review.run(&Context { progress: None, ..cx.clone() }) {
            Ok(reviewed) => reviewed,
            Err(error) if error.is_stop() => break,
            Err(error) => return Err(error),
        };
        fights += 1;
        captures += fight.takes.len();
        threats += fight.threats.len();
        cx.report(fights as u64, read.games as u64, "ko fights");
        let found = faults(&reviewed.games[0], &fight, start);
        clean += usize::from(found.is_empty());
        if !found.is_empty() {
            cases.push(format!("{source}, moves {} to {}: {}", fight.takes[0] + 1, fight.end + 1, found.join("; ")));
        }
        let mut kinds = found;
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into_iter().for_each(|kind| *wrong.entry(kind).or_default() += 1);
    }
    Ok(Figures::from([
        ("games looked through".into(), json!(games)),
        ("fights".into(), json!(fights)),
        ("captures".into(), json!(captures)),
        ("threats answered".into(), json!(threats)),
        ("told right in every respect".into(), json!(clean)),
        ("fights by what is wrong".into(), json!(wrong)),
        ("cases".into(), json!(cases)),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KO: &str = "(;SZ[9]AB[cd][dc][de]AW[fd][ec][ee][dd];B[ed];W[aa];B[ba];W[dd];B[ii];W[hi];B[ed];W[ig];B[hg];W[dd];B[gh];W[ed])";

    #[test]
    fn a_fight_is_followed_by_its_stones_and_told_so_by_the_review() {
        let game = NamedGame { name: "ko".into(), sgf: KO.into() };
        let prepared = Prepared::new(&game, Overrides::default()).unwrap();
        let fight = longest(&prepared).unwrap();
        let (threats, ignored) = (vec![1, 4, 7], Some(10));
        assert_eq!(fight, Fight { takes: vec![0, 3, 6, 9], threats, ignored, winner: Color::White, end: 11 });
        let (record, start) = cut(&prepared, &fight);
        let mut review = Review::of(vec![record]);
        review.playouts = Some(2);
        let reviewed = review.run(&Context::default()).unwrap();
        assert_eq!(faults(&reviewed.games[0], &fight, start), Vec::<&str>::new());
        assert_eq!(faults(&reviewed.games[0], &Fight { winner: Color::Black, ..fight }, start), ["another winner"]);
    }
}
