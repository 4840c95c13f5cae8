//! Solve, count, grade, hint, generate, repair and mine puzzles of more than fifty genres.
//!
//! ```
//! let sudoku = tesuji::genre("sudoku")?;
//! let rows = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
//! let puzzle = sudoku.read(rows)?;
//!
//! // One solution, and the search was complete: there is no other.
//! let solved = puzzle.solve().up_to(2).run()?;
//! assert_eq!(solved.solutions.len(), 1);
//! assert!(solved.stop.is_complete());
//!
//! // How hard, and by which techniques.
//! let graded = puzzle.grade().run()?;
//! assert!(graded.info.solved);
//! println!("{}: {} steps, the first: {}", graded.info.tier, graded.steps.len(), graded.words[0]);
//!
//! // A new puzzle of another genre, the same from this seed everywhere.
//! let made = tesuji::genre("akari")?.generate().size("6x6").seed(7).run()?;
//! assert_eq!(made[0].count(2)?, 1);
//! # Ok::<(), tesuji::Error>(())
//! ```
//!
//! The builder of a question bounds its cost (`time`, `nodes`, `interrupt`), and every answer
//! says why its search ended: "unknown" and "there is none" are different answers.
//!
//! | feature | brings |
//! |---|---|
//! | `games` (default) | Go, Mill, Azul |
//! | `mining` (default) | [`Genre::mine`], [`Genre::catalog_with`] |
//! | `files` (default) | [`Genre::define`]: genres from files |
//! | `backends` | SAT and MILP solvers behind the same trait, in the module `backends` |

mod budget;
mod candidates;
mod check;
mod enumerate;
mod error;
mod explain;
#[cfg(feature = "files")]
mod file;
mod generate;
mod genre;
mod grade;
mod hint;
#[cfg(feature = "mining")]
mod mine;
mod puzzle;
mod repair;
mod selection;
mod solve;
mod technique;

pub use candidates::{Candidates, PlaceCandidates, Solutions, TrueCandidates};
pub use check::{Check, Checked};
pub use error::Error;
pub use generate::Generate;
pub use genre::{Genre, genre, genres};
pub use grade::Grade;
pub use hint::Hint;
pub use puzzle::{Puzzle, read};
pub use repair::Repair;
pub use solve::Solve;
pub use technique::Technique;

pub use tesuji_genre::{
    Bad, BrokenRule, ClueEdit, Coverage, Enumerated, GenerateReport, GenreInfo, GradeInfo, Graded, Hint as HintAnswer,
    Link, Marks, Medium, Next, OptionSpec, Record, Repaired, Solution, Solved, State, Statement, Step, StepData,
    Uniqueness,
};
pub use tesuji_solver::{Catalog, Interrupt, Limits, Stats, Stop, TechniqueId, Tier};

/// Networks of variables and rules, made by hand: solve and explain rules of one's own.
///
/// ```
/// use tesuji::network::{Domain, FastSolver, Network, RuleSpec, Solver, Var};
///
/// // Two numbers of 1 to 5 with the sum 9, the first one less.
/// let mut net = Network::with_vars(2, Domain::range(1, 5));
/// net.add(RuleSpec::Sum { vars: vec![Var(0), Var(1)], total: 9 })?;
/// net.add(RuleSpec::Inequality { below: Var(0), above: Var(1) })?;
/// let answer = FastSolver::default().solve(&net, None, &tesuji::Limits::solutions(2));
/// assert_eq!(answer.solutions, [vec![4, 5]]);
/// # Ok::<(), tesuji::network::NetworkError>(())
/// ```
pub mod network {
    pub use crate::explain::{Explanation, explain};
    pub use tesuji_solver::rules::RuleSpec;
    pub use tesuji_solver::{
        Answer, Domain, FastSolver, LearningSolver, Literal, Network, NetworkError, RuleId, Session, SimpleSolver,
        Solver, Value, Var,
    };
}

/// Forms of proofs, decisions on them, and the miner's options.
#[cfg(feature = "mining")]
pub mod mining {
    pub use tesuji_discovery::{
        Cluster, Clusters, Decision, Decisions, Known, Options, Page, Ruling, literature, page,
    };
}

/// Solvers that share nothing with the engine but the network: SAT, MILP.
#[cfg(feature = "backends")]
pub mod backends {
    pub use tesuji_backends::{all, by_name};
}
