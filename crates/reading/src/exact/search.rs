//! The enclosed field as a ground of the search: is the target captured, or kept from two eyes?
//!
//! All of a position is handed down, so nothing is taken back. Candidate scores only order the moves; what has to be refuted
//! follows from zones alone.

mod lost;

use gosedai_board::zobrist::{WHITE_TO_PLAY, splitmix64};
use gosedai_board::{Color, Move};

use super::bits::Bits;
use super::field::{Field, State};
use super::judge::numbers;
use super::memory::AnyTrail;
use super::patterns::Patterns;
use super::question::{Aim, bars};
use super::shape::Sight;
use crate::budget::Stop;
use crate::dfpn::{self, FREE, Ground, Kos, NOWHERE, Search, Side, Tree, Way, won_by};

type Known<const N: usize> = dfpn::Known<Bits<N>>;
type Child<'a, const N: usize> = dfpn::Child<Enclosed<'a, N>>;

/// A position that was solved on the way, and what it took.
pub struct Solved<const N: usize> {
    pub state: State<N>,
    pub to_play: Side,
    pub winner: Side,
    /// The move that wins it, if its mover does.
    pub best: u16,
    pub work: u64,
}

/// A field with the question asked about it.
pub struct Enclosed<'a, const N: usize> {
    pub field: &'a Field<N>,
    kos: Kos,
    aim: Aim,
    salt: u64,
    pub(super) patterns: Patterns<N>,
    /// The same question in a smaller ground, searched before.
    pub(super) guide: Option<&'a dyn AnyTrail>,
    /// Every position solved, if that is wanted.
    pub solved: Option<Vec<Solved<N>>>,
}

/// Children looked at closely as soon as they are made.
const EAGER: usize = 6;

/// First numbers where a smaller ground says who wins.
const LIKELY: u32 = 4;
const UNLIKELY: u32 = 300;

impl<'a, const N: usize> Enclosed<'a, N> {
    pub fn new(field: &'a Field<N>) -> Self {
        let patterns = Patterns::default();
        Enclosed { field, kos: Kos::Nobody, aim: Aim::Capture, salt: 0, patterns, guide: None, solved: None }
    }

    /// Sets the question that positions are looked up under.
    pub(super) fn turn_to(&mut self, (kos, aim): (Kos, Aim)) {
        if self.salt != 0 && (self.kos, self.aim) != (kos, aim) {
            self.patterns.clear();
        }
        (self.kos, self.aim) = (kos, aim);
        self.salt = splitmix64(kos as u64 + 77 + 5 * aim as u64).1;
    }

    pub(super) fn question(&self) -> (Kos, Aim) {
        (self.kos, self.aim)
    }

    /// A defender who wins the kos has threats enough for any of them, but nobody has threats for ever: where he has to find
    /// one again and again only to stay on the board he is captured in the end.
    fn threats_run_out(&self) -> bool {
        self.kos == Kos::Defender && self.aim == Aim::Capture
    }

    /// Lifts a ban that makes no difference. Whoever wins every ko retakes at once, so that a single ko is of no use to the other
    /// side, ban or not: he is never let take it. With two kos to take in turn he goes on for ever, if that serves him.
    fn settle_ban(&self, state: &mut State<N>, to_play: Side) {
        if self.kos != Kos::Nobody
            && !self.threats_run_out()
            && state.ko != NOWHERE
            && !(bars(self.kos, to_play)
                && to_play == self.aim.patient()
                && self.field.ko_takes(state, to_play).count() > 1)
        {
            state.ko = NOWHERE;
        }
    }

    /// May this side not take a ko at all?
    fn is_barred(&self, state: &State<N>, to_play: Side) -> bool {
        bars(self.kos, to_play)
            && !self.threats_run_out()
            && (to_play != self.aim.patient() || self.field.ko_takes(state, to_play).count() < 2)
    }

    fn key(&self, state: &State<N>, to_play: Side, passed: bool) -> u64 {
        self.key_with(state.hash, state, to_play, passed)
    }

    fn key_with(&self, hash: u64, state: &State<N>, to_play: Side, passed: bool) -> u64 {
        let mut key = hash ^ self.salt;
        if to_play == Side::Defender {
            key ^= WHITE_TO_PLAY;
        }
        // whoever has to force something never gains by passing: his turn after a pass is his turn
        if passed && to_play == self.aim.patient() {
            key ^= 0x5a5a_1234_9876_a5a5;
        }
        if state.ko != NOWHERE {
            key ^= splitmix64(self.field.points[state.ko as usize].index() as u64 + 1000).1;
        }
        key
    }

    /// A position decided without search, with its zone.
    /// `walls` are some of the attacker's stones that cannot be captured.
    fn sight(&self, state: &State<N>, to_play: Side, walls: Bits<N>) -> Option<Known<N>> {
        // what was taken by ko is not gone while its owner may retake it
        if state.ko != NOWHERE && self.threats_run_out() && self.kos == Kos::of(to_play) {
            return None;
        }
        let (winner, zone) = match self.field.see(state, walls, self.kos == Kos::Defender && !self.threats_run_out()) {
            Sight::Killed(zone) => (Side::Attacker, zone),
            Sight::Lives(zone) => (Side::Defender, zone),
            Sight::Open => return None,
        };
        let zone = self.field.dilate(state, zone, winner);
        Some(won_by(winner, zone, 0, FREE, NOWHERE))
    }

