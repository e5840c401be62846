//! The arena in which every canonical form lives exactly once, so that equality of games is equality of ids.
//!
//! Numbers and `x + n·up + *m` ("simple" values) are kept as triples and get their options only when these are asked for:
//! 1000 or ^50 must not drag a chain of nodes behind them.

use crate::hash::{FastMap, PairMemo, RelationMemo, mix};
use crate::thermograph::Walls;
use crate::{Dyadic, Rational};

/// A game in canonical form: a handle into the [`Arena`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Game(pub(crate) u32);

impl Game {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// `number + ups·^ + *nimber`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Simple {
    pub number: Dyadic,
    pub ups: i32,
    pub nimber: u32,
}

impl Simple {
    pub fn number(number: Dyadic) -> Self {
        Simple { number, ups: 0, nimber: 0 }
    }

    pub fn is_number(self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

pub(crate) const NONE: u32 = u32::MAX;

pub(crate) struct GameNode {
    /// Start of the options in the pool, lefts first; `NONE` while a simple value has not been written out.
    start: u32,
    lefts: u32,
    rights: u32,
    pub simple: bool,
    pub ups: i32,
    pub nimber: u32,
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    pub negative: u32,
    pub walls: u32,
}

/// All games of one calculation, with the memo tables of ≤, + and cooling.
pub struct Arena {
    pub(crate) nodes: Vec<GameNode>,
    pool: Vec<Game>,
    simple: FastMap<Simple, Game>,
    /// Ids of the integers -256 … 255, which are asked for all the time.
    integers: Vec<u32>,
    /// Open-addressing set of node ids, keyed by their option lists.
    forms: Vec<u32>,
    forms_used: usize,
    pub(crate) le_memo: RelationMemo,
    pub(crate) sum_memo: PairMemo,
    pub(crate) cool_memo: FastMap<(Game, Dyadic, Dyadic), Game>,
    pub(crate) walls: Vec<Walls>,
    pub(crate) corners: Vec<(Dyadic, Dyadic)>,
    /// Emptied option lists, kept for their capacity.
    spare: Vec<Vec<Game>>,
    /// The finest denominator and the largest magnitude seen; the parser refuses input that would leave the exact range.
    pub(crate) finest: u32,
    pub(crate) largest: i64,
    pub(crate) watch: crate::stop::Watch,
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    pub fn new() -> Self {
        let mut arena = Arena {
            nodes: Vec::new(),
            pool: Vec::new(),
            simple: FastMap::default(),
            integers: vec![NONE; 512],
            forms: vec![NONE; 1 << 13],
            forms_used: 0,
            le_memo: RelationMemo::new(),
            sum_memo: PairMemo::new(),
            cool_memo: FastMap::default(),
            walls: Vec::new(),
            corners: Vec::new(),
            spare: Vec::new(),
            finest: 0,
            largest: 0,
            watch: crate::stop::Watch::default(),
        };
        let zero = arena.number(Dyadic::ZERO);
        debug_assert_eq!(zero, Self::ZERO);
        arena
    }

    /// The game in which neither side can move; the first game of every arena.
    pub const ZERO: Game = Game(0);

    /// How many different games this arena holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    #[inline]
    pub fn number(&mut self, x: Dyadic) -> Game {
        if x.is_integer() && (-256..256).contains(&x.numerator()) {
            let slot = (x.numerator() + 256) as usize;
            if self.integers[slot] == NONE {
                self.integers[slot] = self.simple_slow(Simple::number(x)).0;
            }
            return Game(self.integers[slot]);
        }
        self.simple_slow(Simple::number(x))
    }

    pub fn int(&mut self, n: i64) -> Game {
        self.number(Dyadic::int(n))
    }

    /// The star *n.
    pub fn nimber(&mut self, n: u32) -> Game {
        self.simple(Simple { number: Dyadic::ZERO, ups: 0, nimber: n })
    }

    /// `n` ups (downs if negative).
    pub fn ups(&mut self, n: i32) -> Game {
        self.simple(Simple { number: Dyadic::ZERO, ups: n, nimber: 0 })
    }

    /// The game `x + n·^ + *m`.
    pub fn simple(&mut self, value: Simple) -> Game {
        if value.is_number() { self.number(value.number) } else { self.simple_slow(value) }
    }

    fn simple_slow(&mut self, value: Simple) -> Game {
        if let Some(&g) = self.simple.get(&value) {
            return g;
        }
        let g = self.push(GameNode {
            start: NONE,
            lefts: 0,
            rights: 0,
            simple: true,
            ups: value.ups,
            nimber: value.nimber,
            left_stop: value.number,
            right_stop: value.number,
            negative: NONE,
            walls: NONE,
        });
        self.simple.insert(value, g);
        g
    }

    fn push(&mut self, node: GameNode) -> Game {
        let id = self.nodes.len() as u32;
        assert!(id < 1 << 31, "arena full");
        for x in [node.left_stop, node.right_stop] {
            self.finest = self.finest.max(x.exponent());
            self.largest = self.largest.max(x.floor().abs());
        }
        self.nodes.push(node);
        Game(id)
    }

    /// The game as `number + ups + nimber`, if it is one.
    pub fn as_simple(&self, g: Game) -> Option<Simple> {
        let node = &self.nodes[g.index()];
        node.simple.then_some(Simple { number: node.left_stop, ups: node.ups, nimber: node.nimber })
    }

    pub fn as_number(&self, g: Game) -> Option<Dyadic> {
        let node = &self.nodes[g.index()];
        (node.simple && node.ups == 0 && node.nimber == 0).then_some(node.left_stop)
    }

    pub fn is_number(&self, g: Game) -> bool {
        self.as_number(g).is_some()
    }

    /// The score Left can reach moving first, when play stops at numbers.
    pub fn left_stop(&self, g: Game) -> Dyadic {
        self.nodes[g.index()].left_stop
    }

    pub fn right_stop(&self, g: Game) -> Dyadic {
        self.nodes[g.index()].right_stop
    }

    /// The number a game differs from by an infinitesimal, if there is one.
    pub fn nearby_number(&self, g: Game) -> Option<Dyadic> {
        let node = &self.nodes[g.index()];
        (node.left_stop == node.right_stop).then_some(node.left_stop)
    }

    /// Left options of the canonical form.
    pub fn lefts(&mut self, g: Game) -> &[Game] {
        let (start, end) = self.left_range(g);
        &self.pool[start..end]
    }

    pub fn rights(&mut self, g: Game) -> &[Game] {
        let (start, end) = self.right_range(g);
        &self.pool[start..end]
    }

    #[inline]
    pub(crate) fn left_range(&mut self, g: Game) -> (usize, usize) {
        self.write_out(g);
        let node = &self.nodes[g.index()];
        (node.start as usize, (node.start + node.lefts) as usize)
    }

    #[inline]
    pub(crate) fn right_range(&mut self, g: Game) -> (usize, usize) {
        self.write_out(g);
        let node = &self.nodes[g.index()];
        let start = (node.start + node.lefts) as usize;
        (start, start + node.rights as usize)
    }

    #[inline]
    pub(crate) fn pooled(&self, index: usize) -> Game {
        self.pool[index]
    }

    #[inline]
    fn write_out(&mut self, g: Game) {
        if self.nodes[g.index()].start == NONE {
            self.write_out_simple(g);
        }
    }

    /// Gives a simple value its options: numbers as `{x-|x+}`, nimbers, and the ups by the recipe of [`Arena::up_options`].
    fn write_out_simple(&mut self, g: Game) {
        let node = &self.nodes[g.index()];
        let value = Simple { number: node.left_stop, ups: node.ups, nimber: node.nimber };
        let (lefts, rights) = if value.is_number() {
            self.number_options(value.number)
        } else if value.ups == 0 {
            let stars: Vec<Game> = (0..value.nimber).map(|nimber| self.simple(Simple { nimber, ..value })).collect();
            (stars.clone(), stars)
        } else {
            self.up_options(value)
        };
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(&lefts);
        self.pool.extend_from_slice(&rights);
        let node = &mut self.nodes[g.index()];
        node.start = start;
        node.lefts = lefts.len() as u32;
        node.rights = rights.len() as u32;
    }

    fn number_options(&mut self, x: Dyadic) -> (Vec<Game>, Vec<Game>) {
        if x.is_zero() {
            return (vec![], vec![]);
        }
        if x.is_integer() {
            return if x > Dyadic::ZERO {
                (vec![self.number(x - Dyadic::ONE)], vec![])
            } else {
                (vec![], vec![self.number(x + Dyadic::ONE)])
            };
        }
        let step = Dyadic::new(1, x.exponent());
        (vec![self.number(x - step)], vec![self.number(x + step)])
    }

    /// `^* = {0,*|0}`; otherwise `^n*m = {0 | ^(n-1) *(m xor 1)}`, mirrored for downs.
    fn up_options(&mut self, value: Simple) -> (Vec<Game>, Vec<Game>) {
        let base = self.number(value.number);
        let sign = value.ups.signum();
        let (near, far) = if value.ups.abs() == 1 && value.nimber == 1 {
            let star = self.simple(Simple { ups: 0, ..value });
            (vec![base, star], vec![base])
        } else {
            let next = self.simple(Simple { ups: value.ups - sign, nimber: value.nimber ^ 1, ..value });
            (vec![base], vec![next])
        };
        if sign > 0 { (near, far) } else { (far, near) }
    }

    pub(crate) fn scratch(&mut self) -> Vec<Game> {
        self.spare.pop().unwrap_or_default()
    }

    pub(crate) fn recycle(&mut self, mut list: Vec<Game>) {
        list.clear();
        self.spare.push(list);
    }

    /// The node with these canonical option lists, made if it is new. `stops` are those of the game.
    pub(crate) fn intern(&mut self, lefts: &mut [Game], rights: &mut [Game], stops: (Dyadic, Dyadic)) -> Game {
        lefts.sort_unstable();
        rights.sort_unstable();
        if stops.0 == stops.1
            && let Some(value) = self.recognise_simple(lefts, rights, stops.0)
        {
            return self.simple(value);
        }
        if self.forms_used * 4 >= self.forms.len() * 3 {
            self.grow_forms();
        }
        let mut slot = self.form_hash(lefts, rights) as usize & (self.forms.len() - 1);
        while self.forms[slot] != NONE {
            let node = &self.nodes[self.forms[slot] as usize];
            if node.lefts as usize == lefts.len() && node.rights as usize == rights.len() {
                let start = node.start as usize;
                let (l, r) = self.pool[start..start + lefts.len() + rights.len()].split_at(lefts.len());
                if l == &*lefts && r == &*rights {
                    return Game(self.forms[slot]);
                }
            }
            slot = (slot + 1) & (self.forms.len() - 1);
        }
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(lefts);
        self.pool.extend_from_slice(rights);
        let g = self.push(GameNode {
            start,
            lefts: lefts.len() as u32,
            rights: rights.len() as u32,
            simple: false,
            ups: 0,
            nimber: 0,
            left_stop: stops.0,
            right_stop: stops.1,
            negative: NONE,
            walls: NONE,
        });
        self.forms[slot] = g.0;
        self.forms_used += 1;
        g
    }

    fn form_hash(&self, lefts: &[Game], rights: &[Game]) -> u64 {
        let mut h = mix(7, lefts.len() as u64);
        for g in lefts.iter().chain(rights) {
            h = mix(h, g.0 as u64);
        }
        h ^ h >> 31
    }

    fn grow_forms(&mut self) {
        let size = self.forms.len() * 2;
        let old = std::mem::replace(&mut self.forms, vec![NONE; size]);
        for id in old.into_iter().filter(|&id| id != NONE) {
            let node = &self.nodes[id as usize];
            let (start, l, r) = (node.start as usize, node.lefts as usize, node.rights as usize);
            let (lefts, rights) = self.pool[start..start + l + r].split_at(l);
            let mut slot = self.form_hash(lefts, rights) as usize & (size - 1);
            while self.forms[slot] != NONE {
                slot = (slot + 1) & (size - 1);
            }
            self.forms[slot] = id;
        }
    }

    /// Sees whether canonical option lists are those of `x + n·^ + *m`.
    fn recognise_simple(&self, lefts: &[Game], rights: &[Game], x: Dyadic) -> Option<Simple> {
        let of = |g: Game| self.as_simple(g).filter(|s| s.number == x);
        if lefts == rights {
            // *m: the options are exactly *0 … *(m-1); interned ids are distinct, so bounding them suffices
            let nimber = lefts.len() as u32;
            let stars = lefts.iter().all(|&g| of(g).is_some_and(|s| s.ups == 0 && s.nimber < nimber));
            return stars.then_some(Simple { number: x, ups: 0, nimber });
        }
        self.recognise_ups(lefts, rights, x, 1).or_else(|| self.recognise_ups(rights, lefts, x, -1))
    }

    fn recognise_ups(&self, near: &[Game], far: &[Game], x: Dyadic, sign: i32) -> Option<Simple> {
        let of = |g: Game| self.as_simple(g).filter(|s| s.number == x);
        match (near, far) {
            (&[a, b], &[c]) => {
                let (a, b, c) = (of(a)?, of(b)?, of(c)?);
                let star = |s: Simple| s.ups == 0 && s.nimber == 1;
                let fits = c.is_number() && (a.is_number() && star(b) || star(a) && b.is_number());
                fits.then_some(Simple { number: x, ups: sign, nimber: 1 })
            }
            (&[a], &[c]) => {
                of(a).filter(|a| a.is_number())?;
                let next = of(c)?;
                let (ups, nimber) = (next.ups * sign + 1, next.nimber ^ 1);
                (ups >= 1 && (ups, nimber) != (1, 1)).then_some(Simple { number: x, ups: ups * sign, nimber })
            }
            _ => None,
        }
    }

    /// Options of the canonical form, Left's and Right's together (for a number, of its canonical form).
    pub fn option_count(&mut self, g: Game) -> usize {
        self.lefts(g).len() + self.rights(g).len()
    }

    /// Mean value as an exact rational, for callers that also handle kos.
    pub fn mean_rational(&mut self, g: Game) -> Rational {
        self.mean(g).into()
    }
}
