//! What KataGo's analysis engine does with odd queries, found by asking it: the same queries here.

use super::tests::{ask, ask_with};
use super::*;

const GAME: &str = r#""rules":"chinese","komi":7.5,"boardXSize":9,"boardYSize":9,"moves":[["B","E5"],["W","C3"]]"#;
const EMPTY: &str = r#""rules":"chinese","komi":7.5,"boardXSize":9,"boardYSize":9"#;

fn field_of_error(fields: &str) -> String {
    let answers = ask(&format!(r#"{{"id":"x",{fields}}}"#));
    assert_eq!((answers.len(), &answers[0]["id"]), (1, &json!("x")), "{fields}: {answers:?}");
    assert!(answers[0]["error"].is_string(), "{fields}: {answers:?}");
    answers[0]["field"].as_str().unwrap().to_owned()
}

#[test]
fn impossible_values_are_refused_by_the_name_of_their_field() {
    for (field, values) in [
        ("maxVisits", &["-1", "0", "1.5", "5.0", "\"7\"", "2251799813685248", "null"][..]),
        ("analysisPVLen", &["0", "1001", "1.5"]),
        ("includeOwnership", &["1", "\"yes\"", "null"]),
        ("includeMovesOwnership", &["1"]),
        ("includePVVisits", &["[]"]),
        ("includeReasons", &["0"]),
        ("reportDuringSearchEvery", &["0", "-1", "\"1\"", "1e7"]),
        ("firstReportDuringSearchAfter", &["0"]),
        ("rootPolicyTemperature", &["0"]),
        ("rootFpuReductionMax", &["3"]),
        ("priority", &["1.5", "1e30", "\"1\""]),
        ("priorities", &["[1]", "[1.5]", "3"]),
        ("analyzeTurns", &["[3]", "[-1]", "[0.5]", "null", "2"]),
        ("initialPlayer", &["\"green\"", "3"]),
        ("whiteHandicapBonus", &["0", "\"X\""]),
        (
            "overrideSettings",
            &["[1]", "{\"maxVisits\":-5}", "{\"maxTime\":0}", "{\"reportAnalysisWinratesAs\":\"GREEN\"}"],
        ),
        ("allowMoves", &["3", "[{\"player\":\"B\",\"moves\":[]}]", "[3]"]),
        ("avoidMoves", &["{}", "[{\"moves\":[],\"untilDepth\":1}]"]),
    ] {
        for value in values {
            assert_eq!(field_of_error(&format!(r#""{field}":{value},{GAME}"#)), field, "{value}");
        }
    }
    let entry = |moves: &str, depth: &str| format!(r#"{{"player":"B","moves":{moves},"untilDepth":{depth}}}"#);
    let avoid = |entry: String| field_of_error(&format!(r#""avoidMoves":[{entry}],{GAME}"#));
    assert_eq!(avoid(entry(r#"["C7"]"#, "0")), "untilDepth");
    assert_eq!(avoid(entry(r#"["Z77"]"#, "1")), "moves");
    let twice = format!(r#""allowMoves":[{0},{0}],{GAME}"#, entry("[]", "1"));
    assert_eq!(field_of_error(&twice), "allowMoves");
    assert_eq!(field_of_error(&format!(r#""allowMoves":[],"avoidMoves":[],{GAME}"#)), "allowMoves");
    assert_eq!(field_of_error(&format!(r#""analyzeTurns":[0],"priorities":[1,2],{GAME}"#)), "priorities");
    assert_eq!(field_of_error(&format!(r#""analyzeTurns":[0],"priorities":[1],"priority":2,{GAME}"#)), "priority");
    for (field, value) in [
        ("initialStones", r#"[["B","C3"],["W","C3"]]"#),
        ("initialStones", r#"[["B","pass"]]"#),
        ("moves", "null"),
        ("moves", r#"[["B"]]"#),
        ("moves", r#"[["B","C3","C4"]]"#),
    ] {
        let moves = if field == "moves" { "" } else { r#""moves":[],"# };
        assert_eq!(field_of_error(&format!(r#"{moves}"{field}":{value},{EMPTY}"#)), field, "{value}");
    }
    let sized = |fields: &str| field_of_error(&format!(r#""rules":"chinese","moves":[],{fields}"#));
    for (field, value) in [("boardXSize", "0"), ("boardXSize", "26"), ("boardXSize", "9.5"), ("boardYSize", "\"9\"")] {
        let other = if field == "boardXSize" { "boardYSize" } else { "boardXSize" };
        assert_eq!(sized(&format!(r#""{other}":9,"{field}":{value}"#)), field);
    }
    for komi in ["6.3", "500", "\"7\"", "null"] {
        assert_eq!(sized(&format!(r#""boardXSize":9,"boardYSize":9,"komi":{komi}"#)), "komi");
    }
    let rules = |rules: &str| field_of_error(&format!(r#""moves":[],"boardXSize":9,"boardYSize":9{rules}"#));
    for text in ["", r#","rules":"martian""#, r#","rules":{"ko":"FOO"}"#, r#","rules":3"#] {
        assert_eq!(rules(text), "rules");
    }
    assert_eq!(field_of_error(EMPTY), "moves", "a list of moves is needed, if only an empty one");
}

#[test]
fn unknown_fields_are_warned_about_and_the_query_is_answered() {
    let answers = ask(&format!(
        r#"{{"id":"w","foo":1,"maxvisits":3,"maxVisits":5,"rootPolicyTemperature":1.1,"overrideSettings":{{"wideRootNoise":0.04,"maxTime":"9"}},{GAME}}}"#
    ));
    let warned: Vec<&str> =
        answers.iter().filter(|a| a["warning"].is_string()).map(|a| a["field"].as_str().unwrap()).collect();
    assert_eq!(warned, ["overrideSettings", "foo", "maxvisits", "rootPolicyTemperature"]);
    assert!(answers.iter().all(|answer| answer["id"] == "w"));
    assert!(answers[0]["warning"].as_str().unwrap().starts_with("Unknown config params: wideRootNoise"));
    assert!(answers.last().unwrap()["moveInfos"].is_array(), "{answers:?}");
    let quiet = ask(&format!(r#"{{"id":"q","maxVisits":5,"includeReasons":false,{GAME}}}"#));
    assert_eq!(quiet.len(), 1, "{quiet:?}");
}

#[test]
fn an_empty_list_of_turns_is_told_and_nothing_else() {
    let answers = ask(&format!(r#"{{"id":"e","analyzeTurns":[],{GAME}}}"#));
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["field"], "analyzeTurns");
    assert!(answers[0]["warning"].is_string());
}

#[test]
fn turns_are_answered_once_each_in_the_order_of_their_priorities() {
    let turns = |fields: &str| -> Vec<u64> {
        let answers = ask(&format!("{{\"id\":\"t\",\"maxVisits\":5,{fields},{GAME}}}"));
        answers.iter().filter(|a| a["id"] == "t").map(|a| a["turnNumber"].as_u64().unwrap()).collect()
    };
    assert_eq!(turns(r#""analyzeTurns":[2,0,2,1]"#), [0, 1, 2]);
    assert_eq!(turns(r#""analyzeTurns":[0,1,2],"priorities":[1,3,2]"#), [1, 2, 0]);
}

#[test]
fn who_moves_first() {
    let player = |fields: &str| {
        let answers = ask(&format!(r#"{{"id":"p","maxVisits":2,{fields},{EMPTY}}}"#));
        answers.last().unwrap()["rootInfo"]["currentPlayer"].as_str().unwrap().to_owned()
    };
    assert_eq!(player(r#""moves":[]"#), "B");
    assert_eq!(player(r#""moves":[],"initialPlayer":"W""#), "W");
    assert_eq!(player(r#""moves":[],"initialStones":[["B","C3"]]"#), "B");
    assert_eq!(player(r#""moves":[],"initialStones":[["B","C3"],["B","G7"]]"#), "W", "a handicap");
    assert_eq!(player(r#""moves":[],"initialStones":[["B","C3"],["W","G7"]]"#), "B");
    // after two moves of one side it is the other's turn, also between them
    assert_eq!(player(r#""moves":[["B","C3"],["B","C4"]],"analyzeTurns":[1]"#), "W");
    assert_eq!(player(r#""moves":[["b","(3,3)"],["white","pass"]]"#), "B");
}

#[test]
fn everything_documented_is_in_the_answer() {
    let all = r#""includeOwnership":true,"includeOwnershipStdev":true,"includeMovesOwnership":true,"includeMovesOwnershipStdev":true,"includePolicy":true,"includePVVisits":true,"includeNoResultValue":true"#;
    let line = format!(r#"{{"id":"all","maxVisits":40,{all},{GAME}}}"#);
    for engine in ["puct", "uct"] {
        let answers = ask_with(engine, &line);
        let (answer, info) = (&answers[0], &answers[0]["moveInfos"][0]);
        for name in
            ["id", "isDuringSearch", "turnNumber", "moveInfos", "rootInfo", "policy", "ownership", "ownershipStdev"]
        {
            assert!(!answer[name].is_null(), "{engine} {name}");
        }
        for name in
            "move visits edgeVisits weight edgeWeight playSelectionValue winrate lcb utility utilityLcb prior order \
                     scoreLead scoreMean scoreSelfplay noResultValue pv pvVisits pvEdgeVisits ownership ownershipStdev"
                .split_whitespace()
        {
            assert!(!info[name].is_null(), "{engine} {name}");
        }
        let root = &answer["rootInfo"];
        for name in "visits weight winrate utility scoreLead scoreSelfplay thisHash symHash currentPlayer".split(' ') {
            assert!(!root[name].is_null(), "{engine} {name}");
        }
        if engine == "puct" {
            assert!(info["scoreStdev"].as_f64().unwrap() > 0.0);
            for name in
                "scoreStdev rawWinrate rawLead rawScoreSelfplay rawScoreSelfplayStdev rawNoResultProb rawStWrError \
                         rawStScoreError rawVarTimeLeft"
                    .split_whitespace()
            {
                assert!(root[name].is_f64(), "{name}");
            }
        }
        for (list, least) in [("ownership", -1.0), ("ownershipStdev", 0.0)] {
            for holder in [answer, info] {
                let values = holder[list].as_array().unwrap();
                assert_eq!(values.len(), 81);
                assert!(values.iter().all(|v| (least..=1.0).contains(&v.as_f64().unwrap())), "{engine} {list}");
            }
        }
        let (line, visits) = (info["pv"].as_array().unwrap(), info["pvVisits"].as_array().unwrap());
        assert_eq!(line.len(), visits.len());
        assert_eq!(visits[0], info["visits"]);
        assert!(visits.windows(2).all(|pair| pair[0].as_u64() >= pair[1].as_u64()), "{visits:?}");
        let policy: f64 =
            answer["policy"].as_array().unwrap().iter().filter_map(Value::as_f64).filter(|p| *p > 0.0).sum();
        assert!(engine != "puct" || (policy - 1.0).abs() < 1e-3, "{policy}");
    }
    let short = ask_with("puct", &format!(r#"{{"id":"s","maxVisits":60,"analysisPVLen":1,{GAME}}}"#));
    let longest = short[0]["moveInfos"].as_array().unwrap().iter().map(|m| m["pv"].as_array().unwrap().len()).max();
    assert_eq!(longest, Some(2));
}

#[test]
fn the_bound_of_a_first_visit_is_low_and_rises_with_visits() {
    let answers = ask_with("puct", &format!(r#"{{"id":"l","maxVisits":150,{GAME}}}"#));
    let infos = answers[0]["moveInfos"].as_array().unwrap();
    let number = |info: &Value, name: &str| info[name].as_f64().unwrap();
    for info in infos {
        let (win, lcb, visits) = (number(info, "winrate"), number(info, "lcb"), number(info, "visits"));
        assert!(lcb < win, "{info}");
        if visits == 1.0 {
            assert!((win - lcb - 1.25).abs() < 0.01, "one visit is no evidence: {info}");
        }
        assert!(visits < 30.0 || win - lcb < 0.2, "many visits are: {info}");
    }
}

/// Moves of the answer with their visits.
fn moves_of(answer: &Value) -> Vec<(&str, u64)> {
    let infos = answer["moveInfos"].as_array().unwrap();
    infos.iter().map(|info| (info["move"].as_str().unwrap(), info["visits"].as_u64().unwrap())).collect()
}

#[test]
fn restrictions_bind_the_search_down_to_their_depth() {
    for engine in ["puct", "uct"] {
        let query = |field: &str, player: &str, moves: &str, depth: usize| {
            let entry = format!(r#"{{"player":"{player}","moves":{moves},"untilDepth":{depth}}}"#);
            ask_with(engine, &format!(r#"{{"id":"r","maxVisits":60,"includePolicy":true,"{field}":[{entry}],{GAME}}}"#))
        };
        // all visits go to the moves that are allowed, however unlikely
        let answers = query("allowMoves", "B", r#"["A1","J9"]"#, 1);
        let moves = moves_of(&answers[0]);
        assert!(moves.iter().all(|(mv, _)| ["A1", "J9"].contains(mv)), "{engine} {moves:?}");
        assert_eq!(
            moves.iter().map(|(_, visits)| visits).sum::<u64>(),
            answers[0]["rootInfo"]["visits"].as_u64().unwrap()
        );
        // the network's policy is told for all moves
        let open = answers[0]["policy"].as_array().unwrap().iter().filter(|p| p.as_f64().unwrap() >= 0.0).count();
        assert!(open > 70, "{engine}: {open}");
        let answers = query("avoidMoves", "B", r#"["E3","D4","G7","C6","F3"]"#, 1);
        assert!(moves_of(&answers[0]).iter().all(|(mv, _)| !["E3", "D4", "G7", "C6", "F3"].contains(mv)), "{engine}");
        // White may only answer in the corner
        let answers = query("allowMoves", "W", r#"["A1"]"#, 2);
        let lines = answers[0]["moveInfos"].as_array().unwrap().iter().map(|info| info["pv"].as_array().unwrap());
        let replies: Vec<&Value> = lines.filter_map(|line| line.get(1)).collect();
        assert!(!replies.is_empty() && replies.iter().all(|reply| *reply == "A1"), "{engine} {replies:?}");
        // nothing may be played: nothing is ranked, and the search still ends
        for none in ["[]", r#"["E5"]"#] {
            let answers = query("allowMoves", "B", none, 1);
            assert_eq!(moves_of(&answers[0]), [], "{engine} {none}");
        }
    }
}

#[test]
fn restrictions_of_one_query_do_not_reach_the_next() {
    let allow = r#""allowMoves":[{"player":"B","moves":["A1"],"untilDepth":3}],"#;
    for engine in ["puct", "uct"] {
        let line = |id: &str, fields: &str| format!("{{\"id\":\"{id}\",\"maxVisits\":30,{fields}{GAME}}}\n");
        let answers = ask_with(engine, &[line("a", ""), line("b", allow), line("c", "")].concat());
        assert_eq!(moves_of(&answers[1])[0].0, "A1");
        assert_eq!(moves_of(&answers[0])[0].0, moves_of(&answers[2])[0].0, "{engine}");
        assert!(moves_of(&answers[2]).len() > 1);
    }
}

#[test]
fn a_query_gets_its_own_visits_however_many_came_before() {
    let other = r#""rules":"chinese","komi":7.5,"boardXSize":7,"boardYSize":7,"moves":[]"#;
    for engine in ["puct", "uct", "uct-plain"] {
        let line = |id: usize, game: &str| format!("{{\"id\":\"{id}\",\"maxVisits\":30,{game}}}\n");
        let lines: String = (0..6).map(|id| line(id, if id % 2 == 0 { GAME } else { other })).collect();
        for answer in ask_with(engine, &lines) {
            assert_eq!(answer["rootInfo"]["visits"], 30, "{engine}");
        }
    }
}

#[test]
fn the_same_query_gets_the_same_answer_whatever_came_before() {
    let line = |id: &str, visits: usize| format!("{{\"id\":\"{id}\",\"maxVisits\":{visits},{GAME}}}\n");
    for engine in ["puct", "uct"] {
        let answers = ask_with(engine, &[line("a", 20), line("b", 5), line("c", 20), line("d", 40)].concat());
        let visits: Vec<u64> = answers.iter().map(|answer| answer["rootInfo"]["visits"].as_u64().unwrap()).collect();
        assert_eq!(visits, [20, 5, 20, 40], "{engine}");
        assert_eq!(answers[0]["moveInfos"], answers[2]["moveInfos"], "{engine}");
        let fresh = ask_with(engine, &line("d", 40));
        assert_eq!(answers[3]["moveInfos"], fresh[0]["moveInfos"], "{engine}: going on is as good as starting anew");
    }
}

#[test]
fn actions_are_echoed_with_what_they_ask_for() {
    let answers = ask(
        "{\"id\":\"v\",\"action\":\"query_version\",\"extra\":1}\n{\"id\":\"m\",\"action\":\"query_models\"}\n\
         {\"id\":\"t\",\"action\":\"terminate\"}\n{\"id\":\"u\",\"action\":\"terminate\",\"terminateId\":\"zzz\"}\n\
         {\"id\":\"n\",\"action\":\"terminate_all\",\"turnNumbers\":[\"a\"]}\n{\"id\":\"a\",\"action\":\"terminate_all\",\"turnNumbers\":[0]}",
    );
    assert_eq!((&answers[0]["extra"], &answers[0]["action"]), (&json!(1), &json!("query_version")));
    assert!(answers[0]["git_hash"].is_string());
    let model = &answers[1]["models"][0];
    for name in ["name", "internalName", "maxBatchSize", "usesHumanSLProfile", "version", "usingFP16"] {
        assert!(!model[name].is_null(), "{name}");
    }
    assert_eq!((&answers[2]["field"], &answers[2]["id"]), (&json!("terminateId"), &json!("t")));
    assert_eq!(answers[3], json!({"id":"u","action":"terminate","terminateId":"zzz"}));
    assert_eq!(answers[4]["field"], "turnNumbers");
    assert_eq!(answers[5], json!({"id":"a","action":"terminate_all","turnNumbers":[0]}));
}

#[test]
fn single_turns_can_be_terminated() {
    let long = format!(r#"{{"id":"long","analyzeTurns":[0,1,2],"maxVisits":100000000,{GAME}}}"#);
    let stop = |turns: &str| format!(r#"{{"id":"s","action":"terminate","terminateId":"long","turnNumbers":{turns}}}"#);
    let answers = ask(&format!("{long}\n{}\n{}", stop("[1,2]"), stop("[0]")));
    let turns: Vec<&Value> = answers.iter().filter(|a| a["id"] == "long").map(|a| &a["turnNumber"]).collect();
    assert_eq!(turns.len(), 3, "{answers:?}");
    let without = |turn: usize| answers.iter().any(|a| a["turnNumber"] == turn && a["noResults"] == true);
    assert!(without(1) && without(2));
}

#[test]
fn a_line_without_an_end_is_refused() {
    let answers =
        ask(&format!("{{\"id\":\"{}\"}}\n{{\"id\":\"v\",\"action\":\"query_version\"}}", "x".repeat(5 << 20)));
    assert!(answers[0]["error"].as_str().unwrap().starts_with("a line may have at most"), "{}", answers[0]);
    assert_eq!(answers[1]["id"], "v");
}
