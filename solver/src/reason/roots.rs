//! Which of a rule's own places a conclusion rests on.

use super::{Explainer, Fact};
use crate::rules::RuleSpec;
use crate::{RuleId, Var};

/// More roots than these are no places to point at: it is for all of them that none reaches so far.
const MOST: usize = 3;

impl Explainer<'_> {
    /// The roots of islands whose numbers a conclusion from facts needs; where it needs no number,
    /// the roots beside it.
    pub(super) fn roots(&mut self, rule: RuleId, because: &[Fact], goal: Fact) -> Vec<Var> {
        let RuleSpec::Islands { vars, values, edges, roots } = self.net.spec(rule) else { return Vec::new() };
        let without = |number: usize| {
            let mut roots = roots.clone();
            roots[number][1] = 0;
            RuleSpec::Islands { vars: vars.clone(), values: *values, edges: edges.clone(), roots }
        };
        let numbered = (0..roots.len()).filter(|&i| roots[i][1] > 0);
        let needed: Vec<usize> = numbered.filter(|&i| !self.follows_by(without(i), because, goal)).collect();
        if !needed.is_empty() {
            let all = needed.iter().map(|&i| vars[roots[i][0] as usize]);
            return if needed.len() > MOST { Vec::new() } else { all.collect() };
        }
        let place = vars.iter().position(|&v| v == goal.var).unwrap_or(vars.len()) as u32;
        let is_beside = |root: &&[u32; 2]| edges.contains(&[root[0], place]) || edges.contains(&[place, root[0]]);
        roots.iter().filter(is_beside).map(|root| vars[root[0] as usize]).collect()
    }
}
