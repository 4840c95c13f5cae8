//! The law of [`Rule::reads`](crate::Rule::reads): in every other state that agrees on the variables
//! named, the same changes lead to the same end, as far as these variables see.

use super::RuleSpec;
use crate::rule::{Reads, Traced};
use crate::{Domain, Literal, Network, RuleId, Store, Value, Var};

const RULE: RuleId = RuleId(0);
const OPEN: Domain = Domain(0b11);

/// Numbers that are drawn.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn domain(&mut self) -> Domain {
        match self.below(6) {
            0 => Domain::single(0),
            1 => Domain::single(1),
            _ => OPEN,
        }
    }
}

/// A grid, with some of its edges left out.
fn edges(draw: &mut Draw, wide: u32, high: u32) -> Vec<[u32; 2]> {
    let mut all = Vec::new();
    for place in 0..wide * high {
        if place % wide + 1 < wide {
            all.push([place, place + 1]);
        }
        if place + wide < wide * high {
            all.push([place, place + wide]);
        }
    }
    all.retain(|_| draw.below(9) > 0);
    all
}

/// The candidates after some are given, pruned to the end; and whether the rule pruned. `None`: a
/// contradiction.
fn end<'n>(net: &'n Network, from: &[Domain], given: &[Literal]) -> Option<(Store<'n>, bool)> {
    let mut at = Store::from_domains(net, from.to_vec());
    for &literal in given {
        at.assign(literal).ok()?;
    }
    at.take_changed();
    let mut has_pruned = false;
    loop {
        net.rule(RULE).prune(&mut at).ok()?;
        if at.take_changed().is_empty() {
            return Some((at, has_pruned));
        }
        has_pruned = true;
    }
}

fn holds(spec: impl Fn(Vec<Var>, Vec<[u32; 2]>) -> RuleSpec, seed: u64) -> usize {
    let mut draw = Draw(seed);
    let mut compared = 0;
    for _ in 0..4_000 {
        let (wide, high) = (3 + draw.below(3) as u32, 2 + draw.below(3) as u32);
        let n = wide * high;
        let mut net = Network::with_vars(n as usize, OPEN);
        let graph = edges(&mut draw, wide, high);
        net.add(spec((0..n).map(Var).collect(), graph)).expect("a rule");
        let drawn: Vec<Domain> = (0..n).map(|_| draw.domain()).collect();
        let Some((base, _)) = end(&net, &drawn, &[]) else { continue };
        let base = base.domains().to_vec();
        let open: Vec<Var> = net.vars().filter(|v| base[v.index()] == OPEN).collect();
        if open.is_empty() {
            continue;
        }
        let given: Vec<Literal> = (0..1 + draw.below(2))
            .map(|_| Literal { var: open[draw.below(open.len() as u64) as usize], value: draw.below(2) as Value })
            .collect();
        let Some((after, _)) = end(&net, &base, &given) else { continue };
        let changed: Vec<Var> = net.vars().filter(|&v| after.domain(v) != base[v.index()]).collect();
        let mut read = changed.clone();
        let traced = Traced { at: &after, changed: &changed };
        let reads = net.rule(RULE).reads(&traced, &mut |var| read.push(var));
        if reads == Reads::Scope {
            continue;
        }
        for _ in 0..40 {
            let mut other: Vec<Domain> = (0..n).map(|_| draw.domain()).collect();
            read.iter().for_each(|v| other[v.index()] = base[v.index()]);
            let Some((settled, is_pruned)) = end(&net, &other, &[]) else { continue };
            if is_pruned && reads == Reads::Named {
                other = settled.domains().to_vec();
                if read.iter().any(|v| other[v.index()] != base[v.index()]) {
                    continue;
                }
            }
            let what = || format!("{:?} {base:?} {other:?} {given:?} {read:?}", net.spec(RULE));
            let Some((end, _)) = end(&net, &other, &given) else { panic!("{}", what()) };
            assert!(read.iter().all(|&v| end.domain(v) == after.domain(v)), "{}", what());
            compared += 1;
        }
    }
    compared
}

#[test]
fn cycles_read_what_they_say() {
    let spec = |vars, edges| RuleSpec::Acyclic { vars, values: Domain::single(1), edges, border: vec![0, 1] };
    let compared = holds(spec, 2);
    assert!(compared > 2_000, "{compared}");
}
