//! Ladders as KataGo reads them: unbroken ataris, all kos won by the defender.
//!
//! The answer does not depend on the order in which moves are tried, except in searches of more than [`NODES`] moves
//! and where the defender's only liberty is also the point of a capture: there the order of stones decides which quick
//! test applies.

use gosedai_board::{Board, Color, Point, PointSet};

/// Moves played in one search before the ladder counts as not working.
const NODES: u32 = 25_000;
/// Moves a defender considers at most; more captures than this beside one string do not occur in play.
const CHOICES: usize = 24;

/// The strings of a board that a ladder catches.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Ladders {
    /// Stones caught: in atari without escape, or with two liberties and the attacker to move.
    pub caught: PointSet,
    /// Moves that start a working ladder against strings of two liberties, by the colour of the strings.
    pub starts: [PointSet; 2],
}

impl Ladders {
    /// Reads all ladders. The board is the same afterwards.
    pub fn of(board: &mut Board) -> Ladders {
        let mut found = Ladders::default();
        for stone in board.strings() {
            let Some(color) = board.color_at(stone) else { continue };
            let (liberties, count) = board.first_liberties::<3>(stone);
            let caught = match count {
                1 => search(board, stone, color),
                2 => {
                    let works = [liberties[0], liberties[1]].map(|at| works(board, stone, color, at));
                    for i in (0..2).filter(|&i| works[i]) {
                        found.starts[color.index()].insert(liberties[i]);
                    }
                    works[0] || works[1]
                }
                _ => false,
            };
            if caught {
                board.string(stone).for_each(|stone| found.caught.insert(stone));
            }
        }
        found
    }
}

fn works(board: &mut Board, stone: Point, defender: Color, at: Point) -> bool {
    if !legal(board, at, defender.opponent()) {
        return false;
    }
    let undo = board.play(at, defender.opponent());
    let caught = search(board, stone, defender);
    board.undo(&undo);
    caught
}

/// Is the string caught with its owner to move?
fn search(board: &mut Board, stone: Point, defender: Color) -> bool {
    let ko = board.ko_point();
    // whatever is banned at the start, the defender is taken to have found a threat
    board.clear_ko();
    let deepest = board.size().area() * 3 / 2;
    let mut reader = Reader { board, stone, defender, nodes: 0, deepest };
    let caught = reader.defend(0) && reader.nodes < NODES;
    if let Some((point, color)) = ko {
        board.set_ko(point, color);
    }
    caught
}

/// A ko binds both sides, whichever took it.
fn legal(board: &Board, at: Point, color: Color) -> bool {
    board.ko_point().is_none_or(|(point, _)| point != at) && !board.is_suicide(at, color)
}

struct Reader<'a> {
    board: &'a mut Board,
    stone: Point,
    defender: Color,
    nodes: u32,
    deepest: usize,
}

