//! The cycle and its report: one self-contained HTML page and JSON beside it.

pub mod book;
mod compact;
mod cycle;
pub mod embedded;
mod examples;
mod findings;
pub mod forms;
mod frontier;
mod gallery;
mod handbook;
pub mod harvested;
pub mod html;
mod ideas;
mod layout;
pub mod lessons;
mod matrix;
mod minimals;
mod mining;
mod page;
pub mod plot;
pub mod print;
mod sheet;
mod tally;
mod timed;
mod write;

/// The name of the corpus of a cycle that stands on what it makes itself.
pub const NO_CORPUS: &str = "empty";

pub use cycle::{CycleOptions, cycle};
pub use findings::{Candidate, CheckRow, Findings, Made, TechniqueRow, Timings};
pub use frontier::TierMove;
pub use gallery::gallery;
pub use handbook::{HandbookPage, genre_pages};
pub use ideas::{IdeaPicture, SharedIdea};
pub use matrix::{EngineCell, GenreRow};
pub use minimals::minimal_page;
pub use page::page;
pub use sheet::{DrawnSolution, SheetOptions, SheetPuzzle, besides, drawn_solution, sheet};
pub use tally::{First, Tally, TallyPass, Use};
pub use timed::{Figures, Timed};
pub use write::write;
