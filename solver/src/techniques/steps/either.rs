//! A variable that refutes a candidate whichever value it takes.

use super::{Ground, Marks, Part, Parted, Row, Told, candidates, conclude, technique_of_row, together};
use crate::reason::{Reason, Together};
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Network, RuleId, Var};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A candidate that some rules refute whichever value a variable beside it takes: the last cell of
/// an island lies here or there, and both ways the cell between is sea.
#[derive(Clone, Debug)]
pub struct EitherWay {
    row: Row,
    /// The classes of rules that say which variables lie beside each other.
    beside: &'static [u16],
    /// The classes of rules that refute.
    among: &'static [u16],
}

impl EitherWay {
    /// Rules of the classes `among` refute; variables that a rule of `beside` joins lie beside each
    /// other.
    pub fn new(row: Row, beside: &'static [u16], among: &'static [u16]) -> EitherWay {
        EitherWay { row, beside, among }
    }

    fn near(&self, net: &Network, var: Var, is_open: &dyn Fn(Var) -> bool) -> BTreeSet<Var> {
        let is_of = |rule: &&RuleId| net.origin(**rule).is_some_and(|o| self.beside.contains(&o.class));
        let scopes = net.rules_of(var).iter().filter(is_of).flat_map(|&rule| net.rule(rule).scope());
        scopes.copied().filter(|&other| other != var && is_open(other)).collect()
    }

    /// The proof that a candidate goes.
    fn proof(
        &self,
        net: &Network,
        base: &[Domain],
        is_off: &dyn Fn(RuleId) -> bool,
        goal: Literal,
    ) -> Option<Together> {
        let is_in = |&rule: &RuleId| net.origin(rule).is_some_and(|o| self.among.contains(&o.class)) && !is_off(rule);
        let rules: Vec<RuleId> = net.rules_of(goal.var).iter().copied().filter(is_in).collect();
        let mut domains = base.to_vec();
        domains[goal.var.index()] = Domain::single(goal.value);
        let near = self.near(net, goal.var, &|var| base[var.index()].len() == 2);
        let mut proofs = near.into_iter().map(|var| Together::Split { rules: rules.clone(), var });
        proofs.find(|proof| proof.contradicts(net, &domains))
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        let (net, base) = (at.network(), candidates(at));
        for var in at.open().iter() {
            for value in at.domain(var).iter() {
                let goal = Literal { var, value };
                if at.store().is_irrefutable(goal) {
                    continue;
                }
                let Some(proof) = self.proof(net, &base, &|_| false, goal) else { continue };
                if let Some(mut step) = conclude(&self.row, at, &[(var, value)]) {
                    step.because.houses = proof.rules();
                    step.because.reasons = vec![Reason::together(proof)];
                    found(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn words(&self) -> &'static str {
        ""
    }

    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        let domains = candidates(at);
        let proof = |_: Literal| step.because.reasons.first()?.together.clone();
        together(&self.row, at, with, (step, &domains), &proof)
    }
}

impl Parted for EitherWay {
    fn parts(&self, _net: &Network, _marks: &mut Marks) -> Vec<Part> {
        vec![Part::of_board(0)]
    }

    fn conclude(&self, ground: &mut Ground<'_>, _part: &Part, told: &mut Told<'_>) -> Flow {
        let (net, in_rounds) = (ground.network(), ground.is_in_rounds);
        let mut gone = ground.with_candidates(|store, base, off| {
            let all = net.vars().filter(|&var| !store.is_placed(var));
            let all = all.flat_map(|var| base[var.index()].iter().map(move |value| Literal { var, value }));
            let proved = |goal: Literal| {
                let proof = || self.proof(net, base, &|rule| off[rule.index()], goal);
                (!store.is_irrefutable(goal)).then(proof).flatten().map(|proof| (goal, proof))
            };
            let most = if in_rounds { usize::MAX } else { 1 };
            all.filter_map(proved).take(most).collect::<Vec<(Literal, Together)>>()
        });
        if in_rounds {
            gone.iter().for_each(|(goal, _)| ground.strike(goal.var, Domain::single(goal.value)));
            return ground.tell(told);
        }
        match gone.pop() {
            Some((goal, proof)) => ground.tell_together(&self.row.id, &[goal], proof, told),
            None => ControlFlow::Continue(()),
        }
    }
}

technique_of_row!(EitherWay, searched);
