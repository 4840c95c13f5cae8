//! The integration tests of this crate, one module a subject, in one program.

mod laws;
mod nasty;
mod repairs;
