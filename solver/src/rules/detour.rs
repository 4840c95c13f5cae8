//! Ways around places that went: as long as they stand, connectedness is not in question.

use super::graph::Graph;
use smallvec::SmallVec;

/// Places among which a way around is looked for, from few to many.
const REACH: [usize; 2] = [32, 120];
/// Changed places up to which a way around is looked for.
const MOST_CHANGED: usize = 12;

/// A few places.
type Few = SmallVec<[usize; 16]>;

/// A graph whose chosen places hang together, after some places changed.
pub(super) struct Detour<'g> {
    pub(super) graph: &'g Graph,
    /// Places that changed.
    pub(super) changed: Few,
    /// May a place be chosen?
    pub(super) may_be: &'g dyn Fn(usize) -> bool,
    /// Is a place chosen for sure?
    pub(super) is_sure: &'g dyn Fn(usize) -> bool,
}

impl Detour<'_> {
    /// The places of which follows that connectedness says nothing now, if it said nothing before
    /// the changes: for each group of places that can't be chosen any more, a block of the graph
    /// that holds all places beside it (so no single place parts two that the group joined); for
    /// each place that is chosen now, a chosen place beside it, or in one block with it. `None`:
    /// there is no such block near.
    pub(super) fn places(&self) -> Option<Vec<usize>> {
        if self.changed.len() > MOST_CHANGED {
            return None;
        }
        // Where nothing was chosen, nothing was out of reach.
        let chosen = (0..self.graph.places()).find(|&p| (self.is_sure)(p) && !self.changed.contains(&p))?;
        let (mut read, mut done) = (vec![chosen], Few::new());
        for &place in self.changed.iter().filter(|&&p| self.went(p)) {
            if !done.contains(&place) {
                let gone = self.gone(place);
                let beside = self.beside(&gone);
                self.add_block(&beside, &|p| !gone.contains(&p), &|_| true, &mut read)?;
                for &place in &gone {
                    read.extend(self.next_to(place));
                }
                done.extend(gone);
            }
        }
        for &place in self.changed.iter().filter(|&&p| (self.is_sure)(p)) {
            let is_other = |p: usize| (self.is_sure)(p) && !self.changed.contains(&p);
            match self.next_to(place).find(|&p| is_other(p)) {
                Some(other) => read.push(other),
                None => self.add_block(&[place], &|_| true, &is_other, &mut read)?,
            }
        }
        Some(read)
    }

    fn went(&self, place: usize) -> bool {
        self.changed.contains(&place) && !(self.may_be)(place)
    }

    fn next_to(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph.beside(place).iter().map(|&p| p as usize)
    }

    /// Places that hang together of which nothing is chosen: some went, the others lead nowhere
    /// without them.
    fn gone(&self, first: usize) -> Few {
        let mut gone = Few::from_slice(&[first]);
        let mut at = 0;
        while at < gone.len() {
            for next in self.next_to(gone[at]) {
                if gone.contains(&next) {
                    continue;
                }
                // A place with one way on is the end of a branch.
                let ways = || self.next_to(next).filter(|p| (self.may_be)(*p) && !gone.contains(p)).take(2).count();
                if self.went(next) || (self.may_be)(next) && !(self.is_sure)(next) && ways() <= 1 {
                    gone.push(next);
                }
            }
            at += 1;
        }
        gone
    }

    /// The places beside these that may be chosen.
    fn beside(&self, gone: &[usize]) -> Few {
        let mut beside = Few::new();
        for next in gone.iter().flat_map(|&place| self.next_to(place)) {
            if (self.may_be)(next) && !gone.contains(&next) && !beside.contains(&next) {
                beside.push(next);
            }
        }
        beside
    }

    /// Adds a block near some places that holds them all, and another one for which `has` holds,
    /// where one alone is given.
    fn add_block(
        &self,
        all: &[usize],
        passes: &dyn Fn(usize) -> bool,
        has: &dyn Fn(usize) -> bool,
        read: &mut Vec<usize>,
    ) -> Option<()> {
        let Some(&first) = all.first() else { return Some(()) };
        if let ([_], true) = (all, has(first)) {
            return Some(());
        }
        let passes = |p: usize| passes(p) && (self.may_be)(p);
        let is_fit = |block: &[usize]| {
            all.iter().all(|place| block.contains(place)) && (all.len() > 1 || block.iter().any(|&p| has(p)))
        };
        REACH
            .into_iter()
            .find_map(|reach| {
                let near = self.graph.nearest(first, reach, &passes);
                let has_all = all.iter().all(|place| near.contains(place));
                if has_all { block(self.graph, &near, &is_fit) } else { None }
            })
            .map(|block| read.extend(block))
    }
}

/// A block (no single place parts two of its places) of the graph among some places, the first of
/// which reaches the others, for which `is_fit` holds: by a walk of the depth-first kind, as in
/// [`Graph::cuts`].
fn block(graph: &Graph, places: &[usize], is_fit: &dyn Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
    const OUT: u32 = u32::MAX;
    const UNSEEN: u32 = u32::MAX - 1;
    // By place: when it was met first.
    let mut time = vec![OUT; graph.places()];
    places.iter().for_each(|&p| time[p] = UNSEEN);
    let first = *places.first()?;
    time[first] = 0;
    let mut now = 1;
    // The places on the way here, each with its next edge and the earliest place met from below it.
    let mut way: Vec<(usize, usize, u32)> = vec![(first, 0, 0)];
    // The places whose block is not complete.
    let mut open = vec![first];
    while let Some(&mut (place, ref mut edge, ref mut highest)) = way.last_mut() {
        if let Some(&next) = graph.beside(place).get(*edge) {
            let next = next as usize;
            *edge += 1;
            if time[next] == UNSEEN {
                time[next] = now;
                way.push((next, 0, now));
                open.push(next);
                now += 1;
            } else if time[next] != OUT {
                *highest = (*highest).min(time[next]);
            }
            continue;
        }
        let below = *highest;
        way.pop();
        let Some(&mut (above, _, ref mut highest)) = way.last_mut() else { break };
        *highest = (*highest).min(below);
        if below >= time[above] {
            let from = open.iter().rposition(|&p| p == place).unwrap_or(0);
            let mut block: Vec<usize> = open.split_off(from);
            block.push(above);
            if is_fit(&block) {
                return Some(block);
            }
        }
    }
    None
}
