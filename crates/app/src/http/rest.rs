//! When there is nothing to do, memory that was freed goes back to the system.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Shared;

/// Between two looks whether there is something to give back.
const PERIOD: Duration = Duration::from_secs(3);

/// Gives back what the allocator keeps, whenever work has ended and none is going on; never ends.
pub async fn give_back(server: Shared) {
    let mut seen = 0;
    loop {
        tokio::time::sleep(PERIOD).await;
        let begun = server.begun.load(Ordering::Relaxed);
        if begun != seen && server.working.load(Ordering::Relaxed) == 0 {
            seen = begun;
            trim();
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn trim() {
    unsafe extern "C" {
        fn malloc_trim(keep: usize) -> i32;
    }
    // SAFETY: a function of the C library that takes a number and may be called at any time from any thread.
    unsafe {
        malloc_trim(0);
    }
}

/// Elsewhere the allocator does it by itself.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
