//! The genres of the pencil house, one file each.

mod akari;
mod aqre;
mod binairo;
mod binary;
mod cave;
mod consecutive;
mod country_road;
mod creek;
mod dominosa;
mod drawn;
mod fillomino;
mod futoshiki;
mod galaxies;
mod gokigen;
mod hashi;
mod heyawake;
mod hitori;
mod kakurasu;
mod kakuro;
mod kenken;
mod kropki;
mod kurodoko;
mod kurotto;
mod listed;
mod lits;
mod magnets;
mod masyu;
mod mines;
mod nonogram;
mod norinori;
mod numberlink;
mod nurikabe;
mod nurimisaki;
mod palisade;
mod places;
mod region_walk;
mod regions;
mod ripple;
mod shakashaka;
mod shapes;
mod shikaku;
mod simple_loop;
mod skyscrapers;
mod slitherlink;
mod star_areas;
mod starbattle;
mod tapa;
mod tents;
mod thermometers;
mod tracks;
mod undead;
mod unequal;
mod unruly;
mod yajilin;
mod yinyang;

use crate::house::HouseGenre;

pub use akari::{AKARI, Akari};
pub use aqre::{AQRE, Aqre};
pub use binairo::{BINAIRO, Binairo};
pub use cave::{CAVE, Cave};
pub use consecutive::{CONSECUTIVE, Consecutive};
pub use country_road::{COUNTRY_ROAD, CountryRoad};
pub use creek::{CREEK, Creek};
pub use dominosa::{DOMINOSA, Dominosa};
pub use fillomino::{FILLOMINO, Fillomino};
pub use futoshiki::{FUTOSHIKI, Futoshiki};
pub use galaxies::{GALAXIES, Galaxies};
pub use gokigen::{GOKIGEN, Gokigen};
pub use hashi::{HASHI, Hashi};
pub use heyawake::{HEYAWAKE, Heyawake};
pub use hitori::{HITORI, Hitori};
pub use kakurasu::{KAKURASU, Kakurasu};
pub use kakuro::{KAKURO, Kakuro};
pub use kenken::{KENKEN, KenKen};
pub use kropki::{KROPKI, Kropki};
pub use kurodoko::{KURODOKO, Kurodoko};
pub use kurotto::{KUROTTO, Kurotto};
pub use listed::with_ideas_and_counting;
pub use lits::{LITS, Lits};
pub use magnets::{MAGNETS, Magnets};
pub use masyu::{MASYU, Masyu};
pub use mines::{MINES, Mines};
pub use nonogram::{NONOGRAM, Nonogram};
pub use norinori::{NORINORI, Norinori};
pub use numberlink::{NUMBERLINK, Numberlink};
pub use nurikabe::{NURIKABE, Nurikabe};
pub use nurimisaki::{NURIMISAKI, Nurimisaki};
pub use palisade::{PALISADE, Palisade};
pub use ripple::{RIPPLE, Ripple};
pub use shakashaka::{SHAKASHAKA, Shakashaka};
pub use shikaku::{SHIKAKU, Shikaku};
pub use simple_loop::{SIMPLE_LOOP, SimpleLoop};
pub use skyscrapers::{SKYSCRAPERS, Skyscrapers};
pub use slitherlink::{SLITHERLINK, Slitherlink};
pub use starbattle::{STAR_BATTLE, StarBattle};
pub use tapa::{TAPA, Tapa};
pub use tents::{TENTS, Tents};
pub use thermometers::{THERMOMETERS, Thermometers};
pub use tracks::{TRACKS, Tracks};
pub use undead::{UNDEAD, Undead};
pub use unruly::{UNRULY, Unruly};
pub use yajilin::{YAJILIN, Yajilin};
pub use yinyang::{YIN_YANG, YinYang};

/// The genres of the house.
pub fn all() -> Vec<&'static dyn HouseGenre> {
    vec![
        &AKARI,
        &AQRE,
        &BINAIRO,
        &CAVE,
        &CONSECUTIVE,
        &COUNTRY_ROAD,
        &CREEK,
        &DOMINOSA,
        &FILLOMINO,
        &FUTOSHIKI,
        &GALAXIES,
        &GOKIGEN,
        &HASHI,
        &HEYAWAKE,
        &HITORI,
        &KAKURASU,
        &KAKURO,
        &KENKEN,
        &KROPKI,
        &KURODOKO,
        &KUROTTO,
        &LITS,
        &MAGNETS,
        &MASYU,
        &MINES,
        &NONOGRAM,
        &NORINORI,
        &NUMBERLINK,
        &NURIKABE,
        &NURIMISAKI,
        &PALISADE,
        &RIPPLE,
        &SHAKASHAKA,
        &SHIKAKU,
        &SIMPLE_LOOP,
        &SKYSCRAPERS,
        &SLITHERLINK,
        &STAR_BATTLE,
        &TAPA,
        &TENTS,
        &THERMOMETERS,
        &TRACKS,
        &UNDEAD,
        &UNRULY,
        &YAJILIN,
        &YIN_YANG,
    ]
}
