//! One puzzle from stall to stall: known techniques, then the smallest proofs of what they can't do.

use crate::shape::{Pattern, Shape};
use tesuji_solver::grade::StandardGrader;
use tesuji_solver::proof::{CoreLimits, Prover};
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
    /// Bounds on the search for smallest cores.
    pub cores: CoreLimits,
    /// Bounds: `nodes` counts assumptions of each stall, the time is that of all puzzles together.
    pub limits: Limits,
    /// Examples kept per cluster.
    pub examples: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            known: Known::Singles,
            depth: 1,
            cores: CoreLimits { exact: 4, tries: 6, ..CoreLimits::default() },
            limits: Limits::default().with_nodes(2_000_000),
            examples: 3,
        }
    }
}

/// A removal with its plainest smallest core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// What goes.
    pub goal: Literal,
    /// The core, one of the smallest.
    pub core: Vec<Truth>,
    /// Its shape.
    pub shape: Shape,
    /// Trial depth of the proof.
    pub depth: u8,
    /// How many different cores of that size there are (as far as looked for).
    pub cores: usize,
    /// Does striking it alone let a single be drawn?
    pub unlocks: bool,
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
    /// The time was up.
    Cut,
}

/// Solves a puzzle with what is known and, at each stall, with the removals that have the smallest cores; tells the
/// candidates of the stall and each such removal.
pub fn walk(
    net: &TrialNet<'_>,
    domains: &[Domain],
    catalog: &Catalog,
    (options, clock): (&Options, &Clock),
    told: &mut dyn FnMut(&[Domain], Hit),
) -> Walk {
    let limits = || options.limits.clone().with_time(clock.remaining());
    let grader = match &options.known {
        Known::Singles => None,
        Known::These(ids) => {
            Some(StandardGrader::new(&catalog.filter(|t| t.phase() == Phase::Propagation || ids.contains(t.id()))))
        }
    };
    let (puzzle, mut domains) = (domains, domains.to_vec());
    let mut stalls = 0;
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
        let found = probe(&mut prover, options, clock);
        // What the time cut off is not the least that there is.
        if clock.expired().is_some() {
            return Walk::Cut;
        }
        if found.is_empty() {
            return Walk::Stuck;
        }
        stalls += 1;
        let mut after = domains.clone();
        for (goal, depth, cores) in found {
            let shapes = cores.iter().map(|core| {
                let pattern = Pattern { net: net.network(), domains: &domains, goal, core };
                let (plainness, shape) = pattern.shape();
                (plainness, shape, core)
            });
            let Some((_, shape, core)) = shapes.min() else { continue };
            let unlocks = unlocks(&prover, goal);
            told(&domains, Hit { goal, core: core.clone(), shape, depth, cores: cores.len(), unlocks });
            let d = &mut after[goal.var.index()];
            *d = d.minus(Domain::single(goal.value));
        }
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

/// The removals with the smallest cores, at the least depth that refutes anything.
fn probe(prover: &mut Prover<'_, '_>, options: &Options, clock: &Clock) -> Vec<(Literal, u8, Vec<Vec<Truth>>)> {
    let goals = prover.refutable(1);
    if goals.is_empty() {
        return deeper(prover, options, clock);
    }
    for size in 1..=options.cores.exact {
        let sized = goals.iter().take_while(|_| clock.expired().is_none()).filter_map(|&goal| {
            let cores = prover.cores_of_size(goal, size, &options.cores)?;
            (!cores.is_empty()).then_some((goal, 1, cores))
        });
        let sized: Vec<_> = sized.collect();
        if !sized.is_empty() {
            return sized;
        }
    }
    let all = goals.into_iter().take_while(|_| clock.expired().is_none());
    let all: Vec<_> = all.map(|goal| (goal, 1, prover.smallest_cores(goal, &options.cores))).collect();
    let least = all.iter().map(|(_, _, c)| c.size()).filter(|&n| n > 0).min().unwrap_or(0);
    all.into_iter().filter(|(_, _, c)| c.size() == least).map(|(goal, depth, c)| (goal, depth, c.cores)).collect()
}

/// Irreducible cores of deeper proofs: those of the least size.
fn deeper(prover: &mut Prover<'_, '_>, options: &Options, clock: &Clock) -> Vec<(Literal, u8, Vec<Vec<Truth>>)> {
    for depth in 2..=options.depth {
        let goals = prover.refutable(depth);
        let mut all: Vec<(Literal, u8, Vec<Vec<Truth>>)> = Vec::new();
        for goal in goals.into_iter().take_while(|_| clock.expired().is_none()) {
            let Some(proof) = prover.refute(goal, depth) else { continue };
            let core = prover.minimise(&proof).unwrap_or(proof).core;
            all.push((goal, depth, vec![core]));
        }
        let least = all.iter().map(|(_, _, c)| c[0].len()).min();
        if let Some(least) = least {
            all.retain(|(_, _, c)| c[0].len() == least);
            return all;
        }
    }
    Vec::new()
}

/// Does striking the candidate let a single be drawn?
fn unlocks(prover: &Prover<'_, '_>, goal: Literal) -> bool {
    let mut after = prover.clone();
    let before: u32 = prover.domains().iter().map(|d| d.len()).sum();
    after.strike(goal).is_ok_and(|()| after.domains().iter().map(|d| d.len()).sum::<u32>() + 1 < before)
}
