//! When a position is lost for its mover: which moves have to be refuted, and what the refutations rest on.

use super::{Child, Enclosed, Known};
use crate::dfpn::{FREE, KO, NOWHERE, SHARED, Side, won_by};
use crate::exact::bits::Bits;
use crate::exact::field::State;
use crate::exact::question::Aim;

impl<'a, const N: usize> Enclosed<'a, N> {
    /// Has the mover lost? Marks the moves that could still matter.
    pub(super) fn refuted(
        &self,
        state: &State<N>,
        to_play: Side,
        children: &mut [Child<'a, N>],
        barred: Bits<N>,
    ) -> Option<Known<N>> {
        let mut must = self.field.inside;
        let found = self.refutation(state, to_play, children, barred, &mut must);
        for child in children.iter_mut().filter(|c| c.cell != NOWHERE) {
            child.is_needed = must.has(child.cell as usize);
        }
        found.map(|(zone, flags, rests)| won_by(to_play.other(), zone, flags, rests, NOWHERE))
    }

    /// What a loss rests on. Narrows `must` to the moves that could still matter.
    fn refutation(
        &self,
        state: &State<N>,
        to_play: Side,
        children: &[Child<'a, N>],
        barred: Bits<N>,
        must: &mut Bits<N>,
    ) -> Option<(Bits<N>, u8, u16)> {
        let winner = to_play.other();
        let is_lost = |c: &Child<'a, N>| c.known.of(winner) == 0;
        let (mut zone, mut flags, mut rests, mut narrowed) = (Bits::NONE, 0, FREE, false);
        for child in children.iter().filter(|c| is_lost(c)) {
            // as good as a pass: the stone itself played no part in losing
            let mut changed = self.taken(state, child, to_play);
            if child.cell != NOWHERE {
                changed.insert(child.cell as usize);
            }
            if !changed.meets(child.known.zone) {
                narrowed = true;
                *must &= child.known.zone;
                zone |= child.known.zone;
                flags |= child.known.flags;
                rests = rests.min(child.known.rests);
            }
        }
        // where passing is a move it has to be refuted as well
        if !narrowed && children.iter().any(|c| c.cell == NOWHERE && !c.is_probe && !is_lost(c)) {
            return None;
        }
        let empty = self.field.empties(state);
        if narrowed || to_play == self.aim.patient() {
            let mut open_cells = *must & empty;
            for child in children.iter().filter(|c| c.cell != NOWHERE && must.has(c.cell as usize)) {
                if !is_lost(child) {
                    return None;
                }
                open_cells = open_cells.minus(Bits::of(child.cell as usize));
                zone |= child.known.zone;
                flags |= child.known.flags;
                rests = rests.min(child.known.rests);
            }
            if (open_cells & barred).iter().next().is_some() {
                flags |= KO;
            }
            // what is suicide or a mere ko must stay so
            zone |= self.field.grown(open_cells);
            if !narrowed {
                zone |= self.base(state);
            }
            return Some((self.field.dilate(state, zone, winner), flags, rests));
        }
        // the mover gets nowhere, and the other side need not move: every move near the target has to be refuted, and what
        // that touches
        flags |= SHARED;
        zone = self.field.dilate(state, self.base(state), winner);
        let mut met = Bits::NONE;
        loop {
            let fresh = (zone & empty).minus(met);
            if fresh.is_empty() {
                return Some((zone, flags, rests));
            }
            for cell in fresh.iter() {
                met.insert(cell);
                match children.iter().find(|c| c.cell as usize == cell) {
                    Some(child) if !is_lost(child) => return None,
                    Some(child) => {
                        zone |= child.known.zone;
                        flags |= child.known.flags;
                        rests = rests.min(child.known.rests);
                    }
                    None => {
                        zone |= self.field.grown(Bits::of(cell));
                        flags |= if barred.has(cell) { KO } else { 0 };
                    }
                }
            }
            zone = self.field.dilate(state, zone, winner);
        }
    }

    /// The target as it stands; every place where eyes could be, if that is the question.
    fn base(&self, state: &State<N>) -> Bits<N> {
        if self.aim == Aim::Eyes {
            return self.field.inside;
        }
        let own = state.stones[Side::Defender as usize];
        self.field.target | self.field.flooded(self.field.target & own, own)
    }
}
