//! Different values that together are one of some sets, completely.

use super::value_sets::{Distinct, Sets};
use crate::Domain;
use crate::engine::{Known, Pruning};

/// The variables take different values, and these together are one of the sets; every value that
/// stays is part of some such assignment.
#[derive(Clone, Debug)]
pub struct Family<const W: usize> {
    distinct: Distinct<W>,
    goal: Sets<W>,
}

impl<const W: usize> Family<W> {
    /// For `count` variables with values among `values`; `None` where these spread too far.
    pub fn new(values: Domain, count: usize, sets: &[Domain]) -> Option<Family<W>> {
        let distinct = Distinct::new((0..count).collect(), values)?;
        let mut goal = Sets::NONE;
        let fits = |set: &&Domain| set.len() as usize == count && set.minus(values).is_empty();
        sets.iter().filter(fits).for_each(|&set| goal.insert(distinct.number(set)));
        Some(Family { distinct, goal })
    }
}

impl<const W: usize> Pruning for Family<W> {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        let before = self.distinct.walk(|place| domains[place]);
        before.last().is_some_and(|all| all.meets(&self.goal)) && self.distinct.cut(&before, &self.goal, domains)
    }

    fn relaxes(&self) -> bool {
        true
    }

    fn relax(&self, known: &Known<'_>) -> Option<Vec<Domain>> {
        let mut left = known.now.to_vec();
        self.distinct.relax(&self.goal, known.fixed, known, &mut left).then_some(left)
    }
}
