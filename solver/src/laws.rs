//! What every rule must satisfy, derived from [`Rule::holds`] alone: the tests of rules, encodings
//! and solvers are loops over these. (The idea is Gecode's: a constraint's test is its truth
//! function and nothing more.)

mod lines;
mod parts;

use crate::rules::RuleSpec;
use crate::{Conflict, Domain, Literal, Network, Rule, RuleId, Store, Value, Var, propagate};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::sync::Arc;

/// How much a rule's [`prune`](Rule::prune) promises at its fixpoint, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Consistency {
    /// When all variables but one have one value, the last one keeps exactly the values that fit.
    /// Every rule does this much.
    Forward,
    /// Besides: a value that one variable has no other has; where the variables use each value of
    /// their union, a value with one place takes it.
    Singles,
    /// The least and the greatest value of each variable fit some values between the least and the
    /// greatest of the others.
    Bounds,
    /// What stays is exactly what some assignment within the domains uses.
    Domain,
}

/// A law that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{law}: {spec:?} over {domains:?}: {detail}")]
pub struct Breach {
    /// Which law.
    pub law: &'static str,
    /// The rule.
    pub spec: Box<RuleSpec>,
    /// The domains before pruning.
    pub domains: Vec<Domain>,
    /// What was seen.
    pub detail: String,
}

/// Calls `visit` for each assignment within `domains`, in lexical order.
pub fn each_assignment(domains: &[Domain], visit: &mut dyn FnMut(&[Value])) {
    fn go(domains: &[Domain], at: &mut Vec<Value>, visit: &mut dyn FnMut(&[Value])) {
        match domains.get(at.len()) {
            None => visit(at),
            Some(d) => {
                for v in d.iter() {
                    at.push(v);
                    go(domains, at, visit);
                    at.pop();
                }
            }
        }
    }
    go(domains, &mut Vec::with_capacity(domains.len()), visit);
}

/// All solutions of a (small) network by trying every assignment: the truth that solvers are
/// compared with.
pub fn brute_force(net: &Network) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    each_assignment(net.domains(), &mut |values| {
        if net.holds(values) {
            all.push(values.to_vec());
        }
    });
    all
}

/// For each variable the values that some assignment on which the rule holds uses; all empty if
/// there is none.
fn support(rule: &dyn Rule, domains: &[Domain]) -> Vec<Domain> {
    let mut used = vec![Domain::EMPTY; domains.len()];
    each_assignment(domains, &mut |values| {
        if rule.holds(&|v| values[v.index()]) {
            for (u, &v) in used.iter_mut().zip(values) {
                *u = u.with(v);
            }
        }
    });
    used
}

/// Checks all laws for one rule whose scope is the variables 0, 1, … with the given non-empty
/// domains.
///
/// # Errors
/// The first [`Breach`].
pub fn check_rule(spec: &RuleSpec, domains: &[Domain]) -> Result<(), Breach> {
    check_rule_as(spec, &|rule| rule, domains)
}

