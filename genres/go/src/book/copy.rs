//! One problem of a collection as a game of its own, with all that the file says of it.

use crate::problem::Start;
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
    let mut open: Vec<(Node<'_>, NodeId)> = at.map(|at| (start.node, at)).into_iter().collect();
    while let Some((node, copy)) = open.pop() {
        let children: Vec<(Node<'_>, NodeId)> = node.children().map(|child| (child, sgf.add_child(copy))).collect();
        for &(child, id) in &children {
            copy_values(&mut sgf, child, id);
        }
        open.extend(children);
    }
    String::from_utf8_lossy(&sgf.write()).trim().to_string()
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
    use crate::problem::starts;

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
