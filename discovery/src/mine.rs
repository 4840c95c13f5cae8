//! The mining pass over records.

use crate::cluster::{Clusters, Example};
use crate::stall::{Options, Walk, walk};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};
use tesuji_genre::{ClueView, Genre, Puzzle, Record, View};
use tesuji_solver::Clock;
use tesuji_solver::trial::TrialNet;

/// Mines records, in parallel, within the time of the options; the result does not depend on the number of threads or the order of records, but for those that
/// the time cuts off.
pub fn mine(genre: &'static dyn Genre, records: &[Record], options: &Options) -> Clusters {
    let (empty, clock) = (|| Clusters::new(options.examples), options.limits.start());
    records.par_iter().map(|record| visit(genre, record, options, &clock)).reduce(empty, Clusters::merge)
}

/// Puzzles that were given: one that is given again would be one more that a cluster occurs in. (Positions see to that themselves, images
/// included: [`first_moves`](crate::first_moves).)
#[derive(Clone, Debug, Default)]
pub struct Given(HashSet<(String, String)>);

impl Given {
    /// Was it not given before?
    pub fn is_new(&mut self, record: &Record) -> bool {
        self.0.insert((record.size.clone(), record.puzzle.clone()))
    }
}

fn visit(genre: &'static dyn Genre, record: &Record, options: &Options, clock: &Clock) -> Clusters {
    let mut into = Clusters::new(options.examples);
    into.summary.puzzles = 1;
    let puzzle = Puzzle::new(genre, record.size.clone(), record.puzzle.clone());
    let view = match genre.view(&puzzle) {
        Ok(View::Clues(view)) => view,
        Ok(View::Reading) => {
            into.summary.bad = 1;
            into.refused.add(record, "read without a network");
            return into;
        }
        Err(bad) => {
            into.summary.bad = 1;
            into.refused.add(record, &bad.to_string());
            return into;
        }
    };
    one(&view, genre, record, (options, clock), &mut into);
    into
}

fn one(view: &ClueView, genre: &dyn Genre, record: &Record, (options, clock): (&Options, &Clock), into: &mut Clusters) {
    let net = TrialNet::new(&view.network);
    let mut shapes = BTreeSet::new();
    let mut found = Vec::new();
    let end = walk(&net, &view.domains, genre.catalog(), (options, clock), &mut |domains, hit| {
        let first = shapes.insert(hit.shape.clone());
        let example = Example {
            candidates: domains.iter().map(|d| d.len()).sum(),
            id: record.id.clone(),
            puzzle: record.puzzle.clone(),
            size: record.size.clone(),
            domains: domains.to_vec(),
            goal: hit.goal,
            core: hit.core,
            depth: hit.depth,
        };
        found.push((hit.shape, hit.unlocks, first, example));
    });
    match end {
        Walk::Known => into.summary.known = 1,
        Walk::Solved => into.summary.solved = 1,
        Walk::Stuck => into.summary.stuck = 1,
        Walk::Cut => {
            into.summary.unfinished = 1;
            return;
        }
        // Nothing of a puzzle without solution counts: everything follows from it.
        Walk::Contradiction => {
            into.summary.bad = 1;
            into.refused.add(record, "no solution");
            return;
        }
    }
    for (shape, unlocks, first, example) in found {
        into.add(shape, unlocks, first, example);
    }
}
