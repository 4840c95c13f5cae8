//! CP-SAT of OR-Tools, through the C interface of the shared library that its Python package ships.
//!
//! One integer variable per variable; all-different, sums and tables as its own constraints;
//! clauses and counts over Booleans that stand for "variable = value", made when first used. The
//! model is written as protocol-buffer bytes by hand; the field numbers are those of
//! `cp_model.proto` and `sat_parameters.proto`.

mod library;
mod wire;

pub use library::{Missing, VARIABLE};

use library::{Library, library};
use std::collections::BTreeMap;
use tesuji_solver::cuts::LazyRules;
use tesuji_solver::{
    Answer, Clock, Domain, Encoder, Limits, Literal, Network, RuleKind, Signed, Solver, Stats, Stop, Value, Var,
};
use wire::{Field, Message, take_field, unpack};

/// Field numbers of the messages used.
mod field {
    pub(super) const MODEL_VARIABLES: u32 = 2;
    pub(super) const MODEL_CONSTRAINTS: u32 = 3;
    pub(super) const VARIABLE_DOMAIN: u32 = 2;
    pub(super) const ENFORCEMENT: u32 = 2;
    pub(super) const BOOL_OR: u32 = 3;
    pub(super) const LINEAR: u32 = 12;
    pub(super) const ALL_DIFF: u32 = 13;
    pub(super) const TABLE: u32 = 16;
    pub(super) const AT_MOST_ONE: u32 = 26;
    /// Of `BoolArgumentProto`, `LinearConstraintProto`, `LinearExpressionProto`,
    /// `TableConstraintProto`.
    pub(super) const VARS: u32 = 1;
    pub(super) const COEFFS: u32 = 2;
    pub(super) const LINEAR_DOMAIN: u32 = 3;
    pub(super) const ALL_DIFF_EXPRS: u32 = 1;
    pub(super) const TABLE_VALUES: u32 = 2;
    pub(super) const TABLE_NEGATED: u32 = 3;
    pub(super) const TABLE_EXPRS: u32 = 4;
    pub(super) const RESPONSE_STATUS: u32 = 1;
    pub(super) const RESPONSE_SOLUTION: u32 = 2;
    pub(super) const RESPONSE_BRANCHES: u32 = 12;
    pub(super) const TIME: u32 = 36;
    pub(super) const SEED: u32 = 31;
    pub(super) const MEMORY_MB: u32 = 40;
    pub(super) const CONFLICTS: u32 = 37;
    pub(super) const CATCH_SIGINT: u32 = 135;
    pub(super) const WORKERS: u32 = 206;
}

/// The CP-SAT solver.
#[derive(Clone, Copy, Debug)]
pub struct CpSat {
    library: &'static Library,
}

impl CpSat {
    /// The solver, if its library is at hand.
    ///
    /// # Errors
    /// [`Missing`] says what to do about it.
    pub fn new() -> Result<Self, Missing> {
        Ok(CpSat { library: library()? })
    }
}

/// The encoder.
#[derive(Debug)]
struct Model {
    domains: Vec<Domain>,
    /// By variable, fresh ones behind the network's: its number in the model.
    columns: Vec<i64>,
    variables: usize,
    bytes: Message,
    /// Booleans made so far: "variable = value".
    made: BTreeMap<Literal, i64>,
}

/// The intervals of a domain, as the model lists them.
fn intervals(d: Domain) -> Vec<i64> {
    let mut ends = Vec::new();
    for v in d.iter().map(i64::from) {
        match ends.last_mut() {
            Some(last) if *last + 1 == v => *last = v,
            _ => ends.extend([v, v]),
        }
    }
    ends
}

fn expression(var: i64) -> Message {
    let mut e = Message::default();
    e.packed(field::VARS, [var]);
    e.packed(field::COEFFS, [1]);
    e
}

impl Model {
    fn of(net: &Network, from: Option<&[Domain]>) -> Model {
        let mut domains = net.domains().to_vec();
        if let Some(f) = from {
            domains.iter_mut().zip(f).for_each(|(d, &f)| *d &= f);
        }
        let (bytes, made) = (Message::default(), BTreeMap::new());
        let mut to = Model { domains, columns: Vec::new(), variables: 0, bytes, made };
        for i in 0..to.domains.len() {
            let column = to.variable(&intervals(to.domains[i]));
            to.columns.push(column);
        }
        for id in net.rule_ids() {
            net.rule(id).encode(&mut to);
        }
        to
    }

    fn variable(&mut self, domain: &[i64]) -> i64 {
        let mut v = Message::default();
        v.packed(field::VARIABLE_DOMAIN, domain.iter().copied());
        self.bytes.message(field::MODEL_VARIABLES, &v);
        self.variables += 1;
        self.variables as i64 - 1
    }

