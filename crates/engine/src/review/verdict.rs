//! From the judge's figures to verdicts: what each move cost, whether it was easy to see, what it was for.

use gosedai_board::{Color, Move};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::judge::{Judged, sign};

/// Limits that can be changed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Thresholds {
    /// The paper's rule: up to this move, ranked by the search above `paper_search` and by prediction below `paper_predicted`.
    pub paper_moves: usize,
    pub paper_search: usize,
    pub paper_predicted: usize,
    /// Our rule: expected with at most this probability, and among the first moves of the search.
    pub surprise: f64,
    pub search: usize,
    /// Points lost that divide the six classes.
    pub classes: [f64; 5],
    /// Win rate below which a side is behind, above which it is ahead.
    pub behind: f64,
    pub ahead: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            paper_moves: 150,
            paper_search: 30,
            paper_predicted: 80,
            surprise: 0.02,
            search: 1,
            classes: [0.5, 1.5, 3.0, 6.0, 12.0],
            behind: 0.35,
            ahead: 0.7,
        }
    }
}

/// Six classes by points lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Excellent,
    Good,
    Slack,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// What a good move was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Hard to see, and everything else is clearly worse.
    Brilliant,
    /// The side behind stakes the game.
    Bold,
    /// The side ahead keeps it simple.
    Safe,
    /// Plainly good and not obvious.
    Good,
}

/// What prediction thought of a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected {
    pub rank: usize,
    pub share: f64,
}

/// A move with its figures.
#[derive(Clone, Debug)]
pub struct Weighed {
    pub number: usize,
    pub color: Color,
    pub mv: Move,
    pub search_rank: usize,
    pub expected: Expected,
    /// For Black.
    pub score_before: f64,
    pub score_after: f64,
    /// For the mover; below the judge's noise it means nothing.
    pub loss: f64,
    /// For the mover.
    pub win_before: f64,
    pub win_after: f64,
    pub verdict: Verdict,
    /// Good by the paper's rule.
    pub paper: bool,
    pub purpose: Option<Purpose>,
    /// The lead changes here for good.
    pub turning: bool,
}

impl Weighed {
    pub fn is_mistake(&self) -> bool {
        let dropped = self.win_before - self.win_after;
        // many points, or fewer that cost much of the chance to win
        (self.verdict >= Verdict::Mistake && dropped > 0.04)
            || (self.verdict >= Verdict::Inaccuracy && dropped > 0.1)
            || (self.verdict >= Verdict::Slack && dropped > 0.18)
    }

    /// One word for the interfaces. A loss that changes nothing about who wins is slack, not a mistake.
    pub fn word(&self) -> &'static str {
        match (self.purpose, self.verdict) {
            _ if self.is_mistake() && self.verdict == Verdict::Blunder => "blunder",
            _ if self.is_mistake() => "mistake",
            (Some(Purpose::Brilliant), _) => "brilliant",
            (Some(Purpose::Bold), _) => "good-bold",
            (Some(Purpose::Safe), _) => "good-safe",
            (Some(Purpose::Good), _) => "good",
            (None, Verdict::Excellent | Verdict::Good) if self.expected.rank <= 5 => "natural",
            (None, Verdict::Excellent | Verdict::Good) => "sound",
            (None, Verdict::Inaccuracy) => "inaccuracy",
            (None, _) => "slack",
        }
    }
}

fn class(loss: f64, noise: f64, limits: &Thresholds) -> Verdict {
    use Verdict::{Blunder, Excellent, Good, Inaccuracy, Mistake, Slack};
    const ALL: [Verdict; 5] = [Excellent, Good, Slack, Inaccuracy, Mistake];
    // never narrower than the judge's error: a class whose limit lies within it is not told apart from the next
    let place = limits.classes.iter().position(|&limit| loss <= limit.max(if limit < noise { noise } else { limit }));
    match place {
        Some(_) if loss <= noise => Good,
        Some(i) => ALL[i],
        None => Blunder,
    }
}

/// Weighs every move of a game. `judged` has one entry more than there are moves.
pub fn weigh(
    moves: &[(Color, Move)],
    judged: &[Judged],
    expected: &[Expected],
    noise: f64,
    limits: &Thresholds,
) -> Vec<Weighed> {
    let mut weighed: Vec<Weighed> = moves
        .iter()
        .enumerate()
        .map(|(i, &(color, mv))| {
            let (before, after) = (&judged[i], &judged[i + 1]);
            let next_is_other = moves.get(i + 1).is_none_or(|next| next.0 != color);
            let win_after = if next_is_other { 1.0 - after.win_rate } else { after.win_rate };
            let loss = (before.score - after.score) * sign(color);
            let best = before.best().is_some_and(|best| best.mv == mv.to_string());
            let loss = if best { 0.0 } else { loss.max(0.0) };
            let search_rank = before.played.as_ref().map_or(before.ranked + 1, |played| played.rank);
            let verdict = if best { Verdict::Excellent } else { class(loss, noise, limits) };
            Weighed {
                number: i + 1,
                color,
                mv,
                search_rank,
                expected: expected[i],
                score_before: before.score,
                score_after: after.score,
                loss,
                win_before: before.win_rate,
                win_after,
                verdict,
                paper: is_good_by_paper(i + 1, search_rank, expected[i].rank, limits),
                purpose: None,
                turning: false,
            }
        })
        .collect();
    for i in 0..weighed.len() {
        weighed[i].purpose = purpose(&weighed[i], &judged[i], noise, limits);
    }
    for i in turning_points(judged, moves) {
        weighed[i].turning = true;
    }
    weighed
}

