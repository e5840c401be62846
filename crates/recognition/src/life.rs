//! Which groups are dead, how likely the others live, and their classes.

use crate::ask::Status;
use crate::distance::Ground;
use crate::fate::{End, Fate, Life, Turn};
use crate::groups::{Class, ClassReason, Group};
use crate::owners::Owners;
use crate::potential::Potential;
use crate::questions::Questions;
use crate::recognise::Tools;
use crate::settings::Settings;
use crate::strength;
use crate::strings::Strings;
use crate::survival;
use crate::view::View;
use gosedai_board::{Board, Color, Move, PointSet};
use gosedai_reading::{DISPUTED_PROOF, LARGE_DISPUTED_PROOF, STANDARD_PROOF};

/// What is clear without comparing groups: lost by the owners from outside, captured, dead in the round before, alive
/// by eyes. `before` are the groups of that round.
pub(crate) fn first_look(
    groups: &mut [Group],
    before: &[Group],
    view: &View,
    strings: &Strings,
    settings: &Settings,
    questions: &mut Questions,
) {
    let shut_in_stones = Color::BOTH.map(|color| {
        let own = groups.iter().filter(|group| group.color == color && group.is_sealed() && group.half_eyes < 4);
        own.fold(PointSet::EMPTY, |all, group| all.union(&group.stones))
    });
    for group in groups.iter_mut() {
        let owners = questions.owners();
        // a group is dead only if it is lost even when its owner moves first
        let first = owners.map(|owners| owners.life(&group.stones, group.color, group.color));
        let second = owners.map(|owners| owners.life(&group.stones, group.color, group.color.opponent()));
        let mut given_up = first.is_some_and(|chance| chance < settings.owners_dead);
        // a proof overrules every expectation
        let mut read = None;
        let beside_weak = group.stones.grown().intersects(&shut_in_stones[group.color.opponent().index()]);
        let is_large = group.is_sealed() && group.size >= LARGE;
        if given_up && (beside_weak || is_large || shut_in(group, settings)) {
            let nodes = match (beside_weak, is_large) {
                (true, true) => LARGE_DISPUTED_PROOF,
                (false, false) => STANDARD_PROOF,
                _ => DISPUTED_PROOF,
            };
            let life = questions.life_within(&group.stones, nodes);
            match life.fate() {
                // it is not lost if it moves first, or the rule of races has the last word
                Fate::Open => given_up = life.first.end == End::Unknown && !takes_a_rival(group, strings),
                _ => read = Some(life),
            }
        }
        // eyes that are counted by their shape may be taken away: whoever expects the owners must agree
        let is_safe = |chance: Option<f64>| chance.is_none_or(|chance| chance >= settings.owners_alive);
        let mut has_eyes = group.half_eyes >= 4 && (!group.is_sealed() || is_safe(first) && is_safe(second));
        if has_eyes && group.is_sealed() && is_small(group, settings) {
            has_eyes = matches!(questions.life(&group.stones).second.end, End::Lives | End::Unknown);
        }
        let hopeful = first.is_some_and(|chance| chance > settings.owners_hope);
        let captured =
            || !hopeful && group.strings.iter().all(|&s| strings.list[usize::from(s)].status == Status::Dead);
        (group.class, group.reason, group.life) = if let Some(life) = read {
            (read_class(life.fate()), ClassReason::Read, life)
        } else if given_up {
            (Class::Dead, ClassReason::Owners, Life::of(Fate::Dead))
        } else if captured() {
            (Class::Dead, ClassReason::Captured, Life::of(Fate::Dead))
        } else if view.dead.contains(group.head) {
            let (reason, life) = as_before(group, before);
            (Class::Dead, reason, life)
        } else if has_eyes {
            (Class::Alive, ClassReason::Eyes, Life::of(Fate::Alive))
        } else {
            (Class::Stable, ClassReason::Chance, Life::of(Fate::Open))
        };
        group.strength_alone = strength::alone(group, settings);
    }
    count_races(groups, settings, questions);
}

/// Stones of a sealed-in group that is not given up without a longer look.
const LARGE: usize = 8;

