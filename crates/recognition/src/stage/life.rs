//! Which groups are dead, how likely the others live, and their classes.

use super::{Changes, Stage, Tools, Work};
use crate::ask::{Ask, Status};
use crate::brief::Brief;
use crate::groups::{Class, ClassReason, Group, ROOM_LIMIT};
use crate::owners::Owners;
use crate::settings::Settings;
use crate::strength;
use crate::strings::Strings;
use crate::survival::{self, Neighbours};
use crate::view::View;
use gosedai_board::Color;

impl Stage {
    /// What is plain without comparing: captured, and alive by eyes.
    pub(super) fn first_look(&mut self, tools: &Tools, view: &View, strings: &Strings, owners: Option<&Owners>) {
        let lost_by_owners = tools.settings.owners_dead;
        for (group, memo) in self.groups.iter_mut().zip(&mut self.memos) {
            let mut lost = [0; 2];
            for string in group.strings.iter().map(|&s| &strings.list[s as usize]) {
                match string.status {
                    Status::Neutral => lost[0] += string.size,
                    Status::Dead => lost[1] += string.size,
                    _ => {}
                }
            }
            memo.changed |= lost != memo.lost;
            memo.lost = lost;
            let chance = owners.map(|owners| owners.life(&group.stones, group.color));
            (group.class, group.reason, group.life) = if chance.is_some_and(|chance| chance < lost_by_owners) {
                (Class::Dead, ClassReason::Owners, Status::Dead)
            } else if lost[1] == group.size {
                (Class::Dead, ClassReason::Captured, Status::Dead)
            } else if view.dead.contains(group.head) {
                (Class::Dead, ClassReason::NoRoom, Status::Dead)
            } else if group.half_eyes >= 4 {
                (Class::Alive, ClassReason::Eyes, Status::Alive)
            } else {
                (Class::Stable, ClassReason::Chance, Status::Unknown)
            };
        }
    }

    /// Chances to live.
    pub(super) fn rate_survival(
        &mut self,
        tools: &Tools,
        view: &View,
        to_play: Color,
        changes: &Changes,
        owners: Option<&Owners>,
    ) {
        let Work { mut briefs, told: mut outward, moved } = std::mem::take(&mut self.work);
        outward.clear();
        briefs.clear();
        for (group, memo) in self.groups.iter_mut().zip(&mut self.memos) {
            group.strength_alone = strength::alone(group, tools.settings);
            let differs = group.strength_alone != memo.alone;
            memo.alone = group.strength_alone;
            memo.changed |= differs;
            outward.push(memo.fresh || differs);
            briefs.push(Brief::of(group));
        }
        let stones = view.stones[0].len() + view.stones[1].len();
        let progress = survival::progress(stones);
        let weights = &tools.settings.survival;
        let turn = survival::Turn::new(weights);
        for i in 0..self.groups.len() {
            let group = &self.groups[i];
            if group.class == Class::Dead {
                // it is rated when it lives again
                self.memos[i].chance = None;
                let group = &mut self.groups[i];
                (group.survival, group.survival_first, group.radiates) = (0.0, 0.0, 0);
                continue;
            }
            let memo = &self.memos[i];
            let anew = memo.changed || memo.chance.is_none();
            let near_again = anew || group.near.iter().any(|&(other, _)| outward[other as usize]);
            let memo = &mut self.memos[i];
            if anew {
                let [first, second, ..] = &group.dame.orders;
                memo.around_at = first.union(second).union(&group.liberties);
            }
            if anew || memo.around_at.intersects(&changes.radiated) {
                memo.around = survival::around(group, |point| self.potential.whole_at(point));
            }
            if anew {
                let figures = survival::Figures::of(group, &Neighbours::default(), 0.0, memo.lost);
                memo.chance = Some(figures.weighed(group, weights));
            }
            if near_again {
                memo.neighbours = Neighbours::of(group, &briefs).weighed(weights);
            }
            let weighed = memo.chance.unwrap_or_default().with(memo.neighbours);
            let chances = weighed.chances(memo.around, progress, &turn);
            let group = &mut self.groups[i];
            group.survival_first = chances.first;
            group.survival = if group.color == to_play { chances.first } else { chances.second };
            // what stones radiate does not depend on whose turn it is
            group.radiates = chances.radiates * group.color.sign() as i8;
            if let Some(owners) = owners {
                let chance = owners.life(&group.stones, group.color);
                group.survival = (chance * 1000.0 + 0.5).floor() / 1000.0;
                group.survival_first = group.survival;
                group.radiates = (8.0 * (2.0 * chance - 1.0).max(0.0)).round() as i8 * 2 * group.color.sign() as i8;
            }
        }
        self.work = Work { briefs, told: outward, moved };
    }

