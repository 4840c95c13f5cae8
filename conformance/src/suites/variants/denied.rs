//! The opposite of a rule, as a rule.

use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Value, Var};

/// The most assignments that are listed.
const MOST: u64 = 20_000;

/// A rule that holds where another one does not; `None` where none is known.
pub fn denial(spec: &RuleSpec, domains: &[Domain]) -> Option<RuleSpec> {
    match spec {
        RuleSpec::AllDifferent { vars } => Some(RuleSpec::AnyOf { branches: equal_pairs(vars, domains) }),
        RuleSpec::Cage { vars, total } => {
            let mut branches = equal_pairs(vars, domains);
            branches.extend(other_totals(vars, *total, domains));
            Some(RuleSpec::AnyOf { branches })
        }
        RuleSpec::Linear { vars, weights, total, groups } if groups.is_empty() && weights.iter().all(|&w| w == 1) => {
            Some(RuleSpec::AnyOf { branches: other_totals(vars, u32::try_from(*total).ok()?, domains) })
        }
        RuleSpec::Family { vars, sets } => {
            let mut branches = equal_pairs(vars, domains);
            let union = vars.iter().fold(Domain::EMPTY, |all, v| all | domains[v.index()]);
            let others: Vec<Domain> = subsets(union, vars.len()).into_iter().filter(|s| !sets.contains(s)).collect();
            branches.push(vec![RuleSpec::Family { vars: vars.clone(), sets: others }]);
            Some(RuleSpec::AnyOf { branches })
        }
        _ => by_assignments(spec, domains),
    }
}

fn equal_pairs(vars: &[Var], domains: &[Domain]) -> Vec<Vec<RuleSpec>> {
    let mut all = Vec::new();
    for (i, &a) in vars.iter().enumerate() {
        for &b in &vars[..i] {
            let both = domains[a.index()] & domains[b.index()];
            all.push(vec![RuleSpec::Table { vars: vec![a, b], tuples: both.iter().map(|v| vec![v, v]).collect() }]);
        }
    }
    all
}

fn other_totals(vars: &[Var], total: u32, domains: &[Domain]) -> Vec<Vec<RuleSpec>> {
    let most: u32 = vars.iter().map(|v| u32::from(domains[v.index()].max().unwrap_or(0))).sum();
    let totals = (0..=most).filter(|&t| t != total);
    totals.map(|total| vec![RuleSpec::Sum { vars: vars.to_vec(), total }]).collect()
}

fn subsets(values: Domain, count: usize) -> Vec<Domain> {
    let mut all = vec![Domain::EMPTY];
    for value in values.iter() {
        let more: Vec<Domain> = all.iter().map(|s| s.with(value)).filter(|s| s.len() as usize <= count).collect();
        all.extend(more);
    }
    all.retain(|s| s.len() as usize == count);
    all
}

/// The assignments of the scope with which the rule does not hold.
fn by_assignments(spec: &RuleSpec, domains: &[Domain]) -> Option<RuleSpec> {
    let rule = spec.build().ok()?;
    let vars = rule.scope().to_vec();
    let own: Vec<Domain> = vars.iter().map(|v| domains[v.index()]).collect();
    own.iter().try_fold(1_u64, |n, d| n.checked_mul(d.len().into())).filter(|&n| n <= MOST)?;
    let mut tuples: Vec<Vec<Value>> = Vec::new();
    tesuji_solver::laws::each_assignment(&own, &mut |values| {
        let at = |var: Var| vars.iter().position(|&v| v == var).map_or(0, |i| values[i]);
        if !rule.holds(&at) {
            tuples.push(values.to_vec());
        }
    });
    Some(RuleSpec::Table { vars, tuples })
}
