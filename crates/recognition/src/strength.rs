//! Strength from encirclement and area, corrected by neighbours; importance.

use crate::brief::{Brief, nearness};
use crate::groups::Group;
use crate::pon::tidy;
use crate::settings::Settings;

/// Neighbours further away than this do not correct the strength.
const CORRECTION_REACH: u8 = 6;

/// The strength of a group by itself, if it is neither dead nor alive.
pub(crate) fn alone(group: &Group, settings: &Settings) -> f64 {
    let raw =
        settings.strength_encirclement * group.encirclement as f64 + settings.strength_area * group.inner_count as f64;
    tidy(raw.clamp(0.0, 1.0))
}

/// Strength of a group corrected by its neighbours (for one neither dead nor alive for sure), and its importance.
pub(crate) fn corrected(group: &Group, own: &Brief, briefs: &[Brief], settings: &Settings) -> (f64, f64) {
    let mut help = 0.0;
    let mut press = 0.0;
    let mut cut_off = 0.0;
    let mut largest = 0.0f64;
    for &(other, distance) in &group.near {
        let other = &briefs[other as usize];
        // friend or enemy is as good as a toss-up: both are added, one of them as nothing
        let friend = other.color == own.color;
        let share = if distance <= CORRECTION_REACH { nearness(distance) } else { 0.0 };
        let (helps, presses) = if friend { (share, 0.0) } else { (0.0, share) };
        help += other.strength_alone * helps;
        press += (other.strength_alone - own.strength_alone).max(0.0) * presses;
        let worth = if !friend & (distance <= 2) { 2.0 * other.size as f64 } else { 0.0 };
        cut_off += worth;
        largest = if worth > largest { worth } else { largest };
    }
    let strength = own.strength_alone + settings.strength_friend * help - settings.strength_enemy * press;
    // of the enemy groups it keeps apart, all but the largest live on its sufferance or ours
    let importance = 2.0 * group.size as f64 + group.inner_count as f64 + (cut_off - largest) * 0.5;
    (tidy(strength.clamp(0.0, 1.0)), importance)
}
