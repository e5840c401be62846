//! A game played forward only, with what the features need kept up to date: for many games side by side.

use gosedai_board::{Board, Color, KoRule, MAX_SIDE, Move, Point, PointSet, Size, Undo, repeating_points, zobrist};

use super::conditions::Conditions;
use super::inputs::{Features, HISTORY, Scene, canvas_index};
use super::ladder::Ladders;

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Setup {
    pub size: Size,
    pub conditions: Conditions,
    pub komi: f32,
    pub first: Color,
    /// Black stones that stand already.
    pub handicap: Vec<Point>,
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    GoesOn,
    Ended,
    /// Nothing was played.
    Illegal,
}

#[derive(Clone)]
pub struct Game {
    board: Board,
    conditions: Conditions,
    komi: f32,
    to_play: Color,
    /// Repetition keys of all positions so far.
    keys: Vec<u64>,
    /// Positions in which each side has passed.
    passed: [Vec<u64>; 2],
    /// Last moves, newest first.
    recent: Vec<(Color, Move)>,
    turn: usize,
    passes: usize,
    button: bool,
    over: bool,
    /// Now, before the last move and before the one before it; read when first asked for.
    ladders: [Option<Ladders>; 3],
    /// The last two moves, newest first, to take them back for reading.
    steps: [Option<Step>; 2],
}

#[derive(Clone, Copy)]
enum Step {
    Play(Undo),
    /// With the ko ban that it lifted.
    Pass(Option<(Point, Color)>),
}

impl Game {
    /// `None` where the handicap stones cannot stand.
    pub fn new(setup: &Setup) -> Option<Game> {
        let board = Board::with_stones(setup.size, setup.handicap.iter().map(|&p| (p, Color::Black))).ok()?;
        let mut game = Game {
            board,
            conditions: setup.conditions,
            komi: setup.komi,
            to_play: setup.first,
            keys: Vec::with_capacity(64),
            passed: [Vec::new(), Vec::new()],
            recent: Vec::with_capacity(HISTORY + 1),
            turn: 0,
            passes: 0,
            button: setup.conditions.button,
            over: false,
            ladders: [None; 3],
            steps: [None; 2],
        };
        game.keys.push(game.key(game.board.hash(), game.to_play));
        Some(game)
    }

