//! The parts of a board whose joints are decided by values, and what a rule says of them.

use super::document::{Table, Text};
use super::scope::{Meaning, Scope, Term, bad};
use super::syntax::{Expr, Operator};
use tesuji_genre::Bad;
use tesuji_pencil::board::{Board, Place};
use tesuji_solver::rules::{Claim, JointGraph, Joints, Measure, RuleSpec};
use tesuji_solver::{Domain, Var};

/// The joints of cells.
#[derive(Clone, Debug)]
enum Joined {
    /// The edge between them has one of these values.
    Edges(Vec<String>),
    /// Both have one of these values.
    Value(Vec<String>),
    /// They have the same value.
    Same,
}

/// A kind of parts: areas, groups, paths.
#[derive(Clone, Debug)]
pub(crate) struct PartsKind {
    pub(crate) name: String,
    joined: Joined,
    /// Do corners join, too?
    by_corners: bool,
    text: Text<'static>,
}

/// The parts of which a claim speaks: those of a kind, the one of a cell or each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Which {
    kind: usize,
    of: Option<u16>,
}

/// A number of a part: what stands for each number that is measured.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Measured {
    which: Which,
    measure: Measure,
    numbers: Vec<i64>,
}

/// Claims about a part that all hold.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Claimed {
    which: Which,
    claims: Vec<Claim>,
}

impl PartsKind {
    /// Reads a table `[[parts]]`.
    ///
    /// # Errors
    /// [`Bad`] with the place of what is missing or not understood.
    pub(crate) fn read(table: &Table<'static>) -> Result<PartsKind, Bad> {
        table.only(&["name", "joined", "by"])?;
        let name = table.needed("name")?;
        let is_plain = |c: char| c.is_ascii_lowercase() || c == '_';
        if name.words.is_empty() || !name.words.chars().all(is_plain) {
            return name.refuse("a name of small letters and _ is expected");
        }
        if super::functions::SETS.contains(&name.words) {
            return name.refuse(format!("{:?} is the name of a set of places", name.words));
        }
        let text = table.needed("joined")?;
        let words = |text: &str| text.split('|').map(|word| word.trim().to_string()).collect::<Vec<_>>();
        let joined = match text.words.split_once('=') {
            Some((carrier, values)) if carrier.trim() == "link" => Joined::Edges(words(values)),
            Some(_) => return text.refuse("link = VALUE, a value of cells, or same value is expected"),
            None if text.words == "same value" => Joined::Same,
            None => Joined::Value(words(text.words)),
        };
        let by_corners = match table.text("by")? {
            None => false,
            Some(by) if by.words == "corners" && !matches!(joined, Joined::Edges(_)) => true,
            Some(by) => return by.refuse("cells of a value can be joined by \"corners\", too; nothing else"),
        };
        Ok(PartsKind { name: name.words.to_string(), joined, by_corners, text })
    }

    fn values(&self, scope: &Scope<'_>, words: &[String]) -> Result<Domain, Bad> {
        let value = |word: &String| scope.value_of(word).ok_or_else(|| self.text.bad(0, format!("no value {word:?}")));
        words.iter().map(value).collect()
    }

    /// The graph of a board, and the variables that decide its joints. Cells out of play are places
    /// that nothing joins.
    fn graph(&self, scope: &Scope<'_>) -> Result<(Vec<Var>, JointGraph), Bad> {
        let board = scope.board();
        let cells: Vec<usize> = board.cells().collect();
        let mut number = vec![None; board.size().cells()];
        cells.iter().zip(0..).for_each(|(&cell, i)| number[cell] = Some(i));
        let var = |place: Place| {
            let var = scope.variables.and_then(|variables| variables.get(place));
            var.ok_or_else(|| self.text.bad(0, format!("{} has no value", board.name(place))))
        };
        let inner = |edge: usize| match board.cells_beside(edge) {
            [Some(a), Some(b)] => Some([number[a]?, number[b]?]),
            _ => None,
        };
        let mut edges: Vec<[u32; 2]> = Vec::new();
        let mut vars = Vec::new();
        let joints = if let Joined::Edges(words) = &self.joined {
            for edge in board.inner_edges() {
                if let Some(ends) = inner(edge) {
                    edges.push(ends);
                    vars.push(var(Place::Edge(edge as u16))?);
                }
            }
            Joints::Edges(self.values(scope, words)?)
        } else {
            edges.extend(board.inner_edges().filter_map(inner));
            if self.by_corners {
                edges.extend(corner_pairs(board).filter_map(|[a, b]| Some([number[a]?, number[b]?])));
            }
            for &cell in &cells {
                vars.push(var(Place::Cell(cell as u16))?);
            }
            let all = scope.variables.map_or(&[][..], |variables| variables.domains());
            let all = vars.iter().fold(Domain::EMPTY, |sum, v| sum | all[v.index()]);
            Joints::Places(match &self.joined {
                Joined::Value(words) => vec![self.values(scope, words)?],
                _ => all.iter().map(Domain::single).collect(),
            })
        };
        let grid = cells.iter().map(|&cell| board.row_col(cell)).map(|(r, c)| [r as u16, c as u16]).collect();
        Ok((vars, JointGraph { places: cells.len() as u32, edges, joints, grid }))
    }
}

