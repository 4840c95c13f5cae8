//! The genres of the pencil house, one file each.

mod akari;
mod aqre;
mod country_road;
mod fillomino;
mod galaxies;
mod gokigen;
mod hashi;
mod heyawake;
mod hitori;
mod kakurasu;
mod kakuro;
mod kenken;
mod kurotto;
mod listed;
mod lits;
mod masyu;
mod nonogram;
mod norinori;
mod nurikabe;
mod regions;
mod ripple;
mod shapes;
mod shikaku;
mod simple_loop;
mod slitherlink;
mod starbattle;
mod steps;
mod tapa;
mod yajilin;
mod yinyang;

use crate::house::HouseGenre;

pub use akari::{AKARI, Akari};
pub use aqre::{AQRE, Aqre};
pub use country_road::{COUNTRY_ROAD, CountryRoad};
pub use fillomino::{FILLOMINO, Fillomino};
pub use galaxies::{GALAXIES, Galaxies};
pub use gokigen::{GOKIGEN, Gokigen};
pub use hashi::{HASHI, Hashi};
pub use heyawake::{HEYAWAKE, Heyawake};
pub use hitori::{HITORI, Hitori};
pub use kakurasu::{KAKURASU, Kakurasu};
pub use kakuro::{KAKURO, Kakuro};
pub use kenken::{KENKEN, KenKen};
pub use kurotto::{KUROTTO, Kurotto};
pub use lits::{LITS, Lits};
pub use masyu::{MASYU, Masyu};
pub use nonogram::{NONOGRAM, Nonogram};
pub use norinori::{NORINORI, Norinori};
pub use nurikabe::{NURIKABE, Nurikabe};
pub use ripple::{RIPPLE, Ripple};
pub use shikaku::{SHIKAKU, Shikaku};
pub use simple_loop::{SIMPLE_LOOP, SimpleLoop};
pub use slitherlink::{SLITHERLINK, Slitherlink};
pub use starbattle::{STAR_BATTLE, StarBattle};
pub use tapa::{TAPA, Tapa};
pub use yajilin::{YAJILIN, Yajilin};
pub use yinyang::{YIN_YANG, YinYang};

/// The genres of the house.
pub fn all() -> Vec<&'static dyn HouseGenre> {
    vec![
        &AKARI,
        &AQRE,
        &COUNTRY_ROAD,
        &FILLOMINO,
        &GALAXIES,
        &GOKIGEN,
        &HASHI,
        &HEYAWAKE,
        &HITORI,
        &KAKURASU,
        &KAKURO,
        &KENKEN,
        &KUROTTO,
        &LITS,
        &MASYU,
        &NONOGRAM,
        &NORINORI,
        &NURIKABE,
        &RIPPLE,
        &SHIKAKU,
        &SIMPLE_LOOP,
        &SLITHERLINK,
        &STAR_BATTLE,
        &TAPA,
        &YAJILIN,
        &YIN_YANG,
    ]
}
