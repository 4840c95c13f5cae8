//! The meaning of expressions on a puzzle.

use super::formula::{Fold, Formula, operate};
use super::functions;
use super::parts::{self, Claimed, Measured, PartsKind, Which};
use super::syntax::{Binder, Expr, Kind, Operator};
use tesuji_genre::near;
use tesuji_pencil::board::{Board, Direction, Place};
use tesuji_pencil::codec::Puzzle;
use tesuji_pencil::house::Variables;
use tesuji_solver::{Domain, Value, Var};

/// The meaning of an expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Term {
    Number(i64),
    Truth(bool),
    Place(Place),
    Direction(Direction),
    Many(Vec<Term>),
    /// A number that depends on values.
    Open(Formula),
    /// A statement that depends on values.
    OpenTruth(Formula),
    /// A part of the board, or each one.
    Part(Which),
    /// A number of a part.
    Measured(Measured),
    /// A statement about a part.
    Claimed(Claimed),
}

/// Why an expression has no meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// It speaks of the number of a place without a number. The field counts the bound names from
    /// outside to the one that the place was taken from.
    NoNumber(usize),
    /// A fault, at a byte of the text.
    Bad(usize, String),
}

pub(crate) type Meaning<T> = Result<T, Halt>;

/// The names of values.
#[derive(Clone, Debug)]
pub(crate) enum ValueNames {
    /// Words, by value.
    Words(Vec<String>),
    /// The values are numbers.
    Numbers,
}

/// The meaning of names in expressions.
pub(crate) struct Scope<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) values: &'a ValueNames,
    /// The kinds of parts.
    pub(crate) parts: &'a [PartsKind],
    /// The variables; none where values may not be spoken of.
    pub(crate) variables: Option<&'a Variables>,
    /// The names that are bound, the innermost last.
    pub(crate) bound: Vec<(String, Term)>,
    /// Items that were bound so far.
    steps: usize,
    /// Statements that were made so far.
    pub(crate) stated: usize,
}

/// The most items that are bound for one puzzle.
const MOST_STEPS: usize = 2_000_000;
/// The most statements for one puzzle.
pub(crate) const MOST_STATED: usize = 100_000;

/// The most items of one set.
pub(crate) const MOST_ITEMS: usize = 100_000;

pub(crate) fn bad<T>(at: usize, what: impl Into<String>) -> Meaning<T> {
    Err(Halt::Bad(at, what.into()))
}

impl Term {
    /// Its kind in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Term::Number(_) => "a number",
            Term::Truth(_) => "a statement",
            Term::Place(Place::Cell(_)) => "a cell",
            Term::Place(Place::Edge(_)) => "an edge",
            Term::Place(Place::Corner(_)) => "a corner",
            Term::Place(Place::Region(_)) => "a region",
            Term::Place(Place::Outside(..)) => "a place outside",
            Term::Direction(_) => "a direction",
            Term::Many(_) => "a set",
            Term::Open(_) => "a number that depends on values",
            Term::OpenTruth(_) => "a statement about values",
            Term::Part(_) => "a part",
            Term::Measured(_) => "a number of a part",
            Term::Claimed(_) => "a statement about a part",
        }
    }

    /// The places in it, in order.
    pub(crate) fn places(&self, to: &mut Vec<Place>) -> bool {
        match self {
            Term::Place(place) => {
                to.push(*place);
                true
            }
            Term::Many(list) => list.iter().all(|term| term.places(to)),
            _ => false,
        }
    }

    /// The first place in it.
    pub(crate) fn first_place(&self) -> Option<Place> {
        match self {
            Term::Place(place) => Some(*place),
            Term::Many(list) => list.iter().find_map(Term::first_place),
            _ => None,
        }
    }
}

