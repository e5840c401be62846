//! What is certain while a game is still being judged: the first faults with their comments, told at once.

use super::assemble;
use super::audience::Audience;
use super::comment::{Comment, Commentator, Subject};
use super::looks::{Looking, Looks, Stage};
use super::phases::Phases;
use super::verdict::Weighed;
use super::verdicts;

/// Comments made before the game is judged as a whole. They are made again at the end, where they may say more.
pub struct Early<'a> {
    looking: &'a Looking<'a>,
    audience: &'a Audience,
    phases: Phases,
    commentator: Commentator<'a>,
    told: Vec<(usize, Comment)>,
}

impl<'a> Early<'a> {
    pub fn new(
        looking: &'a Looking<'a>,
        audience: &'a Audience,
        phases: Phases,
        commentator: Commentator<'a>,
    ) -> Early<'a> {
        Early { looking, audience, phases, commentator, told: Vec::new() }
    }

    /// Comments the faults that are new among the looks, and tells everything known so far to whoever follows.
    pub fn hear(&mut self, looks: &Looks) {
        let cx = self.looking.cx;
        let (mut weighed, units) = verdicts(self.looking, looks, self.audience);
        // what a move did to the game is not known before its end
        weighed.iter_mut().for_each(|m| (m.decisive, m.turning) = (false, None));
        let prepared = self.looking.prepared;
        for &i in &looks.early {
            let is_new = !self.told.iter().any(|told| told.0 == i);
            if !is_new || !weighed[i].is_mistake() || cx.go_on().is_err() {
                continue;
            }
            let subject = Subject {
                before: &prepared.positions[i],
                after: &prepared.positions[i + 1],
                weighed: &weighed[i],
                judged: &looks.judged[i],
                answer: &looks.judged[i + 1],
                passed: None,
                natural: None,
                unit: units.iter().find(|unit| unit.blamed == Some(i + 1)),
                last: i.checked_sub(1).map(|last| &weighed[last]),
            };
            self.told.push((i, self.commentator.comment(&subject)));
        }
        if cx.progress.is_some() {
            let so_far = assemble::so_far(looks, &weighed, &self.comments(&weighed), self.phases);
            let done = Stage::First.at(looks.judged.len(), prepared.positions.len());
            cx.report_partial(done, Stage::WHOLE, format!("reviewing {}", self.looking.title), so_far);
        }
    }

    /// The comments, each at its move, as far as it is still a fault.
    pub fn comments(&self, weighed: &[Weighed]) -> Vec<Option<Comment>> {
        let mut comments = vec![None; weighed.len()];
        for (i, comment) in self.told.iter().filter(|told| weighed.get(told.0).is_some_and(Weighed::is_mistake)) {
            comments[*i] = Some(comment.clone());
        }
        comments
    }
}
