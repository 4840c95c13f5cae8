//! The integration tests of this crate, one module a subject, in one program.

mod cases;
mod genre;
mod golden;
mod log;
mod orders;
mod packs;
mod practice;
mod reading;
mod review;
mod rules;
mod statistics;
mod tilings;
mod two_games;
