//! The constants of the zone search. None of them changes what is true.

/// The constants, each with its unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZonePolicy {
    /// Steps from the target's chains to the moves that are looked at.
    pub reach: u8,
    /// Plies of the deepest path.
    pub deepest: u32,
    /// This is added to the number for the contrary of the guide's word.
    pub guided: u32,
    /// How much of the sum of the numbers of all moves, beyond the greatest, counts: a fraction.
    pub shared_work: (u32, u32),
    /// Points of the largest region in which life is looked for.
    pub largest_eye: usize,
    /// Chains that are looked at for life, at most.
    pub chains_of_life: usize,
}

impl ZonePolicy {
    /// The constants that the search works with.
    pub const STANDARD: ZonePolicy =
        ZonePolicy { reach: 3, deepest: 120, guided: 40, shared_work: (1, 3), largest_eye: 14, chains_of_life: 12 };
}

/// The rules by which zones are made, each of which a test can leave out to see that the checker
/// finds it missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ZoneRules {
    /// Chains of the prover at the opponent's nodes are whole in the zone, with this number of
    /// liberties.
    pub(super) liberties: usize,
    /// Stones that are taken are in the zone, with all that is beside them.
    pub(super) taken: bool,
    /// The prover's move is in the zone, with what keeps it legal.
    pub(super) legal: bool,
    /// Chains of the opponent beside a move of the prover's are in the zone.
    pub(super) opponents_chains: bool,
    /// A point that is suicide is in the zone with the chains around.
    pub(super) suicide: bool,
    /// After a single stone is taken the neighbours of the move are in the zone.
    pub(super) ko: bool,
    /// A capture is proved after a pass, too.
    pub(super) pass: bool,
}

impl ZoneRules {
    /// All of them.
    pub(super) const ALL: ZoneRules = ZoneRules {
        liberties: 2,
        taken: true,
        legal: true,
        opponents_chains: true,
        suicide: true,
        ko: true,
        pass: true,
    };
}
