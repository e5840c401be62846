//! From claims and aims to phrases: which entry of the lexicon says what, and how phrases are joined.

use gosedai_explain::{Evidence, Lexicon};

/// One or two pieces of evidence as one phrase. All but the last take the joining form (`key.and`), where the language
/// has one.
pub fn joined(lexicon: &Lexicon, evidence: &[&Evidence]) -> Option<String> {
    let (last, others) = evidence.split_last()?;
    let mut text = String::new();
    for piece in others {
        let joining = format!("{}.and", piece.rule);
        let key = if lexicon.has(&joining) { joining.as_str() } else { piece.rule };
        text += &lexicon.sentence_as(key, piece);
        text += lexicon.mark("grammar.and", ", ");
    }
    text += &lexicon.sentence(last);
    // Japanese puts a space before Latin letters
    let sets_off = lexicon.has("grammar.sets_off_latin") && text.starts_with(|c: char| c.is_ascii_alphanumeric());
    Some(if sets_off { format!(" {text}") } else { text })
}

/// Sentences one after the other, each with a capital, and with a space between where the language has one.
pub fn paragraph(sentences: &[String], lexicon: &Lexicon) -> String {
    let gap = lexicon.mark("grammar.gap", " ");
    let capital = |text: &String| {
        let mut chars = text.chars();
        chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
    };
    let text = sentences.iter().filter(|text| !text.is_empty()).map(capital).collect::<Vec<_>>().join(gap);
    if lexicon.has("grammar.words_touch") { without_gaps(&text) } else { text }
}

/// Japanese has spaces only beside Latin letters and figures.
fn without_gaps(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_japanese = |i: Option<usize>| i.and_then(|i| chars.get(i)).is_some_and(|c| !c.is_ascii());
    let is_mark = |i: Option<usize>| i.and_then(|i| chars.get(i)).is_some_and(|c| "、。「」（）".contains(*c));
    let kept = chars.iter().enumerate().filter(|&(i, &c)| {
        let (before, after) = (i.checked_sub(1), Some(i + 1));
        c != ' ' || !(is_japanese(before) && is_japanese(after) || is_mark(before) || is_mark(after))
    });
    kept.map(|(_, c)| c).collect()
}

/// An aim of the decision in the words of a commentator: without its points.
pub fn aim(evidence: &Evidence) -> Option<Evidence> {
    let rule = match evidence.rule {
        "decision.break_out" => "review.aim.break_out",
        "decision.surround" => "review.aim.surround",
        "decision.join" => "review.aim.join",
        "decision.separate" => "review.aim.separate",
        "decision.guard_corner" => "review.aim.guard_corner",
        "decision.invade_corner" => "review.aim.invade_corner",
        "decision.corner" => "review.aim.corner",
        "decision.side" => "review.aim.side",
        "decision.expand" => "review.aim.expand",
        "decision.reduce" => "review.aim.reduce",
        "decision.border" => "review.aim.border",
        "decision.boundary" => "review.aim.boundary",
        "decision.joseki_named" => "review.aim.joseki_named",
        "decision.safer" => "review.aim.safer",
        "decision.press" => "review.aim.press",
        "decision.gain" => "review.aim.gain",
        "decision.joseki" => "review.aim.joseki",
        _ => return None,
    };
    Some(Evidence { rule, ..evidence.clone() })
}

/// A rule of shape that a move follows, as its name: a noun ("slide under the stone") or an action ("taking the base").
pub fn shape(evidence: &Evidence) -> Option<Evidence> {
    if evidence.rule != "decision.rule" {
        return None;
    }
    let is_action = evidence.get("action") == Some(&gosedai_explain::Arg::Int(1));
    Some(Evidence { rule: if is_action { "review.shape.doing" } else { "review.shape.thing" }, ..evidence.clone() })
}

/// Would the name only repeat what the phrase says ("the cut cuts")?
pub fn repeats(name: &str, rule: &str) -> bool {
    match name {
        "cut" => rule == "review.cuts",
        "connect" | "solid" => rule == "review.connects",
        "capture" => rule.starts_with("review.captures"),
        "take_ko" => rule == "review.takes_ko",
        "atari" => rule.starts_with("review.atari"),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
