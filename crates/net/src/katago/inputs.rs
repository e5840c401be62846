//! The planes and numbers, from whatever knows the position and its history.

use gosedai_board::{Board, Color, KoRule, Move, Point, PointSet, Position, Size};

use super::area;
use super::conditions::{Conditions, Tax};
use super::ladder::Ladders;

pub const PLANES: usize = 22;
pub const GLOBALS: usize = 19;
/// Which of the globals is the komi of the side to move, in units of 20 points.
pub(crate) const KOMI: usize = 5;
/// How many past moves are seen.
pub(super) const HISTORY: usize = 5;
/// Komi beyond the board's area by more than this is cut.
const KOMI_CLIP: f32 = 20.0;

const OWN: usize = 1;
const ENEMY: usize = 2;
const LIBERTIES: usize = 3;
const KO: usize = 6;
const RECENT: usize = 9;
const CAUGHT: usize = 14;
const LADDER_STARTS: usize = 17;
const OWN_AREA: usize = 18;
const ENEMY_AREA: usize = 19;

/// What the network sees.
#[derive(Clone)]
pub struct Features {
    pub size: Size,
    pub planes: [PointSet; PLANES],
    pub globals: [f32; GLOBALS],
}

/// What the inputs need to know of a position beside its board.
pub(super) struct Scene<'a> {
    pub board: &'a Board,
    pub to_play: Color,
    pub conditions: Conditions,
    /// White's komi with everything that belongs to it.
    pub komi: f32,
    /// Points where the side to move would repeat a position.
    pub banned: PointSet,
    /// Last moves, newest first.
    pub recent: &'a [(Color, Move)],
    /// Ladders now, before the last move, and before the last but one.
    pub ladders: [&'a Ladders; 3],
    /// Would a pass end the game?
    pub pass_ends: bool,
    /// It has ended already.
    pub over: bool,
    pub button: bool,
}

impl Scene<'_> {
    pub fn features(&self) -> Features {
        let (board, size, me) = (self.board, self.board.size(), self.to_play);
        let mut planes = [PointSet::EMPTY; PLANES];
        let mut globals = [0.0; GLOBALS];
        planes[0] = PointSet::full(size);
        planes[OWN] = board.stone_set(me);
        planes[ENEMY] = board.stone_set(me.opponent());
        for first in board.strings() {
            if let count @ 1..=3 = board.liberty_count_to(first, 4) {
                board.string(first).for_each(|stone| planes[LIBERTIES + count - 1].insert(stone));
            }
        }
        planes[KO] = self.banned;
        if let Some((point, _)) = board.ko_point() {
            planes[KO].insert(point);
        }
        // moves of a finished game would tell that it is finished: only the last is shown
        let seen = self.mark_history(if self.over { 1 } else { HISTORY }, &mut planes, &mut globals);
        for (age, plane) in (CAUGHT..LADDER_STARTS).enumerate() {
            planes[plane] = self.ladders[age.min(seen)].caught;
        }
        planes[LADDER_STARTS] = self.ladders[0].starts[me.opponent().index()];
        if !self.conditions.territory {
            let [black, white] = area::owned(board, self.conditions.tax, self.conditions.suicide);
            (planes[OWN_AREA], planes[ENEMY_AREA]) = if me == Color::Black { (black, white) } else { (white, black) };
        }
        self.mark_rules(&mut globals);
        Features { size, planes, globals }
    }

    /// Shows the last moves as far as the sides alternate; returns how many.
    fn mark_history(&self, most: usize, planes: &mut [PointSet; PLANES], globals: &mut [f32; GLOBALS]) -> usize {
        let mut turn = self.to_play.opponent();
        for (age, &(color, mv)) in self.recent.iter().take(most).enumerate() {
            if color != turn {
                return age;
            }
            match mv {
                Move::Pass => globals[age] = 1.0,
                Move::Play(point) => planes[RECENT + age].insert(point),
            }
            turn = turn.opponent();
        }
        self.recent.len().min(most)
    }

    fn mark_rules(&self, globals: &mut [f32; GLOBALS]) {
        let (conditions, size) = (&self.conditions, self.board.size());
        let most = size.area() as f32 + KOMI_CLIP;
        // in territory scoring every stone played costs its owner the point it stands on, as if area were counted
        let chill = if conditions.territory { stones_played(self.board) as f32 } else { 0.0 };
        let white = self.komi + chill;
        let komi = if self.to_play == Color::White { white } else { -white }.clamp(-most, most);
        globals[KOMI] = komi / 20.0;
        match conditions.ko {
            KoRule::Simple => {}
            KoRule::PositionalSuperko => (globals[6], globals[7]) = (1.0, 0.5),
            KoRule::SituationalSuperko => (globals[6], globals[7]) = (1.0, -0.5),
        }
        let flag = |on: bool| f32::from(u8::from(on));
        globals[8] = flag(conditions.suicide);
        globals[9] = flag(conditions.territory);
        globals[10] = flag(conditions.tax != Tax::None);
        globals[11] = flag(conditions.tax == Tax::All);
        globals[14] = flag(self.pass_ends);
        globals[17] = flag(self.button);
        if !conditions.territory {
            globals[18] = parity_wave(komi, size);
        }
    }
}

