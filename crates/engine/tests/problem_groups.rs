//! Problems without a stated goal: the group, the move, and whether the answer is a proof; in all symmetries and both colours.

#[path = "../../reading/tests/everywhere/mod.rs"]
mod everywhere;

use everywhere::everywhere;
use gosedai_board::Move;
use gosedai_engine::problem::exact;
use gosedai_reading::{Budget, Outcome, Trust};

/// The first colour drawn as X moves first; the answer is one of these moves, with this trust.
fn check(text: &str, moves: &str, trust: Trust) {
    everywhere(text, |board, at, here| {
        // the stone that tells whose turn it is
        let to_play = board.color_at(at("N13")).unwrap();
        let found = exact::solve(board, to_play, &Budget::nodes(60_000)).unwrap();
        let allowed: Vec<Move> = moves.split_whitespace().map(|p| Move::Play(at(p))).collect();
        let play = found.answer.play;
        assert_eq!(found.answer.outcome, Outcome::Win, "{here} {play:?}");
        assert!(play.is_some_and(|p| allowed.contains(&p)), "{here} {play:?}");
        assert_eq!(found.answer.trust, trust, "{here}");
        if trust == Trust::Proved && found.defender != to_play {
            let walls = board.stone_set(found.defender.opponent());
            assert!(found.taken_as_safe.is_subset(&walls), "what is assumed are stones of the attacker");
        }
    });
}

#[test]
fn a_row_of_three_in_a_closed_corner() {
    let corner = |first: &str, text: &str| text.replace('?', first);
    let text = "
        . . . . . . . . . . . . ?
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        X X X X X . . . . . . . .
        O O O O X . . . . . . . .
        . . . O X . . . . . . . .";
    check(&corner("X", text), "B1", Trust::Proved);
    check(&corner("O", text), "B1", Trust::Proved);
}

/// A second move that does what was asked as well: then something else was meant.
#[test]
fn other_first_moves_are_told_from_the_only_one() {
    let text = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        X X X X X X . . . . . . .
        O O O O ? X . . . . . . .
        . . . O ? X . . . . . . .";
    // whether it lives by the move, and dies by the move
    let also = |text: &str, play: &str, expected: [bool; 2]| {
        everywhere(text, |board, at, here| {
            let defender = board.color_at(at("A2")).unwrap();
            for (to_play, expected) in [defender, defender.opponent()].into_iter().zip(expected) {
                let found = exact::ProblemAnswer {
                    defender,
                    target: board.string_set(at("A2")),
                    answer: gosedai_reading::Answer::unknown(),
                    nodes: 0,
                    taken_as_safe: Default::default(),
                    needed: board.string_set(at("A2")).len(),
                    is_plain: true,
                };
                let answer = exact::also_succeeds(board, to_play, &found, at(play), &Budget::nodes(20_000));
                assert_eq!(answer, Some(expected), "{here} {play} by {to_play:?}");
            }
        });
    };
    let three = text.replace('?', "X");
    also(&three, "B1", [true, true]);
    also(&three, "A1", [false, false]);
    // four in a row: two moves make two eyes, one at the end does not, and nothing kills
    let four = text.replacen("? X", "O X", 1).replace("O ? X", ". O X");
    also(&four, "B1", [true, false]);
    also(&four, "C1", [true, false]);
    also(&four, "A1", [false, false]);
}

/// A stone outside the group keeps an intruder in atari: but it can be captured from beyond the question.
#[test]
fn a_friend_that_can_be_captured_from_outside_is_no_help() {
    let text = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . O . . . . . . . . . . .
        O O O O O O . . . . . . .
        X X X X O . . . . . . . .
        . . . O X . . . . . . . .";
    everywhere(text, |board, at, here| {
        let defender = board.color_at(at("A2")).unwrap();
        let group = board.string_set(at("A2"));
        let found = exact::outcome_of(board, defender, (defender, &group), at("B1"), &Budget::nodes(50_000));
        assert_eq!(found, Outcome::Lose, "{here} E1 is taken from F1, and C1 is no eye any more");
    });
}
