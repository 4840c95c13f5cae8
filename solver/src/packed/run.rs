//! A run of a catalog on packed candidates.

use super::shape::{Cells, Shape, VALUES, bits};
use super::state::{Packed, Step};
use super::{Kernel, Look};
use crate::techniques::steps::LastValue;
use crate::{Board, Catalog, Clock, Deduction, Phase, Removal, Stop, Store, Technique};
use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A technique, and the state in which it last found nothing.
struct Level {
    technique: Arc<dyn Technique>,
    look: Option<Look>,
    /// By value: its places when the technique last found no step. All bits are set before the
    /// technique first looks.
    quiet: [Cells; VALUES],
}

/// A step that a run took.
pub(crate) struct TakenStep {
    /// The technique, by its number in the order of the run.
    pub(crate) technique: usize,
    /// The step with its words, where these are wanted, or where it was found on a board.
    pub(crate) step: Option<Deduction>,
    /// Hundredths of looks until one of the propagation steps in sight is seen. `None` where the
    /// step is none of these, or looks are not wanted.
    pub(crate) looks: Option<u64>,
}

/// Options of a run.
#[derive(Clone, Copy)]
pub(crate) struct RunOptions<'w> {
    /// Are the looks of propagation steps wanted?
    pub(crate) looks: bool,
    /// Are the words of steps wanted?
    pub(crate) steps: bool,
    /// The bounds of steps and time.
    pub(crate) clock: &'w Clock,
}

/// A catalog on packed candidates.
pub(crate) struct PackedRun<'s> {
    levels: Vec<Level>,
    /// The number of levels of the propagation phase, which come first.
    propagation: usize,
    /// The levels of the propagation phase with their ease, the easiest first.
    by_ease: Vec<(Look, u32)>,
    packed: Packed<'s>,
    step: Step,
}

