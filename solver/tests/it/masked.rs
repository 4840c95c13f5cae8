//! A run on candidates as words takes the steps of a sweep: with rules left out and brought in,
//! with values from outside, from copies of earlier runs, on rules of all kinds that have such a
//! form.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use tesuji_solver::grade::{Sweep, SweepRequest};
use tesuji_solver::masked::{MaskState, Stated, plan};
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::tabled::{Plan, State, TabledRun, Tables};
use tesuji_solver::techniques::steps::{JointRules, LastValue, LineLook, LineStep, Row, RuleStep, Which};
use tesuji_solver::{Catalog, Domain, Limits, Literal, Network, Origin, RuleId, Store, Technique, Tier, Value, Var};

/// Numbers that are drawn.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn vars(&mut self, of: usize, most: usize) -> Vec<Var> {
        let mut all: Vec<Var> = (0..of as u32).map(Var).collect();
        for i in (1..of).rev() {
            all.swap(i, self.below(i + 1));
        }
        let size = 1 + self.below(most.min(of));
        all.truncate(size);
        all
    }
}

const fn row(id: &'static str, tier: Tier) -> Row {
    Row::new(id, "Test", tier, 10)
}

/// Last values, and some of the others.
fn catalog(draw: &mut Draw) -> Catalog {
    let few = |rule: &tesuji_solver::techniques::steps::RuleView<'_>| match rule.spec {
        RuleSpec::Count { vars, .. } => vars.iter().filter(|&&var| !(rule.domain)(var).is_single()).count() < 3,
        _ => true,
    };
    let line = |id, look| Arc::new(LineStep::new(row(id, Tier::Beginner), look));
    let all: [Arc<dyn Technique>; 13] = [
        line("complete", LineLook::Complete),
        line("overlap", LineLook::Overlap),
        line("block", LineLook::Block),
        line("unreachable", LineLook::Unreachable),
        line("edge", LineLook::Edge),
        line("gap", LineLook::ShortGap),
        Arc::new(RuleStep::new(row("low", Tier::Beginner), &[0], "").concluding(Domain::range(0, 1))),
        Arc::new(RuleStep::new(row("few", Tier::Beginner), &[0, 1], "").when(few)),
        Arc::new(RuleStep::new(row("step", Tier::Easy), &[0, 1], "")),
        Arc::new(JointRules::one(row("one", Tier::Easy), Which::class(0), &[1])),
        Arc::new(JointRules::one(row("around", Tier::Medium), Which::class(1), &[0]).trying_around()),
        Arc::new(JointRules::two(row("two", Tier::Medium), Which::class(0), Which::classes(0, 1), &[1])),
        Arc::new(JointRules::two(row("pair", Tier::Medium), Which::class(1), Which::class(1), &[0])),
    ];
    let last: Arc<dyn Technique> = Arc::new(LastValue::new());
    let some = all.into_iter().filter(|_| draw.below(3) > 0).collect::<Vec<_>>();
    std::iter::once(last).chain(some).collect()
}

