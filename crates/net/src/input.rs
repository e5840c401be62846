//! A position prepared for a network. Which facts it holds is a property of the network.

use gosedai_board::{Color, Move, Position, Size};

use crate::katago::{self, Features};
use crate::{features, network::Net};

/// What a network was trained to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Our own planes: `features.rs`.
    Plain,
    /// KataGo's planes, version 7: `katago`.
    KataGo,
}

impl View {
    /// Planes a point, a multiple of four for the kernels.
    pub(crate) const fn planes(self) -> usize {
        match self {
            View::Plain => features::PLANES,
            View::KataGo => katago::PLANES.next_multiple_of(4),
        }
    }

    pub(crate) const fn globals(self) -> usize {
        match self {
            View::Plain => features::GLOBALS,
            View::KataGo => katago::GLOBALS,
        }
    }
}

/// A position as a network sees it; [`Net::input`] makes it. Points are in row order from the upper left corner.
#[derive(Clone)]
pub struct Input {
    pub(crate) view: View,
    pub(crate) size: Size,
    /// `planes[point * view.planes() + plane]`, 0 or 1.
    pub(crate) planes: Vec<u8>,
    pub(crate) globals: Vec<f32>,
}

impl Input {
    pub fn size(&self) -> Size {
        self.size
    }
}

impl From<Features> for Input {
    fn from(features: Features) -> Input {
        let (size, wide) = (features.size, View::KataGo.planes());
        let mut planes = vec![0; size.area() * wide];
        features.each_point(|row, column, mut word| {
            let at = (row * size.width() + column) * wide;
            while word != 0 {
                planes[at + word.trailing_zeros() as usize] = 1;
                word &= word - 1;
            }
        });
        Input { view: View::KataGo, size, planes, globals: features.globals.to_vec() }
    }
}

impl Net {
    /// What this network sees of a position, its last moves and komi.
    pub fn input(&self, position: &Position) -> Input {
        match self.view() {
            View::Plain => {
                let recent: Vec<Move> = position.moves().rev().take(5).map(|(_, mv)| mv).collect();
                Input::plain(position, &recent)
            }
            View::KataGo => Features::of(position).into(),
        }
    }

    /// As [`Net::input`], with the last moves given, newest first (none for an arranged position).
    pub fn input_with_history(&self, position: &Position, recent: &[Move]) -> Input {
        match self.view() {
            View::Plain => Input::plain(position, recent),
            View::KataGo => {
                let mut turn = position.to_play();
                let alternating = |&mv: &Move| -> (Color, Move) {
                    turn = turn.opponent();
                    (turn, mv)
                };
                let recent: Vec<_> = recent.iter().map(alternating).collect();
                Features::with_history(position, &recent).into()
            }
        }
    }
}
