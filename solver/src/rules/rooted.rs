//! Trees stated with fresh variables: what all exact encodings of connected things rest on.

use crate::{Encoder, Signed};

/// A level for each place, 0 to a greatest one, as literals "at least 1", "at least 2", …
pub(super) struct Levels {
    at_least: Vec<Vec<Signed>>,
}

impl Levels {
    /// The places that are not `free` stay at level 0.
    pub fn new(to: &mut dyn Encoder, free: impl Iterator<Item = bool>, most: usize) -> Levels {
        let mut at_least = Vec::new();
        for is_free in free {
            let levels = if is_free { most } else { 0 };
            let level: Vec<Signed> = (0..levels).map(|_| (to.fresh(), true)).collect();
            for pair in level.windows(2) {
                to.implies(&[pair[1]], &[pair[0]]);
            }
            at_least.push(level);
        }
        Levels { at_least }
    }

    /// If the literal holds, the level of `low` is below that of `high`.
    pub fn below(&self, to: &mut dyn Encoder, under: Signed, low: usize, high: usize) {
        let (low, high) = (&self.at_least[low], &self.at_least[high]);
        match high.first() {
            Some(&first) => to.implies(&[under], &[first]),
            None => to.implies(&[under], &[]),
        }
        for (k, &reached) in low.iter().enumerate() {
            let more: Vec<Signed> = high.get(k + 1).copied().into_iter().collect();
            to.implies(&[under, reached], &more);
        }
    }
}

/// A place that may have to hang on a root.
pub(super) struct Hanging {
    /// It must if one of these holds; if there is none, it stands at the level of roots.
    pub needs: Vec<Signed>,
    /// The literal "it is a root itself", if it may be one.
    pub root: Option<Signed>,
    /// The places that it may hang on, each with the literals that must all hold then.
    pub on: Vec<(usize, Vec<Signed>)>,
}

/// Each place that must hangs on another one of a lower level, or is a root: so each is connected
/// to a root by at most `most` steps.
pub(super) fn hang_on_roots(to: &mut dyn Encoder, places: &[Hanging], most: usize) {
    let levels = Levels::new(to, places.iter().map(|p| !p.needs.is_empty()), most);
    for (place, hanging) in places.iter().enumerate() {
        if hanging.needs.is_empty() {
            continue;
        }
        let mut ways: Vec<Signed> = hanging.root.into_iter().collect();
        for (other, conditions) in &hanging.on {
            let way = (to.fresh(), true);
            for &condition in conditions {
                to.implies(&[way], &[condition]);
            }
            levels.below(to, way, *other, place);
            ways.push(way);
        }
        for &need in &hanging.needs {
            to.implies(&[need], &ways);
        }
    }
}
