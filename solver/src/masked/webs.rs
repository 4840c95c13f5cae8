//! Rules about graphs of variables on candidates as words: connection and absence of cycles.

use super::rules::{Contradiction, Planes, Set, Sides, VarBit, each, meets};
use crate::rules::cut_places::{CutSearch, Neighbours};

/// A graph of variables, and the candidates by which these are chosen. A place is a variable.
#[derive(Clone, Debug)]
pub(super) struct Web<const V: usize, const W: usize> {
    sides: Sides<V, W>,
    places: usize,
    /// By place: where its list of neighbours begins in `to`; at the end, where the last list ends.
    start: Vec<u32>,
    to: Vec<u16>,
    /// By place: the number of its edges to the place outside.
    border: Vec<u8>,
}

/// Scratch memory for walks.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    cuts: CutSearch<bool>,
    /// By place: the next place on the way to the root of its part.
    parent: Vec<u16>,
    /// By root of a part: the last place that was found beside the part.
    met: Vec<u16>,
}

/// The number of no place.
const NOWHERE: u16 = u16::MAX;

impl<const V: usize, const W: usize> Web<V, W> {
    /// Returns `None` if an edge leads from a place to itself.
    pub(super) fn new(sides: Sides<V, W>, places: usize, edges: &[[usize; 2]], border: &[usize]) -> Option<Self> {
        let mut lists: Vec<Vec<u16>> = vec![Vec::new(); places];
        for &[a, b] in edges {
            if a == b {
                return None;
            }
            lists[a].push(b as u16);
            lists[b].push(a as u16);
        }
        let mut joined = vec![0_u8; places];
        border.iter().for_each(|&place| joined[place] = joined[place].saturating_add(1));
        let (mut start, mut to) = (vec![0], Vec::new());
        for list in lists {
            to.extend(list);
            start.push(to.len() as u32);
        }
        Some(Web { sides, places, start, to, border: joined })
    }

    fn beside(&self, place: usize) -> &[u16] {
        &self.to[self.start[place] as usize..self.start[place + 1] as usize]
    }

    /// Prunes by connection: the chosen variables hang together.
    pub(super) fn connect(&self, planes: &mut Planes<V, W>, with: &mut Scratch) -> Result<Set<W>, Contradiction> {
        let (may, may_not) = self.sides.of(planes);
        let sure: Set<W> = std::array::from_fn(|w| may[w] & !may_not[w]);
        let Some(first) = (0..W).find(|&w| sure[w] != 0) else { return Ok([0; W]) };
        let first = first * 64 + sure[first].trailing_zeros() as usize;
        let (reached, cuts) = self.walk(first, &may, &sure, with);
        if (0..W).any(|w| sure[w] & !reached[w] != 0) {
            return Err(Contradiction);
        }
        let open: Set<W> = std::array::from_fn(|w| may[w] & may_not[w]);
        let out: Set<W> = std::array::from_fn(|w| open[w] & !reached[w]);
        let needed: Set<W> = std::array::from_fn(|w| open[w] & reached[w] & cuts[w]);
        self.sides.set(planes, &out, false);
        self.sides.set(planes, &needed, true);
        Ok(std::array::from_fn(|w| out[w] | needed[w]))
    }

    /// The places that are reached from one through places of `passes`, and those without which
    /// some place of `counts` is out of reach.
    fn walk(&self, from: usize, passes: &Set<W>, counts: &Set<W>, with: &mut Scratch) -> (Set<W>, Set<W>) {
        let has = |set: &Set<W>, place: usize| set[place / 64] >> (place % 64) & 1 == 1;
        let (mut reached, mut cuts) = ([0; W], [0; W]);
        let enter = |place: usize| {
            reached[place / 64] |= 1 << (place % 64);
            has(counts, place)
        };
        let cut = |place: usize, counts: bool| cuts[place / 64] |= u64::from(counts) << (place % 64);
        let graph = Neighbours { start: &self.start, to: &self.to };
        with.cuts.walk(graph, from, |place| has(passes, place), enter, cut);
        (reached, cuts)
    }

    /// Prunes by absence of cycles: the chosen variables make none.
    pub(super) fn forbid_cycles(&self, planes: &mut Planes<V, W>, with: &mut Scratch) -> Result<Set<W>, Contradiction> {
        let (may, may_not) = self.sides.of(planes);
        let sure: Set<W> = std::array::from_fn(|w| may[w] & !may_not[w]);
        let has = |place: usize| sure[place / 64] >> (place % 64) & 1 == 1;
        let Scratch { parent, met, .. } = with;
        parent.clear();
        parent.extend(0..=self.places as u16);
        let mut is_cyclic = false;
        each(&sure, |place| {
            for _ in 0..self.border[place] {
                is_cyclic |= !unite(parent, place, self.places);
            }
            for &next in self.beside(place) {
                // Each edge once, from its greater end.
                let next = usize::from(next);
                if next < place && has(next) {
                    is_cyclic |= !unite(parent, place, next);
                }
            }
        });
        if is_cyclic {
            return Err(Contradiction);
        }
        met.clear();
        met.resize(self.places + 1, NOWHERE);
        let open: Set<W> = std::array::from_fn(|w| may[w] & may_not[w]);
        let mut out = [0; W];
        each(&open, |place| {
            let mut meets_again = |p: usize| {
                let root = root(parent, p);
                std::mem::replace(&mut met[root], place as u16) == place as u16
            };
            let beside = self.beside(place).iter().map(|&b| usize::from(b)).filter(|&b| has(b));
            let outer = std::iter::repeat_n(self.places, self.border[place].into());
            if beside.chain(outer).any(&mut meets_again) {
                let at = VarBit::of(place);
                out[at.word] |= at.bit;
            }
        });
        if meets(&out, &open) {
            self.sides.set(planes, &out, false);
        }
        Ok(out)
    }
}

fn root(parent: &mut [u16], mut place: usize) -> usize {
    while usize::from(parent[place]) != place {
        parent[place] = parent[usize::from(parent[place])];
        place = usize::from(parent[place]);
    }
    place
}

/// Joins the parts of two places. Returns `false` if they are one part already.
fn unite(parent: &mut [u16], a: usize, b: usize) -> bool {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a] = b as u16;
    a != b
}
