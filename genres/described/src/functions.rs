//! Sets of places and functions by name.

use super::formula::{Fold, Formula};
use super::scope::{MOST_ITEMS, Meaning, Scope, Term, bad};
use super::syntax::Expr;
use tesuji_genre::near;
use tesuji_pencil::board::{Board, Direction, Place, Side};
use tesuji_pencil::clue::Clue;

/// Names of sets, of directions and of numbers of the board.
pub(crate) const SETS: &[&str] = &[
    "cells",
    "rows",
    "columns",
    "lines",
    "diagonals",
    "regions",
    "edges",
    "links",
    "corners",
    "squares",
    "adjacent",
    "touching",
    "outside",
    "top",
    "bottom",
    "left_side",
    "right_side",
    "up",
    "down",
    "left",
    "right",
    "directions",
    "height",
    "width",
];

/// Functions, with their arguments and results.
pub(crate) const FUNCTIONS: &[(&str, &str)] = &[
    ("number(p)", "the number of the clue of a place; where there is none, the whole statement falls away"),
    ("numbers(p)", "the list of numbers of the clue of a place"),
    ("clue(p)", "does the place have a clue, a number or a question mark?"),
    ("unknown(p)", "is the clue a question mark?"),
    ("cells(p)", "the cells of a region, beside an edge, around a corner, seen from a place outside"),
    ("neighbours(c)", "the cells that share a side with a cell"),
    ("around(c)", "the cells that share a side or a corner with a cell"),
    ("row(c)", "the row of a cell"),
    ("column(c)", "the column of a cell"),
    ("region(c)", "the region of a cell"),
    ("ray(c, up)", "the cells beyond a cell in a direction, the nearest first"),
    ("rays(c)", "the four of them"),
    ("sides(c)", "the four edges of a cell"),
    ("links(c)", "the edges between a cell and its neighbours"),
    ("link(c, d)", "the edge between two neighbours"),
    ("ends(e)", "the corners at the ends of an edge"),
    ("edges_at(p)", "the edges that end at a corner"),
    ("row_number(c)", "the number of the row of a cell, from 1"),
    ("column_number(c)", "the number of the column of a cell, from 1"),
    ("border(e)", "does the edge part two regions?"),
    ("windows(list, n)", "each n items of a list that stand one after the other"),
    ("pairs(list)", "each two items of a list"),
    ("joined(a, b)", "the items of both; a place is one item"),
    ("reversed(list)", "the list from its end on"),
    ("size(list)", "the number of items"),
    ("first(list)", "the first item"),
    ("last(list)", "the last item"),
    ("item(list, n)", "the n-th item, from 1"),
    ("count(list, values)", "how many of the places have one of the values"),
    ("kinds(list)", "how many different values the places have"),
    ("sum(list)", "the sum of values or numbers"),
    ("least(list)", "the least of them"),
    ("greatest(list)", "the greatest of them"),
    ("all(list, values)", "do all places have one of the values?"),
    ("some(list, values)", "does a place have one of the values?"),
    ("abs(n)", "the number without its sign"),
    ("part(c)", "the part of a cell; where the file has several kinds of parts, the name of one stands instead"),
    ("held(a, cells)", "how many of the cells a part holds"),
    ("tall(a)", "the number of rows of a part"),
    ("wide(a)", "the number of columns of a part"),
    ("rectangle(a)", "does the part fill a rectangle?"),
    ("whole(a)", "does no closed joint lie inside the part?"),
];

fn cell(cell: usize) -> Term {
    Term::Place(Place::Cell(cell as u16))
}

fn edge(edge: usize) -> Term {
    Term::Place(Place::Edge(edge as u16))
}

fn corner(corner: usize) -> Term {
    Term::Place(Place::Corner(corner as u16))
}

fn cells(list: impl IntoIterator<Item = usize>) -> Term {
    Term::Many(list.into_iter().map(cell).collect())
}

fn lists(list: impl IntoIterator<Item = Vec<usize>>) -> Term {
    Term::Many(list.into_iter().filter(|line| !line.is_empty()).map(cells).collect())
}

