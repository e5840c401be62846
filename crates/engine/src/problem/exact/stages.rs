//! One group of a problem, asked in grounds from small to large until an answer stands.
//!
//! Life in a ground whose border is all the attacker's is life. A kill is looked for in such a ground, too, where it is found
//! soonest; if it rests on points where the defender would step out, it has to work again in a wider ground in which whoever
//! gets out is safe. What remains assumed is that strings with room of their own outside stand; they are named.

use gosedai_board::{Board, Color, Move, PointSet};
use gosedai_reading::exact::firm::Firm;
use gosedai_reading::exact::ground::{Border, Walls, doubtful_walls, ground_among, opened, ways_out, widened};
use gosedai_reading::exact::memory::Memory;
use gosedai_reading::exact::verdict::{Found, go_on};
use gosedai_reading::exact::{Ground, Side};
use gosedai_reading::{Answer, Budget, Outcome, Trust};

use super::ProblemAnswer;

/// What a round has brought.
pub(super) enum Settled {
    Not,
    /// Nothing depends on the first move.
    Nothing,
    Answer(Answer),
}

/// A question in one ground.
struct Stage {
    ground: Ground,
    found: Option<Found>,
    memory: Memory,
    /// Life of more than half of the group would do.
    is_partial: bool,
}

impl Stage {
    fn new(ground: Ground) -> Stage {
        Stage { ground, found: None, memory: Memory::default(), is_partial: false }
    }

    /// Asks, if that is not answered yet.
    fn ask(
        &mut self,
        board: &Board,
        side: Side,
        budget: &Budget,
        nodes: &mut u64,
        smaller: Option<&Memory>,
    ) -> Option<&Found> {
        if self.found.is_none() {
            let found = go_on(board, &self.ground, side, budget, &mut self.memory, smaller);
            *nodes += found.nodes;
            if found.outcome != Outcome::Unknown {
                self.found = Some(found);
            }
        }
        self.found.as_ref()
    }
}

pub(super) struct Case {
    pub defender: Color,
    pub target: PointSet,
    pub nodes: u64,
    side: Side,
    stages: Vec<Stage>,
    /// Wider ground for a kill found in a stage, by its number.
    wider: [Vec<Stage>; OPENED + 1],
    /// Is it known that moving first makes a difference?
    matters: bool,
    taken_as_safe: PointSet,
    /// How many stones the answer is about, and whether it gives all that could be asked for.
    needed: usize,
    is_plain: bool,
}

/// Steps added where the defender would get out: at first none, then more each time that is not enough.
const STEPS: [usize; 4] = [0, 1, 2, 2];

/// On how many grounds it is asked whether a part of the group lives.
const PARTS: usize = 2;

/// How often walls are opened to attack before all weak ones are.
const OPENED: usize = 3;

/// A kill of fewer stones may be beside the point.
const FEW: usize = 5;

fn succeeds(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Win | Outcome::Seki | Outcome::Ko(_))
}

fn answer_of(found: &Found, trust: Trust) -> Answer {
    Answer { outcome: found.outcome, play: found.play, line: found.line.clone(), trust }
}

impl Case {
    pub fn new(board: &Board, defender: Color, target: PointSet, to_play: Color) -> Case {
        let side = if to_play == defender { Side::Defender } else { Side::Attacker };
        let kinds: &[(u8, Walls)] = match side {
            Side::Attacker => &[(1, Walls::Linked)],
            Side::Defender => &[(0, Walls::Stand), (1, Walls::Linked), (1, Walls::Fight), (2, Walls::Linked)],
        };
        let mut stages: Vec<Stage> = Vec::new();
        for &(reach, walls) in kinds {
            let ground = ground_among(board, &target, defender, Border::Wall, reach, walls);
            if !stages.iter().any(|s| s.ground.inside == ground.inside && s.ground.free == ground.free) {
                stages.push(Stage::new(ground));
            }
        }
        if side == Side::Defender {
            // all of it has to live; to save the larger part is a judgement of what was meant
            let parts = stages.iter().filter(|s| s.ground.inside.len() > target.len() + 2).take(PARTS);
            let parts: Vec<Ground> = parts.map(|s| s.ground.clone()).collect();
            stages.iter_mut().for_each(|s| s.ground.needed = target.len());
            stages.extend(parts.into_iter().map(|ground| Stage { is_partial: true, ..Stage::new(ground) }));
        }
        Case {
            defender,
            target,
            nodes: 0,
            side,
            stages,
            wider: Default::default(),
            matters: false,
            taken_as_safe: PointSet::EMPTY,
            needed: 0,
            is_plain: true,
        }
    }

