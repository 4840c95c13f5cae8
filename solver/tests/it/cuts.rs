//! Cuts exclude the assignment that they were made of and no assignment on which the rule holds.

use std::collections::BTreeMap;
use tesuji_solver::cuts::{Cut, LazyRules};
use tesuji_solver::laws::{each_assignment, each_small_rule};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Encoding, Network, RuleKind, Value, Var};

fn holds(cut: &Cut, values: &[Value]) -> bool {
    cut.iter().any(|(l, sign)| (values[l.var.index()] == l.value) == *sign)
}

/// All cuts of all assignments that break the rule, each checked with all on which it holds.
fn check(spec: &RuleSpec, domains: &[Domain]) -> usize {
    let mut net = Network::new();
    for &d in domains {
        net.add_var(d);
    }
    net.add(spec.clone()).expect("well formed");
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    each_assignment(domains, &mut |values| {
        if net.holds(values) { good.push(values.to_vec()) } else { bad.push(values.to_vec()) }
    });
    let rules = LazyRules::select(&net, domains, net.rule_ids());
    for values in &good {
        assert!(rules.cuts(values).is_empty(), "{spec:?} over {domains:?}: holds on {values:?}");
    }
    let mut seen = std::collections::BTreeSet::new();
    for values in &bad {
        let cuts = rules.cuts(values);
        assert!(!cuts.is_empty(), "{spec:?} over {domains:?}: no cut of {values:?}");
        for cut in cuts {
            assert!(!holds(&cut, values), "{spec:?} over {domains:?}: {cut:?} keeps {values:?}");
            seen.insert(cut);
        }
    }
    for cut in &seen {
        let lost = good.iter().find(|values| !holds(cut, values));
        assert!(lost.is_none(), "{spec:?} over {domains:?}: {cut:?} loses {lost:?}");
    }
    seen.len()
}

#[test]
fn cuts_of_small_rules_are_sound() {
    let mut cuts = BTreeMap::<RuleKind, usize>::new();
    let mut n = 0_usize;
    each_small_rule(&mut |spec, domains| {
        n += 1;
        let rule = spec.build().expect("well formed");
        // Few assignments, or rules that backends state by cuts: all of them.
        if n.is_multiple_of(11) || rule.encoding() == Encoding::Lazy {
            *cuts.entry(rule.kind()).or_default() += check(spec, domains);
        }
    });
    assert_eq!(cuts.len(), RuleKind::ALL.len());
    assert!(cuts.values().all(|&n| n > 50), "{cuts:?}");
}

/// Neighbours on a grid.
fn grid(height: u32, width: u32) -> Vec<[u32; 2]> {
    let mut edges = Vec::new();
    for cell in 0..height * width {
        if cell % width + 1 < width {
            edges.push([cell, cell + 1]);
        }
        if cell + width < height * width {
            edges.push([cell, cell + width]);
        }
    }
    edges
}

/// The cuts of one assignment of a rule over an 8×8 grid.
fn on_grid(spec: impl Fn(Vec<Var>, Vec<[u32; 2]>) -> RuleSpec, chosen: &[u32]) -> Vec<Cut> {
    let mut net = Network::with_vars(64, Domain::range(0, 1));
    net.add(spec(net.vars().collect(), grid(8, 8))).expect("well formed");
    let mut values = vec![0; 64];
    chosen.iter().for_each(|&c| values[c as usize] = 1);
    let cuts = LazyRules::select(&net, net.domains(), net.rule_ids()).cuts(&values);
    assert!(cuts.iter().all(|cut| !holds(cut, &values)));
    cuts
}

/// One cut for each part of the grid, and no more of the grid in it than the wall around that part.
#[test]
fn cuts_are_local() {
    let values = Domain::single(1);
    // A corner, two cells side by side, and four cells in a row.
    let parts = [7, 24, 25, 60, 61, 62, 63];
    let connected = on_grid(|vars, edges| RuleSpec::Connected { vars, values, edges }, &parts);
    let mut lengths: Vec<usize> = connected.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [2 + 2, 2 + 5], "{connected:?}");
    let regions = on_grid(
        |vars, edges| RuleSpec::Regions { vars, values, edges, size: 3, at_least: false, except: vec![] },
        &parts,
    );
    let mut lengths: Vec<usize> = regions.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    // The corner and its wall, the pair and its wall, four in a row.
    assert_eq!(lengths, [1 + 2, 4, 1 + 5], "{regions:?}");
    let region = on_grid(|vars, edges| RuleSpec::Region { vars, values, edges, root: 7, size: 7 }, &parts);
    // The root's own wall; the others are too far away whatever stands around them.
    assert_eq!(region.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1], "{region:?}");
    let ring = [9, 10, 11, 17, 19, 25, 26, 27, 5, 6, 13, 14];
    let acyclic = on_grid(|vars, edges| RuleSpec::Acyclic { vars, values, edges, border: vec![] }, &ring);
    let mut lengths: Vec<usize> = acyclic.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [4, 8], "{acyclic:?}");
}

/// Two loops: the shorter one and one edge of the other.
#[test]
fn a_loop_beside_another_is_cut_off() {
    let ends = grid(8, 8);
    let mut net = Network::with_vars(ends.len(), Domain::range(0, 1));
    let vars = net.vars().collect();
    net.add(RuleSpec::SingleLoop { vars, values: Domain::single(1), ends: ends.clone() }).expect("well formed");
    let around = |corners: &[u32]| -> Vec<[u32; 2]> {
        let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
        pairs.map(|(&a, &b)| [a.min(b), a.max(b)]).collect()
    };
    let loops = [around(&[9, 10, 18, 17]), around(&[20, 21, 22, 30, 29, 28])].concat();
    let values: Vec<Value> = ends.iter().map(|e| Value::from(loops.contains(e))).collect();
    assert_eq!(values.iter().filter(|&&v| v == 1).count(), 10);
    let cuts = LazyRules::of(&net, net.domains()).cuts(&values);
    assert_eq!(cuts.iter().map(Vec::len).collect::<Vec<_>>(), [4 + 1]);
    assert!(cuts.iter().all(|cut| !holds(cut, &values)));
}
