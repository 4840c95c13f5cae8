//! Trial-1 at the root, once a search has turned out not to be short: every literal of the key
//! atoms is assumed once; what fails is learnt.

use super::core::Engine;
use super::literal::{Atom, Lit};
use super::propagate::Fixpoint;
use super::reason::Why;
use crate::Stop;

/// Events that count as much as one propagator call.
const EVENTS_PER_CALL: u64 = 16;

impl Engine {
    /// Is it time for probing? It comes once.
    pub fn is_probing_due(&self) -> bool {
        self.policy.probe && !self.keys.is_empty() && self.effort.conflicts >= self.policy.probe_after
    }

    /// Goes back to the root and probes there within the policy's budget, which counts propagator
    /// calls and events, not time.
    ///
    /// # Errors
    /// The limit that ended it.
    pub fn probe(&mut self) -> Result<(), Stop> {
        self.back_to(0);
        let keys = std::mem::take(&mut self.keys);
        self.probe_all(&keys)
    }

    fn probe_all(&mut self, keys: &[Atom]) -> Result<(), Stop> {
        let start = self.work();
        let budget = (self.policy.probe_calls * keys.len() as u64).min(self.policy.probe_share * start);
        loop {
            let (mut probes, mut failed) = (0, 0);
            for &atom in keys {
                for lit in [atom.positive(), !atom.positive()] {
                    if !self.consistent || !self.trail.is_open(lit) || self.work() - start > budget {
                        break;
                    }
                    probes += 1;
                    failed += u64::from(self.probe_literal(lit)?);
                }
            }
            self.effort.probes += probes;
            self.effort.failed_probes += failed;
            let pays = failed * self.policy.probe_yield >= probes && failed > 0;
            if !self.consistent || !pays || self.work() - start > budget {
                return Ok(());
            }
        }
    }

    fn work(&self) -> u64 {
        self.effort.calls + self.effort.events / EVENTS_PER_CALL
    }

    /// Assumes a literal at the root. If it fails, its negation and what was learnt hold from then
    /// on.
    fn probe_literal(&mut self, lit: Lit) -> Result<bool, Stop> {
        self.decide(lit);
        match self.propagate() {
            Fixpoint::Stable => {
                self.back_to(0);
                Ok(false)
            }
            Fixpoint::Stopped(stop) => Err(stop),
            Fixpoint::Conflict => {
                self.learn();
                self.back_to(0);
                self.settle_root()?;
                // The unique implication point may be another literal than the one assumed.
                if self.consistent && self.trail.is_open(lit) {
                    self.trail.set(!lit, Why::Given);
                    self.settle_root()?;
                }
                Ok(true)
            }
        }
    }

    /// Propagates at the root; a conflict there means that there is no solution.
    pub fn settle_root(&mut self) -> Result<(), Stop> {
        if !self.consistent {
            return Ok(());
        }
        match self.propagate() {
            Fixpoint::Stable => Ok(()),
            Fixpoint::Conflict => {
                self.consistent = false;
                Ok(())
            }
            Fixpoint::Stopped(stop) => Err(stop),
        }
    }
}
