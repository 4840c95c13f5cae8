//! All numbers of ko threats from one graph: moves that ignore a ban are edges of their own, and
//! each number of threats says which of them may be used.

use super::graph::{Index, hash};
use crate::Role;
use crate::read::{Area, Ply, State, Supply, cells};
use tesuji_solver::{Limits, Stop};

/// All positions that can arise from some roots if both sides may ignore bans.
pub(in crate::read) struct ThreatGraph {
    /// Places of the positions that it was explored from.
    roots: Vec<u32>,
    pub(in crate::read) states: Vec<State>,
    /// Where the edges from each position begin in `next`; one more at the end.
    start: Vec<u32>,
    /// The position that an edge leads to, and in the lowest bit whether it ignores a ban.
    next: Vec<u32>,
    /// Where the edges to each position begin in `before`; one more at the end.
    begin: Vec<u32>,
    /// The position that an edge comes from, with the same bit.
    before: Vec<u32>,
    /// Places of the positions, where they were asked for.
    index: Option<Index>,
}

/// Whom the moves belong to that ignore a ban, and what comes of them.
pub(in crate::read) enum Ignored<'a> {
    /// Nobody may ignore one.
    Never,
    /// That side always may.
    Always(Role),
    /// That side has threats: one less is left after the move, and this is what the forcer can
    /// force then.
    Once(Role, &'a [bool]),
}

impl ThreatGraph {
    /// Explores from the roots. Positions that are `over` have no successors. With `indexed` the
    /// [places](ThreatGraph::place_of) of positions stay known.
    pub(in crate::read) fn explore(
        area: &Area,
        roots: &[State],
        over: impl Fn(&State) -> bool,
        limits: &Limits,
        indexed: bool,
    ) -> Result<ThreatGraph, Stop> {
        let (mut graph, index) = ThreatGraph::edges(area, roots, over, limits)?;
        // Else its memory is needed for the edges the other way.
        graph.index = indexed.then_some(index);
        graph.turn_round();
        Ok(graph)
    }

    /// The place of a position without threats, if the graph was explored with an index.
    pub(in crate::read) fn place_of(&self, at: &State) -> Option<u32> {
        self.index.as_ref()?.get(at, &self.states)
    }

    /// Positions and the edges from them.
    fn edges(
        area: &Area,
        roots: &[State],
        over: impl Fn(&State) -> bool,
        limits: &Limits,
    ) -> Result<(ThreatGraph, Index), Stop> {
        let clock = limits.start();
        // A position with its place in the index, and about six edges each way.
        let most = (limits.memory / (5 * size_of::<u32>() + size_of::<State>() + 12 * 4)).min(1 << 31);
        let mut states = Vec::new();
        let mut index = Index::default();
        let root = |s: &State| State { supply: Supply::NONE, ..*s };
        let roots = roots.iter().map(|s| index.id(root(s), &mut states)).collect();
        let (mut start, mut next) = (vec![0], Vec::new());
        let mut found = Vec::new();
        let mut at = 0;
        while at < states.len() {
            if let Some(stop) = clock.check(at as u64) {
                return Err(stop);
            }
            if states.len() > most {
                return Err(Stop::Memory);
            }
            let state: State = states[at];
            if !over(&state) {
                let empty = area.all & !state.attacker & !state.defender;
                let supply = match state.turn {
                    Role::Attacker => Supply::ATTACKER_UNLIMITED,
                    Role::Defender => Supply::DEFENDER_UNLIMITED,
                };
                found.clear();
                for ply in cells(empty).map(Ply).chain([Ply::PASS]) {
                    let Some(after) = area.play(&State { supply, ..state }, ply) else { continue };
                    let after = State { supply: Supply::NONE, ..after };
                    found.push((after, hash(&after), u32::from(ply.cell() == Some(state.ko))));
                }
                index.warm(found.iter().map(|f| f.1), &states);
                for &(after, hash, ignores) in &found {
                    next.push(index.id_hashed(after, hash, &mut states) << 1 | ignores);
                }
            }
            start.push(next.len() as u32);
            at += 1;
        }
        let (begin, before) = (Vec::new(), Vec::new());
        Ok((ThreatGraph { roots, states, start, next, begin, before, index: None }, index))
    }

    /// The edges the other way.
    fn turn_round(&mut self) {
        let ThreatGraph { states, start, next, .. } = &*self;
        let n = states.len();
        let mut begin = vec![0_u32; n + 1];
        next.iter().for_each(|to| begin[(to >> 1) as usize + 1] += 1);
        (0..n).for_each(|i| begin[i + 1] += begin[i]);
        let mut before = vec![0_u32; next.len()];
        let mut fill = begin.clone();
        for at in 0..n {
            for &to in &next[start[at] as usize..start[at + 1] as usize] {
                let slot = &mut fill[(to >> 1) as usize];
                before[*slot as usize] = (at as u32) << 1 | to & 1;
                *slot += 1;
            }
        }
        (self.begin, self.before) = (begin, before);
    }

    /// Which positions hold what.
    pub(in crate::read) fn all(&self, what: impl Fn(&State) -> bool) -> Vec<bool> {
        self.states.iter().map(what).collect()
    }

    /// What the roots hold of a labelling.
    pub(in crate::read) fn of_roots(&self, labels: &[bool]) -> Vec<bool> {
        self.roots.iter().map(|&r| labels[r as usize]).collect()
    }

    /// The positions from which `forcer` can force a goal position in finite play: backward from
    /// the goals, a position of the opponent joining when all its successors have.
    pub(in crate::read) fn forced(&self, forcer: Role, goals: &[bool], ignored: &Ignored<'_>) -> Vec<bool> {
        let mut forced = goals.to_vec();
        let mut open = vec![0_u32; self.states.len()];
        let mut todo = Vec::new();
        for (at, state) in self.states.iter().enumerate() {
            let edges = &self.next[self.start[at] as usize..self.start[at + 1] as usize];
            for &edge in edges {
                let counts = edge & 1 == 0 || matches!(ignored, Ignored::Always(role) if *role == state.turn);
                if counts {
                    open[at] += 1;
                } else if let Ignored::Once(role, fewer) = ignored
                    && *role == state.turn
                {
                    match (fewer[(edge >> 1) as usize], state.turn == forcer) {
                        (true, true) => forced[at] = true,
                        // A way out for the opponent that stays open for good.
                        (false, false) => open[at] = u32::MAX / 2,
                        _ => {}
                    }
                }
            }
            if forced[at] {
                todo.push(at as u32);
            }
        }
        while let Some(at) = todo.pop() {
            for &edge in &self.before[self.begin[at as usize] as usize..self.begin[at as usize + 1] as usize] {
                let from = (edge >> 1) as usize;
                let turn = self.states[from].turn;
                if edge & 1 == 1 && !matches!(ignored, Ignored::Always(role) if *role == turn) {
                    continue;
                }
                open[from] -= 1;
                if !forced[from] && (turn == forcer || open[from] == 0) {
                    forced[from] = true;
                    todo.push(from as u32);
                }
            }
        }
        forced
    }
}
