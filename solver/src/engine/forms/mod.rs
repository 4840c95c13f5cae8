//! Propagators for kinds of rules whose `prune` alone is too slow or explains too much.

mod all_different;
mod cardinality;
mod connection;
mod counter;
mod distinct_total;
mod flood;
mod floods;
mod forest;
mod guard;
mod islands;
mod line;
mod rooted_region;
mod sets;
mod single_loop;
mod sized_regions;
mod total;
mod tracked;
mod tuples;

pub use all_different::Different;
pub use cardinality::Cardinality;
pub use connection::Connection;
pub(crate) use counter::counter;
pub use distinct_total::{DistinctTotal, MOST_VALUES};
pub use forest::Forest;
pub(crate) use guard::Guard;
pub(crate) use islands::{islands, reached};
pub use line::Line;
pub use rooted_region::RootedRegion;
pub(crate) use sets::post_sets;
pub use single_loop::Loop;
pub use sized_regions::SizedRegions;
pub use total::{GREATEST_TOTAL, Total};
pub use tuples::Tuples;
