//! From searches to an answer: who wins under which rule about kos, and with which move.

use gosedai_board::{Board, Move, PointSet};

use super::field::{Field, Ground, NOWHERE, Side, State, words};
use super::known::Known;
use super::memory::Memory;
use super::question::{Aim, Kos};
use super::search::Search;
use super::table::SHARED;
use crate::budget::{Budget, Stop};
use crate::outcome::{FirstThreat, Outcome};

/// What was found for the side to move.
#[derive(Clone, Debug)]
pub struct Found {
    pub outcome: Outcome,
    pub play: Option<Move>,
    /// The main line as far as the table remembers it.
    pub line: Vec<Move>,
    pub zone: PointSet,
    pub nodes: u64,
    /// Memory of the table at the end.
    pub table_bytes: usize,
    pub stopped: Option<Stop>,
    /// Nothing better remains possible. (A ko may turn out to be the kinder one, life to be with eyes and not seki.)
    pub is_whole: bool,
    /// What an unfinished search leans to: does the mover succeed, and with which move?
    pub leaning: Option<(bool, Move)>,
}

/// Reads the ground with `to_play` moving first.
pub fn read_ground(board: &Board, ground: &Ground, to_play: Side, budget: &Budget) -> Found {
    go_on(board, ground, to_play, budget, &mut Memory::default(), None)
}

/// The same with what earlier searches in this ground have found, and led by those in a smaller one.
pub fn go_on(
    board: &Board,
    ground: &Ground,
    to_play: Side,
    budget: &Budget,
    memory: &mut Memory,
    smaller: Option<&Memory>,
) -> Found {
    match words(ground) {
        0 | 1 => read_packed::<1>(board, ground, to_play, budget, memory, smaller),
        2 => read_packed::<2>(board, ground, to_play, budget, memory, smaller),
        3 => read_packed::<3>(board, ground, to_play, budget, memory, smaller),
        4..=6 => read_packed::<6>(board, ground, to_play, budget, memory, smaller),
        _ => read_packed::<11>(board, ground, to_play, budget, memory, smaller),
    }
}

/// Does the attacker have his way under this rule about kos: is the target captured, or kept from two eyes? The bare
/// question behind [`read_ground`].
pub fn solve_ground(
    board: &Board,
    ground: &Ground,
    to_play: Side,
    kos: Kos,
    aim: Aim,
    budget: &Budget,
) -> Result<bool, Stop> {
    fn packed<const N: usize>(
        board: &Board,
        ground: &Ground,
        to_play: Side,
        kos: Kos,
        aim: Aim,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let (field, state) = Field::<N>::new(board, ground);
        Ok(Search::new(&field, budget).solve(&state, to_play, kos, aim)?.kill == 0)
    }
    match words(ground) {
        0..=2 => packed::<2>(board, ground, to_play, kos, aim, budget),
        3 => packed::<3>(board, ground, to_play, kos, aim, budget),
        _ => packed::<11>(board, ground, to_play, kos, aim, budget),
    }
}

fn read_packed<const N: usize>(
    board: &Board,
    ground: &Ground,
    to_play: Side,
    budget: &Budget,
    memory: &mut Memory,
    smaller: Option<&Memory>,
) -> Found {
    let (mut field, mut state) = Field::<N>::new(board, ground);
    let smaller = smaller.filter(|smaller| smaller.trail.is_some());
    if let Some(smaller) = smaller {
        field.follow(&smaller.inside, &mut state);
    }
    let mut search = Search::new(&field, budget);
    search.guide = smaller.and_then(|smaller| smaller.trail.as_deref());
    if let Some(trail) = memory.take::<N>() {
        search.resume(trail);
    }
    let found = read(&mut search, &state, to_play);
    *memory = Memory { inside: ground.inside, trail: Some(Box::new(search.into_trail())) };
    found
}

