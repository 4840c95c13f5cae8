//! Candidates that go because several rules are added up.

use super::{Ground, Marks, Part, Parted, Row, Told, candidates, conclude, technique_of_row, together};
use crate::counting::{self, CountPolicy};
use crate::parity;
use crate::reason::{Reason, Together};
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Means, Network, RuleId, Value, Var};
use std::ops::ControlFlow;

/// The numbers of rules, or whether these are odd.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Added {
    Numbers,
    Parities,
}

/// Candidates that go because rules are added up: by their numbers, or by odd and even.
#[derive(Clone, Debug)]
pub struct Counting {
    row: Row,
    added: Added,
    policy: CountPolicy,
}

impl Counting {
    /// By numbers: some rules need more than others have room for.
    pub fn numbers(row: Row, policy: CountPolicy) -> Counting {
        Counting { row: row.by(Means::Counting), added: Added::Numbers, policy }
    }

    /// By odd and even.
    pub fn parities(row: Row) -> Counting {
        Counting { row: row.by(Means::Counting), added: Added::Parities, policy: CountPolicy::default() }
    }

    /// Calls `found` with what each proof strikes, until it answers `false`.
    fn each(
        &self,
        net: &Network,
        domains: &[Domain],
        takes: &dyn Fn(RuleId) -> bool,
        may_go: &dyn Fn(Literal) -> bool,
        found: &mut dyn FnMut(&[Literal], Together) -> bool,
    ) {
        match self.added {
            Added::Numbers => {
                counting::each(net, domains, &self.policy, takes, may_go, &mut |goal, proof| found(&[goal], proof))
            }
            Added::Parities => {
                let all = parity::struck(net, domains, takes);
                let _ = all.into_iter().all(|(gone, proof)| found(&gone, proof));
            }
        }
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        let domains = candidates(at);
        let may_go = |literal| !at.store().is_irrefutable(literal);
        let mut flow = ControlFlow::Continue(());
        self.each(at.network(), &domains, &|_| true, &may_go, &mut |gone, proof| {
            let gone: Vec<(Var, Value)> = gone.iter().map(|l| (l.var, l.value)).collect();
            let Some(mut step) = conclude(&self.row, at, &gone) else { return true };
            step.because.houses = proof.rules();
            step.because.reasons = vec![Reason::together(proof)];
            flow = found(step);
            flow.is_continue()
        });
        flow
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

impl Parted for Counting {
    fn parts(&self, _net: &Network, _marks: &mut Marks) -> Vec<Part> {
        vec![Part::of_board(0)]
    }

    fn conclude(&self, ground: &mut Ground<'_>, _part: &Part, told: &mut Told<'_>) -> Flow {
        let (net, in_rounds) = (ground.network(), ground.is_in_rounds);
        let mut all: Vec<Literal> = Vec::new();
        let mut first = None;
        ground.with_candidates(|store, base, off| {
            let may_go = |literal| !store.is_irrefutable(literal);
            self.each(net, base, &|rule| !off[rule.index()], &may_go, &mut |gone, proof| {
                all.extend(gone);
                first.get_or_insert(proof);
                in_rounds
            });
        });
        match first {
            Some(proof) if !in_rounds => ground.tell_together(&self.row.id, &all, proof, told),
            _ => {
                all.into_iter().for_each(|l| ground.strike(l.var, Domain::single(l.value)));
                ground.tell(told)
            }
        }
    }
}

technique_of_row!(Counting, searched);
