//! The chosen variables hang together on a graph.

use super::chosen::{Chosen, Graph};
use crate::engine::Posting;
use crate::engine::forms::Connection;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, NetworkError, Rule, RuleKind, Store, Value, Var};

/// The variables that take a value of the set form one connected part of the graph (or none is chosen).
#[derive(Clone, Debug)]
pub struct Connected {
    chosen: Chosen,
    graph: Graph,
}

impl Connected {
    /// Variables `vars` are chosen by `values`; `edges` join places of `vars`.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when an edge does not fit.
    pub fn new(vars: Vec<Var>, values: Domain, edges: &[[u32; 2]]) -> Result<Self, NetworkError> {
        let graph = Graph::new(RuleKind::Connected, vars.len(), edges)?;
        Ok(Connected { chosen: Chosen { vars, values }, graph })
    }
}

impl Rule for Connected {
    fn kind(&self) -> RuleKind {
        RuleKind::Connected
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let chosen = self.chosen.of(value);
        let Some(first) = chosen.iter().position(|&c| c) else { return true };
        let seen = self.graph.reach(first, &|p| chosen[p]);
        chosen.iter().zip(&seen).all(|(&c, &s)| !c || s)
    }

    /// Complete: what no chosen variable can reach is not chosen; where the others fall apart without a variable, it is.
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let states = self.chosen.states(at)?;
        let Some(first) = states.iter().position(|&s| s == Some(true)) else { return Ok(()) };
        let reached = self.graph.reach(first, &|p| states[p] != Some(false));
        for (place, state) in states.iter().enumerate() {
            match state {
                Some(true) if !reached[place] => return Err(Conflict::default()),
                None if !reached[place] => {
                    self.chosen.set(at, place, false)?;
                }
                None => {
                    let without = self.graph.reach(first, &|p| p != place && states[p] != Some(false));
                    if states.iter().zip(&without).any(|(&s, &r)| s == Some(true) && !r) {
                        self.chosen.set(at, place, true)?;
                    }
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    fn encode(&self, _to: &mut dyn Encoder) {}

    fn is_encoded(&self) -> bool {
        false
    }

    fn post(&self, to: &mut Posting<'_>) {
        let literals = self.chosen.literals(to);
        to.propagator(Box::new(Connection::new(literals, self.graph.clone())));
    }
}