    /// What is known of a child by repetition or from the table.
    #[inline]
    fn recorded(&self, tree: &Tree<Bits<N>>, child: &Child<'a, N>) -> Option<Known<N>> {
        // the whole of what is repeated has to stay as it is
        tree.look(child.key, child.way == Way::Threat, self.aim.patient(), || self.field.inside)
    }

    /// First numbers of a position: as in a smaller ground, if it was decided there, else from its shapes.
    fn guess(&self, state: &State<N>, to_play: Side, passed: bool, sum: i32) -> Known<N> {
        if let Some(guide) = self.guide {
            match guide.numbers(self.key_with(state.inner, state, to_play, passed)) {
                Some([0, _]) => return Known::open([LIKELY, UNLIKELY]),
                Some([_, 0]) => return Known::open([UNLIKELY, LIKELY]),
                _ => {}
            }
        }
        Known::open(numbers(sum))
    }

    /// Passing serves whoever has to force something only to have a ban lifted; otherwise it tells where a move has to be.
    fn pass(&self, state: &State<N>, to_play: Side) -> Child<'a, N> {
        let after = State { ko: NOWHERE, ..*state };
        let is_probe = to_play != self.aim.patient() && state.ko == NOWHERE;
        let way = if is_probe || to_play == self.aim.patient() { Way::Pass } else { Way::Move };
        let key = self.key(&after, to_play.other(), is_probe);
        let known = Known::open([1, 1]);
        Child { cell: NOWHERE, key, place: after, known, way, is_probe, is_needed: true }
    }

    /// A move; an error where a ko rule forbids it, nothing where it is suicide.
    fn stone(&self, state: &State<N>, to_play: Side, cell: usize) -> Result<Option<Child<'a, N>>, ()> {
        let is_threat = state.ko as usize == cell;
        if is_threat && !(self.threats_run_out() && self.kos == Kos::of(to_play)) {
            return Err(());
        }
        let Some((mut after, is_ko)) = self.field.play(state, cell, to_play) else { return Ok(None) };
        if is_ko && self.is_barred(state, to_play) {
            return Err(());
        }
        self.settle_ban(&mut after, to_play.other());
        let key = self.key(&after, to_play.other(), false);
        let way = if is_threat { Way::Threat } else { Way::Move };
        let known = Known::open([1, 1]);
        Ok(Some(Child { cell: cell as u16, key, place: after, known, way, is_probe: false, is_needed: true }))
    }

    /// Stones that a move has taken.
    fn taken(&self, state: &State<N>, child: &Child<'a, N>, to_play: Side) -> Bits<N> {
        let other = to_play.other() as usize;
        state.stones[other].minus(child.place.stones[other])
    }
}

impl<'a, const N: usize> Ground for Enclosed<'a, N> {
    type Place = State<N>;
    type Zone = Bits<N>;
    /// Moves that a ko rule forbids.
    type Notes = Bits<N>;
    const PROBES: bool = true;

    /// Between the hardest and the sum of all: most of them fall by the same answers.
    fn hardness(most: u32, sum: u32, open: u32) -> u32 {
        most + (sum - most) / 2 + open - 1
    }

    /// A proof of another position that holds here, too.
    fn settle(
        &mut self,
        _: &Tree<Bits<N>>,
        state: &State<N>,
        to_play: Side,
        key: u64,
        _: [u32; 2],
    ) -> Option<Known<N>> {
        if state.ko != NOWHERE {
            return None;
        }
        for winner in [Side::Attacker, Side::Defender] {
            // after a pass of the attacker the defender has to move
            let may_pass = key == self.key(state, to_play, false);
            let immortal = self.field.immortal(state, winner);
            if let Some(found) = self.patterns.find(state, to_play, winner, immortal, may_pass) {
                let zone = self.field.dilate(state, found.zone, winner);
                return Some(won_by(winner, zone, found.flags, FREE, NOWHERE));
            }
        }
        None
    }

