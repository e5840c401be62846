//! Queries as KaTrain sends them, and broken ones.

use super::*;

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub(super) fn ask(lines: &str) -> Vec<Value> {
    let options = PlayerOptions { engine: "uct".to_owned(), playouts: Some(50), ..PlayerOptions::default() };
    let written = Written::default();
    let reader = std::io::Cursor::new(lines.as_bytes().to_vec());
    serve(&options, &Context::default(), reader, Box::new(written.clone())).unwrap();
    let bytes = written.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const GAME: &str = r#""rules":"japanese","komi":6.5,"boardXSize":9,"boardYSize":9,"moves":[["B","E5"],["W","C3"]]"#;

#[test]
fn a_game_is_analysed_turn_by_turn() {
    let line = format!(
        r#"{{"id":"q","analyzeTurns":[0,2],"maxVisits":60,"includeOwnership":true,"includePolicy":true,{GAME}}}"#
    );
    let answers = ask(&line);
    assert_eq!(answers.len(), 2);
    for (answer, turn) in answers.iter().zip([0, 2]) {
        assert_eq!(
            (&answer["id"], &answer["turnNumber"], &answer["isDuringSearch"]),
            (&json!("q"), &json!(turn), &json!(false))
        );
        let infos = answer["moveInfos"].as_array().unwrap();
        assert_eq!(infos[0]["order"], 0);
        assert_eq!(infos[0]["pv"][0], infos[0]["move"]);
        let share = answer["rootInfo"]["winrate"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&share) && answer["rootInfo"]["visits"].as_u64().unwrap() > 0);
        let policy = answer["policy"].as_array().unwrap();
        assert_eq!(policy.len(), 82);
        // C3 is the third column of the seventh row from above.
        assert_eq!(policy[6 * 9 + 2] == json!(-1.0), turn == 2);
    }
}

