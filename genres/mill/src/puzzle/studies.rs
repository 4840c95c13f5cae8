//! Endgame studies of a sector, from its table: the longest wins, wins by one turn alone, and
//! mutual zugzwang.

use super::judge::{Judged, NoPuzzle, judge_loosely};
use super::library::Library;
use super::probe::Oracle;
use super::question::{Question, standard};
use super::state::{State, Step};
use super::worth::{Outcome, Worth};
use crate::exchange::Category;
use crate::position::Colour;
use crate::tables::{Sector, Value};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use tesuji_solver::{Limits, Stop};

/// The theme of a study.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StudyKind {
    /// A win that takes as long as any in its sector.
    LongestWin,
    /// A win by one turn; every other gives it away.
    OnlyMove,
    /// Whoever is to move is the worse for it.
    MutualZugzwang,
}

impl StudyKind {
    /// All.
    pub const ALL: [StudyKind; 3] = [StudyKind::LongestWin, StudyKind::OnlyMove, StudyKind::MutualZugzwang];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            StudyKind::LongestWin => "longest-win",
            StudyKind::OnlyMove => "only-move",
            StudyKind::MutualZugzwang => "mutual-zugzwang",
        }
    }
}

/// A study, proved by the tables.
#[derive(Clone, PartialEq, Debug)]
pub struct Study {
    /// Its theme.
    pub kind: StudyKind,
    /// The position with the question for the best turn; White is to move.
    pub question: Question,
    /// Its value for the side to move.
    pub worth: Worth,
    /// In zugzwang: the value for the other side if that were to move instead.
    pub passed: Option<Worth>,
    /// The right turns.
    pub judged: Judged,
    /// The line that proves it: quickest wins, longest defences, to the end of a won game.
    pub line: Vec<Step>,
    /// In zugzwang, the line if the other side were to move.
    pub passed_line: Vec<Step>,
}

/// Longest line that is stored.
const LONGEST: usize = 400;
/// Candidates that are looked at closer for each study that is wanted.
const CANDIDATES: usize = 64;

/// The best candidates so far, by plies; of equals the first.
struct Best {
    most: usize,
    found: BTreeSet<(Reverse<u16>, u64, State)>,
}

impl Best {
    fn offer(&mut self, plies: u16, at: State) {
        let number = u64::from(at.own) << 24 | u64::from(at.enemy);
        self.found.insert((Reverse(plies), number, at));
        if self.found.len() > self.most {
            self.found.pop_last();
        }
    }

    /// Could a candidate of `plies` plies still come in?
    fn wants(&self, plies: u16) -> bool {
        self.found.len() < self.most || self.found.last().is_some_and(|last| plies >= last.0.0)
    }
}

/// At most `count` studies of each kind of a sector, the longest first. A limit of time ends the
/// looking early; then they are those of what was seen.
pub fn studies(
    library: &Library,
    sector: Sector,
    kinds: &[StudyKind],
    count: usize,
    limits: &Limits,
) -> (Vec<Study>, Stop) {
    let clock = limits.start();
    let tables = library.tables();
    let best = || Best { most: count.max(1) * CANDIDATES, found: BTreeSet::new() };
    let (mut wins, mut zugzwang) = (best(), best());
    let (mut looked, mut stop) = (0_u64, Stop::Exhausted);
    for (own, enemy, value) in tables.positions(sector) {
        looked += 1;
        if let Some(early) = clock.check(looked) {
            stop = early;
            break;
        }
        let at = State::moving(own, enemy);
        match value {
            Value::Win(plies) if wins.wants(u16::from(plies)) => wins.offer(u16::from(plies), at),
            Value::Win(_) => {}
            // Two drawn sides can't both want to pass.
            Value::Draw | Value::Loss(_) if kinds.contains(&StudyKind::MutualZugzwang) => {
                let Some(passed) = tables.value(enemy, own) else { continue };
                let lost = |v: Value| if let Value::Loss(plies) = v { u16::from(plies) } else { 0 };
                let is_mutual = match (value, passed) {
                    (Value::Loss(a), Value::Loss(b)) => a > 0 && b > 0,
                    (Value::Loss(a), Value::Draw) | (Value::Draw, Value::Loss(a)) => a > 0,
                    _ => false,
                };
                let plies = lost(value) + lost(passed);
                if is_mutual && zugzwang.wants(plies) {
                    zugzwang.offer(plies, at);
                }
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    for &kind in kinds {
        let from = if kind == StudyKind::MutualZugzwang { &zugzwang } else { &wins };
        let longest = from.found.first().map(|f| f.0.0);
        let of_kind = from.found.iter().filter(|f| kind != StudyKind::LongestWin || Some(f.0.0) == longest);
        let mut oracle = library.oracle(0);
        let studied = of_kind.filter_map(|found| study(kind, found.2, &mut oracle).ok());
        all.extend(studied.filter(|s| kind != StudyKind::OnlyMove || s.judged.keeping == 1).take(count));
    }
    (all, stop)
}

fn study(kind: StudyKind, at: State, oracle: &mut Oracle<'_>) -> Result<Study, NoPuzzle> {
    let category = Category::FindBestMove;
    let question = Question { variant: standard(), state: at, side: Colour::White, category, captures: 1 }.least();
    let at = question.state;
    let judged = judge_loosely(&question, oracle, false)?;
    let unknown = |_: ()| NoPuzzle::Unknown;
    let worth = oracle.worth(&at).ok_or(()).map_err(unknown)?;
    let most = |worth: Worth| if worth.outcome() == Outcome::Draw { 0 } else { LONGEST };
    let line = oracle.line(&at, None, most(worth)).ok_or(()).map_err(unknown)?;
    let (mut passed, mut passed_line) = (None, Vec::new());
    if kind == StudyKind::MutualZugzwang {
        let other = oracle.worth(&at.passed()).ok_or(()).map_err(unknown)?;
        passed = Some(other);
        passed_line = oracle.line(&at.passed(), None, most(other)).ok_or(()).map_err(unknown)?;
    }
    Ok(Study { kind, question, worth, passed, judged, line, passed_line })
}
