//! Moves, setup stones, side to play and board size.

use super::point::{Color, SgfPoint};
use crate::error::{ValueError, ValueProblem};
use crate::text::split_composed;
use crate::tree::{GameTree, NodeId, NodeRef, Span};

/// Columns and rows of the board, 1 to 52 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSize {
    pub width: u8,
    pub height: u8,
}

impl BoardSize {
    pub const MAX: u8 = 52;

    pub fn square(size: u8) -> BoardSize {
        BoardSize { width: size, height: size }
    }

    /// From `19` or `9:13`.
    pub fn parse(text: &str) -> Option<BoardSize> {
        let side = |text: &str| text.trim().parse::<u8>().ok().filter(|side| (1..=BoardSize::MAX).contains(side));
        match text.split_once(':') {
            Some((width, height)) => Some(BoardSize { width: side(width)?, height: side(height)? }),
            None => side(text).map(BoardSize::square),
        }
    }

    pub fn contains(self, point: SgfPoint) -> bool {
        point.column < self.width && point.row < self.height
    }
}

impl std::fmt::Display for BoardSize {
    /// `19` for squares, as FF[4] demands, `9:13` otherwise.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.width == self.height {
            true => write!(f, "{}", self.width),
            false => write!(f, "{}:{}", self.width, self.height),
        }
    }
}

/// A move; no point means a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub color: Color,
    pub point: Option<SgfPoint>,
}

/// Stones a node adds and takes away.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    pub black: Vec<SgfPoint>,
    pub white: Vec<SgfPoint>,
    pub empty: Vec<SgfPoint>,
}

impl Setup {
    pub fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty() && self.empty.is_empty()
    }
}

impl GameTree {
    /// Board size of the game; 19 if the record does not say.
    pub fn size(&self) -> Result<BoardSize, ValueError> {
        let root = self.root();
        match root.value_spans("SZ").next() {
            None => Ok(BoardSize::square(19)),
            Some(span) if self.slice(span).trim().is_empty() => Ok(BoardSize::square(19)),
            Some(span) => {
                BoardSize::parse(self.slice(span)).ok_or_else(|| root.value_error("SZ", span, ValueProblem::Size))
            }
        }
    }

    pub fn set_size(&mut self, size: BoardSize) {
        self.set_raw(self.root_id(), "SZ", [size.to_string()]);
    }

    /// Writes a move into a node; a pass is `[]`.
    pub fn set_move(&mut self, node: NodeId, color: Color, point: Option<SgfPoint>) {
        let value = point.map(|point| point.to_string()).unwrap_or_default();
        self.set_raw(node, color.letter(), [value]);
    }

    /// Adds a node with a move after `parent`.
    pub fn add_move(&mut self, parent: NodeId, color: Color, point: Option<SgfPoint>) -> NodeId {
        let node = self.add_child(parent);
        self.set_move(node, color, point);
        node
    }

    /// Writes a list of points, for AB, AW, AE, TR, SQ, CR, MA, SL, TB, TW, DD, VW.
    pub fn set_points(&mut self, node: NodeId, name: &str, points: &[SgfPoint]) {
        self.set_raw(node, name, points.iter().map(|point| point.to_string()));
    }
}

impl<'a> NodeRef<'a> {
    pub(crate) fn value_error(self, property: &str, span: Span, problem: ValueProblem) -> ValueError {
        let value: String = self.tree.slice(span).chars().take(40).collect();
        ValueError { place: self.tree.place_of(span), property: property.to_owned(), value, problem }
    }

    /// The node's move, if it has one; `size` tells whether `tt` is a pass.
    pub fn move_on(self, size: BoardSize) -> Result<Option<Move>, ValueError> {
        for color in [Color::Black, Color::White] {
            let Some(span) = self.value_spans(color.letter()).next() else {
                continue;
            };
            let text = self.tree.slice(span).trim();
            let old_pass = text == "tt" && size.width <= 19 && size.height <= 19;
            if text.is_empty() || old_pass {
                return Ok(Some(Move { color, point: None }));
            }
            let point = SgfPoint::parse(text)
                .filter(|&point| size.contains(point))
                .ok_or_else(|| self.value_error(color.letter(), span, ValueProblem::Point(size.width, size.height)))?;
            return Ok(Some(Move { color, point: Some(point) }));
        }
        Ok(None)
    }

    /// Points of a list property, rectangles (`aa:cc`) spread out, each point once, in order.
    pub fn points_on(self, name: &str, size: BoardSize) -> Result<Vec<SgfPoint>, ValueError> {
        let mut seen = [0u64; BoardSize::MAX as usize];
        let mut points = Vec::new();
        for span in self.value_spans(name) {
            let text = self.tree.slice(span);
            // `DD[]` and `VW[]` mean "none".
            if text.trim().is_empty() {
                continue;
            }
            let (first, second) = split_composed(text).unwrap_or((text, text));
            let corners = SgfPoint::parse(first.trim()).zip(SgfPoint::parse(second.trim()));
            let (a, b) = corners
                .filter(|&(a, b)| size.contains(a) && size.contains(b))
                .ok_or_else(|| self.value_error(name, span, ValueProblem::Point(size.width, size.height)))?;
            for row in a.row.min(b.row)..=a.row.max(b.row) {
                for column in a.column.min(b.column)..=a.column.max(b.column) {
                    if seen[row as usize] >> column & 1 == 0 {
                        seen[row as usize] |= 1 << column;
                        points.push(SgfPoint { column, row });
                    }
                }
            }
        }
        Ok(points)
    }

    /// Stones added (AB, AW) and taken away (AE) by the node.
    pub fn setup_on(self, size: BoardSize) -> Result<Setup, ValueError> {
        Ok(Setup {
            black: self.points_on("AB", size)?,
            white: self.points_on("AW", size)?,
            empty: self.points_on("AE", size)?,
        })
    }

    /// The side to play, where the node says so (PL).
    pub fn to_play(self) -> Result<Option<Color>, ValueError> {
        match self.value_spans("PL").next() {
            None => Ok(None),
            Some(span) => Color::parse(self.tree.slice(span))
                .map(Some)
                .ok_or_else(|| self.value_error("PL", span, ValueProblem::Color)),
        }
    }

    /// True if the node has B or W, whatever its value.
    pub fn has_move(self) -> bool {
        self.has("B") || self.has("W")
    }
}
