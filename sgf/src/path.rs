//! Where a node is, in words.

use crate::{Collection, Node};

/// The number of each node among its siblings, and of each root among the roots, from 0: for paths
/// of many nodes of one collection, which can have thousands of variations at a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Branches(Vec<u32>);

impl Branches {
    /// Paths of the nodes that a collection has now.
    pub fn of(sgf: &Collection) -> Branches {
        let mut numbers = vec![0; sgf.nodes.len()];
        let mut count = |node: Node<'_>, number: usize| {
            if let Some(own) = numbers.get_mut(node.id as usize) {
                *own = number as u32;
            }
        };
        sgf.roots().enumerate().for_each(|(i, root)| count(root, i));
        for node in sgf.nodes() {
            node.children().enumerate().for_each(|(i, child)| count(child, i));
        }
        Branches(numbers)
    }

    /// The [path](Node::path) of a node of that collection.
    pub fn path(&self, node: Node<'_>) -> String {
        node.path_by(|at| self.0.get(at.id as usize).map_or(0, |&n| n as usize))
    }
}

impl Node<'_> {
    /// Where it is: the game, and the number of nodes along each variation (`game 1, node 12/2:4`:
    /// twelve nodes down the first variations, then the second variation, its fourth node). See
    /// [`Branches`] for many of them.
    pub fn path(self) -> String {
        self.path_by(|at| match at.parent() {
            Some(up) => up.children().position(|c| c.id == at.id).unwrap_or(0),
            None => at.sgf.roots.iter().position(|&r| r == at.id).unwrap_or(0),
        })
    }

    /// Builds the path from the number of each node among its siblings.
    fn path_by(self, number: impl Fn(Node<'_>) -> usize) -> String {
        let mut steps = Vec::new();
        let mut run = 1;
        let mut at = self;
        while let Some(up) = at.parent() {
            let variation = number(at);
            if variation > 0 {
                steps.push(format!("/{}:{run}", variation + 1));
                run = 0;
            }
            run += 1;
            at = up;
        }
        let rest: String = steps.into_iter().rev().collect();
        format!("game {}, node {run}{rest}", number(at) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_game_variation_and_node() {
        let (sgf, found) = Collection::parse(b"(;B[aa];W[bb](;B[cc])(;B[dd];W[ee](;B[ff])(;B[gg])(;B[hh])))(;B[ii])");
        assert!(found.is_empty(), "{found:?}");
        let paths: Vec<String> = sgf.nodes().map(Node::path).collect();
        let want = ["1, node 1", "1, node 2", "1, node 3", "1, node 2/2:1", "1, node 2/2:2", "1, node 2/2:3"];
        let rest = ["1, node 2/2:2/2:1", "1, node 2/2:2/3:1", "2, node 1"];
        let want: Vec<String> = want.iter().chain(&rest).map(|w| format!("game {w}")).collect();
        assert_eq!(paths, want);
        let branches = Branches::of(&sgf);
        assert_eq!(sgf.nodes().map(|node| branches.path(node)).collect::<Vec<_>>(), want);
    }
}
