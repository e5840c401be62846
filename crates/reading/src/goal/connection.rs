//! Goal: join two strings of one colour.

pub(super) mod steps;

use std::cell::RefCell;

use gosedai_board::{Board, Color, Point, PointSet};

use super::capture::{liberties_after, reach};
use super::{Capture, Goal, MoveList, Provable, Stand, Verdict};
use crate::budget::Budget;
use crate::dfpn::{Kos, Search, Side, Tree};
use crate::params::{HuntParams, LinkParams, Tuning};
use crate::tactics::Quick;

use steps::{FAR, Steps};

/// The owner of two strings makes them one.
pub struct Connect<'a> {
    owner: Color,
    from: Point,
    to: Point,
    /// Moves of the owner in a row beyond which the quick search gives the strings up.
    farthest: usize,
    params: &'a LinkParams,
    /// For reading whether a cutting string falls.
    hunt: &'a HuntParams,
    /// The points within a few steps of both strings.
    region: PointSet,
    scratch: RefCell<[Steps; 2]>,
    cutter_tree: RefCell<Tree<()>>,
}

/// Bytes of the table of a question about a cutting string.
const CUTTER_BYTES: usize = 1 << 15;
/// Liberties at which a cutting string has escaped.
const CUTTER_ESCAPE: usize = 4;
/// Ways so many moves longer than the shortest are looked at.
const DETOUR: u8 = 2;
/// Ways that are so many moves longer than the shortest still belong to the region, and enemy strings of so many liberties
/// may be captured on them.
const SLACK: u8 = 3;
const REGION_LIBERTIES: usize = 3;

