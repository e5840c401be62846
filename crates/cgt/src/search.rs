//! Who wins a sum, and with which score, by search over the summands: the canonical form of the sum is never built.
//!
//! Numbers and ups are kept as one simple value, `G` cancels `-G`, nobody moves in a number while something else is left, and
//! mean ± temperature bounds settle most positions at once.

use crate::Dyadic;
use crate::arena::{Arena, Game, Simple};
use crate::compare::Outcome;
use crate::hash::FastMap;

/// A sum taken apart: one simple value and the remaining games, sorted.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    simple: Simple,
    parts: Vec<Game>,
}

/// The memo of one or more searches in the same arena.
#[derive(Default)]
pub struct SumSearch {
    wins: FastMap<(State, bool), bool>,
    stops: FastMap<(State, bool), (Dyadic, Dyadic)>,
    nodes: u64,
}

/// Mean of a sum and a bound on its temperature.
struct Heat {
    mean: Dyadic,
    most: Dyadic,
}

impl State {
    fn new(arena: &mut Arena, games: &[Game]) -> Self {
        let mut state = State { simple: Simple::number(Dyadic::ZERO), parts: Vec::with_capacity(games.len()) };
        for &g in games {
            state.join(arena, g);
        }
        state
    }

    /// Adds a summand: simple values melt together, a game and its negative vanish.
    fn join(&mut self, arena: &mut Arena, g: Game) {
        if let Some(s) = arena.as_simple(g) {
            self.simple.number = self.simple.number + s.number;
            self.simple.ups += s.ups;
            self.simple.nimber ^= s.nimber;
            return;
        }
        let minus = arena.neg(g);
        match self.parts.binary_search(&minus) {
            Ok(i) => {
                self.parts.remove(i);
            }
            Err(_) => {
                let i = self.parts.partition_point(|&p| p < g);
                self.parts.insert(i, g);
            }
        }
    }

    fn without(&self, i: usize) -> State {
        let mut next = self.clone();
        next.parts.remove(i);
        next
    }

    fn heat(&self, arena: &mut Arena) -> Heat {
        let mut heat = Heat { mean: self.simple.number, most: Dyadic::ZERO };
        for &g in &self.parts {
            let w = arena.walls_of(g);
            heat.mean = heat.mean + w.mean;
            heat.most = heat.most.max(w.temperature);
        }
        heat
    }

    /// Every position after one move of the given side, hottest summands first.
    fn moves(&self, arena: &mut Arena, left: bool) -> Vec<State> {
        let mut order: Vec<(Dyadic, usize)> = Vec::with_capacity(self.parts.len());
        for i in 0..self.parts.len() {
            if i == 0 || self.parts[i] != self.parts[i - 1] {
                order.push((arena.temperature(self.parts[i]), i));
            }
        }
        order.sort_by_key(|&(t, _)| std::cmp::Reverse(t));
        let mut all = Vec::new();
        for (_, i) in order {
            let rest = self.without(i);
            let (start, end) = if left { arena.left_range(self.parts[i]) } else { arena.right_range(self.parts[i]) };
            for k in start..end {
                let mut next = rest.clone();
                let option = arena.pooled(k);
                next.join(arena, option);
                all.push(next);
            }
        }
        if !self.simple.is_number() {
            let g = arena.simple(self.simple);
            let (start, end) = if left { arena.left_range(g) } else { arena.right_range(g) };
            for k in start..end {
                let option = arena.pooled(k);
                if let Some(simple) = arena.as_simple(option) {
                    all.push(State { simple, parts: self.parts.clone() });
                }
            }
        }
        all
    }
}

