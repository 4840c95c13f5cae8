//! Literals of the engine: "variable is value", "variable is not value", and auxiliary statements.

use crate::{Domain, Literal, Value, Var};

/// A two-valued statement of the engine: a number from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom(pub(crate) u32);

impl Atom {
    /// The index as `usize`.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that says the atom is true.
    #[inline]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }
}

/// An atom or its negation. The usual short name of SAT solvers; [`crate::Literal`] is a candidate
/// of a network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub(crate) u32);

impl Lit {
    /// The literal that always holds.
    pub const TRUE: Lit = Lit(0);
    /// The literal that never holds.
    pub const FALSE: Lit = Lit(1);

    /// The atom.
    #[inline]
    pub fn atom(self) -> Atom {
        Atom(self.0 >> 1)
    }

    /// Does it negate its atom?
    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The number of the literal: twice the atom, plus one for a negation.
    #[inline]
    pub fn code(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Lit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.is_negative() { "-" } else { "" }, self.0 >> 1)
    }
}

/// What a literal says about the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The variable takes the value.
    Is(Literal),
    /// The variable does not take the value.
    IsNot(Literal),
    /// An auxiliary statement, which only the engine knows.
    Auxiliary,
}

/// The variable of an atom that has none.
const NONE: u32 = u32::MAX;
/// The other value of an atom whose variable has more than two values.
const MANY: Value = Value::MAX;

/// What an atom says: its variable takes `value`; its negation: the variable takes `other`, or
/// (with [`MANY`]) any value but `value`.
#[derive(Clone, Copy, Debug)]
struct Statement {
    var: u32,
    value: Value,
    other: Value,
}

/// Which atom says what. A variable with two values has one atom, one with more values an atom for
/// each of them; atom 0 is the constant truth.
#[derive(Clone, Debug)]
pub struct Atoms {
    initial: Vec<Domain>,
    /// By variable: its first atom.
    first: Vec<u32>,
    statements: Vec<Statement>,
}

impl Atoms {
    /// Atoms for variables with the given initial domains.
    pub fn new(domains: &[Domain]) -> Atoms {
        let mut atoms = Atoms {
            initial: domains.to_vec(),
            first: Vec::with_capacity(domains.len()),
            statements: vec![Statement { var: NONE, value: 0, other: MANY }],
        };
        for (i, &domain) in domains.iter().enumerate() {
            atoms.first.push(atoms.statements.len() as u32);
            let var = i as u32;
            if domain.len() == 2 {
                let (other, value) = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
                atoms.statements.push(Statement { var, value, other });
            } else if domain.len() > 2 {
                atoms.statements.extend(domain.iter().map(|value| Statement { var, value, other: MANY }));
            }
        }
        atoms
    }

    /// A new auxiliary atom.
    pub(crate) fn add(&mut self) -> Atom {
        self.statements.push(Statement { var: NONE, value: 0, other: MANY });
        Atom(self.statements.len() as u32 - 1)
    }

    /// Number of atoms.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Are there no atoms? (There is always the constant one.)
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// Number of variables.
    pub fn vars(&self) -> usize {
        self.initial.len()
    }

    /// The domain of a variable before anything was known.
    #[inline]
    pub fn initial(&self, var: Var) -> Domain {
        self.initial[var.index()]
    }

    /// The literal "`var` is `value`"; a constant where the initial domain decides it.
    #[inline]
    pub fn is(&self, var: Var, value: Value) -> Lit {
        let domain = self.initial[var.index()];
        if value > 63 || !domain.contains(value) {
            return Lit::FALSE;
        }
        let first = self.first[var.index()];
        match domain.len() {
            1 => Lit::TRUE,
            2 => Lit(first << 1 | u32::from(domain.min() == Some(value))),
            _ => {
                let rank = (domain.0 & ((1 << value) - 1)).count_ones();
                Lit((first + rank) << 1)
            }
        }
    }

    /// The atoms of a variable: none, one or one for each value.
    #[inline]
    pub fn of(&self, var: Var) -> std::ops::Range<u32> {
        let first = self.first[var.index()];
        let count = match self.initial[var.index()].len() {
            0 | 1 => 0,
            2 => 1,
            n => n,
        };
        first..first + count
    }

    /// The variable of which an atom speaks, if it is none of the auxiliary ones.
    #[inline]
    pub fn var(&self, atom: Atom) -> Option<Var> {
        let var = self.statements[atom.index()].var;
        (var != NONE).then_some(Var(var))
    }

    /// Is the atom one of several of its variable, so that exactly one of them is true?
    #[inline]
    pub fn is_one_of_many(&self, atom: Atom) -> bool {
        let statement = self.statements[atom.index()];
        statement.var != NONE && statement.other == MANY
    }

    /// What a literal says: its variable keeps only these values of the initial domain.
    #[inline]
    pub(crate) fn keeps(&self, lit: Lit) -> Option<(Var, Domain)> {
        let s = self.statements[lit.atom().index()];
        if s.var == NONE {
            return None;
        }
        let keep = match (lit.is_negative(), s.other) {
            (false, _) => Domain::single(s.value),
            (true, MANY) => Domain(!Domain::single(s.value).0),
            (true, other) => Domain::single(other),
        };
        Some((Var(s.var), keep))
    }

    /// The statement of a literal in terms of the network. A negation in a variable with two values
    /// says that the variable is the other value.
    pub fn meaning(&self, lit: Lit) -> Meaning {
        let s = self.statements[lit.atom().index()];
        if s.var == NONE {
            return Meaning::Auxiliary;
        }
        let candidate = |value| Literal { var: Var(s.var), value };
        match (lit.is_negative(), s.other) {
            (false, _) => Meaning::Is(candidate(s.value)),
            (true, MANY) => Meaning::IsNot(candidate(s.value)),
            (true, other) => Meaning::Is(candidate(other)),
        }
    }
}
