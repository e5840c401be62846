//! Training of the model: which patterns it knows, and stochastic gradient ascent on the likelihood of the played
//! moves.
//!
//! Each position is one example: all legal moves compete (softmax), the gradient raises the played move and lowers the
//! others in proportion to their probability. Steps are scaled for each weight by the gradients it has seen (AdaGrad),
//! so rare patterns learn quickly and common ones slowly. Patterns are collected from other games than those the
//! weights are trained on: otherwise every rare pattern would look like a good move, since it is only known because it
//! was played.

use gosedai_board::Rng;
use gosedai_memory as memory;

use crate::features::{SMALL, Scene};
use crate::game::{GameMoves, Moment};
use crate::grid::Grid;
use crate::model::{Model, RANK, Seen};
use crate::position_facts::PositionFacts;
use crate::table::Table;

/// Finds the patterns of all families seen at least `least` times around played moves, in bounded memory: a first pass
/// over the games fills a filter of small counters, a second counts exactly what passes the filter.
pub struct Collector {
    least: u8,
    filter: Vec<u8>,
    exact: Option<Table>,
}

impl Collector {
    /// `bits`: the filter has 2^bits counters of one byte.
    pub fn new(least: u8, bits: u32) -> Self {
        Collector { least, filter: memory::zeros(1 << bits), exact: None }
    }

    /// Ends the first pass.
    pub fn second_pass(&mut self) {
        self.exact = Some(Table::default());
    }

    pub fn add_game(&mut self, game: &GameMoves) {
        let mut grid = Grid::new(game.size);
        let mask = self.filter.len() as u64 - 1;
        game.replay(|moment| {
            let Some(point) = moment.played.point() else { return };
            grid.follow(moment.board);
            let facts = PositionFacts::liberties_only(moment.board);
            let scene = Scene {
                board: moment.board,
                mover: moment.mover,
                last: moment.last,
                earlier: moment.earlier,
                number: moment.number,
                facts,
                patterns: &grid,
            };
            scene.patterns(point, |_, name| {
                let counter = &mut self.filter[((name >> 20) & mask) as usize];
                match &mut self.exact {
                    None => *counter = counter.saturating_add(1),
                    Some(table) if *counter >= self.least => *table.entry(name, 0) += 1,
                    Some(_) => {}
                }
                true
            });
        });
    }

    /// The names found, in order.
    pub fn names(self) -> Vec<u64> {
        let entries = self.exact.unwrap_or_default().sorted();
        let mut names = memory::room(entries.len());
        names.extend(entries.into_iter().filter(|e| e.1 >= u32::from(self.least)).map(|e| e.0));
        names
    }
}

/// Parameters of training.
#[derive(Clone, Copy, Debug)]
pub struct LearnOptions {
    /// Share of positions of each game that are used.
    pub sample: f64,
    pub rate: f32,
    pub pattern_rate: f32,
    pub hidden_rate: f32,
    pub seed: u64,
}

impl Default for LearnOptions {
    fn default() -> Self {
        LearnOptions { sample: 0.5, rate: 0.15, pattern_rate: 0.3, hidden_rate: 0.01, seed: 1 }
    }
}

/// A model in training.
pub struct Trainer {
    pub model: Model,
    pub options: LearnOptions,
    /// Positions learnt from so far.
    pub positions: u64,
    rng: Rng,
    small_seen: Vec<f32>,
    weight_seen: Vec<f32>,
    hidden_seen: Vec<[f32; RANK]>,
    small_gradient: Vec<f32>,
    hidden_gradient: Vec<[f32; RANK]>,
    weight_gradient: Vec<f32>,
    moves: Vec<Seen>,
    chances: Vec<f32>,
}

/// Moves whose probability is below this change nothing worth the time.
const NEGLIGIBLE: f32 = 1e-5;

impl Trainer {
    pub fn new(model: Model, options: LearnOptions) -> Self {
        let patterns = model.weights.len();
        Trainer {
            model,
            options,
            positions: 0,
            rng: Rng::new(options.seed),
            small_seen: vec![1.0; SMALL],
            weight_seen: memory::filled(1.0, patterns),
            hidden_seen: memory::filled([1.0; RANK], SMALL),
            small_gradient: vec![0.0; SMALL],
            hidden_gradient: memory::filled([0.0; RANK], SMALL),
            weight_gradient: memory::zeros(patterns),
            moves: Vec::new(),
            chances: Vec::new(),
        }
    }

    pub fn add_game(&mut self, game: &GameMoves) {
        let mut grid = Grid::new(game.size);
        game.replay(|moment| {
            if self.rng.unit() < self.options.sample {
                grid.follow(moment.board);
                self.step(moment, &grid);
            }
        });
    }

    fn step(&mut self, moment: &Moment, grid: &Grid) {
        let Some(played) = moment.played.point() else { return };
        let board = moment.board;
        let scene = Scene::new(board, moment.mover, moment.last, moment.earlier, moment.number, grid);
        self.moves.clear();
        self.chances.clear();
        for point in board.empty_points().filter(|&p| board.is_legal(p, moment.mover)) {
            let seen = self.model.see(&scene, point);
            self.chances.push(self.model.strength(&seen));
            self.moves.push(seen);
        }
        let top = self.chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for chance in &mut self.chances {
            *chance = (*chance - top).exp();
            sum += *chance;
        }
        for (i, seen) in self.moves.iter().enumerate() {
            let target = f32::from(u8::from(seen.point == played));
            let gradient = target - self.chances[i] / sum;
            if gradient.abs() < NEGLIGIBLE {
                continue;
            }
            let sum = self.model.hidden_sum(&seen.small);
            for &j in &seen.small {
                let j = j as usize;
                self.small_gradient[j] += gradient;
                let own = &self.model.hidden[j];
                for (slot, (total, own)) in self.hidden_gradient[j].iter_mut().zip(sum.iter().zip(own)) {
                    *slot += gradient * (total - own);
                }
            }
            for &j in &seen.known[..seen.known_count] {
                self.weight_gradient[j as usize] += gradient;
            }
        }
        self.apply();
        self.positions += 1;
    }

    /// Moves every weight that has a gradient, and clears the gradients.
    fn apply(&mut self) {
        let LearnOptions { rate, pattern_rate, hidden_rate, .. } = self.options;
        for (i, seen) in self.moves.iter().enumerate() {
            if self.chances[i] == 0.0 {
                continue;
            }
            for &j in &seen.small {
                let j = j as usize;
                let g = std::mem::take(&mut self.small_gradient[j]);
                if g != 0.0 {
                    self.small_seen[j] += g * g;
                    self.model.small[j] += rate * g / self.small_seen[j].sqrt();
                    let gradients = std::mem::take(&mut self.hidden_gradient[j]);
                    for (k, g) in gradients.into_iter().enumerate() {
                        self.hidden_seen[j][k] += g * g;
                        self.model.hidden[j][k] += hidden_rate * g / self.hidden_seen[j][k].sqrt();
                    }
                }
            }
            for &j in &seen.known[..seen.known_count] {
                let j = j as usize;
                let g = std::mem::take(&mut self.weight_gradient[j]);
                if g != 0.0 {
                    self.weight_seen[j] += g * g;
                    self.model.weights[j] += pattern_rate * g / self.weight_seen[j].sqrt();
                }
            }
        }
    }
}
