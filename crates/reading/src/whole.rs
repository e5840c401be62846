//! The whole board as a ground of the search, over any goal: captures and connections, with relevance zones.
//!
//! Ko threats are a small supply that one side has; each use is one retake against the ban.
//!
//! Completeness comes from zones (`zone.rs`), not from the candidate lists: the side that is losing gets, besides its
//! candidates, every move inside the zone of what has been refuted so far, and moves outside cannot matter.

use gosedai_board::{Board, Color, Move, Point, PointSet};

use crate::dfpn::{self, FREE, Ground, JUDGED, KO, NOWHERE, Side, Tree, Way, won_by};
use crate::goal::{MoveList, Provable};
use crate::stage::Stage;
use crate::zone::{Zone, dilate};

type Known = dfpn::Known<PointSet>;
type Child<'a, G> = dfpn::Child<Whole<'a, G>>;

/// Empty points of a board on which every move can be tried.
const SMALL: usize = 30;

/// The moves of a position that have been refuted so far, joined.
pub struct Losses {
    started: bool,
    zone: Zone,
    /// Points of the zone that were looked at.
    met: PointSet,
    /// Moves of the zone not refuted yet.
    waiting: Vec<Point>,
    flags: u8,
    rests: u16,
}

/// A board with the goal that is sought on it.
pub struct Whole<'a, G: Provable + ?Sized> {
    goal: &'a G,
    pub stage: Stage<'a>,
    history: Vec<[u32; 2]>,
    list: MoveList,
    /// Moves thought of anywhere in the search.
    touched: PointSet,
    /// Is the root searched even where it could be judged at sight or needs one move? So it has a tree to show.
    pub opens_root: bool,
}

impl<'a, G: Provable + ?Sized> Whole<'a, G> {
    pub fn new(goal: &'a G, board: &'a mut Board) -> Self {
        Whole {
            goal,
            stage: Stage::new(board, goal.seeker()),
            history: vec![[0; 2]; gosedai_board::CELLS],
            list: MoveList::default(),
            touched: PointSet::EMPTY,
            opens_root: false,
        }
    }

    /// Points the course of the search has depended on: moves thought of, stones and spaces judged.
    pub fn looked(&self) -> PointSet {
        self.touched.union(&self.goal.looked()).union(&self.goal.base(self.stage.board))
    }

    fn dilate(&self, zone: &mut PointSet, winner: Side) {
        dilate(self.stage.board, zone, self.stage.color_of(winner));
    }

    /// The position on the board if it is decided; else a guess of its numbers.
    fn assess(&self, mover: Side) -> Result<Known, [u32; 2]> {
        let color = self.stage.color_of(mover);
        let verdict =
            self.goal.verdict(self.stage.board, color).ok_or_else(|| self.goal.guess(self.stage.board, color))?;
        let winner = if verdict.achieved { Side::Attacker } else { Side::Defender };
        let mut zone = verdict.zone;
        self.dilate(&mut zone, winner);
        let flags = if verdict.judged { JUDGED } else { 0 };
        Ok(won_by(winner, zone, flags, FREE, verdict.play.map_or(NOWHERE, |p| p.index() as u16)))
    }

    /// A repetition never reaches the goal. That rests on all that will be played from the position repeated, which nobody
    /// knows yet: on a small board everything has to stay as it is, on a large one it is a judgement.
    fn recorded(&self, tree: &Tree<PointSet>, key: u64, mover: Side) -> Option<Known> {
        let is_small = self.stage.board.empty_count() <= SMALL;
        let mut known = tree.look(key, false, Side::Defender, || match mover {
            _ if is_small => PointSet::full(self.stage.board.size()),
            Side::Attacker => self.goal.base(self.stage.board),
            Side::Defender => PointSet::EMPTY,
        })?;
        if known.rests != FREE && !is_small {
            known.flags |= JUDGED;
        }
        Some(known)
    }

