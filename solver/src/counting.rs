//! Proofs by counting: what rules bound adds up to more than there is room for. A linear program
//! finds the weights; [`Together::Sum`] is the proof, checked in whole numbers.

use crate::lp::{End, Row, Simplex};
use crate::reason::{Bound, Together};
use crate::rules::RuleSpec;
use crate::{Domain, Literal, Network, RuleId, Var};
use std::collections::{BTreeMap, BTreeSet};

/// How far proofs by counting are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountPolicy {
    /// Open candidates of a board that is one program.
    pub candidates: usize,
    /// Open candidates of the surroundings of a count, where the board is larger.
    pub window: usize,
    /// Looks at the bound of pivots of one program, each after 32 of them.
    pub looks: u32,
    /// Weights up to this number are tried to make whole ones of fractions.
    pub parts: u32,
}

impl Default for CountPolicy {
    fn default() -> Self {
        CountPolicy { candidates: 130, window: 56, looks: 30, parts: 24 }
    }
}

/// The share of itself, in parts of the whole, that a candidate that goes can have at most: r of
/// r + 1. The plainest first.
const SHARES: [f64; 2] = [1.0, 9.0];
/// Tuples of a table that is counted at most.
const TUPLES: usize = 80;
/// A float nearer to zero than this is taken for zero.
const NEAR: f64 = 1e-6;

/// Calls `found` with each candidate that counting strikes and the proof, until it answers `false`.
pub fn each(
    net: &Network,
    domains: &[Domain],
    policy: &CountPolicy,
    takes: &dyn Fn(RuleId) -> bool,
    may_go: &dyn Fn(Literal) -> bool,
    found: &mut dyn FnMut(Literal, Together) -> bool,
) {
    let mut struck: BTreeSet<Literal> = BTreeSet::new();
    for window in windows(net, domains, policy, takes) {
        let mut program = Program::new(net, domains, &window);
        let rows = std::mem::take(&mut program.rows);
        let mut simplex = Simplex::new(&rows, program.columns.len() + 1);
        for goal in window.goals.iter().copied().filter(|&goal| may_go(goal)) {
            if struck.contains(&goal) {
                continue;
            }
            if let Some(proof) = program.prove(&mut simplex, goal, policy) {
                struck.insert(goal);
                if !found(goal, proof) {
                    return;
                }
            }
        }
    }
}

/// The rules that are counted together, and the candidates that may go.
struct Window {
    rules: Vec<RuleId>,
    goals: Vec<Literal>,
}

fn is_counted(net: &Network, rule: RuleId) -> bool {
    match net.spec(rule) {
        RuleSpec::Count { .. } | RuleSpec::Clause { .. } => true,
        RuleSpec::Table { tuples, .. } => tuples.len() <= TUPLES,
        _ => false,
    }
}

/// The whole board where it is small enough, else the surroundings of each count.
fn windows(net: &Network, domains: &[Domain], policy: &CountPolicy, takes: &dyn Fn(RuleId) -> bool) -> Vec<Window> {
    let is_open = |var: Var| domains[var.index()].len() > 1;
    let open_of = |rule: RuleId| net.rule(rule).scope().iter().copied().filter(|&var| is_open(var));
    let is_in = |rule: &RuleId| takes(*rule) && is_counted(net, *rule) && open_of(*rule).next().is_some();
    let rules: Vec<RuleId> = net.rule_ids().filter(is_in).collect();
    let goals = |vars: &BTreeSet<Var>| -> Vec<Literal> {
        vars.iter().flat_map(|&var| domains[var.index()].iter().map(move |value| Literal { var, value })).collect()
    };
    let size = |vars: &BTreeSet<Var>| vars.iter().map(|var| domains[var.index()].len() as usize - 1).sum::<usize>();
    let all: BTreeSet<Var> = rules.iter().flat_map(|&rule| open_of(rule)).collect();
    if size(&all) <= policy.candidates {
        return vec![Window { goals: goals(&all), rules }];
    }
    let is_count = |rule: &RuleId| matches!(net.spec(*rule), RuleSpec::Count { .. });
    let mut list = Vec::new();
    for first in rules.iter().copied().filter(is_count) {
        let own: BTreeSet<Var> = open_of(first).collect();
        let mut vars = own.clone();
        let mut near = own;
        let mut asked = vars.clone();
        loop {
            let touching: BTreeSet<RuleId> = near.iter().flat_map(|&var| net.rules_of(var)).copied().collect();
            let wider: BTreeSet<Var> = touching.into_iter().filter(is_in).flat_map(open_of).collect();
            let new: BTreeSet<Var> = wider.difference(&vars).copied().collect();
            if new.is_empty() || size(&vars) + size(&new) > policy.window {
                break;
            }
            if asked.len() == vars.len() {
                asked.extend(&new);
            }
            vars.extend(&new);
            near = new;
        }
        let is_inside = |rule: &RuleId| open_of(*rule).all(|var| vars.contains(&var));
        list.push(Window { rules: rules.iter().copied().filter(is_inside).collect(), goals: goals(&asked) });
    }
    list
}

