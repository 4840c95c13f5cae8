//! Networks as clauses: one literal per variable and value, exactly one per variable, rules by what
//! their `encode` says; what that leaves open is stated by cuts.
//!
//! - At most one of `n`: all pairs up to 16, beyond that a ladder of auxiliary literals ("one of the first `i` holds").
//! - Linear sums: a layered diagram. The terms are grouped by variable; layer `i` has one literal for each partial
//!   sum over the first `i` variables from which the bounds can still be met. Steps between layers are clauses in both
//!   directions.
//! - Tables: one literal per tuple, each value implies one of its tuples.
//! - Cages with few value sets: one literal per set; a set excludes the values outside and demands those inside.

use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::cuts::LazyRules;
use tesuji_solver::rules::combinations;
use tesuji_solver::{Domain, Encoder, Literal, Network, Value, Var};

/// A signed propositional variable as in DIMACS: `n` or `-n`, never 0.
pub type Lit = i32;

/// Largest group stated as pairs.
const PAIRWISE: usize = 16;
/// Most value sets of a cage that get a literal each.
const SETS: usize = 256;
/// Largest number of literals for which pairs are kept apart by a bit matrix.
const MATRIX: usize = 4096;

/// Clauses that say what a network says within given domains.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    domains: Vec<Domain>,
    first: Vec<Lit>,
    top: Lit,
    flat: Vec<Lit>,
    lazy: LazyRules,
}

impl Cnf {
    /// The clauses of `net` with each variable in the domain given (intersected with the network's own).
    pub fn of(net: &Network, domains: Option<&[Domain]>) -> Cnf {
        let mut cnf = Cnf { domains: net.domains().to_vec(), ..Cnf::default() };
        if let Some(within) = domains {
            cnf.domains.iter_mut().zip(within).for_each(|(d, &w)| *d &= w);
        }
        for d in &cnf.domains {
            cnf.first.push(cnf.top + 1);
            // A variable with one value needs no literal: its candidate is true.
            cnf.top += if d.is_single() { 0 } else { d.len() as Lit };
        }
        let literals = cnf.top as usize;
        let pairs = if literals <= MATRIX { vec![0; (literals * literals).div_ceil(64)] } else { Vec::new() };
        let mut to = Clauses { cnf, pairs, literals };
        for var in net.vars() {
            let values: Vec<_> = to.domain(var).iter().map(|value| Literal { var, value }).collect();
            to.at_least_one(&values);
            to.at_most_one(&values);
        }
        for id in net.rule_ids() {
            net.rule(id).encode(&mut to);
        }
        to.cnf.lazy = LazyRules::of(net, &to.cnf.domains);
        to.cnf
    }

    /// The rules that the clauses don't state completely.
    pub fn lazy(&self) -> &LazyRules {
        &self.lazy
    }

    /// A clause over candidates; `None` if it holds anyway.
    pub fn clause(&self, literals: &[(Literal, bool)]) -> Option<Vec<Lit>> {
        let mut clause = Vec::new();
        for &(l, sign) in literals {
            match if sign { self.at(l) } else { self.at(l).not() } {
                Term::True => return None,
                Term::False => {}
                Term::Lit(l) => clause.push(l),
            }
        }
        Some(clause)
    }

    /// The domains encoded, by variable.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
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
        } else {
            let below = Domain(d.0 & ((1 << l.value) - 1)).len();
            Term::Lit(self.first[l.var.index()] + below as Lit)
        }
    }

    /// Adds a clause of auxiliary or candidate literals.
    fn push(&mut self, clause: &[Lit]) {
        self.flat.extend_from_slice(clause);
        self.flat.push(0);
    }

    fn fresh(&mut self) -> Lit {
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
    fn not(self) -> Term {
        match self {
            Term::True => Term::False,
            Term::False => Term::True,
            Term::Lit(l) => Term::Lit(-l),
        }
    }
}

/// The encoder: clauses plus what has been said already.
struct Clauses {
    cnf: Cnf,
    /// Pairs of candidates already excluded, a bit matrix (empty when there are too many literals for one).
    pairs: Vec<u64>,
    literals: usize,
}

impl Clauses {
    fn add(&mut self, terms: impl IntoIterator<Item = Term>) {
        let start = self.cnf.flat.len();
        for t in terms {
            match t {
                Term::True => {
                    self.cnf.flat.truncate(start);
                    return;
                }
                Term::False => {}
                Term::Lit(l) => self.cnf.flat.push(l),
            }
        }
        self.cnf.flat.push(0);
    }

    fn not_both(&mut self, a: Lit, b: Lit) {
        if !self.pairs.is_empty() {
            let (a, b) = (a.min(b) as usize - 1, a.max(b) as usize - 1);
            let bit = a * self.literals + b;
            if self.pairs[bit / 64] >> (bit % 64) & 1 == 1 {
                return;
            }
            self.pairs[bit / 64] |= 1 << (bit % 64);
        }
        self.cnf.push(&[-a, -b]);
    }
}

impl Encoder for Clauses {
    fn domain(&self, var: Var) -> Domain {
        self.cnf.domains[var.index()]
    }

    fn clause(&mut self, literals: &[(Literal, bool)]) {
        if let Some(clause) = self.cnf.clause(literals) {
            self.cnf.push(&clause);
        }
    }

