//! Rule kinds, one file each.

mod all_different;
mod cage;
mod count;
mod inequality;
mod minimax;
mod sum;
mod table;

pub use all_different::AllDifferent;
pub use cage::{COMBINATION_LIMIT, Cage, combinations};
pub use count::Count;
pub use inequality::Inequality;
pub use minimax::Minimax;
pub use sum::Sum;
pub use table::Table;

use crate::{Domain, NetworkError, Rule, RuleKind, Value, Var};
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
            | RuleSpec::Count { vars, .. } => all(vars),
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
        })
    }
}

#[cfg(test)]
mod tests;
