//! Races counted exactly, as a proof: a group beside an enemy who cannot get out either.

use crate::fate::{End, Life, Turn};
use crate::groups::Group;
use gosedai_board::{Board, Color, Move, Point};
use gosedai_worth::{RaceEnd, RaceReport, RaceVerdict, SafeStones, analyse_race, safe_stones};

/// Positions spent on the safety of each wall around a race.
const SAFETY_NODES: u32 = 200;

/// Counts races on one board; the safe stones are found when the first race is counted.
#[derive(Default)]
pub(crate) struct Counter {
    safe: Option<SafeStones>,
    known: Vec<([Point; 2], Option<[Life; 2]>)>,
}

impl Counter {
    /// What becomes of both blocks, whoever moves first; nothing where the race is beyond an exact count, or one of the groups is
    /// more than its block.
    pub fn count(&mut self, board: &Board, groups: [&Group; 2]) -> Option<[Life; 2]> {
        let heads = groups.map(|group| group.head);
        if groups.iter().any(|group| group.stones != board.string_set(group.head)) {
            return None;
        }
        if let Some((_, lives)) = self.known.iter().find(|(pair, _)| *pair == heads) {
            return lives.clone();
        }
        let safe = self.safe.get_or_insert_with(|| safe_stones(board, SAFETY_NODES));
        let lives = analyse_race(board, heads[0], heads[1], safe).ok().and_then(|report| {
            let verdict = report.verdict.as_ref()?;
            Some(groups.map(|group| life(&report, verdict, group.color)))
        });
        self.known.push((heads, lives.clone()));
        lives
    }
}

/// The fate of this side's block.
fn life(report: &RaceReport, verdict: &RaceVerdict, color: Color) -> Life {
    let turn = |first: Color| {
        let end = if first == Color::Black { verdict.black_first } else { verdict.white_first };
        let end = match end {
            RaceEnd::Seki => End::Seki,
            RaceEnd::BlackCaptures if color == Color::Black => End::Lives,
            RaceEnd::WhiteCaptures if color == Color::White => End::Lives,
            _ => End::Dies,
        };
        let succeeds = (first == color) != (end == End::Dies);
        let play = report.best[first.index()].first().filter(|_| succeeds).map(|&point| Move::Play(point));
        Turn { end, play, line: play.into_iter().collect() }
    };
    Life { first: turn(color), second: turn(color.opponent()) }
}