fn outside(board: &Board, side: Side) -> Vec<Term> {
    let count = if matches!(side, Side::Top | Side::Bottom) { board.cols() } else { board.rows() };
    (0..count as u16).map(|i| Term::Place(Place::Outside(side, i))).collect()
}

/// Pairs of cells by how far they are apart, the first of each first in reading order.
fn pairs_apart(board: &Board, steps: &[(usize, isize)]) -> Term {
    let mut pairs = Vec::new();
    for first in board.cells() {
        let (row, col) = board.row_col(first);
        for &(down, right) in steps {
            let Some(other) = col.checked_add_signed(right).filter(|&c| c < board.cols()) else { continue };
            if row + down < board.rows() && !board.is_hole(board.cell(row + down, other)) {
                pairs.push(cells([first, board.cell(row + down, other)]));
            }
        }
    }
    Term::Many(pairs)
}

fn diagonals(board: &Board) -> Vec<Vec<usize>> {
    let n = board.rows().min(board.cols());
    let falling = (0..n).map(|i| board.cell(i, i));
    let rising = (0..n).map(|i| board.cell(i, n - 1 - i));
    let in_play = |list: Vec<usize>| list.into_iter().filter(|&c| !board.is_hole(c)).collect();
    vec![in_play(falling.collect()), in_play(rising.collect())]
}

/// The set, direction or number of a name.
pub(crate) fn set(scope: &Scope<'_>, name: &str) -> Option<Term> {
    let board = scope.board();
    let rows = || (0..board.rows()).map(|r| board.row(r));
    let columns = || (0..board.cols()).map(|c| board.col(c));
    let places = |list: Vec<Vec<Term>>| Term::Many(list.into_iter().flatten().collect());
    Some(match name {
        "cells" => cells(board.cells()),
        "rows" => lists(rows()),
        "columns" => lists(columns()),
        "lines" => lists(rows().chain(columns())),
        "diagonals" => lists(diagonals(board)),
        "regions" => {
            let count = board.regions().map_or(0, |regions| regions.len()) as u16;
            Term::Many((0..count).map(|r| Term::Place(Place::Region(r))).collect())
        }
        "edges" => Term::Many((0..board.edges()).map(edge).collect()),
        "links" => Term::Many(board.inner_edges().map(edge).collect()),
        "corners" => Term::Many((0..board.corners()).map(corner).collect()),
        "squares" => lists(board.squares().map(Vec::from)),
        "adjacent" => pairs_apart(board, &[(0, 1), (1, 0)]),
        "touching" => pairs_apart(board, &[(0, 1), (1, -1), (1, 0), (1, 1)]),
        "outside" => places(Side::ALL.map(|side| outside(board, side)).into()),
        "top" => Term::Many(outside(board, Side::Top)),
        "bottom" => Term::Many(outside(board, Side::Bottom)),
        "left_side" => Term::Many(outside(board, Side::Left)),
        "right_side" => Term::Many(outside(board, Side::Right)),
        "up" => Term::Direction(Direction::Up),
        "down" => Term::Direction(Direction::Down),
        "left" => Term::Direction(Direction::Left),
        "right" => Term::Direction(Direction::Right),
        "directions" => Term::Many(Direction::ALL.map(Term::Direction).into()),
        "height" => Term::Number(board.rows() as i64),
        "width" => Term::Number(board.cols() as i64),
        _ => return None,
    })
}