    pub fn answered(&self, answer: Answer) -> ProblemAnswer {
        ProblemAnswer {
            defender: self.defender,
            target: self.target,
            answer,
            nodes: self.nodes,
            taken_as_safe: self.taken_as_safe,
            needed: self.needed,
            is_plain: self.is_plain,
        }
    }

    /// Each open question once more, with this budget each.
    pub fn go_on(&mut self, board: &Board, budget: &Budget) -> Settled {
        match self.settle(board, budget) {
            Settled::Answer(_) if !self.matters(board, budget) => Settled::Nothing,
            other => other,
        }
    }

    /// The same, also where it does not matter who moves first.
    pub fn settle(&mut self, board: &Board, budget: &Budget) -> Settled {
        match self.side {
            Side::Attacker => self.kill(board, budget),
            Side::Defender => self.live(board, budget),
        }
    }

    /// The line in which the side to move fails.
    pub fn refutation(&self) -> Vec<Move> {
        let lost =
            |stage: &Stage| stage.found.as_ref().filter(|found| !succeeds(found.outcome)).map(|f| f.line.clone());
        self.stages.iter().rev().find_map(lost).unwrap_or_default()
    }

    /// Forgets searches, finished ones first, until what is kept fits.
    pub fn trim(&mut self, most: usize) {
        let mut kept: Vec<&mut Stage> = self.stages.iter_mut().chain(self.wider.iter_mut().flatten()).collect();
        while kept.iter().map(|stage| stage.memory.bytes()).sum::<usize>() > most {
            let largest = kept.iter_mut().max_by_key(|s| {
                let bytes = s.memory.bytes();
                (bytes > 0 && s.found.is_some(), bytes)
            });
            let Some(largest) = largest else { break };
            largest.memory.forget();
        }
    }

    /// What the questions answered so far point to.
    pub fn leaning(&self) -> Option<Answer> {
        let found = |stage: &Stage| {
            let found = stage.found.as_ref()?;
            let is_move = found.play.is_some_and(|play| play != Move::Pass);
            (succeeds(found.outcome) && is_move).then(|| answer_of(found, Trust::Judged))
        };
        self.stages.iter().chain(self.wider.iter().flatten()).rev().find_map(found)
    }

    /// Does the other side's first move change anything? What cannot be told soon is taken to matter.
    fn matters(&mut self, board: &Board, budget: &Budget) -> bool {
        if !self.matters {
            let Some(stage) =
                self.stages.iter_mut().rev().find(|s| s.found.as_ref().is_some_and(|f| succeeds(f.outcome)))
            else {
                return true;
            };
            let few = budget.with_nodes((self.nodes / 4).max(500));
            let theirs = go_on(board, &stage.ground, self.side.other(), &few, &mut stage.memory, None);
            self.nodes += theirs.nodes;
            self.matters = theirs.outcome != Outcome::Lose;
        }
        self.matters
    }

    /// Life anywhere is life. A ko or a seki is the answer when no ground offers more.
    fn live(&mut self, board: &Board, budget: &Budget) -> Settled {
        let (mut all, mut best): (bool, Option<(Answer, usize)>) = (true, None);
        let mut fails_somewhere = false;
        for at in 0..self.stages.len() {
            let (before, rest) = self.stages.split_at_mut(at);
            let stage = &mut rest[0];
            let is_partial = stage.is_partial;
            let smaller = before.last().filter(|_| !is_partial).map(|s| &s.memory);
            // most problems are solved on small ground
            let share = if at < 2 { budget.nodes } else { budget.nodes.div_ceil(4) };
            let Some(found) = stage.ask(board, Side::Defender, &budget.with_nodes(share), &mut self.nodes, smaller)
            else {
                all = false;
                continue;
            };
            if found.outcome == Outcome::Win && !is_partial {
                self.needed = self.target.len();
                return Settled::Answer(answer_of(found, Trust::Proved));
            }
            fails_somewhere |= !is_partial && !succeeds(found.outcome);
            if succeeds(found.outcome) && best.as_ref().is_none_or(|(b, _)| b.outcome.rank() <= found.outcome.rank()) {
                let trust = if found.is_whole { Trust::Proved } else { Trust::Judged };
                best = Some((answer_of(found, trust), stage.ground.needed));
            }
        }
        match best {
            Some((mut answer, needed)) if all => {
                (self.needed, self.is_plain) = (needed, false);
                // a ko or seki may come from what a small ground leaves out, or be bought with stones that were not to be given up
                if answer.outcome != Outcome::Win && fails_somewhere {
                    answer.trust = Trust::Judged;
                }
                Settled::Answer(answer)
            }
            None if all => Settled::Nothing,
            _ => Settled::Not,
        }
    }

