//! The integration tests of this crate, one module a subject, in one program.

mod archive;
mod engine;
mod ideas;
mod laws;
mod problems;
mod recorded;
mod refusals;
mod runs;
