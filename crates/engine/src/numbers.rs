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
mod tests;