/// The value of a function.
pub(crate) fn call(scope: &mut Scope<'_>, name: &str, list: &[Expr], at: usize) -> Meaning<Term> {
    if let Some(part) = super::parts::call(scope, name, list, at) {
        return part;
    }
    let known = FUNCTIONS.iter().find(|(form, _)| form.split('(').next() == Some(name));
    let Some((form, _)) = known else {
        let names = FUNCTIONS.iter().filter_map(|(form, _)| form.split('(').next());
        return bad(at, format!("no function {name:?}; {}", near(name, names)));
    };
    if form.matches(',').count() + 1 != list.len() {
        return bad(at, format!("{form} is expected, not {} arguments", list.len()));
    }
    let first = &list[0];
    if matches!(name, "size" | "held" | "tall" | "wide" | "rectangle" | "whole") {
        match scope.term(first)? {
            Term::Part(which) => return super::parts::said(scope, name, which, list, at),
            _ if name == "size" => {}
            other => return bad(first.at, format!("{}: a part is expected", other.kind())),
        }
    }
    match name {
        "number" | "numbers" | "clue" | "unknown" => clue(scope, name, first),
        "cells" => cells_of(scope, first),
        "neighbours" | "around" | "row" | "column" | "region" | "rays" | "sides" | "links" | "row_number"
        | "column_number" => around(scope, name, first),
        "ray" => {
            let (from, direction) = (scope.cell(first)?, direction(scope, &list[1])?);
            Ok(cells(scope.board().ray(from, direction)))
        }
        "link" => {
            let [a, b] = [scope.cell(first)?, scope.cell(&list[1])?];
            let board = scope.board();
            let way = Direction::ALL.into_iter().find(|&d| board.neighbour(a, d) == Some(b));
            way.map_or_else(|| bad(at, "the cells share no side"), |d| Ok(edge(board.edge(a, d))))
        }
        "ends" | "border" | "edges_at" => of_edge(scope, name, first),
        "windows" | "item" => {
            let (mut items, n) = (scope.list(first)?, scope.number(&list[1])?);
            let Some(n) = usize::try_from(n).ok().filter(|&n| n > 0) else {
                return bad(list[1].at, "a number from 1 on is expected");
            };
            if name == "windows" {
                return Ok(Term::Many(items.windows(n).map(|w| Term::Many(w.to_vec())).collect()));
            }
            if n > items.len() { bad(at, format!("item {n} of {}", items.len())) } else { Ok(items.swap_remove(n - 1)) }
        }
        "pairs" => {
            let items = scope.list(first)?;
            if items.len() * items.len() / 2 > MOST_ITEMS {
                return bad(at, "the pairs are too many");
            }
            let pair = |(i, a): (usize, &Term)| {
                let a = a.clone();
                items[i + 1..].iter().map(|b| Term::Many(vec![a.clone(), b.clone()])).collect::<Vec<_>>()
            };
            Ok(Term::Many(items.iter().enumerate().flat_map(pair).collect()))
        }
        "joined" => {
            let mut items = Vec::new();
            for part in list {
                match scope.term(part)? {
                    Term::Many(more) => items.extend(more),
                    one => items.push(one),
                }
            }
            Ok(Term::Many(items))
        }
        "reversed" => Ok(Term::Many(scope.list(first)?.into_iter().rev().collect())),
        "size" => Ok(Term::Number(scope.list(first)?.len() as i64)),
        "first" | "last" => {
            let items = scope.list(first)?;
            let item = if name == "first" { items.first() } else { items.last() };
            item.cloned().map_or_else(|| bad(at, "the set is empty"), Ok)
        }
        "sum" => scope.fold(Fold::Sum, first),
        "least" => scope.fold(Fold::Least, first),
        "greatest" => scope.fold(Fold::Greatest, first),
        "kinds" => scope.fold(Fold::Kinds, first),
        "count" | "all" | "some" => counted(scope, name, list),
        "abs" => Ok(match scope.number_or_open(first)? {
            Formula::Number(n) => Term::Number(n.abs()),
            of => Term::Open(Formula::Absolute(Box::new(of))),
        }),
        _ => bad(at, format!("no function {name:?}")),
    }
}

fn direction(scope: &mut Scope<'_>, expr: &Expr) -> Meaning<Direction> {
    match scope.term(expr)? {
        Term::Direction(direction) => Ok(direction),
        other => bad(expr.at, format!("{}: up, down, left or right is expected", other.kind())),
    }
}

