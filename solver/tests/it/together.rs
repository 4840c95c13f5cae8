//! Steps by several rules together: counted, by odd and even, by all ways, in rounds. They strike
//! nothing that a solution has, their reasons replay, and damaged reasons are refused.

use std::ops::ControlFlow;
use tesuji_solver::counting::CountPolicy;
use tesuji_solver::laws::{brute_force, random_network};
use tesuji_solver::reason::{Bound, Together, replay};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{Counting, EitherWay, Rounds, Row, Ways, Which};
use tesuji_solver::{
    Board, Deduction, Domain, Explainer, Literal, Network, Origin, RuleId, Store, Technique, Tier, Value, Var,
};

fn none(_: Var) -> bool {
    false
}

fn row() -> Row {
    Row::new("test", "Test", Tier::Hard, 10)
}

fn found(technique: &dyn Technique, at: &Store<'_>) -> Vec<Deduction> {
    let mut all = Vec::new();
    let _ = technique.find(&Board::new(at), &mut |step| {
        all.push(step);
        ControlFlow::Continue(())
    });
    all
}

/// Checks all steps of a technique; gives the number of candidates that they strike.
fn check(technique: &dyn Technique, net: &Network) -> usize {
    let truth = brute_force(net);
    let at = Store::new(net);
    let mut with = Explainer::new(net);
    let mut struck = 0;
    for step in found(technique, &at) {
        for removal in &step.removes {
            let is_wrong = |s: &Vec<Value>| removal.values.contains(s[removal.var.index()]);
            assert!(!truth.iter().any(is_wrong), "{step:?}");
            struck += removal.values.len() as usize;
        }
        let explained = technique.explain(&Board::new(&at), &step, &mut with);
        let said: usize = explained.iter().flat_map(|e| &e.removes).map(|r| r.values.len() as usize).sum();
        assert!(said >= step.removes.iter().map(|r| r.values.len() as usize).sum(), "{step:?}: {explained:?}");
        for step in explained {
            let because = &step.because;
            let read = replay(net, &none, &step.premises(), because.supposed, &because.reasons, &step.conclusions());
            assert_eq!(read, Ok(()), "{step:?}");
        }
    }
    struck
}

#[test]
fn random_networks_lose_no_solution() {
    let techniques: [(Box<dyn Technique>, usize); 4] = [
        (Box::new(Counting::numbers(row(), CountPolicy::default())), 40),
        (Box::new(Counting::parities(row())), 20),
        (Box::new(Rounds::new(row(), 1)), 100),
        (Box::new(Rounds::new(row(), 3)), 100),
    ];
    for (technique, least) in &techniques {
        let mut struck = 0;
        for seed in 0..400 {
            for (vars, values) in [(5, 3), (7, 2)] {
                struck += check(&**technique, &random_network(seed, vars, values, 6));
            }
        }
        assert!(struck >= *least, "{struck} struck");
    }
}

const SHADED: Domain = Domain(0b10);

/// A room of 3 by 3 with 5 shaded cells, none of which touch.
fn room() -> Network {
    let mut net = Network::with_vars(9, Domain::range(0, 1));
    let vars: Vec<Var> = net.vars().collect();
    let count = RuleSpec::Count { vars, values: SHADED, low: 5, high: 5 };
    net.add_from(count, Origin { class: 0, place: 0 }).expect("a count");
    let ban = |a: u32, b: u32| RuleSpec::Clause {
        literals: [a, b].map(|v| (Literal { var: Var(v), value: 1 }, false)).to_vec(),
    };
    for cell in 0..9 {
        let beside = [(cell % 3 < 2).then_some(cell + 1), (cell < 6).then_some(cell + 3)];
        for other in beside.into_iter().flatten() {
            net.add_from(ban(cell, other), Origin { class: 1, place: cell }).expect("a ban");
        }
    }
    net
}

