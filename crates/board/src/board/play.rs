//! Playing a stone and taking it back: captures, chains, the list of empty points.

use super::{BESIDE, Board, Chain, NONE, Undo};
use crate::point::{Cell, Color, Point};
use crate::zobrist;

impl Board {
    /// Plays a legal stone (suicide included, if the caller allows it).
    #[inline]
    pub fn play(&mut self, point: Point, color: Color) -> Undo {
        self.place::<true>(point, color)
    }

    /// Plays a legal stone without the means to take it back: for playouts.
    #[inline]
    pub fn play_forever(&mut self, point: Point, color: Color) {
        self.place::<false>(point, color);
    }

    #[inline(always)]
    fn place<const LOG: bool>(&mut self, point: Point, color: Color) -> Undo {
        let cell = point.index();
        debug_assert!(self.cells[cell] == Cell::Empty, "{point} is not empty");
        let mut undo = Undo {
            point: cell as u16,
            color,
            old_ko: self.ko,
            old_ko_color: self.ko_color,
            old_next: self.next[cell],
            hole: self.empty_at[cell],
            old_chain: self.chains[cell],
            joined: [(NONE, NONE); 4],
            captured: [NONE; 4],
            joined_count: 0,
            captured_count: 0,
            suicide: NONE,
        };
        let own = Cell::from(color);
        let enemy = Cell::from(color.opponent());
        self.cells[cell] = own;
        self.hash ^= zobrist::stone(color, point);
        self.take_empty(cell);
        self.next[cell] = cell as u16;
        self.head[cell] = cell as u16;
        let mut chain = Chain { stones: 1, ..Chain::default() };
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            match self.cells[beside] {
                Cell::Empty => chain.add(beside),
                Cell::Edge => {}
                _ => self.chains[self.head[beside] as usize].sub(cell),
            }
        }
        self.chains[cell] = chain;

