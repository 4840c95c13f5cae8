//! Players: who chooses moves in self-play.

use crate::board::FLOOR_SPACES;
use crate::state::{CENTRE, FLOOR, MAX_FACTORIES};
use crate::{Board, Colour, Move, Phase, Rng, State};
use std::fmt;
use std::str::FromStr;

/// A way of choosing moves, deterministic from the stream of chance that it is given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Policy {
    /// Any legal move.
    Random,
    /// The source document's greedy player, as written: ten points a tile; a line 100, five for
    /// each of its free spaces, 15 if it goes on with a started line; ties by chance.
    #[default]
    Greedy,
    /// Greedy in this number of a million decisions, else random.
    Mixed(u32),
    /// Weighs each move by what it does for its own board and what it leaves to the next player;
    /// see [`strong`](crate::strong).
    Strong,
}

impl Policy {
    /// A move; `None` when nobody is to take tiles.
    pub fn choose(self, state: &State, rng: &mut Rng) -> Option<Move> {
        if state.phase() != Phase::Drafting {
            return None;
        }
        match self {
            Policy::Random => random(state, rng),
            Policy::Greedy => greedy(state, rng),
            Policy::Mixed(parts) if rng.chance(parts) => greedy(state, rng),
            Policy::Mixed(_) => random(state, rng),
            Policy::Strong => crate::strong::choose(state, rng),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::Random => f.write_str("random"),
            Policy::Greedy => f.write_str("greedy"),
            Policy::Mixed(parts) => {
                let digits = format!("{:06}", parts % 1_000_000);
                let digits = digits.trim_end_matches('0');
                let digits = if digits.is_empty() { "0" } else { digits };
                write!(f, "mixed:{}.{digits}", parts / 1_000_000)
            }
            Policy::Strong => f.write_str("strong"),
        }
    }
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Policy, String> {
        match text {
            "random" => Ok(Policy::Random),
            "greedy" => Ok(Policy::Greedy),
            "strong" => Ok(Policy::Strong),
            "mixed" => Ok(Policy::Mixed(700_000)),
            _ => {
                let ratio = text.strip_prefix("mixed:").and_then(|r| r.parse::<f64>().ok());
                let ratio = ratio.filter(|r| (0.0..=1.0).contains(r));
                let wrong = || format!("{text:?} is no policy: random, greedy, mixed, mixed:RATIO, strong");
                ratio.map(|r| Policy::Mixed((r * 1e6).round() as u32)).ok_or_else(wrong)
            }
        }
    }
}

/// The `n`-th set bit.
#[inline]
fn nth_bit(mut mask: u32, n: u32) -> u8 {
    for _ in 0..n {
        mask &= mask.wrapping_sub(1);
    }
    mask.trailing_zeros() as u8
}

/// Uniform over the legal moves, which are counted but not listed.
fn random(state: &State, rng: &mut Rng) -> Option<Move> {
    let board = &state.boards[usize::from(state.turn)];
    let mut each = [(0u32, 0u32); 5];
    let mut total = 0;
    for (c, slot) in each.iter_mut().enumerate() {
        let lines = u32::from(board.open_lines(Colour::ALL[c])) | 1 << FLOOR;
        *slot = (state.sources_of(c).into(), lines);
        total += slot.0.count_ones() * slot.1.count_ones();
    }
    let mut pick = rng.below(total);
    for (c, &(sources, lines)) in each.iter().enumerate() {
        let here = sources.count_ones() * lines.count_ones();
        if pick < here {
            let (source, line) = (pick / lines.count_ones(), pick % lines.count_ones());
            return Some(Move { source: nth_bit(sources, source), colour: Colour::ALL[c], to: nth_bit(lines, line) });
        }
        pick -= here;
    }
    None
}

