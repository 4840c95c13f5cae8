//! Propagators from stateless pruning. Reasons come from the pruning's own walk where it can say what
//! it needed; else they are shrunk by deletion, with the pruning itself as the oracle.

use super::literal::{Atoms, Lit, Meaning};
use super::propagator::{Conflict, Cost, Propagation, Propagator, Wakes};
use super::trail::{Past, Time};
use crate::deletion::keep_needed;
use crate::{Domain, Network, RuleId, Store, Value, Var};
use smallvec::SmallVec;

/// Stateless pruning of the domains of a scope.
pub trait Pruning: Send {
    /// Removes values that no satisfying assignment has; `false` when there is none.
    fn prune(&self, domains: &mut [Domain]) -> bool;

    /// Domains that are enough for a conclusion, wider than what was known: places get back values
    /// whose removal one walk over the scope did not need. `None` where the walk does not reach
    /// the conclusion.
    fn relax(&self, _known: &Known<'_>) -> Option<Vec<Domain>> {
        None
    }

    /// Does [`relax`](Self::relax) ever answer?
    fn relaxes(&self) -> bool {
        false
    }
}

impl Pruning for Box<dyn Pruning> {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        (**self).prune(domains)
    }

    fn relax(&self, known: &Known<'_>) -> Option<Vec<Domain>> {
        (**self).relax(known)
    }

    fn relaxes(&self) -> bool {
        (**self).relaxes()
    }
}

/// What was known of a scope when something was concluded.
pub struct Known<'a> {
    /// The domains by what is given for good.
    pub given: &'a [Domain],
    /// The domains by all that was known.
    pub now: &'a [Domain],
    /// Does one literal say all that a place lost?
    pub taken: &'a [bool],
    /// The conclusion: that this place can't have this value. `None`: that the rule can't hold.
    pub fixed: Option<(usize, Value)>,
}

/// A rule's own `prune`. The rule stands alone over the variables 0, 1, …, so that a call costs its
/// scope and not the whole network.
pub struct RulePruning(Network);

impl RulePruning {
    /// The first rule of a network, over the network's variables.
    pub(crate) fn first(net: Network) -> RulePruning {
        RulePruning(net)
    }
}

impl Pruning for RulePruning {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        let mut store = Store::from_domains(&self.0, domains.to_vec());
        let holds = self.0.rule(RuleId(0)).prune(&mut store).is_ok();
        domains.copy_from_slice(store.domains());
        holds
    }
}

/// A propagator from stateless pruning.
pub struct FromPruning<P> {
    pruning: P,
    vars: Vec<Var>,
    cost: Cost,
    domains: Vec<Domain>,
    /// Nothing is said where this literal is false; it is false where the pruning fails.
    guard: Option<Lit>,
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

impl FromPruning<RulePruning> {
    /// The rule `id` of `net` by its own `prune`.
    pub fn rule(net: &Network, id: RuleId, atoms: &Atoms) -> Option<FromPruning<RulePruning>> {
        let vars = net.rule(id).scope().to_vec();
        let alone = net.alone(id, |var| atoms.initial(var))?;
        Some(FromPruning::new(RulePruning(alone), vars, Cost::Line))
    }
}

impl<P: Pruning> FromPruning<P> {
    /// Pruning of the domains of `vars`.
    pub fn new(pruning: P, vars: Vec<Var>, cost: Cost) -> FromPruning<P> {
        FromPruning { pruning, vars, cost, domains: Vec::new(), guard: None }
    }

    /// The same where `guard` holds; the guard falls where the pruning fails.
    #[must_use]
    pub fn under(self, guard: Lit) -> FromPruning<P> {
        FromPruning { guard: Some(guard), ..self }
    }

    fn reaches(&self, goal: Goal, domains: &mut [Domain]) -> bool {
        if !self.pruning.prune(domains) {
            return true;
        }
        match goal {
            Goal::Loses(place, value) => !domains[place].contains(value),
            Goal::Takes(place, value) => domains[place] == Domain::single(value),
            Goal::Fails => false,
        }
    }

    /// The true literals about the scope, oldest first, and the domains that those leave which are
    /// given.
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

