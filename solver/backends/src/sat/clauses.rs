//! The encoder of clauses.
//!
//! - At most one of `n`: all pairs up to 16, beyond that a ladder of auxiliary literals ("one of
//!   the
//!   first `i` holds").
//! - Linear sums: a layered diagram. The terms are grouped by variable; layer `i` has one literal
//!   for
//!   each partial sum over the first `i` variables from which the bounds can still be met. Steps
//!   between layers are clauses in both directions.
//! - Tables: one literal per tuple, each value implies one of its tuples.
//! - Cages with few value sets: one literal per set; a set excludes the values outside and demands
//!   those inside.

use super::cnf::{Cnf, Lit, Term};
use std::collections::{BTreeMap, BTreeSet};
use tesuji_solver::rules::combinations;
use tesuji_solver::{Domain, Encoder, Literal, Signed, Value, Var};

/// Largest group stated as pairs.
const PAIRWISE: usize = 16;
/// Most value sets of a cage that get a literal each.
const SETS: usize = 256;
/// Largest number of literals for which pairs are kept apart by a bit matrix.
const MATRIX: usize = 4096;

/// The encoder: clauses plus what has been said already.
pub(super) struct Clauses {
    pub cnf: Cnf,
    /// Pairs of candidates already excluded, a bit matrix (empty when there are too many literals
    /// for one).
    pairs: Vec<u64>,
    literals: usize,
}

impl Clauses {
    /// With the literals of the network's own candidates, and no clauses yet.
    pub fn new(cnf: Cnf) -> Clauses {
        let literals = cnf.len();
        let pairs = if literals <= MATRIX { vec![0; (literals * literals).div_ceil(64)] } else { Vec::new() };
        Clauses { cnf, pairs, literals }
    }

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
        // The matrix knows the candidates of the network, not what is fresh.
        let is_own = |l: Lit| (1..=self.literals as Lit).contains(&l);
        if !self.pairs.is_empty() && is_own(a) && is_own(b) {
            let (a, b) = (a.min(b) as usize - 1, a.max(b) as usize - 1);
            let bit = a * self.literals + b;
            if self.pairs[bit / 64] >> (bit % 64) & 1 == 1 {
                return;
            }
            self.pairs[bit / 64] |= 1 << (bit % 64);
        }
        self.cnf.push(&[-a, -b]);
    }

    /// Bounds on a sum by layers of partial sums, if `under` holds.
    fn diagram(&mut self, under: Term, terms: &[(i64, Literal)], low: i64, high: i64) {
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
            self.add([under.not()]);
            return;
        }
        let last = steps.len();
        let mut names: BTreeMap<i64, Term> = BTreeMap::from([(0, under)]);
        for (i, step) in steps.iter().enumerate() {
            // At the end every sum that is left is as good as any other.
            let next: BTreeMap<i64, Term> = layers[i + 1]
                .iter()
                .map(|&s| (s, if i + 1 == last { Term::True } else { Term::Lit(self.cnf.fresh()) }))
                .collect();
            if next.values().any(|&t| t != Term::True) {
                self.add(std::iter::once(under.not()).chain(next.values().copied()));
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
}

impl Encoder for Clauses {
    fn domain(&self, var: Var) -> Domain {
        self.cnf.domains[var.index()]
    }

    fn fresh(&mut self) -> Literal {
        let first = self.cnf.fresh();
        self.cnf.first.push(first);
        self.cnf.domains.push(Domain::range(0, 1));
        Literal { var: Var(self.cnf.domains.len() as u32 - 1), value: 1 }
    }

    fn clause(&mut self, literals: &[Signed]) {
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
        self.diagram(Term::True, terms, low, high);
    }

    fn linear_under(&mut self, under: Signed, terms: &[(i64, Literal)], low: i64, high: i64) {
        self.diagram(self.cnf.signed(under), terms, low, high);
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
