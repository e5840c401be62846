//! Both strengths and importance; only the last round needs them. What neither changed itself nor lies near a change is
//! taken over. Here all that was found out about a group goes into the model.

use super::{Stage, Tools};
use crate::groups::Class;
use crate::pon;
use crate::strength;
use crate::strings::Strings;
use gosedai_board::Color;

/// Working memory, group by group: whose strength among its neighbours and whose strength against enemies must be computed;
/// nearness is mutual, so those who changed mark their neighbours.
#[derive(Clone, Debug, Default)]
pub(super) struct Rating {
    hears: Vec<bool>,
    presses: Vec<bool>,
    tellers: Vec<u16>,
    list: Vec<u16>,
}

/// Lists those that are marked. Which they are is as good as a toss-up: better no branch for each.
fn marked(marks: &[bool], list: &mut Vec<u16>) {
    list.clear();
    list.resize(marks.len(), 0);
    let mut count = 0;
    for (i, &mark) in marks.iter().enumerate() {
        list[count] = i as u16;
        count += usize::from(mark);
    }
    list.truncate(count);
}

impl Stage {
    pub fn rate(&mut self, tools: &Tools, strings: &Strings, to_play: Color) {
        let count = self.groups.len();
        let Rating { hears, presses, tellers, list } = &mut self.rating;
        for marks in [&mut *hears, presses] {
            marks.clear();
            marks.resize(count, false);
        }
        tellers.clear();
        for (i, (hot, brief)) in self.hot.iter_mut().zip(&mut self.briefs).enumerate() {
            brief.strength_alone = hot.digest.alone(hot.verdict.class);
            let rated = &mut hot.rated;
            let now = (brief.pon, brief.strength_alone, brief.size);
            let differs = now != (rated.pon, rated.alone, rated.size);
            hears[i] |= differs || !rated.holds;
            presses[i] |= !rated.holds;
            if differs {
                tellers.push(i as u16);
            }
        }
        for &teller in tellers.iter() {
            let (brief, rated) = (&self.briefs[teller as usize], &mut self.hot[teller as usize].rated);
            let pon = rated.pon.max(0) != brief.pon.max(0);
            let reach = if rated.alone != brief.strength_alone { strength::CORRECTION_REACH } else { 0 };
            let worth_reach = if rated.size != brief.size { strength::CUT_REACH } else { 0 };
            (rated.pon, rated.alone, rated.size) = (brief.pon, brief.strength_alone, brief.size);
            for &(other, distance) in &self.groups[teller as usize].near {
                let friend = self.briefs[other as usize].color == brief.color;
                hears[other as usize] |= (distance <= reach) | (friend & pon) | (!friend & (distance <= worth_reach));
            }
        }
        tellers.clear();
        marked(hears, list);
        for i in list.iter().map(|&i| usize::from(i)) {
            let (hot, group, own) = (&mut self.hot[i], &self.groups[i], self.briefs[i]);
            let among = strength::among(group, &own, &self.briefs, tools.settings, tools.profile);
            (hot.rated.corrected, hot.rated.importance) = (among.strength, among.importance);
            if among.r != hot.rated.r {
                (hot.rated.r, self.briefs[i].r) = (among.r, among.r);
                tellers.push(i as u16);
            }
        }
        // only enemies press
        for &teller in tellers.iter() {
            presses[teller as usize] = true;
            let color = self.briefs[teller as usize].color;
            for &(other, _) in &self.groups[teller as usize].near {
                presses[other as usize] |= self.briefs[other as usize].color != color;
            }
        }
        marked(presses, list);
        for i in list.iter().map(|&i| usize::from(i)) {
            let (s, z) = pon::strength_and_size(&self.groups[i], &self.briefs[i], &self.briefs, tools.profile);
            let rated = &mut self.hot[i].rated;
            (rated.s, rated.z, rated.holds) = (s, z, true);
            rated.t = s.map(|s| pon::tidy(s * z));
        }
        self.show(strings, to_play);
    }

    /// Puts what is known of the groups into them.
    fn show(&mut self, strings: &Strings, to_play: Color) {
        let other_numbers = std::mem::replace(&mut self.shown, strings.numbering) != strings.numbering;
        self.weak.clear();
        self.weak.extend(self.hot.iter().map(|hot| hot.verdict.class.is_weak()));
        for (i, group) in self.groups.iter_mut().enumerate() {
            let (hot, brief) = (&self.hot[i], &self.briefs[i]);
            let turn = usize::from(brief.color == to_play);
            (group.pon, group.r, group.strength_alone) = (brief.pon, brief.r, brief.strength_alone);
            let verdict = &hot.verdict;
            (group.class, group.reason, group.life) = (verdict.class, verdict.reason, verdict.life);
            (group.survival, group.survival_first) = (verdict.survival, verdict.survival_first);
            group.radiates = verdict.radiates;
            let rated = &hot.rated;
            (group.z, group.importance) = (rated.z, rated.importance);
            (group.pon_strength, group.t, group.strength) = match verdict.class {
                Class::Dead => (0.0, 0.0, 0.0),
                Class::Alive => (rated.s[turn], rated.t[turn], 1.0),
                _ => (rated.s[turn], rated.t[turn], rated.corrected),
            };
            if other_numbers {
                group.strings.clear();
            }
        }
        self.group_of.clear();
        self.group_of.extend(strings.list.iter().map(|string| self.group_at[string.head.index()]));
        if other_numbers {
            for (string, &group) in self.group_of.iter().enumerate() {
                self.groups[group as usize].strings.push(string as u16);
            }
        }
    }
}
