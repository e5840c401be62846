//! Depth-first proof-number search: the one loop of this crate, over whatever [`Ground`] a question is played out on.
//!
//! One side, the attacker, has to force something; endless play serves the other side, which need not. So
//! every position has one value, whatever its history, and only the *finding* of a result has to mind the path: one that rests
//! on the repetition of an ancestor is kept with the path it was found on, until the ancestor itself is decided.
//!
//! A ground that knows zones (the points a proof rests on) gives proofs: a move of the loser outside the zone of a lost pass
//! is lost too, so that few moves have to be refuted and nothing is cut by judgement.

mod known;
mod table;
mod tree;
mod walk;

use gosedai_board::{Color, Move};

use crate::budget::{Budget, Stop};

pub use known::{Child, FREE, INFINITE, JUDGED, KO, Known, NOWHERE, SHARED, Way, won_by};
pub use table::{Entry, Table};
pub use tree::Tree;

/// The two sides of a question: who captures, kills or joins, and who prevents it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Attacker = 0,
    Defender = 1,
}

impl Side {
    pub const fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// Who wins the kos (has threats, so that he may retake at once); with `Nobody` the one who takes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kos {
    Attacker,
    Defender,
    Nobody,
}

impl Kos {
    pub fn of(side: Side) -> Kos {
        match side {
            Side::Attacker => Kos::Attacker,
            Side::Defender => Kos::Defender,
        }
    }
}

/// Where a question is played out: the whole board or a field cut out of it, with what is known there about the goal.
pub trait Ground: Sized {
    /// A position as it is handed down the tree; nothing where one board is played on and taken back.
    type Place: Copy;
    /// A set of points that a proof rests on; nothing where results are judgements.
    type Zone: Copy + Default;
    /// What is noted of a position while its moves are looked at.
    type Notes;
    /// Is passing looked at beside the moves, because a pass that loses tells where a move has to be?
    const PROBES: bool = false;
    /// Does the root go on looking for a win without ko when it has found one with?
    const WAITS: bool = false;

    /// How hard many moves are to refute together: their hardest, their sum, their number.
    fn hardness(most: u32, _sum: u32, open: u32) -> u32 {
        most + open - 1
    }

    /// A position decided when it is visited first, or guessed to lie beyond these limits.
    fn settle(
        &mut self,
        tree: &Tree<Self::Zone>,
        place: &Self::Place,
        mover: Side,
        key: u64,
        limits: [u32; 2],
    ) -> Option<Known<Self::Zone>>;

    /// The moves of a position with what is known of them.
    fn moves(
        &mut self,
        tree: &mut Tree<Self::Zone>,
        place: &Self::Place,
        mover: Side,
        way: Way,
    ) -> (Vec<Child<Self>>, Self::Notes);

    /// What is known of a child without searching it.
    fn look(&self, tree: &Tree<Self::Zone>, child: &Child<Self>, mover: Side) -> Option<Known<Self::Zone>>;

    /// What a win by this child rests on.
    fn won(&mut self, place: &Self::Place, mover: Side, child: &Child<Self>) -> Self::Zone;

    /// Has the mover lost? May add moves that have to be refuted as well, and mark those that need not.
    fn lost(
        &mut self,
        tree: &mut Tree<Self::Zone>,
        place: &Self::Place,
        mover: Side,
        children: &mut Vec<Child<Self>>,
        notes: &mut Self::Notes,
    ) -> Option<Known<Self::Zone>>;

    /// Told of every position that was searched, and of the work below it.
    fn learn(&mut self, _place: &Self::Place, _mover: Side, _known: &Known<Self::Zone>, _way: Way, _work: u64) {}

    /// Plays a child, and takes it back.
    fn enter(&mut self, child: &Child<Self>, mover: Side);
    fn leave(&mut self, child: &Child<Self>);

    /// The child by one move; `None` if it may not be played.
    fn follow(&mut self, place: &Self::Place, mover: Side, cell: u16) -> Option<Child<Self>>;

