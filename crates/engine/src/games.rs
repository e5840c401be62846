//! Calculations with games (numbers, sums, thermographs) that end when whoever asked goes away, and before memory does.

use gosedai_cgt::Arena;
use gosedai_cgt::stop::{Stopped, until_stopped};

use crate::{ApiError, Context};

/// Different games that one calculation may remember: about a gigabyte with all that belongs to them.
const MOST_GAMES: usize = 3_000_000;

/// Does work in an arena that stops. Work that hands its arena out must let it finish first.
pub fn until_asked_to_stop<T>(cx: &Context, field: &str, work: impl FnOnce(Arena) -> T) -> Result<T, ApiError> {
    let mut arena = Arena::new();
    arena.stop_by(cx.cancel.flag());
    arena.hold_at_most(MOST_GAMES);
    until_stopped(|| work(arena)).map_err(|stopped| match stopped {
        Stopped::Asked => cx.cancel.why().unwrap_or(ApiError::Cancelled),
        Stopped::TooLarge(_) => ApiError::bad(field, stopped),
    })
}
