//! Comments and judgements: C, N, V, HO, the qualities of a move and of a position.

use super::point::Color;
use crate::text::{unescape_simple, unescape_text};
use crate::tree::{GameTree, NodeId, NodeRef};
use std::borrow::Cow;

/// SGF's double: once or with emphasis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Emphasis {
    Normal,
    Strong,
}

/// What the record says of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quality {
    /// TE: a fine move, a tesuji.
    Fine(Emphasis),
    /// BM: a bad move.
    Bad(Emphasis),
    /// DO: doubtful.
    Doubtful,
    /// IT: interesting.
    Interesting,
}

/// What the record says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// GB or GW.
    GoodFor(Color, Emphasis),
    /// DM: even.
    Even(Emphasis),
    /// UC: unclear.
    Unclear(Emphasis),
}

fn emphasis(raw: &str) -> Emphasis {
    if raw.trim() == "2" { Emphasis::Strong } else { Emphasis::Normal }
}

fn emphasis_value(emphasis: Emphasis) -> &'static str {
    match emphasis {
        Emphasis::Normal => "1",
        Emphasis::Strong => "2",
    }
}

impl<'a> NodeRef<'a> {
    /// Text of a property whose line breaks matter (C, GC).
    pub fn text(self, name: &str) -> Option<Cow<'a, str>> {
        self.raw(name).map(unescape_text)
    }

    /// Text of a property on one line (names, events, places).
    pub fn simple_text(self, name: &str) -> Option<Cow<'a, str>> {
        self.raw(name).map(unescape_simple)
    }

    pub fn comment(self) -> Option<Cow<'a, str>> {
        self.text("C")
    }

    pub fn name(self) -> Option<Cow<'a, str>> {
        self.simple_text("N")
    }

    /// A number, tolerant of blanks and of a comma for the point.
    pub fn number(self, name: &str) -> Option<f64> {
        let raw = self.raw(name)?.trim();
        raw.parse().ok().or_else(|| raw.replace(',', ".").parse().ok()).filter(|value: &f64| value.is_finite())
    }

    /// The node's value in points, positive for black (V).
    pub fn value(self) -> Option<f64> {
        self.number("V")
    }

    /// Worth looking at (HO).
    pub fn hotspot(self) -> Option<Emphasis> {
        self.raw("HO").map(emphasis)
    }

    pub fn quality(self) -> Option<Quality> {
        let strong = |raw| emphasis(raw);
        self.raw("TE")
            .map(|raw| Quality::Fine(strong(raw)))
            .or_else(|| self.raw("BM").map(|raw| Quality::Bad(strong(raw))))
            .or_else(|| self.raw("DO").map(|_| Quality::Doubtful))
            .or_else(|| self.raw("IT").map(|_| Quality::Interesting))
    }

    pub fn judgement(self) -> Option<Judgement> {
        self.raw("GB")
            .map(|raw| Judgement::GoodFor(Color::Black, emphasis(raw)))
            .or_else(|| self.raw("GW").map(|raw| Judgement::GoodFor(Color::White, emphasis(raw))))
            .or_else(|| self.raw("DM").map(|raw| Judgement::Even(emphasis(raw))))
            .or_else(|| self.raw("UC").map(|raw| Judgement::Unclear(emphasis(raw))))
    }
}

impl GameTree {
    /// Sets or (with an empty text) removes the comment.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        match text.is_empty() {
            true => drop(self.remove(node, "C")),
            false => self.set_text(node, "C", text),
        }
    }

    /// One of TE, BM, DO, IT may stand in a node: the others go.
    pub fn set_quality(&mut self, node: NodeId, quality: Option<Quality>) {
        let (name, value) = match quality {
            Some(Quality::Fine(how)) => ("TE", emphasis_value(how)),
            Some(Quality::Bad(how)) => ("BM", emphasis_value(how)),
            Some(Quality::Doubtful) => ("DO", ""),
            Some(Quality::Interesting) => ("IT", ""),
            None => ("", ""),
        };
        self.set_one_of(node, &["TE", "BM", "DO", "IT"], name, value);
    }

    /// One of GB, GW, DM, UC may stand in a node: the others go.
    pub fn set_judgement(&mut self, node: NodeId, judgement: Option<Judgement>) {
        let (name, value) = match judgement {
            Some(Judgement::GoodFor(Color::Black, how)) => ("GB", emphasis_value(how)),
            Some(Judgement::GoodFor(Color::White, how)) => ("GW", emphasis_value(how)),
            Some(Judgement::Even(how)) => ("DM", emphasis_value(how)),
            Some(Judgement::Unclear(how)) => ("UC", emphasis_value(how)),
            None => ("", ""),
        };
        self.set_one_of(node, &["GB", "GW", "DM", "UC"], name, value);
    }

    fn set_one_of(&mut self, node: NodeId, family: &[&str], name: &str, value: &str) {
        for &other in family {
            if other != name {
                self.remove(node, other);
            }
        }
        if !name.is_empty() {
            self.set_raw(node, name, [value]);
        }
    }

    pub fn set_hotspot(&mut self, node: NodeId, how: Option<Emphasis>) {
        match how {
            Some(how) => self.set_raw(node, "HO", [emphasis_value(how)]),
            None => drop(self.remove(node, "HO")),
        }
    }

    /// Sets V, in points, positive for black.
    pub fn set_value(&mut self, node: NodeId, points: f64) {
        let rounded = (points * 100.0).round() / 100.0;
        self.set_raw(node, "V", [rounded.to_string()]);
    }
}
