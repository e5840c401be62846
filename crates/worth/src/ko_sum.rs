//! The score of a sum with kos, by exact alternate play over the cells of all regions.
//!
//! A position may not come back (which forbids the immediate retake, and longer loops); threats are whatever moves the
//! regions hold. Once no loop is left the sum of the short values decides. Where the search is too large, two short
//! sums enclose the score: in one White never moves round a loop, in the other Black never does.

use crate::cells::{Cells, Link};
use gosedai_board::Color;
use gosedai_cgt::{Arena, Game, SumSearch};
use std::collections::HashMap;

/// A board as cells and the points beside them.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    pub parts: Vec<u32>,
    pub score: i64,
}

impl Whole {
    /// After a move in one of the parts.
    pub fn after(&self, part: u32, link: &Link) -> Whole {
        Whole { parts: after_move(&self.parts, part, link), score: self.score + link.score }
    }
}

/// What is known about a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub low: i64,
    pub high: i64,
}

impl Range {
    pub fn exact(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }
}

pub(crate) struct KoSum<'a> {
    cells: &'a Cells,
    arena: &'a mut Arena,
    sums: SumSearch,
    /// Bounds of the score of a position, points beside it left out.
    known: HashMap<(u128, u128, bool, bool), Range>,
    path: Vec<u128>,
    pub nodes: u64,
    /// Where the current question stops.
    limit: u64,
}

/// Out of nodes.
struct Spent;

impl<'a> KoSum<'a> {
    pub fn new(cells: &'a Cells, arena: &'a mut Arena) -> Self {
        KoSum { cells, arena, sums: SumSearch::new(), known: HashMap::new(), path: Vec::new(), nodes: 0, limit: 0 }
    }

    /// The score with the given side to move, exact if `nodes` positions suffice. `banned` may not be recreated by the
    /// first move: the ko that was just taken.
    pub fn score(&mut self, whole: &Whole, to_play: Color, banned: Option<&Whole>, nodes: u64) -> Range {
        self.limit = self.nodes + nodes;
        let mut range = self.enclosed(&whole.parts, to_play);
        while range.low < range.high {
            let middle = range.low + (range.high - range.low + 1) / 2;
            self.path = banned.map(|b| fingerprint(&b.parts)).into_iter().collect();
            match self.reaches(&whole.parts, middle, to_play, false) {
                Ok(true) => range.low = middle,
                Ok(false) => range.high = middle - 1,
                Err(Spent) => break,
            }
        }
        Range { low: range.low + whole.score, high: range.high + whole.score }
    }

    /// Limits that need no search of loops.
    fn enclosed(&mut self, parts: &[u32], to_play: Color) -> Range {
        let side = |cells: &Cells, upper: bool| -> Vec<Game> {
            parts
                .iter()
                .map(|&p| {
                    let c = &cells.list[p as usize];
                    if upper { c.upper } else { c.lower }
                })
                .collect()
        };
        let high = self.short_score(&side(self.cells, true), to_play);
        let low = self.short_score(&side(self.cells, false), to_play);
        Range { low: low.min(high), high }
    }

    fn short_score(&mut self, games: &[Game], to_play: Color) -> i64 {
        let cold: Vec<Game> = games.iter().map(|&g| self.arena.chill(g)).collect();
        match to_play {
            Color::Black => self.sums.adjusted_left_first(self.arena, &cold),
            Color::White => self.sums.adjusted_right_first(self.arena, &cold),
        }
    }

    /// Whether Black gets at least `need` from these parts. What may not come back is part of the question.
    fn reaches(&mut self, parts: &[u32], need: i64, to_play: Color, passed: bool) -> Result<bool, Spent> {
        let here = fingerprint(parts);
        let black = to_play == Color::Black;
        let key = (here, self.path.iter().fold(0, |all: u128, &h| all.wrapping_add(scrambled(h))), black, passed);
        let range = match self.known.get(&key) {
            Some(&r) => r,
            None => {
                self.nodes += 1;
                if self.nodes > self.limit {
                    return Err(Spent);
                }
                let r = self.enclosed(parts, to_play);
                self.known.insert(key, r);
                r
            }
        };
        if range.low >= need {
            return Ok(true);
        }
        if range.high < need {
            return Ok(false);
        }
        self.path.push(here);
        let moved = self.try_moves(parts, need, to_play);
        self.path.pop();
        let result = if moved? {
            black
        } else if passed {
            let stand: i64 = parts.iter().map(|&p| self.cells.list[p as usize].stand).sum();
            stand >= need
        } else {
            self.reaches(parts, need, to_play.opponent(), true)?
        };
        if let Some(r) = self.known.get_mut(&key) {
            if result {
                r.low = r.low.max(need);
            } else {
                r.high = r.high.min(need - 1);
            }
        }
        Ok(result)
    }

    /// Whether a move brings the mover what he wants.
    fn try_moves(&mut self, parts: &[u32], need: i64, to_play: Color) -> Result<bool, Spent> {
        let black = to_play == Color::Black;
        let cells = self.cells;
        let mut order: Vec<u32> = parts.to_vec();
        order.dedup();
        order.sort_by_key(|&p| {
            let c = &cells.list[p as usize];
            (std::cmp::Reverse(c.heat), !c.looping)
        });
        for part in order {
            let cell = &cells.list[part as usize];
            for link in if black { &cell.black } else { &cell.white } {
                let next = after_move(parts, part, link);
                let need = need - link.score;
                let good = if link.returns {
                    if self.path.contains(&fingerprint(&next)) {
                        continue;
                    }
                    self.reaches(&next, need, to_play.opponent(), false)?
                } else {
                    // nothing before this move can come back
                    let before = std::mem::take(&mut self.path);
                    let answer = self.reaches(&next, need, to_play.opponent(), false);
                    self.path = before;
                    answer?
                };
                if good == black {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

fn after_move(parts: &[u32], part: u32, link: &Link) -> Vec<u32> {
    let mut next: Vec<u32> = Vec::with_capacity(parts.len() + link.parts.len());
    let mut left_out = false;
    for &p in parts {
        if p == part && !left_out {
            left_out = true;
        } else {
            next.push(p);
        }
    }
    next.extend_from_slice(&link.parts);
    next.sort_unstable();
    next
}

fn scrambled(h: u128) -> u128 {
    (h ^ h >> 61).wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15)
}

/// A sum of mixed ids: the same for any order of the parts.
fn fingerprint(parts: &[u32]) -> u128 {
    parts.iter().fold(0u128, |sum, &p| {
        let mut z = (u64::from(p) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let low = z ^ z >> 27;
        let high = low.wrapping_mul(0x94d0_49bb_1331_11eb);
        sum.wrapping_add((u128::from(high ^ high >> 31) << 64) | u128::from(low))
    })
}
