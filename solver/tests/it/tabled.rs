//! A run on tables takes the steps of a sweep: with rules switched on and off, with values from
//! outside, from copies of earlier runs, in both orders, and with tables filled on other networks.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use tesuji_solver::grade::{Sweep, SweepRequest};
use tesuji_solver::laws::random_network;
use tesuji_solver::tabled::{Plan, State, TabledRun, Tables};
use tesuji_solver::techniques::steps::{Contradiction, EitherWay, JointRules, LastValue, Row, RuleStep, Which};
use tesuji_solver::{
    Catalog, Domain, Limits, Network, Origin, RuleId, RuleKind, SimpleSolver, Solver, Store, Technique, Tier, Value,
};

/// Numbers that are drawn.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

const fn row(id: &'static str, tier: Tier) -> Row {
    Row::new(id, "Test", tier, 10)
}

/// Last values, and some of the others.
fn catalog(draw: &mut Draw) -> Catalog {
    let all: [Arc<dyn Technique>; 7] = [
        Arc::new(RuleStep::new(row("low", Tier::Beginner), &[0], "").concluding(Domain::range(0, 1))),
        Arc::new(RuleStep::new(row("step", Tier::Easy), &[0, 1], "")),
        Arc::new(JointRules::one(row("one", Tier::Easy), Which::class(0), &[1])),
        Arc::new(JointRules::one(row("around", Tier::Medium), Which::class(1), &[0]).trying_around()),
        Arc::new(JointRules::two(row("two", Tier::Medium), Which::class(0), Which::classes(0, 1), &[1])),
        Arc::new(EitherWay::new(row("either", Tier::Medium), &[0], &[0, 1])),
        // Without a bound, as a run with one depends on the order of its steps.
        Arc::new(Contradiction::within(row("trial", Tier::Hard), usize::MAX)),
    ];
    let last: Arc<dyn Technique> = Arc::new(LastValue::new());
    // What rules say together they may no longer say where they share no open variable: then each
    // says it alone.
    let some = all.into_iter().filter(|t| t.id().as_str() == "step" || draw.below(3) > 0).collect::<Vec<_>>();
    std::iter::once(last).chain(some).collect()
}

/// The network again, with rules of two classes.
fn classed(from: &Network) -> Network {
    let mut net = Network::default();
    from.domains().iter().for_each(|&domain| {
        net.add_var(domain);
    });
    for id in from.rule_ids() {
        let origin = Origin { class: (id.0 % 2) as u16, place: id.0 };
        net.add_from(from.spec(id).clone(), origin).expect("a rule");
    }
    net
}

/// What a sweep makes of a puzzle, as the run's judge would begin it; the candidates at its end.
fn swept(
    net: &Network,
    catalog: &Catalog,
    off: &[bool],
    want: &SweepRequest<'_>,
) -> (Option<bool>, Vec<Domain>, String) {
    let mut at = Store::new(net);
    let begun = net.vars().filter(|var| net.domains()[var.index()].is_single()).try_for_each(|var| {
        let value = net.domains()[var.index()].min().expect("a value");
        at.place_without(tesuji_solver::Literal { var, value }, &|rule| off[rule.index()], &mut Vec::new())
    });
    if begun.is_err() {
        return (None, Vec::new(), String::new());
    }
    let mut sweep = Sweep::new(net, catalog);
    sweep.begin(at, off);
    let solved = sweep.resume(want);
    let told = format!("{:?}", sweep.swept(solved == Some(true)));
    (solved, sweep.store().domains().to_vec(), told)
}

/// Compares runs on a network; gives their number.
fn compare(net: &Network, solution: &[Value], draw: &mut Draw, tables: &Rc<RefCell<Tables>>) -> usize {
    let catalog = catalog(draw);
    // The all-different rules in play strike a value that is written down.
    let can = net.rule_ids().filter(|&id| net.rule(id).kind() != RuleKind::AllDifferent);
    let switched: Vec<RuleId> = can.filter(|_| draw.below(2) == 0).collect();
    let plan =
        Plan::new(Arc::new(net.clone()), &catalog, (Tier::Hard, usize::MAX), &switched, &mut tables.borrow_mut());
    let plan = plan.expect("techniques in parts");
    let known = if draw.below(2) == 0 { solution } else { &[] };
    let mut run = TabledRun::new(&plan, tables, known, &Limits::default().start());
    let mut compared = 0;
    for _ in 0..3 {
        // Rules are brought in where the run stalls, and taken back.
        let mut copies: Vec<(State, Vec<bool>)> = Vec::new();
        let mut off: Vec<bool> = net.rule_ids().map(|id| switched.contains(&id)).collect();
        let mut is_fresh = true;
        if run.begin(&[]).is_none() {
            continue;
        }
        for _ in 0..6 {
            let in_rounds = !is_fresh || draw.below(2) == 0;
            let ceiling = [Tier::Easy, Tier::Medium, Tier::Hard][draw.below(3)];
            let ceiling = if is_fresh { ceiling } else { Tier::Hard };
            let want = SweepRequest { off: &off, ceiling, in_rounds, steps: u64::MAX, goal: &[] };
            let solved = run.resume(ceiling, in_rounds, u64::MAX);
            let (wanted, domains, told) = swept(net, &catalog, &off, &want);
            let specs = || net.rule_ids().map(|id| net.spec(id)).collect::<Vec<_>>();
            assert_eq!(solved, wanted, "{catalog:?} {off:?} {:?} {:?}", net.domains(), specs());
            compared += 1;
            if solved.is_none() {
                break;
            }
            let ended: Vec<Domain> = net.vars().map(|var| run.domain(var)).collect();
            assert_eq!(ended, domains, "{catalog:?} {off:?} {:?} {:?}", net.domains(), specs());
            if is_fresh && !in_rounds {
                assert_eq!(format!("{:?}", run.swept(solved == Some(true))), told, "{catalog:?} {off:?} {:?}", specs());
            }
            is_fresh = false;
            let mut copy = State::default();
            run.save(&mut copy);
            copies.push((copy, off.clone()));
            let out: Vec<RuleId> = net.rule_ids().filter(|id| off[id.index()]).collect();
            if draw.below(3) == 0 {
                let (copy, was_off) = &copies[draw.below(copies.len())];
                run.go_back(copy);
                off.clone_from(was_off);
            } else if !out.is_empty() {
                let rule = out[draw.below(out.len())];
                run.add_rule(rule);
                off[rule.index()] = false;
            }
        }
    }
    compared
}

#[test]
fn small_networks() {
    let mut draw = Draw(3);
    let tables = Rc::default();
    let mut compared = 0;
    for seed in 0..1_200 {
        let (vars, values) = [(6, 3), (8, 2), (5, 4)][seed as usize % 3];
        let net = random_network(seed, vars, values, 8);
        // Where there is no solution a run ends as it happens to.
        let answer = SimpleSolver.solve(&net, None, &Limits::solutions(1));
        if let Some(solution) = answer.solutions.first() {
            compared += compare(&classed(&net), solution, &mut draw, &tables);
        }
    }
    assert!(compared > 2_000, "{compared}");
    assert!(tables.borrow().len() > 1_000, "{}", tables.borrow().len());
}
