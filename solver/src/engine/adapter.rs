//! The default propagator: a rule's stateless `prune`, and reasons shrunk by deletion with `prune` as the oracle.

use super::literal::{Atoms, Lit, Meaning};
use super::propagator::{Conflict, Cost, Propagation, Propagator, Wakes};
use super::trail::{Past, Time};
use crate::{Domain, Network, RuleId, Store, Value, Var};

/// A rule's `prune` as a propagator.
pub struct FromPrune {
    /// The rule alone, over the variables 0, 1, …, so that a call costs its scope and not the whole network.
    alone: Network,
    vars: Vec<Var>,
}

/// Of a reason for what is asked.
#[derive(Clone, Copy)]
enum Goal {
    /// The variable (by its place in the scope) loses the value.
    Loses(usize, Value),
    /// The variable takes the value.
    Takes(usize, Value),
    /// The rule can't hold.
    Fails,
}

/// A literal about the scope that was true, and what it leaves its variable.
struct Fact {
    lit: Lit,
    time: Time,
    place: usize,
    keep: Domain,
}

impl FromPrune {
    /// The rule `id` of `net`; `None` if its scope is empty and it holds, so that there is nothing to do.
    pub fn new(net: &Network, id: RuleId, atoms: &Atoms) -> Option<FromPrune> {
        let vars = net.rule(id).scope().to_vec();
        let mut alone = Network::new();
        for &var in &vars {
            alone.add_var(atoms.initial(var));
        }
        let place = |var: Var| Var(vars.iter().position(|&v| v == var).unwrap_or(0) as u32);
        // The same rule over renamed variables is well formed as it was.
        alone.add(net.spec(id).map_vars(place)).ok()?;
        Some(FromPrune { alone, vars })
    }

    /// One call of `prune`; `None` when it reports a conflict.
    fn prune(&self, domains: Vec<Domain>) -> Option<Vec<Domain>> {
        let mut store = Store::from_domains(&self.alone, domains);
        self.alone.rule(RuleId(0)).prune(&mut store).ok()?;
        Some(store.into_domains())
    }

    fn reaches(&self, goal: Goal, domains: Vec<Domain>) -> bool {
        let Some(after) = self.prune(domains) else { return true };
        match goal {
            Goal::Loses(place, value) => !after[place].contains(value),
            Goal::Takes(place, value) => after[place] == Domain::single(value),
            Goal::Fails => false,
        }
    }

    /// The true literals about the scope, oldest first, and the domains that those leave which are given.
    fn facts(&self, past: Past<'_>) -> (Vec<Fact>, Vec<Domain>) {
        let mut facts = Vec::new();
        let mut base = Vec::with_capacity(self.vars.len());
        for (place, &var) in self.vars.iter().enumerate() {
            let mut domain = past.atoms().initial(var);
            let mut add = |lit: Lit, keep: Domain| {
                if past.is_given(lit) {
                    domain &= keep;
                } else if let Some(time) = past.time_of(lit) {
                    facts.push(Fact { lit, time, place, keep });
                }
            };
            if let Some(value) = past.value(var) {
                add(past.atoms().is(var, value), Domain::single(value));
            } else {
                for value in past.atoms().initial(var).minus(past.domain(var)).iter() {
                    add(!past.atoms().is(var, value), Domain(!Domain::single(value).0));
                }
            }
            base.push(domain);
        }
        facts.sort_by_key(|f| f.time);
        (facts, base)
    }

    /// A set of facts that reaches the goal and from which no fact was found superfluous. Starts with chunks, newest
    /// first; falls back to all facts where `prune` alone does not reach the goal in one call.
    fn shrink(&self, goal: Goal, past: Past<'_>, because: &mut Vec<Lit>) {
        let (mut facts, base) = self.facts(past);
        let reaches = |facts: &[Fact], from: usize, to: usize| {
            let mut domains = base.clone();
            for fact in facts[..from].iter().chain(&facts[to..]) {
                domains[fact.place] &= fact.keep;
            }
            self.reaches(goal, domains)
        };
        if reaches(&facts, 0, 0) {
            let mut to = facts.len();
            let mut size = (to / 4).max(1);
            while to > 0 {
                let from = to.saturating_sub(size);
                if reaches(&facts, from, to) {
                    facts.drain(from..to);
                    to = from;
                    size *= 2;
                } else if to - from > 1 {
                    size = ((to - from) / 2).max(1);
                } else {
                    to = from;
                }
            }
        }
        because.extend(facts.iter().map(|f| f.lit));
    }

    fn place(&self, var: Var) -> Option<usize> {
        self.vars.iter().position(|&v| v == var)
    }
}

impl Propagator for FromPrune {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        for &var in &self.vars {
            wakes.on_removals(var);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Line
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        let before: Vec<Domain> = self.vars.iter().map(|&v| at.domain(v)).collect();
        let Some(after) = self.prune(before.clone()) else {
            let mut because = Vec::new();
            self.shrink(Goal::Fails, at.past(), &mut because);
            return Err(Conflict::Because(because));
        };
        for (place, &var) in self.vars.iter().enumerate() {
            let gone = before[place].minus(after[place]);
            match after[place].value() {
                // Where several values went the value that is left is the shorter statement.
                Some(value) if gone.len() > 1 => {
                    let lit = at.trail().atoms().is(var, value);
                    at.imply(lit, 0)?;
                }
                _ => {
                    for value in gone.iter() {
                        let lit = !at.trail().atoms().is(var, value);
                        at.imply(lit, 0)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, what: Lit, _code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        let goal = match past.atoms().meaning(what) {
            Meaning::Is(l) => self.place(l.var).map(|place| Goal::Takes(place, l.value)),
            Meaning::IsNot(l) => self.place(l.var).map(|place| Goal::Loses(place, l.value)),
            Meaning::Auxiliary => None,
        };
        if let Some(goal) = goal {
            self.shrink(goal, past, because);
        }
    }
}
