//! The game tree: an arena of nodes over one text buffer.
//!
//! Names and values are spans of that buffer, so reading a file allocates a handful of vectors, whatever its
//! depth, and writing it back can copy what was never touched. Edits append to the buffer; nothing is recursive.

use crate::error::Place;

/// A node of one [`GameTree`]; meaningful only for the tree that handed it out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// A number below [`GameTree::capacity`], for tables of one's own.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

pub(crate) const NONE: u32 = u32::MAX;

/// A byte range of the tree's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

#[derive(Clone, Debug)]
pub(crate) struct RecordNode {
    pub parent: u32,
    pub first_child: u32,
    pub last_child: u32,
    pub prev: u32,
    pub next: u32,
    pub first_property: u32,
    pub property_count: u32,
    /// The node as it stands in the source, from `;` to the next `;`, `(` or `)`; empty once edited or repaired.
    pub verbatim: Span,
    /// White space between this node's own `(` and `;`, and after its own `)`.
    pub open_gap: Span,
    pub close_gap: Span,
    /// Written in parentheses of its own even if it is an only child.
    pub parenthesised: bool,
}

impl RecordNode {
    pub fn new(parent: u32) -> RecordNode {
        RecordNode {
            parent,
            first_child: NONE,
            last_child: NONE,
            prev: NONE,
            next: NONE,
            first_property: 0,
            property_count: 0,
            verbatim: Span::default(),
            open_gap: Span::default(),
            close_gap: Span::default(),
            parenthesised: false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Property {
    pub key: u64,
    pub name: Span,
    pub first_value: u32,
    pub value_count: u32,
}

/// Packs the letters that count of a property name. Before FF4 only capitals counted (`Black` is `B`, `SiZe` is `SZ`);
/// a name without any capital is read as if written in capitals. Names over eight letters get a hash with the top bit set.
pub(crate) const fn key_of(name: &[u8]) -> u64 {
    let mut capitals = false;
    let mut i = 0;
    while i < name.len() {
        if name[i].is_ascii_uppercase() {
            capitals = true;
            break;
        }
        i += 1;
    }
    let (mut packed, mut hash, mut count) = (0u64, 0xcbf2_9ce4_8422_2325u64, 0);
    i = 0;
    while i < name.len() {
        let byte = name[i];
        if !capitals || !byte.is_ascii_lowercase() {
            let letter = byte.to_ascii_uppercase() as u64;
            packed = (packed << 8) | letter;
            hash = (hash ^ letter).wrapping_mul(0x0100_0000_01b3);
            count += 1;
        }
        i += 1;
    }
    // Eight ASCII letters leave the top bit clear, so packed keys and hashes never meet.
    if count <= 8 { packed } else { hash | 1 << 63 }
}

/// One game of a record: nodes, properties and values in the order in which they were written.
#[derive(Clone, Debug)]
pub struct GameTree {
    pub(crate) text: String,
    pub(crate) nodes: Vec<RecordNode>,
    pub(crate) properties: Vec<Property>,
    pub(crate) values: Vec<Span>,
    /// White space before the first `(`.
    pub(crate) preamble: Span,
    /// How much of `text` is the source; what follows was added by edits.
    pub(crate) source_length: u32,
    /// Line and column (from 1) at which the source text starts in its file.
    pub(crate) origin: Place,
}

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl GameTree {
    /// A game with one empty root node.
    pub fn new() -> GameTree {
        let mut root = RecordNode::new(NONE);
        root.parenthesised = true;
        GameTree {
            text: String::new(),
            nodes: vec![root],
            properties: Vec::new(),
            values: Vec::new(),
            preamble: Span::default(),
            source_length: 0,
            origin: Place { line: 1, column: 1 },
        }
    }

    pub fn root_id(&self) -> NodeId {
        NodeId(0)
    }

    pub fn root(&self) -> NodeRef<'_> {
        self.node(NodeId(0))
    }

    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id }
    }

    /// Number of nodes ever made, deleted ones included: an upper bound for walks.
    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of the text the game was read from.
    pub fn source_length(&self) -> usize {
        self.source_length as usize
    }

    /// Number of nodes reachable from the root.
    pub fn node_count(&self) -> usize {
        self.walk().count()
    }

    /// Every node, parents before children, variations in order.
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, next: Some(self.root_id()), top: self.root_id() }
    }

    /// The root and then always the first child.
    pub fn main_line(&self) -> impl Iterator<Item = NodeRef<'_>> {
        std::iter::successors(Some(self.root()), |node| node.first_child())
    }

    /// Nodes from the root to `id`, both included.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(self.node(id)), |node| node.parent()).map(|node| node.id).collect();
        path.reverse();
        path
    }

    pub(crate) fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Where a span of the source stands in its file; `None` for what was added later.
    pub(crate) fn place_of(&self, span: Span) -> Option<Place> {
        (span.start < self.source_length || span.end <= self.source_length && self.source_length > 0)
            .then(|| Place::of(&self.text, span.start as usize, self.origin))
    }
}

/// A node together with its tree.
#[derive(Clone, Copy)]
pub struct NodeRef<'a> {
    pub(crate) tree: &'a GameTree,
    pub(crate) id: NodeId,
}

