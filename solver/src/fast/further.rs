//! Rules of other kinds, after the all-different fixpoint: through their stateless `prune` on a view of the domains.

use crate::{Domain, Network, RuleId, RuleKind, Store, Value, Var, propagate};

/// The rules of a network that the kernels don't know.
#[derive(Debug)]
pub(crate) struct Further {
    rules: Vec<RuleId>,
    net: Network,
}

impl Further {
    pub fn new(net: &Network) -> Further {
        let other = |id: &RuleId| net.rule(*id).kind() != RuleKind::AllDifferent;
        Further { rules: net.rule_ids().filter(other).collect(), net: net.clone() }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.net
    }

    /// The rules.
    pub fn rules(&self) -> &[RuleId] {
        &self.rules
    }

    /// Is there nothing to do?
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Prunes the domains; what went, by variable. `None`: no solution.
    pub fn prune(&self, domains: Vec<Domain>) -> Option<Vec<(Var, Domain)>> {
        let before = domains.clone();
        let mut store = Store::from_domains(&self.net, domains);
        propagate::propagate_rules(&mut store, &self.rules).ok()?;
        let gone = |(i, (&a, &b)): (usize, (&Domain, &Domain))| (a != b).then(|| (Var(i as u32), a.minus(b)));
        Some(before.iter().zip(store.domains()).enumerate().filter_map(gone).collect())
    }

    /// Do the rules hold?
    pub fn holds(&self, values: &[Value]) -> bool {
        let at = |v: Var| values[v.index()];
        self.rules.iter().all(|&id| self.net.rule(id).holds(&at))
    }
}
