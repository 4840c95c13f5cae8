//! The constants of the zone search. None of them changes what is true.

use super::numbers::INFINITE;

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
    /// A move is searched until its number exceeds that of the second best by this part of it (one
    /// in this number).
    pub margin_part: u32,
    /// And by this number.
    pub margin: u32,
    /// Moves of the prover that are not looked at yet count in the sum, up to this number.
    pub waiting_in_sum: u32,
    /// A reply that no zone demands yet is searched while its number is at most this.
    pub short_look: u32,
    /// A reply is looked at before a zone demands it where it waits for this number at most.
    pub likely_reply: u32,
    /// A move waits by this number longer than the likeliest one, at most.
    pub greatest_cost: u32,
    /// One of this number of what a move waited stays as its bias.
    pub cost_of_bias: u32,
    /// The guide's costs of one number here.
    pub costs_of_guide: u32,
    /// Moves that the guide has not looked at wait for this number longer.
    pub untold: u32,
    /// A move waits for this number with each step of its distance from the target.
    pub unguided_step: u32,
    /// The bias of a move that puts its own chain in atari.
    pub self_atari: u32,
    /// Points of the largest region in which life is looked for.
    pub largest_eye: usize,
    /// Chains that are looked at for life, at most.
    pub chains_of_life: usize,
}

impl ZonePolicy {
    /// The constants that the search works with.
    pub const STANDARD: ZonePolicy = ZonePolicy {
        reach: 3,
        deepest: 120,
        guided: 40,
        shared_work: (1, 3),
        margin_part: 2,
        margin: 2,
        waiting_in_sum: 4,
        short_look: 3,
        likely_reply: 3,
        greatest_cost: 16,
        cost_of_bias: 2,
        costs_of_guide: 6,
        untold: 3,
        unguided_step: 3,
        self_atari: 2,
        largest_eye: 14,
        chains_of_life: 12,
    };

    /// The number up to which a move is searched, by that of the second best.
    pub(super) fn beyond(&self, second: u32) -> u32 {
        second.saturating_add(second / self.margin_part).saturating_add(self.margin).min(INFINITE)
    }
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
