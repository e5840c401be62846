//! The quick searcher: depth-first proof-number search over a goal's own candidates, without zones.
//!
//! It looks only at the moves the goal proposes, so a failure is a judgement; in exchange a position costs a few
//! microseconds. Ko is treated as in the exact search: a side that has threats may retake a few times against the ban.

use gosedai_board::zobrist::{WHITE_TO_PLAY, ko as ko_key, splitmix64};
use gosedai_board::{Board, Color, Move, Point, Undo};

use super::moves::MoveList;
use super::table::{INFINITE, KO, QuickTable};
use crate::budget::Budget;
use crate::search::Threats;

/// Kos the side with threats may win.
const SUPPLY: usize = 2;
/// Deepest line followed.
const DEEPEST: usize = 240;

/// Where a position stands for the seeker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    Reached,
    Missed,
    /// First guesses of proof and disproof number.
    Open(u32, u32),
}

/// A goal for the quick searcher.
pub trait Aim {
    fn seeker(&self) -> Color;
    /// At the root of a search (`root`) a decided position may stay open, so that the move is found.
    fn stand(&self, board: &mut Board, to_play: Color, root: bool) -> Stand;
    /// Candidates of the side to move; nothing else is looked at.
    fn moves(&self, board: &Board, to_play: Color, out: &mut MoveList);
    /// Candidates looked at, at most.
    fn breadth(&self) -> usize;
    /// How much later candidates are doubted: added to their number for every twelve places in the list.
    fn doubt(&self) -> u32;
    /// Candidates whose standing is asked for at once; the others wait until they are visited.
    fn eager(&self) -> usize {
        usize::MAX
    }
    /// May the refuter do nothing here?
    fn may_pass(&self, board: &Board) -> bool;
}

/// Numbers of a position as last seen.
#[derive(Clone, Copy, Debug)]
struct Known {
    pn: u32,
    dn: u32,
    flags: u8,
}

#[derive(Clone, Copy)]
struct Child {
    play: Option<Point>,
    key: u64,
    known: Known,
    retakes: bool,
}

impl Child {
    fn is_clean(&self) -> bool {
        self.known.flags & KO == 0 && !self.retakes
    }
}

/// A finished search.
#[derive(Clone, Debug)]
pub struct Found {
    pub achieved: bool,
    pub used_ko: bool,
    /// The winner's move, if it is his turn.
    pub play: Option<Move>,
}

/// One quick search.
pub struct Quick<'a, A: Aim> {
    aim: &'a A,
    board: &'a mut Board,
    table: &'a mut QuickTable,
    list: MoveList,
    sorted: Vec<Point>,
    children: Vec<Child>,
    path: Vec<u64>,
    threats: Threats,
    /// Points where the side without threats may not take a ko back any more: that ko has been lost to threats.
    lost_kos: Vec<Point>,
    salt: u64,
    limit: u64,
    /// Did a ban or a lost ko forbid a candidate of the position just expanded?
    barred: bool,
    budget: &'a Budget,
    pub nodes: u64,
    /// What the root leaned to when the search ended.
    pub leaning: Option<(u32, u32, Option<Point>)>,
}

impl<'a, A: Aim> Quick<'a, A> {
    pub fn new(
        aim: &'a A,
        board: &'a mut Board,
        table: &'a mut QuickTable,
        threats: Threats,
        salt: u64,
        budget: &'a Budget,
    ) -> Self {
        Quick {
            aim,
            board,
            table,
            list: MoveList::default(),
            sorted: Vec::with_capacity(64),
            children: Vec::with_capacity(512),
            path: Vec::with_capacity(64),
            threats,
            lost_kos: Vec::with_capacity(SUPPLY),
            salt: splitmix64(salt ^ (threats as u64) << 60).1,
            limit: budget.nodes,
            barred: false,
            budget,
            nodes: 0,
            leaning: None,
        }
    }

