//! Statements and numbers that depend on values.

use super::syntax::Operator;
use tesuji_solver::Var;

/// A number that follows from values; a statement is 1 where it holds and 0 where not.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Formula {
    /// A fixed number.
    Number(i64),
    /// The value of a variable.
    Value(Var),
    /// Two numbers and what is between them.
    Binary(Operator, Box<Formula>, Box<Formula>),
    /// Is the number one of those?
    OneOf(Box<Formula>, Vec<i64>),
    /// Does the statement not hold?
    Not(Box<Formula>),
    /// The number without its sign.
    Absolute(Box<Formula>),
    /// A number made of several.
    Fold(Fold, Vec<Formula>),
}

/// How one number is made of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fold {
    Sum,
    Least,
    Greatest,
    /// How many different numbers there are.
    Kinds,
}

/// The number of an operation on two.
pub(crate) fn operate(operator: Operator, a: i64, b: i64) -> i64 {
    match operator {
        Operator::Or => i64::from(a != 0 || b != 0),
        Operator::And => i64::from(a != 0 && b != 0),
        Operator::Equal => i64::from(a == b),
        Operator::Different => i64::from(a != b),
        Operator::Less => i64::from(a < b),
        Operator::AtMost => i64::from(a <= b),
        Operator::Greater => i64::from(a > b),
        Operator::AtLeast => i64::from(a >= b),
        Operator::Plus => a.saturating_add(b),
        Operator::Minus => a.saturating_sub(b),
        Operator::Times => a.saturating_mul(b),
        Operator::Divided => a.checked_div_euclid(b).unwrap_or(0),
        Operator::Remainder => a.checked_rem_euclid(b).unwrap_or(0),
        Operator::Range | Operator::Alternative => 0,
    }
}

impl Formula {
    /// The number for these values.
    pub(crate) fn number(&self, value: &dyn Fn(Var) -> i64) -> i64 {
        match self {
            Formula::Number(n) => *n,
            Formula::Value(var) => value(*var),
            Formula::Binary(operator, a, b) => operate(*operator, a.number(value), b.number(value)),
            Formula::OneOf(of, list) => i64::from(list.contains(&of.number(value))),
            Formula::Not(of) => i64::from(of.number(value) == 0),
            Formula::Absolute(of) => of.number(value).saturating_abs(),
            Formula::Fold(fold, list) => {
                let numbers = || list.iter().map(|of| of.number(value));
                match fold {
                    Fold::Sum => numbers().fold(0, i64::saturating_add),
                    Fold::Least => numbers().min().unwrap_or(0),
                    Fold::Greatest => numbers().max().unwrap_or(0),
                    Fold::Kinds => numbers().collect::<std::collections::BTreeSet<i64>>().len() as i64,
                }
            }
        }
    }

    /// The variables that it speaks of, each once.
    pub(crate) fn vars(&self) -> Vec<Var> {
        let mut found = Vec::new();
        self.collect(&mut found);
        let mut once = Vec::with_capacity(found.len());
        for var in found {
            if !once.contains(&var) {
                once.push(var);
            }
        }
        once
    }

    fn collect(&self, to: &mut Vec<Var>) {
        match self {
            Formula::Number(_) => {}
            Formula::Value(var) => to.push(*var),
            Formula::Binary(_, a, b) => {
                a.collect(to);
                b.collect(to);
            }
            Formula::OneOf(of, _) | Formula::Not(of) | Formula::Absolute(of) => of.collect(to),
            Formula::Fold(_, list) => list.iter().for_each(|of| of.collect(to)),
        }
    }

    /// The alternatives of the statement, where each says of one variable that it has a value or
    /// that it has not.
    pub(crate) fn literals(&self) -> Option<Vec<(Var, i64, bool)>> {
        match self {
            Formula::Binary(Operator::Or, a, b) => {
                let mut list = a.literals()?;
                list.extend(b.literals()?);
                Some(list)
            }
            Formula::Not(of) => match of.as_ref() {
                Formula::Binary(Operator::And, a, b) => {
                    let not = |of: &Formula| Formula::Not(Box::new(of.clone())).literals();
                    let mut list = not(a)?;
                    list.extend(not(b)?);
                    Some(list)
                }
                of => match of.literals()?[..] {
                    [(var, value, sign)] => Some(vec![(var, value, !sign)]),
                    _ => None,
                },
            },
            Formula::Binary(Operator::Equal, a, b) => literal(a, b, true),
            Formula::Binary(Operator::Different, a, b) => literal(a, b, false),
            Formula::OneOf(of, list) => match (of.as_ref(), &list[..]) {
                (Formula::Value(var), list) => Some(list.iter().map(|&value| (*var, value, true)).collect()),
                _ => None,
            },
            _ => None,
        }
    }
}

fn literal(a: &Formula, b: &Formula, sign: bool) -> Option<Vec<(Var, i64, bool)>> {
    match (a, b) {
        (Formula::Value(var), Formula::Number(n)) | (Formula::Number(n), Formula::Value(var)) => {
            Some(vec![(*var, *n, sign)])
        }
        _ => None,
    }
}
