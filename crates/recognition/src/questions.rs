//! Questions about one board: those that several rounds of the adjustment ask are read once.

use crate::ask::{Ask, Caught, Status};
use crate::counted::Counter;
use crate::fate::Life;
use crate::groups::Group;
use crate::owners::Owners;
use gosedai_board::{Board, Point, PointSet};
use gosedai_reading::STANDARD_PROOF;

pub(crate) struct Questions<'a> {
    board: &'a Board,
    /// A copy for the reader to play on, without ko ban: what stones can do does not depend on the ko of the moment.
    sheet: Board,
    ask: &'a mut dyn Ask,
    links: Vec<([Point; 2], Status)>,
    lives: Vec<((PointSet, u64), Life)>,
    races: Counter,
}

impl<'a> Questions<'a> {
    pub fn new(board: &'a Board, ask: &'a mut dyn Ask) -> Questions<'a> {
        let mut sheet = board.clone();
        sheet.clear_ko();
        Questions { board, sheet, ask, links: Vec::new(), lives: Vec::new(), races: Counter::default() }
    }

    /// Can the string be captured?
    pub fn capture(&mut self, string: Point) -> Caught {
        self.ask.capture(&mut self.sheet, string)
    }

    /// The same as a race with adjacent enemy strings that are as weak.
    pub fn race(&mut self, string: Point, rivals: &[Point]) -> Status {
        self.ask.race(&mut self.sheet, string, rivals)
    }

    /// Does the link between two stones hold if the opponent moves first?
    pub fn link(&mut self, from: Point, to: Point) -> Status {
        once(&mut self.links, [from, to], || self.ask.link(self.board, from, to))
    }

    /// Does the sealed-in group live?
    pub fn life(&mut self, stones: &PointSet) -> Life {
        self.life_within(stones, STANDARD_PROOF)
    }

    /// The same with so many positions for the proof of each side moving first.
    pub fn life_within(&mut self, stones: &PointSet, nodes: u64) -> Life {
        once(&mut self.lives, (*stones, nodes), || self.ask.life(self.board, stones, nodes))
    }

    /// The fates of two groups in a race that can be counted exactly.
    pub fn counted_race(&mut self, groups: [&Group; 2]) -> Option<[Life; 2]> {
        self.races.count(self.board, groups)
    }

    pub fn owners(&self) -> Option<&Owners> {
        self.ask.owners()
    }
}

/// The answer that is known, or else a new one.
fn once<Q: PartialEq, A: Clone>(known: &mut Vec<(Q, A)>, question: Q, read: impl FnOnce() -> A) -> A {
    if let Some((_, answer)) = known.iter().find(|(other, _)| *other == question) {
        return answer.clone();
    }
    let answer = read();
    known.push((question, answer.clone()));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fate::Fate;
    use gosedai_board::Size;

    /// Counts what it is asked.
    #[derive(Default)]
    struct Counting(usize);

    impl Ask for Counting {
        fn capture(&mut self, _: &mut Board, _: Point) -> Caught {
            Caught { status: Status::Unknown, is_proved: false }
        }

        fn race(&mut self, _: &mut Board, _: Point, _: &[Point]) -> Status {
            Status::Unknown
        }

        fn link(&mut self, _: &Board, _: Point, _: Point) -> Status {
            self.0 += 1;
            Status::Alive
        }

        fn life(&mut self, _: &Board, _: &PointSet, _: u64) -> Life {
            self.0 += 1;
            Life::of(Fate::Dead)
        }
    }

    #[test]
    fn the_same_question_is_read_once() {
        let board = Board::new(Size::NINETEEN);
        let mut reader = Counting::default();
        let mut questions = Questions::new(&board, &mut reader);
        let [a, b, c] = [3, 5, 7].map(|x| Point::new(x, 3));
        for _ in 0..3 {
            assert_eq!([questions.link(a, b), questions.link(b, c)], [Status::Alive; 2]);
            assert_eq!(questions.life(&PointSet::from_iter([a])).fate(), Fate::Dead);
        }
        assert_eq!(reader.0, 3);
    }
}