/// Cells that share a corner alone.
pub(crate) fn corner_pairs(board: &Board) -> impl Iterator<Item = [usize; 2]> {
    let (rows, cols) = (board.rows(), board.cols());
    let below = (1..rows).flat_map(move |r| (1..cols).map(move |c| (r, c)));
    below.flat_map(move |(r, c)| {
        [[board.cell(r - 1, c - 1), board.cell(r, c)], [board.cell(r - 1, c), board.cell(r, c - 1)]]
    })
}

/// The set of all parts of a kind, by its name: one item that stands for each of them.
pub(crate) fn set(scope: &Scope<'_>, name: &str) -> Option<Term> {
    let kind = scope.parts.iter().position(|kind| kind.name == name)?;
    Some(Term::Many(vec![Term::Part(Which { kind, of: None })]))
}

/// The part of a cell: `part(c)` where there is one kind, else by the kind's name.
pub(crate) fn call(scope: &mut Scope<'_>, name: &str, list: &[Expr], at: usize) -> Option<Meaning<Term>> {
    let kind = match name {
        "part" => 0,
        _ => scope.parts.iter().position(|kind| kind.name == name)?,
    };
    let [of] = list else { return Some(bad(at, format!("{name}(c) is expected"))) };
    if scope.parts.is_empty() {
        return Some(bad(at, "the file has no [[parts]]"));
    }
    Some(scope.cell(of).map(|cell| Term::Part(Which { kind, of: Some(cell as u16) })))
}

/// A number or a statement about a part.
pub(crate) fn said(scope: &mut Scope<'_>, name: &str, which: Which, list: &[Expr], at: usize) -> Meaning<Term> {
    let cells: Vec<usize> = scope.board().cells().collect();
    let claimed = |claim: Claim| Ok(Term::Claimed(Claimed { which, claims: vec![claim] }));
    let measure = match name {
        "size" => Measure::Size,
        "tall" => Measure::Height,
        "wide" => Measure::Width,
        "held" => {
            let places = scope.places(&list[1])?;
            let mut held = Vec::new();
            for place in places {
                let own = cells.iter().position(|&c| Place::Cell(c as u16) == place);
                let Some(own) = own else { return bad(list[1].at, "cells are expected") };
                held.push(own as u32);
            }
            held.sort_unstable();
            held.dedup();
            Measure::Held(held)
        }
        "rectangle" => return claimed(Claim::Rectangle(true)),
        "whole" => return claimed(Claim::Whole),
        _ => return bad(at, format!("{name} says nothing of a part")),
    };
    let most = match &measure {
        Measure::Held(places) => places.len(),
        Measure::Height => scope.board().rows(),
        Measure::Width => scope.board().cols(),
        Measure::Size => cells.len(),
    };
    Ok(Term::Measured(Measured { which, measure, numbers: (0..=most as i64).collect() }))
}

impl Measured {
    /// The number after an operation with a fixed one.
    pub(crate) fn after(mut self, operation: &dyn Fn(i64) -> i64) -> Term {
        self.numbers.iter_mut().for_each(|n| *n = operation(*n));
        Term::Measured(self)
    }

    /// The claim that the number is one for which the test holds.
    pub(crate) fn tested(&self, test: &dyn Fn(i64) -> bool) -> Term {
        let kept = (0..).zip(&self.numbers).filter(|&(_, &n)| test(n)).map(|(measured, _)| measured);
        let claims = vec![Claim::Among(self.measure.clone(), kept.collect())];
        Term::Claimed(Claimed { which: self.which, claims })
    }

