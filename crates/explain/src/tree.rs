//! Reasons as text: one sentence, or the tree of what it rests on.

use crate::evidence::Evidence;
use crate::lexicon::Lexicon;
use std::sync::Arc;

/// The sentence of the evidence and, indented below, those it rests on, down to `depth` levels.
pub fn render_tree(evidence: &Evidence, lexicon: &Lexicon, depth: usize) -> String {
    let mut out = String::new();
    write_level(evidence, lexicon, 0, depth, &mut out);
    out
}

fn write_level(evidence: &Evidence, lexicon: &Lexicon, level: usize, depth: usize, out: &mut String) {
    out.push_str(&"  ".repeat(level));
    out.push_str(&lexicon.sentence(evidence));
    out.push('\n');
    if level < depth {
        for reason in &evidence.from {
            write_level(reason, lexicon, level + 1, depth, out);
        }
    }
}

/// The evidence and all it rests on, each once, in the order a reader meets them.
pub fn flatten(evidence: &Arc<Evidence>) -> Vec<Arc<Evidence>> {
    let mut out: Vec<Arc<Evidence>> = Vec::new();
    let mut todo = vec![evidence.clone()];
    while let Some(next) = todo.pop() {
        if !out.iter().any(|seen| Arc::ptr_eq(seen, &next)) {
            todo.extend(next.from.iter().rev().cloned());
            out.push(next);
        }
    }
    out
}