    /// Does the seeker reach the goal? `None` when a limit was met.
    pub fn solve(&mut self, to_play: Color) -> Option<Found> {
        let seeker = self.aim.seeker();
        let stand = self.aim.stand(self.board, to_play, true);
        if let Stand::Reached | Stand::Missed = stand {
            let achieved = stand == Stand::Reached;
            let wins = achieved == (to_play == seeker);
            return Some(Found { achieved, used_ko: false, play: wins.then_some(Move::Pass) });
        }
        let key = self.key(to_play);
        let known = self.descend(to_play, key, INFINITE, INFINITE)?;
        let achieved = known.pn == 0;
        let best = self.table.get(key).map_or(0, |slot| slot.best);
        let wins = achieved == (to_play == seeker);
        let play = wins.then(|| if best == 0 { Move::Pass } else { Move::Play(Point::from_index(best as usize)) });
        Some(Found { achieved, used_ko: known.flags & KO != 0, play })
    }

    #[inline]
    fn key(&self, to_play: Color) -> u64 {
        let turn = if to_play == Color::White { WHITE_TO_PLAY } else { 0 };
        let ban = self.board.ko(to_play).map_or(0, ko_key);
        let lost = self.lost_kos.iter().fold(0, |sum: u64, p| sum.wrapping_add(splitmix64(!(p.index() as u64)).1));
        self.board.hash() ^ turn ^ ban ^ self.salt ^ lost
    }

    fn is_privileged(&self, color: Color) -> bool {
        self.lost_kos.len() < SUPPLY
            && match self.threats {
                Threats::Nobody => false,
                Threats::Seeker => color == self.aim.seeker(),
                Threats::Refuter => color != self.aim.seeker(),
            }
    }

    fn descend(&mut self, to_play: Color, key: u64, limit_pn: u32, limit_dn: u32) -> Option<Known> {
        self.nodes += 1;
        if self.nodes > self.limit || self.path.len() > DEEPEST {
            return None;
        }
        if self.nodes.is_multiple_of(256) && self.budget.is_over() {
            return None;
        }
        if self.aim.eager() < usize::MAX && !self.path.is_empty() && self.table.get(key).is_none() {
            let known = match self.aim.stand(self.board, to_play, false) {
                Stand::Reached => Known { pn: 0, dn: INFINITE, flags: 0 },
                Stand::Missed => Known { pn: INFINITE, dn: 0, flags: 0 },
                Stand::Open(pn, dn) => Known { pn, dn, flags: 0 },
            };
            if known.pn == 0 || known.dn == 0 || known.pn >= limit_pn || known.dn >= limit_dn {
                self.table.put(key, known.pn, known.dn, 1, 0, 0);
                return Some(known);
            }
        }
        let before = self.nodes;
        let ban = self.board.ko_point();
        let banned = self.board.ko(to_play);
        let privileged = self.is_privileged(to_play);
        if privileged {
            self.board.clear_ko();
        }
        self.path.push(key);
        let start = self.children.len();
        let found = self.expand(to_play, banned, privileged, start, limit_pn, limit_dn);
        self.children.truncate(start);
        self.path.pop();
        self.board.clear_ko();
        if let Some((point, color)) = ban {
            self.board.set_ko(point, color);
        }
        let (known, best) = found?;
        let work = self.table.get(key).map_or(0, |slot| slot.work) + (self.nodes - before + 1) as u32;
        self.table.put(key, known.pn, known.dn, work, best, known.flags);
        Some(known)
    }

