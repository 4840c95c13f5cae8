//! What people see in a line whose runs are given, without trying all placements by eye.

use super::{Ground, Marks, Masked, Part, Parted, Row, Told, by_rules, technique_of_row};
use crate::rules::{RuleSpec, Runs};
use crate::{Board, Deduction, Domain, Explainer, Flow, Network, RuleId, Store, Var};
use std::ops::{ControlFlow, Range};

/// A way to look at a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineLook {
    /// All runs stand: the other cells are free.
    Complete,
    /// What a run covers both at its first and at its last place.
    Overlap,
    /// What no run reaches.
    Unreachable,
    /// A gap that is too short for the runs that could stand there.
    ShortGap,
    /// A block that can't grow one way far enough grows the other way.
    Edge,
    /// A block that is as long as any run it can be part of ends there.
    Block,
}

/// A technique that looks at one line with given runs at a time.
#[derive(Clone, Debug)]
pub struct LineStep {
    row: Row,
    pub(crate) look: LineLook,
}

/// The line as it stands: its cells, and by run the places where it can begin.
struct Line<'a> {
    states: &'a [Option<bool>],
    lengths: &'a [u32],
    starts: &'a [(usize, usize)],
}

impl Line<'_> {
    fn length(&self, run: usize) -> usize {
        self.lengths[run] as usize
    }

    /// The cells that a run may reach.
    fn reach(&self, run: usize) -> Range<usize> {
        self.starts[run].0..self.starts[run].1 + self.length(run)
    }

    /// Longest stretches of cells for which the condition holds.
    fn stretches(&self, takes: impl Fn(Option<bool>) -> bool) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for (i, _) in self.states.iter().enumerate().filter(|(_, s)| takes(**s)) {
            match found.last_mut() {
                Some(last) if last.end == i => last.end = i + 1,
                _ => found.push(i..i + 1),
            }
        }
        found
    }

    /// The lengths of the runs that a block may be part of: the least and the greatest.
    fn lengths_over(&self, block: &Range<usize>) -> Option<(usize, usize)> {
        let can = |&k: &usize| {
            let reach = self.reach(k);
            self.length(k) >= block.len() && reach.start <= block.start && block.end <= reach.end
        };
        let lengths = (0..self.lengths.len()).filter(can).map(|k| self.length(k));
        Some((lengths.clone().min()?, lengths.max()?))
    }

    /// The cells of which something follows, and whether they are chosen.
    fn look(&self, look: LineLook) -> (Vec<usize>, bool) {
        let runs = 0..self.lengths.len();
        let blocks = || self.stretches(|s| s == Some(true));
        match look {
            LineLook::Complete => {
                let total: usize = runs.map(|k| self.length(k)).sum();
                let stands = self.states.iter().filter(|s| **s == Some(true)).count() == total;
                (if stands { (0..self.states.len()).collect() } else { Vec::new() }, false)
            }
            LineLook::Overlap => {
                let both = |k: usize| self.starts[k].1..self.starts[k].0 + self.length(k);
                (runs.flat_map(both).collect(), true)
            }
            LineLook::Unreachable => {
                let reached = |i: &usize| runs.clone().any(|k| self.reach(k).contains(i));
                ((0..self.states.len()).filter(|i| !reached(i)).collect(), false)
            }
            LineLook::ShortGap => {
                let fits = |gap: &Range<usize>, k: usize| {
                    let first = self.starts[k].0.max(gap.start);
                    first <= self.starts[k].1 && first + self.length(k) <= gap.end
                };
                let gaps = self.stretches(|s| s != Some(false)).into_iter();
                let short = gaps.filter(|gap| !runs.clone().any(|k| fits(gap, k)));
                (short.flatten().collect(), false)
            }
            LineLook::Edge => {
                let rooms = self.stretches(|s| s != Some(false));
                let mut cells = Vec::new();
                for block in blocks() {
                    let room = rooms.iter().find(|r| r.contains(&block.start));
                    let (Some(room), Some((least, _))) = (room, self.lengths_over(&block)) else { continue };
                    cells.extend(block.end..(room.start + least).min(room.end));
                    cells.extend(room.end.saturating_sub(least).max(room.start)..block.start);
                }
                (cells, true)
            }
            LineLook::Block => {
                let full = |b: &Range<usize>| self.lengths_over(b).is_some_and(|(_, most)| most == b.len());
                let ends = |b: Range<usize>| b.start.checked_sub(1).into_iter().chain([b.end]);
                let ends = blocks().into_iter().filter(full).flat_map(ends);
                (ends.filter(|&i| i < self.states.len()).collect(), false)
            }
        }
    }
}

