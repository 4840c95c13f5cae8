//! The techniques of a tier on a compiled board, for many sets of a completion's clues.

use super::board::BoardPlan;
use super::halving::Halving;
use super::judge::{Judged, Run as Ended, STEPS, Target};
use super::runner::Runner;
use super::words::WordBoard;
use crate::clue::genre::{ClueGenre, Clues, Place, patterns_of};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use tesuji_solver::tabled::{TabledRun, Tables};
use tesuji_solver::{Clock, Domain, RuleId, Tier, Value, Var};

/// The compiled rules and techniques of a board, in one of two forms.
pub(super) enum Compiled<G: ClueGenre> {
    Tabled(Arc<BoardPlan<G>>),
    Words(Arc<WordBoard<G>>),
}

/// A run on a compiled board, and what the clues of a completion say.
pub(super) struct Quick<'n> {
    pub(super) run: Runner<'n>,
    /// The candidates of variables before any step.
    domains: &'n [Domain],
    /// By place: what its clue says.
    says: Vec<Says>,
    /// The clues and the tier of the last run step by step, and how it ended.
    last: Option<(Vec<Place>, Tier, Option<bool>)>,
}

/// The meaning of a clue: rules of the network, and what it leaves variables by itself.
#[derive(Clone, Default)]
struct Says {
    rules: Vec<RuleId>,
    patterns: Vec<(Var, Domain)>,
}

