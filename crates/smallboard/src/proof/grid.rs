//! The walker's own rules of Go: a plain grid, written apart from the bit-set code so that neither can hide the other's mistakes.

use super::goal::{Goal, State};
use crate::region::DeadRule;
use crate::stones::NO_KO;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Prover,
    Other,
}

/// A board of cells.
#[derive(Debug, Clone)]
pub struct Grid {
    rows: usize,
    cols: usize,
    cells: Vec<Cell>,
    ko: u8,
}

impl Grid {
    pub fn new(goal: &Goal, s: &State) -> Self {
        let g = &goal.geometry;
        let cell = |p: usize| match (s.prover >> p & 1, s.other >> p & 1) {
            (1, _) => Cell::Prover,
            (_, 1) => Cell::Other,
            _ => Cell::Empty,
        };
        Grid { rows: g.rows, cols: g.cols, cells: (0..g.n).map(cell).collect(), ko: s.ko }
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self
            .cells
            .chunks(self.cols)
            .map(|row| {
                let letter = |c: &Cell| match c {
                    Cell::Empty => '.',
                    Cell::Prover => 'X',
                    Cell::Other => 'O',
                };
                row.iter().map(letter).collect()
            })
            .collect();
        rows.join("/")
    }

    pub fn state(&self, prover_to_move: bool) -> State {
        let set = |want: Cell| {
            let bits = self.cells.iter().enumerate().filter(|(_, c)| **c == want);
            bits.fold(0u32, |acc, (p, _)| acc | 1 << p)
        };
        State { prover: set(Cell::Prover), other: set(Cell::Other), ko: self.ko, prover_to_move }
    }

    pub fn pass(&self) -> Grid {
        Grid { ko: NO_KO, ..self.clone() }
    }

    fn neighbours(&self, p: usize) -> Vec<usize> {
        let (r, c) = (p / self.cols, p % self.cols);
        let mut all = Vec::with_capacity(4);
        if r > 0 {
            all.push(p - self.cols);
        }
        if r + 1 < self.rows {
            all.push(p + self.cols);
        }
        if c > 0 {
            all.push(p - 1);
        }
        if c + 1 < self.cols {
            all.push(p + 1);
        }
        all
    }

    /// The connected points from `p` whose cells satisfy `keep`.
    fn area(&self, p: usize, keep: impl Fn(Cell) -> bool) -> Vec<usize> {
        let mut found = vec![p];
        let mut at = 0;
        while at < found.len() {
            for q in self.neighbours(found[at]) {
                if keep(self.cells[q]) && !found.contains(&q) {
                    found.push(q);
                }
            }
            at += 1;
        }
        found
    }

    fn liberties(&self, chain: &[usize]) -> usize {
        let mut free: Vec<usize> = chain.iter().flat_map(|&p| self.neighbours(p)).collect();
        free.sort_unstable();
        free.dedup();
        free.into_iter().filter(|&q| self.cells[q] == Cell::Empty).count()
    }

    /// Plays a stone; `None` if it is illegal.
    pub fn play(&self, prover: bool, p: usize, banned: u8) -> Option<Grid> {
        if self.cells[p] != Cell::Empty || p as u8 == banned {
            return None;
        }
        let (own, opp) = if prover { (Cell::Prover, Cell::Other) } else { (Cell::Other, Cell::Prover) };
        let mut next = self.clone();
        next.cells[p] = own;
        let mut taken = Vec::new();
        for q in self.neighbours(p) {
            if next.cells[q] == opp {
                let chain = next.area(q, |c| c == opp);
                if next.liberties(&chain) == 0 {
                    for &t in &chain {
                        next.cells[t] = Cell::Empty;
                    }
                    taken.extend(chain);
                }
            }
        }
        let chain = next.area(p, |c| c == own);
        let free = next.liberties(&chain);
        if free == 0 {
            return None;
        }
        next.ko = if taken.len() == 1 && chain.len() == 1 && free == 1 { taken[0] as u8 } else { NO_KO };
        Some(next)
    }

    /// Area score of the board as it stands, for the prover.
    pub fn score(&self) -> i32 {
        let mut total = 0;
        for p in 0..self.cells.len() {
            total += match self.cells[p] {
                Cell::Prover => 1,
                Cell::Other => -1,
                Cell::Empty => {
                    let region = self.area(p, |c| c == Cell::Empty);
                    let touches =
                        |want: Cell| region.iter().flat_map(|&q| self.neighbours(q)).any(|q| self.cells[q] == want);
                    touches(Cell::Prover) as i32 - touches(Cell::Other) as i32
                }
            };
        }
        total
    }

    /// What the prover keeps by unconditional life and the given region rule.
    pub fn prover_surely_has(&self, rule: DeadRule) -> i32 {
        let n = self.cells.len();
        let parts = |keep: &dyn Fn(Cell) -> bool| {
            let mut all: Vec<Vec<usize>> = Vec::new();
            for p in 0..n {
                if keep(self.cells[p]) && !all.iter().any(|a| a.contains(&p)) {
                    all.push(self.area(p, keep));
                }
            }
            all
        };
        let mut chains = parts(&|c| c == Cell::Prover);
        let mut regions = parts(&|c| c != Cell::Prover);
        let touches = |chain: &[usize], q: usize| self.neighbours(q).iter().any(|x| chain.contains(x));
        loop {
            let before = (chains.len(), regions.len());
            chains.retain(|chain| {
                let vital = |r: &&Vec<usize>| {
                    let mut empty = r.iter().filter(|&&q| self.cells[q] == Cell::Empty).peekable();
                    empty.peek().is_some() && empty.all(|&q| touches(chain, q))
                };
                let firm =
                    |r: &&Vec<usize>| rule != DeadRule::Firm || r.iter().filter(|&&q| !touches(chain, q)).count() <= 1;
                regions.iter().filter(vital).filter(firm).count() >= 2
            });
            regions.retain(|r| {
                let wall = r.iter().flat_map(|&q| self.neighbours(q)).filter(|&q| self.cells[q] == Cell::Prover);
                wall.into_iter().all(|q| chains.iter().any(|c| c.contains(&q)))
            });
            if before == (chains.len(), regions.len()) {
                break;
            }
        }
        if chains.is_empty() {
            return -(n as i32);
        }
        let alive: usize = chains.iter().map(Vec::len).sum();
        let dead = |r: &Vec<usize>| {
            let apart: Vec<usize> = r.iter().copied().filter(|&q| !chains.iter().any(|c| touches(c, q))).collect();
            match rule {
                DeadRule::StonesOnly => false,
                DeadRule::Tight => {
                    let bordering: Vec<_> = chains.iter().filter(|c| r.iter().any(|&q| touches(c, q))).collect();
                    bordering.len() == 1 && r.iter().all(|&q| touches(bordering[0], q))
                }
                DeadRule::One | DeadRule::Firm => apart.len() <= 1,
                DeadRule::NoTwoApart => {
                    apart.iter().all(|&a| apart.iter().all(|&b| a == b || self.neighbours(a).contains(&b)))
                }
            }
        };
        let held: usize = regions.iter().filter(|r| dead(r)).map(Vec::len).sum();
        2 * (alive + held) as i32 - n as i32
    }
}
