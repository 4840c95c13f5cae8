//! What a propagation did, step by step, for those who ask; compiled away for those who don't.

use super::lanes::{Lanes, Word};

/// The kind of a recorded step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The group rule.
    Group,
    /// A variable with one value, or the only place of a value in its block.
    Cell,
}

/// Sees the state before and after each step.
pub(crate) trait Recorder {
    /// Is anything recorded? `false` compiles every call away.
    const ON: bool;
    /// A step that may have removed something.
    fn step<L: Lanes, const NB: usize>(&mut self, before: &[L; NB], after: &[L; NB], step: Step);
}

/// Records nothing, costs nothing.
pub(crate) struct Off;

impl Recorder for Off {
    const ON: bool = false;
    #[inline(always)]
    fn step<L: Lanes, const NB: usize>(&mut self, _: &[L; NB], _: &[L; NB], _: Step) {}
}

/// Lanes that left a position at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Gone {
    pub block: usize,
    pub position: u32,
    pub lanes: u32,
    pub time: u32,
    pub step: Step,
}

/// Records every removal with its time.
#[derive(Default)]
pub(crate) struct Trail {
    pub gone: Vec<Gone>,
    pub time: u32,
}

impl Recorder for Trail {
    const ON: bool = true;

    fn step<L: Lanes, const NB: usize>(&mut self, before: &[L; NB], after: &[L; NB], step: Step) {
        self.time += 1;
        for block in 0..NB {
            let (old, new) = (before[block].words(), after[block].words());
            let left = |lane: usize| old.as_ref()[lane].bits() & !new.as_ref()[lane].bits();
            let mut positions = (0..L::LANES).fold(0, |all, lane| all | left(lane));
            while positions != 0 {
                let position = positions.trailing_zeros();
                positions &= positions - 1;
                let lanes = (0..L::LANES).fold(0, |set, lane| set | (left(lane) >> position & 1) << lane);
                self.gone.push(Gone { block, position, lanes, time: self.time, step });
            }
        }
    }
}
