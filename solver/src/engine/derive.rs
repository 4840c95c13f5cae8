//! Rules that follow from several others where a whole house is known to hold every value once.
//!
//! - *Innies and outies*: houses have known sums; less the cages inside of them, the cells that
//!   remain have one too.
//! - *Leftovers*: as many regions as lines hold the same values, so what sticks out of either holds
//!   the same values.

use crate::rules::RuleSpec;
use crate::{Domain, HouseKind, Network, RuleKind, Var, VarSet};
use std::collections::BTreeSet;

/// What follows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    /// Sums and cages.
    pub rules: Vec<RuleSpec>,
    /// Pairs of equally many variables that hold the same values, each as often.
    pub same: Vec<(Vec<Var>, Vec<Var>)>,
}

/// A house that holds every value once.
struct House {
    set: VarSet,
    kind: HouseKind,
    values: Domain,
}

/// Variables with a known sum.
struct Summed {
    set: VarSet,
    total: u32,
}

/// Where sums are told, leftovers of more variables on each side cost more than they say.
const LEFTOVER_BESIDE_SUMS: usize = 3;

/// Derives rules over at most `sum_limit` variables, and leftovers of at most `leftover_limit`
/// variables on each side.
pub(crate) fn derive(net: &Network, domains: &[Domain], sum_limit: usize, leftover_limit: usize) -> Derived {
    let houses = houses(net, domains);
    let mut derived = Derived::default();
    let mut families = Vec::new();
    for kind in [HouseKind::Line(0), HouseKind::Line(1), HouseKind::Region] {
        let family: Vec<&House> = houses.iter().filter(|h| h.kind == kind).collect();
        if are_apart(&family) {
            families.push(family);
        }
    }
    let cages = cages(net);
    let leftover_limit = if cages.is_empty() { leftover_limit } else { leftover_limit.min(LEFTOVER_BESIDE_SUMS) };
    let mut seen = BTreeSet::new();
    for family in &families {
        for window in windows(family) {
            if !cages.is_empty() {
                add_sums(net, window, &cages, sum_limit, &mut seen, &mut derived.rules);
            }
        }
    }
    if let Some(regions) = families.iter().find(|f| f.first().is_some_and(|h| h.kind == HouseKind::Region)) {
        for lines in families.iter().filter(|f| f.first().is_some_and(|h| h.kind != HouseKind::Region)) {
            for window in windows(lines) {
                derived.same.extend(leftovers(window, regions, leftover_limit));
            }
        }
    }
    derived
}

/// The network with the sums that follow; `None` if none do.
pub(crate) fn with_sums(net: &Network, sum_limit: usize) -> Option<Network> {
    let derived = derive(net, net.domains(), sum_limit, 0);
    if derived.rules.is_empty() {
        return None;
    }
    let mut all = net.clone();
    derived.rules.into_iter().try_for_each(|spec| all.add(spec).map(drop)).ok()?;
    Some(all)
}

fn houses(net: &Network, domains: &[Domain]) -> Vec<House> {
    let mut found = Vec::new();
    for id in net.rule_ids().filter(|&id| net.rule(id).kind() == RuleKind::AllDifferent) {
        let scope = net.rule(id).scope();
        let union = scope.iter().fold(Domain::EMPTY, |u, v| u | net.domains()[v.index()] & domains[v.index()]);
        if union.len() as usize == scope.len() && !scope.is_empty() {
            found.push(House { set: scope.iter().copied().collect(), kind: net.house_kind(id), values: union });
        }
    }
    found
}

/// Do no two houses share a variable?
fn are_apart(family: &[&House]) -> bool {
    let mut all = VarSet::new();
    family.iter().all(|h| {
        let apart = !h.set.meets(&all);
        h.set.iter().for_each(|v| all.insert(v));
        apart
    })
}

/// All runs of consecutive houses.
fn windows<'f, 'h>(family: &'f [&'h House]) -> impl Iterator<Item = &'f [&'h House]> {
    (0..family.len()).flat_map(move |from| (from + 1..=family.len()).map(move |to| &family[from..to]))
}

