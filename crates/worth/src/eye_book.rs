//! Eye values for callers that count eyes often: exact for small spaces, remembered by shape.
//!
//! Recognition asks for the same few shapes thousands of times; an [`EyeBook`] solves each once and answers from memory
//! after that.

use crate::eye_space::{defenders_view, solve_space};
use crate::room::Room;
use gosedai_board::{Board, Color, Point, PointSet};
use gosedai_cgt::eyes::eye_space_of;
use gosedai_cgt::{Arena, Dyadic};
use std::collections::HashMap;

/// What a space is worth in eyes, exactly, two at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeValue {
    /// Landman's value without its infinitesimal part: 0, 1/2, 3/4, 1, 5/4, 3/2 or 2.
    pub mean: Dyadic,
    /// Eyes when the defender moves first, and when the attacker does.
    pub defender_first: u8,
    pub attacker_first: u8,
    /// Where the defender makes the most of it, and where the attacker takes the most.
    pub make: Option<Point>,
    pub destroy: Option<Point>,
}

impl EyeValue {
    /// Eyes in halves, rounded down: 1 is half an eye, 3 one and a half. `{2|0}`, two eyes or none, counts 2: ask
    /// [`attacker_first`](Self::attacker_first) for what is certain.
    pub fn half_eyes(&self) -> u32 {
        (self.mean + self.mean).floor() as u32
    }
}

/// The answer for one shape: places are indices into its points, in board order.
#[derive(Clone, Copy)]
struct EyeAnswer {
    mean: Dyadic,
    first: [u8; 2],
    vital: [Option<u8>; 2],
}

/// Points relative to the corner of their bounding box, and what stands on and beside them, for a black defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shape {
    points: [u8; LARGEST],
    count: u8,
    black: u16,
    white: u16,
    by_black: u16,
    by_white: u16,
}

const LARGEST: usize = 12;

/// Solved eye spaces. Cheap to keep: one entry per shape met.
///
/// ```
/// # use gosedai_worth::EyeBook;
/// # use gosedai_board::{Color, PointSet, diagram};
/// let board = diagram::parse(". . . X\nX X X X\nO O O O\n. . . .").unwrap();
/// let space: PointSet = ["A4", "B4", "C4"].iter().map(|p| p.parse().unwrap()).collect();
/// let value = EyeBook::new(7).value(&board, &space, Color::Black).unwrap();
/// assert_eq!((value.defender_first, value.attacker_first, value.half_eyes()), (2, 1, 3));
/// ```
pub struct EyeBook {
    arena: Arena,
    known: HashMap<Shape, Option<EyeAnswer>>,
    largest: usize,
}

impl EyeBook {
    /// Solves spaces of up to `largest` points (12 at most); at seven the first sight of a shape costs a millisecond or
    /// two, memory half a microsecond.
    pub fn new(largest: usize) -> Self {
        EyeBook { arena: Arena::new(), known: HashMap::new(), largest: largest.min(LARGEST) }
    }

    /// The value of a space: empty points, and stones of the attacker that stand in it. Stones outside it are taken to
    /// be connected walls of their colour, so points beside the attacker's outer stones are openings, and false eyes
    /// (walls that can be cut) are for the caller to see. `None` if the space is empty, too large or too complicated.
    pub fn value(&mut self, board: &Board, space: &PointSet, defender: Color) -> Option<EyeValue> {
        let size = space.len();
        if size == 0 || size > self.largest {
            return None;
        }
        let room = Room::new(space)?;
        let spot = defenders_view(board, &room, space, defender);
        let shape = Shape {
            points: relative(&room)?,
            count: size as u8,
            black: spot.black as u16,
            white: spot.white as u16,
            by_black: spot.by_black as u16,
            by_white: spot.by_white as u16,
        };
        let arena = &mut self.arena;
        let known = (*self.known.entry(shape).or_insert_with(|| {
            const MOST_POSITIONS: usize = 8_000;
            let solved = solve_space(arena, &room, spot, MOST_POSITIONS)?;
            let eyes = eye_space_of(arena, solved.game);
            let count = |x: Dyadic| x.floor().clamp(0, 2) as u8;
            Some(EyeAnswer {
                mean: arena.mean(solved.game),
                first: [count(eyes.black_first), count(eyes.white_first)],
                vital: solved.vital.map(|i| i.map(|i| i as u8)),
            })
        }))?;
        let place = |i: Option<u8>| i.map(|i| room.points[i as usize]);
        Some(EyeValue {
            mean: known.mean,
            defender_first: known.first[0],
            attacker_first: known.first[1],
            make: place(known.vital[0]),
            destroy: place(known.vital[1]),
        })
    }

