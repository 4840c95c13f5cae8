//! Pairs of literals of which at most one holds, as clauses of a network say.

use super::literal::{Atoms, Lit};
use crate::rules::RuleSpec;
use crate::{Network, RuleId};

/// Pairs of literals that exclude each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exclusions {
    /// Both ways, sorted.
    pairs: Vec<(Lit, Lit)>,
}

impl Exclusions {
    /// What the clauses of the network say for which `counts` holds.
    pub fn of(net: &Network, atoms: &Atoms, counts: impl Fn(RuleId) -> bool) -> Exclusions {
        let mut pairs = Vec::new();
        for id in net.rule_ids().filter(|&id| counts(id)) {
            let RuleSpec::Clause { literals } = net.spec(id) else { continue };
            let [a, b] = literals[..] else { continue };
            // Not both fail.
            let [a, b] = [a, b].map(|(l, sign)| {
                let is = atoms.is(l.var, l.value);
                if sign { !is } else { is }
            });
            if a.atom() != b.atom() {
                pairs.extend([(a, b), (b, a)]);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        Exclusions { pairs }
    }

    /// The literals that `lit` excludes.
    fn excluded(&self, lit: Lit) -> impl Iterator<Item = Lit> + '_ {
        let start = self.pairs.partition_point(|&(a, _)| a < lit);
        self.pairs[start..].iter().take_while(move |&&(a, _)| a == lit).map(|&(_, b)| b)
    }

    /// Can't both literals hold?
    pub fn hold(&self, a: Lit, b: Lit) -> bool {
        a == Lit::FALSE || b == Lit::FALSE || self.pairs.binary_search(&(a, b)).is_ok()
    }

    /// The literals in as many pairs that exclude each other as a search finds, the others alone.
    pub fn matched(&self, literals: &[Lit]) -> Vec<(Lit, Option<Lit>)> {
        let n = literals.len();
        let place = |lit: Lit| literals.iter().position(|&l| l == lit);
        let beside: Vec<Vec<usize>> = literals.iter().map(|&l| self.excluded(l).filter_map(place).collect()).collect();
        let colours = colours(&beside);
        let mut mate = vec![None; n];
        for place in (0..n).filter(|&p| !colours[p]) {
            augment(place, &beside, &colours, &mut vec![false; n], &mut mate);
        }
        let is_first = |&p: &usize| mate[p].is_none_or(|m| p < m);
        (0..n).filter(is_first).map(|p| (literals[p], mate[p].map(|m: usize| literals[m]))).collect()
    }
}

/// Two colours, neighbours of one part having different ones where that can be.
fn colours(beside: &[Vec<usize>]) -> Vec<bool> {
    let mut colours = vec![None; beside.len()];
    for first in 0..beside.len() {
        if colours[first].is_some() {
            continue;
        }
        colours[first] = Some(false);
        let mut stack = vec![(first, false)];
        while let Some((place, colour)) = stack.pop() {
            for &next in &beside[place] {
                if colours[next].is_none() {
                    colours[next] = Some(!colour);
                    stack.push((next, !colour));
                }
            }
        }
    }
    colours.into_iter().map(|c| c.unwrap_or(false)).collect()
}

/// Finds a mate for a place, others changing theirs if need be.
fn augment(
    place: usize,
    beside: &[Vec<usize>],
    colours: &[bool],
    seen: &mut [bool],
    mate: &mut [Option<usize>],
) -> bool {
    for &next in beside[place].iter().filter(|&&n| colours[n] != colours[place]) {
        if std::mem::replace(&mut seen[next], true) {
            continue;
        }
        if mate[next].is_none_or(|other| augment(other, beside, colours, seen, mate)) {
            mate[next] = Some(place);
            mate[place] = Some(next);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, Literal, Var};

    /// On a grid whose neighbours exclude each other almost all cells find a mate.
    #[test]
    fn pairs_exclude_each_other_and_are_as_many_as_can_be() {
        for (rows, cols) in [(1, 1), (1, 5), (2, 3), (3, 3), (4, 5)] {
            let mut net = Network::with_vars(rows * cols, Domain::range(0, 1));
            let mut touching = Vec::new();
            for cell in 0..rows * cols {
                let right = (cell % cols + 1 < cols).then_some(cell + 1);
                let below = (cell + cols < rows * cols).then_some(cell + cols);
                for other in right.into_iter().chain(below) {
                    touching.push((cell, other));
                    let ban = [cell, other].map(|c| (Literal { var: Var(c as u32), value: 1 }, false));
                    net.add(RuleSpec::Clause { literals: ban.to_vec() }).unwrap();
                }
            }
            let atoms = Atoms::new(net.domains());
            let exclusions = Exclusions::of(&net, &atoms, |_| true);
            let cells: Vec<Lit> = net.vars().map(|v| atoms.is(v, 1)).collect();
            let pairs = exclusions.matched(&cells);
            assert_eq!(pairs.len(), (rows * cols).div_ceil(2), "{rows}x{cols}");
            let mut all: Vec<Lit> = pairs.iter().flat_map(|&(a, b)| [Some(a), b]).flatten().collect();
            all.sort_unstable();
            assert_eq!(all, cells);
            for (a, b) in pairs.into_iter().filter_map(|(a, b)| Some((a, b?))) {
                let [a, b] = [a, b].map(|l| cells.iter().position(|&c| c == l).unwrap());
                assert!(touching.contains(&(a.min(b), a.max(b))));
            }
            assert!(touching.iter().all(|&(a, b)| exclusions.hold(cells[a], cells[b])));
        }
    }
}