impl<'a> Connect<'a> {
    pub fn new(
        board: &Board,
        owner: Color,
        [from, to]: [Point; 2],
        farthest: usize,
        tuning: &'a Tuning,
    ) -> Connect<'a> {
        let mut scratch = <[Steps; 2]>::default();
        let mut region = steps::between(board, [from, to], &mut scratch, SLACK, REGION_LIBERTIES);
        for enemy in [from, to].into_iter().flat_map(|stone| board.adjacent_enemies(stone)) {
            if board.liberty_count_to(enemy, REGION_LIBERTIES + 1) <= REGION_LIBERTIES {
                region = region.union(&board.liberties(enemy));
            }
        }
        let (scratch, cutter_tree) = (RefCell::new(scratch), RefCell::new(Tree::new(CUTTER_BYTES)));
        Connect { owner, from, to, farthest, params: &tuning.link, hunt: &tuning.hunt, region, scratch, cutter_tree }
    }

    /// With the widest of the quick search's views.
    pub fn widest(board: &Board, owner: Color, ends: [Point; 2], tuning: &'a Tuning) -> Connect<'a> {
        Connect::new(board, owner, ends, tuning.link.views.iter().copied().max().unwrap_or(1), tuning)
    }

    /// By the rules: missed with one of the strings; reached where they are one that the opponent cannot take at once, or
    /// become such a one by a move.
    fn decided(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        let is_gone = |point: &Point| !board.at(*point).is(self.owner);
        if let Some(gone) = [self.from, self.to].into_iter().find(is_gone) {
            return Some(Verdict::refuted(PointSet::from_iter([gone])));
        }
        let joining = to_play == self.owner;
        if board.same_string(self.from, self.to) {
            let holds = joining || !board.in_atari(self.from);
            return holds.then(|| Verdict::achieved(board.string_set(self.from)));
        }
        if board.in_atari(self.from) || board.in_atari(self.to) {
            return None;
        }
        let common = board.liberties(self.from).intersection(&board.liberties(self.to));
        let joins = |p: &Point| reach(board, self.from, *p, self.owner) > 1;
        let play = common.iter().filter(joins).nth(usize::from(!joining))?;
        let mut zone = board.string_set(self.from).union(&board.string_set(self.to)).union(&common);
        if !joining {
            // that the owner has a second such move when the opponent takes the first is a judgement
            return Some(Verdict::achieved(zone).by_judgement());
        }
        // what keeps the joined string out of atari
        zone.add(&PointSet::from_iter([play]).grown());
        liberties_after(board, self.from, play, self.owner).iter().take(2).for_each(|liberty| zone.insert(liberty));
        Some(Verdict { play: Some(play), ..Verdict::achieved(zone) })
    }

    fn distance(&self, board: &Board) -> usize {
        if board.liberties(self.from).intersects(&board.liberties(self.to)) {
            return 1;
        }
        let [steps, _] = &mut *self.scratch.borrow_mut();
        steps.spread(board, self.from, self.farthest as u8, steps::WEAK, Some((self.to, 0)), &steps::anywhere);
        steps.at(self.to) as usize
    }

    /// Enemy strings of few liberties that touch both strings: taking one joins them.
    fn cutters(&self, board: &Board) -> Vec<Point> {
        let mut found = board.adjacent_enemies(self.from);
        let near = board.string_set(self.to).grown();
        found.retain(|&enemy| {
            board.liberty_count_to(enemy, 5) <= self.params.cutter_liberties
                && board.string(enemy).any(|stone| near.contains(stone))
        });
        found
    }

    /// Is the cutting string captured, with this side to move?
    fn falls(&self, board: &mut Board, cutter: Point, to_play: Color) -> bool {
        let joining = to_play == self.owner;
        if !joining && board.liberty_count_to(cutter, 4) > 2 {
            return false;
        }
        let hunt = self.hunting(board, cutter);
        let budget = Budget::nodes(self.params.cutter_nodes);
        let mut tree = self.cutter_tree.borrow_mut();
        tree.table.clear();
        let mut search = Search::new(Quick::new(&hunt, board), &mut tree, &budget);
        search.ground.stage.turn_to(Kos::Defender);
        let mover = search.ground.stage.side_of(to_play);
        let key = search.ground.stage.key(mover);
        search.prove(&(), mover, key).is_ok_and(|found| found.of(Side::Attacker) == 0)
    }

    fn hunting(&self, board: &Board, cutter: Point) -> Capture<'_> {
        Capture::new(board, self.owner.opponent(), vec![cutter], CUTTER_ESCAPE, self.hunt)
    }

    /// Moves about a string that belongs to the owner's chain: save it, take it, take what presses on it.
    fn around(&self, board: &Board, own: Point, weight: i32, out: &mut MoveList) {
        let p = self.params;
        let mut liberties = [own; 4];
        let n = board.liberties_into(own, &mut liberties);
        match n {
            1 => out.note(liberties[0], p.take * weight),
            2 => liberties[..2].iter().for_each(|&at| out.note(at, p.threaten * weight)),
            3 => liberties[..3].iter().for_each(|&at| out.note(at, p.press * weight)),
            _ => {}
        }
        for enemy in board.adjacent_enemies(own) {
            let mut liberties = [enemy; 4];
            let n = board.liberties_into(enemy, &mut liberties);
            match n {
                1 => out.note(liberties[0], p.take * weight),
                2 => {
                    for &at in &liberties[..2] {
                        out.note(at, p.threaten * weight);
                        at.neighbours().into_iter().filter(|&q| board.is_empty(q)).for_each(|q| out.note(q, 1));
                    }
                }
                3 => liberties[..3].iter().for_each(|&at| out.note(at, p.press * weight)),
                _ => {}
            }
            if n <= 2 {
                // the stones that hold the cutting string: it lives by taking them
                for holder in board.adjacent_enemies(enemy) {
                    if let Some(last) = board.atari_liberty(holder) {
                        out.note(last, p.threaten);
                    }
                }
            }
        }
    }
}

