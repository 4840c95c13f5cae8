//! Every problem of a rectangle: all ways to fill it with stones, both sides to move, one right
//! first move. The rectangle is the inside of a group that is to be captured, without liberties
//! outside; or it is walled in by the attacker.

#[cfg(test)]
mod brute;
mod every;
#[cfg(test)]
mod tests;

use crate::generate::enclosed;
use crate::generate::wanted;
use crate::judge::{Who, solution, told};
use crate::names::Closers;
use crate::study::{Lines, study};
use crate::{Class, Color, Goal, Place, Point, Points, Problem, Role};
use every::EveryJudge;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::{Bad, Coverage, EnumerateRequest, Enumerated};
use tesuji_solver::Stop;

/// The most cells: 3ⁿ ways to fill them.
const MOST_CELLS: usize = 10;
/// Board of the problems.
const BOARD: u8 = 19;

/// The cells of a rectangle at a place.
fn rectangle((w, h): (u8, u8), place: Place) -> Points {
    let (left, top) = match place {
        Place::Corner => (0, 0),
        Place::Side => ((BOARD - w) / 2, 0),
        Place::Centre => ((BOARD - w) / 2, (BOARD - h) / 2),
    };
    (0..h).flat_map(|y| (0..w).map(move |x| Point::new(left + x, top + y))).collect()
}

/// The points round a set, diagonally too: one chain.
fn ring_of(cells: &[Point]) -> Points {
    let all = Points::board(BOARD, BOARD);
    let inside: Points = cells.iter().copied().collect();
    let wide = |p: &Point| {
        let near = |v: u8| v.saturating_sub(1)..=v + 1;
        let p = *p;
        near(p.y).flat_map(move |y| near(p.x).map(move |x| Point::new(x, y)))
    };
    (cells.iter().flat_map(wide).collect::<Points>() & all) - inside
}

/// The problem of a way to fill the cells: digit 0 empty, 1 attacker, 2 defender.
fn filled(cells: &[Point], ring: &Points, mut code: usize, first: Role) -> Option<Problem> {
    let (mut attacker, mut defender) = (Points::EMPTY, Points::EMPTY);
    for &p in cells {
        match code % 3 {
            1 => attacker.insert(p),
            2 => defender.insert(p),
            _ => {}
        }
        code /= 3;
    }
    let region: Points = cells.iter().copied().collect();
    let (whole, defender) = (region | *ring, defender | *ring);
    let problem = enclosed((BOARD, BOARD), &whole, &attacker, &defender, first, Color::Black);
    // A part that is joined to the wall is another, smaller region: it has its own size.
    let mut problem = problem.filter(|p| p.question.region == whole)?;
    if !ring.is_empty() {
        (problem.question.goal, problem.question.target) = (Goal::Crucial, *ring);
    }
    Some(problem)
}

/// Streams the problems; one right first move up to symmetry, not settled. `by` counts them by
/// their stones.
pub(crate) fn enumerate(want: &EnumerateRequest, emit: &mut dyn FnMut(&Problem, Value)) -> Result<Enumerated, Bad> {
    if want.grids {
        return Err(Bad::new("tsumego has no full grids to enumerate"));
    }
    for key in ["region", "origin", "shows", "rank"] {
        if want.set.contains_key(key) {
            return Err(
                Bad::new("for generate only: enumerate lists all problems of the rectangle of its size").at(key)
            );
        }
    }
    let size = wanted::size(&want.size, 1, 10)?;
    let count = usize::from(size.0) * usize::from(size.1);
    if !(2..=MOST_CELLS).contains(&count) {
        return Err(Bad::new(format!("{}: regions of 2 to {MOST_CELLS} points are enumerated", want.size)).at("size"));
    }
    let place = wanted::place(&want.set).unwrap_or(Place::Corner);
    let (first, ko) = (wanted::first(&want.set), wanted::ko(&want.set, None));
    let cells: Vec<Point> = rectangle(size, place).iter().collect();
    let group = want.set.get("ring").is_none_or(|r| r == "group");
    let ring = if group { ring_of(&cells) } else { Points::EMPTY };
    let clock = want.limits.start();
    let mut judges = EveryJudge::default();
    let mut seen = BTreeSet::new();
    let (mut total, mut minimal, mut by) = (0, 0, BTreeMap::new());
    let mut stop = Stop::Exhausted;
    'all: for code in 0..3_usize.pow(cells.len() as u32) {
        for role in Role::ALL {
            if first.is_some_and(|f| f != role) {
                continue;
            }
            if let Some(why) = clock.check(code as u64).or_else(|| clock.expired()) {
                stop = why;
                break 'all;
            }
            let Some(problem) = filled(&cells, &ring, code, role) else { continue };
            let judge = judges.of(&problem, &want.limits)?;
            let found = match study(&problem, judge) {
                Ok(found) => found,
                Err(why) => {
                    stop = why;
                    break 'all;
                }
            };
            let keys = found.keys_up_to_symmetry(&problem, judge);
            let is_ko = found.outcome.class() == Some(Class::Ko);
            if found.is_settled() || keys.len() != 1 || ko.is_some_and(|ko| ko != is_ko) {
                continue;
            }
            if want.modulo_symmetry && !seen.insert(problem.canonical()) {
                continue;
            }
            let is_minimal = match least(&problem, &mut judges, want, (found.outcome, keys[0]))? {
                Ok(is_minimal) => is_minimal,
                Err(why) => {
                    stop = why;
                    break 'all;
                }
            };
            if want.minimal && !is_minimal {
                continue;
            }
            minimal += u64::from(is_minimal);
            total += 1;
            let stones = count - problem.empty().len();
            *by.entry(stones as u32).or_default() += 1;
            if !want.count_only {
                let judge = judges.of(&problem, &want.limits)?;
                let lines = Lines::of(&found, judge, Closers::default()).unwrap_or_default();
                let outcome = told(&problem, problem.first, found.outcome, Who::Search);
                emit(&problem, solution(&problem, outcome, &found, &lines, judge));
            }
            if total as usize >= want.limits.solutions {
                stop = Stop::Enough;
                break 'all;
            }
        }
    }
    let coverage = if stop == Stop::Exhausted { Coverage::Complete } else { Coverage::Partial };
    Ok(Enumerated { coverage, stop, total, by, minimal: Some(minimal) })
}

/// Can no stone be left out without changing the outcome or the move? Inside, the limit that was
/// reached before that was known.
fn least(
    problem: &Problem,
    judges: &mut EveryJudge,
    want: &EnumerateRequest,
    now: (crate::Outcome, Point),
) -> Result<Result<bool, Stop>, Bad> {
    let q = &problem.question;
    for p in (q.region - q.board.empty()).iter() {
        let Some(less) = crate::generate::without(problem, p) else { continue };
        let judge = judges.of(&less, &want.limits)?;
        let found = match study(&less, judge) {
            Ok(found) => found,
            Err(why) => return Ok(Err(why)),
        };
        if !found.is_settled()
            && let [key] = found.keys_up_to_symmetry(&less, judge)[..]
            && (found.outcome, key) == now
        {
            return Ok(Ok(false));
        }
    }
    Ok(Ok(true))
}
