//! Proofs with one fault each: the referee refuses them for that fault, at that step. Where a rule
//! is looked at, both by `holds` over all assignments and by `prune` alone.

use super::{CheckLimits, Proof, Refusal, Step, Verdict, check};
use crate::laws::{brute_force, random_network};
use crate::rules::RuleSpec;
use crate::trial::fixtures::latin;
use crate::{Domain, Literal, Network, Part, Removal, RuleId, Truth, Value, Var};

const BY_PRUNE: CheckLimits = CheckLimits { assignments: 0 };

fn removal(var: u32, values: &[Value]) -> Removal {
    Removal { var: Var(var), values: values.iter().copied().collect() }
}

fn prune(var: u32, values: &[Value], truth: Option<Truth>, rule: Option<RuleId>) -> Step {
    Step::Prune { what: removal(var, values), truth, rule }
}

fn proof(var: u32, value: Value, steps: &[Step], core: &[Truth]) -> Proof {
    let mut core = core.to_vec();
    core.sort_unstable();
    Proof { goal: removal(var, &[value]), steps: steps.to_vec(), core }
}

fn value_of(rule: RuleId, value: Value) -> Truth {
    Truth::Rule { rule, part: Part::Value(value) }
}

fn whole(rule: RuleId) -> Truth {
    Truth::Rule { rule, part: Part::Whole }
}

fn rule_over(net: &Network, vars: [u32; 4]) -> RuleId {
    net.rule_ids().find(|&r| net.rule(r).scope() == vars.map(Var)).expect("a rule over these variables")
}

/// A 4×4 sudoku whose first box has 1 only in its first row.
struct Pointing {
    net: Network,
    domains: Vec<Domain>,
    row: RuleId,
    region: RuleId,
}

impl Pointing {
    fn new() -> Pointing {
        let net = latin(4, Some((2, 2)));
        let mut domains = net.domains().to_vec();
        for cell in [4, 5] {
            domains[cell] = Domain::range(2, 4);
        }
        let (row, region) = (rule_over(&net, [0, 1, 2, 3]), rule_over(&net, [0, 1, 4, 5]));
        Pointing { net, domains, row, region }
    }

    /// 1 goes from a cell of the row, by the assumption that it stands in another.
    fn gone(&self, var: u32) -> Step {
        prune(var, &[1], None, Some(self.row))
    }

    fn clash(&self) -> Step {
        Step::Clash { truth: value_of(self.region, 1) }
    }

    /// Neither the third nor the fourth cell of the row is 1: the box would have no place for it.
    fn proof_of(&self, var: u32) -> Proof {
        proof(var, 1, &[self.gone(0), self.gone(1), self.clash()], &[value_of(self.region, 1)])
    }

    fn check(&self, proof: &Proof, limits: &CheckLimits) -> Result<Verdict, Refusal> {
        check(proof, &self.net, &self.domains, limits)
    }

    #[track_caller]
    fn refused(&self, proof: &Proof, at: &[usize], why: &str) {
        for limits in [CheckLimits::default(), BY_PRUNE] {
            let refusal = self.check(proof, &limits).expect_err("a wrong proof is accepted");
            assert_eq!((refusal.why, refusal.at.as_slice()), (why, at), "{limits:?} {proof:?}");
        }
    }

    /// The proof with these steps instead is refused.
    #[track_caller]
    fn steps_refused(&self, steps: &[Step], at: &[usize], why: &str) {
        self.refused(&Proof { steps: steps.to_vec(), ..self.proof_of(3) }, at, why);
    }
}

#[test]
fn the_right_proof_is_accepted_and_its_facts_are_counted() {
    let p = Pointing::new();
    let verdict = p.check(&p.proof_of(3), &CheckLimits::default());
    assert_eq!(verdict, Ok(Verdict { by_holds: 3, by_prune: 0 }));
    assert_eq!(p.check(&p.proof_of(3), &BY_PRUNE), Ok(Verdict { by_holds: 0, by_prune: 3 }));
    // The row has 16 assignments with two of its cells fixed, 12 once 1 is gone from a third; the
    // box then has 81.
    let counts = |assignments| p.check(&p.proof_of(3), &CheckLimits { assignments });
    assert_eq!(counts(15), Ok(Verdict { by_holds: 1, by_prune: 2 }));
    assert_eq!(counts(16), Ok(Verdict { by_holds: 2, by_prune: 1 }));
    assert_eq!(counts(80), Ok(Verdict { by_holds: 2, by_prune: 1 }));
    assert_eq!(counts(81), Ok(Verdict { by_holds: 3, by_prune: 0 }));
}

