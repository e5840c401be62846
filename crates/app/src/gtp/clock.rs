//! Time settings of GTP and how much of it to use for a move.

use gosedai_board::Color;

/// Main time, then periods of `period` seconds for `stones` moves each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub main: f64,
    pub period: f64,
    pub stones: u32,
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
        left.seconds -= seconds;
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
        let share = usable / moves;
        // With periods behind it main time may be used up faster.
        let period = if settings.stones > 0 { settings.period / settings.stones as f64 } else { settings.period };
        Some(share.max(period.min(usable) * 0.9).min(usable * 0.5 + period * 0.5).clamp(0.01, usable.max(0.01)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_out_and_never_overdrawn() {
        let mut clock = Clock::default();
        assert_eq!(clock.for_move(Color::Black, 361), None);
        clock.set(Some(Settings { main: 600.0, period: 0.0, stones: 0 }));
        let mut spent = 0.0;
        for empty in (1..=361).rev().step_by(2) {
            let seconds = clock.for_move(Color::Black, empty).unwrap();
            assert!(seconds > 0.0);
            spent += seconds;
            clock.spend(Color::Black, seconds);
        }
        assert!(spent > 300.0 && spent < 600.0, "{spent}");
        // Canadian overtime: 25 moves in 300 seconds.
        clock.set(Some(Settings { main: 0.0, period: 300.0, stones: 25 }));
        let seconds = clock.for_move(Color::White, 200).unwrap();
        assert!((11.0..=12.0).contains(&seconds), "{seconds}");
        clock.set_left(Color::White, 10.0, 20);
        assert!(clock.for_move(Color::White, 200).unwrap() <= 0.5);
        clock.set_left(Color::White, 0.0, 0);
        assert!(clock.for_move(Color::White, 200).unwrap() <= 0.02);
    }
}
