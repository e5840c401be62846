//! The chance of a group to live to the end: a logistic function of its figures, fitted on professional games.
//!
//! Two things change with every move, whose turn it is and how far the game has come. The figures are kept in two parts
//! for that: what holds always, and what is multiplied by the progress of the game.

use crate::brief::{Brief, nearness_if};
use crate::groups::Group;
use crate::judgement::rounded;
use crate::potential::Potential;
use crate::strings::StoneString;
use crate::{Class, Status};
use gosedai_board::{Color, Point};

/// Number of figures the chance is computed from; their meaning stands beside `survival.weights` in the parameters.
pub const FIGURES: usize = 34;
/// Which figure tells that the group's side is to move.
const TURN: usize = 14;
/// Which figure holds the dame sum of the PON estimate.
const DAME_SUM: usize = 6;
/// Which figures hold the potential around the group.
const AROUND: usize = 12;
const AROUND_SEALED: usize = 21;
const AROUND_PROGRESS: usize = 26;

/// No logarithm of a number of stones is larger: a board has up to 625 points.
const LARGEST_LOG: f64 = 6.5;

/// The sums at which 8·(2·chance − 1) rounds to the next whole number: ln((8 + k) / (8 − k)) for k = 0.5, 1.5, … 7.5.
const STEPS: [f64; 8] = [0.125163, 0.379490, 0.646627, 0.938270, 1.272966, 1.686399, 2.268684, 3.433987];

/// The figures of a group in the order of the weights, in two parts.
pub(crate) struct Figures {
    always: [f64; FIGURES],
    /// By their places; the others are 0.
    with_progress: [(usize, f64); 8],
}

/// How far the game has come.
pub(crate) fn progress(stones: usize) -> f64 {
    (stones as f64 / 180.0).min(1.5)
}

/// The chance of a group, weighed as far as it does not change with every move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weighed {
    /// What holds always, and what is multiplied by the progress of the game.
    base: [f64; 2],
    /// The same for each unit of the potential around the group.
    lean: [f64; 2],
}

/// Chances with the other side to move, and with the group's own.
pub(crate) struct Chances {
    pub second: f64,
    pub first: f64,
    /// How strongly stones with these chances radiate, whoever is to move, in sixteenths but in steps of two: not at all
    /// with one half or less, fully at certainty.
    pub radiates: i8,
}

impl Weighed {
    /// With what the neighbours add.
    pub fn with(&self, neighbours: [f64; 2]) -> Weighed {
        Weighed { base: [self.base[0] + neighbours[0], self.base[1] + neighbours[1]], lean: self.lean }
    }

    /// The sum the chances are made from.
    #[inline]
    pub fn sum(&self, around: f64, progress: f64) -> f64 {
        let [always, growing] = [0, 1].map(|i| self.base[i] + around * self.lean[i]);
        always + progress * growing
    }

    pub fn chances(&self, around: f64, progress: f64, turn: &Turn) -> Chances {
        let sum = self.sum(around, progress);
        let odds = (-sum).exp();
        // whole thousandths: the order of summation must not show
        let chance = |odds: f64| (1000.0 / (1.0 + odds) + 0.5) as i64 as f64 / 1000.0;
        // a millionth is left for rounding noise
        let middle = rounded((sum + 0.5 * turn.weight) * 1e6) as f64 / 1e6;
        let steps: i64 = STEPS.iter().map(|&step| i64::from(middle >= step)).sum();
        Chances { second: chance(odds), first: chance(odds * turn.odds), radiates: steps as i8 * 2 }
    }
}

/// What it is worth to be on the move.
pub(crate) struct Turn {
    weight: f64,
    odds: f64,
}

impl Turn {
    pub fn new(weights: &[f64]) -> Turn {
        let weight = weights.get(TURN).copied().unwrap_or(0.0);
        Turn { weight, odds: (-weight).exp() }
    }
}

/// How large the sum of a group's own figures must be for its chance to be large enough whatever neighbours add, with its
/// side to move.
pub(crate) struct Safe {
    /// The sum, but for what the largest enemy and the nearest friend can take from it: that grows with the game (always, and
    /// with progress).
    sum: f64,
    growing: [[f64; 2]; 2],
    /// How much any other dame sum can change it.
    dame: f64,
}

