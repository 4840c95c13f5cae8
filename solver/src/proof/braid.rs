//! The braid rating of a puzzle (Berthier's B): the most truths of a least core on the way of
//! simplest removals first. A core of depth-1 trial is a braid, and its number of truths the
//! braid's length.

use super::cores::CoreLimits;
use super::prove::Prover;
use crate::trial::TrialNet;
use crate::{Domain, Limits, Literal, Stop};

/// How a rating came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Braid {
    /// Solved by braids of at most so many truths; 0: by singles alone.
    Length(usize),
    /// At some point no trial of depth 1 strikes anything, or only by longer braids than asked for.
    Beyond,
    /// The candidates contradict each other.
    Contradiction,
    /// A limit was reached.
    GaveUp(Stop),
}

/// Truths fired for one candidate and length at most.
const FIRES: u64 = 2_000_000;

/// The braid rating from the given candidates, by braids of at most `most` truths. `limits.nodes`
/// counts assumptions.
pub fn braid_rating(net: &TrialNet<'_>, domains: &[Domain], most: usize, limits: &Limits) -> Braid {
    let clock = limits.start();
    let Ok(mut prover) = Prover::new(net, domains, limits) else { return Braid::Contradiction };
    let cores = CoreLimits { fires: FIRES, keep: 1, ..CoreLimits::default() };
    let mut rating = 0;
    while !prover.state().is_solved(net) {
        let goals = prover.refutable(1);
        let mut hits: Vec<Literal> = Vec::new();
        let mut size = 0;
        while hits.is_empty() && size < most {
            size += 1;
            for &goal in &goals {
                if let Some(stop) = clock.expired() {
                    return Braid::GaveUp(stop);
                }
                let found = prover.cores_of_size(goal, size, &cores);
                if !found.cores.is_empty() {
                    hits.push(goal);
                } else if !found.complete {
                    return Braid::GaveUp(Stop::Nodes);
                }
            }
        }
        if hits.is_empty() {
            return clock.expired().map_or(Braid::Beyond, Braid::GaveUp);
        }
        rating = rating.max(size);
        for goal in hits {
            if prover.strike(goal).is_err() {
                return Braid::Contradiction;
            }
        }
    }
    Braid::Length(rating)
}
