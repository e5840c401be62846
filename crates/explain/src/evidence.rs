//! Evidence: the rule that spoke, its figures, its places on the board, and what it rests on.

use crate::lang::Texts;
use crate::mark::{Line, Mark};
use gosedai_board::{Color, Move, Point, PointSet};
use std::sync::Arc;

/// A figure or name a rule uses; the lexicon decides how it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Int(i64),
    Real(f64),
    Point(Point),
    Points(Vec<Point>),
    Color(Color),
    Move(Move),
    /// A word of the glossary, looked up as `term.<name>`.
    Term(&'static str),
    /// The same for names that come from knowledge files.
    Word(String),
    /// Text that is data itself: a file name, a player's name.
    Text(String),
    /// A name that knowledge files give in every language.
    Texts(Texts),
}

macro_rules! arg_from {
    ($($from:ty => |$x:ident| $make:expr),* $(,)?) => {
        $(impl From<$from> for Arg { fn from($x: $from) -> Arg { $make } })*
    };
}

arg_from! {
    i32 => |x| Arg::Int(x.into()),
    i64 => |x| Arg::Int(x),
    u32 => |x| Arg::Int(x.into()),
    usize => |x| Arg::Int(x as i64),
    f32 => |x| Arg::Real(x.into()),
    f64 => |x| Arg::Real(x),
    Point => |x| Arg::Point(x),
    Color => |x| Arg::Color(x),
    Move => |x| Arg::Move(x),
    Vec<Point> => |x| Arg::Points(x),
    PointSet => |x| Arg::Points(x.iter().collect()),
    &'static str => |x| Arg::Term(x),
    String => |x| Arg::Text(x),
    Texts => |x| Arg::Texts(x),
}

/// One step of a reason. `from` are the steps it rests on, so reasons form a shared graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Name of the rule, such as `group.encirclement`; the lexicon has its sentence.
    pub rule: &'static str,
    pub args: Vec<(&'static str, Arg)>,
    pub marks: Vec<Mark>,
    pub lines: Vec<Line>,
    pub from: Vec<Arc<Evidence>>,
}

impl Evidence {
    pub fn new(rule: &'static str) -> Evidence {
        Evidence { rule, args: Vec::new(), marks: Vec::new(), lines: Vec::new(), from: Vec::new() }
    }

    pub fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Evidence {
        self.args.push((name, value.into()));
        self
    }

    pub fn mark(mut self, role: &'static str, points: PointSet) -> Evidence {
        self.marks.push(Mark::new(role, points));
        self
    }

    pub fn line(mut self, line: Line) -> Evidence {
        self.lines.push(line);
        self
    }

    pub fn because(mut self, evidence: impl Into<Arc<Evidence>>) -> Evidence {
        self.from.push(evidence.into());
        self
    }

    /// Replaces a figure; does nothing if the evidence has none of that name.
    pub fn set(&mut self, name: &str, value: impl Into<Arg>) {
        if let Some(entry) = self.args.iter_mut().find(|(key, _)| *key == name) {
            entry.1 = value.into();
        }
    }

    pub fn get(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}
