//! What is not proved: the quick readers judge it, and what they call dead beside a weak enemy is read again as a race.

use gosedai_board::{Board, Color, Move, Point, PointSet};

use super::{Quick, Reader};
use crate::FirstThreat;
use crate::budget::Budget;
use crate::counsel::Adviser;
use crate::exact::Ground;
use crate::exact::firm::Firm;
use crate::exact::verdict::Found;
use crate::life_proof::prove;
use crate::outcome::{Answer, Outcome, Reading, Trust};
use crate::owl::{Owl, race_ground, read_race};
use crate::tactics::{QuickAnswer, Tactics};

impl Reader {
    /// Judges the sides of a life-and-death question that are not proved.
    pub(super) fn judge_life(&mut self, board: &Board, target: &PointSet, reading: &mut Reading) {
        let attacker = reading.attacker;
        let defender = attacker.opponent();
        let budget = self.effort.proof.with_nodes(self.effort.search);
        for attacking in [true, false] {
            let side = if attacking { &reading.attack } else { &reading.defend };
            let first = if attacking { attacker } else { defender };
            if side.trust != Trust::None || budget.nodes == 0 || !self.effort.wants(first) {
                continue;
            }
            let mut adviser = self.adviser.take();
            let lent = adviser.as_mut().filter(|_| self.effort.advised);
            let owl = &mut self.quick().owl;
            let found = match lent {
                Some(adviser) => owl.advised(board, target, first, &mut **adviser, &budget),
                None => Some(owl.read(board, defender, *target, first, &budget)),
            };
            self.adviser = adviser;
            let Some(found) = found else { continue };
            reading.nodes += found.nodes;
            *if attacking { &mut reading.attack } else { &mut reading.defend } = judged(found, self.is_thorough());
            // what a quick reader looked at is not known
            reading.depends_on = PointSet::full(board.size());
        }
    }

    /// Two groups that touch cannot both be dead: what was judged lost beside an enemy that is no firmer is read again as a race
    /// with him.
    pub(super) fn reconsider_as_race(&mut self, board: &Board, target: &PointSet, reading: &mut Reading) {
        let is_judged = |answer: &Answer| answer.trust == Trust::Judged;
        if !self.is_thorough() || !is_judged(&reading.defend) || reading.defend.outcome != Outcome::Lose {
            return;
        }
        let attacker = reading.attacker;
        let budget = self.effort.proof.with_nodes(self.effort.proof.nodes.min(RACE_NODES));
        for rival in rivals(board, target, attacker) {
            // a dead group kills nobody
            let lost = prove(board, attacker, &rival, attacker, &budget);
            reading.nodes += lost.nodes;
            let is_lost = lost.stopped.is_none() && lost.answer.outcome == Outcome::Lose;
            let raced = if is_lost {
                Some([settled(Outcome::Lose), settled(Outcome::Win)])
            } else {
                self.race_of(board, target, &rival, &budget, &mut reading.nodes)
            };
            let Some([attack, defend]) = raced else { continue };
            reading.defend = defend;
            if is_judged(&reading.attack) && attack.outcome != Outcome::Unknown {
                reading.attack = attack;
            }
            return;
        }
    }

    /// Whoever has seen the whole board has the last word where nothing is proved; what the search found is noted.
    pub(super) fn heed_overview(&mut self, board: &Board, target: &PointSet, reading: &mut Reading) {
        let expected = self.overview.as_mut().and_then(|overview| overview.expects(board, target));
        let Some(expected) = expected.filter(|_| self.is_thorough()) else { return };
        let searched = [reading.attack.outcome, reading.defend.outcome];
        let fails = |outcome, attacking: bool| outcome == Outcome::Lose || outcome == Outcome::Seki && attacking;
        for (i, attacking) in [true, false].into_iter().enumerate() {
            let (side, other) = match attacking {
                true => (&mut reading.attack, &reading.defend),
                false => (&mut reading.defend, &reading.attack),
            };
            let first = if attacking { reading.attacker } else { reading.attacker.opponent() };
            let (outcome, play) = expected[i];
            let (is_known, has_failed) = (side.outcome != Outcome::Unknown, fails(outcome, attacking));
            let is_same = is_known && fails(side.outcome, attacking) == has_failed;
            if is_same || side.trust == Trust::Proved || !self.effort.wants(first) {
                continue;
            }
            // whoever succeeds even moving second need not move
            let others = if other.trust == Trust::Proved { other.outcome } else { expected[1 - i].0 };
            let play = match fails(others, !attacking) {
                _ if has_failed => None,
                true => Some(Move::Pass),
                false => play.or_else(|| self.favourite_near(board, target, first).map(Move::Play)),
            };
            let line = play.into_iter().collect();
            let answer = Answer { outcome, play, line, trust: Trust::Judged };
            *if attacking { &mut reading.attack } else { &mut reading.defend } = answer;
            reading.searched = if is_known { Some(searched) } else { reading.searched };
            reading.depends_on = PointSet::full(board.size());
        }
        self.name_needed_moves(board, target, expected, reading);
    }