    fn moves(
        &mut self,
        tree: &mut Tree<Bits<N>>,
        state: &State<N>,
        to_play: Side,
        way: Way,
    ) -> (Vec<Child<'a, N>>, Bits<N>) {
        let other = to_play.other();
        let mut children: Vec<Child<'a, N>> = Vec::with_capacity(24);
        let mut barred = Bits::NONE;
        let outlook = self.field.outlook(state, other, self.kos);
        if way != Way::Pass {
            let mut pass = self.pass(state, to_play);
            pass.known = match self.look(tree, &pass, other) {
                Some(known) => known,
                None => self.guess(&pass.place, other, pass.is_probe, outlook.sum),
            };
            children.push(pass);
        }
        let first = children.len();
        for cell in self.field.empties(state).iter() {
            match self.stone(state, to_play, cell) {
                Err(()) => barred.insert(cell),
                Ok(None) => {}
                Ok(Some(child)) => children.push(child),
            }
        }
        let mut fresh: Vec<usize> = Vec::with_capacity(24);
        for at in first..children.len() {
            let child = &children[at];
            match self.recorded(tree, child) {
                Some(known) => {
                    children[at].known = known;
                    if known.of(to_play) == 0 && children[at].is_clean() {
                        return (children, barred);
                    }
                }
                None => {
                    let (cell, taken) = (child.cell as usize, self.taken(state, child, to_play));
                    let sum = self.field.outlook_after(&outlook, &child.place, cell, taken, to_play);
                    children[at].known = self.guess(&child.place, other, false, sum);
                    fresh.push(at);
                }
            }
        }
        // at first the likeliest are looked at closely: one of them may be decided at once
        let is_first = tree.here().is_none_or(|key| tree.table.get(key).is_none());
        for _ in 0..if is_first { EAGER } else { 0 } {
            let likeliest = (0..fresh.len()).min_by_key(|&i| children[fresh[i]].known.of(to_play));
            let Some(at) = likeliest.map(|i| fresh.remove(i)) else { break };
            if let Some(known) = self.sight(&children[at].place, other, outlook.walls) {
                children[at].known = known;
                if known.of(to_play) == 0 {
                    break;
                }
            }
        }
        (children, barred)
    }

    /// First glances are not kept: seeing again is cheaper than a larger table.
    fn look(&self, tree: &Tree<Bits<N>>, child: &Child<'a, N>, to_play: Side) -> Option<Known<N>> {
        self.recorded(tree, child).or_else(|| self.sight(&child.place, to_play, Bits::NONE))
    }

    fn won(&mut self, state: &State<N>, to_play: Side, child: &Child<'a, N>) -> Bits<N> {
        let mut zone = child.known.zone;
        if child.cell != NOWHERE {
            zone.insert(child.cell as usize);
            zone = self.field.dilate(&child.place, zone, to_play);
        }
        self.field.dilate(state, zone, to_play)
    }

    fn lost(
        &mut self,
        _: &mut Tree<Bits<N>>,
        state: &State<N>,
        to_play: Side,
        children: &mut Vec<Child<'a, N>>,
        barred: &mut Bits<N>,
    ) -> Option<Known<N>> {
        self.refuted(state, to_play, children, *barred)
    }

    fn learn(&mut self, state: &State<N>, to_play: Side, known: &Known<N>, way: Way, work: u64) {
        if known.is_solved() && known.rests == FREE && state.ko == NOWHERE && way != Way::Pass {
            let winner = if known.of(Side::Attacker) == 0 { Side::Attacker } else { Side::Defender };
            let immortal = self.field.immortal(state, winner);
            if let Some(solved) = &mut self.solved {
                solved.push(Solved { state: *state, to_play, winner, best: known.best, work });
            }
            self.patterns.learn(state, to_play, winner, known.zone, immortal, known.flags);
        }
    }

    fn enter(&mut self, _: &Child<'a, N>, _: Side) {}

    fn leave(&mut self, _: &Child<'a, N>) {}

    fn follow(&mut self, state: &State<N>, to_play: Side, cell: u16) -> Option<Child<'a, N>> {
        if cell == NOWHERE { Some(self.pass(state, to_play)) } else { self.stone(state, to_play, cell.into()).ok()? }
    }

    fn cells(&self, state: &State<N>) -> Vec<u16> {
        self.field.empties(state).iter().map(|cell| cell as u16).collect()
    }

    fn to_move(&self, cell: u16) -> Move {
        if cell == NOWHERE { Move::Pass } else { Move::Play(self.field.points[cell as usize]) }
    }

    fn color_of(&self, side: Side) -> Color {
        if side == Side::Defender { self.field.defender } else { self.field.defender.opponent() }
    }
}

impl<const N: usize> Search<'_, Enclosed<'_, N>> {
    /// Decides the position under a rule about kos.
    pub fn solve(&mut self, state: &State<N>, to_play: Side, question: (Kos, Aim)) -> Result<Known<N>, Stop> {
        let (state, key) = self.root(state, to_play, question);
        if let Some(known) = self.ground.sight(&state, to_play, Bits::NONE) {
            return Ok(known);
        }
        if let Some(entry) = self.tree.table.get(key)
            && entry.known.is_solved()
            && entry.known.rests == FREE
        {
            return Ok(entry.known);
        }
        self.prove(&state, to_play, key)
    }

    /// The position as it is searched under a question, and its key.
    pub fn root(&mut self, state: &State<N>, to_play: Side, question: (Kos, Aim)) -> (State<N>, u64) {
        self.ground.turn_to(question);
        let mut state = *state;
        self.ground.settle_ban(&mut state, to_play);
        let key = self.ground.key(&state, to_play, false);
        (state, key)
    }
}
