//! Forms of addresses, states and game IDs that other programs write or have written, by hand: what
//! is read from each.

use tesuji_genre::{Genre, View};
use tesuji_pencil::house::HouseGenre;

fn genre_of(name: &str) -> &'static dyn HouseGenre {
    let all = tesuji_pencil::genres::all();
    *all.iter().find(|g| g.name() == name).unwrap_or_else(|| panic!("no genre {name}"))
}

/// Genre, text, the puzzle.
const READ: &[(&str, &str, &str)] = &[
    // What asks for a way to show the puzzle.
    ("slitherlink", "https://puzz.link/p?type=player&slither_edit/4/4/dgdh2c7b", "slither/4/4/dgdh2c7b"),
    ("slitherlink", "https://puzz.link/p?slither_play/4/4/dgdh2c7b/", "slither/4/4/dgdh2c7b"),
    ("yajilin", "yajilin/b/3/3/a21g", "yajilin/3/3/a21g"),
    // Names in older addresses and on other sites.
    ("cave", "bag/3/3/o", "cave/3/3/o"),
    ("skyscrapers", "building/3/3/2q/2", "skyscrapers/3/3/2q/2"),
    ("akari", "bijutsukan/2/2/0g", "lightup/2/2/ag"),
    ("hashi", "bridges/3/1/1g1", "hashi/3/1/1g1"),
    // Older forms: a symbol a place.
    ("creek", "creek/d/2/2/1...0...1", "creek/2/2/bgagb"),
    ("gokigen", "gokigen/d/2/2/1...0...1", "gokigen/2/2/bgagb"),
    ("lits", "lits/d/4/2/aaaabbbb", "lits/4/2/00u"),
    // A border that parts no regions is kept.
    ("heyawake", "heyawake/2/2/g0g", "heyawake/2/2/g0g"),
    // States in addresses, with signs as codes.
    ("nurikabe", "https://puzz.link/p?pzprv3/nurikabe/1/3/1%20.%20%23%20/", "nurikabe/3/1/1h"),
    // Borders in place of numbers of regions; rows of notes; what follows the puzzle.
    ("lits", "pzprv3.1/lits/2/4/0 0 0 /0 0 0 /1 1 1 1 /# # # # /. . . . /", "lits/4/2/00u"),
    ("lits", "pzprv3/lits/2/4/2/0 0 0 0 /1 1 1 1 /# # # # /. . . . /0 0 0 /0 -1 0 /0 0 0 0 /", "lits/4/2/00u"),
    ("norinori", "pzprv3.1/norinori/1/2/0 /# # /", "norinori/2/1/0"),
    ("heyawake", "pzprv3.1/heyawake/1/2/1 /. 0 /+ + /", "heyawake/2/1/gg0"),
    ("aqre", "pzprv3.1/aqre/1/2/1 /. 0 /+ + /", "aqre/2/1/gg0"),
    ("country-road", "pzprv3.2/country/1/2//0 /. . /1 /0 0 /", "country/2/1/0g"),
    ("country-road", "pzprv3.1/country/1/2//1/0 0 /2 . /0 /0 0 /", "country/2/1/02"),
    ("slitherlink", "pzprv3.1/slither/1/1/3 /1 /1 1 /1 /0 /", "slither/1/1/d"),
    ("hitori", "pzprv3\nhitori\n1\n2\n1 2 \n. + \n-1 \ninfo:{\n \"metadata\": {}\n}", "hitori/2/1/12"),
    ("nurikabe", "pzprv3/nurikabe/1/2/1 . /history:{\"type\":\"pzpr\"}", "nurikabe/2/1/1g"),
    ("nurikabe", "pzprv3/nurikabe/1/2/1 . /TrialData(1)/1 # /", "nurikabe/2/1/1g"),
    ("nurikabe", "pzprv3/nurikabe/1/2/1 . /http://pzv.jp/p.html?nurikabe/2/1/1g", "nurikabe/2/1/1g"),
    ("tapa", "pzprv3/tapa/1/2/1 # /-1 /", "tapa/2/1/1g"),
    ("kurodoko", "pzprv3/kurodoko/1/2/2 . /. . /-1 /", "kurodoko/2/1/2g"),
    ("akari", "pzprv3/lightup/1/2/- . /. - /", "lightup/2/1/.g"),
    // Numbers that are crossed out, not told, or on walls.
    ("nonogram", "pzprv3/nonogram/1/2/. c1 . /c1 # + /", "nonogram/2/1/1g1"),
    ("tents", "pzprv3/tents/1/2/. . c1 /1 1 A /0 /", "tents/2/1/g111"),
    ("kakuro", "pzprv3/kakuro/1/3/0 -1 -1 -1 /0 -1,3 . . /. 1 2 /", "kakuro/3/1/3-l--"),
    ("shakashaka", "pzprv3/shakashaka/1/3/5 . 0 /. - . /", "shakashaka/3/1/.ga"),
    ("ripple", "pzprv3/ripple/1/3/0 0 /1 # . /. . c /", "ripple/3/1/01h8"),
    ("fillomino", "pzprv3/fillomino/1/3/. . . /1 = % /X 0 /", "fillomino/3/1/ig"),
    ("magnets", "pzprv3/magnets/1/3/0 1 /. . 1 . . /. . . c1 . /. 1 q1 a2 s2 /", "magnets/3/1/g11i1g890"),
    // Cells out of play inside of a region.
    ("magnets", "pzprv3/magnets/1/3/0 0 /. . . . . /. . . . . /. . a1 # a1 /", "magnets/3/1/n008"),
    // Signs of unequal: gaps, both ways of telling.
    ("futoshiki", "2:a1,0,0,", "futoshiki/2/2/g1hd"),
    ("futoshiki", "2dt:0R,0,0,0", "futoshiki/2/2/j4.c"),
    ("consecutive", "2a:1RD,0LD,0UR,0UL,", "consecutive/2/2/1iu"),
    ("consecutive", "3adk:1RD,0LRD,0L,0URD,0ULD,0D,0UR,0UL,2U,", "consecutive/3/3/1m2tdo"),
    // Parameters that are usual ones where they are left out.
    ("slitherlink", "2x2de:3a2a", "slither/2/2/8c"),
    ("palisade", "5x5:d21c1a3d3c2", "palisade/5/5/j2bg6dhdgch"),
    // Cages with all operations, single cells, repeated letters.
    ("kenken", "2de:a_3,a3a2a1", "kenken/2/2/8oa3a2a1"),
    ("kenken", "2dnm:_2b,m2d2", "kenken/2/2/o0m2d2"),
];

