//! The integration tests of this crate, one module a subject, in one program.

mod figures;
mod ids;
mod language;
mod milp;
mod patterns;
mod read_again;
mod rooms;