/// The greedy player's best bid for a line that takes the colour, and which lines have it; the
/// floor where none does. `empty` are the empty lines: of those the lowest is the best.
#[inline]
fn line_bids(board: &Board, colour: usize, empty: u32) -> (u32, u32) {
    let open = board.open >> (5 * colour) & 31;
    if open == 0 {
        return (0, 1 << FLOOR);
    }
    let lowest = open & empty;
    let (mut best, mut at) = match lowest.checked_ilog2() {
        Some(row) => (105 + 5 * row, 1 << row),
        None => (0, 0),
    };
    let mut started = open & !empty;
    while started != 0 {
        let row = started.trailing_zeros();
        started &= started - 1;
        let bid = 120 + 5 * row - 5 * u32::from(board.line_count[row as usize]);
        if bid > best {
            (best, at) = (bid, 1 << row);
        } else if bid == best {
            at |= 1 << row;
        }
    }
    (best, at)
}

/// The source's greedy player: the best destinations of a colour do not depend on the number of
/// tiles, so its bid is the colour's best line plus ten for each tile of its richest sources.
fn greedy(state: &State, rng: &mut Rng) -> Option<Move> {
    let board = &state.boards[usize::from(state.turn)];
    let most = state.factories().iter().fold(state.centre, |most, &f| most.most(f));
    let empty = (0..5).fold(0, |all, row| all | u32::from(board.line_count[row] == 0) << row);
    let mut bids = [(0u32, 0u32); 5];
    let mut best = 0;
    for colour in Colour::ALL {
        let tiles = u32::from(most.get(colour));
        if tiles > 0 {
            let (bid, lines) = line_bids(board, colour.index(), empty);
            bids[colour.index()] = (bid + 10 * tiles, lines);
            best = best.max(bid + 10 * tiles);
        }
    }
    let mut tied = [(0u32, 0u32); 5];
    let mut total = 0;
    for colour in Colour::ALL {
        let c = colour.index();
        if bids[c].0 != best {
            continue;
        }
        let (n, mut left, mut sources) = (most.get(colour), u32::from(state.sources_of(c)), 0);
        while left != 0 {
            let source = left.trailing_zeros();
            left &= left - 1;
            let here = if source == u32::from(CENTRE) { state.centre } else { state.factories[source as usize] };
            sources |= u32::from(here.get(colour) == n) << source;
        }
        tied[c] = (sources, bids[c].1);
        total += sources.count_ones() * bids[c].1.count_ones();
    }
    let mut pick = rng.below(total);
    for (c, &(sources, lines)) in tied.iter().enumerate() {
        let here = sources.count_ones() * lines.count_ones();
        if pick < here {
            let (source, line) = (pick / lines.count_ones(), pick % lines.count_ones());
            return Some(Move { source: nth_bit(sources, source), colour: Colour::ALL[c], to: nth_bit(lines, line) });
        }
        pick -= here;
    }
    None
}

/// The greedy player's score of a move, straight from the source document (for tests and for
/// regrets).
pub fn greedy_score(state: &State, mv: Move) -> u32 {
    let tiles = u32::from(state.source(mv.source).get(mv.colour));
    let board = state.board(state.turn());
    match mv.to {
        FLOOR => 10 * tiles,
        row => {
            let filled = board.line(row.into()).map_or(0, |(_, n)| u32::from(n));
            let going_on = board.line(row.into()).is_some_and(|(c, _)| c == mv.colour);
            10 * tiles + 100 + 5 * (u32::from(row) + 1 - filled) + if going_on { 15 } else { 0 }
        }
    }
}

/// Plays a game from `state` to its end; one policy a player (the last for all that follow).
pub fn play_out(state: &mut State, policies: &[Policy], rng: &mut Rng) -> u32 {
    let mut plies = 0;
    loop {
        match state.phase() {
            Phase::Drafting => {
                let policy = policies.get(state.turn()).or(policies.last()).copied().unwrap_or_default();
                match policy.choose(state, rng) {
                    Some(mv) => state.apply(mv),
                    None => return plies,
                }
                plies += 1;
            }
            Phase::Tiling => {
                state.end_round_quietly(rng);
            }
            Phase::Over | Phase::Stalled => return plies,
        }
    }
}

const _: () = assert!(MAX_FACTORIES < 10 && FLOOR_SPACES == 7);
