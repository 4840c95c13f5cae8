//! The integration tests of this crate, one module a subject, in one program.

mod export;
mod laws;
mod merging;
mod own;
mod pasted;
mod postgres;
mod resume;
mod schema;
