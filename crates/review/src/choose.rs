//! Which moves are worth a comment: mistakes by what they cost, good moves by how surprising they are, turning points.

use super::audience::Audience;
use super::units::Unit;
use super::verdict::{Purpose, Weighed};

/// A move that may get a comment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Its number from 0.
    pub index: usize,
    pub weight: f64,
    /// Asked for, or what decided the game: it is told in any case.
    pub stays: bool,
}

/// Weight of the move that decided the game, and of others at which the lead changed hands.
const DECISIVE: f64 = 1000.0;
const TURNING: f64 = 100.0;
/// Readers of so few moments get those that can be explained, out of so many times as many.
const FEW: usize = 10;
const MORE: usize = 2;

/// All moments, the weightiest first. A point that stands open is told once, and a lead that passes without a fault by the
/// story alone.
pub fn ranked(weighed: &[Weighed], units: &[Unit], always: &[usize], audience: &Audience) -> Vec<Moment> {
    let told_elsewhere = |number: usize| units.iter().any(|unit| unit.tells(number));
    let kept = |number: usize| units.iter().find(|unit| unit.first == number)?.kept.as_ref();
    let spared = |number: usize| kept(number).map(|kept| kept.spared);
    let weight = |m: &Weighed| {
        let surprise = -m.expected.share.max(1e-4).log2();
        if always.contains(&m.number) {
            Some(f64::INFINITY)
        } else if m.decisive {
            Some(DECISIVE)
        } else if m.turning.is_some() && m.is_mistake() {
            Some(TURNING + m.loss.min(30.0))
        } else if told_elsewhere(m.number) {
            None
        } else if m.is_mistake() {
            Some(m.loss.min(30.0) + 40.0 * m.dropped())
        } else if m.purpose.is_some() && audience.hears_praise() {
            Some(surprise + if m.purpose == Some(Purpose::Brilliant) { 8.0 } else { 0.0 })
        } else {
            spared(m.number)
        }
    };
    let moment = |(index, m): (usize, &Weighed)| {
        let weight = weight(m)?;
        Some(Moment { index, weight, stays: weight >= DECISIVE })
    };
    let mut ranked: Vec<Moment> = weighed.iter().enumerate().filter_map(moment).collect();
    ranked.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.index.cmp(&b.index)));
    ranked
}

/// The moments that are looked into: of few some more than are told.
pub fn within_reach(mut ranked: Vec<Moment>, most: usize) -> Vec<Moment> {
    ranked.truncate(if most <= FEW { MORE * most } else { most });
    ranked
}

/// The moments that are told, in the order of the game: those that can be explained before the others.
pub fn those_to_learn_from(ranked: Vec<Moment>, most: usize, mut explains: impl FnMut(&Moment) -> bool) -> Vec<usize> {
    let mut chosen = ranked;
    if chosen.len() > most {
        chosen.sort_by_cached_key(|moment| !(moment.stays || explains(moment)));
        chosen.truncate(most);
    }
    let mut chosen: Vec<usize> = chosen.into_iter().map(|moment| moment.index).collect();
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(index: usize, weight: f64) -> Moment {
        Moment { index, weight, stays: weight >= DECISIVE }
    }

    #[test]
    fn of_few_moments_those_that_can_be_explained_are_told() {
        let ranked = vec![moment(7, 1000.0), moment(3, 30.0), moment(5, 20.0), moment(1, 10.0), moment(9, 5.0)];
        let reach = within_reach(ranked, 2);
        assert_eq!(reach.len(), 4);
        let told = those_to_learn_from(reach.clone(), 2, |moment| moment.index == 1);
        assert_eq!(told, [1, 7], "what decided the game, and what has a reason");
        assert_eq!(those_to_learn_from(reach, 4, |_| false), [1, 3, 5, 7], "there is room for all");
    }
}
