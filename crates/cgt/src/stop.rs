//! Sums of hot games grow without end: whoever asks for one can stop it, and can say how much may be remembered for it.
//!
//! The recursion of sums and comparisons is deep and has no place for errors, so a stop unwinds it; [`until_stopped`] is where
//! that ends. An arena whose work was stopped is whole: nothing is entered in its tables before it is known.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::arena::Arena;

/// Why a calculation ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    #[error("the calculation was stopped")]
    Asked,
    #[error("the calculation needs more than {0} different games")]
    TooLarge(usize),
}

/// What an arena looks at now and then.
#[derive(Default)]
pub(crate) struct Watch {
    flag: Option<Arc<AtomicBool>>,
    most_games: Option<usize>,
    steps: u32,
}

/// Steps between two looks.
const PERIOD: u32 = 1 << 10;

impl Arena {
    /// Work in this arena ends when the flag is set. It must then happen inside [`until_stopped`].
    pub fn stop_by(&mut self, flag: Arc<AtomicBool>) {
        self.watch.flag = Some(flag);
    }

    /// Work in this arena ends when it holds more games than this. It must then happen inside [`until_stopped`].
    pub fn hold_at_most(&mut self, games: usize) {
        self.watch.most_games = Some(games);
    }

    /// From here on nothing stops it: for the few words that are left to say.
    pub fn let_finish(&mut self) {
        self.watch = Watch::default();
    }

    /// One step of work that may be long.
    #[inline]
    pub(crate) fn step(&mut self) {
        self.watch.steps = self.watch.steps.wrapping_add(1);
        if self.watch.steps.is_multiple_of(PERIOD) {
            self.look();
        }
    }

    #[cold]
    fn look(&self) {
        if self.watch.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            resume_unwind(Box::new(Stopped::Asked));
        }
        if let Some(most) = self.watch.most_games.filter(|&most| self.len() > most) {
            resume_unwind(Box::new(Stopped::TooLarge(most)));
        }
    }
}

/// Does work in arenas that can be stopped.
pub fn until_stopped<T>(work: impl FnOnce() -> T) -> Result<T, Stopped> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|thrown| match thrown.downcast::<Stopped>() {
        Ok(stopped) => *stopped,
        // a fault of ours, not a stop
        Err(other) => resume_unwind(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;
    use crate::{Game, SumSearch};

    /// Switches of all sizes: the sum of n of them has 2^n positions.
    fn switches(arena: &mut Arena, count: i64) -> Vec<Game> {
        (1..=count).map(|n| parse(arena, &format!("{{{}|{{0|-{}}}}}", 7 * n * n, 5 * n * n + 1)).unwrap()).collect()
    }

    #[test]
    fn endless_sums_end_when_asked_to_and_when_they_grow_too_large() {
        let mut arena = Arena::new();
        let games = switches(&mut arena, 60);
        arena.hold_at_most(20_000);
        assert_eq!(until_stopped(|| arena.sum(&games)).err(), Some(Stopped::TooLarge(20_000)));
        assert!(arena.len() < 60_000, "{}", arena.len());
        let flag = Arc::new(AtomicBool::new(false));
        arena.let_finish();
        arena.stop_by(flag.clone());
        let asker = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        });
        assert_eq!(until_stopped(|| arena.sum(&games)).err(), Some(Stopped::Asked));
        assert_eq!(until_stopped(|| SumSearch::new().stop(&mut arena, &games, true)).err(), Some(Stopped::Asked));
        asker.join().unwrap();
        // and the arena still calculates rightly
        arena.let_finish();
        let (a, b) = (parse(&mut arena, "{4|0}").unwrap(), parse(&mut arena, "{6|{4|0}}").unwrap());
        let sum = arena.add(a, b);
        let cooled = arena.cool(sum, crate::Dyadic::int(2));
        assert_eq!(arena.name(cooled), "6^*");
    }

    #[test]
    #[should_panic(expected = "a fault")]
    fn faults_are_no_stops() {
        let _ = until_stopped(|| panic!("a fault"));
    }
}