    /// Nobody does without a move where the other side would succeed with one.
    fn name_needed_moves(
        &mut self,
        board: &Board,
        target: &PointSet,
        expected: [(Outcome, Option<Move>); 2],
        reading: &mut Reading,
    ) {
        let needs = |side: &Answer, other: &Answer| {
            side.trust == Trust::Judged && side.play == Some(Move::Pass) && other.outcome == Outcome::Win
        };
        let needed = [needs(&reading.attack, &reading.defend), needs(&reading.defend, &reading.attack)];
        for (i, (_, play)) in expected.into_iter().enumerate().filter(|&(i, _)| needed[i]) {
            let first = if i == 0 { reading.attacker } else { reading.attacker.opponent() };
            let play = play.filter(|play| *play != Move::Pass);
            let play = play.or_else(|| self.favourite_near(board, target, first).map(Move::Play));
            let side = if i == 0 { &mut reading.attack } else { &mut reading.defend };
            (side.play, side.line) = (play, play.into_iter().collect());
        }
    }

    /// The adviser's favourite move around these stones.
    fn favourite_near(&mut self, board: &Board, target: &PointSet, first: Color) -> Option<Point> {
        let advice = self.adviser.as_mut()?.advise(board, first, &[]);
        let near = target.grown().grown().intersection(&board.empty_set());
        let legal = near.iter().filter(|&point| board.is_legal(point, first));
        legal.max_by(|&a, &b| advice.wish(a).total_cmp(&advice.wish(b)))
    }

    /// The race of a group with a rival, both sides first; nothing where the group is lost in it even moving first.
    fn race_of(
        &mut self,
        board: &Board,
        target: &PointSet,
        rival: &PointSet,
        budget: &Budget,
        nodes: &mut u64,
    ) -> Option<[Answer; 2]> {
        let own = target.first()?;
        let other = rival.first()?;
        let defender = board.color_at(own)?;
        let attacker = defender.opponent();
        let hunt = race_ground(board, rival, target, attacker);
        let stand = race_ground(board, target, rival, defender);
        let mut exact = |ground: &Ground, first: Color| {
            let found = read_race(board, ground, first, budget);
            *nodes += found.nodes;
            found
        };
        let (taken, held) = (exact(&hunt, defender), exact(&stand, defender));
        let works = |found: &&Found| matches!(found.outcome, Outcome::Win | Outcome::Seki | Outcome::Ko(_));
        if let Some(best) = [&taken, &held].into_iter().filter(works).max_by_key(|found| found.outcome.rank()) {
            let best = best.clone();
            return Some([race_answer(exact(&stand, attacker)), race_answer(best)]);
        }
        // read to the end and lost; or too long to be read to the end, and liberties are counted
        held.stopped?;
        let owl = &mut self.quick().owl;
        let takes = owl.race(board, own, other, defender, budget)?;
        let falls = owl.race(board, other, own, attacker, budget)?;
        match (takes.outcome, falls.outcome) {
            (Outcome::Win | Outcome::Ko(_), _) => Some([judged(falls, true), judged(takes, true)]),
            (Outcome::Lose, Outcome::Lose) => Some([settled(Outcome::Seki), settled(Outcome::Seki)]),
            _ => None,
        }
    }

    /// Judges the sides of a capture that are not proved.
    pub(super) fn judge_capture(&mut self, board: &Board, targets: &[Point], reading: &mut Reading) {
        self.judge(board, reading, |tactics, adviser, attacking, budget| match (attacking, adviser) {
            (true, Some(adviser)) => Some(tactics.attack_advised(board, targets, adviser, budget)),
            (true, None) => Some(tactics.attack(board, targets, budget)),
            (false, _) if targets.len() > 1 => None,
            (false, Some(adviser)) => Some(tactics.defend_advised(board, targets[0], adviser, budget)),
            (false, None) => Some(tactics.defend(board, targets[0], budget)),
        });
        take_what_is_in_atari(board, targets, reading);
    }

