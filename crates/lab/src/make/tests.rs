//! Problems made of drawn boards and of a short game, read back and solved again.

use gosedai_board::{Point, diagram};
use gosedai_engine::Lang;

use super::*;
use crate::grade::sgf::line_of;

/// White's eye space is a pyramid of four: whoever takes B1 decides.
const PYRAMID: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X X X X . . . .
    O O O X X . . . .
    O . O O X . . . .
    . . . O X . . . .";

fn made(text: &str, cx: &Context) -> Vec<Made> {
    cut::problems(&diagram::parse(text).unwrap(), "D3".parse().unwrap(), 5.0, cx)
}

#[test]
fn a_group_in_question_is_a_problem_for_either_side() {
    let found = made(PYRAMID, &Context::default());
    let mut movers: Vec<(Color, Option<Point>)> = found.iter().map(|made| (made.mover, made.right.point())).collect();
    movers.sort_by_key(|(mover, _)| mover.index());
    let vital = "B1".parse().ok();
    assert_eq!(movers, [(Color::Black, vital), (Color::White, vital)]);
    for made in &found {
        let wrong: Vec<String> = made.wrong.iter().map(|(play, _)| play.to_string()).collect();
        assert_eq!(wrong.len(), made.room - 1, "every other point is refuted: {wrong:?}");
    }
    let settled = PYRAMID.replace("    . . . O X", "    . O . O X");
    assert!(made(&settled, &Context::default()).is_empty(), "a living group is no problem");
}

#[test]
fn a_problem_is_read_back_with_its_one_solution() {
    for language in [Lang::En, Lang::Ja] {
        let cx = Context { language, ..Context::default() };
        let knowledge = cx.knowledge().unwrap();
        for made in made(PYRAMID, &cx) {
            let text = sgf::record(&made, 1, "drawn", "5k", knowledge.lexicon(language));
            let game = parse_first(&text, Mode::Strict).unwrap();
            let line: serde_json::Value = serde_json::from_str(&line_of(&game, "made").unwrap()).unwrap();
            assert_eq!(line["solutions"], serde_json::json!(["bi"]), "{text}");
            assert_eq!(line["to_play"], if made.mover == Color::Black { "B" } else { "W" });
        }
    }
}

#[test]
fn turned_mirrored_and_recoloured_boards_are_one_problem() {
    let board = diagram::parse(PYRAMID).unwrap();
    let first = canonical(&board, Color::Black);
    for view in Symmetry::of(board.size()) {
        let turned = view.apply_board(&board);
        assert_eq!(canonical(&turned, Color::Black), first);
        assert_eq!(canonical(&turned.swapped_colors(), Color::White), first);
        assert_ne!(canonical(&turned, Color::White), first, "the other side's problem is another one");
    }
}

#[test]
fn a_game_gives_each_problem_once_and_a_stop_leaves_what_is_made() {
    // the pyramid stands; both play far away, so that it is there after every move
    let board = diagram::parse(PYRAMID).unwrap();
    let points = |color| -> String {
        let point = |p: Point| format!("[{}{}]", (b'a' + p.x() as u8) as char, (b'i' - p.y() as u8) as char);
        board.stone_set(color).iter().filter(|p| p.to_string() != "D3").map(point).collect()
    };
    let far = "fafbfcgagbgchahbhciaibicfdgdhdidfegehe";
    let far = far.as_bytes().chunks(2).enumerate();
    let moves: String = far.map(|(i, p)| format!(";{}[{}{}]", ["W", "B"][i % 2], p[0] as char, p[1] as char)).collect();
    let [black, white] = Color::BOTH.map(points);
    let sgf = format!("(;SZ[9]PL[W]AB{black}AW{white}{moves};B[dg])");
    let ask = |cx: &Context, max| {
        let games = vec![SourceGame { name: "drawn".into(), sgf: sgf.clone() }; 2];
        MakeProblems { games, limit: Some(5.0), max }.run(cx).unwrap()
    };
    let made = ask(&Context::default(), None);
    assert_eq!((made.problems, made.games, made.stopped), (2, 2, false), "{}", made.sgf);
    assert_eq!(gosedai_records::parse(&made.sgf, Mode::Strict).unwrap().games.len(), 2);
    assert_eq!(ask(&Context::default(), Some(1)).problems, 1);
    let stopped = Context::default();
    stopped.cancel.cancel();
    let none = ask(&stopped, None);
    assert!(none.stopped && none.problems == 0);
}

#[test]
fn a_longer_proof_is_a_higher_level() {
    let levels = level::Levels::new(&Context::default().knowledge().unwrap().params);
    assert_eq!(levels.name(1, 4), "12k");
    assert!(["1d", "2d", "3d", "1k", "2k"].contains(&levels.name(1_000_000, 16).as_str()));
}