/// The bounds of some rules, as rows of a program.
struct Program<'a> {
    net: &'a Network,
    domains: &'a [Domain],
    columns: BTreeMap<Literal, usize>,
    rows: Vec<Row>,
    /// By row: the bound that it is; `None`: a variable has one value.
    bounds: Vec<Option<Bound>>,
    /// The greatest value, and the least, that a column had in a point within all bounds.
    seen: Vec<(f64, f64)>,
}

impl<'a> Program<'a> {
    fn new(net: &'a Network, domains: &'a [Domain], window: &Window) -> Self {
        let vars: BTreeSet<Var> = window.rules.iter().flat_map(|&rule| net.rule(rule).scope()).copied().collect();
        let open: Vec<Var> = vars.into_iter().filter(|var| domains[var.index()].len() > 1).collect();
        // The least value of a variable is what the others leave.
        let others = |var: Var| domains[var.index()].iter().skip(1).map(move |value| Literal { var, value });
        let columns: BTreeMap<Literal, usize> = open.iter().flat_map(|&var| others(var)).zip(0..).collect();
        let seen = vec![(0.0, 1.0); columns.len()];
        let mut program = Program { net, domains, columns, rows: Vec::new(), bounds: Vec::new(), seen };
        for &var in &open {
            let terms: Vec<(Literal, i32)> = others(var).map(|literal| (literal, 1)).collect();
            program.add(&terms, 1, None);
        }
        for &rule in &window.rules {
            for (terms, most) in bounds(net, domains, rule) {
                program.add(&terms.clone(), most, Some(Bound { rule, terms, most, times: 1 }));
            }
        }
        program
    }

    fn least(&self, var: Var) -> u8 {
        self.domains[var.index()].min().unwrap_or_default()
    }

    /// Adds what terms add up to at most.
    fn add(&mut self, terms: &[(Literal, i32)], most: i32, bound: Option<Bound>) {
        let mut by: BTreeMap<usize, f64> = BTreeMap::new();
        let mut left = f64::from(most);
        let times: BTreeMap<Literal, i32> = terms.iter().fold(BTreeMap::new(), |mut all, &(literal, by)| {
            *all.entry(literal).or_default() += by;
            all
        });
        let vars: BTreeSet<Var> = terms.iter().map(|(literal, _)| literal.var).collect();
        for var in vars {
            let of = |value: u8| f64::from(times.get(&Literal { var, value }).copied().unwrap_or(0));
            let least = of(self.least(var));
            left -= least;
            for value in self.domains[var.index()].iter().skip(1) {
                if let Some(&column) = self.columns.get(&Literal { var, value }) {
                    *by.entry(column).or_default() += of(value) - least;
                }
            }
        }
        let whole = self.columns.len();
        let terms = by.into_iter().filter(|(_, by)| *by != 0.0).chain([(whole, -left)]);
        // A little more tells rows apart, so that programs have one answer.
        let cost = 1.0 + (self.rows.len() as f64 * 0.618_033_988_75).fract() * 1e-4;
        self.rows.push(Row { cost, terms: terms.collect() });
        self.bounds.push(bound);
    }

