//! Walking through a problem: moves of both sides, wrong tries answered from the solution's tree.

use super::around::is_tree_of;
use crate::draw::{ko_caption, number, with_places};
use crate::problem::own;
use crate::{Board, Color, Point, Problem, Question, Role};
use serde_json::Value;
use tesuji_genre::{Bad, Choice, Judged, MOST_MOVES, Marks, Spot, WalkRequest, Walked};
use tesuji_sgf::{Collection, Move, Node};

/// A pass, as a move of a walk.
const PASS: &str = "pass";

/// Where a walk is.
struct Walk<'a> {
    at: Problem,
    /// Its node in the solution's tree, where it is in it.
    node: Option<Node<'a>>,
    moves: Vec<String>,
    last: Option<Point>,
    told: Vec<String>,
}

impl<'a> Walk<'a> {
    fn is_solvers(&self, first: Role) -> bool {
        self.at.first == first
    }

    fn make(&mut self, text: &str) -> Result<(), Bad> {
        let (w, h) = self.at.question.board.size();
        let mv = match text {
            PASS => None,
            _ => Some(Point::parse(text, w, h).ok_or_else(|| Bad::new("no point").at(text))?),
        };
        let color = self.at.color();
        let node = self.node.and_then(|node| node.children().find(|child| played_at(*child) == Some((color, mv))));
        let mut played = self.at.question.play(self.at.first, mv);
        if played.is_err() && node.is_some() {
            // The solution takes a ko back after a threat elsewhere, which lifts the ban.
            let first = self.at.first;
            played = self.at.question.play(first, None).and_then(|after| after.play(first, mv));
        }
        self.at.question = played.map_err(|why| Bad::new(format!("can't be played: {why}")).at(text))?;
        self.at.first = self.at.first.other();
        self.node = node;
        let comment = self.node.and_then(|node| node.text("C")).filter(|text| !text.trim().is_empty());
        if let Some(text) = comment {
            self.told.push(text.into_owned());
        }
        self.last = mv;
        self.moves.push(text.to_string());
        Ok(())
    }

    /// The solution's moves here, the right one first.
    fn next(&self) -> Option<String> {
        let node = self.node?;
        let child = node.children().find(|child| child.has("TE")).or_else(|| node.children().next())?;
        let (_, mv) = played_at(child)?;
        Some(mv.map_or(PASS.to_string(), |p| p.name(self.at.question.board.size().1)))
    }
}

/// The move of a node; `None` for a pass.
fn played_at(node: Node<'_>) -> Option<(crate::Color, Option<Point>)> {
    let size = node.root().board_size();
    let (color, mv) = node.stone_played(size)?;
    let point = match mv {
        Move::At(p) => Some(Point::new(p.x, p.y)),
        Move::Pass => None,
    };
    Some((own(color), point))
}

/// Walks.
pub(super) fn walk(problem: &Problem, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
    if want.moves.len() > MOST_MOVES {
        return Err(Bad::new(format!("more than {MOST_MOVES} moves")));
    }
    let tree = want.solution.map_or("", |s| s.tree());
    let (sgf, _) = Collection::parse(tree.as_bytes());
    let root = sgf.roots().next().filter(|root| is_tree_of(problem, *root));
    let has_tree = root.is_some();
    let on_board = want.game.filter(|_| want.whole).and_then(|game| whole_of(problem, game));
    let at = on_board.clone().unwrap_or_else(|| problem.clone());
    let mut walk = Walk { at, node: root, moves: Vec::new(), last: None, told: Vec::new() };
    for text in want.moves {
        walk.make(text)?;
    }
    let keys = || want.solution.and_then(|s| s.keys()).unwrap_or_default().into_iter();
    if want.step && walk.is_solvers(problem.first) {
        let next = walk.next().or_else(|| keys().next().filter(|_| walk.moves.is_empty()).map(str::to_string));
        if let Some(next) = next {
            walk.make(&next)?;
        }
    }
    // The other side answers as the tree has it.
    if !walk.moves.is_empty()
        && !walk.is_solvers(problem.first)
        && let Some(reply) = walk.next()
    {
        walk.make(&reply)?;
    }
    let judged = judged(problem, root, &walk, keys);
    if !walk.moves.is_empty() && walk.node.is_none() && has_tree {
        walk.told.push("The solution does not tell of this.".to_string());
    }
    // The move that was played in the game's position.
    if on_board.is_some() && walk.moves.is_empty() {
        let next = want.game.and_then(|game| game.get("next")).and_then(Value::as_str);
        let (w, h) = problem.question.board.size();
        walk.last = next.and_then(|name| Point::parse(name, w, h));
        walk.told.extend(next.map(|name| format!("In the game: {name}.")));
    }
    let outcome = want.solution.and_then(|s| s.outcome());
    let is_ko = walk.moves.is_empty() && keys().next().is_some() && outcome.is_some_and(|o| o.starts_with("KO"));
    let caption = is_ko.then(|| ko_caption(problem));
    let marks = Marks { cells: walk.last.iter().map(|&p| number(problem, p)).collect(), caption, ..Marks::default() };
    let (svg, places) = with_places(&walk.at, &marks, want.whole);
    let h = walk.at.question.board.size().1;
    let is_legal = |p: &Point| walk.at.question.play(walk.at.first, Some(*p)).is_ok();
    let open = places.into_iter().filter(|(p, _)| walk.at.question.board.get(*p).is_none() && is_legal(p));
    Ok(Walked {
        svg,
        to_move: format!("{} to move", if walk.at.color() == crate::Color::Black { "Black" } else { "White" }),
        alt: in_words(&walk.at),
        spots: open.map(|(p, at)| Spot { name: p.name(h), at, choices: vec![Choice::plain(p.name(h))] }).collect(),
        judged,
        is_end: walk.node.is_none_or(|node| node.first_child().is_none()),
        moves: walk.moves,
        told: walk.told,
        ..Walked::default()
    })
}

