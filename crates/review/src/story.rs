//! The game in a few sentences: how it began, where the lead changed, what decided it.

use gosedai_board::Color;
use gosedai_explain::{Arg, Evidence, Lexicon};

use super::ko::KoStory;
use super::phrases;
use super::verdict::Noise;
use super::{GraphPoint, MoveReview, Verdict};

/// Moves that are called the opening.
const OPENING: usize = 50;
/// With a chance below this the side that won by the record is not ahead at its end.
const AGAINST: f64 = 0.25;
/// From this loss on it is not said that no move was to blame.
pub const MAY_BE_A_FAULT: f64 = 1.0;
/// A chance from which a side is called ahead.
const AHEAD: f64 = 0.58;

/// The story of the game.
pub fn story(
    moves: &[MoveReview],
    graph: &[GraphPoint],
    kos: &[KoStory],
    result: &str,
    noise: Noise,
    lexicon: &Lexicon,
) -> String {
    let mut sentences: Vec<Evidence> = Vec::new();
    if let Some(point) = graph.get(OPENING).filter(|_| graph.len() > OPENING + 20) {
        sentences.push(opening(point, noise));
    }
    let turning: Vec<&MoveReview> = moves.iter().filter(|m| m.turning).collect();
    match turning[..] {
        [] => {}
        [one] => sentences.push(turn(one)),
        [.., last] => {
            let numbers: Vec<String> = turning.iter().map(|m| m.number.to_string()).collect();
            let (end, first) = numbers.split_last().map_or(("", &numbers[..]), |(end, first)| (end.as_str(), first));
            let list = Evidence::new("review.list")
                .arg("first", Arg::Text(first.join(lexicon.mark("grammar.comma", ", "))))
                .arg("last", Arg::Text(end.into()));
            let list = Arg::Text(lexicon.sentence(&list));
            sentences.push(Evidence::new("review.story.turns").arg("moves", list).arg("leader", leader(last)));
        }
    }
    // the longest says most; others are in the list of kos
    let ko = kos.iter().filter(|ko| ko.threats.len() > 1).max_by_key(|ko| ko.threats.len());
    sentences.extend(ko.map(KoStory::evidence));
    let worst = moves.iter().filter(|m| m.mistake).max_by(|a, b| a.loss.total_cmp(&b.loss));
    match (moves.iter().find(|m| m.decisive), worst) {
        (Some(last), _) => sentences.push(losing(last)),
        (None, Some(worst)) => sentences.push(of_move("review.story.worst", worst)),
        (None, None) => {}
    }
    if let Some(end) = graph.last().filter(|_| turning.is_empty() && worst.is_none()) {
        let rule = if end.win_rate_black > 0.8 || end.win_rate_black < 0.2 {
            "review.story.steady"
        } else {
            "review.story.close"
        };
        let color = if end.win_rate_black > 0.5 { Color::Black } else { Color::White };
        sentences.push(Evidence::new(rule).arg("leader", color));
    }
    let best = moves.iter().filter(|m| m.purpose.is_some() && !m.mistake).min_by(|a, b| {
        let rank = |m: &MoveReview| usize::from(m.purpose != Some(super::Purpose::Brilliant));
        rank(a).cmp(&rank(b)).then(a.predicted_share.total_cmp(&b.predicted_share))
    });
    sentences.extend(best.map(|best| of_move("review.story.best", best)));
    sentences.extend(graph.last().and_then(|end| differs(result, end)));
    let texts: Vec<String> = sentences.iter().map(|evidence| lexicon.sentence(evidence)).collect();
    phrases::paragraph(&texts, lexicon)
}

/// The judge's last word against the result in the record, where they clearly differ: a record may stop before the end.
fn differs(result: &str, end: &GraphPoint) -> Option<Evidence> {
    let leader = match result.chars().next()? {
        'B' if end.win_rate_black < AGAINST => Color::White,
        'W' if end.win_rate_black > 1.0 - AGAINST => Color::Black,
        _ => return None,
    };
    Some(Evidence::new("review.story.differs").arg("result", Arg::Text(result.to_string())).arg("leader", leader))
}

pub fn opening(point: &GraphPoint, noise: Noise) -> Evidence {
    let color = if point.win_rate_black > 0.5 { Color::Black } else { Color::White };
    let chance = point.win_rate_black.max(1.0 - point.win_rate_black);
    let lead = point.score * f64::from(color.sign());
    let rule = match chance {
        p if p < AHEAD => "review.story.even",
        _ if lead > 1.5 * noise.points => "review.story.ahead_points",
        _ => "review.story.ahead",
    };
    Evidence::new(rule).arg("number", point.number).arg("leader", color).arg("lead", lead.round() as i64)
}

/// The lead changes hands at a move.
pub fn turn(m: &MoveReview) -> Evidence {
    // where no move is to blame, none turned the game; what is not beyond doubt is left open
    let rule = match m.mistake {
        true => "review.story.turn",
        false if m.loss >= MAY_BE_A_FAULT => "review.story.passes",
        false => "review.story.drift",
    };
    of_move(rule, m).arg("leader", leader(m))
}

/// The move that decided the game.
pub fn losing(m: &MoveReview) -> Evidence {
    of_move("review.story.losing", m)
}

fn leader(m: &MoveReview) -> Color {
    if m.leads.as_deref() == Some(Color::Black.name()) { Color::Black } else { Color::White }
}

fn of_move(rule: &'static str, m: &MoveReview) -> Evidence {
    let color = if m.color == "black" { Color::Black } else { Color::White };
    Evidence::new(rule).arg("number", m.number).arg("move", Arg::Text(m.mv.clone())).arg("color", color)
}

/// The mistakes of each side by weight, and its good moves.
pub fn sides(moves: &[MoveReview], lexicon: &Lexicon) -> Vec<String> {
    let line = |color: Color| {
        let own = || moves.iter().filter(move |m| m.color == color.name());
        let wrong = |keep: &dyn Fn(&MoveReview) -> bool| own().filter(|m| m.mistake && keep(m)).count();
        let mistakes = wrong(&|m| m.class >= Verdict::Mistake);
        let doubtful = wrong(&|m| m.class < Verdict::Mistake);
        let good = own().filter(|m| m.purpose.is_some() && !m.mistake).count();
        let evidence = Evidence::new("review.side_counts").arg("color", color);
        lexicon.sentence(&evidence.arg("good", good).arg("doubtful", doubtful).arg("mistakes", mistakes))
    };
    Color::BOTH.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_against_the_judge_is_named() {
        let end = |win_rate_black: f64| GraphPoint { number: 10, score: 0.0, win_rate_black };
        let leader = |result: &str, chance: f64| differs(result, &end(chance)).and_then(|e| e.get("leader").cloned());
        assert_eq!(leader("W+11", 0.9), Some(Arg::Color(Color::Black)));
        assert_eq!(leader("B+R", 0.1), Some(Arg::Color(Color::White)));
        assert_eq!(
            [leader("W+11", 0.5), leader("B+2", 0.9), leader("", 0.9), leader("?", 0.1)],
            [None, None, None, None]
        );
    }
}
