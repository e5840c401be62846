//! What can be seen without search: stones that cannot be captured any more, and groups that have no room for two eyes.

use super::bits::Bits;
use super::field::{Field, State};
use crate::dfpn::Side;

/// A position as seen without search.
#[derive(Clone, Copy, Debug)]
pub enum Sight<const N: usize> {
    Killed(Bits<N>),
    Lives(Bits<N>),
    Open,
}

const CHAINS: usize = 24;

struct Region<const N: usize> {
    cells: Bits<N>,
    touches: u32,
    vital: u32,
}

impl<const N: usize> Field<N> {
    /// The decision that needs no search. `walls`: stones of the attacker known to stand for ever, which saves time.
    pub fn see(&self, state: &State<N>, walls: Bits<N>, false_eyes_hold: bool) -> Sight<N> {
        let defender = state.stones[Side::Defender as usize];
        let left = self.target & defender;
        if left.count() < self.needed {
            return Sight::Killed(self.target.minus(left));
        }
        let free = self.immortal(state, Side::Defender);
        if (free & left).count() >= self.needed {
            return Sight::Lives(free);
        }
        if let Some(zone) = self.benson(state, left, free) {
            return Sight::Lives(zone);
        }
        let own = state.stones[Side::Attacker as usize];
        let walls = self.flooded(walls | (own & self.free[Side::Attacker as usize]), own);
        if let Some(zone) = self.no_room(state, left, walls, false_eyes_hold) {
            return Sight::Killed(zone);
        }
        if let Some((wider, links)) = self.tied_walls(state, walls)
            && let Some(zone) = self.no_room(state, left, wider, false_eyes_hold)
        {
            return Sight::Killed(zone | links);
        }
        Sight::Open
    }

    /// Benson's theorem: enough of the target lives whatever the attacker does, even if the defender never answers. Chains
    /// with a way out live without eyes.
    fn benson(&self, state: &State<N>, left: Bits<N>, free: Bits<N>) -> Option<Bits<N>> {
        let defender = state.stones[Side::Defender as usize];
        let open = self.free[Side::Attacker as usize];
        let mut around = self.inside.minus(defender);
        // what reaches the outside is no eye
        let outer = self.flooded(around & open, around);
        around = around.minus(outer);
        // most positions have not two places for eyes
        if around.is_empty() || free.is_empty() && self.flooded(around.lowest(), around) == around {
            return None;
        }
        let empty = self.empties(state);
        let mut regions: [Region<N>; CHAINS] =
            std::array::from_fn(|_| Region { cells: Bits::NONE, touches: 0, vital: 0 });
        let mut count = 0;
        while !around.is_empty() && count < CHAINS {
            let cells = self.flooded(around.lowest(), around);
            around = around.minus(cells);
            regions[count].cells = cells;
            count += 1;
        }
        let mut chains = [Bits::<N>::NONE; CHAINS];
        let mut chain_count = 0;
        let mut rest = defender;
        while !rest.is_empty() && chain_count < CHAINS {
            let chain = self.flooded(rest.lowest(), defender);
            rest = rest.minus(chain);
            let beside = self.grown(chain);
            for region in regions[..count].iter_mut() {
                if beside.meets(region.cells) {
                    region.touches |= 1 << chain_count;
                    if (region.cells & empty).within(beside) {
                        region.vital |= 1 << chain_count;
                    }
                }
            }
            chains[chain_count] = chain;
            chain_count += 1;
        }
        if !rest.is_empty() {
            return None;
        }
        let mut lives: u32 = (1 << chain_count) - 1;
        let mut whole: u32 = (1 << count) - 1;
        let immortal = (0..chain_count).filter(|&c| chains[c].meets(free)).fold(0u32, |m, c| m | 1 << c);
        loop {
            let before = (lives, whole);
            for c in 0..chain_count {
                if lives >> c & 1 == 1 && immortal >> c & 1 == 0 {
                    let eyes = (0..count).filter(|&r| whole >> r & 1 == 1 && regions[r].vital >> c & 1 == 1).count();
                    if eyes < 2 {
                        lives &= !(1 << c);
                    }
                }
            }
            for (r, region) in regions[..count].iter().enumerate() {
                if region.touches & !lives != 0 {
                    whole &= !(1 << r);
                }
            }
            if lives == 0 {
                return None;
            }
            if (lives, whole) == before {
                break;
            }
        }
        let alive = (0..chain_count).filter(|&c| lives >> c & 1 == 1).fold(Bits::NONE, |all, c| all | chains[c]);
        if (alive & left).count() < self.needed {
            return None;
        }
        let zone = (0..count).filter(|&r| whole >> r & 1 == 1).fold(alive, |all, r| all | regions[r].cells);
        Some(zone)
    }

