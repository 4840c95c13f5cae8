//! What two rules say together, with the small rules around them.

use super::local::refutes;
use super::parts::{find_parts, read_rule};
use super::{Parted, Row, Trial, conclude, technique_of_row};
use crate::rules::RuleSpec;
use crate::{Board, Deduction, Flow, Literal, Network, RuleId, Say, Value, Var, VarSet};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Which rules take a part in a pattern.
#[derive(Clone, Copy)]
pub struct Which {
    class: u16,
    when: fn(&RuleSpec) -> bool,
}

impl Which {
    /// The rules of a class.
    pub const fn class(class: u16) -> Which {
        Which { class, when: |_| true }
    }

    /// The rules of a class whose data fits.
    pub const fn of(class: u16, when: fn(&RuleSpec) -> bool) -> Which {
        Which { class, when }
    }

    fn takes(&self, net: &Network, id: RuleId) -> bool {
        net.origin(id).is_some_and(|o| o.class == self.class) && (self.when)(net.spec(id))
    }
}

/// Candidates that a rule, or two rules, refute together with the small rules that they touch.
#[derive(Clone)]
pub struct JointRules {
    row: Row,
    first: Which,
    second: Option<Which>,
    via: &'static [u16],
}

impl std::fmt::Debug for JointRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("JointRules").field(&self.row).finish()
    }
}

/// Changes that one trial follows at most; the rules are few and small.
const MOST_CHANGES: usize = 64;
/// Open variables of one rule at most: a pattern is seen at a glance.
const MOST_OPEN: usize = 12;

impl JointRules {
    /// A rule with the rules of the classes `via` that share a variable with it (a clue with its
    /// corners).
    pub fn one(row: Row, first: Which, via: &'static [u16]) -> JointRules {
        JointRules { row, first, second: None, via }
    }

    /// Two rules that share an open variable, or that a rule of `via` joins, with all rules of
    /// `via` around them.
    pub fn two(row: Row, first: Which, second: Which, via: &'static [u16]) -> JointRules {
        JointRules { row, first, second: Some(second), via }
    }

    fn is_via(&self, net: &Network, id: RuleId) -> bool {
        net.origin(id).is_some_and(|o| self.via.contains(&o.class))
    }

    /// The open variables of a rule, if they are few.
    fn open(at: &Board<'_>, id: RuleId) -> Option<Vec<Var>> {
        let open: Vec<Var> =
            at.network().rule(id).scope().iter().copied().filter(|&v| at.domain(v).len() > 1).collect();
        (!open.is_empty() && open.len() <= MOST_OPEN).then_some(open)
    }

    /// The rules of `via` that touch these variables.
    fn around(&self, net: &Network, vars: &[Var]) -> BTreeSet<RuleId> {
        let rules = vars.iter().flat_map(|&v| net.rules_of(v));
        rules.copied().filter(|&r| self.is_via(net, r)).collect()
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        find_parts(self, at, found)
    }

    fn try_rules(
        &self,
        trial: &mut Trial<'_, '_>,
        rules: &[RuleId],
        open: &[Var],
        around: &BTreeSet<RuleId>,
        found: &mut dyn FnMut(Deduction) -> Flow,
    ) -> Flow {
        let takes = |id: RuleId| rules.contains(&id) || around.contains(&id);
        let at = trial.at;
        let mut gone: Vec<(Var, Value)> = Vec::new();
        for &var in open {
            for value in at.domain(var).iter() {
                let literal = Literal { var, value };
                if at.store().is_irrefutable(literal) {
                    continue;
                }
                if refutes(trial.begin(), literal, &takes, MOST_CHANGES).is_some() {
                    gone.push((var, value));
                }
            }
        }
        if gone.is_empty() {
            return ControlFlow::Continue(());
        }
        let say =
            vec![Say::Text("with ".into()), Say::Rules(rules.to_vec()), Say::Text(" there is no other way".into())];
        match conclude(&self.row, at, &gone, rules.to_vec(), say) {
            Some(step) => found(step),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Parted for JointRules {
    fn parts(&self, net: &Network) -> Vec<RuleId> {
        net.rule_ids().filter(|&id| self.first.takes(net, id)).collect()
    }

    fn find_part(
        &self,
        trial: &mut Trial<'_, '_>,
        a: RuleId,
        read: &mut VarSet,
        found: &mut dyn FnMut(Deduction) -> Flow,
    ) -> Flow {
        let at = trial.at;
        let net = at.network();
        read_rule(net, a, read);
        let Some(open) = Self::open(at, a) else { return ControlFlow::Continue(()) };
        let around = self.around(net, &open);
        around.iter().for_each(|&r| read_rule(net, r, read));
        let Some(second) = self.second else {
            return self.try_rules(trial, &[a], &open, &around, found);
        };
        let joined = around.iter().flat_map(|&r| net.rule(r).scope()).filter(|v| at.domain(**v).len() > 1);
        let near: BTreeSet<RuleId> = open.iter().chain(joined).flat_map(|&v| net.rules_of(v)).copied().collect();
        for b in near.into_iter().filter(|&b| b != a && second.takes(net, b)) {
            // Two rules that both could be either are looked at once.
            if b < a && self.first.takes(net, b) && second.takes(net, a) {
                continue;
            }
            read_rule(net, b, read);
            let Some(more) = Self::open(at, b) else { continue };
            let mut all = open.clone();
            all.extend(more.iter().filter(|v| !open.contains(v)));
            let mut rules = self.around(net, &all);
            rules.remove(&a);
            rules.remove(&b);
            rules.iter().for_each(|&r| read_rule(net, r, read));
            self.try_rules(trial, &[a, b], &all, &rules, found)?;
        }
        ControlFlow::Continue(())
    }
}

technique_of_row!(JointRules, parted);
