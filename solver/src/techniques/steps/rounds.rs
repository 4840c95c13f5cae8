//! Consequences of a candidate in rounds.

use super::{Ground, Marks, Part, Row, Silent, candidates, conclude, refuted, struck, technique_of_row};
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Means, Network, RuleId, Store, Var};
use std::ops::ControlFlow;

/// A candidate whose consequences leave some rule no room. In the first round each rule that speaks
/// of the candidate says what follows from it; in the next one each rule says what follows from the
/// round before. A bounded number of rounds is no trial: one round is a truth of which every member
/// is excluded, further ones are short chains to such a truth.
#[derive(Clone, Debug)]
pub struct Rounds {
    row: Row,
    rounds: u32,
    classes: Option<&'static [u16]>,
}

impl Rounds {
    /// Rules of all classes, so many rounds of consequences.
    pub fn new(row: Row, rounds: u32) -> Rounds {
        Rounds { row: row.by(Means::Rounds), rounds, classes: None }
    }

    /// Only rules of these classes.
    #[must_use]
    pub fn among(self, classes: &'static [u16]) -> Rounds {
        Rounds { classes: Some(classes), ..self }
    }

    fn takes(&self, net: &Network, rule: RuleId) -> bool {
        self.classes.is_none_or(|classes| net.origin(rule).is_some_and(|o| classes.contains(&o.class)))
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        let net = at.network();
        let base = candidates(at);
        let mut store = Store::from_domains(net, base.clone());
        let takes = |rule: RuleId| self.takes(net, rule);
        let mut wave = Wave::new(&base, &takes);
        for var in at.open().iter() {
            for value in at.domain(var).iter() {
                let literal = Literal { var, value };
                if at.store().is_irrefutable(literal) || !wave.refutes(&mut store, literal, self.rounds) {
                    continue;
                }
                if let Some(step) = conclude(&self.row, at, &[(var, value)], Vec::new()) {
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
        let takes = |rule: RuleId| self.takes(at.network(), rule);
        let bounds = (&takes as &dyn Fn(RuleId) -> bool, usize::MAX);
        struck(step).filter_map(|l| refuted(&self.row, at, with, &domains, l, bounds)).collect()
    }
}

impl Silent for Rounds {
    fn silent_parts(&self, _net: &Network, _marks: &mut Marks) -> Vec<Part> {
        vec![Part::default()]
    }

    fn conclude(&self, ground: &mut Ground<'_>, _part: &Part) -> bool {
        let (net, in_rounds) = (ground.network(), ground.is_in_rounds);
        let gone = ground.with_candidates(|store, base, off| {
            let takes = |rule: RuleId| !off[rule.index()] && self.takes(net, rule);
            let mut wave = Wave::new(base, &takes);
            let mut gone: Vec<(Var, Domain)> = Vec::new();
            for var in net.vars() {
                if store.is_placed(var) {
                    continue;
                }
                let mut of_var = Domain::EMPTY;
                for value in base[var.index()].iter() {
                    let literal = Literal { var, value };
                    if !store.is_irrefutable(literal) && wave.refutes(store, literal, self.rounds) {
                        of_var = of_var.with(value);
                        if !in_rounds {
                            break;
                        }
                    }
                }
                if !of_var.is_empty() {
                    gone.push((var, of_var));
                    if !in_rounds {
                        break;
                    }
                }
            }
            gone
        });
        gone.into_iter().for_each(|(var, values)| ground.strike(var, values));
        ground.has_struck()
    }
}

/// The consequences of one candidate after another, from the same candidates.
struct Wave<'a> {
    base: &'a [Domain],
    takes: &'a dyn Fn(RuleId) -> bool,
    /// The candidates at the beginning of the round.
    now: Vec<Domain>,
    /// Variables that differ from the base.
    touched: Vec<Var>,
    changed: Vec<Var>,
}

impl<'a> Wave<'a> {
    fn new(base: &'a [Domain], takes: &'a dyn Fn(RuleId) -> bool) -> Self {
        Wave { base, takes, now: base.to_vec(), touched: Vec::new(), changed: Vec::new() }
    }

    /// Do the rules contradict the candidate after so many rounds? The store is left as it was.
    fn refutes(&mut self, store: &mut Store<'_>, literal: Literal, rounds: u32) -> bool {
        let is_refuted = self.runs_out(store, literal, rounds);
        store.drain_changed(&mut self.changed);
        for var in self.touched.drain(..).chain(self.changed.drain(..)) {
            self.now[var.index()] = self.base[var.index()];
            store.reset(var, self.base[var.index()]);
        }
        is_refuted
    }

    fn runs_out(&mut self, store: &mut Store<'_>, literal: Literal, rounds: u32) -> bool {
        if store.assign(literal).is_err() {
            return true;
        }
        store.drain_changed(&mut self.changed);
        let mut fresh = std::mem::take(&mut self.changed);
        for round in 0..=rounds {
            for &var in &fresh {
                self.now[var.index()] = store.domain(var);
            }
            self.touched.extend(&fresh);
            let net = store.network();
            let mut rules: Vec<RuleId> = fresh.iter().flat_map(|&var| net.rules_of(var)).copied().collect();
            rules.sort_unstable();
            rules.dedup();
            fresh.clear();
            let mut left: Vec<(Var, Domain)> = Vec::new();
            for rule in rules.into_iter().filter(|&rule| (self.takes)(rule)) {
                if net.rule(rule).prune(store).is_err() {
                    return true;
                }
                // Each rule reads the candidates of the round's beginning.
                store.drain_changed(&mut self.changed);
                for var in self.changed.drain(..) {
                    left.push((var, store.domain(var)));
                    store.reset(var, self.now[var.index()]);
                }
            }
            if round == rounds {
                return false;
            }
            for (var, domain) in left {
                match store.restrict(var, domain) {
                    Ok(true) => fresh.push(var),
                    Ok(false) => {}
                    Err(_) => return true,
                }
            }
            store.drain_changed(&mut self.changed);
            self.changed.clear();
            fresh.sort_unstable();
            fresh.dedup();
            if fresh.is_empty() {
                return false;
            }
        }
        false
    }
}

technique_of_row!(Rounds);

/// Calls `found` with each candidate that the rules which `takes` refute in so many rounds of
/// consequences, and for which `may_go` holds, until it answers `false`.
pub fn refuted_in_rounds(
    net: &Network,
    base: &[Domain],
    rounds: u32,
    takes: &dyn Fn(RuleId) -> bool,
    may_go: &dyn Fn(Literal) -> bool,
    found: &mut dyn FnMut(Literal) -> bool,
) {
    let mut store = Store::from_domains(net, base.to_vec());
    let mut wave = Wave::new(base, takes);
    for var in net.vars().filter(|var| !base[var.index()].is_single()) {
        for value in base[var.index()].iter() {
            let literal = Literal { var, value };
            if may_go(literal) && wave.refutes(&mut store, literal, rounds) && !found(literal) {
                return;
            }
        }
    }
}
