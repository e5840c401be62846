//! The whole board as a sum of regions: values, tempo, the best moves of both sides with the score they lead to.

mod sum;

use crate::evaluate::{Evaluation, Value, evaluate, sum_of};
use crate::graph::{Moves, RegionGraph};
use crate::room::Room;
use crate::safety::{SafeStones, Safety, safe_stones, side};
use crate::spot::{Counting, Spot};
use crate::tempo::{Tempo, swing, tempo};
use crate::with_kos::{Explored, KoSearch};
use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_cgt::ko::KoModel;
use gosedai_cgt::stop::until_stopped;
use gosedai_cgt::{Arena, Game, Rational, Thermograph};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Copy)]
pub struct Options<'a> {
    pub counting: Counting,
    pub ko: KoModel,
    /// Reading effort for the safety of groups that are not unconditionally alive.
    pub read_nodes: u32,
    /// Positions per region beyond which it is only bounded.
    pub limit: usize,
    /// Positions of the whole sum searched where kos are on the board, per side moving first.
    pub ko_nodes: u64,
    /// The ground is a judgement already: a region that is too large, or whose value depends on loops, may be searched without
    /// sacrifices.
    pub may_be_sober: bool,
    /// Set from outside to end the work: what is not analysed yet is only bounded.
    pub cancel: Option<&'a Arc<AtomicBool>>,
    /// Hears how many of the open points are done, and how many there are.
    pub progress: Option<&'a dyn Fn(usize, usize)>,
}

