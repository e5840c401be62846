//! Which groups are dead, how likely the others live, and their classes.

use super::memo::{Digest, Hot, Known, Verdict};
use super::{Scene, Stage, Tools};
use crate::ask::{Ask, Status};
use crate::groups::{Class, ClassReason};
use crate::owners::Owners;
use crate::settings::Settings;
use crate::strings::Strings;
use crate::survival::{self, Neighbours, Weighed};
use crate::view::View;

impl Stage {
    /// What is plain without comparing: captured, and alive by eyes. Notes which groups have something to tell their
    /// neighbours.
    pub(super) fn first_look(&mut self, tools: &Tools, view: &View, strings: &Strings, owners: Option<&Owners>) {
        let lost_by_owners = tools.settings.owners_dead;
        let lost = &mut self.work.lost;
        lost.clear();
        lost.resize(self.groups.len(), [0; 2]);
        for string in strings.in_danger.iter().map(|&i| &strings.list[i as usize]) {
            let group = self.group_at[string.head.index()] as usize;
            lost[group][usize::from(string.status == Status::Dead)] += string.size;
        }
        self.work.told = 0;
        for (i, ((hot, brief), &lost)) in self.hot.iter_mut().zip(&mut self.briefs).zip(lost.iter()).enumerate() {
            hot.changed |= lost != hot.lost;
            hot.lost = lost;
            let chance = owners.map(|owners| owners.life(&self.groups[i].stones, brief.color));
            let verdict = &mut hot.verdict;
            (verdict.class, verdict.reason, verdict.life) = if chance.is_some_and(|chance| chance < lost_by_owners) {
                (Class::Dead, ClassReason::Owners, Status::Dead)
            } else if lost[1] == brief.size {
                (Class::Dead, ClassReason::Captured, Status::Dead)
            } else if view.dead.contains(hot.head) {
                (Class::Dead, ClassReason::NoRoom, Status::Dead)
            } else if hot.digest.half_eyes >= 4 {
                (Class::Alive, ClassReason::Eyes, Status::Alive)
            } else {
                (Class::Stable, ClassReason::Chance, Status::Unknown)
            };
            brief.strength_alone = hot.digest.alone(verdict.class);
            let differs = brief.strength_alone != hot.alone;
            hot.alone = brief.strength_alone;
            hot.changed |= differs;
            self.work.told |= u64::from(hot.fresh || differs) << (i % 64);
        }
    }

    /// May the group be found dead? If its life is plain already, or no neighbours can be so bad, all else can wait: only
    /// the last round needs it.
    pub(super) fn may_be_dead(&mut self, i: usize, settings: &Settings, scene: &Scene, ask: &dyn Ask) -> bool {
        let Hot { digest, verdict, .. } = &self.hot[i];
        if verdict.reason != ClassReason::Chance {
            return false;
        }
        let read =
            digest.shut_in.is_some() && self.memos[i].life.as_ref().is_none_or(|life| life.status != Status::Unknown);
        if read || ask.owners().is_some() {
            return true;
        }
        // with an eye and a half it is unsettled at worst
        digest.half_eyes != 3 && {
            let around = self.look_around(i, scene);
            let weighed = self.weigh(i, settings);
            weighed.sum(around, scene.progress) < scene.safe[usize::from(self.hot[i].pon_stale)]
        }
    }

    /// The chance as far as the group itself goes.
    fn weigh(&mut self, i: usize, settings: &Settings) -> Weighed {
        let (hot, group) = (&mut self.hot[i], &self.groups[i]);
        match hot.chance {
            Some(weighed) if hot.weighed || !hot.changed && !hot.stale => weighed,
            _ => {
                let figures = survival::Figures::of(group, &Neighbours::default(), 0.0, hot.lost);
                (hot.weighed, hot.stale) = (true, false);
                *hot.chance.insert(figures.weighed(group, &settings.survival))
            }
        }
    }

    /// The potential around a group.
    fn look_around(&mut self, i: usize, scene: &Scene) -> f64 {
        let (hot, group) = (&mut self.hot[i], &self.groups[i]);
        if hot.around_known == Known::Now {
            return hot.around;
        }
        let cells = &mut self.memos[i].around;
        if hot.displaced {
            let [first, second, ..] = &group.dame.orders;
            let around = first.union(second);
            hot.around_at = around.union(&group.liberties);
            cells.clear();
            around.each(|point| cells.push(point.index() as u16));
            group.liberties.each(|point| cells.push(point.index() as u16));
        }
        let missed = hot.around_known == Known::Before;
        if hot.displaced || missed || hot.around_at.intersects(&scene.changes.radiated) {
            let sum = self.potential.whole_sum(cells) * self.briefs[i].color.sign();
            hot.around = survival::mean_around(sum, cells.len());
        }
        (hot.displaced, hot.around_known) = (false, Known::Now);
        hot.around
    }

    /// Looks at a group to the end: the PON estimate, its neighbours, its chance to live, its class.
    pub(super) fn judge(&mut self, i: usize, tools: &mut Tools, view: &View, scene: &Scene, ask: &mut dyn Ask) {
        if self.hot[i].pon_stale {
            self.estimate_pon(i, tools);
        }
        self.find_neighbours(i, tools, view, scene);
        let hot = &mut self.hot[i];
        if hot.moved {
            hot.moved = false;
            hot.any = self.memos[i].any();
        }
        self.rate_survival(i, tools, scene, ask.owners());
        self.classify(i, tools, view, ask);
        let hot = &mut self.hot[i];
        self.briefs[i].pon = hot.verdict.pon(&hot.digest);
        // to dead groups nobody listens
        (hot.done, hot.behind, hot.stale) = (true, hot.chance.is_none(), false);
    }

