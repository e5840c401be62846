//! GNU Go's analysis questions in its own answer format, so that its test files can be put to us.
//!
//! Unlike [`crate::Reader`] these always answer, by the quick readers of tactics and of life.

use gosedai_board::{Board, Color, Move, Point};

use crate::budget::Budget;
use crate::counsel::Adviser;
use crate::outcome::Outcome;
use crate::owl::{Owl, Proved};
use crate::tactics::{QuickAnswer, Tactics, Tuning};

/// What the questions may spend.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Positions for captures.
    pub tactics: u64,
    /// Positions for connections.
    pub links: u64,
    /// Positions for life and death and races.
    pub life: u64,
    /// Numbers of the quick readers.
    pub tuning: Tuning,
}

impl Effort {
    /// The usual effort with these numbers.
    pub fn new(tuning: Tuning) -> Effort {
        Effort { tactics: 4_000, links: 2_000, life: 8_000, tuning }
    }
}

impl Default for Effort {
    fn default() -> Self {
        Effort::new(Tuning::embedded().clone())
    }
}

/// A result code with its move: 0 fails, 1 works, 2 and 3 ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coded {
    pub code: u8,
    pub play: Option<Move>,
}

impl Coded {
    const FAILS: Coded = Coded { code: 0, play: None };

    fn quick(answer: &QuickAnswer) -> Coded {
        Coded { code: answer.outcome.code(), play: answer.play }
    }

    fn works(play: Option<Point>) -> Coded {
        Coded { code: 1, play: Some(play.map_or(Move::Pass, Move::Play)) }
    }
}

impl std::fmt::Display for Coded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.code, self.play) {
            (0, _) => f.write_str("0"),
            (code, Some(Move::Play(point))) => write!(f, "{code} {point}"),
            (code, _) => write!(f, "{code} PASS"),
        }
    }
}

/// Somebody who may be asked, or nobody.
pub type Counsel<'a> = Option<&'a mut dyn Adviser>;

/// `attack P`: can the string be captured? Several strings: any of them.
pub fn attack(board: &Board, targets: &[Point], effort: &Effort, counsel: Counsel) -> Coded {
    let (mut tactics, budget) = (Tactics::new(&effort.tuning), Budget::nodes(effort.tactics));
    Coded::quick(&match counsel {
        Some(adviser) => tactics.attack_advised(board, targets, adviser, &budget),
        None => tactics.attack(board, targets, &budget),
    })
}

/// `defend P`: can the string be saved?
pub fn defend(board: &Board, target: Point, effort: &Effort, counsel: Counsel) -> Coded {
    let (mut tactics, budget) = (Tactics::new(&effort.tuning), Budget::nodes(effort.tactics));
    Coded::quick(&match counsel {
        Some(adviser) => tactics.defend_advised(board, target, adviser, &budget),
        None => tactics.defend(board, target, &budget),
    })
}

/// `ladder_attack P`: the plain ladder only.
pub fn ladder_attack(board: &Board, target: Point) -> Coded {
    match gosedai_board::ladder::capturing_move(&mut board.clone(), target) {
        Some(play) => Coded::works(Some(play)),
        None => Coded::FAILS,
    }
}

/// `connect P Q` (`joining`) and `disconnect P Q`.
pub fn connection(board: &Board, from: Point, to: Point, joining: bool, effort: &Effort, counsel: Counsel) -> Coded {
    let (mut tactics, budget) = (Tactics::new(&effort.tuning), Budget::nodes(effort.links));
    Coded::quick(&match counsel {
        Some(adviser) => tactics.link_advised(board, [from, to], joining, adviser, &budget),
        None if joining => tactics.connect(board, from, to, &budget),
        None => tactics.disconnect(board, from, to, &budget),
    })
}

/// `owl_attack P` (`killing`) and `owl_defend P`: the life of the whole group.
pub fn owl(board: &Board, target: Point, killing: bool, effort: &Effort, counsel: Counsel) -> Coded {
    let (mut owl, budget) = (Owl::new(&effort.tuning), Budget::nodes(effort.life));
    let found = match counsel {
        Some(adviser) => owl.advised(board, target, killing, adviser, &budget),
        None if killing => owl.attack(board, target, &budget),
        None => owl.defend(board, target, &budget),
    };
    found.map_or(Coded::FAILS, |found| Coded::quick(&found))
}

