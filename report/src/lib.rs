//! The cycle and its report: one self-contained HTML page and JSON beside it.

mod findings;
pub mod html;
mod page;
pub mod plot;

pub use findings::{Candidate, CheckRow, Findings, Made, TechniqueRow, Timings};
pub use page::page;
