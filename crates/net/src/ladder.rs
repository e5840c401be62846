//! Ladders as input of the network: is this string lost if it keeps running, and which moves start the ladder?
//!
//! Small searches with few nodes: a wrong "not lost" in a rare, tangled ladder only costs a feature, never a rule.

use crate::grid::{Chain, Grid, beside};

/// Moves tried in one search before the string counts as safe.
const NODES: i32 = 120;

/// Result for a string with one or two liberties.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Lost {
    pub lost: bool,
    /// With two liberties: does the attacker's move there work?
    pub working: [bool; 2],
}

/// Scratch space of the searches.
#[derive(Default)]
pub struct LadderReader {
    chain: Chain,
    nodes: i32,
}

impl LadderReader {
    /// One liberty: the defender moves first; two: the attacker does.
    pub fn read(&mut self, grid: &Grid, stone: usize, liberties: &[u16]) -> Lost {
        match liberties.len() {
            1 => {
                self.nodes = NODES;
                Lost { lost: !self.escapes(grid, stone), working: [false; 2] }
            }
            2 => {
                let working = [0, 1].map(|i| {
                    self.nodes = NODES;
                    self.attack_works(grid, stone, liberties[i] as usize)
                });
                Lost { lost: working[0] || working[1], working }
            }
            _ => Lost::default(),
        }
    }

    fn attack_works(&mut self, grid: &Grid, target: usize, at: usize) -> bool {
        self.nodes -= 1;
        if self.nodes < 0 {
            return false;
        }
        let mut next = grid.clone();
        next.play(at, 3 - grid.cells[target], &mut self.chain) && !self.escapes(&next, target)
    }

    /// Attacker to move against a string with two liberties.
    fn attacker_wins(&mut self, grid: &Grid, target: usize) -> bool {
        self.chain.collect(grid, target, 0);
        let liberties = [self.chain.liberties[0], self.chain.liberties[1]];
        for at in liberties {
            if self.attack_works(grid, target, at as usize) {
                return true;
            }
            if self.nodes < 0 {
                return false;
            }
        }
        false
    }

    fn saved_by(&mut self, grid: &Grid, target: usize, at: usize) -> bool {
        self.nodes -= 1;
        if self.nodes < 0 {
            return true;
        }
        let mut next = grid.clone();
        if !next.play(at, grid.cells[target], &mut self.chain) {
            return false;
        }
        self.chain.collect(&next, target, 3);
        match self.chain.liberties.len() {
            0 | 1 => false,
            2 => !self.attacker_wins(&next, target),
            _ => true,
        }
    }

    /// Defender to move with a string in atari: extend, or capture a surrounding string that is in atari.
    fn escapes(&mut self, grid: &Grid, target: usize) -> bool {
        self.chain.collect(grid, target, 0);
        if self.chain.liberties.len() != 1 {
            return self.chain.liberties.len() > 1;
        }
        let way_out = self.chain.liberties[0] as usize;
        let stones = self.chain.stones.clone();
        if self.saved_by(grid, target, way_out) {
            return true;
        }
        let enemy = 3 - grid.cells[target];
        let mut tried: Vec<usize> = Vec::new();
        for stone in stones {
            for next in beside(stone as usize) {
                if grid.cells[next] != enemy {
                    continue;
                }
                self.chain.collect(grid, next, 2);
                let [capture] = self.chain.liberties[..] else { continue };
                let capture = capture as usize;
                if capture == way_out || tried.contains(&capture) || tried.len() == 8 {
                    continue;
                }
                tried.push(capture);
                if self.saved_by(grid, target, capture) {
                    return true;
                }
            }
        }
        false
    }
}
