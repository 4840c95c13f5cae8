//! The writer.

use crate::{Collection, Node};

/// Where lines are broken, before a node or a value.
const WIDTH: usize = 72;

impl Collection {
    /// The collection as SGF: every value as it was read or added, byte for byte (but with
    /// backslashes before brackets inside of texts that lack them), names in their canonical form.
    /// Reading it again gives the same trees. (In damaged text of two-byte charsets, whether a
    /// bracket is half of a character is a guess, and may come out otherwise when junk was dropped:
    /// what must last is better kept in UTF-8.)
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.buffer.len() + self.buffer.len() / 8);
        for root in self.roots() {
            root.write_into(&mut out, &mut |node, name, raw, out| {
                let _ = (node, name);
                out.extend_from_slice(raw);
            });
        }
        out
    }
}

impl Node<'_> {
    /// Writes the tree below this node; `value` writes each value given its node, its name and its
    /// bytes.
    pub fn write_into(self, out: &mut Vec<u8>, value: &mut dyn FnMut(Node<'_>, &str, &[u8], &mut Vec<u8>)) {
        let mut line = out.len();
        out.push(b'(');
        // Nodes to write, and brackets to close before the next: no recursion.
        let mut next = Some(self);
        let mut open = 1usize;
        while let Some(node) = next {
            write_node(node, out, &mut line, value);
            next = node.first_child();
            if let Some(child) = next {
                if child.next_sibling().is_some() {
                    open_variation(out, &mut line, &mut open);
                }
                continue;
            }
            // A leaf: up to the next variation.
            let mut at = node;
            while at.id() != self.id() {
                let Some(up) = at.parent() else { break };
                let several = up.first_child().is_some_and(|c| c.next_sibling().is_some());
                if several {
                    out.push(b')');
                    open -= 1;
                }
                if let Some(beside) = at.next_sibling() {
                    open_variation(out, &mut line, &mut open);
                    next = Some(beside);
                    break;
                }
                at = up;
            }
        }
        out.extend(std::iter::repeat_n(b')', open));
        out.push(b'\n');
    }
}

fn open_variation(out: &mut Vec<u8>, line: &mut usize, open: &mut usize) {
    out.push(b'\n');
    *line = out.len();
    out.push(b'(');
    *open += 1;
}

fn write_node(
    node: Node<'_>,
    out: &mut Vec<u8>,
    line: &mut usize,
    value: &mut dyn FnMut(Node<'_>, &str, &[u8], &mut Vec<u8>),
) {
    if out.len() - *line > WIDTH {
        out.push(b'\n');
        *line = out.len();
    }
    out.push(b';');
    for property in node.properties() {
        let name = property.name();
        if out.len() - *line > WIDTH {
            out.push(b'\n');
            *line = out.len();
        }
        out.extend_from_slice(name.as_bytes());
        for v in property.values() {
            if out.len() - *line > WIDTH {
                out.push(b'\n');
                *line = out.len();
            }
            out.push(b'[');
            value(node, &name, &v.escaped(), out);
            out.push(b']');
        }
    }
}
