//! One puzzle from stall to stall: known techniques, then the smallest proofs of what they can't
//! do.

use crate::cores::{self, CorePolicy, Judge, Vocabularies, is_pure};
use crate::form::Form;
use std::collections::BTreeMap;
use std::time::Duration;
use tesuji_solver::grade::StandardGrader;
use tesuji_solver::proof::Prover;
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Catalog, Clock, Domain, Limits, Literal, Phase, Store, TechniqueId, Truth};

/// The techniques that count as known.
#[derive(Clone, Debug, Default)]
pub enum Known {
    /// Naked and hidden singles.
    #[default]
    Singles,
    /// These techniques of the genre's catalog, besides the singles.
    These(Vec<TechniqueId>),
}

/// How to mine.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is known.
    pub known: Known,
    /// Greatest trial depth of a probe.
    pub depth: u8,
    /// Which cores are looked for.
    pub cores: CorePolicy,
    /// Bounds: `nodes` counts assumptions of each stall, the time is that of all puzzles together.
    pub limits: Limits,
    /// Time for each puzzle.
    pub time_each: Duration,
    /// Truths fired for each puzzle.
    pub fires_each: u64,
    /// Examples kept per cluster.
    pub examples: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            known: Known::Singles,
            depth: 1,
            cores: CorePolicy::default(),
            limits: Limits::default().with_nodes(2_000_000),
            time_each: Duration::MAX,
            fires_each: u64::MAX,
            examples: 3,
        }
    }
}

/// A core of one form, with the removals that it makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The core.
    pub core: Vec<Truth>,
    /// Its form.
    pub form: Form,
    /// What goes.
    pub goals: Vec<Literal>,
    /// Trial depth of the proof.
    pub depth: u8,
    /// Was it not there at an earlier stall of the puzzle?
    pub is_new: bool,
}

/// A removal, and the instance that shows it: the plainest of those with the fewest truths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Struck {
    /// What goes.
    pub goal: Literal,
    /// The instance, by number; `None` where it is two steps in one.
    pub by: Option<usize>,
    /// Does striking it alone let a single be drawn?
    pub unlocks: bool,
}

/// Where the known techniques stall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stall {
    /// The candidates.
    pub domains: Vec<Domain>,
    /// All cores that count: of several vocabularies those of the least size, pure ones of any.
    pub instances: Vec<Instance>,
    /// What is struck before the known techniques go on.
    pub struck: Vec<Struck>,
    /// Were all cores found that were looked for?
    pub complete: bool,
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// What is known does it.
    Known,
    /// Solved, with removals found at stalls.
    Solved,
    /// Stalled where no probe of the given depth finds anything, or a limit was reached.
    Stuck,
    /// The candidates contradict each other.
    Contradiction,
    /// The time was up, or the truths that may be fired.
    Cut,
}

/// Solves a puzzle with what is known and, at each stall, with the removals that have the smallest
/// cores; tells each stall.
pub fn walk(
    net: &TrialNet<'_>,
    domains: &[Domain],
    catalog: &Catalog,
    (options, clock): (&Options, &Clock),
    told: &mut dyn FnMut(Stall),
) -> Walk {
    let limits = || options.limits.clone().with_time(clock.remaining());
    let grader = match &options.known {
        Known::Singles => None,
        Known::These(ids) => {
            Some(StandardGrader::new(&catalog.filter(|t| t.phase() == Phase::Propagation || ids.contains(t.id()))))
        }
    };
    let (vocabularies, policy) = (Vocabularies::new(net), options.cores.on(net));
    let (puzzle, mut domains) = (domains, domains.to_vec());
    let (mut stalls, mut judge, mut fires) = (0, Judge::default(), options.fires_each);
    loop {
        if let Some(grader) = &grader {
            match known(
                net,
                &grader.clone().with_limits(Limits::default().with_time(clock.remaining())),
                puzzle,
                &domains,
            ) {
                Some(after) => domains = after,
                None => return Walk::Contradiction,
            }
        }
        let Ok(mut prover) = Prover::new(net, &domains, &limits()) else { return Walk::Contradiction };
        domains = prover.domains();
        if domains.iter().all(|d| d.is_single()) {
            return if stalls == 0 { Walk::Known } else { Walk::Solved };
        }
        let found = probe(&mut prover, &vocabularies, (options.depth, &policy), (clock, &mut fires));
        // What the time cut off is not the least that there is.
        if clock.expired().is_some() || fires == 0 {
            return Walk::Cut;
        }
        if found.goals.is_empty() {
            return Walk::Stuck;
        }
        stalls += 1;
        let mut after = domains.clone();
        for goal in found.struck() {
            let d = &mut after[goal.var.index()];
            *d = d.minus(Domain::single(goal.value));
        }
        told(found.stall(net, &domains, &prover, &mut judge));
        if after == domains {
            return Walk::Stuck;
        }
        domains = after;
    }
}

/// What the known techniques make of the candidates; `None` when they contradict each other.
fn known(net: &TrialNet<'_>, grader: &StandardGrader, puzzle: &[Domain], domains: &[Domain]) -> Option<Vec<Domain>> {
    let mut at = Store::from_domains(net.network(), domains.to_vec()).of_puzzle(puzzle);
    for var in net.network().vars() {
        if let Some(value) = domains[var.index()].value() {
            at.place(Literal { var, value }).ok()?;
        }
    }
    grader.grade(&mut at).ok()?;
    Some(at.domains().to_vec())
}