/// The paper's rule.
pub fn is_good_by_paper(number: usize, search_rank: usize, predicted_rank: usize, limits: &Thresholds) -> bool {
    number <= limits.paper_moves && search_rank < limits.paper_search && predicted_rank > limits.paper_predicted
}

/// Our rule: the search likes it, hardly anybody expects it, and it did not turn out to cost anything.
fn purpose(move_: &Weighed, before: &Judged, noise: f64, limits: &Thresholds) -> Option<Purpose> {
    if move_.mv == Move::Pass || move_.expected.share > limits.surprise || move_.loss > noise {
        return None;
    }
    if move_.search_rank > limits.search || move_.win_before - move_.win_after > 0.05 {
        return None;
    }
    // a game that is over in all but name has no bold moves
    if !(0.03..0.97).contains(&move_.win_before) {
        return None;
    }
    let played = before.played.as_ref()?;
    let others = before.top.iter().filter(|option| option.mv != played.mv);
    let next = others.map(|option| option.win_rate).fold(0.0, f64::max);
    Some(if move_.expected.share < limits.surprise / 4.0 && played.win_rate - next > 0.04 {
        Purpose::Brilliant
    } else if move_.win_before < limits.behind {
        Purpose::Bold
    } else if move_.win_before > limits.ahead {
        Purpose::Safe
    } else {
        Purpose::Good
    })
}

/// Moves where Black's chance crosses one half and stays on the other side.
fn turning_points(judged: &[Judged], moves: &[(Color, Move)]) -> Vec<usize> {
    const STAYS: usize = 6;
    let black = |i: usize| {
        let mover_is_black =
            moves.get(i).map_or(moves.last().is_none_or(|m| m.0 == Color::White), |m| m.0 == Color::Black);
        if mover_is_black { judged[i].win_rate } else { 1.0 - judged[i].win_rate }
    };
    let mut points = Vec::new();
    for i in 0..moves.len() {
        let (before, after) = (black(i), black(i + 1));
        if (before > 0.5) == (after > 0.5) || (before - after).abs() < 0.08 {
            continue;
        }
        let end = (i + 1 + STAYS).min(judged.len());
        let stays = (i + 1..end).all(|j| (black(j) > 0.5) == (after > 0.5));
        let came = i.saturating_sub(STAYS)..=i;
        let was = came.clone().filter(|&j| (black(j) > 0.5) == (before > 0.5)).count() * 4 >= came.count() * 3;
        if stays && was {
            points.push(i);
        }
    }
    points
}

/// Spearman's rank correlation of two lists of numbers.
pub fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
        let mut ranks = vec![0.0; values.len()];
        let mut start = 0;
        while start < order.len() {
            let mut end = start;
            while end + 1 < order.len() && values[order[end + 1]] == values[order[start]] {
                end += 1;
            }
            for &i in &order[start..=end] {
                ranks[i] = (start + end) as f64 / 2.0;
            }
            start = end + 1;
        }
        ranks
    };
    let (x, y) = (ranks(a), ranks(b));
    let n = x.len().max(1) as f64;
    let (mx, my) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let dot: f64 = x.iter().zip(&y).map(|(p, q)| (p - mx) * (q - my)).sum();
    let (sx, sy): (f64, f64) = (x.iter().map(|p| (p - mx).powi(2)).sum(), y.iter().map(|q| (q - my).powi(2)).sum());
    if sx * sy > 0.0 { dot / (sx * sy).sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::judge::Option_;

    fn judged(number: usize, win_rate: f64, score: f64, best: &str, played: &str, rank: usize) -> Judged {
        let option = |mv: &str, rank| Option_ { mv: mv.into(), rank, visits: 50, win_rate, score, line: vec![] };
        Judged { number, win_rate, score, top: vec![option(best, 1)], played: Some(option(played, rank)), ranked: 300 }
    }

    #[test]
    fn the_papers_rule_is_the_papers_rule() {
        let limits = Thresholds::default();
        assert!(is_good_by_paper(150, 29, 81, &limits));
        assert!(!is_good_by_paper(151, 29, 81, &limits));
        assert!(!is_good_by_paper(150, 30, 81, &limits));
        assert!(!is_good_by_paper(150, 29, 80, &limits));
    }

    #[test]
    fn losses_are_classed_never_finer_than_the_noise() {
        let limits = Thresholds::default();
        let classes = |noise| [0.2, 1.0, 2.0, 4.0, 8.0, 20.0].map(|loss| class(loss, noise, &limits));
        use Verdict::*;
        assert_eq!(classes(0.1), [Excellent, Good, Slack, Inaccuracy, Mistake, Blunder]);
        assert_eq!(classes(3.0), [Good, Good, Good, Inaccuracy, Mistake, Blunder]);
    }

    #[test]
    fn losses_count_for_the_mover_and_surprises_are_found() {
        let moves = [(Color::Black, "D4".parse().unwrap()), (Color::White, "Q16".parse().unwrap())];
        let judged = [
            judged(0, 0.5, 0.0, "D4", "D4", 1),
            judged(1, 0.5, 0.0, "C3", "Q16", 9),
            judged(2, 0.7, 9.0, "R4", "R4", 1),
        ];
        let expected = [Expected { rank: 40, share: 0.001 }, Expected { rank: 2, share: 0.3 }];
        let weighed = weigh(&moves, &judged, &expected, 1.0, &Thresholds::default());
        assert!(weighed[0].purpose.is_some() && weighed[0].loss == 0.0);
        assert!((weighed[1].loss - 9.0).abs() < 1e-9 && weighed[1].is_mistake());
        assert_eq!(weighed[1].verdict, Verdict::Mistake);
    }

    #[test]
    fn correlation_of_ranks() {
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0]) - 1.0).abs() < 1e-9);
        assert!((rank_correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]) + 1.0).abs() < 1e-9);
    }
}
