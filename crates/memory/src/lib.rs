//! The one way in which large tables are taken. Memory for them may be missing: then one sentence says so, and nothing is harmed.
//!
//! Searches are deep and have no place for errors, so a table that cannot be had unwinds them; [`told`] is where that ends.
//! Whoever waits for a thread hands on what unwound it ([`joined`]).

pub mod fault;

use std::alloc::{Layout, alloc_zeroed};
use std::fmt;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::AtomicU64;

/// What is smaller is taken as everybody takes it.
pub const LARGE: usize = 256 << 10;

/// A table that could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    pub bytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.bytes >> 20 {
            0 => write!(out, "a table of {} KiB cannot be had: there is too little memory", self.bytes >> 10),
            mib => write!(out, "a table of {mib} MiB cannot be had: there is too little memory"),
        }
    }
}

impl std::error::Error for NoMemory {}

impl NoMemory {
    /// Unwinds to [`told`]; no panic is reported on the way.
    pub fn unwind(self) -> ! {
        resume_unwind(Box::new(self))
    }
}

fn size<T>(count: usize) -> usize {
    count.saturating_mul(size_of::<T>())
}

fn checked(bytes: usize) -> Result<(), NoMemory> {
    if bytes >= LARGE && fault::comes() { Err(NoMemory { bytes }) } else { Ok(()) }
}

/// An empty list with room for so many.
pub fn try_room<T>(count: usize) -> Result<Vec<T>, NoMemory> {
    let bytes = size::<T>(count);
    checked(bytes)?;
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| NoMemory { bytes })?;
    // a table that is only tried would not be taken at all: the compiler leaves out what nobody looks at
    black_box(list.as_ptr());
    Ok(list)
}

/// A table with the same value everywhere.
pub fn try_filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, NoMemory> {
    let mut table = try_room(count)?;
    table.resize(count, value);
    Ok(table)
}

/// Numbers of which all bytes zero are the number zero.
///
/// # Safety
/// All bytes zero must be a valid value of the type.
pub unsafe trait Number {}
// SAFETY: zero bytes are zero in each of these.
unsafe impl Number for u8 {}
unsafe impl Number for i16 {}
unsafe impl Number for u32 {}
unsafe impl Number for f32 {}
unsafe impl Number for AtomicU64 {}

/// Zeros straight from the system, whose pages cost nothing until they are touched.
pub fn try_zeros<T: Number>(count: usize) -> Result<Vec<T>, NoMemory> {
    let bytes = size::<T>(count);
    if bytes == 0 {
        return Ok(Vec::new());
    }
    checked(bytes)?;
    let layout = Layout::array::<T>(count).map_err(|_| NoMemory { bytes })?;
    // SAFETY: the layout is not empty. Zero bytes are a number, and the vector gets exactly what was allocated for `count`.
    unsafe {
        let start = black_box(alloc_zeroed(layout).cast::<T>());
        if start.is_null() { Err(NoMemory { bytes }) } else { Ok(Vec::from_raw_parts(start, count, count)) }
    }
}

/// [`try_room`] that unwinds.
pub fn room<T>(count: usize) -> Vec<T> {
    try_room(count).unwrap_or_else(|missing| missing.unwind())
}

/// [`try_filled`] that unwinds.
pub fn filled<T: Clone>(value: T, count: usize) -> Vec<T> {
    try_filled(value, count).unwrap_or_else(|missing| missing.unwind())
}

/// [`try_zeros`] that unwinds.
pub fn zeros<T: Number>(count: usize) -> Vec<T> {
    try_zeros(count).unwrap_or_else(|missing| missing.unwind())
}

/// Makes room for so many more in a list that grows; unwinds.
#[inline]
pub fn more<T>(list: &mut Vec<T>, count: usize) {
    if list.capacity() - list.len() < count {
        grow(list, count);
    }
}

#[cold]
fn grow<T>(list: &mut Vec<T>, count: usize) {
    // as vectors grow by themselves
    let bytes = size::<T>((2 * list.capacity()).max(list.len().saturating_add(count)));
    if checked(bytes).is_err() || list.try_reserve(count).is_err() {
        NoMemory { bytes }.unwind();
    }
}

/// Does work whose large tables may be missing.
pub fn told<T>(work: impl FnOnce() -> T) -> Result<T, NoMemory> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|thrown| match thrown.downcast::<NoMemory>() {
        Ok(missing) => *missing,
        // a fault of ours
        Err(other) => resume_unwind(other),
    })
}

/// What a thread came back with; what unwound it goes on unwinding here.
pub fn joined<T>(ended: std::thread::Result<T>) -> T {
    ended.unwrap_or_else(|thrown| resume_unwind(thrown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_asked_to_fail_fails_and_says_its_size() {
        let take = || {
            let mut list: Vec<u64> = Vec::new();
            more(&mut list, LARGE);
            (filled(7u8, LARGE), zeros::<f32>(LARGE), room::<u32>(LARGE), list, filled(1u8, 10))
        };
        let mut sentences = Vec::new();
        for steps in 0.. {
            fault::fail_after(Some(steps));
            let got = told(take);
            let came = fault::fail_after(None).is_none();
            assert_eq!(got.is_err(), came);
            match got {
                Err(missing) => sentences.push(missing.to_string()),
                Ok((sevens, zeros, ..)) => {
                    assert!(sevens.iter().all(|&x| x == 7) && zeros.iter().all(|&x| x == 0.0));
                    break;
                }
            }
        }
        assert_eq!(sentences.len(), 4, "small tables are no steps: {sentences:?}");
        assert_eq!(sentences[1], "a table of 256 KiB cannot be had: there is too little memory");
    }

    #[test]
    fn more_than_there_is_unwinds_out_of_threads_too() {
        let missing = told(|| std::thread::scope(|s| joined(s.spawn(|| room::<u64>(usize::MAX / 16)).join())));
        assert_eq!(missing.err(), Some(NoMemory { bytes: usize::MAX / 16 * 8 }));
        assert!(try_zeros::<u32>(usize::MAX / 8).is_err() && try_zeros::<u32>(0).is_ok());
        // more than an address space, tried and dropped
        assert!(try_room::<u8>(1 << 60).map(drop).is_err() && try_zeros::<u8>(1 << 60).map(drop).is_err());
    }
}
