//! The review as a user meets it: same seed same result, whatever the number of threads or interruptions; readable output in
//! both languages; every claim in a comment holds when read again.

use gosedai_engine::{ApiError, Command, Context, Lang};
use gosedai_review::objects::Eye;
use gosedai_review::{NamedGame, Review, Reviewed};

/// A short game on 9x9 with a capture, an atari and a careless move.
const GAME: &str = "(;SZ[9]KM[7]PB[A]PW[B];B[ee];W[cc];B[gc];W[gg];B[cg];W[fg];B[eg];W[ff];B[ef];W[fe];B[fd];W[ge];B[gd];W[he];B[hd];W[cf];B[df];W[bg];B[ch];W[ce];B[ai];W[de];B[ed];W[dd];B[ec])";

fn review(threads: usize, language: Lang, out: Option<std::path::PathBuf>) -> Reviewed {
    let request = Review {
        sgf: None,
        games: vec![NamedGame { name: "short.sgf".into(), sgf: GAME.into() }],
        out: out.map(Into::into),
        engine: Some("uct".into()),
        external: None,
        playouts: Some(120),
        seconds: None,
        threads: Some(threads),
        seed: Some(7),
        reader: None,
        comments: Some(6),
        always: vec![21],
        thresholds: None,
        rules: None,
        komi: None,
        diagrams: None,
        player: None,
    };
    request.run(&Context { language, ..Context::default() }).expect("a review")
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = std::env::temp_dir().join(format!("gosedai-review-{}", std::process::id()));
    let one = review(1, Lang::En, None);
    let two = review(2, Lang::En, Some(folder.clone()));
    let strip = |reviewed: &Reviewed| serde_json::to_value(&reviewed.moves).unwrap();
    assert_eq!(strip(&one), strip(&two));
    let again = review(2, Lang::En, Some(folder.clone()));
    assert_eq!(strip(&again), strip(&two));
    let read = |ending: &str| std::fs::read_to_string(folder.join(format!("short.review.{ending}"))).unwrap();
    let (sgf, html, json) = (read("sgf"), read("html"), read("json"));
    assert!(sgf.contains("V[") && sgf.contains("C["), "{sgf}");
    assert!(gosedai_records::parse_first(&sgf, gosedai_records::Mode::Strict).is_ok());
    assert!(html.contains("<svg") && !html.contains("http"), "nothing is loaded from outside");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    for key in [
        "number",
        "move",
        "color",
        "search_rank",
        "predicted_rank",
        "score_before",
        "score_after",
        "loss",
        "verdict",
        "reasons",
    ] {
        assert!(json["moves"][0].get(key).is_some(), "{key} is promised");
    }
    assert!(!folder.join("short.review-in-progress").exists());
    // a report that was changed is made again
    let path = folder.join("short.review.html");
    std::fs::write(&path, "changed").unwrap();
    review(2, Lang::En, Some(folder.clone()));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), html);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_asked_move_has_a_comment_in_both_languages() {
    for language in [Lang::En, Lang::Ja] {
        let reviewed = review(2, language, None);
        let comment = reviewed.moves[20].comment.as_ref().expect("move 21 was asked for");
        assert!(!comment.text.is_empty());
        let texts: Vec<&str> = reviewed.moves.iter().filter_map(|m| m.comment.as_ref()).map(|c| &*c.text).collect();
        for text in &texts {
            assert!(!text.contains("review.") && !text.contains('{'), "a sentence is missing: {text}");
            let japanese = text.chars().any(|c| ('\u{3040}'..='\u{30ff}').contains(&c));
            assert_eq!(japanese, language == Lang::Ja, "{text}");
        }
    }
}

#[test]
fn claims_hold_when_read_again() {
    let reviewed = review(2, Lang::En, None);
    let mut eye = Eye::new(&Context::default()).unwrap();
    let comments: Vec<_> = reviewed.moves.iter().filter_map(|m| m.comment.as_ref()).collect();
    let claims: Vec<_> = comments.iter().flat_map(|comment| &comment.claims).collect();
    assert!(!claims.is_empty(), "a game full of captures and cuts gives something to claim");
    for claim in claims {
        assert_ne!(claim.holds(20_000, &mut eye), Some(false), "{claim:?}");
    }
}

#[test]
fn any_move_answers_the_three_questions() {
    let reviewed = review(2, Lang::En, None);
    let comment = reviewed.moves[20].comment.as_ref().expect("move 21 was asked for");
    let ignored = comment.if_ignored.as_ref().expect("what if it is ignored");
    assert!(!ignored.text.is_empty() && ignored.must_answer != ignored.line.is_empty(), "{ignored:?}");
    let instead = comment.instead.as_ref().expect("why this and not that");
    assert_ne!(instead.mv, reviewed.moves[20].mv);
    assert!(!instead.line.is_empty() && instead.text.contains(&instead.mv));
    let simple = comment.simple.as_ref().expect("the simplest safe move");
    assert!(!simple.text.is_empty() && simple.mv.parse::<gosedai_board::Point>().is_ok(), "{simple:?}");
}

#[test]
fn the_worst_move_of_the_game_is_blamed_in_text_and_record() {
    let reviewed = review(2, Lang::En, None);
    // the stone in the far corner, move 21, gives a whole move away
    assert!(reviewed.mistakes.contains(&21), "{:?}", reviewed.mistakes);
    assert!(reviewed.sgf.contains("BM[") || reviewed.sgf.contains("DO["), "{}", reviewed.sgf);
    assert!(reviewed.sgf.contains("LB["), "the better move is marked");
}

