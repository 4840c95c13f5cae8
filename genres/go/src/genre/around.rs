//! The surroundings of the first moves of a solved problem: local patterns up to symmetry and
//! colour, for the miner of moves.

use crate::draw::number;
use crate::problem::{Problem, own};
use crate::{Board, Color, Point, Symmetry};
use tesuji_genre::{FirstMove, Solution};
use tesuji_sgf::{Collection, Move, Node};
use tesuji_solver::Literal;

/// How far the views reach from the move, the narrowest first: squares of 3 by 3, and of 5 by 5
/// without their corners.
const REACHES: [i16; 2] = [1, 2];

/// The first moves that stand in a solution's tree, right and wrong; none where it is the tree of
/// another position.
pub(super) fn first_moves(problem: &Problem, solution: &Solution) -> Vec<FirstMove> {
    let (sgf, _) = Collection::parse(solution.tree().as_bytes());
    let Some(root) = sgf.roots().next() else { return Vec::new() };
    if !is_tree_of(problem, root) {
        return Vec::new();
    }
    let size = root.board_size();
    let board = &problem.question.board;
    let mut found: Vec<FirstMove> = Vec::new();
    for first in root.children() {
        let (is_right, is_wrong) = (first.has("TE"), first.has("BM"));
        let Some((color, Move::At(p))) = first.stone_played(size) else { continue };
        let p = Point::new(p.x, p.y);
        if is_right == is_wrong || own(color) != problem.color() || !board.empty().contains(p) {
            continue;
        }
        let name = p.name(size.height);
        // A move that is answered in several ways stands there once.
        if found.iter().all(|m| m.name != name) {
            let shapes = REACHES.iter().map(|&reach| around(problem, p, reach)).collect();
            found.push(FirstMove { name, mark: Literal { var: number(problem, p), value: 1 }, is_right, shapes });
        }
    }
    found
}

/// Is it the root of a game that begins with the problem's position?
pub(super) fn is_tree_of(problem: &Problem, root: Node<'_>) -> bool {
    let (size, board) = (root.board_size(), &problem.question.board);
    if (size.width, size.height) != board.size() {
        return false;
    }
    let stones = root.setup().into_iter().filter_map(|(color, p)| Some((Point::new(p.x, p.y), own(color?))));
    let is_same = |drawn: &Board| Color::ALL.into_iter().all(|c| drawn.stones(c) == board.stones(c));
    Board::set_up(size.width, size.height, stones).is_ok_and(|drawn| is_same(&drawn))
}

/// The view from a point, the least of its images: what is asked, then rows from `|` to `|`. `O`
/// the mover's stones and `X` the other's (small where a chain has one liberty), `.` empty, `?`
/// empty and outside of the region, `#` off the board, `*` the move, ` ` not looked at.
fn around(problem: &Problem, p: Point, reach: i16) -> String {
    let side = 2 * reach + 1;
    let cell = |dx: i16, dy: i16| -> char {
        let is_corner = reach > 1 && dx.abs() == reach && dy.abs() == reach;
        if is_corner {
            return ' ';
        }
        let (x, y) = (i16::from(p.x) + dx, i16::from(p.y) + dy);
        let (w, h) = problem.question.board.size();
        if x < 0 || y < 0 || x >= i16::from(w) || y >= i16::from(h) {
            return '#';
        }
        seen(problem, Point::new(x as u8, y as u8))
    };
    let images = Symmetry::ALL.into_iter().filter(|s| !s.swaps_colors()).map(|s| {
        let mut rows = vec![vec![' '; side as usize]; side as usize];
        for dy in 0..side {
            for dx in 0..side {
                let to = s.point(Point::new(dx as u8, dy as u8), (side as u8, side as u8));
                let shown = if (dx, dy) == (reach, reach) { '*' } else { cell(dx - reach, dy - reach) };
                rows[usize::from(to.y)][usize::from(to.x)] = shown;
            }
        }
        rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("|")
    });
    let asked = match problem.first {
        crate::Role::Attacker => "to kill",
        crate::Role::Defender => "to live",
    };
    format!("{asked}: |{}|", images.min().unwrap_or_default())
}

/// The content of a point, as the mover sees it.
fn seen(problem: &Problem, p: Point) -> char {
    let (q, own) = (&problem.question, problem.color());
    let Some(color) = Color::ALL.into_iter().find(|&c| q.board.stones(c).contains(p)) else {
        return if q.region.contains(p) { '.' } else { '?' };
    };
    let stone = if color == own { 'O' } else { 'X' };
    let in_atari = !q.wall.contains(p) && q.board.chain(p).is_some_and(|c| c.liberties.len() == 1);
    if in_atari { stone.to_ascii_lowercase() } else { stone }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Who, solve};
    use tesuji_solver::Limits;

    fn moves(line: &str) -> Vec<FirstMove> {
        let problem = Problem::parse(line).unwrap();
        let solved = solve(&problem, &Limits::default(), Who::Search).unwrap();
        first_moves(&problem, &solved.solutions[0])
    }

    #[test]
    fn views_say_what_lies_around_a_move() {
        let all = moves("9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX##");
        let right: Vec<&FirstMove> = all.iter().filter(|m| m.is_right).collect();
        assert_eq!(right.len(), 1);
        assert_eq!((right[0].name.as_str(), right[0].mark.var.0), ("B9", 1));
        // Above, the edge; below, two points and a stone.
        assert_eq!(right[0].shapes[0], "to live: |###|.*.|..O|");
        assert_eq!(all.iter().filter(|m| !m.is_right).count(), all.len() - 1);
        assert!(all.iter().all(|m| m.shapes.len() == REACHES.len()));
    }

    /// The same problem lying elsewhere, mirrored, or with the colours exchanged has the same
    /// views.
    #[test]
    fn views_are_the_same_under_symmetry() {
        let problem = Problem::parse("9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX##").unwrap();
        let views = |problem: &Problem| {
            let mut all: Vec<_> = moves(&problem.print()).into_iter().map(|m| (m.is_right, m.shapes)).collect();
            all.sort();
            all
        };
        let expected = views(&problem);
        for symmetry in Symmetry::ALL {
            assert_eq!(views(&problem.image(symmetry)), expected, "{symmetry:?}");
        }
    }

    #[test]
    fn what_is_no_tree_of_the_problem_tells_nothing() {
        let problem = Problem::parse("9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX##").unwrap();
        let of = solve(&problem, &Limits::default(), Who::Search).unwrap().solutions.remove(0);
        let tree = of["tree"].as_str().unwrap();
        assert!(!first_moves(&problem, &of).is_empty());
        for other in [tree.replace("AB[", "AB[aa]["), tree.replace(";W[", ";B[")] {
            assert_ne!(other, tree);
            assert_eq!(first_moves(&problem, &Solution::from(serde_json::json!({ "tree": other }))), [], "{other}");
        }
        for tree in ["", "(;SZ[9]", "(;SZ[19];W[ba]TE[1])", "(;SZ[9](;W[aa]TE[1]BM[1])(;W[]TE[1])(;W[da]TE[1]))"] {
            assert_eq!(first_moves(&problem, &Solution::from(serde_json::json!({ "tree": tree }))), [], "{tree}");
        }
        assert_eq!(first_moves(&problem, &Solution::from(serde_json::json!({}))), []);
    }
}
