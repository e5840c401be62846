use super::*;

#[test]
fn numbers_that_no_clock_or_board_can_hold_are_refused_by_name() {
    for value in [-1.0, 0.0, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let told = seconds("seconds", value).unwrap_err().to_string();
        assert!(told.starts_with("seconds must be a number of seconds") && told.ends_with(&format!("not {value:?}")));
    }
    assert_eq!(seconds("seconds", 0.5), Ok(0.5));
    assert_eq!(clock("time_left", 0.0), Ok(0.0));
    assert!(clock("time_left", 3.5e38).is_err() && clock("time_left", f64::NAN).is_err());
    assert!(komi("komi", f32::NAN).is_err() && komi("komi", 1e30).is_err() && komi("komi", -7.5).is_ok());
    assert!(share("sample", 1.5).is_err() && threads("threads", 100_000).is_err() && threads("threads", 8).is_ok());
}

#[test]
fn no_command_starts_work_with_such_numbers() {
    let cx = crate::Context::default();
    let sgf = "(;SZ[9]AB[ee]AW[cc])";
    let player = |seconds: f64| serde_json::json!({"engine": "uct", "seconds": seconds});
    for bad in [-1.0, 1e300] {
        let requests = [
            ("genmove", serde_json::json!({"sgf": sgf, "player": player(bad)})),
            ("analyse", serde_json::json!({"sgf": sgf, "player": player(bad)})),
            ("read", serde_json::json!({"sgf": sgf, "goal": "capture", "targets": ["E5"], "seconds": bad})),
            ("problem", serde_json::json!({"sgf": sgf, "seconds": bad})),
            ("show", serde_json::json!({"sgf": sgf, "komi": if bad < 0.0 { -1e4 } else { 1e30 }})),
        ];
        for (name, request) in requests {
            let entry = crate::catalogue().into_iter().find(|entry| entry.name == name).unwrap();
            let told = (entry.run)(request, &cx);
            assert!(matches!(told, Err(ApiError::BadRequest { field: Some(_), .. })), "{name} {bad}: {told:?}");
        }
    }
}
