//! Islands that hold one root each, by memberships: auxiliary literals "the place is in the island
//! of the root", only for places that the island can reach.

use super::{Connection, RootedRegion};
use crate::RuleKind;
use crate::engine::{Lit, Posting};
use crate::rules::{Graph, Root};

/// The membership literals of one island, the root's first.
struct Members {
    places: Vec<usize>,
    literals: Vec<Lit>,
}

/// Each connected region of the places whose literals hold has exactly one of the roots, and the
/// size that it tells.
pub(crate) fn islands(to: &mut Posting<'_>, literals: &[Lit], graph: &Graph, roots: &[Root]) {
    let n = graph.places();
    let mut of: Vec<Vec<(usize, Lit)>> = vec![Vec::new(); n];
    for (number, root) in roots.iter().enumerate() {
        let places = reachable(graph, literals, roots, number);
        let members = Members { literals: places.iter().map(|_| to.auxiliary()).collect(), places };
        for (&place, &lit) in members.places.iter().zip(&members.literals) {
            of[place].push((number, lit));
            to.clause(&[!lit, literals[place]]);
        }
        to.clause(&[literals[root.place]]);
        to.clause(&[members.literals[0]]);
        post_island(to, graph, &members, root.size);
    }
    for (place, own) in of.iter().enumerate() {
        let mut any: Vec<Lit> = own.iter().map(|o| o.1).collect();
        any.push(!literals[place]);
        to.clause(&any);
        for (i, a) in own.iter().enumerate() {
            own[..i].iter().for_each(|b| to.clause(&[!a.1, !b.1]));
        }
        for &beside in graph.beside(place) {
            let beside = beside as usize;
            for &(number, lit) in own {
                match of[beside].iter().find(|o| o.0 == number) {
                    Some(&(_, other)) => to.clause(&[!lit, !literals[beside], other]),
                    None => to.clause(&[!lit, !literals[beside]]),
                }
            }
        }
    }
    if let Some(total) = roots.iter().map(|r| r.size).sum::<Option<usize>>() {
        to.count_alone(literals, total, total);
    }
    post_connection(to, literals, graph, roots);
}

/// The places that an island can reach, the nearest first; none is beside another root.
fn reachable(graph: &Graph, literals: &[Lit], roots: &[Root], number: usize) -> Vec<usize> {
    let root = roots[number];
    let mut barred = vec![false; graph.places()];
    for other in roots.iter().filter(|r| r.place != root.place) {
        barred[other.place] = true;
        graph.beside(other.place).iter().for_each(|&p| barred[p as usize] = true);
    }
    let distance = graph.distances(root.place, &|p| !barred[p] && literals[p] != Lit::FALSE);
    let most = root.size.unwrap_or(usize::MAX);
    let mut places: Vec<usize> = (0..graph.places()).filter(|&p| distance[p] < most).collect();
    places.sort_by_key(|&p| (distance[p], p));
    places
}

fn post_island(to: &mut Posting<'_>, graph: &Graph, members: &Members, size: Option<usize>) {
    let mut number = vec![u32::MAX; graph.places()];
    members.places.iter().enumerate().for_each(|(i, &p)| number[p] = i as u32);
    let joins = |(i, &p): (usize, &usize)| {
        let beside = graph.beside(p).iter().map(|&b| number[b as usize]);
        beside.filter(|&b| b != u32::MAX && (i as u32) < b).map(|b| [i as u32, b]).collect::<Vec<_>>()
    };
    let edges: Vec<[u32; 2]> = members.places.iter().enumerate().flat_map(joins).collect();
    let Ok(local) = Graph::new(RuleKind::Islands, members.places.len(), &edges) else { return };
    let literals = members.literals.clone();
    match size {
        Some(size) => {
            to.count_alone(&literals, size, size);
            if size > 1 {
                to.propagator(Box::new(RootedRegion::new(literals, local, 0, size)));
            }
        }
        None => to.propagator(Box::new(Connection::new(literals, local))),
    }
}

/// Every place that is in hangs together with some root: all roots are joined to one more place.
fn post_connection(to: &mut Posting<'_>, literals: &[Lit], graph: &Graph, roots: &[Root]) {
    let sea = graph.places() as u32;
    let inner = (0..sea).flat_map(|p| graph.beside(p as usize).iter().filter(move |&&b| p < b).map(move |&b| [p, b]));
    let edges: Vec<[u32; 2]> = inner.chain(roots.iter().map(|r| [r.place as u32, sea])).collect();
    let mut literals = literals.to_vec();
    literals.push(Lit::TRUE);
    if let Ok(joined) = Graph::new(RuleKind::Islands, literals.len(), &edges) {
        to.propagator(Box::new(Connection::new(literals, joined)));
    }
}

/// From `starts` exactly `size` places whose literals hold are reached. One more place, which is
/// in, is joined to all starts and makes of what is reached one rooted region.
pub(crate) fn reached(to: &mut Posting<'_>, literals: &[Lit], graph: &Graph, starts: &[usize], size: usize) {
    let root = graph.places() as u32;
    let inner = (0..root).flat_map(|p| graph.beside(p as usize).iter().filter(move |&&b| p < b).map(move |&b| [p, b]));
    let edges: Vec<[u32; 2]> = inner.chain(starts.iter().map(|&s| [s as u32, root])).collect();
    let Ok(joined) = Graph::new(RuleKind::Reached, literals.len() + 1, &edges) else { return };
    let distance = joined.distances(root as usize, &|p| p == root as usize || literals[p] != Lit::FALSE);
    let mut places: Vec<usize> = (0..joined.places()).filter(|&p| distance[p] <= size).collect();
    places.sort_by_key(|&p| (distance[p], p));
    let members = Members { literals: places.iter().map(|_| to.auxiliary()).collect(), places };
    to.clause(&[members.literals[0]]);
    let member = |p: usize| members.places.iter().position(|&m| m == p).map(|i| members.literals[i]);
    for (&place, &lit) in members.places.iter().zip(&members.literals).skip(1) {
        to.clause(&[!lit, literals[place]]);
    }
    for (&place, &lit) in members.places.iter().zip(&members.literals) {
        for &beside in joined.beside(place).iter().filter(|&&b| b != root) {
            let beside = beside as usize;
            let mut clause = vec![!lit, !literals[beside]];
            clause.extend(member(beside));
            to.clause(&clause);
        }
    }
    post_island(to, &joined, &members, Some(size + 1));
}