/// A network of the kinds of rules that have a form for masks, with a solution; few rules hold for
/// others.
fn network(draw: &mut Draw, size: usize, values: usize) -> (Network, Vec<Value>) {
    let mut net = Network::new();
    let mut hidden: Vec<Value> = Vec::new();
    for _ in 0..size {
        // Values need not begin with 0.
        let from = draw.below(3);
        let domain = Domain::range(from as Value, (from + values - 1) as Value);
        let domain = if draw.below(12) == 0 { Domain::single(from as Value) } else { domain };
        let of: Vec<Value> = domain.iter().collect();
        hidden.push(of[draw.below(of.len())]);
        net.add_var(domain);
    }
    let at = |var: &Var| hidden[var.index()];
    let edges = |draw: &mut Draw, n: usize| -> Vec<[u32; 2]> {
        let all = (0..2 * n).map(|_| [draw.below(n) as u32, draw.below(n) as u32]);
        all.filter(|[a, b]| a != b).collect()
    };
    for number in 0..size {
        let most = if draw.below(3) == 0 { 14 } else { 4 };
        let vars = draw.vars(size, most);
        let values = Domain(1 << draw.below(4) | 1 << draw.below(4));
        let spec = match draw.below(8) {
            0..=2 => {
                let n = vars.iter().filter(|var| values.contains(at(var))).count() as u32;
                RuleSpec::Count {
                    vars,
                    values,
                    low: n.saturating_sub(draw.below(2) as u32),
                    high: n + draw.below(2) as u32,
                }
            }
            7 => {
                let line: Vec<bool> = vars.iter().map(|var| values.contains(at(var))).collect();
                let lengths = line.chunk_by(|a, b| a == b).filter(|run| run[0]).map(|run| run.len() as u32).collect();
                RuleSpec::Runs { vars, values, lengths }
            }
            3 => {
                let mut literals: Vec<(Literal, bool)> = Vec::new();
                literals.extend(
                    vars.iter().map(|&var| (Literal { var, value: draw.below(4) as Value }, draw.below(2) == 0)),
                );
                literals.push((Literal { var: vars[0], value: at(&vars[0]) }, true));
                RuleSpec::Clause { literals }
            }
            4 => {
                let vars = draw.vars(size, 6);
                let mut tuples = vec![vars.iter().map(&at).collect::<Vec<Value>>()];
                tuples.extend((0..draw.below(20)).map(|_| vars.iter().map(|_| draw.below(5) as Value).collect()));
                RuleSpec::Table { vars, tuples }
            }
            5 => {
                let mut placements: Vec<Vec<Literal>> = Vec::new();
                let vars = draw.vars(size, 8);
                for number in 0..1 + draw.below(8) {
                    let some: Vec<Var> = vars.iter().copied().filter(|_| draw.below(2) == 0).collect();
                    let value = |var: Var, draw: &mut Draw| if number == 0 { at(&var) } else { draw.below(4) as Value };
                    placements.push(some.into_iter().map(|var| Literal { var, value: value(var, draw) }).collect());
                }
                RuleSpec::Placements { placements }
            }
            _ => {
                let edges = edges(draw, vars.len());
                match draw.below(2) {
                    0 => RuleSpec::Connected { vars, values, edges },
                    _ => {
                        let border = (0..draw.below(3)).map(|_| draw.below(vars.len()) as u32).collect();
                        RuleSpec::Acyclic { vars, values, edges, border }
                    }
                }
            }
        };
        let origin = Origin { class: draw.below(2) as u16, place: number as u32 };
        let mut with = net.clone();
        // Graphs may not fit the values that were drawn.
        if let Ok(id) = with.add_from(spec, origin)
            && with.rule(id).holds(&|var| hidden[var.index()])
        {
            net = with;
        }
    }
    (net, hidden)
}

/// A sweep of a puzzle: how it ends, and its steps.
fn swept(
    net: &Network,
    catalog: &Catalog,
    (off, start): (&[bool], &[(Var, Domain)]),
    known: &[Value],
    ceiling: Tier,
) -> (Option<bool>, Vec<Domain>, String) {
    let mut domains = net.domains().to_vec();
    start.iter().for_each(|&(var, keep)| domains[var.index()] &= keep);
    let mut at = Store::new(net);
    if !known.is_empty() {
        at = at.with_solution(known);
    }
    for var in net.vars() {
        match domains[var.index()].value() {
            Some(value) => drop(at.place_without(Literal { var, value }, &|rule| off[rule.index()], &mut Vec::new())),
            None => drop(at.restrict(var, domains[var.index()])),
        }
    }
    let mut sweep = Sweep::new(net, catalog);
    sweep.begin(at, off);
    let want = SweepRequest { off, ceiling, in_rounds: false, steps: u64::MAX, goal: &[] };
    let solved = sweep.resume(&want);
    let told = format!("{:?}", sweep.swept(solved == Some(true)));
    (solved, sweep.store().domains().to_vec(), told)
}

#[test]
fn runs_step_by_step() {
    let mut draw = Draw(11);
    let (mut compared, mut solved_by_more) = (0, 0);
    for round in 0..1_500 {
        let (size, values) = [(9, 2), (14, 2), (30, 2), (70, 2), (8, 3), (20, 3), (130, 2), (66, 3)][round % 8];
        let (net, hidden) = network(&mut draw, size, values);
        let catalog = catalog(&mut draw);
        let rules = net.rule_ids().map(|id| (net.spec(id).clone(), net.origin(id))).collect();
        let stated = Stated { domains: net.domains().to_vec(), rules };
        let switched: Vec<RuleId> = net.rule_ids().filter(|_| draw.below(4) == 0).collect();
        let plan = plan(stated, (&catalog, Tier::Medium), &switched).expect("rules with a form for masks");
        let known = if draw.below(2) == 0 { &hidden[..] } else { &[] };
        let mut run = plan.run(known, &Limits::default().start());
        for _ in 0..2 {
            let off: Vec<bool> = net.rule_ids().map(|id| switched.contains(&id) && draw.below(2) == 0).collect();
            let start: Vec<(Var, Domain)> = net
                .vars()
                .filter(|_| draw.below(6) == 0)
                .map(|var| (var, Domain::single(hidden[var.index()])))
                .collect();
            let ceiling = [Tier::Easy, Tier::Medium][draw.below(2)];
            run.begin(&start).expect("candidates with a solution");
            switched.iter().filter(|id| !off[id.index()]).for_each(|&id| run.add_rule(id));
            let solved = run.resume(ceiling, false, u64::MAX);
            let (wanted, domains, told) = swept(&net, &catalog, (&off, &start), known, ceiling);
            let specs = || net.rule_ids().map(|id| net.spec(id)).collect::<Vec<_>>();
            assert_eq!(solved, wanted, "{catalog:?} {off:?} {start:?} {:?} {:?}", net.domains(), specs());
            let ended: Vec<Domain> = net.vars().map(|var| run.domain(var)).collect();
            assert_eq!(ended, domains, "{catalog:?} {off:?} {start:?} {:?} {:?}", net.domains(), specs());
            let own = run.swept(solved == Some(true));
            assert_eq!(format!("{own:?}"), told, "{catalog:?} {off:?} {start:?} {:?} {:?}", net.domains(), specs());
            compared += 1;
            solved_by_more += usize::from(own.counts.values().sum::<u32>() > 5);
        }
    }
    assert!(solved_by_more > 500, "{solved_by_more} of {compared}");
}

