//! The main line of a problem and the refutations of its wrong first moves.

use super::horizon::{Cut, FARTHEST, Horizon};
use super::judge::{Aim, Judge};
use super::{First, Study};
use crate::names::Closers;
use crate::read::{Area, LifeGame, NoTwoEyes, PassAlive, Ply, State, Supply};
use std::collections::HashSet;
use tesuji_solver::reading::{DfPn, Goal, Outcome, PlainState, Side};
use tesuji_solver::{Limits, Stop, Tier};

/// Positions that the search for the main line may look at, and that for a wrong move's refutation:
/// the same for everyone, so that lines do not depend on who judges.
const MAIN_BUDGET: u64 = 10_000;
const WRONG_BUDGET: u64 = 1_000;
/// The longest refutation that is told.
const WRONG_PLIES: u8 = 9;
/// The longest line where no horizon is known.
const LONGEST: usize = 15;
/// Positions that may be looked at to tell whether two eyes can be forced.
const SEKI_NODES: u64 = 2_000;
/// What a pass counts for among the right moves.
const PASS: usize = 100;

/// A first move with what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The moves, the first move first.
    pub plies: Vec<Ply>,
    /// Plies after the first move in which the closers prove it right, or wrong; `None`: more than
    /// were looked at (life by seki is proved by no closer).
    pub horizon: Option<u8>,
}

/// The lines of a problem.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// The main line.
    pub main: Option<Line>,
    /// Lines of the other right first moves.
    pub others: Vec<Line>,
    /// Wrong first moves with their refutations, hardest to refute first.
    pub wrong: Vec<Line>,
}

impl Line {
    /// Must a wrong move be refuted by play: is it not lost as it stands?
    #[must_use]
    pub fn is_plausible(&self) -> bool {
        self.horizon != Some(0)
    }

    /// For each move of the line from `root` on: does it take a ko back at once? Then a threat
    /// elsewhere must have been answered before.
    #[must_use]
    pub fn retakes(&self, area: &Area, root: &State) -> Vec<bool> {
        let mut at = State { supply: Supply::NONE, ..*root };
        let retake = |&ply: &Ply| {
            let is_banned = ply.cell().is_some_and(|cell| cell == at.ko);
            at = area.play(&State { ko: State::NO_KO, ..at }, ply).unwrap_or(at);
            is_banned
        };
        self.plies.iter().map(retake).collect()
    }
}

impl Lines {
    /// Wrong first moves that play must refute.
    #[must_use]
    pub fn plausible(&self) -> usize {
        self.wrong.iter().filter(|l| l.is_plausible()).count()
    }

    /// Finds them.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn of(study: &Study, judge: &mut dyn Judge, closers: Closers) -> Result<Lines, Stop> {
        let Some(aim) = study.aim else { return Ok(Lines::default()) };
        let (main, others) = main_line(study, judge, closers, aim)?;
        let mut lines = Lines { main, others, wrong: Vec::new() };
        let other = Aim { kill: !aim.kill, ..aim };
        for first in study.wrong() {
            lines.wrong.push(line_of(first, judge, closers, other, WRONG_PLIES, WRONG_BUDGET)?);
        }
        lines.wrong.sort_by_key(|l| std::cmp::Reverse(l.horizon.unwrap_or(u8::MAX)));
        Ok(lines)
    }
}

/// The main line, of the right first move that is proved soonest, and those of the others.
fn main_line(
    study: &Study,
    judge: &mut dyn Judge,
    closers: Closers,
    aim: Aim,
) -> Result<(Option<Line>, Vec<Line>), Stop> {
    let (mut best, mut others): (Option<Line>, Vec<Line>) = (None, Vec::new());
    for first in study.keys().filter(|f| f.ply != Ply::PASS) {
        let most = best.as_ref().and_then(|b| b.horizon).map_or(FARTHEST, |h| h.saturating_sub(1));
        let line = line_of(first, judge, closers, aim, most, MAIN_BUDGET)?;
        let better = best.as_ref().is_none_or(|b| line.horizon.is_some() && line.horizon < b.horizon.or(Some(u8::MAX)));
        if better {
            others.extend(best.replace(line));
        } else {
            others.push(line);
        }
    }
    Ok((best, others))
}