impl Reader<'_> {
    /// Defender to move: is the string caught?
    fn defend(&mut self, depth: usize) -> bool {
        if depth >= self.deepest {
            return true;
        }
        // a ladder that leaves a ko is none; neither is one that goes on too long
        if self.nodes >= NODES || (depth > 0 && self.board.ko_point().is_some()) {
            return false;
        }
        let Some(way_out) = self.board.atari_liberty(self.stone) else {
            return self.board.liberty_count_to(self.stone, 1) == 0;
        };
        let (moves, count) = self.defences(way_out);
        let (least, most) = self.liberties_after(moves[count - 1]);
        if least >= 3 {
            return false;
        }
        if count == 1 && most <= 1 {
            return true;
        }
        moves[..count].iter().all(|&at| {
            if !legal(self.board, at, self.defender) {
                return true;
            }
            let undo = self.board.play(at, self.defender);
            self.nodes += 1;
            let caught = self.attack(depth + 1);
            self.board.undo(&undo);
            caught
        })
    }

    /// Attacker to move: is the string caught?
    fn attack(&mut self, depth: usize) -> bool {
        if depth >= self.deepest {
            return true;
        }
        if self.nodes >= NODES {
            return false;
        }
        let (liberties, count) = self.board.first_liberties::<3>(self.stone);
        if count != 2 {
            return count < 2;
        }
        let (mut first, mut second) = (liberties[0], liberties[1]);
        let (mut room, mut more) = (self.room(first), self.room(second));
        if room == 0 && more == 0 && self.double_ko(first, second) {
            return true;
        }
        let mut only_first = false;
        if !first.neighbours().contains(&second) {
            // where the defender would get three liberties at once, the attacker has to play himself
            match (room >= 3, more >= 3) {
                (true, true) => return false,
                (true, false) => only_first = true,
                (false, true) => (first, only_first) = (second, true),
                _ => {}
            }
        }
        if !only_first {
            room = 2 * room + self.joins(first);
            more = 2 * more + self.joins(second);
            if more > room {
                std::mem::swap(&mut first, &mut second);
            }
        }
        self.attack_at(first, depth) || (!only_first && self.attack_at(second, depth))
    }

    fn attack_at(&mut self, at: Point, depth: usize) -> bool {
        if !legal(self.board, at, self.defender.opponent()) {
            return false;
        }
        let undo = self.board.play(at, self.defender.opponent());
        self.nodes += 1;
        let caught = self.defend(depth + 1);
        self.board.undo(&undo);
        caught
    }

    /// Captures of neighbours in atari, then the way out.
    fn defences(&self, way_out: Point) -> ([Point; CHOICES], usize) {
        let (mut moves, mut count) = ([way_out; CHOICES], 0);
        let enemy = self.defender.opponent();
        for stone in self.board.string(self.stone) {
            for beside in stone.neighbours() {
                if self.board.at(beside).is(enemy)
                    && let Some(last) = self.board.atari_liberty(beside)
                    && !moves[..count].contains(&last)
                    && count + 1 < CHOICES
                {
                    moves[count] = last;
                    count += 1;
                }
            }
        }
        if !moves[..count].contains(&way_out) {
            moves[count] = way_out;
            count += 1;
        }
        (moves, count)
    }

    /// Bounds of the liberties of a defender's stone at an empty point, quick to find.
    fn liberties_after(&self, at: Point) -> (usize, usize) {
        let (mut room, mut captures, mut taken, mut joined, mut longest) = (0, 0, 0, 0, 0);
        for beside in at.neighbours() {
            match self.board.color_at(beside) {
                None => room += usize::from(self.board.is_empty(beside)),
                Some(color) if color == self.defender => {
                    // beyond four the count changes no answer
                    let others = self.board.liberty_count_to(beside, 4) - 1;
                    joined += others;
                    longest = longest.max(others);
                }
                Some(_) if self.board.in_atari(beside) => {
                    captures += 1;
                    taken += self.board.string_len(beside);
                }
                Some(_) => {}
            }
        }
        (captures + longest.max(room), room + taken + joined)
    }

    /// Empty points beside a point.
    fn room(&self, at: Point) -> usize {
        at.neighbours().into_iter().filter(|&beside| self.board.is_empty(beside)).count()
    }

    /// A rough measure of what the defender could join there, for the order of moves.
    fn joins(&self, at: Point) -> usize {
        let own = at.neighbours().into_iter().filter(|&beside| self.board.at(beside).is(self.defender));
        own.map(|beside| (2 * self.board.liberty_count_to(beside, 8)).saturating_sub(3)).sum()
    }

    /// Two ko mouths as the only liberties, with nothing to gain from filling either and nothing to capture: as good as
    /// caught.
    fn double_ko(&mut self, first: Point, second: Point) -> bool {
        self.takes_ko(first)
            && self.takes_ko(second)
            && self.exact_liberties_after(first) <= 2
            && self.exact_liberties_after(second) <= 2
            && !self.has_capture()
    }

    /// Would the attacker capture exactly one stone there, all neighbours being the defender's?
    fn takes_ko(&self, at: Point) -> bool {
        let mut mouth = None;
        for beside in at.neighbours() {
            match self.board.color_at(beside) {
                Some(color) if color == self.defender => {
                    if self.board.in_atari(beside) && mouth.replace(beside).is_some() {
                        return false;
                    }
                }
                None if !self.board.is_empty(beside) => {}
                _ => return false,
            }
        }
        mouth.is_some_and(|stone| self.board.string_len(stone) == 1)
    }

    fn exact_liberties_after(&mut self, at: Point) -> usize {
        let undo = self.board.play(at, self.defender);
        let count = self.board.liberty_count_to(at, 3);
        self.board.undo(&undo);
        count
    }

    fn has_capture(&self) -> bool {
        let enemy = self.defender.opponent();
        let stones = self.board.string(self.stone).flat_map(|stone| stone.neighbours());
        stones.into_iter().any(|beside| self.board.at(beside).is(enemy) && self.board.in_atari(beside))
    }
}
