//! The plain kernel: the worklist propagator, for every network that has no lanes.

use crate::{Domain, Literal, Network, Stop, Store, Value, propagate};
use tesuji_lanes::{Job, Probe, Restarts, Run};

/// A network as it is.
pub(crate) struct Plain {
    net: Network,
}

impl Plain {
    pub fn new(net: &Network) -> Plain {
        Plain { net: net.clone() }
    }

    fn root(&self, domains: &[Domain]) -> Store<'_> {
        let own = self.net.domains().iter().enumerate();
        Store::from_domains(&self.net, own.map(|(i, &d)| domains.get(i).map_or(d, |&x| d & x)).collect())
    }

    /// Depth-first search, by random choices with `restarts`; the search gives up after `end`
    /// nodes.
    fn go(&self, root: &Store<'_>, job: &mut Job<'_>, mut restarts: Option<&mut Restarts<'_>>, end: u64) -> Stop {
        // Each entry is a state still to be propagated.
        let mut stack: Vec<Store<'_>> = Vec::new();
        let mut at = root.clone();
        let mut open = true;
        loop {
            if open && job.probe != Probe::Never && (job.stats.nodes == 0 || job.probe == Probe::EveryNode) {
                open = match self.probe(&mut at, job) {
                    Ok(open) => open,
                    Err(stop) => return stop,
                };
            }
            if open {
                let choice = match restarts.as_deref_mut() {
                    None => first_choice(&at),
                    Some(restarts) => random_choice(&at, restarts),
                };
                if let Some(literal) = choice {
                    let mut other = at.clone();
                    if other.remove(literal.var, Domain::single(literal.value)).is_ok() {
                        stack.push(other);
                    }
                    // A candidate of the domain: never a conflict by itself.
                    open = at.assign(literal).is_ok();
                } else {
                    open = false;
                    if let Some(values) = at.values()
                        && self.net.holds(&values)
                    {
                        job.solutions += 1;
                        if let Some(found) = &mut job.found
                            && found(&values).is_break()
                        {
                            return Stop::Interrupted;
                        }
                        if job.solutions >= job.wanted {
                            return Stop::Enough;
                        }
                    }
                }
            }
            if !open {
                match stack.pop() {
                    Some(next) => at = next,
                    None => return Stop::Exhausted,
                }
            }
            if let Some(stop) = job.node() {
                return stop;
            }
            if job.stats.nodes >= end {
                return Stop::Nodes;
            }
            job.stats.propagations += 1;
            open = propagate::propagate_changed(&mut at).is_ok();
        }
    }

    /// Tries every candidate, to a fixpoint; `false` when none is left somewhere.
    fn probe(&self, at: &mut Store<'_>, job: &mut Job<'_>) -> Result<bool, Stop> {
        loop {
            let mut changed = false;
            for var in self.net.vars() {
                for value in at.domain(var).iter() {
                    if at.domain(var).is_single() {
                        break;
                    }
                    job.stats.trials += 1;
                    if let Some(stop) = job.clock.expired() {
                        return Err(stop);
                    }
                    let mut trial = at.clone();
                    let literal = Literal { var, value };
                    if at.domain(var).contains(value)
                        && (trial.assign(literal).is_err() || propagate::propagate_changed(&mut trial).is_err())
                    {
                        if at.remove(var, Domain::single(value)).is_err() || propagate::propagate_changed(at).is_err() {
                            return Ok(false);
                        }
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(true);
            }
        }
    }

    fn start(&self, domains: &[Domain], job: &mut Job<'_>) -> Result<Store<'_>, Stop> {
        if job.wanted == 0 {
            return Err(Stop::Enough);
        }
        let mut root = self.root(domains);
        job.stats.propagations += 1;
        propagate::propagate(&mut root).map_err(|_| Stop::Exhausted)?;
        Ok(root)
    }
}

/// The least value of the first variable with the fewest.
fn first_choice(at: &Store<'_>) -> Option<Literal> {
    let open = at.network().vars().filter(|&v| !at.domain(v).is_single());
    let var = open.min_by_key(|&v| (at.domain(v).len(), v))?;
    Some(Literal { var, value: at.domain(var).min()? })
}

/// A random value of a random variable with the fewest.
fn random_choice(at: &Store<'_>, restarts: &mut Restarts<'_>) -> Option<Literal> {
    let open = || at.network().vars().filter(|&v| !at.domain(v).is_single());
    let least = open().map(|v| at.domain(v).len()).min()?;
    let ties: Vec<_> = open().filter(|&v| at.domain(v).len() == least).collect();
    let var = *ties.get(restarts.below(ties.len() as u32) as usize)?;
    let value = at.domain(var).iter().nth(restarts.below(least.max(1)) as usize)?;
    Some(Literal { var, value })
}

impl Run for Plain {
    fn kernel(&self) -> String {
        "plain".into()
    }

    fn is_plain(&self) -> bool {
        true
    }

    fn search(&self, domains: &[Domain], job: &mut Job<'_>) -> Stop {
        match self.start(domains, job) {
            Ok(root) => self.go(&root, job, None, u64::MAX),
            Err(stop) => stop,
        }
    }

    fn search_givens(&self, givens: &[Value], open: Value, job: &mut Job<'_>) -> Stop {
        let own = self.net.domains().iter().enumerate();
        let domains: Vec<Domain> = own
            .map(|(i, &d)| match givens.get(i) {
                Some(&v) if v != open => d & if v < 64 { Domain::single(v) } else { Domain::EMPTY },
                _ => d,
            })
            .collect();
        self.search(&domains, job)
    }

    fn propagate(&self, domains: &[Domain]) -> Option<Vec<Domain>> {
        let mut at = self.root(domains);
        propagate::propagate(&mut at).ok()?;
        Some(at.domains().to_vec())
    }

    fn random(&self, domains: &[Domain], job: &mut Job<'_>, restarts: &mut Restarts<'_>) -> Stop {
        let root = match self.start(domains, job) {
            Ok(root) => root,
            Err(stop) => return stop,
        };
        let (mut budget, mut start) = (Restarts::first_budget(self.net.len()), 0);
        loop {
            let end = job.stats.nodes.saturating_add(budget);
            match self.go(&root, job, Some(restarts), end) {
                // The start's own budget: only the search's limit ends it all.
                Stop::Nodes if job.clock.check(job.stats.nodes).is_none() => {}
                stop => return stop,
            }
            start += 1;
            budget = Restarts::next_budget(budget, start);
        }
    }
}