impl Safe {
    /// `largest_dame` is the largest dame sum there can be.
    pub fn new(chance: f64, weights: &[f64], largest_dame: f64) -> Safe {
        let weight = |place: usize| weights.get(place).copied().unwrap_or(0.0);
        let shares: f64 = [9, 10, 11].map(|place| (3.0 * weight(place)).min(0.0)).into_iter().sum();
        // chances are rounded; nothing is safe from what counts certainty as death
        let chance = chance + 0.001;
        let odds = if chance < 1.0 { (chance / (1.0 - chance)).ln() } else { f64::INFINITY };
        Safe {
            sum: odds - weight(TURN) - shares,
            growing: [[30, 31].map(|place| weight(place) * LARGEST_LOG), [32, 33].map(weight)],
            dame: (1.0 + largest_dame).ln() * weight(DAME_SUM).abs(),
        }
    }

    /// The sum with a known dame sum, and with one that may be any other.
    pub fn sums(&self, progress: f64) -> [f64; 2] {
        let [enemy, friend] = self.growing.map(|[always, growing]| (always + progress * growing).min(0.0));
        let sum = self.sum - enemy - friend;
        [sum, sum + self.dame]
    }
}

/// Mean potential on the points around a group, from its side; 1 is half the strength of a settled point.
pub(crate) fn around(group: &Group, potential: impl Fn(Point) -> i32) -> f64 {
    let mut sum = 0i32;
    let [first, second, ..] = &group.dame.orders;
    first.union(second).each(|point| sum += potential(point));
    group.liberties.each(|point| sum += potential(point));
    mean_around(sum * group.color.sign(), group.dame.counts[0] + group.dame.counts[1] + group.liberty_count)
}

/// The same from the sum over so many points.
pub(crate) fn mean_around(sum: i32, count: usize) -> f64 {
    if count > 0 { (f64::from(sum) / count as f64 / 50.0).clamp(-2.0, 2.0) } else { -1.0 }
}

impl Figures {
    /// Both parts, weighed and summed; the potential around was left out of the figures.
    pub fn weighed(&self, group: &Group, weights: &[f64]) -> Weighed {
        let weight = |place: usize| weights.get(place).copied().unwrap_or(0.0);
        // four sums side by side: one would wait for each addition
        let mut sums = [0.0; 4];
        for (figures, weights) in self.always.chunks(4).zip(weights.chunks(4)) {
            for ((sum, figure), weight) in sums.iter_mut().zip(figures).zip(weights) {
                *sum += figure * weight;
            }
        }
        let growing = self.with_progress.iter().map(|&(place, figure)| figure * weight(place)).sum();
        let base = [(sums[0] + sums[1]) + (sums[2] + sums[3]), growing];
        let sealed = if group.is_sealed() { weight(AROUND_SEALED) } else { 0.0 };
        Weighed { base, lean: [weight(AROUND) + sealed, weight(AROUND_PROGRESS)] }
    }

