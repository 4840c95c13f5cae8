//! A run that remembers what it looked at ends where a fresh run ends: after rules were left out
//! and brought in, after values from outside, after it went back to a checkpoint, and with
//! conclusions kept from other networks.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use tesuji_solver::grade::{Checkpoint, Sweep, SweepRequest};
use tesuji_solver::laws::random_network;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::techniques::steps::{
    Contradiction, Counting, EitherWay, JointRules, LastValue, Memo, Rounds, Row, RuleStep, Ways, Which,
};
use tesuji_solver::{Catalog, Domain, Network, Origin, Store, Technique, Tier, Var};

/// Numbers that are drawn.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

const fn row(id: &'static str) -> Row {
    Row::new(id, "Test", Tier::Hard, 10)
}

/// Last values, and some of the others.
fn catalog(draw: &mut Draw) -> Catalog {
    let all: [Arc<dyn Technique>; 7] = [
        Arc::new(RuleStep::new(row("step"), &[0], "")),
        Arc::new(EitherWay::new(row("either"), &[0], &[0])),
        Arc::new(JointRules::one(row("one"), Which::class(0), &[0]).trying_around()),
        Arc::new(Ways::new(row("ways"), Which::class(0), &[0], 1)),
        Arc::new(Counting::parities(row("parity"))),
        Arc::new(Rounds::new(row("rounds"), 2)),
        // Without a bound, as a run with one depends on the order of its steps.
        Arc::new(Contradiction::within(row("trial"), usize::MAX)),
    ];
    let last: Arc<dyn Technique> = Arc::new(LastValue::new());
    let some = all.into_iter().filter(|_| draw.below(3) > 0).collect::<Vec<_>>();
    std::iter::once(last).chain(some).collect()
}

/// A run as it stands, or `None` where it came to a contradiction.
fn end(sweep: &Sweep<'_>, solved: Option<bool>) -> Option<Vec<Domain>> {
    solved.map(|_| sweep.store().domains().to_vec())
}

/// Compares runs on a network; gives their number.
fn compare(net: &Network, draw: &mut Draw, memo: &Rc<RefCell<Memo>>) -> usize {
    let catalog = catalog(draw);
    let in_rounds = draw.below(2) == 0;
    let mut sweep = Sweep::new(net, &catalog);
    if draw.below(2) == 0 {
        sweep = sweep.remembering(memo);
    }
    let mut off: Vec<bool> = net.rule_ids().map(|_| draw.below(2) == 0).collect();
    let mut trail: Vec<(Checkpoint<'_>, Store<'_>, Vec<bool>)> = Vec::new();
    sweep.begin(Store::new(net), &off);
    let mut compared = 0;
    for _ in 0..8 {
        let start = sweep.store().clone();
        let want = SweepRequest { off: &off, ceiling: Tier::Master, in_rounds, steps: u64::MAX, goal: &[] };
        let solved = sweep.resume_watched(&want, &mut |sweep| {
            trail.push((sweep.checkpoint(), sweep.store().clone(), off.clone()));
        });
        let ended = end(&sweep, solved);
        let mut fresh = Sweep::new(net, &catalog);
        fresh.begin(start.clone(), &off);
        let solved = fresh.resume(&want);
        let specs = || net.rule_ids().map(|id| net.spec(id)).collect::<Vec<_>>();
        assert_eq!(ended, end(&fresh, solved), "{catalog:?} {off:?} {:?} {:?}", start.domains(), specs());
        let mut remembering = Sweep::new(net, &catalog).remembering(memo);
        remembering.begin(start.clone(), &off);
        let solved = remembering.resume(&want);
        assert_eq!(ended, end(&remembering, solved), "{catalog:?} {off:?} {:?} {:?}", start.domains(), specs());
        assert!(solved.is_none() || remembering.swept(true) == fresh.swept(true), "{catalog:?} {off:?}");
        compared += 1;
        let out: Vec<_> = net.rule_ids().filter(|id| off[id.index()]).collect();
        let open: Vec<Var> = net.vars().filter(|&var| sweep.store().domain(var).len() > 1).collect();
        match draw.below(3) {
            0 if ended.is_some() && !out.is_empty() => {
                let rule = out[draw.below(out.len())];
                sweep.add_rule(rule);
                off[rule.index()] = false;
            }
            1 if ended.is_some() && !open.is_empty() => {
                let var = open[draw.below(open.len())];
                let values: Vec<u8> = sweep.store().domain(var).iter().collect();
                let gone = Domain::single(values[draw.below(values.len())]);
                let left = sweep.store().domain(var).minus(gone);
                if sweep.restrict(var, left).is_none() {
                    break;
                }
            }
            _ if !trail.is_empty() => {
                let (to, at, was_off) = &trail[draw.below(trail.len())];
                off.clone_from(was_off);
                for rule in net.rule_ids().filter(|rule| !to.used()[rule.index()]) {
                    off[rule.index()] |= draw.below(3) == 0;
                }
                sweep.go_back(to, &off);
                assert_eq!(sweep.store().domains(), at.domains());
            }
            _ => break,
        }
    }
    compared
}