    /// The needs of a program that proves: a candidate has at most the share r of r + 1.
    fn need(&self, goal: Literal, share: f64) -> Vec<f64> {
        let mut need = vec![0.0; self.columns.len() + 1];
        if let Some(&column) = self.columns.get(&goal) {
            need[column] = share + 1.0;
            need[self.columns.len()] = -share;
            return need;
        }
        // The least value: the others together have at least one part of r + 1.
        for value in self.domains[goal.var.index()].iter().skip(1) {
            if let Some(&column) = self.columns.get(&Literal { value, ..goal }) {
                need[column] = -(share + 1.0);
            }
        }
        need[self.columns.len()] = 1.0;
        need
    }

    /// Is a point known in which the candidate has more than a share?
    fn is_seen(&self, goal: Literal, share: f64) -> bool {
        let most = share / (share + 1.0) + NEAR;
        match self.columns.get(&goal) {
            Some(&column) => self.seen[column].0 > most,
            None => {
                let others = self.domains[goal.var.index()].iter().skip(1);
                let columns: Vec<usize> =
                    others.filter_map(|value| self.columns.get(&Literal { value, ..goal }).copied()).collect();
                matches!(columns[..], [one] if 1.0 - self.seen[one].1 > most)
            }
        }
    }

    fn prove(&mut self, simplex: &mut Simplex<'_>, goal: Literal, policy: &CountPolicy) -> Option<Together> {
        for share in SHARES {
            if self.is_seen(goal, share) {
                continue;
            }
            let mut looks = policy.looks;
            let mut stop = || {
                looks = looks.saturating_sub(1);
                looks == 0
            };
            match simplex.solve(&self.need(goal, share), &mut stop) {
                End::Weights(weights) => return self.proof(&weights, goal, policy),
                End::Ray(ray) => {
                    let whole = ray[self.columns.len()];
                    if whole > NEAR {
                        for (seen, y) in self.seen.iter_mut().zip(&ray) {
                            *seen = (seen.0.max(y / whole), seen.1.min(y / whole));
                        }
                    }
                }
                End::Stopped => return None,
            }
        }
        None
    }

    /// The proof with these weights, in whole numbers, where it is one.
    fn proof(&self, weights: &[f64], goal: Literal, policy: &CountPolicy) -> Option<Together> {
        let mut domains = self.domains.to_vec();
        domains[goal.var.index()] = Domain::single(goal.value);
        let sum = |by: u32| {
            let times = |w: &f64| w * f64::from(by);
            let is_whole = weights.iter().all(|w| (times(w) - times(w).round()).abs() < 1e-4);
            let own =
                self.bounds.iter().zip(weights).filter_map(|(bound, w)| Some((bound.as_ref()?, times(w).round())));
            let own = own.filter(|(_, times)| *times > 0.0);
            is_whole
                .then(|| own.map(|(bound, times)| Bound { times: times as u32, ..bound.clone() }).collect::<Vec<_>>())
        };
        let bounds = (1..=policy.parts).find_map(sum)?;
        let proof = Together::Sum(plainest(self.net, &domains, bounds));
        proof.contradicts(self.net, &domains).then_some(proof)
    }
}