#[test]
fn both_sides_see_one_share() {
    let line = |id: &str, side: &str| {
        format!(r#"{{"id":"{id}","overrideSettings":{{"reportAnalysisWinratesAs":"{side}"}},"maxVisits":60,{GAME}}}"#)
    };
    let answers = ask(&format!("{}\n{}", line("b", "BLACK"), line("w", "WHITE")));
    let sums: f64 = answers.iter().map(|answer| answer["rootInfo"]["winrate"].as_f64().unwrap()).sum();
    assert!((sums - 1.0).abs() < 0.5, "{sums}");
}

#[test]
fn moves_can_be_left_out() {
    let only = r#""allowMoves":[{"player":"B","moves":["C7","G7"],"untilDepth":1}]"#;
    let answers = ask(&format!(r#"{{"id":"a","maxVisits":400,{only},{GAME}}}"#));
    let moves: Vec<&str> =
        answers[0]["moveInfos"].as_array().unwrap().iter().filter_map(|m| m["move"].as_str()).collect();
    assert!(!moves.is_empty() && moves.iter().all(|mv| ["C7", "G7"].contains(mv)), "{moves:?}");
    let without = r#""avoidMoves":[{"player":"B","moves":["C7","G7"],"untilDepth":1}]"#;
    let answers = ask(&format!(r#"{{"id":"a","maxVisits":400,{without},{GAME}}}"#));
    assert!(!answers[0]["moveInfos"].to_string().contains(r#""move":"C7""#));
}

#[test]
fn faults_are_named() {
    let bad = |fields: &str| {
        let answers = ask(&format!(r#"{{"id":"x",{fields}}}"#));
        assert_eq!((answers.len(), &answers[0]["id"]), (1, &json!("x")), "{answers:?}");
        format!("{}: {}", answers[0]["field"].as_str().unwrap(), answers[0]["error"].as_str().unwrap())
    };
    let size = r#""rules":"chinese","boardXSize":9,"boardYSize":9"#;
    assert_eq!(bad(r#""rules":"chinese""#), "boardXSize: boardXSize must be a whole number from 1 to 25");
    assert!(bad(r#""rules":"chinese","boardXSize":99,"boardYSize":9"#).starts_with("boardXSize: "));
    assert!(
        bad(r#""rules":"martian","boardXSize":9,"boardYSize":9,"moves":[]"#)
            .starts_with("rules: 'martian' is not a rule set")
    );
    assert_eq!(
        bad(&format!(r#"{size},"moves":[["B","E5"],["W","E5"]]"#)),
        "moves: Illegal move 1: E5 (E5 is occupied)"
    );
    assert_eq!(
        bad(&format!(r#"{size},"moves":[["B","Z9"]]"#)),
        r#"moves: ["B","Z9"] is not a colour and a point of the board"#
    );
    assert_eq!(bad(&format!(r#"{size},"moves":7"#)), "moves: moves must be a list of [colour, point]");
    assert_eq!(
        bad(&format!(r#"{size},"moves":[],"analyzeTurns":[3]"#)),
        "analyzeTurns: there is no turn 3 in a game of 0 moves"
    );
    assert!(
        bad(&format!(r#"{size},"moves":[],"initialStones":[["B","A2"],["B","B1"],["W","A1"]]"#))
            .starts_with("initialStones: ")
    );
    assert!(bad(r#""action":"fly""#).starts_with("action: there is no action 'fly'"));
    assert!(ask("nonsense")[0]["error"].as_str().unwrap().starts_with("the line is no JSON"));
    assert_eq!(ask("[]")[0]["error"], "a query is a JSON object");
    assert_eq!(ask("{}")[0]["error"], "a query needs an id, which is a text");
}

#[test]
fn actions() {
    let answers = ask("{\"id\":\"v\",\"action\":\"query_version\"}\n\n{\"id\":\"c\",\"action\":\"clear_cache\"}");
    assert_eq!(answers[0]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(answers[1]["action"], "clear_cache");
    // A long search is stopped; what is not searched is told.
    let long = format!(r#"{{"id":"long","analyzeTurns":[0,1,2],"maxVisits":100000000,{GAME}}}"#);
    let answers = ask(&format!("{long}\n{{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"long\"}}"));
    assert!(answers.iter().any(|answer| answer["action"] == "terminate"));
    assert_eq!(answers.iter().filter(|answer| answer["id"] == "long").count(), 3, "{answers:?}");
    assert!(answers.iter().any(|answer| answer["noResults"] == true), "{answers:?}");
}

pub(super) fn ask_with(engine: &str, lines: &str) -> Vec<Value> {
    let options = PlayerOptions { engine: engine.to_owned(), playouts: Some(4), ..PlayerOptions::default() };
    answers_of(&|| players::create(&options, &Context::default()), lines)
}

fn answers_of(make: &dyn Fn() -> Result<Box<dyn Player>, ApiError>, lines: &str) -> Vec<Value> {
    let written = Written::default();
    let reader = std::io::Cursor::new(lines.as_bytes().to_vec());
    let options = PlayerOptions { playouts: Some(4), ..PlayerOptions::default() };
    serve_with(make, &options, &Context::default(), reader, Box::new(written.clone())).unwrap();
    let bytes = written.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn query(id: &str, side: usize, moves: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"rules\":\"chinese\",\"boardXSize\":{side},\"boardYSize\":{side},\"includePolicy\":true,\"moves\":[{moves}]}}\n"
    )
}

#[test]
fn every_board_gets_its_own_answer() {
    let played = r#"["B","E5"]"#;
    let lines = [query("a", 19, ""), query("b", 9, ""), query("c", 9, played), query("d", 19, played)].concat();
    for engine in ["puct", "uct", "knowledge"] {
        let answers = ask_with(engine, &lines);
        assert_eq!(answers.len(), 4, "{engine}: {answers:?}");
        for (answer, (id, side)) in answers.iter().zip([("a", 19), ("b", 9), ("c", 9), ("d", 19)]) {
            assert_eq!(answer["id"], id);
            assert_eq!(answer["policy"].as_array().unwrap().len(), side * side + 1);
            let size = gosedai_board::Size::square(side).unwrap();
            for info in answer["moveInfos"].as_array().unwrap() {
                let mv: gosedai_board::Move = info["move"].as_str().unwrap().parse().unwrap();
                assert!(mv.point().is_none_or(|point| size.contains(point)), "{engine} {id}: {mv} is not on the board");
            }
        }
    }
}

/// Breaks down over boards of nine lines, and over every other board once it has done so.
struct Fragile {
    broken: bool,
    inner: Box<dyn Player>,
}

impl Player for Fragile {
    fn name(&self) -> &'static str {
        "fragile"
    }

    fn choose(
        &mut self,
        _: &gosedai_board::Position,
        _: Limit,
        _: &Context,
    ) -> Result<gosedai_engine::players::Choice, ApiError> {
        Ok(gosedai_engine::players::Choice::play(gosedai_board::Move::Pass))
    }

    fn analyse(
        &mut self,
        position: &gosedai_board::Position,
        question: &Question,
        cx: &Context,
        report: &mut dyn FnMut(&players::Analysis) -> bool,
    ) -> Result<players::Analysis, ApiError> {
        self.broken |= position.size() == gosedai_board::Size::NINE;
        assert!(!self.broken, "this is meant to fail");
        self.inner.analyse(position, question, cx, report)
    }
}

#[test]
fn a_panic_costs_one_query_and_the_player_not_the_queue() {
    let make = || -> Result<Box<dyn Player>, ApiError> {
        let options = PlayerOptions { engine: "uct-plain".to_owned(), ..PlayerOptions::default() };
        Ok(Box::new(Fragile { broken: false, inner: players::create(&options, &Context::default())? }))
    };
    let lines = [query("a", 7, ""), query("b", 9, ""), query("c", 7, ""), query("d", 5, "")].concat();
    let answers = answers_of(&make, &lines);
    let seen: Vec<(&str, bool)> =
        answers.iter().map(|answer| (answer["id"].as_str().unwrap(), answer.get("error").is_some())).collect();
    assert_eq!(seen, [("a", false), ("b", true), ("c", false), ("d", false)]);
    assert_eq!(answers[1]["error"], BROKE_OFF);
}
