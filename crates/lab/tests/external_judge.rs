//! Whole verdicts compared with a judge outside this program: the stand-in of the engine's own tests.
#![cfg(unix)]

#[path = "../../review/tests/stand_in/mod.rs"]
mod stand_in;

use gosedai_engine::{ApiError, Command as _, Context};
use gosedai_lab::bench::Bench;
use stand_in::{Folder, stand_in};

#[test]
fn verdicts_are_compared_with_an_external_judge() -> Result<(), ApiError> {
    let folder = Folder::new("verdicts");
    let (program, _) = stand_in(&folder);
    let (game, judged) = (folder.0.join("game.sgf"), folder.0.join("judged.jsonl"));
    let moves = "B[pd];W[dp];B[dd];W[pp];B[cn];W[fq];B[cq];W[dq];B[cp];W[do];B[cr];W[co];B[bo];W[dn];B[bm];W[kq]";
    std::fs::write(&game, format!("(;FF[4]GM[1]SZ[19]KM[6.5]RE[B+R]SO[one];{moves})")).unwrap();
    // Black's third move loses four points to the strong judge, all others nothing
    let lead = |turn: usize| if turn < 5 { 1.0 } else { -3.0 };
    let line = |turn| format!("{{\"id\":\"one\",\"kind\":\"made\",\"turn\":{turn},\"lead\":{}}}\n", lead(turn));
    std::fs::write(&judged, (0..=16).map(line).collect::<String>()).unwrap();
    let run = |words: &[&str]| {
        let [game, judged] = [&game, &judged].map(|path| path.display().to_string());
        let args = [game, "judged".into(), judged, "visits".into(), "2".into()].into_iter();
        let args = args.chain(words.iter().map(|word| word.to_string())).collect();
        Bench { name: Some("review-judges".into()), args }.run(&Context::default())
    };
    let command = format!("sh {} analysis", program.display());
    for words in [&["judge", &command, "alone"][..], &["judge", &command], &["alone"]] {
        let result = run(words)?;
        let made = &result.figures["made"];
        assert_eq!(made["moves"], 16, "{words:?}");
        // the stand-in always says the same: it blames nothing
        if words.len() > 1 {
            assert_eq!(made["losses of 3 points blamed"], "0 of 1 (0 %)", "{words:?}");
        }
        assert_eq!(result.figures["all"], *made);
    }
    for wrong in [&["games", "none"][..], &["seconds"], &["judged", "/nothing/here"]] {
        assert!(run(wrong).is_err(), "{wrong:?}");
    }
    Ok(())
}