/// The bounds without what divides all of their weights, and without those that can be spared.
fn plainest(net: &Network, domains: &[Domain], mut bounds: Vec<Bound>) -> Vec<Bound> {
    let gcd = bounds.iter().fold(0, |mut a, bound| {
        let mut b = bound.times;
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    bounds.iter_mut().for_each(|bound| bound.times /= gcd.max(1));
    let is_proof = |bounds: &[Bound]| Together::Sum(bounds.to_vec()).contradicts(net, domains);
    let ones: Vec<Bound> = bounds.iter().map(|bound| Bound { times: 1, ..bound.clone() }).collect();
    if is_proof(&ones) {
        bounds = ones;
    }
    let mut at = 0;
    while at < bounds.len() {
        let mut less = bounds.clone();
        less.remove(at);
        if is_proof(&less) {
            bounds = less;
        } else {
            at += 1;
        }
    }
    bounds
}

/// The bounds that a rule states: terms, and the most that they add up to.
fn bounds(net: &Network, domains: &[Domain], rule: RuleId) -> Vec<(Vec<(Literal, i32)>, i32)> {
    let each = |vars: &[Var], values: Domain, by: i32| -> Vec<(Literal, i32)> {
        let of = |&var: &Var| (domains[var.index()] & values).iter().map(move |value| (Literal { var, value }, by));
        vars.iter().flat_map(of).collect()
    };
    match net.spec(rule) {
        RuleSpec::Count { vars, values, low, high } => {
            let mut list = Vec::new();
            if (*high as usize) < vars.len() {
                list.push((each(vars, *values, 1), *high as i32));
            }
            if *low > 0 {
                list.push((each(vars, *values, -1), -(*low as i32)));
            }
            list
        }
        RuleSpec::Clause { literals } => {
            let set = |&(literal, holds): &(Literal, bool)| {
                let single = Domain::single(literal.value);
                each(&[literal.var], if holds { single } else { Domain(!single.0) }, -1)
            };
            vec![(literals.iter().flat_map(set).collect(), -1)]
        }
        RuleSpec::Table { vars, tuples } => of_table(domains, vars, tuples),
        _ => Vec::new(),
    }
}

/// Variables of a table of which clauses are read.
const CLAUSES: usize = 7;

/// Bounds of a table: how many take their greatest value, and small clauses that all tuples keep.
fn of_table(domains: &[Domain], vars: &[Var], tuples: &[Vec<u8>]) -> Vec<(Vec<(Literal, i32)>, i32)> {
    let fits = |t: &&Vec<u8>| vars.iter().zip(*t).all(|(&var, &x)| domains[var.index()].contains(x));
    let tuples: Vec<&Vec<u8>> = tuples.iter().filter(fits).collect();
    let open: Vec<usize> = (0..vars.len()).filter(|&i| domains[vars[i].index()].len() == 2).collect();
    if tuples.is_empty() || open.is_empty() {
        return Vec::new();
    }
    let top = |i: usize| domains[vars[i].index()].max().unwrap_or_default();
    let literal = |i: usize| Literal { var: vars[i], value: top(i) };
    let number = |t: &&Vec<u8>| open.iter().filter(|&&i| t[i] == top(i)).count() as i32;
    let counts: Vec<i32> = tuples.iter().map(number).collect();
    let (low, high) = (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let all = |by: i32| open.iter().map(|&i| (literal(i), by)).collect::<Vec<_>>();
    let mut list = vec![(all(1), high), (all(-1), -low)];
    if open.len() > CLAUSES {
        return list;
    }
    // A clause as signs: each open variable positive, negative or absent.
    let mut known: Vec<Vec<u8>> = Vec::new();
    let all_signs = 3_usize.pow(open.len() as u32);
    let signs = |mut n: usize| -> Vec<u8> {
        let digit = |_: usize| {
            let sign = (n % 3) as u8;
            n /= 3;
            sign
        };
        (0..open.len()).map(digit).collect()
    };
    let mut clauses: Vec<Vec<u8>> = (1..all_signs).map(signs).collect();
    clauses.sort_by_key(|c| c.iter().filter(|&&s| s > 0).count());
    for clause in clauses {
        let is_wider = |k: &Vec<u8>| k.iter().zip(&clause).all(|(&k, &c)| k == 0 || k == c);
        let holds = |t: &&Vec<u8>| {
            open.iter().zip(&clause).any(|(&i, &sign)| (sign == 1 && t[i] == top(i)) || (sign == 2 && t[i] != top(i)))
        };
        if known.iter().any(is_wider) || !tuples.iter().all(holds) {
            continue;
        }
        let negative = clause.iter().filter(|&&s| s == 2).count() as i32;
        let terms = open.iter().zip(&clause).filter(|(_, s)| **s > 0);
        let terms = terms.map(|(&i, &sign)| (literal(i), if sign == 1 { -1 } else { 1 })).collect();
        list.push((terms, negative - 1));
        known.push(clause);
    }
    list
}