    /// A child with what is known of it; `None` if it may not be played.
    fn child(&mut self, tree: &mut Tree<PointSet>, mover: Side, cell: u16, rank: usize) -> Option<Child<'a, G>> {
        if cell != NOWHERE {
            self.touched.insert(Point::from_index(cell.into()));
        }
        let way = self.stage.way(cell, mover)?;
        self.stage.enter(cell, mover, way);
        let key = self.stage.key(mover.other());
        let known = self.recorded(tree, key, mover.other()).unwrap_or_else(|| self.first_look(tree, key, mover, rank));
        self.stage.leave(way);
        Some(Child { cell, key, place: (), known, way, is_probe: false, is_needed: true })
    }

    /// The position on the board, just reached by a move of this rank in the list.
    fn first_look(&self, tree: &mut Tree<PointSet>, key: u64, mover: Side, rank: usize) -> Known {
        let mut numbers = [1, 1];
        // unlikely moves are assessed when they are first visited
        if rank < self.goal.eager() {
            match self.assess(mover.other()) {
                Ok(known) => {
                    tree.store(key, &known, 1);
                    return known;
                }
                Err(guess) => numbers = guess,
            }
        } else {
            numbers[mover as usize] = 2;
        }
        numbers[mover as usize] += (rank / 3).min(12) as u32;
        Known::open(numbers)
    }
}

impl<'a, G: Provable + ?Sized> Ground for Whole<'a, G> {
    type Place = ();
    type Zone = PointSet;
    type Notes = Losses;

    fn settle(&mut self, tree: &Tree<PointSet>, _: &(), mover: Side, _: u64, _: [u32; 2]) -> Option<Known> {
        let is_opened = self.opens_root && tree.depth() == 0;
        self.assess(mover).ok().filter(|known| !is_opened || known.flags & JUDGED == 0 && known.best == NOWHERE)
    }

    fn moves(&mut self, tree: &mut Tree<PointSet>, _: &(), mover: Side, _: Way) -> (Vec<Child<'a, G>>, Losses) {
        let color = self.stage.color_of(mover);
        self.goal.moves(self.stage.board, color, &mut self.list);
        let mut candidates = Vec::with_capacity(32);
        let wins = |point: Point| (self.history[point.index()][color.index()].min(400) / 8) as i32;
        self.list.drain_sorted(wins, &mut candidates);
        candidates.iter().for_each(|&point| self.touched.insert(point));
        let mut children: Vec<Child<'a, G>> = Vec::with_capacity(candidates.len() + 1);
        // the refuter may always play elsewhere; the seeker gains by it only when a ban stops him
        if mover == Side::Defender || self.stage.is_banned(mover) {
            children.extend(self.child(tree, mover, NOWHERE, 0));
        }
        for (rank, &point) in candidates.iter().enumerate() {
            let Some(child) = self.child(tree, mover, point.index() as u16, rank) else { continue };
            let is_won = child.known.of(mover) == 0 && child.known.flags & KO == 0;
            children.push(child);
            if is_won {
                break;
            }
        }
        let losses = Losses {
            started: false,
            zone: Zone::new(PointSet::EMPTY),
            met: PointSet::EMPTY,
            waiting: Vec::new(),
            flags: 0,
            rests: FREE,
        };
        (children, losses)
    }

    fn look(&self, tree: &Tree<PointSet>, child: &Child<'a, G>, mover: Side) -> Option<Known> {
        self.recorded(tree, child.key, mover)
    }

    fn won(&mut self, _: &(), mover: Side, child: &Child<'a, G>) -> PointSet {
        let mut zone = child.known.zone;
        if child.cell != NOWHERE {
            let point = Point::from_index(child.cell.into());
            zone.insert(point);
            self.history[point.index()][self.stage.color_of(mover).index()] += 1;
            // the stone played must keep its liberties where outside moves cannot take them
            self.enter(child, mover);
            self.dilate(&mut zone, mover);
            self.leave(child);
        }
        self.dilate(&mut zone, mover);
        zone
    }

