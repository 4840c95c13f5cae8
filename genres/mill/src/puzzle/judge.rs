//! Is it a puzzle? The key turn, proved, with the number of turns, the line and what else wins.

use super::goals::{Captures, Goals, OutOfBudget};
use super::motifs::{Line, Motif, motifs};
use super::probe::{Oracle, Valued};
use super::question::Question;
use super::state::{Kernel, State, Step};
use super::worth::{Outcome, Worth};
use crate::exchange::Category;
use tesuji_solver::Stop;

/// Longest line that is stored.
const LONGEST: usize = 400;
/// Most turns within which a mill or captures are looked for.
pub const MOST_TURNS: u8 = 4;
/// Positions that a search for a mill or captures may visit.
const GOAL_BUDGET: u64 = 6_000;

/// Why a position is no puzzle of its category, or can't be judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, thiserror::Error)]
pub enum NoPuzzle {
    /// The tables don't reach so far.
    #[error("beyond the tables that are built")]
    Unknown,
    /// A search ended at its own limit.
    #[error("too wide to be read")]
    TooWide,
    /// A search ended at a limit of the caller's.
    #[error("not read to the end: the limit of {} was reached", .0.name())]
    Limit(Stop),
    /// Men in hand may wait, so that play can go in circles before the tables are reached.
    #[error("no values of positions with men in hand where men may move while others are in hand")]
    Circular,
    /// The side to move can't reach the goal.
    #[error("the goal can't be forced")]
    NoGoal,
    /// Several turns are right.
    #[error("several turns are right")]
    Several,
    /// Too little is wrong for a puzzle.
    #[error("too few turns are wrong")]
    Trivial,
    /// The category asks for something else of the position.
    #[error("not the category's kind of position")]
    OtherKind,
    /// Fewer than two motifs.
    #[error("fewer than two motifs")]
    FewMotifs,
}

impl From<OutOfBudget> for NoPuzzle {
    fn from(_: OutOfBudget) -> Self {
        NoPuzzle::TooWide
    }
}

impl NoPuzzle {
    /// Was nothing found out, rather than that it is no puzzle?
    pub fn is_open(self) -> bool {
        matches!(self, NoPuzzle::Unknown | NoPuzzle::TooWide | NoPuzzle::Limit(_) | NoPuzzle::Circular)
    }
}

/// The proved aim of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Win the game.
    Win,
    /// Hold the draw.
    Hold,
    /// Last as long as can be in a lost position.
    Last,
    /// Stop a mill without giving anything up.
    Stop,
    /// Close a mill.
    Mill,
    /// Take this number of men.
    Take(u8),
}

/// A puzzle, proved.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The aim.
    pub aim: Aim,
    /// Turns that are right: one, but for the last step of a mill, which may take several men; all
    /// of them where several were allowed.
    pub keys: Vec<Step>,
    /// Those of the right turns that reach the goal in `n`.
    pub quickest: Vec<Step>,
    /// The solver's turns to the goal, by the quickest.
    pub n: u32,
    /// A line: the key, longest defence, quickest continuation.
    pub line: Vec<Step>,
    /// Turns that win as well, but slower.
    pub slower: Vec<Valued>,
    /// Legal turns.
    pub legal: u32,
    /// Legal turns that keep the value (or reach the goal, however late).
    pub keeping: u32,
    /// Wrong turns that close a mill: decoys.
    pub decoys: u32,
    /// The solver's later decisions in the line.
    pub decisions: u32,
    /// Decisions among them with one best turn alone.
    pub only: u32,
    /// Motifs of the line.
    pub motifs: Vec<Motif>,
}

/// Judges a position by the definitions of its category (the module's documentation lists them).
///
/// # Errors
/// [`NoPuzzle`] with the reason.
pub fn judge(question: &Question, oracle: &mut Oracle<'_>) -> Result<Judged, NoPuzzle> {
    judge_loosely(question, oracle, true)
}

