//! The laws of [`Incremental`](tesuji_solver::Incremental), on drawn grids: it concludes what
//! [`prune`](tesuji_solver::Rule::prune) does, call by call, and in every other state that agrees on the
//! variables which it names, the same changes lead to the same end.

use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Incremental, Literal, Network, RuleId, Start, Store, Value, Var};

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

    fn literal(&mut self, of: &[Var]) -> Literal {
        Literal { var: of[self.below(of.len() as u64) as usize], value: self.below(2) as Value }
    }
}

/// A grid, with some of its edges left out and a few twice.
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
    let twice: Vec<[u32; 2]> = all.iter().copied().filter(|_| draw.below(20) == 0).collect();
    all.extend(twice);
    all
}

/// A network of one rule over a drawn grid.
fn drawn(draw: &mut Draw, spec: &dyn Fn(Vec<Var>, Vec<[u32; 2]>) -> RuleSpec) -> Network {
    let (wide, high) = (3 + draw.below(3) as u32, 2 + draw.below(3) as u32);
    let mut net = Network::with_vars((wide * high) as usize, OPEN);
    let graph = edges(draw, wide, high);
    net.add(spec((0..wide * high).map(Var).collect(), graph)).expect("a rule");
    net
}

fn open(net: &Network, at: &[Domain]) -> Vec<Var> {
    net.vars().filter(|v| at[v.index()] == OPEN).collect()
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

/// Gives candidates one after the other to the rule and to what follows; counts the calls that
/// concluded something.
fn follow_one_trial(draw: &mut Draw, net: &Network, base: &[Domain], follower: &mut dyn Incremental) -> usize {
    let (mut by_rule, mut followed) =
        (Store::from_domains(net, base.to_vec()), Store::from_domains(net, base.to_vec()));
    let mut told = 0;
    let mut changed = Vec::new();
    loop {
        let open = open(net, by_rule.domains());
        if open.is_empty() {
            return told;
        }
        for _ in 0..1 + draw.below(3) {
            let literal = draw.literal(&open);
            if by_rule.domain(literal.var).contains(literal.value) {
                by_rule.assign(literal).expect("a candidate");
                followed.assign(literal).expect("the same candidates");
                changed.push(literal.var);
            }
        }
        by_rule.take_changed();
        let what = || format!("{:?} {base:?} {:?}", net.spec(RULE), by_rule.domains());
        let before = by_rule.domains().to_vec();
        followed.take_changed();
        let (wanted, got) = (net.rule(RULE).prune(&mut by_rule.clone()), follower.prune(&mut followed, &changed));
        assert_eq!(wanted.is_err(), got.is_err(), "{}", what());
        if wanted.is_err() {
            return told + 1;
        }
        net.rule(RULE).prune(&mut by_rule).expect("the same again");
        assert_eq!(by_rule.domains(), followed.domains(), "from {before:?} {:?}", net.spec(RULE));
        changed = followed.take_changed();
        told += changed.len().min(1);
        by_rule.take_changed();
    }
}

fn follows(spec: &dyn Fn(Vec<Var>, Vec<[u32; 2]>) -> RuleSpec, seed: u64) -> usize {
    let mut draw = Draw(seed);
    let mut told = 0;
    for _ in 0..4_000 {
        let net = drawn(&mut draw, spec);
        let mut follower = net.rule(RULE).incremental().expect("it follows");
        let from: Vec<Domain> = net.vars().map(|_| draw.domain()).collect();
        let once = net.rule(RULE).prune(&mut Store::from_domains(&net, from.clone()));
        let settled = end(&net, &from, &[]);
        let start = match &settled {
            _ if once.is_err() => Start::Broken,
            Some((_, false)) => Start::Settled,
            _ => Start::Unsettled,
        };
        assert_eq!(follower.start(&Store::from_domains(&net, from.clone())), start, "{:?} {from:?}", net.spec(RULE));
        if start == Start::Broken {
            continue;
        }
        for _ in 0..3 {
            told += follow_one_trial(&mut draw, &net, &from, &mut *follower);
            follower.rewind();
        }
        let Some((base, _)) = settled else { continue };
        assert_eq!(follower.start(&base), Start::Settled, "{:?} {:?}", net.spec(RULE), base.domains());
        for _ in 0..3 {
            told += follow_one_trial(&mut draw, &net, base.domains(), &mut *follower);
            follower.rewind();
        }
    }
    told
}

fn reads_hold(spec: &dyn Fn(Vec<Var>, Vec<[u32; 2]>) -> RuleSpec, seed: u64) -> usize {
    let mut draw = Draw(seed);
    let mut compared = 0;
    for look in 1..4_000 {
        let net = drawn(&mut draw, spec);
        let drawn: Vec<Domain> = net.vars().map(|_| draw.domain()).collect();
        let Some((base, _)) = end(&net, &drawn, &[]) else { continue };
        let mut follower = net.rule(RULE).incremental().expect("it follows");
        assert_eq!(follower.start(&base), Start::Settled);
        let base = base.domains().to_vec();
        let open = open(&net, &base);
        if open.is_empty() {
            continue;
        }
        let given: Vec<Literal> = (0..1 + draw.below(2)).map(|_| draw.literal(&open)).collect();
        let Some((after, _)) = end(&net, &base, &given) else { continue };
        let changed: Vec<Var> = net.vars().filter(|&v| after.domain(v) != base[v.index()]).collect();
        let mut read = changed.clone();
        if !follower.reads(look, &after, &changed, &mut |var| read.push(var)) {
            continue;
        }
        for _ in 0..40 {
            let mut other: Vec<Domain> = net.vars().map(|_| draw.domain()).collect();
            read.iter().for_each(|v| other[v.index()] = base[v.index()]);
            let Some((settled, is_pruned)) = end(&net, &other, &[]) else { continue };
            if is_pruned {
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

fn no_cycles(vars: Vec<Var>, edges: Vec<[u32; 2]>) -> RuleSpec {
    RuleSpec::Acyclic { vars, values: Domain::single(1), edges, border: vec![0, 1, 1, 4] }
}

#[test]
fn cycles_are_followed() {
    let told = follows(&no_cycles, 1);
    assert!(told > 2_000, "{told}");
}

#[test]
fn connections_are_followed() {
    let connected = |vars, edges| RuleSpec::Connected { vars, values: Domain::single(1), edges };
    let told = follows(&connected, 3);
    assert!(told > 2_000, "{told}");
}

#[test]
fn cycles_read_what_they_say() {
    let compared = reads_hold(&no_cycles, 2);
    assert!(compared > 2_000, "{compared}");
}
