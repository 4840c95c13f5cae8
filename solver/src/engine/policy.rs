//! The engine's tuning constants.

/// Tuning constants of the search. Times and counts, no clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Policy {
    /// Factor by which older conflicts count less with each conflict.
    pub decay: f64,
    /// Conflicts over which the recent mean of levels runs.
    pub recent_window: f64,
    /// Conflicts over which the overall mean of levels runs.
    pub overall_window: f64,
    /// Restart when the recent mean is above this many times the overall mean.
    pub restart_factor: f64,
    /// Conflicts between two restarts at least.
    pub least_conflicts: u64,
    /// Conflicts before phases are set anew, and by how many more each next time comes later.
    pub rephase_after: u64,
    /// Learnt clauses kept before the first halving.
    pub learnt: usize,
    /// Factor by which that number grows with each halving.
    pub learnt_growth: f64,
    /// Propagator calls that probing at the root may take at most, for each key atom.
    pub probe_calls: u64,
    /// Another round of probing follows when at least one in so many probes failed.
    pub probe_yield: u64,
    /// Probing at the root begins after so many conflicts, …
    pub probe_after: u64,
    /// … and may take so many times the work until then.
    pub probe_share: u64,
    /// Probe at the root at all?
    pub probe: bool,
    /// Depth to which minimisation follows reasons.
    pub minimise_depth: u32,
    /// Decide values ("v is x") rather than removals where a variable has more than two values.
    pub decide_values: bool,
    /// Counts over at least so many variables get a counter tree.
    pub counter_from: usize,
    /// Sums that follow from houses and cages are stated over at most so many variables.
    pub derived_sum: usize,
    /// Leftovers of lines and regions are stated for at most so many variables on each side.
    pub derived_leftover: usize,
    /// Do cages tell the sets of their values by literals of their own?
    pub cage_sets: bool,
    /// Do counts and connections use which literals exclude each other?
    pub exclusions: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Policy {
            decay: 0.95,
            recent_window: 32.0,
            overall_window: 4096.0,
            restart_factor: 1.2,
            least_conflicts: 50,
            rephase_after: 500,
            learnt: 2000,
            learnt_growth: 1.1,
            probe_calls: 40,
            probe_yield: 50,
            probe_after: 50,
            probe_share: 4,
            probe: true,
            minimise_depth: 30,
            decide_values: true,
            counter_from: 8,
            derived_sum: 6,
            derived_leftover: 6,
            cage_sets: true,
            exclusions: true,
        }
    }
}
