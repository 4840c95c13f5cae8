//! The tuning constants of the search.
//!
//! None of them changes what is true: they decide how long something is tried, and in which order.

/// The tuning constants of the search, each with its unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Policy {
    /// Bytes of table where the limits allow more.
    pub table_bytes: usize,
    /// The same where a proof is to be kept: nothing is left out then, so that there are more
    /// positions.
    pub proof_table_bytes: usize,
    /// How many times a full table is emptied of what is cheap to find again. In one that is too
    /// small for a search that could go on for ever.
    pub evictions: u32,
    /// Positions that must be visited between two evictions.
    pub visits_between_evictions: u64,
    /// Closed sets that are looked for before a question is given up.
    pub closed_set_rounds: u32,
    /// Steps from the defender's stones to moves that are near, in a large open region.
    pub near_steps: usize,
    /// Fewest near moves for which the far ones wait.
    pub fewest_near: u32,
    /// Fewest far moves that wait.
    pub fewest_far: u32,
    /// Plies of the deepest path; deeper positions stay open.
    pub deepest_path: usize,
    /// How much of the sum of the numbers of all moves, beyond the greatest, counts where a target
    /// counts: as a fraction. The sum counts shared work many times.
    pub shared_work_of_target: (u32, u32),
    /// The same where all stones count.
    pub shared_work_of_all: (u32, u32),
    /// A successor is searched until its number exceeds that of the second best by this part of it
    /// (one in so many).
    pub margin_part: u32,
    /// And by so much more.
    pub margin: u32,
    /// Positions that one simulation of a refutation may visit.
    pub simulation_visits: u32,
    /// Plies of its deepest path.
    pub simulation_depth: u32,
    /// Positions visited after a pass, to find out what a life rests on if the attacker moves
    /// elsewhere.
    pub pass_visits: u64,
    /// Patterns of lives that a search keeps, for each side to move.
    pub life_patterns: usize,
    /// Patterns of lives that searches about the same target share.
    pub shared_life_patterns: usize,
    /// Positions visited to show that a position after an ignored ban is captured.
    pub ban_visits: u64,
    /// And one more for so many positions that were visited before.
    pub ban_visit_part: u64,
    /// Positions after ignored bans that were not captured, before what rests on them is searched
    /// again.
    pub saving_bans_at_once: usize,
    /// Positions after ignored bans that are kept in mind.
    pub saving_bans: usize,
    /// First proof number against what was decided before.
    pub reopened_number: u32,
    /// What the prior says of enclosed groups.
    pub enclosed: PriorScale,
    /// What it says of targets in the open.
    pub open: PriorScale,
}

/// How much of what the models of the prior say goes into costs. What did best is less than all: a
/// model is surer of itself than it should be in the positions that matter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PriorScale {
    /// Share of the log-odds for captures.
    pub captures: f64,
    /// Share of the log-odds for lives.
    pub lives: f64,
    /// Power of the sizes of proofs.
    pub power: f64,
}

impl Policy {
    /// The constants that the reader works with.
    pub const STANDARD: Policy = Policy {
        table_bytes: 256 << 20,
        proof_table_bytes: 1 << 30,
        evictions: 100,
        visits_between_evictions: 1000,
        closed_set_rounds: 2000,
        near_steps: 2,
        fewest_near: 6,
        fewest_far: 4,
        deepest_path: 400,
        shared_work_of_target: (7, 10),
        shared_work_of_all: (1, 3),
        margin_part: 4,
        margin: 2,
        simulation_visits: 400,
        simulation_depth: 60,
        pass_visits: 40,
        life_patterns: 1 << 15,
        shared_life_patterns: 1 << 16,
        ban_visits: 500,
        ban_visit_part: 50,
        saving_bans_at_once: 4,
        saving_bans: 256,
        reopened_number: 20,
        enclosed: PriorScale { captures: 0.5, lives: 0.5, power: 0.25 },
        open: PriorScale { captures: 0.4, lives: 1.0, power: 0.35 },
    };
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::STANDARD
    }
}
