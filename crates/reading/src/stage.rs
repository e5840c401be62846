//! A board that a search plays on and takes back, with its ko bans and the threats to retake against them.

use gosedai_board::zobrist::{WHITE_TO_PLAY, ko as ko_key, splitmix64};
use gosedai_board::{Board, Color, Move, Point, Undo};

use crate::dfpn::{Kos, NOWHERE, Side, Way};

/// Threats the favoured side has. More than one, for kos in stages; not without end, or false eyes would hold for ever.
const SUPPLY: usize = 2;

/// What takes a move back.
enum Back {
    Stone(Undo),
    Pass(Option<(Point, Color)>),
}

pub struct Stage<'a> {
    pub board: &'a mut Board,
    attacker: Color,
    kos: Kos,
    salt: u64,
    /// Kos that were retaken against the ban.
    lost: Vec<Point>,
    /// Is a ko that was retaken against the ban lost for good?
    is_final: bool,
    back: Vec<Back>,
}

impl<'a> Stage<'a> {
    pub fn new(board: &'a mut Board, attacker: Color) -> Self {
        let mut stage = Stage {
            board,
            attacker,
            kos: Kos::Nobody,
            salt: 0,
            lost: Vec::new(),
            is_final: false,
            back: Vec::with_capacity(32),
        };
        stage.turn_to(Kos::Nobody);
        stage
    }

    /// The same where a ko is lost for good once it has been retaken.
    pub fn with_final_kos(mut self) -> Self {
        self.is_final = true;
        self
    }

    /// Sets who has threats; positions are told apart by it.
    pub fn turn_to(&mut self, kos: Kos) {
        self.kos = kos;
        self.salt = splitmix64((kos as u64) << 60).1;
    }

    pub fn color_of(&self, side: Side) -> Color {
        if side == Side::Attacker { self.attacker } else { self.attacker.opponent() }
    }

    pub fn side_of(&self, color: Color) -> Side {
        if color == self.attacker { Side::Attacker } else { Side::Defender }
    }

    pub fn to_move(cell: u16) -> Move {
        if cell == NOWHERE { Move::Pass } else { Move::Play(Point::from_index(cell.into())) }
    }

    /// The ban is part of the key even where a threat lifts it: using the threat has to be seen in the result.
    pub fn key(&self, mover: Side) -> u64 {
        let to_play = self.color_of(mover);
        let turn = if to_play == Color::White { WHITE_TO_PLAY } else { 0 };
        let lost = self.lost.iter().fold(0u64, |sum, p| sum.wrapping_add(splitmix64(!(p.index() as u64)).1));
        self.board.hash() ^ turn ^ self.board.ko(to_play).map_or(0, ko_key) ^ self.salt ^ lost
    }

    fn has_threats(&self, side: Side) -> bool {
        self.lost.len() < SUPPLY && self.kos == Kos::of(side)
    }

    /// Does a ban stop this side, which has no threat to lift it?
    pub fn is_banned(&self, mover: Side) -> bool {
        self.board.ko(self.color_of(mover)).is_some() && !self.has_threats(mover)
    }

    /// Does a ko rule forbid this move?
    pub fn bans(&self, point: Point, mover: Side) -> bool {
        let color = self.color_of(mover);
        self.board.ko(color) == Some(point) && !self.has_threats(mover) || self.is_lost_ko(point, color)
    }

    /// Would this stone take back a ko that has been lost for good?
    fn is_lost_ko(&self, point: Point, color: Color) -> bool {
        self.is_final
            && self.lost.contains(&point)
            && point.neighbours().into_iter().all(|p| !self.board.is_empty(p) && !self.board.at(p).is(color))
            && point
                .neighbours()
                .into_iter()
                .filter(|&p| self.board.at(p).is(color.opponent()))
                .all(|p| !self.board.in_atari(p) || self.board.string_len(p) == 1)
    }

    pub fn may_play(&self, point: Point, mover: Side) -> bool {
        self.board.is_empty(point) && !self.board.is_suicide(point, self.color_of(mover)) && !self.bans(point, mover)
    }

    /// How a move is played; `None` if it may not be.
    pub fn way(&self, cell: u16, mover: Side) -> Option<Way> {
        if cell == NOWHERE {
            return Some(Way::Pass);
        }
        let point = Point::from_index(cell.into());
        let retakes = self.board.ko(self.color_of(mover)) == Some(point);
        self.may_play(point, mover).then_some(if retakes { Way::Threat } else { Way::Move })
    }

    pub fn enter(&mut self, cell: u16, mover: Side, way: Way) {
        if cell == NOWHERE {
            self.back.push(Back::Pass(self.board.ko_point()));
            self.board.clear_ko();
            return;
        }
        let (point, color) = (Point::from_index(cell.into()), self.color_of(mover));
        self.back.push(Back::Stone(self.board.play(point, color)));
        if way == Way::Threat {
            let back = self.board.ko(color.opponent()).filter(|_| self.is_final);
            self.lost.push(back.unwrap_or(Point::from_index(0)));
        }
    }

    /// Key and way of the position after a move; `None` if it may not be played.
    pub fn follow(&mut self, mover: Side, cell: u16) -> Option<(u64, Way)> {
        let way = self.way(cell, mover)?;
        self.enter(cell, mover, way);
        let key = self.key(mover.other());
        self.leave(way);
        Some((key, way))
    }

    pub fn leave(&mut self, way: Way) {
        match self.back.pop() {
            Some(Back::Stone(undo)) => self.board.undo(&undo),
            Some(Back::Pass(Some((point, color)))) => self.board.set_ko(point, color),
            _ => {}
        }
        if way == Way::Threat {
            self.lost.pop();
        }
    }
}
