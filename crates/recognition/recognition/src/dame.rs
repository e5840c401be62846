//! Group dame of orders 1 to 4, and encirclement.

use gosedai_board::PointSet;

/// How far dame are kept.
pub const ORDERS: usize = 4;

/// The n-th order dame of a group: free points n steps away that no enemy stone or link shuts off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupDame {
    pub orders: [PointSet; ORDERS],
    pub counts: [usize; ORDERS],
}

impl GroupDame {
    /// Number of dame of the last order looked at: small = surrounded, 0 = sealed in.
    pub fn encirclement(&self, order: usize) -> usize {
        self.counts[order.clamp(1, ORDERS) - 1]
    }

    pub fn all(&self) -> PointSet {
        self.orders.iter().fold(PointSet::EMPTY, |all, order| all.union(order))
    }
}

/// Walks outwards from the stones. `open` are the points that may be walked (no stones, no enemy blocking points);
/// dame of the last order do not count on the edge line.
pub(crate) fn walk(stones: &PointSet, open: &PointSet, edge: &PointSet, last: usize) -> GroupDame {
    let mut orders = [PointSet::EMPTY; ORDERS];
    let mut seen = *stones;
    let mut front = *stones;
    for (n, order) in orders.iter_mut().enumerate().take(last) {
        front = front.step(open, &mut seen);
        if n + 1 == last {
            front = front.minus(edge);
        }
        *order = front;
    }
    let counts = orders.map(|order| order.len());
    GroupDame { orders, counts }
}
