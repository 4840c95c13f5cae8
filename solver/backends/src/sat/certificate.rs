//! Proofs that a puzzle has one solution, or none, as files that other programs check: clauses in
//! DIMACS form and their refutation in DRAT form.

use super::{Cnf, Lit, SatBackend, Term, VarisatEngine, Verdict};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use tesuji_solver::{Domain, Encoding, Limits, Literal, Network, RuleKind, Stop, Value};
use varisat::{ExtendFormula, ProofFormat, Solver};

/// The statement that a proof shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The puzzle has no solution: the clauses are refuted.
    NoSolution,
    /// This is the only solution: it is a model of the clauses, and they are refuted together with
    /// the clause that excludes it.
    OneSolution(Vec<Value>),
}

/// A claim with its proof.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The statement.
    pub claim: Claim,
    /// Clauses of the rules and of the givens; of the only solution, its model excluded by the last
    /// one.
    pub clauses: Vec<Vec<Lit>>,
    /// Number of propositional variables.
    pub variables: usize,
    /// The candidates, by variable of the network and value, with what stands for them.
    pub candidates: Vec<(Literal, Term)>,
    /// The model of the only solution, by propositional variable.
    pub model: Vec<bool>,
    /// The refutation, in DRAT's text form.
    pub refutation: Vec<u8>,
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// A kind of rules has no complete form in clauses.
    #[error("rules of the kind {} have no complete form in clauses", .0.name())]
    Rule(RuleKind),
    /// There is more than one solution.
    #[error("there is more than one solution")]
    Several,
    /// A limit ended the search.
    #[error("not proved: the limit of {} was reached", .0.name())]
    Stopped(Stop),
    /// The proof could not be kept.
    #[error("the proof is larger than {} MB", MOST >> 20)]
    Large,
}

/// Bytes of a refutation at most.
const MOST: usize = 1 << 28;

/// Proves that a network has one solution within these domains, or none.
///
/// # Errors
/// [`Unproved`] says why not.
pub fn certify(net: &Network, domains: &[Domain], limits: &Limits) -> Result<Certificate, Unproved> {
    let cnf = Cnf::exact(net, None);
    if !cnf.lazy().is_empty() {
        let lazy = net.rule_ids().map(|id| net.rule(id)).find(|rule| rule.encoding() == Encoding::Lazy);
        return Err(Unproved::Rule(lazy.map_or(RuleKind::AnyOf, |rule| rule.kind())));
    }
    net.is_encoded().map_err(Unproved::Rule)?;
    let mut clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
    let mut candidates = Vec::new();
    for var in net.vars() {
        for value in net.domains()[var.index()].iter() {
            let literal = Literal { var, value };
            let term = cnf.at(literal);
            candidates.push((literal, term));
            // Each value that the puzzle takes away is a clause of its own.
            if !domains[var.index()].contains(value) {
                match term {
                    Term::Lit(lit) => clauses.push(vec![-lit]),
                    Term::True => clauses.push(Vec::new()),
                    Term::False => {}
                }
            }
        }
    }
    let clock = limits.start();
    let mut first = VarisatEngine::new(true);
    first.reserve(cnf.len());
    clauses.iter().for_each(|clause| first.add(clause));
    let (claim, model) = match first.solve(&[], &clock, limits.nodes) {
        Verdict::Stopped(stop) => return Err(Unproved::Stopped(stop)),
        Verdict::Unsat => (Claim::NoSolution, Vec::new()),
        Verdict::Sat => {
            let model: Vec<bool> = (1..=cnf.len() as Lit).map(|n| first.value(n)).collect();
            let is_true = |lit: Lit| model[lit.unsigned_abs() as usize - 1] == (lit > 0);
            let holds = |term: &Term| match *term {
                Term::True => true,
                Term::False => false,
                Term::Lit(lit) => is_true(lit),
            };
            let mut values = vec![0; net.len()];
            let mut excluded = Vec::new();
            for (literal, term) in candidates.iter().filter(|(_, term)| holds(term)) {
                values[literal.var.index()] = literal.value;
                if let Term::Lit(lit) = *term {
                    excluded.push(-lit);
                }
            }
            clauses.push(excluded);
            (Claim::OneSolution(values), model)
        }
    };
    let refutation = refute(&clauses, cnf.len(), &clock)?;
    Ok(Certificate { claim, clauses, variables: cnf.len(), candidates, model, refutation })
}

/// Keeps a proof; fails where it gets too large or the time is over.
#[derive(Clone)]
struct Kept {
    bytes: Rc<RefCell<Vec<u8>>>,
    clock: tesuji_solver::Clock,
}

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.bytes.borrow_mut();
        if kept.len() + bytes.len() > MOST || self.clock.expired().is_some() {
            return Err(io::Error::other("too large, or too late"));
        }
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The refutation of clauses.
fn refute(clauses: &[Vec<Lit>], variables: usize, clock: &tesuji_solver::Clock) -> Result<Vec<u8>, Unproved> {
    let kept = Kept { bytes: Rc::default(), clock: clock.clone() };
    let mut solver = Solver::new();
    solver.write_proof(kept.clone(), ProofFormat::Drat);
    for _ in 0..variables {
        solver.new_var();
    }
    for clause in clauses {
        let clause: Vec<varisat::Lit> = clause.iter().map(|&l| varisat::Lit::from_dimacs(l as isize)).collect();
        solver.add_clause(&clause);
    }
    let solved = solver.solve();
    let is_closed = solver.close_proof().is_ok();
    drop(solver);
    match solved {
        Ok(true) => Err(Unproved::Several),
        Ok(false) if is_closed => Ok(kept.bytes.take()),
        _ => Err(clock.expired().map_or(Unproved::Large, Unproved::Stopped)),
    }
}

impl Certificate {
    /// The clauses in DIMACS form, with these lines of comments before them.
    pub fn dimacs(&self, comments: &[String]) -> String {
        let mut out = String::new();
        for comment in comments {
            out += &format!("c {}\n", comment.replace('\n', " "));
        }
        out += &format!("p cnf {} {}\n", self.variables, self.clauses.len());
        for clause in &self.clauses {
            clause.iter().for_each(|lit| out += &format!("{lit} "));
            out += "0\n";
        }
        out
    }

    /// The model of the only solution, as SAT solvers print one.
    pub fn model_lines(&self) -> String {
        let lits = (1..).zip(&self.model).map(|(n, &is_true): (i64, _)| if is_true { n } else { -n });
        let words: Vec<String> = lits.map(|lit| lit.to_string()).collect();
        let mut out: String = words.chunks(20).map(|line| format!("v {}\n", line.join(" "))).collect();
        out += "v 0\n";
        out
    }
}
