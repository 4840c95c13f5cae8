//! Rule kinds, one file each.

mod acyclic;
mod all_different;
mod any_of;
mod automaton;
mod cage;
mod chosen;
mod clause;
mod connected;
mod count;
pub(crate) mod cut_places;
mod family;
mod graph;
pub(crate) mod growing_forest;
mod inequality;
mod islands;
mod linear;
mod matching;
mod minimax;
mod occurrences;
mod parts;
mod placements;
mod rank;
mod reached;
mod region;
mod regions;
mod rooted;
mod runs;
pub(crate) mod runs_bits;
mod same;
mod single_loop;
mod sum;
mod table;
mod visible;
mod weighted;

pub use acyclic::Acyclic;
pub use all_different::AllDifferent;
pub use any_of::AnyOf;
pub use automaton::{Arrow, Automaton};
pub use cage::{COMBINATION_LIMIT, Cage, combinations};
pub use clause::Clause;
pub use connected::Connected;
pub use count::Count;
pub use family::Family;
pub use graph::Graph;
pub use inequality::Inequality;
pub use islands::Islands;
pub(crate) use islands::Root;
pub use linear::Linear;
pub use matching::Matching;
pub use minimax::Minimax;
pub use occurrences::Occurrences;
pub use parts::{Claim, JointGraph, Joints, Measure, Parts};
pub use placements::Placements;
pub use rank::Rank;
pub use reached::Reached;
pub use region::Region;
pub use regions::Regions;
pub use runs::Runs;
pub use same::Same;
pub use single_loop::SingleLoop;
pub use sum::Sum;
pub use table::Table;
pub use visible::Visible;
pub use weighted::Weighted;

