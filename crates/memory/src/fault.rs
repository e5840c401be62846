//! Faults on purpose, for tests: the step after so many others fails. Steps are those of writing files and the large tables.

use std::cell::Cell;
use std::io::{self, Write};
use std::sync::atomic::{AtomicI64, Ordering};

thread_local! {
    static HERE: Cell<Option<u32>> = const { Cell::new(None) };
}

static ANYWHERE: AtomicI64 = AtomicI64::new(-1);

/// For tests of whole programs: the step after so many others fails, whichever thread takes it, and a word on standard error
/// says that it came.
pub fn fail_anywhere_after(steps: u32) {
    ANYWHERE.store(i64::from(steps), Ordering::SeqCst);
}

/// For tests: the step on this thread after so many others fails. Gives back what was left of an earlier count: `None` if its
/// fault has come.
pub fn fail_after(steps: Option<u32>) -> Option<u32> {
    HERE.replace(steps)
}

/// Every step asks here whether it has to fail.
pub fn comes() -> bool {
    if ANYWHERE.load(Ordering::Relaxed) >= 0 && ANYWHERE.fetch_sub(1, Ordering::SeqCst) == 0 {
        let _ = writeln!(io::stderr(), "a fault was made");
        return true;
    }
    let left = HERE.get();
    HERE.set(left.and_then(|left| left.checked_sub(1)));
    left == Some(0)
}
