use super::*;

#[test]
fn the_first_who_stops_the_work_is_named() {
    let (cx, other) = (Context::default(), Context::default());
    assert_eq!(cx.go_on(), Ok(()));
    cx.cancel.expire();
    cx.cancel.cancel();
    assert_eq!(cx.go_on(), Err(ApiError::Deadline));
    other.cancel.cancel();
    other.cancel.expire();
    assert_eq!(other.go_on(), Err(ApiError::Cancelled));
}