/// As [`judge`], but with `unique` false several turns may be right: for puzzles made elsewhere.
///
/// # Errors
/// [`NoPuzzle`] with the reason.
pub fn judge_loosely(question: &Question, oracle: &mut Oracle<'_>, unique: bool) -> Result<Judged, NoPuzzle> {
    let at = &question.state;
    let few = at.own_total().min(at.enemy_total()) <= 4;
    match question.category {
        Category::FormMill => goal(oracle, |goals| mill(at, goals, unique)),
        Category::CapturePieces => goal(oracle, |goals| take(at, goals, question.captures, unique)),
        Category::WinGame | Category::Mixed if !at.placing() => {
            let judged = valued(at, oracle, &[Outcome::Win], unique)?;
            if question.category == Category::Mixed && judged.motifs.len() < 2 {
                return Err(NoPuzzle::FewMotifs);
            }
            Ok(judged)
        }
        Category::Endgame if few && !at.placing() => valued(at, oracle, &[Outcome::Win, Outcome::Draw], unique),
        Category::Opening if at.placing() => valued(at, oracle, &[Outcome::Win, Outcome::Draw], unique),
        Category::Defend if !at.placing() => defend(at, oracle, unique),
        Category::FindBestMove if !at.placing() => best(at, oracle, unique),
        _ => Err(NoPuzzle::OtherKind),
    }
}

/// Is the puzzle worth giving to somebody: three turns or more to choose from, two of them wrong?
pub fn interesting(judged: &Judged) -> bool {
    judged.legal >= 3 && judged.legal >= judged.keeping + 2
}

/// Win in N with one shortest first turn; or the one turn that holds the draw.
fn valued(at: &State, oracle: &mut Oracle<'_>, wanted: &[Outcome], unique: bool) -> Result<Judged, NoPuzzle> {
    let worth = oracle.worth(at).ok_or_else(|| oracle.why_unknown(at))?;
    if !wanted.contains(&worth.outcome()) || oracle.kernel.lost(at) {
        return Err(NoPuzzle::NoGoal);
    }
    let turns = oracle.turns(at).ok_or_else(|| oracle.why_unknown(at))?;
    if worth == Worth::Draw { hold(at, oracle, &turns, unique) } else { win(at, oracle, worth, &turns, unique) }
}

fn win(at: &State, oracle: &mut Oracle<'_>, worth: Worth, turns: &[Valued], unique: bool) -> Result<Judged, NoPuzzle> {
    let keys: Vec<Step> = turns.iter().filter(|v| v.worth == worth).map(|v| v.step).collect();
    let slower: Vec<Valued> =
        turns.iter().filter(|v| v.worth != worth && v.worth.outcome() == Outcome::Win).copied().collect();
    if unique && keys.len() != 1 {
        return Err(NoPuzzle::Several);
    }
    let line = oracle.line(at, Some(keys[0]), LONGEST).ok_or_else(|| oracle.why_unknown(at))?;
    let (decisions, only) = only_turns(at, oracle, &line)?;
    let n = worth.winners_turns();
    Ok(finish(at, oracle.kernel, Aim::Win, keys, n, line, (slower, turns.len(), decisions, only)))
}

/// How often one turn alone is quickest at the solver's later decisions of a winning line.
fn only_turns(at: &State, oracle: &mut Oracle<'_>, line: &[Step]) -> Result<(u32, u32), NoPuzzle> {
    let (mut at, mut decisions, mut only) = (*at, 0, 0);
    for (i, step) in line.iter().enumerate() {
        if i > 0 && i % 2 == 0 {
            let turns = oracle.turns(&at).ok_or_else(|| oracle.why_unknown(&at))?;
            let best = turns.iter().map(|v| v.worth).max();
            decisions += 1;
            only += u32::from(turns.iter().filter(|v| Some(v.worth) == best).count() == 1);
        }
        at = oracle.kernel.play(&at, *step);
    }
    Ok((decisions, only))
}

fn hold(at: &State, oracle: &mut Oracle<'_>, turns: &[Valued], unique: bool) -> Result<Judged, NoPuzzle> {
    let holding = turns.iter().filter(|v| v.worth == Worth::Draw).count();
    let losing = turns.iter().filter(|v| v.worth.outcome() == Outcome::Loss).count();
    match (holding, losing) {
        (1, 2..) => {}
        (1.., 1..) if !unique => {}
        (1, _) => return Err(NoPuzzle::Trivial),
        _ => return Err(NoPuzzle::Several),
    }
    Ok(held(at, oracle, turns))
}

/// All turns that hold a drawn position.
fn held(at: &State, oracle: &Oracle<'_>, turns: &[Valued]) -> Judged {
    let keys: Vec<Step> = turns.iter().filter(|v| v.worth == Worth::Draw).map(|v| v.step).collect();
    let line = keys.iter().copied().take(1).collect();
    finish(at, oracle.kernel, Aim::Hold, keys, 1, line, (Vec::new(), turns.len(), 0, 0))
}

