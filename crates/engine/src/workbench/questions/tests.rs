use super::*;

fn game(sgf: &str) -> GameInput {
    GameInput { sgf: sgf.into(), ..GameInput::default() }
}

/// White's five stones at the left are in atari.
const ATARI: &str = "(;SZ[9]AB[ba][bb][bc][bd][be][af]AW[aa][ab][ac][ad][fe][ff][fg]PL[W];W[gg];B[gc])";

#[test]
fn a_threat_is_named_with_its_size() {
    let asked = Ignored { game: game(ATARI), at: None };
    let answer = asked.run(&Context::default()).unwrap();
    assert_eq!((answer.mv.as_deref(), answer.passer.as_str()), (Some("G7"), "white"));
    let threat = answer.threat.unwrap();
    assert!(!threat.reasons.is_empty() && answer.line[0] == threat.mv);
    assert!(["must", "big", "small"].contains(&answer.verdict));
    let tried = Ignored { game: game("(;SZ[9];B[ee])"), at: Some("C3".into()) }.run(&Context::default()).unwrap();
    assert_eq!((tried.mv.as_deref(), tried.passer.as_str()), (Some("C3"), "black"));
    let bad = Ignored { game: game("(;SZ[9];B[ee])"), at: Some("E5".into()) };
    assert!(bad.run(&Context::default()).unwrap_err().to_string().contains("E5"));
}

#[test]
fn two_moves_are_compared() {
    let sgf = "(;SZ[19];B[pd];W[dp];B[pq];W[dd])";
    let answer = Compare { game: game(sgf), first: None, second: "A1".into() }.run(&Context::default()).unwrap();
    assert_eq!(answer.color, "black");
    assert!(answer.first.candidate.is_some() && answer.second.candidate.is_none());
    assert!(!answer.missed.is_empty() && answer.gained.is_empty());
    assert!(answer.first.after > answer.second.after, "{} {}", answer.first.after, answer.second.after);
    let bad = Compare { game: game(sgf), first: Some("Z99".into()), second: "A1".into() };
    assert!(bad.run(&Context::default()).is_err());
}

#[test]
fn somebody_who_left_is_not_answered() {
    let cx = Context::default();
    cx.cancel.cancel();
    let asked = Compare { game: game("(;SZ[19];B[pd])"), first: None, second: "A1".into() };
    assert!(matches!(asked.run(&cx), Err(ApiError::Cancelled)));
}
