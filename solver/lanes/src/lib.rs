//! One SIMD lane per value: kernels for stacks of all-different groups.
//!
//! All-different is symmetric in the values. The variables are split into *blocks* (a partition
//! into full groups), and a block is a vector: lane `v` holds the positions where value `v` may
//! still stand. One group rule, run on all values at once, gives hidden singles, locked candidates
//! and the clearing of peers in every group; one horizontal step finds the variables with one
//! value. The kernel is chosen by the shape of the groups, the instruction set by the CPU.
//!
//! Nothing here has rules of its own: what a network says beside its groups is told by [`Rest`].

#![allow(
    clippy::needless_range_loop,
    reason = "indexed loops over fixed arrays unroll, and need no closures, which would not inherit a vector entry's features"
)]

mod dispatch;
mod fixpoint;
mod impact;
mod job;
mod kernel;
mod lanes;
mod level;
mod model;
mod pick;
mod plan;
mod rest;
mod restart;
mod search;

pub use dispatch::{Run, machine};
pub use job::{Count, Found, Job, Probe};
pub use level::Width;
pub use model::Groups;
pub use rest::{NoSolution, Rest};
pub use restart::Restarts;
