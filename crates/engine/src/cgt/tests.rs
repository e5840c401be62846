use super::*;

fn ask(expressions: &[&str], cool: Option<&str>) -> Result<CgtAnswer, ApiError> {
    let request = Cgt {
        expressions: expressions.iter().map(|s| s.to_string()).collect(),
        cool: cool.map(str::to_string),
        ..Cgt::default()
    };
    request.run(&Context::default())
}

#[test]
fn answers_with_the_keys_of_the_contract() {
    let answer = ask(&["{4|0}", "{6|{4|0}}", "-7"], Some("2")).unwrap();
    assert_eq!((answer.value.as_str(), answer.outcome.as_str()), ("-1^*", "R"));
    assert_eq!(answer.atomic_weight, Some(1));
    let json = serde_json::to_value(&answer).unwrap();
    for key in [
        "canonical",
        "value",
        "mean",
        "temperature",
        "left_stop",
        "right_stop",
        "thermograph",
        "outcome",
        "atomic_weight",
    ] {
        assert!(json.get(key).is_some(), "{key}");
    }
    assert!(ask(&["{4|"], None).is_err());
    assert!(ask(&["1"], Some("1/3")).is_err());
    assert!(ask(&[], None).is_err());
}

/// The hot endgame example of the slides: Black begins at the star, White at the arrow.
#[test]
fn tells_where_to_begin() {
    let request =
        Cgt { expressions: ["{3|-1}", "{6|{4|0}}", "-6"].map(str::to_string).to_vec(), play: true, ..Cgt::default() };
    let play = request.run(&Context::default()).unwrap().play.unwrap();
    let text = |list: &[Option<String>]| list.iter().map(|s| s.clone().unwrap_or_default()).collect::<Vec<_>>();
    assert_eq!(text(&play.left_first), ["1", "-1", ""]);
    assert_eq!(text(&play.right_first), ["-1", "-3", ""]);
    assert_eq!((play.best_left, play.best_right), (vec![0], vec![1]));
}

#[test]
fn hackenbush_warming_and_heating() {
    let value = |request: Cgt| request.run(&Context::default()).unwrap().value;
    assert_eq!(value(Cgt { hackenbush: vec!["brrrr g".into()], ..Cgt::default() }), "1/16*");
    let half = || vec!["1/2".to_string()];
    assert_eq!(value(Cgt { expressions: half(), warm: Some("1".into()), ..Cgt::default() }), "{1|0}");
    assert_eq!(value(Cgt { expressions: half(), heat: Some("1".into()), ..Cgt::default() }), "1/2");
    assert!(Cgt { hackenbush: vec!["xyz".into()], ..Cgt::default() }.run(&Context::default()).is_err());
}

/// Two hundred hot summands, in one expression: once this went on, and grew, after its caller had gone.
#[test]
fn endless_sums_stop_with_their_asker_and_before_memory_does() {
    let hot = |n: i64| format!("{{{}|{{0|-{}}}}}", 7 * n * n, 5 * n * n + 1);
    let sum = (1..=200).map(hot).collect::<Vec<_>>().join("+");
    let cx = Context::default();
    let cancel = cx.cancel.clone();
    let asker = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        cancel.expire();
    });
    let told = Cgt { expressions: vec![sum.clone()], ..Cgt::default() }.run(&cx);
    assert_eq!(told.unwrap_err(), ApiError::Deadline);
    asker.join().unwrap();
    let many = Cgt { expressions: vec!["{4|0}".into(); 41], ..Cgt::default() }.run(&Context::default());
    assert!(matches!(many, Err(ApiError::BadRequest { field: Some(field), .. }) if field == "expressions"));
}

#[test]
fn thirteen_summands_of_the_second_board_problem() {
    let texts = [
        "7/4",
        "2+{miny(3)|0^3}",
        "3+{miny(1)|0}",
        "3^*",
        "7/4",
        "3",
        "-1",
        "-5/2",
        "-4v",
        "-2*",
        "-1",
        "-3+{0|tiny(2)}",
        "-2+{0^2|tiny(3)}",
    ];
    let answer = ask(&texts, None).unwrap();
    assert_eq!((answer.mean.as_str(), answer.atomic_weight), ("-1", Some(-1)));
}