#[test]
fn goals() {
    let p = Pointing::new();
    let good = p.proof_of(3);
    p.refused(&Proof { goal: removal(3, &[1, 2]), ..good.clone() }, &[], "a goal is one candidate");
    p.refused(&Proof { goal: removal(3, &[]), ..good.clone() }, &[], "a goal is one candidate");
    p.refused(&Proof { goal: removal(16, &[1]), ..good.clone() }, &[], "the goal is no candidate");
    // Already gone: everything else of the proof is right.
    let mut gone = Pointing::new();
    gone.domains[3] = Domain::range(2, 4);
    gone.refused(&good, &[], "the goal is no candidate");
    let short = check(&good, &p.net, &p.domains[1..], &CheckLimits::default());
    assert_eq!(short.map_err(|r| r.why), Err("the domains are of another network"));
}

#[test]
fn ends() {
    let p = Pointing::new();
    p.steps_refused(&[p.gone(0), p.gone(1)], &[], "the proof does not end in a contradiction");
    p.steps_refused(&[], &[], "the proof does not end in a contradiction");
    p.steps_refused(&[p.gone(0), p.gone(1), p.clash(), p.gone(2)], &[3], "a step after the end");
    p.steps_refused(&[p.gone(0), p.gone(1), p.clash(), p.clash()], &[3], "a step after the end");
}

#[test]
fn cores() {
    let p = Pointing::new();
    let good = p.proof_of(3);
    let truth = value_of(p.region, 1);
    let with = |core: &[Truth]| Proof { core: core.to_vec(), ..good.clone() };
    p.refused(&with(&[]), &[], "the core lacks a truth");
    p.refused(&with(&[Truth::Cell(Var(9))]), &[], "the core lacks a truth");
    p.refused(&with(&[truth, truth]), &[], "the core names a truth twice");
    p.refused(&with(&[Truth::Cell(Var(9)), truth]), &[], "the core names a truth that no step uses");
}

#[test]
fn removals() {
    let p = Pointing::new();
    p.steps_refused(&[prune(16, &[1], None, Some(p.row))], &[0], "the variable does not exist");
    p.steps_refused(&[prune(0, &[], None, Some(p.row))], &[0], "nothing goes");
    p.steps_refused(&[p.gone(0), p.gone(0)], &[1], "what goes is no candidate any more");
    p.steps_refused(&[prune(0, &[1, 5], None, Some(p.row))], &[0], "what goes is no candidate any more");
    p.steps_refused(&[prune(0, &[1], None, Some(RuleId(99)))], &[0], "the rule does not exist");
}

/// What an assumption excludes: other values of its variable, and by a rule over both variables
/// what does not fit.
#[test]
fn assumptions() {
    let p = Pointing::new();
    let why = "no assumption excludes it";
    let column = rule_over(&p.net, [0, 4, 8, 12]);
    p.steps_refused(&[prune(0, &[2], None, Some(p.row))], &[0], why);
    p.steps_refused(&[prune(0, &[1, 2], None, Some(p.row))], &[0], why);
    // The rule has only one of the two variables, or neither.
    p.steps_refused(&[prune(0, &[1], None, Some(column))], &[0], why);
    p.steps_refused(&[prune(12, &[1], None, Some(p.row))], &[0], why);
    p.steps_refused(&[prune(4, &[2], None, Some(column))], &[0], why);
    // Without a rule only other values of the same variable.
    p.steps_refused(&[prune(0, &[1], None, None)], &[0], why);
    p.steps_refused(&[prune(0, &[2], None, None)], &[0], why);
    p.steps_refused(&[prune(3, &[1, 2], None, None)], &[0], why);
    p.steps_refused(&[prune(3, &[1], None, None)], &[0], why);
    p.steps_refused(&[prune(3, &[2], None, Some(p.row))], &[0], why);
    // Right is: the assumption 1 excludes 2 and 4 in its own variable.
    let other = [prune(3, &[2, 4], None, None), p.gone(0), p.gone(1), p.clash()];
    let other = Proof { steps: other.to_vec(), ..p.proof_of(3) };
    assert!(p.check(&other, &CheckLimits::default()).is_ok() && p.check(&other, &BY_PRUNE).is_ok());
}