/// Where two neighbours cannot get out, neither was read to the end nor has its eyes, and the race can be counted, the count
/// decides. It does not make a group dead that was given up anyway: that says less than why it was.
fn count_races(groups: &mut [Group], settings: &Settings, questions: &mut Questions) {
    for i in 0..groups.len() {
        for j in 0..groups.len() {
            let (one, other) = (&groups[i], &groups[j]);
            let is_given_up = one.class == Class::Dead && one.reason == ClassReason::Owners;
            let are_rivals = one.color != other.color && is_rival(other, one);
            // a pair of which neither is given up is counted once
            let is_open =
                || i < j && is_undecided(one, settings) && is_undecided(other, settings) && is_rival(one, other);
            if !are_rivals || !(is_given_up || is_open()) || !one.stones.grown().intersects(&other.stones) {
                continue;
            }
            let lives = questions.counted_race([one, other]);
            let says_more = |lives: &[Life; 2]| !is_given_up || lives[0].fate() != Fate::Dead;
            let Some(lives) = lives.filter(says_more) else { continue };
            for (at, life) in [i, j].into_iter().zip(lives) {
                let group = &mut groups[at];
                group.class = read_class(life.fate());
                (group.reason, group.life) = (ClassReason::Read, life);
            }
        }
    }
}

/// Sealed in beside another, and not so small that taking it would be no life.
fn is_rival(group: &Group, of: &Group) -> bool {
    group.is_sealed() && 2 * group.size >= of.size
}

/// Worth a count: to find the safe stones around a race takes time.
fn is_undecided(group: &Group, settings: &Settings) -> bool {
    group.reason == ClassReason::Chance && group.size >= COUNTED && shut_in(group, settings)
}

/// Stones of a group whose race is counted though nobody has given it up. Those of fewer are read as captures.
const COUNTED: usize = 4;

/// The class of a group whose fate was read to the end.
fn read_class(fate: Fate) -> Class {
    match fate {
        Fate::Alive | Fate::Seki => Class::Alive,
        Fate::Dead => Class::Dead,
        Fate::Unsettled | Fate::Ko | Fate::Open => Class::VeryWeak,
    }
}

/// Why a group that was dead in the round before is dead. Before the first round only what reading captures is.
fn as_before(group: &Group, before: &[Group]) -> (ClassReason, Life) {
    match before.iter().find(|old| old.stones.contains(group.head)) {
        None => (ClassReason::Captured, Life::of(Fate::Dead)),
        Some(old) if old.stones == group.stones => (old.reason, old.life.clone()),
        // a proof was about other stones
        Some(old) if old.reason == ClassReason::Read => (ClassReason::NoRoom, Life::of(Fate::Dead)),
        Some(old) => (old.reason, Life::of(Fate::Dead)),
    }
}

/// What groups are judged by, beside their own figures.
pub(crate) struct Judge<'a> {
    pub tools: &'a Tools<'a>,
    pub view: &'a View<'a>,
    pub strings: &'a Strings,
    pub ground: Ground<'a>,
    /// Of all living stones radiating alike.
    pub potential: Potential,
    pub progress: f64,
    pub to_play: Color,
}

