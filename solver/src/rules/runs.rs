//! Runs of chosen variables along a line, with given lengths.

use super::chosen::Chosen;
use crate::engine::Posting;
use crate::engine::forms::Line;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, NetworkError, Rule, RuleKind, Store, Value, Var};

/// Along the line of variables the chosen ones form runs of exactly these lengths, in this order, at least one variable
/// that is not chosen between two of them.
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

    /// `fits[i][k]`: the first `i` variables can hold the first `k` runs, each followed by a gap or by the end of what
    /// was looked at; `states` and `lengths` may be mirrored.
    fn fits(states: &[Option<bool>], lengths: &[u32]) -> Vec<Vec<bool>> {
        let n = states.len();
        // One more place behind the end, which is never chosen, so that each run is followed by a gap.
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

    /// By run: the first and the last place at which it begins in some placement of all runs; `None` when there is no
    /// placement.
    pub(crate) fn starts(states: &[Option<bool>], lengths: &[u32]) -> Option<Vec<(usize, usize)>> {
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

    /// Generalised arc consistency: a variable is chosen, or not, where some placement of all runs has it so.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let states = self.chosen.states(at)?;
        let (n, runs) = (states.len(), self.lengths.len());
        let [before, after] = Self::fits_both_ways(&states, &self.lengths);
        if !before[n + 1][runs] {
            return Err(Conflict::default());
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
        for i in (0..n).filter(|&i| states[i].is_none()) {
            if !some_in[i] || !some_out[i] {
                self.chosen.set(at, i, some_in[i])?;
            }
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, _to: &mut dyn Encoder) {}

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        match Line::new(literals, self.lengths.clone()) {
            Some(line) => to.propagator(Box::new(line)),
            None => to.from_prune(),
        }
    }
}
