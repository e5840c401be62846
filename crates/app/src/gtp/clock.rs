//! Time settings of GTP and how much of it to use for a move.

use gosedai_board::Color;

/// Main time, then periods of `period` seconds for `stones` moves each; or main time that grows with every move (Fischer).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    pub main: f64,
    pub period: f64,
    pub stones: u32,
    /// Seconds that every move adds.
    pub increment: f64,
    /// More than this is never on the clock.
    pub cap: Option<f64>,
    /// More than this may not be spent on one move.
    pub longest_move: Option<f64>,
}

/// What one side has left.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    seconds: f64,
    /// Moves to make in that time; 0 in main time.
    stones: u32,
}

impl Left {
    fn in_main_time(self) -> bool {
        self.stones == 0
    }
}

/// Both sides' clocks; without settings there is no limit.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

/// Kept in hand for the way there and back.
const LAG: f64 = 0.15;

impl Clock {
    pub fn set(&mut self, settings: Option<Settings>) {
        self.settings = settings;
        self.restart();
    }

    /// Full time for both, as at the start of a game.
    pub fn restart(&mut self) {
        let left = self.settings.map(|settings| match settings.main > 0.0 {
            true => Left { seconds: settings.main, stones: 0 },
            false => Left { seconds: settings.period, stones: settings.stones },
        });
        self.left = [left; 2];
    }

    /// `time_left` as the controller sends it.
    pub fn set_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.left[color.index()] = Some(Left { seconds, stones });
    }

    /// Takes the time of a move off our own count, for controllers that never send `time_left`.
    pub fn spend(&mut self, color: Color, seconds: f64) {
        let (Some(settings), Some(left)) = (self.settings, &mut self.left[color.index()]) else { return };
        left.seconds += settings.increment - seconds;
        left.seconds = left.seconds.min(settings.cap.unwrap_or(f64::INFINITY));
        let period = Left { seconds: settings.period, stones: settings.stones.max(1) };
        if left.in_main_time() {
            if left.seconds <= 0.0 && settings.period > 0.0 {
                *left = period;
            }
        } else {
            left.stones -= 1;
            if left.stones == 0 {
                *left = period;
            }
        }
        left.seconds = left.seconds.max(0.0);
    }

    /// Seconds for the next move on a board with `empty` free points; `None` without a limit.
    pub fn for_move(&self, color: Color, empty: usize) -> Option<f64> {
        let settings = self.settings?;
        let left = self.left[color.index()]?;
        let usable = (left.seconds - LAG).max(0.01);
        if !left.in_main_time() {
            return Some((usable / left.stones as f64).max(0.01));
        }
        // Half the free points are ours to fill; a game ends before they are all gone, the opening wants more.
        let moves = (empty as f64 * 0.35).max(12.0);
        let share = usable / moves + settings.increment * 0.9;
        // With periods behind it main time may be used up faster.
        let period = if settings.stones > 0 { settings.period / settings.stones as f64 } else { settings.period };
        let wished = share.max(period.min(usable) * 0.9).min(usable * 0.5 + period * 0.5);
        let longest = settings.longest_move.map_or(usable, |longest| (longest - LAG).min(usable));
        Some(wished.clamp(0.01, longest.max(0.01)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_out_and_never_overdrawn() {
        let mut clock = Clock::default();
        assert_eq!(clock.for_move(Color::Black, 361), None);
        clock.set(Some(Settings { main: 600.0, ..Settings::default() }));
        let mut spent = 0.0;
        for empty in (1..=361).rev().step_by(2) {
            let seconds = clock.for_move(Color::Black, empty).unwrap();
            assert!(seconds > 0.0);
            spent += seconds;
            clock.spend(Color::Black, seconds);
        }
        assert!(spent > 300.0 && spent < 600.0, "{spent}");
        // Canadian overtime: 25 moves in 300 seconds.
        clock.set(Some(Settings { period: 300.0, stones: 25, ..Settings::default() }));
        let seconds = clock.for_move(Color::White, 200).unwrap();
        assert!((11.0..=12.0).contains(&seconds), "{seconds}");
        clock.set_left(Color::White, 10.0, 20);
        assert!(clock.for_move(Color::White, 200).unwrap() <= 0.5);
        clock.set_left(Color::White, 0.0, 0);
        assert!(clock.for_move(Color::White, 200).unwrap() <= 0.02);
    }

    #[test]
    fn what_a_move_adds_is_used_and_kept_within_its_bounds() {
        let mut clock = Clock::default();
        clock.set(Some(Settings { main: 60.0, increment: 10.0, cap: Some(65.0), ..Settings::default() }));
        for _ in 0..500 {
            let seconds = clock.for_move(Color::Black, 200).unwrap();
            assert!((5.0..=20.0).contains(&seconds), "{seconds}");
            clock.spend(Color::Black, seconds);
        }
        clock.spend(Color::Black, -1000.0);
        assert!(clock.for_move(Color::Black, 1).unwrap() <= 65.0, "the cap holds");
        clock.set(Some(Settings { main: 600.0, increment: 10.0, longest_move: Some(3.0), ..Settings::default() }));
        assert!(clock.for_move(Color::White, 200).unwrap() <= 3.0);
    }
}
