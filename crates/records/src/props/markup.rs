//! Marks and labels on the board.

use super::moves::BoardSize;
use super::point::SgfPoint;
use crate::error::{ValueError, ValueProblem};
use crate::text::{escape_composed, split_composed, unescape_simple};
use crate::tree::{GameTree, NodeId, NodeRef};

/// The marks of FF4; `Cross` is also read from the M of older files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MarkKind {
    Triangle,
    Square,
    Circle,
    Cross,
    Selected,
    BlackTerritory,
    WhiteTerritory,
    Dimmed,
}

impl MarkKind {
    pub const ALL: [MarkKind; 8] = [
        MarkKind::Triangle,
        MarkKind::Square,
        MarkKind::Circle,
        MarkKind::Cross,
        MarkKind::Selected,
        MarkKind::BlackTerritory,
        MarkKind::WhiteTerritory,
        MarkKind::Dimmed,
    ];

    pub fn property(self) -> &'static str {
        match self {
            MarkKind::Triangle => "TR",
            MarkKind::Square => "SQ",
            MarkKind::Circle => "CR",
            MarkKind::Cross => "MA",
            MarkKind::Selected => "SL",
            MarkKind::BlackTerritory => "TB",
            MarkKind::WhiteTerritory => "TW",
            MarkKind::Dimmed => "DD",
        }
    }
}

impl<'a> NodeRef<'a> {
    /// Points carrying a mark.
    pub fn marks_on(self, kind: MarkKind, size: BoardSize) -> Result<Vec<SgfPoint>, ValueError> {
        let mut points = self.points_on(kind.property(), size)?;
        if kind == MarkKind::Cross {
            points.extend(self.points_on("M", size)?);
        }
        Ok(points)
    }

    /// Labels in the order written; the FF3 list L gives its points the letters a, b, c…
    pub fn labels_on(self, size: BoardSize) -> Result<Vec<(SgfPoint, String)>, ValueError> {
        let mut labels = Vec::new();
        for span in self.value_spans("LB") {
            let text = self.tree.slice(span);
            let (point, label) =
                split_composed(text).ok_or_else(|| self.value_error("LB", span, ValueProblem::Label))?;
            let point = SgfPoint::parse(point.trim())
                .filter(|&point| size.contains(point))
                .ok_or_else(|| self.value_error("LB", span, ValueProblem::Point(size.width, size.height)))?;
            labels.push((point, unescape_simple(label).into_owned()));
        }
        let old = self.points_on("L", size)?;
        labels.extend(old.into_iter().zip('a'..='z').map(|(point, letter)| (point, letter.to_string())));
        Ok(labels)
    }

    /// Arrows (AR) or lines (LN) as pairs of points; malformed ones are left out.
    pub fn arrows(self, name: &str) -> Vec<(SgfPoint, SgfPoint)> {
        self.raw_values(name)
            .filter_map(|value| {
                let (from, to) = split_composed(value)?;
                Some((SgfPoint::parse(from.trim())?, SgfPoint::parse(to.trim())?))
            })
            .collect()
    }
}

impl GameTree {
    pub fn set_labels<S: AsRef<str>>(&mut self, node: NodeId, labels: &[(SgfPoint, S)]) {
        let values = labels.iter().map(|(point, text)| format!("{point}:{}", escape_composed(text.as_ref())));
        self.set_raw(node, "LB", values);
    }

    pub fn set_marks(&mut self, node: NodeId, kind: MarkKind, points: &[SgfPoint]) {
        self.set_points(node, kind.property(), points);
    }
}
