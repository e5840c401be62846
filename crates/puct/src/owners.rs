//! Who will own each point, as all positions below a move see it.

use crate::tree::{Edge, Tree};

/// For each point in row order from A1: the mean of all judgements, +1 Black … −1 White, and how far they lie apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Owners {
    pub mean: Vec<f32>,
    pub stdev: Vec<f32>,
}

/// Full scale of the numbers kept with the nodes.
const SCALE: f32 = 127.0;

/// Owners in the form in which nodes keep them.
pub(crate) fn packed(owners: impl Iterator<Item = f32>) -> Box<[i8]> {
    owners.map(|owner| (owner.clamp(-1.0, 1.0) * SCALE).round() as i8).collect()
}

impl Tree {
    /// The owners seen from the node and all below it, each position counted as often as it was judged.
    pub(crate) fn owners(&self, node: usize) -> Owners {
        let area = self.nodes[node].owners.len();
        let (mut sum, mut squares, mut weight) = (vec![0.0f64; area], vec![0.0f64; area], 0.0f64);
        let (mut waiting, mut counted) = (vec![node], vec![false; self.nodes.len()]);
        while let Some(at) = waiting.pop() {
            // a position reached in two ways is there once
            if std::mem::replace(&mut counted[at], true) {
                continue;
            }
            let node = &self.nodes[at];
            let passed_on: u32 = self.edges(at).iter().map(|edge| edge.visits).sum();
            // the root is judged once without a visit
            let own = f64::from(node.visits.saturating_sub(passed_on).max(1));
            if node.owners.len() == area {
                weight += own;
                for (point, &owner) in node.owners.iter().enumerate() {
                    let owner = f64::from(f32::from(owner) / SCALE);
                    sum[point] += own * owner;
                    squares[point] += own * owner * owner;
                }
            }
            waiting.extend(self.edges(at).iter().filter_map(Edge::child));
        }
        let weight = weight.max(1.0);
        let mean: Vec<f64> = sum.iter().map(|sum| sum / weight).collect();
        let variance = squares.iter().zip(&mean).map(|(square, mean)| (square / weight - mean * mean).max(0.0));
        Owners {
            stdev: variance.map(|variance| variance.sqrt() as f32).collect(),
            mean: mean.iter().map(|&mean| mean as f32).collect(),
        }
    }
}
