//! Changing a game: nodes and properties are added, replaced and removed; everything else stays as it was.

use crate::text::escape;
use crate::tree::{GameTree, NONE, NodeId, Property, RecordNode, Span, Walk, key_of};

impl GameTree {
    /// Adds a last child: the continuation of a leaf, otherwise one more variation.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = self.nodes.len() as u32;
        let mut node = RecordNode::new(parent.0);
        node.first_property = self.properties.len() as u32;
        self.nodes.push(node);
        self.link_last(parent.0, id);
        NodeId(id)
    }

    /// Puts a new node between `node` and its parent; the root cannot have one before it.
    pub fn insert_before(&mut self, node: NodeId) -> Option<NodeId> {
        let (parent, prev, next) = {
            let data = &self.nodes[node.0 as usize];
            (data.parent, data.prev, data.next)
        };
        if parent == NONE {
            return None;
        }
        let id = self.nodes.len() as u32;
        let mut new = RecordNode::new(parent);
        new.first_property = self.properties.len() as u32;
        (new.prev, new.next) = (prev, next);
        (new.first_child, new.last_child) = (node.0, node.0);
        new.parenthesised = std::mem::take(&mut self.nodes[node.0 as usize].parenthesised);
        self.nodes.push(new);
        let old = &mut self.nodes[node.0 as usize];
        (old.parent, old.prev, old.next) = (id, NONE, NONE);
        self.relink_neighbours(parent, prev, next, id, id);
        Some(NodeId(id))
    }

    /// Takes a node and all that follows it out of the game; false for the root, which stays.
    pub fn delete_subtree(&mut self, node: NodeId) -> bool {
        self.unlink(node.0)
    }

    /// Makes a node the `place`-th variation (from 0) of its parent.
    pub fn move_variation(&mut self, node: NodeId, place: usize) {
        let parent = self.nodes[node.0 as usize].parent;
        if !self.unlink(node.0) {
            return;
        }
        self.nodes[node.0 as usize].parent = parent;
        let before = self.node(NodeId(parent)).children().nth(place).map(|child| child.id.0);
        match before {
            None => self.link_last(parent, node.0),
            Some(before) => {
                let prev = self.nodes[before as usize].prev;
                (self.nodes[node.0 as usize].prev, self.nodes[node.0 as usize].next) = (prev, before);
                self.nodes[before as usize].prev = node.0;
                match prev {
                    NONE => self.nodes[parent as usize].first_child = node.0,
                    prev => self.nodes[prev as usize].next = node.0,
                }
            }
        }
    }

    /// Makes the line through `node` the main line.
    pub fn promote_to_main_line(&mut self, node: NodeId) {
        for id in self.path_to(node) {
            if self.nodes[id.0 as usize].prev != NONE {
                self.move_variation(id, 0);
            }
        }
    }

    /// Sets a property to values that are already escaped; in place if it was there, else after the others.
    /// No values at all removes it.
    pub fn set_raw<S: AsRef<str>>(&mut self, node: NodeId, name: &str, values: impl IntoIterator<Item = S>) {
        let first_value = self.values.len() as u32;
        for value in values {
            let span = self.append(value.as_ref());
            self.values.push(span);
        }
        let value_count = self.values.len() as u32 - first_value;
        if value_count == 0 {
            self.remove(node, name);
            return;
        }
        let key = key_of(name.as_bytes());
        let name = self.append(name);
        let new = Property { key, name, first_value, value_count };
        let mut properties = self.properties_of(node);
        match properties.iter().position(|property| property.key == key) {
            Some(found) => {
                // The name stays as it was written (`Black`), and a second copy of the property goes.
                properties[found] = Property { name: properties[found].name, ..new };
                let mut index = 0;
                properties.retain(|property| {
                    index += 1;
                    index - 1 == found || property.key != key
                });
            }
            None => properties.push(new),
        }
        self.put_properties(node, properties);
    }

    /// Sets a property to one text value, escaping it.
    pub fn set_text(&mut self, node: NodeId, name: &str, text: &str) {
        self.set_raw(node, name, [escape(text)]);
    }

    /// Adds a value (already escaped) to a property, making the property if need be.
    pub fn add_raw(&mut self, node: NodeId, name: &str, value: &str) {
        let mut values: Vec<String> = self.node(node).raw_values(name).map(str::to_owned).collect();
        values.push(value.to_owned());
        self.set_raw(node, name, values);
    }

    /// Removes a property; true if it was there.
    pub fn remove(&mut self, node: NodeId, name: &str) -> bool {
        let key = key_of(name.as_bytes());
        let mut properties = self.properties_of(node);
        let before = properties.len();
        properties.retain(|property| property.key != key);
        let removed = properties.len() < before;
        if removed {
            self.put_properties(node, properties);
        }
        removed
    }

    /// Says in CA that the text is UTF-8, as it is once read: to be called before a record that came in another encoding
    /// is saved. Plain ASCII without CA needs none, and is left alone.
    pub fn declare_utf8(&mut self) {
        let root = self.root_id();
        let right = match self.root().raw("CA") {
            Some(charset) => crate::encoding_by_name(charset) == Some(encoding_rs::UTF_8),
            None => self.text.is_ascii(),
        };
        if !right {
            self.set_raw(root, "CA", ["UTF-8"]);
        }
    }

    /// A copy without what edits have left behind in the buffers.
    pub fn compacted(&self) -> GameTree {
        let mut copy = GameTree::new();
        let mut ids = vec![NONE; self.nodes.len()];
        for node in self.walk() {
            let id = match node.parent() {
                None => copy.root_id(),
                Some(parent) => copy.add_child(NodeId(ids[parent.id.0 as usize])),
            };
            ids[node.id.0 as usize] = id.0;
            for property in node.properties() {
                let key = key_of(property.name().as_bytes());
                let name = copy.append(property.name());
                let first_value = copy.values.len() as u32;
                for value in property.values() {
                    let span = copy.append(value);
                    copy.values.push(span);
                }
                let value_count = copy.values.len() as u32 - first_value;
                copy.properties.push(Property { key, name, first_value, value_count });
                let data = &mut copy.nodes[id.0 as usize];
                if data.property_count == 0 {
                    data.first_property = copy.properties.len() as u32 - 1;
                }
                data.property_count += 1;
            }
        }
        copy
    }

    /// True if `node` can be reached from the root.
    pub fn contains(&self, node: NodeId) -> bool {
        (node.0 as usize) < self.nodes.len() && self.path_to(node).first() == Some(&self.root_id())
    }

    /// The nodes under (and with) `node`.
    pub fn subtree(&self, node: NodeId) -> Walk<'_> {
        Walk::from(self, node)
    }

    pub(crate) fn append(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        Span::new(start, self.text.len())
    }

    fn properties_of(&self, node: NodeId) -> Vec<Property> {
        let data = &self.nodes[node.0 as usize];
        let start = data.first_property as usize;
        self.properties[start..start + data.property_count as usize].to_vec()
    }

    fn put_properties(&mut self, node: NodeId, properties: Vec<Property>) {
        let data = &mut self.nodes[node.0 as usize];
        let (start, old) = (data.first_property as usize, data.property_count as usize);
        data.verbatim = Span::default();
        data.property_count = properties.len() as u32;
        if properties.len() <= old {
            self.properties[start..start + properties.len()].copy_from_slice(&properties);
        } else {
            data.first_property = self.properties.len() as u32;
            self.properties.extend(properties);
        }
    }

    fn link_last(&mut self, parent: u32, id: u32) {
        let last = self.nodes[parent as usize].last_child;
        (self.nodes[id as usize].prev, self.nodes[id as usize].next) = (last, NONE);
        match last {
            NONE => self.nodes[parent as usize].first_child = id,
            last => self.nodes[last as usize].next = id,
        }
        self.nodes[parent as usize].last_child = id;
    }

    fn unlink(&mut self, id: u32) -> bool {
        let (parent, prev, next) = {
            let data = &self.nodes[id as usize];
            (data.parent, data.prev, data.next)
        };
        if parent == NONE {
            return false;
        }
        self.relink_neighbours(parent, prev, next, next, prev);
        let data = &mut self.nodes[id as usize];
        (data.parent, data.prev, data.next) = (NONE, NONE, NONE);
        true
    }

    /// Points the neighbours of a place in a list of children at what now stands there.
    fn relink_neighbours(&mut self, parent: u32, prev: u32, next: u32, after_prev: u32, before_next: u32) {
        match prev {
            NONE => self.nodes[parent as usize].first_child = after_prev,
            prev => self.nodes[prev as usize].next = after_prev,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = before_next,
            next => self.nodes[next as usize].prev = before_next,
        }
    }
}
