//! Why a move is good, in words: which groups it makes stronger or larger, which it presses.

use super::situation::Usual;
use super::{Fuseki, Opening, OpeningGroup, Ranked, terms};
use gosedai_board::{Color, Move, Position};
use gosedai_explain::Evidence;

/// Changes smaller than this are not worth a sentence.
const WORTH_SAYING: f64 = 0.8;

/// Continuations rarer than this are not called usual.
const USUAL: f64 = 0.01;

impl Fuseki {
    /// Evidence for a move: the groups whose expected territory it changes most.
    pub fn why(&mut self, position: &Position, ranked: &Ranked) -> Evidence {
        let side = position.to_play();
        let before = self.evaluate(position.board(), side, side);
        let mut board = position.board().clone();
        board.play(ranked.point, side);
        let after = self.evaluate(&board, side, side.opponent());
        let mut evidence = Evidence::new("fuseki.move")
            .arg("color", side)
            .arg("move", Move::Play(ranked.point))
            .arg("value", ranked.value)
            .arg("before", before.value)
            .arg("after", after.value);
        // what is usual there, where the profile counts it
        if self.extras.terms.any() {
            let [corner, answer] = terms::Look::new(position, &self.book).usual(ranked.point);
            let corner_rule = match corner {
                Some(usual) if usual.answered => "fuseki.corner_answer",
                _ => "fuseki.corner",
            };
            for (usual, rule) in [(corner, corner_rule), (answer, "fuseki.answer")] {
                if let Some(Usual { share: Some(share), seen, .. }) = usual
                    && share >= USUAL
                {
                    let percent = (share * 1000.0).round() / 10.0;
                    evidence = evidence.because(Evidence::new(rule).arg("percent", percent).arg("seen", seen as usize));
                }
            }
        }
        for part in &ranked.parts {
            let rule = match part.name {
                "urgency" => "fuseki.urgency",
                "reply" => "fuseki.reply",
                _ => continue,
            };
            evidence = evidence.because(Evidence::new(rule).arg("value", part.value));
        }
        let mut changes = changes(&before, &after, side);
        changes.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
        changes.into_iter().take(4).fold(evidence, |evidence, (_, change)| evidence.because(change))
    }
}

/// What became of every group, with how much it means for `side`.
fn changes(before: &Opening, after: &Opening, side: Color) -> Vec<(f64, Evidence)> {
    let mut out = Vec::new();
    for new in &after.groups {
        // the group it was: of those it holds now, the largest before
        let old = before
            .groups
            .iter()
            .filter(|old| old.shape.color == new.shape.color && old.shape.stones.intersects(&new.shape.stones))
            .max_by_key(|old| (old.shape.stones.len(), std::cmp::Reverse(old.shape.head)));
        let own = new.shape.color == side;
        let sign = if own { 1.0 } else { -1.0 };
        let Some(old) = old else {
            out.push((new.pon.t * sign, group(Evidence::new("fuseki.new"), new)));
            continue;
        };
        let gain = (new.pon.t - old.pon.t) * sign;
        let stronger = new.pon.s - old.pon.s;
        if gain.abs() < WORTH_SAYING {
            continue;
        }
        let rule = match (own, stronger.abs() >= 0.05, gain > 0.0) {
            (true, true, true) => "fuseki.strengthens",
            (true, true, false) => "fuseki.weakens_own",
            (true, false, true) => "fuseki.grows",
            (true, false, false) => "fuseki.crowds",
            (false, true, true) => "fuseki.presses",
            (false, true, false) => "fuseki.helps",
            (false, false, true) => "fuseki.shrinks",
            (false, false, false) => "fuseki.leaves",
        };
        let evidence = group(Evidence::new(rule), new)
            .arg("s_before", old.pon.s)
            .arg("s_after", new.pon.s)
            .arg("t_before", old.pon.t)
            .arg("t_after", new.pon.t);
        out.push((gain, evidence));
    }
    out
}

fn group(evidence: Evidence, group: &OpeningGroup) -> Evidence {
    evidence
        .arg("color", group.shape.color)
        .arg("at", group.shape.head)
        .arg("stones", group.shape.stones.len())
        .arg("s", group.pon.s)
        .arg("t", group.pon.t)
        .mark("stones", group.shape.stones)
}
