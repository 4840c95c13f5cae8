//! Separates the parts of an answer that are proved on the whole board from those that take
//! something for granted.

use super::regional::{Regional, Shown};
use crate::question::{Class, Outcome, Role};
use crate::read::Widened;
use crate::zones::{ZoneGoal, ZoneProof, ZoneSide, for_board, for_guide, prove, prove_in, prove_reading};
use crate::{Point, Points, Problem, Question};
use serde_json::Value;
use tesuji_solver::Limits;

/// Right moves beside the first one that are proved on the whole board, at most.
const MOVES: usize = 4;
/// The share of the positions for a proof that is tried for the contrary.
const CONTRARY: u64 = 4;

/// The proofs of an answer that the search on the whole board found.
#[derive(Default)]
pub(crate) struct OnBoard {
    /// The outcome with the side to move first.
    pub(super) outcome: Option<ZoneProof>,
    /// The right first moves that are proved.
    pub(super) moves: Vec<Point>,
    /// The outcome with the other side first.
    pub(super) other: Option<ZoneProof>,
    /// The contrary with the other side first, where regions do not tell: the move is needed.
    pub(super) needed: Option<ZoneProof>,
    /// A proof of the contrary: what was taken for granted does not hold.
    pub(super) contrary: Option<ZoneProof>,
    /// Positions expanded.
    pub(super) nodes: u64,
}

/// The words for it in records.
pub(super) const ON_THE_BOARD: &str = "on the whole board";
/// The words for moves that fail by what was read in regions, beside right ones that are proved.
pub(super) const BY_REGIONS: &str = "fail as read in regions";

/// The side as certificates name it.
fn side(role: Role) -> ZoneSide {
    match role {
        Role::Attacker => ZoneSide::Attacker,
        Role::Defender => ZoneSide::Defender,
    }
}

/// Can a certificate prove the outcome?
fn goal_of(outcome: Outcome) -> Option<ZoneGoal> {
    match outcome.class() {
        Some(Class::Dead) => Some(ZoneGoal::Capture),
        _ if outcome.lives() => Some(ZoneGoal::Survive),
        _ => None,
    }
}

/// The readings of an answer.
#[derive(Clone, Copy)]
pub(super) struct Readings<'a> {
    /// With the side to move first.
    pub(super) read: &'a Widened,
    /// With the other side first.
    pub(super) other: Option<&'a Widened>,
    /// The move that shows the first one, where regions don't.
    pub(super) shown: Option<&'a Shown>,
}

impl<'a> From<&'a Regional> for Readings<'a> {
    fn from(found: &'a Regional) -> Self {
        Readings { read: &found.read, other: found.other.as_ref(), shown: found.shown.as_ref() }
    }
}

impl Readings<'_> {
    /// The proof on the whole board of what comes of it with that side first.
    fn prove(&self, first: Role, limits: (&Limits, &Limits)) -> Option<ZoneProof> {
        let Some(shown) = self.shown else { return prove_reading(self.read, first, limits).ok().flatten() };
        // A move that takes the target is proved with the region as it was.
        let Some(after) = &shown.after else { return prove_reading(self.read, first, limits).ok().flatten() };
        let mut proof = prove_reading(after, first.other(), limits).ok().flatten()?;
        proof.key = Some(shown.key);
        proof.zone.insert(shown.key);
        Some(proof)
    }
}

