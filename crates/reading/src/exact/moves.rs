//! Which moves to look at first. The order changes nothing but the time.

use std::sync::OnceLock;

use super::bits::Bits;
use super::field::{Field, NOWHERE, Side, State};
use super::search::Search;

/// What is noticed about a move.
const FEATURES: usize = 38;

/// A move and what was noticed about it.
#[derive(Clone, Copy)]
pub struct Noticed {
    pub cell: u16,
    pub score: f32,
}

impl<const N: usize> Search<'_, N> {
    /// Empty cells, the most urgent first.
    pub(super) fn ordered(&self, state: &State<N>, to_play: Side) -> Vec<Noticed> {
        let field: &Field<N> = self.field;
        let empty = field.empties(state);
        let defender = state.stones[Side::Defender as usize];
        let target = field.flooded(field.target & defender, defender);
        let (own, enemy) = (state.stones[to_play as usize], state.stones[to_play.other() as usize]);
        let (mut takes, mut takes_more, mut saves, mut threatens, mut presses, mut extends) =
            (Bits::NONE, Bits::NONE, Bits::NONE, Bits::NONE, Bits::NONE, Bits::<N>::NONE);
        for side in [Side::Attacker, Side::Defender] {
            let mut rest = state.stones[side as usize].minus(field.immortal(state, side));
            while !rest.is_empty() {
                let chain = field.flooded(rest.lowest(), rest);
                rest = rest.minus(chain);
                let liberties = field.grown(chain) & empty;
                match (liberties.count(), side == to_play) {
                    (1, true) => saves |= liberties,
                    (1, false) if chain.count() > 1 => takes_more |= liberties,
                    (1, false) => takes |= liberties,
                    (2, true) => extends |= liberties,
                    (2, false) => threatens |= liberties,
                    (3, false) => presses |= liberties,
                    _ => {}
                }
            }
        }
        let wall = field.immortal(state, Side::Attacker);
        let walls = field.grown(wall);
        let near_target = field.grown(target);
        let two_away = field.grown(near_target);
        let eyes = field.inside.minus(walls).minus(target);
        let last = self.last;
        let (beside_last, diagonal_last, near_last) = if last == NOWHERE {
            (Bits::NONE, Bits::NONE, Bits::NONE)
        } else {
            let beside = field.beside[last as usize];
            (beside, field.diagonal[last as usize], field.grown(field.grown(beside)))
        };
        let weights = &shipped_weights()[to_play as usize];
        let mut out: Vec<Noticed> = Vec::with_capacity(32);
        for cell in empty.iter() {
            let beside: Bits<N> = field.beside[cell];
            let diagonal: Bits<N> = field.diagonal[cell];
            let open = (beside & empty).count();
            let mine = (beside & own).count();
            let theirs = (beside & enemy).count();
            let line = field.line[cell];
            let room = (beside & eyes).count();
            let mut score = weights[open];
            let flags: [(usize, bool); 31] = [
                (5, mine >= 1),
                (6, mine >= 2),
                (7, mine >= 3),
                (8, theirs >= 1),
                (9, theirs >= 2),
                (10, theirs >= 3),
                (11, near_target.has(cell)),
                (12, two_away.has(cell)),
                (13, walls.has(cell)),
                (14, line == 1),
                (15, line == 2),
                (16, line >= 4),
                (17, takes.has(cell)),
                (18, takes_more.has(cell)),
                (19, saves.has(cell)),
                (20, threatens.has(cell)),
                (21, presses.has(cell)),
                (22, extends.has(cell)),
                (23, eyes.has(cell)),
                (24, eyes.has(cell) && room >= 2),
                (25, eyes.has(cell) && room >= 3),
                (26, (diagonal & own).count() >= 2),
                (27, (diagonal & enemy).count() >= 2),
                (28, beside_last.has(cell)),
                (29, diagonal_last.has(cell)),
                (30, near_last.has(cell)),
                (31, open == 0 && theirs == 0),
                (32, open == 0 && mine == 0),
                (33, walls.has(cell) && open == 0),
                (36, walls.has(cell) && near_target.has(cell)),
                (37, open == 1 && mine == 0),
            ];
            for (at, is) in flags {
                score += if is { weights[at] } else { 0.0 };
            }
            score += weights[34] * (1.0 + self.history[cell][to_play as usize] as f32).ln();
            score += weights[35] * (1.0 + self.history[cell][to_play.other() as usize] as f32).ln();
            out.push(Noticed { cell: cell as u16, score });
        }
        out.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.cell.cmp(&b.cell)));
        out
    }
}

/// The weights of the shipped file for attacker and defender, a line for each thing noticed, in their order here.
pub fn shipped_weights() -> &'static [[f32; FEATURES]; 2] {
    static WEIGHTS: OnceLock<[[f32; FEATURES]; 2]> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        let text = include_str!("../../../../knowledge/reading/life_moves.txt");
        let mut weights = [[0.0; FEATURES]; 2];
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        for (at, line) in lines.take(FEATURES).enumerate() {
            for (side, word) in line.split_whitespace().skip(1).take(2).enumerate() {
                weights[side][at] = word.parse().unwrap_or(0.0);
            }
        }
        weights
    })
}