    /// A set of facts that reaches the goal and from which no fact was found superfluous. Starts
    /// with chunks, newest first; falls back to all facts where the pruning does not reach the goal
    /// in one call.
    fn shrink(&self, goal: Goal, past: Past<'_>, because: &mut Vec<Lit>) {
        if self.pruning.relaxes() && self.relaxed(goal, past, because) {
            return;
        }
        let (mut facts, base) = self.facts(past);
        let mut domains = base.clone();
        let mut reaches = |before: &[Fact], behind: &[Fact]| {
            domains.copy_from_slice(&base);
            for fact in before.iter().chain(behind) {
                domains[fact.place] &= fact.keep;
            }
            self.reaches(goal, &mut domains)
        };
        if reaches(&facts, &[]) {
            keep_needed(&mut facts, reaches);
        }
        because.extend(facts.iter().map(|f| f.lit));
    }

    /// Adds the facts that the pruning's own walk needed; `false`: it does not say.
    fn relaxed(&self, goal: Goal, past: Past<'_>, because: &mut Vec<Lit>) -> bool {
        let fixed = match goal {
            Goal::Loses(place, value) => Some((place, value)),
            Goal::Fails => None,
            Goal::Takes(..) => return false,
        };
        let mut given = SmallVec::<[Domain; 16]>::new();
        let mut now = SmallVec::<[Domain; 16]>::new();
        let mut taken = SmallVec::<[bool; 16]>::new();
        for &var in &self.vars {
            let (initial, domain, value) = (past.atoms().initial(var), past.domain(var), past.value(var));
            let is = |v: Value| past.atoms().is(var, v);
            given.push(match value {
                Some(v) if initial.is_single() || past.is_given(is(v)) => domain,
                _ => domain | initial.minus(domain).iter().filter(|&v| !past.is_given(!is(v))).collect(),
            });
            now.push(domain);
            taken.push(value.is_some());
        }
        let known = Known { given: &given, now: &now, taken: &taken, fixed };
        let Some(left) = self.pruning.relax(&known) else { return false };
        for (place, &var) in self.vars.iter().enumerate() {
            let needed = given[place].minus(left[place]);
            if needed.is_empty() || fixed.is_some_and(|(p, _)| p == place) {
                continue;
            }
            match now[place].value().filter(|_| taken[place]) {
                Some(value) => because.push(past.atoms().is(var, value)),
                None => because.extend(needed.iter().map(|v| !past.atoms().is(var, v))),
            }
        }
        true
    }

    fn place(&self, var: Var) -> Option<usize> {
        self.vars.iter().position(|&v| v == var)
    }
}

impl<P: Pruning> Propagator for FromPruning<P> {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        for &var in &self.vars {
            wakes.on_removals(var);
        }
        if let Some(guard) = self.guard {
            wakes.on(guard);
        }
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        if self.guard.is_some_and(|guard| at.is_false(guard)) {
            return Ok(());
        }
        let mut after = std::mem::take(&mut self.domains);
        after.clear();
        after.extend(self.vars.iter().map(|&v| at.domain(v)));
        let holds = self.pruning.prune(&mut after);
        let result = if let Some(guard) = self.guard.filter(|&guard| !at.is_true(guard)) {
            if holds { Ok(()) } else { at.imply(!guard, 0) }
        } else if holds {
            self.imply_losses(&after, at)
        } else {
            let mut because = Vec::new();
            self.shrink(Goal::Fails, at.past(), &mut because);
            because.extend(self.guard);
            Err(Conflict::Because(because))
        };
        self.domains = after;
        result
    }

    fn explain(&mut self, what: Lit, _code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        if let Some(guard) = self.guard {
            if what == !guard {
                return self.shrink(Goal::Fails, past, because);
            }
            because.push(guard);
        }
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

impl<P: Pruning> FromPruning<P> {
    /// Implies what the variables lost.
    fn imply_losses(&self, after: &[Domain], at: &mut Propagation<'_>) -> Result<(), Conflict> {
        for (&left, &var) in after.iter().zip(&self.vars) {
            let gone = at.domain(var).minus(left);
            match left.value() {
                // Where several values went the value that is left is the shorter statement.
                Some(value) if gone.len() > 1 && !self.pruning.relaxes() => {
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
}
