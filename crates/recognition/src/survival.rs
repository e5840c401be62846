//! The chance of a group to live to the end: a logistic function of its figures, fitted on professional games.

use crate::ask::Status;
use crate::groups::{Class, Group};
use crate::potential::Potential;
use crate::settings::Settings;
use crate::strings::{StoneString, Strings};
use gosedai_board::Color;

/// Number of figures the chance is computed from; their meaning stands beside `survival.weights` in the parameters.
pub const FIGURES: usize = 34;

/// Fills in `survival`.
pub(crate) fn rate(
    groups: &mut [Group],
    potential: &Potential,
    strings: &Strings,
    to_play: Color,
    settings: &Settings,
) {
    for i in 0..groups.len() {
        let chance = if groups[i].class == Class::Dead {
            0.0
        } else {
            let figures = figures(&groups[i], groups, potential, &strings.list, to_play);
            let sum: f64 = figures.iter().zip(&settings.survival).map(|(x, w)| x * w).sum();
            // whole thousandths: the order of summation must not show
            (1000.0 / (1.0 + (-sum).exp())).round() / 1000.0
        };
        groups[i].survival = chance;
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
    let (mut friends, mut weak_enemies, mut enemies) = (0.0, 0.0, 0.0);
    for &(other, distance) in &group.near {
        let (other, d) = (&groups[other as usize], f64::from(distance));
        if other.color == group.color {
            friends += other.strength_alone / d;
        } else {
            enemies += other.strength_alone / d;
            weak_enemies += (1.0 - other.strength_alone) / d;
        }
    }
    let (mut around, mut count) = (0i32, 0);
    for set in [&group.dame.orders[0], &group.dame.orders[1], &group.liberties] {
        for point in set.iter() {
            around += potential.at(point) * group.color.sign();
            count += 1;
        }
    }
    let around = if count > 0 { (f64::from(around) / f64::from(count) / 50.0).clamp(-2.0, 2.0) } else { -1.0 };
    let share = |status: Status| {
        let stones = group.strings.iter().map(|&s| &strings[s as usize]);
        stones.filter(|s| s.status == status).map(|s| s.size).sum::<usize>() as f64 / group.size as f64
    };
    let stones: usize = groups.iter().map(|other| other.size).sum();
    let progress = (stones as f64 / 180.0).min(1.5);
    let near =
        |friend: bool| group.near.iter().filter(move |(id, _)| (groups[*id as usize].color == group.color) == friend);
    let largest_enemy =
        near(false).filter(|(_, d)| *d <= 2).map(|(id, _)| groups[*id as usize].size).max().unwrap_or(0);
    let nearest_friend = near(true)
        .filter(|(id, _)| groups[*id as usize].size >= 4)
        .map(|(_, d)| 1.0 / f64::from(*d))
        .fold(0.0, f64::max);
    let yes = |truth: bool| if truth { 1.0 } else { 0.0 };
    let log = |x: f64| (1.0 + x).ln();
    let sealed = group.is_sealed();
    let room = group.room.unwrap_or(60) as f64;
    let room_up_to = |limit: usize| group.room.is_some_and(|room| room <= limit);
    [
        1.0,
        group.encirclement.min(24) as f64 / 8.0,
        group.room.map_or(1.0, |room| room as f64 / 60.0),
        f64::from(group.half_eyes.min(4)) / 4.0,
        yes(group.half_eyes >= 4),
        (group.size as f64).ln(),
        log(group.pon_size.max(0.0)),
        log(group.moves as f64),
        log(group.inner.len() as f64),
        friends.min(3.0),
        weak_enemies.min(3.0),
        enemies.min(3.0),
        around,
        share(Status::Neutral),
        yes(group.color == to_play),
        yes(sealed),
        yes(sealed && group.half_eyes < 3),
        yes(room_up_to(8)),
        share(Status::Dead),
        yes(room_up_to(20)),
        yes(group.size == 1),
        around * yes(sealed),
        progress,
        yes(sealed) * progress,
        yes(sealed && group.half_eyes == 0),
        yes(sealed && group.half_eyes == 0) * progress,
        around * progress,
        log(room),
        log(room) * progress,
        (group.size as f64).ln() * progress,
        log(largest_enemy as f64),
        log(largest_enemy as f64) * progress,
        nearest_friend,
        nearest_friend * progress,
    ]
}
