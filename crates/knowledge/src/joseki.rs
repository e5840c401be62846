//! Joseki: trees of corner sequences with weights, names and choice conditions, read from SGF files.
//!
//! The corner is turned to the upper left and whoever plays there first is Black. Two moves of one colour in a row mean that
//! the other side played elsewhere. `KW[all:modern]` is how often professionals played the move, `KC[…]` its conditions.

use gosedai_explain::Texts;
use std::collections::HashMap;

use gosedai_records::{Mode, NodeId, NodeRef, parse_first};

/// A condition for choosing a branch, seen by the side that plays it, in the turned corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    SupportLeft,
    SupportTop,
    EnemyLeft,
    EnemyTop,
    OpenLeft,
    OpenTop,
    WiderLeft,
    /// The ladder against the stone at this place works.
    Ladder(CornerPoint),
    NoLadder(CornerPoint),
}

impl Choice {
    fn parse(text: &str) -> Result<Choice, String> {
        let place = |text: &str| CornerPoint::parse(text).ok_or_else(|| format!("'{text}' is no corner point"));
        Ok(match text.split_once(':') {
            Some(("ladder", at)) => Choice::Ladder(place(at)?),
            Some(("no-ladder", at)) => Choice::NoLadder(place(at)?),
            _ => match text {
                "support-left" => Choice::SupportLeft,
                "support-top" => Choice::SupportTop,
                "enemy-left" => Choice::EnemyLeft,
                "enemy-top" => Choice::EnemyTop,
                "open-left" => Choice::OpenLeft,
                "open-top" => Choice::OpenTop,
                "wider-left" => Choice::WiderLeft,
                other => return Err(format!("'{other}' is not a joseki condition")),
            },
        })
    }
}

/// A point of the turned corner: column from the left and row from the top, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct CornerPoint {
    pub column: u8,
    pub row: u8,
}

impl CornerPoint {
    /// Reads two SGF letters of the 9x9 quadrant.
    fn parse(text: &str) -> Option<CornerPoint> {
        let &[column, row] = text.as_bytes() else { return None };
        let letter = |c: u8| (b'a'..=b'i').contains(&c).then(|| c - b'a');
        Some(CornerPoint { column: letter(column)?, row: letter(row)? })
    }

    /// The other of the two mirror images of a corner.
    pub fn mirrored(self) -> CornerPoint {
        CornerPoint { column: self.row, row: self.column }
    }
}

/// A move in a corner: by the side that came first there, or by the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct CornerMove {
    pub by_first: bool,
    pub at: CornerPoint,
}

/// One move of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct JosekiNode {
    pub mv: CornerMove,
    /// Times played in all, and since 2016.
    pub weight: u32,
    pub modern: u32,
    pub name: Texts,
    pub when: Vec<Choice>,
    children: Vec<usize>,
}

/// All joseki in one tree.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Joseki {
    nodes: Vec<JosekiNode>,
    starts: Vec<usize>,
}

