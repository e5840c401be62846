//! Names of local situations, so that continuations can be counted and looked up: a corner with its stones, and the
//! surroundings of the opponent's last move. Turned, mirrored and colour-changed situations have one name.

use gosedai_board::{Board, Color, Move, Point, Position, Size};
use gosedai_knowledge::{Continuations, MoveCode, OpeningBook};

/// Corner windows, largest first: lines from each side whose stones make the name.
const WINDOWS: [usize; 3] = [9, 7, 5];
/// Lines from each side within which a move belongs to a corner.
const CORNER_MOVES: usize = 10;
/// Corners with more stones than this are left to other knowledge.
const MOST_STONES: usize = 14;
/// Surroundings of the last move, largest first: lines in each direction.
const AROUND: [isize; 3] = [3, 2, 1];
/// Answers looked at are within this many lines of the last move.
const ANSWER_REACH: isize = 4;

/// Situations are counted and known on the ordinary board only.
fn ordinary(size: Size) -> bool {
    size.width() == 19 && size.height() == 19
}

/// A digit of a corner coordinate, from line 1.
fn digit(line: usize) -> u8 {
    b"123456789a"[line.clamp(1, 10) - 1]
}

/// One corner of the board, seen from its own edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    right: bool,
    top: bool,
}

impl Corner {
    const ALL: [Corner; 4] = [
        Corner { right: false, top: false },
        Corner { right: true, top: false },
        Corner { right: false, top: true },
        Corner { right: true, top: true },
    ];

    /// Lines of a point from this corner's two edges, if it is within `reach`.
    fn lines(self, point: Point, size: Size, reach: usize) -> Option<(usize, usize)> {
        let a = if self.right { size.width() - point.x() } else { point.x() + 1 };
        let b = if self.top { size.height() - point.y() } else { point.y() + 1 };
        (a <= reach && b <= reach).then_some((a, b))
    }
}

/// How a situation's own coordinates lie on the board.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// A corner; exchanged if its two edges change places; symmetric if that makes no difference.
    Corner { corner: Corner, exchanged: bool, symmetric: bool },
    /// Around a move: the turns (of eight) that give the same name.
    Around { last: Point, turns: u8 },
}

/// A named situation of a position.
#[derive(Clone, Debug)]
pub struct Situation {
    pub name: String,
    /// Does the opponent's last move stand in it?
    pub answered: bool,
    /// Is it the largest view of its kind?
    pub full: bool,
    frame: Frame,
    size: Size,
}

impl Situation {
    /// The move in the situation's coordinates, if it is near enough to belong to it.
    pub fn code(&self, point: Point) -> Option<MoveCode> {
        match self.frame {
            Frame::Corner { corner, exchanged, symmetric } => {
                let (a, b) = corner.lines(point, self.size, CORNER_MOVES)?;
                let (a, b) = if exchanged || symmetric && a > b { (b, a) } else { (a, b) };
                Some([digit(a), digit(b)])
            }
            Frame::Around { last, turns } => {
                let (dx, dy) = (point.x() as isize - last.x() as isize, point.y() as isize - last.y() as isize);
                if dx.abs().max(dy.abs()) > ANSWER_REACH {
                    return None;
                }
                let letter = |d: isize| b'e'.wrapping_add_signed(d as i8);
                let codes = (0..8).filter(|t| turns >> t & 1 != 0).map(|t| turned(dx, dy, t));
                codes.map(|(x, y)| [letter(x), letter(y)]).min()
            }
        }
    }
}

/// One of the eight turns and mirrors of an offset.
fn turned(dx: isize, dy: isize, turn: u8) -> (isize, isize) {
    let (dx, dy) = if turn & 1 != 0 { (-dx, dy) } else { (dx, dy) };
    let (dx, dy) = if turn & 2 != 0 { (dx, -dy) } else { (dx, dy) };
    if turn & 4 != 0 { (dy, dx) } else { (dx, dy) }
}

