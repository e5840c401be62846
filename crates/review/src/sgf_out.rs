//! The record with standard annotations and real variations, readable in any viewer. Whatever stood in the record
//! stays.

use gosedai_board::{Color, Move, Size};
use gosedai_explain::Lexicon;
use gosedai_records::{Emphasis, GameTree, Judgement, NodeId, Quality, replay};

use super::{GameReview, MoveReview, Purpose, Verdict};

/// Moves of a line that are written as a variation.
const LINE: usize = 8;

/// Adds comments, values, qualities and the lines that were better. `nodes` are the nodes of the moves.
pub fn annotate(record: &mut GameTree, nodes: &[NodeId], review: &GameReview, size: Size, lexicon: &Lexicon) {
    let root = record.root_id();
    append_comment(record, root, &format!("{}\n{}", review.summary, review.caveat));
    for entry in &review.moves {
        let Some(&node) = nodes.get(entry.number - 1) else { continue };
        record.set_value(node, (entry.score_after * 10.0).round() / 10.0);
        let Some(comment) = &entry.comment else { continue };
        append_comment(record, node, &comment.told());
        if let Some(quality) = quality(entry) {
            record.set_quality(node, Some(quality));
        }
        if entry.turning || entry.decisive {
            record.set_hotspot(node, Some(Emphasis::Normal));
        }
        if let Some(judgement) = judgement(entry) {
            record.set_judgement(node, Some(judgement));
        }
        if let Some(name) = comment.names.first()
            && record.node(node).raw("N").is_none()
        {
            record.set_text(node, "N", name);
        }
        if let Some(instead) = &comment.instead
            && (entry.mistake || entry.purpose.is_some())
        {
            label(record, node, &instead.mv, size);
            let side = if entry.mistake { "review.variation.better" } else { "review.variation.expected" };
            variation(record, node, entry, &instead.line, size, lexicon.word(side));
        }
    }
}

fn append_comment(record: &mut GameTree, node: NodeId, text: &str) {
    let old = record.node(node).comment().map(|old| old.into_owned()).unwrap_or_default();
    let joined = if old.trim().is_empty() { text.to_string() } else { format!("{old}\n\n{text}") };
    record.set_comment(node, &joined);
}

/// TE, DO, BM, IT, with emphasis for the brilliant and the worst.
fn quality(entry: &MoveReview) -> Option<Quality> {
    if entry.mistake {
        return Some(match entry.class {
            Verdict::Blunder => Quality::Bad(Emphasis::Strong),
            Verdict::Mistake => Quality::Bad(Emphasis::Normal),
            _ => Quality::Doubtful,
        });
    }
    entry.purpose.map(|purpose| match purpose {
        Purpose::Bold => Quality::Interesting,
        Purpose::Brilliant => Quality::Fine(Emphasis::Strong),
        _ => Quality::Fine(Emphasis::Normal),
    })
}

/// GB or GW where a side is clearly ahead after the move, DM where neither is.
fn judgement(entry: &MoveReview) -> Option<Judgement> {
    let black = entry.win_rate_after;
    let leader = if black > 0.5 { Color::Black } else { Color::White };
    match black.max(1.0 - black) {
        p if p > 0.85 => Some(Judgement::GoodFor(replay::record_color(leader), Emphasis::Strong)),
        p if p > 0.62 => Some(Judgement::GoodFor(replay::record_color(leader), Emphasis::Normal)),
        p if p < 0.54 => Some(Judgement::Even(Emphasis::Normal)),
        _ => None,
    }
}

/// The letter A on the move to compare with, if the record has no labels there.
fn label(record: &mut GameTree, node: NodeId, mv: &str, size: Size) {
    if let Ok(Move::Play(point)) = mv.parse::<Move>()
        && record.node(node).raw("LB").is_none()
    {
        record.set_raw(node, "LB", [format!("{}:A", point.to_sgf(size))]);
    }
}

/// A line as a sibling of the move.
fn variation(record: &mut GameTree, node: NodeId, entry: &MoveReview, line: &[String], size: Size, text: &str) {
    let Some(mut parent) = record.node(node).parent().map(|parent| parent.id()) else { return };
    let mut color = if entry.color == "black" { Color::Black } else { Color::White };
    for (i, word) in line.iter().take(LINE).enumerate() {
        let Ok(mv) = word.parse::<Move>() else { return };
        let child = record.add_child(parent);
        let point = mv.point().map(|point| point.to_sgf(size)).unwrap_or_default();
        record.set_raw(child, if color == Color::Black { "B" } else { "W" }, [point]);
        if i == 0 {
            record.set_comment(child, text);
        }
        parent = child;
        color = color.opponent();
    }
}
