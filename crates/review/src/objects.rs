//! Claims that recognition finds: groups that a move kills, saves, weakens or settles.

use gosedai_board::{Board, Color, Move, Point, PointSet, Position};
use gosedai_explain::Evidence;
use gosedai_reading::{Outcome, Reader, Trust};
use gosedai_recognition::{Class, Group, PositionModel};

use super::facts::{Claim, Fact};
use gosedai_engine::estimate::Estimator;
use gosedai_engine::{ApiError, Context};

/// How far from a group a move may be and still be about it.
const REACH: usize = 3;
/// Groups smaller than this are left to the reading of captures.
const LEAST: usize = 3;

/// Recognition with its memory: what a person sees.
pub struct Eye {
    estimator: Estimator,
    last: Option<(u64, PositionModel)>,
}

impl Eye {
    pub fn new(cx: &Context) -> Result<Eye, ApiError> {
        Ok(Eye { estimator: Estimator::new(cx)?, last: None })
    }

    pub fn see(&mut self, position: &Position) -> &PositionModel {
        let key = position.board().hash_with(position.to_play());
        if self.last.as_ref().is_none_or(|(known, _)| *known != key) {
            let (_, model) = self.estimator.estimate(position);
            self.last = Some((key, model));
        }
        match &self.last {
            Some((_, model)) => model,
            None => unreachable!("it was just seen"),
        }
    }

    /// Who the network expects to own each point, +1 Black to −1 White, by the points' index.
    pub fn owners(&mut self, position: &Position) -> Vec<f64> {
        self.estimator.owners(position)
    }

    /// How the group at a point stands after a move.
    pub fn class_after(&mut self, before: &Position, point: Point, at: Point) -> Option<Class> {
        let mut after = before.clone();
        after.play(Move::Play(point)).ok()?;
        self.see(&after).group_at(at).map(|group| group.class)
    }
}

/// The stone of a group nearest to a move.
fn nearest(group: &PointSet, point: Point) -> Option<Point> {
    let far = |p: Point| p.x().abs_diff(point.x()) + p.y().abs_diff(point.y());
    group.iter().min_by_key(|&p| (far(p), p))
}

fn is_near(group: &PointSet, point: Point) -> bool {
    nearest(group, point).is_some_and(|p| p.x().abs_diff(point.x()).max(p.y().abs_diff(point.y())) <= REACH)
}

/// Statements about the groups around a move.
pub fn claims(before: &Position, point: Point, reader: &mut Reader, eye: &mut Eye) -> Vec<Claim> {
    let color = before.to_play();
    let mut after = before.clone();
    if after.play(Move::Play(point)).is_err() {
        return Vec::new();
    }
    let old: Vec<Group> = eye.see(before).groups.iter().filter(|g| is_near(&g.stones, point)).cloned().collect();
    let seen = eye.see(&after);
    let new: Vec<(Point, Group)> = old
        .iter()
        .filter_map(|g| nearest(&g.stones, point))
        .filter_map(|at| Some((at, seen.group_at(at)?.clone())))
        .collect();
    let mut claims = Vec::new();
    for was in old.iter().filter(|g| g.size >= LEAST) {
        let Some(at) = nearest(&was.stones, point) else { continue };
        let Some((_, is)) = new.iter().find(|(p, _)| *p == at) else { continue };
        if is.color != was.color || is.size < LEAST {
            continue;
        }
        let claim = if was.color == color {
            settled(before.board(), after.board(), at, was, is, reader)
        } else {
            attacked(before.board(), after.board(), at, was, is, reader)
        };
        claims.extend(claim);
    }
    claims
}

fn evidence(rule: &'static str, at: Point, color: Color, group: &Group) -> Evidence {
    let eyes = f64::from(group.half_eyes) / 2.0;
    Evidence::new(rule)
        .arg("at", at)
        .arg("color", color)
        .arg("stones", group.size)
        .arg("eyes", eyes)
        .arg("ways", group.encirclement)
        .arg("pon", i64::from(group.pon))
        .mark("stones", group.stones)
}

fn settled(old: &Board, new: &Board, at: Point, was: &Group, is: &Group, reader: &mut Reader) -> Option<Claim> {
    let stones = was.size;
    // only groups that are hard pressed are worth the reading of life and death
    if was.encirclement <= 6 && was.class <= Class::Weak {
        let before = reader.life(old, &[at]);
        if before.attack.outcome == Outcome::Win {
            let after = reader.life(new, &[at]);
            if after.attack.outcome == Outcome::Lose && after.attack.trust == Trust::Proved {
                let evidence = evidence("review.lives", at, is.color, is);
                return Some(Claim::new(Fact::Lives { at }, stones, evidence));
            }
        }
    }
    let better = was.class.is_weak() && is.class >= Class::Stable && is.survival - was.survival > 0.12;
    better.then(|| Claim::new(Fact::Settles { at }, stones, evidence("review.settles", at, is.color, is)))
}

fn attacked(old: &Board, new: &Board, at: Point, was: &Group, is: &Group, reader: &mut Reader) -> Option<Claim> {
    let stones = was.size;
    if was.encirclement <= 6 && was.class != Class::Dead {
        let before = reader.life(old, &[at]);
        if before.defend.outcome == Outcome::Win {
            let after = reader.life(new, &[at]);
            if after.defend.outcome == Outcome::Lose && after.defend.trust == Trust::Proved {
                let evidence = evidence("review.kills", at, is.color, is);
                return Some(Claim::new(Fact::Kills { at }, stones, evidence));
            }
        }
    }
    let worse = was.class >= Class::Stable && is.class.is_weak() && was.survival - is.survival > 0.12;
    let rule = if is.half_eyes == 0 { "review.weakens_no_eye" } else { "review.weakens" };
    worse.then(|| Claim::new(Fact::Weakens { at }, stones, evidence(rule, at, is.color, is)))
}
