//! The position in three sentences, as a player would say them: where the game stands, what matters on this board, what the
//! proposed move does. All of it comes from one thought.

use gosedai_board::{Color, Move, Point, PointSet, Position};
use gosedai_decision::{CaseName, Decision, Intent, Purpose};
use gosedai_explain::{Arg, Evidence, Lexicon};
use gosedai_recognition::{Fate, Group, PositionModel, Source, Standing, Status};
use schemars::JsonSchema;
use serde::Serialize;

use super::reasons::Reason;
use crate::players::Thought;

/// Three sentences, each with its places.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Brief {
    /// Who leads, by the figure to go by.
    pub standing: Reason,
    /// What is urgent, weak or large.
    pub matters: Reason,
    /// What the proposed move does, and to whom.
    pub proposal: Reason,
}

/// Fewer points are not the first thing a player mentions.
const WORTH_NAMING: f64 = 6.0;
/// A lead below this is none, and one below that is a close game.
const LEVEL: f64 = 0.25;
const CLOSE: f64 = 3.0;
/// Smaller places, by potential, are all over the board.
const LARGE_PLACE: f64 = 2.5;
/// Purposes of the move that are named.
const PURPOSES: usize = 2;

impl Brief {
    pub fn of(position: &Position, thought: &Thought, lexicon: &Lexicon) -> Brief {
        Brief {
            standing: Reason::new(&standing(position.to_play(), thought), lexicon),
            matters: Reason::new(&matters(&thought.model, &thought.decision), lexicon),
            proposal: Reason::new(&proposal(&thought.decision, lexicon), lexicon),
        }
    }

    /// In the order in which they are said.
    pub fn sentences(&self) -> [&Reason; 3] {
        [&self.standing, &self.matters, &self.proposal]
    }
}

fn standing(to_play: Color, thought: &Thought) -> Evidence {
    let (judgement, lead) = (&thought.model.judgement, thought.estimate.lead);
    let leader = if lead >= 0.0 { Color::Black } else { Color::White };
    let rule = match judgement.standing {
        _ if lead.abs() < LEVEL => "brief.level",
        Standing::Even if lead.abs() < CLOSE => "brief.close",
        Standing::Even => "brief.edge",
        Standing::Ahead | Standing::Behind => "brief.ahead",
    };
    let phase = Arg::Word(format!("phase.{}", judgement.phase.name()));
    Evidence::new(rule).arg("color", to_play).arg("phase", phase).arg("leader", leader).arg("lead", lead.abs())
}

/// What hangs on the next move comes first, then the group most depends on, then the largest open place.
fn matters(model: &PositionModel, decision: &Decision) -> Evidence {
    if let Some(urgent) = urgent(model) {
        return urgent;
    }
    let at_risk = |group: &Group| group.importance * (1.0 - group.survival);
    let weak = model.groups.iter().filter(|group| group.class.is_weak() && group.importance >= WORTH_NAMING);
    if let Some(group) = weak.max_by(|a, b| at_risk(a).total_cmp(&at_risk(b))) {
        return about("brief.weak", group).arg("percent", 100.0 * group.survival);
    }
    let places = decision.table.candidates.iter().flat_map(|candidate| candidate.reasons());
    let places = places.filter_map(|intent| match (intent.case, intent.evidence.get("size")) {
        (CaseName::Side, Some(Arg::Real(size))) => Some((*size, intent.at)),
        _ => None,
    });
    match places.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|place| place.0 >= LARGE_PLACE) {
        Some((size, at)) => {
            Evidence::new("brief.large").arg("size", size).arg("at", at).mark("place", PointSet::from_iter([at]))
        }
        None => Evidence::new("brief.quiet").arg("contested", 100.0 * model.judgement.openness.contested),
    }
}

fn about(rule: &'static str, group: &Group) -> Evidence {
    Evidence::new(rule)
        .arg("color", group.color)
        .arg("enemy", group.color.opponent())
        .arg("stones", group.size)
        .arg("at", group.head)
        .arg("points", group.importance)
        .mark("stones", group.stones)
}

/// The largest group, or string of a group that is not known to hang, which lives or dies by the next move.
fn urgent(model: &PositionModel) -> Option<Evidence> {
    let hangs = |group: &&Group| matches!(group.life.fate(), Fate::Unsettled | Fate::Ko);
    let groups = model.groups.iter().filter(hangs).map(|group| (group.importance, unsettled(group)));
    // of a group that is told, and of one that is given up, no string is told
    let is_told = |stones: &PointSet| {
        model.groups.iter().any(|g| g.stones.intersects(stones) && (hangs(&g) || g.life.fate() == Fate::Dead))
    };
    let strings = model
        .strings
        .iter()
        .filter(|string| string.status == Status::Neutral && string.is_proved && !is_told(&string.stones))
        .map(|string| {
            let stones = string.size;
            let evidence = Evidence::new("brief.urgent.string")
                .arg("color", string.color)
                .arg("stones", stones)
                .arg("at", string.head)
                .mark("stones", string.stones);
            // each stone taken is a prisoner and a point
            (2.0 * stones as f64, evidence)
        });
    let heaviest = groups.chain(strings).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (heaviest.0 >= WORTH_NAMING).then_some(heaviest.1)
}

