//! Combinatorial games as values. All of them live in one arena, so that equal values are equal handles; it is emptied when the last
//! of them has gone.

use std::sync::{Mutex, MutexGuard, PoisonError};

use gosedai_cgt::stop::{Stopped, until_stopped};
use gosedai_cgt::svg::{thermograph_svg, tree_svg};
use gosedai_cgt::{Arena, Dyadic, Rational, Relation, SumSearch};
use gosedai_engine::CancelFlag;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::wait::wait_for;
use crate::{EngineError, wrong};

struct Room {
    arena: Arena,
    alive: usize,
}

/// As many different games as one calculation of the command `cgt` may remember.
const MOST_GAMES: usize = 3_000_000;
/// Fewer than these are not worth emptying.
const FEW_GAMES: usize = 10_000;

static ROOM: Mutex<Option<Room>> = Mutex::new(None);

fn room() -> MutexGuard<'static, Option<Room>> {
    ROOM.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pyclass(module = "gosedai.cgt", frozen)]
pub struct Game(gosedai_cgt::Game);

impl Drop for Game {
    fn drop(&mut self) {
        let mut room = room();
        if let Some(held) = room.as_mut() {
            held.alive -= 1;
            if held.alive == 0 && held.arena.len() > FEW_GAMES {
                *room = None;
            }
        }
    }
}

fn alive(room: &mut Room, game: gosedai_cgt::Game) -> Game {
    room.alive += 1;
    Game(game)
}

/// Calculates beside the interpreter; Ctrl-C stops it.
fn calculate<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(&mut Room) -> T + Send + 'static) -> PyResult<T> {
    let cancel = CancelFlag::default();
    let flag = cancel.flag();
    let done = wait_for(py, &cancel, None, None, move |_| {
        let mut room = room();
        let room = room.get_or_insert_with(|| Room { arena: Arena::new(), alive: 0 });
        room.arena.stop_by(flag);
        room.arena.hold_at_most(MOST_GAMES);
        until_stopped(|| work(room))
    })?;
    done.map_err(|stopped| match stopped {
        Stopped::Asked => EngineError::new_err(stopped.to_string()),
        Stopped::TooLarge(_) => PyMemoryError::new_err(stopped.to_string()),
    })
}

fn degrees(text: &str) -> PyResult<Dyadic> {
    let bad = || wrong(format!("'{text}' is no temperature: a number from 0 to 1000 such as 2 or 3/2"));
    let t = Rational::parse(text).filter(|t| *t >= Rational::ZERO && *t <= Rational::int(1000)).ok_or_else(bad)?;
    t.to_dyadic().filter(|t| t.exponent() <= 16).ok_or_else(bad)
}

type Walls = (Vec<(String, String)>, Vec<(String, String)>);

#[pymethods]
impl Game {
    #[staticmethod]
    fn parse(py: Python<'_>, text: String) -> PyResult<Self> {
        let read = calculate(py, move |room| {
            let game =
                gosedai_cgt::text::parse(&mut room.arena, &text).map_err(|error| format!("'{text}': {error}"))?;
            Ok::<_, String>(alive(room, game))
        })?;
        read.map_err(wrong)
    }

    #[staticmethod]
    fn options(py: Python<'_>, lefts: Vec<Bound<'_, Game>>, rights: Vec<Bound<'_, Game>>) -> PyResult<Self> {
        let handles = |games: &[Bound<'_, Game>]| games.iter().map(|game| game.get().0).collect::<Vec<_>>();
        let (lefts, rights) = (handles(&lefts), handles(&rights));
        calculate(py, move |room| {
            let game = room.arena.make(&lefts, &rights);
            alive(room, game)
        })
    }

    fn add(&self, py: Python<'_>, other: &Game) -> PyResult<Self> {
        let (g, h) = (self.0, other.0);
        calculate(py, move |room| {
            let sum = room.arena.add(g, h);
            alive(room, sum)
        })
    }

    fn neg(&self, py: Python<'_>) -> PyResult<Self> {
        let g = self.0;
        calculate(py, move |room| {
            let other = room.arena.neg(g);
            alive(room, other)
        })
    }

    /// `<`, `>`, `=` or `||`.
    fn relation(&self, py: Python<'_>, other: &Game) -> PyResult<String> {
        let (g, h) = (self.0, other.0);
        calculate(py, move |room| room.arena.relation(g, h)).map(|relation: Relation| relation.to_string())
    }

    fn same(&self, other: &Game) -> bool {
        self.0 == other.0
    }

    /// `cool`, `warm` or `heat` by so many degrees.
    fn tempered(&self, py: Python<'_>, how: &str, by: &str) -> PyResult<Self> {
        let change = match how {
            "cool" => Arena::cool,
            "warm" => Arena::warm,
            "heat" => Arena::heat,
            _ => return Err(wrong(format!("'{how}' is not cool, warm or heat"))),
        };
        let (g, by) = (self.0, degrees(by)?);
        calculate(py, move |room| {
            let game = change(&mut room.arena, g, by);
            alive(room, game)
        })
    }

    fn name(&self, py: Python<'_>) -> PyResult<String> {
        let g = self.0;
        calculate(py, move |room| room.arena.name(g))
    }

    fn form(&self, py: Python<'_>) -> PyResult<String> {
        let g = self.0;
        calculate(py, move |room| room.arena.form(g))
    }

    /// Mean, temperature, left stop, right stop, outcome.
    fn figures(&self, py: Python<'_>) -> PyResult<(String, String, String, String, String)> {
        let g = self.0;
        calculate(py, move |room| {
            let arena = &mut room.arena;
            let graph = arena.thermograph(g);
            let outcome = SumSearch::new().outcome(arena, &[g]);
            let (left, right) = (arena.left_stop(g), arena.right_stop(g));
            let text = |x: &dyn std::fmt::Display| x.to_string();
            (text(&graph.mean), text(&graph.temperature), text(&left), text(&right), text(&outcome))
        })
    }

    fn walls(&self, py: Python<'_>) -> PyResult<Walls> {
        let g = self.0;
        calculate(py, move |room| {
            let graph = room.arena.thermograph(g).above(Rational::ZERO);
            let wall = |w: &[(Rational, Rational)]| w.iter().map(|c| (c.0.to_string(), c.1.to_string())).collect();
            (wall(&graph.left), wall(&graph.right))
        })
    }

    fn moves(&self, py: Python<'_>) -> PyResult<(Vec<Game>, Vec<Game>)> {
        let g = self.0;
        calculate(py, move |room| {
            let (lefts, rights) = (room.arena.lefts(g).to_vec(), room.arena.rights(g).to_vec());
            let mut held = |games: Vec<gosedai_cgt::Game>| games.into_iter().map(|game| alive(room, game)).collect();
            (held(lefts), held(rights))
        })
    }

    /// The thermograph, or the tree of moves.
    fn svg(&self, py: Python<'_>, tree: bool) -> PyResult<String> {
        let g = self.0;
        calculate(py, move |room| {
            let arena = &mut room.arena;
            match tree {
                true => tree_svg(arena, g, 80),
                false => {
                    let (graph, name) = (arena.thermograph(g), arena.name(g));
                    thermograph_svg(&graph, &name)
                }
            }
        })
    }
}