use crate::engine::Pruning;
use crate::{Conflict, Domain, Literal, NetworkError, Rule, RuleKind, Store, Value, Var};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A rule as data: closed, serialisable, compared by value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RuleSpec {
    /// No two of `vars` equal.
    AllDifferent {
        /// The scope.
        vars: Vec<Var>,
    },
    /// `below < above`.
    Inequality {
        /// The smaller one.
        below: Var,
        /// The greater one.
        above: Var,
    },
    /// `Σ vars = total`.
    Sum {
        /// The scope.
        vars: Vec<Var>,
        /// What the values add up to.
        total: u32,
    },
    /// All of `vars` different, and `Σ vars = total`.
    Cage {
        /// The scope.
        vars: Vec<Var>,
        /// What the values add up to.
        total: u32,
    },
    /// The values of `vars` form one of the tuples.
    Table {
        /// The scope.
        vars: Vec<Var>,
        /// The allowed tuples, each as long as the scope.
        tuples: Vec<Vec<Value>>,
    },
    /// Between `low` and `high` of `vars` take a value of `values`.
    Count {
        /// The scope.
        vars: Vec<Var>,
        /// The values counted.
        values: Domain,
        /// The least number, included.
        low: u32,
        /// The greatest number, included.
        high: u32,
    },
    /// `result` is the greatest (or the least) of `of`.
    Minimax {
        /// The variable that is chosen for.
        result: Var,
        /// What it chooses from; may hold the result itself.
        of: Vec<Var>,
        /// The greatest or the least.
        greatest: bool,
    },
    /// At least one of the candidates holds with its sign (`false`: the variable does not take the
    /// value).
    Clause {
        /// The candidates with their signs.
        literals: Vec<(Literal, bool)>,
    },
    /// The variables that take a value of `values` are connected by `edges` (or there are none).
    Connected {
        /// The scope.
        vars: Vec<Var>,
        /// The values by which a variable is chosen.
        values: Domain,
        /// Pairs of places of the scope that are neighbours.
        edges: Vec<[u32; 2]>,
    },
    /// The variables that take a value of `values` make no cycle by `edges`, an outer place being
    /// joined to `border`.
    Acyclic {
        /// The scope.
        vars: Vec<Var>,
        /// The values by which a variable is chosen.
        values: Domain,
        /// Pairs of places of the scope that are neighbours.
        edges: Vec<[u32; 2]>,
        /// Places of the scope beside the outer place, one twice if it is joined twice.
        border: Vec<u32>,
    },
    /// The edges that take a value of `values` form exactly one loop.
    SingleLoop {
        /// The scope: a variable for each edge.
        vars: Vec<Var>,
        /// The values by which an edge is chosen.
        values: Domain,
        /// By edge: the two corners that it joins.
        ends: Vec<[u32; 2]>,
    },
    /// Along the scope the variables that take a value of `values` form runs of exactly these
    /// lengths.
    Runs {
        /// The scope, in order.
        vars: Vec<Var>,
        /// The values by which a variable is chosen.
        values: Domain,
        /// The lengths of the runs, in order.
        lengths: Vec<u32>,
    },
    /// The variables that take a value of `values` form one connected region of `size` that holds
    /// the place `root`.
    Region {
        /// The scope.
        vars: Vec<Var>,
        /// The values by which a variable is chosen.
        values: Domain,
        /// Pairs of places of the scope that are neighbours.
        edges: Vec<[u32; 2]>,
        /// A place of the scope that is in the region.
        root: u32,
        /// Number of variables in the region.
        size: u32,
    },
    /// Each connected region of variables that take a value of `values` has `size` variables, or at
    /// least so many, but none of the numbers in `except`.
    Regions {
        /// The scope.
        vars: Vec<Var>,
        /// The values by which a variable is chosen.
        values: Domain,
        /// Pairs of places of the scope that are neighbours.
        edges: Vec<[u32; 2]>,
        /// Number of variables in a region.
        size: u32,
        /// May regions be larger?
        at_least: bool,
        /// Numbers of variables that no region has.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        except: Vec<u32>,
    },
    /// Each connected region of variables that take a value of `values` holds exactly one root.
    Islands {
        /// The scope.
        vars: Vec<Var>,
        /// The values by which a variable is chosen.
        values: Domain,
        /// Pairs of places of the scope that are neighbours.
        edges: Vec<[u32; 2]>,
        /// Places of the scope, each with the number of variables in its region; 0: any number.
        roots: Vec<[u32; 2]>,
    },
    /// From some places exactly `size` variables that take a value of `values` are reached through
    /// such variables.
    Reached {
        /// The scope.
        vars: Vec<Var>,
        /// The values by which a variable is chosen.
        values: Domain,
        /// Pairs of places of the scope that are neighbours.
        edges: Vec<[u32; 2]>,
        /// Places of the scope.
        starts: Vec<u32>,
        /// Number of variables reached, those of the starts that are chosen included.
        size: u32,
    },
    /// The candidates of at least one placement all hold.
    Placements {
        /// The placements.
        placements: Vec<Vec<Literal>>,
    },
    /// Of heights along a line exactly `count` are seen from its front: those above every height
    /// before them; a height of 0 is never seen.
    Visible {
        /// The heights, the nearest first.
        vars: Vec<Var>,
        /// Number of heights seen.
        count: u32,
    },
    /// The weights of the values that `vars` take add up to `total`.
    Weighted {
        /// The scope.
        vars: Vec<Var>,
        /// By variable the weights of its values 0, 1, …; a value without one weighs nothing.
        weights: Vec<Vec<u32>>,
        /// What the weights add up to, at most 4095.
        total: u32,
    },
    /// The variables that take a value of `values` and the groups are matched one to one, each
    /// variable to a group that lists it.
    Matching {
        /// The scope.
        vars: Vec<Var>,
        /// The values by which a variable is chosen.
        values: Domain,
        /// By group: the places of the scope that can be matched to it.
        groups: Vec<Vec<u32>>,
    },
    /// `Σ weight·value = total`, and the members of each group are different.
    Linear {
        /// The scope.
        vars: Vec<Var>,
        /// A weight for each variable.
        weights: Vec<i32>,
        /// What the values add up to.
        total: i32,
        /// Places of the scope whose values differ, of one weight in each group.
        groups: Vec<Vec<u32>>,
    },
    /// All of `vars` different, and the set of their values is one of `sets`.
    Family {
        /// The scope.
        vars: Vec<Var>,
        /// The sets, each of as many values as there are variables.
        sets: Vec<Domain>,
    },
    /// The values, read in order, lead from a start along arrows; every state behind the last place
    /// accepts.
    Automaton {
        /// The scope.
        vars: Vec<Var>,
        /// Places of the scope in the order of reading; a place can be read more than once.
        word: Vec<u32>,
        /// The states before the first place.
        starts: Vec<u32>,
        /// By place of the word: arrows from the states before it to those behind it.
        arrows: Vec<Vec<Arrow>>,
    },
    /// The values of `left` are those of `right`, each as often.
    Same {
        /// Some variables.
        left: Vec<Var>,
        /// As many others.
        right: Vec<Var>,
    },
    /// Each listed value stands one of its numbers of times, and the members of each group are
    /// different.
    Occurrences {
        /// The scope, at most 255 variables.
        vars: Vec<Var>,
        /// Values, each with the numbers of times that it may stand, as bits.
        times: Vec<(Value, u64)>,
        /// Places of the scope whose values differ.
        groups: Vec<Vec<u32>>,
    },
    /// All rules of at least one branch hold.
    AnyOf {
        /// The branches.
        branches: Vec<Vec<RuleSpec>>,
    },
    /// A claim holds for the part of a place of a graph, or for each part.
    Parts {
        /// The variables that decide the joints.
        vars: Vec<Var>,
        /// The graph.
        graph: JointGraph,
        /// The place whose part is spoken of; none: each part.
        of: Option<u32>,
        /// What is said.
        claim: Claim,
    },
    /// Exactly `less` of the other lines, read as numbers, are less than the line.
    Rank {
        /// The scope.
        vars: Vec<Var>,
        /// Places of the scope in the order of reading.
        line: Vec<u32>,
        /// Other lines of the same length.
        others: Vec<Vec<u32>>,
        /// Number of other lines that are less.
        less: u32,
        /// May other lines be equal to the line?
        ties: bool,
    },
}

