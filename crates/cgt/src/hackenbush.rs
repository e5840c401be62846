//! Hackenbush, the worked example: cut an edge of your colour, what loses the ground falls away; green edges belong to both.

use crate::arena::{Arena, Game};
use crate::hash::FastMap;
use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Left's.
    Blue,
    /// Right's.
    Red,
    /// Anybody's.
    Green,
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum HackenbushError {
    #[error("a Hackenbush picture may have at most 64 edges, not {0}")]
    TooManyEdges(usize),
    #[error("unknown Hackenbush edge `{0}` (blue b, red r, green g)")]
    UnknownEdge(char),
    #[error("`{0}` is no Hackenbush edge: write two points and a colour, such as 0-1b (0 is the ground)")]
    BadEdge(String),
    #[error("the Hackenbush picture has more than {0} positions")]
    TooManyPositions(usize),
}

/// A picture: edges between numbered points, point 0 being the ground.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    edges: Vec<(usize, usize, Edge)>,
}

impl Picture {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn edge(mut self, from: usize, to: usize, colour: Edge) -> Self {
        self.edges.push((from, to, colour));
        self
    }

    /// Stalks growing from the ground, bottom edge first: `"brr g"` is a blue-red-red stalk beside a green blade. Anything else is
    /// written edge by edge between numbered points, 0 being the ground: `"0-1g 0-2g 1-2b"` is a house with a blue roof.
    pub fn parse(text: &str) -> Result<Self, HackenbushError> {
        let mut picture = Self::new();
        // points of stalks get numbers that nobody writes
        let mut point = FIRST_STALK_POINT;
        for stalk in text.split_whitespace() {
            if stalk.starts_with(|c: char| c.is_ascii_digit()) {
                picture.edges.push(numbered_edge(stalk)?);
                continue;
            }
            let mut below = 0;
            for c in stalk.chars() {
                let colour = colour(c)?;
                point += 1;
                picture.edges.push((below, point, colour));
                below = point;
            }
        }
        Ok(picture)
    }

    /// The value of the whole picture.
    pub fn value(&self, arena: &mut Arena) -> Result<Game, HackenbushError> {
        if self.edges.len() > 64 {
            return Err(HackenbushError::TooManyEdges(self.edges.len()));
        }
        let all = if self.edges.len() == 64 { u64::MAX } else { (1u64 << self.edges.len()) - 1 };
        let standing = self.grounded(all);
        self.value_of(standing, arena, &mut FastMap::default()).ok_or(HackenbushError::TooManyPositions(MOST_POSITIONS))
    }

    fn value_of(&self, standing: u64, arena: &mut Arena, memo: &mut FastMap<u64, Game>) -> Option<Game> {
        if let Some(&g) = memo.get(&standing) {
            return Some(g);
        }
        if memo.len() >= MOST_POSITIONS {
            return None;
        }
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for (i, &(_, _, colour)) in self.edges.iter().enumerate() {
            if standing >> i & 1 == 0 {
                continue;
            }
            let after = self.grounded(standing & !(1 << i));
            let g = self.value_of(after, arena, memo)?;
            if colour != Edge::Red {
                lefts.push(g);
            }
            if colour != Edge::Blue {
                rights.push(g);
            }
        }
        let g = arena.make(&lefts, &rights);
        memo.insert(standing, g);
        Some(g)
    }

    /// The edges still connected to the ground.
    fn grounded(&self, standing: u64) -> u64 {
        let mut reached = vec![0usize];
        let mut kept = 0u64;
        let mut next = 0;
        while next < reached.len() {
            let here = reached[next];
            next += 1;
            for (i, &(a, b, _)) in self.edges.iter().enumerate() {
                if standing >> i & 1 == 0 || kept >> i & 1 == 1 || (a != here && b != here) {
                    continue;
                }
                kept |= 1 << i;
                for end in [a, b] {
                    if !reached.contains(&end) {
                        reached.push(end);
                    }
                }
            }
        }
        kept
    }
}

const FIRST_STALK_POINT: usize = 1_000_000;
const MOST_POSITIONS: usize = 40_000;

fn colour(c: char) -> Result<Edge, HackenbushError> {
    match c.to_ascii_lowercase() {
        'b' => Ok(Edge::Blue),
        'r' => Ok(Edge::Red),
        'g' => Ok(Edge::Green),
        _ => Err(HackenbushError::UnknownEdge(c)),
    }
}

/// `0-1b`: from, to, colour.
fn numbered_edge(text: &str) -> Result<(usize, usize, Edge), HackenbushError> {
    let bad = || HackenbushError::BadEdge(text.to_string());
    let letter = text.chars().last().ok_or_else(bad)?;
    let (from, to) = text[..text.len() - letter.len_utf8()].split_once('-').ok_or_else(bad)?;
    let point = |t: &str| t.parse::<usize>().ok().filter(|&p| p < FIRST_STALK_POINT).ok_or_else(bad);
    Ok((point(from)?, point(to)?, colour(letter)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    fn value(text: &str) -> String {
        let mut a = Arena::new();
        let g = Picture::parse(text).unwrap().value(&mut a).unwrap();
        a.name(g)
    }

    #[test]
    fn hackenbush_slides() {
        assert_eq!(value(""), "0");
        assert_eq!(value("b"), "1");
        assert_eq!(value("r"), "-1");
        assert_eq!(value("b r"), "0");
        assert_eq!(value("br"), "1/2");
        assert_eq!(value("br br r"), "0");
        assert_eq!(value("g"), "*");
        assert_eq!(value("g g"), "0");
        assert_eq!(value("brrrr g"), "1/16*");
    }

    #[test]
    fn outcomes_as_on_the_first_slide() {
        let mut a = Arena::new();
        let mut outcome = |text: &str| {
            let g = Picture::parse(text).unwrap().value(&mut a).unwrap();
            a.outcome(g)
        };
        assert_eq!(outcome("bb r"), Outcome::Left);
        assert_eq!(outcome("b rr"), Outcome::Right);
        assert_eq!(outcome("b r"), Outcome::Second);
        assert_eq!(outcome("br br r"), Outcome::Second);
        assert_eq!(outcome("g"), Outcome::First);
        assert_eq!(outcome("brrrr g"), Outcome::Left);
    }

    #[test]
    fn a_house_with_a_loop() {
        // two green walls and a roof: the colon and fusion principles give *1 for three edges in a cycle
        let mut a = Arena::new();
        let house = Picture::new().edge(0, 1, Edge::Green).edge(0, 2, Edge::Green).edge(1, 2, Edge::Green);
        let g = house.value(&mut a).unwrap();
        assert_eq!(a.name(g), "*");
        let written = Picture::parse("0-1g 0-2g 1-2g").unwrap().value(&mut a).unwrap();
        assert_eq!(written, g);
        assert!(Picture::parse("0-1").is_err() && Picture::parse("0-1x").is_err() && Picture::parse("0_1b").is_err());
        let bush = Picture::parse(&"b r g ".repeat(20)).unwrap();
        assert_eq!(bush.value(&mut a), Err(HackenbushError::TooManyPositions(MOST_POSITIONS)));
        assert_eq!(Picture::parse("x").unwrap_err(), HackenbushError::UnknownEdge('x'));
    }
}
