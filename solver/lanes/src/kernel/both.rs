//! Kernels side by side: boxes by shape, everything else by table.

use super::peers::Peers;
use super::transversal::Transversals;
use super::{Kernel, Table};
use crate::lanes::Lanes;
use crate::model::Model;

/// `A` for the first class of groups, `B` for the rest.
pub(crate) struct Both<A, B>(A, B);

impl<L: Lanes, A: Kernel<L, NB>, B: Kernel<L, NB>, const NB: usize> Kernel<L, NB> for Both<A, B> {
    fn new(model: &Model) -> Self {
        let mut rest = model.clone();
        let first = Model { classes: rest.classes.drain(..rest.classes.len().min(1)).collect(), ..model.clone() };
        Both(A::new(&first), B::new(&rest))
    }

    #[inline(always)]
    fn locked(&self, x: &mut [L; NB]) -> L {
        let conflict = self.0.locked(x);
        conflict | self.1.locked(x)
    }

    #[inline(always)]
    fn best(&self, x: &[L; NB], e: &[L; NB]) -> [L; NB] {
        self.0.best(x, e)
    }
}

/// Further classes, transversal groups (diagonals) and partial groups (cages, pairs). Costs next to
/// nothing if empty.
pub(crate) struct Extras<L, const NB: usize> {
    classes: Option<Table<L, NB>>,
    transversals: Transversals<L, NB>,
    peers: Peers,
}

impl<L: Lanes, const NB: usize> Kernel<L, NB> for Extras<L, NB> {
    fn new(model: &Model) -> Self {
        Extras {
            classes: (!model.classes.is_empty()).then(|| Table::new(model)),
            transversals: Transversals::new(model),
            peers: Peers::new(model),
        }
    }

    #[inline(always)]
    fn locked(&self, x: &mut [L; NB]) -> L {
        let mut conflict = self.transversals.locked(x);
        self.peers.locked(x);
        if let Some(table) = &self.classes {
            conflict = conflict | table.locked(x);
        }
        conflict
    }

    #[inline(always)]
    fn best(&self, x: &[L; NB], e: &[L; NB]) -> [L; NB] {
        match &self.classes {
            Some(table) => table.best(x, e),
            None => *e,
        }
    }
}