fn unsettled(group: &Group) -> Evidence {
    let (save, kill) = (group.life.first.point(), group.life.second.point());
    match (group.life.fate(), group.reason.source(), save, kill) {
        (Fate::Ko, ..) => about("brief.urgent.ko", group),
        (_, Source::Reading, Some(save), Some(kill)) => {
            about("brief.urgent.points", group).arg("save", save).arg("kill", kill)
        }
        (_, Source::Reading, ..) => about("brief.urgent.read", group),
        _ => about("brief.urgent.judged", group)
            .arg("first", 100.0 * group.survival_first)
            .arg("second", 100.0 * group.survival_second),
    }
}

fn proposal(decision: &Decision, lexicon: &Lexicon) -> Evidence {
    let Move::Play(at) = decision.best else { return Evidence::new("brief.pass") };
    let named = |rule: &'static str| Evidence::new(rule).arg("move", at).mark("move", PointSet::from_iter([at]));
    let Some(candidate) = decision.table.at(at) else { return named("brief.unexplained") };
    let phrases: Vec<Evidence> = purposes(candidate.reasons(), at);
    match joined(&phrases, lexicon) {
        Some(facts) => {
            let stones =
                phrases.iter().flat_map(|phrase| &phrase.marks).fold(PointSet::EMPTY, |a, b| a.union(&b.points));
            named("brief.proposal").arg("facts", Arg::Text(facts)).mark("stones", stones)
        }
        None => named("brief.unexplained"),
    }
}

/// The weightiest purposes, one of a kind. Habit is none, and a gain that is only counted comes behind what has a name.
fn purposes<'a>(reasons: impl Iterator<Item = &'a Intent>, at: Point) -> Vec<Evidence> {
    let mut kept: Vec<&Intent> = Vec::new();
    let mut own: Vec<&Intent> =
        reasons.filter(|intent| intent.case != CaseName::Experience && intent.at == at).collect();
    own.sort_by_key(|intent| matches!(intent.purpose, Purpose::Gain | Purpose::Opening));
    for intent in own {
        if kept.len() < PURPOSES && !kept.iter().any(|other| other.purpose == intent.purpose) {
            kept.push(intent);
        }
    }
    kept.into_iter().filter_map(phrase).collect()
}

/// A purpose as a phrase that follows "it", without its value in the table.
fn phrase(intent: &Intent) -> Option<Evidence> {
    let evidence = &intent.evidence;
    let rule = match evidence.rule {
        "decision.capture" => "brief.does.capture",
        "decision.escape" => "brief.does.escape",
        "decision.connect" => "brief.does.connect",
        "decision.cut" => "brief.does.cut",
        "decision.break_out" => "brief.does.break_out",
        "decision.surround" => "brief.does.surround",
        "decision.live" => "brief.does.live",
        "decision.kill" => "brief.does.kill",
        "decision.join" => "brief.does.join",
        "decision.separate" => "brief.does.separate",
        "decision.guard_corner" => "brief.does.guard_corner",
        "decision.invade_corner" => "brief.does.invade_corner",
        "decision.corner" => "brief.does.corner",
        "decision.side" if intent.purpose == Purpose::Side => "brief.does.corner",
        "decision.side" => "brief.does.side",
        "decision.expand" => "brief.does.expand",
        "decision.reduce" => "brief.does.reduce",
        "decision.border" => "brief.does.border",
        "decision.opening" => "brief.does.opening",
        "decision.safer" => "brief.does.safer",
        "decision.press" => "brief.does.press",
        "decision.threat" => "brief.does.threat",
        "decision.prevent" => "brief.does.prevent",
        "decision.gain" => "brief.does.gain",
        "decision.joseki" | "decision.joseki_named" => "brief.does.joseki",
        "decision.boundary" => "brief.does.boundary",
        "decision.rule" if evidence.get("action") == Some(&Arg::Int(1)) => "brief.does.shape_doing",
        "decision.rule" => "brief.does.shape",
        _ => return None,
    };
    Some(Evidence { rule, ..evidence.clone() })
}

fn joined(phrases: &[Evidence], lexicon: &Lexicon) -> Option<String> {
    let (last, others) = phrases.split_last()?;
    let mut text = String::new();
    for phrase in others {
        let joining = format!("{}.and", phrase.rule);
        text += &lexicon.sentence_as(if lexicon.has(&joining) { &joining } else { phrase.rule }, phrase);
        text += lexicon.mark("grammar.and", ", ");
    }
    Some(text + &lexicon.sentence(last))
}

#[cfg(test)]
mod tests;
