//! Safe ground on real boards: proved by reading where that is possible, judged where it is not, and the inside of
//! large territories set apart so that only their borders are searched.

use crate::endgame::{Endgame, Options, analyse_with};
use crate::safety::{SafeStones, safe_stones, side};
use gosedai_board::{Board, CELLS, Color, Point, PointSet, Rng, playout};
use gosedai_reading::{Budget, Outcome, Reader, Trust};

/// Adds the strings the life reader proves alive with the attacker moving first. They live, but perhaps only by answers
/// that cost a move elsewhere: the endgame rests on judgement where it counts them as walls.
pub fn read_alive(board: &Board, mut safe: SafeStones) -> SafeStones {
    let mut reader = Reader::new(Budget::nodes(1_500));
    for p in board.strings() {
        let Some(color) = board.color_at(p) else { continue };
        // small strings are rarely worth the reading: they are settled inside their region
        if safe.stones[side(color)].contains(p) || board.string_len(p) < 3 {
            continue;
        }
        let life = reader.life(board, &[p]);
        if life.attack.outcome == Outcome::Lose && life.attack.trust == Trust::Proved {
            safe.judge(color, &board.string_set(p));
        }
    }
    safe
}

/// Adds strings that survive most of many random continuations and that no short reading captures: a judgement, not a
/// proof.
pub fn judged_safe(board: &Board, mut safe: SafeStones) -> SafeStones {
    const GAMES: u32 = 200;
    const SURVIVAL: u32 = 60;
    const DEATH: u32 = 40;
    const LARGE: usize = 12;
    let mut kept = [0u32; CELLS];
    let mut rng = Rng::new(0x656e_6467);
    for game in 0..GAMES {
        let mut trial = board.clone();
        trial.clear_ko();
        let first = if game % 2 == 0 { Color::Black } else { Color::White };
        playout::play_out(&mut trial, first, board.size().area() * 3, &mut rng);
        for (point, color) in board.stones() {
            kept[point.index()] += u32::from(trial.color_at(point) == Some(color));
        }
    }
    let mut reader = Reader::new(Budget::nodes(600));
    for p in board.strings() {
        let Some(color) = board.color_at(p) else { continue };
        let (length, rate) = (board.string_len(p), kept[p.index()] * 100 / GAMES);
        if length < 2 || safe.stones[side(color)].contains(p) {
            continue;
        }
        // a string that falls when the attacker moves first is what the endgame is about
        let mut falls = || {
            let small = board.liberties(p).len() <= 3;
            small && matches!(reader.capture(board, p).attack.outcome, Outcome::Win | Outcome::Ko(_))
        };
        if rate >= SURVIVAL && (length >= LARGE || !falls()) {
            safe.judge(color, &board.string_set(p));
        } else if rate > DEATH && length >= 6 {
            safe.uncertain = safe.uncertain.union(&board.string_set(p));
        }
    }
    safe
}

/// The analysis that knows most: on proved ground if that suffices, otherwise on judged ground.
pub fn analyse_thoroughly(board: &Board, options: Options) -> Endgame {
    let safe = safe_stones(board, options.read_nodes);
    let proved = analyse_with(board, safe.clone(), options);
    if proved.complete || options.is_cancelled() {
        return proved;
    }
    let safe = judged_safe(board, read_alive(board, safe));
    let judged = analyse_with(board, safe, Options { judge_ground: true, ..options });
    if unknown_points(&judged) < unknown_points(&proved) || judged.complete { judged } else { proved }
}

/// Points of the board whose worth an analysis does not know.
fn unknown_points(end: &Endgame) -> usize {
    end.regions.iter().filter(|r| !r.complete).map(|r| r.points.len()).sum()
}

/// An open area taken apart by distance: what is far from one side's safe stones belongs to the other.
pub(crate) struct Cut {
    /// Points set apart, per side: ground that the other side does not reach.
    pub inside: [PointSet; 2],
    /// What is left: the borders.
    pub zones: Vec<PointSet>,
}

/// Cuts an open area. A point is a side's own if the other side's safe stones are more than `reach` steps away (through
/// open points) and its own are nearer. Strings stay in one piece, and points near strings of doubtful life belong to
/// neither side.
pub(crate) fn cut(board: &Board, safe: &[PointSet; 2], part: &PointSet, reach: usize, doubtful: &PointSet) -> Cut {
    let near_doubt = doubtful.grown().grown().grown();
    let away = [0, 1].map(|s| distances(board, &safe[s], part, Color::BOTH[s]));
    let mut inside = [PointSet::EMPTY; 2];
    for p in part.iter() {
        if near_doubt.contains(p) {
            continue;
        }
        let [black, white] = [away[0][p.index()], away[1][p.index()]];
        if white as usize > reach && black < white {
            inside[0].insert(p);
        } else if black as usize > reach && white < black {
            inside[1].insert(p);
        }
    }
    let mut border = part.minus(&inside[0]).minus(&inside[1]);
    for p in board.strings() {
        let string = board.string_set(p);
        if string.intersects(&border) && string.is_subset(part) {
            border = border.union(&string);
        }
    }
    Cut { inside: inside.map(|i| i.minus(&border)), zones: border.components() }
}

/// Steps from a side's safe stones through open points; stones of that side on the way cost nothing, the other's are
/// walked over as well (they may be taken).
fn distances(board: &Board, from: &PointSet, part: &PointSet, color: Color) -> [u8; CELLS] {
    let mut away = [u8::MAX; CELLS];
    let mut seen = from.grown().intersection(part);
    let mut ring = seen;
    let own = board.stone_set(color);
    let mut steps = 1u8;
    while !ring.is_empty() && steps < 40 {
        // friends beside the ring are reached at once
        loop {
            let joined = ring.grown().intersection(part).intersection(&own).minus(&seen);
            if joined.is_empty() {
                break;
            }
            ring = ring.union(&joined);
            seen = seen.union(&joined);
        }
        ring.iter().for_each(|p: Point| away[p.index()] = steps);
        ring = ring.grown().intersection(part).minus(&seen);
        seen = seen.union(&ring);
        steps += 1;
    }
    away
}
