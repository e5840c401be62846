//! From searches to an answer: who wins under which rule about kos, and with which move.

use gosedai_board::{Board, Move, Point, PointSet};

use super::bits::Bits;
use super::field::{Field, Ground, State, words};
use super::memory::{Memory, Trail};
use super::question::Aim;
use super::search::{Enclosed, Solved};
use crate::budget::{Budget, Stop};
use crate::dfpn::{Ground as _, Known, Kos, SHARED, Search, Side, Tree};
use crate::outcome::{FirstThreat, Outcome};
use crate::trace::TraceNode;

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
}

/// Calls a function with as many machine words for a set of cells as the ground needs.
macro_rules! packed {
    ($ground:expr, $function:ident($($argument:expr),*)) => {
        match words($ground) {
            0 | 1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            3 => $function::<3>($($argument),*),
            4..=6 => $function::<6>($($argument),*),
            _ => $function::<11>($($argument),*),
        }
    };
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
    packed!(ground, read_packed(board, ground, to_play, budget, memory, smaller))
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
        (board, ground): (&Board, &Ground),
        to_play: Side,
        question: (Kos, Aim),
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let (field, state) = Field::<N>::new(board, ground);
        let mut tree = Tree::new(budget.memory / 2);
        let known = Search::new(Enclosed::new(&field), &mut tree, budget).solve(&state, to_play, question)?;
        Ok(known.of(Side::Attacker) == 0)
    }
    packed!(ground, packed((board, ground), to_play, (kos, aim), budget))
}

/// The tree of the search that answers [`read_ground`], at most this many positions.
pub fn trace_ground(board: &Board, ground: &Ground, to_play: Side, budget: &Budget, limit: usize) -> TraceNode {
    fn packed<const N: usize>(
        (board, ground): (&Board, &Ground),
        to_play: Side,
        budget: &Budget,
        limit: usize,
    ) -> TraceNode {
        let (field, state) = Field::<N>::new(board, ground);
        let mut tree = Tree::new(budget.memory / 2);
        let mut search = Search::new(Enclosed::new(&field), &mut tree, budget);
        // an unfinished search still has a tree to show
        let question = decide(&mut search, &state, to_play)
            .map_or_else(|_| search.ground.question(), |decided| (decided.kos, decided.aim));
        let (state, key) = search.root(&state, to_play, question);
        search.trace(&state, to_play, key, limit)
    }
    packed!(ground, packed((board, ground), to_play, budget, limit))
}

/// A position that a search has solved on its way, for whoever learns from it.
pub struct Lesson {
    /// Stones of the attacker and of the defender inside the ground.
    pub stones: [PointSet; 2],
    pub to_play: Side,
    pub winner: Side,
    /// The move that wins it, if its mover does and needs one.
    pub best: Option<Point>,
    /// Positions it took.
    pub work: u64,
    /// The shapes that a guess about it would weigh.
    pub shapes: Vec<u32>,
}

/// Is the target captured under this rule about kos, and every position solved on the way.
pub fn lessons(
    board: &Board,
    ground: &Ground,
    to_play: Side,
    kos: Kos,
    budget: &Budget,
) -> (Result<bool, Stop>, Vec<Lesson>) {
    fn packed<const N: usize>(
        (board, ground): (&Board, &Ground),
        to_play: Side,
        kos: Kos,
        budget: &Budget,
    ) -> (Result<bool, Stop>, Vec<Lesson>) {
        let (field, state) = Field::<N>::new(board, ground);
        let mut tree = Tree::new(budget.memory / 2);
        let mut search = Search::new(Enclosed::new(&field), &mut tree, budget);
        search.ground.solved = Some(Vec::new());
        let known = search.solve(&state, to_play, (kos, Aim::Capture));
        let solved = search.ground.solved.take().unwrap_or_default();
        let lesson = |position: Solved<N>| Lesson {
            stones: position.state.stones.map(|stones| field.unpack(stones)),
            to_play: position.to_play,
            winner: position.winner,
            best: field.points.get(position.best as usize).copied().filter(|_| position.winner == position.to_play),
            work: position.work,
            shapes: field.shapes(&position.state).map(|shape| shape as u32).collect(),
        };
        (known.map(|known| known.of(Side::Attacker) == 0), solved.into_iter().map(lesson).collect())
    }
    packed!(ground, packed((board, ground), to_play, kos, budget))
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
    let mut enclosed = Enclosed::new(&field);
    enclosed.guide = smaller.and_then(|smaller| smaller.trail.as_deref());
    let mut tree = match memory.take::<N>() {
        Some(trail) => {
            enclosed.patterns = trail.patterns;
            enclosed.turn_to(trail.question);
            trail.tree
        }
        None => Tree::new(budget.memory / 2),
    };
    let mut search = Search::new(enclosed, &mut tree, budget);
    let found = read(&mut search, &state, to_play);
    let (question, patterns) = (search.ground.question(), search.ground.patterns);
    *memory = Memory { inside: ground.inside, trail: Some(Box::new(Trail { tree, patterns, question })) };
    found
}

