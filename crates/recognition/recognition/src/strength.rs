//! Strength from encirclement and area, corrected by neighbours; importance.

use crate::brief::{Brief, nearness_if};
use crate::groups::Group;
use crate::pon::{Profile, tidy, unit};
use crate::settings::Settings;

/// Neighbours further away than this do not correct the strength.
pub(crate) const CORRECTION_REACH: u8 = 6;
/// Enemies no further away than this are kept apart by a group between them.
pub(crate) const CUT_REACH: u8 = 2;

/// The strength of a group by itself, if it is neither dead nor alive.
pub(crate) fn alone(group: &Group, settings: &Settings) -> f64 {
    let raw =
        settings.strength_encirclement * group.encirclement as f64 + settings.strength_area * group.inner_count as f64;
    tidy(raw.clamp(0.0, 1.0))
}

/// What a group has of its neighbours.
pub(crate) struct Among {
    /// Strength corrected by them, for a group neither dead nor alive for sure.
    pub strength: f64,
    pub importance: f64,
    /// Same-colour strength r of the PON evaluation.
    pub r: f64,
}

pub(crate) fn among(group: &Group, own: &Brief, briefs: &[Brief], settings: &Settings, profile: &Profile) -> Among {
    let (mut help, mut pon_help) = (0.0, 0.0);
    let mut press = 0.0;
    let (mut cut_off, mut largest) = (0, 0);
    for &(other, distance) in &group.near {
        let other = &briefs[other as usize];
        let friend = other.color == own.color;
        pon_help += f64::from(other.pon.max(0)) * nearness_if(friend, distance);
        let near = distance <= CORRECTION_REACH;
        help += other.strength_alone * nearness_if(friend & near, distance);
        let stronger = other.strength_alone - own.strength_alone;
        press += if stronger > 0.0 { stronger } else { 0.0 } * nearness_if(!friend & near, distance);
        let worth = 2 * other.size as i64 * i64::from(!friend & (distance <= CUT_REACH));
        cut_off += worth;
        largest = largest.max(worth);
    }
    let strength = own.strength_alone + settings.strength_friend * help - settings.strength_enemy * press;
    // of the enemy groups it keeps apart, all but the largest live on its sufferance or ours
    let importance = (2 * group.size + group.inner_count) as i64 as f64 + (cut_off - largest) as f64 * 0.5;
    let r = tidy(f64::from(own.pon) + profile.friend * pon_help);
    Among { strength: tidy(unit(strength)), importance, r }
}
