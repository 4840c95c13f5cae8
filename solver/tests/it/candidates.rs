//! True candidates are those of brute force, on small networks of every kind of rule: a reason that
//! says too little loses solutions without a word, and shows here.

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use tesuji_solver::engine::{Policy, Session};
use tesuji_solver::laws::brute_force;
use tesuji_solver::rules::{Arrow, RuleSpec};
use tesuji_solver::{Domain, Limits, Literal, Network, RuleKind, Stop, Value, Var};

struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        if n == 0 { 0 } else { self.0.next_u32() % n }
    }

    /// Different variables, at least `least` of them.
    fn scope(&mut self, vars: u32, least: u32) -> Vec<Var> {
        let mut all: Vec<Var> = (0..vars).map(Var).collect();
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i as u32 + 1) as usize);
        }
        all.truncate((least + self.below(vars - least + 1)) as usize);
        all
    }

    fn set(&mut self, width: u32) -> Domain {
        Domain(u64::from(self.0.next_u32()) & ((1 << width) - 1))
    }
}

/// Groups of places whose hidden values differ.
fn groups(dice: &mut Dice, values: &[Value], apart: impl Fn(usize, usize) -> bool) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = Vec::new();
    for place in 0..values.len() {
        let fits = |g: &Vec<u32>| g.iter().all(|&p| values[p as usize] != values[place] && apart(p as usize, place));
        match all.iter_mut().find(|g| fits(g)) {
            Some(group) if dice.below(3) > 0 => group.push(place as u32),
            _ => all.push(vec![place as u32]),
        }
    }
    all.retain(|g| g.len() > 1);
    all
}

/// A rule of the kind around a hidden assignment, which mostly holds.
fn rule(kind: RuleKind, dice: &mut Dice, hidden: &[Value], width: u32) -> RuleSpec {
    let vars = hidden.len() as u32;
    let at = |v: Var| hidden[v.index()];
    let off = u32::from(dice.below(10) == 0);
    match kind {
        RuleKind::Linear => {
            let scope = dice.scope(vars, 2);
            let weights: Vec<i32> = scope.iter().map(|_| [1, 1, 1, -1, 2, 10][dice.below(6) as usize]).collect();
            let values: Vec<Value> = scope.iter().map(|&v| at(v)).collect();
            let total: i32 = weights.iter().zip(&values).map(|(&w, &v)| w * i32::from(v)).sum();
            let groups = groups(dice, &values, |a, b| weights[a] == weights[b]);
            RuleSpec::Linear { vars: scope, weights, total: total + off as i32, groups }
        }
        RuleKind::Family => {
            let mut scope = dice.scope(vars, 2);
            let mut seen = Domain::EMPTY;
            scope.retain(|&v| {
                let is_new = !seen.contains(at(v));
                seen = seen.with(at(v));
                is_new
            });
            let mut sets = vec![seen];
            for _ in 0..dice.below(8) {
                let set = dice.set(width);
                if set.len() as usize == scope.len() {
                    sets.push(set);
                }
            }
            RuleSpec::Family { vars: scope, sets }
        }
        RuleKind::Automaton => {
            let scope = dice.scope(vars, 2);
            let n = scope.len() as u32;
            let again = if dice.below(2) == 0 { 0 } else { dice.below(3) };
            let word: Vec<u32> = (0..n).chain((0..again).map(|_| dice.below(n))).collect();
            // The hidden word is accepted along state 0, and there are other ways.
            let mut arrows = Vec::new();
            for &place in &word {
                let mut own = vec![Arrow { from: 0, values: Domain::single(at(scope[place as usize])), to: 0 }];
                for _ in 0..1 + dice.below(5) {
                    own.push(Arrow { from: dice.below(3), values: dice.set(width), to: dice.below(3) });
                }
                arrows.push(own);
            }
            RuleSpec::Automaton { vars: scope, word, starts: vec![0, 1], arrows }
        }
        RuleKind::Same => {
            let scope = dice.scope(vars, 2);
            let half = scope.len() / 2;
            RuleSpec::Same { left: scope[..half].to_vec(), right: scope[half..2 * half].to_vec() }
        }
        RuleKind::Occurrences => {
            let scope = dice.scope(vars, 1);
            let values: Vec<Value> = scope.iter().map(|&v| at(v)).collect();
            let mut times = Vec::new();
            for value in 0..width as Value {
                let n = values.iter().filter(|&&v| v == value).count();
                if dice.below(4) > 0 {
                    times.push((value, 1 << n | u64::from(dice.below(16))));
                }
            }
            let groups = groups(dice, &values, |_, _| true);
            RuleSpec::Occurrences { vars: scope, times, groups }
        }
        RuleKind::AnyOf => {
            let kinds = [RuleKind::Linear, RuleKind::Family, RuleKind::Automaton, RuleKind::Clause, RuleKind::Table];
            let mut branches = Vec::new();
            for _ in 0..1 + dice.below(3) {
                // Other branches are drawn around another assignment.
                let other: Vec<Value> = hidden.iter().map(|_| dice.below(width) as Value).collect();
                let around: &[Value] = if branches.is_empty() { hidden } else { &other };
                let rules = (0..1 + dice.below(2)).map(|_| rule(kinds[dice.below(5) as usize], dice, around, width));
                branches.push(rules.collect::<Vec<_>>());
            }
            RuleSpec::AnyOf { branches }
        }
        RuleKind::Rank => {
            let mut line = || (0..2).map(|_| dice.below(vars)).collect::<Vec<u32>>();
            let (own, others) = (line(), [line(), line(), line()]);
            let mut all: Vec<u32> = own.iter().chain(others.iter().flatten()).copied().collect();
            all.sort_unstable();
            all.dedup();
            let place = |p: &u32| all.binary_search(p).unwrap_or(0) as u32;
            let read = |l: &[u32]| l.iter().map(|&p| hidden[p as usize]).collect::<Vec<_>>();
            let less = others.iter().filter(|o| read(o) < read(&own)).count() as u32;
            let places = |l: &Vec<u32>| l.iter().map(place).collect::<Vec<u32>>();
            RuleSpec::Rank {
                line: places(&own),
                others: others.iter().map(places).collect(),
                less,
                ties: dice.below(2) == 0,
                vars: all.iter().map(|&p| Var(p)).collect(),
            }
        }
        RuleKind::Clause => {
            let scope = dice.scope(vars, 1);
            let literals = scope.iter().map(|&var| {
                let value = dice.below(width) as Value;
                (Literal { var, value }, (at(var) == value) != (dice.below(3) == 0))
            });
            RuleSpec::Clause { literals: literals.collect() }
        }
        RuleKind::Table => {
            let scope = dice.scope(vars, 1);
            let mut tuples = vec![scope.iter().map(|&v| at(v)).collect::<Vec<_>>()];
            for _ in 0..dice.below(9) {
                tuples.push(scope.iter().map(|_| dice.below(width) as Value).collect());
            }
            RuleSpec::Table { vars: scope, tuples }
        }
        _ => {
            let mut scope = dice.scope(vars, 2);
            let mut seen = Domain::EMPTY;
            scope.retain(|&v| {
                let is_new = !seen.contains(at(v));
                seen = seen.with(at(v));
                is_new
            });
            RuleSpec::AllDifferent { vars: scope }
        }
    }
}

