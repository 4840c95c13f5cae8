//! Chains as solvers write them.

use crate::covers::chains;
use crate::key::one_chain_key;
use crate::sets::{CoreSets, Set, bits};
use tesuji_solver::{Domain, Literal, Network, Truth};

/// A chain of single candidates and groups, as solvers write it (Eureka): `(a=b)cell -
/// (b)cell=cell`. `None` where the core is no chain.
pub fn chain_line(
    net: &Network,
    domains: &[Domain],
    core: &[Truth],
    goal: Literal,
    names: &dyn tesuji_genre::Names,
) -> Option<String> {
    let sets = CoreSets::new(net, domains, core)?;
    let chain = chains(&sets, goal).into_iter().min_by_key(|c| one_chain_key(&sets, c))?;
    let mut parts = Vec::new();
    for (i, &truth) in chain.order.iter().enumerate() {
        let before = sets.members[truth] & sets.mask(chain.covers[i]);
        let after = sets.members[truth] & !before;
        let list = |mask: u128| -> (Vec<tesuji_solver::Var>, Domain) {
            let literals: Vec<Literal> = bits(mask).map(|i| sets.all[i]).collect();
            (literals.iter().map(|l| l.var).collect(), literals.iter().map(|l| l.value).collect())
        };
        let ((from, a), (to, b)) = (list(before), list(after));
        let digits = |d: Domain| d.iter().map(|v| names.value(v)).collect::<String>();
        parts.push(match sets.bases[truth] {
            Set::Cell(var) => format!("({}={}){}", digits(a), digits(b), names.var(var)),
            Set::Places { .. } => format!("({}){}={}", digits(a), names.vars(&from), names.vars(&to)),
        });
    }
    Some(format!("{} => {}<>{}", parts.join(" - "), names.var(goal.var), names.value(goal.value)))
}