fn line_of(
    first: &First,
    judge: &mut dyn Judge,
    closers: Closers,
    aim: Aim,
    most: u8,
    budget: u64,
) -> Result<Line, Stop> {
    let mut horizon = Horizon::new(judge, closers, aim, budget);
    let least = match horizon.least(&first.after, most) {
        Ok(least) => least,
        Err(Cut::Budget) => None,
        Err(Cut::Limit(stop)) => return Err(stop),
    };
    let mut plies = vec![first.ply];
    // The budget is refilled once, to write out the line that was found.
    let rest = match least {
        Some(n) => {
            horizon.refill(budget);
            horizon.line(&first.after, n)
        }
        None => Err(Cut::Budget),
    };
    match rest {
        Ok(rest) => plies.extend(rest),
        Err(Cut::Budget) => plies.extend(plain_line(judge, closers, aim, &first.after)?),
        Err(Cut::Limit(stop)) => return Err(stop),
    }
    Ok(Line { plies, horizon: least })
}

/// Is it known that the defender can't force two eyes there? Asked where he is not captured.
fn is_seki(area: &Area, at: &State) -> bool {
    let goal = Goal { side: Side::Second, value: Outcome::Loss };
    let limits = Limits::default().with_nodes(SEKI_NODES);
    let game = LifeGame { area: area.clone() };
    DfPn::new().with_closers(&[&PassAlive, &NoTwoEyes], Tier::Easy).solve(&game, at, goal, &limits).holds == Some(false)
}

/// A line without a horizon: right moves against the replies that leave the fewest of them; where
/// it is life by seki, against those that leave no more.
fn plain_line(judge: &mut dyn Judge, closers: Closers, aim: Aim, from: &State) -> Result<Vec<Ply>, Stop> {
    let (mut line, mut at) = (Vec::new(), *from);
    let seki = !aim.kill && is_seki(judge.area(), from);
    let mut seen: HashSet<(u64, u64), PlainState> = HashSet::default();
    while line.len() + 1 < LONGEST && closers.decide(judge.area(), &at).is_none() {
        if !seen.insert((at.attacker, at.defender)) {
            break;
        }
        let mut chosen: Option<((bool, usize), Ply, State)> = None;
        for ply in judge.area().moves(&at) {
            let Some(after) = judge.area().play(&at, ply) else { continue };
            let cost = if at.turn == aim.side() {
                if !aim.kept(judge, &after)? {
                    continue;
                }
                (false, usize::from(ply == Ply::PASS))
            } else {
                (seki && !is_seki(judge.area(), &after), right_moves(judge, aim, &after)?)
            };
            if chosen.is_none_or(|(least, _, _)| cost < least) {
                chosen = Some((cost, ply, after));
            }
        }
        let Some(((_, cost), ply, after)) = chosen else { break };
        // A seki in which nothing is threatened any more: a pass is an answer to every reply that
        // leaves no more than that.
        if seki && at.turn != aim.side() && cost >= PASS {
            break;
        }
        line.push(ply);
        at = after;
        // Both pass: nothing is left to play.
        if line.ends_with(&[Ply::PASS, Ply::PASS]) {
            break;
        }
    }
    while line.last() == Some(&Ply::PASS) {
        line.pop();
    }
    Ok(line)
}

/// The number of moves that keep the aim; a pass counts for more than all of them.
fn right_moves(judge: &mut dyn Judge, aim: Aim, at: &State) -> Result<usize, Stop> {
    let mut count = 0;
    for ply in judge.area().moves(at) {
        if let Some(after) = judge.area().play(at, ply)
            && aim.kept(judge, &after)?
        {
            count += if ply == Ply::PASS { PASS } else { 1 };
        }
    }
    Ok(count)
}

/// Do these closers prove a right first move within `horizon` plies after it?
///
/// # Errors
/// The limit that was reached.
pub fn proved_within(study: &Study, judge: &mut dyn Judge, closers: Closers, horizon: u8) -> Result<bool, Stop> {
    let Some(aim) = study.aim else { return Ok(false) };
    for first in study.keys().filter(|f| f.ply != Ply::PASS) {
        match Horizon::new(judge, closers, aim, MAIN_BUDGET).least(&first.after, horizon) {
            Ok(Some(_)) => return Ok(true),
            Ok(None) | Err(Cut::Budget) => {}
            Err(Cut::Limit(stop)) => return Err(stop),
        }
    }
    Ok(false)
}