/// The cores of all removals at a stall.
struct Probe {
    goals: Vec<(Literal, Vec<Vec<Truth>>)>,
    /// Truths of the smallest core.
    least: usize,
    depth: u8,
    complete: bool,
}

/// The removals at the least depth that refutes anything, with the cores that count.
fn probe(
    prover: &mut Prover<'_, '_>,
    vocabularies: &Vocabularies<'_, '_>,
    (depth, policy): (u8, &CorePolicy),
    (clock, fires): (&Clock, &mut u64),
) -> Probe {
    let refutable = prover.refutable(1);
    if refutable.is_empty() {
        return deeper(prover, depth, clock);
    }
    let mut found = Probe { goals: Vec::new(), least: 0, depth: 1, complete: true };
    let mut spend = |spent: u64| {
        *fires = fires.saturating_sub(spent);
        clock.expired().is_none() && *fires > 0
    };
    for &goal in &refutable {
        let cores = vocabularies.cores(prover, goal, policy);
        found.complete &= cores.complete;
        found.goals.push((goal, cores.cores));
        if !spend(cores.fires) {
            return found;
        }
    }
    found.least = found.smallest();
    if found.least == 0 || found.least > policy.mixed {
        found.goals.clear();
        let mut most = policy.further;
        for &goal in &refutable {
            let cores = prover.least_cores(goal, most, &cores::limits(policy.further_fires));
            found.complete &= cores.complete;
            // What is larger than the least of others is not struck.
            most = if cores.size() > 0 { most.min(cores.size()) } else { most };
            found.goals.push((goal, cores.cores));
            if !spend(cores.fires) {
                return found;
            }
        }
        found.least = found.smallest();
    }
    if found.least == 0 {
        // Beyond that, any irreducible core that a trial comes to.
        for (goal, cores) in &mut found.goals {
            let proof = prover.refute(*goal, 1);
            cores.extend(proof.and_then(|proof| prover.minimise(&proof)).map(|proof| proof.core));
            if !spend(0) {
                return found;
            }
        }
        found.least = found.smallest();
        found.complete = false;
    }
    let (least, pure) = (found.least, policy.pure);
    for (_, cores) in &mut found.goals {
        cores.retain(|c| c.len() <= least || (c.len() <= pure && is_pure(c)));
    }
    found
}

/// Irreducible cores of deeper proofs: those of the least size.
fn deeper(prover: &mut Prover<'_, '_>, most: u8, clock: &Clock) -> Probe {
    let mut found = Probe { goals: Vec::new(), least: 0, depth: 1, complete: false };
    for depth in 2..=most {
        let goals = prover.refutable(depth);
        for goal in goals.into_iter().take_while(|_| clock.expired().is_none()) {
            let Some(proof) = prover.refute(goal, depth) else { continue };
            let core = prover.minimise(&proof).unwrap_or(proof).core;
            found.goals.push((goal, vec![core]));
        }
        if !found.goals.is_empty() {
            found.least = found.smallest();
            found.depth = depth;
            found.goals.retain(|(_, cores)| cores.iter().any(|c| c.len() == found.least));
            return found;
        }
    }
    found
}

impl Probe {
    fn smallest(&self) -> usize {
        self.goals.iter().flat_map(|(_, cores)| cores.iter().map(Vec::len)).min().unwrap_or(0)
    }

    /// What has a core of the least size.
    fn struck(&self) -> impl Iterator<Item = Literal> + '_ {
        let has = |cores: &[Vec<Truth>]| cores.iter().any(|c| c.len() == self.least);
        self.goals.iter().filter(move |(_, cores)| has(cores)).map(|(goal, _)| *goal)
    }

    /// The cores by form.
    fn stall(&self, net: &TrialNet<'_>, domains: &[Domain], prover: &Prover<'_, '_>, judge: &mut Judge) -> Stall {
        let mut by_core = BTreeMap::<&Vec<Truth>, Vec<Literal>>::new();
        for (goal, cores) in &self.goals {
            for core in cores {
                by_core.entry(core).or_default().push(*goal);
            }
        }
        let mut instances = Vec::new();
        for (core, goals) in by_core {
            let (depth, size) = (self.depth, core.len());
            if depth > 1 {
                let form = Form::of_deep(core, depth);
                instances.push(Instance { core: core.clone(), form, goals, depth, is_new: true });
                continue;
            }
            let Some(verdict) = judge.judge(net.network(), domains, core, &goals) else { continue };
            let is_new = verdict.is_new;
            let each = verdict.forms.into_iter();
            instances.extend(each.map(|(form, goals)| Instance { core: core.clone(), form, goals, depth, is_new }));
            debug_assert!(size > 0, "a core has truths");
        }
        let plainest = |goal: Literal| {
            let own = instances.iter().enumerate();
            let own = own.filter(|(_, i)| i.core.len() == self.least && i.goals.contains(&goal));
            own.min_by_key(|(_, i)| (i.form.length, &i.form.key)).map(|(at, _)| at)
        };
        let struck = self.struck().map(|goal| Struck { goal, by: plainest(goal), unlocks: unlocks(prover, goal) });
        let struck = struck.collect();
        Stall { domains: domains.to_vec(), instances, struck, complete: self.complete }
    }
}

/// Does striking the candidate let a single be drawn?
fn unlocks(prover: &Prover<'_, '_>, goal: Literal) -> bool {
    let mut after = prover.clone();
    let before: u32 = prover.domains().iter().map(|d| d.len()).sum();
    after.strike(goal).is_ok_and(|()| after.domains().iter().map(|d| d.len()).sum::<u32>() + 1 < before)
}
