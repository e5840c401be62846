//! Both strengths and importance; only the last round needs them. What neither changed itself nor lies near a change is
//! taken over.

use super::{Stage, Tools, Work};
use crate::brief::Brief;
use crate::groups::{Class, Group};
use crate::pon;
use crate::strength;
use gosedai_board::Color;

impl Stage {
    pub fn rate(&mut self, tools: &Tools, to_play: Color) {
        let count = self.groups.len();
        // what others look at: the PON, the strength by itself, and the group being another one
        let Work { mut briefs, mut told, mut moved } = std::mem::take(&mut self.work);
        told.clear();
        told.resize(count, false);
        briefs.clear();
        for (i, (group, memo)) in self.groups.iter_mut().zip(&mut self.memos).enumerate() {
            group.strength_alone = strength::alone(group, tools.settings);
            let rated = &mut memo.rated;
            told[i] = !rated.holds || rated.pon != group.pon || rated.alone != group.strength_alone;
            (rated.pon, rated.alone) = (group.pon, group.strength_alone);
            briefs.push(Brief::of(group));
        }
        let heard = |group: &Group, told: &[bool]| group.near.iter().any(|&(other, _)| told[other as usize]);
        moved.clone_from(&told);
        for i in 0..count {
            if told[i] || heard(&self.groups[i], &told) {
                let r = pon::same_colour_strength(&self.groups[i], &briefs, tools.profile);
                moved[i] |= r != self.memos[i].rated.r;
                self.memos[i].rated.r = r;
                let (corrected, importance) = strength::corrected(&self.groups[i], &briefs, tools.settings);
                let rated = &mut self.memos[i].rated;
                (rated.corrected, rated.importance) = (corrected, importance);
            }
            let r = self.memos[i].rated.r;
            (self.groups[i].r, briefs[i].r) = (r, r);
        }
        for i in 0..count {
            if moved[i] || heard(&self.groups[i], &moved) {
                let (s, z) = pon::strength_and_size(&self.groups[i], &briefs, tools.profile);
                let rated = &mut self.memos[i].rated;
                (rated.s, rated.z, rated.holds) = (s, z, true);
            }
            let rated = self.memos[i].rated;
            let group = &mut self.groups[i];
            let s = rated.s[usize::from(group.color == to_play)];
            group.z = rated.z;
            group.importance = rated.importance;
            (group.pon_strength, group.t, group.strength) = match group.class {
                Class::Dead => (0.0, 0.0, 0.0),
                Class::Alive => (s, pon::tidy(s * rated.z), 1.0),
                _ => (s, pon::tidy(s * rated.z), rated.corrected),
            };
        }
        self.work = Work { briefs, told, moved };
    }
}
