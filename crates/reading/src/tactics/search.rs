//! The board as a ground of the search over a goal's own candidates, without zones.
//!
//! Only the moves the goal proposes are looked at, so a failure is a judgement; in exchange a position costs a few
//! microseconds. A ko that one side takes back by a threat is lost for the other.

use gosedai_board::{Board, Color, Move, Point};

use crate::dfpn::{self, FREE, Ground, KO, NOWHERE, Side, Tree, Way, won_by};
use crate::goal::{Goal, MoveList, Stand};
use crate::stage::Stage;

type Known = dfpn::Known<()>;
type Child<'a, G> = dfpn::Child<Quick<'a, G>>;

/// A board with a goal and its candidates.
pub struct Quick<'a, G: Goal> {
    goal: &'a G,
    pub stage: Stage<'a>,
    list: MoveList,
    sorted: Vec<Point>,
}

impl<'a, G: Goal> Quick<'a, G> {
    pub fn new(goal: &'a G, board: &'a mut Board) -> Self {
        let stage = Stage::new(board, goal.seeker()).with_final_kos();
        Quick { goal, stage, list: MoveList::default(), sorted: Vec::with_capacity(64) }
    }

    fn stand(&mut self, mover: Side, is_root: bool) -> Known {
        let color = self.stage.color_of(mover);
        match self.goal.stand(self.stage.board, color, is_root) {
            Stand::Reached => won_by(Side::Attacker, (), 0, FREE, NOWHERE),
            Stand::Missed => won_by(Side::Defender, (), 0, FREE, NOWHERE),
            Stand::Open(pn, dn) => Known::open([pn, dn]),
        }
    }

    fn child(&mut self, tree: &mut Tree<()>, mover: Side, cell: u16, rank: usize) -> Option<Child<'a, G>> {
        let way = self.stage.way(cell, mover)?;
        self.stage.enter(cell, mover, way);
        let key = self.stage.key(mover.other());
        let known = match tree.look(key, false, Side::Defender, || ()) {
            Some(known) => known,
            None => self.first_look(tree, key, mover, rank),
        };
        self.stage.leave(way);
        Some(Child { cell, key, place: (), known, way, is_probe: false, is_needed: true })
    }

    /// First numbers of the position on the board, just reached by a move of this rank in the list.
    fn first_look(&mut self, tree: &mut Tree<()>, key: u64, mover: Side, rank: usize) -> Known {
        let later = (rank as u32 * self.goal.doubt() / 12).min(12);
        if rank >= self.goal.eager() {
            let mut numbers = [2, 2];
            numbers[mover as usize] = 3 + later;
            return Known::open(numbers);
        }
        let mut known = self.stand(mover.other(), false);
        if !known.is_solved() {
            known.numbers[mover as usize] += later;
        }
        if self.goal.eager() < usize::MAX {
            tree.store(key, &known, 1);
        }
        known
    }
}

impl<'a, G: Goal> Ground for Quick<'a, G> {
    type Place = ();
    type Zone = ();
    /// Did a ko rule forbid a candidate? Then a failure depends on the ko.
    type Notes = bool;
    const WAITS: bool = true;

    fn settle(&mut self, tree: &Tree<()>, _: &(), mover: Side, _: u64, limits: [u32; 2]) -> Option<Known> {
        let is_root = tree.depth() == 0;
        if self.goal.eager() == usize::MAX && !is_root {
            return None;
        }
        let known = self.stand(mover, is_root);
        let is_beyond = known.numbers[0] >= limits[0] || known.numbers[1] >= limits[1];
        (known.is_solved() || is_beyond).then_some(known)
    }

    fn moves(&mut self, tree: &mut Tree<()>, _: &(), mover: Side, _: Way) -> (Vec<Child<'a, G>>, bool) {
        self.goal.moves(self.stage.board, self.stage.color_of(mover), &mut self.list);
        let mut sorted = std::mem::take(&mut self.sorted);
        self.list.drain_sorted(|_| 0, &mut sorted);
        sorted.truncate(self.goal.breadth());
        let mut children: Vec<Child<'a, G>> = Vec::with_capacity(sorted.len() + 1);
        let (mut is_barred, mut is_won) = (false, false);
        for (rank, &point) in sorted.iter().enumerate() {
            let Some(child) = self.child(tree, mover, point.index() as u16, rank) else {
                is_barred |= self.stage.bans(point, mover);
                continue;
            };
            is_won = child.known.of(mover) == 0 && child.is_clean();
            children.push(child);
            if is_won {
                break;
            }
        }
        // the refuter may do nothing; the seeker only waits for a ban to pass
        let passes = match mover {
            Side::Attacker => self.stage.is_banned(mover),
            Side::Defender => self.goal.may_pass(self.stage.board) && (tree.depth() > 1 || children.is_empty()),
        };
        if passes && !is_won {
            children.extend(self.child(tree, mover, NOWHERE, sorted.len().min(9)));
        }
        self.sorted = sorted;
        (children, is_barred)
    }

    fn look(&self, tree: &Tree<()>, child: &Child<'a, G>, _: Side) -> Option<Known> {
        tree.look(child.key, false, Side::Defender, || ())
    }

    fn won(&mut self, _: &(), _: Side, _: &Child<'a, G>) {}

    fn lost(
        &mut self,
        _: &mut Tree<()>,
        _: &(),
        mover: Side,
        children: &mut Vec<Child<'a, G>>,
        is_barred: &mut bool,
    ) -> Option<Known> {
        let winner = mover.other();
        let (mut flags, mut rests) = (if *is_barred { KO } else { 0 }, FREE);
        for child in children.iter() {
            if child.known.of(winner) != 0 {
                return None;
            }
            flags |= child.known.flags | if child.way == Way::Threat { KO } else { 0 };
            rests = rests.min(child.known.rests);
        }
        Some(won_by(winner, (), flags, rests, NOWHERE))
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
        self.stage.board.empty_points().map(|p| p.index() as u16).collect()
    }

    fn to_move(&self, cell: u16) -> Move {
        Stage::to_move(cell)
    }

    fn color_of(&self, side: Side) -> Color {
        self.stage.color_of(side)
    }
}