/// Where the stones are, and which of them the question is about.
fn in_words(problem: &Problem) -> String {
    let Question { board, target, .. } = &problem.question;
    let (w, h) = board.size();
    let list = |points: crate::Points| match points.iter().map(|p| p.name(h)).collect::<Vec<_>>() {
        none if none.is_empty() => "none".to_string(),
        names => names.join(" "),
    };
    format!(
        "Go board, {w} by {h}. Black stones: {}. White stones: {}. The question is about {}.",
        list(board.stones(Color::Black)),
        list(board.stones(Color::White)),
        list(*target)
    )
}

/// The same question on the whole board of the game, where that has all stones of the problem.
fn whole_of(problem: &Problem, game: &Value) -> Option<Problem> {
    let own = &problem.question.board;
    let board = Board::parse_rows(game.get("board")?.as_str()?).filter(|board| board.size() == own.size())?;
    let has_all = Color::ALL.iter().all(|&color| own.stones(color).within(&board.stones(color)));
    has_all.then(|| Problem::new(Question { board, ..problem.question.clone() }, problem.first))
}

/// The solution's verdict on the first move; on later ones as long as the tree has them.
fn judged<'k, K: Iterator<Item = &'k str>>(
    problem: &Problem,
    root: Option<Node<'_>>,
    walk: &Walk<'_>,
    keys: impl Fn() -> K,
) -> Option<Judged> {
    let first = walk.moves.first()?;
    let (w, h) = problem.question.board.size();
    let mv = Point::parse(first, w, h);
    let child = root.and_then(|root| root.children().find(|c| played_at(*c) == Some((problem.color(), mv))));
    if walk.moves.len() > 2 && walk.node.is_none() {
        return None;
    }
    match child {
        Some(child) if child.has("TE") != child.has("BM") => Some(Judged::of(child.has("TE"))),
        _ => keys().any(|key| key == first).then_some(Judged::Right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Who, solve};
    use tesuji_solver::Limits;

    #[test]
    fn wrong_tries_are_answered_and_the_solution_is_played_through() {
        let problem = Problem::parse("9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX##").unwrap();
        let solution = solve(&problem, &Limits::default(), Who::Search).unwrap().solutions.remove(0);
        let ask = |moves: &[&str], step| {
            let moves: Vec<String> = moves.iter().map(|m| m.to_string()).collect();
            walk(&problem, &WalkRequest { solution: Some(&solution), moves: &moves, step, ..WalkRequest::default() })
        };
        let start = ask(&[], false).unwrap();
        assert!(start.moves.is_empty() && start.judged.is_none() && !start.is_end);
        assert_eq!(start.to_move, "White to move");
        let key = ask(&[], true).unwrap();
        assert_eq!((key.moves[0].as_str(), key.judged), ("B9", Some(Judged::Right)));
        let wrong = ask(&["A9"], false).unwrap();
        assert_eq!((wrong.moves.len(), wrong.judged), (2, Some(Judged::Wrong)), "{:?}", wrong.moves);
        assert_eq!(ask(&["E9"], false).unwrap_err().at.as_deref(), Some("E9"), "a stone stands there");
        assert!(ask(&["Z99"], false).is_err());
        // Every place to click is a move that can be made.
        for choice in start.spots.iter().flat_map(|s| &s.choices) {
            ask(&[&choice.mv], false).unwrap();
        }
        let whole = walk(&problem, &WalkRequest { whole: true, ..WalkRequest::default() }).unwrap();
        assert!(whole.svg != start.svg && whole.judged.is_none());
        // The game's position has more stones, and is walked through as well.
        let mut full = problem.question.board.clone();
        full.play(Point::new(7, 7), Color::Black).unwrap();
        let game = serde_json::json!({ "board": full.rows(), "next": "H8" });
        let moves = ["B9".to_string()];
        let want = WalkRequest { solution: Some(&solution), whole: true, game: Some(&game), ..WalkRequest::default() };
        let shown = walk(&problem, &want).unwrap();
        assert!(shown.svg != whole.svg && shown.told == ["In the game: H8."], "{:?}", shown.told);
        let played = walk(&problem, &WalkRequest { moves: &moves, ..want }).unwrap();
        assert_eq!((played.judged, played.moves[0].as_str()), (Some(Judged::Right), "B9"));
        // A board that is not around this problem is not shown.
        let other = serde_json::json!({ "board": Board::new(9, 9).unwrap().rows() });
        assert_eq!(walk(&problem, &WalkRequest { game: Some(&other), ..want }).unwrap().svg, whole.svg);
    }
}