impl Judge<'_> {
    /// Judges those of the groups that are asked for.
    pub fn judge(&self, groups: &mut [Group], asked: impl Fn(&Group) -> bool, questions: &mut Questions) {
        for i in 0..groups.len() {
            if asked(&groups[i]) {
                self.judge_one(groups, i, questions);
            }
        }
    }

    /// The neighbours of a group, its chance to live, its class and its PON.
    fn judge_one(&self, groups: &mut [Group], i: usize, questions: &mut Questions) {
        let group = &mut groups[i];
        if !self.view.dead.contains(group.head) {
            group.near = self.ground.near(i as u16, &group.stones, self.tools.profile.reach);
        }
        if group.class != Class::Dead {
            self.rate_chance(groups, i, questions.owners());
        }
        if groups[i].reason == ClassReason::Chance {
            self.classify(groups, i, questions);
        }
        groups[i].pon = pon(&groups[i]);
    }

    fn rate_chance(&self, groups: &mut [Group], i: usize, owners: Option<&Owners>) {
        let group = &groups[i];
        let (own, enemy) = (group.color, group.color.opponent());
        let figures = survival::figures_at(group, groups, &self.potential, &self.strings.list, enemy, self.progress);
        let chances = survival::chances(&figures, &self.tools.settings.survival);
        let group = &mut groups[i];
        group.survival_first = chances.first;
        group.survival_second = chances.second;
        group.survival = if own == self.to_play { chances.first } else { chances.second };
        // what stones radiate does not depend on whose turn it is
        group.radiates = chances.radiates * own.sign() as i8;
        if let Some(owners) = owners {
            let brief = |chance: f64| (chance * 1000.0 + 0.5).floor() / 1000.0;
            let chance = |mover: Color| owners.life(&group.stones, own, mover);
            group.survival = brief(chance(self.to_play));
            group.survival_first = brief(chance(own));
            group.survival_second = brief(chance(enemy));
            let either = 0.5 * (group.survival_first + group.survival_second);
            group.radiates = (8.0 * (2.0 * either - 1.0).max(0.0)).round() as i8 * 2 * own.sign() as i8;
        }
    }

    /// The class of a group that is neither captured nor has two eyes.
    fn classify(&self, groups: &mut [Group], i: usize, questions: &mut Questions) {
        let settings = self.tools.settings;
        let group = &groups[i];
        let is_advised = questions.owners().is_some();
        let read = if is_small(group, settings) { questions.life(&group.stones) } else { Life::of(Fate::Open) };
        let fate = read.fate();
        let (class, reason, life) = match fate {
            Fate::Alive | Fate::Seki | Fate::Dead | Fate::Unsettled | Fate::Ko => {
                (read_class(fate), ClassReason::Read, fate)
            }
            // lost if the opponent moves first, but the enemy beside it can be taken: two neighbours cannot both be lost
            Fate::Open if read.second.end == End::Dies && takes_a_rival(group, self.strings) => {
                (Class::VeryWeak, ClassReason::Race, Fate::Unsettled)
            }
            // it depends on who moves first
            Fate::Open
                if is_advised
                    && group.survival_first >= settings.owners_lives
                    && group.survival_second <= 1.0 - settings.owners_lives =>
            {
                (Class::VeryWeak, ClassReason::Owners, Fate::Unsettled)
            }
            Fate::Open if !is_advised && group.survival_first < settings.class_dead && group.is_surrounded() => {
                if races(group, groups, settings) {
                    (Class::VeryWeak, ClassReason::Race, Fate::Open)
                } else if group.half_eyes == 3 {
                    (Class::VeryWeak, ClassReason::Unsettled, Fate::Unsettled)
                } else {
                    (Class::Dead, ClassReason::NoRoom, Fate::Dead)
                }
            }
            Fate::Open => (by_chance(group.survival, settings), ClassReason::Chance, Fate::Open),
        };
        let group = &mut groups[i];
        (group.class, group.reason) = (class, reason);
        group.life = if reason == ClassReason::Read { read } else { Life::of(life) };
        if class == Class::Dead {
            (group.survival, group.survival_first, group.survival_second, group.radiates) = (0.0, 0.0, 0.0, 0);
        }
    }
}

/// Would the group, moving first, capture an enemy string beside it that is about as large?
fn takes_a_rival(group: &Group, strings: &Strings) -> bool {
    let list = &strings.list;
    let mut beside = group.strings.iter().flat_map(|&own| &list[usize::from(own)].enemies);
    beside.any(|&enemy| {
        let enemy = &list[usize::from(enemy)];
        enemy.status.is_danger() && 2 * enemy.stones.len() >= group.size
    })
}