/// [`check_rule`] of another implementation of the rule: `instead` makes it from the one of `spec`.
///
/// # Errors
/// The first [`Breach`].
pub fn check_rule_as(
    spec: &RuleSpec,
    instead: &dyn Fn(Arc<dyn Rule>) -> Arc<dyn Rule>,
    domains: &[Domain],
) -> Result<(), Breach> {
    let breach =
        |law, detail: String| Err(Breach { law, spec: Box::new(spec.clone()), domains: domains.to_vec(), detail });
    let mut net = Network::new();
    for &d in domains {
        net.add_var(d);
    }
    let placed = spec.build().and_then(|rule| {
        let id = net.add(spec.clone())?;
        net.replace_rule(id, instead(rule)).map(|()| id)
    });
    let id = match placed {
        Ok(id) => id,
        Err(e) => return breach("well formed", e.to_string()),
    };
    let rule = net.rule(id);
    let used = support(rule, domains);
    let satisfiable = domains.is_empty() && rule.holds(&|_| 0) || used.iter().any(|u| !u.is_empty());

    let union = domains.iter().fold(Domain::EMPTY, |u, &d| u | d);
    let must = rule.must_use(union);
    let mut unused = None;
    each_assignment(domains, &mut |values| {
        if rule.holds(&|v| values[v.index()]) && !must.minus(values.iter().copied().collect()).is_empty() {
            unused = Some(values.to_vec());
        }
    });
    if let Some(values) = unused {
        return breach("must_use", format!("{must:?} claimed, {values:?} does without"));
    }

    let mut store = Store::new(&net);
    loop {
        let before = store.domains().to_vec();
        let outcome = rule.prune(&mut store);
        for (i, (&u, &d)) in used.iter().zip(store.domains()).enumerate() {
            if satisfiable && !u.minus(d).is_empty() {
                return breach("sound", format!("removed {:?} from {i}, which has support", u.minus(d)));
            }
        }
        if let Err(Conflict { .. }) = outcome {
            return if satisfiable { breach("conflict", "reported, but an assignment holds".into()) } else { Ok(()) };
        }
        if rule.consistency() == Consistency::Domain && store.domains() != used {
            return breach("claimed consistency", format!("{:?} left, {used:?} supported", store.domains()));
        }
        if store.domains() == before {
            break;
        }
    }
    let left = store.domains().to_vec();
    let open = left.iter().filter(|d| !d.is_single()).count();
    if open <= 1 && left != used {
        return breach("forward", format!("{left:?} left, {used:?} supported"));
    }
    match rule.consistency() {
        Consistency::Forward | Consistency::Domain => {}
        Consistency::Singles => {
            for (i, d) in left.iter().enumerate() {
                if d.is_single() && left.iter().enumerate().any(|(j, o)| j != i && !(*o & *d).is_empty()) {
                    return breach("claimed consistency", format!("{d:?} of {i} is elsewhere too: {left:?}"));
                }
            }
            let union = left.iter().fold(Domain::EMPTY, |u, &d| u | d);
            for v in union.iter().filter(|_| union.len() as usize == left.len()) {
                let mut places = left.iter().filter(|d| d.contains(v));
                if let (Some(only), None) = (places.next(), places.next())
                    && !only.is_single()
                {
                    return breach("claimed consistency", format!("{v} has one place, not taken: {left:?}"));
                }
            }
        }
        Consistency::Bounds => {
            let hull = |d: Domain| Domain::range(d.min().unwrap_or(1), d.max().unwrap_or(0));
            let within: Vec<Domain> = left.iter().copied().map(hull).collect();
            let fits = support(rule, &within);
            for (i, (&d, &f)) in left.iter().zip(&fits).enumerate() {
                if d.min().is_some_and(|v| !f.contains(v)) || d.max().is_some_and(|v| !f.contains(v)) {
                    return breach("claimed consistency", format!("bounds of {i} do not fit: {left:?}"));
                }
            }
        }
    }
    Ok(())
}

/// The rule whose `prune` removes a value of a solution, or reports a conflict although all its
/// values are there: what to blame when a search over `prune` misses a solution that another solver
/// found. Follows root propagation, then assigns the solution's values in the order of the
/// variables. `None` when no `prune` is to blame (or `solution` is none).
pub fn unsound_rule(net: &Network, solution: &[Value]) -> Option<RuleId> {
    if !net.holds(solution) {
        return None;
    }
    let mut store = Store::new(net).recording();
    let mut outcome = propagate::propagate(&mut store);
    let mut vars = net.vars();
    loop {
        let wrong = store.events().iter().find(|e| e.what.values.contains(solution[e.what.var.index()]));
        if let Some(rule) = wrong.and_then(|e| e.rule) {
            return Some(rule);
        }
        if let Err(conflict) = outcome {
            return conflict.rule;
        }
        let var = vars.next()?;
        outcome = store
            .assign(crate::Literal { var, value: solution[var.index()] })
            .and_then(|_| propagate::propagate_changed(&mut store));
    }
}

