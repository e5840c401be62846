//! Groups whose fate is asked for, as a question for the search an adviser leads.

use gosedai_board::{Board, Color, PointSet};

use super::proofs::settle;
use crate::counsel::Advice;
use crate::guided::Judge;
use crate::params::GuidedParams;

/// A group at stake.
#[derive(Clone, Debug)]
pub struct Stake {
    pub color: Color,
    pub stones: PointSet,
}

impl Stake {
    fn left(&self, board: &Board) -> PointSet {
        self.stones.intersection(&board.stone_set(self.color))
    }

    fn is_lost(&self, board: &Board) -> bool {
        self.left(board).len() * 2 < self.stones.len()
    }

    /// How much the group lives: +1 certainly … −1 dead.
    fn life(&self, to_play: Color, advice: &Advice) -> f32 {
        let sum: f32 = self.stones.iter().map(|p| advice.owner(p)).sum();
        let life = sum / self.stones.len() as f32;
        if self.color == to_play { life } else { -life }
    }
}

/// The first stake's owner wants it to live and, where there is a second stake, that one to die.
#[derive(Clone, Debug)]
pub struct Stakes<'a> {
    pub stakes: Vec<Stake>,
    pub params: &'a GuidedParams,
}

impl Judge for Stakes<'_> {
    fn side(&self) -> Color {
        self.stakes[0].color
    }

    fn settled(&mut self, board: &Board, to_play: Color, is_root: bool) -> Option<f32> {
        if let Some(lost) = self.stakes.iter().position(|stake| stake.is_lost(board)) {
            return Some(if lost == 0 { -1.0 } else { 1.0 });
        }
        let [stake] = &self.stakes[..] else { return None };
        let spending = self.params.proofs(is_root)?;
        let proof = settle(board, &stake.left(board), stake.color, to_play, &spending)?;
        Some(if proof.lives { 1.0 } else { -1.0 })
    }

    fn worth(&mut self, _: &Board, to_play: Color, advice: &Advice) -> f32 {
        let life = |i: usize| self.stakes[i].life(to_play, advice);
        if self.stakes.len() > 1 { (life(0) - life(1)) / 2.0 } else { life(0) }
    }

    fn stones(&self, board: &Board) -> PointSet {
        self.stakes.iter().fold(PointSet::EMPTY, |all, stake| all.union(&stake.left(board)))
    }

    fn may_wait(&self) -> bool {
        self.stakes.len() > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counsel::Adviser;
    use crate::guided::Guided;
    use crate::params::Tuning;
    use gosedai_board::{Move, Point, diagram};

    /// Somebody without any opinion.
    struct Nobody;

    impl Adviser for Nobody {
        fn advise(&mut self, _: &Board, _: Color, _: &[Move]) -> Advice {
            let mut advice = Advice::default();
            advice.wish.fill(0.0);
            advice
        }
    }

    fn stake(board: &Board, stone: &str) -> Stake {
        let stone: Point = stone.parse().unwrap();
        Stake { color: board.color_at(stone).unwrap(), stones: board.string_set(stone) }
    }

    #[test]
    fn a_capture_needs_no_advice() {
        let board = diagram::parse(". . . . .\n. O O . .\nO X X . .\n. O O . .\n. . . . .").unwrap();
        let params = &GuidedParams { proof_inner: 0, proof_inner_large: 0, ..Tuning::embedded().guided.clone() };
        let mut stakes = Stakes { stakes: vec![stake(&board, "B3")], params };
        let mut nobody = Nobody;
        let mut search = Guided::new(&mut nobody, &mut stakes, params, &board, Color::White);
        search.grow(40, |_, _| false);
        let best = search.branches().into_iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).unwrap();
        assert_eq!(best.play, Move::Play("D3".parse().unwrap()));
        assert_eq!(best.value, -1.0);
    }

    #[test]
    fn what_is_proved_needs_no_advice() {
        // three points in a row, the owner to move
        let text = "
            O O O O O O .
            X X X X O O .
            . . . X O . .
            X X X X O . .
            O O O O O . .";
        let board = diagram::parse(text).unwrap();
        let params = &Tuning::embedded().guided;
        let mut stakes = Stakes { stakes: vec![stake(&board, "A2")], params };
        let mut nobody = Nobody;
        let mut search = Guided::new(&mut nobody, &mut stakes, params, &board, Color::Black);
        search.grow(40, |_, _| false);
        let middle = search.branches().into_iter().find(|b| b.play == Move::Play("B3".parse().unwrap())).unwrap();
        assert_eq!(middle.value, 1.0);
    }

    #[test]
    fn in_a_race_taking_the_other_group_is_worth_everything() {
        let board = diagram::parse(". . . . .\n. O O . .\nO X X . .\nX O O . .\n. X X . .").unwrap();
        let params = &Tuning::embedded().guided;
        let mut stakes = Stakes { stakes: vec![stake(&board, "B3"), stake(&board, "B2")], params };
        let mut nobody = Nobody;
        let mut search = Guided::new(&mut nobody, &mut stakes, params, &board, Color::Black);
        search.suggest(Move::Play("D2".parse().unwrap()), 0.5);
        search.grow(40, |_, _| false);
        let taking = search.branches().into_iter().find(|b| b.play == Move::Play("D2".parse().unwrap())).unwrap();
        assert_eq!(taking.value, 1.0);
        assert!(search.looks <= 40);
    }

    #[test]
    fn a_side_with_threats_takes_the_ko_back() {
        let mut board = diagram::parse(". X O . .\nX O . O .\n. X O . .\n. . . . .\n. . . . .").unwrap();
        let taking = Move::Play("C4".parse().unwrap());
        board.set_ko("C4".parse().unwrap(), Color::Black);
        let params = &GuidedParams { proof_inner: 0, proof_inner_large: 0, ..Tuning::embedded().guided.clone() };
        for (threats, takes) in [(None, false), (Some(Color::White), false), (Some(Color::Black), true)] {
            let mut stakes = Stakes { stakes: vec![stake(&board, "B4")], params };
            let mut nobody = Nobody;
            let mut search = Guided::with_threats(&mut nobody, &mut stakes, params, &board, Color::Black, threats);
            search.grow(20, |_, _| false);
            let taken = search.branches().into_iter().find(|branch| branch.play == taking);
            assert_eq!(taken.is_some_and(|branch| branch.value == -1.0), takes, "threats: {threats:?}");
        }
    }
}
