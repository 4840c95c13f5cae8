//! The position and the question of one problem of a game tree.

use super::super::words::{self, Said};
use super::super::{OWN, Problem};
use super::layout::{Start, plays};
use super::own;
use crate::{Board, Color, Point, Points, Question, Role, Unclear};
use std::collections::BTreeMap;
use tesuji_sgf::{BoardSize, Node};

/// What of a property can't be read, where passing over it would change the position: `AB[b]: a
/// point has two letters`.
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
    said_otherwise(node, "SZ", BoardSize::read)?;
    said_otherwise(node, "PL", tesuji_sgf::Color::read)?;
    let is_points = |raw: &[u8]| {
        raw.trim_ascii().is_empty() || raw.split(|&b| b == b':').all(|point| tesuji_sgf::Point::read(point).is_some())
    };
    for name in ["AB", "AW", "AE"].into_iter().chain(MARKS) {
        unreadable(node, name, "a point has two letters", is_points)?;
    }
    Ok(())
}

/// Marks that name the target.
const MARKS: [&str; 5] = ["MA", "TR", "SQ", "CR", "SL"];

/// What a game does not say of its problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsaid {
    /// It says all, or all follows from its stones.
    Nothing,
    /// Where an open problem ends: the least region was taken.
    Region,
    /// What is asked: one of the questions that the position [may mean](Question::candidates). What
    /// the stones say by themselves was taken, else the other side's largest chain.
    Target,
}

/// By what it is known who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// `PL`, or the notation in `TESUJI`.
    Told,
    /// The first move of the solution.
    FirstMove,
    /// Words: `White to play`.
    Words,
    /// Nothing says it: Black is assumed.
    Assumed,
}

/// A problem as a game gives it.
#[derive(Clone, Debug)]
pub struct Given {
    /// The problem.
    pub problem: Problem,
    /// What the game does not say of it.
    pub unsaid: Unsaid,
    /// How it is known who moves first.
    pub mover: Mover,
    /// What its words say.
    pub said: Said,
    /// Its name: `GN`, else `N`, of the last node that has one.
    pub name: Option<String>,
    /// Its comments, from the game's root on.
    pub comment: Option<String>,
    /// What was passed over, with the reason.
    pub passed_over: Vec<String>,
}

/// Why a game gives no problem, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The path of the node.
    pub at: String,
    /// What is wrong.
    pub what: String,
}

/// What the nodes of a problem say, before it is made a question.
struct Setup {
    board: Board,
    marks: Points,
    /// `PL`.
    told: Option<Color>,
    /// Who plays the first move; where the lines begin with either side, of the first line.
    plays_first: Option<Color>,
    /// Do the lines begin with either side?
    begins_with_both: bool,
    /// What was passed over, with the reason.
    passed_over: Vec<String>,
}

/// The stones that the nodes down to a problem mark.
pub(crate) fn marked(start: Start<'_>) -> Points {
    let stones = |setup: Setup| setup.marks & (setup.board.all() - setup.board.empty());
    setup(start).map_or(Points::EMPTY, stones)
}