    /// The same for a connection; to cut is the attack.
    pub(super) fn judge_connection(&mut self, board: &Board, ends: [Point; 2], reading: &mut Reading) {
        self.judge(board, reading, |tactics, adviser, attacking, budget| {
            Some(match (attacking, adviser) {
                (_, Some(adviser)) => tactics.link_advised(board, ends, !attacking, adviser, budget),
                (true, None) => tactics.disconnect(board, ends[0], ends[1], budget),
                (false, None) => tactics.connect(board, ends[0], ends[1], budget),
            })
        });
    }

    /// Asks the quick reader of tactics about the sides that are not proved, if there is enough to spend.
    fn judge(
        &mut self,
        board: &Board,
        reading: &mut Reading,
        mut ask: impl FnMut(&mut Tactics, Option<&mut dyn Adviser>, bool, &Budget) -> Option<QuickAnswer>,
    ) {
        let budget = self.effort.proof.with_nodes(self.effort.search);
        for attacking in [true, false] {
            let side = if attacking { &reading.attack } else { &reading.defend };
            let first = if attacking { reading.attacker } else { reading.attacker.opponent() };
            if side.trust == Trust::Proved || !self.is_thorough() || !self.effort.wants(first) {
                continue;
            }
            let mut adviser = self.adviser.take();
            let lent = adviser.as_mut().filter(|_| self.effort.advised).map(|a| &mut **a as &mut dyn Adviser);
            let found = ask(&mut self.quick().tactics, lent, attacking, &budget);
            self.adviser = adviser;
            let Some(found) = found else { continue };
            reading.nodes += found.nodes;
            *if attacking { &mut reading.attack } else { &mut reading.defend } = judged(found, true);
            reading.depends_on = PointSet::full(board.size());
        }
    }

    /// Is an unfinished quick reading worth an opinion?
    fn is_thorough(&self) -> bool {
        self.effort.search >= THOROUGH
    }

    pub(super) fn quick(&mut self) -> &mut Quick {
        let tuning = &self.tuning;
        self.quick.get_or_insert_with(|| Box::new(Quick { tactics: Tactics::new(tuning), owl: Owl::new(tuning) }))
    }
}

/// Rivals that are tried, and positions for each question about a race with one.
const RIVALS: usize = 3;
const RACE_NODES: u64 = 3_000;

/// Enemy groups that touch these stones and are not firm, those with the fewest liberties first.
fn rivals(board: &Board, target: &PointSet, enemy: Color) -> Vec<PointSet> {
    let firm = Firm::new(board, enemy);
    let mut found: Vec<PointSet> = Vec::new();
    for stone in target.grown().intersection(&board.stone_set(enemy)).iter() {
        if !firm.holds(stone) && !found.iter().any(|group| group.contains(stone)) {
            found.push(Reader::group(board, stone));
        }
    }
    found.sort_by_key(|group| group.grown().intersection(&board.empty_set()).len());
    found.truncate(RIVALS);
    found
}

/// A result that needs no move.
fn settled(outcome: Outcome) -> Answer {
    let play = (outcome != Outcome::Lose).then_some(Move::Pass);
    Answer { outcome, play, line: Vec::new(), trust: Trust::Judged }
}

pub(super) fn race_answer(found: Found) -> Answer {
    Answer { outcome: found.outcome, play: found.play, line: found.line, trust: Trust::Judged }
}

/// Positions of a quick reader from which on its leaning counts, finished or not.
const THOROUGH: u64 = 2_000;

/// What a quick reader says, as an answer. Where it did not finish and had little to spend, nothing is said.
pub(super) fn judged(found: QuickAnswer, is_thorough: bool) -> Answer {
    if !found.finished && !is_thorough {
        return Answer::unknown();
    }
    Answer { outcome: found.outcome, play: found.play, line: found.line, trust: Trust::Judged }
}

/// A string in atari that may be taken is taken, whatever the stones that take it may lose afterwards.
fn take_what_is_in_atari(board: &Board, targets: &[Point], reading: &mut Reading) {
    let attacker = reading.attacker;
    let is_doubted = reading.attack.trust == Trust::Judged && reading.attack.outcome == Outcome::Lose;
    let mut plays = targets.iter().filter(|_| is_doubted).filter_map(|&target| board.atari_liberty(target));
    let Some(play) = plays.find(|&play| board.is_legal(play, attacker)) else { return };
    let mut after = board.clone();
    after.play(play, attacker);
    let outcome = if after.ko_point().is_some() { Outcome::Ko(FirstThreat::Opponent) } else { Outcome::Win };
    let play = Move::Play(play);
    reading.attack = Answer { outcome, play: Some(play), line: vec![play], trust: Trust::Judged };
}
