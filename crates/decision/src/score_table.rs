//! The score table: values on one point add up, and only here.

use std::collections::BTreeMap;

use gosedai_board::Point;
use gosedai_explain::Evidence;

use crate::intent::{CaseName, Intent};

/// A point with its intentions and their sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub at: Point,
    /// Sum of the intentions that count.
    pub value: f64,
    /// What strategy adds or takes away, beside the sum.
    pub strategy: f64,
    pub strategy_reasons: Vec<Evidence>,
    /// Largest value first; removed ones last.
    pub intents: Vec<Intent>,
}

impl Candidate {
    /// Sum with the strategy column.
    pub fn total(&self) -> f64 {
        self.value + self.strategy
    }

    /// Intentions that count.
    pub fn reasons(&self) -> impl Iterator<Item = &Intent> {
        self.intents.iter().filter(|intent| intent.counts())
    }
}

/// All candidates, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreTable {
    pub candidates: Vec<Candidate>,
}

impl ScoreTable {
    /// Adds up. Intentions of one case about the same stones on the same point are one intention: the largest counts.
    pub fn new(intents: Vec<Intent>) -> ScoreTable {
        let mut points: BTreeMap<Point, Vec<Intent>> = BTreeMap::new();
        for intent in intents {
            let list = points.entry(intent.at).or_default();
            let same = |other: &&mut Intent| {
                other.case == intent.case && other.target == intent.target && other.counts() && intent.counts()
            };
            match list.iter_mut().find(same) {
                Some(other) => {
                    if intent.value > other.value {
                        *other = intent;
                    }
                }
                None => list.push(intent),
            }
        }
        let candidates = points
            .into_iter()
            .map(|(at, mut intents)| {
                // habit comes last, because it gives no reason
                let speaks = |i: &Intent| (i.counts(), i.case != CaseName::Experience);
                intents.sort_by(|a, b| speaks(b).cmp(&speaks(a)).then(b.value.total_cmp(&a.value)));
                let value = intents.iter().filter(|i| i.counts()).map(|i| i.value).sum();
                Candidate { at, value, strategy: 0.0, strategy_reasons: Vec::new(), intents }
            })
            .collect();
        let mut table = ScoreTable { candidates };
        table.sort();
        table
    }

    /// Best first; equal sums in point order.
    pub fn sort(&mut self) {
        self.candidates.sort_by(|a, b| b.total().total_cmp(&a.total()).then(a.at.cmp(&b.at)));
    }

    /// The best point with an intention that counts.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.reasons().next().is_some())
    }

    pub fn at(&self, point: Point) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.at == point)
    }

    /// Rank of a point among the candidates that count, from 1.
    pub fn rank(&self, point: Point) -> Option<usize> {
        self.candidates.iter().filter(|c| c.reasons().next().is_some()).position(|c| c.at == point).map(|i| i + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::{Purpose, Role};
    use gosedai_board::PointSet;

    fn intent(at: &str, case: CaseName, value: f64, target: &[&str]) -> Intent {
        let target: PointSet = target.iter().map(|p| p.parse::<Point>().unwrap()).collect();
        let mut intent =
            Intent::new(at.parse().unwrap(), Purpose::Shape, Role::Shape, value, Evidence::new("test")).about(target);
        intent.case = case;
        intent
    }

    /// The seed's table: values of different cases on one point are simply added.
    #[test]
    fn values_on_one_point_add_up() {
        let table = ScoreTable::new(vec![
            intent("D4", CaseName::Side, 6.0, &[]),
            intent("D4", CaseName::Moyo, 4.5, &[]),
            intent("Q10", CaseName::Capture, 8.0, &["Q11"]),
            intent("Q10", CaseName::Capture, 5.0, &["R10"]),
        ]);
        assert_eq!(table.candidates[0].at.to_string(), "Q10");
        assert_eq!(table.candidates[0].value, 13.0);
        assert_eq!(table.at("D4".parse().unwrap()).unwrap().value, 10.5);
        assert_eq!(table.rank("D4".parse().unwrap()), Some(2));
    }

    #[test]
    fn the_same_capture_is_not_counted_twice() {
        let table = ScoreTable::new(vec![
            intent("Q10", CaseName::Capture, 8.0, &["Q11"]),
            intent("Q10", CaseName::Capture, 5.0, &["Q11"]),
        ]);
        assert_eq!(table.candidates[0].value, 8.0);
    }
}
