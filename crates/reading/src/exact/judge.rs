//! A first guess at who will succeed, from the shapes on the field. It sets the numbers a search begins with, so it changes only
//! the time.
//!
//! Every cell with its eight neighbours is a shape (empty, defender, attacker, wall or border; inside, edge or corner). Each
//! shape has a weight for either side to move, fitted so that the sum tells captured from alive in positions that searches
//! have solved.

use std::sync::OnceLock;

use gosedai_memory::zeros;

use super::bits::Bits;
use super::field::{Field, State};
use crate::dfpn::{Kos, Side};

/// Rows a field can have, with one beyond either end.
const ROWS: usize = gosedai_board::MAX_SIDE + 2;
/// Shapes: three kinds of place, nine cells of two bits.
const SHAPES: usize = 3 << 18;

/// The field as rows of two bits a cell.
#[derive(Clone, Copy)]
struct Rows {
    low: [u32; ROWS],
    high: [u32; ROWS],
}

impl Rows {
    #[inline]
    fn set(&mut self, (x, y): (u8, u8), low: bool, high: bool) {
        let (x, y) = (x as usize, y as usize);
        self.low[y + 1] = self.low[y + 1] & !(2 << x) | u32::from(low) << (x + 1);
        self.high[y + 1] = self.high[y + 1] & !(2 << x) | u32::from(high) << (x + 1);
    }

    #[inline]
    fn shape(&self, x: usize, y: usize) -> usize {
        let three = |rows: &[u32; ROWS]| {
            ((rows[y] >> x & 7) | (rows[y + 1] >> x & 7) << 3 | (rows[y + 2] >> x & 7) << 6) as usize
        };
        three(&self.low) | three(&self.high) << 9
    }
}

impl<const N: usize> Field<N> {
    #[inline]
    fn row(&self, set: &Bits<N>, y: usize) -> u32 {
        let stride = self.stride as usize;
        let (word, shift) = (y * stride / 64, y * stride % 64);
        let mut row = set.0[word] >> shift;
        if shift + stride > 64 && word + 1 < N {
            row |= set.0[word + 1] << (64 - shift);
        }
        (row & ((1 << stride) - 1)) as u32
    }

    /// The stones as rows; walls and all that is not inside are one.
    fn rows(&self, state: &State<N>, walls: Bits<N>) -> Rows {
        let beyond = !self.inside | walls;
        let low = state.stones[Side::Defender as usize] | beyond;
        let high = state.stones[Side::Attacker as usize] | beyond;
        let mut rows = Rows { low: [u32::MAX; ROWS], high: [u32::MAX; ROWS] };
        for y in 0..self.points.len() / self.stride as usize {
            rows.low[y + 1] = self.row(&low, y) << 1 | 1;
            rows.high[y + 1] = self.row(&high, y) << 1 | 1;
        }
        rows
    }

    /// The shape of a cell: its place and its surroundings.
    #[inline]
    fn shape_at(&self, rows: &Rows, cell: usize) -> usize {
        let (x, y) = self.column_row[cell];
        (self.place[cell] as usize) << 18 | rows.shape(x as usize, y as usize)
    }
}

/// Weights in parts of this.
const PARTS: f32 = 128.0;
const ALWAYS: usize = 3;
/// Odds beyond this are as good as certain.
const REACH: i32 = 16 * PARTS as i32;
/// The number of an even position, how much softer than the odds numbers go, and the largest.
const EVEN: f32 = 50.0;
const SOFTER: f32 = 2.0;
const HARDEST: u32 = 1000;

/// The shipped weights.
struct Weights {
    /// By side to move, then shape.
    shapes: [Vec<i16>; 2],
    /// Kos won by attacker, defender, nobody; a constant.
    rest: [[i32; 2]; ALWAYS + 1],
}

fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        let text = include_str!("../../../../knowledge/reading/life_shapes.txt");
        let mut weights = Weights { shapes: [zeros(SHAPES), zeros(SHAPES)], rest: [[0; 2]; ALWAYS + 1] };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let Some(name) = words.next() else { continue };
            let is_rest = name == "x";
            let Some(at) = if is_rest { words.next() } else { Some(name) }.and_then(|w| w.parse::<usize>().ok()) else {
                continue;
            };
            let mut pair = [0.0f32; 2];
            pair.iter_mut().zip(words).for_each(|(w, word)| *w = word.parse().unwrap_or(0.0));
            if is_rest {
                if let Some(entry) = weights.rest.get_mut(at) {
                    *entry = pair.map(|w| (w * PARTS) as i32);
                }
            } else if at < SHAPES {
                let packed = pair.map(|w| (w * PARTS) as i16);
                for image in images(at & 0x3ffff) {
                    for (side, weight) in packed.into_iter().enumerate() {
                        weights.shapes[side][at & !0x3ffff | image] = weight;
                    }
                }
            }
        }
        weights
    })
}

