//! The searcher: depth-first proof-number search over any goal, with relevance zones and exact treatment of repetition.
//!
//! The seeker must reach the goal; endless play does not reach it. So every position has one value, whatever its history, and
//! only the *finding* of refutations has to mind the path: a refutation that rests on the repetition of an ancestor is kept with
//! the path it was found on, until the ancestor itself is refuted.
//!
//! Ko threats are a small supply that one side has; each use is one retake against the ban.
//!
//! Completeness comes from zones (`zone.rs`), not from the candidate lists: the side that is losing gets, besides its
//! candidates, every move inside the zone of what has been refuted so far, and moves outside cannot matter.

mod walk;

use gosedai_board::zobrist::{WHITE_TO_PLAY, ko as ko_key, splitmix64};
use gosedai_board::{Board, Color, Move, Point, PointSet};

use crate::budget::{Budget, Stop};
use crate::goal::Goal;
use crate::table::{Entry, INFINITE, JUDGED, KO, Table};
use crate::zone::{Zone, dilate};

/// Threats the favoured side has. More than one, for kos in stages; not without end, or false eyes would hold for ever.
const SUPPLY: u8 = 2;

/// Who has ko threats: each lets him retake once against the ban.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threats {
    Refuter,
    Nobody,
    Seeker,
}

/// A finished search.
#[derive(Clone, Debug)]
pub struct Solved {
    pub achieved: bool,
    pub used_ko: bool,
    pub judged: bool,
    pub zone: PointSet,
    pub best: Option<Move>,
    pub line: Vec<Move>,
}

/// Numbers of a child as last seen.
#[derive(Clone, Copy, Debug)]
struct Known {
    pn: u32,
    dn: u32,
    flags: u8,
    rests_on: u16,
}

const NOT_ON_PATH: u16 = u16::MAX;

struct Child {
    play: Option<Point>,
    key: u64,
    known: Known,
    /// Played against a ban, by privilege.
    retakes: bool,
    /// Inside the zone that has to be refuted.
    needed: bool,
    repeats: bool,
}

/// The moves of a position that have been refuted so far, joined.
struct Losses {
    started: bool,
    zone: Zone,
    /// Points of the zone that were looked at.
    met: PointSet,
    /// Moves of the zone not refuted yet.
    waiting: Vec<Point>,
    flags: u8,
    rests_on: u16,
}

/// One search: a goal, a board, a rule about threats.
pub struct Search<'a, G: Goal> {
    goal: G,
    board: Board,
    table: &'a mut Table,
    budget: &'a Budget,
    threats: Threats,
    salt: u64,
    /// Threats left to the favoured side.
    supply: u8,
    path: Vec<u64>,
    path_sum: u64,
    history: Vec<[u32; 2]>,
    pub nodes: u64,
    /// Moves thought of anywhere in the search.
    touched: PointSet,
    /// Root numbers and move when last seen: what an unfinished search leans to.
    pub leaning: Option<(u32, u32, Move)>,
}

