//! The game told in order: opening, fights, turning points, endgame, with a few diagrams.

use gosedai_board::{Board, Color, Move, Point, Position};
use gosedai_explain::{Arg, Evidence, Lexicon};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data::{GraphPoint, MoveReview};
use super::ko::KoStory;
use super::phases::Phases;
use super::regions::{distance, name};
use super::verdict::Noise;
use super::{phrases, story};

/// A part of the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Opening,
    Fight,
    TurningPoint,
    Ko,
    Endgame,
}

/// A diagram: the board after `number` moves, and moves of the game on it, numbered from 1.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Diagram {
    pub number: usize,
    pub moves: Vec<String>,
    pub caption: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Chapter {
    pub part: Part,
    /// Numbers of its first and last move.
    pub first: usize,
    pub last: usize,
    pub title: String,
    pub text: String,
    pub diagrams: Vec<Diagram>,
}

/// Moves of a fight stand within this many lines of one of the last few.
const NEAR: usize = 4;
const LATEST: usize = 4;
/// Fewer moves are no fight.
const SHORTEST: usize = 12;
/// Fights and turning points that are told.
const FIGHTS: usize = 3;
const TURNS: usize = 3;
/// Kos that are told, each with at least so many threats.
const KOS: usize = 2;
const KO_THREATS: usize = 2;
/// Moves on one diagram.
const ON_DIAGRAM: usize = 12;

/// What a story is made from.
pub struct Told<'a> {
    pub kos: &'a [KoStory],
    pub moves: &'a [MoveReview],
    pub graph: &'a [GraphPoint],
    pub positions: &'a [Position],
    pub phases: Phases,
    pub noise: Noise,
    pub lexicon: &'a Lexicon,
}