/// Defence: the only turn that holds the draw; else the only turn that stops a mill and gives
/// nothing up. Where neither is one turn, and several may be right, all that hold; else all that
/// stop.
fn defend(at: &State, oracle: &mut Oracle<'_>, unique: bool) -> Result<Judged, NoPuzzle> {
    let kernel = oracle.kernel;
    let worth = oracle.worth(at).ok_or_else(|| oracle.why_unknown(at))?;
    if worth.outcome() == Outcome::Loss || kernel.lost(at) {
        return Err(NoPuzzle::NoGoal);
    }
    let threat = kernel.closing_points(&at.passed());
    if worth != Worth::Draw && threat == 0 {
        return Err(NoPuzzle::OtherKind);
    }
    let turns = oracle.turns(at).ok_or_else(|| oracle.why_unknown(at))?;
    if worth == Worth::Draw
        && let Ok(judged) = hold(at, oracle, &turns, true)
    {
        return Ok(judged);
    }
    let stops = |step: &Step| {
        let after = kernel.play(at, *step);
        kernel.lost(&after) || kernel.closing_points(&after) == 0
    };
    let keeps = |v: &&Valued| v.worth.outcome() == worth.outcome();
    let keys: Vec<Step> = match threat {
        0 => Vec::new(),
        _ => turns.iter().filter(keeps).map(|v| v.step).filter(stops).collect(),
    };
    if keys.len() != 1 {
        if unique {
            return Err(if threat != 0 && keys.is_empty() { NoPuzzle::NoGoal } else { NoPuzzle::Several });
        }
        if worth == Worth::Draw
            && let Ok(judged) = hold(at, oracle, &turns, false)
        {
            return Ok(judged);
        }
        if keys.is_empty() {
            return Err(if threat == 0 { NoPuzzle::Several } else { NoPuzzle::NoGoal });
        }
    }
    let keeping = turns.iter().filter(keeps).count();
    let line = vec![keys[0]];
    let mut judged = finish(at, kernel, Aim::Stop, keys, 1, line, (Vec::new(), turns.len(), 0, 0));
    judged.keeping = keeping as u32;
    Ok(judged)
}

/// In a lost position, plies by which a turn must outlast all others: two turns.
const OUTLASTED: u16 = 4;

/// The one turn that keeps the value, all others dropping it; in a lost position, the one that
/// lasts longest by two turns or more. Where several may be right: all that keep the value, however
/// late they win; in a lost position all that no other outlasts by two turns.
fn best(at: &State, oracle: &mut Oracle<'_>, unique: bool) -> Result<Judged, NoPuzzle> {
    let turns = oracle.turns(at).ok_or_else(|| oracle.why_unknown(at))?;
    let worth = turns.iter().map(|v| v.worth).max().ok_or(NoPuzzle::NoGoal)?;
    match worth {
        Worth::Draw if unique => hold(at, oracle, &turns, true),
        Worth::Draw => Ok(held(at, oracle, &turns)),
        Worth::Win(_) => {
            let mut judged = win(at, oracle, worth, &turns, unique)?;
            if !judged.slower.is_empty() {
                if unique {
                    return Err(NoPuzzle::Several);
                }
                let wins = |v: &&Valued| v.worth.outcome() == Outcome::Win;
                judged.keys = turns.iter().filter(wins).map(|v| v.step).collect();
                judged.slower.clear();
            }
            Ok(judged)
        }
        Worth::Loss(most) => {
            let lasts = |v: &Valued| if let Worth::Loss(n) = v.worth { n } else { most };
            let keys: Vec<Step> =
                turns.iter().filter(|v| lasts(v).saturating_add(OUTLASTED) > most).map(|v| v.step).collect();
            // One turn that is legal lasts longer than none only if it lasts.
            if unique && (keys.len() != 1 || most < OUTLASTED) {
                return Err(NoPuzzle::Several);
            }
            let longest = turns.iter().find(|v| v.worth == worth).map(|v| v.step);
            let line: Vec<Step> = longest.into_iter().collect();
            Ok(finish(at, oracle.kernel, Aim::Last, keys, 1, line, (Vec::new(), turns.len(), 0, 0)))
        }
    }
}

