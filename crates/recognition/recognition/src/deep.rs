//! A reader behind the questions: captures, links and life asked of `gosedai-reading`, within a budget of nodes.

use crate::ask::{Answer, Ask, Status};
use crate::quick::QuickAsk;
use gosedai_board::{Board, Point, PointSet};
use gosedai_reading::{Budget, Outcome, Reader, Reading};

/// Asks the searcher where the quick reader does not know enough.
#[derive(Debug)]
pub struct ReaderAsk {
    reader: Reader,
    /// Connections are many: they are read with a quarter of the nodes.
    links: Reader,
    nodes: u64,
}

impl ReaderAsk {
    /// A reader that spends at most so many nodes on a question.
    pub fn new(nodes: u64) -> ReaderAsk {
        ReaderAsk {
            reader: Reader::new(Budget::nodes(nodes)),
            links: Reader::new(Budget::nodes(nodes.div_ceil(4))),
            nodes,
        }
    }
}

/// From the owner's side: a successful attack is death.
fn answer(reading: &Reading) -> Answer {
    let status = match reading.status() {
        gosedai_reading::Status::Success => Status::Dead,
        gosedai_reading::Status::Neutral => Status::Neutral,
        gosedai_reading::Status::Failure => Status::Alive,
        gosedai_reading::Status::Unknown => Status::Unknown,
    };
    let line = reading.attack.line.iter().filter_map(|mv| mv.point()).collect();
    Answer { status, depends: reading.depends_on, line }
}

/// What the stones can do is asked without the ko ban of the moment.
fn without_ko(board: &Board) -> Board {
    let mut board = board.clone();
    board.clear_ko();
    board
}

impl Ask for ReaderAsk {
    fn name(&self) -> u64 {
        self.nodes + 1
    }

    fn capture(&mut self, board: &mut Board, string: Point) -> Answer {
        let quick = QuickAsk.capture(board, string);
        let liberties = board.liberty_count_to(string, 4);
        if matches!(quick.status, Status::Neutral | Status::Dead) && liberties <= 2 {
            return quick;
        }
        let Some(owner) = board.color_at(string) else { return quick };
        // who escapes even if the attacker moves first is safe; only if he does not, it matters what the owner can do
        let attack = self.reader.capture_half(board, string, owner.opponent());
        let mut read = match attack.attack.outcome {
            Outcome::Lose | Outcome::Seki => Answer::new(Status::Alive, attack.depends_on),
            Outcome::Unknown => Answer::new(Status::Unknown, attack.depends_on),
            _ => {
                let defend = self.reader.capture_half(board, string, owner);
                let depends_on = attack.depends_on.union(&defend.depends_on);
                answer(&Reading { defend: defend.defend, depends_on, ..attack })
            }
        };
        read.depends = read.depends.union(&quick.depends);
        if read.status == Status::Unknown { Answer { depends: read.depends, ..quick } } else { read }
    }

    fn capture_wide(&mut self, board: &mut Board, string: Point, rivals: &[Point]) -> Answer {
        QuickAsk.capture_wide(board, string, rivals)
    }

    fn link(&mut self, board: &Board, from: Point, to: Point) -> Answer {
        answer(&self.links.connection(&without_ko(board), from, to))
    }

    fn life(&mut self, board: &Board, group: &PointSet) -> Answer {
        let stones: Vec<Point> = group.iter().collect();
        answer(&self.reader.life(&without_ko(board), &stones))
    }
}