impl Told<'_> {
    /// The chapters in the order of the game.
    pub fn chapters(&self) -> Vec<Chapter> {
        if self.moves.is_empty() {
            return Vec::new();
        }
        let mut found = self.fights();
        found.extend(self.opening(&found));
        found.extend(self.endgame());
        let kos = self.kos();
        // a lead that passes without a fault in the course of a ko is told with the ko
        let is_told = |turn: &Chapter| kos.iter().any(|ko| (ko.first..=ko.last).contains(&turn.first));
        let is_fault = |turn: &Chapter| self.moves[turn.first - 1].mistake;
        found.extend(self.turns().into_iter().filter(|turn| is_fault(turn) || !is_told(turn)));
        found.extend(kos);
        found.sort_by_key(|chapter| (chapter.first, chapter.last));
        found
    }

    fn say(&self, evidence: &Evidence) -> String {
        self.lexicon.sentence(evidence)
    }

    fn chapter(&self, part: Part, first: usize, last: usize, text: &[String]) -> Chapter {
        let key = match part {
            Part::Opening => "review.part.opening",
            Part::Fight => "review.part.fight",
            Part::TurningPoint => "review.part.turning",
            Part::Ko => "review.part.ko",
            Part::Endgame => "review.part.endgame",
        };
        let title = self.say(&Evidence::new(key).arg("first", first).arg("last", last));
        let text = phrases::paragraph(text, self.lexicon);
        Chapter { part, first, last, title, text, diagrams: Vec::new() }
    }

    /// The board after some moves.
    fn standing(&self, number: usize) -> Diagram {
        let caption = self.say(&Evidence::new("review.after_moves").arg("number", number));
        Diagram { number, moves: Vec::new(), caption }
    }

    /// The next moves of the game on the board before them, as many as fit without one on top of another.
    fn sequence(&self, first: usize, last: usize) -> Diagram {
        let board: &Board = self.positions[first - 1].board();
        let mut moves: Vec<String> = Vec::new();
        for m in self.moves[first - 1..last].iter().take(ON_DIAGRAM) {
            match m.mv.parse::<Move>() {
                Ok(Move::Play(at)) if board.is_empty(at) && !moves.contains(&m.mv) => moves.push(m.mv.clone()),
                _ => break,
            }
        }
        let last = first + moves.len().max(1) - 1;
        let caption = self.say(
            &Evidence::new(if first == last { "review.one_move" } else { "review.moves" })
                .arg("first", first)
                .arg("last", last),
        );
        Diagram { number: first - 1, moves, caption }
    }

    /// What changed from before one move to after another, as a sentence.
    fn outcome(&self, first: usize, last: usize, region: Option<&'static str>) -> String {
        let change = self.graph[last].score - self.graph[first - 1].score;
        let color = if change > 0.0 { Color::Black } else { Color::White };
        let rule = match (change.abs() >= self.noise.blamed_from(), region) {
            (true, Some(_)) => "review.part.fight_won",
            (false, Some(_)) => "review.part.fight_even",
            (true, None) => "review.part.gains",
            (false, None) => "review.part.level",
        };
        let evidence = Evidence::new(rule).arg("color", color).arg("gain", change.abs().round() as i64);
        self.say(&evidence.arg("region", region.unwrap_or("region.centre")))
    }

    /// The faults between two moves, by number.
    fn faults(&self, first: usize, last: usize, told: &[Chapter]) -> Option<String> {
        let numbers: Vec<String> = self.moves[first - 1..last]
            .iter()
            .filter(|m| m.mistake && !told.iter().any(|other| (other.first..=other.last).contains(&m.number)))
            .map(|m| {
                let fault = Evidence::new("review.part.fault").arg("number", m.number);
                self.say(&fault.arg("move", Arg::Text(m.mv.clone())))
            })
            .collect();
        let gap = self.lexicon.mark("grammar.comma", ", ");
        let evidence = Evidence::new("review.part.faults").arg("count", numbers.len());
        (!numbers.is_empty()).then(|| self.say(&evidence.arg("moves", Arg::Text(numbers.join(gap)))))
    }

    /// The first moves; what belongs to a fight is told there.
    fn opening(&self, fights: &[Chapter]) -> Option<Chapter> {
        let last = self.phases.opening.min(self.moves.len());
        let point = self.graph.get(last).filter(|_| last >= 8)?;
        let text: Vec<String> =
            std::iter::once(self.say(&story::opening(point, self.noise))).chain(self.faults(1, last, fights)).collect();
        let mut chapter = self.chapter(Part::Opening, 1, last, &text);
        chapter.diagrams.push(self.standing(last));
        Some(chapter)
    }

    fn endgame(&self) -> Option<Chapter> {
        let first = self.phases.endgame?;
        let last = self.moves.len();
        if last < first + SHORTEST {
            return None;
        }
        let text: Vec<String> =
            std::iter::once(self.outcome(first, last, None)).chain(self.faults(first, last, &[])).collect();
        let mut chapter = self.chapter(Part::Endgame, first, last, &text);
        chapter.diagrams.push(self.standing(first - 1));
        Some(chapter)
    }

    /// Long local sequences before the endgame, those in which most happened.
    fn fights(&self) -> Vec<Chapter> {
        let end = self.phases.endgame.map_or(self.moves.len(), |first| first - 1).min(self.moves.len());
        let at: Vec<Option<Point>> = self.moves[..end].iter().map(|m| m.mv.parse::<Point>().ok()).collect();
        let near = |i: usize| {
            let Some(own) = at[i] else { return false };
            at[i.saturating_sub(LATEST)..i].iter().flatten().any(|&other| distance(own, other) <= NEAR)
        };
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let mut start = 0;
        for i in 1..=end {
            if i == end || !near(i) {
                runs.extend((i - start >= SHORTEST).then_some((start + 1, i)));
                start = i;
            }
        }
        let weight = |&(first, last): &(usize, usize)| {
            let lost: f64 = self.moves[first - 1..last].iter().filter(|m| m.mistake).map(|m| m.loss).sum();
            lost + (self.graph[last].score - self.graph[first - 1].score).abs()
        };
        runs.retain(|run| weight(run) >= self.noise.blamed_from());
        runs.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        runs.truncate(FIGHTS);
        let tell = |(first, last): (usize, usize)| {
            let region = at[(first + last) / 2 - 1].map_or("region.centre", |at| name(at, self.positions[0].size()));
            let text: Vec<String> =
                std::iter::once(self.outcome(first, last, Some(region))).chain(self.faults(first, last, &[])).collect();
            let mut chapter = self.chapter(Part::Fight, first, last, &text);
            chapter.diagrams.push(self.sequence(first, last));
            chapter
        };
        runs.into_iter().map(tell).collect()
    }

    /// Kos with some threats, the longest ones: what was fought for, who won, what it did to the game.
    fn kos(&self) -> Vec<Chapter> {
        let mut found: Vec<&KoStory> = self.kos.iter().filter(|ko| ko.threats.len() >= KO_THREATS).collect();
        found.sort_by_key(|ko| std::cmp::Reverse(ko.threats.len()));
        found.truncate(KOS);
        let tell = |ko: &KoStory| {
            let sequel = ko.sequel(self.moves, self.noise.blamed_from());
            let sentences = std::iter::once(ko.evidence()).chain(sequel);
            let text: Vec<String> =
                sentences.map(|evidence| self.say(&evidence)).chain(self.faults(ko.first, ko.end, &[])).collect();
            let mut chapter = self.chapter(Part::Ko, ko.first, ko.end, &text);
            chapter.diagrams.push(self.sequence(ko.first, ko.end));
            chapter
        };
        found.into_iter().map(tell).collect()
    }

    /// Where the lead changed hands, and what decided the game.
    fn turns(&self) -> Vec<Chapter> {
        let mut found: Vec<&MoveReview> = self.moves.iter().filter(|m| m.turning || m.decisive).collect();
        // the last ones decided the game
        found.drain(..found.len().saturating_sub(TURNS));
        let tell = |m: &MoveReview| {
            // its comment stands among the moments; here is its place in the game
            let text = self.say(&if m.turning { story::turn(m) } else { story::losing(m) });
            let mut chapter = self.chapter(Part::TurningPoint, m.number, m.number, &[text]);
            if m.turning && !m.mistake {
                chapter.title = self.say(&Evidence::new("review.part.drift").arg("first", m.number));
            }
            chapter.diagrams.push(self.sequence(m.number, m.number));
            chapter
        };
        found.into_iter().map(tell).collect()
    }
}
