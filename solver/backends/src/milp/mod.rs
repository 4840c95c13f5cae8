//! Mixed integer programming: one binary per variable and value, rules as rows, over microlp (pure
//! Rust) or, with the feature `highs`, over HiGHS.
//!
//! The engine works with floating-point numbers. What it returns is rounded and checked with
//! [`Network::holds`]; a point that fails the check ends the search as [`Stop::Interrupted`] (gave
//! up), never as an answer. "Infeasible" is taken at its word: the cross-check is there to compare
//! it.

mod engine;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tesuji_solver::cuts::LazyRules;
use tesuji_solver::{
    Answer, Clock, Domain, Encoder, Limits, Literal, Network, RuleKind, Signed, Solver, Stats, Stop, Value, Var,
};

/// Most terms (over all rows) that a model may have; beyond that it is refused as out of memory.
const TERMS: usize = 4_000_000;

/// Mixed integer programming. Further solutions are found by cutting off those known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Milp;

/// `low ≤ Σ coefficient·binary ≤ high`.
#[derive(Debug)]
struct Row {
    terms: Vec<(i64, usize)>,
    low: i64,
    high: i64,
}

/// A bound that a row adds to the model of the engine.
enum Bound {
    Equal(i64),
    AtMost(i64),
    AtLeast(i64),
}

impl Row {
    /// The bounds that some point could break.
    fn bounds(&self) -> impl Iterator<Item = Bound> {
        let least: i64 = self.terms.iter().map(|t| t.0.min(0)).sum();
        let most: i64 = self.terms.iter().map(|t| t.0.max(0)).sum();
        let is_equal = self.low == self.high && least < most;
        let equal = is_equal.then_some(Bound::Equal(self.low));
        let high = (!is_equal && self.high < most).then_some(Bound::AtMost(self.high));
        let low = (!is_equal && self.low > least).then_some(Bound::AtLeast(self.low));
        [equal, high, low].into_iter().flatten()
    }
}

/// The encoder: rows over numbered binaries.
#[derive(Debug)]
struct Rows {
    domains: Vec<Domain>,
    first: Vec<usize>,
    binaries: usize,
    rows: Vec<Row>,
    terms: usize,
    /// A row without terms that does not hold was stated.
    impossible: bool,
}

/// A candidate: decided, or a binary.
enum Cell {
    One,
    Zero,
    Binary(usize),
}

impl Rows {
    fn of(net: &Network, from: Option<&[Domain]>) -> Rows {
        let domains: Vec<Domain> = match from {
            None => net.domains().to_vec(),
            Some(f) => net.domains().iter().zip(f).map(|(&d, &f)| d & f).collect(),
        };
        let (mut first, mut binaries) = (Vec::new(), 0);
        for d in &domains {
            first.push(binaries);
            binaries += if d.is_single() { 0 } else { d.len() as usize };
        }
        let mut to = Rows { domains, first, binaries, rows: Vec::new(), terms: 0, impossible: false };
        for var in net.vars() {
            let all: Vec<_> = to.domain(var).iter().map(|value| (1, Literal { var, value })).collect();
            to.linear(&all, 1, 1);
        }
        for id in net.rule_ids() {
            net.rule(id).encode(&mut to);
        }
        to
    }

    fn cell(&self, l: Literal) -> Cell {
        let d = self.domains[l.var.index()];
        if !d.contains(l.value) {
            Cell::Zero
        } else if d.is_single() {
            Cell::One
        } else {
            Cell::Binary(self.first[l.var.index()] + Domain(d.0 & ((1 << l.value) - 1)).len() as usize)
        }
    }

    fn push(&mut self, terms: Vec<(i64, usize)>, low: i64, high: i64) {
        let least: i64 = terms.iter().map(|t| t.0.min(0)).sum();
        let most: i64 = terms.iter().map(|t| t.0.max(0)).sum();
        if least > high || most < low {
            self.impossible = true;
        } else if least < low || high < most {
            self.terms += terms.len();
            self.rows.push(Row { terms, low, high });
        }
    }

    fn values(&self, on: &dyn Fn(usize) -> bool) -> Vec<Value> {
        let one = |(i, d): (usize, &Domain)| {
            let holds = |&value: &Value| match self.cell(Literal { var: Var(i as u32), value }) {
                Cell::One => true,
                Cell::Zero => false,
                Cell::Binary(b) => on(b),
            };
            d.iter().find(holds).unwrap_or(0)
        };
        self.domains.iter().enumerate().map(one).collect()
    }
}

impl Encoder for Rows {
    fn domain(&self, var: Var) -> Domain {
        self.domains[var.index()]
    }