impl std::fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.id)?;
        self.properties().try_for_each(|property| {
            f.write_str(property.name())?;
            property.values().try_for_each(|value| write!(f, "[{value}]"))
        })
    }
}

impl<'a> NodeRef<'a> {
    fn data(self) -> &'a RecordNode {
        &self.tree.nodes[self.id.0 as usize]
    }

    fn link(self, index: u32) -> Option<NodeRef<'a>> {
        (index != NONE).then_some(NodeRef { tree: self.tree, id: NodeId(index) })
    }

    pub fn id(self) -> NodeId {
        self.id
    }
    pub fn tree(self) -> &'a GameTree {
        self.tree
    }
    pub fn parent(self) -> Option<NodeRef<'a>> {
        self.link(self.data().parent)
    }
    pub fn first_child(self) -> Option<NodeRef<'a>> {
        self.link(self.data().first_child)
    }
    pub fn last_child(self) -> Option<NodeRef<'a>> {
        self.link(self.data().last_child)
    }
    pub fn next_sibling(self) -> Option<NodeRef<'a>> {
        self.link(self.data().next)
    }
    pub fn previous_sibling(self) -> Option<NodeRef<'a>> {
        self.link(self.data().prev)
    }
    pub fn children(self) -> impl Iterator<Item = NodeRef<'a>> {
        std::iter::successors(self.first_child(), |child| child.next_sibling())
    }
    pub fn is_root(self) -> bool {
        self.id.0 == 0
    }

    /// Where the node starts in its file; `None` if it was added later.
    pub fn place(self) -> Option<Place> {
        let data = self.data();
        let span = match self.properties().next() {
            Some(property) => property.data.name,
            None => data.verbatim,
        };
        (!span.is_empty()).then(|| self.tree.place_of(span)).flatten()
    }

    pub fn properties(self) -> impl Iterator<Item = PropertyRef<'a>> {
        let data = self.data();
        let start = data.first_property as usize;
        let tree = self.tree;
        tree.properties[start..start + data.property_count as usize].iter().map(move |data| PropertyRef { tree, data })
    }

    /// The first property with this name (by the letters that count), if any.
    pub fn property(self, name: &str) -> Option<PropertyRef<'a>> {
        let key = key_of(name.as_bytes());
        self.properties().find(|property| property.matches(key, name))
    }

    pub fn has(self, name: &str) -> bool {
        self.property(name).is_some()
    }

    /// First raw value (escapes as written) of the property.
    pub fn raw(self, name: &str) -> Option<&'a str> {
        self.property(name).and_then(|property| property.values().next())
    }

    /// All raw values of the property, also where it was written twice in the node.
    pub fn raw_values(self, name: &str) -> impl Iterator<Item = &'a str> {
        self.value_spans(name).map(move |span| self.tree.slice(span))
    }

    pub(crate) fn value_spans(self, name: &str) -> impl Iterator<Item = Span> + 'a {
        let key = key_of(name.as_bytes());
        // Hashed keys (over eight letters) are long enough for the hash alone to decide.
        self.properties().filter(move |property| property.data.key == key).flat_map(PropertyRef::value_spans)
    }
}

/// A property of a node: a name as written and one or more values.
#[derive(Clone, Copy)]
pub struct PropertyRef<'a> {
    tree: &'a GameTree,
    data: &'a Property,
}

impl<'a> PropertyRef<'a> {
    /// The name as written in the file.
    pub fn name(self) -> &'a str {
        self.tree.slice(self.data.name)
    }

    /// The name by its letters that count: `B` for `Black`.
    pub fn canonical_name(self) -> String {
        let name = self.name();
        let capitals = name.bytes().any(|byte| byte.is_ascii_uppercase());
        name.chars().filter(|c| !capitals || !c.is_ascii_lowercase()).map(|c| c.to_ascii_uppercase()).collect()
    }

    /// Raw values, escapes as written.
    pub fn values(self) -> impl Iterator<Item = &'a str> {
        self.value_spans().map(move |span| self.tree.slice(span))
    }

    pub(crate) fn value_spans(self) -> impl Iterator<Item = Span> + 'a {
        let start = self.data.first_value as usize;
        self.tree.values[start..start + self.data.value_count as usize].iter().copied()
    }

    pub(crate) fn matches(self, key: u64, name: &str) -> bool {
        self.data.key == key && (key >> 63 == 0 || self.canonical_name().eq_ignore_ascii_case(name))
    }
}

/// Depth-first walk without recursion.
pub struct Walk<'a> {
    tree: &'a GameTree,
    next: Option<NodeId>,
    top: NodeId,
}

impl<'a> Walk<'a> {
    /// The nodes of the subtree under (and with) `top`.
    pub fn from(tree: &'a GameTree, top: NodeId) -> Walk<'a> {
        Walk { tree, next: Some(top), top }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let current = self.tree.node(self.next?);
        self.next = current.first_child().map(|child| child.id).or_else(|| {
            let mut node = current;
            while node.id != self.top {
                if let Some(sibling) = node.next_sibling() {
                    return Some(sibling.id);
                }
                node = node.parent()?;
            }
            None
        });
        Some(current)
    }
}
