use super::*;
use crate::rules::RuleSpec;
use crate::{Network, Origin, Store, Technique};
use std::ops::ControlFlow;

/// Two counts over three shared places: of a, b, c exactly one, of b, c, d exactly three.
fn two_counts() -> Network {
    let mut net = Network::with_vars(4, Domain::range(0, 1));
    let count = |vars: &[u32], n| RuleSpec::Count {
        vars: vars.iter().map(|&v| Var(v)).collect(),
        values: Domain::single(1),
        low: n,
        high: n,
    };
    net.add_from(count(&[0, 1, 2], 2), Origin { class: 0, place: 0 }).expect("rule");
    net.add_from(count(&[1, 2, 3], 1), Origin { class: 1, place: 1 }).expect("rule");
    net
}

fn steps(technique: &dyn Technique, net: &Network, domains: &[(u32, Value)]) -> Vec<Deduction> {
    let mut store = Store::new(net);
    for &(var, value) in domains {
        store.place(Literal { var: Var(var), value }).expect("no conflict");
    }
    let board = Board::new(&store);
    let mut all = Vec::new();
    let _ = technique.find(&board, &mut |d| {
        all.push(d);
        ControlFlow::Continue(())
    });
    all
}

fn row() -> Row {
    Row::new("test", "Test", Tier::Medium, 10)
}

#[test]
fn one_rule_concludes_when_it_is_full() {
    let net = two_counts();
    let full = RuleStep::new(row(), &[0, 1], "is full").concluding(Domain::single(0));
    assert!(steps(&full, &net, &[]).is_empty());
    let found = steps(&full, &net, &[(1, 1)]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].places, [Literal { var: Var(2), value: 0 }, Literal { var: Var(3), value: 0 }]);
}

#[test]
fn two_rules_together_conclude_what_neither_does() {
    // At most one of b, c, so a is one of the two of a, b, c; and then one of b, c, so d is none.
    let net = two_counts();
    let alone = RuleStep::new(row(), &[0, 1], "");
    assert!(steps(&alone, &net, &[]).is_empty());
    let joint = JointRules::two(row(), Which::class(0), Which::class(1), &[]);
    let found = steps(&joint, &net, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].places, [Literal { var: Var(0), value: 1 }, Literal { var: Var(3), value: 0 }]);
    let trial = Contradiction::within(row(), 10);
    assert_eq!(steps(&trial, &net, &[]).len(), 2);
    assert!(steps(&Contradiction::within(row(), 0), &net, &[]).is_empty());
}