fn clue(scope: &mut Scope<'_>, name: &str, expr: &Expr) -> Meaning<Term> {
    let place = scope.place(expr)?;
    let without = super::scope::Halt::NoNumber(scope.level(expr));
    let clue = scope.puzzle.clues.get(&place);
    let number = match clue {
        Some(Clue::White) => Some(0),
        Some(Clue::Black) => Some(1),
        other => other.and_then(Clue::number).map(i64::from),
    };
    match (name, clue) {
        ("clue", clue) => Ok(Term::Truth(clue.is_some())),
        ("unknown", clue) => Ok(Term::Truth(clue == Some(&Clue::Unknown))),
        ("numbers", Some(Clue::Numbers(list))) => {
            let all: Option<Vec<Term>> = list.iter().map(|n| n.map(|n| Term::Number(n.into()))).collect();
            all.map_or(Err(without), |all| Ok(Term::Many(all)))
        }
        _ => number.map_or(Err(without), |n| Ok(Term::Number(n))),
    }
}

fn cells_of(scope: &mut Scope<'_>, expr: &Expr) -> Meaning<Term> {
    let term = scope.term(expr)?;
    let board = scope.board();
    Ok(match term {
        Term::Place(Place::Region(region)) => {
            cells(board.regions().map_or(&[][..], |regions| regions.cells(region.into())).iter().copied())
        }
        Term::Place(Place::Edge(edge)) => cells(board.cells_beside(edge.into()).into_iter().flatten()),
        Term::Place(Place::Corner(corner)) => cells(board.cells_at(corner.into())),
        Term::Place(Place::Outside(side, i)) => cells(board.line_of(side, i.into())),
        Term::Place(Place::Cell(own)) => cells([usize::from(own)]),
        Term::Many(list) => Term::Many(list),
        other => return bad(expr.at, format!("{}: a place is expected", other.kind())),
    })
}

fn around(scope: &mut Scope<'_>, name: &str, expr: &Expr) -> Meaning<Term> {
    let own = scope.cell(expr)?;
    let board = scope.board();
    let (row, col) = board.row_col(own);
    Ok(match name {
        "neighbours" => cells(board.neighbours(own)),
        "around" => cells(board.all_neighbours(own)),
        "row" => cells(board.row(row)),
        "column" => cells(board.col(col)),
        "rays" => Term::Many(Direction::ALL.map(|d| cells(board.ray(own, d))).into()),
        "sides" => Term::Many(board.sides(own).map(edge).into()),
        "links" => {
            let open = Direction::ALL.into_iter().filter(|&d| board.neighbour(own, d).is_some());
            Term::Many(open.map(|d| edge(board.edge(own, d))).collect())
        }
        "row_number" => Term::Number(row as i64 + 1),
        "column_number" => Term::Number(col as i64 + 1),
        _ => match board.regions() {
            Some(regions) => Term::Place(Place::Region(regions.of(own) as u16)),
            None => return bad(expr.at, "the board has no regions"),
        },
    })
}

fn of_edge(scope: &mut Scope<'_>, name: &str, expr: &Expr) -> Meaning<Term> {
    let place = scope.place(expr)?;
    let board = scope.board();
    match (name, place) {
        ("ends", Place::Edge(of)) => Ok(Term::Many(board.ends(of.into()).map(corner).into())),
        ("border", Place::Edge(of)) => {
            Ok(Term::Truth(board.regions().is_some_and(|regions| regions.is_border(board, of.into()))))
        }
        ("edges_at", Place::Corner(of)) => Ok(Term::Many(board.edges_at(of.into()).map(edge).collect())),
        (_, other) => bad(expr.at, format!("{} is not what {name} is about", Term::Place(other).kind())),
    }
}

fn counted(scope: &mut Scope<'_>, name: &str, list: &[Expr]) -> Meaning<Term> {
    let vars = scope.vars(&list[0])?;
    let values = scope.numbers(&list[1])?;
    let has = |var| Formula::OneOf(Box::new(Formula::Value(var)), values.clone());
    let number = vars.len() as i64;
    let count = Formula::Fold(Fold::Sum, vars.into_iter().map(has).collect());
    let compared = |operator, with| {
        if number == 0 {
            return Term::Truth(name == "all");
        }
        Term::OpenTruth(Formula::Binary(operator, Box::new(count.clone()), Box::new(Formula::Number(with))))
    };
    Ok(match name {
        "all" => compared(super::syntax::Operator::Equal, number),
        "some" => compared(super::syntax::Operator::AtLeast, 1),
        _ if number == 0 => Term::Number(0),
        _ => Term::Open(count),
    })
}
