//! Problems without a stated goal: proofs where they are found, weighed moves where not, and what is wrong with a network said aloud.

use std::time::Duration;

use gosedai_board::{Color, diagram};
use gosedai_engine::Context;
use gosedai_engine::problem::Solver;
use gosedai_reading::Trust;

fn solve(text: &str, to_play: Color, seconds: f64) -> gosedai_engine::problem::Solution {
    let cx = Context::default();
    let board = diagram::parse(text).unwrap();
    Solver::new(&cx).unwrap().solve(&board, to_play, Duration::from_secs_f64(seconds), &cx)
}

/// The rest of the board, white everywhere around the corner at the lower left.
fn corner(rows: &str) -> String {
    let rows: Vec<&str> = rows.trim().lines().map(str::trim).collect();
    let empty = format!("{}\n", ". ".repeat(13).trim());
    let lower: Vec<String> =
        rows.iter().map(|row| format!("{row}{}", " .".repeat(13 - row.split(' ').count()))).collect();
    empty.repeat(13 - lower.len()) + &lower.join("\n")
}

#[test]
fn classical_shapes_are_proved() {
    // straight three, bent three in the corner, bulky five: the middle of each
    let cases = [
        ("O O O O O O\nX X X X O O\n. . . X O .", "B1"),
        ("O O O O .\nX X X O .\n. X X O O\n. . X O .", "A1"),
        ("O O O O O .\nX X X X O .\n. . X X O .\n. . . X O .", "B1"),
    ];
    for (rows, wanted) in cases {
        let solution = solve(&corner(rows), Color::White, 2.0);
        let play = solution.answer.play.map(|play| play.to_string());
        assert_eq!(play.as_deref(), Some(wanted), "to kill this, White plays {wanted}:\n{rows}");
        assert_eq!(solution.answer.trust, Trust::Proved, "a kill of this is short enough to be proved:\n{rows}");
        assert!(solution.candidates.is_empty(), "nothing is weighed where something is proved");
    }
}

#[test]
fn seven_on_the_second_line_live_by_more_than_one_move() {
    let rows = "
        . O O O O O O O O O .
        . O X X X X X X X O .
        . O . . . . . . . O .";
    let solution = solve(&corner(rows), Color::Black, 2.0);
    assert!(solution.has_others, "both ends live, so nothing is called the solution, but the life is proved");
    let play = solution.answer.play.map(|play| play.to_string());
    assert!(["C1", "F1", "J1"].map(Some).contains(&play.as_deref()), "{play:?}");
}

#[test]
fn without_a_proof_moves_are_weighed_and_nothing_is_called_proved() {
    // wide open on the side: no search ends here in a few hundredths of a second
    let rows = "
        . . . . . . . . .
        . O . O . O . O .
        . . . . . . . . .
        O . X X . X X . O
        . . . . . . . . .
        . . . . . . . . .";
    let solution = solve(&corner(rows), Color::Black, 0.25);
    assert_ne!(solution.answer.trust, Trust::Proved);
    if solution.answer.trust == Trust::Judged {
        let best = solution.candidates.first().map(|candidate| candidate.play.to_string());
        assert_eq!(
            best,
            solution.answer.play.map(|play| play.to_string()),
            "the answer is the best of the moves weighed"
        );
        let sum: f32 = solution.candidates.iter().map(|candidate| candidate.chance).sum();
        assert!((0.0..=1.001).contains(&sum), "chances of single moves add up to {sum}");
    }
}

#[test]
fn an_empty_board_asks_nothing() {
    let solution = solve(&corner(". . ."), Color::Black, 0.3);
    assert_ne!(solution.answer.trust, Trust::Proved);
    assert!(solution.stake.is_none());
}

#[test]
fn a_broken_network_is_named() {
    let folder = std::env::temp_dir().join(format!("gosedai-problem-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("net")).unwrap();
    std::fs::write(folder.join("net/problems.gnet"), b"GOSENET1").unwrap();
    let cx = Context { knowledge_dir: Some(folder.clone()), ..Context::default() };
    let error = Solver::new(&cx).err().expect("half a network is no network").to_string();
    let _ = std::fs::remove_dir_all(&folder);
    assert!(error.contains("problems.gnet") && error.contains("ends at byte"), "{error}");
}