    /// Shapes met so far.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

fn relative(room: &Room) -> Option<[u8; LARGEST]> {
    let left = room.points.iter().map(|p| p.x()).min()?;
    let low = room.points.iter().map(|p| p.y()).min()?;
    let mut out = [0; LARGEST];
    for (slot, p) in out.iter_mut().zip(&room.points) {
        let (x, y) = (p.x() - left, p.y() - low);
        if x > 15 || y > 15 {
            return None;
        }
        *slot = (x << 4 | y) as u8;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::Size;

    /// A board whose only empty points are the space: `.` empty, `o` the attacker inside; everything else is the
    /// defender's.
    fn closed(rows: &[&str], defender: Color) -> (Board, PointSet) {
        let (mut space, mut stones) = (PointSet::EMPTY, Vec::new());
        let drawn = |x: usize, y: usize| -> char {
            let row = y.checked_sub(2).and_then(|r| rows.get(r));
            row.and_then(|r| x.checked_sub(2).and_then(|i| r.chars().nth(i))).unwrap_or('X')
        };
        for y in 0..9 {
            for x in 0..9 {
                let p = Point::new(x, y);
                match drawn(x, y) {
                    '.' => space.insert(p),
                    'o' => {
                        space.insert(p);
                        stones.push((p, defender.opponent()));
                    }
                    _ => stones.push((p, defender)),
                }
            }
        }
        (Board::with_stones(Size::new(9, 9).unwrap(), stones).unwrap(), space)
    }

    #[test]
    fn the_eye_shapes_players_know() {
        let mut book = EyeBook::new(12);
        for (rows, first, second) in [
            (vec!["."], 1, 1),
            (vec![".."], 1, 1),
            (vec!["..."], 2, 1),
            (vec!["..", "."], 2, 1),
            (vec![".o."], 1, 1),
            (vec!["...."], 2, 2),
            (vec!["..", ".."], 1, 1),
            (vec!["...", "X."], 2, 1),
            (vec!["..X", "X.."], 2, 2),
            (vec!["...", ".XX"], 2, 2),
            (vec!["....."], 2, 2),
            (vec!["...", ".."], 2, 1),
            (vec!["X.X", "...", "X.X"], 2, 1),
            (vec!["X.", "...", "X.."], 2, 1),
            (vec!["...", "..."], 2, 2),
            (vec!["X..", "...", "X.."], 2, 2),
        ] {
            for defender in Color::BOTH {
                let (board, space) = closed(&rows, defender);
                let value = book.value(&board, &space, defender).unwrap();
                assert_eq!((value.defender_first, value.attacker_first), (first, second), "{rows:?}");
                assert_eq!(value.half_eyes(), u32::from(first + second), "{rows:?}");
            }
        }
    }

    #[test]
    fn an_open_space_is_half_an_eye_and_memory_answers_the_same() {
        let board = gosedai_board::diagram::parse("X . . O\nX X X O\nO O O O\n. . . .").unwrap();
        let space: PointSet = ["B4", "C4"].iter().map(|p| p.parse().unwrap()).collect();
        let mut book = EyeBook::new(7);
        let fresh = book.value(&board, &space, Color::Black).unwrap();
        assert_eq!((fresh.half_eyes(), fresh.defender_first, fresh.attacker_first), (1, 1, 0));
        assert_eq!(fresh.make, Some("C4".parse().unwrap()));
        assert_eq!(book.value(&board, &space, Color::Black), Some(fresh));
        assert_eq!(book.len(), 1);
        assert_eq!(book.value(&board, &PointSet::EMPTY, Color::Black), None);
    }

    /// First sight and memory, per size: `cargo test --release -p gosedai-worth eye_book -- --ignored --nocapture`.
    #[test]
    #[ignore = "a measurement"]
    fn how_long_it_takes() {
        for rows in [vec!["..."], vec!["....."], vec!["...", "..."], vec!["....", "..."], vec!["....", "...."]] {
            let (board, space) = closed(&rows, Color::Black);
            let mut book = EyeBook::new(12);
            let start = std::time::Instant::now();
            book.value(&board, &space, Color::Black);
            let first = start.elapsed();
            let start = std::time::Instant::now();
            for _ in 0..1000 {
                book.value(&board, &space, Color::Black);
            }
            eprintln!("{} points: {first:?} at first, {:?} from memory", space.len(), start.elapsed() / 1000);
        }
    }
}
