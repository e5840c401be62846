use super::*;

/// Sixteen points in retrograde take minutes and gigabytes: a switch that nobody looked at.
#[test]
fn retrograde_analysis_stops_when_asked_to() {
    let cx = Context::default();
    cx.cancel.expire();
    let request = |method: &str| Solve { board: Some("3x4".into()), method: Some(method.into()), ..Solve::default() };
    assert_eq!(request("oracle").run(&cx).unwrap_err(), ApiError::Deadline);
    assert!(!request("best").run(&cx).unwrap().complete);
    assert!(request("oracle").run(&Context::default()).unwrap().complete);
}
