//! From searches to answers: who wins under which supply of ko threats.
//!
//! A goal is won if it is reached although the refuter always finds a threat, lost if it is missed although the seeker always
//! does, and a ko otherwise; a third search with no threats on either side tells who has to find the first one.

use gosedai_board::{Board, Color, Move, PointSet};

use crate::budget::{Budget, Stop};
use crate::dfpn::{JUDGED, KO, Known, Kos, Search, Side, Tree};
use crate::goal::Provable;
use crate::outcome::{Answer, FirstThreat, Outcome, Trust};
use crate::stage::Stage;
use crate::trace::TraceNode;
use crate::whole::Whole;

/// An answer with what it cost and rests on.
#[derive(Clone, Debug)]
pub struct Read {
    pub answer: Answer,
    pub zone: PointSet,
    pub nodes: u64,
    pub stopped: Option<Stop>,
    /// Points the course of the search has depended on, finished or not.
    pub looked: PointSet,
}

impl Read {
    pub fn unknown() -> Read {
        Read {
            answer: Answer::unknown(),
            zone: PointSet::EMPTY,
            nodes: 0,
            stopped: Some(Stop::Nodes),
            looked: PointSet::EMPTY,
        }
    }
}

/// A finished search: what it found, and the line of best play.
struct Solved {
    known: Known<PointSet>,
    line: Vec<Move>,
}

impl Solved {
    fn achieved(&self) -> bool {
        self.known.of(Side::Attacker) == 0
    }

    fn used_ko(&self) -> bool {
        self.known.flags & KO != 0
    }

    fn is_judged(&self) -> bool {
        self.known.flags & JUDGED != 0
    }

    /// The answer for the mover; the move is his only where he wins.
    fn answer(&self, outcome: Outcome, mover: Side) -> Answer {
        let trust = if self.is_judged() { Trust::Judged } else { Trust::Proved };
        let play = (self.known.of(mover) == 0).then(|| Stage::to_move(self.known.best));
        Answer { outcome, play, line: self.line.clone(), trust }
    }
}

/// The value of the position for the side to move: the seeker reaching the goal, or the refuter preventing it. What the tree
/// remembers of this goal on this board is used again.
pub fn read<G: Provable + ?Sized>(
    goal: &G,
    board: &Board,
    to_play: Color,
    tree: &mut Tree<PointSet>,
    budget: &Budget,
) -> Read {
    let mut board = board.clone();
    let mut search = Search::new(Whole::new(goal, &mut board), tree, budget);
    let mover = search.ground.stage.side_of(to_play);
    let mut solve = |kos: Kos| -> Result<Solved, Stop> {
        search.ground.stage.turn_to(kos);
        let key = search.ground.stage.key(mover);
        let known = search.prove(&(), mover, key)?;
        Ok(Solved { known, line: search.line(&(), mover, key) })
    };
    let decided = decide(&mut solve, mover);
    let (nodes, looked) = (search.nodes, search.ground.looked());
    match decided {
        Ok((answer, zone)) => Read { answer, zone, nodes, stopped: None, looked },
        Err(stop) => Read { nodes, stopped: Some(stop), looked, ..Read::unknown() },
    }
}

/// The tree of the search without threats on either side, at most this many positions.
pub fn trace<G: Provable + ?Sized>(
    goal: &G,
    board: &Board,
    to_play: Color,
    budget: &Budget,
    limit: usize,
) -> TraceNode {
    let mut tree = Tree::new(budget.memory);
    let mut board = board.clone();
    let mut search = Search::new(Whole::new(goal, &mut board), &mut tree, budget);
    let mover = search.ground.stage.side_of(to_play);
    let key = search.ground.stage.key(mover);
    search.ground.opens_root = true;
    // an unfinished search still has a tree to show
    let _ = search.prove(&(), mover, key);
    search.trace(&(), mover, key, limit)
}

/// Does the seeker reach the goal although the refuter has threats; without any; or with threats of his own?
fn decide(solve: &mut dyn FnMut(Kos) -> Result<Solved, Stop>, mover: Side) -> Result<(Answer, PointSet), Stop> {
    let seeking = mover == Side::Attacker;
    let plain = |achieved: bool| if achieved == seeking { Outcome::Win } else { Outcome::Lose };
    let strict = solve(Kos::Defender)?;
    if strict.achieved() || !strict.used_ko() {
        return Ok((strict.answer(plain(strict.achieved()), mover), strict.known.zone));
    }
    // without threats on either side: what works here works as a ko at least
    let bare = solve(Kos::Nobody)?;
    let zone = strict.known.zone.union(&bare.known.zone);
    if bare.achieved() {
        // the seeker needs no threat first; with the refuter to move, the refuter does
        let outcome = Outcome::Ko(if seeking { FirstThreat::Opponent } else { FirstThreat::Mover });
        let mut found = if seeking { &bare } else { &strict }.answer(outcome, mover);
        if strict.is_judged() || bare.is_judged() {
            found.trust = Trust::Judged;
        }
        return Ok((found, zone));
    }
    if !bare.used_ko() {
        return Ok((bare.answer(plain(false), mover), zone));
    }
    let generous = solve(Kos::Attacker)?;
    let zone = zone.union(&generous.known.zone);
    if !generous.achieved() {
        return Ok((generous.answer(plain(false), mover), zone));
    }
    let outcome = Outcome::Ko(if seeking { FirstThreat::Mover } else { FirstThreat::Opponent });
    let mut found = if seeking { &generous } else { &bare }.answer(outcome, mover);
    if strict.is_judged() || generous.is_judged() || bare.is_judged() {
        found.trust = Trust::Judged;
    }
    Ok((found, zone))
}