impl Options<'_> {
    pub fn new(counting: Counting) -> Self {
        Options {
            counting,
            ko: KoModel::Neutral,
            read_nodes: 300,
            limit: 40_000,
            ko_nodes: 60_000,
            may_be_sober: false,
            cancel: None,
            progress: None,
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// What is certain about a region that could not be enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub low: i64,
    pub high: i64,
}

/// A legal move inside a region.
#[derive(Clone, Debug)]
pub struct LocalMove {
    pub point: Point,
    /// The region's value afterwards, prisoners included.
    pub after: Value,
    /// Score of the whole board with best play afterwards, where the whole sum could be searched.
    pub score: Option<i64>,
}

#[derive(Clone, Debug)]
pub struct RegionReport {
    pub points: PointSet,
    pub value: Value,
    /// Short games below and above it, where it depends on kos or loops: one side never moves round them.
    pub between: Option<[Game; 2]>,
    /// The value cooled by one degree, for short games.
    pub chilled: Option<Game>,
    pub thermograph: Option<Thermograph>,
    pub tempo: Tempo,
    /// Swing between the two players' moves, as players count it.
    pub deiri: Rational,
    pub moves: [Vec<LocalMove>; 2],
    /// The best local move of each side at the region's own temperature.
    pub best: [Option<Point>; 2],
    pub complete: bool,
    pub bounds: Option<Bounds>,
    /// Positions in the region's graph.
    pub positions: usize,
    /// What stands behind the stones around it.
    pub safety: Safety,
    /// Sacrifices were left out of the search: with them the region was too large, or its value depended on loops.
    pub sober: bool,
}

/// The analysed board. Scores are Black minus White on the board, prisoners included, komi not.
pub struct Endgame {
    pub arena: Arena,
    pub safe: SafeStones,
    pub regions: Vec<RegionReport>,
    /// Points decided already.
    pub settled: i64,
    /// The sum of all chilled values, as an expression; `None` if a region has no short value.
    pub sum: Option<String>,
    /// With Black and with White to move first.
    pub score: [Option<i64>; 2],
    /// Limits that hold in any case.
    pub bounds: Bounds,
    /// All moves that reach the score, per side.
    pub best: [Vec<Point>; 2],
    pub complete: bool,
    /// What kos meant for the scores.
    pub kos: KoSearch,
    pub search_nodes: u64,
    /// Open points, and those of them that are searched or given up.
    open: usize,
    done: usize,
}

/// Analyses a position.
pub fn analyse(board: &Board, options: Options) -> Endgame {
    let safe = safe_stones(board, options.read_nodes);
    analyse_with(board, safe, options)
}

/// The same with safe stones found elsewhere.
pub fn analyse_with(board: &Board, safe: SafeStones, options: Options) -> Endgame {
    let mut end = Endgame::new(board, safe, options);
    let walls = end.safe.stones;
    end.search_between(board, &walls, options);
    end
}

/// Prisoners under territory counting, safe stones under area counting.
fn already_counted(board: &Board, safe: &SafeStones, counting: Counting) -> i64 {
    match counting {
        Counting::Territory => board.captured(Color::White) as i64 - board.captured(Color::Black) as i64,
        Counting::Area => safe.stones[0].len() as i64 - safe.stones[1].len() as i64,
    }
}

impl Endgame {
    pub(crate) fn new(board: &Board, safe: SafeStones, options: Options) -> Endgame {
        let mut end = Endgame {
            arena: Arena::new(),
            settled: already_counted(board, &safe, options.counting),
            safe,
            regions: Vec::new(),
            sum: None,
            score: [None; 2],
            bounds: Bounds { low: 0, high: 0 },
            best: [Vec::new(), Vec::new()],
            complete: true,
            kos: KoSearch::None,
            search_nodes: 0,
            open: 0,
            done: 0,
        };
        if let Some(flag) = options.cancel {
            end.arena.stop_by(flag.clone());
        }
        end
    }

    /// Searches all that lies between walls and adds it up.
    pub(crate) fn search_between(&mut self, board: &Board, walls: &[PointSet; 2], options: Options) {
        let open = PointSet::full(board.size()).minus(&walls[0]).minus(&walls[1]);
        self.open = open.len();
        let mut explored = Vec::new();
        for part in open.components() {
            if !self.add_region(board, &part, walls, options, &mut explored) {
                self.add_unexplored(board, &part, options);
            }
        }
        let added = !options.is_cancelled() && until_stopped(|| self.add_up(board, &explored, options)).is_ok();
        self.arena.let_finish();
        if !added {
            self.only_enclose();
        }
    }

    /// Searches an area between the given safe points; false if it is too large or the work was stopped.
    fn add_region(
        &mut self,
        board: &Board,
        part: &PointSet,
        safe: &[PointSet; 2],
        options: Options,
        explored: &mut Vec<Explored>,
    ) -> bool {
        let before = (self.regions.len(), explored.len(), self.settled);
        if options.is_cancelled() {
            return false;
        }
        match until_stopped(|| self.search_region(board, part, safe, options, explored)) {
            Ok(true) => self.is_done(part, options),
            Ok(false) => return false,
            // half a region is none
            Err(_) => {
                self.regions.truncate(before.0);
                explored.truncate(before.1);
                self.settled = before.2;
                return false;
            }
        }
        true
    }

    fn is_done(&mut self, part: &PointSet, options: Options) {
        self.done += part.len();
        if let Some(tell) = options.progress {
            tell(self.done, self.open);
        }
    }

    fn search_region(
        &mut self,
        board: &Board,
        part: &PointSet,
        safe: &[PointSet; 2],
        options: Options,
        explored: &mut Vec<Explored>,
    ) -> bool {
        let mut safety = self.safe.around(part);
        let Some(room) = Room::new(part) else {
            return false;
        };
        let spot = room.spot(board, safe);
        let mut search = |moves: Moves| {
            let graph = RegionGraph::explore_moves(&room, spot, options.counting, options.limit, moves).ok()?;
            let known = evaluate(&mut self.arena, &room, &graph);
            Some((graph, known))
        };
        let mut found = search(Moves::All);
        let mut sober = false;
        let mut certain = None;
        if options.may_be_sober && found.as_ref().is_none_or(|(graph, known)| !known.is_exact(graph)) {
            let second = search(Moves::Sober);
            let clear = |f: &Option<(RegionGraph, Evaluation)>| f.as_ref().is_some_and(|(g, k)| k.is_valued(g));
            if clear(&second) && !clear(&found) {
                certain = found.map(|(graph, known)| known.stops(&self.arena, &graph));
                (found, sober, safety) = (second, true, Safety::Judged);
            }
        }
        let Some((graph, known)) = found else {
            return false;
        };
        self.settled += graph.settled;
        let values = &known.values;
        for &root in &graph.roots {
            let spot = graph.nodes[root].spot;
            let points = members(&room, spot.mask);
            let value = values[root].clone();
            let mut moves = [Vec::new(), Vec::new()];
            for color in Color::BOTH {
                for step in graph.steps_of(root, color) {
                    let point = room.points[step.point];
                    if board.ko(color) == Some(point) {
                        continue;
                    }
                    moves[side(color)].push(LocalMove {
                        point,
                        after: sum_of(&mut self.arena, values, &step.parts, step.score),
                        score: None,
                    });
                }
            }
            let mut report = self.report(points, value, moves, &spot, options, graph.nodes.len(), safety);
            report.sober = sober;
            if let ([_], Some((low, high))) = (&graph.roots[..], certain) {
                let settled = graph.settled;
                report.bounds = Some(Bounds { low: low - settled, high: high - settled });
            }
            if known.upper[root] != known.lower[root] {
                let (low, high) = (known.lower[root], known.upper[root]);
                report.between = Some([low, high]);
                report.bounds =
                    Some(Bounds { low: self.arena.right_stop(low).floor(), high: self.arena.left_stop(high).ceil() });
            }
            self.regions.push(report);
        }
        explored.push(Explored { room: room.clone(), graph, known });
        true
    }

    #[allow(clippy::too_many_arguments)]
    fn report(
        &mut self,
        points: PointSet,
        value: Value,
        moves: [Vec<LocalMove>; 2],
        spot: &Spot,
        options: Options,
        positions: usize,
        safety: Safety,
    ) -> RegionReport {
        let (chilled, thermograph) = match &value {
            Value::Short(g) => (Some(self.arena.chill(*g)), Some(self.arena.thermograph(*g))),
            Value::Ko(k) => (None, k.under(options.ko).cloned()),
            Value::Unknown => (None, None),
        };
        let counting = options.counting;
        let tempo = thermograph.as_ref().map_or(Tempo::Idle, |t| tempo(t, counting));
        let deiri = thermograph.as_ref().map_or(Rational::ZERO, |t| swing(t, tempo, counting));
        let best = [0, 1].map(|s| {
            let t = thermograph.as_ref()?;
            self.best_local(&moves[s], s == 0, t.temperature, options.ko)
        });
        let complete = !matches!(value, Value::Unknown);
        let bounds = match (&value, &thermograph) {
            (Value::Short(_), _) => None,
            (Value::Ko(k), _) => Some(Bounds {
                low: stop(&k.white_komaster, false).min(stop(&k.black_komaster, false)),
                high: stop(&k.black_komaster, true).max(stop(&k.white_komaster, true)),
            }),
            _ => Some(widest(spot.mask.count_ones(), spot.black.count_ones(), spot.white.count_ones())),
        };
        RegionReport {
            points,
            value,
            between: None,
            chilled,
            thermograph,
            tempo,
            deiri,
            moves,
            best,
            complete,
            bounds,
            positions,
            safety,
            sober: false,
        }
    }

    /// The move whose result, taxed at the region's temperature, is best.
    fn best_local(&mut self, moves: &[LocalMove], black: bool, t: Rational, model: KoModel) -> Option<Point> {
        let mut best: Option<(Rational, Point)> = None;
        for m in moves {
            let walls = match &m.after {
                Value::Short(g) => self.arena.thermograph(*g),
                Value::Ko(k) => k.under(model)?.clone(),
                Value::Unknown => continue,
            };
            let x = if black { walls.right_at(t) } else { walls.left_at(t) };
            if best.is_none_or(|(b, _)| if black { x > b } else { x < b }) {
                best = Some((x, m.point));
            }
        }
        best.map(|(_, p)| p)
    }

    fn add_unexplored(&mut self, board: &Board, part: &PointSet, options: Options) {
        self.is_done(part, options);
        let safety = self.safe.around(part);
        let count = |c| part.intersection(&board.stone_set(c)).len() as u32;
        self.regions.push(RegionReport {
            points: *part,
            value: Value::Unknown,
            between: None,
            chilled: None,
            thermograph: None,
            tempo: Tempo::Idle,
            deiri: Rational::ZERO,
            moves: [Vec::new(), Vec::new()],
            best: [None, None],
            complete: false,
            bounds: Some(widest(part.len() as u32, count(Color::Black), count(Color::White))),
            positions: 0,
            safety,
            sober: false,
        });
    }

    /// Takes back score, sum and best moves: somebody knows better. The regions stay.
    pub fn give_up(&mut self) {
        self.only_enclose();
    }

    /// The region a point belongs to.
    pub fn region_at(&self, p: Point) -> Option<usize> {
        self.regions.iter().position(|r| r.points.contains(p))
    }

    /// What a player does who always takes the hottest region's best local move.
    pub fn greedy_move(&self, color: Color) -> Option<Point> {
        let s = side(color);
        let with_heat = self.regions.iter().filter_map(|r| Some((r.thermograph.as_ref()?.temperature, r.best[s]?)));
        with_heat
            .fold(
                None,
                |best: Option<(Rational, Point)>, x| if best.is_none_or(|b| x.0 > b.0) { Some(x) } else { best },
            )
            .map(|x| x.1)
    }
}

/// What an area counts for its owner.
pub(crate) fn owned(board: &Board, area: &PointSet, owner: Color, counting: Counting) -> i64 {
    let dead = area.intersection(&board.stone_set(owner.opponent())).len() as i64;
    let empty = area.intersection(&board.empty_set()).len() as i64;
    match counting {
        Counting::Territory => empty + 2 * dead,
        Counting::Area => area.len() as i64,
    }
}

fn members(room: &Room, mask: u64) -> PointSet {
    room.points.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &p)| p).collect()
}

fn stop(t: &Thermograph, left: bool) -> i64 {
    let zero = Rational::ZERO;
    if left { t.left_at(zero).ceil() as i64 } else { t.right_at(zero).floor() as i64 }
}

/// All points and all stones for one side or the other: wide, but certain under either counting.
fn widest(points: u32, black: u32, white: u32) -> Bounds {
    Bounds { low: -(points as i64) - black as i64, high: points as i64 + white as i64 }
}

/// The final count of a game in which both sides play on until no region is open: used by tests and play-outs.
pub fn is_over(end: &Endgame) -> bool {
    end.regions.iter().all(|r| match &r.value {
        Value::Short(g) => end.arena.as_number(*g).is_some(),
        _ => false,
    })
}