/// A loose network of rules of the kind, of different values and of clauses.
fn network(kind: RuleKind, seed: u64, vars: u32, width: u32, rules: u32) -> Network {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let hidden: Vec<Value> = (0..vars).map(|_| dice.below(width) as Value).collect();
    let mut net = Network::new();
    for &value in &hidden {
        let more = if dice.below(3) == 0 { dice.set(width) } else { Domain::range(0, width as Value - 1) };
        net.add_var(more.with(value));
    }
    for _ in 0..rules {
        let kind = [kind, kind, kind, RuleKind::AllDifferent, RuleKind::Clause][dice.below(5) as usize];
        net.add(rule(kind, &mut dice, &hidden, width)).expect("well formed");
    }
    net
}

/// Restarts and halvings on the smallest networks, and no probing that would prevent conflicts. (With
/// fewer clauses kept, a search may come back to where it was for good.)
fn restless() -> Policy {
    Policy { probe: false, least_conflicts: 2, restart_factor: 0.5, learnt: 30, ..Policy::default() }
}

fn assert_true_candidates(net: &Network, policy: Policy) {
    let truth = brute_force(net);
    let mut session = Session::within(net, net.domains(), policy);
    // Where there are few solutions, all are counted.
    let most = if truth.len() > 24 { 4 } else { usize::MAX };
    let all = session.candidates(&[], most, &Limits::default());
    let two = session.candidates(&[], 2, &Limits::default());
    assert_eq!((all.stop, two.stop), (Stop::Exhausted, Stop::Exhausted));
    for var in net.vars() {
        for value in net.domains()[var.index()].iter() {
            let candidate = Literal { var, value };
            let right = truth.iter().filter(|s| s[var.index()] == value).count() as u32;
            assert_eq!(
                all.count(candidate),
                right.min(u32::try_from(most).unwrap_or(u32::MAX)),
                "{var:?} = {value} in {net:?}"
            );
            assert_eq!(two.count(candidate), right.min(2), "{var:?} = {value} in {net:?}");
            assert_eq!(all.domain(var).contains(value), right > 0);
        }
    }
    // After an edit: one candidate assumed.
    let Some(solution) = truth.get(truth.len() / 2) else { return };
    let assumed = Literal { var: Var(0), value: solution[0] };
    let is = session.is(assumed);
    let one = session.candidates(&[is], 1, &Limits::default());
    for var in net.vars() {
        let right = truth.iter().filter(|s| s[0] == solution[0]).map(|s| s[var.index()]).collect();
        assert_eq!(one.domain(var), right, "{var:?} under {assumed:?} in {net:?}");
    }
}

const KINDS: [RuleKind; 7] = [
    RuleKind::Linear,
    RuleKind::Family,
    RuleKind::Automaton,
    RuleKind::Same,
    RuleKind::Occurrences,
    RuleKind::AnyOf,
    RuleKind::Rank,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn true_candidates_are_those_of_brute_force(
        kind in 0..KINDS.len(), seed: u64, vars in 2..6_u32, width in 2..5_u32, rules in 2..7_u32
    ) {
        let net = network(KINDS[kind], seed, vars, width, rules);
        assert_true_candidates(&net, Policy::default());
        assert_true_candidates(&net, restless());
        assert_true_candidates(&net, Policy { decide_values: false, ..restless() });
    }
}

#[test]
fn a_limit_is_told() {
    let mut net = Network::with_vars(8, Domain::range(1, 8));
    net.add(RuleSpec::AllDifferent { vars: (0..8).map(Var).collect() }).expect("well formed");
    let mut session = Session::new(&net);
    let cut = session.candidates(&[], 1, &Limits::default().with_nodes(3));
    assert_eq!(cut.stop, Stop::Nodes);
    assert_eq!(session.candidates(&[], 1, &Limits::default()).stop, Stop::Exhausted);
}