    /// A constraint of the kind (field number) given, under a Boolean if there is one (`-b - 1`:
    /// its negation).
    fn constraint(&mut self, kind: u32, body: &Message, under: Option<i64>) {
        let mut c = Message::default();
        if let Some(b) = under {
            c.packed(field::ENFORCEMENT, [b]);
        }
        c.message(kind, body);
        self.bytes.message(field::MODEL_CONSTRAINTS, &c);
    }

    fn add_linear(&mut self, terms: &[(i64, i64)], domain: &[i64], under: Option<i64>) {
        let mut l = Message::default();
        l.packed(field::VARS, terms.iter().map(|t| t.1));
        l.packed(field::COEFFS, terms.iter().map(|t| t.0));
        l.packed(field::LINEAR_DOMAIN, domain.iter().copied());
        self.constraint(field::LINEAR, &l, under);
    }

    /// The Boolean "variable = value".
    fn boolean(&mut self, l: Literal) -> i64 {
        if let Some(&b) = self.made.get(&l) {
            return b;
        }
        let domain = self.domains[l.var.index()];
        let (yes, no) = (domain & Domain::single(l.value), domain.minus(Domain::single(l.value)));
        let b = match (yes.is_empty(), no.is_empty()) {
            (true, _) => self.variable(&[0, 0]),
            (_, true) => self.variable(&[1, 1]),
            _ => {
                let x = self.columns[l.var.index()];
                if domain == Domain::range(0, 1) && l.value == 1 {
                    return x;
                }
                let b = self.variable(&[0, 1]);
                self.add_linear(&[(1, x)], &intervals(yes), Some(b));
                self.add_linear(&[(1, x)], &intervals(no), Some(-b - 1));
                b
            }
        };
        self.made.insert(l, b);
        b
    }

    /// The Boolean, or its negation.
    fn signed(&mut self, (literal, sign): Signed) -> i64 {
        let b = self.boolean(literal);
        if sign { b } else { -b - 1 }
    }

    /// Forbids one assignment of the network's variables.
    fn forbid(&mut self, values: &[Value]) {
        let mut t = Message::default();
        for var in 0..values.len() {
            t.message(field::TABLE_EXPRS, &expression(var as i64));
        }
        t.packed(field::TABLE_VALUES, values.iter().map(|&v| i64::from(v)));
        t.number(field::TABLE_NEGATED, 1);
        self.constraint(field::TABLE, &t, None);
    }
}

impl Encoder for Model {
    fn domain(&self, var: Var) -> Domain {
        self.domains[var.index()]
    }

    fn fresh(&mut self) -> Literal {
        let column = self.variable(&[0, 1]);
        self.columns.push(column);
        self.domains.push(Domain::range(0, 1));
        Literal { var: Var(self.domains.len() as u32 - 1), value: 1 }
    }

    fn clause(&mut self, literals: &[Signed]) {
        let list: Vec<i64> = literals.iter().map(|&l| self.signed(l)).collect();
        let mut c = Message::default();
        c.packed(field::VARS, list);
        self.constraint(field::BOOL_OR, &c, None);
    }

    fn at_most_one(&mut self, literals: &[Literal]) {
        let list: Vec<i64> = literals.iter().map(|&l| self.boolean(l)).collect();
        let mut c = Message::default();
        c.packed(field::VARS, list);
        self.constraint(field::AT_MOST_ONE, &c, None);
    }

    fn linear(&mut self, terms: &[(i64, Literal)], low: i64, high: i64) {
        let terms: Vec<(i64, i64)> = terms.iter().map(|&(c, l)| (c, self.boolean(l))).collect();
        self.add_linear(&terms, &[low, high], None);
    }

    fn linear_under(&mut self, under: Signed, terms: &[(i64, Literal)], low: i64, high: i64) {
        let terms: Vec<(i64, i64)> = terms.iter().map(|&(c, l)| (c, self.boolean(l))).collect();
        let under = self.signed(under);
        self.add_linear(&terms, &[low, high], Some(under));
    }

    fn table(&mut self, vars: &[Var], tuples: &[Vec<Value>]) {
        if tuples.is_empty() || vars.is_empty() {
            // A table without tuples allows nothing (CP-SAT reads an empty one as no constraint);
            // one over no variables with a tuple allows everything.
            if tuples.is_empty() {
                self.clause(&[]);
            }
            return;
        }
        let mut t = Message::default();
        for &var in vars {
            t.message(field::TABLE_EXPRS, &expression(self.columns[var.index()]));
        }
        t.packed(field::TABLE_VALUES, tuples.iter().flatten().map(|&v| i64::from(v)));
        self.constraint(field::TABLE, &t, None);
    }

