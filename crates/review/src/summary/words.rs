//! The sentences of a summary.

use gosedai_board::Color;
use gosedai_explain::{Arg, Evidence, Lexicon};

use super::{Faults, PlayedGame, Summary};
use crate::accuracy::Phase;
use crate::phrases;
use crate::practice::Kind;

/// Kinds of faults that are told.
const TOLD: usize = 5;
/// Fewer games have no earlier and later half.
const LEAST_GAMES: usize = 6;
/// A difference of so many standard errors is no chance.
const CLEAR: f64 = 2.0;

/// The sentences, the most general first.
pub fn text(summary: &Summary, lexicon: &Lexicon) -> Vec<String> {
    let whole = &summary.figures;
    let title = Evidence::new("review.summary.whole")
        .arg("player", Arg::Text(summary.player.clone()))
        .arg("games", summary.games.len())
        .arg("moves", whole.moves)
        .arg("loss", whole.per_move)
        .arg("percent", 100.0 * whole.within_one);
    let mut found = vec![title];
    found.extend((!summary.complete).then(|| Evidence::new("review.summary.stopped")));
    for (&phase, figures) in &summary.phases {
        found.push(
            Evidence::new("review.summary.phase")
                .arg("phase", phase.term())
                .arg("loss", figures.per_move)
                .arg("percent", 100.0 * figures.within_one)
                .arg("moves", figures.moves)
                .arg("faults", figures.faults),
        );
    }
    let worst = summary.worst();
    found.extend(worst.iter().take(TOLD).map(|&(kind, faults)| of_kind(kind, faults)));
    found.extend(trend(&summary.games));
    found.extend(
        (summary.left_out > 0).then(|| Evidence::new("review.summary.left_out").arg("count", summary.left_out)),
    );
    found.push(Evidence::new("review.summary.judged").arg("judge", Arg::Text(summary.judge.clone())));
    // each with a capital
    let mut text: Vec<String> =
        found.iter().map(|evidence| phrases::paragraph(&[lexicon.sentence(evidence)], lexicon)).collect();
    let place = text.len() - 1;
    text.splice(place..place, summary.strength.iter().map(|strength| strength.text.clone()));
    text
}

fn of_kind(kind: Kind, faults: &Faults) -> Evidence {
    let most = faults.phases.iter().max_by_key(|(_, count)| count.count).map_or(Phase::Middle, |(&phase, _)| phase);
    Evidence::new("review.summary.kind")
        .arg("kind", kind.term())
        .arg("count", faults.count)
        .arg("games", faults.games)
        .arg("loss", faults.lost.round() as i64)
        .arg("phase", most.term())
}

/// Did the loss a move change from the earlier half of the games to the later one, by more than chance explains?
fn trend(games: &[PlayedGame]) -> Option<Evidence> {
    let dated: Vec<f64> = games.iter().filter(|game| !game.date.is_empty()).map(|game| game.figures.per_move).collect();
    if dated.len() < LEAST_GAMES {
        return None;
    }
    let (early, late) = dated.split_at(dated.len() / 2);
    let mean = |half: &[f64]| half.iter().sum::<f64>() / half.len() as f64;
    let error = |half: &[f64]| {
        let (count, mean) = (half.len() as f64, mean(half));
        half.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0) / count
    };
    let (from, to) = (mean(early), mean(late));
    let is_clear = (from - to).abs() > CLEAR * (error(early) + error(late)).sqrt();
    let rule = match is_clear {
        false => "review.summary.steady",
        true if to < from => "review.summary.better",
        true => "review.summary.worse",
    };
    Some(Evidence::new(rule).arg("from", from).arg("to", to))
}

/// A game in a line.
pub fn of_game(game: &PlayedGame, lexicon: &Lexicon) -> String {
    let color = if game.color == Color::Black.name() { Color::Black } else { Color::White };
    let phases =
        Phase::ALL.map(|phase| game.phases.get(&phase).map_or("–".into(), |part| format!("{:.2}", part.per_move)));
    let evidence = Evidence::new("review.summary.game")
        .arg("date", Arg::Text(if game.date.is_empty() { game.title.clone() } else { game.date.clone() }))
        .arg("color", color)
        .arg("opponent", Arg::Text(game.opponent.clone()))
        .arg("result", Arg::Text(game.result.clone()))
        .arg("loss", game.figures.per_move)
        .arg("phases", Arg::Text(phases.join(" · ")))
        .arg("percent", 100.0 * game.figures.within_one);
    lexicon.sentence(&evidence)
}