    /// The chance to live.
    fn rate_survival(&mut self, i: usize, tools: &Tools, scene: &Scene, owners: Option<&Owners>) {
        let hot = &mut self.hot[i];
        if hot.verdict.class == Class::Dead {
            // it is rated when it lives again
            hot.chance = None;
            (hot.verdict.survival, hot.verdict.survival_first, hot.verdict.radiates) = (0.0, 0.0, 0);
            return;
        }
        let around = self.look_around(i, scene);
        let weighed = self.weigh(i, tools.settings);
        let weights = &tools.settings.survival;
        let color = self.briefs[i].color;
        let (hot, group) = (&mut self.hot[i], &self.groups[i]);
        if hot.near_changed || hot.fresh || hot.behind || hot.near_bits & self.work.told != 0 {
            hot.neighbours = Neighbours::of(group, &self.briefs).weighed(weights);
        }
        hot.near_changed = false;
        let chances = weighed.with(hot.neighbours).chances(around, scene.progress, &scene.turn);
        let verdict = &mut hot.verdict;
        verdict.survival_first = chances.first;
        verdict.survival = if color == scene.to_play { chances.first } else { chances.second };
        // what stones radiate does not depend on whose turn it is
        verdict.radiates = chances.radiates * color.sign() as i8;
        if let Some(owners) = owners {
            let chance = owners.life(&group.stones, color);
            verdict.survival = (chance * 1000.0 + 0.5).floor() / 1000.0;
            verdict.survival_first = verdict.survival;
            verdict.radiates = (8.0 * (2.0 * chance - 1.0).max(0.0)).round() as i8 * 2 * color.sign() as i8;
        }
    }

    /// Is the group dead, and its class if it is not?
    fn classify(&mut self, i: usize, tools: &Tools, view: &View, ask: &mut dyn Ask) {
        if self.hot[i].verdict.reason != ClassReason::Chance {
            return;
        }
        let own = self.hot[i].digest.shut_in;
        let read = match own {
            Some(_) => {
                self.hot[i].life_read = true;
                let stones = &self.groups[i].stones;
                self.memos[i].life.get_or_insert_with(|| ask.life(view.board, stones)).status
            }
            None => Status::Unknown,
        };
        let color = self.briefs[i].color;
        let rival = |&(other, distance): &(u16, u8)| {
            let other = other as usize;
            let theirs = self.hot[other].digest.shut_in;
            distance == 1
                && self.briefs[other].color != color
                && theirs.zip(own).is_some_and(|(theirs, ours)| theirs <= ours)
        };
        let races = || self.groups[i].near.iter().any(rival);
        let hot = &self.hot[i];
        let (class, reason, life) = classify(&hot.verdict, &hot.digest, read, races, tools.settings);
        let verdict = &mut self.hot[i].verdict;
        (verdict.class, verdict.reason, verdict.life) = (class, reason, life);
        if class == Class::Dead {
            (verdict.survival, verdict.survival_first, verdict.radiates) = (0.0, 0.0, 0);
        }
    }
}

/// The class of a group that is neither captured nor has two eyes.
fn classify(
    verdict: &Verdict,
    digest: &Digest,
    read: Status,
    races: impl Fn() -> bool,
    settings: &Settings,
) -> (Class, ClassReason, Status) {
    let by_chance = if verdict.survival >= settings.class_stable {
        Class::Stable
    } else if verdict.survival >= settings.class_weak {
        Class::Weak
    } else {
        Class::VeryWeak
    };
    match read {
        Status::Alive => (Class::Alive, ClassReason::Read, Status::Alive),
        Status::Dead => (Class::Dead, ClassReason::Read, Status::Dead),
        Status::Neutral => (Class::VeryWeak, ClassReason::Read, Status::Neutral),
        Status::Unknown if verdict.survival_first < settings.class_dead && digest.surrounded => {
            if races() {
                (Class::VeryWeak, ClassReason::Race, Status::Unknown)
            } else if digest.half_eyes == 3 {
                (Class::VeryWeak, ClassReason::Unsettled, Status::Neutral)
            } else {
                (Class::Dead, ClassReason::NoRoom, Status::Dead)
            }
        }
        Status::Unknown => (by_chance, ClassReason::Chance, Status::Unknown),
    }
}

impl Verdict {
    /// The estimate of the PON, replaced by what is known of the group's life.
    fn pon(&self, digest: &Digest) -> i32 {
        let (eyes, estimate) = (digest.half_eyes as i32, digest.pon_estimate);
        match (self.class, self.reason) {
            (Class::Dead, _) => estimate.min(-1 - (2 - eyes).max(0)),
            (Class::Alive, ClassReason::Eyes) => estimate.max(1 + (eyes - 4) / 2),
            (Class::Alive, _) => estimate.max(1),
            (Class::VeryWeak, ClassReason::Unsettled | ClassReason::Read) => 0,
            _ if digest.sealed => estimate.min(0),
            _ => estimate,
        }
    }
}