#[test]
fn rules_and_values_that_come_later() {
    let mut draw = Draw(5);
    let mut compared = 0;
    let tables: Rc<RefCell<Tables>> = Rc::default();
    for round in 0..600 {
        let (size, values) = [(9, 2), (30, 2), (70, 2), (12, 3)][round % 4];
        let (net, hidden) = network(&mut draw, size, values);
        let catalog = catalog(&mut draw);
        // The order of steps must not matter: then each rule says by itself what it says with
        // others.
        if catalog.list().iter().all(|t| t.id().as_str() != "step") {
            continue;
        }
        let rules = net.rule_ids().map(|id| (net.spec(id).clone(), net.origin(id))).collect();
        let stated = Stated { domains: net.domains().to_vec(), rules };
        let mut off: Vec<bool> = net.rule_ids().map(|_| draw.below(2) == 0).collect();
        let switched: Vec<RuleId> = net.rule_ids().filter(|id| off[id.index()]).collect();
        let plan = plan(stated, (&catalog, Tier::Medium), &switched).expect("rules with a form for masks");
        let clock = Limits::default().start();
        let mut run = plan.run(&hidden, &clock);
        // A run on tables rests on the same rules, as which clues stay in a puzzle depends on that.
        let with = (Tier::Medium, usize::MAX);
        let by_tables = Plan::new(Arc::new(net.clone()), &catalog, with, &switched, &mut tables.borrow_mut());
        let by_tables = by_tables.expect("techniques in parts");
        let mut other = TabledRun::new(&by_tables, &tables, &hidden, &clock);
        let mut start: Vec<(Var, Domain)> = Vec::new();
        run.begin(&[]).expect("candidates with a solution");
        other.begin(&[]).expect("candidates with a solution");
        let mut copies = Vec::new();
        for _ in 0..6 {
            let solved = run.resume(Tier::Medium, true, u64::MAX);
            let (wanted, domains, _) = swept(&net, &catalog, (&off, &start), &hidden, Tier::Medium);
            let ended: Vec<Domain> = net.vars().map(|var| run.domain(var)).collect();
            assert_eq!((solved, ended), (wanted, domains), "{catalog:?} {off:?} {start:?} {:?}", net.domains());
            assert_eq!(other.resume(Tier::Medium, true, u64::MAX), solved);
            let used = |has_used: &dyn Fn(RuleId) -> bool| switched.iter().map(|&id| has_used(id)).collect::<Vec<_>>();
            assert_eq!(
                used(&|id| run.has_used(id)),
                used(&|id| other.has_used(id)),
                "{catalog:?} {off:?} {:?}",
                net.domains()
            );
            assert_eq!(run.tier(), other.tier());
            compared += 1;
            let mut copy = MaskState::default();
            run.save(&mut copy);
            let mut second = State::default();
            other.save(&mut second);
            copies.push((copy, second, off.clone(), start.clone()));
            match draw.below(3) {
                0 => {
                    let (copy, second, was_off, had) = &copies[draw.below(copies.len())];
                    run.go_back(copy);
                    other.go_back(second);
                    (off, start) = (was_off.clone(), had.clone());
                }
                1 => {
                    let var = Var(draw.below(size) as u32);
                    let keep = Domain::single(hidden[var.index()]);
                    run.restrict(var, keep).expect("a value of the solution");
                    other.restrict(var, keep).expect("a value of the solution");
                    start.push((var, keep));
                }
                _ => {
                    let out: Vec<RuleId> = net.rule_ids().filter(|id| off[id.index()]).collect();
                    if !out.is_empty() {
                        let rule = out[draw.below(out.len())];
                        run.add_rule(rule);
                        other.add_rule(rule);
                        off[rule.index()] = false;
                    }
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}
