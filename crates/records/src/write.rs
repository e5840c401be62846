//! Writing a [`GameTree`] back: what was never edited is copied as it stood, the rest is written canonically.

use crate::tree::{GameTree, NONE, NodeId};

/// How much of the source's outward form to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// White space, line breaks and superfluous parentheses of untouched parts stay: a file read strictly is
    /// written back byte for byte.
    #[default]
    Preserve,
    /// No white space outside values, parentheses only where the tree branches.
    Compact,
    /// As compact, with line breaks before variations and after every tenth node.
    Lines,
}

impl GameTree {
    /// The game as SGF text.
    pub fn to_sgf(&self) -> String {
        self.to_sgf_with(Layout::Preserve)
    }

    pub fn to_sgf_with(&self, layout: Layout) -> String {
        let mut out = String::with_capacity(self.source_length as usize + 64);
        self.write_into(&mut out, layout);
        out
    }

    /// Appends the game; the tree is walked along its links, so depth costs nothing.
    pub fn write_into(&self, out: &mut String, layout: Layout) {
        if layout == Layout::Preserve {
            out.push_str(self.slice(self.preamble));
        }
        let mut id = 0u32;
        let mut nodes_on_line = 0;
        loop {
            if self.in_parentheses(id, layout) {
                if layout == Layout::Lines && id != 0 {
                    out.push('\n');
                    nodes_on_line = 0;
                }
                out.push('(');
                if layout == Layout::Preserve {
                    out.push_str(self.slice(self.nodes[id as usize].open_gap));
                }
            }
            if layout == Layout::Lines && nodes_on_line == 10 {
                out.push('\n');
                nodes_on_line = 0;
            }
            nodes_on_line += 1;
            self.write_node(id, out, layout);
            let node = &self.nodes[id as usize];
            if node.first_child != NONE {
                id = node.first_child;
                continue;
            }
            // Up until there is a sibling, closing what was opened.
            loop {
                if self.in_parentheses(id, layout) {
                    out.push(')');
                    if layout == Layout::Preserve {
                        out.push_str(self.slice(self.nodes[id as usize].close_gap));
                    }
                }
                if id == 0 {
                    if layout == Layout::Lines {
                        out.push('\n');
                    }
                    return;
                }
                let node = &self.nodes[id as usize];
                if node.next != NONE {
                    id = node.next;
                    break;
                }
                id = node.parent;
            }
        }
    }

    fn in_parentheses(&self, id: u32, layout: Layout) -> bool {
        let node = &self.nodes[id as usize];
        id == 0 || node.prev != NONE || node.next != NONE || layout == Layout::Preserve && node.parenthesised
    }

    fn write_node(&self, id: u32, out: &mut String, layout: Layout) {
        let verbatim = self.nodes[id as usize].verbatim;
        if layout == Layout::Preserve && !verbatim.is_empty() {
            out.push_str(self.slice(verbatim));
            return;
        }
        out.push(';');
        for property in self.node(NodeId(id)).properties() {
            out.push_str(property.name());
            for value in property.values() {
                out.push('[');
                out.push_str(value);
                // A value cut off by the end of its file may end in half an escape.
                if value.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1 {
                    out.push('\\');
                }
                out.push(']');
            }
        }
    }
}

/// Writes several games one after the other, each on a line of its own unless the source had it otherwise.
pub fn write_collection<'a>(games: impl IntoIterator<Item = &'a GameTree>, layout: Layout) -> String {
    let mut out = String::new();
    for game in games {
        // Games read from one file carry the white space that stood between them.
        if layout != Layout::Preserve && !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        game.write_into(&mut out, layout);
    }
    out
}