fn read<const N: usize>(search: &mut Search<'_, N>, state: &State<N>, to_play: Side) -> Found {
    let field = search.field;
    let decided = decide(search, state, to_play);
    let nodes = search.nodes;
    let table_bytes = search.table.bytes();
    let to_move = |cell: u16| if cell == NOWHERE { Move::Pass } else { Move::Play(field.points[cell as usize]) };
    match decided {
        Ok(Decided { outcome, known, kos, aim, is_whole }) => {
            let wins = !matches!(outcome, Outcome::Lose);
            Found {
                outcome,
                play: wins.then(|| to_move(known.best)),
                line: search.line(state, to_play, kos, aim).into_iter().map(to_move).collect(),
                zone: field.unpack(known.zone),
                nodes,
                table_bytes,
                stopped: None,
                is_whole,
                leaning: None,
            }
        }
        Err(stop) => {
            let leaning = search.leaning(state, to_play).map(|e| {
                let (mine, other) = if to_play == Side::Attacker { (e.kill, e.live) } else { (e.live, e.kill) };
                (mine <= other, to_move(e.best))
            });
            Found {
                outcome: Outcome::Unknown,
                play: None,
                line: Vec::new(),
                zone: PointSet::EMPTY,
                nodes,
                table_bytes,
                stopped: Some(stop),
                is_whole: false,
                leaning,
            }
        }
    }
}

/// An answer, and the question it came from.
struct Decided<const N: usize> {
    outcome: Outcome,
    known: Known<N>,
    kos: Kos,
    aim: Aim,
    is_whole: bool,
}

impl<const N: usize> Decided<N> {
    fn new(outcome: Outcome, known: Known<N>, kos: Kos, aim: Aim) -> Self {
        Decided { outcome, known, kos, aim, is_whole: true }
    }
}

/// Win although the opponent wins every ko; ko; or loss although the mover wins every ko. Seki where neither side gets more:
/// for the defender it goes before a ko, for the attacker after it.
fn decide<const N: usize>(search: &mut Search<'_, N>, state: &State<N>, to_play: Side) -> Result<Decided<N>, Stop> {
    let hard = Kos::of(to_play.other());
    let strict = search.solve(state, to_play, hard, Aim::Capture)?;
    if strict.of(to_play) == 0 {
        if to_play == Side::Defender && strict.flags & SHARED != 0 {
            // it stays on the board: with two eyes?
            return Ok(match search.solve(state, to_play, hard, Aim::Eyes) {
                Ok(eyes) if eyes.live != 0 => Decided::new(Outcome::Seki, strict, hard, Aim::Capture),
                Ok(eyes) => Decided::new(Outcome::Win, eyes, hard, Aim::Eyes),
                Err(_) => Decided { is_whole: false, ..Decided::new(Outcome::Win, strict, hard, Aim::Capture) },
            });
        }
        return Ok(Decided::new(Outcome::Win, strict, hard, Aim::Capture));
    }
    // With every ko won it may still work. (That a line of the strict search met no ko does not tell: the side that wins the
    // kos takes them without notice.)
    let kind = Kos::of(to_play);
    let generous = search.solve(state, to_play, kind, Aim::Capture)?;
    if generous.of(to_play) == 0 {
        return Ok(match search.solve(state, to_play, Kos::Nobody, Aim::Capture) {
            Ok(bare) if bare.of(to_play) == 0 => {
                Decided::new(Outcome::Ko(FirstThreat::Opponent), bare, Kos::Nobody, Aim::Capture)
            }
            Ok(_) => Decided::new(Outcome::Ko(FirstThreat::Mover), generous, kind, Aim::Capture),
            Err(_) => Decided {
                is_whole: false,
                ..Decided::new(Outcome::Ko(FirstThreat::Mover), generous, kind, Aim::Capture)
            },
        });
    }
    if to_play == Side::Attacker && strict.flags & SHARED != 0 {
        let eyes = search.solve(state, to_play, hard, Aim::Eyes)?;
        if eyes.kill == 0 {
            return Ok(Decided::new(Outcome::Seki, eyes, hard, Aim::Eyes));
        }
    }
    Ok(Decided::new(Outcome::Lose, strict, hard, Aim::Capture))
}
