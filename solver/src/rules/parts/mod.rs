//! The parts of a graph whose joints are decided by variables, and what is said of them.

mod claim;
mod view;

pub use claim::{Claim, Measure};

use crate::cuts::Fact;
use crate::engine::{Cost, FromPruning, Known, Posting, Pruning};
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, NetworkError, Rule, RuleKind, Store, Value, Var};
use serde::{Deserialize, Serialize};
use view::View;

/// The joints between places.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joints {
    /// Each edge has a variable, by the order of the edges; one of these values joins its ends.
    Edges(Domain),
    /// Each place has a variable, by the order of the places; an edge joins places whose values are
    /// in one of these classes. A place with another value is in no part.
    Places(Vec<Domain>),
}

/// A graph whose joints are decided by variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct JointGraph {
    /// Number of places.
    pub places: u32,
    /// Pairs of places that may be joined.
    pub edges: Vec<[u32; 2]>,
    /// Their joints.
    pub joints: Joints,
    /// By place: its row and column, of which shapes are made.
    pub grid: Vec<[u16; 2]>,
}

/// A claim holds for the part of one place, or for each part.
#[derive(Clone, Debug)]
pub struct Parts {
    vars: Vec<Var>,
    graph: JointGraph,
    /// By place: the places beside it, each with the edge between.
    beside: Vec<Vec<[u32; 2]>>,
    of: Option<u32>,
    claim: Claim,
}

impl Parts {
    /// The claim for the part of the place `of`, or for each part; `vars` decide the joints.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] where variables, edges, classes or places don't fit the graph.
    pub fn new(vars: Vec<Var>, graph: JointGraph, of: Option<u32>, claim: Claim) -> Result<Parts, NetworkError> {
        let malformed = |why: String| NetworkError::Malformed { kind: RuleKind::Parts, why };
        let places = graph.places;
        let needed = match &graph.joints {
            Joints::Edges(_) => graph.edges.len(),
            Joints::Places(classes) => {
                let overlap =
                    classes.iter().enumerate().any(|(i, a)| classes[..i].iter().any(|b| !(*a & *b).is_empty()));
                if overlap {
                    return Err(malformed("a value is in two classes".into()));
                }
                places as usize
            }
        };
        if vars.len() != needed {
            return Err(malformed(format!("{} variables where {needed} decide", vars.len())));
        }
        if graph.grid.len() != places as usize {
            return Err(malformed(format!("rows and columns of {} among {places} places", graph.grid.len())));
        }
        let named = claim.greatest_place().max(of);
        if let Some(place) = named.filter(|&p| p >= places) {
            return Err(malformed(format!("place {place} among {places}")));
        }
        let mut beside = vec![Vec::new(); places as usize];
        for (i, &[a, b]) in graph.edges.iter().enumerate() {
            if a >= places || b >= places || a == b {
                return Err(malformed(format!("an edge between {a} and {b} among {places} places")));
            }
            beside[a as usize].push([b, i as u32]);
            beside[b as usize].push([a, i as u32]);
        }
        Ok(Parts { vars, graph, beside, of, claim })
    }

    /// The places whose parts change with a variable.
    fn near(&self, var: usize) -> Vec<u32> {
        if let Some(place) = self.of {
            return vec![place];
        }
        match self.graph.joints {
            Joints::Edges(_) => self.graph.edges[var].to_vec(),
            Joints::Places(_) => self.beside[var].iter().map(|&[p, _]| p).chain([var as u32]).collect(),
        }
    }

    fn all(&self) -> Vec<u32> {
        self.of.map_or_else(|| (0..self.graph.places).collect(), |place| vec![place])
    }

    /// Sets of values that the rule does not tell apart.
    fn classes(&self) -> Vec<Domain> {
        let named = match &self.graph.joints {
            Joints::Edges(values) => vec![*values],
            Joints::Places(classes) => classes.clone(),
        };
        let all = named.iter().fold(Domain::EMPTY, |all, &class| all | class);
        named.into_iter().chain([Domain(!all.0)]).collect()
    }

