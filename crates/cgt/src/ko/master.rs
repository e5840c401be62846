//! Komaster thermography (Berlekamp): one side wins every fight without ignoring a threat, but must finish a ko he has taken as
//! soon as the other side plays elsewhere, unless the position he holds is already worth leaving.

use super::graph::{KoError, KoGraph, KoMove, KoNode};
use super::line::Line;
use crate::{Rational, Thermograph};

#[derive(Clone)]
struct Walls {
    left: Line,
    right: Line,
    mean: Rational,
    temperature: Rational,
}

struct Solver<'a> {
    graph: &'a KoGraph,
    black_master: bool,
    /// Results of the round before: from which temperature on a node is frozen, and at what value.
    frozen: Vec<Option<(Rational, Rational)>>,
    walls: Vec<Option<Walls>>,
    held: Vec<Option<Line>>,
    open: Vec<(usize, bool)>,
    cyclic: Vec<bool>,
}

/// Thermographs of all nodes of a ko graph, with the given komaster.
pub fn komaster(graph: &KoGraph, black_is_master: bool) -> Result<Vec<Thermograph>, KoError> {
    let n = graph.nodes.len();
    let mut frozen: Vec<Option<(Rational, Rational)>> = vec![None; n];
    let cyclic: Vec<bool> = (0..n).map(|i| on_cycle(graph, i)).collect();
    for _ in 0..8 {
        let mut solver = Solver {
            graph,
            black_master: black_is_master,
            frozen: frozen.clone(),
            walls: vec![None; n],
            held: vec![None; n],
            open: Vec::new(),
            cyclic: cyclic.clone(),
        };
        let mut all = Vec::with_capacity(n);
        for node in 0..n {
            all.push(solver.walls(node)?);
        }
        let now: Vec<_> = all.iter().map(|w| Some((w.temperature, w.mean))).collect();
        if now == frozen {
            let all: Vec<Thermograph> = all.into_iter().map(thermograph).collect();
            return if all.iter().all(Thermograph::is_known) { Ok(all) } else { Err(KoError::Unsettled) };
        }
        frozen = now;
    }
    Err(KoError::Unsettled)
}

fn thermograph(w: Walls) -> Thermograph {
    Thermograph { left: w.left.corners, right: w.right.corners, mean: w.mean, temperature: w.temperature }
}

fn on_cycle(graph: &KoGraph, start: usize) -> bool {
    let mut seen = vec![false; graph.nodes.len()];
    let mut stack = vec![start];
    while let Some(i) = stack.pop() {
        if let KoNode::Open { black, white } = &graph.nodes[i] {
            for m in black.iter().chain(white) {
                if m.to == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[m.to], true) {
                    stack.push(m.to);
                }
            }
        }
    }
    false
}

impl Solver<'_> {
    fn walls(&mut self, node: usize) -> Result<Walls, KoError> {
        if let Some(w) = &self.walls[node] {
            return Ok(w.clone());
        }
        let w = match &self.graph.nodes[node] {
            KoNode::Known(t) => known(t),
            KoNode::Open { black, white } => {
                self.enter(node, false)?;
                let (black, white) = (black.clone(), white.clone());
                let left_scaffold = self.scaffold(node, &black, true)?;
                let right_scaffold = self.scaffold(node, &white, false)?;
                self.open.pop();
                self.raise_mast(node, left_scaffold, right_scaffold)
            }
        };
        self.walls[node] = Some(w.clone());
        Ok(w)
    }

    fn enter(&mut self, node: usize, held: bool) -> Result<(), KoError> {
        if self.open.contains(&(node, held)) {
            return Err(KoError::Tangled);
        }
        self.open.push((node, held));
        Ok(())
    }

    fn scaffold(&mut self, node: usize, moves: &[KoMove], left: bool) -> Result<Line, KoError> {
        let mut best: Option<Line> = None;
        for m in moves {
            let line = if m.takes_ko && left == self.black_master {
                self.held_wall(m.to, node)?
            } else {
                let w = self.walls(m.to)?;
                if left { w.right } else { w.left }
            };
            let line = line.tilted(if left { -1 } else { 1 });
            best = Some(best.map_or(line.clone(), |b| b.envelope(&line, left)));
        }
        best.ok_or(KoError::OneSided { node })
    }

    /// The far side's wall of a node the komaster has just taken from `from`: no retake, and playing elsewhere makes the
    /// komaster finish — or leave it, where the node is frozen and he prefers that.
    fn held_wall(&mut self, node: usize, from: usize) -> Result<Line, KoError> {
        if let Some(line) = &self.held[node] {
            return Ok(line.clone());
        }
        let KoNode::Open { black, white } = &self.graph.nodes[node] else {
            let w = self.walls(node)?;
            return Ok(if self.black_master { w.right } else { w.left });
        };
        let (mine, theirs) =
            if self.black_master { (black.clone(), white.clone()) } else { (white.clone(), black.clone()) };
        self.enter(node, true)?;
        let finish = self.scaffold(node, &mine, self.black_master)?;
        let mut line = match self.frozen[node] {
            Some((t, mean)) => leave_above(&finish, t, mean, self.black_master),
            None => finish,
        };
        for m in theirs.iter().filter(|m| !(m.takes_ko && m.to == from)) {
            let w = self.walls(m.to)?;
            let other = if self.black_master { w.left.tilted(1) } else { w.right.tilted(-1) };
            line = line.envelope(&other, !self.black_master);
        }
        self.open.pop();
        self.held[node] = Some(line.clone());
        Ok(line)
    }

    fn raise_mast(&self, node: usize, left_scaffold: Line, right_scaffold: Line) -> Walls {
        // on a loop the walls may run together below the mast; elsewhere the first meeting is the freezing point
        let meeting = if self.cyclic[node] {
            left_scaffold.last_at_least(&right_scaffold)
        } else {
            left_scaffold.first_at_most(&right_scaffold)
        };
        let temperature = meeting.unwrap_or(Rational::ZERO);
        let mean = if meeting.is_some() {
            left_scaffold.at(temperature)
        } else {
            (left_scaffold.at(temperature) + right_scaffold.at(temperature)) / Rational::int(2)
        };
        Walls {
            left: left_scaffold.capped(temperature, mean),
            right: right_scaffold.capped(temperature, mean),
            mean,
            temperature,
        }
    }
}

/// `finish`, or the mast from its foot on where that is better for the master.
fn leave_above(finish: &Line, t: Rational, mean: Rational, black: bool) -> Line {
    let better = finish.envelope(&Line::constant(mean), black);
    let mut corners: Vec<_> = finish.corners.iter().copied().filter(|c| c.0 < t).collect();
    if t > Rational::ZERO {
        if corners.is_empty() {
            corners.push((Rational::ZERO, finish.at(Rational::ZERO)));
        }
        corners.push((t, finish.at(t)));
    }
    let from = better.at(t);
    if corners.last().is_none_or(|c| c.1 != from) {
        // a jump at the mast's foot: two corners at one temperature
        corners.push((t, from));
    }
    corners.extend(better.corners.iter().copied().filter(|c| c.0 > t));
    Line { corners, tail: better.tail }
}

fn known(t: &Thermograph) -> Walls {
    let shown = t.above(Rational::ZERO);
    let line = |corners: Vec<(Rational, Rational)>| Line { corners, tail: Rational::ZERO };
    let (left, right) = (line(shown.left), line(shown.right));
    Walls { left, right, mean: t.mean, temperature: t.temperature }
}