/// The network again, with rules of class 0.
fn classed(from: &Network) -> Network {
    let mut net = Network::default();
    from.domains().iter().for_each(|&domain| {
        net.add_var(domain);
    });
    for id in from.rule_ids() {
        net.add_from(from.spec(id).clone(), Origin { class: 0, place: id.0 }).expect("a rule");
    }
    net
}

#[test]
fn small_networks() {
    let mut draw = Draw(7);
    let memo = Rc::default();
    let mut compared = 0;
    for seed in 0..600 {
        let (vars, values) = [(6, 3), (8, 2), (5, 4)][seed as usize % 3];
        compared += compare(&classed(&random_network(seed, vars, values, 8)), &mut draw, &memo);
    }
    assert!(compared > 2_000, "{compared}");
    assert!(memo.borrow().len() > 1_000, "{}", memo.borrow().len());
}

/// Six by six cells without a cycle, some blocks of which are counted: the rule of cycles has more
/// variables than a look notes one by one.
fn grid(draw: &mut Draw) -> Network {
    const SIDE: u32 = 6;
    let mut net = Network::with_vars((SIDE * SIDE) as usize, Domain::range(0, 1));
    let vars: Vec<Var> = net.vars().collect();
    let cells = || (0..SIDE * SIDE).map(|cell| (cell % SIDE, cell / SIDE));
    let mut edges = Vec::new();
    for (x, y) in cells().filter(|(_, y)| y + 1 < SIDE) {
        edges.extend((x > 0).then(|| [y * SIDE + x, (y + 1) * SIDE + x - 1]));
        edges.extend((x + 1 < SIDE).then(|| [y * SIDE + x, (y + 1) * SIDE + x + 1]));
    }
    let border = cells().filter(|&(x, y)| x == 0 || y == 0 || x + 1 == SIDE || y + 1 == SIDE);
    let border = border.map(|(x, y)| y * SIDE + x).collect();
    let chosen = Domain::single(1);
    let no_cycle = RuleSpec::Acyclic { vars, values: chosen, edges, border };
    let rule = net.add_from(no_cycle, Origin { class: 1, place: 0 }).expect("a rule");
    let mut shaded = vec![0; (SIDE * SIDE) as usize];
    for _ in 0..30 {
        let cell = draw.below(shaded.len());
        shaded[cell] = 1;
        if !net.rule(rule).holds(&|var| shaded[var.index()]) {
            shaded[cell] = 0;
        }
    }
    for _ in 0..24 {
        let (x, y) = (draw.below(5) as u32, draw.below(5) as u32);
        let block = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| Var(y * SIDE + x));
        let n = block.iter().filter(|var| shaded[var.index()] == 1).count() as u32;
        let count = RuleSpec::Count { vars: block.to_vec(), values: chosen, low: n, high: n };
        net.add_from(count, Origin { class: 0, place: y * SIDE + x }).expect("a count");
    }
    net
}

#[test]
fn boards_with_a_rule_over_all_cells() {
    let mut draw = Draw(11);
    let memo = Rc::default();
    let compared: usize = (0..40).map(|_| compare(&grid(&mut draw), &mut draw, &memo)).sum();
    assert!(compared > 150, "{compared}");
    assert!(memo.borrow().len() > 500, "{}", memo.borrow().len());
}
