//! Combinatorial games as values. All of them live in one arena, so that equal values are equal handles; it is emptied before a
//! calculation when the last of them has gone.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use gosedai_cgt::stop::{Stopped, until_stopped};
use gosedai_cgt::svg::{thermograph_svg, tree_svg};
use gosedai_cgt::{Arena, Dyadic, Rational, Relation, SumSearch};
use gosedai_engine::CancelFlag;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::wait::wait_for;
use crate::{EngineError, wrong};

/// As many different games as one calculation of the command `cgt` may remember.
const MOST_GAMES: usize = 3_000_000;
/// Fewer than these are not worth emptying.
const FEW_GAMES: usize = 10_000;

static ARENA: Mutex<Option<Arena>> = Mutex::new(None);
/// Handles held by Python. It is counted without the arena's lock: a handle may go while another thread calculates.
static ALIVE: AtomicUsize = AtomicUsize::new(0);

#[pyclass(module = "gosedai.cgt", frozen)]
pub struct Game(gosedai_cgt::Game);

impl Game {
    fn held(game: gosedai_cgt::Game) -> Game {
        ALIVE.fetch_add(1, Ordering::AcqRel);
        Game(game)
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Calculates beside the interpreter; Ctrl-C stops it.
fn calculate<T: Send + 'static>(py: Python<'_>, work: impl FnOnce(&mut Arena) -> T + Send + 'static) -> PyResult<T> {
    let cancel = CancelFlag::default();
    let flag = cancel.flag();
    let done = wait_for(py, &cancel, None, None, move |_| {
        let mut kept = ARENA.lock().unwrap_or_else(PoisonError::into_inner);
        if ALIVE.load(Ordering::Acquire) == 0 && kept.as_ref().is_some_and(|arena| arena.len() > FEW_GAMES) {
            *kept = None;
        }
        let arena = kept.get_or_insert_with(Arena::new);
        arena.stop_by(flag);
        arena.hold_at_most(MOST_GAMES);
        until_stopped(|| work(arena))
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
        let read = calculate(py, move |arena| {
            let game = gosedai_cgt::text::parse(arena, &text).map_err(|error| format!("'{text}': {error}"))?;
            Ok::<_, String>(Game::held(game))
        })?;
        read.map_err(wrong)
    }

    #[staticmethod]
    fn options(py: Python<'_>, lefts: Vec<Bound<'_, Game>>, rights: Vec<Bound<'_, Game>>) -> PyResult<Self> {
        let handles = |games: &[Bound<'_, Game>]| games.iter().map(|game| game.get().0).collect::<Vec<_>>();
        let (lefts, rights) = (handles(&lefts), handles(&rights));
        calculate(py, move |arena| {
            let game = arena.make(&lefts, &rights);
            Game::held(game)
        })
    }

    fn add(&self, py: Python<'_>, other: &Game) -> PyResult<Self> {
        let (g, h) = (self.0, other.0);
        calculate(py, move |arena| {
            let sum = arena.add(g, h);
            Game::held(sum)
        })
    }

    fn neg(&self, py: Python<'_>) -> PyResult<Self> {
        let g = self.0;
        calculate(py, move |arena| {
            let other = arena.neg(g);
            Game::held(other)
        })
    }

    /// `<`, `>`, `=` or `||`.
    fn relation(&self, py: Python<'_>, other: &Game) -> PyResult<String> {
        let (g, h) = (self.0, other.0);
        calculate(py, move |arena| arena.relation(g, h)).map(|relation: Relation| relation.to_string())
    }

    fn same(&self, other: &Game) -> bool {
        self.0 == other.0
    }

    /// Of the handle: it stays as long as the game is held.
    fn hash_handle(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
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
        calculate(py, move |arena| {
            let game = change(arena, g, by);
            Game::held(game)
        })
    }

    fn name(&self, py: Python<'_>) -> PyResult<String> {
        let g = self.0;
        calculate(py, move |arena| arena.name(g))
    }

    fn form(&self, py: Python<'_>) -> PyResult<String> {
        let g = self.0;
        calculate(py, move |arena| arena.form(g))
    }

    /// Mean, temperature, left stop, right stop, outcome.
    fn figures(&self, py: Python<'_>) -> PyResult<(String, String, String, String, String)> {
        let g = self.0;
        calculate(py, move |arena| {
            let graph = arena.thermograph(g);
            let outcome = SumSearch::new().outcome(arena, &[g]);
            let (left, right) = (arena.left_stop(g), arena.right_stop(g));
            let text = |x: &dyn std::fmt::Display| x.to_string();
            (text(&graph.mean), text(&graph.temperature), text(&left), text(&right), text(&outcome))
        })
    }

    fn walls(&self, py: Python<'_>) -> PyResult<Walls> {
        let g = self.0;
        calculate(py, move |arena| {
            let graph = arena.thermograph(g).above(Rational::ZERO);
            let wall = |w: &[(Rational, Rational)]| w.iter().map(|c| (c.0.to_string(), c.1.to_string())).collect();
            (wall(&graph.left), wall(&graph.right))
        })
    }

    fn moves(&self, py: Python<'_>) -> PyResult<(Vec<Game>, Vec<Game>)> {
        let g = self.0;
        calculate(py, move |arena| {
            let (lefts, rights) = (arena.lefts(g).to_vec(), arena.rights(g).to_vec());
            let held = |games: Vec<gosedai_cgt::Game>| games.into_iter().map(Game::held).collect();
            (held(lefts), held(rights))
        })
    }

    /// The thermograph, or the tree of moves.
    fn svg(&self, py: Python<'_>, tree: bool) -> PyResult<String> {
        let g = self.0;
        calculate(py, move |arena| match tree {
            true => tree_svg(arena, g, 80),
            false => {
                let (graph, name) = (arena.thermograph(g), arena.name(g));
                thermograph_svg(&graph, &name)
            }
        })
    }
}
