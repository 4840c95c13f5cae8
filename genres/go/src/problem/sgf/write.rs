//! A problem as the root of a game.

use super::super::{OWN, Problem};
use crate::{Color, Point};
use tesuji_sgf::{Collection, NodeId};

fn sgf_point(p: Point) -> tesuji_sgf::Point {
    tesuji_sgf::Point::new(p.x, p.y)
}

/// A game with the problem's position in its root.
pub fn root_of(problem: &Problem, sgf: &mut Collection) -> NodeId {
    let q = &problem.question;
    let (w, h) = q.board.size();
    let root = sgf.add_game();
    sgf.add(root, "GM", "1");
    sgf.add(root, "FF", "4");
    sgf.add(root, "CA", "UTF-8");
    sgf.add(root, "SZ", &if w == h { w.to_string() } else { format!("{w}:{h}") });
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        for p in q.board.stones(color).iter() {
            sgf.add_point(root, name, sgf_point(p));
        }
    }
    for p in (q.target & q.board.stones(q.defender)).iter() {
        sgf.add_point(root, "TR", sgf_point(p));
    }
    sgf.add(root, "PL", if problem.color() == Color::Black { "B" } else { "W" });
    sgf.add(root, OWN, &problem.print_region());
    root
}