    fn fresh(&mut self) -> Literal {
        let var = Var(self.domains.len() as u32);
        self.domains.push(Domain::range(0, 1));
        self.first.push(self.binaries);
        self.binaries += 2;
        self.linear(&[(1, Literal { var, value: 0 }), (1, Literal { var, value: 1 })], 1, 1);
        Literal { var, value: 1 }
    }

    fn clause(&mut self, literals: &[Signed]) {
        let (mut terms, mut low) = (Vec::new(), 1);
        for &(l, sign) in literals {
            // A negated literal counts 1 - x.
            low -= i64::from(!sign);
            terms.push((if sign { 1 } else { -1 }, l));
        }
        self.linear(&terms, low, i64::MAX / 4);
    }

    fn at_most_one(&mut self, literals: &[Literal]) {
        let terms: Vec<_> = literals.iter().map(|&l| (1, l)).collect();
        self.linear(&terms, 0, 1);
    }

    fn linear(&mut self, terms: &[(i64, Literal)], low: i64, high: i64) {
        let (mut open, mut fixed) = (Vec::new(), 0);
        for &(c, l) in terms {
            match self.cell(l) {
                Cell::One => fixed += c,
                Cell::Zero => {}
                Cell::Binary(b) => open.push((c, b)),
            }
        }
        self.push(open, low - fixed, high - fixed);
    }

    fn table(&mut self, vars: &[Var], tuples: &[Vec<Value>]) {
        let within = |t: &&Vec<Value>| vars.iter().zip(*t).all(|(&v, &x)| self.domain(v).contains(x));
        // A tuple listed twice is still one tuple: the binaries of a value add up to it.
        let chosen: std::collections::BTreeSet<&Vec<Value>> = tuples.iter().filter(within).collect();
        let start = self.binaries;
        self.binaries += chosen.len();
        self.push((start..self.binaries).map(|b| (1, b)).collect(), 1, 1);
        for (i, &var) in vars.iter().enumerate() {
            for value in self.domain(var).iter() {
                let with = chosen.iter().enumerate().filter(|(_, t)| t[i] == value);
                let mut terms: Vec<_> = with.map(|(n, _)| (1, start + n)).collect();
                match self.cell(Literal { var, value }) {
                    Cell::One | Cell::Zero => {}
                    Cell::Binary(b) => {
                        terms.push((-1, b));
                        self.push(terms, 0, 0);
                    }
                }
            }
        }
    }

    fn all_different(&mut self, vars: &[Var]) {
        let union = vars.iter().fold(Domain::EMPTY, |u, &v| u | self.domain(v));
        self.impossible |= (union.len() as usize) < vars.len();
        // An exact cover uses each value once, else at most once.
        let low = i64::from(union.len() as usize == vars.len());
        for value in union.iter() {
            let terms: Vec<_> = vars.iter().map(|&var| (1, Literal { var, value })).collect();
            self.linear(&terms, low, 1);
        }
    }
}

enum Outcome {
    Point(Vec<bool>),
    Infeasible,
    Stopped(Stop),
}

/// The binaries that single rows decide, to a fixpoint: the presolve that microlp has not got.
/// `None`: no point.
fn presolve(rows: &Rows) -> Option<Vec<Option<bool>>> {
    let mut fixed: Vec<Option<bool>> = vec![None; rows.binaries];
    loop {
        let mut changed = false;
        for row in &rows.rows {
            // What the row can add up to.
            let (mut least, mut most) = (0, 0);
            for &(c, b) in &row.terms {
                least += if fixed[b] == Some(true) || (fixed[b].is_none() && c < 0) { c } else { 0 };
                most += if fixed[b] == Some(true) || (fixed[b].is_none() && c > 0) { c } else { 0 };
            }
            if least > row.high || most < row.low {
                return None;
            }
            let (above, below) = (row.high - least, most - row.low);
            for &(c, b) in &row.terms {
                if fixed[b].is_none() && (c.abs() > above || c.abs() > below) {
                    // The value that moves the sum away from its least (or its most) is out of
                    // reach.
                    let value = if c.abs() > above { c < 0 } else { c > 0 };
                    if c.abs() > above && c.abs() > below {
                        return None;
                    }
                    fixed[b] = Some(value);
                    changed = true;
                }
            }
        }
        if !changed {
            return Some(fixed);
        }
    }
}