impl Goal for Connect<'_> {
    fn seeker(&self) -> Color {
        self.owner
    }

    fn stand(&self, board: &mut Board, to_play: Color, root: bool) -> Stand {
        let is_plain = |verdict: &Verdict| !root || verdict.play.is_none() && !verdict.judged;
        if let Some(verdict) = self.decided(board, to_play).filter(is_plain) {
            return if verdict.achieved { Stand::Reached } else { Stand::Missed };
        }
        let joining = to_play == self.owner;
        let is_one = board.same_string(self.from, self.to);
        if !root && !is_one && self.cutters(board).into_iter().any(|cutter| self.falls(board, cutter, to_play)) {
            return Stand::Reached;
        }
        let distance = self.distance(board);
        if !root && distance > self.farthest - usize::from(!joining) {
            return Stand::Missed;
        }
        let numbers = if joining { &self.params.joining } else { &self.params.cutting };
        let [pn, dn] = numbers[distance.min(numbers.len() - 1)];
        Stand::Open(pn, dn)
    }

    fn doubt(&self) -> u32 {
        self.params.doubt
    }

    fn breadth(&self) -> usize {
        self.params.breadth
    }

    fn eager(&self) -> usize {
        self.params.eager
    }

    fn may_pass(&self, _: &Board) -> bool {
        false
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut MoveList) {
        let p = self.params;
        if board.same_string(self.from, self.to) {
            self.around(board, self.from, 1, out);
            return;
        }
        for cutter in self.cutters(board) {
            self.hunting(board, cutter).moves(board, to_play, out);
        }
        // ways more than two moves longer than the shortest are not looked at
        let is_near = board.liberties(self.from).intersects(&board.liberties(self.to));
        let limit = (self.farthest as u8 + 1).min(if is_near { 1 + DETOUR } else { FAR });
        let [a, b] = &mut *self.scratch.borrow_mut();
        a.spread(board, self.from, limit, steps::WEAK, Some((self.to, DETOUR)), &steps::anywhere);
        let limit = limit.min(a.at(self.to) + DETOUR);
        let shortest = a.at(self.to).min(limit);
        // both ends are counted, and a stone on the way may be passed or have to be taken
        let leads = |point: Point, there: u8| a.at(point) + there <= shortest + DETOUR + 1 + steps::WEAK as u8;
        b.spread(board, self.to, limit, steps::WEAK, None, &leads);
        let mut chain: Vec<Point> = vec![self.from, self.to];
        for point in board.size().points() {
            let (x, y) = (a.at(point), b.at(point));
            if x == FAR || y == FAR {
                continue;
            }
            if board.is_empty(point) {
                // counted from both sides: one move too many
                let through = x + y - 1;
                let beside = u8::from(x == 1) + u8::from(y == 1);
                if through <= shortest {
                    out.note(point, p.path + p.beside * beside as i32);
                } else if through == shortest + 1 {
                    out.note(point, p.detour + p.beside / 4 * beside as i32);
                } else if beside > 0 && through <= shortest + 2 {
                    out.note(point, 1);
                }
            } else if board.at(point).is(self.owner) {
                if x + y <= shortest && !chain.iter().any(|&c| board.same_string(c, point)) {
                    chain.push(point);
                }
            } else {
                // an enemy string that would have to be captured on the way
                let price = board.liberty_count_to(point, 3) as u8;
                if x + y <= shortest + price {
                    let mut liberties = [point; 3];
                    let n = board.liberties_into(point, &mut liberties);
                    liberties[..n].iter().for_each(|&at| out.note(at, p.detour));
                }
            }
        }
        for (i, &own) in chain.iter().enumerate() {
            self.around(board, own, 1 + i32::from(i < 2), out);
        }
    }
}

impl Provable for Connect<'_> {
    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        self.decided(board, to_play)
    }

    /// To measure the distance costs more than it saves here.
    fn guess(&self, _: &Board, _: Color) -> [u32; 2] {
        [1, 1]
    }

    fn base(&self, board: &Board) -> PointSet {
        board.string_set(self.from)
    }

    /// Which points lie between the strings was found out by walking over all of them.
    fn looked(&self) -> PointSet {
        self.region
    }

    fn region(&self) -> &PointSet {
        &self.region
    }
}