impl<'a> Scope<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, values: &'a ValueNames, variables: Option<&'a Variables>) -> Scope<'a> {
        Scope { puzzle, values, parts: &[], variables, bound: Vec::new(), steps: 0, stated: 0 }
    }

    /// The scope of a genre with these kinds of parts.
    pub(crate) fn with_parts(self, parts: &'a [PartsKind]) -> Scope<'a> {
        Scope { parts, ..self }
    }

    /// The value of a word.
    pub(crate) fn value_of(&self, word: &str) -> Option<Value> {
        match self.values {
            ValueNames::Words(words) => words.iter().position(|w| w == word).map(|i| i as Value),
            ValueNames::Numbers => word.parse().ok().filter(|&n| n < 64),
        }
    }

    pub(crate) fn board(&self) -> &'a Board {
        &self.puzzle.board
    }

    /// The meaning of an expression.
    pub(crate) fn term(&mut self, expr: &Expr) -> Meaning<Term> {
        let at = expr.at;
        match &expr.kind {
            Kind::Number(n) => Ok(Term::Number(*n)),
            Kind::Name(name) => self.name(name, at),
            Kind::Call(name, list) => functions::call(self, name, list, at),
            Kind::Not(inner) => Ok(match self.truth(inner)? {
                Term::Truth(holds) => Term::Truth(!holds),
                Term::OpenTruth(of) => Term::OpenTruth(Formula::Not(Box::new(of))),
                Term::Claimed(of) => of.opposite(self, at)?,
                other => return bad(at, format!("{}: a statement is expected", other.kind())),
            }),
            Kind::Negative(inner) => Ok(match self.number_or_open(inner)? {
                Formula::Number(n) => Term::Number(-n),
                of => Term::Open(Formula::Binary(Operator::Minus, Box::new(Formula::Number(0)), Box::new(of))),
            }),
            Kind::Binary(operator, a, b) => self.binary(*operator, a, b, at),
            Kind::Filter(binder) => Ok(Term::Many(self.items(binder)?)),
        }
    }

    fn name(&mut self, name: &str, at: usize) -> Meaning<Term> {
        if let Some((_, term)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return Ok(term.clone());
        }
        if let ValueNames::Words(words) = self.values
            && let Some(value) = words.iter().position(|word| word == name)
        {
            return Ok(Term::Number(value as i64));
        }
        if let Some(term) = functions::set(self, name).or_else(|| parts::set(self, name)) {
            return Ok(term);
        }
        let words = match self.values {
            ValueNames::Words(words) => words.iter().map(String::as_str).collect(),
            ValueNames::Numbers => Vec::new(),
        };
        let bound = self.bound.iter().map(|(bound, _)| bound.as_str());
        let known: Vec<&str> = bound.chain(words).chain(functions::SETS.iter().copied()).collect();
        bad(at, format!("no name {name:?}; {}", near(name, known)))
    }

    /// The items of a set that a binder lets through.
    pub(crate) fn items(&mut self, binder: &Binder) -> Meaning<Vec<Term>> {
        let list = self.list(&binder.of)?;
        let mut kept = Vec::new();
        for item in list {
            let Some(condition) = &binder.condition else {
                kept.push(item);
                continue;
            };
            let depth = self.bound.len();
            // A condition chooses places, whatever their values are.
            let variables = self.variables.take();
            let holds = self.bind(binder, &item).and_then(|()| self.fixed_truth(condition));
            self.variables = variables;
            self.bound.truncate(depth);
            match holds {
                Ok(true) => kept.push(item),
                Ok(false) => {}
                // An item without a number is left out; another place without one ends the statement.
                Err(Halt::NoNumber(level)) if level > depth => {}
                Err(halt) => return Err(halt),
            }
        }
        Ok(kept)
    }

    /// Binds the names of a binder to an item.
    pub(crate) fn bind(&mut self, binder: &Binder, item: &Term) -> Meaning<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return bad(binder.of.at, "the sets have too many items together");
        }
        match (&binder.names[..], item) {
            ([name], item) => self.bound.push((name.clone(), item.clone())),
            (names, Term::Many(parts)) if names.len() == parts.len() => {
                self.bound.extend(names.iter().cloned().zip(parts.iter().cloned()));
            }
            (names, other) => {
                let parts = if let Term::Many(parts) = other { parts.len() } else { 1 };
                return bad(binder.of.at, format!("{} names for {} of {parts} parts", names.len(), other.kind()));
            }
        }
        Ok(())
    }

    /// The number of names that are bound up to the innermost one of which an expression speaks.
    pub(crate) fn level(&self, expr: &Expr) -> usize {
        match &expr.kind {
            Kind::Number(_) => 0,
            Kind::Name(name) => self.bound.iter().rposition(|(bound, _)| bound == name).map_or(0, |at| at + 1),
            Kind::Call(_, list) => list.iter().map(|part| self.level(part)).max().unwrap_or(0),
            Kind::Not(inner) | Kind::Negative(inner) => self.level(inner),
            Kind::Binary(_, a, b) => self.level(a).max(self.level(b)),
            Kind::Filter(binder) => {
                self.level(&binder.of).max(binder.condition.as_ref().map_or(0, |of| self.level(of)))
            }
        }
    }

    /// The items of a set.
    pub(crate) fn list(&mut self, expr: &Expr) -> Meaning<Vec<Term>> {
        match self.term(expr)? {
            Term::Many(list) if list.len() <= MOST_ITEMS => Ok(list),
            Term::Many(_) => bad(expr.at, "the set is too large"),
            other => bad(expr.at, format!("{}: a set is expected", other.kind())),
        }
    }

    /// The places of a set, those of sets in it one after the other; one place stands for itself.
    pub(crate) fn places(&mut self, expr: &Expr) -> Meaning<Vec<Place>> {
        let term = self.term(expr)?;
        let mut places = Vec::new();
        if term.places(&mut places) {
            return Ok(places);
        }
        bad(expr.at, format!("{}: places are expected", term.kind()))
    }

    /// The variables of the places of a set.
    pub(crate) fn vars(&mut self, expr: &Expr) -> Meaning<Vec<Var>> {
        let places = self.places(expr)?;
        places.into_iter().map(|place| self.var(place, expr.at)).collect()
    }

    fn var(&self, place: Place, at: usize) -> Meaning<Var> {
        let Some(variables) = self.variables else { return bad(at, "values can't be spoken of here") };
        match variables.get(place) {
            Some(var) => Ok(var),
            None => bad(at, format!("{} has no value", self.board().name(place))),
        }
    }

    /// One place.
    pub(crate) fn place(&mut self, expr: &Expr) -> Meaning<Place> {
        match self.term(expr)? {
            Term::Place(place) => Ok(place),
            other => bad(expr.at, format!("{}: a place is expected", other.kind())),
        }
    }

    /// One cell.
    pub(crate) fn cell(&mut self, expr: &Expr) -> Meaning<usize> {
        match self.term(expr)? {
            Term::Place(Place::Cell(cell)) => Ok(cell.into()),
            other => bad(expr.at, format!("{}: a cell is expected", other.kind())),
        }
    }

    /// A number that is the same for all values.
    pub(crate) fn number(&mut self, expr: &Expr) -> Meaning<i64> {
        match self.number_or_open(expr)? {
            Formula::Number(n) => Ok(n),
            _ => bad(expr.at, "a number is expected that does not depend on values"),
        }
    }

    /// A statement that does not depend on values.
    pub(crate) fn fixed_truth(&mut self, expr: &Expr) -> Meaning<bool> {
        match self.truth(expr)? {
            Term::Truth(holds) => Ok(holds),
            _ => bad(expr.at, "a statement is expected that does not depend on values"),
        }
    }

    /// Numbers: one, or several as in `1|3` and `2..4`.
    pub(crate) fn numbers(&mut self, expr: &Expr) -> Meaning<Vec<i64>> {
        let term = self.term(expr)?;
        fixed_numbers(&term).map_or_else(|| bad(expr.at, format!("{}: numbers are expected", term.kind())), Ok)
    }

    /// Values: one, or several.
    pub(crate) fn values(&mut self, expr: &Expr) -> Meaning<Domain> {
        let numbers = self.numbers(expr)?;
        if let Some(n) = numbers.iter().find(|n| !(0..64).contains(*n)) {
            return bad(expr.at, format!("{n} is no value: they go from 0 to 63"));
        }
        Ok(numbers.into_iter().map(|n| n as Value).collect())
    }

    /// A statement.
    pub(crate) fn truth(&mut self, expr: &Expr) -> Meaning<Term> {
        match self.term(expr)? {
            term @ (Term::Truth(_) | Term::OpenTruth(_) | Term::Claimed(_)) => Ok(term),
            other => bad(expr.at, format!("{}: a statement is expected", other.kind())),
        }
    }

    /// A number, which may depend on values; a cell or an edge stands for its value.
    pub(crate) fn number_or_open(&mut self, expr: &Expr) -> Meaning<Formula> {
        let term = self.term(expr)?;
        self.formula(term, expr.at)
    }

    /// The number that a term is.
    pub(crate) fn formula(&self, term: Term, at: usize) -> Meaning<Formula> {
        match term {
            Term::Number(n) => Ok(Formula::Number(n)),
            Term::Open(formula) => Ok(formula),
            Term::Place(place @ (Place::Cell(_) | Place::Edge(_))) => Ok(Formula::Value(self.var(place, at)?)),
            other => bad(at, format!("{}: a number is expected", other.kind())),
        }
    }

    /// The statement that a term is.
    pub(crate) fn statement(&mut self, expr: &Expr) -> Meaning<Formula> {
        Ok(match self.truth(expr)? {
            Term::OpenTruth(formula) => formula,
            Term::Truth(holds) => Formula::Number(holds.into()),
            _ => Formula::Number(0),
        })
    }

    fn binary(&mut self, operator: Operator, a: &Expr, b: &Expr, at: usize) -> Meaning<Term> {
        match operator {
            Operator::Or | Operator::And => self.joined(operator, a, b),
            Operator::Range => {
                let (low, high) = (self.number(a)?, self.number(b)?);
                if high - low > MOST_ITEMS as i64 {
                    return bad(at, "the range is too large");
                }
                Ok(Term::Many((low..=high).map(Term::Number).collect()))
            }
            Operator::Alternative => {
                let mut list = Vec::new();
                for side in [a, b] {
                    list.extend(self.numbers(side)?.into_iter().map(Term::Number));
                }
                Ok(Term::Many(list))
            }
            Operator::Plus | Operator::Minus | Operator::Times | Operator::Divided | Operator::Remainder => {
                let (first, second) = (self.term(a)?, self.term(b)?);
                match (first, second) {
                    (Term::Measured(of), Term::Number(n))
                        if n != 0 || !matches!(operator, Operator::Divided | Operator::Remainder) =>
                    {
                        return Ok(of.after(&|own| operate(operator, own, n)));
                    }
                    (Term::Number(n), Term::Measured(of))
                        if !matches!(operator, Operator::Divided | Operator::Remainder) =>
                    {
                        return Ok(of.after(&|own| operate(operator, n, own)));
                    }
                    _ => {}
                }
                let (left, right) = (self.number_or_open(a)?, self.number_or_open(b)?);
                if right == Formula::Number(0) && matches!(operator, Operator::Divided | Operator::Remainder) {
                    return bad(b.at, "division by zero");
                }
                Ok(match (left, right) {
                    (Formula::Number(left), Formula::Number(right)) => Term::Number(operate(operator, left, right)),
                    (left, right) => Term::Open(Formula::Binary(operator, Box::new(left), Box::new(right))),
                })
            }
            _ => self.compared(operator, a, b),
        }
    }

    fn joined(&mut self, operator: Operator, a: &Expr, b: &Expr) -> Meaning<Term> {
        let left = self.truth(a)?;
        // A side that decides alone leaves the other side unread, which may speak of what is not there.
        match (&left, operator) {
            (Term::Truth(false), Operator::And) => return Ok(Term::Truth(false)),
            (Term::Truth(true), Operator::Or) => return Ok(Term::Truth(true)),
            (Term::Truth(_), _) => return self.truth(b),
            _ => {}
        }
        let right = self.truth(b)?;
        Ok(match (left, right, operator) {
            (Term::Claimed(left), Term::Claimed(right), _) => return left.joined(operator, right, b.at),
            (Term::Claimed(_), Term::OpenTruth(_), _) | (Term::OpenTruth(_), Term::Claimed(_), _) => {
                return bad(b.at, "statements about parts and about values can't be joined; two rules say them");
            }
            (_, Term::Truth(false), Operator::And) => Term::Truth(false),
            (_, Term::Truth(true), Operator::Or) => Term::Truth(true),
            (left, Term::Truth(_), _) => left,
            (Term::OpenTruth(left), Term::OpenTruth(right), _) => {
                Term::OpenTruth(Formula::Binary(operator, Box::new(left), Box::new(right)))
            }
            (left, ..) => left,
        })
    }

    fn compared(&mut self, operator: Operator, a: &Expr, b: &Expr) -> Meaning<Term> {
        let (left, right) = (self.term(a)?, self.term(b)?);
        let is_equality = matches!(operator, Operator::Equal | Operator::Different);
        match (&left, &right) {
            (Term::Part(one), Term::Part(other)) if is_equality => {
                return one.compared(*other, operator == Operator::Equal, self, a.at);
            }
            (Term::Measured(one), Term::Measured(other)) => return one.compared(operator, other, a.at),
            (Term::Measured(of), Term::Number(n)) => return Ok(of.tested(&|own| operate(operator, own, *n) != 0)),
            (Term::Number(n), Term::Measured(of)) => return Ok(of.tested(&|own| operate(operator, *n, own) != 0)),
            (Term::Measured(of), Term::Many(_)) if is_equality => {
                let Some(numbers) = fixed_numbers(&right) else { return bad(b.at, "numbers are expected") };
                return Ok(of.tested(&|own| numbers.contains(&own) == (operator == Operator::Equal)));
            }
            _ => {}
        }
        let is_value = |term: &Term| matches!(term, Term::Place(Place::Cell(_) | Place::Edge(_)));
        // Regions, corners and directions are compared as what they are.
        let is_thing = |term: &Term| {
            matches!(term, Term::Direction(_) | Term::Place(Place::Region(_) | Place::Corner(_) | Place::Outside(..)))
        };
        if is_equality && (is_thing(&left) || is_thing(&right)) {
            return Ok(Term::Truth((left == right) == (operator == Operator::Equal)));
        }
        if is_equality && let Term::Many(_) = &right {
            let Some(numbers) = fixed_numbers(&right) else {
                return bad(b.at, "numbers or values are expected");
            };
            let of = self.formula(left, a.at)?;
            let is = operator == Operator::Equal;
            return Ok(match of {
                Formula::Number(n) => Term::Truth(numbers.contains(&n) == is),
                of => {
                    let one = Formula::OneOf(Box::new(of), numbers);
                    Term::OpenTruth(if is { one } else { Formula::Not(Box::new(one)) })
                }
            });
        }
        if self.variables.is_none() && is_value(&left) && is_value(&right) && is_equality {
            return Ok(Term::Truth((left == right) == (operator == Operator::Equal)));
        }
        let (left, right) = (self.formula(left, a.at)?, self.formula(right, b.at)?);
        Ok(match (left, right) {
            (Formula::Number(left), Formula::Number(right)) => Term::Truth(operate(operator, left, right) != 0),
            (left, right) => Term::OpenTruth(Formula::Binary(operator, Box::new(left), Box::new(right))),
        })
    }

    /// A number made of those of several places or of a list.
    pub(crate) fn fold(&mut self, fold: Fold, expr: &Expr) -> Meaning<Term> {
        let list = self.list(expr)?;
        let all = list.into_iter().map(|term| self.formula(term, expr.at)).collect::<Meaning<Vec<Formula>>>()?;
        let whole = Formula::Fold(fold, all);
        Ok(if whole.vars().is_empty() { Term::Number(whole.number(&|_| 0)) } else { Term::Open(whole) })
    }
}

/// The numbers that a term is.
fn fixed_numbers(term: &Term) -> Option<Vec<i64>> {
    match term {
        Term::Number(n) => Some(vec![*n]),
        Term::Many(list) => {
            let mut all = Vec::new();
            for term in list {
                all.extend(fixed_numbers(term)?);
            }
            Some(all)
        }
        _ => None,
    }
}
