//! The integration tests of this crate, one module a subject, in one program.

mod faults;
mod ladders;
mod proposals;
mod proved;
mod races;
mod reviews;
mod shapes;
mod stones;
mod trees;
mod walls;
mod words;
