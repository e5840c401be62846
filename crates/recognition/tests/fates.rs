//! What becomes of a group, by who moves first: statuses with the moves that decide, in every symmetry.

use gosedai_board::{Board, Color, Point, Symmetry, diagram};
use gosedai_explain::Lang;
use gosedai_knowledge::Knowledge;
use gosedai_reading::Reader;
use gosedai_recognition::{End, Fate, Group, Party, PositionModel, Recogniser, Setting};

fn model(board: &Board) -> PositionModel {
    let setting = Setting { to_play: Color::Black, compensation: 0.0 };
    Recogniser::new(Knowledge::embedded()).look(board, setting, &mut Reader::proving(3_000))
}

/// Looks at White's group in the corner from all sides.
fn everywhere(picture: &str, stone: &str, check: impl Fn(&Group, &dyn Fn(&str) -> Point)) {
    let board = diagram::parse(picture).unwrap();
    let size = board.size();
    for view in Symmetry::of(size) {
        let at = |name: &str| view.apply(name.parse().unwrap(), size);
        let model = model(&view.apply_board(&board));
        check(model.group_at(at(stone)).unwrap(), &at);
    }
}

const THREE: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    X X X X X . . . . . .
    O O O O X . . . . . .
    . . . O X . . . . . .";

#[test]
fn three_in_a_row_live_and_die_in_the_middle() {
    everywhere(THREE, "A2", |group, at| {
        assert_eq!(group.life.fate(), Fate::Unsettled, "{group:?}");
        assert_eq!((group.life.first.end, group.life.first.point()), (End::Lives, Some(at("B1"))));
        assert_eq!((group.life.second.end, group.life.second.point()), (End::Dies, Some(at("B1"))));
    });
}

#[test]
fn the_sentences_name_the_moves_in_both_languages() {
    let model = model(&diagram::parse(THREE).unwrap());
    let id = model.group_id("A2".parse().unwrap()).unwrap();
    let why = model.why_group(id).unwrap();
    for (lang, lives, dies) in [
        (Lang::En, "If White moves first, it lives with B1.", "If Black moves first, it dies at B1."),
        (Lang::Ja, "白が先なら B1 で生き。", "黒が先なら B1 で死に。"),
    ] {
        let knowledge = Knowledge::embedded();
        let lexicon = knowledge.lexicon(lang);
        let said: Vec<String> = why.because().from.iter().map(|reason| lexicon.sentence(reason)).collect();
        assert!(said.iter().any(|text| text == lives) && said.iter().any(|text| text == dies), "{said:#?}");
    }
}

#[test]
fn neither_side_takes_the_other_in_a_seki() {
    let picture = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        X X X X X X X . . . .
        O O O O O O X . . . .
        . X X X . O X . . . .";
    everywhere(picture, "A2", |group, _| assert_eq!(group.life.fate(), Fate::Seki, "{group:?}"));
}

/// Six points in the corner with one liberty outside: the attack makes a ko, the defence lives.
#[test]
fn a_rectangle_in_the_corner_with_one_liberty_outside_is_a_ko() {
    let picture = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . X . . . . . . .
        X X X . X . . . . . .
        O O O O X . . . . . .
        . . . O X . . . . . .
        . . . O X . . . . . .";
    everywhere(picture, "A3", |group, at| {
        assert_eq!(group.life.fate(), Fate::Ko, "{group:?}");
        assert_eq!(group.life.first.end, End::Lives);
        assert!([at("B1"), at("B2")].map(Some).contains(&group.life.second.point()), "{group:?}");
        assert!(matches!(group.life.second.end, End::Ko(Party::Owner | Party::Opponent)), "{group:?}");
    });
}

/// White holds seven stones and has three liberties, one of them shared; Black has one eye.
const PRISONERS: &str = "
    O O O . X . . . . . .
    O X O . X . . . . . .
    . X O X X . . . . . .
    X X O X . . . . . . .
    . X O X . . . . . . .
    X X O X . . . . . . .
    O O O X . . . . . . .
    X X X X . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .";

#[test]
fn stones_are_not_captured_by_a_group_that_may_fall_itself() {
    everywhere(PRISONERS, "A11", |captor, _| assert_eq!(captor.life.fate(), Fate::Unsettled, "{captor:?}"));
    everywhere(PRISONERS, "B8", |prisoners, _| {
        assert_eq!(prisoners.life.fate(), Fate::Unsettled, "{prisoners:?}");
    });
}
