use super::*;
use crate::themes::tests::{at, scene, with};
use crate::verdict::{Expected, Noise, Thresholds, weigh};
use gosedai_board::{Rules, Size};
use gosedai_reading::Budget;

fn reader() -> Reader {
    Reader::new(Budget::nodes(5_000))
}

/// White D10 can be put in atari from D11 or E10, and gets away.
const ATARI: [&str; 4] = ["C10", "D10", "D9", "Q16"];

/// Alternating moves on an empty board, Black first.
fn positions(moves: &[&str]) -> Vec<Position> {
    let mut all = vec![Position::new(Size::NINETEEN, Rules::JAPANESE, 6.5)];
    for mv in moves {
        let mut next = all[all.len() - 1].clone();
        next.play(Move::Play(at(mv))).unwrap();
        all.push(next);
    }
    all
}

#[test]
fn an_atari_that_the_reply_takes_away_is_lost() {
    let told = |played: &str, better: &[&str], reply: &str| {
        let scene = scene(&ATARI, played, better, reply);
        with(&scene, played, |subject, case| lost(subject, case, &mut reader()))
    };
    let better = ["D11", "E10", "R10"];
    let (claim, answer, reply) = told("Q4", &better, "E10").expect("White gets out first");
    assert_eq!((claim.fact, answer, reply), (Fact::Threatens { at: at("D10") }, at("E10"), at("E10")));
    assert!(told("Q4", &better, "C11").is_none(), "the atari is still there");
    assert!(told("Q4", &better, "Q10").is_none(), "White plays elsewhere");
    assert!(told("E10", &better, "D11").is_none(), "the other atari is another way to play it");
    assert!(told("Q4", &["D11", "C9", "R10"], "E10").is_none(), "the answer does not save the stone");
}

#[test]
fn an_exchange_waits_from_the_first_turn_it_was_there() {
    let elsewhere = ["Q4", "R10", "K4", "R12", "K16", "R14", "O4", "R8", "K10", "R6"];
    let game: Vec<&str> = ATARI.iter().chain(&elsewhere).copied().chain(["D11"]).collect();
    let positions = positions(&game);
    let moves: Vec<(Color, Move)> =
        game.iter().enumerate().map(|(i, mv)| (Color::BOTH[i % 2], Move::Play(at(mv)))).collect();
    let seen = crate::judge::Judged {
        number: 0,
        win_rate: 0.5,
        score: 0.0,
        mean_win: 0.5,
        mean_score: 0.0,
        top: Vec::new(),
        played: None,
        at_first_sight: None,
        ranked: 300,
    };
    let (looks, expected) = (vec![seen; positions.len()], vec![Expected::default(); moves.len()]);
    let noise = Noise { points: 1.0, chance: 0.02 };
    let weighed = weigh(&moves, &looks, &expected, noise, &Thresholds::default(), &|_| true, &Default::default());
    let last = game.len() - 1;
    assert_eq!(since(last, &weighed[last], &positions, &mut reader()), Some(4));
    // a threat that is only a few moves old was not kept
    assert_eq!(since(4, &weighed[last], &positions, &mut reader()), None);
}
