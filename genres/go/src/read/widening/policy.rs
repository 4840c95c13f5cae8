//! The constants by which a widening reading spends its nodes. None of them changes what is true.

/// The constants, each with its unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WideningPolicy {
    /// Regions of each list beyond the first open one that may be read before that is settled.
    pub(super) ahead: [usize; 3],
    /// After this number of nodes the largest open region for life is read too: a life that can be
    /// proved costs hardly more in a large region than in the least one that proves it.
    pub(super) nodes_before_largest: u64,
    /// After this number of nodes a question that shares its nodes with others reads only one region
    /// for life beyond the first: all but one would be read in vain.
    pub(super) nodes_before_one_ahead: u64,
    /// A region is begun where every begun one still has this proof number.
    pub(super) begin_above: u32,
    /// After this number of nodes a region counts as twice as dear: the numbers at its root are
    /// guesses, and they were wrong where a search took long.
    pub(super) region_patience: u64,
    /// A round goes to its regions in this number of slices.
    pub(super) slices: u64,
    /// The least nodes of a slice.
    pub(super) least_slice: u64,
    /// Nodes before a hunt for captures first looks whether one is near; each later look comes
    /// after twice the nodes.
    pub(super) first_look: u64,
    /// The rounds of a hunt begin as if the question had this number of nodes, so that a capture is
    /// tried before the first look.
    pub(super) hunting_round_nodes: u64,
    /// A capture is near where its proof number is at most this. (Of 5,369 groups of played games,
    /// the attacker first, 115 were captured within 5,000 nodes; none had more than 380 at the first
    /// look. Three of four that stayed open had more, or no region for a capture.)
    pub(super) near_capture: u64,
    /// The search for a ko gets this number of shares of a round.
    pub(super) ko_shares: u64,
    /// It gets one of this number of all nodes at least.
    pub(super) ko_part: u64,
    /// A region has a price after this number of nodes; before, its numbers are guesses.
    pub(super) nodes_before_price: u64,
    /// Life is likely where a capture looks more than this number of times as dear. (Captures look
    /// dear for long: their proofs are sums over all moves of the defender.)
    pub(super) life_ratio: u64,
    /// A capture is likely where it looks less than this number of times as dear.
    pub(super) capture_ratio: u64,
    /// After this number of nodes a question counts as twice as dear.
    pub(super) question_patience: u64,
    /// The price of a question of which nothing was tried.
    pub(super) untried: u64,
    /// The price of a capture that is asked for by ko is divided by this: it looks larger than it is.
    pub(super) ko_discount: u64,
    /// The price of a life is multiplied by this where a capture is likely.
    pub(super) unlikely_life: u64,
    /// The first round gets one of this number of the nodes for each share; each later round gets
    /// twice as many as the one before.
    pub(super) first_round_part: u64,
    /// The list for later is read after this number of rounds.
    pub(super) rounds_before_later: u32,
    /// The list for later gets one of this number of the nodes for life.
    pub(super) later_part: u64,
    /// A turn has one of this number of the nodes that the question took so far.
    pub(super) turn_part: u64,
    /// The least nodes of a turn.
    pub(super) least_turn: u64,
    /// A round of turns has this number of shares. After it a ko of all regions is looked for.
    pub(super) shares_of_round: u64,
    /// In turns the list for later is read after this number of rounds.
    pub(super) shared_rounds_before_later: u32,
    /// Life has this number of times the nodes of a capture where life is likely.
    pub(super) likely_life: u64,
    /// Where a capture is likely, captures get this many times the nodes of lives.
    pub(super) likely_capture: u64,
    /// A capture has this number of times the nodes of life where the reader looks for death or a
    /// ko.
    pub(super) likely_death: u64,
    /// Life has this number of times the nodes where no region is left that was tried for a ko.
    pub(super) no_ko: u64,
    /// That is known after this number of nodes.
    pub(super) nodes_before_no_ko: u64,
    /// After this number of nodes in regions that show no ko another region gets half of its nodes.
    pub(super) failed_nodes: u64,
}

/// The constants that the reader works with.
pub(super) const POLICY: WideningPolicy = WideningPolicy {
    ahead: [2, 0, 2],
    nodes_before_largest: 200_000,
    nodes_before_one_ahead: 25_000,
    begin_above: 300,
    region_patience: 2_000,
    slices: 8,
    least_slice: 2_000,
    first_look: 1_500,
    hunting_round_nodes: 5_000,
    near_capture: 400,
    ko_shares: 3,
    ko_part: 100,
    nodes_before_price: 1_500,
    life_ratio: 13,
    capture_ratio: 7,
    question_patience: 5_000,
    untried: 100,
    ko_discount: 64,
    unlikely_life: 4,
    first_round_part: 300,
    rounds_before_later: 2,
    later_part: 8,
    turn_part: 16,
    least_turn: 120,
    shares_of_round: 4,
    shared_rounds_before_later: 1,
    likely_life: 16,
    likely_capture: 6,
    likely_death: 4,
    no_ko: 4,
    nodes_before_no_ko: 5_000,
    failed_nodes: 60_000,
};
