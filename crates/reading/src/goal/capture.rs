//! Goal: capture one of the given strings.

mod candidates;

use std::cell::RefCell;

use gosedai_board::{Board, Color, Point, PointSet};

use super::{Goal, MoveList, Provable, Stand, Verdict};
use crate::eyes::alive_near;
use crate::params::HuntParams;

pub(super) use candidates::{liberties_after, reach};

/// The attacker captures any of the targets (all of one colour).
#[derive(Clone, Debug)]
pub struct Capture<'a> {
    defender: Color,
    targets: Vec<Point>,
    /// With the attacker to move, a target of this many liberties has escaped.
    escape_liberties: usize,
    params: &'a HuntParams,
    region: PointSet,
    looked: RefCell<PointSet>,
}

/// What is seen of the targets.
enum Hunted {
    /// This one is off the board for good.
    Taken(Point),
    /// This one falls to a move at its last liberty.
    Falls(Point, Point),
    /// All have liberties enough.
    Free,
    /// Liberties of the weakest; none if it was taken and can be retaken.
    Open(usize),
}

impl<'a> Capture<'a> {
    pub fn new(
        board: &Board,
        defender: Color,
        targets: Vec<Point>,
        escape_liberties: usize,
        params: &'a HuntParams,
    ) -> Capture<'a> {
        let region = PointSet::full(board.size());
        Capture { defender, targets, escape_liberties, params, region, looked: RefCell::default() }
    }

    fn look(&self, board: &Board, to_play: Color) -> Hunted {
        let hunting = to_play != self.defender;
        let enough = self.escape_liberties + usize::from(!hunting);
        let mut least = enough;
        for &target in &self.targets {
            if !board.at(target).is(self.defender) {
                // taken in a ko or a snap-back: not over while the defender may retake at once
                let retakes = |p: Point| board.at(p).is(self.seeker()) && board.in_atari(p);
                if hunting || !target.neighbours().into_iter().any(retakes) {
                    return Hunted::Taken(target);
                }
                least = 0;
                continue;
            }
            // one or two stones may be retaken
            if hunting
                && board.string_len(target) > 2
                && let Some(last) = board.atari_liberty(target)
            {
                return Hunted::Falls(target, last);
            }
            least = least.min(board.liberty_count_to(target, enough));
        }
        if least == enough { Hunted::Free } else { Hunted::Open(least) }
    }

    fn numbers(&self, liberties: usize, to_play: Color) -> [u32; 2] {
        let numbers = if to_play == self.defender { &self.params.fleeing } else { &self.params.hunting };
        numbers[liberties.min(numbers.len() - 1)]
    }
}

impl Goal for Capture<'_> {
    fn seeker(&self) -> Color {
        self.defender.opponent()
    }

    fn stand(&self, board: &mut Board, to_play: Color, root: bool) -> Stand {
        match self.look(board, to_play) {
            Hunted::Falls(..) if root => Stand::Open(1, 9),
            Hunted::Taken(_) | Hunted::Falls(..) => Stand::Reached,
            Hunted::Free => Stand::Missed,
            Hunted::Open(least) => {
                let [pn, dn] = self.numbers(least, to_play);
                Stand::Open(pn, dn)
            }
        }
    }

    fn doubt(&self) -> u32 {
        self.params.doubt
    }

    fn breadth(&self) -> usize {
        self.params.breadth
    }

    fn may_pass(&self, board: &Board) -> bool {
        self.targets.iter().any(|&t| !board.at(t).is(self.defender) || !board.in_atari(t))
    }

    fn moves(&self, board: &Board, to_play: Color, out: &mut MoveList) {
        for &target in &self.targets {
            if !board.at(target).is(self.defender) {
                // only the side that has lost it is asked: it retakes
                let taken_by = |p: &Point| board.at(*p).is(self.seeker());
                let last = target.neighbours().into_iter().filter(taken_by).filter_map(|p| board.atari_liberty(p));
                last.for_each(|at| out.note(at, 100));
                continue;
            }
            let is_weak = || board.liberty_count_to(target, self.escape_liberties + 1) <= self.escape_liberties;
            if self.targets.len() > 1 && !is_weak() {
                continue;
            }
            if to_play == self.defender {
                self.flee(board, target, out);
            } else {
                self.chase(board, target, out);
            }
        }
    }
}

impl Provable for Capture<'_> {
    fn verdict(&self, board: &Board, to_play: Color) -> Option<Verdict> {
        match self.look(board, to_play) {
            Hunted::Taken(target) => return Some(Verdict::achieved(PointSet::from_iter([target]))),
            Hunted::Falls(target, last) => {
                let mut zone = board.string_set(target);
                zone.insert(last);
                return Some(Verdict { play: Some(last), ..Verdict::achieved(zone) });
            }
            Hunted::Free => {
                let strings = self.targets.iter().map(|&t| board.string_set(t).union(&board.liberties(t)));
                let zone = strings.fold(PointSet::EMPTY, |all, string| all.union(&string));
                return Some(Verdict::refuted(zone).by_judgement());
            }
            Hunted::Open(_) => {}
        }
        let (alive, zone) = alive_near(board, self.defender, &self.targets, &mut self.looked.borrow_mut())?;
        self.targets.iter().all(|&t| alive.contains(t)).then(|| Verdict::refuted(zone))
    }

    fn guess(&self, board: &Board, to_play: Color) -> [u32; 2] {
        let least = self.targets.iter().map(|&t| board.liberty_count_to(t, 6)).min();
        self.numbers(least.unwrap_or(6), to_play)
    }

    fn base(&self, board: &Board) -> PointSet {
        let points = self.targets.iter().copied().collect();
        self.targets.iter().fold(points, |zone: PointSet, &t| zone.union(&board.string_set(t)))
    }

    fn looked(&self) -> PointSet {
        *self.looked.borrow()
    }

    fn region(&self) -> &PointSet {
        &self.region
    }
}
