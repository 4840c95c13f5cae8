//! The genres of the pencil house, one file each.

mod country_road;
mod fillomino;
mod galaxies;
mod gokigen;
mod hashi;
mod hitori;
mod kakuro;
mod kenken;
mod kurotto;
mod masyu;
mod nonogram;
mod nurikabe;
mod ripple;
mod shapes;
mod shikaku;
mod simple_loop;
mod slitherlink;
mod steps;
mod tapa;
mod yajilin;

use crate::house::HouseGenre;

pub use country_road::{COUNTRY_ROAD, CountryRoad};
pub use fillomino::{FILLOMINO, Fillomino};
pub use galaxies::{GALAXIES, Galaxies};
pub use gokigen::{GOKIGEN, Gokigen};
pub use hashi::{HASHI, Hashi};
pub use hitori::{HITORI, Hitori};
pub use kakuro::{KAKURO, Kakuro};
pub use kenken::{KENKEN, KenKen};
pub use kurotto::{KUROTTO, Kurotto};
pub use masyu::{MASYU, Masyu};
pub use nonogram::{NONOGRAM, Nonogram};
pub use nurikabe::{NURIKABE, Nurikabe};
pub use ripple::{RIPPLE, Ripple};
pub use shikaku::{SHIKAKU, Shikaku};
pub use simple_loop::{SIMPLE_LOOP, SimpleLoop};
pub use slitherlink::{SLITHERLINK, Slitherlink};
pub use tapa::{TAPA, Tapa};
pub use yajilin::{YAJILIN, Yajilin};

/// The genres of the house.
pub fn all() -> Vec<&'static dyn HouseGenre> {
    vec![
        &COUNTRY_ROAD,
        &FILLOMINO,
        &GALAXIES,
        &GOKIGEN,
        &HASHI,
        &HITORI,
        &KAKURO,
        &KENKEN,
        &KUROTTO,
        &MASYU,
        &NONOGRAM,
        &NURIKABE,
        &RIPPLE,
        &SHIKAKU,
        &SIMPLE_LOOP,
        &SLITHERLINK,
        &TAPA,
        &YAJILIN,
    ]
}
