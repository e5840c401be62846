//! Where nothing is proved: the exact search looks at each move the network would play, in the time that is left.

use gosedai_board::{Board, Color, Move, Point, PointSet};
use gosedai_knowledge::Params;
use gosedai_reading::{Answer, Budget, FirstThreat, Outcome, Trust};

use super::exact::{self, ProblemAnswer};
use super::meant::Meant;
use super::wishes::Wishes;
use super::{Candidate, Solution};

/// A move of the network that is this likely says which group is meant.
const ELSEWHERE: f32 = 0.4;

/// How much each kind of evidence counts (`reading.problem` in the parameters): logarithms of odds.
#[derive(Clone, Debug)]
pub struct Weights {
    moves: usize,
    least: f32,
    share: f64,
    chance: f32,
    win: f32,
    seki: f32,
    ko_first: f32,
    ko_second: f32,
    lose: f32,
    found: f32,
    doubted: f32,
    race: f32,
}

impl Weights {
    pub fn new(params: &Params) -> Weights {
        let n = |name: &str| params.number(&format!("reading.problem.{name}"));
        let f = |name: &str| n(name) as f32;
        Weights {
            moves: n("moves") as usize,
            least: f("least"),
            share: n("share"),
            chance: f("chance"),
            win: f("win"),
            seki: f("seki"),
            ko_first: f("ko_first"),
            ko_second: f("ko_second"),
            lose: f("lose"),
            found: f("found"),
            doubted: f("doubted"),
            race: f("race"),
        }
    }

    fn of(&self, outcome: Outcome) -> f32 {
        match outcome {
            Outcome::Win => self.win,
            Outcome::Seki => self.seki,
            Outcome::Ko(FirstThreat::Opponent) => self.ko_first,
            Outcome::Ko(FirstThreat::Mover) => self.ko_second,
            Outcome::Lose => self.lose,
            Outcome::Unknown => 0.0,
        }
    }

    #[allow(clippy::too_many_arguments)]
    /// The best of the network's moves, the one the search found, and the one that wins a race. `part` gives the budget of one move.
    pub fn weigh(
        &self,
        (board, to_play): (&Board, Color),
        found: Option<ProblemAnswer>,
        raced: Option<Point>,
        meaning: Meant,
        wishes: &Wishes,
        budget: &Budget,
        part: &dyn Fn(f64) -> Budget,
    ) -> Solution {
        let own = found.as_ref().and_then(|found| found.answer.play).and_then(|play| play.point());
        let mut plays: Vec<Point> = wishes
            .all()
            .iter()
            .take(self.moves)
            .filter(|wish| wish.chance >= self.least)
            .map(|wish| wish.play)
            .collect();
        for more in [own, raced].into_iter().flatten() {
            if !plays.contains(&more) {
                plays.push(more);
            }
        }
        let stake = stake(board, found.as_ref(), wishes);
        let outcome = |play: Point| match &stake {
            Some((defender, target)) if !budget.is_over() => {
                exact::outcome_of(board, to_play, (*defender, target), play, &part(self.share))
            }
            _ => Outcome::Unknown,
        };
        let mut candidates: Vec<(f32, Candidate)> = Vec::new();
        for play in plays {
            let (chance, outcome) = (wishes.chance(play), outcome(play));
            let mut score = self.chance * chance.max(1e-4).ln() + self.of(outcome);
            if own == Some(play) {
                score += if meaning == Meant::Yes { self.found } else { self.doubted };
            }
            if raced == Some(play) {
                score += self.race;
            }
            candidates.push((score, Candidate { play, chance, outcome }));
        }
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
        let candidates: Vec<Candidate> = candidates.into_iter().map(|(_, candidate)| candidate).collect();
        let nodes = found.as_ref().map_or(0, |found| found.nodes);
        let is_own = candidates.first().is_some_and(|best| own == Some(best.play));
        let asked = found.as_ref().map(|found| (found.defender, found.target));
        let stake = if is_own { asked } else { stake };
        // life anywhere is life; a kill has been shown to hold only for the move that was found
        let lives = |best: &Candidate| best.outcome == Outcome::Win && stake.is_some_and(|(color, _)| color == to_play);
        let is_proved = is_own || stake == asked && candidates.first().is_some_and(lives);
        let has_others = meaning == Meant::NotAlone && is_proved;
        let answer = match (candidates.first(), found) {
            (Some(_), Some(found)) if is_own => Answer { trust: Trust::Judged, ..found.answer },
            (Some(best), _) => {
                let play = Move::Play(best.play);
                let outcome =
                    if matches!(best.outcome, Outcome::Unknown | Outcome::Lose) { Outcome::Win } else { best.outcome };
                Answer { outcome, play: Some(play), line: vec![play], trust: Trust::Judged }
            }
            (None, found) => found.map_or_else(Answer::unknown, |found| found.answer),
        };
        Solution { stake, answer, has_others, candidates, nodes }
    }
}

/// The group that the moves are about: the one that was searched for unless the network would play elsewhere; then one
/// near that move.
fn stake(board: &Board, found: Option<&ProblemAnswer>, wishes: &Wishes) -> Option<(Color, PointSet)> {
    let first = wishes.all().first()?;
    let is_near = |defender: Color, target: &PointSet| exact::field_of(board, target, defender).contains(first.play);
    match found {
        Some(found) if first.chance < ELSEWHERE || is_near(found.defender, &found.target) => {
            Some((found.defender, found.target))
        }
        _ => {
            let groups = exact::likely_groups(board);
            let near = groups.iter().find(|(defender, target)| is_near(*defender, target)).copied();
            near.or(found.map(|found| (found.defender, found.target))).or(groups.first().copied())
        }
    }
}