impl<'a, G: Goal> Search<'a, G> {
    /// `salt` tells entries of different goals in one table apart.
    pub fn new(
        goal: G,
        board: &Board,
        table: &'a mut Table,
        budget: &'a Budget,
        threats: Threats,
        salt: u64,
    ) -> Search<'a, G> {
        let salt = splitmix64(salt ^ (threats as u64) << 60).1;
        Search {
            goal,
            board: board.clone(),
            table,
            budget,
            threats,
            salt,
            supply: if threats == Threats::Nobody { 0 } else { SUPPLY },
            path: Vec::new(),
            path_sum: 0,
            history: vec![[0; 2]; gosedai_board::CELLS],
            nodes: 0,
            touched: PointSet::EMPTY,
            leaning: None,
        }
    }

    /// Points the course of the search has depended on: moves thought of, stones and spaces judged.
    pub fn looked(&self) -> PointSet {
        self.touched.union(&self.goal.looked()).union(&self.goal.base(&self.board))
    }

    /// Decides whether the seeker reaches the goal.
    pub fn solve(&mut self, to_play: Color) -> Result<Solved, Stop> {
        let key = self.key(to_play);
        if let Some(verdict) = self.goal.verdict(&self.board, to_play) {
            let mut zone = verdict.zone;
            let winner = if verdict.achieved { self.goal.seeker() } else { self.goal.seeker().opponent() };
            dilate(&self.board, &mut zone, winner, |b, p| self.goal.is_safe(b, p));
            let solved = Solved {
                achieved: verdict.achieved,
                used_ko: false,
                judged: verdict.judged,
                zone,
                best: (to_play == winner).then(|| verdict.play.map_or(Move::Pass, Move::Play)),
                line: verdict.play.map(Move::Play).into_iter().collect(),
            };
            return Ok(solved);
        }
        let known = self.mid(to_play, key, INFINITE, INFINITE)?;
        let Some(entry) = self.table.get(key).copied() else { return Err(Stop::Memory) };
        let achieved = known.pn == 0;
        let mover_wins = achieved == (to_play == self.goal.seeker());
        let line = self.line(to_play);
        Ok(Solved {
            achieved,
            used_ko: known.flags & KO != 0,
            judged: known.flags & JUDGED != 0,
            zone: self.table.zone(&entry),
            best: mover_wins.then(|| best_move(entry.best)),
            line,
        })
    }

    fn is_privileged(&self, color: Color) -> bool {
        self.supply > 0
            && match self.threats {
                Threats::Nobody => false,
                Threats::Seeker => color == self.goal.seeker(),
                Threats::Refuter => color != self.goal.seeker(),
            }
    }

    fn key(&self, to_play: Color) -> u64 {
        key_of(&self.board, to_play, self.salt, self.supply)
    }

    fn mid(&mut self, to_play: Color, key: u64, limit_pn: u32, limit_dn: u32) -> Result<Known, Stop> {
        self.nodes += 1;
        if self.nodes > self.budget.nodes {
            return Err(Stop::Nodes);
        }
        if self.nodes.is_multiple_of(256) && self.budget.is_over() {
            return Err(Stop::Cancelled);
        }
        if self.path.len() > 400 {
            return Err(Stop::Nodes);
        }
        if self.table.get(key).is_none()
            && let Ok(known) = self.settle(key, to_play)?
        {
            return Ok(known);
        }
        let ban = self.board.ko_point();
        let before = self.nodes;
        let outer_sum = self.path_sum;
        self.path.push(key);
        self.path_sum = self.path_sum.wrapping_add(splitmix64(key).1);
        let privileged = self.is_privileged(to_play);
        if privileged {
            self.board.clear_ko();
        }
        let found =
            self.expand(to_play, ban.filter(|&(_, color)| color == to_play).map(|(p, _)| p), limit_pn, limit_dn);
        self.board.clear_ko();
        if let Some((point, color)) = ban {
            self.board.set_ko(point, color);
        }
        self.path.pop();
        self.path_sum = outer_sum;
        let (mut known, best, zone) = found?;
        let depth = self.path.len() as u16;
        if known.rests_on >= depth {
            known.rests_on = NOT_ON_PATH;
        }
        let work = self.table.get(key).map_or(0, |entry| entry.work) + (self.nodes - before + 1) as u32;
        let entry = Entry {
            pn: known.pn,
            dn: known.dn,
            work,
            zone: 0,
            best,
            rests_on: known.rests_on,
            flags: known.flags,
            path: outer_sum,
        };
        self.table.put(key, entry, zone.as_ref())?;
        Ok(known)
    }

    /// Searches below one position until a limit is passed. Answers numbers, best move and, if solved, the zone.
    fn expand(
        &mut self,
        to_play: Color,
        banned: Option<Point>,
        limit_pn: u32,
        limit_dn: u32,
    ) -> Result<(Known, u16, Option<PointSet>), Stop> {
        let seeking = to_play == self.goal.seeker();
        let mut children = self.first_children(to_play, banned)?;
        let mut fresh_loss = true;
        let mut losses = Losses {
            started: false,
            zone: Zone::new(PointSet::EMPTY),
            met: PointSet::EMPTY,
            waiting: Vec::new(),
            flags: 0,
            rests_on: NOT_ON_PATH,
        };
        loop {
            // a child that wins for the mover settles the position
            if let Some(won) = self.winning_child(&children, seeking) {
                let child = &children[won];
                let mut zone = if child.repeats {
                    self.goal.base(&self.board)
                } else {
                    let Some(entry) = self.table.get(child.key).copied() else { return Err(Stop::Memory) };
                    self.table.zone(&entry)
                };
                if let Some(point) = child.play {
                    zone.insert(point);
                    self.history[point.index()][to_play.index()] += 1;
                    // the stone played must keep its liberties where outside moves cannot take them
                    let undo = self.board.play(point, to_play);
                    dilate(&self.board, &mut zone, to_play, |b, p| self.goal.is_safe(b, p));
                    self.board.undo(&undo);
                }
                dilate(&self.board, &mut zone, to_play, |b, p| self.goal.is_safe(b, p));
                let flags = child.known.flags | if child.retakes { KO } else { 0 };
                let (pn, dn) = if seeking { (0, INFINITE) } else { (INFINITE, 0) };
                let known = Known { pn, dn, flags, rests_on: child.known.rests_on };
                return Ok((known, cell_of(child.play), Some(zone)));
            }
            if fresh_loss {
                fresh_loss = false;
                if self.exhausted(to_play, banned, &mut children, &mut losses)? {
                    let (pn, dn) = if seeking { (INFINITE, 0) } else { (0, INFINITE) };
                    let rests_on = if seeking { losses.rests_on } else { NOT_ON_PATH };
                    let best = self.stubborn(&children);
                    let known = Known { pn, dn, flags: losses.flags, rests_on };
                    return Ok((known, best, Some(losses.zone.points)));
                }
                if self.winning_child(&children, seeking).is_some() {
                    continue;
                }
            }
            // numbers: least of the mover's, most of the other's plus one for each further open child
            let narrowed = !seeking && children.iter().any(|c| c.play.is_none() && c.known.pn == 0);
            let (mut best, mut least, mut second, mut most, mut open) = (usize::MAX, INFINITE, INFINITE, 0, 0);
            for (i, child) in children.iter().enumerate() {
                let (mine, other) = own_first(&child.known, seeking);
                if other == 0 || (narrowed && !child.needed) {
                    continue;
                }
                open += 1;
                most = most.max(other);
                if mine < least {
                    second = least;
                    least = mine;
                    best = i;
                } else if mine < second {
                    second = mine;
                }
            }
            if best == usize::MAX {
                // cannot happen while the zone is open; ending the search is the safe answer
                return Err(Stop::Memory);
            }
            let other = (most + open - 1).min(INFINITE - 1);
            let (pn, dn) = if seeking { (least, other) } else { (other, least) };
            if self.path.len() == 1 {
                self.leaning = Some((pn, dn, best_move(cell_of(children[best].play))));
            }
            if pn >= limit_pn || dn >= limit_dn {
                let known = Known { pn, dn, flags: 0, rests_on: NOT_ON_PATH };
                return Ok((known, cell_of(children[best].play), None));
            }
            let (mine_limit, other_limit) = if seeking { (limit_pn, limit_dn) } else { (limit_dn, limit_pn) };
            let mine_child = mine_limit.min(second.saturating_add(1 + second / 4)).max(least + 1);
            let (_, other_now) = own_first(&children[best].known, seeking);
            let other_child = other_limit.saturating_sub(open - 1).max(other_now + 1);
            let (child_pn, child_dn) = if seeking { (mine_child, other_child) } else { (other_child, mine_child) };

            let (play, key, retakes) = (children[best].play, children[best].key, children[best].retakes);
            self.supply -= u8::from(retakes);
            let known = self.visit(to_play, play, key, child_pn, child_dn);
            self.supply += u8::from(retakes);
            let known = known?;
            let lost = own_first(&known, seeking).1 == 0;
            children[best].known = known;
            fresh_loss = lost;
        }
    }

    /// Plays a child, searches it, takes it back.
    fn visit(&mut self, to_play: Color, play: Option<Point>, key: u64, pn: u32, dn: u32) -> Result<Known, Stop> {
        match play {
            Some(point) => {
                let undo = self.board.play(point, to_play);
                let known = self.mid(to_play.opponent(), key, pn, dn);
                self.board.undo(&undo);
                known
            }
            None => {
                let ban = self.board.ko_point();
                self.board.clear_ko();
                let known = self.mid(to_play.opponent(), key, pn, dn);
                if let Some((point, color)) = ban {
                    self.board.set_ko(point, color);
                }
                known
            }
        }
    }

    fn first_children(&mut self, to_play: Color, banned: Option<Point>) -> Result<Vec<Child>, Stop> {
        let seeking = to_play == self.goal.seeker();
        let mut candidates = Vec::with_capacity(32);
        self.goal.moves(&self.board, to_play, &mut candidates);
        for (point, urgency) in &mut candidates {
            self.touched.insert(*point);
            *urgency += (self.history[point.index()][to_play.index()].min(400) / 8) as i32;
        }
        candidates.sort_by_key(|&(_, urgency)| -urgency);
        let mut children = Vec::with_capacity(candidates.len() + 1);
        // the refuter may always play elsewhere; the seeker gains by it only when a ban stops him
        if !seeking || (banned.is_some() && !self.is_privileged(to_play)) {
            children.extend(self.child(to_play, None, banned, 0)?);
        }
        for (rank, &(point, _)) in candidates.iter().enumerate() {
            if children.iter().any(|c: &Child| c.play == Some(point)) {
                continue;
            }
            let child = self.child(to_play, Some(point), banned, rank)?;
            if let Some(child) = child {
                let won = own_first(&child.known, seeking).0 == 0 && child.known.flags & KO == 0;
                children.push(child);
                if won {
                    break;
                }
            }
        }
        Ok(children)
    }

    /// A child with what is known of it; `None` if the move is illegal.
    fn child(
        &mut self,
        to_play: Color,
        play: Option<Point>,
        banned: Option<Point>,
        rank: usize,
    ) -> Result<Option<Child>, Stop> {
        let seeking = to_play == self.goal.seeker();
        let retakes = play.is_some() && play == banned;
        let next = to_play.opponent();
        let (key, known) = match play {
            Some(point) => {
                self.touched.insert(point);
                if !self.board.is_legal(point, to_play) {
                    return Ok(None);
                }
                let undo = self.board.play(point, to_play);
                self.supply -= u8::from(retakes);
                let key = self.key(next);
                let known = self.look(key, next, seeking, rank);
                self.supply += u8::from(retakes);
                self.board.undo(&undo);
                (key, known?)
            }
            None => {
                let ban = self.board.ko_point();
                self.board.clear_ko();
                let key = self.key(next);
                let known = self.look(key, next, seeking, rank);
                if let Some((point, color)) = ban {
                    self.board.set_ko(point, color);
                }
                (key, known?)
            }
        };
        let repeats = known.rests_on != NOT_ON_PATH && self.path.contains(&key);
        Ok(Some(Child { play, key, known, retakes, needed: false, repeats }))
    }

    /// Numbers of the position on the board: repetition, table, verdict, or a first estimate.
    fn look(&mut self, key: u64, to_play: Color, seeking_parent: bool, rank: usize) -> Result<Known, Stop> {
        if let Some(depth) = self.path.iter().position(|&k| k == key) {
            return Ok(Known { pn: INFINITE, dn: 0, flags: KO, rests_on: depth as u16 });
        }
        if let Some(entry) = self.table.get(key) {
            let stale = entry.is_solved() && entry.rests_on != NOT_ON_PATH && entry.path != self.path_sum;
            if stale {
                return Ok(Known { pn: 1, dn: 1, flags: 0, rests_on: NOT_ON_PATH });
            }
            return Ok(Known { pn: entry.pn, dn: entry.dn, flags: entry.flags, rests_on: entry.rests_on });
        }
        let later = (rank / 3).min(12) as u32;
        let (mut pn, mut dn) = (1, 1);
        // unlikely moves are assessed when they are first visited
        if rank < self.goal.eager() {
            match self.settle(key, to_play)? {
                Ok(known) => return Ok(known),
                Err(guess) => (pn, dn) = guess,
            }
        } else if seeking_parent {
            pn = 2;
        } else {
            dn = 2;
        }
        if seeking_parent {
            pn += later
        } else {
            dn += later
        }
        Ok(Known { pn, dn, flags: 0, rests_on: NOT_ON_PATH })
    }

    /// Stores the position on the board if it is decided; else answers a guess of its numbers.
    fn settle(&mut self, key: u64, to_play: Color) -> Result<Result<Known, (u32, u32)>, Stop> {
        let verdict = match self.goal.assess(&self.board, to_play) {
            Ok(verdict) => verdict,
            Err(guess) => return Ok(Err(guess)),
        };
        let seeker = self.goal.seeker();
        let mut zone = verdict.zone;
        let winner = if verdict.achieved { seeker } else { seeker.opponent() };
        dilate(&self.board, &mut zone, winner, |b, p| self.goal.is_safe(b, p));
        let (pn, dn) = if verdict.achieved { (0, INFINITE) } else { (INFINITE, 0) };
        let flags = if verdict.judged { JUDGED } else { 0 };
        let entry = Entry { pn, dn, work: 1, zone: 0, best: 0, rests_on: NOT_ON_PATH, flags, path: 0 };
        self.table.put(key, entry, Some(&zone))?;
        Ok(Ok(Known { pn, dn, flags, rests_on: NOT_ON_PATH }))
    }

    /// A child that decides for the mover; one that rests on no repetition if there is any.
    fn winning_child(&self, children: &[Child], seeking: bool) -> Option<usize> {
        let wins = |c: &Child| own_first(&c.known, seeking).0 == 0;
        let clean = |c: &Child| wins(c) && c.known.rests_on == NOT_ON_PATH && c.known.flags & KO == 0 && !c.retakes;
        children.iter().position(clean).or_else(|| children.iter().position(wins))
    }

    /// Are all moves that could matter lost for the mover? Adds the moves the zone asks for.
    fn exhausted(
        &mut self,
        to_play: Color,
        banned: Option<Point>,
        children: &mut Vec<Child>,
        losses: &mut Losses,
    ) -> Result<bool, Stop> {
        let seeking = to_play == self.goal.seeker();
        let winner = to_play.opponent();
        let mut open = false;
        if !losses.started {
            let mut zone = self.goal.base(&self.board);
            if let Some(pass) = children.iter_mut().find(|c| c.play.is_none()) {
                pass.needed = true;
                match self.lost_zone(pass, seeking) {
                    None => return Ok(false),
                    Some(found) => {
                        losses.flags |= pass.known.flags;
                        losses.rests_on = losses.rests_on.min(pass.known.rests_on);
                        zone = if seeking { zone.union(&found) } else { found };
                    }
                }
            }
            losses.started = true;
            losses.zone = Zone::new(zone);
        }
        let mut waiting = std::mem::take(&mut losses.waiting);
        loop {
            losses.zone.dilate(&self.board, winner, |b, p| self.goal.is_safe(b, p));
            for point in losses.zone.points.minus(&losses.met).iter().filter(|&p| self.board.is_empty(p)) {
                waiting.push(point);
            }
            losses.met = losses.zone.points;
            let Some(point) = waiting.pop() else { break };
            let at = match children.iter().position(|c| c.play == Some(point)) {
                Some(at) => at,
                None => {
                    if banned == Some(point) && !self.is_privileged(to_play) {
                        losses.flags |= KO;
                        continue;
                    }
                    if !self.board.is_legal(point, to_play) {
                        // it must stay suicide: the stones around it belong to the zone
                        let around = PointSet::from_iter([point]).grown();
                        losses.zone.points = losses.zone.points.union(&around);
                        continue;
                    }
                    if !self.goal.region().contains(point) {
                        losses.flags |= JUDGED;
                        continue;
                    }
                    let Some(child) = self.child(to_play, Some(point), banned, 9)? else { continue };
                    children.push(child);
                    children.len() - 1
                }
            };
            children[at].needed = true;
            let child = &mut children[at];
            let Some(found) = self.lost_zone(child, seeking) else {
                open = true;
                losses.waiting.push(point);
                continue;
            };
            losses.flags |= child.known.flags | if child.retakes { KO } else { 0 };
            losses.rests_on = losses.rests_on.min(child.known.rests_on);
            losses.zone.points = losses.zone.points.union(&found);
        }
        Ok(!open)
    }

    /// The zone in which a child is lost for the mover; `None` while it is open (or forgotten by the table).
    fn lost_zone(&self, child: &mut Child, seeking: bool) -> Option<PointSet> {
        if own_first(&child.known, seeking).1 != 0 {
            return None;
        }
        if child.repeats {
            return Some(PointSet::EMPTY);
        }
        match self.table.get(child.key) {
            Some(entry) if entry.is_solved() => Some(self.table.zone(entry)),
            _ => {
                child.known = Known { pn: 1, dn: 1, flags: 0, rests_on: NOT_ON_PATH };
                None
            }
        }
    }

    /// The losing mover's move that took most work to refute.
    fn stubborn(&self, children: &[Child]) -> u16 {
        let work = |c: &&Child| self.table.get(c.key).map_or(0, |entry| entry.work);
        children.iter().filter(|c| c.needed && !c.repeats).max_by_key(work).map_or(0, |c| cell_of(c.play))
    }
}

/// The mover's own number first (proof for the seeker, disproof for the refuter).
fn own_first(known: &Known, seeking: bool) -> (u32, u32) {
    if seeking { (known.pn, known.dn) } else { (known.dn, known.pn) }
}

fn cell_of(play: Option<Point>) -> u16 {
    play.map_or(0, |point| point.index() as u16)
}

fn best_move(cell: u16) -> Move {
    if cell == 0 { Move::Pass } else { Move::Play(Point::from_index(cell as usize)) }
}

/// The ban is part of the key even where a privilege lifts it: using the privilege has to be seen in the result.
fn key_of(board: &Board, to_play: Color, salt: u64, supply: u8) -> u64 {
    let turn = if to_play == Color::White { WHITE_TO_PLAY } else { 0 };
    board.hash() ^ turn ^ board.ko(to_play).map_or(0, ko_key) ^ salt.wrapping_add((supply as u64) << 32)
}
