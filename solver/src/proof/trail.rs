//! What happened, and the part of it that a contradiction rests on.

use super::{Proof, Step};
use crate::trial::{Clash, Listen, LitId, State, TrialNet, TruthId};
use crate::{Domain, Literal, Part, Removal, RuleId, Truth};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug)]
enum Why {
    /// Excluded by a candidate that a truth has left (or that was assumed).
    Excluded(LitId, Option<TruthId>),
    /// By a rule's `prune`.
    Pruned(RuleId),
    /// Refuted by a nested proof.
    Case(usize),
}

#[derive(Clone, Copy, Debug)]
struct Event {
    gone: LitId,
    why: Why,
}

/// Removals in order of time, with enough to find their reasons later.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    events: Vec<Event>,
    cases: Vec<Trimmed>,
}

/// A proof and the candidates whose absence it takes from outside.
#[derive(Clone, Debug)]
pub(super) struct Trimmed {
    pub(super) proof: Proof,
    needs: BTreeSet<LitId>,
}

impl Listen for Trail {
    fn excluded(&mut self, gone: LitId, unit: LitId, truth: Option<TruthId>) {
        self.events.push(Event { gone, why: Why::Excluded(unit, truth) });
    }
    fn pruned(&mut self, gone: LitId, rule: RuleId) {
        self.events.push(Event { gone, why: Why::Pruned(rule) });
    }
}

impl Trail {
    /// A candidate was refuted by a nested proof.
    pub(super) fn refuted(&mut self, gone: LitId, case: Trimmed) {
        self.events.push(Event { gone, why: Why::Case(self.cases.len()) });
        self.cases.push(case);
    }

    /// The proof of `goal` from the clash backwards. `base` says which candidates were live when
    /// the goal was assumed, `root` which were when the outermost one was.
    pub(super) fn trim(mut self, net: &TrialNet<'_>, goal: LitId, clash: Clash, base: &State, root: &State) -> Trimmed {
        let events = std::mem::take(&mut self.events);
        let mut gone_at = vec![usize::MAX; net.len()];
        for (time, e) in events.iter().enumerate() {
            gone_at[e.gone as usize] = time;
        }
        // A rule as a whole rests on what had gone in its scope by then.
        let gone_by = |l: LitId, time: usize| root.is_live(l) && (!base.is_live(l) || gone_at[l as usize] < time);
        let mut needs: BTreeSet<LitId> = match clash {
            Clash::Truth(t) => members(net, t).filter(|&l| root.is_live(l)).collect(),
            Clash::Rule(rule) => scope(net, rule).filter(|&l| gone_by(l, usize::MAX)).collect(),
        };
        let mut kept: Vec<Event> = Vec::new();
        let mut cases: Vec<Option<Trimmed>> = self.cases.into_iter().map(Some).collect();
        for (time, e) in events.iter().enumerate().rev() {
            if !needs.contains(&e.gone) {
                continue;
            }
            match e.why {
                Why::Excluded(_, None) => {}
                Why::Excluded(unit, Some(t)) => needs.extend(members(net, t).filter(|&l| l != unit && root.is_live(l))),
                Why::Pruned(rule) => needs.extend(scope(net, rule).filter(|&l| gone_by(l, time))),
                Why::Case(i) => {
                    if let Some(case) = &cases[i] {
                        needs.extend(case.needs.iter());
                    }
                }
            }
            kept.push(*e);
        }
        kept.reverse();
        for e in &kept {
            needs.remove(&e.gone);
        }
        let mut core = BTreeSet::new();
        let mut steps: Vec<Step> = Vec::new();
        for e in kept {
            let Literal { var, value } = net.literal(e.gone);
            let what = Removal { var, values: Domain::single(value) };
            let (truth, rule) = match e.why {
                Why::Case(i) => {
                    if let Some(case) = cases[i].take() {
                        core.extend(case.proof.core.iter().copied());
                        steps.push(Step::Case { assume: net.literal(e.gone), proof: case.proof });
                    }
                    continue;
                }
                Why::Pruned(rule) => (Some(Truth::Rule { rule, part: Part::Whole }), Some(rule)),
                Why::Excluded(unit, truth) => {
                    (truth.map(|t| net.truths()[t as usize]), link(net, net.literal(unit), var))
                }
            };
            core.extend(truth);
            if let Some(Step::Prune { what: last, truth: t, rule: r }) = steps.last_mut()
                && last.var == var
                && *t == truth
                && *r == rule
            {
                last.values |= what.values;
                continue;
            }
            steps.push(Step::Prune { what, truth, rule });
        }
        let truth = clash.truth(net);
        core.insert(truth);
        steps.push(Step::Clash { truth });
        let Literal { var, value } = net.literal(goal);
        let goal = Removal { var, values: Domain::single(value) };
        Trimmed { proof: Proof { goal, steps, core: core.into_iter().collect() }, needs }
    }
}

/// The first all-different rule over the two variables; `None` for one and the same.
fn link(net: &TrialNet<'_>, unit: Literal, var: crate::Var) -> Option<RuleId> {
    if unit.var == var {
        return None;
    }
    let houses = net.network().houses();
    let shared = houses.of(unit.var).iter().find(|h| houses.of(var).contains(h))?;
    Some(houses.list()[*shared as usize].rule)
}

fn members<'a>(net: &'a TrialNet<'_>, truth: TruthId) -> impl Iterator<Item = LitId> + 'a {
    net.members(truth).iter().flat_map(|&(w, mask)| Domain(mask).iter().map(move |b| w * 64 + LitId::from(b)))
}

fn scope<'a>(net: &'a TrialNet<'_>, rule: RuleId) -> impl Iterator<Item = LitId> + 'a {
    net.network().rule(rule).scope().iter().flat_map(|&v| net.literals_of(v))
}
