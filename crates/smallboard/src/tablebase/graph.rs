//! The graph of all positions of a board, up to symmetry and colour swap (the side to move is always "own").
//!
//! A board has two states (the previous move was a pass or not), and one more for every ko ban that can arise on it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use gosedai_memory as memory;

use crate::error::SmallBoardError;
use crate::geometry::{Geometry, points};
use crate::stones::{NO_KO, area_score, is_legal, play};

/// Larger boards need more memory than a solver should take unasked.
pub const MAX_TABLEBASE_POINTS: usize = 16;

/// Marks boards that do not exist in the ternary index.
const ABSENT: u32 = u32::MAX;

/// A ko state: its board, and the banned point in the board's canonical orientation.
#[derive(Debug, Clone, Copy)]
pub struct KoState {
    pub board: u32,
    pub banned: u8,
}

/// All states and plays. State `2b` is board `b`, `2b + 1` the same after a pass, and `2 * boards + k` is ko state `k`.
pub struct Graph {
    pub geometry: Geometry,
    /// Canonical boards: own stones in the low half, opposing ones in the high half.
    pub boards: Vec<u64>,
    /// The same board with the colours exchanged.
    pub swapped: Vec<u32>,
    /// Area score for own.
    pub score: Vec<i8>,
    /// Plays of board `b`: `plays[first[b]..first[b + 1]]`.
    pub first: Vec<u32>,
    /// Point (canonical orientation) and the opponent's state after it.
    pub plays: Vec<(u8, u32)>,
    pub kos: Vec<KoState>,
    ternary: Vec<u32>,
    index: Vec<u32>,
    ko_index: HashMap<(u32, u8), u32>,
}

/// Looks at the switch now and then; a board of sixteen points takes minutes.
pub(super) fn go_on(cancel: &AtomicBool, step: usize) -> Result<(), SmallBoardError> {
    if step.is_multiple_of(1 << 12) && cancel.load(Relaxed) { Err(SmallBoardError::Stopped) } else { Ok(()) }
}

impl Graph {
    /// Builds the graph of a board of at most [`MAX_TABLEBASE_POINTS`] points.
    pub fn build(geometry: Geometry, cancel: &AtomicBool) -> Result<Self, SmallBoardError> {
        let n = geometry.n;
        if n > MAX_TABLEBASE_POINTS {
            let what = "retrograde analysis";
            return Err(SmallBoardError::TooLarge { what, limit: MAX_TABLEBASE_POINTS, points: n });
        }
        let ternary: Vec<u32> = (0..1u32 << n).map(|bits| points(bits).map(|p| 3u32.pow(p as u32)).sum()).collect();
        let mut graph = Graph {
            index: memory::filled(ABSENT, 3usize.pow(n as u32)),
            boards: Vec::new(),
            swapped: Vec::new(),
            score: Vec::new(),
            first: vec![0],
            plays: Vec::new(),
            kos: Vec::new(),
            ternary,
            ko_index: HashMap::new(),
            geometry,
        };
        graph.enumerate(cancel)?;
        graph.connect(cancel)?;
        Ok(graph)
    }

    fn enumerate(&mut self, cancel: &AtomicBool) -> Result<(), SmallBoardError> {
        let g = &self.geometry;
        for own in 0..=g.full {
            // up to 65,536 boards each
            go_on(cancel, 0)?;
            let rest = g.full & !own;
            let mut opp = rest;
            loop {
                let lanes = own as u64 | (opp as u64) << 32;
                if is_legal(g, own, opp) && g.canonical(lanes) == lanes {
                    memory::more(&mut self.boards, 1);
                    self.boards.push(lanes);
                }
                if opp == 0 {
                    break;
                }
                opp = (opp - 1) & rest;
            }
        }
        // full boards first: values flow from the end of the game towards its beginning
        self.boards.sort_unstable_by_key(|b| std::cmp::Reverse(b.count_ones()));
        for (i, &b) in self.boards.iter().enumerate() {
            let code = self.ternary[b as u32 as usize] + 2 * self.ternary[(b >> 32) as usize];
            self.index[code as usize] = i as u32;
        }
        Ok(())
    }

    fn connect(&mut self, cancel: &AtomicBool) -> Result<(), SmallBoardError> {
        let states = 2 * self.boards.len() as u32;
        memory::more(&mut self.score, self.boards.len());
        memory::more(&mut self.swapped, self.boards.len());
        memory::more(&mut self.first, self.boards.len());
        for b in 0..self.boards.len() {
            go_on(cancel, b)?;
            let lanes = self.boards[b];
            let (own, opp) = (lanes as u32, (lanes >> 32) as u32);
            self.score.push(area_score(&self.geometry, own, opp) as i8);
            self.swapped.push(self.board_of(opp, own).0);
            for p in points(self.geometry.full & !(own | opp)) {
                let Some(played) = play(&self.geometry, own, opp, p) else {
                    continue;
                };
                let state = if played.ko == NO_KO {
                    2 * self.board_of(played.opp, played.own).0
                } else {
                    let (board, banned) = self.with_ko(played.opp, played.own, played.ko);
                    let next = self.kos.len() as u32;
                    let k = *self.ko_index.entry((board, banned)).or_insert(next);
                    if k == next {
                        self.kos.push(KoState { board, banned });
                    }
                    states + k
                };
                memory::more(&mut self.plays, 1);
                self.plays.push((p as u8, state));
            }
            self.first.push(self.plays.len() as u32);
        }
        Ok(())
    }

    /// Number of the board and its canonical lanes.
    fn board_of(&self, own: u32, opp: u32) -> (u32, u64) {
        let lanes = self.geometry.canonical(own as u64 | (opp as u64) << 32);
        let code = self.ternary[lanes as u32 as usize] + 2 * self.ternary[(lanes >> 32) as usize];
        (self.index[code as usize], lanes)
    }

    /// Board number and banned point for a position with a ko ban; the point is the smallest image that keeps the board canonical.
    fn with_ko(&self, own: u32, opp: u32, ko: u8) -> (u32, u8) {
        let (board, canonical) = self.board_of(own, opp);
        // carry the ko point along as a mark on both colours
        let marked = own as u64 | (opp as u64) << 32 | 1u64 << ko | 1u64 << (ko + 32);
        let mut banned = NO_KO;
        self.geometry.images(marked, |image| {
            let both = image as u32 & (image >> 32) as u32;
            let plain = image & !(both as u64 | (both as u64) << 32);
            if plain == canonical {
                banned = banned.min(both.trailing_zeros() as u8);
            }
        });
        (board, banned)
    }

    /// The state of a position seen by the side to move; `None` if it is illegal or its ko ban cannot have arisen.
    pub fn state(&self, own: u32, opp: u32, ko: u8, passed: bool) -> Option<u32> {
        if !is_legal(&self.geometry, own, opp) {
            return None;
        }
        if ko != NO_KO {
            let (board, banned) = self.with_ko(own, opp, ko);
            return self.ko_index.get(&(board, banned)).map(|k| 2 * self.boards.len() as u32 + k);
        }
        Some(2 * self.board_of(own, opp).0 + passed as u32)
    }

    pub fn states(&self) -> usize {
        2 * self.boards.len() + self.kos.len()
    }

    /// Plays open in a state, as (point, next state).
    #[inline]
    pub fn plays_of(&self, board: usize) -> &[(u8, u32)] {
        &self.plays[self.first[board] as usize..self.first[board + 1] as usize]
    }
}