    fn expand(
        &mut self,
        to_play: Color,
        banned: Option<Point>,
        privileged: bool,
        start: usize,
        limit_pn: u32,
        limit_dn: u32,
    ) -> Option<(Known, u16)> {
        let seeking = to_play == self.aim.seeker();
        // a move that the ban alone forbids makes a failure depend on the ko
        self.barred = false;
        self.gather(to_play, banned, privileged, start);
        let barred = self.barred;
        let at_root = self.path.len() == 1;
        let mut patience = None;
        let won = |pn: bool, flags: u8| {
            let (pn, dn) = if pn { (0, INFINITE) } else { (INFINITE, 0) };
            Known { pn, dn, flags }
        };
        loop {
            let (mut best, mut least, mut second, mut most, mut open) = (usize::MAX, INFINITE, INFINITE, 0u32, 0u32);
            let mut winner: Option<usize> = None;
            let mut flags = if barred { KO } else { 0 };
            for (i, child) in self.children[start..].iter().enumerate() {
                let (mine, other) = own_first(&child.known, seeking);
                if mine == 0 {
                    let clean = child.is_clean();
                    if winner.is_none() || clean {
                        winner = Some(i);
                    }
                    if clean {
                        break;
                    }
                    continue;
                }
                if other == 0 {
                    flags |= child.known.flags | if child.retakes { KO } else { 0 };
                    continue;
                }
                open += 1;
                most = most.max(other);
                if mine < least {
                    (second, least, best) = (least, mine, i);
                } else if mine < second {
                    second = mine;
                }
            }
            if at_root && open > 0 && winner.is_some_and(|i| !self.children[start + i].is_clean()) {
                // won through a ko: look a little longer for a move that needs none
                let patience = *patience.get_or_insert(3 * self.nodes + 100);
                if self.nodes < patience {
                    winner = None;
                }
            }
            if let Some(i) = winner {
                let child = self.children[start + i];
                let flags = child.known.flags | if child.retakes { KO } else { 0 };
                if self.path.len() == 1 {
                    self.leaning = Some((u32::from(!seeking), u32::from(seeking), child.play));
                }
                return Some((won(seeking, flags), cell_of(child.play)));
            }
            if best == usize::MAX {
                return Some((won(!seeking, flags), self.stubborn(start)));
            }
            let other = (most + (open - 1)).min(INFINITE - 1);
            let (pn, dn) = if seeking { (least, other) } else { (other, least) };
            let child = self.children[start + best];
            if self.path.len() == 1 {
                self.leaning = Some((pn, dn, child.play));
            }
            if pn >= limit_pn || dn >= limit_dn {
                return Some((Known { pn, dn, flags: 0 }, cell_of(child.play)));
            }
            let (mine_limit, other_limit) = if seeking { (limit_pn, limit_dn) } else { (limit_dn, limit_pn) };
            let mine_child = mine_limit.min(second.saturating_add(1 + second / 4)).max(least + 1);
            let (_, other_now) = own_first(&child.known, seeking);
            let other_child = other_limit.saturating_sub(open - 1).max(other_now + 1);
            let (child_pn, child_dn) = if seeking { (mine_child, other_child) } else { (other_child, mine_child) };
            let known = self.visit(to_play, &child, child_pn, child_dn);
            self.children[start + best].known = known?;
        }
    }

    fn visit(&mut self, to_play: Color, child: &Child, pn: u32, dn: u32) -> Option<Known> {
        let (next, key) = (to_play.opponent(), child.key);
        match child.play {
            Some(point) => {
                let undo = self.play(point, to_play, child.retakes);
                let known = self.descend(next, key, pn, dn);
                self.take_back(&undo, child.retakes);
                known
            }
            None => {
                let ban = self.board.ko_point();
                self.board.clear_ko();
                let known = self.descend(next, key, pn, dn);
                if let Some((point, color)) = ban {
                    self.board.set_ko(point, color);
                }
                known
            }
        }
    }

    /// Plays a stone; a retake against the ban wins that ko for good.
    fn play(&mut self, point: Point, color: Color, retakes: bool) -> Undo {
        let undo = self.board.play(point, color);
        if retakes {
            let back = self.board.ko(color.opponent()).unwrap_or(point);
            self.lost_kos.push(back);
        }
        undo
    }

    fn take_back(&mut self, undo: &Undo, retakes: bool) {
        self.board.undo(undo);
        if retakes {
            self.lost_kos.pop();
        }
    }

    /// Would this stone take back a ko that has been lost?
    fn is_lost_ko(&self, point: Point, color: Color) -> bool {
        self.lost_kos.contains(&point)
            && point.neighbours().into_iter().all(|p| !self.board.is_empty(p) && !self.board.at(p).is(color))
            && point
                .neighbours()
                .into_iter()
                .filter(|&p| self.board.at(p).is(color.opponent()))
                .all(|p| !self.board.in_atari(p) || self.board.string_len(p) == 1)
    }

    /// The line of best play as the table has it.
    pub fn line(&self, to_play: Color) -> Vec<Move> {
        let mut board = self.board.clone();
        let (mut color, mut line, mut lost) = (to_play, Vec::new(), 0u64);
        while line.len() < 40 {
            let turn = if color == Color::White { WHITE_TO_PLAY } else { 0 };
            let ban = board.ko(color);
            let key = board.hash() ^ turn ^ ban.map_or(0, ko_key) ^ self.salt ^ lost;
            let Some(slot) = self.table.get(key) else { break };
            if slot.best == 0 {
                if line.last() == Some(&Move::Pass) {
                    break;
                }
                line.push(Move::Pass);
                board.clear_ko();
            } else {
                let point = Point::from_index(slot.best as usize);
                board.play_forever(point, color);
                if ban == Some(point) {
                    let back = board.ko(color.opponent()).unwrap_or(point);
                    lost = lost.wrapping_add(splitmix64(!(back.index() as u64)).1);
                }
                line.push(Move::Play(point));
            }
            color = color.opponent();
        }
        while line.last() == Some(&Move::Pass) {
            line.pop();
        }
        line
    }

