//! Which moves to look at first. The order changes nothing but the time.

use super::bits::Bits;
use super::field::{Field, Side, State};
use super::search::Search;

impl<const N: usize> Search<'_, N> {
    /// Empty cells, the most urgent first.
    pub(super) fn ordered(&self, state: &State<N>, to_play: Side) -> Vec<(i32, u16)> {
        let field: &Field<N> = self.field;
        let empty = field.empties(state);
        let mut score = [0i32; 384];
        let target =
            field.flooded(field.target & state.stones[Side::Defender as usize], state.stones[Side::Defender as usize]);
        for side in [Side::Attacker, Side::Defender] {
            let own = state.stones[side as usize];
            let mut rest = own.minus(field.immortal(state, side));
            while !rest.is_empty() {
                let chain = field.flooded(rest.lowest(), rest);
                rest = rest.minus(chain);
                let liberties = field.grown(chain) & empty;
                let size = chain.count().min(8) as i32;
                match liberties.count() {
                    1 => {
                        let bonus = if chain.meets(target) { 24 } else { 0 };
                        liberties.iter().for_each(|c| score[c] += 24 + 3 * size + bonus);
                    }
                    2 => liberties.iter().for_each(|c| score[c] += 4 + size + i32::from(side != to_play)),
                    3 => liberties.iter().for_each(|c| score[c] += 2),
                    _ => {}
                }
            }
        }
        let walls = field.grown(field.immortal(state, Side::Attacker));
        let near_target = field.grown(target);
        let (own, enemy) = (state.stones[to_play as usize], state.stones[to_play.other() as usize]);
        let mut out: Vec<(i32, u16)> = Vec::with_capacity(32);
        for cell in empty.iter() {
            let beside: Bits<N> = field.beside[cell];
            let open = (beside & empty).count() as i32;
            let mine = (beside & own).count() as i32;
            let theirs = (beside & enemy).count() as i32;
            let mut value = score[cell] + 4 * open + 2 * mine.min(1) + 2 * theirs.min(1);
            if near_target.has(cell) {
                value += 4;
            } else if !field.grown(near_target).has(cell) {
                value -= 6;
            }
            if walls.has(cell) && open == 0 {
                value -= 4;
            }
            if to_play == Side::Defender && open == 0 && theirs == 0 {
                value -= 20;
            }
            if field.line[cell] == 1 {
                value -= 1;
            }
            value += (self.history[cell][to_play as usize].min(800) / 16) as i32;
            out.push((-value, cell as u16));
        }
        out.sort_unstable();
        out
    }
}