impl RuleSpec {
    /// The same rule over other variables. `to` must keep different variables different.
    #[must_use]
    pub fn map_vars(&self, to: impl Fn(Var) -> Var) -> RuleSpec {
        let mut spec = self.clone();
        let all = |vars: &mut Vec<Var>| vars.iter_mut().for_each(|v| *v = to(*v));
        match &mut spec {
            RuleSpec::AllDifferent { vars }
            | RuleSpec::Sum { vars, .. }
            | RuleSpec::Cage { vars, .. }
            | RuleSpec::Table { vars, .. }
            | RuleSpec::Count { vars, .. }
            | RuleSpec::Connected { vars, .. }
            | RuleSpec::Acyclic { vars, .. }
            | RuleSpec::SingleLoop { vars, .. }
            | RuleSpec::Runs { vars, .. }
            | RuleSpec::Region { vars, .. }
            | RuleSpec::Regions { vars, .. }
            | RuleSpec::Islands { vars, .. }
            | RuleSpec::Reached { vars, .. }
            | RuleSpec::Visible { vars, .. }
            | RuleSpec::Weighted { vars, .. }
            | RuleSpec::Matching { vars, .. }
            | RuleSpec::Linear { vars, .. }
            | RuleSpec::Family { vars, .. }
            | RuleSpec::Automaton { vars, .. }
            | RuleSpec::Occurrences { vars, .. }
            | RuleSpec::Parts { vars, .. }
            | RuleSpec::Rank { vars, .. } => all(vars),
            RuleSpec::Same { left, right } => {
                all(left);
                all(right);
            }
            RuleSpec::AnyOf { branches } => {
                let to: &dyn Fn(Var) -> Var = &to;
                branches.iter_mut().flatten().for_each(|rule| *rule = rule.map_vars(to));
            }
            RuleSpec::Placements { placements } => {
                placements.iter_mut().flatten().for_each(|l| l.var = to(l.var));
            }
            RuleSpec::Clause { literals } => literals.iter_mut().for_each(|(l, _)| l.var = to(l.var)),
            RuleSpec::Inequality { below, above } => (*below, *above) = (to(*below), to(*above)),
            RuleSpec::Minimax { result, of, .. } => {
                *result = to(*result);
                all(of);
            }
        }
        spec
    }

