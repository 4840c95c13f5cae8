//! Propagators for kinds of rules whose `prune` alone is too slow or explains too much.

mod all_different;
mod cardinality;
mod counter;

pub use all_different::Different;
pub use cardinality::Cardinality;
pub(crate) use counter::counter;
