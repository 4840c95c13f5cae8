use super::*;
use crate::grade::{Sweep, SweepRequest};
use crate::rules::RuleSpec;
use crate::{Catalog, Network, Origin, Store, Technique, Tier};
use std::ops::ControlFlow;
use std::sync::Arc;

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

/// What a look at one line of `#`, `.` and `?` says, as such a line.
fn looked(look: LineLook, line: &str, lengths: &[u32]) -> String {
    let n = line.len() as u32;
    let mut net = Network::with_vars(n as usize, Domain::range(0, 1));
    let vars = (0..n).map(Var).collect();
    net.add(RuleSpec::Runs { vars, values: Domain::single(1), lengths: lengths.to_vec() }).expect("rule");
    let known = line.bytes().enumerate().filter(|(_, c)| *c != b'?');
    let known: Vec<(u32, Value)> = known.map(|(i, c)| (i as u32, Value::from(c == b'#'))).collect();
    let mut out = line.as_bytes().to_vec();
    for step in steps(&LineStep::new(row(), look), &net, &known) {
        step.places.iter().for_each(|l| out[l.var.index()] = [b'.', b'#'][usize::from(l.value)]);
    }
    String::from_utf8(out).expect("ASCII")
}

#[test]
fn lines_are_looked_at_as_people_do() {
    for (look, line, lengths, after) in [
        (LineLook::Complete, "?##?#", &[2, 1][..], ".##.#"),
        (LineLook::Complete, "?#??#", &[2, 1], "?#??#"),
        (LineLook::Overlap, "?????", &[3], "??#??"),
        (LineLook::Overlap, "?????", &[2], "?????"),
        (LineLook::Unreachable, "??#????", &[2], ".?#?..."),
        (LineLook::Unreachable, "??#????", &[2, 1], ".?#????"),
        (LineLook::ShortGap, "??.???.??", &[3], "...???..."),
        (LineLook::ShortGap, "??.???", &[2], "??.???"),
        (LineLook::Edge, "?#??????", &[4], "?###????"),
        (LineLook::Edge, "??#?????", &[3], "??#?????"),
        (LineLook::Block, "??##??????", &[3, 2], "??##??????"),
        (LineLook::Block, "???##????", &[2], "??.##.???"),
        (LineLook::Block, "??##??????", &[2, 2], "?.##.?????"),
    ] {
        assert_eq!(looked(look, line, lengths), after, "{look:?} {line}");
    }
}

#[test]
fn looks_say_no_more_than_all_placements() {
    // Every line of up to six cells with every set of runs: what a look says holds in all
    // placements.
    let looks = [
        LineLook::Complete,
        LineLook::Overlap,
        LineLook::Unreachable,
        LineLook::ShortGap,
        LineLook::Edge,
        LineLook::Block,
    ];
    for n in 1..=6u32 {
        for picture in 0..1u32 << n {
            let cell = |i: u32| picture >> i & 1 == 1;
            let cells: Vec<bool> = (0..n).map(cell).collect();
            let lengths: Vec<u32> = cells.chunk_by(|a, b| a == b).filter(|c| c[0]).map(|c| c.len() as u32).collect();
            for known in 0..1u32 << n {
                let sign = |i: u32| if known >> i & 1 == 0 { '?' } else { ['.', '#'][usize::from(cell(i))] };
                let line: String = (0..n).map(sign).collect();
                for look in looks {
                    let said = looked(look, &line, &lengths);
                    for (i, c) in said.chars().enumerate() {
                        assert!(c == '?' || (c == '#') == cells[i], "{look:?} {line} {lengths:?}: {said}");
                    }
                }
            }
        }
    }
}

/// A value that is written down excludes it from the houses on the board, and from no other.
#[test]
fn a_house_that_is_left_out_strikes_nothing() {
    let mut net = Network::with_vars(2, Domain::range(0, 1));
    net.add(RuleSpec::AllDifferent { vars: net.vars().collect() }).expect("a house");
    let catalog: Catalog = [Arc::new(LastValue::new()) as Arc<dyn Technique>].into_iter().collect();
    let mut sweep = Sweep::new(&net, &catalog);
    for off in [[true], [false]] {
        let want = SweepRequest { off: &off, ceiling: Tier::Master, in_rounds: true, steps: 9, goal: &[] };
        sweep.begin(Store::new(&net), &off);
        sweep.restrict(Var(0), Domain::single(0)).expect("no conflict");
        assert_eq!(sweep.resume(&want), Some(!off[0]));
    }
}
