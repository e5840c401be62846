//! From the graph of a region to values: short games where play must end, thermographs under a ko model where it may
//! loop.

use crate::bounds::Bounds;
use crate::graph::{RegionGraph, Step};
use crate::room::Room;
use gosedai_cgt::ko::{FightEnd, HotTree, KoFight, KoGraph, KoModel, KoMove, KoNode, komaster};
use gosedai_cgt::{Arena, Game, Rational, Thermograph};
use std::collections::HashMap;

/// Positions of a hot end of a fight that is summed with the threats exactly.
const LARGEST_END: usize = 40;

/// What a position of a region is worth.
#[derive(Clone, Debug)]
pub enum Value {
    Short(Game),
    Ko(Box<KoValue>),
    /// Loops or mixtures that no ko model here covers.
    Unknown,
}

/// A position with a ko in it: one thermograph per model.
#[derive(Clone, Debug)]
pub struct KoValue {
    pub black_komaster: Thermograph,
    pub white_komaster: Thermograph,
    pub neutral: Option<Thermograph>,
    /// The fight itself, for approach moves above it, and whether Black has taken the ko last.
    fight: Option<(KoFight, bool)>,
}

impl KoValue {
    pub fn under(&self, model: KoModel) -> Option<&Thermograph> {
        match model {
            KoModel::BlackKomaster => Some(&self.black_komaster),
            KoModel::WhiteKomaster => Some(&self.white_komaster),
            KoModel::Neutral => self.neutral.as_ref(),
        }
    }

    fn shifted(&self, by: Rational) -> KoValue {
        KoValue {
            black_komaster: shift(&self.black_komaster, by),
            white_komaster: shift(&self.white_komaster, by),
            neutral: self.neutral.as_ref().map(|t| shift(t, by)),
            fight: self.fight.as_ref().map(|(f, took)| (shift_fight(f, by), *took)),
        }
    }
}

fn shift(t: &Thermograph, by: Rational) -> Thermograph {
    let wall = |w: &[(Rational, Rational)]| w.iter().map(|&(t, v)| (t, v + by)).collect();
    Thermograph { left: wall(&t.left), right: wall(&t.right), mean: t.mean + by, temperature: t.temperature }
}

fn shift_fight(fight: &KoFight, by: Rational) -> KoFight {
    let end = |e: &FightEnd| match e {
        FightEnd::Number(x) => FightEnd::Number(*x + by),
        FightEnd::Hot(t) => FightEnd::Hot(shift(t, by)),
        FightEnd::Game(g) => FightEnd::Game(g.shifted(by)),
        FightEnd::Fight(f) => FightEnd::Fight(Box::new(shift_fight(f, by))),
    };
    KoFight { black_wins: end(&fight.black_wins), white_wins: end(&fight.white_wins) }
}

/// What all positions of a region are worth, in node order, and the short games between which they lie.
pub(crate) struct Evaluation {
    pub values: Vec<Value>,
    pub upper: Vec<Game>,
    pub lower: Vec<Game>,
}

impl Evaluation {
    /// Nothing in the region as it stands depends on loops.
    pub fn is_exact(&self, graph: &RegionGraph) -> bool {
        graph.roots.iter().all(|&r| self.upper[r] == self.lower[r])
    }

    /// Every part of the region has a value, if only one per ko model.
    pub fn is_valued(&self, graph: &RegionGraph) -> bool {
        graph.roots.iter().all(|&r| !matches!(self.values[r], Value::Unknown))
    }

    /// The least and the most that play can make of the region.
    pub fn stops(&self, arena: &Arena, graph: &RegionGraph) -> (i64, i64) {
        graph.roots.iter().fold((graph.settled, graph.settled), |(low, high), &r| {
            (low + arena.right_stop(self.lower[r]).floor(), high + arena.left_stop(self.upper[r]).ceil())
        })
    }
}

pub(crate) fn evaluate(arena: &mut Arena, room: &Room, graph: &RegionGraph) -> Evaluation {
    let values = vec![Value::Unknown; graph.nodes.len()];
    let mut solver = Solver { arena, graph, values, bounds: Bounds::new(room, graph), hot_fights: 0 };
    for part in graph.components() {
        if let [only] = part[..]
            && !solver.loops_to_itself(only)
        {
            solver.bounds.quiet_node(solver.arena, only);
            solver.values[only] = match solver.bounds.exact(only) {
                Some(g) => Value::Short(g),
                None => solver.acyclic(only),
            };
        } else {
            solver.cyclic(&part);
        }
    }
    let Bounds { upper, lower, .. } = solver.bounds;
    Evaluation { values: solver.values, upper, lower }
}

