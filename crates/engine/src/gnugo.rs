//! GNU Go's analysis questions in its own answer format, so that its test files can be put to us: the reader's answers as
//! codes and moves.

mod combined;

use gosedai_board::{Board, Color, Move, Point};

pub use combined::{break_in, combination_attack, combination_defend, defend_both};
use gosedai_reading::Answer;
pub use gosedai_reading::{Budget, Effort, Outcome, Question, Reader, Trust};

/// A result code with its move: 0 fails, 1 works, 2 and 3 ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coded {
    pub code: u8,
    pub play: Option<Move>,
}

impl Coded {
    const FAILS: Coded = Coded { code: 0, play: None };

    fn of(answer: &Answer) -> Coded {
        Coded { code: answer.outcome.code(), play: answer.play }
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

/// One half of an answer: with the attacker moving first, or with the defender.
fn half(reader: &mut Reader, board: &Board, stone: Point, question: &Question, attacking: bool) -> Coded {
    let Some(owner) = board.color_at(stone) else { return Coded::FAILS };
    code(reader.ask_from(board, question, if attacking { owner.opponent() } else { owner }), attacking)
}

fn code(answer: Answer, attacking: bool) -> Coded {
    // a group that stays in seki is not killed
    if !attacking && answer.outcome == Outcome::Seki {
        return Coded { code: 1, play: answer.play };
    }
    Coded::of(&answer)
}

/// `attack P`: can the string be captured? Several strings: any of them.
pub fn attack(reader: &mut Reader, board: &Board, targets: &[Point]) -> Coded {
    half(reader, board, targets[0], &Question::Capture(targets.to_vec()), true)
}

/// `defend P`: can the string be saved?
pub fn defend(reader: &mut Reader, board: &Board, target: Point) -> Coded {
    half(reader, board, target, &Question::Capture(vec![target]), false)
}

/// `ladder_attack P`: the plain ladder only.
pub fn ladder_attack(reader: &mut Reader, board: &Board, target: Point) -> Coded {
    Coded::of(&reader.ladder(board, target).attack)
}

/// `connect P Q` (`joining`) and `disconnect P Q`.
pub fn connection(reader: &mut Reader, board: &Board, from: Point, to: Point, joining: bool) -> Coded {
    half(reader, board, from, &Question::Connection(from, to), !joining)
}

/// `owl_attack P` (`killing`) and `owl_defend P`: half of what `read life` says of the group.
pub fn owl(reader: &mut Reader, board: &Board, target: Point, killing: bool) -> Coded {
    half(reader, board, target, &Question::Life(vec![target]), killing)
}

/// `dragon_status P`: what attack and defence reach by the model of the whole board, as `explain` and `read life` say it.
pub fn dragon(reader: &mut Reader, board: &Board, target: Point) -> [Coded; 2] {
    let reading = reader.life(board, &[target]);
    [code(reading.attack, true), code(reading.defend, false)]
}

/// `does_attack M P`, `does_defend M P`: is the target lost (or saved) after this move?
pub fn does(reader: &mut Reader, board: &Board, play: Point, target: Point, killing: bool) -> u8 {
    after(board, play, target, killing, |after| match killing {
        true => defend(reader, after, target),
        false => attack(reader, after, &[target]),
    })
}

/// The same for the life of the whole group.
pub fn owl_does(reader: &mut Reader, board: &Board, play: Point, target: Point, killing: bool) -> u8 {
    after(board, play, target, killing, |after| owl(reader, after, target, !killing))
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

/// `analyze_semeai P Q`: P's owner to play; defence of P, attack on Q, and the move. A pass where nothing needs to be played.
pub fn semeai(reader: &mut Reader, board: &Board, own: Point, other: Point) -> (u8, u8, Option<Move>) {
    let Some(color) = board.color_at(own).filter(|c| board.at(other).is(c.opponent())) else { return (0, 0, None) };
    let mut race = |hunter: Point, hunted: Point, first: Color| {
        let hunting = board.at(hunter).is(first);
        half(reader, board, hunted, &Question::Race(hunter, hunted), hunting)
    };
    let kill = race(own, other, color);
    let live = race(other, own, color);
    if kill.code == 1 && live.code == 0 {
        // what takes the rival does not save it
        return (0, 1, kill.play);
    }
    if kill.code == 1 {
        let held = race(own, other, color.opponent());
        return (1, 1, if held.code == 0 { Some(Move::Pass) } else { kill.play });
    }
    if kill.code == 0 && live.code == 1 {
        let lost = race(other, own, color.opponent());
        return (1, 0, if lost.code == 0 { Some(Move::Pass) } else { live.play });
    }
    // whoever wins the ko wins the race
    let code = live.code.max(u8::from(kill.code > 1) * kill.code);
    (code, kill.code, if kill.code > 0 { kill.play } else { live.play })
}
