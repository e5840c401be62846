//! Opening evaluation: expected territories by PON, values of candidate moves, urgency and replies.
//!
//! The value of a move is the value of the position after it (the paper). A profile may add, each with a weight of its
//! own: gains by kind of group (the new stone's, our others, the enemy's loss, weak ones), what the opponent would gain
//! there (urgency), what the best answer takes back (reply), the change in potential, and the tables of [`terms`]:
//! place, shape, what is usual in such a corner, and the last moves.

mod candidates;
mod gains;
mod position;
mod rank;
mod situation;
pub mod terms;
mod why;

pub use candidates::{candidates, is_large};
pub use gains::{Before, Gains};
pub use position::{OpeningGroup, Shape, groups_of, value_of};
pub use rank::{Method, Part, Ranked};
pub use situation::{Situation, situations};

use crate::geometry::Geometry;
use crate::pon::{self, Profile};
use gosedai_board::{Board, Color, Size};
use gosedai_knowledge::{Knowledge, OpeningBook, Params};
use std::sync::Arc;

/// Weights of what a profile adds to the paper's value.
#[derive(Clone, Debug, PartialEq)]
pub struct Extras {
    pub terms: terms::Terms,
    /// Factors of the expected territory by whom it concerns, in the order of [`Gains`]: 1, 1, 1, 0, 0 in the paper.
    pub gains: [f64; Gains::COUNT],
    pub both: f64,
    pub reply: f64,
    pub potential: f64,
}

/// The factors of [`Gains`] in a profile.
pub const GAIN_KEYS: [&str; Gains::COUNT] = ["gain.new", "gain.own", "gain.enemy", "gain.rescue", "gain.attack"];
/// The paper: expected territories count alike, and nothing twice.
const PLAIN: [f64; Gains::COUNT] = [1.0, 1.0, 1.0, 0.0, 0.0];

impl Extras {
    pub fn new(params: &Params) -> Extras {
        Extras {
            terms: terms::Terms::new(params),
            gains: GAIN_KEYS.map(|key| params.number(key)),
            both: params.number("urgency.both"),
            reply: params.number("reply.weight"),
            potential: params.number("mix.potential"),
        }
    }
}

/// Evaluates opening positions under one profile.
pub struct Fuseki {
    pub(crate) knowledge: Arc<Knowledge>,
    pub profile: Profile,
    pub extras: Extras,
    pub(crate) book: Arc<OpeningBook>,
    pub(crate) geometry: Option<Geometry>,
    pub(crate) recogniser: crate::Recogniser,
}

/// The evaluation of a position, for the side to move.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Expected territory of the side asked for, less the other's.
    pub value: f64,
    pub groups: Vec<OpeningGroup>,
}

impl Fuseki {
    pub fn new(knowledge: Arc<Knowledge>, profile: &Params) -> Fuseki {
        let book = knowledge.fuseki_book.clone();
        Fuseki::with_book(knowledge, profile, book)
    }

    /// With counted continuations other than those of the knowledge.
    pub fn with_book(knowledge: Arc<Knowledge>, profile: &Params, book: Arc<OpeningBook>) -> Fuseki {
        Fuseki {
            book,
            profile: Profile::new(profile),
            extras: Extras::new(profile),
            recogniser: crate::Recogniser::new(knowledge.clone()),
            knowledge,
            geometry: None,
        }
    }

    pub(crate) fn prepare(&mut self, size: Size) {
        if self.geometry.as_ref().is_none_or(|geometry| geometry.size != size) {
            self.geometry = Some(Geometry::new(size, &self.knowledge));
        }
    }

    /// Values the position for `side`, with `to_play` to move.
    pub fn evaluate(&mut self, board: &Board, side: Color, to_play: Color) -> Opening {
        let shapes = self.shapes(board);
        let inputs = self.inputs(&shapes);
        let evaluated = pon::evaluate(&inputs, to_play, &self.profile);
        let value = pon::balance(&evaluated, side);
        let groups = shapes.into_iter().zip(evaluated).map(|(shape, pon)| OpeningGroup { shape, pon }).collect();
        Opening { value, groups }
    }

    /// Only the value.
    pub fn value(&mut self, board: &Board, side: Color, to_play: Color) -> f64 {
        let shapes = self.shapes(board);
        pon::balance(&pon::evaluate(&self.inputs(&shapes), to_play, &self.profile), side)
    }
}
