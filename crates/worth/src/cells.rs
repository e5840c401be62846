//! Positions of regions as cells for the search of sums with kos.
//!
//! Canonical forms forget ko threats: a threat and its answer cancel there. Cells keep them. A move is dropped only if
//! another move of the same player leads to something that can *imitate* all that follows (stone for stone, no move of
//! the sum gained or lost), or if not moving at all imitates it. Cells that look alike are one, up to the points
//! already counted.

use crate::graph::{RegionGraph, Step};
use crate::spot::Counting;
use crate::with_kos::Explored;
use gosedai_cgt::{Arena, Dyadic, Game};
use std::collections::HashMap;

/// A move: the cells it leads to, sorted, and the points it decides.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Link {
    pub parts: Vec<u32>,
    pub score: i64,
    /// Stays inside a loop: the position may come back.
    pub returns: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub black: Vec<Link>,
    pub white: Vec<Link>,
    /// The count when both sides pass.
    pub stand: i64,
    /// The value, where no loop can be reached.
    pub game: Option<Game>,
    /// Short games between which the value lies: White never (Black never) moves round a loop.
    pub upper: Game,
    pub lower: Game,
    /// Part of a loop.
    pub looping: bool,
    pub heat: Dyadic,
}

/// All cells of a board.
#[derive(Default)]
pub(crate) struct Cells {
    pub list: Vec<Cell>,
    index: HashMap<(Vec<Link>, Vec<Link>), u32>,
    imitates: HashMap<(Vec<u32>, Vec<u32>, i64), bool>,
    steps: usize,
}

/// Where a node of a region's graph went: a cell and the points to add.
type Place = (u32, i64);

/// The regions have too many different positions for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

const MOST_CELLS: usize = 60_000;
const MOST_STEPS: usize = 3_000_000;

impl Cells {
    /// Adds a region; returns where each of its positions went.
    pub fn add_region(&mut self, arena: &mut Arena, region: &Explored) -> Result<Vec<Option<Place>>, TooMany> {
        let graph = &region.graph;
        let mut places: Vec<Option<Place>> = vec![None; graph.nodes.len()];
        for part in graph.components() {
            let looping = part.len() > 1 || loops_to_itself(graph, part[0]);
            if !looping {
                self.add_quiet(arena, region, part[0], &mut places);
            } else {
                // even where nothing is won by going round it, moves inside the loop may be threats
                self.add_loop(arena, region, &part, &mut places)?;
            }
            if self.list.len() > MOST_CELLS || self.steps > MOST_STEPS {
                return Err(TooMany);
            }
        }
        Ok(places)
    }

    pub fn link(&self, places: &[Option<Place>], step: &Step) -> Link {
        let mut link = Link { parts: Vec::with_capacity(step.parts.len()), score: step.score, returns: false };
        for &p in &step.parts {
            if let Some((cell, offset)) = places[p] {
                link.parts.push(cell);
                link.score += offset;
            }
        }
        link.parts.sort_unstable();
        // a settled remainder is only points
        link.parts.retain(|&p| !self.is_idle(p));
        link
    }

    /// Neither side can move there.
    pub fn is_idle(&self, cell: u32) -> bool {
        let c = &self.list[cell as usize];
        !c.looping && c.black.is_empty() && c.white.is_empty()
    }

    fn add_quiet(&mut self, arena: &mut Arena, region: &Explored, node: usize, places: &mut [Option<Place>]) {
        let Explored { room, graph, known } = region;
        let n = &graph.nodes[node];
        let links = |steps: &[Step]| -> Vec<Link> { steps.iter().map(|s| self.link(places, s)).collect() };
        let (mut black, mut white) = (links(&n.black), links(&n.white));
        let (upper, lower) = (known.upper[node], known.lower[node]);
        // a loop below it is the only reason for not being one short game
        let loopless =
            black.iter().chain(&white).all(|l| l.parts.iter().all(|&p| self.list[p as usize].game.is_some()));
        let game = (loopless && upper == lower).then_some(upper);
        let stand = stand_of(arena, n.spot.count_if_left(room, graph.counting), graph.counting, upper, lower);
        self.prune(arena, &mut black, &mut white, stand);
        for link in black.iter_mut().chain(&mut white) {
            link.score -= stand;
        }
        let key = (black, white);
        let id = match self.index.get(&key) {
            Some(&id) => id,
            None => {
                let shift = Dyadic::int(-stand);
                let mut moved = |g: Game| arena.add_number(g, shift);
                let (game, upper, lower) = (game.map(&mut moved), moved(upper), moved(lower));
                let heat = arena.temperature(upper).max(arena.temperature(lower));
                let (black, white) = key.clone();
                self.list.push(Cell { black, white, stand: 0, game, upper, lower, looping: false, heat });
                let id = self.list.len() as u32 - 1;
                self.index.insert(key, id);
                id
            }
        };
        places[node] = Some((id, stand));
    }