impl LineStep {
    /// All lines with runs, looked at in one way.
    pub const fn new(row: Row, look: LineLook) -> LineStep {
        LineStep { row, look }
    }

    fn words(&self) -> &'static str {
        match self.look {
            LineLook::Complete => "has all its runs",
            LineLook::Overlap => "has runs that overlap wherever they stand",
            LineLook::Unreachable => "has no run that reaches so far",
            LineLook::ShortGap => "has no run that fits into the gap",
            LineLook::Edge => "has a block that can't grow far enough the other way",
            LineLook::Block => "has a block that is complete",
        }
    }

    fn reasons(&self, at: &Board<'_>, step: &Deduction, with: &mut Explainer<'_>) -> Vec<Deduction> {
        by_rules(&self.row, at, step, with)
    }
}

/// The cells of a line as they stand, and by run the places where it can begin.
#[derive(Debug)]
pub(super) struct LineState {
    states: Vec<Option<bool>>,
    starts: Vec<(usize, usize)>,
}

impl LineState {
    /// The open cells of which something follows, in order, and whether they are chosen.
    fn open_cells(&self, lengths: &[u32], look: LineLook) -> (Vec<usize>, bool) {
        let line = Line { states: &self.states, lengths, starts: &self.starts };
        let (mut cells, chosen) = line.look(look);
        cells.retain(|&i| line.states[i].is_none());
        cells.sort_unstable();
        cells.dedup();
        (cells, chosen)
    }

    /// `None`: nothing is open, or the runs don't fit.
    fn new(now: &Store<'_>, vars: &[Var], values: Domain, lengths: &[u32]) -> Option<LineState> {
        let state = |&var: &Var| {
            let domain = now.domain(var);
            match ((domain & values).is_empty(), domain.minus(values).is_empty()) {
                (true, _) => Some(false),
                (_, true) => Some(true),
                _ => None,
            }
        };
        let states: Vec<Option<bool>> = vars.iter().map(state).collect();
        if !states.contains(&None) {
            return None;
        }
        let starts = Runs::starts(&states, lengths)?;
        Some(LineState { states, starts })
    }
}

impl Parted for LineStep {
    fn parts(&self, net: &Network, _marks: &mut Marks) -> Vec<Part> {
        let is_line = |id: &RuleId| matches!(net.spec(*id), RuleSpec::Runs { .. });
        net.rule_ids().filter(is_line).map(|id| Part::of_rule(net, id)).collect()
    }

    fn masked(&self) -> Option<Masked<'_>> {
        Some(Masked::Line(self))
    }

    fn conclude(&self, ground: &mut Ground<'_>, part: &Part, told: &mut Told<'_>) -> Flow {
        let Some(id) = part.rule else { return ControlFlow::Continue(()) };
        let RuleSpec::Runs { vars, values, lengths } = ground.network().spec(id) else {
            return ControlFlow::Continue(());
        };
        let state = ground.lines[id.index()].take();
        let state = state.unwrap_or_else(|| LineState::new(ground.store(), vars, *values, lengths));
        if let Some(state) = &state {
            let (cells, chosen) = state.open_cells(lengths, self.look);
            for i in cells {
                let domain = ground.domain(vars[i]);
                ground.strike(vars[i], if chosen { domain.minus(*values) } else { domain & *values });
            }
        }
        ground.lines[id.index()] = Some(state);
        ground.rests.push(id);
        ground.about.push(id);
        ground.tell(told)
    }
}

technique_of_row!(LineStep, parted);