/// Stones are not captured for good by a group that may fall itself: what is proved of them counts, or else the line in which
/// their captor is taken while they stand.
pub(crate) fn free_prisoners(groups: &mut [Group], board: &Board, questions: &mut Questions) {
    for i in 0..groups.len() {
        let group = &groups[i];
        if group.class != Class::Dead || group.reason == ClassReason::Read {
            continue;
        }
        let may_fall = |captor: &&Group| {
            captor.color != group.color
                && (captor.class, captor.reason) == (Class::VeryWeak, ClassReason::Read)
                && captor.stones.grown().intersects(&group.stones)
        };
        let Some(captor) = groups.iter().find(may_fall) else { continue };
        let mut life = questions.life_within(&group.stones, DISPUTED_PROOF);
        let mut reason = ClassReason::Read;
        let fall = &captor.life.second;
        if life.first.end == End::Unknown && fall.end == End::Dies && stands_after(board, group, captor, &fall.line) {
            life.first = Turn { end: End::Lives, ..fall.clone() };
            reason = ClassReason::Race;
        }
        if life.first.end != End::Unknown && life.second.end == End::Unknown {
            life.second = Life::of(Fate::Dead).second;
        }
        if life.fate() != Fate::Open {
            let group = &mut groups[i];
            (group.class, group.reason, group.life) = (read_class(life.fate()), reason, life);
        }
    }
}

/// Is the captor gone and the prisoner still there after these moves, the first of them the prisoner's?
fn stands_after(board: &Board, prisoner: &Group, captor: &Group, line: &[Move]) -> bool {
    let mut board = board.clone();
    let mut mover = prisoner.color;
    for point in line.iter().map(|play| play.point()) {
        match point {
            Some(point) if board.is_legal(point, mover) => drop(board.play(point, mover)),
            Some(_) => return false,
            None => {}
        }
        mover = mover.opponent();
    }
    let has = |group: &Group| group.stones.intersection(&board.stone_set(group.color));
    has(captor).is_empty() && has(prisoner) == prisoner.stones
}

/// Two groups that touch cannot both be dead: the one that is better off is in a race. This overrules
/// every other source that calls them dead.
pub(crate) fn settle_races(groups: &mut [Group], owners: Option<&Owners>) {
    let hope = |group: &Group| {
        let chance = owners.map_or(0.0, |owners| owners.life(&group.stones, group.color, group.color));
        (chance, group.liberty_count, group.size)
    };
    for i in 0..groups.len() {
        for j in i + 1..groups.len() {
            let (one, other) = (&groups[i], &groups[j]);
            let are_dead = one.class == Class::Dead && other.class == Class::Dead;
            if are_dead && one.color != other.color && one.stones.grown().intersects(&other.stones) {
                let better = if hope(one) >= hope(other) { i } else { j };
                let group = &mut groups[better];
                (group.class, group.reason, group.life) =
                    (Class::VeryWeak, ClassReason::Race, Life::of(Fate::Unsettled));
            }
        }
    }
}

fn by_chance(survival: f64, settings: &Settings) -> Class {
    if survival >= settings.class_stable {
        Class::Stable
    } else if survival >= settings.class_weak {
        Class::Weak
    } else {
        Class::VeryWeak
    }
}

/// Without two eyes, and with too little room to make them.
fn shut_in(group: &Group, settings: &Settings) -> bool {
    group.half_eyes < 4 && is_small(group, settings)
}

fn is_small(group: &Group, settings: &Settings) -> bool {
    group.room.is_some_and(|room| room <= settings.dead_space)
}

/// Does the group touch an enemy that is shut in too and has no more moves?
fn races(group: &Group, groups: &[Group], settings: &Settings) -> bool {
    shut_in(group, settings)
        && group.near.iter().any(|&(other, distance)| {
            let other = &groups[usize::from(other)];
            let rival = distance == 1 && other.color != group.color;
            rival && shut_in(other, settings) && other.moves <= group.moves
        })
}

/// The estimate of the PON, replaced by what is known of the group's life.
fn pon(group: &Group) -> i32 {
    let (eyes, estimate) = (group.half_eyes as i32, group.pon_estimate);
    match (group.class, group.reason) {
        (Class::Dead, _) => estimate.min(-1 - (2 - eyes).max(0)),
        (Class::Alive, ClassReason::Eyes) => estimate.max(1 + (eyes - 4) / 2),
        (Class::Alive, _) => estimate.max(1),
        (Class::VeryWeak, ClassReason::Unsettled | ClassReason::Read) => 0,
        _ if group.is_sealed() => estimate.min(0),
        _ => estimate,
    }
}