/// Reads a goal short of a win, within the oracle's limits.
fn goal(
    oracle: &mut Oracle<'_>,
    read: impl FnOnce(&mut Goals) -> Result<Judged, NoPuzzle>,
) -> Result<Judged, NoPuzzle> {
    let mut goals = Goals::new(oracle.kernel, oracle.named.unwrap_or(GOAL_BUDGET));
    goals.meter = oracle.meter.clone();
    let judged = read(&mut goals);
    oracle.meter = goals.meter;
    match (judged, oracle.meter.stop()) {
        (Err(NoPuzzle::TooWide), Some(stop)) => Err(NoPuzzle::Limit(stop)),
        (judged, _) => judged,
    }
}

/// A mill within N turns: one step is the key, whatever a mill takes; N is 2 or more, or there is a
/// decoy.
fn mill(at: &State, goals: &mut Goals, unique: bool) -> Result<Judged, NoPuzzle> {
    let (want, kernel) = (Captures(1), goals.kernel);
    let n = goals.least(at, want, MOST_TURNS)?.ok_or(NoPuzzle::NoGoal)?;
    let keys = goals.keys(at, want, n)?;
    if unique && !keys.iter().all(|k| k.same_man(&keys[0])) {
        return Err(NoPuzzle::Several);
    }
    if unique && n == 1 && decoys(&kernel, at) == 0 {
        return Err(NoPuzzle::Trivial);
    }
    let line = goals.line(at, keys[0], want, n)?;
    let (decisions, only) = only_keys(at, goals, &line, want, n)?;
    let legal = kernel.all_turns(at).len();
    let mut judged = finish(at, kernel, Aim::Mill, keys, u32::from(n), line, (Vec::new(), legal, decisions, only));
    judged.decoys = decoys(&kernel, at);
    Ok(judged)
}

/// Lines of two men and an empty point at which no mill can be closed now: they look like mills.
fn decoys(kernel: &Kernel, at: &State) -> u32 {
    let closing = kernel.closing_points(at);
    let looks = |p: &crate::board::Point| kernel.board.closes(at.own, *p);
    crate::board::points(at.empty() & !closing).filter(looks).count() as u32
}

fn take(at: &State, goals: &mut Goals, captures: u8, unique: bool) -> Result<Judged, NoPuzzle> {
    if at.enemy_total() < 2 + u32::from(captures) {
        return Err(NoPuzzle::OtherKind);
    }
    let (want, kernel) = (Captures(captures), goals.kernel);
    let n = goals.least(at, want, MOST_TURNS)?.ok_or(NoPuzzle::NoGoal)?;
    let keys = goals.keys(at, want, n)?;
    if unique && keys.len() != 1 {
        return Err(NoPuzzle::Several);
    }
    let line = goals.line(at, keys[0], want, n)?;
    let (decisions, only) = only_keys(at, goals, &line, want, n)?;
    let legal = kernel.all_turns(at).len();
    Ok(finish(at, kernel, Aim::Take(captures), keys, u32::from(n), line, (Vec::new(), legal, decisions, only)))
}

/// As [`only_turns`], for goals.
fn only_keys(at: &State, goals: &mut Goals, line: &[Step], want: Captures, n: u8) -> Result<(u32, u32), NoPuzzle> {
    let kernel = goals.kernel;
    let (mut at, mut want, mut left) = (*at, want, n);
    let (mut decisions, mut only) = (0, 0);
    for (i, step) in line.iter().enumerate() {
        if i % 2 == 0 {
            if i > 0 {
                let keys = goals.keys(&at, want, left)?;
                decisions += 1;
                only += u32::from(keys.first().is_some_and(|first| keys.iter().all(|k| k.same_man(first))));
            }
            want = Captures(want.0.saturating_sub(u8::from(step.takes.is_some())));
            left = left.saturating_sub(1);
        }
        at = kernel.play(&at, *step);
    }
    Ok((decisions, only))
}

fn finish(
    at: &State,
    kernel: Kernel,
    aim: Aim,
    keys: Vec<Step>,
    n: u32,
    line: Vec<Step>,
    (slower, legal, decisions, only): (Vec<Valued>, usize, u32, u32),
) -> Judged {
    let right: Vec<Step> = keys.iter().copied().chain(slower.iter().map(|v| v.step)).collect();
    let mills = |s: &Step| s.takes.is_some();
    let mut closing = 0;
    kernel.turns(at, |s| closing += u32::from(mills(&s) && !right.contains(&s)));
    let shown = motifs(&kernel, &Line { start: *at, steps: line.clone() }, &right);
    Judged {
        aim,
        n,
        line,
        legal: legal as u32,
        keeping: right.len() as u32,
        decoys: closing,
        decisions,
        only,
        motifs: shown,
        quickest: keys.clone(),
        keys,
        slower,
    }
}
