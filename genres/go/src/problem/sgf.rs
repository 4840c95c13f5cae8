//! Problems from SGF collections, and the root of one to write.
//!
//! The position is the setup of the first node that has one (with that of the nodes before its first move); the side to
//! move is `PL`, else that of the first move, else Black. Marks (`MA`, `TR`, `SQ`, `CR`, `SL`) on stones name the target;
//! without them it is inferred, or [left to be chosen](Unsaid::Target). `TESUJI`, where it is there and agrees with the stones, the marks and `PL`, says all of that exactly.

use super::Problem;
use crate::{Board, Color, Point, Points, Question, Unclear};
use std::collections::BTreeMap;
use tesuji_sgf::{BoardSize, Collection, Node, NodeId};

/// The private property that holds the one-line notation.
const OWN: &str = "TESUJI";

/// A colour of SGF as ours.
pub(crate) fn own(color: tesuji_sgf::Color) -> Color {
    match color {
        tesuji_sgf::Color::Black => Color::Black,
        tesuji_sgf::Color::White => Color::White,
    }
}

fn sgf_point(p: Point) -> tesuji_sgf::Point {
    tesuji_sgf::Point::new(p.x, p.y)
}

/// What of a property can't be read, where passing over it would change the position: `AB[b]: a point has two letters`.
fn unreadable(node: Node<'_>, name: &str, expected: &str, reads: impl Fn(&[u8]) -> bool) -> Result<(), String> {
    match node.values(name).find(|v| !reads(v.raw())) {
        Some(value) => Err(format!("{name}[{}]: {expected}", value.simple_text())),
        None => Ok(()),
    }
}

/// What a node says twice, and not the same: `SZ[9] and SZ[19]: which one is meant?`.
fn said_otherwise<T: PartialEq>(node: Node<'_>, name: &str, read: impl Fn(&[u8]) -> Option<T>) -> Result<(), String> {
    let mut values = node.values(name);
    let Some(first) = values.next() else { return Ok(()) };
    match values.find(|v| read(v.raw()) != read(first.raw())) {
        Some(other) => {
            Err(format!("{name}[{}] and {name}[{}]: which one is meant?", first.simple_text(), other.simple_text()))
        }
        None => Ok(()),
    }
}

/// Points that a message names; of more it says how many.
const NAMED: usize = 20;

fn listed(off: &BTreeMap<(u8, u8), String>) -> String {
    let mut names = off.values().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if off.len() > NAMED {
        names += &format!(" and {} more", off.len() - NAMED);
    }
    names
}

/// Refuses what would be read as another position than was meant.
fn check(node: Node<'_>) -> Result<(), String> {
    let is_one = |raw: &[u8]| raw.trim_ascii() == b"1" || raw.trim_ascii().is_empty();
    unreadable(node, "GM", "not a game of Go (GM[1])", is_one)?;
    let is_size = |raw: &[u8]| BoardSize::read(raw).is_some();
    unreadable(node, "SZ", "a size is a number from 2 to 25, or two (`13:9`)", is_size)?;
    unreadable(node, "PL", "B or W moves first", |raw| tesuji_sgf::Color::read(raw).is_some())?;
    said_otherwise(node, "SZ", BoardSize::read)?;
    said_otherwise(node, "PL", tesuji_sgf::Color::read)?;
    let is_points = |raw: &[u8]| {
        raw.trim_ascii().is_empty() || raw.split(|&b| b == b':').all(|point| tesuji_sgf::Point::read(point).is_some())
    };
    for name in ["AB", "AW", "AE", "MA", "TR", "SQ", "CR", "SL"] {
        unreadable(node, name, "a point has two letters", is_points)?;
    }
    Ok(())
}

/// What a game does not say of its problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsaid {
    /// It says all, or all follows from its stones.
    Nothing,
    /// Where an open problem ends: the least region was taken.
    Region,
    /// What is asked: one of the questions that the position [may mean](Question::candidates). The other side's largest chain was taken.
    Target,
}

