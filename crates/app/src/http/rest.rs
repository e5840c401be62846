//! When there is nothing to do, memory that was freed goes back to the system.
//!
//! Every request works on a thread of its own, and the C library of Linux gives each thread its own store of memory, of which it
//! keeps ever more the larger the pieces are that were freed: after a busy hour the server would hold many times what it uses.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Shared;

/// Between two looks whether there is something to give back.
const PERIOD: Duration = Duration::from_secs(2);
/// What is freed last, after the work has ended, goes back as well.
const ROUNDS: u32 = 3;

/// Gives back what the allocator keeps, whenever work has ended and none is going on; never ends.
pub async fn give_back(server: Shared) {
    let (mut seen, mut rounds) = (0, 0);
    loop {
        tokio::time::sleep(PERIOD).await;
        let begun = server.begun.load(Ordering::Relaxed);
        if begun != seen {
            (seen, rounds) = (begun, ROUNDS);
        }
        if rounds > 0 && server.working.load(Ordering::Relaxed) == 0 {
            rounds -= 1;
            allocator::trim();
        }
    }
}

pub use allocator::keep_little;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod allocator {
    unsafe extern "C" {
        fn malloc_trim(keep: usize) -> i32;
        fn mallopt(what: i32, value: i32) -> i32;
    }

    const TRIM_THRESHOLD: i32 = -1;
    const MMAP_THRESHOLD: i32 = -3;
    /// What a thread's store may keep at its end, and from where on a piece comes from the system directly.
    const BYTES: i32 = 1 << 20;

    /// Fixes thresholds that would otherwise grow with what is freed.
    pub fn keep_little() {
        // SAFETY: functions of the C library that take numbers and may be called at any time from any thread.
        unsafe {
            mallopt(TRIM_THRESHOLD, BYTES);
            mallopt(MMAP_THRESHOLD, BYTES);
        }
    }

    pub fn trim() {
        // SAFETY: as above.
        unsafe {
            malloc_trim(0);
        }
    }
}

/// Elsewhere the allocator does it by itself.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod allocator {
    pub fn keep_little() {}
    pub fn trim() {}
}
