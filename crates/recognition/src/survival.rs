//! The chance of a group to live to the end: a logistic function of its figures, fitted on professional games.

use crate::Status;
use crate::groups::Group;
use crate::pon::nearness;
use crate::potential::Potential;
use crate::strings::StoneString;
use gosedai_board::Color;

/// Number of figures the chance is computed from; their meaning stands beside `survival.weights` in the parameters.
pub const FIGURES: usize = 34;
/// Which figure tells that the group's side is to move.
const TURN: usize = 14;

/// The sums at which 8·(2·chance − 1) rounds to the next whole number: ln((8 + k) / (8 − k)) for k = 0.5, 1.5, … 7.5.
const STEPS: [f64; 8] = [0.125163, 0.379490, 0.646627, 0.938270, 1.272966, 1.686399, 2.268684, 3.433987];

/// Chances with the other side to move, and with the group's own.
pub(crate) struct Chances {
    pub second: f64,
    pub first: f64,
    /// How strongly stones with these chances radiate, whichever side is to move: in sixteenths, in steps of two, from
    /// nothing at a chance of one half or less to all at certainty.
    pub radiates: i8,
}

/// The chances that follow from the figures of a group whose side is not to move.
pub(crate) fn chances(figures: &[f64; FIGURES], weights: &[f64]) -> Chances {
    let sum: f64 = figures.iter().zip(weights).map(|(figure, weight)| figure * weight).sum();
    let turn = weights.get(TURN).copied().unwrap_or(0.0);
    // whole thousandths, so that the order of summation does not matter
    let chance = |sum: f64| (1000.0 / (1.0 + (-sum).exp())).round() / 1000.0;
    // a millionth is left for rounding noise
    let middle = ((sum + 0.5 * turn) * 1e6).round() / 1e6;
    let steps = STEPS.iter().filter(|&&step| middle >= step).count();
    Chances { second: chance(sum), first: chance(sum + turn), radiates: steps as i8 * 2 }
}

/// How far the game has come.
pub(crate) fn progress(stones: usize) -> f64 {
    (stones as f64 / 180.0).min(1.5)
}

/// Mean potential on the points around a group, from its side; 1 is half the strength of a settled point.
fn around(group: &Group, potential: &Potential) -> f64 {
    let mut sum = 0i32;
    let [first, second, ..] = &group.dame.orders;
    first.union(second).each(|point| sum += potential.at(point));
    group.liberties.each(|point| sum += potential.at(point));
    let count = group.dame.counts[0] + group.dame.counts[1] + group.liberty_count;
    if count > 0 { (f64::from(sum * group.color.sign()) / count as f64 / 50.0).clamp(-2.0, 2.0) } else { -1.0 }
}

/// What the groups near by contribute.
#[derive(Default)]
struct Neighbours {
    friends: f64,
    weak_enemies: f64,
    enemies: f64,
    /// Stones of the largest enemy within two steps.
    largest_enemy: usize,
    /// One over the distance to the nearest friend of four stones or more.
    nearest_friend: f64,
}

impl Neighbours {
    fn of(group: &Group, groups: &[Group]) -> Neighbours {
        let mut sum = Neighbours::default();
        for &(other, distance) in &group.near {
            let other = &groups[usize::from(other)];
            let nearness = nearness(distance);
            if other.color == group.color {
                sum.friends += other.strength_alone * nearness;
                if other.size >= 4 {
                    sum.nearest_friend = sum.nearest_friend.max(nearness);
                }
            } else {
                sum.enemies += other.strength_alone * nearness;
                sum.weak_enemies += (1.0 - other.strength_alone) * nearness;
                if distance <= 2 {
                    sum.largest_enemy = sum.largest_enemy.max(other.size);
                }
            }
        }
        sum
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
    let stones = groups.iter().map(|other| other.size).sum();
    figures_at(group, groups, potential, strings, to_play, progress(stones))
}

/// The same where it is known how far the game has come.
pub(crate) fn figures_at(
    group: &Group,
    groups: &[Group],
    potential: &Potential,
    strings: &[StoneString],
    to_play: Color,
    progress: f64,
) -> [f64; FIGURES] {
    let share = |status: Status| {
        let read = group.strings.iter().map(|&string| &strings[usize::from(string)]);
        let stones: usize = read.filter(|string| string.status == status).map(|string| string.size).sum();
        stones as f64 / group.size as f64
    };
    let yes = |truth: bool| if truth { 1.0 } else { 0.0 };
    let log = |x: f64| (1.0 + x).ln();
    let Neighbours { friends, weak_enemies, enemies, largest_enemy, nearest_friend } = Neighbours::of(group, groups);
    let around = around(group, potential);
    let sealed = yes(group.is_sealed());
    let no_eye = yes(group.is_sealed() && group.half_eyes == 0);
    let room = log(group.room.unwrap_or(60) as f64);
    let room_up_to = |limit: usize| group.room.is_some_and(|room| room <= limit);
    let size = (group.size as f64).ln();
    let against = log(largest_enemy as f64);
    [
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
        share(Status::Neutral),
        yes(group.color == to_play),
        sealed,
        yes(group.is_sealed() && group.half_eyes < 3),
        yes(room_up_to(8)),
        share(Status::Dead),
        yes(room_up_to(20)),
        yes(group.size == 1),
        around * sealed,
        progress,
        progress * sealed,
        no_eye,
        progress * no_eye,
        progress * around,
        room,
        progress * room,
        progress * size,
        against,
        progress * against,
        nearest_friend,
        progress * nearest_friend,
    ]
}
