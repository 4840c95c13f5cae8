//! The claim as a propagator: its reasons are the joints that hold a part together or shut it off.

use super::Parts;
use crate::Domain;
use crate::cuts::Fact;
use crate::engine::{Conflict, Cost, Lit, Meaning, Past, Propagation, Propagator, Wakes};

/// A claim about parts, over the engine's trail.
pub(super) struct Joining {
    parts: Parts,
    classes: Vec<Domain>,
    domains: Vec<Domain>,
}

impl Joining {
    pub(super) fn new(parts: Parts) -> Joining {
        let (classes, domains) = (parts.classes(), vec![Domain::EMPTY; parts.vars.len()]);
        Joining { parts, classes, domains }
    }

    /// The literals of facts, but for those of one variable.
    fn literals(&self, facts: &[Fact], except: Option<usize>, past: Past<'_>, because: &mut Vec<Lit>) {
        let own = except.map(|place| self.parts.vars[place]);
        for fact in facts.iter().filter(|fact| Some(fact.var) != own) {
            let gone = past.atoms().initial(fact.var).minus(fact.keep);
            because.extend(gone.iter().filter_map(|value| past.why_not(fact.var, value)));
        }
        because.sort_unstable();
        because.dedup();
    }
}

impl Propagator for Joining {
    fn wakes(&self, wakes: &mut Wakes<'_>) {
        self.parts.vars.iter().for_each(|&var| wakes.on_removals(var));
    }

    fn cost(&self) -> Cost {
        Cost::Graph
    }

    fn propagate(&mut self, at: &mut Propagation<'_>) -> Result<(), Conflict> {
        for (domain, &var) in self.domains.iter_mut().zip(&self.parts.vars) {
            *domain = at.domain(var);
        }
        if let Some(facts) = self.parts.fault(&self.domains, &self.parts.all()) {
            let mut because = Vec::new();
            self.literals(&facts, None, at.past(), &mut because);
            return Err(Conflict::Because(because));
        }
        for place in 0..self.domains.len() {
            let before = self.domains[place];
            let is_open = self.classes.iter().filter(|&&class| !(class & before).is_empty()).count() > 1;
            if !is_open {
                continue;
            }
            let near = self.parts.near(place);
            let mut keep = before;
            for &class in self.classes.iter().filter(|&&class| !(class & before).is_empty()) {
                self.domains[place] = before & class;
                if self.parts.fault(&self.domains, &near).is_some() {
                    keep = keep.minus(class);
                    for value in (before & class).iter() {
                        let lost = !at.trail().atoms().is(self.parts.vars[place], value);
                        at.imply(lost, place as u32)?;
                    }
                }
            }
            self.domains[place] = keep;
        }
        Ok(())
    }

    fn explain(&mut self, what: Lit, code: u32, past: Past<'_>, because: &mut Vec<Lit>) {
        let place = code as usize;
        let var = self.parts.vars[place];
        let initial = past.atoms().initial(var);
        let lost = match past.atoms().meaning(what) {
            Meaning::IsNot(literal) => Some(literal.value),
            Meaning::Is(literal) => initial.iter().find(|&value| value != literal.value),
            Meaning::Auxiliary => None,
        };
        let Some(class) = lost.and_then(|value| self.classes.iter().find(|class| class.contains(value))) else {
            return;
        };
        let mut now: Vec<Domain> = self.parts.vars.iter().map(|&v| past.domain(v)).collect();
        now[place] = initial & *class;
        if let Some(facts) = self.parts.fault(&now, &self.parts.near(place)) {
            self.literals(&facts, Some(place), past, because);
        }
    }
}