/// The stones and marks of the nodes down to a problem.
fn setup(start: Start<'_>) -> Result<Setup, Unread> {
    let path = start.path();
    let root = path[0];
    let size = root.board_size();
    let (w, h) = (size.width, size.height);
    let at_root = |what: String| Unread { at: root.path(), what };
    // Of each point, is there a stone of each colour? (Of both, where that is what a node says.)
    let mut set: BTreeMap<(u8, u8), [bool; 2]> = BTreeMap::new();
    let mut off = BTreeMap::new();
    let (mut marks, mut told, mut passed_over) = (Points::EMPTY, None, Vec::new());
    // A board that is too large is refused before any of its points is touched.
    Board::new(w, h).map_err(|e| at_root(e.to_string()))?;
    let has_cursor = root.has("MULTIGOGM") || root.text("AP").is_some_and(|by| by.starts_with("MultiGo"));
    for node in path {
        let bad = |what: String| Unread { at: node.path(), what };
        check(node).map_err(bad)?;
        for (color, p) in node.setup() {
            let at = Point::new(p.x, p.y);
            match color {
                Some(_) if !p.is_on(size) => drop(off.insert((p.y, p.x), p.to_string())),
                Some(color) => set.entry((at.y, at.x)).or_default()[usize::from(own(color) == Color::White)] = true,
                None => drop(set.remove(&(at.y, at.x))),
            }
        }
        if let Some(mover) = node.get("PL") {
            let color = tesuji_sgf::Color::read(mover.raw()).map(own);
            if color.is_none() {
                passed_over.push(format!("PL[{}] is neither B nor W, and was passed over", mover.simple_text()));
            }
            told = color.or(told);
        }
        let mut marked_off = BTreeMap::new();
        for name in MARKS {
            let points = node.points(name);
            // MultiGo draws a circle on the stone that came last.
            if name == "CR" && has_cursor && points.len() == 1 {
                continue;
            }
            for p in points {
                if p.is_on(size) {
                    marks |= Points::single(Point::new(p.x, p.y));
                } else {
                    marked_off.insert((p.y, p.x), format!("{name}[{p}]"));
                }
            }
        }
        if !marked_off.is_empty() {
            return Err(bad(format!("marks off the board of {w}×{h}: {}", listed(&marked_off))));
        }
    }
    if !off.is_empty() {
        return Err(at_root(format!("stones off the board of {w}×{h} at {}", listed(&off))));
    }
    let stones = set.into_iter().flat_map(|((y, x), is_set)| {
        Color::ALL
            .into_iter()
            .zip(is_set)
            .filter(|(_, is_set)| *is_set)
            .map(move |(color, _)| (Point::new(x, y), color))
    });
    let board = Board::set_up(w, h, stones).map_err(|e| Unread { at: start.node.path(), what: e.to_string() })?;
    let firsts = start.firsts().into_iter().filter_map(|first| first.main_line().find(|&node| plays(node)));
    let colors: Vec<Color> = firsts.filter_map(|node| node.stone_played(size)).map(|(color, _)| own(color)).collect();
    let plays_first = colors.first().copied();
    let begins_with_both = colors.iter().any(|&color| Some(color) != plays_first);
    Ok(Setup { board, marks, told, plays_first, begins_with_both, passed_over })
}