/// A case that refutes 1 in the third cell of the row, in a proof that refutes it in the fourth.
#[test]
fn cases() {
    let p = Pointing::new();
    let inner = p.proof_of(2);
    let case = |value| Step::Case { assume: Literal { var: Var(2), value }, proof: inner.clone() };
    let steps = |first: Step| [first, p.gone(0), p.gone(1), p.clash()];
    let good = Proof { steps: steps(case(1)).to_vec(), ..p.proof_of(3) };
    for limits in [CheckLimits::default(), BY_PRUNE] {
        assert!(p.check(&good, &limits).is_ok());
    }
    let why = "the case proves something else";
    p.steps_refused(&steps(case(2)), &[0], why);
    let elsewhere = Step::Case { assume: Literal { var: Var(6), value: 1 }, proof: inner.clone() };
    p.steps_refused(&steps(elsewhere), &[0], why);
    let two = Proof { goal: removal(2, &[1, 2]), ..inner.clone() };
    p.steps_refused(&steps(Step::Case { assume: Literal { var: Var(2), value: 1 }, proof: two }), &[0], why);
    // What goes by the case is gone, no less and no more.
    p.steps_refused(&[case(1), prune(2, &[1], None, Some(p.row))], &[1], "what goes is no candidate any more");
    let after = [case(1), prune(2, &[2, 3, 4], None, Some(p.row))];
    p.steps_refused(&after, &[1], "no assumption excludes it");
    // A fault inside is told with the way to it.
    let faulty = Proof { steps: vec![p.gone(0), p.gone(0)], ..inner.clone() };
    let assume = Literal { var: Var(2), value: 1 };
    p.steps_refused(&[p.gone(0), Step::Case { assume, proof: faulty }], &[1, 0], "what goes is no candidate any more");
    // The truths of the case count for the core.
    let bare = Proof { core: Vec::new(), ..good.clone() };
    p.refused(&bare, &[], "the core lacks a truth");
}

/// An assumption counts inside its own case, those around it too, and not any more behind it; what
/// goes inside comes back.
#[test]
fn a_case_leaves_nothing_behind_but_its_result() {
    // 1 in the last two cells of row 3 is refuted by box 3 as in row 1.
    let mut p = Pointing::new();
    for cell in [12, 13] {
        p.domains[cell] = Domain::range(2, 4);
    }
    let row = rule_over(&p.net, [8, 9, 10, 11]);
    let region = rule_over(&p.net, [8, 9, 12, 13]);
    let gone = |var| prune(var, &[1], None, Some(row));
    let inner = proof(10, 1, &[gone(8), gone(9), Step::Clash { truth: value_of(region, 1) }], &[value_of(region, 1)]);
    let case = Step::Case { assume: Literal { var: Var(10), value: 1 }, proof: inner.clone() };
    let end = [p.gone(0), p.gone(1), p.clash()];
    let core = [value_of(p.region, 1), value_of(region, 1)];
    let whole = |steps: &[Step]| proof(3, 1, &[steps, &end].concat(), &core);
    assert!(p.check(&whole(std::slice::from_ref(&case)), &CheckLimits::default()).is_ok());
    // The case's assumption is no assumption behind it.
    let behind = whole(&[case.clone(), gone(11)]);
    p.refused(&behind, &[1], "no assumption excludes it");
    // What the case removed is there again behind it: its truth is not empty.
    let mut again = whole(&[case]);
    again.steps.insert(1, Step::Clash { truth: value_of(region, 1) });
    p.refused(&again, &[1], "the value has a place left");
    // The outer assumption counts inside.
    let mut inner = inner;
    inner.steps.insert(0, p.gone(2));
    let case = Step::Case { assume: Literal { var: Var(10), value: 1 }, proof: inner };
    assert!(p.check(&whole(&[case]), &CheckLimits::default()).is_ok());
}