/// Black stones played so far less White's, those captured since included.
fn stones_played(board: &Board) -> i32 {
    let played = |color: Color| board.stone_set(color).len() as i32 + board.captured(color) as i32;
    played(Color::Black) - played(Color::White)
}

/// How much half a point of komi matters: with area counting only komi of one parity can be drawn, so that between them
/// it hardly does. A triangle of period two that rises through the komi that can be drawn.
fn parity_wave(komi: f32, size: Size) -> f32 {
    let drawable = if size.area().is_multiple_of(2) { 0.0 } else { 1.0 };
    let over = (komi - drawable).rem_euclid(2.0);
    if over < 0.5 {
        over
    } else if over < 1.5 {
        1.0 - over
    } else {
        over - 2.0
    }
}

impl Features {
    /// Reads a position, its history and komi.
    pub fn of(position: &Position) -> Features {
        let recent: Vec<_> = position.moves().rev().take(HISTORY).collect();
        Features::with_history(position, &recent)
    }

    /// As [`Features::of`], showing only these last moves, newest first (none for an arranged position).
    pub fn with_history(position: &Position, recent: &[(Color, Move)]) -> Features {
        let mut past = position.clone();
        let mut board = past.board().clone();
        let mut ladders = [Ladders::of(&mut board); 3];
        for age in 1..3 {
            ladders[age] = if recent.len() >= age && past.undo() {
                Ladders::of(&mut past.board().clone())
            } else {
                ladders[age - 1]
            };
        }
        let passed = |made: &(Color, Move)| made.1 == Move::Pass;
        let bonus = position.rules().handicap_points(position.handicap()) as f32;
        Scene {
            board: position.board(),
            to_play: position.to_play(),
            conditions: position.rules().into(),
            komi: position.komi() + bonus,
            banned: position.superko_points(),
            recent,
            ladders: ladders.each_ref(),
            pass_ends: recent.first().is_some_and(passed) || (!recent.is_empty() && repeats_pass(position)),
            over: recent.len() >= 2 && recent[..2].iter().all(passed),
            button: false,
        }
        .features()
    }

    /// Calls `f` with every point of the board in row order from the upper left corner and a bit for each plane set
    /// there.
    pub fn each_point(&self, mut f: impl FnMut(usize, usize, u32)) {
        let (width, height) = (self.size.width(), self.size.height());
        for row in 0..height {
            let mut words = [0u32; gosedai_board::MAX_SIDE];
            for (plane, points) in self.planes.iter().enumerate() {
                let mut bits = points.row(height - row) >> 1; // rows and columns of a set begin with the border
                while bits != 0 {
                    words[bits.trailing_zeros() as usize] |= 1 << plane;
                    bits &= bits - 1;
                }
            }
            words[..width].iter().enumerate().for_each(|(column, &word)| f(row, column, word));
        }
    }
}

/// Under the simple ko rule a game also ends when a side passes in a position in which it has passed before.
fn repeats_pass(position: &Position) -> bool {
    if position.rules().ko != KoRule::Simple {
        return false;
    }
    let me = position.to_play();
    let passed: Vec<usize> =
        position.moves().enumerate().filter(|(_, made)| *made == (me, Move::Pass)).map(|(i, _)| i).collect();
    let Some(&first) = passed.first() else { return false };
    let (mut past, now) = (position.clone(), position.board().hash());
    while past.move_number() > first && past.undo() {
        let here = past.move_number();
        if passed.contains(&here) && past.board().hash() == now {
            return true;
        }
    }
    false
}

/// Number of a point on a canvas `wide` columns wide, counted from the upper left corner.
pub(super) fn canvas_index(point: Point, size: Size, wide: usize) -> usize {
    (size.height() - 1 - point.y()) * wide + point.x()
}
