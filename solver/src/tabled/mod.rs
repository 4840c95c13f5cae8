//! Techniques compiled for a network: places where rules stand (*sites*), a state that is one block
//! of words, and tables of what each shape of rules concludes.
//!
//! The conclusion of a part of a technique depends on the candidates of a few variables. A [`Plan`]
//! lists the parts once; a set of clues is a set of rules switched on, no network of its own. A
//! [`TabledRun`] packs the candidates that a site reads into a key and looks its conclusion up. On
//! a miss the run asks the technique itself, so there is no second truth, and a run takes the steps of a
//! [`Sweep`](crate::grade::Sweep), whatever the tables hold.

mod plan;
mod run;
mod state;
mod tables;

pub use plan::Plan;
pub(crate) use plan::{KEY_BITS, WIDE};
pub use run::TabledRun;
pub use state::State;
pub use tables::Tables;
