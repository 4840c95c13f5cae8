//! Runs of chosen variables along a line, with given lengths.

use super::chosen::Chosen;
use super::runs_bits::{LineBits, MOST_CELLS, RunPlacements};
use crate::engine::Posting;
use crate::engine::forms::Line;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, NetworkError, Rule, RuleKind, Signed, Store, Value, Var, not};

/// Along the line of variables the chosen ones form runs of exactly these lengths, in this order,
/// at least one variable that is not chosen between two of them.
#[derive(Clone, Debug)]
pub struct Runs {
    chosen: Chosen,
    lengths: Vec<u32>,
}

impl Runs {
    /// Variables `vars`, along the line, are chosen by `values`.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when a run has no length.
    pub fn new(vars: Vec<Var>, values: Domain, lengths: Vec<u32>) -> Result<Self, NetworkError> {
        if lengths.contains(&0) {
            let why = "a run of length 0".into();
            return Err(NetworkError::Malformed { kind: RuleKind::Runs, why });
        }
        Ok(Runs { chosen: Chosen { vars, values }, lengths })
    }

    /// `fits[i][k]`: the first `i` variables can hold the first `k` runs, each followed by a gap or
    /// by the end of what was looked at; `states` and `lengths` may be mirrored.
    fn fits(states: &[Option<bool>], lengths: &[u32]) -> Vec<Vec<bool>> {
        let n = states.len();
        // One more place behind the end, which is never chosen, so that each run is followed by a
        // gap.
        let may = |i: usize, chosen: bool| if i == n { !chosen } else { states[i] != Some(!chosen) };
        let mut fits = vec![vec![false; lengths.len() + 1]; n + 2];
        fits[0][0] = true;
        for i in 0..=n {
            for k in 0..=lengths.len() {
                if !fits[i][k] {
                    continue;
                }
                if may(i, false) {
                    fits[i + 1][k] = true;
                }
                if let Some(&length) = lengths.get(k) {
                    let end = i.saturating_add(length as usize);
                    if end <= n && (i..end).all(|c| may(c, true)) && may(end, false) {
                        fits[end + 1][k + 1] = true;
                    }
                }
            }
        }
        fits
    }

    /// `fits` from the front and, mirrored, from the back.
    fn fits_both_ways(states: &[Option<bool>], lengths: &[u32]) -> [Vec<Vec<bool>>; 2] {
        let mirrored: Vec<Option<bool>> = states.iter().rev().copied().collect();
        let from_back: Vec<u32> = lengths.iter().rev().copied().collect();
        [Self::fits(states, lengths), Self::fits(&mirrored, &from_back)]
    }

    /// By run: the first and the last place at which it begins in some placement of all runs;
    /// `None` when there is no placement.
    pub(crate) fn starts(states: &[Option<bool>], lengths: &[u32]) -> Option<Vec<(usize, usize)>> {
        if states.len() > MOST_CELLS {
            return Self::starts_plainly(states, lengths);
        }
        Some(LineBits::of(states).placements(lengths)?.starts(lengths.len()).collect())
    }

    /// The same for lines of any length.
    fn starts_plainly(states: &[Option<bool>], lengths: &[u32]) -> Option<Vec<(usize, usize)>> {
        let [before, after] = Self::fits_both_ways(states, lengths);
        let (n, runs) = (states.len(), lengths.len());
        if !before[n + 1][runs] {
            return None;
        }
        let begins = |k: usize, i: usize| {
            let end = i.saturating_add(lengths[k] as usize);
            let free = end <= n && states[i..end].iter().all(|&s| s != Some(false));
            free && before[i][k] && after[n - end][runs - k - 1] && (end == n || states[end] != Some(true))
        };
        (0..runs).map(|k| Some(((0..n).find(|&i| begins(k, i))?, (0..n).rfind(|&i| begins(k, i))?))).collect()
    }
}

impl Runs {
    /// Of each variable: is it chosen in some placement of all runs, and is it left in some? `None`
    /// if there is no placement.
    fn possible(&self, states: &[Option<bool>]) -> Option<Vec<[bool; 2]>> {
        if states.len() > MOST_CELLS {
            return self.possible_plainly(states);
        }
        let RunPlacements { chosen, left, .. } = LineBits::of(states).placements(&self.lengths)?;
        Some((0..states.len()).map(|i| [chosen >> i & 1 == 1, left >> i & 1 == 1]).collect())
    }

    /// The same for lines of any length.
    fn possible_plainly(&self, states: &[Option<bool>]) -> Option<Vec<[bool; 2]>> {
        let (n, runs) = (states.len(), self.lengths.len());
        let [before, after] = Self::fits_both_ways(states, &self.lengths);
        if !before[n + 1][runs] {
            return None;
        }
        let (mut some_in, mut some_out) = (vec![false; n], vec![false; n]);
        for k in 0..=runs {
            for i in 0..n {
                // A gap at `i`: the first k runs before it, the rest behind it.
                let gap = before[i][k] && states[i] != Some(true) && after[n - i][runs - k];
                some_out[i] |= gap;
                let Some(&length) = self.lengths.get(k) else { continue };
                let end = i.saturating_add(length as usize);
                // The run itself at `i`, a gap before it being part of what `before` says.
                let free = end <= n && (i..end).all(|c| states[c] != Some(false));
                if free && before[i][k] && after[n - end][runs - k - 1] && (end == n || states[end] != Some(true)) {
                    some_in[i..end].fill(true);
                    if end < n {
                        some_out[end] = true;
                    }
                }
            }
        }
        Some(some_in.into_iter().zip(some_out).map(|(a, b)| [a, b]).collect())
    }
}

