//! What can be said for a move.

use gosedai_board::{Point, Position};
use gosedai_explain::Evidence;

use super::facts::Claim;
use super::regions::distance;

/// Moves no further apart are a choice within one place.
const ONE_PLACE: usize = 6;

/// A move with what can be said for it.
#[derive(Default)]
pub struct Told {
    pub mv: String,
    pub names: Vec<&'static str>,
    pub claims: Vec<Claim>,
    pub aim: Option<Evidence>,
    /// A rule of shape it follows.
    pub shape: Option<Evidence>,
}

impl Told {
    /// Is there more to say for it than its name and a line?
    pub fn explains(&self) -> bool {
        !self.claims.is_empty() || self.aim.is_some() || self.shape.is_some()
    }

    /// That a move is large is no reason beside stones that it fights with, nor for a choice between two moves of one place.
    pub fn without_size(mut self, before: &Position, at: Point, other: Option<Point>) -> Told {
        let is_large = self.aim.as_ref().is_some_and(|aim| aim.rule == "review.aim.gain");
        let touches = at.neighbours().iter().any(|&next| before.board().color_at(next).is_some());
        let is_local = other.is_some_and(|other| distance(at, other) <= ONE_PLACE);
        if is_large && (touches || is_local) {
            self.aim = None;
        }
        self
    }

    /// Does it only want a large place?
    pub fn is_about_area(&self) -> bool {
        const AREA: [&str; 8] =
            ["guard_corner", "invade_corner", "corner", "side", "expand", "reduce", "border", "boundary"];
        let area = |aim: &Evidence| aim.rule.strip_prefix("review.aim.").is_some_and(|name| AREA.contains(&name));
        self.claims.is_empty() && self.aim.as_ref().is_some_and(area)
    }

    /// The two weightiest claims, else the aim.
    pub fn evidence(&self) -> Vec<&Evidence> {
        match self.claims.is_empty() {
            true => self.aim.iter().collect(),
            false => {
                // the same said of other stones adds little
                let mut said: Vec<&Evidence> = Vec::new();
                for evidence in self.claims.iter().map(|claim| &claim.evidence) {
                    let verb = |rule: &'static str| rule.trim_end_matches("_one");
                    if said.len() < 2 && said.iter().all(|other| verb(other.rule) != verb(evidence.rule)) {
                        said.push(evidence);
                    }
                }
                said
            }
        }
    }
}
