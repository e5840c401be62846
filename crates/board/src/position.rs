//! A position in a game: board, turn, rules and the history that superko and scoring need.

use crate::board::{Board, Illegal, Undo};
use crate::point::{Color, Move, Point, Size};
use crate::point_set::PointSet;
use crate::rules::{KoRule, Rules, Scoring};
use crate::score::{self, Score};
use crate::zobrist;

#[derive(Clone, Copy)]
struct Past {
    mv: Move,
    color: Color,
    undo: Option<Undo>,
    ko_before: Option<(Point, Color)>,
    to_play_before: Color,
    /// Repetition key of the position before the move.
    key: u64,
    overflow_before: [u32; 2],
}

/// A board with everything the rules want to remember.
#[derive(Clone)]
pub struct Position {
    board: Board,
    rules: Rules,
    komi: f32,
    handicap: usize,
    to_play: Color,
    past: Vec<Past>,
    overflow: [u32; 2],
}

impl Position {
    /// An empty board, Black to play.
    pub fn new(size: Size, rules: Rules, komi: f32) -> Self {
        Position::from_board(Board::new(size), Color::Black, rules, komi)
    }

    /// Any arrangement of stones; the history starts here.
    pub fn from_board(board: Board, to_play: Color, rules: Rules, komi: f32) -> Self {
        Position { board, rules, komi, handicap: 0, to_play, past: Vec::new(), overflow: [0; 2] }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    pub fn komi(&self) -> f32 {
        self.komi
    }

    pub fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Number of handicap stones.
    pub fn handicap(&self) -> usize {
        self.handicap
    }

    pub fn set_handicap(&mut self, stones: usize) {
        self.handicap = stones;
    }

    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Gives the turn to a side, for set-up and analysis.
    pub fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    /// Moves played since the position was set up.
    pub fn move_number(&self) -> usize {
        self.past.len()
    }

    /// Moves since the set-up, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + ExactSizeIterator + '_ {
        self.past.iter().map(|past| (past.color, past.mv))
    }

    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.past.last().map(|past| (past.color, past.mv))
    }

    /// Passes in a row at the end.
    pub fn passes(&self) -> usize {
        self.past.iter().rev().take_while(|past| past.mv == Move::Pass).count()
    }

    pub fn is_over(&self) -> bool {
        self.passes() >= 2
    }

    fn key(&self, board_hash: u64, to_play: Color) -> u64 {
        match self.rules.ko {
            KoRule::SituationalSuperko if to_play == Color::White => board_hash ^ zobrist::WHITE_TO_PLAY,
            _ => board_hash,
        }
    }

    /// May this side play there now?
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        let Move::Play(point) = mv else { return Ok(()) };
        match self.board.check(point, color) {
            Err(Illegal::Suicide(_)) if self.rules.suicide && !self.lonely(point, color) => {}
            Err(illegal) => return Err(illegal),
            Ok(()) => {}
        }
        if self.rules.ko != KoRule::Simple && self.repeats(point, color) {
            return Err(Illegal::Superko(point));
        }
        Ok(())
    }

    /// Single-stone suicide changes nothing on the board, so it repeats the position and is refused under every rule set.
    fn lonely(&self, point: Point, color: Color) -> bool {
        !point.neighbours().iter().any(|&beside| self.board.at(beside).is(color))
    }

    fn repeats(&self, point: Point, color: Color) -> bool {
        let nothing_taken = self.board.captured(Color::Black) + self.board.captured(Color::White) == 0;
        let captures = |beside: &Point| self.board.in_atari(*beside) && self.board.at(*beside).is(color.opponent());
        if nothing_taken && !point.neighbours().iter().any(captures) && !self.board.is_suicide(point, color) {
            return false; // stones have only been added: nothing can come back
        }
        let key = self.key(self.board.hash_after(point, color), color.opponent());
        // a pass leaves the board as it was: under positional superko its entry equals the one before, which is harmless
        key == self.key(self.board.hash(), self.to_play) || self.past.iter().any(|past| past.key == key)
    }

    /// Points where the side to move would repeat an earlier position, and may not.
    pub fn superko_points(&self) -> PointSet {
        if self.rules.ko == KoRule::Simple {
            return PointSet::EMPTY;
        }
        let now = self.key(self.board.hash(), self.to_play);
        let keys: Vec<u64> = self.past.iter().map(|past| past.key).chain([now]).collect();
        let (color, then) = (self.to_play, self.to_play.opponent());
        let repeating = repeating_points(&self.board, color, &keys, |hash| self.key(hash, then));
        repeating.iter().filter(|&p| matches!(self.check(color, Move::Play(p)), Err(Illegal::Superko(_)))).collect()
    }

    pub fn is_legal(&self, mv: Move) -> bool {
        self.check(self.to_play, mv).is_ok()
    }

    /// Legal plays of the side to move (passing is always legal, too).
    pub fn legal_points(&self) -> Vec<Point> {
        let (banned, color) = (self.superko_points(), self.to_play);
        let allowed = |point: Point| match self.board.check(point, color) {
            Ok(()) => true,
            Err(Illegal::Suicide(_)) => self.rules.suicide && !self.lonely(point, color),
            Err(_) => false,
        };
        let mut points: Vec<Point> =
            self.board.empty_points().filter(|&point| !banned.contains(point) && allowed(point)).collect();
        points.sort_unstable();
        points
    }

    /// Plays for the side to move.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.play_as(self.to_play, mv)
    }

    /// Plays for either side; afterwards it is the other side's turn. On error nothing changes.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check(color, mv)?;
        let mut past = Past {
            mv,
            color,
            undo: None,
            ko_before: self.board.ko_point(),
            to_play_before: self.to_play,
            key: self.key(self.board.hash(), self.to_play),
            overflow_before: self.overflow,
        };
        match mv {
            Move::Pass => {
                self.board.clear_ko();
                self.overflow[color.index()] += 1;
            }
            Move::Play(point) => {
                let before = Color::BOTH.map(|c| self.board.captured(c));
                past.undo = Some(self.board.play(point, color));
                for c in Color::BOTH {
                    self.overflow[c.index()] += self.board.captured(c) - before[c.index()];
                }
            }
        }
        self.past.push(past);
        self.to_play = color.opponent();
        Ok(())
    }

    /// Takes the last move back; `false` at the beginning.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        match past.undo {
            Some(undo) => self.board.undo(&undo),
            None => {
                if let Some((point, color)) = past.ko_before {
                    self.board.set_ko(point, color);
                }
            }
        }
        self.to_play = past.to_play_before;
        self.overflow = past.overflow_before;
        true
    }

    /// Stones of a side that lie beside the board: captured ones and one for every pass (Afure rules).
    pub fn overflow(&self, color: Color) -> u32 {
        self.overflow[color.index()]
    }

    /// Counts the game by its rules with these stones taken for dead.
    pub fn score(&self, dead: &PointSet) -> Score {
        let mut score = match self.rules.scoring {
            Scoring::Area => score::area(&self.board, dead),
            Scoring::Territory => score::territory(&self.board, dead),
            Scoring::Stones => score::stones(&self.board, dead),
            Scoring::Overflow => self.overflow_score(dead),
        };
        score.white += f64::from(self.komi) + self.rules.handicap_points(self.handicap) as f64;
        score
    }

    fn overflow_score(&self, dead: &PointSet) -> Score {
        // dead stones go to their owner's overflow before the filling starts
        let mut overflow = self.overflow;
        for point in dead.iter() {
            if let Some(color) = self.board.color_at(point) {
                overflow[color.index()] += 1;
            }
        }
        let passes = self.passes();
        let first =
            self.past.len().checked_sub(passes).and_then(|i| self.past.get(i)).map_or(self.to_play, |p| p.color);
        score::overflow(&self.board.without(dead), overflow, first)
    }
}

/// Empty points where a stone of `color` would lead to one of the positions with these keys.
pub fn repeating_points(board: &Board, color: Color, keys: &[u64], key_of: impl Fn(u64) -> u64) -> PointSet {
    // nearly all moves are new: a few bits of the keys tell so without a search
    let mut marks = [0u64; 64];
    keys.iter().for_each(|key| marks[(key >> 6 & 63) as usize] |= 1 << (key & 63));
    let repeats = |point: &Point| {
        let key = key_of(board.hash_after(*point, color));
        marks[(key >> 6 & 63) as usize] >> (key & 63) & 1 == 1 && keys.contains(&key)
    };
    board.empty_points().filter(repeats).collect()
}
