//! KataGo's JSON analysis protocol, spoken with a stand-in that answers like it.
#![cfg(unix)]

mod stand_in;

use gosedai_board::{Move, Position, Rules, Size};
use gosedai_engine::players::Limit;
use gosedai_engine::{ApiError, Context};
use gosedai_review::judge::{Judge, Judging};
use stand_in::{Folder, stand_in};

#[test]
fn a_position_is_judged_by_the_json_protocol() -> Result<(), ApiError> {
    let folder = Folder::new("position");
    let (program, log) = stand_in(&folder);
    let engine = format!("sh {} analysis", program.display());
    let limit = Limit { playouts: Some(50), seconds: None };
    let judging = Judging { engine: Judge::External(engine), limit, threads: 1, seed: 1 };
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