fn read<const N: usize>(search: &mut Search<'_, Enclosed<'_, N>>, state: &State<N>, to_play: Side) -> Found {
    let decided = decide(search, state, to_play);
    let (nodes, table_bytes) = (search.nodes, search.tree.table.bytes());
    let mut found = Found {
        outcome: Outcome::Unknown,
        play: None,
        line: Vec::new(),
        zone: PointSet::EMPTY,
        nodes,
        table_bytes,
        stopped: None,
        is_whole: false,
    };
    match decided {
        Ok(Decided { outcome, known, kos, aim, is_whole }) => {
            let (state, key) = search.root(state, to_play, (kos, aim));
            found.outcome = outcome;
            found.play = (outcome != Outcome::Lose).then(|| search.ground.to_move(known.best));
            found.line = search.line(&state, to_play, key);
            found.zone = search.ground.field.unpack(known.zone);
            found.is_whole = is_whole;
        }
        Err(stop) => found.stopped = Some(stop),
    }
    found
}

/// An answer, and the question it came from.
struct Decided<const N: usize> {
    outcome: Outcome,
    known: Known<Bits<N>>,
    kos: Kos,
    aim: Aim,
    is_whole: bool,
}

impl<const N: usize> Decided<N> {
    fn new(outcome: Outcome, known: Known<Bits<N>>, kos: Kos, aim: Aim) -> Self {
        Decided { outcome, known, kos, aim, is_whole: true }
    }
}

/// Win although the opponent wins every ko; ko; or loss although the mover wins every ko. Seki where neither side gets more:
/// for the defender it goes before a ko, for the attacker after it.
fn decide<const N: usize>(
    search: &mut Search<'_, Enclosed<'_, N>>,
    state: &State<N>,
    to_play: Side,
) -> Result<Decided<N>, Stop> {
    let (hard, kind) = (Kos::of(to_play.other()), Kos::of(to_play));
    let mut solve = |kos: Kos, aim: Aim| search.solve(state, to_play, (kos, aim));
    let strict = solve(hard, Aim::Capture)?;
    if strict.of(to_play) == 0 {
        if to_play == Side::Defender && strict.flags & SHARED != 0 {
            // it stays on the board: with two eyes?
            return Ok(match solve(hard, Aim::Eyes) {
                Ok(eyes) if eyes.of(to_play) != 0 => Decided::new(Outcome::Seki, strict, hard, Aim::Capture),
                Ok(eyes) => Decided::new(Outcome::Win, eyes, hard, Aim::Eyes),
                Err(_) => Decided { is_whole: false, ..Decided::new(Outcome::Win, strict, hard, Aim::Capture) },
            });
        }
        return Ok(Decided::new(Outcome::Win, strict, hard, Aim::Capture));
    }
    // With every ko won it may still work. (That a line of the strict search met no ko does not tell: the side that wins the
    // kos takes them without notice.)
    let generous = solve(kind, Aim::Capture)?;
    if generous.of(to_play) == 0 {
        let with_threat = Decided::new(Outcome::Ko(FirstThreat::Mover), generous, kind, Aim::Capture);
        return Ok(match solve(Kos::Nobody, Aim::Capture) {
            Ok(bare) if bare.of(to_play) == 0 => {
                Decided::new(Outcome::Ko(FirstThreat::Opponent), bare, Kos::Nobody, Aim::Capture)
            }
            Ok(_) => with_threat,
            Err(_) => Decided { is_whole: false, ..with_threat },
        });
    }
    if to_play == Side::Attacker && strict.flags & SHARED != 0 {
        let eyes = solve(hard, Aim::Eyes)?;
        if eyes.of(to_play) == 0 {
            return Ok(Decided::new(Outcome::Seki, eyes, hard, Aim::Eyes));
        }
    }
    Ok(Decided::new(Outcome::Lose, strict, hard, Aim::Capture))
}
