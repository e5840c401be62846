//! The regions added up: the score of the whole board, the moves that keep it, and what is certain without a full search.

use std::collections::HashMap;

use gosedai_board::{Board, Color, Point};
use gosedai_cgt::{Game, Rational, SumSearch};

use super::{Bounds, Endgame, Options, RegionReport};
use crate::evaluate::Value;
use crate::safety::side;
use crate::with_kos::{self, Explored, KoSearch};

impl Endgame {
    /// Sums the regions and finds the moves that keep the best score.
    pub(super) fn add_up(&mut self, board: &Board, explored: &[Explored], options: Options) {
        let chilled: Vec<Option<Game>> = self.regions.iter().map(|r| r.chilled).collect();
        self.complete = chilled.iter().all(Option::is_some);
        let known: Vec<Game> = chilled.iter().flatten().copied().collect();
        let mut search = SumSearch::new();
        let (first, second) = search.adjusted(&mut self.arena, &known);
        let loose = self.regions.iter().filter(|r| r.chilled.is_none()).filter_map(|r| r.bounds);
        let (low, high) = loose.fold((second, first), |(l, h), b| (l + b.low, h + b.high));
        self.bounds = Bounds { low: self.settled + low, high: self.settled + high };
        if !self.complete {
            if explored.iter().any(Explored::has_ko) {
                self.kos = with_kos::solve(self, explored, board, options).unwrap_or(KoSearch::Enclosed);
                self.complete = self.score.iter().all(Option::is_some);
            }
            match self.complete {
                true => [0, 1].into_iter().for_each(|s| self.sort_best(s)),
                false => self.hottest_moves(),
            }
            return;
        }
        self.sum = Some(self.sum_text(&known));
        self.score = [Some(self.settled + first), Some(self.settled + second)];
        self.score_moves(&mut search, &known);
        self.search_nodes = search.nodes();
    }

    /// The sum was not searched to the end: what is certain without, and no score.
    pub(super) fn only_enclose(&mut self) {
        let known: Vec<Game> = self.regions.iter().filter_map(|r| r.chilled).collect();
        let (low, high) = SumSearch::enclosure(&mut self.arena, &known);
        let loose = self.regions.iter().filter(|r| r.chilled.is_none()).filter_map(|r| r.bounds);
        let (low, high) = loose.fold((low, high), |(l, h), b| (l + b.low, h + b.high));
        self.bounds = Bounds { low: self.settled + low, high: self.settled + high };
        self.complete = false;
        (self.sum, self.score) = (None, [None; 2]);
        for m in self.regions.iter_mut().flat_map(|r| &mut r.moves).flatten() {
            m.score = None;
        }
        self.hottest_moves();
    }

    /// After each move: the score with the opponent to move next, by search over the sum.
    fn score_moves(&mut self, search: &mut SumSearch, known: &[Game]) {
        for color in Color::BOTH {
            let s = side(color);
            let goal = self.score[s];
            for i in 0..self.regions.len() {
                let mut seen: HashMap<Game, i64> = HashMap::new();
                for m in 0..self.regions[i].moves[s].len() {
                    let Value::Short(after) = self.regions[i].moves[s][m].after else {
                        continue;
                    };
                    let score = *seen.entry(after).or_insert_with(|| {
                        let mut sum = known.to_vec();
                        sum[i] = self.arena.chill(after);
                        if color == Color::Black {
                            search.adjusted_right_first(&mut self.arena, &sum)
                        } else {
                            search.adjusted_left_first(&mut self.arena, &sum)
                        }
                    });
                    let total = Some(self.settled + score);
                    let mv = &mut self.regions[i].moves[s][m];
                    mv.score = total;
                    if total == goal {
                        let p = mv.point;
                        self.best[s].push(p);
                    }
                }
            }
            self.sort_best(s);
        }
    }

    /// Among equally good moves the ones in the hottest regions come first: they hide the fewest traps for the player.
    fn sort_best(&mut self, s: usize) {
        let heat = |p: &Point, regions: &[RegionReport]| {
            let region = regions.iter().find(|r| r.points.contains(*p));
            let local = region.is_some_and(|r| r.best[s] == Some(*p));
            let t = region.and_then(|r| r.thermograph.as_ref()).map_or(Rational::int(-1), |t| t.temperature);
            (t, local)
        };
        let mut best = std::mem::take(&mut self.best[s]);
        best.sort_by_key(|p| std::cmp::Reverse(heat(p, &self.regions)));
        self.best[s] = best;
    }

    /// Without a complete sum: the best local moves by temperature, unproved.
    fn hottest_moves(&mut self) {
        for s in [0, 1] {
            let mut all: Vec<(Rational, Point)> =
                self.regions.iter().filter_map(|r| Some((r.thermograph.as_ref()?.temperature, r.best[s]?))).collect();
            all.sort_by_key(|x| std::cmp::Reverse(x.0));
            let top = all.first().map(|x| x.0);
            self.best[s] = all.into_iter().filter(|x| Some(x.0) == top).map(|x| x.1).collect();
        }
    }

    /// The chilled sum: one name where it is cheap to form, the summands side by side otherwise.
    fn sum_text(&mut self, known: &[Game]) -> String {
        let (simple, rest): (Vec<Game>, Vec<Game>) = known.iter().partition(|&&g| self.arena.as_simple(g).is_some());
        let simple = self.arena.sum(&simple);
        const READABLE: usize = 60;
        if rest.len() <= 3 {
            let tail = self.arena.sum(&rest);
            let total = self.arena.add(simple, tail);
            let name = self.arena.name(total);
            if name.len() <= READABLE {
                return name;
            }
        }
        let mut text = self.arena.name(simple);
        for g in rest {
            text.push_str(" + ");
            text.push_str(&self.arena.name(g));
        }
        text
    }
}
