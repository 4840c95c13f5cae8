//! Steps of single constraints as ranges: several reasons that lead from the same cells to the same
//! cells are one step.

use std::collections::BTreeSet;
use tesuji_solver::techniques::steps::{Parted, RuleStep};
use tesuji_solver::{Board, Deduction, Explainer, Fact, Flow, Literal, Reason, Row, Technique, Var};

/// Steps by one rule, as ranges.
#[derive(Debug)]
pub struct Ranged(pub RuleStep);

/// The rule of a step with one reason, the cells that it rests on and those that it speaks of.
type Key = (Option<tesuji_solver::RuleId>, BTreeSet<Var>, BTreeSet<Var>);

fn vars(facts: &[Fact]) -> BTreeSet<Var> {
    facts.iter().map(|fact| fact.var).collect()
}

fn key(step: &Deduction) -> Option<Key> {
    let reason = step.because.reasons.first()?;
    Some((reason.rule, vars(&reason.because), vars(&reason.concludes)))
}

/// Several steps by one rule as one.
fn merged(steps: &[Deduction], at: &Board<'_>, with: &Explainer<'_>) -> Option<Deduction> {
    let reasons: Vec<&Reason> = steps.iter().filter_map(|step| step.because.reasons.first()).collect();
    let first = *reasons.first()?;
    let sorted = |of: &dyn Fn(&Reason) -> Vec<Fact>| {
        let all: BTreeSet<Fact> = reasons.iter().flat_map(|reason| of(reason)).collect();
        all.into_iter().collect::<Vec<Fact>>()
    };
    let reason = Reason {
        because: sorted(&|reason| reason.because.clone()),
        concludes: sorted(&|reason| reason.concludes.clone()),
        is_minimal: false,
        ..first.clone()
    };
    let gone = steps.iter().flat_map(|step| &step.removes);
    let gone: Vec<_> = gone.flat_map(|r| r.values.iter().map(move |value| (r.var, value))).collect();
    let mut because = steps[0].because.clone();
    let all = with.network().domains();
    let mut step = Deduction::remove(&steps[0].technique, gone, Default::default())?.with_places(|var| at.domain(var));
    because.reasons = vec![reason];
    for &Literal { var, value } in &step.places {
        let known = because.reasons[0].concludes.iter().filter(|fact| fact.var == var);
        let left = known.fold(all[var.index()], |left, fact| left & fact.keeps());
        if !left.is_single() {
            because.reasons.push(with.last_value(var, value));
        }
    }
    step.because = because;
    Some(step)
}

impl Technique for Ranged {
    fn row(&self) -> &Row {
        self.0.row()
    }
    fn find(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        self.0.find(at, found)
    }
    fn explain(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let mut groups: Vec<(Option<Key>, Vec<Deduction>)> = Vec::new();
        for step in self.0.explain(at, step, with) {
            let key = key(&step);
            match groups.iter_mut().find(|(of, _)| *of == key && key.is_some()) {
                Some((_, steps)) => steps.push(step),
                None => groups.push((key, vec![step])),
            }
        }
        let told = |(_, mut steps): (Option<Key>, Vec<Deduction>)| match steps.len() {
            1 => steps.pop(),
            _ => merged(&steps, at, with),
        };
        groups.into_iter().filter_map(told).collect()
    }
    fn says(&self) -> &'static str {
        self.0.says()
    }
    fn parted(&self) -> Option<&dyn Parted> {
        self.0.parted()
    }
}