#[test]
fn last_candidates() {
    let mut p = Pointing::new();
    p.domains[5] = Domain::single(2);
    p.domains[12] = Domain::single(2);
    let column = rule_over(&p.net, [0, 4, 8, 12]);
    let cell = |var| Some(Truth::Cell(Var(var)));
    // Right: the cell is 2, so its row and box are not.
    let good = [prune(0, &[2], cell(5), Some(p.region)), p.gone(0), p.gone(1), p.clash()];
    let good = proof(3, 1, &good, &[Truth::Cell(Var(5)), value_of(p.region, 1)]);
    assert!(p.check(&good, &CheckLimits::default()).is_ok());
    p.steps_refused(&[prune(1, &[2], cell(0), Some(p.row))], &[0], "the cell has not one candidate left");
    p.steps_refused(&[prune(1, &[2], cell(16), Some(p.row))], &[0], "the cell has not one candidate left");
    let why = "the truth's last candidate does not exclude it";
    p.steps_refused(&[prune(0, &[3], cell(5), Some(p.region))], &[0], why);
    p.steps_refused(&[prune(0, &[2], cell(5), Some(column))], &[0], why);
    p.steps_refused(&[prune(0, &[2, 3], cell(5), Some(p.region))], &[0], why);
    p.steps_refused(&[prune(5, &[2], cell(5), None)], &[0], why);
    let value = |rule, value| Some(value_of(rule, value));
    p.steps_refused(&[prune(2, &[1], value(p.region, 1), Some(p.row))], &[0], "the value has not one place left");
    p.steps_refused(&[prune(2, &[1], value(p.region, 64), Some(p.row))], &[0], "the value does not exist");
    p.steps_refused(&[prune(2, &[1], value(RuleId(99), 1), Some(p.row))], &[0], "the rule does not exist");
    // Once the second cell is no 1 either, the first is: then 1 goes from its column.
    let after = [p.gone(1), prune(8, &[1], value(p.region, 1), Some(column)), p.gone(0), p.clash()];
    let right = proof(3, 1, &after, &[value_of(p.region, 1)]);
    assert!(p.check(&right, &CheckLimits::default()).is_ok() && p.check(&right, &BY_PRUNE).is_ok());
}

/// Three cells with four values need none of them: a value with one place, or none, says nothing.
#[test]
fn a_value_that_the_rule_does_not_need() {
    let mut net = Network::with_vars(3, Domain::range(1, 4));
    let rule = net.add(RuleSpec::AllDifferent { vars: vec![Var(0), Var(1), Var(2)] }).unwrap();
    let mut domains = net.domains().to_vec();
    domains[1] = Domain::range(1, 3);
    domains[2] = Domain::range(1, 3);
    for limits in [CheckLimits::default(), BY_PRUNE] {
        // The first cell alone has 4, and need not have it.
        let steps = [prune(0, &[2, 3], Some(value_of(rule, 4)), None)];
        let refusal = check(&proof(1, 1, &steps, &[]), &net, &domains, &limits).unwrap_err();
        assert_eq!((refusal.why, refusal.at), ("the rule does not need the value", vec![0]), "{limits:?}");
        // No cell has 4, and none need have it.
        let mut none = domains.clone();
        none[0] = Domain::range(1, 3);
        let truth = value_of(rule, 4);
        let refusal = check(&proof(1, 1, &[Step::Clash { truth }], &[truth]), &net, &none, &limits).unwrap_err();
        assert_eq!((refusal.why, refusal.at), ("the rule can still hold", vec![0]), "{limits:?}");
    }
}

#[test]
fn contradictions() {
    let p = Pointing::new();
    let clash = |truth| [Step::Clash { truth }];
    p.steps_refused(&clash(Truth::Cell(Var(0))), &[0], "the cell has a candidate left");
    p.steps_refused(&clash(Truth::Cell(Var(16))), &[0], "the cell has a candidate left");
    p.steps_refused(&clash(value_of(p.region, 1)), &[0], "the value has a place left");
    p.steps_refused(&clash(value_of(p.region, 64)), &[0], "the value does not exist");
    p.steps_refused(&clash(value_of(RuleId(99), 1)), &[0], "the rule does not exist");
    let next = RuleId(p.net.rule_ids().len() as u32);
    p.steps_refused(&clash(value_of(next, 1)), &[0], "the rule does not exist");
    p.steps_refused(&clash(whole(p.row)), &[0], "the rule can still hold");
    p.steps_refused(&clash(whole(RuleId(99))), &[0], "the rule does not exist");
    // The first cell is 1, so the fourth is not; and by the assumption it is nothing else.
    let mut p = Pointing::new();
    p.domains[0] = Domain::single(1);
    let one = prune(3, &[1], Some(Truth::Cell(Var(0))), Some(p.row));
    let rest = prune(3, &[2, 3, 4], None, None);
    let end = Step::Clash { truth: Truth::Cell(Var(3)) };
    let good = proof(3, 1, &[rest.clone(), one, end.clone()], &[Truth::Cell(Var(0)), Truth::Cell(Var(3))]);
    assert!(p.check(&good, &CheckLimits::default()).is_ok());
    p.steps_refused(&[rest, end], &[1], "the cell has a candidate left");
}

