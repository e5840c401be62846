//! Trees and lines behind the answers: ladders run to their capture, breakers break, no answer has an empty tree.

use gosedai_board::{Board, Color, Move, Point, diagram};
use gosedai_reading::trace::TraceNode;
use gosedai_reading::{Outcome, Question, Reader, Trust};

const LADDER: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . X O . . . . .
    . . X . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

fn at(name: &str) -> Point {
    name.parse().unwrap()
}

/// Every move of the tree can be played where it stands.
fn is_playable(board: &Board, tree: &TraceNode) -> bool {
    let mut after = board.clone();
    match tree.play {
        Some((color, Move::Play(point))) => {
            if !board.is_empty(point) || board.is_suicide(point, color) {
                return false;
            }
            after.play_forever(point, color);
        }
        _ => after.clear_ko(),
    }
    tree.children.iter().all(|child| is_playable(&after, child))
}

#[test]
fn a_ladder_is_proved_and_its_line_runs_to_the_capture() {
    let board = diagram::parse(LADDER).unwrap();
    let reading = Reader::default().ladder(&board, at("D5"));
    assert_eq!((reading.attack.outcome, reading.attack.trust), (Outcome::Win, Trust::Proved));
    assert!(reading.nodes > 10, "{} positions", reading.nodes);
    let line = &reading.attack.line;
    assert!(line.len() >= 9, "{line:?}");
    // every move of the line is legal, and the stone is gone at its end
    let (mut copy, mut color) = (board.clone(), Color::Black);
    for mv in line {
        let point = mv.point().unwrap();
        assert!(copy.is_legal(point, color), "{mv}");
        copy.play_forever(point, color);
        color = color.opponent();
    }
    assert!(!copy.at(at("D5")).is(Color::White), "{}", diagram::render(&copy));
}

#[test]
fn a_breaker_breaks_and_is_named() {
    let board = diagram::parse(LADDER).unwrap();
    let question = Question::Ladder(at("D5"));
    let reading = Reader::default().ask(&board, &question);
    let found = Reader::breakers(&board, &reading, &question);
    assert!(!found.is_empty());
    for point in found.iter() {
        let mut broken = board.clone();
        broken.play_forever(point, Color::White);
        let after = Reader::default().ladder(&broken, at("D5"));
        assert_eq!(after.attack.outcome, Outcome::Lose, "{point}");
        // nobody reads beyond three liberties here: the escape is a judgement
        assert_eq!(after.attack.trust, Trust::Judged, "{point}");
    }
    assert!(!found.contains(at("A9")));
}

#[test]
fn every_question_has_a_tree_to_step_through() {
    let corner = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X . . . .
        O O O O X . X . .
        . . . O X . . . .";
    let (ladder, corner) = (diagram::parse(LADDER).unwrap(), diagram::parse(corner).unwrap());
    for (board, question) in [
        (&ladder, Question::Ladder(at("D5"))),
        (&ladder, Question::Capture(vec![at("D5")])),
        (&ladder, Question::Connection(at("D6"), at("C5"))),
        (&corner, Question::Connection(at("E2"), at("G2"))),
        (&corner, Question::Life(vec![at("A2")])),
    ] {
        let reader = Reader::default();
        for first in Color::BOTH {
            let tree = reader.trace(board, &question, first, 1_000);
            assert!(
                tree.count() > 1 && tree.count() <= 1_001,
                "{question:?}, {first} first: {} positions",
                tree.count()
            );
            assert!(is_playable(board, &tree), "{question:?}, {first} first: {tree:?}");
            assert!(reader.trace(board, &question, first, 5).count() <= 6);
        }
    }
    // the middle of three decides for whoever takes it
    let tree = Reader::default().trace(&corner, &Question::Life(vec![at("A2")]), Color::Black, 1_000);
    assert_eq!(tree.achieved, Some(true));
    assert_eq!(tree.children[0].play, Some((Color::Black, Move::Play(at("B1")))));
}