    /// Which groups are dead, and the classes of the others.
    pub(super) fn judge_life(&mut self, tools: &Tools, view: &View, changes: &Changes, ask: &mut dyn Ask) {
        let settings = tools.settings;
        // those who are shut in without two eyes, with the moves they have
        let shut_in = |g: &Group| {
            let little_room = g.room.is_some_and(|room| room <= settings.dead_space);
            (g.half_eyes < 4 && little_room).then_some(g.moves)
        };
        for i in 0..self.groups.len() {
            let memo = &mut self.memos[i];
            if memo.life.as_ref().is_some_and(|life| life.depends.intersects(&changes.dirty)) {
                memo.life = None;
            }
            if self.groups[i].reason == ClassReason::Chance {
                let group = &self.groups[i];
                let own = shut_in(group);
                let read = match own {
                    Some(_) => memo.life.get_or_insert_with(|| ask.life(view.board, &group.stones)).status,
                    None => Status::Unknown,
                };
                let rival = |&(other, distance): &(u16, u8)| {
                    let other = &self.groups[other as usize];
                    distance == 1
                        && other.color != group.color
                        && shut_in(other).zip(own).is_some_and(|(theirs, ours)| theirs <= ours)
                };
                let races = || group.near.iter().any(rival);
                let verdict = classify(group, read, races, settings);
                let group = &mut self.groups[i];
                (group.class, group.reason, group.life) = verdict;
            }
            self.groups[i].settle_pon();
        }
    }
}

/// The class of a group that is neither captured nor has two eyes.
fn classify(
    group: &Group,
    read: Status,
    races: impl Fn() -> bool,
    settings: &Settings,
) -> (Class, ClassReason, Status) {
    let surrounded = group.room.is_some_and(|room| room < ROOM_LIMIT);
    let by_chance = if group.survival >= settings.class_stable {
        Class::Stable
    } else if group.survival >= settings.class_weak {
        Class::Weak
    } else {
        Class::VeryWeak
    };
    match read {
        Status::Alive => (Class::Alive, ClassReason::Read, Status::Alive),
        Status::Dead => (Class::Dead, ClassReason::Read, Status::Dead),
        Status::Neutral => (Class::VeryWeak, ClassReason::Read, Status::Neutral),
        Status::Unknown if group.survival_first < settings.class_dead && surrounded => {
            if races() {
                (Class::VeryWeak, ClassReason::Race, Status::Unknown)
            } else if group.half_eyes == 3 {
                (Class::VeryWeak, ClassReason::Unsettled, Status::Neutral)
            } else {
                (Class::Dead, ClassReason::NoRoom, Status::Dead)
            }
        }
        Status::Unknown => (by_chance, ClassReason::Chance, Status::Unknown),
    }
}

impl Group {
    /// The estimate of the PON, replaced by what is known of its life.
    fn settle_pon(&mut self) {
        let eyes = self.half_eyes as i32;
        self.pon = match (self.class, self.reason) {
            (Class::Dead, _) => self.pon_estimate.min(-1 - (2 - eyes).max(0)),
            (Class::Alive, ClassReason::Eyes) => self.pon_estimate.max(1 + (eyes - 4) / 2),
            (Class::Alive, _) => self.pon_estimate.max(1),
            (Class::VeryWeak, ClassReason::Unsettled | ClassReason::Read) => 0,
            _ if self.is_sealed() => self.pon_estimate.min(0),
            _ => self.pon_estimate,
        };
        if self.class == Class::Dead {
            (self.survival, self.survival_first, self.radiates) = (0.0, 0.0, 0);
        }
    }
}
