//! Where the problems of a game tree stand. A collection may be laid out in any of these ways:
//!
//! - a game for each problem;
//! - an empty root whose variations each set up a problem, at any depth;
//! - a root with stones that its variations change, each into a problem of its own.

use tesuji_sgf::Node;

/// One problem of a game tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<'a> {
    /// The last node before a move is played: the stones of the nodes down to it are the position.
    pub(crate) node: Node<'a>,
}

impl<'a> Start<'a> {
    /// The nodes from the game's root to the one where the position is complete.
    pub(crate) fn path(self) -> Vec<Node<'a>> {
        let mut path: Vec<Node<'a>> = self.node.ancestors().collect();
        path.reverse();
        path
    }

    /// The nodes that the solution begins with. (A node that sets stones and plays a move is its
    /// own beginning.)
    pub(crate) fn firsts(self) -> Vec<Node<'a>> {
        if plays(self.node) { vec![self.node] } else { self.node.children().collect() }
    }
}

/// Does a node play a move?
pub(crate) fn plays(node: Node<'_>) -> bool {
    node.has("B") || node.has("W")
}

/// Does this variation set stones before it plays a move? A node that does both plays its move
/// first, unless it `makes` the position.
fn sets_up(node: Node<'_>, makes: bool) -> bool {
    for at in node.main_line() {
        if plays(at) {
            return makes && at.has_setup();
        }
        if at.has_setup() {
            return true;
        }
    }
    false
}

/// All problems of a game tree, in the order of the file.
pub(crate) fn starts(root: Node<'_>) -> Vec<Start<'_>> {
    let mut found = Vec::new();
    // With each node: do the nodes above it set black stones, and white ones?
    let mut open = vec![(root, [false; 2])];
    while let Some((mut at, mut is_set)) = open.pop() {
        loop {
            is_set = [is_set[0] || at.has("AB"), is_set[1] || at.has("AW")];
            let children: Vec<Node<'_>> = at.children().collect();
            match children[..] {
                _ if plays(at) => {}
                // The position is made in several steps.
                [only] if !plays(only) => {
                    at = only;
                    continue;
                }
                _ => {
                    let setting = children.iter().filter(|&&child| sets_up(child, is_set != [true; 2])).count();
                    // Moves from a position with both colours are a solution; what sets stones
                    // beside it is a picture.
                    let is_solution = is_set == [true; 2] && setting < children.len();
                    if setting > 0 && !is_solution {
                        open.extend(children.into_iter().rev().map(|child| (child, is_set)));
                        break;
                    }
                }
            }
            found.push(Start { node: at });
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_sgf::Collection;

    fn nodes(text: &str) -> Vec<String> {
        let (sgf, _) = Collection::parse(text.as_bytes());
        sgf.roots().flat_map(starts).map(|start| start.node.path()).collect()
    }

    #[test]
    fn problems_are_found_in_every_layout() {
        let setup = "AB[aa]AW[bb]";
        let one = |n: &str| format!("game 1, node {n}");
        assert_eq!(nodes(&format!("(;{setup};B[ba];W[ab])")), [one("1")]);
        assert_eq!(nodes(&format!("(;{setup}(;B[ba])(;B[ab]))")), [one("1")]);
        assert_eq!(nodes(&format!("(;GN[x];{setup};C[y];B[ba])")), [one("3")]);
        // Variations of an empty root, nested ones too.
        assert_eq!(nodes(&format!("(;GN[x](;{setup};B[ba])(;{setup};W[ba]))")), [one("2"), one("1/2:1")]);
        let nested = format!("(;GN[x](;C[one](;{setup};B[ba])(;{setup}))(;{setup};B[ba]))");
        assert_eq!(nodes(&nested), [one("3"), one("2/2:1"), one("1/2:1")]);
        // A position that its variations change.
        assert_eq!(nodes(&format!("(;{setup}(;AB[cc];B[ba])(;AB[dd];B[ba]))")), [one("2"), one("1/2:1")]);
        // Nor is a move with stones beside it, after a position or as one.
        assert_eq!(nodes(&format!("(;{setup}(;B[ba]AB[ba])(;B[ab]AB[ab]))")), [one("1")]);
        assert_eq!(nodes(&format!("(;GN[x](;{setup}B[ba])(;{setup}W[ba]))")), [one("2"), one("1/2:1")]);
        // A picture beside a solution is none.
        assert_eq!(nodes(&format!("(;{setup}(;B[ba])(;AB[cc]))")), [one("1")]);
        assert_eq!(nodes(&format!("(;{setup}B[ba];W[ab])")), [one("1")]);
        assert_eq!(nodes(&format!("(;{setup};B[ba])(;{setup})")), [one("1"), "game 2, node 1".to_string()]);
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = format!("{}{}{}", "(;C[x]".repeat(20_000), "(;AB[aa]AW[bb])(;AB[aa]AW[cc])", ")".repeat(20_000));
        assert_eq!(nodes(&deep).len(), 2);
        let wide = format!("(;C[x]{})", "(;AB[aa]AW[bb])".repeat(5_000));
        assert_eq!(nodes(&wide).len(), 5_000);
    }
}
