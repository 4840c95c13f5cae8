//! Boards for terminals and pages.

mod svg;
mod unicode;

pub(crate) use svg::svg;
pub(crate) use unicode::unicode;
