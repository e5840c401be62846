//! The questions recognition puts to a reader, and the one thing that is kept between positions: answers that still hold.

use crate::ask::{Answer, Ask, Status};
use crate::owners::Owners;
use gosedai_board::{Board, Point, PointSet, Size};

/// A search for a connection that ran out of nodes may succeed after any change this near to the first stone.
const LINK_REACH: isize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    Capture(Point),
    Race(Point, Vec<Point>),
    Link(Point, Point),
    Life(PointSet),
}

/// Answers to earlier questions, each with the points it depends on.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// Name of the reader who gave them, and the board he saw.
    reader: u64,
    size: Option<Size>,
    stones: [PointSet; 2],
    known: Vec<(Question, Answer)>,
}

impl Answers {
    /// Turns to another board: answers that depend on a point that changed are forgotten, and all if the reader is another.
    fn turn_to(&mut self, board: &Board, stones: [PointSet; 2], reader: u64) {
        if (self.reader, self.size) == (reader, Some(board.size())) {
            let changed = self.stones[0].difference(&stones[0]).union(&self.stones[1].difference(&stones[1]));
            self.known.retain(|(_, answer)| !answer.depends.intersects(&changed));
        } else {
            self.known.clear();
        }
        (self.reader, self.size, self.stones) = (reader, Some(board.size()), stones);
    }

    /// What is known, or else what `find` finds out. An answer that names no points it depends on is not kept.
    fn get(&mut self, question: Question, find: impl FnOnce() -> Answer) -> Status {
        if let Some((_, answer)) = self.known.iter().find(|(known, _)| *known == question) {
            return answer.status;
        }
        let answer = find();
        let status = answer.status;
        if !answer.depends.is_empty() {
            self.known.push((question, answer));
        }
        status
    }
}

/// Questions about one board.
pub(crate) struct Questions<'a> {
    board: &'a Board,
    /// A copy for the reader to play on, without ko ban: what stones can do does not depend on the ko of the moment.
    sheet: Board,
    ask: &'a mut dyn Ask,
    answers: &'a mut Answers,
}

impl<'a> Questions<'a> {
    /// `stones` are those on the board, by colour.
    pub fn new(
        board: &'a Board,
        stones: [PointSet; 2],
        ask: &'a mut dyn Ask,
        answers: &'a mut Answers,
    ) -> Questions<'a> {
        answers.turn_to(board, stones, ask.name());
        let mut sheet = board.clone();
        sheet.clear_ko();
        Questions { board, sheet, ask, answers }
    }

    /// Can the string be captured?
    pub fn capture(&mut self, string: Point) -> Status {
        self.answers.get(Question::Capture(string), || self.ask.capture(&mut self.sheet, string))
    }

    /// The same as a race with adjacent enemy strings that are as weak.
    pub fn race(&mut self, string: Point, rivals: Vec<Point>) -> Status {
        let question = Question::Race(string, rivals.clone());
        self.answers.get(question, || self.ask.capture_wide(&mut self.sheet, string, &rivals))
    }

    /// Does the link between two stones hold if the opponent moves first?
    pub fn link(&mut self, from: Point, to: Point) -> Status {
        self.answers.get(Question::Link(from, to), || {
            let mut answer = self.ask.link(self.board, from, to);
            if !answer.depends.is_empty() {
                for (dx, dy) in (-LINK_REACH..=LINK_REACH).flat_map(|x| (-LINK_REACH..=LINK_REACH).map(move |y| (x, y)))
                {
                    from.shifted(dx, dy, self.board.size()).into_iter().for_each(|near| answer.depends.insert(near));
                }
            }
            answer
        })
    }

    /// Does the sealed-in group live?
    pub fn life(&mut self, stones: &PointSet) -> Status {
        self.answers.get(Question::Life(*stones), || self.ask.life(self.board, stones))
    }

    pub fn owners(&self) -> Option<&Owners> {
        self.ask.owners()
    }
}