    /// `lost` tells how many stones are in strings that can be captured, and in captured ones.
    pub fn of(group: &Group, neighbours: &Neighbours, around: f64, lost: [usize; 2]) -> Figures {
        let share = |stones: usize| stones as f64 / group.size as f64;
        let yes = |truth: bool| if truth { 1.0 } else { 0.0 };
        let log = |x: f64| (1.0 + x).ln();
        let Neighbours { friends, weak_enemies, enemies, largest_enemy, nearest_friend } = *neighbours;
        let sealed = yes(group.is_sealed());
        let no_eye = yes(group.is_sealed() && group.half_eyes == 0);
        let room = log(group.room.unwrap_or(60) as f64);
        let room_up_to = |limit: usize| group.room.is_some_and(|room| room <= limit);
        let size = (group.size as f64).ln();
        let against = log(largest_enemy as f64);
        let always = [
            1.0,
            group.encirclement.min(24) as f64 / 8.0,
            group.room.map_or(1.0, |room| room as f64 / 60.0),
            f64::from(group.half_eyes.min(4)) / 4.0,
            yes(group.half_eyes >= 4),
            size,
            log(group.pon_size.max(0.0)),
            log(group.moves as f64),
            log(group.inner_count as f64),
            friends.min(3.0),
            weak_enemies.min(3.0),
            enemies.min(3.0),
            around,
            share(lost[0]),
            0.0,
            sealed,
            yes(group.is_sealed() && group.half_eyes < 3),
            yes(room_up_to(8)),
            share(lost[1]),
            yes(room_up_to(20)),
            yes(group.size == 1),
            around * sealed,
            0.0,
            0.0,
            no_eye,
            0.0,
            0.0,
            room,
            0.0,
            0.0,
            against,
            0.0,
            nearest_friend,
            0.0,
        ];
        let with_progress = [
            (22, 1.0),
            (23, sealed),
            (25, no_eye),
            (26, around),
            (28, room),
            (29, size),
            (31, against),
            (33, nearest_friend),
        ];
        Figures { always, with_progress }
    }
}

/// What the groups near by contribute.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Neighbours {
    friends: f64,
    weak_enemies: f64,
    enemies: f64,
    /// Stones of the largest enemy within two steps.
    largest_enemy: usize,
    /// One over the distance to the nearest friend of four stones or more.
    nearest_friend: f64,
}

impl Neighbours {
    pub fn of(group: &Group, briefs: &[Brief]) -> Neighbours {
        let mut sum = Neighbours::default();
        for &(other, distance) in &group.near {
            let other = &briefs[other as usize];
            let friend = other.color == group.color;
            let (helps, presses) = (nearness_if(friend, distance), nearness_if(!friend, distance));
            sum.friends += other.strength_alone * helps;
            sum.enemies += other.strength_alone * presses;
            sum.weak_enemies += (1.0 - other.strength_alone) * presses;
            sum.nearest_friend = sum.nearest_friend.max(nearness_if(friend & (other.size >= 4), distance));
            let enemy = other.size * usize::from(!friend & (distance <= 2));
            sum.largest_enemy = sum.largest_enemy.max(enemy);
        }
        sum
    }

    /// Their figures, weighed: what holds always, and what grows with the progress of the game.
    pub fn weighed(&self, weights: &[f64]) -> [f64; 2] {
        let &[friends, weak_enemies, enemies, .., against, against_growing, friend, friend_growing] =
            weights.get(9..FIGURES).unwrap_or_default()
        else {
            return [0.0; 2];
        };
        let size = if self.largest_enemy > 0 { (1.0 + self.largest_enemy as f64).ln() } else { 0.0 };
        let sums = self.friends.min(3.0) * friends + self.weak_enemies.min(3.0) * weak_enemies;
        let pressure = self.enemies.min(3.0) * enemies + size * against;
        [
            sums + (pressure + self.nearest_friend * friend),
            size * against_growing + self.nearest_friend * friend_growing,
        ]
    }
}

/// The figures of a group, in the order of the weights.
pub fn figures(
    group: &Group,
    groups: &[Group],
    potential: &Potential,
    strings: &[StoneString],
    to_play: Color,
) -> [f64; FIGURES] {
    let lost = [Status::Neutral, Status::Dead].map(|status| {
        let stones = group.strings.iter().map(|&s| &strings[s as usize]);
        stones.filter(|s| s.status == status).map(|s| s.size).sum()
    });
    let briefs: Vec<Brief> = groups.iter().map(Brief::of).collect();
    let around = around(group, |point| potential.at(point));
    let parts = Figures::of(group, &Neighbours::of(group, &briefs), around, lost);
    let progress = progress(groups.iter().map(|other| other.size).sum());
    let mut all = parts.always;
    parts.with_progress.iter().for_each(|&(place, figure)| all[place] += progress * figure);
    all[TURN] = if group.color == to_play { 1.0 } else { 0.0 };
    debug_assert!(group.class != Class::Dead || group.survival == 0.0);
    all
}
