//! Group dame of orders 1 to 4, encirclement, and the room a group can reach.

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

/// What the group can reach by such a walk, until more than `limit` points are found (and a step more). The first steps were taken for the dame
/// already; only the last order left out the edge.
pub(crate) fn room(stones: &PointSet, dame: &GroupDame, last: usize, open: &PointSet, limit: usize) -> PointSet {
    let mut seen = *stones;
    let mut found = 0;
    let first = last.saturating_sub(1);
    for (order, count) in dame.orders.iter().zip(&dame.counts).take(first) {
        seen.add(order);
        found += count;
    }
    let mut front = if first > 0 { dame.orders[first - 1] } else { *stones };
    // to count takes longer than to walk: every second step will do
    while found <= limit && !front.is_empty() {
        front = front.step(open, &mut seen);
        let next = front.step(open, &mut seen);
        found += front.union(&next).len();
        front = next;
    }
    seen.minus(stones)
}
