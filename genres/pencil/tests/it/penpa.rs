//! Drawings of penpa-edit: what is written is read again in every genre that has them; what a genre
//! gives no meaning to is refused.

use flate2::read::GzDecoder;
use std::io::Read;
use std::path::Path;
use tesuji_genre::penpa::{self, PENPA, address, is_penpa};
use tesuji_genre::{Bad, Genre, Record};

pub fn genres() -> Vec<&'static dyn Genre> {
    tesuji_pencil::genres().into_iter().filter(|genre| genre.info().formats.contains(&PENPA)).collect()
}

pub fn genre(name: &str) -> &'static dyn Genre {
    genres().into_iter().find(|genre| genre.name() == name).unwrap_or_else(|| panic!("{name}"))
}

/// Puzzles of the corpus that comes with the project.
pub fn corpus(name: &str, most: usize) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/puzzles/{name}.jsonl.gz"));
    let Ok(file) = std::fs::File::open(path) else { return Vec::new() };
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("a corpus");
    let step = (text.lines().count() / most).max(1);
    text.lines().step_by(step).take(most).map(|line| Record::from_json(line).expect("a record")).collect()
}

pub fn drawn(genre: &dyn Genre, record: &Record) -> Result<String, Bad> {
    let mut out = Vec::new();
    genre.write(PENPA, &mut std::iter::once(record.clone()), &mut out)?;
    Ok(String::from_utf8(out).expect("text").trim().to_string())
}

#[test]
fn what_is_drawn_is_read_again() {
    let mut without = Vec::new();
    for genre in genres() {
        let mut count = 0;
        for record in corpus(genre.name(), 12) {
            let address = match drawn(genre, &record) {
                Ok(address) => address,
                Err(bad) => panic!("{}: {bad}: {}", genre.name(), record.puzzle),
            };
            assert!(is_penpa(&address), "{address}");
            let parsed = genre.parse(&address).unwrap_or_else(|bad| panic!("{}: {bad}", genre.name()));
            assert_eq!(parsed.puzzle.text, record.puzzle, "{}", genre.name());
            // Its tags name the genre.
            let told = penpa::genre(&address, &genres()).expect("a genre");
            assert_eq!(told.name(), genre.name());
            count += 1;
        }
        if count == 0 {
            without.push(genre.name());
        }
    }
    assert!(genres().len() > 35, "{} genres", genres().len());
    assert!(without.len() < 4, "{without:?}");
}

/// A drawing of three rows by hand: its parts, and tags.
fn drawing(parts: &str, tags: &str) -> String {
    let cells = "[16,1,1,5,1,1,5,1,1]";
    // Three by three cells, so that rows of points have seven.
    let head = "square,3,3,38,0,1,1,152,152,24,24,0,0,0,0,Title: ,Author: ,,,OFF,false";
    let more = "\n".repeat(11);
    address(&format!("{head}\n[0,0,0,0]\n{{}}\n{{{parts}}}\n{{}}\n{cells}\n{more}{tags}"))
}

/// Numbers of the cells of that drawing in reading order.
fn cell(n: usize) -> usize {
    7 * (2 + n / 3) + 2 + n % 3
}

#[test]
fn a_drawing_by_hand_is_read() {
    let numbers = format!("\"number\":{{\"{}\":[\"3\",1,\"1\"],\"{}\":[\"?\",1,\"1\"]}}", cell(0), cell(8));
    let text = drawing(&numbers, "[\"slitherlink\"]");
    let slitherlink = genre("slitherlink");
    assert_eq!(slitherlink.parse(&text).expect("a puzzle").puzzle.text, "slither/3/3/dk.");
    assert_eq!(penpa::genre(&text, &genres()).expect("a genre").name(), "slitherlink");
    assert!(penpa::genre(&drawing(&numbers, "[]"), &genres()).is_err_and(|bad| bad.what.contains("--genre")));
    let circles = format!("\"symbol\":{{\"{}\":[1,\"circle_L\",1],\"{}\":[2,\"circle_L\",1]}}", cell(0), cell(4));
    assert_eq!(genre("masyu").parse(&drawing(&circles, "[]")).expect("a puzzle").puzzle.text, "masyu/3/3/960");
    let arrow = format!("\"number\":{{\"{}\":[\"2_3\",1,\"2\"]}}", cell(1));
    let yajilin = genre("yajilin").parse(&drawing(&arrow, "[]")).expect("a puzzle");
    assert_eq!(yajilin.puzzle.text, "yajilin/3/3/a22g");
}

