//! Networks as clauses: one literal per variable and value (one for both of two), exactly one per
//! variable, rules by what their `encode` says; what that leaves open is stated by cuts.

use super::clauses::Clauses;
use tesuji_solver::cuts::LazyRules;
use tesuji_solver::{Domain, Encoder, Encoding, Literal, Network, Signed};

/// A signed propositional variable as in DIMACS: `n` or `-n`, never 0.
pub type Lit = i32;

/// Clauses that say what a network says within given domains.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    pub(super) domains: Vec<Domain>,
    /// Number of variables of the network; what follows them is fresh.
    vars: usize,
    pub(super) first: Vec<Lit>,
    top: Lit,
    pub(super) flat: Vec<Lit>,
    lazy: LazyRules,
}

impl Cnf {
    /// The clauses of `net` with each variable in the domain given (intersected with the network's
    /// own). Rules whose encoding is lazy are left to cuts in part.
    pub fn of(net: &Network, domains: Option<&[Domain]>) -> Cnf {
        Self::build(net, domains, false)
    }

    /// The same with all rules stated completely that can be.
    pub fn exact(net: &Network, domains: Option<&[Domain]>) -> Cnf {
        Self::build(net, domains, true)
    }

    fn build(net: &Network, domains: Option<&[Domain]>, exactly: bool) -> Cnf {
        let mut cnf = Cnf { domains: net.domains().to_vec(), vars: net.len(), ..Cnf::default() };
        if let Some(within) = domains {
            cnf.domains.iter_mut().zip(within).for_each(|(d, &w)| *d &= w);
        }
        for d in &cnf.domains {
            cnf.first.push(cnf.top + 1);
            // A variable with one value needs no literal: its candidate is true. Of two values the
            // greater one is a literal and the other its opposite.
            cnf.top += if d.len() <= 2 { d.len() as Lit / 2 } else { d.len() as Lit };
        }
        let mut to = Clauses::new(cnf);
        for var in net.vars() {
            if to.domain(var).len() == 2 {
                continue;
            }
            let values: Vec<_> = to.domain(var).iter().map(|value| Literal { var, value }).collect();
            to.at_least_one(&values);
            to.at_most_one(&values);
        }
        let mut lazy = Vec::new();
        for id in net.rule_ids() {
            let rule = net.rule(id);
            if exactly && rule.encode_exactly(&mut to) {
                continue;
            }
            rule.encode(&mut to);
            if rule.encoding() == Encoding::Lazy {
                lazy.push(id);
            }
        }
        to.cnf.lazy = LazyRules::select(net, to.cnf.domains(), lazy.into_iter());
        to.cnf
    }

    /// The rules that the clauses don't state completely.
    pub fn lazy(&self) -> &LazyRules {
        &self.lazy
    }

    /// A clause over candidates; `None` if it holds anyway.
    pub fn clause(&self, literals: &[Signed]) -> Option<Vec<Lit>> {
        let mut clause = Vec::new();
        for &(l, sign) in literals {
            match self.signed((l, sign)) {
                Term::True => return None,
                Term::False => {}
                Term::Lit(l) => clause.push(l),
            }
        }
        Some(clause)
    }

    /// The domains encoded, by variable of the network.
    pub fn domains(&self) -> &[Domain] {
        &self.domains[..self.vars]
    }

    /// Number of propositional variables.
    pub fn len(&self) -> usize {
        self.top as usize
    }

    /// Is there no propositional variable?
    pub fn is_empty(&self) -> bool {
        self.top == 0
    }

    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.flat.split_inclusive(|&l| l == 0).map(|c| &c[..c.len() - 1])
    }

    /// What stands for a candidate.
    pub fn at(&self, l: Literal) -> Term {
        let d = self.domains[l.var.index()];
        if !d.contains(l.value) {
            Term::False
        } else if d.is_single() {
            Term::True
        } else if d.len() == 2 {
            let first = self.first[l.var.index()];
            Term::Lit(if d.max() == Some(l.value) { first } else { -first })
        } else {
            let below = Domain(d.0 & ((1 << l.value) - 1)).len();
            Term::Lit(self.first[l.var.index()] + below as Lit)
        }
    }

    pub(super) fn signed(&self, (l, sign): Signed) -> Term {
        if sign { self.at(l) } else { self.at(l).not() }
    }

    /// Adds a clause of auxiliary or candidate literals.
    pub(super) fn push(&mut self, clause: &[Lit]) {
        self.flat.extend_from_slice(clause);
        self.flat.push(0);
    }

    pub(super) fn fresh(&mut self) -> Lit {
        self.top += 1;
        self.top
    }
}

/// A candidate in the clauses: decided by its domain, or a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The variable has no other value.
    True,
    /// The variable has not got the value.
    False,
    /// Open.
    Lit(Lit),
}

impl Term {
    pub(super) fn not(self) -> Term {
        match self {
            Term::True => Term::False,
            Term::False => Term::True,
            Term::Lit(l) => Term::Lit(-l),
        }
    }
}
