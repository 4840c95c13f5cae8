//! The integration tests of this crate, one module a subject, in one program.

mod matches;
mod recorded;
mod reference;
mod robust;
mod stats;