#[test]
fn what_a_genre_gives_no_meaning_to_is_refused() {
    let refused = |name: &str, parts: &str, says: &[&str]| {
        let bad = genre(name).parse(&drawing(parts, "[]")).expect_err(parts);
        let text = bad.to_string();
        assert!(bad.what.starts_with("penpa-edit: "), "{text}");
        assert!(says.iter().all(|part| text.contains(part)), "{text}: {says:?}");
    };
    let at = |part: &str, n: usize, what: &str| format!("\"{part}\":{{\"{}\":{what}}}", cell(n));
    refused("slitherlink", &at("number", 4, "[\"7\",1,\"1\"]"), &["7", "r2c2"]);
    refused("slitherlink", &at("number", 4, "[\"x\",1,\"1\"]"), &["\"x\"", "r2c2"]);
    refused("slitherlink", &at("surface", 2, "1"), &["a shaded cell", "slitherlink", "r1c3"]);
    refused("slitherlink", &at("symbol", 2, "[1,\"circle_L\",1]"), &["circle_L", "r1c3"]);
    refused("masyu", &at("number", 0, "[\"3\",1,\"1\"]"), &["a number", "masyu", "r1c1"]);
    refused("masyu", &at("symbol", 0, "[3,\"circle_L\",1]"), &["circle_L", "r1c1"]);
    refused("slitherlink", "\"thermo\":[[1,2]]", &["thermo"]);
    refused("slitherlink", "\"lineE\":{\"72,73\":2}", &["a thick line"]);
    refused("slitherlink", "\"lineE\":{\"1,2\":2}", &["not along edges"]);
    refused("slitherlink", "\"killercages\":[[16,17]]", &["a cage"]);
    refused("slitherlink", "\"cage\":{\"260,261\":10}", &["not around the cages"]);
    refused("sudoku", "", &["3"]);
    let hexagons = address("hex,3,3,38\n[0]\n{}\n{}\n{}\n[16]");
    assert!(genre("slitherlink").parse(&hexagons).is_err_and(|bad| bad.what.contains("hex")));
    for text in ["", "square", "square,0,3", "square,3,3\n\n\n{}\n\n[9999999]", "square,3,3\n\n\n[]\n\n[]"] {
        let bad = genre("slitherlink").parse(&address(text)).expect_err(text);
        assert!(bad.what.starts_with("penpa-edit: "), "{bad}");
    }
}

/// Links of the site itself, where they are at hand: kinds of puzzles that no genre has.
#[test]
fn links_of_the_site_are_taken_apart() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pencil/cspuz");
    let mut seen = 0;
    for name in ["castle_walker", "pyramid", "exercise", "pyramid_climbers", "road_planning"] {
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{name}.txt"))) else { continue };
        for link in text.lines().filter(|line| line.contains("penpa-edit")) {
            seen += 1;
            let text = penpa::text(link.trim()).expect("it is unpacked");
            assert!(text.starts_with("square,") || text.starts_with("pyramid,"), "{text}");
            assert!(text.lines().nth(3).is_some_and(|line| line.contains("\"number\"")), "{text}");
            for genre in genres() {
                let bad = genre.parse(link.trim()).expect_err(name);
                assert!(bad.what.starts_with("penpa-edit: "), "{bad}");
            }
            assert!(penpa::genre(link.trim(), &genres()).is_err());
        }
    }
    if seen == 0 {
        println!("skipped: no links at hand");
    }
}
