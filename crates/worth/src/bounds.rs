//! Short games between which a position with loops lies: above, White never takes a stone inside a loop; below, Black
//! never does.
//!
//! Stones of both sides are taken on the way round any loop, so without one side's captures play ends, and both bounds
//! are ordinary games. Most loops on real boards cost the player who enters them something: there both bounds are the
//! same game, which then is the value, whichever side has the ko threats.

use crate::graph::{RegionGraph, Step};
use crate::room::Room;
use gosedai_cgt::{Arena, Dyadic, Game};
use std::collections::HashSet;

/// Whether a move takes stones and stays inside a loop.
pub(crate) fn closes(step: &Step, inside: &HashSet<usize>) -> bool {
    step.taken > 0 && step.parts.iter().any(|p| inside.contains(p))
}

/// The upper and the lower bound of every node.
pub(crate) struct Bounds<'a> {
    pub room: &'a Room,
    pub graph: &'a RegionGraph,
    pub upper: Vec<Game>,
    pub lower: Vec<Game>,
}

impl<'a> Bounds<'a> {
    pub fn new(room: &'a Room, graph: &'a RegionGraph) -> Self {
        let n = graph.nodes.len();
        Bounds { room, graph, upper: vec![Arena::ZERO; n], lower: vec![Arena::ZERO; n] }
    }

    pub fn set(&mut self, node: usize, g: Game) {
        self.upper[node] = g;
        self.lower[node] = g;
    }

    /// The value, if the bounds agree.
    pub fn exact(&self, node: usize) -> Option<Game> {
        (self.upper[node] == self.lower[node]).then_some(self.upper[node])
    }

    /// Both bounds of a node that is on no loop; its followers are known.
    pub fn quiet_node(&mut self, arena: &mut Arena, node: usize) {
        let n = &self.graph.nodes[node];
        let certain = n.black.iter().chain(&n.white).all(|s| s.parts.iter().all(|&p| self.upper[p] == self.lower[p]));
        self.upper[node] = self.one(arena, node, true, &|_| true);
        self.lower[node] = if certain { self.upper[node] } else { self.one(arena, node, false, &|_| true) };
    }

    /// The bounds of all nodes of a loop.
    pub fn looping(&mut self, arena: &mut Arena, part: &[usize]) {
        let inside: HashSet<usize> = part.iter().copied().collect();
        for upper in [true, false] {
            let mut done: HashSet<usize> = HashSet::new();
            for &start in part {
                self.descend(arena, start, upper, &inside, &mut done);
            }
        }
    }

    /// Followers first, on a stack of our own: loops can be long.
    fn descend(
        &mut self,
        arena: &mut Arena,
        start: usize,
        upper: bool,
        inside: &HashSet<usize>,
        done: &mut HashSet<usize>,
    ) {
        let kept = |black_moves: bool, s: &Step| black_moves == upper || !closes(s, inside);
        let mut stack = vec![start];
        while let Some(&v) = stack.last() {
            if done.contains(&v) {
                stack.pop();
                continue;
            }
            let n = &self.graph.nodes[v];
            let steps = n.black.iter().map(|s| (true, s)).chain(n.white.iter().map(|s| (false, s)));
            let waiting: Vec<usize> = steps
                .filter(|(black, s)| kept(*black, s))
                .flat_map(|(_, s)| s.parts.iter().copied())
                .filter(|p| inside.contains(p) && !done.contains(p))
                .collect();
            if waiting.is_empty() {
                let g = self.one_of(arena, v, upper, &kept);
                if upper {
                    self.upper[v] = g;
                } else {
                    self.lower[v] = g;
                }
                done.insert(v);
                stack.pop();
            } else {
                stack.extend(waiting);
            }
        }
    }

    fn one(&self, arena: &mut Arena, node: usize, upper: bool, kept: &dyn Fn(&Step) -> bool) -> Game {
        self.one_of(arena, node, upper, &|_, s| kept(s))
    }

    fn one_of(&self, arena: &mut Arena, node: usize, upper: bool, kept: &dyn Fn(bool, &Step) -> bool) -> Game {
        let n = &self.graph.nodes[node];
        let mut games = |steps: &[Step], black: bool| -> Vec<Game> {
            let mut list: Vec<Game> =
                steps.iter().filter(|s| kept(black, s)).map(|s| self.after(arena, s, upper)).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        let (l, r) = (games(&n.black, true), games(&n.white, false));
        self.short(arena, node, &l, &r)
    }

    fn after(&self, arena: &mut Arena, step: &Step, upper: bool) -> Game {
        let mut total = arena.int(step.score);
        for &p in &step.parts {
            total = arena.add(total, if upper { self.upper[p] } else { self.lower[p] });
        }
        total
    }

    /// `{l|r}`, where both sides may also leave the place alone: if neither wants to move, it counts as it stands.
    pub fn short(&self, arena: &mut Arena, node: usize, l: &[Game], r: &[Game]) -> Game {
        let best = l.iter().map(|&g| arena.right_stop(g)).max();
        let worst = r.iter().map(|&g| arena.left_stop(g)).min();
        let spot = &self.graph.nodes[node].spot;
        let left_alone = || Dyadic::int(spot.count_if_left(self.room, self.graph.counting));
        match (best, worst) {
            (Some(ls), Some(rs)) if ls >= rs => arena.make(l, r),
            (Some(ls), Some(rs)) => {
                let x = self.quiet(node, ls, rs);
                arena.number(x)
            }
            // only one side can play here: he does, or leaves it
            (Some(x), None) => arena.number(x.max(left_alone())),
            (None, Some(x)) => arena.number(x.min(left_alone())),
            (None, None) => arena.int(spot.standing_count(self.room, self.graph.counting)),
        }
    }

    fn quiet(&self, node: usize, ls: Dyadic, rs: Dyadic) -> Dyadic {
        let spot = &self.graph.nodes[node].spot;
        let (low, high) = (ls.floor() + 1, rs.ceil() - 1);
        if low == high {
            return Dyadic::int(low);
        }
        let stands = Dyadic::int(spot.standing_count(self.room, self.graph.counting));
        if spot.black != 0 && spot.white != 0 && stands >= ls && stands <= rs {
            return stands;
        }
        let left = Dyadic::int(spot.count_if_left(self.room, self.graph.counting));
        if left >= ls && left <= rs {
            return left;
        }
        Dyadic::simplest_between(Some((ls, false)), Some((rs, false)))
    }
}
