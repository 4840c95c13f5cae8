//! The status hunter: every position of a game, every chain of some size with few liberties, both
//! sides asked. Groups of which both are proved, and differ, are unsettled.
//!
//! A group is told once for each time that it is unsettled, as it stands at the last position
//! before that ends: there the most is decided, and the move that was played is about it more often
//! than before.

use super::game::{Played, Position};
use super::granted::granted;
use crate::judge::is_decided;
use crate::read::Move;
use crate::{Class, Color, DfPnReader, Outcome, Points, Question, Role};
use std::collections::{BTreeMap, HashMap};
use tesuji_solver::{Clock, Limits};

/// The chains that are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScanOptions {
    /// Fewest stones.
    pub stones: usize,
    /// Most liberties.
    pub liberties: usize,
    /// Positions that may be read for each side.
    pub nodes: u64,
    /// Moves played before the first position that is looked at.
    pub from: usize,
}

impl Default for ScanOptions {
    fn default() -> Self {
        ScanOptions { stones: 4, liberties: 8, nodes: 5_000, from: 20 }
    }
}

/// A group whose status is proved, and depends on who moves first.
#[derive(Clone, Debug)]
pub struct Unsettled {
    /// Where it stands so for the last time in a row.
    pub at: Position,
    /// Moves played before the first time in that row.
    pub since: usize,
    /// The question, in its least region, and on a board without the stones that touch its wall
    /// from outside.
    pub question: Question,
    /// The same on the whole board, where stones were taken off.
    pub whole: Option<Question>,
    /// The outcomes for either side to move first: the attacker, the defender.
    pub outcomes: [Outcome; 2],
    /// Moves that get those, where the proofs name them.
    pub keys: [Option<Move>; 2],
}

/// Counts by name.
pub type Counts = BTreeMap<String, u64>;

/// Counts one more.
pub(super) fn count(counts: &mut Counts, what: &str) {
    *counts.entry(what.to_string()).or_default() += 1;
}

/// The key of a question in memory: the target, the region, and the stones of either colour in it
/// and on its rim.
type Key = (Points, Points, Points, Points);

/// The readings of an unsettled group.
#[derive(Clone, Copy)]
struct Read {
    outcomes: [Outcome; 2],
    keys: [Option<Move>; 2],
}

/// A group that is unsettled now.
struct Track {
    since: usize,
    group: Unsettled,
}

/// Tells the groups of a game that are unsettled. Where the clock ends it, that is `false`.
pub fn scan(
    game: &Played,
    options: &ScanOptions,
    reader: &DfPnReader,
    clock: &Clock,
    counts: &mut Counts,
    found: &mut dyn FnMut(Unsettled),
) -> bool {
    let mut known: HashMap<Key, Option<Read>> = HashMap::new();
    let mut tracks: Vec<Track> = Vec::new();
    for at in game.positions() {
        if clock.expired().is_some() {
            return false;
        }
        if at.after < options.from {
            continue;
        }
        count(counts, "positions");
        let now = unsettled(&at, options, reader, &mut known, counts);
        let mut before = std::mem::take(&mut tracks);
        for mut group in now {
            let is_same = |t: &Track| {
                t.group.question.defender == group.question.defender
                    && t.group.question.target.meets(&group.question.region)
                    && group.question.target.meets(&t.group.question.region)
            };
            if let Some(i) = before.iter().position(is_same) {
                group.since = before.remove(i).since;
            }
            tracks.push(Track { since: group.since, group });
        }
        before.into_iter().for_each(|track| found(track.group));
    }
    tracks.into_iter().for_each(|track| found(track.group));
    true
}

/// The groups that are unsettled at a position, the largest first; of several in one region that
/// one.
fn unsettled(
    at: &Position,
    options: &ScanOptions,
    reader: &DfPnReader,
    known: &mut HashMap<Key, Option<Read>>,
    counts: &mut Counts,
) -> Vec<Unsettled> {
    let board = &at.board;
    let asked = |c: &&crate::Chain| c.stones.len() >= options.stones && c.liberties.len() <= options.liberties;
    let mut chains: Vec<(Color, Points)> = board.chains().filter(asked).map(|c| (c.color, c.stones)).collect();
    chains.sort_by_key(|(color, stones)| (std::cmp::Reverse(stones.len()), *color, *stones));
    let mut found: Vec<Unsettled> = Vec::new();
    for (color, stones) in chains {
        let is_within = |u: &Unsettled| u.question.defender == color && stones.meets(&u.question.region);
        if found.iter().any(is_within) {
            continue;
        }
        let Ok(question) = Question::around(board, &stones) else { continue };
        if question.region.len() > crate::question::MOST {
            count(counts, "regions too large");
            continue;
        }
        let (question, whole) = with_wall(question);
        let read = *known.entry(key(&question)).or_insert_with(|| {
            count(counts, "questions");
            let read = read(&question, options.nodes, reader);
            if let Err(settled) = read {
                count(counts, settled);
            }
            read.ok()
        });
        if let Some(Read { outcomes, keys }) = read {
            found.push(Unsettled { at: at.clone(), since: at.after, question, whole, outcomes, keys });
        }
    }
    found
}

/// The question with its wall granted, and as it was where that is another one.
fn with_wall(question: Question) -> (Question, Option<Question>) {
    let granted = granted(&question);
    let whole = (granted.board != question.board).then_some(question);
    (granted, whole)
}

fn key(question: &Question) -> Key {
    let board = &question.board;
    let near = question.region | board.beside(&question.region);
    let [black, white] = Color::ALL.map(|color| board.stones(color) & near);
    (question.target, question.region, black, white)
}

/// Asks about a group at a position: both sides, with so many positions for each. `None` where it
/// is settled, not decided, or no group.
#[must_use]
pub fn ask(at: &Position, target: &Points, nodes: u64, reader: &DfPnReader) -> Option<Unsettled> {
    let (question, whole) = with_wall(Question::around(&at.board, target).ok()?);
    let Read { outcomes, keys } = read(&question, nodes, reader).ok()?;
    Some(Unsettled { at: at.clone(), since: at.after, question, whole, outcomes, keys })
}

/// Reads for both sides; where a group is settled, or not decided, that is the error. The ko ban is
/// left out: it is gone when a threat was answered.
fn read(question: &Question, nodes: u64, reader: &DfPnReader) -> Result<Read, &'static str> {
    let limits = Limits::default().with_nodes(nodes);
    let mut question = question.clone();
    question.board.set_ko(None);
    let attacker = reader.read_hunting(&question, &limits).map_err(|_| "questions: too large")?.reading;
    if !matches!(attacker.outcome.class(), Some(Class::Dead | Class::Ko)) {
        let lives = attacker.outcome.lives();
        return Err(if lives { "questions: alive whoever moves" } else { "questions: undecided, the attacker first" });
    }
    let defender = reader.read_widening(&question, Role::Defender, &limits);
    let defender = defender.map_err(|_| "questions: too large")?.reading;
    if !is_decided(defender.outcome) {
        return Err("questions: undecided, the defender first");
    }
    if defender.outcome.gains(Role::Defender, attacker.outcome) != Some(true) {
        return Err("questions: as bad whoever moves");
    }
    Ok(Read { outcomes: [attacker.outcome, defender.outcome], keys: [attacker.key, defender.key] })
}
