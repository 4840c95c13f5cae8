//! Where the properties of a node with many stand, by name.

use crate::arena::{NodeData, PropData};
use crate::ident::{LONG, canonical_bytes};
use crate::{Collection, NodeId};
use std::collections::HashMap;

/// As many properties are found faster by looking at each.
const FEW: u32 = 16;

/// The names of one node, each with the place of its first property among those of the node.
#[derive(Clone, Debug)]
pub(crate) struct NameIndex {
    node: NodeId,
    /// So many properties are in it.
    len: u32,
    short: HashMap<u32, u32>,
    long: HashMap<Vec<u8>, u32>,
}

impl NameIndex {
    fn of(node: NodeId) -> NameIndex {
        NameIndex { node, len: 0, short: HashMap::new(), long: HashMap::new() }
    }

    fn add(&mut self, key: u32, name: &[u8]) {
        let at = self.len;
        self.len += 1;
        match key {
            LONG => self.long.entry(canonical_bytes(name).collect()).or_insert(at),
            _ => self.short.entry(key).or_insert(at),
        };
    }

    fn get(&self, key: u32, name: &str) -> Option<u32> {
        match key {
            LONG => self.long.get(name.as_bytes()),
            _ => self.short.get(&key),
        }
        .copied()
    }
}

impl Collection {
    /// The place in the table of the node's first property of that name.
    pub(crate) fn find_property(&mut self, node: NodeId, key: u32, name: &str) -> Option<usize> {
        let &NodeData { props, props_len, .. } = self.nodes.get(node.index())?;
        let of_node = |p: &Self, at: u32| p.props.get((props + at) as usize).copied();
        if props_len <= FEW {
            let at = (0..props_len).find(|&at| of_node(self, at).is_some_and(|p| self.is_named(&p, key, name)))?;
            return Some((props + at) as usize);
        }
        // It lags behind what was added since, and is of no use once something was taken away.
        let known = self.names.take().filter(|index| index.node == node && index.len <= props_len);
        let mut index = known.unwrap_or_else(|| NameIndex::of(node));
        for at in index.len..props_len {
            let PropData { key, .. } = of_node(self, at)?;
            index.add(key, of_node(self, at).map_or(&[][..], |p| self.name_bytes(&p)));
        }
        let found = index.get(key, name);
        self.names = Some(index);
        found.map(|at| (props + at) as usize)
    }
}