/// Every small rule: for each kind all parameters over a few variables, paired with domains; what
/// the exhaustive tests run over. `visit` sees tens of thousands of cases.
pub fn each_small_rule(visit: &mut dyn FnMut(&RuleSpec, &[Domain])) {
    let vars = |n: usize| (0..n as u32).map(Var).collect::<Vec<_>>();
    for n in 0..=4 {
        let spec = RuleSpec::AllDifferent { vars: vars(n) };
        each_domains(n, if n == 4 { 3 } else { 4 }, 1, &mut |d| visit(&spec, d));
        each_domains(n, if n > 2 { 3 } else { 4 }, 61, &mut |d| visit(&spec, d));
    }
    let pair = RuleSpec::Inequality { below: Var(0), above: Var(1) };
    for base in [0, 59] {
        each_domains(2, 5, base, &mut |d| visit(&pair, d));
    }
    for n in 0..=3 {
        for total in 0..=10 {
            for spec in [RuleSpec::Sum { vars: vars(n), total }, RuleSpec::Cage { vars: vars(n), total }] {
                each_domains(n, 4, 0, &mut |d| visit(&spec, d));
            }
        }
    }
    for total in [124, 125, 126] {
        let spec = RuleSpec::Sum { vars: vars(2), total };
        each_domains(2, 4, 60, &mut |d| visit(&spec, d));
    }
    for chosen in 0..64_u32 {
        // Up to three placements of one or two candidates.
        let mut placements = vec![Vec::new(); 3];
        for (p, b) in (0..3).flat_map(|p| (0..2).map(move |b| (p, b))) {
            if chosen >> (2 * p + b) & 1 == 1 {
                placements[p as usize].push(Literal { var: Var((p + b) % 3), value: ((b + p % 2) % 3) as Value });
            }
        }
        placements.retain(|p| !p.is_empty());
        let spec = RuleSpec::Placements { placements };
        let n = spec.build().map_or(0, |rule| rule.scope().len());
        let order: Vec<Var> = spec.build().map_or(Vec::new(), |rule| rule.scope().to_vec());
        let spec = spec.map_vars(|v| Var(order.iter().position(|&o| o == v).unwrap_or(0) as u32));
        each_domains(n, 3, 0, &mut |d| visit(&spec, d));
    }
    for (n, count) in (0..=4).flat_map(|n| (0..=3).map(move |count| (n, count))) {
        let spec = RuleSpec::Visible { vars: vars(n), count };
        each_domains(n, if n == 4 { 3 } else { 4 }, 0, &mut |d| visit(&spec, d));
        each_domains(n, if n > 2 { 2 } else { 3 }, 61, &mut |d| visit(&spec, d));
    }
    for (n, total) in (0..=3).flat_map(|n| [0, 1, 2, 3, 5, 62, 63].map(move |total| (n, total))) {
        let weights = [vec![0, 1, 2, 60], vec![1, 0, 2], vec![3, 3, 1, 63]];
        let spec = RuleSpec::Weighted { vars: vars(n), weights: weights[..n].to_vec(), total };
        each_domains(n, 4, 0, &mut |d| visit(&spec, d));
    }
    // Sums in more than one word.
    for (n, total) in [(1, 64), (2, 64), (2, 127), (2, 128), (3, 130), (3, 192)] {
        let weights = [vec![0, 1, 64, 65], vec![63, 0, 128, 62], vec![3, 64, 1, 127]];
        let spec = RuleSpec::Weighted { vars: vars(n), weights: weights[..n].to_vec(), total };
        each_domains(n, if n == 3 { 3 } else { 4 }, 0, &mut |d| visit(&spec, d));
    }
    for groups in [
        vec![],
        vec![vec![]],
        vec![vec![0, 1]],
        vec![vec![0, 1], vec![1, 2]],
        vec![vec![0], vec![0, 1, 2]],
        vec![vec![0, 1], vec![1, 0], vec![2, 3]],
        vec![vec![0, 1], vec![1, 2], vec![2, 3]],
        vec![vec![0, 1, 2], vec![2], vec![3, 0], vec![3, 4]],
    ] {
        for n in (1..=5).filter(|&n| groups.iter().flatten().all(|&p| (p as usize) < n)) {
            let spec = RuleSpec::Matching { vars: vars(n), values: Domain::single(1), groups: groups.clone() };
            each_domains(n, 2, 0, &mut |d| visit(&spec, d));
        }
    }
    for chosen in 0..512_u32 {
        let tuples = (0..9).filter(|t| chosen >> t & 1 == 1).map(|t| vec![t / 3, t % 3]).collect();
        let spec = RuleSpec::Table { vars: vars(2), tuples };
        each_domains(2, 3, 0, &mut |d| visit(&spec, d));
    }
    for n in 0..=3 {
        for values in (0..8).map(Domain) {
            for (low, high) in (0..=4).flat_map(|l| (l..=4).map(move |h| (l, h))) {
                let spec = RuleSpec::Count { vars: vars(n), values, low, high };
                each_domains(n, 3, 0, &mut |d| visit(&spec, d));
            }
        }
    }
    for (first, n) in (0..=1).flat_map(|first| (1..=3).map(move |n| (first, n))) {
        for greatest in [false, true] {
            let spec = RuleSpec::Minimax { result: Var(0), of: vars(n)[first.min(n - 1)..].to_vec(), greatest };
            each_domains(n, 4, 0, &mut |d| visit(&spec, d));
            each_domains(n, 3, 61, &mut |d| visit(&spec, d));
        }
    }
    each_small_chosen_rule(visit);
    parts::each_small_parts(visit);
    lines::each_small_line(visit);
}

