//! The regions in which an open problem is read, and their order.

use super::{Area, Exits};
use crate::question::MOST;
use crate::{Points, Question};
use std::collections::HashSet;

/// Regions that are tried by widening, the first included.
const RINGS: usize = 5;
/// Regions that are tried with the touched walls of one inside, the first included.
const INSIDE: usize = 4;

/// Steps beyond the exits that a region for capture has as liberties.
const MARGIN: usize = 1;

/// Regions of a question.
pub(super) struct Regions {
    /// All of them, some too large.
    pub(super) all: Vec<Question>,
    /// Those that are read for life, for capture, and for life later on.
    pub(super) order: [Vec<usize>; 3],
    /// The one that is told when nothing is found.
    pub(super) own: usize,
    /// The points of the question's own region where the defender does not count as living.
    near: Points,
}

impl Regions {
    /// Those of an open question; `None` if all are too large.
    ///
    /// For capture, and for life later on: [rounded](Question::rounded). For capture only: nearer
    /// to the target. For life only: where all attacker chains hold. Both ways: the question's own
    /// region, and wider ones, the same with [touched](Question::touched_wall) walls inside, and
    /// the same where less is asked of the wall.
    pub(super) fn of(question: &Question) -> Option<Regions> {
        let mut all = question.nearer();
        let near = all.len();
        all.extend(question.narrowed());
        let own = all.len();
        all.push(question.clone());
        while all.len() < own + RINGS
            && let Some(wider) = all[all.len() - 1].widened()
        {
            all.push(wider);
        }
        let strict = all.len();
        // Where stones of the defender touch a wall from outside: the same with those walls inside,
        // and wider ones.
        for at in own..strict {
            let Some(inside) = all[at].with_touched_wall_inside() else { continue };
            let mut next = Some(inside);
            for _ in 0..INSIDE {
                let Some(q) = next else { break };
                next = q.widened();
                add(&mut all, q, near..own);
            }
        }
        let inside = strict..all.len();
        let mut loose: Vec<usize> =
            question.loosened(RINGS - 1).into_iter().map(|q| add(&mut all, q, near..own)).collect();
        let both_ways = all.len();
        loose.extend(question.rounded_loosely().into_iter().map(|q| add(&mut all, q, near..own)));
        let mut capture: Vec<usize> = (0..near).chain(own..strict).chain(inside.clone()).collect();
        let rounded: Vec<usize> = question.rounded().into_iter().map(|q| add(&mut all, q, near..own)).collect();
        capture.extend(&rounded);
        if all.iter().all(|q| q.region.len() > MOST) {
            return None;
        }
        // For life each once as it is with the exits blocked: the question's own and wider ones
        // first, in which fewest stones are taken to hold.
        let for_life = near..both_ways;
        let mut kept: Vec<usize> =
            for_life.clone().chain(rounded.into_iter().filter(|r| !for_life.contains(r))).collect();
        kept.sort_by_key(|&ring| (!(own..inside.end).contains(&ring), ring));
        let mut seen = HashSet::new();
        kept.retain(|&ring| Area::of(&all[ring], Exits::Blocked).map_or(true, |area| seen.insert(places(&area))));
        let (life, later) = kept.into_iter().partition(|ring| for_life.contains(ring));
        let order = [life, [loose, capture].concat(), later].map(|rings| by_size(&all, rings));
        let least = order.iter().find_map(|rings| rings.first().copied());
        let own = if all[own].region.len() <= MOST { own } else { least.unwrap_or(own) };
        Some(Regions { all, order, own, near: question.region - question.away })
    }
}

impl Regions {
    /// All of them as they are read for life: with points beyond that [lie in the
    /// open](Question::with_outlets).
    pub(super) fn with_outlets(&self) -> Vec<Question> {
        let mut all = self.all.clone();
        for &ring in self.order[0].iter().chain(&self.order[2]) {
            if let Some(wider) = all[ring].with_outlets(&self.near) {
                all[ring] = wider;
            }
        }
        all
    }

    /// All of them as they are read for capture: with a [margin](Question::with_margin).
    pub(super) fn with_margins(&self) -> Vec<Question> {
        let mut all = self.all.clone();
        for &ring in &self.order[1] {
            if let Some(wider) = all[ring].with_margin(MARGIN) {
                all[ring] = wider;
            }
        }
        all
    }
}

/// What an area is made of: its points, those beside the wall, the exits.
fn places(area: &Area) -> [Points; 3] {
    [area.all, area.wall, area.exits].map(|set| area.points(set))
}

/// The place of a region: one that has the same points and the same wall, if there is one that is
/// not for life only.
fn add(all: &mut Vec<Question>, q: Question, for_life: std::ops::Range<usize>) -> usize {
    let is_same = |at: &usize| !for_life.contains(at) && (all[*at].region, all[*at].wall) == (q.region, q.wall);
    (0..all.len()).find(is_same).unwrap_or_else(|| {
        all.push(q);
        all.len() - 1
    })
}

/// Those that are not too large, the least first, each once.
fn by_size(all: &[Question], mut rings: Vec<usize>) -> Vec<usize> {
    let mut seen = vec![false; all.len()];
    rings.retain(|&ring| all[ring].region.len() <= MOST && !std::mem::replace(&mut seen[ring], true));
    rings.sort_by_key(|&ring| all[ring].region.len());
    rings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;

    /// For life no region is read that is the same as another one with the exits blocked.
    #[test]
    fn regions_for_life_are_read_once() {
        let mut found = 0;
        for text in [
            "9x9 A9 X=black O ....+##|..O.+##|.OO.+##|....+##|++++###|#######",
            "13x13 A13 X=black O .....+##|.OOO.+##|.OX..+##|..X..+##|+++++###|########",
            "19x19 A19 X=black X .O...+##|.OO..+##|.XXO.+##|...X.+##|+++++###|########",
        ] {
            let question = Problem::parse(text).unwrap().question;
            let Some(Regions { all, order, .. }) = Regions::of(&question) else { continue };
            let [life, capture, later] = order;
            assert!(!life.is_empty() && !capture.is_empty(), "{text}");
            let mut seen = HashSet::new();
            for ring in life.into_iter().chain(later) {
                let area = Area::of(&all[ring], Exits::Blocked).unwrap();
                assert!(seen.insert(places(&area)), "{text}: {}", all[ring].picture());
            }
            found += seen.len();
        }
        assert!(found > 6, "{found}");
    }
}