    /// No room left for two eyes means death; then with what that rests on.
    fn no_room(&self, state: &State<N>, left: Bits<N>, walls: Bits<N>, false_eyes_hold: bool) -> Option<Bits<N>> {
        let space = self.flooded(left, self.inside.minus(walls));
        let near_walls = self.grown(walls);
        let mut eyes = space.minus(near_walls);
        if space.meets(self.free[Side::Defender as usize]) {
            return None;
        }
        // a false eye holds while its owner wins every ko for ever
        let corners = if false_eyes_hold || !self.is_simple { Bits::NONE } else { walls };
        // stones the group cannot do without will not be given up to make room: while they stand this needs no more than the
        // walls, whatever else the defender may have played
        let mut rest = left;
        while !rest.is_empty() {
            let part = self.flooded(rest.lowest(), left);
            rest = rest.minus(part);
            if left.minus(part).count() < self.needed {
                eyes = eyes.minus(part);
            }
        }
        if let Some(held) = self.no_two_eyes(state, eyes, corners) {
            return Some(held | (walls & self.grown(self.grown(space))));
        }
        let mut rest = left;
        while !rest.is_empty() {
            let chain = self.flooded(rest.lowest(), state.stones[1]);
            rest = rest.minus(chain);
            if left.minus(chain).count() < self.needed {
                eyes = eyes.minus(chain);
            }
        }
        self.no_two_eyes(state, eyes, corners).map(|_| self.grown(space))
    }

    /// The walls with the attacker's chains that are tied to them twice: where the defender cuts at one place the attacker joins
    /// at the other, and no two chains share a place. Also gives what that rests on.
    fn tied_walls(&self, state: &State<N>, walls: Bits<N>) -> Option<(Bits<N>, Bits<N>)> {
        let own = state.stones[Side::Attacker as usize];
        let mut loose = own.minus(walls);
        if loose.is_empty() {
            return None;
        }
        let mut open = self.empties(state);
        let (mut wide, mut rests) = (walls, Bits::NONE);
        loop {
            let before = wide;
            let safe = open & (self.grown(wide) | self.free[Side::Attacker as usize]);
            let mut rest = loose & self.grown(safe);
            while !rest.is_empty() {
                let chain = self.flooded(rest.lowest(), loose);
                rest = rest.minus(chain);
                let places = self.grown(chain) & safe & open;
                let first = places.lowest();
                let second = places.minus(first).lowest();
                if second.is_empty() {
                    continue;
                }
                let pair = first | second;
                open = open.minus(pair);
                rests |= chain | pair | (self.grown(pair) & wide);
                wide |= chain;
                loose = loose.minus(chain);
            }
            if wide == before || loose.is_empty() {
                break;
            }
        }
        (wide != walls).then_some((wide, rests))
    }

    /// Are these cells, the only ones left for eyes, too few for two? If so: the cells whose stones that rests on.
    fn no_two_eyes(&self, state: &State<N>, eyes: Bits<N>, walls: Bits<N>) -> Option<Bits<N>> {
        let mut rest = eyes;
        let mut sum = 0;
        let mut held = Bits::NONE;
        while !rest.is_empty() {
            let part = self.flooded(rest.lowest(), rest);
            rest = rest.minus(part);
            sum += self.most_eyes(state, part, walls);
            if sum > 1 {
                return None;
            }
            if part.count() > 2 {
                held |= part;
            }
        }
        Some(held)
    }

    /// At most how many eyes a connected part of the eye space can give.
    fn most_eyes(&self, state: &State<N>, part: Bits<N>, walls: Bits<N>) -> u32 {
        let count = part.count();
        if count == 1 {
            // the attacker's stones at the corners part the stones around it for good (kos apart)
            let cell = part.first().unwrap_or(0);
            let corners = (self.diagonal[cell] & walls).count();
            let allowed = usize::from(self.line[cell] != 1);
            return u32::from(corners <= allowed);
        }
        if count == 2 {
            return 1;
        }
        if count > 6 || part.meets(state.stones[Side::Defender as usize]) {
            return 2;
        }
        let attacker = state.stones[Side::Attacker as usize];
        let (mut edges, mut most, mut vital) = (0, 0, 0);
        for cell in part.iter() {
            let degree = (self.beside[cell] & part).count();
            edges += degree;
            if degree > most {
                (most, vital) = (degree, cell);
            }
        }
        let squares = edges / 2 + 1 - count;
        let held = attacker.has(vital);
        // (stones that fall together may leave two eyes behind)
        let filled = (attacker & part).count();
        let is_one = match (count, most, squares) {
            (3, _, _) => held,
            (4, 2, 1) => filled < 2,
            (4, 3, 0) => held,
            (5, 4, 0) => held,
            (5, 3, 1) => held && filled < 3,
            (6, 4, 1) => held && filled < 2,
            _ => false,
        };
        if is_one { 1 } else { 2 }
    }

    /// Grows a zone until the winner's strategy inside it cannot be disturbed from outside: chains of the loser bring all
    /// their neighbours, chains of the winner two liberties. Chains that cannot be captured need neither.
    pub fn dilate(&self, state: &State<N>, mut zone: Bits<N>, winner: Side) -> Bits<N> {
        let loser = winner.other();
        let theirs = state.stones[loser as usize].minus(self.immortal(state, loser));
        let ours = state.stones[winner as usize].minus(self.immortal(state, winner));
        let empty = self.empties(state);
        loop {
            let mut wider = zone | self.grown(self.flooded(zone & theirs, theirs));
            let mut rest = self.flooded(wider & ours, ours);
            wider |= rest;
            while !rest.is_empty() {
                let chain = self.flooded(rest.lowest(), rest);
                rest = rest.minus(chain);
                let liberties = self.grown(chain) & empty;
                let mut kept = (liberties & wider).count();
                let mut more = liberties.minus(wider);
                while kept < 2 && !more.is_empty() {
                    let next = more.lowest();
                    wider |= next;
                    more = more.minus(next);
                    kept += 1;
                }
            }
            if wider == zone {
                return zone;
            }
            zone = wider;
        }
    }
}
