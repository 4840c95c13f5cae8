//! The integration tests of this crate, one module a subject, in one program.

mod toy_pencil;
mod toy_positions;
