//! Techniques over any rules, named by the genre: what one rule says by itself, what a few rules
//! say together, and what a candidate leads to.
//!
//! A genre gives each of its rules a class ([`Origin`](crate::Origin)) and lists rows: a name, a
//! tier, and the classes that the technique reads. The deductions come from the rules' own `prune`,
//! so every step is as sound as the rules.

mod contradiction;
mod counted;
mod either;
mod followers;
mod ground;
mod group;
mod joint;
mod last_value;
mod line;
mod looks;
mod memo;
mod part;
mod rounds;
mod single;
#[cfg(test)]
mod tests;
mod ways;

pub use contradiction::Contradiction;
pub use counted::Counting;
pub use either::EitherWay;
pub use ground::{Ground, find_parts};
pub use group::{GroupShape, RuleClass, RuleGroup, rules_refute};
pub use joint::{JointRules, Which};
pub(crate) use joint::{MOST_AROUND, MOST_CHANGES, MOST_OPEN};
pub use last_value::LastValue;
pub use line::{LineLook, LineStep};
pub use memo::Memo;
pub(crate) use part::Look;
pub use part::{Marks, Masked, Part, Parted, Told};
pub use rounds::{Rounds, refuted_in_rounds};
pub use single::{RuleStep, RuleView};
pub use ways::Ways;

use crate::reason::{Explainer, Fact, Reason, Refutation, Together};
pub use crate::technique::Row;
use crate::{Because, Board, Deduction, Domain, Literal, RuleId, Value, Var};

/// A step that strikes values, and writes down those of the variables that keep one.
fn conclude(row: &Row, at: &Board<'_>, gone: &[(Var, Value)]) -> Option<Deduction> {
    let step = Deduction::remove(&row.id, gone.iter().copied(), Because::default())?;
    Some(step.with_places(|var| at.domain(var)))
}

/// The candidates on the board, those of placed variables included.
pub fn candidates(at: &Board<'_>) -> Vec<Domain> {
    let open = |(i, &d): (usize, &Domain)| {
        let var = Var(i as u32);
        if at.open().contains(var) { at.domain(var) } else { d }
    };
    at.store().domains().iter().enumerate().map(open).collect()
}

/// The step that reasons lead to; with a supposition they end in a contradiction.
fn reasoned(
    row: &Row,
    at: &Board<'_>,
    with: &Explainer<'_>,
    mut reasons: Vec<Reason>,
    supposed: Option<Fact>,
) -> Option<Deduction> {
    let concluded = match supposed {
        Some(supposed) => vec![supposed.negated()],
        None => reasons.last()?.concludes.clone(),
    };
    let left = |fact: &Fact| at.domain(fact.var) & fact.keeps();
    let gone: Vec<(Var, Value)> =
        concluded.iter().flat_map(|fact| lost(fact.var, at.domain(fact.var), left(fact))).collect();
    let mut step = conclude(row, at, &gone)?;
    for &Literal { var, value } in &step.places {
        let known = concluded.iter().filter(|fact| fact.var == var);
        let left = known.fold(at.network().domains()[var.index()], |left, fact| left & fact.keeps());
        if !left.is_single() {
            reasons.push(with.last_value(var, value));
        }
    }
    let mut houses: Vec<RuleId> = reasons.iter().flat_map(Reason::rules).collect();
    houses.sort_unstable();
    houses.dedup();
    step.because = Because { reasons, supposed, houses, ..Because::default() };
    Some(step)
}

/// What the rules of a step say one by one, a step for each set of premises.
fn by_rules(row: &Row, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
    let domains = candidates(at);
    let rules = step.because.houses.iter();
    let reasons: Vec<Reason> = rules.flat_map(|&rule| with.removals(rule, &domains, &step.removes)).collect();
    reasons.into_iter().filter_map(|reason| reasoned(row, at, with, vec![reason], None)).collect()
}

/// What a candidate that goes leads to, as a step; `None`: the rules that `takes` don't refute it.
fn refuted(
    row: &Row,
    at: &Board<'_>,
    with: &mut Explainer<'_>,
    domains: &[Domain],
    suppose: Literal,
    (takes, most): (&dyn Fn(RuleId) -> bool, usize),
) -> Option<Deduction> {
    let reasons = with.refutation(&Refutation { at: domains, suppose, takes, most })?;
    reasoned(row, at, with, reasons, Some(Fact::is(suppose.var, suppose.value)))
}

/// What several rules say together of each candidate that a step strikes.
fn together(
    row: &Row,
    at: &Board<'_>,
    with: &Explainer<'_>,
    (step, domains): (&Deduction, &[Domain]),
    proof: &dyn Fn(Literal) -> Option<Together>,
) -> Vec<Deduction> {
    let reason = |l: Literal| with.together(proof(l)?, domains, Fact::is_not(l.var, l.value));
    struck(step).filter_map(|l| reasoned(row, at, with, vec![reason(l)?], None)).collect()
}

/// The candidates that a step strikes.
fn struck(step: &Deduction) -> impl Iterator<Item = Literal> + '_ {
    let of = |r: &crate::Removal| {
        let var = r.var;
        r.values.iter().map(move |value| Literal { var, value })
    };
    step.removes.iter().flat_map(of)
}

/// The values of the variables that a domain loses, pair by pair.
fn lost(var: Var, before: Domain, after: Domain) -> impl Iterator<Item = (Var, Value)> {
    before.minus(after).iter().map(move |value| (var, value))
}

/// `impl Technique` for what has a `row`. With `parted` its parts are the search, with
/// `searched` they find what `search` finds first, else `search` is all there is.
macro_rules! technique_of_row {
    ($kind:ty $(, $parted:ident)?) => {
        impl crate::Technique for $kind {
            technique_of_row!(@find $($parted)?);
            fn row(&self) -> &crate::Row {
                &self.row
            }
            fn explain(
                &self,
                at: &crate::Board<'_>,
                step: &crate::Deduction,
                with: &mut crate::Explainer<'_>,
            ) -> Vec<crate::Deduction> {
                self.reasons(at, step, with)
            }
            fn says(&self) -> &'static str {
                self.words()
            }
        }
    };
    (@find searched) => {
        fn parted(&self) -> Option<&dyn super::Parted> {
            Some(self)
        }
        technique_of_row!(@find);
    };
    (@find parted) => {
        fn parted(&self) -> Option<&dyn super::Parted> {
            Some(self)
        }
        fn find(
            &self,
            at: &crate::Board<'_>,
            found: &mut dyn FnMut(crate::Deduction) -> crate::Flow,
        ) -> crate::Flow {
            super::ground::find_parts(self, at, found)
        }
    };
    (@find) => {
        fn find(
            &self,
            at: &crate::Board<'_>,
            found: &mut dyn FnMut(crate::Deduction) -> crate::Flow,
        ) -> crate::Flow {
            self.search(at, found)
        }
    };
}
use technique_of_row;