/// A shape turned and mirrored.
fn images(shape: usize) -> [usize; 8] {
    std::array::from_fn(|turn| {
        let mut image = 0;
        for from in 0..9 {
            let (mut x, mut y) = (from % 3, from / 3);
            if turn & 1 != 0 {
                x = 2 - x;
            }
            if turn & 2 != 0 {
                y = 2 - y;
            }
            if turn & 4 != 0 {
                (x, y) = (y, x);
            }
            let to = y * 3 + x;
            image |= (shape >> from & 1) << to | (shape >> (9 + from) & 1) << (9 + to);
        }
        image
    })
}

/// The name of a shape: the least of its images.
pub fn least_image(shape: usize) -> usize {
    shape & !0x3ffff | images(shape & 0x3ffff).into_iter().min().unwrap_or(0)
}

/// A position as the guess sees it; the sum is for one side to move.
#[derive(Clone, Copy)]
pub struct Outlook<const N: usize> {
    rows: Rows,
    pub walls: Bits<N>,
    pub sum: i32,
}

impl<const N: usize> Field<N> {
    /// All shapes of a position, weighed for `to_play`.
    pub fn outlook(&self, state: &State<N>, to_play: Side, kos: Kos) -> Outlook<N> {
        let weights = weights();
        let side = to_play as usize;
        let of_side = &weights.shapes[side];
        let walls = self.immortal(state, Side::Attacker);
        let rows = self.rows(state, walls);
        let shapes = self.inside.minus(walls).iter().map(|cell| of_side[self.shape_at(&rows, cell)] as i32);
        let sum = shapes.sum::<i32>() + weights.rest[kos as usize][side] + weights.rest[ALWAYS][side];
        Outlook { rows, walls, sum }
    }

    /// The shapes that a guess about the position would weigh.
    pub fn shapes(&self, state: &State<N>) -> impl Iterator<Item = usize> {
        let walls = self.immortal(state, Side::Attacker);
        let rows = self.rows(state, walls);
        self.inside.minus(walls).iter().map(move |cell| self.shape_at(&rows, cell))
    }

    /// The sum after a move of `mover` on `cell` that took some stones: only shapes nearby have changed.
    pub fn outlook_after(
        &self,
        before: &Outlook<N>,
        after: &State<N>,
        cell: usize,
        taken: Bits<N>,
        mover: Side,
    ) -> i32 {
        let weights = &weights().shapes[mover.other() as usize];
        let mut walls = before.walls;
        if mover == Side::Attacker && (self.free[0].has(cell) || self.beside[cell].meets(walls)) {
            walls = self.flooded(walls | Bits::of(cell), after.stones[0]);
        }
        let mut rows = before.rows;
        let mut near = Bits::of(cell) | self.beside[cell] | self.diagonal[cell];
        rows.set(self.column_row[cell], mover == Side::Defender, mover == Side::Attacker);
        for gone in taken.iter() {
            rows.set(self.column_row[gone], false, false);
            near |= Bits::of(gone) | self.beside[gone] | self.diagonal[gone];
        }
        for wall in walls.minus(before.walls).iter() {
            rows.set(self.column_row[wall], true, true);
            near |= Bits::of(wall) | self.beside[wall] | self.diagonal[wall];
        }
        let mut sum = before.sum;
        for at in near.minus(before.walls).iter() {
            sum -= weights[self.shape_at(&before.rows, at)] as i32;
            if !walls.has(at) {
                sum += weights[self.shape_at(&rows, at)] as i32;
            }
        }
        sum
    }
}

/// The numbers a search begins with at these odds: what the attacker and what the defender has to do.
pub fn numbers(sum: i32) -> [u32; 2] {
    static TABLE: OnceLock<Vec<u32>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let number = |z: i32| ((EVEN * (z as f32 / PARTS / SOFTER).exp()) as u32).clamp(1, HARDEST);
        (-REACH..=REACH).map(number).collect()
    });
    let z = sum.clamp(-REACH, REACH);
    [REACH - z, REACH + z].map(|at| table[at as usize])
}
