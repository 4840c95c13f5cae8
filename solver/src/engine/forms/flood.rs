//! What propagators on graphs share: states of places, floods, and small separators for reasons.

use crate::engine::{Lit, Past, Trail};
use crate::rules::Graph;
use crate::rules::cut_places::{CutSearch, Subtree};

/// What is known of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    In,
    Out,
    Open,
}

/// Finds the place of a literal, whatever its sign.
#[derive(Clone, Debug)]
pub(super) struct LitIndex {
    /// The least atom, and from it on the places.
    first: usize,
    places: Vec<u32>,
}

impl LitIndex {
    pub fn new(literals: &[Lit]) -> LitIndex {
        let atoms = || literals.iter().map(|l| l.atom().index()).filter(|&a| a > 0);
        let first = atoms().min().unwrap_or(0);
        let mut places = vec![u32::MAX; atoms().max().map_or(0, |m| m + 1 - first)];
        for (i, lit) in literals.iter().enumerate().filter(|(_, l)| l.atom().index() > 0) {
            places[lit.atom().index() - first] = i as u32;
        }
        LitIndex { first, places }
    }

    #[inline]
    pub fn place(&self, lit: Lit) -> usize {
        let found = lit.atom().index().checked_sub(self.first).and_then(|i| self.places.get(i));
        found.map_or(NOWHERE, |&p| if p == u32::MAX { NOWHERE } else { p as usize })
    }
}

/// Places with literals on a graph, and scratch memory for floods.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub literals: Vec<Lit>,
    pub graph: Graph,
    pub states: Vec<State>,
    index: LitIndex,
    /// By place: the number of the flood that reached it last, and whether as its border.
    mark: Vec<u32>,
    stamp: u32,
    /// By place: steps from where the last flood that reached it began.
    distance: Vec<u32>,
}

/// No place, or none to be left out.
pub(super) const NOWHERE: usize = usize::MAX;

/// What a flood found.
pub(super) struct Flood {
    /// Places reached, in order.
    pub inside: Vec<usize>,
    /// Places out of the question that it met.
    pub border: Vec<usize>,
}

impl Places {
    pub fn new(literals: Vec<Lit>, graph: Graph) -> Places {
        let n = literals.len();
        let index = LitIndex::new(&literals);
        Places {
            literals,
            graph,
            states: vec![State::Open; n],
            index,
            mark: vec![0; n],
            stamp: 0,
            distance: vec![0; n],
        }
    }

    /// The place of which a literal speaks; none for the constant literals.
    pub fn place(&self, lit: Lit) -> usize {
        self.index.place(lit)
    }

    pub fn load(&mut self, trail: &Trail) {
        for (state, &lit) in self.states.iter_mut().zip(&self.literals) {
            *state = if trail.is_true(lit) {
                State::In
            } else if trail.is_false(lit) {
                State::Out
            } else {
                State::Open
            };
        }
    }

    pub fn load_past(&mut self, past: Past<'_>) {
        for (state, &lit) in self.states.iter_mut().zip(&self.literals) {
            *state = if past.is_true(lit) {
                State::In
            } else if past.is_false(lit) {
                State::Out
            } else {
                State::Open
            };
        }
    }

    pub fn is_in(&self, place: usize) -> bool {
        self.states[place] == State::In
    }

    /// Was the place inside the last flood?
    pub fn is_inside(&self, place: usize) -> bool {
        self.mark[place] == self.stamp
    }

    /// Floods from some places through places that `passes`, at most `reach` steps far and without
    /// `cut`.
    pub fn flood(&mut self, from: &[usize], cut: usize, reach: usize, passes: impl Fn(State) -> bool) -> Flood {
        self.stamp += 2;
        let (inner, border_mark) = (self.stamp, self.stamp - 1);
        let (mut inside, mut border) = (from.to_vec(), Vec::new());
        for &place in from {
            self.mark[place] = inner;
            self.distance[place] = 0;
        }
        let mut at = 0;
        while at < inside.len() {
            let steps = self.distance[inside[at]] + 1;
            if steps as usize > reach {
                break;
            }
            for &next in self.graph.beside(inside[at]) {
                let next = next as usize;
                if self.mark[next] >= border_mark || next == cut {
                    continue;
                }
                self.distance[next] = steps;
                if passes(self.states[next]) {
                    self.mark[next] = inner;
                    inside.push(next);
                } else {
                    self.mark[next] = border_mark;
                    border.push(next);
                }
            }
            at += 1;
        }
        Flood { inside, border }
    }

