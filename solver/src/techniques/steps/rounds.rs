//! Consequences of a candidate in rounds.

use super::{Ground, Marks, Part, Parted, Row, Told, candidates, refuted, struck, technique_of_row};
use crate::{Board, Deduction, Domain, Explainer, Flow, Literal, Means, Network, RuleId, Store, Value, Var};
use std::collections::BTreeSet;
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
    /// Rules of all classes; `rounds` is the number of rounds of consequences.
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

impl Parted for Rounds {
    fn parts(&self, net: &Network, _marks: &mut Marks) -> Vec<Part> {
        vec![Part::of_board(net.len())]
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        let net = ground.network();
        for var in net.vars() {
            let number = var.index();
            if ground.store().is_placed(var) || ground.is_looked_at(part, number) {
                continue;
            }
            ground.begin_look(part, number);
            let (gone, read) = ground.with_candidates(|store, base, off| {
                let takes = |rule: RuleId| !off[rule.index()] && self.takes(net, rule);
                let mut wave = Wave::new(base, &takes);
                let goes = |&value: &Value| {
                    let literal = Literal { var, value };
                    !store.is_irrefutable(literal) && wave.refutes(store, literal, self.rounds)
                };
                let gone: Domain = base[var.index()].iter().filter(goes).collect();
                (gone, wave.read)
            });
            if gone.is_empty() {
                ground.note_vars(&[var]);
                read.into_iter().for_each(|rule| ground.note_scope(rule));
                ground.remember_look(part, number);
            } else if ground.is_in_rounds {
                ground.strike(var, gone);
            } else {
                for value in gone.iter() {
                    ground.strike(var, Domain::single(value));
                    ground.tell(told)?;
                }
            }
        }
        if ground.is_in_rounds { ground.tell(told) } else { ControlFlow::Continue(()) }
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
    /// Rules that spoke in some round.
    read: BTreeSet<RuleId>,
}

impl<'a> Wave<'a> {
    fn new(base: &'a [Domain], takes: &'a dyn Fn(RuleId) -> bool) -> Self {
        Wave { base, takes, now: base.to_vec(), touched: Vec::new(), changed: Vec::new(), read: BTreeSet::new() }
    }

    /// Do the rules contradict the candidate within this number of rounds? The store stays as it was.
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
                self.read.insert(rule);
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

technique_of_row!(Rounds, parted);

/// Calls `found` with each candidate for which `may_go` holds and that the rules which `takes`
/// accepts refute within `rounds` rounds of consequences, until it answers `false`.
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