/// Rules as a whole: what they allow does not go, and their own name stands in the step.
#[test]
fn whole_rules() {
    let mut net = Network::with_vars(2, Domain::range(1, 3));
    let below = net.add(RuleSpec::Inequality { below: Var(0), above: Var(1) }).unwrap();
    let sum = net.add(RuleSpec::Sum { vars: vec![Var(0), Var(1)], total: 5 }).unwrap();
    let by = |rule, named| prune(0, &[3], Some(whole(rule)), named);
    let steps = |first: Step| [first, prune(1, &[3], Some(whole(sum)), Some(sum)), Step::Clash { truth: whole(sum) }];
    for limits in [CheckLimits::default(), BY_PRUNE] {
        let refusal = |proof: Proof| check(&proof, &net, net.domains(), &limits).map_err(|r| (r.why, r.at));
        // 1 below 2: their sum would not be 5.
        let assumed = prune(0, &[2, 3], None, None);
        let good = proof(0, 1, &[assumed.clone(), Step::Clash { truth: whole(sum) }], &[whole(sum)]);
        assert!(refusal(good).is_ok());
        let longer = proof(0, 1, &[by(below, Some(below)), prune(0, &[2], None, None)], &[whole(below)]);
        assert_eq!(refusal(longer), Err(("the proof does not end in a contradiction", vec![])));
        let other = |named| proof(0, 1, &steps(by(below, named)), &[]);
        assert_eq!(refusal(other(Some(sum))), Err(("the rule is not that of the truth", vec![0])));
        assert_eq!(refusal(other(None)), Err(("the rule is not that of the truth", vec![0])));
        let unknown = proof(0, 1, &[by(RuleId(9), Some(RuleId(9)))], &[]);
        assert_eq!(refusal(unknown), Err(("the rule does not exist", vec![0])));
        // 2 may stay below 3, and one value that may stay is enough.
        for values in [&[2][..], &[2, 3]] {
            let step = prune(0, values, Some(whole(below)), Some(below));
            assert_eq!(refusal(proof(0, 1, &[step], &[])), Err(("the rule allows it", vec![0])));
        }
    }
}

/// On small networks of all kinds of rules: whatever single step is accepted takes nothing from a
/// solution on which the assumption is true, and no contradiction is accepted there.
#[test]
fn no_accepted_step_is_against_a_solution() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..60 {
        let net = random_network(seed, 4, 4, 3);
        let Some(solution) = brute_force(&net).into_iter().next() else { continue };
        let rules: Vec<RuleId> = net.rule_ids().collect();
        let cells = net.vars().map(Truth::Cell);
        let values = rules.iter().flat_map(|&r| (0..4).map(move |v| value_of(r, v)));
        let truths: Vec<Truth> = cells.chain(values).chain(rules.iter().map(|&r| whole(r))).collect();
        for (var, &value) in solution.iter().enumerate() {
            let given = |step: Step| {
                let proof = proof(var as u32, value, &[step], &[]);
                let refusal = check(&proof, &net, net.domains(), &CheckLimits::default()).unwrap_err();
                refusal.at.is_empty()
            };
            for &truth in &truths {
                assert!(!given(Step::Clash { truth }), "{net:?} {solution:?} {truth:?}");
            }
            let reasons = || truths.iter().copied().map(Some).chain([None]);
            for (at, candidate) in net.vars().flat_map(|v| net.domains()[v.index()].iter().map(move |c| (v, c))) {
                for truth in reasons() {
                    for rule in rules.iter().copied().map(Some).chain([None]) {
                        if !given(prune(at.0, &[candidate], truth, rule)) {
                            refused += 1;
                            continue;
                        }
                        accepted += 1;
                        let fits = solution[at.index()] != candidate;
                        assert!(fits, "{net:?} {solution:?}: {candidate} of {at:?} by {truth:?} {rule:?}");
                    }
                }
            }
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
}
