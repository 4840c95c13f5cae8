//! Rules about graphs of variables on candidates as words: connection and absence of cycles.

use super::rules::{At, Planes, Refuted, Set, Sides, each, meets};

/// A graph whose places are variables, and the candidates by which they are chosen.
#[derive(Clone, Debug)]
pub(super) struct Web<const V: usize, const W: usize> {
    sides: Sides<V, W>,
    places: usize,
    start: Vec<u32>,
    to: Vec<u16>,
    /// By place: edges to the outer place.
    border: Vec<u8>,
}

/// Room for walks.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// By place: when the walk came to it, and the highest place that an edge from below it leads to.
    time: Vec<u16>,
    highest: Vec<u16>,
    holds: Vec<bool>,
    way: Vec<(u16, u32)>,
    /// By place: one that it hangs together with.
    parent: Vec<u16>,
    met: Vec<u16>,
}

const UNSEEN: u16 = u16::MAX;

impl<const V: usize, const W: usize> Web<V, W> {
    /// `None`: an edge leads from a place to itself.
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

    /// Chosen variables hang together.
    pub(super) fn connect(&self, planes: &mut Planes<V, W>, with: &mut Scratch) -> Result<Set<W>, Refuted> {
        let (may, may_not) = self.sides.of(planes);
        let sure: Set<W> = std::array::from_fn(|w| may[w] & !may_not[w]);
        let Some(first) = (0..W).find(|&w| sure[w] != 0) else { return Ok([0; W]) };
        let first = first * 64 + sure[first].trailing_zeros() as usize;
        let (reached, cuts) = self.walk(first, &may, &sure, with);
        if (0..W).any(|w| sure[w] & !reached[w] != 0) {
            return Err(Refuted);
        }
        let open: Set<W> = std::array::from_fn(|w| may[w] & may_not[w]);
        let out: Set<W> = std::array::from_fn(|w| open[w] & !reached[w]);
        let needed: Set<W> = std::array::from_fn(|w| open[w] & reached[w] & cuts[w]);
        self.sides.set(planes, &out, false);
        self.sides.set(planes, &needed, true);
        Ok(std::array::from_fn(|w| out[w] | needed[w]))
    }

    /// The places that can be reached from one through some, and those without which one that counts
    /// is out of reach.
    fn walk(&self, from: usize, passes: &Set<W>, counts: &Set<W>, with: &mut Scratch) -> (Set<W>, Set<W>) {
        let Scratch { time, highest, holds, way, .. } = with;
        time.clear();
        time.resize(self.places, UNSEEN);
        highest.resize(self.places, 0);
        holds.resize(self.places, false);
        let has = |set: &Set<W>, place: usize| set[place / 64] >> (place % 64) & 1 == 1;
        let (mut reached, mut cuts, mut now) = ([0; W], [0; W], 1);
        way.clear();
        way.push((from as u16, self.start[from]));
        (time[from], highest[from], holds[from]) = (0, 0, has(counts, from));
        reached[from / 64] |= 1 << (from % 64);
        while let Some((place, edge)) = way.last_mut() {
            let place = usize::from(*place);
            if *edge < self.start[place + 1] {
                let next = usize::from(self.to[*edge as usize]);
                *edge += 1;
                if time[next] != UNSEEN {
                    highest[place] = highest[place].min(time[next]);
                } else if has(passes, next) {
                    (time[next], highest[next], holds[next]) = (now, now, has(counts, next));
                    reached[next / 64] |= 1 << (next % 64);
                    now += 1;
                    way.push((next as u16, self.start[next]));
                }
                continue;
            }
            way.pop();
            if let Some(&(above, _)) = way.last() {
                let above = usize::from(above);
                highest[above] = highest[above].min(highest[place]);
                if holds[place] && highest[place] >= time[above] {
                    cuts[above / 64] |= 1 << (above % 64);
                }
                holds[above] |= holds[place];
            }
        }
        (reached, cuts)
    }

    /// Chosen variables make no cycle.
    pub(super) fn part(&self, planes: &mut Planes<V, W>, with: &mut Scratch) -> Result<Set<W>, Refuted> {
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
            return Err(Refuted);
        }
        // By part: the last place that was found beside it.
        met.clear();
        met.resize(self.places + 1, UNSEEN);
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
                let at = At::of(place);
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

/// Joins two places; `false` if they were joined before.
fn unite(parent: &mut [u16], a: usize, b: usize) -> bool {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a] = b as u16;
    a != b
}
