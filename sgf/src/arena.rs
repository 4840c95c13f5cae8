//! The tree as flat tables: nodes, properties and values point into one buffer of bytes.
//!
//! A parsed file costs four allocations that grow, and none for a value. What is added later goes
//! to the end of the tables; the properties of a node and the values of a property stay contiguous
//! (they move to the end when they can't grow in place), so that both are always slices.

use crate::name_index::NameIndex;
use crate::{Charset, Node};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// A node of a [`Collection`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The node's place in the table. Nodes that were parsed are numbered in the order of the file.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A half-open range of bytes of the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct NodeData {
    pub parent: u32,
    pub first_child: u32,
    pub last_child: u32,
    pub next_sibling: u32,
    /// Where the node's semicolon stands in the buffer.
    pub start: u32,
    pub props: u32,
    pub props_len: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PropData {
    pub key: u32,
    pub name: u32,
    pub name_len: u32,
    pub values: u32,
    pub values_len: u32,
}

/// From here on in the buffer, this charset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CharsetFrom {
    pub start: u32,
    pub charset: Charset,
}

/// Any number of game trees.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The bytes of the file, then the bytes added.
    pub(crate) buffer: Vec<u8>,
    /// Bytes of the buffer that were read.
    pub(crate) read: u32,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) props: Vec<PropData>,
    pub(crate) values: Vec<Span>,
    pub(crate) roots: Vec<u32>,
    pub(crate) charsets: Vec<CharsetFrom>,
    /// Where the values start that hold brackets which the file does not escape, in ascending
    /// order.
    pub(crate) nested: Vec<u32>,
    /// For a file that was recoded as a whole: where each byte of the buffer came from.
    pub(crate) origins: Option<Vec<u32>>,
    /// The properties of the node that was changed last, where it has many.
    pub(crate) names: Option<NameIndex>,
}

impl Collection {
    /// No games.
    pub fn new() -> Self {
        Collection::default()
    }

    /// The roots of the games.
    pub fn roots(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator {
        self.roots.iter().map(|&id| Node { sgf: self, id })
    }

    /// A node by its number.
    ///
    /// # Panics
    /// When the number is of another collection that is larger.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        assert!(id.index() < self.nodes.len(), "a node of this collection");
        Node { sgf: self, id: id.0 }
    }

    /// All nodes of all games, parents before children, in the order of the variations.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.roots().flat_map(|root| root.subtree())
    }

    /// Are there no games?
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// The charset of the game that a byte of the buffer belongs to.
    pub(crate) fn charset_at(&self, at: u32) -> Charset {
        if at >= self.read {
            return Charset::utf8();
        }
        let after = self.charsets.partition_point(|c| c.start <= at);
        after.checked_sub(1).and_then(|i| self.charsets.get(i)).map_or_else(Charset::utf8, |c| c.charset)
    }

    /// Where a byte of the buffer stood in the file; `None` for what was added.
    pub(crate) fn source_offset(&self, at: u32) -> Option<usize> {
        if at > self.read {
            return None;
        }
        match &self.origins {
            None => Some(at as usize),
            Some(map) => map.get(at as usize).or(map.last()).map(|&o| o as usize),
        }
    }

    pub(crate) fn slice(&self, span: Span) -> &[u8] {
        self.buffer.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}
