//! Rule kinds, one file each.

mod all_different;
mod inequality;

pub use all_different::AllDifferent;
pub use inequality::Inequality;

use crate::{NetworkError, Rule, Var};
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
}

impl RuleSpec {
    /// The behaviour behind the data.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when the data makes no rule.
    pub fn build(&self) -> Result<Arc<dyn Rule>, NetworkError> {
        Ok(match self {
            RuleSpec::AllDifferent { vars } => Arc::new(AllDifferent::new(vars.clone())),
            RuleSpec::Inequality { below, above } => Arc::new(Inequality::new(*below, *above)),
        })
    }
}
