//! All-different groups as techniques see them: houses, their kinds, and who sees whom.

use crate::{Domain, Network, RuleId, RuleKind, Value, Var, VarSet};
use serde::{Deserialize, Serialize};

/// What an all-different rule is to a person. Symmetries preserve it, names of steps speak of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum HouseKind {
    /// One of a family of parallel lines: axis 0 (rows), 1 (columns). Lines of different axes share
    /// at most a cell.
    Line(u8),
    /// A block, box or irregular region.
    Region,
    /// A full-length line out of the families (a diagonal).
    Diagonal,
    /// Anything else: a cage, a pair of cells a knight's move apart.
    #[default]
    Other,
}

/// An all-different rule over the variables of one house.
#[derive(Clone, Debug)]
pub struct House {
    /// The rule behind it.
    pub rule: RuleId,
    /// What it is to a person.
    pub kind: HouseKind,
    /// Its variables, in the rule's order.
    pub vars: Vec<Var>,
    /// The same as a set.
    pub set: VarSet,
    /// Values that must stand somewhere in it (all of them when it has as many variables as
    /// values).
    pub covers: Domain,
}

/// The houses of a network, in rule order, with look-up tables.
#[derive(Clone, Debug, Default)]
pub struct Houses {
    list: Vec<House>,
    of: Vec<Vec<u16>>,
    peers: Vec<VarSet>,
}

impl Houses {
    pub(crate) fn of_network(net: &Network) -> Houses {
        let mut list: Vec<House> = Vec::new();
        let mut of = vec![Vec::new(); net.len()];
        let mut peers = vec![VarSet::with_capacity(net.len()); net.len()];
        for id in net.rule_ids() {
            let rule = net.rule(id);
            if rule.kind() != RuleKind::AllDifferent {
                continue;
            }
            let vars = rule.scope().to_vec();
            let set: VarSet = vars.iter().copied().collect();
            let union = vars.iter().fold(Domain::EMPTY, |u, v| u | net.domains()[v.index()]);
            for &v in &vars {
                of[v.index()].push(list.len() as u16);
                peers[v.index()].or_with(&set);
            }
            list.push(House { rule: id, kind: net.house_kind(id), vars, set, covers: rule.must_use(union) });
        }
        for (i, p) in peers.iter_mut().enumerate() {
            p.remove(Var(i as u32));
        }
        Houses { list, of, peers }
    }

    /// All houses; indices into this list are what [`of`](Self::of) gives.
    pub fn list(&self) -> &[House] {
        &self.list
    }

    /// Indices of the houses that hold `var`.
    pub fn of(&self, var: Var) -> &[u16] {
        &self.of[var.index()]
    }

    /// Variables that share an all-different rule with `var` (without it): they can't take its
    /// value.
    pub fn peers(&self, var: Var) -> &VarSet {
        &self.peers[var.index()]
    }

    /// Do two variables share an all-different rule?
    pub fn sees(&self, a: Var, b: Var) -> bool {
        self.peers[a.index()].contains(b)
    }

    /// Houses that must hold `value`.
    pub fn covering(&self, value: Value) -> impl Iterator<Item = &House> {
        self.list.iter().filter(move |h| h.covers.contains(value))
    }
}
