use super::*;
use crate::judge::Judged;
use crate::verdict::{Expected, Natural, Noise, Thresholds, Weighed, weigh};
use gosedai_board::{Rules, Size};

pub fn at(point: &str) -> Point {
    point.parse().unwrap()
}

fn option(line: &[&str]) -> Option_ {
    let line: Vec<String> = line.iter().map(|mv| mv.to_string()).collect();
    Option_ { mv: line[0].clone(), rank: 1, visits: 50, win_rate: 0.5, score: 0.0, line }
}

fn judged(number: usize, lead: f64, line: &[&str]) -> Judged {
    let top = vec![option(line)];
    let (win_rate, mean_win) = (0.5, 0.5);
    Judged {
        number,
        win_rate,
        score: lead,
        mean_win,
        mean_score: lead,
        top,
        played: None,
        at_first_sight: None,
        ranked: 300,
    }
}

/// A first move of Black's on a board with some stones, the line that was better, and the answer to what was played.
pub struct Scene {
    before: Position,
    after: Position,
    weighed: Vec<Weighed>,
    looks: [Judged; 2],
}

pub fn scene(stones: &[&str], played: &str, better: &[&str], reply: &str) -> Scene {
    let mut before = Position::new(Size::NINETEEN, Rules::JAPANESE, 6.5);
    for stone in stones {
        before.play(Move::Play(at(stone))).unwrap();
    }
    before.set_to_play(Color::Black);
    let mut after = before.clone();
    after.play(Move::Play(at(played))).unwrap();
    let looks = [judged(0, 0.0, better), judged(1, -5.0, &[reply])];
    let expected = [Expected { rank: 2, share: 0.3 }];
    let noise = Noise { points: 1.0, chance: 0.02 };
    let none: std::collections::BTreeMap<usize, Natural> = Default::default();
    let moves = [(Color::Black, Move::Play(at(played)))];
    let weighed = weigh(&moves, &looks, &expected, noise, &Thresholds::default(), &|_| true, &none);
    Scene { before, after, weighed, looks }
}

fn found(scene: &Scene, played: &str, test: impl Fn(&Subject, &Case) -> Option<(Theme, Evidence)>) -> Option<Theme> {
    with(scene, played, |subject, case| test(subject, case).map(|found| found.0))
}

/// The scene as a test sees it.
pub fn with<T>(scene: &Scene, played: &str, test: impl FnOnce(&Subject, &Case) -> T) -> T {
    let subject = Subject {
        before: &scene.before,
        after: &scene.after,
        weighed: &scene.weighed[0],
        judged: &scene.looks[0],
        answer: &scene.looks[1],
        passed: None,
        natural: None,
        unit: None,
        last: None,
    };
    let best = scene.looks[0].best().unwrap();
    let nothing = Told::default();
    let case = Case { best, best_told: &nothing, told: &nothing, played: at(played), better: at(&best.mv) };
    test(&subject, &case)
}

#[test]
fn a_move_that_the_better_line_plays_later_came_too_soon() {
    let scene = scene(&["D4"], "F3", &["D6", "C6", "F3"], "D6");
    let order = found(&scene, "F3", order);
    assert_eq!(order, Some(Theme::Order { first: "D6".into(), then: "F3".into() }));
    // the opponent's move there is another matter
    let scene = self::scene(&["D4"], "C6", &["D6", "C6", "F3"], "D6");
    assert_eq!(found(&scene, "C6", self::order), None);
    assert_eq!(found(&scene, "C6", both), Some(Theme::Both { reply: "D6".into() }), "White wants D6, too");
}

#[test]
fn sente_needs_an_answer_beside_it_and_a_move_elsewhere_after_it() {
    let theme = |better: &[&str], reply: &str| found(&scene(&["D4"], "K4", better, reply), "K4", sente);
    let name = |text: &str| text.to_string();
    let expected = Theme::Sente { answer: name("C6"), next: name("Q16"), reply: name("Q15") };
    assert_eq!(theme(&["D6", "C6", "Q16"], "Q15"), Some(expected));
    assert_eq!(theme(&["D6", "C6", "E6"], "Q15"), None, "it goes on there");
    assert_eq!(theme(&["D6", "R10", "Q16"], "Q15"), None, "it is not answered");
    assert_eq!(theme(&["D6", "C6", "Q16"], "K5"), None, "what was played is answered, too");
}

#[test]
fn the_wide_side_is_the_one_with_more_empty_board() {
    // a stone on the right side; above it stones stand close, below it the side is empty
    let stones = ["Q10", "Q16", "P16", "R16", "Q14", "O15", "N14", "M16"];
    let theme = |played: &str, better: &str| found(&scene(&stones, played, &[better], "D4"), played, direction);
    assert!(matches!(theme("Q12", "Q7"), Some(Theme::Direction { open, other }) if open > other + 7));
    assert_eq!(theme("Q7", "Q12"), None);
    assert_eq!(theme("D10", "Q7"), None, "they do not start from the same stones");
}