    fn at_most_one(&mut self, literals: &[Literal]) {
        let terms: Vec<Term> = literals.iter().map(|&l| self.cnf.at(l)).collect();
        let open: Vec<Lit> = terms.iter().filter_map(|t| if let Term::Lit(l) = t { Some(*l) } else { None }).collect();
        match terms.iter().filter(|&&t| t == Term::True).count() {
            0 if open.len() <= PAIRWISE => {
                for (i, &a) in open.iter().enumerate() {
                    for &b in &open[..i] {
                        self.not_both(a, b);
                    }
                }
            }
            0 => {
                let mut before: Option<Lit> = None;
                for &l in &open {
                    let upto = self.cnf.fresh();
                    self.cnf.push(&[-l, upto]);
                    if let Some(b) = before {
                        self.cnf.push(&[-b, upto]);
                        self.cnf.push(&[-b, -l]);
                    }
                    before = Some(upto);
                }
            }
            1 => open.iter().for_each(|&l| self.cnf.push(&[-l])),
            _ => self.cnf.push(&[]),
        }
    }

    fn linear(&mut self, terms: &[(i64, Literal)], low: i64, high: i64) {
        // For each variable, what each of its values adds.
        let mut by_var: BTreeMap<Var, BTreeMap<Value, i64>> = BTreeMap::new();
        for &(coefficient, l) in terms {
            let of = by_var.entry(l.var).or_default();
            if self.cnf.domains[l.var.index()].contains(l.value) {
                *of.entry(l.value).or_default() += coefficient;
            }
        }
        let steps: Vec<Vec<(Term, i64)>> = by_var
            .iter()
            .map(|(&var, adds)| {
                let values = self.cnf.domains[var.index()].iter();
                values.map(|v| (self.cnf.at(Literal { var, value: v }), adds.get(&v).copied().unwrap_or(0))).collect()
            })
            .collect();
        // The partial sums that occur, then those from which the bounds can be met.
        let mut layers: Vec<BTreeSet<i64>> = vec![BTreeSet::from([0])];
        for (i, step) in steps.iter().enumerate() {
            let next = layers[i].iter().flat_map(|s| step.iter().map(move |(_, c)| s + c)).collect();
            layers.push(next);
        }
        if let Some(last) = layers.last_mut() {
            last.retain(|s| (low..=high).contains(s));
        }
        for i in (0..steps.len()).rev() {
            let (here, after) = layers.split_at_mut(i + 1);
            here[i].retain(|s| steps[i].iter().any(|(_, c)| after[0].contains(&(s + c))));
        }
        if layers[0].is_empty() {
            self.cnf.push(&[]);
            return;
        }
        let last = steps.len();
        let mut names: BTreeMap<i64, Term> = BTreeMap::from([(0, Term::True)]);
        for (i, step) in steps.iter().enumerate() {
            // At the end every sum that is left is as good as any other.
            let next: BTreeMap<i64, Term> = layers[i + 1]
                .iter()
                .map(|&s| (s, if i + 1 == last { Term::True } else { Term::Lit(self.cnf.fresh()) }))
                .collect();
            if next.values().any(|&t| t != Term::True) {
                self.add(next.values().copied());
            }
            for &(x, c) in step {
                for (s, &from) in &names {
                    let to = next.get(&(s + c)).copied().unwrap_or(Term::False);
                    self.add([from.not(), x.not(), to]);
                }
                if i + 1 < last {
                    for (t, &to) in &next {
                        let from = names.get(&(t - c)).copied().unwrap_or(Term::False);
                        self.add([to.not(), x.not(), from]);
                    }
                }
            }
            names = next;
        }
    }

    fn table(&mut self, vars: &[Var], tuples: &[Vec<Value>]) {
        let mut uses: Vec<BTreeMap<Value, Vec<Lit>>> = vec![BTreeMap::new(); vars.len()];
        let mut any = Vec::new();
        for tuple in tuples {
            let cells = || vars.iter().zip(tuple).map(|(&var, &value)| Literal { var, value });
            if cells().any(|l| self.cnf.at(l) == Term::False) {
                continue;
            }
            let this = self.cnf.fresh();
            any.push(this);
            for (l, of) in cells().zip(&mut uses) {
                of.entry(l.value).or_default().push(this);
                let cell = self.cnf.at(l);
                self.add([Term::Lit(-this), cell]);
            }
        }
        self.cnf.push(&any);
        for (&var, of) in vars.iter().zip(&uses) {
            for value in self.cnf.domains[var.index()].iter() {
                let cell = self.cnf.at(Literal { var, value }).not();
                let support = of.get(&value).into_iter().flatten().map(|&t| Term::Lit(t));
                self.add(std::iter::once(cell).chain(support));
            }
        }
    }

    fn cage(&mut self, vars: &[Var], total: i64) {
        self.all_different(vars);
        let union = vars.iter().fold(Domain::EMPTY, |u, &v| u | self.domain(v));
        let sets = u32::try_from(total).ok().and_then(|t| combinations(union, vars.len(), t, SETS));
        let Some(sets) = sets.filter(|s| s.len() <= SETS) else {
            self.sum(vars, total);
            return;
        };
        let mut any = Vec::new();
        for set in sets {
            let this = self.cnf.fresh();
            any.push(this);
            for value in union.iter() {
                let cells: Vec<Term> = vars.iter().map(|&var| self.cnf.at(Literal { var, value })).collect();
                if set.contains(value) {
                    self.add(std::iter::once(Term::Lit(-this)).chain(cells));
                } else {
                    for cell in cells {
                        self.add([Term::Lit(-this), cell.not()]);
                    }
                }
            }
        }
        self.cnf.push(&any);
    }
}