    /// All cells where a move is looked at.
    fn cells(&self, place: &Self::Place) -> Vec<u16>;

    /// A cell and a side in terms of the board.
    fn to_move(&self, cell: u16) -> Move;
    fn color_of(&self, side: Side) -> Color;
}

/// One search on one ground.
pub struct Search<'a, G: Ground> {
    pub ground: G,
    pub tree: &'a mut Tree<G::Zone>,
    budget: &'a Budget,
    pub nodes: u64,
    /// Numbers and move of the root when last seen: what an unfinished search leans to.
    pub leaning: Option<([u32; 2], u16)>,
}

/// Deepest line followed.
const DEEPEST: usize = 300;
/// A pass gets one part in this many of a position's work, while the opponent seems this near to profiting from it; and it
/// is looked at once if he seems less near than that.
const PROBE_SHARE: u64 = 24;
const PROBE_LIMIT: u32 = 20;
const PROBE_ONCE: u32 = 50;

impl<'a, G: Ground> Search<'a, G> {
    pub fn new(ground: G, tree: &'a mut Tree<G::Zone>, budget: &'a Budget) -> Self {
        Search { ground, tree, budget, nodes: 0, leaning: None }
    }

    /// Decides a position, whose key this is.
    pub fn prove(&mut self, place: &G::Place, mover: Side, key: u64) -> Result<Known<G::Zone>, Stop> {
        self.leaning = None;
        self.mid(place, mover, key, [INFINITE; 2], Way::Move)
    }

    fn mid(
        &mut self,
        place: &G::Place,
        mover: Side,
        key: u64,
        limits: [u32; 2],
        way: Way,
    ) -> Result<Known<G::Zone>, Stop> {
        self.nodes += 1;
        if self.nodes > self.budget.nodes || self.tree.depth() > DEEPEST {
            return Err(Stop::Nodes);
        }
        if self.nodes.is_multiple_of(128) && self.budget.is_over() {
            return Err(Stop::Cancelled);
        }
        if self.tree.table.get(key).is_none()
            && let Some(known) = self.ground.settle(self.tree, place, mover, key, limits)
        {
            self.tree.store(key, &known, 1);
            return Ok(known);
        }
        let before = self.nodes;
        let outer = self.tree.push(key, way == Way::Threat);
        let found = self.expand(place, mover, limits, way);
        self.tree.pop(outer);
        let mut known = found?;
        if known.rests as usize >= self.tree.depth() {
            known.rests = FREE;
        }
        self.tree.store(key, &known, self.tree.work(key).max(1).saturating_add((self.nodes - before + 1) as u32));
        self.ground.learn(place, mover, &known, way, self.nodes - before);
        Ok(known)
    }

