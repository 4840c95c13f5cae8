//! Solution trees as SGF: the main line first, then a line of every other right first move, then
//! every plausible wrong one with its refutation.

use super::{Line, Lines};
use crate::problem::root_of;
use crate::read::{Area, Ply, State};
use crate::{Color, Problem};
use tesuji_sgf::{Collection, NodeId};

/// The problem with its solution, as one game of SGF. Moves that take a ko back at once are marked
/// `KO` (to be played though the rule forbids it: a threat was answered elsewhere).
#[must_use]
pub fn solution_tree(problem: &Problem, area: &Area, from: &State, lines: &Lines) -> String {
    let mut sgf = Collection::new();
    let root = root_of(problem, &mut sgf);
    for right in lines.main.iter().chain(&lines.others) {
        let first = add(&mut sgf, root, problem.color(), right, (area, from));
        if let Some(first) = first {
            sgf.add(first, "TE", "1");
            sgf.add(first, "C", "Correct.");
        }
    }
    for wrong in lines.wrong.iter().filter(|l| l.is_plausible()) {
        if let Some(first) = add(&mut sgf, root, problem.color(), wrong, (area, from)) {
            sgf.add(first, "BM", "1");
            sgf.add(first, "C", "Fails.");
        }
    }
    String::from_utf8_lossy(&sgf.write()).trim().replace('\n', "")
}

fn add(sgf: &mut Collection, root: NodeId, color: Color, line: &Line, (area, from): (&Area, &State)) -> Option<NodeId> {
    let (mut at, mut color, mut first) = (root, color, None);
    for (&ply, retakes) in line.plies.iter().zip(line.retakes(area, from)) {
        at = sgf.add_child(at);
        first = first.or(Some(at));
        let name = if color == Color::Black { "B" } else { "W" };
        match (ply, area.point(ply)) {
            (Ply::PASS, _) | (_, None) => sgf.add(at, name, ""),
            (_, Some(p)) => sgf.add_point(at, name, tesuji_sgf::Point::new(p.x, p.y)),
        }
        if retakes {
            sgf.add(at, "KO", "");
            if first != Some(at) {
                sgf.add(at, "C", "After a ko threat.");
            }
        }
        color = color.other();
    }
    first
}