    /// The connected places that are in and hold `from` (which counts whatever it is), nearest
    /// first.
    pub fn known_part(&mut self, from: usize) -> Vec<usize> {
        self.flood(&[from], NOWHERE, usize::MAX, |s| s == State::In).inside
    }

    /// What a part can still reach with `reach` more places, without `cut`.
    pub fn room(&mut self, part: &[usize], cut: usize, reach: usize) -> Flood {
        self.flood(part, cut, reach, |s| s != State::Out)
    }

    /// Of the border of the last flood, which had `reach` steps, the places that lie on a way to
    /// `target` of at most so many steps, whatever the states of other places.
    pub fn on_the_way(&mut self, border: &[usize], target: usize, cut: usize, reach: usize) -> Vec<usize> {
        let there: Vec<u32> = border.iter().map(|&p| self.distance[p]).collect();
        self.flood(&[target], cut, reach, |_| true);
        let near = |(i, &p): (usize, &usize)| {
            let is_near = self.mark[p] == self.stamp && (there[i] + self.distance[p]) as usize <= reach;
            is_near.then_some(p)
        };
        border.iter().enumerate().filter_map(near).collect()
    }

    /// The part of places not out that holds `from`.
    pub fn part(&mut self, from: usize, cut: usize) -> Flood {
        self.flood(&[from], cut, usize::MAX, |s| s != State::Out)
    }

    /// Of the places of `wall`, those that can be met from `from` without crossing the wall (or
    /// `cut`).
    fn visible(&mut self, wall: &[usize], from: usize, cut: usize) -> Vec<usize> {
        let states = self.states.clone();
        self.states.fill(State::Open);
        wall.iter().for_each(|&p| self.states[p] = State::Out);
        let seen = self.part(from, cut).border;
        self.states = states;
        seen
    }

    /// Places that are out and separate `a` from `b` (without `cut`): the smaller of the walls seen
    /// from either side.
    pub fn separator(&mut self, a: usize, b: usize, cut: usize) -> Vec<usize> {
        let wall = self.part(a, cut).border;
        let first = self.visible(&wall, b, cut);
        let wall = self.part(b, cut).border;
        let second = self.visible(&wall, a, cut);
        if first.len() <= second.len() { first } else { second }
    }

    /// Of the places for which `which` holds, the one whose literal has been true longest.
    pub fn oldest(&self, past: Past<'_>, which: impl Fn(usize) -> bool) -> Option<usize> {
        let places = (0..self.literals.len()).filter(|&p| self.is_in(p) && which(p));
        places.min_by_key(|&p| (past.time_of(self.literals[p]), p))
    }

    /// Adds the literals "out" of some places.
    pub fn outs(&self, places: &[usize], because: &mut Vec<Lit>) {
        because.extend(places.iter().map(|&p| !self.literals[p]));
    }

    /// Adds the literals "in" of some places.
    pub fn ins(&self, places: &[usize], because: &mut Vec<Lit>) {
        because.extend(places.iter().map(|&p| self.literals[p]));
    }

    /// For each place inside the last flood: how many places, and whether places that are in, it
    /// cuts off from `start`.
    pub fn cut_off(&self, start: usize) -> Vec<(usize, CutOff)> {
        let n = self.literals.len();
        let mut lost = vec![CutOff::default(); n];
        CutSearch::default().walk(
            self.graph.neighbours(),
            start,
            |place| self.is_inside(place),
            |place| CutOff { places: 1, any_in: self.is_in(place) },
            |place, below| lost[place].join(below),
        );
        (0..n)
            .filter(|&p| p != start && self.is_inside(p) && self.states[p] == State::Open)
            .map(|p| (p, lost[p]))
            .collect()
    }
}

/// What a place cuts off.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CutOff {
    /// How many places.
    pub places: usize,
    /// Is one of them in?
    pub any_in: bool,
}

impl Subtree for CutOff {
    fn join(&mut self, child: CutOff) {
        self.places += child.places;
        self.any_in |= child.any_in;
    }
}