/// The problem of a game tree, and what of it was not said.
///
/// # Errors
/// Why it is none.
pub fn read_sgf(root: Node<'_>) -> Result<(Problem, Unsaid), String> {
    let size = root.board_size();
    // Of each point, is there a stone of each colour? (Of both, where that is what a node says.)
    let mut set: BTreeMap<(u8, u8), [bool; 2]> = BTreeMap::new();
    let mut off = BTreeMap::new();
    let (mut marks, mut marked_off) = (Points::EMPTY, BTreeMap::new());
    let (mut to_move, mut told) = (None, None);
    let (w, h) = (size.width, size.height);
    // A board that is too large is refused before any of its points is touched.
    Board::new(w, h).map_err(|e| e.to_string())?;
    for node in root.main_line() {
        check(node)?;
        if let Some((color, _)) = node.stone_played(size) {
            to_move.get_or_insert(own(color));
            break;
        }
        for (color, p) in node.setup() {
            let at = Point::new(p.x, p.y);
            match color {
                Some(_) if !p.is_on(size) => drop(off.insert((p.y, p.x), p.to_string())),
                Some(color) => set.entry((at.y, at.x)).or_default()[usize::from(own(color) == Color::White)] = true,
                None => drop(set.remove(&(at.y, at.x))),
            }
        }
        if let Some(color) = node.get("PL").and_then(|v| tesuji_sgf::Color::read(v.raw())) {
            (to_move, told) = (Some(own(color)), Some(own(color)));
        }
        for name in ["MA", "TR", "SQ", "CR", "SL"] {
            for p in node.points(name) {
                if p.is_on(size) {
                    marks |= Points::single(Point::new(p.x, p.y));
                } else {
                    marked_off.insert((p.y, p.x), p.to_string());
                }
            }
        }
    }
    if !off.is_empty() {
        return Err(format!("stones off the board of {w}×{h} at {}", listed(&off)));
    }
    if !marked_off.is_empty() {
        return Err(format!("marks off the board of {w}×{h} at {}", listed(&marked_off)));
    }
    let stones = set.into_iter().flat_map(|((y, x), is_set)| {
        Color::ALL
            .into_iter()
            .zip(is_set)
            .filter(|(_, is_set)| *is_set)
            .map(move |(color, _)| (Point::new(x, y), color))
    });
    let board = Board::set_up(w, h, stones).map_err(|e| e.to_string())?;
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    let target = marks & stones;
    if let Some(exact) = root.text(OWN).and_then(|line| Problem::parse(&line).ok())
        && exact.question.board.size() == (w, h)
        && agrees(&exact, &board, &target)
        && told.is_none_or(|color| color == exact.color())
    {
        return Ok((exact, Unsaid::Nothing));
    }
    let mover = to_move.unwrap_or(Color::Black);
    let mut question = if target.is_empty() { inferred(&board) } else { Question::of_target(&board, &target) };
    let mut unsaid = if question.as_ref().is_ok_and(Question::is_open) { Unsaid::Region } else { Unsaid::Nothing };
    // Marks on empty points may be meant for the target: nothing is chosen then. Nor where one side has no stone.
    if question == Err(Unclear::WhoAttacks)
        && marks.is_empty()
        && Color::ALL.iter().all(|&c| !board.stones(c).is_empty())
    {
        let other = mover.other();
        let chains = board.chains_in_order(other, &board.stones(other), |c| std::cmp::Reverse(c.stones.len()));
        if let Some(largest) = chains.first() {
            (question, unsaid) = (Question::around(&board, &largest.stones), Unsaid::Target);
        }
    }
    let question = question.map_err(|e| match e {
        // Marks on empty points may mean anything else: they are told only where a target is missing.
        Unclear::WhoAttacks if !marks.is_empty() => {
            let at: Vec<String> = marks.iter().map(|p| p.name(h)).collect();
            format!("{e} (MA or TR in the SGF; those at {} are on no stone)", at.join(", "))
        }
        Unclear::WhoAttacks => format!("{e} (MA or TR in the SGF)"),
        other => other.to_string(),
    })?;
    let first = question.role(mover);
    Ok((Problem { question, first }, unsaid))
}

/// Has the board the problem's stones, and no others where it is read? Does it mark the target, or nothing?
fn agrees(exact: &Problem, board: &Board, marked: &Points) -> bool {
    let q = &exact.question;
    let shown = q.region | q.wall;
    let same =
        |c: Color| q.board.stones(c).within(&board.stones(c)) && (board.stones(c) & shown).within(&q.board.stones(c));
    Color::ALL.into_iter().all(same) && (marked.is_empty() || *marked == q.target & q.board.stones(q.defender))
}

/// What a bare position asks; where a wall chain could be captured, in a region that holds it.
fn inferred(board: &Board) -> Result<Question, Unclear> {
    let question = Question::infer(board)?;
    if question.wall_holds() { Ok(question) } else { Question::around(board, &question.target) }
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
    sgf.add(root, OWN, &problem.print());
    root
}