impl<'s> PackedRun<'s> {
    /// A run from a store. Returns `None` if the candidates or the catalog have no such form.
    pub(crate) fn new(shape: &'s Shape, at: &Store<'_>, catalog: &Catalog) -> Option<PackedRun<'s>> {
        let look = |technique: &dyn Technique| technique.kernel().map(|Kernel(look)| look);
        let level =
            |technique: Arc<dyn Technique>| Level { look: look(&*technique), quiet: [Cells::MAX; VALUES], technique };
        let levels: Vec<Level> = catalog.by_phase().cloned().map(level).collect();
        let propagation = levels.iter().take_while(|level| level.technique.phase() == Phase::Propagation).count();
        let is_single = |level: &Level| matches!(level.look, Some(Look::FullHouse | Look::Naked | Look::Hidden { .. }));
        let is_plain =
            |level: &Level| level.technique.parted().is_none() && level.technique.id().as_str() != LastValue::ID;
        if !levels[..propagation].iter().all(is_single) || !levels.iter().all(is_plain) {
            return None;
        }
        let packed = Packed::of(shape, at)?;
        let singles = levels[..propagation].iter();
        let mut by_ease: Vec<_> = singles.filter_map(|level| Some((level.look?, level.technique.row().ease))).collect();
        by_ease.sort_by_key(|(_, ease)| std::cmp::Reverse(*ease));
        Some(PackedRun { levels, propagation, by_ease, packed, step: Step::default() })
    }

    /// The technique of that number.
    pub(crate) fn technique(&self, number: usize) -> &Arc<dyn Technique> {
        &self.levels[number].technique
    }

    /// Runs to the end and tells each step. Returns whether the puzzle is solved, and the limit
    /// that ended the run, if one did. The store is left where the run ended. Returns `None` if the
    /// candidates contradict each other; then no step that it told counts, and the store
    /// is left in any state.
    pub(crate) fn run(
        &mut self,
        at: &mut Store<'_>,
        options: RunOptions<'_>,
        told: &mut dyn FnMut(TakenStep),
    ) -> Option<(bool, Option<Stop>)> {
        let mut steps = 0;
        let end = loop {
            if self.packed.is_broken {
                return None;
            }
            if self.packed.open == 0 {
                break (true, None);
            }
            if let Some(stop) = options.clock.check(steps).or_else(|| options.clock.expired()) {
                break (false, Some(stop));
            }
            let Some(taken) = self.next(at, options) else { break (false, None) };
            self.packed.apply(&self.step);
            told(taken);
            steps += 1;
        };
        self.packed.write_to(at);
        Some(end)
    }

    /// Finds the next step, which `self.step` then holds.
    fn next(&mut self, at: &mut Store<'_>, options: RunOptions<'_>) -> Option<TakenStep> {
        self.step.clear();
        let mut stale = Some(at);
        let (shown, board) = (OnceCell::new(), OnceCell::<Board<'_>>::new());
        for number in 0..self.levels.len() {
            let is_found = self.look(number);
            if is_found == Some(false) {
                continue;
            }
            // Without a kernel the technique itself looks at a board. It also makes the words of a
            // step.
            let mut step = None;
            if is_found.is_none() || options.steps {
                if let Some(at) = stale.take() {
                    self.packed.write_to(at);
                    shown.get_or_init(|| -> &Store<'_> { at });
                }
                let at = shown.get().copied()?;
                step = first(&*self.levels[number].technique, board.get_or_init(|| Board::new(at)));
            }
            if is_found.is_none() {
                let Some(found) = &step else { continue };
                self.hold(found)?;
            } else if options.steps && !step.as_ref().is_some_and(|step| self.step.is(step)) {
                // The kernel and the technique differ: the run ends, and one on boards takes its
                // place.
                debug_assert!(false, "{} says otherwise", self.levels[number].technique.id());
                self.packed.is_broken = true;
            }
            let looks = (options.looks && number < self.propagation).then(|| self.looks());
            return Some(TakenStep { technique: number, step, looks });
        }
        None
    }

    /// Has the technique a step? Returns `None` if only the technique itself can tell, on a board.
    fn look(&mut self, number: usize) -> Option<bool> {
        let (packed, step, level) = (&self.packed, &mut self.step, &mut self.levels[number]);
        match level.look? {
            Look::FullHouse => step.place = packed.full_house(),
            Look::Naked => step.place = packed.naked_single(),
            Look::Hidden { in_region: true } => step.place = packed.hidden_single(packed.shape.regions),
            Look::Hidden { in_region: false } => step.place = packed.hidden_single(!packed.shape.regions),
            Look::First(find) => return Some(find(packed, step)),
            Look::OfValue(find) => {
                for value in 0..packed.shape.n {
                    let (places, quiet) = (packed.places[value], &mut level.quiet[value]);
                    if places == *quiet {
                        continue;
                    }
                    if find(packed, value, step) {
                        return Some(true);
                    }
                    *quiet = places;
                }
                return Some(false);
            }
            Look::Screen(may_be) => return if may_be(packed) { None } else { Some(false) },
            Look::Nothing => return Some(false),
        }
        Some(step.place.is_some())
    }

    /// Takes a step over from a board. Returns `None` if it changes nothing.
    fn hold(&mut self, found: &Deduction) -> Option<()> {
        for &Removal { var, values } in &found.removes {
            let gone = (values.0 >> 1) as u16 & self.packed.cand[var.index()];
            bits(gone.into()).for_each(|value| self.step.gone[value] |= 1 << var.0);
        }
        if let [one, more @ ..] = found.places.as_slice() {
            // No technique on houses writes down more than one value at a time.
            self.packed.is_broken |= !more.is_empty();
            let is_open = self.packed.open >> one.var.0 & 1 == 1;
            self.step.place = is_open.then_some((one.var.index(), usize::from(one.value) - 1));
        }
        let is_change = self.step.place.is_some() || self.step.gone.iter().any(|cells| *cells != 0);
        is_change.then_some(())
    }

    /// Hundredths of looks until one of the propagation steps in sight is seen.
    fn looks(&self) -> u64 {
        let packed = &self.packed;
        let mut sum = 0;
        let mut seen: [Cells; VALUES] = [0; VALUES];
        // A value that several techniques place is seen the easiest way.
        for &(look, ease) in &self.by_ease {
            let mut own: [Cells; VALUES] = [0; VALUES];
            match look {
                Look::FullHouse => packed.full_houses(&mut own),
                Look::Naked => packed.naked_singles(&mut own),
                Look::Hidden { in_region: true } => packed.hidden_singles(packed.shape.regions, &mut own),
                Look::Hidden { in_region: false } => packed.hidden_singles(!packed.shape.regions, &mut own),
                _ => {}
            }
            for (own, seen) in own.iter().zip(&mut seen) {
                sum += ease * (own & !*seen).count_ones();
                *seen |= own;
            }
        }
        1000 * u64::from(packed.open.count_ones()) / u64::from(sum).max(1)
    }
}

/// The first step of a technique.
fn first(technique: &dyn Technique, board: &Board<'_>) -> Option<Deduction> {
    let mut first = None;
    let _ = technique.find(board, &mut |step| {
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}
