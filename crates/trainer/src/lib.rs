//! Many games side by side for training programs in other languages: moves in, network inputs (KataGo's version 7) out.
//!
//! Points are numbered on a canvas of 19×19 whatever the board: `row * 19 + column`, row 0 on top, 361 the pass; smaller boards
//! lie in its upper left corner. Every call spreads its seats over the pool's threads. A bad argument makes a call do nothing;
//! no panic leaves the library.

mod pool;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice::{from_raw_parts, from_raw_parts_mut};

pub use pool::{AREA, GLOBALS, Pool, Start};

/// Makes a pool of `seats` games on `threads` threads (0: one for each core); null where that fails.
#[unsafe(no_mangle)]
pub extern "C" fn pool_new(seats: u32, threads: u32) -> *mut Pool {
    let made = catch_unwind(|| Pool::new(seats as usize, threads as usize).ok());
    made.ok().flatten().map_or(std::ptr::null_mut(), |pool| Box::into_raw(Box::new(pool)))
}

/// Frees a pool.
///
/// # Safety
/// `pool` comes from [`pool_new`] and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pool_free(pool: *mut Pool) {
    if !pool.is_null() {
        // SAFETY: passed on from the caller
        let pool = unsafe { Box::from_raw(pool) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(pool)));
    }
}

/// Begins games. `moves[offsets[i]..offsets[i + 1]]` are played alternately from the first player; an illegal one ends the
/// list. `played[i]` is how many were played. `setup` holds Black's handicap stones in the same way.
///
/// # Safety
/// `seats`, `starts` and `played` have `n` entries, the offsets `n + 1` that rise within the moves and set-up stones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pool_start(
    pool: *const Pool,
    n: u32,
    seats: *const u32,
    starts: *const Start,
    moves: *const u16,
    offsets: *const u32,
    setup: *const u16,
    setup_offsets: *const u32,
    played: *mut u16,
) {
    let n = n as usize;
    guarded(|| {
        // SAFETY: passed on from the caller
        unsafe {
            let Some(pool) = pool.as_ref() else { return };
            let (offsets, setup_offsets) = (slice(offsets, n + 1), slice(setup_offsets, n + 1));
            let last = |offsets: &[u32]| offsets.last().map_or(0, |&last| last as usize);
            let moves = (slice(moves, last(offsets)), offsets);
            let setup = (slice(setup, last(setup_offsets)), setup_offsets);
            pool.start(slice(seats, n), slice(starts, n), moves, setup, slice_mut(played, n));
        }
    });
}

/// What the network sees at these seats. `planes[n * 361]`: bit p of a word is plane p at that point, bit 22 tells that the
/// side to move may play there, bit 23 that it is on the board. `global[n * 19]`; `to_move[n]`: 0 Black, 1 White.
///
/// # Safety
/// The arrays have the sizes given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pool_features(
    pool: *const Pool,
    n: u32,
    seats: *const u32,
    planes: *mut u32,
    global: *mut f32,
    to_move: *mut u8,
) {
    let n = n as usize;
    guarded(|| {
        // SAFETY: passed on from the caller
        unsafe {
            let Some(pool) = pool.as_ref() else { return };
            let (planes, global) = (slice_mut(planes, n * AREA), slice_mut(global, n * GLOBALS));
            pool.features(slice(seats, n), planes, global, slice_mut(to_move, n));
        }
    });
}

/// Plays a move at each seat; `over[i]`: 0 the game goes on, 1 it has ended, 2 the move was illegal and not played.
///
/// # Safety
/// The arrays have `n` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pool_play(pool: *const Pool, n: u32, seats: *const u32, moves: *const u16, over: *mut u8) {
    let n = n as usize;
    guarded(|| {
        // SAFETY: passed on from the caller
        unsafe {
            let Some(pool) = pool.as_ref() else { return };
            pool.play(slice(seats, n), slice(moves, n), slice_mut(over, n));
        }
    });
}

/// Moves played at a seat so far.
///
/// # Safety
/// `pool` comes from [`pool_new`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pool_turn(pool: *const Pool, seat: u32) -> u32 {
    // SAFETY: passed on from the caller
    let turn = || unsafe { pool.as_ref() }.map_or(0, |pool| pool.turn(seat as usize));
    catch_unwind(AssertUnwindSafe(turn)).unwrap_or(0)
}

fn guarded(work: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(work));
}

unsafe fn slice<'a, T>(first: *const T, count: usize) -> &'a [T] {
    // SAFETY: the caller has `count` entries there, or none
    if first.is_null() || count == 0 { &[] } else { unsafe { from_raw_parts(first, count) } }
}

unsafe fn slice_mut<'a, T>(first: *mut T, count: usize) -> &'a mut [T] {
    // SAFETY: as above
    if first.is_null() || count == 0 { &mut [] } else { unsafe { from_raw_parts_mut(first, count) } }
}
