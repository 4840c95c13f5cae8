//! How far the techniques of a genre get without trial: the measure of what is explained.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tesuji_genre::{Bad, ClueView};
use tesuji_solver::grade::{StandardGrader, Sweep, SweepRequest};
use tesuji_solver::{Catalog, Limits, Means, Store, TechniqueId, Tier};

/// By what means the catalog finishes a puzzle: the furthest that it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Covered {
    /// Patterns with names of their own.
    Named,
    /// Counting, besides.
    Counting,
    /// Consequences in rounds, besides.
    Rounds,
    /// Trial, besides.
    Trial,
    /// The catalog does not finish it.
    Beyond,
    /// The time was up first.
    Unfinished,
}

/// Puzzles by what finishes them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    /// Puzzles.
    pub puzzles: u64,
    /// Finished by patterns alone.
    pub named: u64,
    /// By these and counting.
    pub counting: u64,
    /// By these and consequences in rounds.
    pub rounds: u64,
    /// By these and trial.
    pub trial: u64,
    /// Not finished by the catalog.
    pub beyond: u64,
    /// Not finished within the time.
    pub unfinished: u64,
    /// Steps by technique.
    pub steps: BTreeMap<String, u64>,
}

impl Coverage {
    /// Adds a puzzle.
    pub fn add(&mut self, covered: Covered, steps: &BTreeMap<TechniqueId, u64>) {
        self.puzzles += 1;
        *match covered {
            Covered::Named => &mut self.named,
            Covered::Counting => &mut self.counting,
            Covered::Rounds => &mut self.rounds,
            Covered::Trial => &mut self.trial,
            Covered::Beyond => &mut self.beyond,
            Covered::Unfinished => &mut self.unfinished,
        } += 1;
        for (id, n) in steps {
            *self.steps.entry(id.to_string()).or_default() += n;
        }
    }

    /// Adds those of another part of the input.
    pub fn merge(&mut self, other: &Coverage) {
        self.puzzles += other.puzzles;
        self.named += other.named;
        self.counting += other.counting;
        self.rounds += other.rounds;
        self.trial += other.trial;
        self.beyond += other.beyond;
        self.unfinished += other.unfinished;
        for (id, n) in &other.steps {
            *self.steps.entry(id.clone()).or_default() += n;
        }
    }

    /// The share that is finished without trial, in percent.
    pub fn explained(&self) -> f64 {
        let n = self.named + self.counting + self.rounds;
        if self.puzzles == 0 { 0.0 } else { 100.0 * n as f64 / self.puzzles as f64 }
    }
}

/// The means that finish a puzzle, and the steps that they take by technique. Means come in one
/// after the other: rounds only where patterns and counting stall, trial only where rounds do.
///
/// # Errors
/// [`Bad`] where the clues contradict each other.
pub fn covered(
    view: &ClueView,
    catalog: &Catalog,
    limits: &Limits,
) -> Result<(Covered, BTreeMap<TechniqueId, u64>), Bad> {
    let mut at = view.store(None)?;
    let clock = limits.start();
    let mut steps: BTreeMap<TechniqueId, u64> = BTreeMap::new();
    let all = [Covered::Named, Covered::Counting, Covered::Rounds, Covered::Trial];
    let mut known = 0;
    for (means, covered) in Means::ALL.into_iter().zip(all) {
        let own = catalog.filter(|t| t.means() <= means);
        if own.list().len() == known && means > Means::Pattern {
            continue;
        }
        known = own.list().len();
        // A sweep takes all steps of a kind at once.
        let sweep = Sweep::new(&view.network, &own).until(&clock);
        let (solved, stop) = if sweep.is_in_parts() {
            sweep_on(sweep, &mut at, &mut steps)?
        } else {
            let grader = StandardGrader::new(&own).with_limits(limits.clone().with_time(clock.remaining()));
            run(&grader, &mut at, &mut steps)?
        };
        if solved {
            return Ok((covered, steps));
        }
        if stop || clock.expired().is_some() {
            return Ok((Covered::Unfinished, steps));
        }
    }
    Ok((Covered::Beyond, steps))
}

fn sweep_on<'n>(
    mut sweep: Sweep<'n>,
    at: &mut Store<'n>,
    steps: &mut BTreeMap<TechniqueId, u64>,
) -> Result<(bool, bool), Bad> {
    let net = at.network();
    let off = vec![false; net.rule_ids().len()];
    let want = SweepRequest { off: &off, ceiling: Tier::Master, in_rounds: true, steps: u64::MAX, goal: &[] };
    let swept = sweep.run(at.clone(), &want).ok_or_else(|| Bad::new("the techniques come to a contradiction"))?;
    *at = sweep.store().clone();
    for (id, n) in swept.counts {
        *steps.entry(id).or_default() += u64::from(n);
    }
    Ok((swept.solved, false))
}

fn run(
    grader: &StandardGrader,
    at: &mut Store<'_>,
    steps: &mut BTreeMap<TechniqueId, u64>,
) -> Result<(bool, bool), Bad> {
    let mut told = |id: &TechniqueId| *steps.entry(id.clone()).or_default() += 1;
    let ended = grader.run(at, &mut |technique, _| told(technique.id()));
    let (solved, stop) = ended.map_err(|_| Bad::new("the techniques come to a contradiction"))?;
    Ok((solved, stop.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        let mut one = Coverage::default();
        one.add(Covered::Named, &[(TechniqueId::new("a"), 2)].into());
        one.add(Covered::Trial, &BTreeMap::new());
        let mut two = Coverage::default();
        two.add(Covered::Rounds, &[(TechniqueId::new("a"), 3)].into());
        two.add(Covered::Beyond, &BTreeMap::new());
        one.merge(&two);
        assert_eq!((one.puzzles, one.named, one.rounds, one.steps["a"]), (4, 1, 1, 5));
        assert!((one.explained() - 50.0).abs() < 1e-9);
    }
}