/// The corner's stones within a window: own `x`, theirs `o`, their last move `!`.
fn corner(board: &Board, me: Color, last: Option<Point>, corner: Corner, window: usize) -> Option<Situation> {
    let size = board.size();
    let mut stones: Vec<(u8, u8, u8)> = Vec::new();
    let mut answered = false;
    for line in 0..window {
        for along in 0..window {
            let x = if corner.right { size.width() - 1 - line } else { line };
            let y = if corner.top { size.height() - 1 - along } else { along };
            let point = Point::new(x, y);
            let stone = board.at(point);
            if stone.is_stone() {
                let new = last == Some(point);
                answered |= new;
                let kind = if stone.is(me) { b'x' } else { [b'o', b'!'][usize::from(new)] };
                stones.push((digit(line + 1), digit(along + 1), kind));
            }
        }
    }
    if stones.len() > MOST_STONES {
        return None;
    }
    let mut other: Vec<(u8, u8, u8)> = stones.iter().map(|&(a, b, kind)| (b, a, kind)).collect();
    stones.sort_unstable();
    other.sort_unstable();
    let (exchanged, symmetric) = (other < stones, other == stones);
    let mut name = format!("c{window} ");
    for &(a, b, kind) in if exchanged { &other } else { &stones } {
        name.extend([kind, a, b].map(char::from));
    }
    if stones.is_empty() {
        name.push('-');
    }
    let frame = Frame::Corner { corner, exchanged, symmetric };
    Some(Situation { name, answered, full: window == WINDOWS[0], frame, size })
}

/// The stones and edges around the opponent's last move.
fn around(board: &Board, me: Color, last: Point, reach: isize) -> Situation {
    let size = board.size();
    let cell = |(dx, dy): (isize, isize)| match last.shifted(dx, dy, size) {
        None => b'#',
        Some(p) if board.at(p).is(me) => b'x',
        Some(p) if board.at(p).is_stone() => b'o',
        Some(_) => b'.',
    };
    let picture = |turn: u8| -> Vec<u8> {
        let rows = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
        // a turn takes offsets on the board to those of the situation; reading needs the way back
        rows.map(|(dx, dy)| cell(turned(dx, dy, inverse(turn)))).collect()
    };
    let pictures: Vec<Vec<u8>> = (0..8).map(picture).collect();
    let least = pictures.iter().min().cloned().unwrap_or_default();
    let turns = (0..8).filter(|&t| pictures[t as usize] == least).fold(0, |set, t| set | 1 << t);
    Situation {
        name: format!("a{reach} {}", run_lengths(&least)),
        answered: true,
        full: reach == AROUND[0],
        frame: Frame::Around { last, turns },
        size,
    }
}

/// The turn that undoes a turn.
fn inverse(turn: u8) -> u8 {
    // mirrors undo themselves; after an exchange the two mirrors change places
    if turn & 4 == 0 { turn } else { 4 | (turn & 1) << 1 | (turn & 2) >> 1 }
}

/// `....x` as `4.x`.
fn run_lengths(cells: &[u8]) -> String {
    let mut out = String::new();
    for run in cells.chunk_by(|a, b| a == b) {
        if run.len() > 1 {
            out.push_str(&run.len().to_string());
        }
        out.push(char::from(run[0]));
    }
    out
}

/// All situations of a position: corners first, each kind in falling size. For counting.
pub fn situations(position: &Position) -> Vec<Situation> {
    if !ordinary(position.size()) {
        return Vec::new();
    }
    let (board, me, last) = (position.board(), position.to_play(), last_stone(position));
    let corners = Corner::ALL.into_iter().flat_map(|c| WINDOWS.map(|w| corner(board, me, last, c, w)));
    let around = last.into_iter().flat_map(|last| AROUND.map(|reach| around(board, me, last, reach)));
    corners.flatten().chain(around).collect()
}

fn last_stone(position: &Position) -> Option<Point> {
    match position.last_move() {
        Some((color, Move::Play(point))) if color != position.to_play() => Some(point),
        _ => None,
    }
}

/// A known situation.
struct BookFind<'a> {
    situation: Situation,
    found: &'a Continuations,
}

/// What a book knows about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usual {
    /// Share of the positions in which it was played; `None` if it is not listed there.
    pub share: Option<f64>,
    /// Positions of this kind.
    pub seen: u32,
    /// Does the situation hold the opponent's last move?
    pub answered: bool,
    /// Is the situation known as it is, or only a smaller view of it?
    pub full: bool,
}

/// The known situations of a position: for every corner and for the last move the largest that the book has.
pub struct Usuals<'a> {
    corners: Vec<BookFind<'a>>,
    answer: Option<BookFind<'a>>,
}