    /// The positions of a loop become cells of their own, never merged: whether the board repeats depends on them.
    fn add_loop(
        &mut self,
        arena: &mut Arena,
        region: &Explored,
        part: &[usize],
        places: &mut [Option<Place>],
    ) -> Result<(), TooMany> {
        const LARGEST: usize = 1500;
        let Explored { room, graph, known } = region;
        if part.len() > LARGEST {
            return Err(TooMany);
        }
        let first = self.list.len() as u32;
        for (i, &node) in part.iter().enumerate() {
            places[node] = Some((first + i as u32, 0));
            self.list.push(Cell {
                black: Vec::new(),
                white: Vec::new(),
                stand: 0,
                game: None,
                upper: Arena::ZERO,
                lower: Arena::ZERO,
                looping: true,
                heat: Dyadic::ZERO,
            });
        }
        let inside = first..first + part.len() as u32;
        for (i, &node) in part.iter().enumerate() {
            let n = &graph.nodes[node];
            let mut sides = [Vec::new(), Vec::new()];
            for (steps, side) in [&n.black, &n.white].into_iter().zip(&mut sides) {
                for step in steps {
                    let mut link = self.link(places, step);
                    link.returns = link.parts.iter().any(|p| inside.contains(p));
                    side.push(link);
                }
                side.sort();
                side.dedup();
            }
            let cell = &mut self.list[first as usize + i];
            [cell.black, cell.white] = sides;
            cell.stand = n.spot.count_if_left(room, graph.counting);
        }
        for (i, &node) in part.iter().enumerate() {
            let (upper, lower) = (known.upper[node], known.lower[node]);
            let cell = &mut self.list[first as usize + i];
            cell.stand = stand_of(arena, cell.stand, graph.counting, upper, lower);
            (cell.upper, cell.lower) = (upper, lower);
            cell.heat = arena.temperature(upper).max(arena.temperature(lower)).max(Dyadic::ONE);
        }
        Ok(())
    }

    fn game_of(&self, arena: &mut Arena, link: &Link, upper: bool) -> Game {
        let mut total = arena.int(link.score);
        for &p in &link.parts {
            let c = &self.list[p as usize];
            total = arena.add(total, if upper { c.upper } else { c.lower });
        }
        total
    }

    /// Drops moves that another move, or none, imitates.
    fn prune(&mut self, arena: &mut Arena, black: &mut Vec<Link>, white: &mut Vec<Link>, stand: i64) {
        for links in [&mut *black, &mut *white] {
            links.sort();
            links.dedup();
        }
        // not moving is as good: the opponent's possibilities do not grow by passing
        let (all_black, all_white) = (black.clone(), white.clone());
        black.retain(|l| !self.passing_imitates(arena, &all_black, &all_white, stand, l, true));
        white.retain(|l| !self.passing_imitates(arena, &all_black, &all_white, stand, l, false));
        for (links, is_black) in [(black, true), (white, false)] {
            let mut kept: Vec<Link> = Vec::new();
            for link in links.drain(..) {
                let better = |cells: &mut Self, arena: &mut Arena, a: &Link, b: &Link| {
                    if is_black { cells.at_least(arena, a, b, 0) } else { cells.at_least(arena, b, a, 0) }
                };
                if kept.iter().any(|k| better(self, arena, k, &link)) {
                    continue;
                }
                kept.retain(|k| !better(self, arena, &link, k));
                kept.push(link);
            }
            kept.sort();
            *links = kept;
        }
    }

