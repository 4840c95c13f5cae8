//! The whole graph of positions that can arise, and who can force what in it.

use crate::Role;
use crate::read::{Area, Ply, State, cells};
use tesuji_solver::{Limits, Stop};

/// All positions reachable from some roots, edges in one list.
pub(super) struct Graph {
    /// Places of the positions that it was explored from.
    pub(super) roots: Vec<u32>,
    pub(super) states: Vec<State>,
    /// Where the successors of each position begin in `next`; one more at the end.
    start: Vec<u32>,
    next: Vec<u32>,
    plies: Vec<Ply>,
}

impl Graph {
    /// Explores from the roots; the first of them comes first. Positions that are `over` have no
    /// successors.
    pub(super) fn explore(
        area: &Area,
        roots: &[State],
        over: impl Fn(&State) -> bool,
        limits: &Limits,
    ) -> Result<Graph, Stop> {
        let clock = limits.start();
        // A position with its place in the index, and about six edges.
        let most = limits.memory / (4 * size_of::<u32>() + size_of::<State>() + 6 * 5);
        let mut graph =
            Graph { roots: Vec::new(), states: Vec::new(), start: vec![0], next: Vec::new(), plies: Vec::new() };
        let mut index = Index::default();
        graph.roots = roots.iter().map(|&root| index.id(root, &mut graph.states)).collect();
        let mut at = 0;
        while at < graph.states.len() {
            if let Some(stop) = clock.check(at as u64) {
                return Err(stop);
            }
            if graph.states.len() > most {
                return Err(Stop::Memory);
            }
            let state = graph.states[at];
            if !over(&state) {
                let empty = area.all & !state.attacker & !state.defender;
                for ply in cells(empty).map(Ply).chain([Ply::PASS]) {
                    let Some(after) = area.play(&state, ply) else { continue };
                    graph.next.push(index.id(after, &mut graph.states));
                    graph.plies.push(ply);
                }
            }
            graph.start.push(graph.next.len() as u32);
            at += 1;
        }
        Ok(graph)
    }

    fn successors(&self, at: usize) -> std::ops::Range<usize> {
        self.start[at] as usize..self.start[at + 1] as usize
    }

    /// The positions from which `forcer` can force a goal position in finite play: backward from
    /// the goals, a position of the opponent joining when all its successors have.
    pub(super) fn forced(&self, forcer: Role, goal: impl Fn(&State) -> bool) -> Vec<bool> {
        let n = self.states.len();
        let mut begin = vec![0_u32; n + 1];
        for &to in &self.next {
            begin[to as usize + 1] += 1;
        }
        for i in 0..n {
            begin[i + 1] += begin[i];
        }
        let mut before = vec![0_u32; self.next.len()];
        let mut fill = begin.clone();
        for at in 0..n {
            for e in self.successors(at) {
                let slot = &mut fill[self.next[e] as usize];
                before[*slot as usize] = at as u32;
                *slot += 1;
            }
        }
        let mut open: Vec<u32> = (0..n).map(|at| self.successors(at).len() as u32).collect();
        let mut forced: Vec<bool> = self.states.iter().map(goal).collect();
        let mut todo: Vec<u32> = (0..n as u32).filter(|&i| forced[i as usize]).collect();
        while let Some(at) = todo.pop() {
            for &p in &before[begin[at as usize] as usize..begin[at as usize + 1] as usize] {
                let p = p as usize;
                open[p] -= 1;
                if !forced[p] && (self.states[p].turn == forcer || open[p] == 0) {
                    forced[p] = true;
                    todo.push(p as u32);
                }
            }
        }
        forced
    }

    /// A first move from the root to a position of which `wanted` holds.
    pub(super) fn move_to(&self, wanted: impl Fn(usize) -> bool) -> Option<Ply> {
        self.successors(0).find(|&e| wanted(self.next[e] as usize)).map(|e| self.plies[e])
    }
}

/// The places of positions in a list of them: open addressing, for each entry a place in the list
/// and half of the hash.
pub(super) struct Index {
    /// Half of the hash above, place and one below; 0 where there is none.
    slots: Vec<u64>,
    used: usize,
}

/// Every bit of the position in every bit.
pub(super) fn hash(at: &State) -> u64 {
    let mix = |x: u64| {
        let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^ x >> 32
    };
    let rest = u64::from(at.ko) << 9 | u64::from(at.turn == Role::Defender) << 8 | u64::from(at.supply.0 as u8);
    mix(mix(mix(at.attacker) ^ at.defender) ^ rest)
}

impl Default for Index {
    fn default() -> Self {
        Index { slots: vec![0; 1 << 10], used: 0 }
    }
}

impl Index {
    /// Loads that don't wait for each other: what the positions with these hashes are compared with
    /// is in the cache then.
    pub(super) fn warm(&self, hashes: impl Iterator<Item = u64> + Clone, states: &[State]) {
        let mask = self.slots.len() - 1;
        let mut sum = hashes.clone().fold(0, |sum, hash| sum ^ self.slots[hash as usize & mask]);
        for hash in hashes {
            let place = self.slots[hash as usize & mask] as u32;
            sum ^= states.get((place as usize).wrapping_sub(1)).map_or(0, |s| s.attacker);
        }
        std::hint::black_box(sum);
    }

    /// The slot of a position, or the free one where it belongs.
    fn slot(&self, state: &State, hash: u64, states: &[State]) -> usize {
        let mask = self.slots.len() - 1;
        let mut i = hash as usize & mask;
        while self.slots[i] != 0
            && (self.slots[i] >> 32 != hash >> 32 || states[self.slots[i] as u32 as usize - 1] != *state)
        {
            i = (i + 1) & mask;
        }
        i
    }

    /// The place of a position that is in the list.
    pub(super) fn get(&self, state: &State, states: &[State]) -> Option<u32> {
        let slot = self.slot(state, hash(state), states);
        (self.slots[slot] != 0).then(|| self.slots[slot] as u32 - 1)
    }

    /// The place of a position, which is added to the list if it is new.
    pub(super) fn id(&mut self, state: State, states: &mut Vec<State>) -> u32 {
        self.id_hashed(state, hash(&state), states)
    }

    /// The same, with the hash.
    pub(super) fn id_hashed(&mut self, state: State, hash: u64, states: &mut Vec<State>) -> u32 {
        let mut slot = self.slot(&state, hash, states);
        if self.slots[slot] != 0 {
            return self.slots[slot] as u32 - 1;
        }
        if self.used * 2 >= self.slots.len() {
            self.grow(states);
            slot = self.slot(&state, hash, states);
        }
        states.push(state);
        self.used += 1;
        self.slots[slot] = hash >> 32 << 32 | states.len() as u64;
        states.len() as u32 - 1
    }

    fn grow(&mut self, states: &[State]) {
        self.slots = vec![0; self.slots.len() * 2];
        let mask = self.slots.len() - 1;
        for (place, state) in states.iter().enumerate() {
            let hash = hash(state);
            let mut i = hash as usize & mask;
            while self.slots[i] != 0 {
                i = (i + 1) & mask;
            }
            self.slots[i] = hash >> 32 << 32 | (place as u64 + 1);
        }
    }
}