    /// The claim about two numbers of a part.
    pub(crate) fn compared(&self, operator: Operator, other: &Measured, at: usize) -> Meaning<Term> {
        let is_plain = |of: &Measured| (0..).zip(&of.numbers).all(|(i, &n): (i64, &i64)| i == n);
        if self.which != other.which || !is_plain(self) || !is_plain(other) {
            return bad(at, "two numbers of the same part are expected, as they are");
        }
        let (a, b) = (self.measure.clone(), other.measure.clone());
        let less = || Claim::Less(a.clone(), b.clone());
        let more = || Claim::Less(b.clone(), a.clone());
        let equal = || Claim::Equal(a.clone(), b.clone());
        let claim = match operator {
            Operator::Less => less(),
            Operator::Greater => more(),
            Operator::Equal => equal(),
            Operator::AtMost => Claim::Any(vec![less(), equal()]),
            Operator::AtLeast => Claim::Any(vec![more(), equal()]),
            _ => Claim::Any(vec![less(), more()]),
        };
        Ok(Term::Claimed(Claimed { which: self.which, claims: vec![claim] }))
    }
}

impl Which {
    /// The claim that two cells are in one part, or are not.
    pub(crate) fn compared(self, other: Which, is: bool, scope: &Scope<'_>, at: usize) -> Meaning<Term> {
        let cells: Vec<usize> = scope.board().cells().collect();
        let place = other.of.and_then(|of| cells.iter().position(|&c| c == usize::from(of)));
        match (self.of, place) {
            (Some(_), Some(place)) if self.kind == other.kind => {
                Ok(Term::Claimed(Claimed { which: self, claims: vec![Claim::Holds(place as u32, is)] }))
            }
            _ => bad(at, "the parts of two cells can be compared, of one kind of parts"),
        }
    }
}

impl Claimed {
    /// Both, or one of two.
    pub(crate) fn joined(self, operator: Operator, other: Claimed, at: usize) -> Meaning<Term> {
        if self.which != other.which {
            return bad(at, "statements about one part are expected; two rules say them of two");
        }
        let claims = match operator {
            Operator::And => [self.claims, other.claims].concat(),
            _ => {
                let pair = |a: &Claim| {
                    let a = a.clone();
                    other.claims.iter().map(move |b| Claim::Any(vec![a.clone(), b.clone()])).collect::<Vec<_>>()
                };
                self.claims.iter().flat_map(pair).collect()
            }
        };
        Ok(Term::Claimed(Claimed { which: self.which, claims }))
    }

    /// The opposite.
    pub(crate) fn opposite(self, scope: &Scope<'_>, at: usize) -> Meaning<Term> {
        let most = scope.board().cells().count() as u32;
        let mut any = Vec::new();
        for claim in self.claims {
            any.push(match claim {
                Claim::Among(measure, numbers) => {
                    let others = (0..=most).filter(|n| numbers.binary_search(n).is_err()).collect();
                    Claim::Among(measure, others)
                }
                Claim::Rectangle(is) => Claim::Rectangle(!is),
                Claim::Holds(place, is) => Claim::Holds(place, !is),
                Claim::Less(a, b) => Claim::Any(vec![Claim::Less(b.clone(), a.clone()), Claim::Equal(a, b)]),
                Claim::Equal(a, b) => Claim::Any(vec![Claim::Less(b.clone(), a.clone()), Claim::Less(a, b)]),
                Claim::Whole | Claim::Any(_) => return bad(at, "not can't stand before this; say the opposite"),
            });
        }
        Ok(Term::Claimed(Claimed { which: self.which, claims: vec![Claim::Any(any)] }))
    }

    /// The rules of a network that say it.
    ///
    /// # Errors
    /// [`Bad`] where the parts don't fit the genre's values.
    pub(crate) fn specs(&self, scope: &Scope<'_>) -> Result<Vec<RuleSpec>, Bad> {
        let Some(kind) = scope.parts.get(self.which.kind) else { return Ok(Vec::new()) };
        let (vars, graph) = kind.graph(scope)?;
        let of = self.which.of.and_then(|of| scope.board().cells().position(|c| c == usize::from(of)));
        let of = of.map(|place| place as u32);
        let spec =
            |claim: &Claim| RuleSpec::Parts { vars: vars.clone(), graph: graph.clone(), of, claim: claim.clone() };
        Ok(self.claims.iter().map(spec).collect())
    }
}
