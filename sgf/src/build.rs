//! Making and changing trees.

use crate::arena::{NONE, NodeData, PropData, Span};
use crate::ident::key;
use crate::text::escape;
use crate::{Collection, NodeId, Point};

impl Collection {
    /// Adds a game: its root.
    pub fn add_game(&mut self) -> NodeId {
        self.new_node(NONE)
    }

    /// Adds a child behind the others.
    ///
    /// # Panics
    /// When the parent is of another collection that is larger.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        assert!(parent.index() < self.nodes.len(), "a node of this collection");
        self.new_node(parent.0)
    }

    fn new_node(&mut self, parent: u32) -> NodeId {
        let id = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        let (start, props) = (self.buffer.len() as u32, self.props.len() as u32);
        let fresh = NodeData {
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            start: start.max(self.read.saturating_add(1)),
            props,
            props_len: 0,
        };
        self.nodes.push(fresh);
        self.link(parent, id);
        NodeId(id)
    }

    /// Hangs a node that is in the table under its parent.
    #[inline]
    pub(crate) fn link(&mut self, parent: u32, id: u32) {
        let Some(up) = self.nodes.get_mut(parent as usize) else {
            self.roots.push(id);
            return;
        };
        let before = std::mem::replace(&mut up.last_child, id);
        if before == NONE {
            up.first_child = id;
        } else if let Some(before) = self.nodes.get_mut(before as usize) {
            before.next_sibling = id;
        }
    }

    /// Adds a text value to a property of the node, behind the values it has; the text is escaped.
    pub fn add(&mut self, node: NodeId, name: &str, text: &str) {
        self.add_raw(node, name, escape(text).as_bytes());
    }

    /// Adds a point.
    pub fn add_point(&mut self, node: NodeId, name: &str, point: Point) {
        self.add_raw(node, name, &point.letters());
    }

    /// Adds a pair of values: a point and its label, a program and its version.
    pub fn add_pair(&mut self, node: NodeId, name: &str, first: &str, second: &str) {
        let text = format!("{}:{}", escape(first).replace(':', "\\:"), escape(second));
        self.add_raw(node, name, text.as_bytes());
    }

    /// Adds a value as it will stand in the file: the caller has escaped it.
    pub fn add_raw(&mut self, node: NodeId, name: &str, raw: &[u8]) {
        let start = self.buffer.len() as u32;
        self.buffer.extend_from_slice(raw);
        let span = Span { start, end: self.buffer.len() as u32 };
        let Some(&NodeData { props, props_len, .. }) = self.nodes.get(node.index()) else { return };
        let wanted = key(name.as_bytes());
        let range = props as usize..(props + props_len) as usize;
        match self.find_property(node, wanted, name) {
            Some(i) => self.push_value(i, span),
            None => {
                let name_at = self.buffer.len() as u32;
                self.buffer.extend_from_slice(name.as_bytes());
                let values = self.values.len() as u32;
                self.values.push(span);
                if range.end != self.props.len() {
                    let moved = self.props.len() as u32;
                    self.props.extend_from_within(range);
                    if let Some(n) = self.nodes.get_mut(node.index()) {
                        n.props = moved;
                    }
                }
                let name_len = name.len() as u32;
                self.props.push(PropData { key: wanted, name: name_at, name_len, values, values_len: 1 });
                if let Some(n) = self.nodes.get_mut(node.index()) {
                    n.props_len += 1;
                }
            }
        }
    }

    fn push_value(&mut self, prop: usize, span: Span) {
        let Some(p) = self.props.get_mut(prop) else { return };
        let range = p.values as usize..(p.values + p.values_len) as usize;
        p.values_len += 1;
        if range.end != self.values.len() {
            p.values = self.values.len() as u32;
            self.values.extend_from_within(range);
        }
        self.values.push(span);
    }

    /// Takes a property from the node.
    pub fn remove(&mut self, node: NodeId, name: &str) {
        let Some(&NodeData { props, props_len, .. }) = self.nodes.get(node.index()) else { return };
        self.names = None;
        let wanted = key(name.as_bytes());
        let (mut keep, end) = (props as usize, (props + props_len) as usize);
        for i in props as usize..end {
            let Some(&p) = self.props.get(i) else { break };
            if !self.is_named(&p, wanted, name) {
                if let Some(to) = self.props.get_mut(keep) {
                    *to = p;
                }
                keep += 1;
            }
        }
        if let Some(n) = self.nodes.get_mut(node.index()) {
            n.props_len = (keep - props as usize) as u32;
        }
    }

    /// Takes all properties from the node.
    pub fn clear(&mut self, node: NodeId) {
        self.names = None;
        if let Some(n) = self.nodes.get_mut(node.index()) {
            n.props_len = 0;
        }
    }

    /// Gives a property of the node this text as its only value.
    pub fn set(&mut self, node: NodeId, name: &str, text: &str) {
        self.remove(node, name);
        self.add(node, name, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_and_values_in_any_order() {
        let mut sgf = Collection::new();
        let root = sgf.add_game();
        let child = sgf.add_child(root);
        for (node, name, text) in
            [(root, "AB", "aa"), (child, "W", "cc"), (root, "AB", "bb"), (child, "C", "a]\\"), (root, "SZ", "9")]
        {
            sgf.add(node, name, text);
        }
        sgf.add_pair(child, "LB", "aa", "1:2");
        assert_eq!(sgf.write(), b"(;AB[aa][bb]SZ[9];W[cc]C[a\\]\\\\]LB[aa:1:2])\n");
        sgf.set(root, "AB", "cc");
        sgf.remove(child, "C");
        sgf.remove(child, "XX");
        assert_eq!(sgf.write(), b"(;SZ[9]AB[cc];W[cc]LB[aa:1:2])\n");
        let second = sgf.add_child(root);
        sgf.add_point(second, "W", Point::new(3, 4));
        sgf.add_game();
        assert_eq!(sgf.write(), b"(;SZ[9]AB[cc]\n(;W[cc]LB[aa:1:2])\n(;W[de]))\n(;)\n");
    }

    #[test]
    fn many_properties_are_found_as_few_are() {
        // Names of all lengths, on both sides of what is looked up one by one; old names among
        // them.
        let names = (0..60u8).map(|i| {
            format!(
                "{}{}",
                "LONGNAME".get(..usize::from(i % 9)).unwrap_or_default(),
                "ABCDEFG".get(..usize::from(i / 9 + 1)).unwrap_or_default()
            )
        });
        let text: String = names.clone().map(|n| format!("{n}[x]")).collect();
        let (mut sgf, _) = Collection::parse(format!("(;{text}BlacK[y];)").as_bytes());
        let root = sgf.roots().next().map(|r| r.id()).expect("a game");
        let mut wanted: Vec<(String, usize)> = Vec::new();
        for p in sgf.node(root).properties() {
            wanted.push((p.name().into_owned(), 1));
        }
        let mut add = |sgf: &mut Collection, name: &str| {
            sgf.add(root, name, "z");
            match wanted.iter_mut().find(|(n, _)| n == name) {
                Some((_, n)) => *n += 1,
                None => wanted.push((name.to_string(), 1)),
            }
            if name == "C" {
                sgf.remove(root, "AA");
                wanted.retain(|(n, _)| n != "AA");
            }
            let found: Vec<_> =
                sgf.node(root).properties().map(|p| (p.name().into_owned(), p.values().len())).collect();
            assert_eq!(found, wanted);
        };
        for name in names.chain(["BK", "C", "AA", "ZZZZZ", "AA", "ZZZZZ"].map(String::from)) {
            add(&mut sgf, &name);
        }
        sgf.clear(root);
        sgf.add(root, "B", "aa");
        assert_eq!(sgf.write(), b"(;B[aa];)\n");
    }

    #[test]
    fn a_parsed_tree_grows() {
        let (mut sgf, _) = Collection::parse(b"(;B[aa];W[bb])");
        let root = sgf.roots().next().map(|r| r.id());
        let root = root.expect("a game");
        sgf.add(root, "C", "höher");
        let child = sgf.add_child(root);
        sgf.add(child, "W", "cc");
        assert_eq!(sgf.write(), "(;B[aa]C[höher]\n(;W[bb])\n(;W[cc]))\n".as_bytes());
        assert_eq!(sgf.node(root).text("C").as_deref(), Some("höher"));
        assert_eq!(sgf.node(child).offset(), None);
        assert_eq!(sgf.node(root).offset(), Some(1));
    }
}