/// The problems that one place of a game tree gives: one, or where stones of both colours are
/// marked, one for each colour.
///
/// # Errors
/// Why there is none, and where.
pub(crate) fn read_start(start: Start<'_>) -> Result<Vec<Given>, Unread> {
    let setup = setup(start)?;
    let path = start.path();
    let at = |what: String| Unread { at: start.node.path(), what };
    let text = |name: &'static str| path.iter().filter_map(|n| n.text(name)).filter(|t| !t.trim().is_empty());
    let name = text("GN").next_back().or_else(|| text("N").next_back()).map(|name| name.trim().to_string());
    let comments: Vec<String> = text("C").map(|c| c.trim().to_string()).collect();
    let words: Vec<String> = ["GN", "GC", "N", "C"].into_iter().flat_map(text).map(|t| t.into_owned()).collect();
    let said = words::said(&words.join("\n"));
    let (color, mover) = match (setup.told, setup.plays_first, said.mover) {
        (Some(color), ..) => (color, Mover::Told),
        // A line of the other side is a diagram beside the solution: words tell which is which.
        (None, Some(_), Some(color)) if setup.begins_with_both => (color, Mover::Words),
        (None, Some(color), _) => (color, Mover::FirstMove),
        (None, None, Some(color)) => (color, Mover::Words),
        (None, None, None) => (Color::Black, Mover::Assumed),
    };
    // What words say of another side than the one that moves is not about this problem.
    let said = if said.mover.is_some_and(|c| c != color) { Said::default() } else { said };
    let wish = words::asked(&words.join("\n"), color);
    let said = Said { task: said.task.or(wish.task), stones: wish.stones, ..said };
    let stones = setup.board.stones(Color::Black) | setup.board.stones(Color::White);
    // The mark on the last move, and one on a group that the words are not about, tell no target.
    let text = words.join("\n");
    let is_target = |marks: &Points| {
        let is_one = marks.len() == 1 && marks.within(&setup.board.stones(color.other()));
        !is_one || said.task != Some(Role::Defender) && !words::marks_last_move(&text)
    };
    let target = Some(setup.marks & stones).filter(is_target).unwrap_or_default();
    let given = |problem: Problem, unsaid: Unsaid, mover: Mover| {
        let comment = (!comments.is_empty()).then(|| comments.join("\n"));
        let passed_over = setup.passed_over.clone();
        Given { problem, unsaid, mover, said, name: name.clone(), comment, passed_over }
    };
    if let Some(exact) = path[0].text(OWN).and_then(|line| Problem::parse(&line).ok())
        && exact.question.board.size() == setup.board.size()
        && agrees(&exact, &setup.board, &target)
        && setup.told.is_none_or(|color| color == exact.color())
        && let Ok(exact) = exact.with_stones(on(&setup.board))
    {
        return Ok(vec![given(exact, Unsaid::Nothing, Mover::Told)]);
    }
    let of_each = Color::ALL.map(|c| target & setup.board.stones(c));
    let targets = if of_each.iter().all(|t| !t.is_empty()) { of_each.to_vec() } else { vec![target] };
    let mut found = Vec::new();
    for target in targets {
        let (question, unsaid) = asked(&setup, &target, color).map_err(at)?;
        let first = question.role(color);
        found.push(given(Problem::new(question, first), unsaid, mover));
    }
    Ok(found)
}

/// What a position with these target stones asks, and what is left open.
fn asked(setup: &Setup, target: &Points, mover: Color) -> Result<(Question, Unsaid), String> {
    let Setup { board, marks, .. } = setup;
    let h = board.size().1;
    let question = if target.is_empty() { inferred(board) } else { Question::of_target(board, target) };
    // Beside a solution marks on empty points are labels.
    let on_stones = *marks & (board.all() - board.empty());
    let stands_on_nothing = on_stones.is_empty() && !marks.is_empty() && setup.plays_first.is_none();
    // Marks on empty points may be meant for the target: nothing is chosen then. Nor where one side
    // has no stone.
    if question == Err(Unclear::WhoAttacks)
        && !stands_on_nothing
        && Color::ALL.iter().all(|&c| !board.stones(c).is_empty())
    {
        let other = mover.other();
        let chains = board.chains_in_order(other, &board.stones(other), |c| std::cmp::Reverse(c.stones.len()));
        if let Some(largest) = chains.first() {
            return Ok((Question::around(board, &largest.stones).map_err(|e| e.to_string())?, Unsaid::Target));
        }
    }
    let question = question.map_err(|e| match e {
        // Marks on empty points may mean anything else: they are told only where a target is
        // missing.
        Unclear::WhoAttacks if !marks.is_empty() => {
            let at: Vec<String> = marks.iter().map(|p| p.name(h)).collect();
            format!("{e} (MA or TR in the SGF; those at {} are on no stone)", at.join(", "))
        }
        Unclear::WhoAttacks => format!("{e} (MA or TR in the SGF)"),
        other => other.to_string(),
    })?;
    let unsaid = match () {
        // What the stones say by themselves is the likeliest only.
        () if target.is_empty() && !stands_on_nothing => Unsaid::Target,
        () if question.is_open() => Unsaid::Region,
        () => Unsaid::Nothing,
    };
    Ok((question, unsaid))
}

/// The stones of a board.
fn on(board: &Board) -> Vec<(Point, Color)> {
    let of = |c: Color| board.stones(c).iter().map(move |p| (p, c)).collect::<Vec<_>>();
    Color::ALL.into_iter().flat_map(of).collect()
}

/// Has the board the problem's stones, and no others where it is read? Does it mark the target, or
/// nothing?
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
