//! One line of an analysis: all candidates, best first, then what was asked for about the whole board. All for the side to move.

use gosedai_board::{Color, Move, Size};
use gosedai_engine::players::{Analysis, MoveInfo};

use super::Style;
use super::wishes::Wishes;

/// KataGo's sign for what a network does not tell.
const UNKNOWN: &str = "-1";

/// Nothing where there is no move to tell of: an empty line would end the answer.
pub fn line_of(analysis: &Analysis, wishes: &Wishes, style: Style, size: Size) -> String {
    let mut moves: Vec<&MoveInfo> = analysis.moves.iter().collect();
    moves.sort_by_key(|info| info.order);
    let searched = moves.iter().filter(|info| info.visits > 0).count();
    let count = searched.max(wishes.min_moves).max(1).min(wishes.max_moves);
    let view = View { to_play: analysis.to_play, size, style };
    let mut parts: Vec<String> = moves.iter().take(count).map(|info| view.info(info, wishes)).collect();
    if parts.is_empty() {
        return String::new();
    }
    if wishes.root_info {
        parts.push(view.root_info(analysis));
    }
    if let Some(ownership) = analysis.ownership.as_ref().filter(|_| wishes.ownership) {
        parts.push(format!("ownership {}", view.owners(ownership)));
    }
    if let Some(stdev) = analysis.ownership_stdev.as_ref().filter(|_| wishes.ownership_stdev) {
        parts.push(format!("ownershipStdev {}", view.rows(stdev, 1.0)));
    }
    parts.join(" ") + "\n"
}

struct View {
    to_play: Color,
    size: Size,
    style: Style,
}

impl View {
    fn info(&self, info: &MoveInfo, wishes: &Wishes) -> String {
        let pv = match info.pv.is_empty() {
            true => info.mv.to_string(),
            false => info.pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
        };
        let whole = |share: f64| (share * 10_000.0).round() as i64;
        let (mv, visits, order) = (info.mv, info.visits, info.order);
        let lead = info.score.map(|score| self.for_mover(score));
        let mut text = match self.style {
            // Sabaki's own command counts as Leela Zero does, and knows the lead besides
            Style::Leela | Style::Sabaki => {
                let lead = lead.filter(|_| self.style == Style::Sabaki);
                let lead = lead.map(|lead| format!(" scoreLead {lead:.2}")).unwrap_or_default();
                format!(
                    "info move {mv} visits {visits} winrate {}{lead} prior {} lcb {} order {order} pv {pv}",
                    whole(info.win_rate),
                    whole(info.prior),
                    whole(info.lcb)
                )
            }
            Style::Kata => format!(
                "info move {mv} visits {visits} edgeVisits {visits} utility {:.6} winrate {:.6}{}{} prior {:.6} lcb {:.6} \
                 utilityLcb {:.6} weight {visits} order {order} pv {pv}",
                info.utility,
                info.win_rate,
                scores(lead, info.score_stdev),
                if wishes.no_result { " noResultValue 0" } else { "" },
                info.prior,
                info.lcb,
                info.utility_lcb,
            ),
        };
        for (name, asked) in [("pvVisits", wishes.pv_visits), ("pvEdgeVisits", wishes.pv_edge_visits)] {
            if asked {
                let mut visits = if info.pv_visits.is_empty() { vec![info.visits] } else { info.pv_visits.clone() };
                visits.resize(info.pv.len().max(1), 0);
                let visits: Vec<String> = visits.iter().map(u64::to_string).collect();
                text.push_str(&format!(" {name} {}", visits.join(" ")));
            }
        }
        if let Some(owners) = &info.owners {
            if wishes.moves_ownership {
                text.push_str(&format!(" movesOwnership {}", self.owners(&owners.mean)));
            }
            if wishes.moves_ownership_stdev {
                text.push_str(&format!(" movesOwnershipStdev {}", self.rows(&owners.stdev, 1.0)));
            }
        }
        text
    }

    fn root_info(&self, analysis: &Analysis) -> String {
        let lead = analysis.score.map(|score| self.for_mover(score));
        let (visits, scores) = (analysis.visits, scores(lead, analysis.score_stdev));
        let raw = match analysis.first_sight {
            Some(_) => format!(" rawStWrError {UNKNOWN} rawStScoreError {UNKNOWN} rawVarTimeLeft {UNKNOWN}"),
            None => String::new(),
        };
        let (utility, win_rate) = (analysis.utility, analysis.win_rate);
        format!("rootInfo visits {visits} utility {utility:.6} winrate {win_rate:.6}{scores} weight {visits}{raw}")
    }

    fn for_mover(&self, black: f64) -> f64 {
        black * f64::from(self.to_play.sign())
    }

    fn owners(&self, black: &[f32]) -> String {
        self.rows(black, self.to_play.sign() as f32)
    }

    /// Row by row from the upper left corner.
    fn rows(&self, values: &[f32], sign: f32) -> String {
        let mut words = Vec::with_capacity(self.size.area());
        for y in (0..self.size.height()).rev() {
            for x in 0..self.size.width() {
                let value = values.get(y * self.size.width() + x).copied().unwrap_or(0.0);
                words.push(format!("{:.3}", value * sign));
            }
        }
        words.join(" ")
    }
}

fn scores(lead: Option<f64>, stdev: Option<f64>) -> String {
    let Some(lead) = lead else { return String::new() };
    let stdev = stdev.map(|stdev| format!(" scoreStdev {stdev:.2}")).unwrap_or_default();
    format!(" scoreMean {lead:.2}{stdev} scoreLead {lead:.2} scoreSelfplay {lead:.2}")
}
