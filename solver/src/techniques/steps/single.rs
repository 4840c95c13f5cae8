//! What one rule says by itself.

use super::local::scratch;
use super::{Row, conclude, lost, technique_of_row};
use crate::{Board, Deduction, Domain, Flow, RuleId, Say, Var};
use std::ops::ControlFlow;

/// What a rule of some classes leaves by its own `prune`, as far as it concludes certain values.
#[derive(Clone)]
pub struct RuleStep {
    row: Row,
    classes: &'static [u16],
    concludes: Domain,
    when: fn(&Board<'_>, RuleId) -> bool,
    says: &'static str,
}

impl std::fmt::Debug for RuleStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RuleStep").field(&self.row).finish()
    }
}

impl RuleStep {
    /// Rules of these classes. `says` follows the rule's name in the wording: "has all its lines".
    pub fn new(row: Row, classes: &'static [u16], says: &'static str) -> RuleStep {
        RuleStep { row, classes, concludes: Domain(u64::MAX), when: |_, _| true, says }
    }

    /// Only what leaves a variable no value but these.
    #[must_use]
    pub fn concluding(self, values: Domain) -> RuleStep {
        RuleStep { concludes: values, ..self }
    }

    /// Only rules for which the condition holds.
    #[must_use]
    pub fn when(self, when: fn(&Board<'_>, RuleId) -> bool) -> RuleStep {
        RuleStep { when, ..self }
    }

    fn search(&self, at: &Board<'_>, found: &mut dyn FnMut(Deduction) -> Flow) -> Flow {
        let net = at.network();
        let start = scratch(at);
        let mut tried = start.clone();
        for id in net.rule_ids() {
            let is_ours = net.origin(id).is_some_and(|o| self.classes.contains(&o.class));
            let scope = net.rule(id).scope();
            if !is_ours || !scope.iter().any(|&v| at.domain(v).len() > 1) || !(self.when)(at, id) {
                continue;
            }
            tried.take_changed();
            let pruned = net.rule(id).prune(&mut tried);
            let mut changed: Vec<Var> = tried.take_changed();
            if changed.is_empty() && pruned.is_ok() {
                continue;
            }
            changed.sort_unstable();
            changed.dedup();
            let mut gone = Vec::new();
            for var in changed {
                let after = tried.domain(var);
                if pruned.is_ok() && after.minus(self.concludes).is_empty() {
                    gone.extend(lost(var, at.domain(var), after));
                }
            }
            tried.restore(&start);
            let say = vec![Say::Rule(id), Say::Text(format!(" {}", self.says).into())];
            if let Some(step) = conclude(&self.row, at, &gone, vec![id], say) {
                found(step)?;
            }
        }
        ControlFlow::Continue(())
    }
}

technique_of_row!(RuleStep);
