//! The integration tests of this crate, one module a subject, in one program.

mod candidates;
mod cuts;
mod encodings;
mod engine;
mod incremental;
mod laws;
mod masked;
mod memory;
mod packed;
mod planted;
mod reading_proofs;
mod reading_random;
mod reading_toys;
mod reasons;
mod tabled;
mod techniques;
mod together;
mod weak;
