//! One problem of a collection as a game of its own, with all that the file says of it.

use crate::problem::{Start, starts};
use tesuji_sgf::{Collection, Node, NodeId};

/// The game: the nodes down to the problem, then its solution. In UTF-8.
pub(crate) fn game_of(start: Start<'_>) -> String {
    let mut sgf = Collection::new();
    let mut at: Option<NodeId> = None;
    for node in start.path() {
        let is_root = at.is_none();
        let copy = match at {
            None => sgf.add_game(),
            Some(parent) => sgf.add_child(parent),
        };
        if is_root {
            sgf.add(copy, "CA", "UTF-8");
        }
        copy_values(&mut sgf, node, copy);
        at = Some(copy);
    }
    if let Some(at) = at {
        copy_below(&mut sgf, start.node, at);
    }
    String::from_utf8_lossy(&sgf.write()).trim().to_string()
}

/// Copies all that lies below a node.
fn copy_below(sgf: &mut Collection, from: Node<'_>, to: NodeId) {
    let mut open = vec![(from, to)];
    while let Some((node, copy)) = open.pop() {
        let children: Vec<(Node<'_>, NodeId)> = node.children().map(|child| (child, sgf.add_child(copy))).collect();
        for &(child, id) in &children {
            copy_values(sgf, child, id);
        }
        open.extend(children);
    }
}

/// Marks of a move that say what it is worth.
const WORTH: [&str; 4] = ["TE", "BM", "DO", "IT"];

/// The game that a file gave, with what was found beside it: its first moves that say nothing of
/// their worth get the mark of the found tree (`TE`, `BM`), and right first moves that it lacks
/// come after its own. `None` where one is no game.
pub(crate) fn with_found(given: &str, found: &str) -> Option<String> {
    let ((mut sgf, _), (found, _)) = (Collection::parse(given.as_bytes()), Collection::parse(found.as_bytes()));
    let root = sgf.roots().next()?;
    let (size, start) = (root.board_size(), starts(root).into_iter().next()?.node);
    let is_marked = |node: Node<'_>| WORTH.iter().any(|mark| node.has(mark));
    let own: Vec<_> = start.children().map(|node| (node.stone_played(size), node.id(), is_marked(node))).collect();
    let at = start.id();
    for first in found.roots().next()?.children() {
        let Some(mark) = ["TE", "BM"].into_iter().find(|mark| first.has(mark)) else { continue };
        let played = first.stone_played(size);
        let mut same = own.iter().filter(|(of, ..)| *of == played).peekable();
        if same.peek().is_none() && mark == "TE" {
            let copy = sgf.add_child(at);
            copy_values(&mut sgf, first, copy);
            copy_below(&mut sgf, first, copy);
        }
        same.filter(|(.., is_marked)| !is_marked).for_each(|&(_, id, _)| sgf.add(id, mark, "1"));
    }
    Some(String::from_utf8_lossy(&sgf.write()).trim().to_string())
}

fn copy_values(sgf: &mut Collection, from: Node<'_>, to: NodeId) {
    for property in from.properties() {
        let name = property.name();
        if name == "CA" {
            continue;
        }
        for value in property.values() {
            if value.raw().is_ascii() {
                sgf.add_raw(to, &name, value.raw());
            } else {
                sgf.add(to, &name, &value.text());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The teacher's tree stays; what was found is marked beside it, and what it lacks is added.
    #[test]
    fn what_was_found_stands_beside_the_given_tree() {
        let given = "(;SZ[9]PL[B]AB[aa]AW[ba](;B[bb]C[Correct];W[cc])(;B[cb]BM[2])(;B[dd]))";
        let found = "(;SZ[9]AB[aa]AW[ba](;B[bb]TE[1];W[dc])(;B[cb]TE[1])(;B[ee]TE[1];W[ff])(;B[dd]BM[1])(;B[gg]BM[1]))";
        let both = with_found(given, found).unwrap().replace('\n', "");
        let expected =
            "(;SZ[9]PL[B]AB[aa]AW[ba](;B[bb]C[Correct]TE[1];W[cc])(;B[cb]BM[2])(;B[dd]BM[1])(;B[ee]TE[1];W[ff]))";
        assert_eq!(both, expected);
        assert_eq!((with_found("", found), with_found(given, "")), (None, None));
    }

    #[test]
    fn a_problem_is_copied_with_its_tree_and_nothing_else() {
        let text = "(;GM[1]SZ[9]GN[x \\] y](;AB[aa]C[first];B[ba])(;AB[bb]C[z\u{e9}](;B[cc]LB[aa:1])(;B[dd])))";
        let (sgf, _) = Collection::parse(text.as_bytes());
        let starts = starts(sgf.roots().next().unwrap());
        let copies: Vec<String> = starts.into_iter().map(|s| game_of(s).replace('\n', "")).collect();
        assert_eq!(copies[0], "(;CA[UTF-8]GM[1]SZ[9]GN[x \\] y];AB[aa]C[first];B[ba])");
        assert_eq!(copies[1], "(;CA[UTF-8]GM[1]SZ[9]GN[x \\] y];AB[bb]C[z\u{e9}](;B[cc]LB[aa:1])(;B[dd]))");
    }
}