/// Its corners and its middle are shaded: by counting pairs, and by going through all ways.
#[test]
fn a_full_room_is_counted_and_gone_through() {
    let net = room();
    let unshaded: Vec<Literal> = [0, 2, 4, 6, 8].map(|v| Literal { var: Var(v), value: 0 }).to_vec();
    let ways = Ways::new(row(), Which::class(0), &[1], 1);
    let counting = Counting::numbers(row(), CountPolicy::default());
    for technique in [&ways as &dyn Technique, &counting] {
        let struck: usize = check(technique, &net);
        assert!(struck >= 5, "{struck}");
        let at = Store::new(&net);
        let gone = |l: &Literal| {
            found(technique, &at)
                .iter()
                .flat_map(|s| s.removes.clone())
                .any(|r| r.var == l.var && r.values.contains(l.value))
        };
        assert!(unshaded.iter().all(gone));
    }
    let rounds = Rounds::new(row(), 4);
    let by_rounds = found(&rounds, &Store::new(&net));
    let is_middle = |s: &Deduction| s.removes.iter().any(|r| r.var == Var(4) && r.values.contains(0));
    assert!(!by_rounds.iter().any(is_middle), "the middle takes counting");
}

/// A bound that the rule does not say, or too small a sum, proves nothing.
#[test]
fn damaged_sums_prove_nothing() {
    let net = room();
    let at = Store::new(&net);
    let counting = Counting::numbers(row(), CountPolicy::default());
    let steps = found(&counting, &at);
    let mut refused = 0;
    for step in &steps {
        let Some(Together::Sum(bounds)) = &step.because.reasons[0].together else { panic!("a sum") };
        let gone = step.removes[0];
        let mut domains = net.domains().to_vec();
        domains[gone.var.index()] = gone.values;
        assert!(Together::Sum(bounds.clone()).contradicts(&net, &domains));
        for i in 0..bounds.len() {
            let mut less = bounds.clone();
            less.remove(i);
            let mut tighter = bounds.clone();
            tighter[i] = Bound { most: bounds[i].most - 1, ..bounds[i].clone() };
            for wrong in [less, tighter] {
                assert!(!Together::Sum(wrong).contradicts(&net, &domains), "{bounds:?}");
                refused += 1;
            }
        }
    }
    assert!(refused > 20, "{refused}");
}

/// A loop on a square with a diagonal: where two of three edges of a corner are known, so is the
/// third, and what leaves a part of the board is even.
#[test]
fn a_loop_leaves_a_part_of_the_board_as_often_as_it_enters() {
    // Corners 0 to 3 on the left, 4 to 7 on the right; three edges join the parts.
    let ends = vec![[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6]];
    let mut net = Network::with_vars(ends.len(), Domain::range(0, 1));
    let vars: Vec<Var> = net.vars().collect();
    net.add(RuleSpec::SingleLoop { vars, values: SHADED, ends }).expect("a loop");
    net.set_domain(Var(8), SHADED);
    net.set_domain(Var(9), Domain(1));
    let parity = Counting::parities(row());
    assert!(check(&parity, &net) >= 1);
    let steps = found(&parity, &Store::new(&net));
    let crossing = steps.iter().find(|s| s.removes[0].var == Var(10)).expect("the third edge");
    assert_eq!(crossing.removes[0].values, Domain(1), "it is in the loop");
}

/// Either way: of two cells one is taken, and each of them excludes a third.
#[test]
fn a_candidate_goes_that_either_value_beside_it_excludes() {
    let mut net = Network::with_vars(3, Domain::range(0, 1));
    let table = |tuples: &[[Value; 3]]| RuleSpec::Table {
        vars: net.vars().collect(),
        tuples: tuples.iter().map(|t| t.to_vec()).collect(),
    };
    let spec = table(&[[1, 0, 0], [0, 1, 0]]);
    net.add_from(spec, Origin { class: 0, place: 0 }).expect("a table");
    assert_eq!(check(&EitherWay::new(row(), &[0], &[0]), &net), 1);
    assert_eq!(Together::Split { rules: vec![RuleId(0)], var: Var(0) }.rules(), [RuleId(0)]);
}

/// A variable that stands in two literals of a clause counts once.
#[test]
fn a_bound_of_a_clause_counts_each_variable_once() {
    let mut net = Network::with_vars(2, Domain::range(0, 2));
    let literal = |var, value| (Literal { var: Var(var), value }, true);
    net.add(RuleSpec::Clause { literals: vec![literal(0, 1), literal(0, 2), literal(1, 1)] }).expect("a clause");
    let terms = vec![(Literal { var: Var(0), value: 0 }, -1), (Literal { var: Var(1), value: 1 }, -1)];
    let bound = |most| Bound { rule: RuleId(0), terms: terms.clone(), most, times: 1 };
    // With the first variable 0 the second is 1, which is all that the clause says of the two.
    let domains = [Domain::single(0), Domain::range(0, 2)];
    assert!(bound(-2).holds(&net, &domains) && !bound(-3).holds(&net, &domains));
}