/// `does_attack M P`, `does_defend M P`: is the target lost (or saved) after this move?
pub fn does(board: &Board, play: Point, target: Point, killing: bool, effort: &Effort, counsel: Counsel) -> u8 {
    after(board, play, target, killing, |after| match killing {
        true => defend(after, target, effort, counsel),
        false => attack(after, &[target], effort, counsel),
    })
}

/// The same for the life of the whole group.
pub fn owl_does(board: &Board, play: Point, target: Point, killing: bool, effort: &Effort, counsel: Counsel) -> u8 {
    after(board, play, target, killing, |after| owl(after, target, !killing, effort, counsel))
}

/// What a move reaches, by the opponent's best reply.
fn after(board: &Board, play: Point, target: Point, killing: bool, reply: impl FnOnce(&Board) -> Coded) -> u8 {
    let Some(defender) = board.color_at(target) else { return 0 };
    let mover = if killing { defender.opponent() } else { defender };
    if !board.is_legal(play, mover) {
        return 0;
    }
    let mut after = board.clone();
    after.play_forever(play, mover);
    if !after.at(target).is(defender) {
        return u8::from(killing);
    }
    let reply = reply(&after);
    // what the opponent reaches, turned round: a ko he must threaten in first is one we take first
    [1, 0, 3, 2][reply.code as usize % 4]
}

/// `analyze_semeai P Q`: P's owner to play; defence of P, attack on Q, and the move. What the exact tier proves goes before
/// what the quick reader thinks; where it does not finish, an adviser may say more.
pub fn semeai(board: &Board, own: Point, other: Point, effort: &Effort, counsel: Counsel) -> (u8, u8, Option<Move>) {
    let Some(color) = board.color_at(own) else { return (0, 0, None) };
    if !board.at(other).is(color.opponent()) {
        return (0, 0, None);
    }
    let mut owl = Owl::new(&effort.tuning);
    let proofs = owl.prove_race(board, own, other);
    if let Some(answer) = proofs.saved.zip(proofs.taken).and_then(|(saved, taken)| proved_semeai(&saved, &taken)) {
        return answer;
    }
    let budget = Budget::nodes(effort.life);
    let race = |owl: &mut Owl, hunter: Point, hunted: Point, turn: Color| {
        let found = owl.race(board, hunter, hunted, turn, &budget);
        found.map_or((Coded::FAILS, true), |found| (Coded::quick(&found), found.finished))
    };
    let (kill, kill_sure) = race(&mut owl, own, other, color);
    if kill.code == 1 {
        // won even if the opponent starts: nothing needs to be played
        let (waiting, sure) = race(&mut owl, own, other, color.opponent());
        return (1, 1, if waiting.code == 0 && sure { Some(Move::Pass) } else { kill.play });
    }
    let (live, _) = race(&mut owl, other, own, color);
    if let (false, 0, 1, Some(adviser)) = (kill_sure, kill.code, live.code, counsel) {
        // not read to the end: does the move that saves the one group kill the other?
        let advised = owl.advised(board, other, true, adviser, &budget);
        if advised.is_some_and(|found| found.outcome == Outcome::Win && found.play == live.play) {
            return (1, 1, live.play);
        }
    }
    if kill.code == 0 && live.code == 1 {
        let (waiting, sure) = race(&mut owl, other, own, color.opponent());
        return (1, 0, if waiting.code == 0 && sure { Some(Move::Pass) } else { live.play });
    }
    let code = live.code.max(u8::from(kill.code > 1) * kill.code);
    (code, kill.code, if kill.code > 0 { kill.play } else { live.play })
}

/// Two proofs as one answer.
fn proved_semeai(saved: &Proved, taken: &Proved) -> Option<(u8, u8, Option<Move>)> {
    let play = |proved: &Proved| if proved.waits { Some(Move::Pass) } else { proved.play };
    let (live, kill) = (saved.outcome.code(), taken.outcome.code());
    match (live, kill) {
        (_, 1) => Some((1, 1, play(taken))),
        (1, 0) => Some((1, 0, play(saved))),
        (0, 0) => Some((0, 0, None)),
        (_, 0) => Some((live, 0, saved.play)),
        (1, _) => Some((1, kill, taken.play)),
        // both by ko, or taken by ko although nothing saves the own group: he who wins the ko wins the race
        _ => Some((live.max(kill), kill, taken.play)),
    }
}