    /// The behaviour behind the data.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when the data makes no rule.
    pub fn build(&self) -> Result<Arc<dyn Rule>, NetworkError> {
        Ok(match self {
            RuleSpec::AllDifferent { vars } => Arc::new(AllDifferent::new(vars.clone())),
            RuleSpec::Inequality { below, above } => Arc::new(Inequality::new(*below, *above)),
            RuleSpec::Sum { vars, total } => Arc::new(Sum::new(vars.clone(), *total)),
            RuleSpec::Cage { vars, total } => Arc::new(Cage::new(vars.clone(), *total)),
            RuleSpec::Table { vars, tuples } => {
                let malformed = |why: String| NetworkError::Malformed { kind: RuleKind::Table, why };
                if let Some(t) = tuples.iter().find(|t| t.len() != vars.len()) {
                    return Err(malformed(format!("a tuple of {} values for {} variables", t.len(), vars.len())));
                }
                if let Some(v) = tuples.iter().flatten().find(|&&v| v > 63) {
                    return Err(malformed(format!("value {v} is above 63")));
                }
                Arc::new(Table::new(vars.clone(), tuples.clone()))
            }
            RuleSpec::Count { vars, values, low, high } => {
                if low > high {
                    let why = format!("at least {low} and at most {high}");
                    return Err(NetworkError::Malformed { kind: RuleKind::Count, why });
                }
                Arc::new(Count::new(vars.clone(), *values, *low, *high))
            }
            RuleSpec::Minimax { result, of, greatest } => Arc::new(Minimax::new(*result, of.clone(), *greatest)?),
            RuleSpec::Clause { literals } => Arc::new(Clause::new(literals.clone())),
            RuleSpec::Connected { vars, values, edges } => Arc::new(Connected::new(vars.clone(), *values, edges)?),
            RuleSpec::Acyclic { vars, values, edges, border } => {
                Arc::new(Acyclic::new(vars.clone(), *values, edges, border)?)
            }
            RuleSpec::SingleLoop { vars, values, ends } => {
                Arc::new(SingleLoop::new(vars.clone(), *values, ends.clone())?)
            }
            RuleSpec::Runs { vars, values, lengths } => Arc::new(Runs::new(vars.clone(), *values, lengths.clone())?),
            RuleSpec::Region { vars, values, edges, root, size } => {
                Arc::new(Region::new(vars.clone(), *values, edges, *root, *size)?)
            }
            RuleSpec::Regions { vars, values, edges, size, at_least, except } => {
                Arc::new(Regions::new(vars.clone(), *values, edges, *size, *at_least, except)?)
            }
            RuleSpec::Islands { vars, values, edges, roots } => {
                Arc::new(Islands::new(vars.clone(), *values, edges, roots)?)
            }
            RuleSpec::Reached { vars, values, edges, starts, size } => {
                Arc::new(Reached::new(vars.clone(), *values, edges, starts, *size)?)
            }
            RuleSpec::Placements { placements } => Arc::new(Placements::new(placements.clone())),
            RuleSpec::Visible { vars, count } => Arc::new(Visible::new(vars.clone(), *count)?),
            RuleSpec::Weighted { vars, weights, total } => {
                Arc::new(Weighted::new(vars.clone(), weights.clone(), *total)?)
            }
            RuleSpec::Matching { vars, values, groups } => {
                Arc::new(Matching::new(vars.clone(), *values, groups.clone())?)
            }
            RuleSpec::Linear { vars, weights, total, groups } => {
                Arc::new(Linear::new(vars.clone(), weights.clone(), *total, groups)?)
            }
            RuleSpec::Family { vars, sets } => Arc::new(Family::new(vars.clone(), sets.clone())?),
            RuleSpec::Automaton { vars, word, starts, arrows } => {
                Arc::new(Automaton::new(vars.clone(), word.clone(), starts, arrows)?)
            }
            RuleSpec::Same { left, right } => Arc::new(Same::new(left, right)?),
            RuleSpec::Occurrences { vars, times, groups } => {
                Arc::new(Occurrences::new(vars.clone(), times.clone(), groups)?)
            }
            RuleSpec::Parts { vars, graph, of, claim } => {
                Arc::new(Parts::new(vars.clone(), graph.clone(), *of, claim.clone())?)
            }
            RuleSpec::AnyOf { branches } => Arc::new(AnyOf::new(branches)?),
            RuleSpec::Rank { vars, line, others, less, ties } => {
                Arc::new(Rank::new(vars.clone(), line.clone(), others.clone(), *less, *ties)?)
            }
        })
    }
}

/// Prunes the domains of a scope by a pruning that is made for them.
fn prune_by(pruning: &dyn Fn(&[Domain]) -> Box<dyn Pruning>, vars: &[Var], at: &mut Store<'_>) -> Result<(), Conflict> {
    let mut domains: Vec<Domain> = vars.iter().map(|&v| at.domain(v)).collect();
    if !pruning(&domains).prune(&mut domains) {
        return Err(Conflict::default());
    }
    for (&var, &keep) in vars.iter().zip(&domains) {
        at.restrict(var, keep)?;
    }
    Ok(())
}

/// Where at most one variable is open: keeps the values with which the rule holds; `false` when
/// there is none.
fn last_open(domains: &mut [Domain], holds: &dyn Fn(&[Domain]) -> bool) -> bool {
    let mut open = (0..domains.len()).filter(|&p| !domains[p].is_single());
    match (open.next(), open.next()) {
        (None, _) => holds(domains),
        (Some(place), None) => {
            let mut all = domains.to_vec();
            let fits = |value: &Value| {
                all[place] = Domain::single(*value);
                holds(&all)
            };
            domains[place] = domains[place].iter().filter(fits).collect();
            !domains[place].is_empty()
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests;
