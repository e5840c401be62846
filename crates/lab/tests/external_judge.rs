//! Whole verdicts compared with a judge outside this program: the stand-in of the engine's own tests.
#![cfg(unix)]

#[path = "../../engine/tests/stand_in/mod.rs"]
mod stand_in;

use gosedai_engine::{ApiError, Command as _, Context};
use gosedai_lab::bench::Bench;
use stand_in::{Folder, stand_in};

#[test]
fn verdicts_are_compared_with_an_external_judge() -> Result<(), ApiError> {
    let folder = Folder::new("verdicts");
    let (program, _) = stand_in(&folder);
    let game = folder.0.join("game.sgf");
    let moves = "B[pd];W[dp];B[dd];W[pp];B[cn];W[fq];B[cq];W[dq];B[cp];W[do];B[cr];W[co];B[bo];W[dn];B[bm];W[kq]";
    std::fs::write(&game, format!("(;FF[4]GM[1]SZ[19]KM[6.5]RE[B+R];{moves})")).unwrap();
    let words = [
        game.display().to_string(),
        "games".into(),
        "1".into(),
        "every".into(),
        "4".into(),
        "visits".into(),
        "2".into(),
    ];
    let judge = ["judge".to_string(), format!("sh {} analysis", program.display())];
    let args = words.into_iter().chain(judge).collect();
    let result = Bench { name: Some("review-judges".into()), args }.run(&Context::default())?;
    assert_eq!(result.figures["moves"], 2);
    assert_eq!(result.figures["moves that cost 3 points or more"], 0, "the stand-in always says the same");
    for key in ["puct: good, confirmed", "uct: mistakes, confirmed", "puct: losses of 3 points seen"] {
        assert!(result.figures.contains_key(key), "{key}");
    }
    let wrong = Bench { name: Some("review-judges".into()), args: vec!["visits".into(), "none".into()] };
    assert!(wrong.run(&Context::default()).is_err());
    Ok(())
}