/// Where a run starts, counted from its first possible place.
struct Starts {
    /// "There or before", for each place but the last possible one.
    by: Vec<Signed>,
}

impl Starts {
    fn new(to: &mut dyn Encoder, slack: usize) -> Starts {
        let by: Vec<Signed> = (0..slack).map(|_| (to.fresh(), true)).collect();
        by.windows(2).for_each(|pair| to.implies(&[pair[0]], &[pair[1]]));
        Starts { by }
    }

    /// Literals that together say that it starts between two places, both included.
    fn within(&self, low: usize, high: usize) -> Vec<Signed> {
        let late = low.checked_sub(1).map(|before| not(self.by[before]));
        self.by.get(high).copied().into_iter().chain(late).collect()
    }
}

impl Rule for Runs {
    fn kind(&self) -> RuleKind {
        RuleKind::Runs
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let chosen = self.chosen.of(value);
        let runs: Vec<u32> = chosen.chunk_by(|a, b| a == b).filter(|c| c[0]).map(|c| c.len() as u32).collect();
        runs == self.lengths
    }

    /// Generalised arc consistency: a variable is chosen, or not, where some placement of all runs
    /// has it so.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let states = self.chosen.states(at)?;
        let kept = self.possible(&states).ok_or_else(Conflict::default)?;
        for (i, [some_in, some_out]) in kept.into_iter().enumerate().filter(|(i, _)| states[*i].is_none()) {
            if !some_in || !some_out {
                self.chosen.set(at, i, some_in)?;
            }
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    /// For each run literals "it starts at this place or before". All runs have the same slack.
    fn encode(&self, to: &mut dyn Encoder) {
        let chosen = self.chosen.signed(to);
        let n = chosen.len() as u64;
        let length: u64 = self.lengths.iter().map(|&l| u64::from(l) + 1).sum::<u64>().saturating_sub(1);
        let Some(slack) = n.checked_sub(length).map(|s| s as usize) else {
            to.clause(&[]);
            return;
        };
        let mut covers: Vec<Vec<Signed>> = vec![Vec::new(); chosen.len()];
        let mut before: Option<Starts> = None;
        let mut first = 0;
        for &length in &self.lengths {
            let starts = Starts::new(to, slack);
            for s in 0..slack {
                // The run before it starts no later in its own slack.
                if let Some(before) = &before {
                    to.implies(&[starts.by[s]], &[before.by[s]]);
                }
            }
            for s in 0..=slack {
                let start = starts.within(s, s);
                for &cell in &chosen[first + s..first + s + length as usize] {
                    to.implies(&start, &[cell]);
                }
            }
            let reach = covers.iter_mut().enumerate().skip(first).take(slack + length as usize);
            for (cell, covers) in reach {
                let low = (cell + 1).saturating_sub(first + length as usize);
                let covered = (to.fresh(), true);
                for condition in starts.within(low, slack.min(cell - first)) {
                    to.implies(&[covered], &[condition]);
                }
                covers.push(covered);
            }
            before = Some(starts);
            first += length as usize + 1;
        }
        for (cell, covers) in chosen.iter().zip(&covers) {
            to.implies(&[*cell], covers);
        }
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        match Line::new(literals, self.lengths.clone()) {
            Some(line) => to.propagator(Box::new(line)),
            None => to.from_prune(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits and the plain form say the same of every line of up to seven cells with every set of
    /// runs, those that don't fit among them.
    #[test]
    fn bits_say_what_the_plain_form_says() {
        let mut sets: Vec<Vec<u32>> = vec![Vec::new()];
        for _ in 0..3 {
            let longer: Vec<Vec<u32>> =
                sets.iter().flat_map(|set| (1..=8).map(|length| [&set[..], &[length]].concat())).collect();
            sets.extend(longer);
        }
        sets.sort();
        sets.dedup();
        for n in 0..=7_u32 {
            let vars: Vec<Var> = (0..n).map(Var).collect();
            for lengths in &sets {
                let runs = Runs::new(vars.clone(), Domain::single(1), lengths.clone()).expect("runs");
                for number in 0..3_usize.pow(n) {
                    let state = |i: u32| [None, Some(false), Some(true)][number / 3_usize.pow(i) % 3];
                    let states: Vec<Option<bool>> = (0..n).map(state).collect();
                    assert_eq!(runs.possible(&states), runs.possible_plainly(&states), "{states:?} {lengths:?}");
                    let starts = Runs::starts(&states, lengths);
                    assert_eq!(starts, Runs::starts_plainly(&states, lengths), "{states:?} {lengths:?}");
                }
            }
        }
    }
}
