//! The network: many positions evaluated at once.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gosedai_board::{Color, Move};
use gosedai_engine::network::{self, Net, first_sight};
use gosedai_engine::{Context, memory};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::position::Position;
use crate::wait::wait_for;
use crate::{exception, wrong};

#[pyclass(module = "gosedai", frozen)]
pub struct Network(Arc<Net>);

/// What is said of one position, as Black sees it.
#[derive(Clone, Default)]
struct Seen {
    policy: Vec<f32>,
    win: f32,
    score: f32,
    ownership: Vec<f32>,
}

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Self> {
        let cx = Context { net_file: path, ..Context::default() };
        let loaded = py.detach(|| memory::told(|| network::network(&cx)));
        loaded.unwrap_or_else(|missing| Err(missing.into())).map(Network).map_err(exception)
    }

    #[getter]
    fn about(&self) -> &str {
        self.0.about()
    }

    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.blocks(), self.0.channels())
    }

    /// Policy, win, score and ownership of all positions as rows of 32-bit floats in native order.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<Position>,
        threads: usize,
        view: usize,
    ) -> PyResult<[Bound<'py, PyBytes>; 4]> {
        if view > 7 {
            return Err(wrong("view must be from 0 to 7"));
        }
        if let Some(other) = positions.iter().find(|other| other.0.size() != positions[0].0.size()) {
            let (one, other) = (positions[0].0.size(), other.0.size());
            return Err(wrong(format!("one batch holds boards of one size, not {one} and {other}")));
        }
        gosedai_engine::numbers::threads("threads", threads).map_err(exception)?;
        let cx = Context::default();
        let (net, flag) = (self.0.clone(), cx.cancel.clone());
        let seen = wait_for(py, &cx.cancel, None, None, move |_| {
            all(&positions, threads, &|position| (!flag.is_cancelled()).then(|| look(&net, position, view)))
        })?;
        let bytes = |floats: &mut dyn Iterator<Item = f32>| {
            PyBytes::new(py, &floats.flat_map(f32::to_ne_bytes).collect::<Vec<u8>>())
        };
        Ok([
            bytes(&mut seen.iter().flat_map(|one| one.policy.iter().copied())),
            bytes(&mut seen.iter().map(|one| one.win)),
            bytes(&mut seen.iter().map(|one| one.score)),
            bytes(&mut seen.iter().flat_map(|one| one.ownership.iter().copied())),
        ])
    }
}

/// Every position, whichever thread comes first; empty answers after a stop, which nobody sees.
fn all(positions: &[Position], threads: usize, look: &(dyn Fn(&Position) -> Option<Seen> + Sync)) -> Vec<Seen> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(seen) = positions.get(i).and_then(look) else { return found };
            found.push((i, seen));
        }
    };
    let mut seen = vec![Seen::default(); positions.len()];
    std::thread::scope(|scope| {
        let hands: Vec<_> = (0..threads.min(positions.len())).map(|_| scope.spawn(work)).collect();
        for hand in hands {
            memory::joined(hand.join()).into_iter().for_each(|(i, one)| seen[i] = one);
        }
    });
    seen
}

fn look(net: &Net, position: &Position, view: usize) -> Seen {
    let position = &position.0;
    let output = first_sight(net, position, view);
    let mut policy = vec![0.0; output.policy.len()];
    let moves: Vec<Move> = position.legal_points().into_iter().map(Move::Play).chain([Move::Pass]).collect();
    for (mv, share) in moves.iter().zip(output.probabilities(&moves)) {
        policy[output.index(*mv)] = share;
    }
    let black = position.to_play() == Color::Black;
    let sign = if black { 1.0 } else { -1.0 };
    Seen {
        policy,
        win: if black { output.win } else { 1.0 - output.win },
        score: sign * output.score,
        ownership: output.ownership.iter().map(|owner| sign * owner).collect(),
    }
}