impl SumSearch {
    pub fn new() -> Self {
        Self::default()
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn outcome(&mut self, arena: &mut Arena, games: &[Game]) -> Outcome {
        let state = State::new(arena, games);
        let first = self.left_wins_state(arena, &state, true);
        let second = self.left_wins_state(arena, &state, false);
        Outcome::of(first, second)
    }

    /// Whether Left makes the last move of the sum when the given side begins.
    pub fn left_wins(&mut self, arena: &mut Arena, games: &[Game], left_begins: bool) -> bool {
        let state = State::new(arena, games);
        self.left_wins_state(arena, &state, left_begins)
    }

    fn left_wins_state(&mut self, arena: &mut Arena, state: &State, left: bool) -> bool {
        self.nodes += 1;
        arena.step();
        if state.parts.len() <= 1 {
            let g = state.parts.first().copied().unwrap_or(Arena::ZERO);
            let s = arena.simple(state.simple);
            let minus = arena.neg(s);
            return if left { !arena.le(g, minus) } else { arena.le(minus, g) };
        }
        let heat = state.heat(arena);
        let zero = Dyadic::ZERO;
        if heat.mean > heat.most || left && heat.mean > zero {
            return true;
        }
        if -heat.mean > heat.most || !left && heat.mean < zero {
            return false;
        }
        let key = (state.clone(), left);
        if let Some(&known) = self.wins.get(&key) {
            return known;
        }
        let answer =
            state.moves(arena, left).iter().any(|next| self.left_wins_state(arena, next, !left) == left) == left;
        self.wins.insert(key, answer);
        answer
    }

    /// The stop of the sum: the number reached with best play when the given side begins.
    pub fn stop(&mut self, arena: &mut Arena, games: &[Game], left_begins: bool) -> Dyadic {
        let state = State::new(arena, games);
        let heat = state.heat(arena);
        let far = heat.most + Dyadic::ONE;
        self.stop_state(arena, &state, left_begins, heat.mean - far, heat.mean + far)
    }

    fn stop_state(&mut self, arena: &mut Arena, state: &State, left: bool, low: Dyadic, high: Dyadic) -> Dyadic {
        self.nodes += 1;
        arena.step();
        if state.parts.is_empty() {
            return state.simple.number;
        }
        if let [only] = state.parts[..] {
            let s = arena.simple(state.simple);
            let g = if state.simple.is_number() { only } else { arena.add(only, s) };
            let x = if left { arena.left_stop(g) } else { arena.right_stop(g) };
            return if state.simple.is_number() { x + state.simple.number } else { x };
        }
        let heat = state.heat(arena);
        let (mut floor, mut ceiling) =
            if left { (heat.mean, heat.mean + heat.most) } else { (heat.mean - heat.most, heat.mean) };
        let key = (state.clone(), left);
        if let Some(&(a, b)) = self.stops.get(&key) {
            (floor, ceiling) = (floor.max(a), ceiling.min(b));
        }
        if floor == ceiling || floor >= high {
            return floor;
        }
        if ceiling <= low {
            return ceiling;
        }
        let (mut low, mut high) = (low.max(floor), high.min(ceiling));
        let window = (low, high);
        let mut best: Option<Dyadic> = None;
        for next in state.moves(arena, left) {
            let x = self.stop_state(arena, &next, !left, low, high);
            best = Some(best.map_or(x, |b| if left { b.max(x) } else { b.min(x) }));
            if left {
                low = low.max(x);
            } else {
                high = high.min(x);
            }
            if low >= high {
                break;
            }
        }
        let value = best.unwrap_or(state.simple.number);
        let bounds = self.stops.entry(key).or_insert((floor, ceiling));
        if value > window.0 {
            bounds.0 = bounds.0.max(value.min(bounds.1));
        }
        if value < window.1 {
            bounds.1 = bounds.1.min(value.max(bounds.0));
        }
        value
    }

    /// For each summand, the score reached when the given side begins there and both go on with best play; `None` for numbers.
    pub fn scores_by_summand(&mut self, arena: &mut Arena, games: &[Game], left: bool) -> Vec<Option<Dyadic>> {
        let mut scores = Vec::with_capacity(games.len());
        for (i, &g) in games.iter().enumerate() {
            if arena.is_number(g) {
                scores.push(None);
                continue;
            }
            let options = if left { arena.lefts(g) } else { arena.rights(g) }.to_vec();
            let mut best: Option<Dyadic> = None;
            for option in options {
                let mut after = games.to_vec();
                after[i] = option;
                let x = self.stop(arena, &after, !left);
                best = Some(best.map_or(x, |b| if left { b.max(x) } else { b.min(x) }));
            }
            scores.push(best);
        }
        scores
    }

    /// Integers below and above both numbers of [`SumSearch::adjusted`], without a search.
    pub fn enclosure(arena: &mut Arena, games: &[Game]) -> (i64, i64) {
        let heat = State::new(arena, games).heat(arena);
        ((heat.mean - heat.most).ceil() - 1, (heat.mean + heat.most).floor() + 1)
    }

    /// `min{m : g <= m}` and `max{m : g >= m}` over the integers: the score after best play of a chilled Go endgame, the
    /// adjusted values of a liberty race.
    pub fn adjusted(&mut self, arena: &mut Arena, games: &[Game]) -> (i64, i64) {
        (self.adjusted_left_first(arena, games), self.adjusted_right_first(arena, games))
    }

    pub fn adjusted_left_first(&mut self, arena: &mut Arena, games: &[Game]) -> i64 {
        let state = State::new(arena, games);
        let heat = state.heat(arena);
        // g <= m fails below the mean and holds above the hottest reach
        let (mut low, mut high) = (heat.mean.ceil() - 1, (heat.mean + heat.most).floor() + 1);
        while high - low > 1 {
            let m = low + (high - low) / 2;
            if self.beats(arena, &state, m, true) {
                low = m;
            } else {
                high = m;
            }
        }
        high
    }

    pub fn adjusted_right_first(&mut self, arena: &mut Arena, games: &[Game]) -> i64 {
        let state = State::new(arena, games);
        let heat = state.heat(arena);
        let (mut low, mut high) = ((heat.mean - heat.most).ceil() - 1, heat.mean.floor() + 1);
        while high - low > 1 {
            let m = low + (high - low) / 2;
            if self.beats(arena, &state, m, false) {
                low = m;
            } else {
                high = m;
            }
        }
        low
    }

    /// Left wins `g - m` when the given side begins.
    fn beats(&mut self, arena: &mut Arena, state: &State, m: i64, left: bool) -> bool {
        let mut shifted = state.clone();
        shifted.simple.number = shifted.simple.number - Dyadic::int(m);
        self.left_wins_state(arena, &shifted, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn games(arena: &mut Arena, list: &[&str]) -> Vec<Game> {
        list.iter().map(|t| parse(arena, t).unwrap()).collect()
    }

    /// SplitMix64, so that the random sums are the same everywhere.
    struct Random(u64);
    impl Random {
        fn below(&mut self, k: u64) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ z >> 31) >> 33) % k
        }
    }