/// The rows over the binaries that [`presolve`] left open, and the number of each of those.
fn open_rows(rows: &Rows, fixed: &[Option<bool>]) -> (Vec<Row>, Vec<Option<usize>>) {
    let mut count = 0;
    let number = |f: &Option<bool>| {
        f.is_none().then(|| {
            count += 1;
            count - 1
        })
    };
    let numbers: Vec<Option<usize>> = fixed.iter().map(number).collect();
    let mut open = Vec::new();
    for row in &rows.rows {
        let on: i64 = row.terms.iter().filter(|t| fixed[t.1] == Some(true)).map(|t| t.0).sum();
        let terms: Vec<_> = row.terms.iter().filter_map(|&(c, b)| Some((c, numbers[b]?))).collect();
        if !terms.is_empty() {
            open.push(Row { terms, low: row.low - on, high: row.high - on });
        }
    }
    (open, numbers)
}

/// One call of the engine.
fn solve_rows(rows: &Rows, time: Duration) -> Outcome {
    let Some(fixed) = presolve(rows) else { return Outcome::Infeasible };
    let (open, numbers) = open_rows(rows, &fixed);
    let binaries = numbers.iter().flatten().count();
    let point = |values: &[bool]| {
        let value = |(f, n): (&Option<bool>, &Option<usize>)| n.map_or(*f == Some(true), |n| values[n]);
        fixed.iter().zip(&numbers).map(value).collect()
    };
    if binaries == 0 {
        return Outcome::Point(point(&[]));
    }
    // A panic inside the engine (its numerics are out of our hands) is one more way of giving up.
    match catch_unwind(AssertUnwindSafe(|| engine::solve(binaries, &open, time))) {
        Ok(Outcome::Point(values)) => Outcome::Point(point(&values)),
        Ok(outcome) => outcome,
        Err(_) => Outcome::Stopped(Stop::Interrupted),
    }
}

fn search(net: &Network, rows: &mut Rows, limits: &Limits, clock: &Clock, found: &mut Vec<Vec<Value>>) -> Stop {
    if limits.solutions == 0 {
        return Stop::Enough;
    }
    if rows.domains.iter().any(|d| d.is_empty()) || rows.impossible {
        return Stop::Exhausted;
    }
    if rows.terms > TERMS {
        return Stop::Memory;
    }
    let domains = rows.domains[..net.len()].to_vec();
    let lazy = LazyRules::of(net, &domains);
    for calls in 0.. {
        if rows.impossible {
            return Stop::Exhausted;
        }
        if calls >= limits.nodes {
            return Stop::Nodes;
        }
        if let Some(stop) = clock.expired() {
            return stop;
        }
        let point = match solve_rows(rows, clock.remaining()) {
            Outcome::Point(point) => point,
            Outcome::Infeasible => return Stop::Exhausted,
            Outcome::Stopped(stop) => return clock.expired().unwrap_or(stop),
        };
        let mut values = rows.values(&|b| point[b]);
        values.truncate(net.len());
        if !domains.iter().zip(&values).all(|(d, &v)| d.contains(v)) {
            return clock.expired().unwrap_or(Stop::Interrupted);
        }
        let cuts = lazy.cuts(&values);
        if !cuts.is_empty() {
            cuts.iter().for_each(|cut| rows.clause(cut));
            continue;
        }
        if !net.holds(&values) || found.contains(&values) {
            return clock.expired().unwrap_or(Stop::Interrupted);
        }
        let mut cut = Vec::new();
        for (var, &value) in net.vars().zip(&values) {
            if let Cell::Binary(b) = rows.cell(Literal { var, value }) {
                cut.push((1, b));
            }
        }
        found.push(values);
        if found.len() >= limits.solutions {
            return Stop::Enough;
        }
        if cut.is_empty() {
            return Stop::Exhausted;
        }
        let most = cut.len() as i64 - 1;
        rows.push(cut, 0, most);
    }
    Stop::Nodes
}

impl Solver for Milp {
    fn name(&self) -> &'static str {
        "milp"
    }

    fn supports(&self, net: &Network) -> Result<(), RuleKind> {
        net.is_encoded()
    }

    /// `limits.nodes` counts calls of the engine: one per solution, one more to see that there is
    /// no other, and one for each round of cuts.
    fn solve(&self, net: &Network, from: Option<&[Domain]>, limits: &Limits) -> Answer<Vec<Value>> {
        let clock = limits.start();
        let mut found = Vec::new();
        let mut rows = Rows::of(net, from);
        let stop = search(net, &mut rows, limits, &clock, &mut found);
        let nodes = found.len() as u64 + u64::from(stop == Stop::Exhausted);
        Answer { solutions: found, stop, stats: Stats { nodes, ..Stats::default() } }
    }
}
