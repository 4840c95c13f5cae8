//! Reasons hold by the rules that they name, none of their premises can be spared, and a reader that
//! knows the rules alone replays chains and refuses damaged ones.

use tesuji_solver::engine::Session;
use tesuji_solver::laws::{brute_force, each_assignment, each_small_rule, random_network};
use tesuji_solver::reason::{Refutation, premises, replay};
use tesuji_solver::{Domain, Explainer, Fact, Literal, Network, Reason, Removal, RuleId, Store, Var};

const RULE: RuleId = RuleId(0);

fn none(_: Var) -> bool {
    false
}

/// Does the rule alone, by `holds`, lead from the facts to the conclusion?
fn entails(net: &Network, because: &[Fact], conclusion: Option<Fact>) -> bool {
    let mut domains = net.domains().to_vec();
    for fact in because.iter().copied().chain(conclusion.map(Fact::negated)) {
        domains[fact.var.index()] &= fact.keeps();
    }
    let mut any = false;
    each_assignment(&domains, &mut |values| any |= net.rule(RULE).holds(&|v| values[v.index()]));
    !any
}

fn check(net: &Network, at: &[Domain], reason: &Reason) {
    assert!(reason.because.iter().all(|fact| fact.is_true(at[fact.var.index()])), "{reason:?} at {at:?}");
    if reason.concludes.is_empty() {
        assert!(entails(net, &reason.because, None), "{reason:?} of {:?}", net.spec(RULE));
    }
    for &fact in &reason.concludes {
        assert!(entails(net, &reason.because, Some(fact)), "{reason:?} of {:?}", net.spec(RULE));
    }
    for i in (0..reason.because.len()).filter(|_| reason.is_minimal) {
        let mut at = net.domains().to_vec();
        let others = reason.because.iter().enumerate().filter(|(k, _)| *k != i);
        others.for_each(|(_, fact)| at[fact.var.index()] &= fact.keeps());
        let is_spare = match pruned(net, &at) {
            None => true,
            Some(left) => {
                !reason.concludes.is_empty() && reason.concludes.iter().all(|f| f.is_true(left[f.var.index()]))
            }
        };
        assert!(!is_spare, "premise {i} of {reason:?} is to spare: {:?}", net.spec(RULE));
    }
}

/// The candidates that `prune`, asked again and again, leaves; `None`: a contradiction.
fn pruned(net: &Network, at: &[Domain]) -> Option<Vec<Domain>> {
    let mut store = Store::from_domains(net, at.to_vec());
    loop {
        net.rule(RULE).prune(&mut store).ok()?;
        if store.take_changed().is_empty() {
            return Some(store.into_domains());
        }
    }
}

#[test]
fn reasons_of_small_rules_hold_and_have_no_premise_to_spare() {
    let (mut case, mut reasons, mut minimal) = (0_usize, 0, 0);
    each_small_rule(&mut |spec, at| {
        case += 1;
        if !case.is_multiple_of(11) {
            return;
        }
        let all = at.iter().fold(Domain::EMPTY, |all, &d| all | d);
        let mut net = Network::with_vars(at.len(), all);
        net.add(spec.clone()).expect("well formed");
        let mut with = Explainer::new(&net);
        let left = pruned(&net, at);
        if let Some(left) = &left {
            let lost = |var: Var| Removal { var, values: at[var.index()].minus(left[var.index()]) };
            let gone: Vec<Removal> = net.vars().map(lost).filter(|r| !r.values.is_empty()).collect();
            let found = with.removals(RULE, at, &gone);
            for reason in &found {
                check(&net, at, reason);
                reasons += 1;
                minimal += usize::from(reason.is_minimal);
            }
            for removal in &gone {
                let facts = found.iter().flat_map(|r| &r.concludes).filter(|f| f.var == removal.var);
                let kept = facts.fold(at[removal.var.index()], |kept, fact| kept & fact.keeps());
                assert_eq!(kept, left[removal.var.index()], "{removal:?} has no reason: {spec:?}");
            }
        }
        // The conclusions of the rule's own propagators, posted alone.
        let found = Session::new(&net).consequences(RULE, at);
        found.iter().for_each(|reason| check(&net, at, reason));
        let is_contradiction = found.iter().any(|reason| reason.concludes.is_empty());
        match &left {
            None => assert!(is_contradiction, "{spec:?} at {at:?}"),
            Some(_) if is_contradiction => {}
            Some(left) => {
                for (var, &left) in net.vars().zip(left) {
                    let facts = found.iter().flat_map(|r| &r.concludes).filter(|f| f.var == var);
                    let kept = facts.fold(at[var.index()], |kept, fact| kept & fact.keeps());
                    assert!(kept.minus(left).is_empty(), "{spec:?} at {at:?}: {var:?} keeps {kept:?}");
                }
            }
        }
    });
    assert!(reasons > 1000 && minimal == reasons, "{minimal} of {reasons} reasons have no premise to spare");
}

#[test]
fn chains_are_replayed_link_by_link_and_damaged_ones_refused() {
    let (mut chains, mut long, mut damaged, mut refused) = (0, 0, 0, 0);
    for seed in 0..600 {
        let net = random_network(seed, 5, 3, 5);
        let truth = brute_force(&net);
        for var in net.vars().filter(|v| net.domains()[v.index()].len() > 1) {
            for value in net.domains()[var.index()].iter() {
                let suppose = Literal { var, value };
                let want = Refutation { at: net.domains(), suppose, takes: &|_| true, most: usize::MAX };
                let Some(reasons) = Explainer::new(&net).refutation(&want) else { continue };
                assert!(truth.iter().all(|s| s[var.index()] != value), "{seed}: {suppose:?}");
                let supposed = Fact::is(var, value);
                let from = premises(&reasons, Some(supposed));
                let says = [supposed.negated()];
                let read = |reasons: &[Reason]| replay(&net, &none, &from, Some(supposed), reasons, &says);
                assert_eq!(read(&reasons), Ok(()), "{seed}: {reasons:?}");
                chains += 1;
                long += usize::from(reasons.len() > 1);
                for link in 0..reasons.len() {
                    let mut less = reasons.clone();
                    less.remove(link);
                    assert!(read(&less).is_err(), "{seed}: link {link} of {reasons:?} is to spare");
                    for premise in 0..reasons[link].because.len() {
                        let mut weaker = reasons.clone();
                        weaker[link].because.remove(premise);
                        // The reader asks for a contradiction with the opposite, which now and then
                        // follows from less than the conclusion itself.
                        damaged += 1;
                        refused += usize::from(read(&weaker).is_err());
                    }
                }
            }
        }
    }
    assert!(chains > 200 && long > 50 && damaged > 400, "{chains} chains, {long} long, {damaged} damaged");
    assert!(refused * 100 >= damaged * 95, "{refused} of {damaged} damaged chains refused");
}