    /// First with the walls taken as linked: whoever fails there fails. Where the kill rests on walls that are not safe by themselves,
    /// again with these open to attack, in the end with all weak walls.
    fn kill(&mut self, board: &Board, budget: &Budget) -> Settled {
        let attacker = self.defender.opponent();
        let mut base = 0;
        loop {
            let (before, rest) = self.stages.split_at_mut(base);
            let smaller = before.last().map(|s| &s.memory);
            let Some(stage) = rest.first_mut() else { return Settled::Not };
            let Some(found) = stage.ask(board, Side::Attacker, budget, &mut self.nodes, smaller) else {
                return Settled::Not;
            };
            if !succeeds(found.outcome) {
                return Settled::Nothing;
            }
            let zone = found.zone;
            let doubt = doubtful_walls(board, &stage.ground, &zone);
            if base < OPENED && !doubt.is_empty() {
                base = self.open(board, base, &doubt);
                continue;
            }
            let Some(level) = self.lift(board, base, budget) else { return Settled::Not };
            let stage = if level == 0 { &self.stages[base] } else { &self.wider[base][level - 1] };
            let Some(found) = &stage.found else { return Settled::Not };
            let doubt = doubtful_walls(board, &stage.ground, &found.zone);
            if base < OPENED && !doubt.is_empty() {
                base = self.open(board, base, &doubt);
                continue;
            }
            let walls = stage.ground.free[0].intersection(&board.stone_set(attacker)).intersection(&found.zone);
            // whether a few stones are all that was meant is not asked
            let is_whole = found.is_whole && self.target.len() >= FEW;
            let is_proved = is_whole && Firm::new(board, attacker).carries(board, &stage.ground, &found.zone);
            (self.needed, self.is_plain) = (stage.ground.needed, found.outcome == Outcome::Win);
            let answer = answer_of(found, if is_proved { Trust::Proved } else { Trust::Judged });
            self.taken_as_safe = walls;
            return Settled::Answer(answer);
        }
    }

    /// Sees to a stage after this one in which these walls can be attacked; says which.
    fn open(&mut self, board: &Board, base: usize, doubt: &PointSet) -> usize {
        if self.stages.len() == base + 1 {
            let here = &self.stages[base].ground;
            let mut next = opened(board, here, doubt);
            if base + 1 == OPENED || next.inside == here.inside && next.free == here.free {
                next = ground_among(board, &self.target, self.defender, Border::Wall, 1, Walls::Fight);
            }
            self.stages.push(Stage::new(next));
        }
        base + 1
    }

    /// A kill that rests on points at which the defender would step out is asked again in wider ground that he may leave.
    /// Says how wide it has to be; `None` if that is not known.
    fn lift(&mut self, board: &Board, base: usize, budget: &Budget) -> Option<usize> {
        let narrow = &self.stages[base];
        let kill = narrow.found.as_ref()?;
        let mut steps_out = kill.zone.intersection(&ways_out(board, &narrow.ground));
        if steps_out.is_empty() {
            return Some(0);
        }
        let wider = &mut self.wider[base];
        let opinion = if base == 0 { Walls::Linked } else { Walls::Fight };
        for (level, &steps) in STEPS.iter().enumerate() {
            if wider.len() == level {
                let from = wider.last().map_or(&narrow.ground, |stage| &stage.ground);
                wider.push(Stage::new(widened(board, from, &steps_out, steps, opinion)));
            }
            let stage = &mut wider[level];
            stage.ask(board, Side::Attacker, budget, &mut self.nodes, Some(&narrow.memory));
            match &stage.found {
                Some(found) if succeeds(found.outcome) => return Some(level + 1),
                Some(found) => steps_out = found.zone.intersection(&ways_out(board, &stage.ground)),
                // whether he is stopped at the very border need not be known to let him go a step farther
                None if level == 0 => {}
                None => return None,
            }
        }
        None
    }
}