/// Proves on the whole board what was read in regions of it: with the side to move first, and, as far
/// as that is known, with the other side first.
pub(super) fn on_the_board(problem: &Problem, readings: Readings<'_>, keys: &[Point], limits: &Limits) -> OnBoard {
    let (q, first) = (&problem.question, problem.first);
    let Readings { read, other, .. } = readings;
    let mut proved = OnBoard::default();
    let Some(goal) = goal_of(read.reading.outcome) else { return proved };
    let clock = limits.start();
    let left = || limits.clone().with_time(clock.remaining());
    let for_region = || for_guide(&left());
    let all = for_board(limits);
    proved.outcome = readings.prove(first, (&for_region(), &left().with_nodes(all.nodes)));
    let contrary = match goal {
        ZoneGoal::Capture => ZoneGoal::Survive,
        ZoneGoal::Survive => ZoneGoal::Capture,
    };
    let Some(own) = &proved.outcome else {
        proved.nodes = all.nodes;
        proved.contrary = prove(q, contrary, first, &left().with_nodes(all.nodes / CONTRARY));
        return proved;
    };
    proved.nodes = own.nodes;
    proved.moves.extend(own.key);
    let is_success = read.reading.outcome.succeeds(first) == Some(true);
    for &key in keys.iter().filter(|&&key| is_success && own.key != Some(key)).take(MOVES) {
        let after = after(q, first, key);
        let few = left().with_nodes(all.nodes / MOVES as u64);
        if let Some(proof) = after.and_then(|after| prove(&after, goal, first.other(), &few)) {
            proved.nodes += proof.nodes;
            proved.moves.push(key);
        }
    }
    if let Some(other) = other.filter(|other| goal_of(other.reading.outcome).is_some()) {
        let limits = (&for_region(), &left().with_nodes(all.nodes));
        proved.other = prove_reading(other, first.other(), limits).ok().flatten();
        proved.nodes += proved.other.as_ref().map_or(0, |proof| proof.nodes);
    } else if is_success && other.is_none_or(|other| other.reading.outcome.class().is_none()) {
        let mut q = q.clone();
        q.board.set_ko(None);
        let half = left().with_nodes(all.nodes / 2);
        proved.needed = prove(&q, contrary, first.other(), &half);
        proved.nodes += proved.needed.as_ref().map_or(half.nodes, |proof| proof.nodes);
        // The region in which it was read shows the way, though it did not decide.
        if proved.needed.is_none()
            && let Some(region) = other.map(|other| other.showing(contrary == ZoneGoal::Capture))
        {
            let limits = (&for_region(), &left().with_nodes(all.nodes));
            proved.needed = prove_in(region, contrary, first.other(), limits).ok().flatten();
            proved.nodes += proved.needed.as_ref().map_or(all.nodes, |proof| proof.nodes);
        }
    }
    proved
}

/// The question after a move.
fn after(q: &Question, first: Role, key: Point) -> Option<Question> {
    let mut board = q.board.clone();
    board.play(key, q.color(first)).ok()?;
    Some(Question { board, ..q.clone() })
}

impl OnBoard {
    /// Says in a solution what is proved. Nothing is taken for granted where all right moves are
    /// proved, and what comes of it with the other side first. That other moves fail is read in
    /// regions, and the solution says so.
    pub(crate) fn write(&self, problem: &Problem, keys: &[Point], json: &mut Value) {
        let Some(own) = &self.outcome else { return };
        let h = problem.question.board.size().1;
        let names = |points: &mut dyn Iterator<Item = Point>| points.map(|p| p.name(h)).collect::<Vec<_>>();
        json["proved"] = ON_THE_BOARD.into();
        json["zone"] = names(&mut own.zone.iter()).into();
        let is_all = keys.iter().all(|key| self.moves.contains(key));
        if !is_all {
            json["proved_moves"] = names(&mut self.moves.iter().copied()).into();
        }
        if self.other.is_some() || self.needed.is_some() {
            json["other_proved"] = ON_THE_BOARD.into();
        }
        // Where the mover fails, he fails as well after the other side's move.
        let fails = own.certificate.prover() != side(problem.first);
        let is_other = fails || json["other_proved"].is_string() || json["if_other_first"].is_null();
        if !keys.is_empty() {
            json["wrong_moves"] = BY_REGIONS.into();
        }
        if let Some(fields) = json.as_object_mut().filter(|_| is_all && is_other) {
            fields.remove("assumes");
        }
    }

    /// Does a proof show that something taken for granted does not hold?
    pub(crate) fn is_contrary(&self) -> bool {
        self.contrary.is_some()
    }

