//! Judging by techniques without words, which say the same.

use super::judge::{Judged, Run, STEPS, Target, info};
use tesuji_solver::grade::{Sweep, SweepRequest};
use tesuji_solver::{Store, TechniqueId, Tier};

/// A puzzle for a sweep: the start, and the rules left out.
pub(super) struct Silent<'s, 'n> {
    pub(super) sweep: &'s mut Sweep<'n>,
    /// Sweeps without a technique that must be needed.
    pub(super) lacking: &'s mut [(TechniqueId, Sweep<'n>)],
    pub(super) start: Store<'n>,
    pub(super) off: Vec<bool>,
    /// A run step by step of this puzzle that is known, with its tier.
    pub(super) known: Option<(Tier, Option<Run>)>,
}

impl Silent<'_, '_> {
    /// Runs the techniques up to a tier; `None`: there is no solution.
    pub(super) fn run(&mut self, ceiling: Tier, in_rounds: bool) -> Option<Run> {
        if let Some((_, run)) = self.known.take_if(|(tier, _)| *tier == ceiling && !in_rounds) {
            return run;
        }
        let want = SweepRequest { off: &self.off, ceiling, in_rounds, steps: STEPS, goal: &[] };
        let swept = self.sweep.run(self.start.clone(), &want)?;
        Some(Run::of(swept))
    }
}

impl Silent<'_, '_> {
    /// The first technique that must be needed, and without which those up to a tier solve the
    /// puzzle all the same.
    fn spared(&mut self, ceiling: Tier) -> Option<TechniqueId> {
        let want = SweepRequest { off: &self.off, ceiling, in_rounds: true, steps: STEPS, goal: &[] };
        let start = &self.start;
        self.lacking.iter_mut().find_map(|(id, sweep)| {
            let is_solved = sweep.run(start.clone(), &want).is_some_and(|swept| swept.solved);
            is_solved.then(|| id.clone())
        })
    }
}

impl Target {
    /// Judges a puzzle; see [`is_silent`](Self::is_silent).
    pub(super) fn judge_silently(&self, mut puzzle: Silent<'_, '_>) -> Judged {
        let judged = match self.ceiling() {
            None => self.judge_any(&mut puzzle),
            Some(Tier::Master) => self.judge_beyond(&mut puzzle),
            Some(tier) => self.judge_within(&mut puzzle, tier),
        };
        judged.unwrap_or_else(|| harder("no solution"))
    }

    fn judge_any(&self, puzzle: &mut Silent<'_, '_>) -> Option<Judged> {
        let all = match puzzle.known.take() {
            Some((tier, Some(run))) if run.solved && self.is_same_for_all(&run, tier) => run,
            _ => puzzle.run(Tier::Master, false)?,
        };
        if self.restricted && !all.solved {
            return Some(harder("beyond the techniques allowed"));
        }
        Some(Judged::Fit(Box::new(info(&all))))
    }

    /// Tier master: beyond the whole catalog, but not beyond what is left of it where some is not
    /// allowed.
    fn judge_beyond(&self, puzzle: &mut Silent<'_, '_>) -> Option<Judged> {
        for in_rounds in [true, false] {
            let all = puzzle.run(Tier::Master, in_rounds)?;
            if all.solved && all.tier < Tier::Master {
                return Some(easier(&all));
            }
            if self.restricted && !all.solved {
                return Some(harder("beyond the techniques allowed"));
            }
            if !in_rounds {
                return Some(Judged::Fit(Box::new(info(&all))));
            }
        }
        None
    }

    fn judge_within(&self, puzzle: &mut Silent<'_, '_>, tier: Tier) -> Option<Judged> {
        // Contradictions are dear: first in rounds.
        let all_ways = if tier >= Tier::Hard { &[true, false][..] } else { &[false] };
        for &in_rounds in all_ways {
            let run = puzzle.run(tier, in_rounds)?;
            if !run.solved {
                return Some(harder("harder tier"));
            }
            if run.tier < tier {
                return Some(easier(&run));
            }
            if in_rounds {
                continue;
            }
            if let Some(id) = puzzle.spared(tier) {
                let why = format!("{id} not needed");
                return Some(Judged::Easier { near: 0, hardness: run.score.into(), why });
            }
            if self.tier.is_some() && !self.is_told_by(&run, tier) {
                let lower = Tier::ALL.into_iter().rev().find(|&t| t < tier);
                let below = lower.and_then(|lower| puzzle.run(lower, false));
                if let Some(below) = below.filter(|below| below.solved) {
                    return Some(easier(&below));
                }
                // The whole catalog goes by its order, not by tier: it must come out at the same
                // tier.
                if puzzle.run(Tier::Master, false)?.tier != tier {
                    return Some(harder("a harder technique comes first"));
                }
            }
            let mut info = info(&run);
            info.ceiling = Some(tier.name().to_string());
            return Some(Judged::Fit(Box::new(info)));
        }
        None
    }
}

fn easier(run: &Run) -> Judged {
    Judged::Easier { near: 0, hardness: run.score.into(), why: format!("tier {}", run.tier.name()) }
}

fn harder(why: &str) -> Judged {
    Judged::Harder { near: 0, why: why.to_string() }
}
