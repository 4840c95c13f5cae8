//! Facts at a stall that a proof by rules rests on.

use tesuji_solver::techniques::steps::rules_refute;
use tesuji_solver::{Domain, Literal, Network, Part, RuleId, RuleKind, Truth, Var};

/// The rules of a core that has nothing else; `None`: it has other truths, or candidates exclude
/// each other without being truths of it.
pub(crate) fn rules_of(net: &Network, core: &[Truth]) -> Option<Vec<RuleId>> {
    let is_house = |id: RuleId| net.rule(id).kind() == RuleKind::AllDifferent;
    let rule = |truth: &Truth| match *truth {
        Truth::Rule { rule, part: Part::Whole } => Some(rule),
        _ => None,
    };
    core.iter().map(rule).collect::<Option<Vec<_>>>().filter(|_| !net.rule_ids().any(is_house))
}

/// The variables whose candidates are fewer than at the start, and without which the rules would
/// not refute the goal; none could be left out of them.
pub(crate) fn facts(net: &Network, domains: &[Domain], rules: &[RuleId], goal: Literal) -> Vec<Var> {
    if !rules_refute(net, domains, rules, goal) {
        return Vec::new();
    }
    let scopes = rules.iter().flat_map(|&rule| net.rule(rule).scope()).copied();
    let mut known: Vec<Var> = scopes.filter(|v| domains[v.index()] != net.domains()[v.index()]).collect();
    known.sort_unstable();
    known.dedup();
    let mut now = domains.to_vec();
    known.retain(|&var| {
        let own = std::mem::replace(&mut now[var.index()], net.domains()[var.index()]);
        let is_needed = !rules_refute(net, &now, rules, goal);
        if is_needed {
            now[var.index()] = own;
        }
        is_needed
    });
    known
}