impl Joseki {
    /// Adds the tree of a file; moves that are already there keep their place and take the file's name and weight.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let tree = parse_first(text, Mode::Strict).map_err(|error| error.to_string())?;
        let mut known: HashMap<NodeId, Option<usize>> = HashMap::new();
        for (number, node) in tree.walk().enumerate() {
            let parent = node.parent().and_then(|p| known.get(&p.id()).copied().flatten());
            let place = match corner_move(node)? {
                None if number == 0 => None,
                None => return Err(format!("node {number} has no move")),
                Some(mv) => Some(self.insert(parent, mv, node)?),
            };
            known.insert(node.id(), place);
        }
        Ok(())
    }

    fn insert(&mut self, parent: Option<usize>, mv: CornerMove, node: NodeRef<'_>) -> Result<usize, String> {
        let siblings = parent.map_or(&self.starts, |p| &self.nodes[p].children);
        let index = siblings.iter().copied().find(|&i| self.nodes[i].mv == mv).unwrap_or_else(|| {
            self.nodes.push(JosekiNode {
                mv,
                weight: 0,
                modern: 0,
                name: Texts::default(),
                when: Vec::new(),
                children: Vec::new(),
            });
            let index = self.nodes.len() - 1;
            match parent {
                Some(p) => self.nodes[p].children.push(index),
                None => self.starts.push(index),
            }
            index
        });
        let entry = &mut self.nodes[index];
        if let Some(weights) = node.raw("KW") {
            let (all, modern) = weights.split_once(':').unwrap_or((weights, "0"));
            entry.weight = all.trim().parse().map_err(|_| format!("'{weights}' is no weight"))?;
            entry.modern = modern.trim().parse().map_err(|_| format!("'{weights}' is no weight"))?;
        }
        if let Some(name) = node.name() {
            // one name a language, in the order of the languages
            let names: Vec<&str> = name.split(" / ").collect();
            entry.name = Texts::each(|lang| names.get(lang as usize).map(|name| name.trim().to_string()));
        }
        if let Some(conditions) = node.raw("KC") {
            entry.when = conditions.split_whitespace().map(Choice::parse).collect::<Result<_, _>>()?;
        }
        Ok(index)
    }

    /// Follows a sequence from the empty corner, in the orientation of the tree. `None` if it leaves the tree.
    pub fn follow(&self, moves: &[CornerMove]) -> Option<Vec<&JosekiNode>> {
        let mut next = &self.starts;
        let mut path = Vec::with_capacity(moves.len());
        for mv in moves {
            let node = next.iter().map(|&i| &self.nodes[i]).find(|node| node.mv == *mv)?;
            path.push(node);
            next = &node.children;
        }
        Some(path)
    }

    /// Moves that may come after a node; first moves for `None`.
    pub fn next<'a>(&'a self, node: Option<&'a JosekiNode>) -> impl Iterator<Item = &'a JosekiNode> + 'a {
        node.map_or(&self.starts, |node| &node.children).iter().map(|&i| &self.nodes[i])
    }

    /// Number of complete lines.
    pub fn lines(&self) -> usize {
        self.nodes.iter().filter(|node| node.children.is_empty()).count()
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

fn corner_move(node: NodeRef<'_>) -> Result<Option<CornerMove>, String> {
    for (name, by_first) in [("B", true), ("W", false)] {
        if let Some(value) = node.raw(name) {
            let at = CornerPoint::parse(value).ok_or_else(|| format!("{name}[{value}] is outside the corner"))?;
            return Ok(Some(CornerMove { by_first, at }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_explain::Lang;

    fn mv(text: &str) -> CornerMove {
        CornerMove { by_first: text.starts_with('B'), at: CornerPoint::parse(&text[1..]).unwrap() }
    }

    #[test]
    fn the_built_in_trees_are_large_and_named() {
        let knowledge = crate::Knowledge::embedded();
        let joseki = &knowledge.joseki;
        assert!(joseki.lines() >= 150, "only {} lines", joseki.lines());
        let path = joseki.follow(&[mv("Bdd"), mv("Wcf"), mv("Bfc")]).expect("the most common answer is known");
        assert_eq!(path[2].name.of(Lang::En), "knight's answer");
        assert!(joseki.next(path.last().copied()).count() >= 3);
        assert!(joseki.follow(&[mv("Baa")]).is_none());
    }

    #[test]
    fn a_user_file_adds_branches_and_bad_files_are_explained() {
        let mut joseki = Joseki::default();
        joseki.add("(;GM[1];B[dd]KW[10:2]N[star / 星](;W[cf]KC[open-left ladder:dd])(;W[fc]))").unwrap();
        joseki.add("(;GM[1];B[dd](;W[cc]))").unwrap();
        let star = joseki.follow(&[mv("Bdd")]).unwrap()[0];
        assert_eq!((star.weight, star.name.of(Lang::Ja)), (10, "星"));
        assert_eq!(joseki.next(Some(star)).count(), 3);
        assert!(joseki.add("(;GM[1];B[qq])").unwrap_err().contains("outside the corner"));
        assert!(joseki.add("(;GM[1];B[dd]KC[luck])").unwrap_err().contains("luck"));
    }
}