    /// Whether the position with these moves is at least as good for the mover as what his move leads to.
    fn passing_imitates(
        &mut self,
        arena: &mut Arena,
        black: &[Link],
        white: &[Link],
        stand: i64,
        link: &Link,
        is_black: bool,
    ) -> bool {
        let (after_black, after_white, after_stand) = self.moves_of(link);
        if is_black {
            stand >= after_stand && self.imitate_moves(arena, black, white, &after_black, &after_white, 0)
        } else {
            stand <= after_stand && self.imitate_moves(arena, &after_black, &after_white, black, white, 0)
        }
    }

    /// `a >= b` in the strict sense: whatever happens in b, a can follow, move by move.
    fn at_least(&mut self, arena: &mut Arena, a: &Link, b: &Link, depth: u32) -> bool {
        let (mut left, mut right) = (a.parts.clone(), b.parts.clone());
        cancel(&mut left, &mut right);
        let ahead = a.score - b.score;
        if left.is_empty() && right.is_empty() {
            return ahead >= 0;
        }
        if depth > 24 || left.iter().chain(&right).any(|&p| self.list[p as usize].game.is_none()) {
            return false;
        }
        let key = (left, right, ahead);
        if let Some(&known) = self.imitates.get(&key) {
            return known;
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        let (a, b) = (
            Link { parts: key.0.clone(), score: ahead, returns: false },
            Link { parts: key.1.clone(), score: 0, returns: false },
        );
        // it implies a >= b as games, which is cheap to ask
        let (ga, gb) = (self.game_of(arena, &a, true), self.game_of(arena, &b, true));
        let answer = arena.le(gb, ga) && {
            let (ab, aw, a_stand) = self.moves_of(&a);
            let (bb, bw, b_stand) = self.moves_of(&b);
            a_stand >= b_stand && self.imitate_moves(arena, &ab, &aw, &bb, &bw, depth + 1)
        };
        self.imitates.insert(key, answer);
        answer
    }

    fn imitate_moves(
        &mut self,
        arena: &mut Arena,
        a_black: &[Link],
        a_white: &[Link],
        b_black: &[Link],
        b_white: &[Link],
        depth: u32,
    ) -> bool {
        b_black.iter().all(|b| a_black.iter().any(|a| self.at_least(arena, a, b, depth)))
            && a_white.iter().all(|a| b_white.iter().any(|b| self.at_least(arena, a, b, depth)))
    }

    /// All moves of a sum of cells, and its count as it stands.
    fn moves_of(&self, sum: &Link) -> (Vec<Link>, Vec<Link>, i64) {
        let mut sides = [Vec::new(), Vec::new()];
        let mut stand = sum.score;
        for (i, &p) in sum.parts.iter().enumerate() {
            let cell = &self.list[p as usize];
            stand += cell.stand;
            for (side, links) in sides.iter_mut().zip([&cell.black, &cell.white]) {
                for link in links {
                    let mut parts: Vec<u32> =
                        sum.parts.iter().enumerate().filter(|(k, _)| *k != i).map(|(_, &q)| q).collect();
                    parts.extend_from_slice(&link.parts);
                    parts.sort_unstable();
                    side.push(Link { parts, score: sum.score + link.score, returns: false });
                }
            }
        }
        let [black, white] = sides;
        (black, white, stand)
    }
}

/// The count when both pass: what stands under area counting, and never outside what play can reach.
fn stand_of(arena: &mut Arena, standing: i64, counting: Counting, upper: Game, lower: Game) -> i64 {
    if upper == lower
        && let Some(x) = arena.as_number(upper)
    {
        return x.floor();
    }
    if counting == Counting::Area {
        return standing;
    }
    let (low, high) = (arena.right_stop(lower).floor(), arena.left_stop(upper).ceil());
    standing.clamp(low.min(high), high.max(low))
}

fn loops_to_itself(graph: &RegionGraph, node: usize) -> bool {
    let n = &graph.nodes[node];
    n.black.iter().chain(&n.white).any(|s| s.parts.contains(&node))
}

/// Removes what both sorted lists hold.
fn cancel(a: &mut Vec<u32>, b: &mut Vec<u32>) {
    a.retain(|x| match b.binary_search(x) {
        Ok(i) => {
            b.remove(i);
            false
        }
        Err(_) => true,
    });
}
