//! Boards for terminals and pages.

mod read;
mod svg;
mod unicode;

pub(crate) use read::regions;
pub(crate) use svg::{spots, svg};
pub(crate) use unicode::{crossing, unicode};
