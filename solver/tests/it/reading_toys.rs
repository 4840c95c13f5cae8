//! Two toy games through every reader: noughts and crosses (always ends), and the pursuit of one
//! robber by one cop on a graph (may go on for ever). What must come out is known from elsewhere:
//! the counts of noughts and crosses, and the theorem of Nowakowski and Winkler that the cop wins
//! exactly on the dismantlable graphs.

use tesuji_solver::reading::{
    Closer, DfPn, Game, Goal, Interval, MAX_DEPTH, Motif, Outcome, Proof, Side, Why, fixpoint, least_horizon,
    needed_closers, negamax, replay,
};
use tesuji_solver::{Limits, Stop, TechniqueId, Tier};

/// Three in a row on nine squares; crosses (`First`) begin.
struct Crosses;

/// Masks of crosses and noughts.
type Board = (u16, u16);

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_line(stones: u16) -> bool {
    LINES.iter().any(|l| stones & l == *l)
}

impl Game for Crosses {
    type Position = Board;
    type Move = u8;
    type Value = Outcome;

    fn side(&self, &(crosses, noughts): &Board) -> Side {
        if crosses.count_ones() == noughts.count_ones() { Side::First } else { Side::Second }
    }
    fn moves(&self, &(crosses, noughts): &Board, to: &mut Vec<u8>) {
        to.extend((0..9).filter(|s| (crosses | noughts) >> s & 1 == 0));
    }
    fn play(&self, at: &Board, mv: u8) -> Board {
        match self.side(at) {
            Side::First => (at.0 | 1 << mv, at.1),
            Side::Second => (at.0, at.1 | 1 << mv),
        }
    }
    fn verdict(&self, &(crosses, noughts): &Board) -> Option<Outcome> {
        match (has_line(crosses), has_line(noughts)) {
            (true, _) => Some(Outcome::Win),
            (_, true) => Some(Outcome::Loss),
            _ => (crosses | noughts == 0o777).then_some(Outcome::Draw),
        }
    }
    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
}

#[test]
fn noughts_and_crosses() {
    let limits = Limits::default();
    let labels = fixpoint(&Crosses, [(0, 0)], &limits);
    let graph = labels.graph();
    // The published counts: 5478 positions, of which crosses have won 626, noughts 316, and 16 are
    // full and drawn.
    assert_eq!(graph.len(), 5478);
    let ended = |v| (0..graph.len() as u32).filter(|&i| graph.leaf(i) == Some(&v)).count();
    assert_eq!(Outcome::ALL.map(ended), [316, 16, 626]);
    assert_eq!(negamax(&Crosses, &(0, 0), 9, &limits).interval, Interval::exact(Outcome::Draw));
    assert_eq!(DfPn::new().outcome(&Crosses, &(0, 0), &limits), (Interval::exact(Outcome::Draw), Stop::Exhausted));
    for at in graph.positions().iter().filter(|(c, n)| (c | n).count_ones() >= 3) {
        let value = labels.value(at).expect("a complete graph");
        assert_eq!(negamax(&Crosses, at, 9, &limits).interval, Interval::exact(value), "{at:?}");
        for side in [Side::First, Side::Second] {
            let goal = Goal { side, value: Outcome::won_by(side) };
            let read = DfPn::new().solve(&Crosses, at, goal, &limits);
            assert_eq!(read.holds, Some(goal.met(value)), "{at:?}");
            let proof = read.proof.expect("nothing lost");
            replay(&Crosses, at, goal.claim(goal.met(value)), &proof, &[]).expect("an accepted proof");
        }
    }
}

#[test]
fn the_move_that_draws() {
    // Crosses in a corner, noughts to answer: only the centre holds.
    let corner = (0o1, 0);
    let labels = fixpoint(&Crosses, [corner], &Limits::default());
    assert_eq!(labels.value(&corner), Some(Outcome::Draw));
    let moves: Vec<u8> = labels.keeping(&corner).into_iter().map(|m| m.0).collect();
    assert_eq!(moves, [4]);
    let goal = Goal { side: Side::Second, value: Outcome::Draw };
    let read = DfPn::new().solve(&Crosses, &corner, goal, &Limits::default());
    assert_eq!(read.proof.as_ref().and_then(Proof::key_move), Some(4));
}