struct Solver<'a> {
    arena: &'a mut Arena,
    graph: &'a RegionGraph,
    values: Vec<Value>,
    bounds: Bounds<'a>,
    /// Fights over hot games met so far.
    hot_fights: usize,
}

/// Fair trades over hot games are slow to find: a region with more of them gets no neutral walls for the rest.
const MOST_HOT_FIGHTS: usize = 40;

fn has_hot_end(fight: &KoFight) -> bool {
    let hot = |end: &FightEnd| match end {
        FightEnd::Game(_) => true,
        FightEnd::Fight(f) => has_hot_end(f),
        FightEnd::Number(_) | FightEnd::Hot(_) => false,
    };
    hot(&fight.black_wins) || hot(&fight.white_wins)
}

impl Solver<'_> {
    fn loops_to_itself(&self, node: usize) -> bool {
        let n = &self.graph.nodes[node];
        n.black.iter().chain(&n.white).any(|s| s.parts.contains(&node))
    }

    /// The value after a step, all parts together.
    fn after(&mut self, step: &Step) -> Value {
        sum_of(self.arena, &self.values, &step.parts, step.score)
    }

    fn acyclic(&mut self, node: usize) -> Value {
        let (black, white) = (&self.graph.nodes[node].black, &self.graph.nodes[node].white);
        let lefts: Vec<Value> = black.iter().map(|s| self.after(s)).collect();
        let rights: Vec<Value> = white.iter().map(|s| self.after(s)).collect();
        let (mut l, mut r) = (Vec::new(), Vec::new());
        for (values, games) in [(&lefts, &mut l), (&rights, &mut r)] {
            for v in values {
                match v {
                    Value::Short(g) => games.push(*g),
                    Value::Ko(_) => return self.above_a_ko(&lefts, &rights),
                    Value::Unknown => return Value::Unknown,
                }
            }
        }
        Value::Short(self.bounds.short(self.arena, node, &l, &r))
    }

    /// A node from which a ko can be reached, but which is not part of it.
    fn above_a_ko(&mut self, lefts: &[Value], rights: &[Value]) -> Value {
        let mut walls = Vec::new();
        for model in [KoModel::BlackKomaster, KoModel::WhiteKomaster, KoModel::Neutral] {
            let mut graph = KoGraph::default();
            let mut side = |values: &[Value], graph: &mut KoGraph| -> Option<Vec<KoMove>> {
                values
                    .iter()
                    .map(|v| self.known(v, model).map(|t| KoMove::plain(graph.add(KoNode::Known(t)))))
                    .collect()
            };
            let (black, white) = (side(lefts, &mut graph), side(rights, &mut graph));
            let solved = black.zip(white).and_then(|(black, white)| {
                let top = graph.add(KoNode::Open { black, white });
                komaster(&graph, model != KoModel::WhiteKomaster).ok().map(|all| all[top].clone())
            });
            walls.push(solved);
        }
        let neutral = walls.pop().flatten();
        match (walls.remove(0), walls.remove(0)) {
            (Some(black_komaster), Some(white_komaster)) => {
                Value::Ko(Box::new(KoValue { black_komaster, white_komaster, neutral, fight: None }))
            }
            _ => Value::Unknown,
        }
    }

    fn known(&mut self, value: &Value, model: KoModel) -> Option<Thermograph> {
        match value {
            Value::Short(g) => Some(self.arena.thermograph(*g)),
            Value::Ko(k) => k.under(model).cloned(),
            Value::Unknown => None,
        }
    }

    /// A loop. Offsets along the way (prisoners) must be the same on every path, as they are in a ko.
    fn cyclic(&mut self, part: &[usize]) {
        self.bounds.looping(self.arena, part);
        if part.iter().any(|&v| self.bounds.exact(v).is_none()) && !self.as_ko(part) {
            self.sidle(part);
        }
        for &v in part {
            match (self.bounds.exact(v), &self.values[v]) {
                (Some(g), _) => self.values[v] = Value::Short(g),
                (None, Value::Short(g)) => self.bounds.set(v, *g),
                _ => {}
            }
        }
    }

    /// Loops that are not kos (throw-ins, snapbacks, captures and recaptures) usually cost one side something, so the
    /// value does not depend on them: bounded from above and from below, step by step, both bounds meet in one short
    /// game. Where they do not meet, the loop matters and the value stays unknown.
    fn sidle(&mut self, part: &[usize]) {
        const LARGEST: usize = 4000;
        if part.len() > LARGEST {
            return;
        }
        let far = 4 * self.bounds.room.points.len() as i64 + 8;
        let mut bounds = Vec::new();
        for start in [far, -far] {
            let first = Value::Short(self.arena.int(start));
            for &v in part {
                self.values[v] = first.clone();
            }
            if !self.iterate(part, 2 * far as usize) {
                break;
            }
            bounds.push(part.iter().map(|&v| self.values[v].clone()).collect::<Vec<_>>());
        }
        let met = bounds.len() == 2
            && bounds[0]
                .iter()
                .zip(&bounds[1])
                .all(|(a, b)| matches!((a, b), (Value::Short(x), Value::Short(y)) if x == y));
        if !met {
            for &v in part {
                self.values[v] = Value::Unknown;
            }
        }
    }

    /// Recomputes a loop from its own values until nothing changes.
    fn iterate(&mut self, part: &[usize], rounds: usize) -> bool {
        for _ in 0..rounds {
            let mut changed = false;
            for &v in part {
                let Value::Short(g) = self.acyclic(v) else {
                    return false;
                };
                // ever finer fractions are the sign of a real ko
                let finest = self.arena.left_stop(g).exponent().max(self.arena.right_stop(g).exponent());
                if finest > 12 {
                    return false;
                }
                if !matches!(self.values[v], Value::Short(h) if h == g) {
                    self.values[v] = Value::Short(g);
                    changed = true;
                }
            }
            if !changed {
                return true;
            }
        }
        false
    }

    /// Treats the loop as a ko; false if it is none.
    fn as_ko(&mut self, part: &[usize]) -> bool {
        const LARGEST: usize = 64;
        if part.len() > LARGEST {
            return false;
        }
        let Some(level) = self.levels(part) else {
            return false;
        };
        let mut solved = Vec::new();
        for model in [KoModel::BlackKomaster, KoModel::WhiteKomaster] {
            match self.loop_graph(part, &level, model).map(|g| komaster(&g, model == KoModel::BlackKomaster)) {
                Some(Ok(all)) => solved.push(all),
                _ => return false,
            }
        }
        let fight = self.fight(part, &level);
        let hot = fight.as_ref().is_some_and(|(f, ..)| has_hot_end(f));
        self.hot_fights += usize::from(hot);
        let affordable = !hot || self.hot_fights <= MOST_HOT_FIGHTS;
        let neutral = fight.as_ref().filter(|_| affordable).and_then(|(f, ..)| f.thermographs().ok());
        for (i, &node) in part.iter().enumerate() {
            let down = -Rational::int(level[&node]);
            let side = fight.as_ref().map(|(f, took, other)| (f, *took == node, node == *took || node == *other));
            let graph_of = |took: bool| neutral.as_ref().map(|n| if took { &n.black_took } else { &n.white_took });
            self.values[node] = Value::Ko(Box::new(KoValue {
                black_komaster: shift(&solved[0][i], down),
                white_komaster: shift(&solved[1][i], down),
                neutral: side
                    .and_then(|(_, took, member)| if member { graph_of(took) } else { None })
                    .map(|t| shift(t, down)),
                fight: side.map(|(f, took, _)| (shift_fight(f, down), took)),
            }));
        }
        true
    }

    /// Points gained from the first node of the loop to each other one.
    fn levels(&mut self, part: &[usize]) -> Option<HashMap<usize, i64>> {
        let mut level = HashMap::from([(part[0], 0i64)]);
        let mut work = vec![part[0]];
        while let Some(v) = work.pop() {
            let here = level[&v];
            let node = &self.graph.nodes[v];
            for step in node.black.iter().chain(&node.white) {
                let inside: Vec<usize> = step.parts.iter().copied().filter(|w| part.contains(w)).collect();
                let [w] = inside[..] else {
                    if inside.is_empty() {
                        continue;
                    }
                    return None;
                };
                let others: Vec<usize> = step.parts.iter().copied().filter(|&x| x != w).collect();
                let Value::Short(rest) = sum_of(self.arena, &self.values, &others, step.score) else {
                    return None;
                };
                let x = self.arena.as_number(rest).filter(|x| x.is_integer())?;
                let there = here + x.floor();
                match level.insert(w, there) {
                    None => work.push(w),
                    Some(before) if before == there => {}
                    Some(_) => return None,
                }
            }
        }
        Some(level)
    }

    fn loop_graph(&mut self, part: &[usize], level: &HashMap<usize, i64>, model: KoModel) -> Option<KoGraph> {
        let mut graph = KoGraph::default();
        for _ in part {
            graph.add(KoNode::Open { black: vec![], white: vec![] });
        }
        for (i, &v) in part.iter().enumerate() {
            let mut sides = [Vec::new(), Vec::new()];
            for (k, side) in sides.iter_mut().enumerate() {
                let node = &self.graph.nodes[v];
                let steps = if k == 0 { &node.black } else { &node.white };
                for step in steps {
                    if let Some(j) = part.iter().position(|w| step.parts.contains(w)) {
                        side.push(if self.is_retaken(part[j], v, k == 0) {
                            KoMove::taking(j)
                        } else {
                            KoMove::plain(j)
                        });
                        continue;
                    }
                    let value = self.after(step);
                    let walls = self.known(&value, model)?;
                    let to = graph.add(KoNode::Known(shift(&walls, Rational::int(level[&v]))));
                    side.push(KoMove::plain(to));
                }
            }
            let [black, white] = sides;
            graph.nodes[i] = KoNode::Open { black, white };
        }
        Some(graph)
    }

    /// Whether the opponent could go straight back from `to` to `from`.
    fn is_retaken(&self, to: usize, from: usize, by_black: bool) -> bool {
        let node = &self.graph.nodes[to];
        let replies = if by_black { &node.white } else { &node.black };
        replies.iter().any(|s| s.parts.contains(&from))
    }

    /// The loop as a plain fight `Kb <-> Ka`, if it is one: the fight, Kb and Ka.
    fn fight(&mut self, part: &[usize], level: &HashMap<usize, i64>) -> Option<(KoFight, usize, usize)> {
        let [a, b] = part[..] else {
            return None;
        };
        let leads = |steps: &[Step], to: usize| steps.iter().any(|s| s.parts.contains(&to));
        let (took, lost) = if leads(&self.graph.nodes[a].white, b) && leads(&self.graph.nodes[b].black, a) {
            (a, b)
        } else if leads(&self.graph.nodes[b].white, a) && leads(&self.graph.nodes[a].black, b) {
            (b, a)
        } else {
            return None;
        };
        let black_wins = self.best_end(took, lost, true, level[&took])?;
        let white_wins = self.best_end(lost, took, false, level[&lost])?;
        Some((KoFight { black_wins, white_wins }, took, lost))
    }

    /// The best way out of the ko for one side.
    fn best_end(&mut self, node: usize, other: usize, black: bool, level: i64) -> Option<FightEnd> {
        let steps = if black { self.graph.nodes[node].black.clone() } else { self.graph.nodes[node].white.clone() };
        let mut best: Option<(Rational, FightEnd)> = None;
        for step in steps.iter().filter(|s| !s.parts.contains(&other)) {
            let (mean, end) = match self.after(step) {
                Value::Short(g) => {
                    let mean: Rational = self.arena.mean_rational(g);
                    let end = match self.arena.as_number(g) {
                        Some(x) => FightEnd::Number(x.into()),
                        None => match HotTree::of(self.arena, g, LARGEST_END) {
                            Some(tree) => FightEnd::Game(tree),
                            None => FightEnd::Hot(self.arena.thermograph(g)),
                        },
                    };
                    (mean, end)
                }
                Value::Ko(k) => match &k.fight {
                    Some((fight, took)) if *took == black => {
                        (k.neutral.as_ref()?.mean, FightEnd::Fight(Box::new(fight.clone())))
                    }
                    _ => return None,
                },
                Value::Unknown => return None,
            };
            if best.as_ref().is_none_or(|(m, _)| if black { mean > *m } else { mean < *m }) {
                best = Some((mean, end));
            }
        }
        let up = Rational::int(level);
        let (_, end) = best?;
        let lifted = shift_fight(&KoFight { black_wins: end, white_wins: FightEnd::Number(Rational::ZERO) }, up);
        Some(lifted.black_wins)
    }
}

/// The value of several independent parts and some points together.
pub fn sum_of(arena: &mut Arena, values: &[Value], parts: &[usize], score: i64) -> Value {
    let mut total = arena.int(score);
    let mut ko: Option<&KoValue> = None;
    for &p in parts {
        match &values[p] {
            Value::Short(g) => total = arena.add(total, *g),
            Value::Ko(k) if ko.is_none() => ko = Some(k),
            _ => return Value::Unknown,
        }
    }
    match (ko, arena.as_number(total)) {
        (None, _) => Value::Short(total),
        (Some(k), Some(x)) => Value::Ko(Box::new(k.shifted(x.into()))),
        (Some(_), None) => Value::Unknown,
    }
}

/// The value of a whole region: all its parts and what is settled in it.
pub fn evaluate_region(arena: &mut Arena, room: &Room, graph: &RegionGraph) -> Value {
    let values = evaluate(arena, room, graph).values;
    sum_of(arena, &values, &graph.roots, graph.settled)
}
