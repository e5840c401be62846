//! The same position in its eight symmetries: averaging over them removes what depends on direction only.

use gosedai_board::Size;

use crate::heads::Output;
use crate::input::Input;
use crate::network::{Net, Workspace};

/// `places[i]` is the point of the original that stands at point `i` of the turned board.
fn places(size: Size, view: usize) -> Vec<usize> {
    let (width, height) = (size.width(), size.height());
    let from = |x: usize, y: usize| {
        let (x, y) = if view & 1 == 0 { (x, y) } else { (width - 1 - x, y) };
        let (x, y) = if view & 2 == 0 { (x, y) } else { (x, height - 1 - y) };
        // diagonals change places only on square boards
        if view & 4 == 0 || width != height { y * width + x } else { x * width + y }
    };
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| from(x, y)).collect()
}

impl Input {
    /// The position mirrored or turned; `view` 0 is the position itself, 1 to 7 are the others.
    pub fn seen_from(&self, view: usize) -> Input {
        let wide = self.view.planes();
        let places = places(self.size, view).into_iter();
        let planes = places.flat_map(|at| self.planes[at * wide..(at + 1) * wide].iter().copied()).collect();
        Input { planes, ..self.clone() }
    }
}

impl Net {
    /// The answer from one view, with its points turned back.
    pub fn evaluate_view(&self, input: &Input, view: usize, work: &mut Workspace) -> Output {
        let seen = self.evaluate(&input.seen_from(view), work);
        let mut straight = seen.clone();
        for (i, &at) in places(input.size, view).iter().enumerate() {
            straight.policy[at] = seen.policy[i];
            straight.ownership[at] = seen.ownership[i];
        }
        straight
    }

    /// The mean answer over the first `views` (1 to 8) views of a position.
    pub fn evaluate_views(&self, input: &Input, views: usize, work: &mut Workspace) -> Output {
        let mut mean = self.evaluate(input, work);
        let views = views.clamp(1, 8);
        // opposite views first: two already see all four sides
        for &view in [3, 5, 6, 1, 2, 4, 7].iter().take(views - 1) {
            let seen = self.evaluate_view(input, view, work);
            mean.policy.iter_mut().zip(&seen.policy).for_each(|(sum, more)| *sum += more);
            mean.ownership.iter_mut().zip(&seen.ownership).for_each(|(sum, more)| *sum += more);
            mean.win += seen.win;
            mean.score += seen.score;
            mean.score_stdev = mean.score_stdev.zip(seen.score_stdev).map(|(sum, more)| sum + more);
        }
        let share = 1.0 / views as f32;
        mean.policy.iter_mut().chain(&mut mean.ownership).for_each(|value| *value *= share);
        mean.win *= share;
        mean.score *= share;
        mean.score_stdev = mean.score_stdev.map(|sum| sum * share);
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::{Position, Rules};

    #[test]
    fn the_mean_of_all_views_is_the_same_from_every_side() {
        let net = Net::embedded();
        let mut position = Position::new(Size::NINE, Rules::CHINESE, 7.0);
        for text in ["C3", "F6", "D7"] {
            position.play(text.parse().unwrap()).unwrap();
        }
        let (input, mut work) = (net.input(&position), Workspace::default());
        let straight = net.evaluate_views(&input, 8, &mut work);
        for view in 1..8 {
            let turned = net.evaluate_views(&input.seen_from(view), 8, &mut work);
            assert!((turned.win - straight.win).abs() < 1e-4, "view {view}");
            for (i, &at) in places(input.size, view).iter().enumerate() {
                assert!((turned.policy[i] - straight.policy[at]).abs() < 1e-3, "view {view}, point {i}");
            }
        }
        assert_eq!(net.evaluate_views(&input, 1, &mut work).policy, net.evaluate(&input, &mut work).policy);
    }

    #[test]
    fn boards_that_are_not_square_have_four_views() {
        let size = Size::new(5, 7).unwrap();
        for view in 0..8 {
            let mut seen = places(size, view);
            seen.sort_unstable();
            assert!(seen.iter().enumerate().all(|(i, &at)| i == at), "view {view}");
        }
    }
}
