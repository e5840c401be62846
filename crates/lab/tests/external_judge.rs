//! KataGo's JSON analysis protocol, spoken with a stand-in that answers like it: as a judge of single moves and of whole verdicts.
#![cfg(unix)]

use std::path::PathBuf;

use gosedai_board::{Move, Position, Rules, Size};
use gosedai_engine::players::Limit;
use gosedai_engine::review::judge::Judging;
use gosedai_engine::{ApiError, Command as _, Context};
use gosedai_lab::bench::Bench;

/// A folder that no other run has: a process number comes back, and other sandboxes that share the place have the same ones. With
/// a folder shared by two runs the queries of one stood in the log of the other.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos();
        let make = |number: u32| {
            let path = std::env::temp_dir().join(format!("gosedai-{name}-{}-{now}-{number}", std::process::id()));
            std::fs::create_dir(&path).is_ok().then_some(path)
        };
        Folder((0..100).find_map(make).expect("a new folder"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program that answers every query: D4 is best with 60 % for Black and 2.5 points, Q16 costs a point. Queries are kept.
fn stand_in(folder: &Folder) -> (PathBuf, PathBuf) {
    let (program, log) = (folder.0.join("kata"), folder.0.join("queries"));
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\necho \"$line\" >> {}\nid=$(echo \"$line\" | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/\\1/')\n\
         echo '{{\"id\":\"'\"$id\"'\",\"isDuringSearch\":false,\"turnNumber\":0,\"rootInfo\":{{\"winrate\":0.6,\"scoreLead\":2.5,\"visits\":50}},\
         \"moveInfos\":[{{\"move\":\"D4\",\"visits\":40,\"winrate\":0.6,\"scoreLead\":2.5,\"prior\":0.5,\"order\":0,\"pv\":[\"D4\",\"Q4\"]}},\
         {{\"move\":\"Q16\",\"visits\":10,\"winrate\":0.55,\"scoreLead\":1.5,\"prior\":0.2,\"order\":1,\"pv\":[\"Q16\"]}}]}}'\ndone\n",
        log.display()
    );
    // read by the shell, not run: a program that another thread's child still holds open for writing cannot be started
    std::fs::write(&program, script).unwrap();
    (program, log)
}

#[test]
fn a_position_is_judged_by_the_json_protocol() -> Result<(), ApiError> {
    let folder = Folder::new("position");
    let (program, log) = stand_in(&folder);
    let engine = format!("sh {} analysis", program.display());
    let limit = Limit { playouts: Some(50), seconds: None };
    let judging = Judging { engine, limit, threads: 1, seed: 1 };
    let mut position = Position::new(Size::NINETEEN, Rules::JAPANESE, 6.5);
    let black = judging.judge(&position, Some("Q16".parse::<Move>().unwrap()), &Context::default())?;
    assert_eq!((black.top[0].mv.as_str(), black.top[0].line.len()), ("D4", 2));
    assert!((black.win_rate - 0.6).abs() < 1e-9 && (black.score - 2.5).abs() < 1e-9, "{black:?}");
    assert_eq!(black.played.map(|played| (played.rank, played.score)), Some((2, 1.5)));
    position.play("Q16".parse().unwrap()).unwrap();
    let white = judging.judge(&position, None, &Context::default())?;
    assert!((white.win_rate - 0.4).abs() < 1e-9, "answers are for Black: {}", white.win_rate);
    // each engine has read its query and nothing else
    let queries = std::fs::read_to_string(log).unwrap();
    assert_eq!(queries.lines().count(), 2, "{queries}");
    let last: serde_json::Value = serde_json::from_str(queries.lines().next_back().unwrap()).unwrap();
    assert_eq!(last["moves"], serde_json::json!([["B", "Q16"]]));
    assert_eq!(
        (last["rules"].as_str(), last["komi"].as_f64(), last["maxVisits"].as_u64()),
        (Some("japanese"), Some(6.5), Some(50))
    );
    Ok(())
}

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