#[test]
fn bad_requests_fail_in_one_sentence() {
    let mut request: Review = serde_json::from_str(r#"{"sgf": "(;SZ[9])"}"#).unwrap();
    assert!(request.clone().run(&Context::default()).unwrap_err().to_string().contains("no moves"));
    request.engine = Some("rm -rf".into());
    assert!(request.run(&Context::default()).unwrap_err().to_string().contains("there is no engine"));
    for hidden in [r#"{"sgf": "(;)", "out": "/"}"#, r#"{"sgf": "(;)", "external": "sh"}"#] {
        let refused =
            serde_json::from_str::<Review>(hidden).expect_err("paths and commands come from the command line only");
        assert!(refused.to_string().contains("command line"), "{refused}");
    }
}

#[test]
fn a_review_that_is_stopped_while_it_comments_keeps_what_it_has_and_goes_on() {
    let folder = std::env::temp_dir().join(format!("gosedai-review-commenting-{}", std::process::id()));
    let request = |out: &str| Review {
        out: Some(folder.join(out).into()),
        engine: Some("uct".into()),
        playouts: Some(40),
        comments: Some(4),
        always: vec![5, 21],
        ..Review::of(vec![NamedGame { name: "short.sgf".into(), sgf: GAME.into() }])
    };
    let cancel = gosedai_engine::CancelFlag::default();
    let switch = cancel.clone();
    let cx = Context { cancel, ..Context::default() }.with_progress(move |progress| {
        if progress.message.starts_with("commenting") {
            switch.expire();
        }
    });
    let stopped = request("cut").run(&cx).unwrap();
    assert!(!stopped.complete);
    let comments = |reviewed: &Reviewed| reviewed.moves.iter().filter(|m| m.comment.is_some()).count();
    assert_eq!(comments(&stopped), 1, "the one that was begun");
    assert!(folder.join("cut/short.review-in-progress").exists());
    let (cut, whole) =
        (request("cut").run(&Context::default()).unwrap(), request("whole").run(&Context::default()).unwrap());
    assert!(cut.complete && comments(&cut) > 1);
    assert_eq!(cut.html, whole.html);
    assert_eq!(cut.sgf, whole.sgf);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn numbers_that_no_clock_can_hold_are_refused_by_name() {
    for bad in [-1.0, 1e300] {
        let request = serde_json::json!({"sgf": "(;SZ[9];B[ee];W[cc])", "seconds": bad});
        let entry = gosedai_review::catalogue().into_iter().find(|entry| entry.name == "review").unwrap();
        let told = (entry.run)(request, &Context::default());
        assert!(matches!(told, Err(ApiError::BadRequest { field: Some(_), .. })), "{bad}: {told:?}");
    }
}

/// While a game is still judged, what is certain of it is told in the shape of the answer, and nothing of it is taken back.
#[test]
fn results_come_while_the_game_is_still_judged() {
    let sgf = include_str!("games/weak.sgf");
    let request = || Review {
        playouts: Some(3),
        threads: Some(2),
        reader: Some("5d".into()),
        ..Review::of(vec![NamedGame { name: "weak.sgf".into(), sgf: sgf.into() }])
    };
    let news: std::sync::Arc<std::sync::Mutex<Vec<gosedai_engine::Progress>>> = Default::default();
    let heard = news.clone();
    let cx = Context::default().with_progress(move |progress| heard.lock().unwrap().push(progress));
    let whole = request().run(&cx).unwrap();
    let news = news.lock().unwrap();
    let parts: Vec<_> = news.iter().filter_map(|progress| Some((progress, progress.partial.as_ref()?))).collect();
    assert!(news.windows(2).all(|pair| pair[0].done <= pair[1].done), "one bar, and it never goes back");
    assert!(parts.len() > 2, "{} parts", parts.len());
    let (first, part) = parts[0];
    assert!(first.done < 40 && part["complete"] == false, "early: {}", first.done);
    let known = part["moves"].as_array().unwrap().len();
    assert!(known > 0 && known < whole.moves.len(), "{known} moves");
    let early: Vec<u64> = parts
        .iter()
        .filter(|(progress, _)| !progress.message.starts_with("commenting"))
        .flat_map(|(_, part)| part["moves"].as_array().unwrap())
        .filter(|m| m["comment"].is_object())
        .map(|m| m["number"].as_u64().unwrap())
        .collect();
    assert!(!early.is_empty(), "a weak game has faults beyond doubt");
    assert!(early.iter().all(|&number| whole.mistakes.contains(&(number as usize))), "{early:?}");
    let last = parts.last().unwrap().1;
    let comments = |moves: &serde_json::Value| {
        let of =
            |m: &serde_json::Value| m["comment"]["text"].as_str().map(|text| (m["number"].clone(), text.to_string()));
        moves.as_array().unwrap().iter().filter_map(of).collect::<Vec<_>>()
    };
    assert_eq!(
        comments(&last["moves"]),
        comments(&serde_json::to_value(&whole.moves).unwrap()),
        "the last part has all"
    );
}

/// Stopped without a folder, a review answers with what it has.
#[test]
fn a_stopped_review_answers_with_what_it_has() {
    let cancel = gosedai_engine::CancelFlag::default();
    let switch = cancel.clone();
    let cx = Context { cancel, ..Context::default() }.with_progress(move |progress| {
        if progress.partial.is_some() {
            switch.cancel();
        }
    });
    let sgf = include_str!("games/weak.sgf").to_string();
    let request = Review { playouts: Some(3), ..Review::of(vec![NamedGame { name: "weak.sgf".into(), sgf }]) };
    let stopped = request.run(&cx).unwrap();
    assert!(!stopped.complete && stopped.moves.len() >= 30, "{} moves", stopped.moves.len());
    assert!(stopped.html.ends_with("</html>\n") && stopped.sgf.contains("V["));
}