    /// Facts that refute the claim for the parts of some places.
    fn fault(&self, domains: &[Domain], from: &[u32]) -> Option<Vec<Fact>> {
        let view = View { parts: self, domains };
        from.iter().find_map(|&place| view.fault(place))
    }

    /// Removes the values with which the claim fails at once; `false` where none is left.
    fn narrow(&self, domains: &mut [Domain]) -> bool {
        if domains.iter().any(|d| d.is_empty()) || self.fault(domains, &self.all()).is_some() {
            return false;
        }
        let classes = self.classes();
        for var in 0..domains.len() {
            let before = domains[var];
            let open: Vec<Domain> = classes.iter().map(|&c| c & before).filter(|d| !d.is_empty()).collect();
            if open.len() < 2 {
                continue;
            }
            let near = self.near(var);
            let mut keep = Domain::EMPTY;
            for class in open {
                domains[var] = class;
                if self.fault(domains, &near).is_none() {
                    keep |= class;
                }
            }
            domains[var] = keep;
            if keep.is_empty() {
                return false;
            }
        }
        true
    }
}

impl Rule for Parts {
    fn kind(&self) -> RuleKind {
        RuleKind::Parts
    }

    fn scope(&self) -> &[Var] {
        &self.vars
    }

    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        let domains: Vec<Domain> = self.vars.iter().map(|&v| Domain::single(value(v))).collect();
        let view = View { parts: self, domains: &domains };
        self.all().into_iter().all(|place| view.holds(place))
    }

    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let mut domains: Vec<Domain> = self.vars.iter().map(|&v| at.domain(v)).collect();
        if !self.narrow(&mut domains) {
            return Err(Conflict::default());
        }
        for (&var, &keep) in self.vars.iter().zip(&domains) {
            at.restrict(var, keep)?;
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Forward
    }

    fn encode(&self, _to: &mut dyn Encoder) {}

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }

    fn refuses(&self, at: &mut Store<'_>) -> bool {
        let domains: Vec<Domain> = self.vars.iter().map(|&v| at.domain(v)).collect();
        domains.iter().any(|d| d.is_empty()) || self.fault(&domains, &self.all()).is_some()
    }

    /// Each part that fails: the joints that hold it together, those that shut it off, or both.
    fn blame(&self, value: &dyn Fn(Var) -> Value) -> Vec<Vec<Fact>> {
        let domains: Vec<Domain> = self.vars.iter().map(|&v| Domain::single(value(v))).collect();
        let view = View { parts: self, domains: &domains };
        let mut all = Vec::new();
        for place in self.all() {
            if let Some(facts) = view.fault(place)
                && !all.contains(&facts)
            {
                all.push(facts);
            }
        }
        all
    }

    fn pruning(&self, _domains: &[Domain]) -> Option<Box<dyn Pruning>> {
        Some(Box::new(self.clone()))
    }

    fn post(&self, to: &mut Posting<'_>) {
        to.propagator(Box::new(FromPruning::new(self.clone(), self.vars.clone(), Cost::Graph)));
    }
}

impl Pruning for Parts {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        self.narrow(domains)
    }

    /// Facts that refute the claim under the assumption of the value that goes.
    fn relax(&self, known: &Known<'_>) -> Option<Vec<Domain>> {
        let mut now = known.now.to_vec();
        let from = match known.fixed {
            Some((place, value)) => {
                let class = self.classes().into_iter().find(|class| class.contains(value))?;
                now[place] = class & known.given[place];
                self.near(place)
            }
            None => self.all(),
        };
        let facts = self.fault(&now, &from)?;
        let mut wide = known.given.to_vec();
        for fact in facts {
            let place = self.vars.iter().position(|&v| v == fact.var)?;
            if known.fixed.is_none_or(|(fixed, _)| fixed != place) {
                wide[place] &= fact.keep;
            }
        }
        Some(wide)
    }

    fn relaxes(&self) -> bool {
        true
    }
}