impl<'a> Usuals<'a> {
    pub fn new(position: &Position, book: &'a OpeningBook) -> Usuals<'a> {
        let mut usuals = Usuals { corners: Vec::new(), answer: None };
        if book.is_empty() || !ordinary(position.size()) {
            return usuals;
        }
        let (board, me, last) = (position.board(), position.to_play(), last_stone(position));
        let known = |situation: Situation| book.get(&situation.name).map(|found| BookFind { situation, found });
        for c in Corner::ALL {
            usuals.corners.extend(WINDOWS.iter().find_map(|&w| corner(board, me, last, c, w).and_then(known)));
        }
        usuals.answer = last.and_then(|last| AROUND.iter().find_map(|&reach| known(around(board, me, last, reach))));
        usuals
    }

    /// The move as a continuation in its corner; of two corners, the one where it is more usual.
    pub fn corner(&self, point: Point) -> Option<Usual> {
        let all = self.corners.iter().filter_map(|known| known.usual(point));
        all.max_by(|a, b| a.share.unwrap_or(0.0).total_cmp(&b.share.unwrap_or(0.0)))
    }

    /// The move as an answer to the last one.
    pub fn answer(&self, point: Point) -> Option<Usual> {
        self.answer.as_ref()?.usual(point)
    }
}

impl BookFind<'_> {
    fn usual(&self, point: Point) -> Option<Usual> {
        let share = self.found.share(self.situation.code(point)?);
        let Situation { answered, full, .. } = self.situation;
        Some(Usual { share, seen: self.found.seen, answered, full })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosedai_board::Rules;

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::new(Size::NINETEEN, Rules::JAPANESE, 6.5);
        moves.iter().for_each(|mv| position.play(Move::Play(mv.parse().unwrap())).unwrap());
        position
    }

    fn names(position: &Position) -> Vec<String> {
        let mut names: Vec<String> = situations(position).into_iter().map(|s| s.name).collect();
        names.sort();
        names
    }

    #[test]
    fn turned_and_colour_changed_positions_have_the_same_names() {
        let one = after(&["D4", "C6", "F3", "R16"]);
        let mirrored = after(&["Q4", "R6", "O3", "C16"]);
        let turned = after(&["D4", "F3", "C6", "R16"]);
        assert_eq!(names(&one), names(&mirrored));
        assert_eq!(names(&one), names(&turned));
        assert!(names(&one).contains(&"c9 o36x44x63".to_string()), "{:?}", names(&one));
        // the last move is marked in its corner
        assert!(names(&one).contains(&"c9 !34".to_string()), "{:?}", names(&one));
    }

    #[test]
    fn moves_are_told_in_the_coordinates_of_the_situation() {
        let code = |position: &Position, kind: &str, mv: &str| {
            let all = situations(position);
            let point: Point = mv.parse().unwrap();
            let mut codes = all.iter().filter(|s| s.name.starts_with(kind)).filter_map(|s| s.code(point));
            codes.next().map(|c| c.map(char::from).iter().collect::<String>())
        };
        let (one, mirrored) = (after(&["D4", "C6"]), after(&["Q16", "O17"]));
        assert_eq!(code(&one, "c9", "F3"), code(&mirrored, "c9", "R14"));
        assert_eq!(code(&one, "c9", "C3").as_deref(), Some("33"));
        // around the last move: the same hane seen from two sides
        assert_eq!(code(&one, "a3", "D6"), code(&mirrored, "a3", "O16"));
        assert_ne!(code(&one, "a3", "D6"), code(&one, "a3", "B6"));
        assert_eq!(code(&one, "a3", "Q4"), None);
    }

    #[test]
    fn turns_are_undone_by_their_inverse() {
        for turn in 0..8 {
            let (x, y) = turned(2, 1, turn);
            assert_eq!(turned(x, y, inverse(turn)), (2, 1), "{turn}");
        }
    }

    #[test]
    fn a_book_knows_the_largest_view_it_has() {
        let book = OpeningBook::parse("c7 x44 100 36:20\nc9 - 50 44:25\n").unwrap();
        let position = after(&["D4", "Q16", "Q4", "D16"]);
        let usuals = Usuals::new(&position, &book);
        let at = |mv: &str| usuals.corner(mv.parse().unwrap());
        let usual = at("F3").unwrap();
        assert_eq!((usual.share, usual.full, usual.answered), (Some(0.2), false, false));
        assert_eq!(at("C3").unwrap().share, None, "known corner, move not listed");
        assert!(at("Q14").is_none(), "a corner the book does not have");
    }
}
