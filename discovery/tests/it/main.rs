//! The integration tests of this crate, one module a subject, in one program.

mod circle;
mod mine;
mod pictures;
