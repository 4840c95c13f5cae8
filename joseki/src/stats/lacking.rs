//! Continuations that were played often and that the book does not have.

use super::CornerMove;
use super::sequences::{Node, Sequences};
use crate::dictionary::Dictionary;
use crate::point::Move;
use crate::position::Position;
use tesuji_sgf::{Collection, NodeId};

/// A continuation that the book lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lacking {
    /// The moves that the book has.
    pub known: Vec<CornerMove>,
    /// The move that it lacks.
    pub mv: CornerMove,
    /// How often it was played.
    pub count: u64,
    /// How often the moves before it were.
    pub of: u64,
    /// Games won by who played first in the corner, and by the other.
    pub wins: [u64; 2],
    /// Does the book have another move there?
    pub has_other: bool,
}

/// The continuations played at least so often that the book lacks, the most frequent first. The
/// corner stands alone on the board: the book's answers are those for that position.
pub fn lacking(sequences: &Sequences, dictionary: &Dictionary, least: u64) -> Vec<Lacking> {
    let mut found = Vec::new();
    let mut position = Position::new(dictionary.size());
    walk(&sequences.root, dictionary, least.max(1), &mut position, &mut Vec::new(), &mut found);
    found.sort_by(|a, b| (b.count, &a.known, a.mv).cmp(&(a.count, &b.known, b.mv)));
    found
}

fn walk(
    node: &Node,
    dictionary: &Dictionary,
    least: u64,
    position: &mut Position,
    known: &mut Vec<CornerMove>,
    found: &mut Vec<Lacking>,
) {
    let of = if known.is_empty() { node.next.values().map(|n| n.count).sum() } else { node.count };
    for (&mv, next) in node.next.iter().filter(|(_, next)| next.count >= least) {
        let Move { color, at: Some(at) } = mv.on(dictionary.size()) else { continue };
        if dictionary.knows(position, at, color) {
            if position.play(mv.on(dictionary.size())).is_ok() {
                known.push(mv);
                // As deep as the longest sequence that is counted.
                walk(next, dictionary, least, position, known, found);
                known.pop();
                position.undo();
            }
        } else {
            let has_other = !dictionary.suggest_for(position, color).is_empty();
            found.push(Lacking { known: known.clone(), mv, count: next.count, of, wins: next.wins, has_other });
        }
    }
}

/// The lacking continuations as an SGF tree, ready to edit: moves that the book has, and at the end
/// of each branch the one that it lacks, with its counts below the line of the tags.
pub fn lacking_sgf(lacking: &[Lacking]) -> Vec<u8> {
    let mut sgf = Collection::new();
    let root = sgf.add_game();
    for (name, text) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8"), ("SZ", "19")] {
        sgf.add(root, name, text);
    }
    // The nodes made so far, with the moves that lead to them.
    let mut made: Vec<(Vec<CornerMove>, NodeId)> = vec![(Vec::new(), root)];
    for l in lacking {
        let path: Vec<CornerMove> = l.known.iter().copied().chain([l.mv]).collect();
        for length in 1..=path.len() {
            if made.iter().any(|(moves, _)| *moves == path[..length]) {
                continue;
            }
            let parent = made.iter().find(|(moves, _)| *moves == path[..length - 1]).map_or(root, |(_, id)| *id);
            let id = sgf.add_child(parent);
            let mv = path[length - 1];
            let name = if mv.by_first { "B" } else { "W" };
            sgf.add_point(id, name, tesuji_sgf::Point::new(18 - mv.lines.1, mv.lines.0));
            if length == path.len() {
                let text = format!(
                    "\nplayed {} times of {}; won by the first in the corner {}, by the other {}",
                    l.count, l.of, l.wins[0], l.wins[1]
                );
                sgf.add(id, "C", &text);
            }
            made.push((path[..length].to_vec(), id));
        }
    }
    sgf.write()
}
