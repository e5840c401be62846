//! Numbers from outside are checked here: one rule and one message for each kind, for all surfaces.

use std::ops::RangeInclusive;

use crate::ApiError;

/// Thirty years: longer than any game, short enough for every clock.
const MOST_SECONDS: f64 = 1e9;
const MOST_THREADS: usize = 1024;
const MOST_KOMI: f32 = 1000.0;

/// Seconds to think.
pub fn seconds(field: &str, value: f64) -> Result<f64, ApiError> {
    if value > 0.0 && value <= MOST_SECONDS {
        return Ok(value);
    }
    let message =
        format!("{field} must be a number of seconds greater than 0 and at most {MOST_SECONDS}, not {value:?}");
    Err(ApiError::bad(field, message))
}

/// Seconds that are left on a clock.
pub fn clock(field: &str, value: f64) -> Result<f64, ApiError> {
    within(field, "a number of seconds", value, 0.0..=MOST_SECONDS)
}

pub fn komi(field: &str, value: f32) -> Result<f32, ApiError> {
    within(field, "a number of points", value, -MOST_KOMI..=MOST_KOMI)
}

/// A part of a whole.
pub fn share(field: &str, value: f64) -> Result<f64, ApiError> {
    within(field, "a share", value, 0.0..=1.0)
}

/// Nobody counts to 0 threads: it stands for the usual number.
pub fn threads(field: &str, value: usize) -> Result<usize, ApiError> {
    within(field, "a number", value, 0..=MOST_THREADS)
}

fn within<T: PartialOrd + std::fmt::Display + std::fmt::Debug>(
    field: &str,
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<T, ApiError> {
    if range.contains(&value) {
        return Ok(value);
    }
    let message = format!("{field} must be {what} from {} to {}, not {value:?}", range.start(), range.end());
    Err(ApiError::bad(field, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_no_clock_or_board_can_hold_are_refused_by_name() {
        for value in [-1.0, 0.0, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let told = seconds("seconds", value).unwrap_err().to_string();
            assert!(
                told.starts_with("seconds must be a number of seconds") && told.ends_with(&format!("not {value:?}"))
            );
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
                ("review", serde_json::json!({"sgf": "(;SZ[9];B[ee];W[cc])", "seconds": bad})),
                ("show", serde_json::json!({"sgf": sgf, "komi": if bad < 0.0 { -1e4 } else { 1e30 }})),
            ];
            for (name, request) in requests {
                let entry = crate::catalogue().into_iter().find(|entry| entry.name == name).unwrap();
                let told = (entry.run)(request, &cx);
                assert!(matches!(told, Err(ApiError::BadRequest { field: Some(_), .. })), "{name} {bad}: {told:?}");
            }
        }
    }
}
