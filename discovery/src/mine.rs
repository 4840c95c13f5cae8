//! The mining pass over records.

use crate::cluster::{Clusters, Example, Part};
use crate::shape::Pattern;
use crate::stall::{Instance, Options, Stall, Struck, Walk, walk};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use tesuji_genre::{ClueView, Genre, Puzzle, Record, View};
use tesuji_solver::trial::TrialNet;
use tesuji_solver::{Clock, Domain, Limits, Literal, Network};

/// Mines records, in parallel, within the time of the options; the result does not depend on the
/// number of threads or the order of records, but for those that the time cuts off.
pub fn mine(genre: &'static dyn Genre, records: &[Record], options: &Options) -> Clusters {
    let (empty, clock) = (|| Clusters::new(options.examples), options.limits.start());
    records.par_iter().map(|record| visit(genre, record, options, &clock)).reduce(empty, Clusters::merge)
}

/// Prints of the puzzles that were given: one that is given again would be one more that a cluster
/// occurs in. (Positions see to that themselves, images included:
/// [`first_moves`](crate::first_moves).)
#[derive(Clone, Debug, Default)]
pub struct Given(HashSet<[u64; 2]>);

impl Given {
    /// Was it not given before?
    pub fn is_new(&mut self, record: &Record) -> bool {
        let print = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &record.size, &record.puzzle).hash(&mut hasher);
            hasher.finish()
        };
        self.0.insert([print(0), print(1)])
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

fn one(view: &ClueView, genre: &dyn Genre, record: &Record, (options, all): (&Options, &Clock), into: &mut Clusters) {
    let net = TrialNet::new(&view.network);
    let own = Limits { interrupt: options.limits.interrupt.clone(), ..Limits::default() };
    let own = own.with_time(options.time_each.min(all.remaining())).start();
    let mut tally = Tally::new(&view.network, record);
    let clock = &own;
    let catalog = options.catalog.as_ref().unwrap_or(genre.catalog());
    let end = walk(&net, &view.domains, catalog, (options, clock), &mut |stall| tally.add(stall));
    match end {
        Walk::Known => into.summary.known = 1,
        Walk::Solved => {
            into.summary.solved = 1;
            tally.finish();
        }
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
    tally.count(into);
}

fn example(record: &Record, domains: &[Domain], instance: &Instance, goal: Literal) -> Example {
    Example {
        candidates: domains.iter().map(|d| d.len()).sum(),
        id: record.id.clone(),
        puzzle: record.puzzle.clone(),
        size: record.size.clone(),
        domains: domains.to_vec(),
        goal,
        core: instance.core.clone(),
        depth: instance.depth,
        evidence: instance.evidence.clone(),
    }
}

/// What one puzzle adds to the clusters.
struct Tally<'a> {
    net: &'a Network,
    record: &'a Record,
    by_form: BTreeMap<String, Part>,
    /// By removal: how plain its plainest form is, and the forms that are as plain.
    plainest: BTreeMap<Literal, ((u32, u32), BTreeSet<String>)>,
    /// The forms that show every removal so far; `None` before the first.
    shown: Option<BTreeSet<String>>,
    removals: u64,
    incomplete: u64,
}

impl<'a> Tally<'a> {
    fn new(net: &'a Network, record: &'a Record) -> Self {
        Tally {
            net,
            record,
            by_form: BTreeMap::new(),
            plainest: BTreeMap::new(),
            shown: None,
            removals: 0,
            incomplete: 0,
        }
    }

    fn add(&mut self, stall: Stall) {
        let Stall { domains, instances, struck, complete } = stall;
        self.incomplete += u64::from(!complete);
        self.removals += struck.len() as u64;
        for instance in &instances {
            let form = &instance.form;
            let part = self.by_form.entry(form.key.clone()).or_insert_with(|| Part::new(form));
            part.form.keep_plainest(form);
            part.cores += u64::from(instance.is_new);
            for goal in &instance.goals {
                let best = self.plainest.entry(*goal).or_insert_with(|| (form.plainness(), BTreeSet::new()));
                if form.plainness() < best.0 {
                    *best = (form.plainness(), BTreeSet::new());
                }
                if form.plainness() == best.0 {
                    best.1.insert(form.key.clone());
                }
            }
            if part.examples.is_empty() {
                part.examples.push(example(self.record, &domains, instance, instance.goals[0]));
            }
        }
        for Struck { goal, by, unlocks } in struck {
            let shows = instances.iter().filter(|i| i.goals.contains(&goal)).map(|i| &i.form.key);
            self.shown = Some(match self.shown.take() {
                None => shows.cloned().collect(),
                Some(own) => shows.filter(|key| own.contains(*key)).cloned().collect(),
            });
            let Some(instance) = by.map(|i| &instances[i]) else { continue };
            let example = example(self.record, &domains, instance, goal);
            // Proofs that are no trials can be large: their forms are all that is told apart.
            let variant = match &instance.evidence {
                Some(_) => instance.form.key.clone(),
                None => Pattern { net: self.net, domains: &domains, goal, core: &instance.core }.shape().1.form,
            };
            let Some(part) = self.by_form.get_mut(&instance.form.key) else { continue };
            part.seen += 1;
            part.unlocks += u64::from(unlocks);
            *part.variants.entry(variant).or_default() += 1;
            part.examples.push(example);
        }
    }

    /// The puzzle is solved: which forms would have done it alone?
    fn finish(&mut self) {
        for key in self.shown.iter().flatten() {
            if let Some(part) = self.by_form.get_mut(key) {
                part.finishes = true;
            }
        }
    }

    fn count(mut self, into: &mut Clusters) {
        for key in self.plainest.values().flat_map(|(_, keys)| keys) {
            if let Some(part) = self.by_form.get_mut(key) {
                part.is_plain = true;
            }
        }
        into.summary.removals += self.removals;
        into.summary.incomplete += self.incomplete;
        for (_, part) in self.by_form {
            into.add(part);
        }
    }
}