/// Small graphs: number of places and edges.
fn small_graphs() -> Vec<(usize, Vec<[u32; 2]>)> {
    vec![
        (1, vec![]),
        (2, vec![[0, 1]]),
        (3, vec![[0, 1], [1, 2]]),
        (3, vec![[0, 1], [1, 2], [2, 0]]),
        (4, vec![[0, 1], [2, 3]]),
        (4, vec![[0, 1], [0, 2], [0, 3]]),
        (4, vec![[0, 1], [1, 2], [2, 3], [3, 0]]),
        (5, vec![[0, 1], [1, 2], [2, 3], [3, 4]]),
        (5, vec![[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 2]]),
        // Two rows of three.
        (6, vec![[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]]),
    ]
}

/// Small rules about chosen places of a graph, the edges of a graph, and lines.
fn each_small_chosen_rule(visit: &mut dyn FnMut(&RuleSpec, &[Domain])) {
    let vars = |n: usize| (0..n as u32).map(Var).collect::<Vec<_>>();
    let values = Domain::single(1);
    for (n, edges) in small_graphs() {
        let mut specs = vec![RuleSpec::Connected { vars: vars(n), values, edges: edges.clone() }];
        for border in [vec![], vec![0, n as u32 - 1], (0..n as u32).collect(), vec![0, 0]] {
            specs.push(RuleSpec::Acyclic { vars: vars(n), values, edges: edges.clone(), border });
        }
        for size in 1..=(n as u32).min(4) {
            for root in [0, n as u32 / 2] {
                specs.push(RuleSpec::Region { vars: vars(n), values, edges: edges.clone(), root, size });
            }
            for at_least in [false, true] {
                let excepted: &[&[u32]] = if at_least { &[&[], &[size], &[size + 1, size + 2]] } else { &[&[]] };
                for except in excepted {
                    specs.push(RuleSpec::Regions {
                        vars: vars(n),
                        values,
                        edges: edges.clone(),
                        size,
                        at_least,
                        except: except.to_vec(),
                    });
                }
            }
        }
        let last = n as u32 - 1;
        for (starts, size) in [(vec![], 0), (vec![0], 0), (vec![0], 1), (vec![0, last], 2), (vec![last], 3)] {
            specs.push(RuleSpec::Reached { vars: vars(n), values, edges: edges.clone(), starts, size });
        }
        for roots in [vec![], vec![[0, 0]], vec![[0, 2]], vec![[0, 0], [last, 1]], vec![[0, 2], [last, 3]]] {
            if roots.len() < 2 || n > 1 {
                specs.push(RuleSpec::Islands { vars: vars(n), values, edges: edges.clone(), roots });
            }
        }
        // The same graph as places to walk along: its edges are the variables.
        if !edges.is_empty() {
            let ends = edges.clone();
            let spec = RuleSpec::SingleLoop { vars: vars(ends.len()), values, ends };
            each_domains(edges.len(), 2, 0, &mut |d| visit(&spec, d));
        }
        for spec in specs {
            each_domains(n, 2, 0, &mut |d| visit(&spec, d));
            if n == 3 {
                let spec = spec.clone();
                each_domains(n, 3, 0, &mut |d| visit(&spec, d));
            }
        }
    }
    for ends in [vec![[0, 1], [0, 1], [0, 1]], vec![[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]] {
        let spec = RuleSpec::SingleLoop { vars: vars(ends.len()), values, ends: ends.clone() };
        each_domains(ends.len(), 2, 0, &mut |d| visit(&spec, d));
    }
    for n in 0..=6 {
        for lengths in
            [vec![], vec![1], vec![2], vec![6], vec![1, 1], vec![2, 1], vec![1, 1, 1], vec![1, 3], vec![2, 2]]
        {
            let spec = RuleSpec::Runs { vars: vars(n), values, lengths };
            each_domains(n, 2, 0, &mut |d| visit(&spec, d));
        }
    }
    for chosen in 0..64_u32 {
        // Each of four candidates and two negations, in the clause or not.
        let all = [(0, 0, true), (0, 1, true), (1, 1, true), (1, 2, true), (0, 2, false), (1, 0, false)];
        let among = all.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
        let literals = among.map(|(_, &(v, value, sign))| (crate::Literal { var: Var(v), value }, sign)).collect();
        let spec = RuleSpec::Clause { literals };
        let scope = spec.build().map_or(0, |r| r.scope().len());
        // The laws want the scope to be the variables 0, 1, …
        let spec = if scope == 1 { spec.map_vars(|_| Var(0)) } else { spec };
        each_domains(scope, 3, 0, &mut |d| visit(&spec, d));
    }
}

/// All lists of `n` non-empty domains within `base … base + width - 1` (cut at 63).
fn each_domains(n: usize, width: u32, base: u32, visit: &mut dyn FnMut(&[Domain])) {
    let width = width.min(64 - base);
    let choices = (1_u64 << width) - 1;
    let mut index = vec![1_u64; n];
    loop {
        let domains: Vec<Domain> = index.iter().map(|&bits| Domain(bits << base)).collect();
        visit(&domains);
        let Some(i) = index.iter().position(|&bits| bits < choices) else { return };
        index[i] += 1;
        index[..i].fill(1);
    }
}

/// A network of `vars` variables with random domains within 0 … `width - 1` and `rules` random
/// rules of all kinds; the same for the same seed. Scopes, totals and bounds are drawn around one
/// assignment, so that about half of the networks have solutions.
pub fn random_network(seed: u64, vars: u32, width: u32, rules: u32) -> Network {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut below = |n: u32| if n == 0 { 0 } else { rng.next_u32() % n };
    let mut net = Network::new();
    let mut hidden: Vec<Value> = Vec::new();
    for _ in 0..vars {
        let value = below(width) as Value;
        let more = Domain(u64::from(below(u32::MAX)) & Domain::range(0, width as Value - 1).0);
        net.add_var(more.with(value));
        hidden.push(value);
    }
    for _ in 0..rules {
        let mut all: Vec<Var> = (0..vars).map(Var).collect();
        for i in (1..all.len()).rev() {
            all.swap(i, below(i as u32 + 1) as usize);
        }
        let scope = all[..1 + below(vars) as usize].to_vec();
        let at = |v: Var| hidden[v.index()];
        let off = u32::from(below(8) == 0);
        let total = scope.iter().map(|&v| u32::from(at(v))).sum::<u32>() + off;
        let distinct = {
            let mut seen = Domain::EMPTY;
            let mut kept = scope.clone();
            kept.retain(|&v| {
                !seen.contains(at(v)) && {
                    seen = seen.with(at(v));
                    true
                }
            });
            kept
        };
        let spec = match below(6) {
            0 => RuleSpec::AllDifferent { vars: distinct },
            1 if vars > 1 => {
                let (a, b) = (all[0], all[1]);
                let (below, above) = if at(a) < at(b) { (a, b) } else { (b, a) };
                RuleSpec::Inequality { below, above }
            }
            1 | 2 => RuleSpec::Sum { vars: scope, total },
            3 => {
                let total = distinct.iter().map(|&v| u32::from(at(v))).sum::<u32>() + off;
                RuleSpec::Cage { vars: distinct, total }
            }
            4 => {
                let mut tuples = vec![scope.iter().map(|&v| at(v)).collect::<Vec<Value>>()];
                for _ in 0..below(12) {
                    tuples.push(scope.iter().map(|_| below(width) as Value).collect());
                }
                RuleSpec::Table { vars: scope, tuples }
            }
            _ => {
                let values = Domain(u64::from(below(u32::MAX)) & Domain::range(0, width as Value - 1).0);
                let n = scope.iter().filter(|&&v| values.contains(at(v))).count() as u32 + off;
                let (less, more) = (below(2), below(2));
                RuleSpec::Count { vars: scope, values, low: n.saturating_sub(less), high: n + more }
            }
        };
        // The scopes are made of existing, different variables: this can't fail.
        let added = net.add(spec);
        debug_assert!(added.is_ok());
    }
    net
}