    /// Fills the children of the position on the board with what is known of them.
    fn gather(&mut self, to_play: Color, banned: Option<Point>, privileged: bool, start: usize) {
        let seeking = to_play == self.aim.seeker();
        self.aim.moves(self.board, to_play, &mut self.list);
        let mut sorted = std::mem::take(&mut self.sorted);
        self.list.drain_sorted(&mut sorted);
        sorted.truncate(self.aim.breadth());
        for (rank, &point) in sorted.iter().enumerate() {
            if !self.board.is_legal(point, to_play) {
                self.barred |= banned == Some(point);
                continue;
            }
            let retakes = banned == Some(point);
            if self.is_lost_ko(point, to_play) {
                self.barred = true;
                continue;
            }
            let undo = self.play(point, to_play, retakes);
            let (key, known) = self.look(to_play.opponent(), seeking, rank);
            self.take_back(&undo, retakes);
            self.children.push(Child { play: Some(point), key, known, retakes });
            if own_first(&known, seeking).0 == 0 && known.flags & KO == 0 && !retakes {
                self.sorted = sorted;
                return;
            }
        }
        let count = sorted.len();
        self.sorted = sorted;
        // the refuter may do nothing; the seeker only waits for a ban to pass
        let waits = banned.is_some() && !privileged;
        let at_root = self.path.len() == 1;
        let passes =
            if seeking { waits } else { self.aim.may_pass(self.board) && (!at_root || start == self.children.len()) };
        if passes {
            let ban = self.board.ko_point();
            self.board.clear_ko();
            let (key, known) = self.look(to_play.opponent(), seeking, count.min(9));
            if let Some((point, color)) = ban {
                self.board.set_ko(point, color);
            }
            self.children.push(Child { play: None, key, known, retakes: false });
        }
    }

    /// The losing mover's move that took most work to refute.
    fn stubborn(&self, start: usize) -> u16 {
        let work = |c: &&Child| self.table.get(c.key).map_or(0, |slot| slot.work);
        self.children[start..].iter().max_by_key(work).map_or(0, |c| cell_of(c.play))
    }

    /// Numbers of the position on the board: repetition, table, or a first estimate.
    fn look(&mut self, to_play: Color, seeking_parent: bool, rank: usize) -> (u64, Known) {
        let key = self.key(to_play);
        if self.path.contains(&key) {
            return (key, Known { pn: INFINITE, dn: 0, flags: KO });
        }
        if let Some(slot) = self.table.get(key) {
            return (key, Known { pn: slot.pn, dn: slot.dn, flags: slot.flags });
        }
        let later = (rank as u32 * self.aim.doubt() / 12).min(12);
        if rank >= self.aim.eager() {
            let (pn, dn) = if seeking_parent { (3 + later, 2) } else { (2, 3 + later) };
            return (key, Known { pn, dn, flags: 0 });
        }
        let known = match self.aim.stand(self.board, to_play, false) {
            Stand::Reached => Known { pn: 0, dn: INFINITE, flags: 0 },
            Stand::Missed => Known { pn: INFINITE, dn: 0, flags: 0 },
            Stand::Open(pn, dn) if seeking_parent => Known { pn: pn + later, dn, flags: 0 },
            Stand::Open(pn, dn) => Known { pn, dn: dn + later, flags: 0 },
        };
        if self.aim.eager() < usize::MAX {
            self.table.put(key, known.pn, known.dn, 1, 0, 0);
        }
        (key, known)
    }
}

/// The mover's own number first (proof for the seeker, disproof for the refuter).
#[inline]
fn own_first(known: &Known, seeking: bool) -> (u32, u32) {
    if seeking { (known.pn, known.dn) } else { (known.dn, known.pn) }
}

fn cell_of(play: Option<Point>) -> u16 {
    play.map_or(0, |point| point.index() as u16)
}
