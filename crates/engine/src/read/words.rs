//! What was read, in words: "Black first: lives with B2 (proved)."

use gosedai_board::{Color, Move};
use gosedai_explain::{Evidence, Lexicon};
use gosedai_reading::{Answer, FirstThreat, Outcome, Trust};
use schemars::JsonSchema;
use serde::Serialize;

use super::ko_fight::{Cost, KoFight};

/// A ko as far as it was read.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReadKo")]
pub struct KoSaid {
    /// `direct`, `approach`, `stages`, `thousand-year`, or `ko` where no more is known.
    pub kind: &'static str,
    /// Who takes first, and so whose opponent has to find the first threat.
    #[schemars(with = "crate::schema::ColorName")]
    pub takes_first: &'static str,
    #[schemars(with = "crate::schema::ColorName")]
    pub first_threat: &'static str,
    /// Threats that Black, and White, must leave unanswered to win it, where that is known.
    pub black_ignores: Option<u8>,
    pub white_ignores: Option<u8>,
    /// The same in words.
    pub text: String,
}

/// Which half of a question, in the words of its goal.
#[derive(Clone, Copy)]
pub struct Half<'a> {
    /// `life`, `capture`, `ladder`, `connect`, `either`.
    pub goal: &'a str,
    /// Is it the half of the side that the goal calls the attack?
    pub attacking: bool,
    pub first: Color,
}

/// The line as far as both sides play: nothing follows a pass that one would want to see.
pub fn line(answer: &Answer) -> Vec<String> {
    answer.line.iter().take_while(|&&play| play != Move::Pass).map(|play| play.to_string()).collect()
}

/// The whole sentence of one half.
pub fn sentence(half: Half, answer: &Answer, ko: Option<&KoSaid>, lexicon: &Lexicon) -> String {
    if answer.outcome == Outcome::Unknown || answer.trust == Trust::None {
        return lexicon.sentence(&Evidence::new("read.line.unknown").arg("first", half.first));
    }
    let rule = if answer.trust == Trust::Proved { "read.line.proved" } else { "read.line.judged" };
    let mut verdict = verdict(half, answer, lexicon);
    if let Some(ko) = ko {
        verdict = lexicon.sentence(&Evidence::new("read.with_ko").arg("verdict", verdict).arg("ko", ko.text.clone()));
    }
    lexicon.sentence(&Evidence::new(rule).arg("first", half.first).arg("verdict", verdict))
}

/// An outcome alone: "lives".
pub fn outcome(half: Half, outcome: Outcome, lexicon: &Lexicon) -> String {
    verdict(half, &Answer { outcome, play: None, line: Vec::new(), trust: Trust::Judged }, lexicon)
}

/// An outcome and whose it is: "Black first: lives".
pub fn bare(half: Half, outcome: Outcome, lexicon: &Lexicon) -> String {
    let verdict = self::outcome(half, outcome, lexicon);
    lexicon.sentence(&Evidence::new("read.line.bare").arg("first", half.first).arg("verdict", verdict))
}

fn verdict(half: Half, answer: &Answer, lexicon: &Lexicon) -> String {
    let side = if half.attacking { "attack" } else { "defend" };
    let play = answer.point().filter(|_| answer.outcome != Outcome::Lose);
    let manner = match (answer.outcome, play, answer.play) {
        (Outcome::Lose | Outcome::Unknown, ..) => "",
        (_, Some(_), _) => ".with",
        // nothing needs to be played
        (Outcome::Win | Outcome::Seki, None, Some(_)) => ".still",
        (_, None, _) => "",
    };
    if answer.outcome == Outcome::Unknown {
        return lexicon.word("read.unknown").to_owned();
    }
    let key = format!("read.{}.{side}.{}{manner}", half.goal, answer.outcome.name());
    let evidence = Evidence::new("read.line.bare");
    let evidence = if let Some(play) = play { evidence.arg("move", play) } else { evidence };
    lexicon.sentence_as(&key, &evidence)
}

/// The ko in which a half has ended. `is_seki_otherwise`: with the other side first both would stay on the board.
pub fn ko_said(
    half: Half,
    outcome: Outcome,
    fight: &KoFight,
    is_seki_otherwise: bool,
    lexicon: &Lexicon,
) -> Option<KoSaid> {
    let Outcome::Ko(threat) = outcome else { return None };
    let (mover, other) = (half.first, half.first.opponent());
    let (takes_first, first_threat) = if threat == FirstThreat::Opponent { (mover, other) } else { (other, mover) };
    let longest = |(side, cost): (Color, Option<Cost>)| cost.filter(|cost| cost.threats > 1).map(|cost| (side, cost));
    let slow = [(mover, fight.mover), (other, fight.opponent)]
        .into_iter()
        .filter_map(longest)
        .max_by_key(|slow| slow.1.threats);
    let (kind, rule) = match slow {
        Some((side, _)) if is_seki_otherwise && side == mover => ("thousand-year", "read.ko.thousand"),
        Some((_, cost)) if cost.kos > 1 => ("stages", "read.ko.stages"),
        Some(_) => ("approach", "read.ko.approach"),
        None if fight.is_direct() => ("direct", "read.ko.direct"),
        None => ("ko", "read.ko.plain"),
    };
    let mut evidence = Evidence::new(rule).arg("taker", takes_first).arg("threat", first_threat);
    if let Some((side, cost)) = slow {
        let moves = i64::from(cost.threats) - 1;
        evidence = evidence.arg("side", side).arg("moves", moves).arg("threats", i64::from(cost.threats));
    }
    let ignores = |color: Color| if color == mover { fight.mover } else { fight.opponent }.map(|cost| cost.threats);
    Some(KoSaid {
        kind,
        takes_first: takes_first.name(),
        first_threat: first_threat.name(),
        black_ignores: ignores(Color::Black),
        white_ignores: ignores(Color::White),
        text: lexicon.sentence(&evidence),
    })
}