    /// The points that the outcomes with either side first rest on, where both are proved: other
    /// stones elsewhere leave them as they are.
    pub(crate) fn rests_on(&self) -> Option<Points> {
        let other = self.other.as_ref().or(self.needed.as_ref())?;
        self.outcome.as_ref().map(|own| own.zone | other.zone)
    }

    /// The points that the proofs speak of.
    pub(super) fn zone(&self) -> Option<Points> {
        self.outcome.as_ref().or(self.contrary.as_ref()).map(|proof| proof.zone)
    }
}

/// How a told move stands to the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// No move changes anything.
    Settled,
    /// The move changes what comes of the stones.
    Changed,
    /// The move succeeds; no proof says that it is needed.
    NotShownNeeded,
}

impl Standing {
    /// The word in records.
    pub(super) fn word(self) -> &'static str {
        match self {
            Standing::Settled => "settled",
            Standing::Changed => "changed by this move",
            Standing::NotShownNeeded => "proved for this chain, not shown that the move is needed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A group that lives or dies by who plays in the corner, with the proofs of either side's first
    /// move, and the proof that it is settled after the key.
    fn proofs() -> (Problem, [ZoneProof; 3]) {
        let question = Question::from_picture("!...OX|..OOX|OOOXX|XXX##").unwrap();
        let limits = Limits::default().with_nodes(20_000);
        let lives = prove(&question, ZoneGoal::Survive, Role::Defender, &limits).unwrap();
        let dies = prove(&question, ZoneGoal::Capture, Role::Attacker, &limits).unwrap();
        let settled = after(&question, Role::Defender, lives.key.unwrap()).unwrap();
        let settled = prove(&settled, ZoneGoal::Survive, Role::Attacker, &limits).unwrap();
        (Problem::new(question, Role::Defender), [lives, dies, settled])
    }

    /// The outcome with the other side first takes the wall for granted, too.
    #[test]
    fn nothing_is_taken_for_granted_only_where_all_that_is_told_is_proved() {
        let (problem, [lives, dies, settled]) = proofs();
        let key = lives.key.unwrap();
        let told = |board: &OnBoard, first: Role, keys: &[Point], other: Option<&str>| {
            let mut json = json!({ "outcome": "of the test", "assumes": "black's chains at E4 hold" });
            other.iter().for_each(|&other| json["if_other_first"] = other.into());
            board.write(&Problem { first, ..problem.clone() }, keys, &mut json);
            assert_eq!(json["proved"], ON_THE_BOARD);
            json
        };
        let own = || OnBoard { outcome: Some(lives.clone()), moves: vec![key], ..OnBoard::default() };
        let (first, dead) = (Role::Defender, Some("DEAD"));
        // The solution names the outcome with the other side first, and no proof shows it.
        let found = told(&own(), first, &[key], dead);
        assert!(found["assumes"].is_string() && found["other_proved"].is_null(), "{found}");
        assert_eq!(found["wrong_moves"], BY_REGIONS);
        // It is proved, or not told.
        for (board, other) in [
            (OnBoard { other: Some(dies.clone()), ..own() }, dead),
            (OnBoard { needed: Some(dies.clone()), ..own() }, dead),
            (own(), None),
        ] {
            let found = told(&board, first, &[key], other);
            assert!(found["assumes"].is_null(), "{found}");
            assert_eq!(found["other_proved"].is_string(), other.is_some(), "{found}");
        }
        // The solution names a right move without a proof.
        let board = OnBoard { other: Some(dies), ..own() };
        let found = told(&board, first, &[key, Point::new(8, 8)], dead);
        assert!(found["assumes"].is_string() && found["proved_moves"].is_array(), "{found}");
        // The attacker fails though he moves first: then he fails after a move of the defender, too.
        let board = OnBoard { outcome: Some(settled), ..OnBoard::default() };
        let found = told(&board, Role::Attacker, &[], Some("ALIVE"));
        assert!(found["assumes"].is_null() && found["wrong_moves"].is_null(), "{found}");
    }
}