    /// Are all moves that could matter lost for the mover? Adds the moves the zone asks for.
    fn lost(
        &mut self,
        tree: &mut Tree<PointSet>,
        _: &(),
        mover: Side,
        children: &mut Vec<Child<'a, G>>,
        losses: &mut Losses,
    ) -> Option<Known> {
        let winner = mover.other();
        let zone_of = |child: &Child<'a, G>| (child.known.of(winner) == 0).then_some(child.known.zone);
        let has_pass = children.iter().any(|c| c.cell == NOWHERE);
        if !losses.started {
            let mut zone = self.goal.base(self.stage.board);
            if let Some(pass) = children.iter().find(|c| c.cell == NOWHERE) {
                let found = zone_of(pass)?;
                losses.flags |= pass.known.flags;
                losses.rests = losses.rests.min(pass.known.rests);
                zone = if mover == Side::Attacker { zone.union(&found) } else { found };
            }
            losses.started = true;
            losses.zone = Zone::new(zone);
        }
        let mut open = false;
        let mut waiting = std::mem::take(&mut losses.waiting);
        loop {
            let (board, color) = (&*self.stage.board, self.stage.color_of(winner));
            losses.zone.dilate(board, color);
            waiting.extend(losses.zone.points.minus(&losses.met).iter().filter(|&p| board.is_empty(p)));
            losses.met = losses.zone.points;
            let Some(point) = waiting.pop() else { break };
            let cell = point.index() as u16;
            let at = match children.iter().position(|c| c.cell == cell) {
                Some(at) => at,
                None => {
                    if self.stage.bans(point, mover) {
                        losses.flags |= KO;
                        continue;
                    }
                    if !self.stage.may_play(point, mover) {
                        // it must stay suicide: the stones around it belong to the zone
                        losses.zone.points.add(&PointSet::from_iter([point]).grown());
                        continue;
                    }
                    if !self.goal.region().contains(point) {
                        losses.flags |= JUDGED;
                        continue;
                    }
                    let Some(child) = self.child(tree, mover, cell, 9) else { continue };
                    children.push(child);
                    children.len() - 1
                }
            };
            let child = &children[at];
            let Some(found) = zone_of(child) else {
                open = true;
                losses.waiting.push(point);
                continue;
            };
            losses.flags |= child.known.flags | if child.way == Way::Threat { KO } else { 0 };
            losses.rests = losses.rests.min(child.known.rests);
            losses.zone.points.add(&found);
        }
        // where passing is lost only moves inside its zone can matter
        if mover == Side::Defender && has_pass {
            for child in children.iter_mut().filter(|c| c.cell != NOWHERE) {
                child.is_needed = losses.met.contains(Point::from_index(child.cell.into()));
            }
        }
        (!open).then(|| won_by(winner, losses.zone.points, losses.flags, losses.rests, NOWHERE))
    }

    fn enter(&mut self, child: &Child<'a, G>, mover: Side) {
        self.stage.enter(child.cell, mover, child.way);
    }

    fn leave(&mut self, child: &Child<'a, G>) {
        self.stage.leave(child.way);
    }

    fn follow(&mut self, _: &(), mover: Side, cell: u16) -> Option<Child<'a, G>> {
        let (key, way) = self.stage.follow(mover, cell)?;
        Some(Child { cell, key, place: (), known: Known::open([1, 1]), way, is_probe: false, is_needed: true })
    }

    fn cells(&self, _: &()) -> Vec<u16> {
        let region = self.goal.region();
        self.stage.board.empty_points().filter(|&p| region.contains(p)).map(|p| p.index() as u16).collect()
    }

    fn to_move(&self, cell: u16) -> Move {
        Stage::to_move(cell)
    }

    fn color_of(&self, side: Side) -> Color {
        self.stage.color_of(side)
    }
}