    fn random_game(a: &mut Arena, r: &mut Random, depth: u32, centre: i64) -> Game {
        if depth == 0 {
            return a.int(centre);
        }
        let side = |a: &mut Arena, r: &mut Random, sign: i64| -> Vec<Game> {
            (0..1 + r.below(2))
                .map(|_| {
                    let d = r.below(depth as u64) as u32;
                    let k = r.below(5) as i64;
                    random_game(a, r, d, centre + sign * k)
                })
                .collect()
        };
        let (l, rr) = (side(a, r, 1), side(a, r, -1));
        a.make(&l, &rr)
    }

    #[test]
    fn search_agrees_with_canonical_sums() {
        let (mut a, mut r) = (Arena::new(), Random(5));
        let mut chilled = 0;
        for _ in 0..400 {
            let parts: Vec<Game> = (0..2 + r.below(3)).map(|_| random_game(&mut a, &mut r, 3, 0)).collect();
            let sum = a.sum(&parts);
            let mut search = SumSearch::new();
            assert_eq!(search.outcome(&mut a, &parts), a.outcome(sum));
            assert_eq!(search.stop(&mut a, &parts, true), a.left_stop(sum));
            assert_eq!(search.stop(&mut a, &parts, false), a.right_stop(sum));
            // the chilled sum of games that stop at integers rounds to the stops of the raw one
            if !parts.iter().all(|&g| stops_at_integers(&mut a, g)) {
                continue;
            }
            chilled += 1;
            let cold: Vec<Game> = parts.iter().map(|&g| a.chill(g)).collect();
            let (first, second) = search.adjusted(&mut a, &cold);
            assert_eq!(Dyadic::int(first), a.left_stop(sum));
            assert_eq!(Dyadic::int(second), a.right_stop(sum));
        }
        assert!(chilled > 100, "{chilled}");
    }

    fn stops_at_integers(a: &mut Arena, g: Game) -> bool {
        if let Some(x) = a.as_number(g) {
            return x.is_integer();
        }
        let mut options = a.lefts(g).to_vec();
        options.extend_from_slice(a.rights(g));
        options.into_iter().all(|o| stops_at_integers(a, o))
    }

    #[test]
    fn nineteen_by_nineteen_problem_two_is_a_first_player_win() {
        let mut a = Arena::new();
        let parts = games(&mut a, &["{miny(3)|0^3}", "{miny(1)|0}", "^*", "v", "*", "{0|tiny(2)}", "{0^2|tiny(3)}"]);
        let mut search = SumSearch::new();
        assert_eq!(search.outcome(&mut a, &parts), Outcome::First);
        assert!(search.nodes() < 2000, "{} nodes", search.nodes());
    }

    #[test]
    fn nineteen_by_nineteen_problem_one_total_and_adjustment() {
        let mut a = Arena::new();
        let list = ["2*", "-2+*", "3*", "2v", "-4+tiny(20)", "6^*", "2", "-10"];
        let parts = games(&mut a, &list);
        let total = a.sum(&parts);
        assert_eq!(a.name(total), "-1+tiny(20)");
        assert_eq!(SumSearch::new().adjusted(&mut a, &parts), (0, -1));
    }

    #[test]
    fn hot_endgame_slide_scores_one_and_minus_three() {
        let mut a = Arena::new();
        let parts = games(&mut a, &["{3|-1}", "{6|{4|0}}", "-6"]);
        let mut search = SumSearch::new();
        assert_eq!(search.stop(&mut a, &parts, true), Dyadic::int(1));
        assert_eq!(search.stop(&mut a, &parts, false), Dyadic::int(-3));
        let cold: Vec<Game> = parts.iter().map(|&g| a.cool(g, Dyadic::int(2))).collect();
        let total = a.sum(&cold);
        assert_eq!(a.name(total), "-1^*");
        // Black must take the star: 1 instead of -1; White must take the up: -3 instead of -1
        let after = |a: &mut Arena, list: &[&str], left| {
            let parts = games(a, list);
            SumSearch::new().stop(a, &parts, left)
        };
        assert_eq!(after(&mut a, &["3", "{6|{4|0}}", "-6"], false), Dyadic::int(1));
        assert_eq!(after(&mut a, &["{3|-1}", "6", "-6"], false), Dyadic::int(-1));
        assert_eq!(after(&mut a, &["-1", "{6|{4|0}}", "-6"], true), Dyadic::int(-1));
        assert_eq!(after(&mut a, &["{3|-1}", "{4|0}", "-6"], true), Dyadic::int(-3));
    }
}
