//! The board with kos: regions become cells, the whole sum is played out exactly, or enclosed where that is too much.

use crate::cells::Cells;
use crate::endgame::{Bounds, Endgame, Options};
use crate::evaluate::{Evaluation, Value};
use crate::graph::{RegionGraph, Step};
use crate::ko_sum::{KoSum, Range, Whole};
use crate::room::Room;
use crate::safety::side;
use gosedai_board::{Board, Color, Point};

/// How kos entered the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoSearch {
    /// There are none.
    None,
    /// Both scores come from exact play with all threats on the board; no position may come back.
    Exact,
    /// The score is the same whichever side wins the kos: no search was needed.
    Indifferent,
    /// Too many positions: the scores are enclosed by letting one side win every ko.
    Enclosed,
}

/// A region whose graph was explored completely.
pub(crate) struct Explored {
    pub room: Room,
    pub graph: RegionGraph,
    pub known: Evaluation,
}

impl Explored {
    /// Some position of it depends on a loop.
    pub fn has_ko(&self) -> bool {
        self.graph.roots.iter().any(|&r| !matches!(self.known.values[r], Value::Short(_)))
    }
}

/// Scores of a whole board with kos; `None` if the regions have too many positions even for bounds.
pub(crate) fn solve(end: &mut Endgame, explored: &[Explored], board: &Board, options: Options) -> Option<KoSearch> {
    let mut cells = Cells::default();
    let mut whole = Whole { parts: Vec::new(), score: end.settled };
    let mut places = Vec::new();
    for e in explored {
        let found = cells.add_region(&mut end.arena, e).ok()?;
        for &root in &e.graph.roots {
            let (cell, offset) = found[root]?;
            whole.score += offset;
            if !cells.is_idle(cell) {
                whole.parts.push(cell);
            }
        }
        places.push(found);
    }
    whole.parts.sort_unstable();
    let after = |cells: &Cells, r: usize, root: usize, step: &Step| -> Option<Whole> {
        let (cell, offset) = places[r][root]?;
        let mut link = cells.link(&places[r], step);
        link.score -= offset;
        Some(whole.after(cell, &link))
    };
    let all_steps = |point: Point, color: Color| {
        explored.iter().enumerate().find_map(|(r, e)| {
            e.graph.roots.iter().find_map(|&root| {
                let mut steps = e.graph.steps_of(root, color).iter();
                steps.find(|s| e.room.points[s.point] == point).map(|s| (r, root, s))
            })
        })
    };
    let banned = Color::BOTH.map(|color| {
        let (r, root, step) = board.ko(color).and_then(|p| all_steps(p, color))?;
        after(&cells, r, root, step)
    });
    let mut search = KoSum::new(&cells, &mut end.arena);
    let quick = Color::BOTH.map(|c| search.score(&whole, c, banned[side(c)].as_ref(), 0).exact().is_some());
    let nodes = if options.is_cancelled() { 0 } else { options.ko_nodes };
    let ranges = Color::BOTH.map(|c| search.score(&whole, c, banned[side(c)].as_ref(), nodes));
    let unknown = |f: fn(&Bounds) -> i64, regions: &[crate::RegionReport]| -> i64 {
        regions.iter().filter(|r| r.positions == 0).filter_map(|r| r.bounds.as_ref().map(f)).sum()
    };
    let (less, more) = (unknown(|b| b.low, &end.regions), unknown(|b| b.high, &end.regions));
    let whole_known = end.regions.iter().all(|r| r.positions > 0);
    end.bounds =
        Bounds { low: ranges[1].low.min(ranges[0].low) + less, high: ranges[0].high.max(ranges[1].high) + more };
    let exact = ranges.map(Range::exact);
    let kind = match (quick, exact) {
        ([true, true], _) => KoSearch::Indifferent,
        (_, [Some(_), Some(_)]) => KoSearch::Exact,
        _ => KoSearch::Enclosed,
    };
    if whole_known && exact.iter().any(Option::is_some) && !options.is_cancelled() {
        end.score = exact;
        let moves: usize = end.regions.iter().map(|r| r.moves[0].len() + r.moves[1].len()).sum();
        let share = (2 * options.ko_nodes / moves.max(1) as u64).max(100);
        let mut scored = Vec::new();
        for (i, report) in end.regions.iter().enumerate() {
            for color in Color::BOTH.into_iter().filter(|_| !options.is_cancelled()) {
                for (k, m) in report.moves[side(color)].iter().enumerate() {
                    let score = all_steps(m.point, color)
                        .and_then(|(r, root, step)| after(&cells, r, root, step))
                        // a ko just taken may not be retaken: the position before the move is the banned one
                        .and_then(|next| search.score(&next, color.opponent(), Some(&whole), share).exact());
                    scored.push((i, side(color), k, score));
                }
            }
        }
        for (i, s, k, score) in scored {
            end.regions[i].moves[s][k].score = score;
            if score.is_some() && score == end.score[s] {
                let p = end.regions[i].moves[s][k].point;
                end.best[s].push(p);
            }
        }
    }
    end.search_nodes = search.nodes;
    Some(kind)
}
