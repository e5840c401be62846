//! Both strengths and importance; only the last round needs them. What neither changed itself nor lies near a change is
//! taken over. Here all that was found out about a group goes into the model.

use super::{Stage, Tools, Work};
use crate::groups::Class;
use crate::pon;
use crate::strength;
use crate::strings::Strings;
use gosedai_board::Color;

impl Stage {
    pub fn rate(&mut self, tools: &Tools, strings: &Strings, to_play: Color) {
        // what others look at: the PON, the strength by itself, and the group being another one
        self.work.tellers.clear();
        for (i, (hot, brief)) in self.hot.iter_mut().zip(&mut self.briefs).enumerate() {
            brief.strength_alone = hot.digest.alone(hot.verdict.class);
            let rated = &mut hot.rated;
            if !rated.holds || rated.pon != brief.pon || rated.alone != brief.strength_alone {
                (rated.pon, rated.alone) = (brief.pon, brief.strength_alone);
                self.work.tellers.push(i as u16);
            }
        }
        self.hear();
        let Work { tellers, heard, .. } = &mut self.work;
        for &i in tellers.iter() {
            heard[usize::from(i)] = true;
        }
        for i in (0..self.groups.len()).filter(|&i| heard[i]) {
            let (group, own) = (&self.groups[i], self.briefs[i]);
            let rated = &mut self.hot[i].rated;
            (rated.corrected, rated.importance) = strength::corrected(group, &own, &self.briefs, tools.settings);
            let r = pon::same_colour_strength(group, &own, &self.briefs, tools.profile);
            if r != rated.r {
                rated.r = r;
                // told already or not: twice does not matter
                tellers.push(i as u16);
            }
        }
        for (brief, hot) in self.briefs.iter_mut().zip(&self.hot) {
            brief.r = hot.rated.r;
        }
        self.hear();
        for &i in &self.work.tellers {
            self.work.heard[usize::from(i)] = true;
        }
        for i in (0..self.groups.len()).filter(|&i| self.work.heard[i]) {
            let (s, z) = pon::strength_and_size(&self.groups[i], &self.briefs[i], &self.briefs, tools.profile);
            let rated = &mut self.hot[i].rated;
            (rated.s, rated.z, rated.holds) = (s, z, true);
            rated.t = s.map(|s| pon::tidy(s * z));
        }
        self.show(strings, to_play);
    }

    /// Marks those who have one of the tellers near them: nearness is mutual.
    fn hear(&mut self) {
        let Work { tellers, heard, .. } = &mut self.work;
        heard.clear();
        heard.resize(self.groups.len(), false);
        for &teller in tellers.iter() {
            for &(other, _) in &self.groups[teller as usize].near {
                heard[other as usize] = true;
            }
        }
    }

    /// Puts what is known of the groups into them.
    fn show(&mut self, strings: &Strings, to_play: Color) {
        let other_numbers = std::mem::replace(&mut self.shown, strings.numbering) != strings.numbering;
        self.group_of.clear();
        self.group_of.resize(strings.list.len(), 0);
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
                group.strings.extend(self.memos[i].strings.iter().map(|head| strings.at[head.index()]));
            }
            for &string in &group.strings {
                self.group_of[string as usize] = i as u16;
            }
        }
    }
}
