//! Strength from encirclement and area, corrected by neighbours; strength by PON; importance.

use crate::groups::{Class, Group};
use crate::pon::{self, PonGroup, PonInput, Profile, tidy};
use crate::settings::Settings;
use gosedai_board::Color;

/// Neighbours further away than this do not correct the strength.
const CORRECTION_REACH: u8 = 6;
/// Enemies no further away than this are kept apart by a group between them.
const CUT_REACH: u8 = 2;

/// The strength of a group by itself.
pub(crate) fn alone(group: &Group, settings: &Settings) -> f64 {
    match group.class {
        Class::Alive => 1.0,
        Class::Dead => 0.0,
        _ => {
            let encirclement = settings.strength_encirclement * group.encirclement as f64;
            let area = settings.strength_area * group.inner_count as f64;
            tidy((encirclement + area).clamp(0.0, 1.0))
        }
    }
}

/// Both strengths and the importance of all groups, once their classes are known.
pub(crate) fn rate(groups: &mut [Group], to_play: Color, settings: &Settings, profile: &Profile) {
    for group in groups.iter_mut() {
        group.strength_alone = alone(group, settings);
    }
    for i in 0..groups.len() {
        let (strength, importance) = among_neighbours(&groups[i], groups, settings);
        (groups[i].strength, groups[i].importance) = (strength, importance);
    }
    let found = by_pon(groups, to_play, profile);
    for (group, found) in groups.iter_mut().zip(found) {
        (group.r, group.z) = (found.r, found.z);
        (group.pon_strength, group.t) = if group.class == Class::Dead { (0.0, 0.0) } else { (found.s, found.t) };
    }
}

fn by_pon(groups: &[Group], to_play: Color, profile: &Profile) -> Vec<PonGroup> {
    let inputs: Vec<PonInput> = groups
        .iter()
        .map(|group| PonInput {
            color: group.color,
            pon: f64::from(group.pon),
            size: group.pon_size,
            near: &group.near,
        })
        .collect();
    pon::evaluate(&inputs, to_play, profile)
}

/// Strength corrected by the groups near by, and importance.
fn among_neighbours(group: &Group, groups: &[Group], settings: &Settings) -> (f64, f64) {
    let (mut help, mut press) = (0.0, 0.0);
    let (mut cut_off, mut largest) = (0, 0);
    for &(other, distance) in &group.near {
        let other = &groups[usize::from(other)];
        let nearness = if distance <= CORRECTION_REACH { pon::nearness(distance) } else { 0.0 };
        if other.color == group.color {
            help += other.strength_alone * nearness;
        } else {
            press += (other.strength_alone - group.strength_alone).max(0.0) * nearness;
            if distance <= CUT_REACH {
                cut_off += 2 * other.size;
                largest = largest.max(2 * other.size);
            }
        }
    }
    let strength = match group.class {
        Class::Dead => 0.0,
        Class::Alive => 1.0,
        _ => {
            let helped = group.strength_alone + settings.strength_friend * help;
            tidy((helped - settings.strength_enemy * press).clamp(0.0, 1.0))
        }
    };
    // of the enemy groups it keeps apart, all but the largest depend on it
    let importance = (2 * group.size + group.inner_count) as f64 + (cut_off - largest) as f64 * 0.5;
    (strength, importance)
}
