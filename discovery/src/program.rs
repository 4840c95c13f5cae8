//! What set proofs count on a board, as a linear program.

use crate::set_proof::{OpenSum, SetProof, candidates};
use crate::sets::Set;
use crate::windows::Window;
use std::collections::BTreeMap;
use tesuji_solver::lp::Row;
use tesuji_solver::{Domain, Literal, Network};

/// The sets of a board, as rows of a program: each as a truth, where it is one, and as a link.
///
/// Needs are the candidates, each at least as often in links as in truths, and last the rank: links
/// less truths are at most so many.
pub(crate) struct Sets<'a> {
    pub(crate) net: &'a Network,
    domains: &'a [Domain],
    /// Candidates of open cells.
    pub(crate) all: Vec<Literal>,
    of_row: Vec<RowKind>,
    pub(crate) rows: Vec<Row>,
    pub(crate) has_sums: bool,
}

/// What a row counts.
#[derive(Clone, Debug)]
enum RowKind {
    Truth(Set),
    Link(Set),
    /// Added, or taken away.
    Sum(OpenSum, bool),
}

impl<'a> Sets<'a> {
    /// Those of the whole board.
    pub(crate) fn new(net: &'a Network, domains: &'a [Domain]) -> Self {
        let sums = net.rule_ids().filter_map(|rule| OpenSum::of(net, domains, rule)).collect();
        Sets::of(net, domains, sums, None)
    }

    /// Those of a part of it.
    pub(crate) fn within(net: &'a Network, domains: &'a [Domain], window: &Window) -> Self {
        Sets::of(net, domains, window.sums.clone(), Some(window))
    }

    fn of(net: &'a Network, domains: &'a [Domain], sums: Vec<OpenSum>, window: Option<&Window>) -> Self {
        let is_seen = |l: &Literal| window.is_none_or(|w| w.cells.contains(l.var));
        let is_open = |l: &Literal| !domains[l.var.index()].is_single() && is_seen(l);
        let all: Vec<Literal> = candidates(net, domains).into_iter().filter(is_open).collect();
        let mut by_set = BTreeMap::<Set, Vec<usize>>::new();
        for (i, l) in all.iter().enumerate() {
            by_set.entry(Set::Cell(l.var)).or_default().push(i);
            for &house in net.houses().of(l.var).iter().filter(|h| window.is_none_or(|w| w.houses.contains(h))) {
                by_set.entry(Set::Places { house, value: l.value }).or_default().push(i);
            }
        }
        let (mut of_row, mut rows) = (Vec::new(), Vec::new());
        for (set, members) in by_set.into_iter().filter(|(_, m)| m.len() > 1) {
            for is_link in [false, true] {
                if !is_link && !set.is_truth(net) {
                    continue;
                }
                let by = if is_link { 1.0 } else { -1.0 };
                let terms = members.iter().map(|&i| (i, by)).chain([(all.len(), -by)]).collect();
                rows.push(Row { cost: cost(set, rows.len()), terms });
                of_row.push(if is_link { RowKind::Link(set) } else { RowKind::Truth(set) });
            }
        }
        let has_sums = !sums.is_empty();
        for sum in sums {
            let own = || all.iter().enumerate().filter(|(_, l)| sum.cells.contains(&l.var));
            for is_added in [false, true] {
                let by = if is_added { 1.0 } else { -1.0 };
                let terms = own().map(|(i, l)| (i, by * f64::from(l.value)));
                let terms = terms.chain([(all.len(), -by * f64::from(sum.total))]).collect();
                rows.push(Row { cost: 1.0 + (rows.len() as f64 * 0.618_033_988_75).fract() * 1e-4, terms });
                of_row.push(RowKind::Sum(sum.clone(), is_added));
            }
        }
        Sets { net, domains, all, of_row, rows, has_sums }
    }

    /// The needs of a proof of a rank that strikes some candidates.
    pub(crate) fn need(&self, goals: &[usize], rank: u32) -> Vec<f64> {
        let mut need = vec![0.0; self.all.len() + 1];
        goals.iter().for_each(|&g| need[g] = f64::from(rank) + 1.0);
        need[self.all.len()] = -f64::from(rank);
        need
    }

    /// The proof with these weights, where it is one that strikes the goal.
    pub(crate) fn proof(&self, weights: &[u32], goal: usize) -> Option<SetProof> {
        let mut proof = SetProof { truths: Vec::new(), links: Vec::new(), sums: Vec::new(), goals: Vec::new() };
        for (counted, &w) in self.of_row.iter().zip(weights).filter(|(_, w)| **w > 0) {
            match counted {
                RowKind::Truth(set) => proof.truths.push((*set, w)),
                RowKind::Link(set) => proof.links.push((*set, w)),
                RowKind::Sum(sum, is_added) => {
                    let w = i32::try_from(w).ok()?;
                    proof.sums.push((sum.clone(), if *is_added { w } else { -w }));
                }
            }
        }
        proof.goals = proof.struck(self.net, self.domains);
        (proof.goals.contains(&self.all[goal]) && proof.holds(self.net, self.domains)).then_some(proof)
    }
}

/// What a set costs. Of equals, cells come before lines and lines before regions; a little more
/// tells all of them apart, so that programs have one answer and don't go round in circles.
fn cost(set: Set, row: usize) -> f64 {
    let kind = match set {
        Set::Cell(_) => 1.0,
        Set::Places { house, .. } => 1.001 + f64::from(house) * 1e-6,
    };
    kind + (row as f64 * 0.618_033_988_75).fract() * 1e-4
}
