//! The genres of the pencil house, one file each.

mod hitori;
mod nonogram;
mod shapes;
mod slitherlink;

use crate::house::HouseGenre;

pub use hitori::{HITORI, Hitori};
pub use nonogram::{NONOGRAM, Nonogram};
pub use slitherlink::{SLITHERLINK, Slitherlink};

/// The genres of the house.
pub fn all() -> Vec<&'static dyn HouseGenre> {
    vec![&HITORI, &NONOGRAM, &SLITHERLINK]
}