impl<'n> Quick<'n> {
    /// `solution`: the one that the clues are taken from.
    pub(super) fn new<G: ClueGenre>(
        genre: &G,
        board: &'n Compiled<G>,
        (structure, full, solution): (&G::Structure, &Clues<G::Clue>, &[Value]),
        tables: &Rc<RefCell<Tables>>,
        clock: &Clock,
    ) -> Option<Quick<'n>> {
        let patterns = patterns_of(genre, structure, full);
        let places = full.keys().copied().chain(patterns.iter().map(|(place, ..)| *place));
        let mut says = vec![Says::default(); places.max().map_or(0, |most| most as usize + 1)];
        patterns.iter().for_each(|&(place, var, keep)| says[place as usize].patterns.push((var, keep)));
        let (run, domains) = match board {
            Compiled::Tabled(board) => {
                for (&place, clue) in full {
                    says[place as usize].rules = board.rules(place, clue)?.to_vec();
                }
                let run = TabledRun::new(&board.plan, tables, solution, clock);
                (Runner::Tabled(Box::new(run), &board.plan), board.plan.network().domains())
            }
            Compiled::Words(board) => {
                for &(place, rule) in &board.rules {
                    says.get_mut(place as usize)?.rules.push(rule);
                }
                (Runner::Words(board.plan.run(solution, clock)), board.plan.domains())
            }
        };
        Some(Quick { run, domains, says, last: None })
    }

    /// The meaning of the clues of some places.
    fn says<'s>(says: &'s [Says], places: &'s [Place]) -> impl Iterator<Item = &'s Says> + 's {
        places.iter().filter_map(|&place| says.get(place as usize))
    }

    /// The candidates that some clues leave by themselves, as far as they say something.
    fn start(&self, is_kept: &dyn Fn(Place) -> bool) -> Vec<(Var, Domain)> {
        let kept = self.says.iter().zip(0..).filter(|(_, place)| is_kept(*place));
        let mut all: Vec<(Var, Domain)> = kept.flat_map(|(says, _)| says.patterns.iter().copied()).collect();
        all.sort_unstable_by_key(|(var, _)| *var);
        all.dedup_by(|next, first| {
            let is_same = next.0 == first.0;
            if is_same {
                first.1 &= next.1;
            }
            is_same
        });
        all
    }

    /// Begins without clues.
    fn begin(&mut self) -> Option<()> {
        self.last = None;
        self.run.begin(&[])
    }

    /// Runs the puzzle with the clues of some places; `None`: there is no solution.
    fn solve(&mut self, is_kept: &dyn Fn(Place) -> bool, ceiling: Tier, in_rounds: bool) -> Option<bool> {
        let kept: Vec<Place> = (0..self.says.len() as Place).filter(|&place| is_kept(place)).collect();
        if let Some((last, tier, solved)) = &self.last
            && (last, *tier, in_rounds) == (&kept, ceiling, false)
        {
            return *solved;
        }
        self.last = None;
        let start = self.start(is_kept);
        let solved = self.run.begin(&start).and_then(|()| {
            let rules = kept.iter().flat_map(|&place| &self.says[place as usize].rules);
            rules.for_each(|&rule| self.run.add_rule(rule));
            self.run.resume(ceiling, in_rounds, STEPS)
        });
        if !in_rounds {
            self.last = Some((kept, ceiling, solved));
        }
        solved
    }

    /// Do the techniques up to a tier solve the puzzle?
    pub(super) fn solves(&mut self, is_kept: &dyn Fn(Place) -> bool, ceiling: Tier) -> bool {
        self.solve(is_kept, ceiling, true) == Some(true)
    }

    /// How many variables have no value from the start, of how many.
    pub(super) fn open(&self, is_kept: &dyn Fn(Place) -> bool) -> (usize, usize) {
        let mut domains = self.domains.to_vec();
        self.start(is_kept).into_iter().for_each(|(var, keep)| domains[var.index()] &= keep);
        (domains.iter().filter(|domain| !domain.is_single()).count(), domains.len())
    }

    /// Judges a puzzle where techniques up to a tier alone tell; `None`: they don't.
    pub(super) fn judge(&mut self, target: &Target, is_kept: &dyn Fn(Place) -> bool) -> Option<Judged> {
        let within = target.ceiling().unwrap_or(Tier::Medium);
        if within > Tier::Medium || target.lacking().next().is_some() {
            return None;
        }
        let swept = self.solve(is_kept, within, false).map(|solved| self.run.swept(solved))?;
        target.judge_run(&Ended::of(swept), within)
    }

    /// Takes orbits away in an order, each if the techniques up to a tier solve the puzzle with
    /// those that are left; gives those that stay, and the number of runs.
    pub(super) fn halve(
        &mut self,
        orbits: &[Vec<Place>],
        order: &[usize],
        ceiling: Tier,
        clock: &Clock,
    ) -> (Vec<usize>, u64) {
        let _ = self.begin();
        Halving::new(self, orbits, ceiling, clock).run(order)
    }

    /// Gives orbits back, the last of an order first, until the techniques up to a tier solve the
    /// puzzle: trials that end at a bound may miss with fewer clues what they find with more.
    /// `false` if none had to come back.
    pub(super) fn complete(
        &mut self,
        orbits: &[Vec<Place>],
        order: &[usize],
        kept: &mut [bool],
        ceiling: Tier,
    ) -> bool {
        let mut is_changed = false;
        for &i in order.iter().rev() {
            let places = kept.iter().zip(orbits).filter(|(kept, _)| **kept).flat_map(|(_, orbit)| orbit);
            let of: BTreeSet<Place> = places.copied().collect();
            if self.solves(&|place| of.contains(&place), ceiling) {
                break;
            }
            is_changed |= !std::mem::replace(&mut kept[i], true);
        }
        is_changed
    }

    /// Brings clues in, orbit by orbit, where the techniques up to a tier stall without more, until
    /// they solve the puzzle; `None`: they don't with all clues.
    pub(super) fn build(&mut self, orbits: &[Vec<Place>], order: &[usize], ceiling: Tier) -> Option<Vec<bool>> {
        self.begin()?;
        let mut kept = vec![false; orbits.len()];
        let mut solved = self.resume(ceiling)?;
        for &i in order {
            if solved {
                break;
            }
            if !self.has_news(&orbits[i]) {
                continue;
            }
            kept[i] = true;
            self.bring_in(&orbits[i])?;
            solved = self.resume(ceiling)?;
        }
        solved.then_some(kept)
    }

    /// Brings the clues of an orbit in; `None` where they contradict what stands.
    pub(super) fn bring_in(&mut self, orbit: &[Place]) -> Option<()> {
        for says in Quick::says(&self.says, orbit) {
            says.rules.iter().for_each(|&rule| self.run.add_rule(rule));
            says.patterns.iter().try_for_each(|&(var, keep)| self.run.restrict(var, keep))?;
        }
        Some(())
    }

    /// Goes on to the end; `None` where candidates contradict each other.
    pub(super) fn resume(&mut self, ceiling: Tier) -> Option<bool> {
        self.run.resume(ceiling, true, u64::MAX)
    }

    /// The hardest tier that the last run used.
    pub(super) fn tier(&self) -> Tier {
        self.run.tier()
    }

    /// Does a clue of these places speak of what is open?
    fn has_news(&self, orbit: &[Place]) -> bool {
        Quick::says(&self.says, orbit).any(|says| {
            says.rules.iter().any(|&rule| self.run.is_open_at(rule))
                || says.patterns.iter().any(|&(var, keep)| !self.run.domain(var).minus(keep).is_empty())
        })
    }

    /// Did the last run rest on a clue of one of these places?
    pub(super) fn has_used(&self, orbit: &[Place]) -> bool {
        let of = |says: &Says| !says.patterns.is_empty() || says.rules.iter().any(|&rule| self.run.has_used(rule));
        Quick::says(&self.says, orbit).any(of)
    }
}
