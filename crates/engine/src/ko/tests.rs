use super::*;

fn ask(kind: &str, approach: Option<u32>, c: &str, f: &str) -> Result<KoAnswer, ApiError> {
    let request = Ko { kind: kind.into(), approach, black_wins: c.into(), white_wins: f.into(), pictures: false };
    request.run(&Context::default())
}

#[test]
fn shares_of_the_swing() {
    for (approach, share) in [(1, "1/5"), (2, "1/8"), (3, "1/13")] {
        let answer = ask("approach", Some(approach), "13", "0").unwrap();
        assert_eq!(answer.positions[1].models[0].share, share);
        assert_eq!(answer.positions[1].class, "hyperactive");
    }
    let simple = ask("simple", None, "3", "0").unwrap();
    assert_eq!((simple.positions[0].models[0].share.as_str(), simple.positions[0].class), ("1/3", "placid"));
    let stages = ask("two-stage", None, "4", "0").unwrap();
    assert_eq!(stages.positions[1].models[0].mean, "2");
    assert_eq!(stages.positions[1].models[0].share, "1/4");
    for bad in [ask("simple", Some(1), "3", "0"), ask("approach", None, "3", "0"), ask("x", None, "3", "0")] {
        assert!(bad.is_err());
    }
    assert!(ask("simple", None, "0", "0").is_err() && ask("simple", None, "a", "0").is_err());
}

#[test]
fn a_simple_ko_may_leave_a_move_at_its_end() {
    let answer = ask("simple", None, "{9|7}", "0").unwrap();
    assert_eq!(answer.swing, "8");
    for under in &answer.positions[0].models {
        assert_eq!((under.mean.as_str(), under.temperature.as_str(), under.share.as_str()), ("16/3", "8/3", "1/3"));
    }
    assert!(ask("two-stage", None, "{9|7}", "0").is_err() && ask("simple", None, "{9|", "0").is_err());
    assert!(ask("simple", None, "0", "{9|7}").is_err());
}