#[test]
fn forms_of_other_programs_are_read() {
    let mut faults = Vec::new();
    for &(name, text, expected) in READ {
        let genre = genre_of(name);
        for text in [text, expected] {
            match Genre::parse(genre, text) {
                Err(bad) => faults.push(format!("{text}: {bad}")),
                Ok(parsed) if parsed.puzzle.text != expected => {
                    faults.push(format!("{text}: {}, not {expected}", parsed.puzzle.text));
                }
                Ok(parsed) if !matches!(genre.view(&parsed.puzzle), Ok(View::Clues(_))) => {
                    faults.push(format!("{text}: no network"));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Genre, text, a word that the refusal has.
const REFUSED: &[(&str, &str, &str)] = &[
    ("slitherlink", "slither/f/2/2/j", "variation \"f\""),
    ("yajilin", "yajilin/ob/3/3/i", "variation \"o\""),
    ("country-road", "pzprv3.1/country/1/2/country_empty/1/0 0 /. . /0 /0 0 /", "country_empty"),
    ("magnets", "pzprv3/magnets/1/2/a/0 /. . . . /. . . . /. . . . /", "variation \"a\""),
    ("futoshiki", "2a:1RD,0LD,0UR,0UL,", "consecutive"),
    ("consecutive", "2:1,0,0,0", "futoshiki"),
    ("consecutive", "2a:1R,0,0,0", "tells of a bar"),
    ("futoshiki", "2:0R,0L,0,0", "two signs"),
    ("futoshiki", "2:0R,0,0", "3 numbers"),
    ("kenken", "2de:a,a1", "cages"),
    ("kenken", "2de:zz,a1", "cages"),
    ("kenken", "2de:a_3,a1", "number"),
    ("nonogram", "2x2:1/2/2/1,Aaa", "given cells"),
    ("undead", "2x1:1,0,0,Ga,1,1,0,0,0,0", "a mirror"),
    ("hashi", "3x1i30e10m4d0:1a1", "two bridges"),
    ("slitherlink", "3x3t2de:a", "square grids"),
];

#[test]
fn what_is_not_read_is_named() {
    let mut faults = Vec::new();
    for &(name, text, word) in REFUSED {
        match Genre::parse(genre_of(name), text) {
            Ok(parsed) => faults.push(format!("{text} is read as {}", parsed.puzzle.text)),
            Err(bad) if !bad.to_string().contains(word) => faults.push(format!("{text}: {bad}")),
            Err(_) => {}
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