        // first join, then capture: undo reverses this order, so the contacts that captures add always lie on the joined string
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            if self.cells[beside] == own {
                let (a, b) = (self.head[cell], self.head[beside]);
                if a != b {
                    let pair = self.join(a, b);
                    if LOG {
                        undo.joined[undo.joined_count as usize] = pair;
                        undo.joined_count += 1;
                    }
                }
            }
        }
        let mut captured_stones = 0;
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            if self.cells[beside] == enemy {
                let head = self.head[beside];
                if self.chains[head as usize].contacts == 0 {
                    captured_stones += self.remove_chain(head, color.opponent());
                    undo.captured[undo.captured_count as usize] = head;
                    undo.captured_count += 1;
                }
            }
        }

        self.ko = NONE;
        let head = self.head[cell];
        let chain = self.chains[head as usize];
        if chain.contacts == 0 {
            self.remove_chain(head, color);
            undo.suicide = head;
        } else if captured_stones == 1 && chain.stones == 1 && chain.contacts == 1 {
            self.ko = chain.sum as u16;
            self.ko_color = color.opponent();
        }
        undo
    }

    /// Takes back the last move.
    pub fn undo(&mut self, undo: &Undo) {
        let cell = undo.point as usize;
        if undo.suicide != NONE {
            self.restore_chain(undo.suicide, undo.color);
        }
        for i in (0..undo.captured_count as usize).rev() {
            self.restore_chain(undo.captured[i], undo.color.opponent());
        }
        for i in (0..undo.joined_count as usize).rev() {
            self.part(undo.joined[i]);
        }
        for step in BESIDE {
            let beside = (cell as isize + step) as usize;
            if self.cells[beside].is_stone() {
                self.chains[self.head[beside] as usize].add(cell);
            }
        }
        self.cells[cell] = Cell::Empty;
        self.hash ^= zobrist::stone(undo.color, Point::from_index(cell));
        self.untake_empty(cell, undo.hole);
        self.next[cell] = undo.old_next;
        self.chains[cell] = undo.old_chain;
        self.ko = undo.old_ko;
        self.ko_color = undo.old_ko_color;
    }

    /// Joins two strings of one colour; the longer keeps its name. Returns (kept, absorbed).
    #[inline]
    pub(super) fn join(&mut self, a: u16, b: u16) -> (u16, u16) {
        let a_longer = self.chains[a as usize].stones >= self.chains[b as usize].stones;
        let (kept, lost) = if a_longer { (a, b) } else { (b, a) };
        let absorbed = self.chains[lost as usize];
        let chain = &mut self.chains[kept as usize];
        chain.stones += absorbed.stones;
        chain.contacts += absorbed.contacts;
        chain.sum += absorbed.sum;
        chain.squares += absorbed.squares;
        self.relabel(lost, kept);
        self.next.swap(kept as usize, lost as usize);
        (kept, lost)
    }

    fn part(&mut self, (kept, lost): (u16, u16)) {
        self.next.swap(kept as usize, lost as usize);
        self.relabel(lost, lost);
        let absorbed = self.chains[lost as usize];
        let chain = &mut self.chains[kept as usize];
        chain.stones -= absorbed.stones;
        chain.contacts -= absorbed.contacts;
        chain.sum -= absorbed.sum;
        chain.squares -= absorbed.squares;
    }

    #[inline]
    pub(super) fn relabel(&mut self, start: u16, head: u16) {
        let mut at = start;
        loop {
            self.head[at as usize] = head;
            at = self.next[at as usize];
            if at == start {
                return;
            }
        }
    }

    /// Takes a string off the board; returns its size. Its list links stay as they were, for undo.
    fn remove_chain(&mut self, head: u16, color: Color) -> u32 {
        let other = Cell::from(color.opponent());
        let mut at = head as usize;
        let mut count = 0;
        loop {
            self.cells[at] = Cell::Empty;
            self.hash ^= zobrist::stone(color, Point::from_index(at));
            self.push_empty(at);
            count += 1;
            for step in BESIDE {
                let beside = (at as isize + step) as usize;
                if self.cells[beside] == other {
                    self.chains[self.head[beside] as usize].add(at);
                }
            }
            at = self.next[at] as usize;
            if at == head as usize {
                break;
            }
        }
        self.captured[color.index()] += count;
        count
    }

    /// Puts a string back that was taken off by the move being undone.
    fn restore_chain(&mut self, head: u16, color: Color) {
        let own = Cell::from(color);
        let other = Cell::from(color.opponent());
        let mut at = head as usize;
        let mut count = 0;
        loop {
            self.cells[at] = own;
            self.head[at] = head;
            self.hash ^= zobrist::stone(color, Point::from_index(at));
            count += 1;
            for step in BESIDE {
                let beside = (at as isize + step) as usize;
                if self.cells[beside] == other {
                    self.chains[self.head[beside] as usize].sub(at);
                }
            }
            at = self.next[at] as usize;
            if at == head as usize {
                break;
            }
        }
        self.empty_count -= count;
        self.captured[color.index()] -= count as u32;
    }

    // ---- list of empty points ----

    #[inline]
    pub(super) fn push_empty(&mut self, cell: usize) {
        self.empties[self.empty_count as usize] = cell as u16;
        self.empty_at[cell] = self.empty_count;
        self.empty_count += 1;
    }

    #[inline]
    pub(super) fn take_empty(&mut self, cell: usize) {
        self.empty_count -= 1;
        let hole = self.empty_at[cell];
        let last = self.empties[self.empty_count as usize];
        self.empties[hole as usize] = last;
        self.empty_at[last as usize] = hole;
    }

    /// Reverses `take_empty`.
    #[inline]
    fn untake_empty(&mut self, cell: usize, hole: u16) {
        if hole != self.empty_count {
            let moved = self.empties[hole as usize];
            self.empties[self.empty_count as usize] = moved;
            self.empty_at[moved as usize] = self.empty_count;
        }
        self.empties[hole as usize] = cell as u16;
        self.empty_at[cell] = hole;
        self.empty_count += 1;
    }
}
