//! Laws of cleaning, for bytes near SGF.

use proptest::prelude::*;
use std::time::{Duration, Instant};
use tesuji_harvest::{CleanOptions, clean_file};
use tesuji_sgf::Collection;

fn near_sgf() -> impl Strategy<Value = Vec<u8>> {
    let words = vec![
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        ":",
        "\n",
        "(;",
        ")(",
        "B[aa]",
        "W[bb]",
        "B[tt]",
        "W[]",
        "B[zz]",
        "B[Q16]",
        "AB[aa:cc][dd]",
        "AW[cc]",
        "AE[aa]",
        "SZ[9]",
        "SZ[x]",
        "C[x]",
        "CA[Shift_JIS]",
        "GM[3]",
        "KM[375]",
        "RE[B]",
        "PB[a (3d)]",
        "LB[aa:b]",
        "GN[a]",
        "Comment[old]",
        "KO[7.5]",
        "XX[private]",
        "TR[aa:bb]",
    ];
    let piece = prop_oneof![
        12 => prop::sample::select(words).prop_map(|s| s.as_bytes().to_vec()),
        2 => prop::collection::vec(any::<u8>(), 1..4),
        1 => Just("段".as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|p| [b"(;".to_vec(), p.concat()].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Clean games need no repair, say in their lines what their trees say, and stay as they are
    /// when cleaned again.
    #[test]
    fn clean_is_clean(bytes in near_sgf()) {
        for game in clean_file(&bytes, "any", &CleanOptions::default()).games {
            let shown = || format!("{} -> {}", String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&game.sgf));
            let (sgf, found) = Collection::parse(&game.sgf);
            prop_assert!(found.is_empty(), "{found:?} {}", shown());
            prop_assert_eq!(sgf.roots().len(), 1);
            prop_assert_eq!(sgf.nodes().count(), game.record.nodes);
            for finding in &game.findings {
                prop_assert!(finding.offset.is_none_or(|o| o + finding.len <= bytes.len() as u64), "{finding:?} {}", shown());
            }
            let again = clean_file(&game.sgf, "again", &CleanOptions::default());
            prop_assert_eq!(again.games.len(), 1);
            let twice = String::from_utf8_lossy(&again.games[0].sgf).into_owned();
            prop_assert_eq!(&twice, &String::from_utf8_lossy(&game.sgf).into_owned(), "{}", shown());
            prop_assert_eq!(&again.games[0].record.hash, &game.record.hash);
            prop_assert_eq!(&again.games[0].record.moves, &game.record.moves);
        }
    }
}

/// A large node takes time by its size: what is looked up for each property would take minutes
/// here.
#[test]
fn many_properties_of_a_node_are_cleaned_in_time() {
    let name = |i: u32| -> String { (0..5).map(|k| char::from(b'A' + (i / 26u32.pow(k) % 26) as u8)).collect() };
    let many = |one: &dyn Fn(u32) -> String| -> String { (0..50_000).map(one).collect() };
    for (what, text) in [
        ("names", many(&|i| format!("X{}[{i}]", name(i)))),
        ("short names", many(&|i| format!("{}[{i}]", &name(i)[..4]))),
        ("values", format!("GN{}", many(&|i| format!("[{i}]")))),
        ("the same name", many(&|i| format!("XY[{i}]"))),
        ("rectangles", format!("AB{}", many(&|_| "[aa:ss]".to_string()))),
        ("names of a server", many(&|i| format!("TE[cup {i}]"))),
        ("names, then values", format!("{}{}", many(&|i| format!("X{}[{i}]", name(i))), many(&|i| format!("XY[{i}]")))),
    ] {
        for file in [format!("(;{text})"), format!("(;B[aa];W[bb]{text})")] {
            let begun = Instant::now();
            let games = clean_file(file.as_bytes(), "any", &CleanOptions::default()).games;
            let took = begun.elapsed();
            assert!(took < Duration::from_secs(5), "{what}: {took:?}");
            let again = clean_file(&games[0].sgf, "again", &CleanOptions::default()).games;
            assert!(again[0].sgf == games[0].sgf, "{what}");
        }
    }
}

/// A comment of blanks goes at once: as an empty one it would go the next time.
#[test]
fn blank_comments_leave_nothing_to_clean() {
    let file = b"(;C[ \n];B[aa]C[ ];W[bb]C[good])";
    let once = clean_file(file, "blank", &CleanOptions::default()).games.remove(0).sgf;
    let twice = clean_file(&once, "again", &CleanOptions::default()).games.remove(0).sgf;
    assert!(once == twice && !String::from_utf8_lossy(&once).contains("C[]"), "{}", String::from_utf8_lossy(&once));
}

/// A property that is no colour is not written so that it is read as another one the next time.
#[test]
fn a_mover_that_is_no_color_goes() {
    let once = clean_file(br"(;SZ[9]PL[B\[fd];W[aa];B[bb])", "any", &CleanOptions::default()).games;
    assert!(once[0].record.repairs.contains_key("no-color"), "{:?}", once[0].record.repairs);
    let again = clean_file(&once[0].sgf, "again", &CleanOptions::default()).games;
    assert_eq!((&again[0].sgf, again[0].record.moves.len()), (&once[0].sgf, 2));
}