/// One cop (`First`), one robber, on a graph given by rows of neighbours. Both choose a place, then
/// they move in turn along an edge or stay. The value says whether the robber is caught.
struct Chase {
    near: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Street {
    cop: Option<u8>,
    robber: Option<u8>,
    turn: Side,
}

const START: Street = Street { cop: None, robber: None, turn: Side::First };

impl Chase {
    /// A graph by the bits of its edges, in the order 01, 02, 12, 03, …
    fn from_bits(n: usize, bits: u32) -> Self {
        let mut near: Vec<u8> = (0..n).map(|v| 1 << v).collect();
        let edges = (1..n).flat_map(|b| (0..b).map(move |a| (a, b)));
        for (_, (a, b)) in edges.enumerate().filter(|(i, _)| bits >> i & 1 == 1) {
            near[a] |= 1 << b;
            near[b] |= 1 << a;
        }
        Chase { near }
    }

    fn path(n: usize) -> Self {
        let near = (0..n).map(|v| (0..n).filter(|w| w.abs_diff(v) <= 1).fold(0, |m, w| m | 1 << w));
        Chase { near: near.collect() }
    }

    fn cycle(n: usize) -> Self {
        let mut path = Chase::path(n);
        path.near[0] |= 1 << (n - 1);
        path.near[n - 1] |= 1;
        path
    }

    fn is_connected(&self) -> bool {
        let mut seen = 1_u8;
        for _ in &self.near {
            seen = (0..self.near.len()).filter(|v| seen >> v & 1 == 1).fold(seen, |s, v| s | self.near[v]);
        }
        seen.count_ones() as usize == self.near.len()
    }

    /// Can vertices be taken away one by one, each with a neighbour that sees all that it sees?
    fn is_dismantlable(&self) -> bool {
        let mut left = (1_u8 << self.near.len()) - 1;
        let sees = |v: usize, left: u8| self.near[v] & left;
        let all = 0..self.near.len();
        while left.count_ones() > 1 {
            let inside = |v: &usize| left >> v & 1 == 1;
            let corner = all
                .clone()
                .filter(inside)
                .find(|&v| all.clone().filter(inside).any(|w| w != v && sees(v, left) & !sees(w, left) == 0));
            match corner {
                Some(v) => left &= !(1 << v),
                None => return false,
            }
        }
        true
    }
}

impl Game for Chase {
    type Position = Street;
    type Move = u8;
    type Value = bool;

