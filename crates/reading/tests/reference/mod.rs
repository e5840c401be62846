//! Plain exhaustive search of an enclosed position, written without anything of the exact tier.
//!
//! Every position that can arise inside the enclosure (stones, side to move, ko ban) is laid out, and what one side can force
//! is computed over the whole graph as least fixed point, so that no history is lost: play that never ends forces nothing.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use gosedai_board::{Point, PointSet};
use gosedai_reading::exact::{Aim, Ground, Kos};

/// Boards of the reference: one word of points.
pub const SIDE: usize = 8;
#[allow(dead_code)]
const ALL: u64 = u64::MAX;
const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const NO_BAN: u8 = 64;

#[derive(Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(b as u64));
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0 ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n as u64);
    }
}

type Fast<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

pub fn beside(set: u64) -> u64 {
    (set << 8) | (set >> 8) | ((set & !(FIRST_FILE << 7)) << 1) | ((set & !FIRST_FILE) >> 1)
}

pub fn bits(set: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(set), |&s| Some(s & s.wrapping_sub(1)))
        .take_while(|&s| s != 0)
        .map(|s| s & s.wrapping_neg())
}

pub fn mask(set: &PointSet) -> u64 {
    (0..64).filter(|&at| set.contains(Point::new(at % SIDE, at / SIDE))).fold(0, |all, at| all | 1 << at)
}

/// The part of the board that exists, and where a stone of the attacker or defender has a liberty nobody can take.
#[derive(Clone, Copy)]
pub struct Arena {
    pub inside: u64,
    pub free: [u64; 2],
}

/// Stones of attacker and defender.
pub type Stones = [u64; 2];

impl Arena {
    #[allow(dead_code)]
    pub fn of(ground: &Ground) -> Arena {
        Arena { inside: mask(&ground.inside), free: [mask(&ground.free[0]), mask(&ground.free[1])] }
    }

    #[allow(dead_code)]
    pub fn whole() -> Arena {
        Arena { inside: ALL, free: [0; 2] }
    }

    pub fn string(&self, stones: &Stones, who: usize, at: u64) -> u64 {
        let mut string = at;
        loop {
            let more = (string | beside(string)) & stones[who];
            if more == string {
                return string;
            }
            string = more;
        }
    }

    pub fn breathes(&self, stones: &Stones, who: usize, string: u64) -> bool {
        string & self.free[who] != 0 || beside(string) & self.inside & !(stones[0] | stones[1]) != 0
    }

    /// Plays a stone by the rules; the second value is the point banned for the opponent.
    fn play(&self, stones: &Stones, who: usize, at: u64) -> Option<(Stones, u8)> {
        let mut after = *stones;
        after[who] |= at;
        let mut taken = 0;
        for enemy in bits(beside(at) & stones[1 - who]) {
            let string = self.string(&after, 1 - who, enemy);
            if !self.breathes(&after, 1 - who, string) {
                taken |= string;
            }
        }
        after[1 - who] &= !taken;
        let own = self.string(&after, who, at);
        if !self.breathes(&after, who, own) {
            return None;
        }
        let liberties = beside(own) & self.inside & !(after[0] | after[1]);
        let is_ko = own == at && taken.count_ones() == 1 && liberties == taken && own & self.free[who] == 0;
        Some((after, if is_ko { taken.trailing_zeros() as u8 } else { NO_BAN }))
    }
}

/// One question about an enclosed position.
pub struct Reference {
    pub arena: Arena,
    pub target: u64,
    pub needed: u32,
    pub kos: Kos,
}

type State = (u64, u64, u8, u8);

/// Every position that can arise, with what follows from it.
pub struct Graph {
    nodes: Vec<State>,
    next: Vec<Vec<u32>>,
    captured: Vec<bool>,
    /// Steps in which a ko was retaken at once by who wins the kos.
    threats: Vec<(u32, u32)>,
}

impl Reference {
    fn left(&self, defender: u64) -> u32 {
        (self.target & defender).count_ones()
    }