    fn all_different(&mut self, vars: &[Var]) {
        let mut a = Message::default();
        for &var in vars {
            a.message(field::ALL_DIFF_EXPRS, &expression(self.columns[var.index()]));
        }
        self.constraint(field::ALL_DIFF, &a, None);
    }

    fn sum(&mut self, vars: &[Var], total: i64) {
        let terms: Vec<(i64, i64)> = vars.iter().map(|v| (1, self.columns[v.index()])).collect();
        self.add_linear(&terms, &[total, total], None);
    }
}

fn parameters(limits: &Limits, clock: &Clock) -> Message {
    let mut p = Message::default();
    p.number(field::WORKERS, 1);
    p.number(field::SEED, 1);
    p.number(field::CATCH_SIGINT, 0);
    if limits.time != std::time::Duration::MAX {
        p.double(field::TIME, clock.remaining().as_secs_f64());
    }
    if limits.nodes != u64::MAX {
        p.number(field::CONFLICTS, i64::try_from(limits.nodes).unwrap_or(i64::MAX));
    }
    if limits.memory != usize::MAX {
        p.number(field::MEMORY_MB, (limits.memory >> 20).max(1) as i64);
    }
    p
}

/// Status, solution and branches of a response.
fn parse(mut bytes: &[u8]) -> (u64, Vec<i64>, u64) {
    let (mut status, mut solution, mut branches) = (0, Vec::new(), 0);
    while let Some((number, value)) = take_field(&mut bytes) {
        match (number, value) {
            (field::RESPONSE_STATUS, Field::Number(n)) => status = n,
            (field::RESPONSE_SOLUTION, Field::Bytes(b)) => solution.extend(unpack(b)),
            (field::RESPONSE_SOLUTION, Field::Number(n)) => solution.push(n as i64),
            (field::RESPONSE_BRANCHES, Field::Number(n)) => branches = n,
            _ => {}
        }
    }
    (status, solution, branches)
}

const FEASIBLE: u64 = 2;
const INFEASIBLE: u64 = 3;
const OPTIMAL: u64 = 4;

impl CpSat {
    fn search(
        self,
        net: &Network,
        from: Option<&[Domain]>,
        limits: &Limits,
        found: &mut Vec<Vec<Value>>,
        nodes: &mut u64,
    ) -> Stop {
        let clock = limits.start();
        if limits.solutions == 0 {
            return Stop::Enough;
        }
        let mut model = Model::of(net, from);
        if model.domains.iter().any(|d| d.is_empty()) {
            return Stop::Exhausted;
        }
        if net.is_empty() {
            // The library has nothing to say about a model without variables.
            if net.holds(&[]) {
                found.push(Vec::new());
            }
            return if found.len() >= limits.solutions { Stop::Enough } else { Stop::Exhausted };
        }
        let lazy = LazyRules::of(net, &model.domains[..net.len()]);
        loop {
            if let Some(stop) = clock.expired() {
                return stop;
            }
            let Some(response) = self.library.solve(&model.bytes, &parameters(limits, &clock)) else {
                return Stop::Interrupted;
            };
            let (status, solution, branches) = parse(&response);
            *nodes += branches;
            match status {
                OPTIMAL | FEASIBLE => {}
                INFEASIBLE => return Stop::Exhausted,
                _ if limits.nodes != u64::MAX && clock.expired().is_none() => return Stop::Nodes,
                _ => return clock.expired().unwrap_or(Stop::Interrupted),
            }
            let values: Option<Vec<Value>> =
                solution.iter().take(net.len()).map(|&v| Value::try_from(v).ok()).collect();
            let Some(values) = values.filter(|v| v.len() == net.len()) else { return Stop::Interrupted };
            let cuts = lazy.cuts(&values);
            if !cuts.is_empty() {
                cuts.iter().for_each(|cut| model.clause(cut));
                continue;
            }
            model.forbid(&values);
            found.push(values);
            if found.len() >= limits.solutions {
                return Stop::Enough;
            }
        }
    }
}

impl Solver for CpSat {
    fn name(&self) -> &'static str {
        "cpsat"
    }

    fn supports(&self, net: &Network) -> Result<(), RuleKind> {
        net.is_encoded()
    }

    /// `limits.nodes` bounds conflicts of each call of the library; the statistics count its
    /// branches.
    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        let (mut found, mut nodes) = (Vec::new(), 0);
        let stop = self.search(net, from, limits, &mut found, &mut nodes);
        Answer { solutions: found, stop, stats: Stats { nodes, ..Stats::default() } }
    }
}