    pub fn size(&self) -> Size {
        self.board.size()
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Moves played.
    pub fn turn(&self) -> usize {
        self.turn
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    fn key(&self, hash: u64, to_play: Color) -> u64 {
        key(self.conditions.ko, hash, to_play)
    }

    fn read_ladders(&mut self) -> [Ladders; 3] {
        if self.ladders.iter().any(Option::is_none) {
            let mut board = self.board.clone();
            for age in 0..3 {
                let found = *self.ladders[age].get_or_insert_with(|| Ladders::of(&mut board));
                match self.steps.get(age) {
                    Some(Some(Step::Play(undo))) => board.undo(undo),
                    Some(Some(Step::Pass(Some((point, color))))) => board.set_ko(*point, *color),
                    Some(Some(Step::Pass(None))) | None => {}
                    // nothing was before the beginning
                    Some(None) => self.ladders[age + 1] = Some(found),
                }
            }
        }
        self.ladders.map(Option::unwrap_or_default)
    }

    /// May the side to move play there, superko aside?
    fn allowed(&self, point: Point) -> bool {
        let (board, me) = (&self.board, self.to_play);
        let own_beside = || point.neighbours().into_iter().any(|beside| board.at(beside).is(me));
        board.size().contains(point)
            && board.is_empty(point)
            && board.ko_point().is_none_or(|(ko, _)| ko != point)
            && (!board.is_suicide(point, me) || (self.conditions.suicide && own_beside()))
    }

    fn banned(&self) -> PointSet {
        if self.conditions.ko == KoRule::Simple {
            return PointSet::EMPTY;
        }
        let (rule, then) = (self.conditions.ko, self.to_play.opponent());
        let repeating = repeating_points(&self.board, self.to_play, &self.keys, |hash| key(rule, hash, then));
        repeating.iter().filter(|&point| self.allowed(point)).collect()
    }

    /// Points where the side to move may play.
    pub fn legal(&self) -> PointSet {
        let banned = self.banned();
        self.board.empty_points().filter(|&point| self.allowed(point) && !banned.contains(point)).collect()
    }

    /// Plays for the side to move.
    pub fn play(&mut self, mv: Move) -> Turn {
        if self.over {
            return Turn::Illegal;
        }
        let me = self.to_play;
        if let Move::Play(point) = mv {
            if !self.allowed(point) {
                return Turn::Illegal;
            }
            let after = self.key(self.board.hash_after(point, me), me.opponent());
            if self.conditions.ko != KoRule::Simple && self.keys.contains(&after) {
                return Turn::Illegal;
            }
        }
        let step = match mv {
            Move::Play(point) => {
                self.passes = 0;
                Step::Play(self.board.play(point, me))
            }
            Move::Pass => {
                let ko = self.board.ko_point();
                self.pass();
                Step::Pass(ko)
            }
        };
        self.steps = [Some(step), self.steps[0]];
        self.ladders = [None, self.ladders[0], self.ladders[1]];
        self.to_play = me.opponent();
        self.turn += 1;
        self.recent.insert(0, (me, mv));
        self.recent.truncate(HISTORY);
        let now = self.key(self.board.hash(), self.to_play);
        self.keys.push(now);
        if self.conditions.ko == KoRule::Simple && mv != Move::Pass {
            // a game that repeats for ever has no winner
            self.over |= self.keys.iter().filter(|&&key| key == now).count() >= 3;
        }
        if self.over || self.turn >= 3 * self.size().area() {
            self.over = true;
            return Turn::Ended;
        }
        Turn::GoesOn
    }

    fn pass(&mut self) {
        let me = self.to_play;
        if self.button {
            // who takes the button has not passed yet
            self.button = false;
            self.komi += if me == Color::White { 0.5 } else { -0.5 };
            self.passes = 0;
            self.passed.iter_mut().for_each(Vec::clear);
            self.keys.clear();
        } else {
            self.over = self.pass_ends();
            self.passes += 1;
            if self.conditions.ko == KoRule::Simple {
                self.keys.clear();
            }
            self.passed[me.index()].push(self.board.hash());
        }
        self.board.clear_ko();
    }

    /// Would a pass now be the second in a row, or (simple ko) the second of a side in one position? Taking the button
    /// counts as neither, but the network is not told so: it sees the button.
    fn pass_ends(&self) -> bool {
        let repeats = || self.passed[self.to_play.index()].contains(&self.board.hash());
        self.passes >= 1 || (self.conditions.ko == KoRule::Simple && repeats())
    }

    /// What the network sees now.
    pub fn features(&mut self) -> Features {
        let ladders = self.read_ladders();
        Scene {
            board: &self.board,
            to_play: self.to_play,
            conditions: self.conditions,
            komi: self.komi,
            banned: self.banned(),
            recent: &self.recent,
            ladders: ladders.each_ref(),
            pass_ends: self.pass_ends(),
            over: self.over,
            button: self.button,
        }
        .features()
    }

    /// Number of a move on a canvas `wide` columns wide and high; the pass comes after all points.
    pub fn canvas_number(&self, mv: Move, wide: usize) -> usize {
        match mv {
            Move::Play(point) => canvas_index(point, self.size(), wide),
            Move::Pass => wide * wide,
        }
    }

    /// The move with this number on a canvas, if it is on the board.
    pub fn canvas_move(&self, number: usize, wide: usize) -> Option<Move> {
        canvas_move(self.size(), number, wide)
    }
}

/// The move with this number on a canvas `wide` columns wide and high, if it is on a board of this size.
pub fn canvas_move(size: Size, number: usize, wide: usize) -> Option<Move> {
    if number == wide * wide {
        return Some(Move::Pass);
    }
    let (row, column) = (number / wide, number % wide);
    (row < size.height() && column < size.width() && wide <= MAX_SIDE)
        .then(|| Move::Play(Point::new(column, size.height() - 1 - row)))
}

fn key(rule: KoRule, hash: u64, to_play: Color) -> u64 {
    match rule {
        KoRule::PositionalSuperko => hash,
        _ if to_play == Color::White => hash ^ zobrist::WHITE_TO_PLAY,
        _ => hash,
    }
}
