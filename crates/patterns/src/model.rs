//! The trained model: a sum of weights of small features and known patterns for each move, turned into probabilities.

use gosedai_board::{Board, Color, Point};

use crate::features::{FAMILIES, GROUPS, SMALL, Scene, Small};
use crate::grid::{Fresh, Rings};
use crate::rank::Prediction;
use crate::table::Table;

/// Size of the hidden vectors whose products model how small features go together.
pub const RANK: usize = 8;

/// Patterns are kept by the upper 44 bits of their names: short enough for a small file, long enough not to collide.
#[inline]
pub fn key(name: u64) -> u64 {
    name >> 20
}

/// Weights of small features and of patterns.
#[derive(Clone)]
pub struct Model {
    pub small: Vec<f32>,
    /// Hidden vectors of small features (a factorisation machine over the groups).
    pub hidden: Vec<[f32; RANK]>,
    /// Keys of patterns to indices into `weights`.
    pub table: Table,
    pub weights: Vec<f32>,
    /// How it was made: free text, kept in the file.
    pub note: String,
}

/// What the model sees of one move.
#[derive(Clone, Copy)]
pub struct Seen {
    pub point: Point,
    pub small: Small,
    pub known: [u32; FAMILIES],
    pub known_count: usize,
}

impl Model {
    /// An untrained model over a list of pattern names.
    pub fn untrained(names: &[u64]) -> Self {
        let mut table = Table::with_capacity(names.len());
        for (i, &name) in names.iter().enumerate() {
            *table.entry(key(name), 0) = i as u32;
        }
        let mut rng = gosedai_board::Rng::new(0x6869_6464_656e);
        let hidden = (0..SMALL).map(|_| std::array::from_fn(|_| (rng.unit() as f32 - 0.5) * 0.1)).collect();
        Model {
            small: vec![0.0; SMALL],
            hidden,
            table,
            weights: gosedai_memory::zeros(names.len()),
            note: String::new(),
        }
    }

    /// Describes a legal move.
    #[inline]
    pub fn see<R: Rings>(&self, scene: &Scene<R>, point: Point) -> Seen {
        let mut seen = Seen { point, small: scene.small(point), known: [0; FAMILIES], known_count: 0 };
        scene.patterns(point, |_, name| {
            let found = self.table.get(key(name));
            if let Some(i) = found {
                seen.known[seen.known_count] = i;
                seen.known_count += 1;
            }
            found.is_some()
        });
        seen
    }

    /// The sum of the hidden vectors of a move.
    #[inline]
    pub fn hidden_sum(&self, small: &Small) -> [f32; RANK] {
        let mut sum = [0.0; RANK];
        for &i in small {
            let vector = &self.hidden[i as usize];
            for k in 0..RANK {
                sum[k] += vector[k];
            }
        }
        sum
    }

    /// Strength of a move: the logarithm of its chance, up to a constant.
    #[inline]
    pub fn strength(&self, seen: &Seen) -> f32 {
        let mut total = 0.0;
        let mut sum = [0.0; RANK];
        let mut squares = 0.0;
        for &i in &seen.small {
            total += self.small[i as usize];
            let vector = &self.hidden[i as usize];
            for k in 0..RANK {
                sum[k] += vector[k];
                squares += vector[k] * vector[k];
            }
        }
        let crossed: f32 = sum.iter().map(|x| x * x).sum();
        for &i in &seen.known[..seen.known_count] {
            total += self.weights[i as usize];
        }
        total + 0.5 * (crossed - squares)
    }

    /// Probabilities of all legal moves.
    pub fn predict(
        &self,
        board: &Board,
        mover: Color,
        last: Option<Point>,
        earlier: Option<Point>,
        number: usize,
    ) -> Prediction {
        self.predict_scene(&Scene::new(board, mover, last, earlier, number, &Fresh::new(board)))
    }

    pub fn predict_scene<R: Rings>(&self, scene: &Scene<R>) -> Prediction {
        let legal = scene.board.empty_points().filter(|&point| scene.board.is_legal(point, scene.mover));
        let mut moves: Vec<(Point, f64)> =
            legal.map(|point| (point, f64::from(self.strength(&self.see(scene, point))))).collect();
        softmax(&mut moves);
        Prediction::by_score(moves)
    }

    /// The groups that speak most for a move, as (group, contribution).
    pub fn contributions(&self, small: &Small) -> [(&'static str, f32); GROUPS.len()] {
        std::array::from_fn(|group| (GROUPS[group].0, self.small[small[group] as usize]))
    }
}

/// Turns strengths into probabilities.
pub fn softmax(moves: &mut [(Point, f64)]) {
    let top = moves.iter().map(|m| m.1).fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for (_, score) in moves.iter_mut() {
        *score = (*score - top).exp();
        sum += *score;
    }
    for (_, score) in moves.iter_mut() {
        *score /= sum;
    }
}
