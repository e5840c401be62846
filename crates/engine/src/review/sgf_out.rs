//! The record with standard annotations and real variations, readable in any viewer. Whatever stood in the record stays.

use gosedai_board::{Color, Size};
use gosedai_records::{Emphasis, GameTree, Judgement, NodeId, Quality, replay};

use super::{GameReview, MoveReview};

/// Adds comments, values, qualities and the preferred lines. `nodes` are the nodes of the moves.
pub fn annotate(record: &mut GameTree, nodes: &[NodeId], review: &GameReview, size: Size) {
    let root = record.root_id();
    append_comment(record, root, &format!("{} {}", review.summary, review.caveat));
    for entry in &review.moves {
        let Some(&node) = nodes.get(entry.number - 1) else { continue };
        record.set_value(node, (entry.score_after * 10.0).round() / 10.0);
        let Some(comment) = &entry.comment else { continue };
        append_comment(record, node, &comment.text);
        if let Some(quality) = quality(entry) {
            record.set_quality(node, Some(quality));
        }
        if entry.turning {
            record.set_hotspot(node, Some(Emphasis::Normal));
            let leader = if entry.score_after > 0.0 { Color::Black } else { Color::White };
            let judgement = Judgement::GoodFor(replay::record_color(leader), Emphasis::Normal);
            record.set_judgement(node, Some(judgement));
        }
        if let Some(name) = comment.names.first()
            && record.node(node).raw("N").is_none()
        {
            record.set_text(node, "N", name);
        }
        if entry.mistake
            && let Some(instead) = &comment.instead
        {
            variation(record, node, entry, &instead.line, size);
        }
    }
}

fn append_comment(record: &mut GameTree, node: NodeId, text: &str) {
    let old = record.node(node).comment().map(|old| old.into_owned()).unwrap_or_default();
    let joined = if old.trim().is_empty() { text.to_string() } else { format!("{old}\n\n{text}") };
    record.set_comment(node, &joined);
}

fn quality(entry: &MoveReview) -> Option<Quality> {
    if entry.mistake {
        let how = if entry.class == super::Verdict::Blunder { Emphasis::Strong } else { Emphasis::Normal };
        return Some(Quality::Bad(how));
    }
    entry.purpose.map(|purpose| match purpose {
        super::Purpose::Bold => Quality::Interesting,
        _ => Quality::Fine(Emphasis::Normal),
    })
}

/// The preferred line as a sibling of the move.
fn variation(record: &mut GameTree, node: NodeId, entry: &MoveReview, line: &[String], size: Size) {
    let Some(mut parent) = record.node(node).parent().map(|parent| parent.id()) else { return };
    let mut color = if entry.color == "black" { Color::Black } else { Color::White };
    for text in line.iter().take(6) {
        let Ok(mv) = text.parse::<gosedai_board::Move>() else { return };
        let child = record.add_child(parent);
        let point = mv.point().map(|point| point.to_sgf(size)).unwrap_or_default();
        record.set_raw(child, if color == Color::Black { "B" } else { "W" }, [point]);
        parent = child;
        color = color.opponent();
    }
}
