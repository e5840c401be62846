use gosedai_engine::Lang;
use gosedai_engine::players::Limit;

use super::*;
use crate::accuracy;

fn scale() -> StrengthScale {
    Context::default().knowledge().unwrap().strength.clone()
}

fn at(moves: usize, per_move: f64, within_one: f64) -> Option<(f64, f64)> {
    place(&scale(), Seen::Strong, moves, Losses { per_move, within_one })
}

#[test]
fn anchors_stand_at_their_places_and_less_loss_stands_higher() {
    for anchor in &scale().anchors {
        let (found, _) = at(100_000, anchor.strong.per_move, anchor.strong.within_one).unwrap();
        assert!((found - anchor.place).abs() <= 1.0, "{} at {found}", anchor.id);
    }
    let places: Vec<f64> =
        [(3.0, 0.4), (1.5, 0.6), (0.8, 0.75), (0.3, 0.9)].map(|(loss, within)| at(100, loss, within).unwrap().0).into();
    assert!(places.is_sorted() && places[0] < 0.0 && places[3] > 100.0, "{places:?}");
    assert_eq!(at(100, 0.0, 1.0).unwrap().0, 120.0, "not without end");
}

#[test]
fn the_error_falls_with_the_moves_and_few_moves_tell_nothing() {
    assert_eq!(at(29, 1.0, 0.7), None);
    let errors = [30, 108, 432].map(|moves| at(moves, 1.0, 0.7).unwrap().1);
    assert_eq!((errors[1], errors[2]), (30.0, 15.0));
    assert!(errors[0] > 50.0);
}

#[test]
fn only_measured_judges_and_boards_have_a_scale() {
    let by = |engine: Judge, size: Size| {
        let limit = Limit { playouts: Some(1), seconds: None };
        Seen::by(&Judging { engine, limit, threads: 1, seed: 1 }, size)
    };
    assert_eq!(by(Judge::BuiltIn("puct".into()), Size::NINETEEN), Some(Seen::Network));
    assert_eq!(by(Judge::External("katago".into()), Size::NINETEEN), Some(Seen::Strong));
    assert_eq!(by(Judge::BuiltIn("uct".into()), Size::NINETEEN), None);
    assert_eq!(by(Judge::BuiltIn("puct".into()), Size::square(9).unwrap()), None);
}

#[test]
fn the_sentence_calls_it_a_rough_guide_in_both_languages() {
    for (language, guide, few) in [(Lang::En, "rough guide", "too few"), (Lang::Ja, "目安", "足りない")] {
        let cx = Context { language, ..Context::default() };
        let knowledge = cx.knowledge().unwrap();
        let said = |moves: usize, color: Option<Color>| {
            let figures = accuracy::of_losses(&vec![0.8; moves]).unwrap();
            of(&scale(), Seen::Network, color, &figures, knowledge.lexicon(language)).text
        };
        for color in [None, Some(Color::White)] {
            let text = said(120, color);
            assert!(text.contains(guide) && text.contains("GNU Go") && !text.contains('{'), "{text}");
            assert!(said(10, color).contains(few), "{}", said(10, color));
        }
    }
}
