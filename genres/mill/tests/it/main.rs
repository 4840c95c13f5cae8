//! The integration tests of this crate, one module a subject, in one program.

mod interrupted;
mod laws;
mod oracle;
mod parameters;
mod positions;
mod puzzles;
mod variants;
