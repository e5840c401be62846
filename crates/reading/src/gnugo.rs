//! GNU Go's analysis questions in its own answer format, so that its test files can be put to us.
//!
//! Unlike [`crate::Reader`] these always answer: where the exact search does not finish, the fast tier or what the search
//! leans to is given, as GNU Go does.

use gosedai_board::{Board, Color, Move, Point};

use crate::budget::Budget;
use crate::connection::Connect;
use crate::fast::{Fast, FastParams};
use crate::groups::group_of;
use crate::life::{Group, Kill};
use crate::outcome::{Outcome, Trust};
use crate::table::Table;
use crate::verdicts::{Read, read};
use crate::widen::read_capture;

/// What the questions may spend.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Positions for captures.
    pub tactics: u64,
    /// Positions for connections.
    pub links: u64,
    /// Positions for life and death and races.
    pub life: u64,
    pub fast: FastParams,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { tactics: 3_000, links: 2_000, life: 8_000, fast: FastParams::default() }
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

    fn works(play: Option<Point>) -> Coded {
        Coded { code: 1, play: Some(play.map_or(Move::Pass, Move::Play)) }
    }

    fn of(found: &Read) -> Coded {
        match (found.answer.outcome, found.leaning) {
            (Outcome::Unknown, Some((true, play))) => Coded { code: 1, play: Some(play) },
            (outcome, _) => Coded { code: outcome.code(), play: found.answer.play },
        }
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

/// `attack P`: can the string be captured? Several strings: any of them.
pub fn attack(board: &Board, targets: &[Point], effort: &Effort) -> Coded {
    let Some(defender) = targets.first().and_then(|&t| board.color_at(t)) else { return Coded::FAILS };
    let exact = read_capture(board, defender, targets, defender.opponent(), &Budget::nodes(effort.tactics));
    if exact.answer.trust == Trust::Proved || matches!(exact.answer.outcome, Outcome::Win | Outcome::Ko(_)) {
        return Coded::of(&exact);
    }
    if exact.answer.outcome == Outcome::Unknown && exact.leaning.is_some() {
        return Coded::of(&exact);
    }
    let caught = targets.iter().find_map(|&t| Fast::new(board, t, &effort.fast)?.attack());
    match caught {
        Some(play) => Coded::works(Some(play)),
        None if targets.len() > 1 && exact.answer.outcome == Outcome::Unknown => Coded::of(&exact),
        None => Coded::FAILS,
    }
}

/// `defend P`: can the string be saved?
pub fn defend(board: &Board, target: Point, effort: &Effort) -> Coded {
    let Some(defender) = board.color_at(target) else { return Coded::FAILS };
    let exact = read_capture(board, defender, &[target], defender, &Budget::nodes(effort.tactics));
    if exact.answer.trust == Trust::Proved || matches!(exact.answer.outcome, Outcome::Lose | Outcome::Ko(_)) {
        return Coded::of(&exact);
    }
    if exact.answer.outcome == Outcome::Unknown && exact.leaning.is_some() {
        return Coded::of(&exact);
    }
    match Fast::new(board, target, &effort.fast).and_then(|mut fast| fast.defend()) {
        Some(play) => Coded::works(play),
        None => Coded::FAILS,
    }
}

/// `ladder_attack P`: the plain ladder only.
pub fn ladder_attack(board: &Board, target: Point) -> Coded {
    match gosedai_board::ladder::capturing_move(&mut board.clone(), target) {
        Some(play) => Coded::works(Some(play)),
        None => Coded::FAILS,
    }
}

/// `connect P Q` (`joining`) and `disconnect P Q`.
pub fn connection(board: &Board, from: Point, to: Point, joining: bool, effort: &Effort) -> Coded {
    let Some(owner) = board.color_at(from).filter(|&c| board.at(to).is(c)) else { return Coded::FAILS };
    let mover = if joining { owner } else { owner.opponent() };
    let goal = Connect::new(board, owner, from, to);
    let mut table = Table::new(Budget::DEFAULT_MEMORY);
    Coded::of(&read(&goal, board, mover, &mut table, &Budget::nodes(effort.links), 2))
}

/// `owl_attack P` (`killing`) and `owl_defend P`: the life of the whole group.
pub fn owl(board: &Board, target: Point, killing: bool, effort: &Effort) -> Coded {
    let Some(defender) = board.color_at(target) else { return Coded::FAILS };
    let mover = if killing { defender.opponent() } else { defender };
    let group = Group::new(board, defender, group_of(board, target));
    let mut table = Table::new(Budget::DEFAULT_MEMORY);
    Coded::of(&read(&Kill(group), board, mover, &mut table, &Budget::nodes(effort.life), 3))
}

/// `owl_does_attack M P`, `does_attack M P`: is the target lost (or saved) after this move?
pub fn does(board: &Board, play: Point, target: Point, killing: bool, whole: bool, effort: &Effort) -> u8 {
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
    let reply = match (whole, killing) {
        (true, killing) => owl(&after, target, !killing, effort),
        (false, true) => defend(&after, target, effort),
        (false, false) => attack(&after, &[target], effort),
    };
    // what the opponent reaches, turned round: a ko he must threaten in first is one we take first
    [1, 0, 3, 2][reply.code as usize % 4]
}

/// `analyze_semeai P Q`: P's owner to play; defence of P, attack on Q, and the move.
pub fn semeai(board: &Board, own: Point, other: Point, effort: &Effort) -> (u8, u8, Option<Move>) {
    let Some(color) = board.color_at(own) else { return (0, 0, None) };
    let (ours, theirs) = (group_of(board, own), group_of(board, other));
    let mut table = Table::new(Budget::DEFAULT_MEMORY);
    let mut killing = |turn: Color| {
        let goal = Kill(Group::racing(board, color.opponent(), theirs, ours));
        read(&goal, board, turn, &mut table, &Budget::nodes(effort.life), 3)
    };
    let kill = Coded::of(&killing(color));
    if kill.code == 1 {
        // won even if the opponent starts: nothing needs to be played
        let waiting = killing(color.opponent());
        let play = if waiting.answer.outcome == Outcome::Lose { Some(Move::Pass) } else { kill.play };
        return (1, 1, play);
    }
    let goal = Kill(Group::racing(board, color, ours, theirs));
    let live = Coded::of(&read(&goal, board, color, &mut table, &Budget::nodes(effort.life), 4));
    let code = live.code.max(u8::from(kill.code > 1) * kill.code);
    (code, kill.code, if kill.code > 0 { kill.play } else { live.play })
}