fn union(houses: &[&House]) -> VarSet {
    houses.iter().flat_map(|h| h.set.iter()).collect()
}

/// The sums of the network, none overlapping an earlier one.
fn cages(net: &Network) -> Vec<Summed> {
    let mut taken = VarSet::new();
    let mut found = Vec::new();
    for id in net.rule_ids() {
        let (RuleSpec::Cage { vars, total } | RuleSpec::Sum { vars, total }) = net.spec(id) else { continue };
        let set: VarSet = vars.iter().copied().collect();
        if !set.meets(&taken) {
            set.iter().for_each(|v| taken.insert(v));
            found.push(Summed { set, total: *total });
        }
    }
    found
}

/// Adds the sums of what cages leave inside of the houses, and of what sticks out of them.
fn add_sums(
    net: &Network,
    houses: &[&House],
    cages: &[Summed],
    limit: usize,
    seen: &mut BTreeSet<Vec<Var>>,
    rules: &mut Vec<RuleSpec>,
) {
    let cells = union(houses);
    let whole: u32 = houses.iter().flat_map(|h| h.values.iter()).map(u32::from).sum();
    let is_inside = |cage: &Summed| cage.set.iter().all(|v| cells.contains(v));
    let inside: u32 = cages.iter().filter(|c| is_inside(c)).map(|c| c.total).sum();
    let covered: VarSet = cages.iter().filter(|c| is_inside(c)).flat_map(|c| c.set.iter()).collect();
    let innies: Vec<Var> = cells.iter().filter(|&v| !covered.contains(v)).collect();
    if let Some(total) = whole.checked_sub(inside) {
        add_sum(net, innies, total, limit, seen, rules);
    }
    let meeting: Vec<&Summed> = cages.iter().filter(|c| c.set.meets(&cells)).collect();
    let reached: VarSet = meeting.iter().flat_map(|c| c.set.iter()).collect();
    if cells.iter().all(|v| reached.contains(v)) {
        let outies: Vec<Var> = reached.iter().filter(|&v| !cells.contains(v)).collect();
        if let Some(total) = meeting.iter().map(|c| c.total).sum::<u32>().checked_sub(whole) {
            add_sum(net, outies, total, limit, seen, rules);
        }
    }
}

fn add_sum(
    net: &Network,
    vars: Vec<Var>,
    total: u32,
    limit: usize,
    seen: &mut BTreeSet<Vec<Var>>,
    rules: &mut Vec<RuleSpec>,
) {
    if vars.is_empty() || vars.len() > limit || !seen.insert(vars.clone()) {
        return;
    }
    let differ = |i: usize| vars[i + 1..].iter().all(|&v| net.houses().peers(vars[i]).contains(v));
    let all_differ = (0..vars.len()).all(differ);
    rules.push(if all_differ { RuleSpec::Cage { vars, total } } else { RuleSpec::Sum { vars, total } });
}

/// What sticks out of as many lines and regions on either side, the regions being those that the
/// lines hold most of.
fn leftovers(lines: &[&House], regions: &[&House], limit: usize) -> Option<(Vec<Var>, Vec<Var>)> {
    let cells = union(lines);
    let same_values = |h: &&House| h.values == lines[0].values;
    if lines.len() >= regions.len() || !lines.iter().chain(regions).all(same_values) {
        return None;
    }
    let mut order: Vec<usize> = (0..regions.len()).collect();
    let share = |i: &usize| regions[*i].set.iter().filter(|&v| cells.contains(v)).count();
    order.sort_by_key(|i| (std::cmp::Reverse(share(i)), *i));
    let inner: Vec<&House> = order[..lines.len()].iter().map(|&i| regions[i]).collect();
    let inner = union(&inner);
    let from_lines: Vec<Var> = cells.iter().filter(|&v| !inner.contains(v)).collect();
    let from_regions: Vec<Var> = inner.iter().filter(|&v| !cells.contains(v)).collect();
    let fits = !from_lines.is_empty() && from_lines.len() == from_regions.len() && from_lines.len() <= limit;
    fits.then_some((from_lines, from_regions))
}
