//! One puzzle from stall to stall: known techniques, then the smallest proofs of what they can't
//! do.

use crate::beyond::{Engines, Evidence, beyond};
use crate::cores::{CorePolicy, Judge, Vocabularies};
use crate::form::Form;
use crate::probe::probe;
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
    /// The techniques that there are; `None`: those of the genre itself.
    pub catalog: Option<Catalog>,
    /// What is known.
    pub known: Known,
    /// Greatest trial depth of a probe.
    pub depth: u8,
    /// Which cores are looked for.
    pub cores: CorePolicy,
    /// What is asked where trial finds nothing.
    pub engines: Engines,
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
            catalog: None,
            known: Known::Singles,
            depth: 1,
            cores: CorePolicy::default(),
            engines: Engines::default(),
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
    /// The proof, where it is no trial.
    pub evidence: Option<Evidence>,
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
        let stall = if found.goals.is_empty() {
            match beyond(net.network(), &domains, &prover, options.engines, clock) {
                Some(stall) => stall,
                None if clock.expired().is_some() => return Walk::Cut,
                None => return Walk::Stuck,
            }
        } else {
            found.stall(net, &domains, &prover, &mut judge)
        };
        stalls += 1;
        let mut after = domains.clone();
        for goal in stall.struck.iter().map(|s| s.goal) {
            let d = &mut after[goal.var.index()];
            *d = d.minus(Domain::single(goal.value));
        }
        told(stall);
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
