use super::*;
use gosedai_board::{CELLS, diagram};

/// Likes one point and believes that everything will be Black's (+1) or White's (−1).
struct Believer {
    point: Point,
    black: f32,
    asked: usize,
}

impl Adviser for Believer {
    fn advise(&mut self, _: &Board, to_play: Color, _: &[Move]) -> Advice {
        self.asked += 1;
        let mut advice = Advice { wish: vec![0.0; CELLS], owner: vec![self.black * to_play.sign() as f32; CELLS] };
        advice.wish[self.point.index()] = 5.0;
        advice
    }
}

fn believer(point: &str, black: f32) -> Believer {
    Believer { point: point.parse().unwrap(), black, asked: 0 }
}

#[test]
fn what_is_decided_asks_nobody() {
    let board = diagram::parse(". . . . .\n. O O . .\nO X X . .\n. O O . .\n. . . . .").unwrap();
    let mut adviser = believer("A1", 1.0);
    let (target, budget) = ("B3".parse().unwrap(), Budget::default());
    let found = Tactics::default().attack_advised(&board, &[target], &mut adviser, &budget);
    assert_eq!((found.outcome, found.play), (Outcome::Win, Some(Move::Play("D3".parse().unwrap()))));
    let found = Tactics::default().link_advised(&board, ["B3".parse().unwrap(), target], true, &mut adviser, &budget);
    assert_eq!((found.outcome, adviser.asked), (Outcome::Win, 0));
}

#[test]
fn what_is_not_decided_is_judged_by_the_adviser() {
    let text = "
        . . . . . . . . .
        . . X . . . O . .
        . . . . . . . . .
        . . O X O . . . .
        . . . O X . O . .
        . . . . . . . . .
        . . X . . . O . .
        . . . . . . . . .
        . . . . . . . . .";
    let board = diagram::parse(text).unwrap();
    // one position: only the narrowest view is seen
    let budget = Budget::nodes(1);
    let target = "E5".parse().unwrap();
    for (black, expected) in [(1.0, Outcome::Lose), (-1.0, Outcome::Win)] {
        let mut adviser = believer("F5", black);
        let found = Tactics::default().attack_advised(&board, &[target], &mut adviser, &budget);
        assert_eq!(found.outcome, expected, "all for Black: {black}");
        assert!(adviser.asked > 0 && adviser.asked <= Tactics::default().tuning.advised.looks as usize);
    }
}

#[test]
fn a_cut_has_to_cost_something() {
    let mut board = diagram::parse(&". . . . . . . . .\n".repeat(9)).unwrap();
    let ends: [Point; 2] = ["C5", "G5"].map(|p| p.parse().unwrap());
    ends.iter().for_each(|&end| {
        board.play_forever(end, Color::Black);
    });
    let budget = Budget::nodes(1);
    let mut adviser = believer("E5", 1.0);
    // Black expects to hold everything either way: no cut costs anything
    let found = Tactics::default().link_advised(&board, ends, false, &mut adviser, &budget);
    assert_eq!(found.outcome, Outcome::Lose);
    assert!(adviser.asked > 0);
}
