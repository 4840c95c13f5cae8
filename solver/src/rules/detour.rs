//! Ways around places that went: as long as they stand, connectedness is not in question.

use super::chosen::Chosen;
use super::graph::Graph;
use crate::rule::Traced;
use std::collections::{BTreeMap, BTreeSet};

/// Places among which a detour is looked for, from few to many.
const REACH: [usize; 3] = [24, 72, 200];

/// The places of which follows that the connectedness of the chosen places says nothing about this
/// store, if it said nothing before the changes: for each group of places that can't be chosen any
/// more, a block of the graph that holds all places beside it (so no single place parts two that the
/// group joined); for each place that is chosen now, a chosen place beside it, or in one block with
/// it. `None`: there is no such block near.
pub(super) fn around(graph: &Graph, chosen: &Chosen, traced: &Traced<'_>) -> Option<Vec<usize>> {
    if traced.has_pruned {
        return None;
    }
    let at = traced.at;
    let changed: Vec<usize> = (0..graph.places()).filter(|&p| traced.changed.contains(&chosen.vars[p])).collect();
    let may_be = |place: usize| chosen.may_be(at, place);
    let is_sure = |place: usize| chosen.is_sure(at, place);
    let mut read = BTreeSet::new();
    let mut done: BTreeSet<usize> = BTreeSet::new();
    for &place in changed.iter().filter(|&&p| !may_be(p)) {
        if !done.contains(&place) {
            let went = |p: usize| !may_be(p) && changed.contains(&p);
            let gone = Gone::of(graph, place, &went, (&may_be, &is_sure));
            done.extend(&gone.places);
            let block = block_of(graph, &gone.beside, &|p| may_be(p) && !gone.places.contains(&p))?;
            read.extend(gone.places);
            read.extend(gone.around);
            read.extend(block);
        }
    }
    for &place in changed.iter().filter(|&&p| is_sure(p)) {
        let is_other = |p: usize| is_sure(p) && !changed.contains(&p);
        let beside = graph.beside(place).iter().map(|&p| p as usize).find(|&p| is_other(p));
        match beside {
            Some(other) => drop(read.insert(other)),
            None => read.extend(block_with(graph, place, &may_be, &is_other)?),
        }
    }
    Some(read.into_iter().collect())
}

/// Places that hang together of which nothing is chosen: some went, the others lead nowhere without
/// them.
struct Gone {
    places: BTreeSet<usize>,
    /// All places beside them.
    around: BTreeSet<usize>,
    /// Those of them that may be chosen.
    beside: Vec<usize>,
}

impl Gone {
    fn of(
        graph: &Graph,
        first: usize,
        went: &dyn Fn(usize) -> bool,
        (may_be, is_sure): (&dyn Fn(usize) -> bool, &dyn Fn(usize) -> bool),
    ) -> Gone {
        let (mut places, mut stack) = (BTreeSet::from([first]), vec![first]);
        let beside = |place: usize| graph.beside(place).iter().map(|&p| p as usize);
        let mut around = BTreeSet::new();
        while let Some(place) = stack.pop() {
            for next in beside(place) {
                around.insert(next);
                if places.contains(&next) {
                    continue;
                }
                // A place with one way on is the end of a branch.
                let ways = || beside(next).filter(|p| may_be(*p) && !places.contains(p)).take(2).count();
                if went(next) || may_be(next) && !is_sure(next) && ways() <= 1 {
                    places.insert(next);
                    stack.push(next);
                }
            }
        }
        let beside = around.iter().copied().filter(|p| may_be(*p) && !places.contains(p)).collect();
        Gone { places, around, beside }
    }
}

/// A block (no single place parts two of its places) near some places that holds them all.
fn block_of(graph: &Graph, all: &[usize], passes: &dyn Fn(usize) -> bool) -> Option<Vec<usize>> {
    let [first, _, ..] = all else { return Some(all.to_vec()) };
    REACH.into_iter().find_map(|reach| {
        let near = graph.nearest(*first, reach, passes);
        let blocks = blocks(graph, &near);
        blocks.into_iter().find(|block| all.iter().all(|place| block.contains(place)))
    })
}

/// A block near a place that holds it and another place.
fn block_with(
    graph: &Graph,
    place: usize,
    passes: &dyn Fn(usize) -> bool,
    is_other: &dyn Fn(usize) -> bool,
) -> Option<Vec<usize>> {
    REACH.into_iter().find_map(|reach| {
        let near = graph.nearest(place, reach, passes);
        let is_fit = |block: &Vec<usize>| block.contains(&place) && block.iter().any(|&p| is_other(p));
        blocks(graph, &near).into_iter().find(is_fit)
    })
}

/// The blocks of the graph among some places, the first of which reaches the others: by a walk of
/// the depth-first kind, as in [`Graph::cuts`].
fn blocks(graph: &Graph, places: &[usize]) -> Vec<Vec<usize>> {
    let number: BTreeMap<usize, usize> = places.iter().copied().zip(0..).collect();
    let beside: Vec<Vec<usize>> = places
        .iter()
        .map(|&place| graph.beside(place).iter().filter_map(|p| number.get(&(*p as usize)).copied()).collect())
        .collect();
    const UNSEEN: usize = usize::MAX;
    let (mut time, mut highest) = (vec![UNSEEN; places.len()], vec![UNSEEN; places.len()]);
    let (mut blocks, mut now) = (Vec::new(), 1);
    // The places on the way here, each with its next edge; the places whose block is not complete.
    let (mut way, mut open) = (vec![(0, 0)], vec![0]);
    (time[0], highest[0]) = (0, 0);
    while let Some(&mut (place, ref mut edge)) = way.last_mut() {
        if let Some(&next) = beside[place].get(*edge) {
            *edge += 1;
            if time[next] == UNSEEN {
                (time[next], highest[next]) = (now, now);
                now += 1;
                way.push((next, 0));
                open.push(next);
            } else {
                highest[place] = highest[place].min(time[next]);
            }
            continue;
        }
        way.pop();
        let Some(&(above, _)) = way.last() else { break };
        highest[above] = highest[above].min(highest[place]);
        if highest[place] >= time[above] {
            let from = open.iter().rposition(|&p| p == place).unwrap_or(0);
            let mut block: Vec<usize> = open.drain(from..).map(|p| places[p]).collect();
            block.push(places[above]);
            blocks.push(block);
        }
    }
    blocks
}
