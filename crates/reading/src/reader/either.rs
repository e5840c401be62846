//! Two intentions at once: a side needs only one of several goals, each of which the reader answers by itself.
//!
//! What one goal's answer rests on tells where the opponent has to play: a move outside leaves that goal reached. So it is
//! enough to ask again after each of his moves inside. A move of the seeker that serves two ends is seen only one move deep.

use gosedai_board::{Board, Color, Move, PointSet};

use super::{Question, Reader, no_reading};
use crate::outcome::{Answer, Outcome, Reading, Trust};
use crate::trace::TraceNode;

/// Several questions, and whose stones each is about.
struct Goals<'a> {
    questions: &'a [Question],
    owners: Vec<Color>,
    seeker: Color,
    /// Where a move may serve two ends.
    near: PointSet,
}

impl Reader {
    /// Can `seeker` reach one of these goals (the attack), can all of them be prevented (the defence)?
    pub fn either(&mut self, board: &Board, questions: &[Question], seeker: Color) -> (Reading, [TraceNode; 2]) {
        let owner = |question: &Question| board.color_at(question.stones()[0]);
        let owners: Vec<Color> = questions.iter().filter_map(owner).collect();
        let none = || [TraceNode::leaf(None, None), TraceNode::leaf(None, None)];
        if owners.is_empty() || owners.len() < questions.len() {
            return (no_reading(seeker), none());
        }
        let stones: PointSet = questions.iter().flat_map(Question::stones).collect();
        let near = stones.grown().grown().grown().intersection(&PointSet::full(board.size()));
        let goals = Goals { questions, owners, seeker, near };
        let mut trees = none();
        let (before, only) = (self.usage.nodes, self.effort.only);
        // every question put is what comes of it if the seeker moves first
        self.effort.only = Some(seeker);
        let attack = self.reach_one(board, &goals, &mut trees[0]);
        let defend = self.prevent_all(board, &goals, &mut trees[1]);
        self.effort.only = only;
        let nodes = self.usage.nodes - before;
        let depends_on = PointSet::full(board.size());
        (Reading { attacker: seeker, attack, defend, nodes, depends_on, searched: None }, trees)
    }

    /// The best that the seeker reaches moving first with a single goal in mind, and what that rests on.
    fn best_single(&mut self, board: &Board, goals: &Goals) -> (Answer, PointSet) {
        let mut best = (Answer::unknown(), PointSet::EMPTY);
        for (question, &owner) in goals.questions.iter().zip(&goals.owners) {
            let is_there = question.stones().iter().all(|&stone| board.at(stone).is(owner));
            let found = if is_there {
                let reading = self.ask(board, question);
                let answer = if reading.attacker == goals.seeker { reading.attack } else { reading.defend };
                (answer, reading.depends_on)
            } else {
                let outcome = if owner == goals.seeker { Outcome::Lose } else { Outcome::Win };
                let play = (outcome == Outcome::Win).then_some(Move::Pass);
                let stones = question.stones().into_iter().collect();
                (Answer { outcome, play, line: Vec::new(), trust: Trust::Proved }, stones)
            };
            if (found.0.outcome.rank(), found.0.trust) > (best.0.outcome.rank(), best.0.trust) {
                best = found;
            }
        }
        best
    }

    /// The opponent moves first: he needs one move after which no goal is reached.
    fn prevent_all(&mut self, board: &Board, goals: &Goals, tree: &mut TraceNode) -> Answer {
        let opponent = goals.seeker.opponent();
        let (idle, zone) = self.best_single(board, goals);
        let places = if idle.trust == Trust::Proved { zone } else { goals.near };
        let moves = places.iter().filter(|&p| board.is_legal(p, opponent)).map(Move::Play);
        let (mut least, mut is_sure) = ((Move::Pass, idle), true);
        for play in moves {
            if matches!(least.1.outcome, Outcome::Lose | Outcome::Unknown) || self.effort.proof.is_over() {
                break;
            }
            let mut after = board.clone();
            play.point().into_iter().for_each(|point| after.play_forever(point, opponent));
            let (answer, _) = self.best_single(&after, goals);
            is_sure &= answer.trust == Trust::Proved;
            tree.children.push(TraceNode::of_answer((opponent, play), &answer, goals.seeker));
            if answer.outcome.rank() < least.1.outcome.rank() {
                least = (play, answer);
            }
        }
        let (play, answer) = least;
        let outcome = answer.outcome.for_opponent();
        // that all moves fail is proved where each does; that one works leaves moves with two ends unread
        let is_proved = outcome == Outcome::Lose && is_sure && answer.trust == Trust::Proved;
        let trust = if is_proved { Trust::Proved } else { answer.trust.min(Trust::Judged) };
        tree.achieved = (trust != Trust::None).then_some(outcome == Outcome::Lose);
        let wins = !matches!(outcome, Outcome::Lose | Outcome::Unknown);
        let line = [play].into_iter().chain(answer.line).collect();
        Answer { outcome, play: wins.then_some(play), line, trust }
    }

    /// The seeker moves first: one goal by itself, or a move after which not all can be prevented.
    fn reach_one(&mut self, board: &Board, goals: &Goals, tree: &mut TraceNode) -> Answer {
        let (mut best, _) = self.best_single(board, goals);
        if let Some(play) = best.play {
            tree.children.push(TraceNode::of_answer((goals.seeker, play), &best, goals.seeker));
        }
        for point in goals.near.iter().filter(|&p| board.is_legal(p, goals.seeker)) {
            if best.outcome == Outcome::Win || self.effort.proof.is_over() {
                break;
            }
            let mut after = board.clone();
            after.play_forever(point, goals.seeker);
            let mut below = TraceNode::leaf(Some((goals.seeker, Move::Play(point))), None);
            let reply = self.prevent_all(&after, goals, &mut below);
            tree.children.push(below);
            let outcome = reply.outcome.for_opponent();
            if outcome.rank() > best.outcome.rank() {
                let play = Move::Play(point);
                let line = [play].into_iter().chain(reply.line).collect();
                best = Answer { outcome, play: Some(play), line, trust: reply.trust };
            }
        }
        if best.outcome != Outcome::Win {
            best.trust = best.trust.min(Trust::Judged);
        }
        tree.achieved = (best.trust != Trust::None).then_some(best.outcome == Outcome::Win);
        best
    }
}