    /// All positions from these stones with either side to move (attacker first in the list); `None` if there are too many.
    pub fn graph(&self, start: &Stones, limit: usize) -> Option<Graph> {
        let mut nodes: Vec<State> = vec![(start[0], start[1], 0, NO_BAN), (start[0], start[1], 1, NO_BAN)];
        let mut index: Fast<State, u32> = nodes.iter().enumerate().map(|(i, &n)| (n, i as u32)).collect();
        let mut next: Vec<Vec<u32>> = Vec::new();
        let mut captured: Vec<bool> = Vec::new();
        let mut threats = Vec::new();
        while next.len() < nodes.len() {
            if nodes.len() > limit {
                return None;
            }
            let (attacker, defender, who, ban) = nodes[next.len()];
            // what was taken by ko is not gone while the defender, who wins every ko, may retake at once
            let retakes = self.kos == Kos::Defender && who == 1 && ban != NO_BAN;
            let is_gone = self.left(defender) < self.needed && !retakes;
            captured.push(is_gone);
            let mut followers = Vec::new();
            if !is_gone {
                let favoured = match self.kos {
                    Kos::Attacker => who == 0,
                    Kos::Defender => who == 1,
                    Kos::Nobody => false,
                };
                let stones = [attacker, defender];
                let mut add = |node: State| {
                    *index.entry(node).or_insert_with(|| {
                        nodes.push(node);
                        nodes.len() as u32 - 1
                    })
                };
                followers.push(add((attacker, defender, 1 - who, NO_BAN)));
                for at in bits(self.arena.inside & !(attacker | defender)) {
                    if ban != NO_BAN && at == 1 << ban && !favoured {
                        continue;
                    }
                    if let Some((after, ko)) = self.arena.play(&stones, who as usize, at) {
                        let follower = add((after[0], after[1], 1 - who, ko));
                        followers.push(follower);
                        if ban != NO_BAN && at == 1 << ban {
                            threats.push((next.len() as u32, follower));
                        }
                    }
                }
            }
            next.push(followers);
        }
        Some(Graph { nodes, next, captured, threats })
    }

    /// Stones of the defender that the attacker can capture somehow if the defender never answers.
    fn takeable(&self, stones: Stones, seen: &mut Fast<(u64, u64), u64>) -> u64 {
        if let Some(&known) = seen.get(&(stones[0], stones[1])) {
            return known;
        }
        let mut found = 0;
        for at in bits(self.arena.inside & !(stones[0] | stones[1])) {
            if let Some((after, _)) = self.arena.play(&stones, 0, at) {
                found |= stones[1] & !after[1];
                found |= self.takeable(after, seen);
            }
        }
        found &= stones[1];
        seen.insert((stones[0], stones[1]), found);
        found
    }

    /// Has the attacker his way with attacker and with defender to move?
    pub fn attacker_wins(&self, graph: &Graph, aim: Aim) -> [bool; 2] {
        let mut memory = Fast::default();
        let forcing = if aim == Aim::Capture { 0 } else { 1 };
        let done: Vec<bool> = graph
            .nodes
            .iter()
            .zip(&graph.captured)
            .map(|(&(attacker, defender, _, _), &gone)| match aim {
                Aim::Capture => gone,
                Aim::Eyes => {
                    let enough = self.left(defender) >= self.needed;
                    enough && self.left(defender & !self.takeable([attacker, defender], &mut memory)) >= self.needed
                }
            })
            .collect();
        // nobody has threats without end: the attacker also has his way where he makes the defender use them again and again
        let run_out = self.kos == Kos::Defender && aim == Aim::Capture;
        let threats: &[(u32, u32)] = if run_out { &graph.threats } else { &[] };
        let mut forced = vec![true; graph.nodes.len()];
        loop {
            let again = least_fixed_point(graph, done.clone(), forcing, threats, &forced);
            if again == forced {
                break;
            }
            forced = again;
        }
        [0, 1].map(|at| forced[at] == (forcing == 0))
    }
}

/// The positions from which the side can force one of those that are done: from there backwards. A step at the price of a
/// threat is as good as done where it leads to one of `good`.
fn least_fixed_point(graph: &Graph, mut done: Vec<bool>, side: u8, threats: &[(u32, u32)], good: &[bool]) -> Vec<bool> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes.len()];
    for (at, followers) in graph.next.iter().enumerate() {
        followers.iter().for_each(|&f| before[f as usize].push(at as u32));
    }
    let mut open: Vec<usize> = graph.next.iter().map(Vec::len).collect();
    let mut stack: Vec<u32> = (0..done.len() as u32).filter(|&at| done[at as usize]).collect();
    // each such step belongs to the other side: one open way less
    for &(from, to) in threats.iter().filter(|(_, to)| good[*to as usize]) {
        if done[from as usize] {
            continue;
        }
        before[to as usize].retain(|&f| f != from);
        open[from as usize] -= 1;
        if open[from as usize] == 0 {
            done[from as usize] = true;
            stack.push(from);
        }
    }
    while let Some(at) = stack.pop() {
        for &from in &before[at as usize] {
            let from = from as usize;
            if done[from] {
                continue;
            }
            open[from] -= 1;
            if graph.nodes[from].2 == side || open[from] == 0 {
                done[from] = true;
                stack.push(from as u32);
            }
        }
    }
    done
}