    fn side(&self, at: &Street) -> Side {
        at.turn
    }
    fn moves(&self, at: &Street, to: &mut Vec<u8>) {
        let from = if at.turn == Side::First { at.cop } else { at.robber };
        let ways = from.map_or(u8::MAX, |v| self.near[v as usize]);
        to.extend((0..self.near.len() as u8).filter(|v| ways >> v & 1 == 1));
    }
    fn play(&self, at: &Street, mv: u8) -> Street {
        let turn = at.turn.other();
        match at.turn {
            Side::First => Street { cop: Some(mv), turn, ..*at },
            Side::Second => Street { robber: Some(mv), turn, ..*at },
        }
    }
    fn verdict(&self, at: &Street) -> Option<bool> {
        (at.cop.is_some() && at.cop == at.robber).then_some(true)
    }
    fn endless(&self) -> bool {
        false
    }
}

const CATCH: Goal<bool> = Goal { side: Side::First, value: true };
const ESCAPE: Goal<bool> = Goal { side: Side::Second, value: false };

#[test]
fn the_cop_wins_exactly_on_dismantlable_graphs() {
    let limits = Limits::default();
    let (mut caught, mut free) = (0, 0);
    for (n, edges) in [(2, 1), (3, 3), (4, 6), (5, 10)] {
        for bits in 0..1 << edges {
            let game = Chase::from_bits(n, bits);
            if !game.is_connected() {
                continue;
            }
            let wins = game.is_dismantlable();
            *(if wins { &mut caught } else { &mut free }) += 1;
            let labels = fixpoint(&game, [START], &limits);
            assert_eq!(labels.value(&START), Some(wins), "{:?}", game.near);
            for (goal, holds) in [(CATCH, wins), (ESCAPE, !wins)] {
                let read = DfPn::new().solve(&game, &START, goal, &limits);
                assert_eq!(read.holds, Some(holds), "{:?}", game.near);
                let proof = read.proof.expect("nothing lost");
                assert_eq!(matches!(proof, Proof::Tree(_)), wins);
                replay(&game, &START, goal.claim(holds), &proof, &[]).expect("an accepted proof");
            }
            if n <= 4 {
                let plain = negamax(&game, &START, 7, &limits).interval;
                assert_eq!(plain.low, wins);
                assert!(plain.high, "no finite search proves an escape");
            }
        }
    }
    // Connected labelled graphs on 2 to 5 vertices: 1 + 4 + 38 + 728.
    assert_eq!(caught + free, 771);
    assert!(free > 50, "{caught} {free}");
}

#[test]
fn time_to_catch_on_a_path_is_its_radius() {
    for n in 2..=8 {
        let labels = fixpoint(&Chase::path(n), [START], &Limits::default());
        // Two plies to choose places, then radius moves of the cop and the robber's between them.
        assert_eq!(labels.distance(&START), Some(2 * (n as u32 / 2) + 1), "{n}");
    }
    for n in 4..=8 {
        let labels = fixpoint(&Chase::cycle(n), [START], &Limits::default());
        assert_eq!((labels.value(&START), labels.distance(&START)), (Some(false), None), "{n}");
    }
}

/// The cop is to move and stands beside the robber.
struct Beside(TechniqueId);
/// The robber is to move, and the cop sees every place that he could reach.
struct Cornered(TechniqueId);

impl Closer<Chase> for Beside {
    fn id(&self) -> &TechniqueId {
        &self.0
    }
    fn tier(&self) -> Tier {
        Tier::Easy
    }
    fn close(&self, game: &Chase, at: &Street) -> Option<Interval<bool>> {
        let (cop, robber) = (at.cop?, at.robber?);
        let beside = at.turn == Side::First && game.near[cop as usize] >> robber & 1 == 1;
        beside.then_some(Interval::exact(true))
    }
}

impl Closer<Chase> for Cornered {
    fn id(&self) -> &TechniqueId {
        &self.0
    }
    fn tier(&self) -> Tier {
        Tier::Medium
    }
    fn close(&self, game: &Chase, at: &Street) -> Option<Interval<bool>> {
        let (cop, robber) = (at.cop?, at.robber?);
        let cornered = at.turn == Side::Second && game.near[robber as usize] & !game.near[cop as usize] == 0;
        cornered.then_some(Interval::at_least(true))
    }
}

#[test]
fn horizons_are_distances_and_closers_shorten_them() {
    let limits = Limits::default();
    let beside = Beside(TechniqueId::new("beside"));
    let cornered = Cornered(TechniqueId::new("cornered"));
    let closers: [&dyn Closer<Chase>; 2] = [&beside, &cornered];
    let (mut shorter, mut needed) = (0, 0);
    for game in [Chase::path(4), Chase::path(7), Chase::cycle(5), Chase::from_bits(5, 0b11_0111_0111)] {
        let labels = fixpoint(&game, [START], &limits);
        for at in labels.graph().positions() {
            let bare = least_horizon(&game, &[], Tier::Master, at, CATCH, 15, &limits);
            assert_eq!(bare.plies, labels.distance(at), "{at:?}");
            let Some(plies) = bare.plies else {
                assert_eq!((bare.stop, bare.failed), (Stop::Exhausted, Some(15)));
                continue;
            };
            assert_eq!((bare.stop, bare.failed), (Stop::Enough, plies.checked_sub(1)));
            replay(&game, at, CATCH.claim(true), &bare.proof.expect("proved"), &[]).expect("an accepted proof");
            for (tier, saved) in [(Tier::Beginner, 0), (Tier::Easy, 1), (Tier::Medium, 2)] {
                let read = least_horizon(&game, &closers, tier, at, CATCH, 15, &limits);
                let horizon = read.plies.expect("no later than without closers");
                assert!(horizon <= plies && plies - horizon <= saved, "{at:?} {tier:?}");
                let proof = read.proof.expect("proved");
                replay(&game, at, CATCH.claim(true), &proof, &closers).expect("an accepted proof");
                let (ids, stop) = needed_closers(&game, &closers, tier, at, CATCH, horizon, &limits);
                assert_eq!(stop, Stop::Exhausted);
                // What is needed is used, and without it the proof is refused.
                assert!(ids.iter().all(|id| proof.closers().contains(id)));
                if !proof.closers().is_empty() {
                    replay(&game, at, CATCH.claim(true), &proof, &[]).expect_err("closers that nobody vouches for");
                }
                shorter += u32::from(horizon < plies);
                needed += ids.len();
                let found = DfPn::new().with_closers(&closers, tier).solve(&game, at, CATCH, &limits);
                assert_eq!(found.holds, Some(true));
                let proof = found.proof.expect("nothing lost");
                replay(&game, at, CATCH.claim(true), &proof, &closers).expect("an accepted proof");
            }
        }
    }
    assert!(shorter > 50 && needed > 50, "{shorter} {needed}");
}

#[test]
fn horizons_keep_their_limits() {
    let game = Chase::cycle(6);
    let few = least_horizon(&game, &[], Tier::Master, &START, CATCH, u32::MAX, &Limits::default().with_nodes(100));
    assert_eq!((few.stop, few.plies), (Stop::Nodes, None));
    let small = least_horizon(&game, &[], Tier::Master, &START, CATCH, u32::MAX, &Limits::default().with_memory(500));
    assert_eq!((small.stop, small.plies), (Stop::Memory, None));
    // A horizon far beyond what recursion could bear is cut down, not tried.
    let deep = least_horizon(&game, &[], Tier::Master, &START, CATCH, u32::MAX, &Limits::default());
    assert_eq!((deep.stop, deep.failed), (Stop::Exhausted, Some(MAX_DEPTH)));
    let plain = negamax(&game, &START, u32::MAX, &Limits::default().with_nodes(20_000));
    assert_eq!(plain.stop, Stop::Nodes);
}

/// The robber is caught in a dead end: a place with one way out.
struct DeadEnd(TechniqueId);

impl Motif<Chase> for DeadEnd {
    fn id(&self) -> &TechniqueId {
        &self.0
    }
    fn names(&self, game: &Chase, proof: &Proof<Chase>) -> bool {
        let Proof::Tree(tree) = proof else { return false };
        let caught = tree.nodes.iter().filter(|n| matches!(n.why, Why::Verdict));
        caught.filter_map(|n| n.position.robber).any(|place| game.near[place as usize].count_ones() == 2)
    }
}

#[test]
fn motifs_see_the_proof() {
    let motif = DeadEnd(TechniqueId::new("dead-end"));
    let shows = |game: &Chase| {
        let read = DfPn::new().solve(game, &START, CATCH, &Limits::default());
        motif.names(game, &read.proof.expect("nothing lost"))
    };
    assert!(shows(&Chase::path(4)));
    assert!(!shows(&Chase::from_bits(4, 0b11_1111)), "where all places touch there is no dead end");
    assert!(!shows(&Chase::cycle(4)), "nobody is caught");
    assert_eq!(motif.id().as_str(), "dead-end");
}
