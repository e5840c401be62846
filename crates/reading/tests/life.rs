//! Classical facts of life, death, seki and races by the exact tier, and two intentions at once; in all symmetries and both
//! colours.

mod everywhere;

use everywhere::everywhere;
use gosedai_board::{Move, PointSet};
use gosedai_reading::exact::Side;
use gosedai_reading::exact::ground::{Border, ground};
use gosedai_reading::exact::verdict::read_ground;
use gosedai_reading::{Budget, Outcome, Question, Reader, Trust};

/// What either side reaches moving first, and the moves that may be named (any, if empty).
fn life(text: &str, targets: &[&str], attack: (&str, &str), defend: (&str, &str)) {
    within(Border::Wall, text, targets, attack, defend);
}

/// The same in a race: who gets out to his friends is safe.
fn race(text: &str, targets: &[&str], attack: (&str, &str), defend: (&str, &str)) {
    within(Border::Open, text, targets, attack, defend);
}

fn within(border: Border, text: &str, targets: &[&str], attack: (&str, &str), defend: (&str, &str)) {
    everywhere(text, |board, at, here| {
        let stones: PointSet =
            targets.iter().map(|t| board.string_set(at(t))).fold(PointSet::EMPTY, |all, string| all.union(&string));
        let defender = board.color_at(at(targets[0])).unwrap();
        let field = ground(board, &stones, defender, border, 1);
        for (side, (outcome, moves)) in [(Side::Attacker, attack), (Side::Defender, defend)] {
            let found = read_ground(board, &field, side, &Budget::nodes(20_000));
            assert_eq!(found.outcome.name(), outcome, "{side:?} first, {here}");
            let allowed: Vec<Move> = moves.split_whitespace().map(|p| Move::Play(at(p))).collect();
            assert!(allowed.is_empty() || found.play.is_some_and(|p| allowed.contains(&p)), "{side:?}, {here}");
        }
    });
}

#[test]
fn three_in_a_row_belong_to_who_takes_the_middle() {
    life(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X . .
        O O O O X . .
        . . . O X . .",
        &["A2"],
        ("win", "B1"),
        ("win", "B1"),
    );
}

#[test]
fn four_in_a_row_live_and_four_in_a_square_do_not() {
    life(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X X .
        O O O O O X .
        . . . . O X .",
        &["A2"],
        ("lose", ""),
        ("win", ""),
    );
    life(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O O X . . .
        . . O X . . .
        . . O X . . .",
        &["A3"],
        ("win", ""),
        ("lose", ""),
    );
}

#[test]
fn three_prisoners_between_two_last_liberties_are_seki() {
    life(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X X X
        O O O O O O X
        . X X X . O X",
        &["A2"],
        ("seki", ""),
        ("seki", ""),
    );
}

#[test]
fn a_race_of_two_against_two_goes_to_who_moves_first() {
    race(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X . .
        O O O X X . .
        X X O X X . .
        . . O . X . .",
        &["A2"],
        ("win", "A1 B1 D1"),
        ("win", "D1"),
    );
}

#[test]
fn a_race_of_two_against_three_is_lost_moving_first() {
    race(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X . .
        O O O . X . .
        X X O . X . .
        . . O . X . .",
        &["A2"],
        ("win", ""),
        ("lose", ""),
    );
}

/// To live in the corner or to join the friends outside: each can be prevented, not both.
#[test]
fn two_intentions_at_once() {
    let text = "
        . . . . . . .
        . . . . . O .
        . . . . X O .
        . . . . X O .
        X X X X X O .
        O O O O . O .
        . . . O X O .";
    everywhere(text, |board, at, here| {
        let defender = board.color_at(at("D2")).unwrap();
        let live = Question::Life(vec![at("D2")]);
        let join = Question::Connection(at("D2"), at("F2"));
        let mut reader = Reader::new(Budget::nodes(20_000));
        let mut ask = |goals: &[Question]| reader.either(board, goals, defender).0;
        // the attacker moves first and wins when the intention fails
        assert_eq!(ask(std::slice::from_ref(&join)).defend.outcome, Outcome::Win, "cut, {here}");
        let both = ask(&[live, join]);
        assert_eq!(both.defend.outcome, Outcome::Lose, "both, {here}");
        assert_eq!(both.attack.outcome, Outcome::Win, "both, {here}");
    });
}

/// The reader gives proofs for both sides where the ground is small: what a user is told is complete.
#[test]
fn readings_of_closed_groups_are_complete() {
    let ask = |text: &str, status: &str, first: &str| {
        everywhere(text, |board, at, here| {
            let reading = Reader::new(Budget::nodes(20_000)).life(board, &[at("A2")]);
            assert!(reading.is_complete(), "{here}");
            assert_eq!(reading.status().name(), status, "{here}");
            let play = reading.attack.play.filter(|_| reading.attack.outcome == Outcome::Win);
            let expected = (!first.is_empty()).then(|| Move::Play(at(first)));
            assert_eq!(play.filter(|&play| play != Move::Pass), expected, "{here}");
            assert!(reading.depends_on.contains(at("B1")), "{here}");
        });
    };
    let text = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X X . . .
        O O O O a X . . .
        . . . b O X . . .";
    ask(&text.replace(['a', 'b'], "O"), "neutral", "B1");
    ask(&text.replace('a', "O").replace('b', "."), "failure", "");
}

/// A large eye takes more moves to fill than it has points: a wall with more liberties than that many points is still not firm.
#[test]
fn a_wall_with_fewer_liberties_than_a_large_eye_takes_moves_proves_no_kill() {
    let text = "
        O O O O X X . O . . . . .
        O . X O O X . O . . . . .
        O . X . O X . O . . . . .
        O O X . O X . O . . . . .
        X O O O O X . O . . . . .
        X X X X X X . O . . . . .
        . . . . . . O O . . . . .
        O O O O O O O . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";
    everywhere(text, |board, at, here| {
        let reading = Reader::proving(20_000).life(board, &[at("A13")]);
        assert_ne!((reading.attack.trust, reading.attack.outcome), (Trust::Proved, Outcome::Win), "{here}");
        assert_ne!((reading.defend.trust, reading.defend.outcome), (Trust::Proved, Outcome::Lose), "{here}");
    });
}