    /// Searches below one position until a limit is passed.
    fn expand(&mut self, place: &G::Place, mover: Side, limits: [u32; 2], way: Way) -> Result<Known<G::Zone>, Stop> {
        let other = mover.other();
        let (mine_limit, other_limit) = (limits[mover as usize], limits[other as usize]);
        let work_before = self.tree.here().map_or(0, |key| self.tree.work(key)) as u64;
        let started = self.nodes - work_before.min(self.nodes);
        let (mut children, mut notes) = self.ground.moves(self.tree, place, mover, way);
        let (mut fresh_loss, mut patience) = (true, None);
        loop {
            // a child that wins for the mover settles the position
            if let Some(won) = known::winning(&children, mover)
                && !self.waits(&children, won, mover, &mut patience)
            {
                let child = &children[won];
                let flags = child.known.flags | if child.way == Way::Threat { KO } else { 0 };
                let (rests, best) = (child.known.rests, child.cell);
                let zone = self.ground.won(place, mover, child);
                return Ok(won_by(mover, zone, flags, rests, best));
            }
            if std::mem::take(&mut fresh_loss)
                && let Some(lost) = self.ground.lost(self.tree, place, mover, &mut children, &mut notes)
            {
                return Ok(Known { best: self.stubborn(&children), ..lost });
            }
            let (mut best, mut least, mut second, mut most, mut open) = (usize::MAX, INFINITE, INFINITE, 0u32, 0u32);
            let (mut pass, mut sum) = (None, 0u32);
            for (i, child) in children.iter().enumerate() {
                let theirs = child.known.of(other);
                if theirs == 0 {
                    continue;
                }
                if child.cell == NOWHERE {
                    pass = Some(i);
                }
                let mine = child.known.of(mover);
                if child.is_probe || !child.is_needed || mine == 0 {
                    continue;
                }
                open += 1;
                most = most.max(theirs);
                sum = (sum + theirs).min(INFINITE);
                if mine < least {
                    (second, least, best) = (least, mine, i);
                } else if mine < second {
                    second = mine;
                }
            }
            if best == usize::MAX {
                // everything but the probe is lost: the probe decides how far
                best = pass.ok_or(Stop::Memory)?;
                (least, most, open) = (1, children[best].known.of(other), 1);
                sum = most;
            }
            let theirs = G::hardness(most, sum, open).min(INFINITE - 1);
            let numbers = if mover == Side::Attacker { [least, theirs] } else { [theirs, least] };
            if self.tree.depth() == 1 {
                self.leaning = Some((numbers, children[best].cell));
            }
            if least >= mine_limit || theirs >= other_limit {
                return Ok(Known { best: children[best].cell, ..Known::open(numbers) });
            }
            let (at, mine_child, other_child) = match pass {
                Some(at) if G::PROBES && self.is_worth_probing(&children[at], started, other) => {
                    let now = &children[at].known;
                    (at, now.of(mover).saturating_add(2), now.of(other).saturating_add(2))
                }
                _ => {
                    let mine = mine_limit.min(second.saturating_add(1 + second / 4)).max(least + 1);
                    let now = children[best].known.of(other);
                    (best, mine, other_limit.saturating_sub(open - 1).max(now + 1))
                }
            };
            let limits = if mover == Side::Attacker { [mine_child, other_child] } else { [other_child, mine_child] };
            let known = self.visit(&children[at], mover, limits)?;
            fresh_loss = known.of(other) == 0;
            children[at].known = known;
        }
    }

    /// Searches a child, unless it was met in the meantime on another way.
    fn visit(&mut self, child: &Child<G>, mover: Side, limits: [u32; 2]) -> Result<Known<G::Zone>, Stop> {
        if let Some(known) = self.ground.look(self.tree, child, mover.other()).filter(Known::is_solved) {
            return Ok(known);
        }
        self.ground.enter(child, mover);
        let known = self.mid(&child.place, mover.other(), child.key, limits, child.way);
        self.ground.leave(child);
        known
    }

    /// Won through a ko at the root: a little longer is looked for a move that needs none.
    fn waits(&self, children: &[Child<G>], won: usize, mover: Side, patience: &mut Option<u64>) -> bool {
        let is_open = |c: &Child<G>| c.is_needed && !c.is_probe && c.known.numbers.iter().all(|&n| n > 0);
        G::WAITS
            && self.tree.depth() == 1
            && !children[won].is_clean()
            && children.iter().any(is_open)
            && children[won].known.of(mover) == 0
            && self.nodes < *patience.get_or_insert(3 * self.nodes + 100)
    }

    /// Is it time to see whether passing loses? Once at first, then with a share of the work while it seems to.
    fn is_worth_probing(&self, pass: &Child<G>, started: u64, other: Side) -> bool {
        let spent = self.tree.work(pass.key).saturating_sub(1) as u64;
        let near = pass.known.of(other);
        !pass.known.is_solved()
            && (spent == 0 && near <= PROBE_ONCE || spent * PROBE_SHARE < self.nodes - started && near <= PROBE_LIMIT)
    }

    /// The losing mover's move that took most work to refute.
    fn stubborn(&self, children: &[Child<G>]) -> u16 {
        children
            .iter()
            .filter(|c| c.cell != NOWHERE && c.is_needed)
            .max_by_key(|c| self.tree.work(c.key))
            .map_or(NOWHERE, |c| c.cell)
    }
}
