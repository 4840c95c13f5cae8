//! Laws of reading and writing, for any bytes and for any tree.

use proptest::prelude::*;
use tesuji_sgf::{Collection, Diagnostic, Fault, Node, plain_text};

/// The contents of a collection, without its storage and without backslashes before brackets.
fn content(sgf: &Collection) -> Vec<(String, Vec<(String, Vec<Vec<u8>>)>)> {
    let properties = |n: Node<'_>| {
        n.properties()
            .map(|p| (p.name().into_owned(), p.values().map(|v| plain_text(v.raw()).into_owned()).collect()))
            .collect()
    };
    sgf.nodes().map(|n| (n.path(), properties(n))).collect()
}

/// Bytes that make brackets, names, escapes and broken characters likely.
fn near_sgf() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => prop::sample::select(vec!["(", ")", ";", "[", "]", "\\", ":", "\n", " ", "(;", ")("]).prop_map(|s| s.as_bytes().to_vec()),
        8 => prop::sample::select(vec!["B[aa]", "W[bb]", "AB[aa:cc][dd]", "C[x]", "CA[Shift_JIS]", "CA[UTF-8]", "PB[", "KM", "Comment", "b"]).prop_map(|s| s.as_bytes().to_vec()),
        2 => prop::collection::vec(any::<u8>(), 1..4),
        1 => Just("段".as_bytes().to_vec()),
        1 => Just(b"\x95\\\x83]".to_vec()),
        1 => Just(b"\x1b$B8@\x1b(B".to_vec()),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|p| p.concat())
}

fn tree() -> impl Strategy<Value = Collection> {
    let value = prop_oneof!["[a-s]{2}", "\\PC{0,12}", "[\\]\\[\\\\:;()\n\r\t a]{0,8}"];
    // The short names of points and lines of text may not hold anything: there, a missing bracket
    // is looked for.
    let text = ("C|GC|[A-Z]{3,6}", prop::collection::vec(value, 1..3));
    let points = ("B|W|AB|TR", prop::collection::vec("|[a-sA-Z]{2}|[a-s]{2}:[a-s]{2}", 1..3));
    let property = prop_oneof![text, points];
    let node = (any::<prop::sample::Index>(), prop::collection::vec(property, 0..4));
    (1usize..3, prop::collection::vec(node, 0..30)).prop_map(|(games, nodes)| {
        let mut sgf = Collection::new();
        let mut all: Vec<_> = (0..games).map(|_| sgf.add_game()).collect();
        for (parent, properties) in nodes {
            let id = sgf.add_child(*parent.get(&all));
            for (name, values) in properties {
                values.iter().for_each(|v| sgf.add(id, &name, v));
            }
            all.push(id);
        }
        sgf
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_and_say_where(bytes in near_sgf()) {
        let (sgf, found) = Collection::parse(&bytes);
        for d in &found {
            prop_assert!(d.offset + d.len <= bytes.len(), "{d:?} of {}", bytes.len());
        }
        for node in sgf.nodes() {
            for p in node.properties() {
                prop_assert!(p.values().len() > 0);
                p.values().for_each(|v| { v.text(); v.simple_text(); v.pair(); v.points().count(); });
            }
        }
    }

    /// Needs no charset: values are compared as bytes.
    #[test]
    fn what_was_read_is_written_and_read_again(bytes in near_sgf()) {
        // In ISO-2022-JP, what can't be recoded is lost; bytes beyond ASCII are no part of it.
        let bytes: Vec<u8> = bytes.iter().copied().filter(|&b| bytes.is_ascii() || b != 0x1b).collect();
        let (sgf, first) = Collection::parse(&bytes);
        let written = sgf.write();
        let (again, found) = Collection::parse(&written);
        // Whether a bracket is half of a character in damaged text is a guess, which the dropped
        // junk may have told.
        let halves = |found: &[Diagnostic]| found.iter().any(|d| d.fault == Fault::HalfCharacters);
        if !halves(&first) && !halves(&found) {
            prop_assert_eq!(content(&sgf), content(&again), "{:?} {:?}", String::from_utf8_lossy(&written), found);
            prop_assert_eq!(&written, &again.write());
        }
    }

    #[test]
    fn a_tree_of_ones_own_is_written_and_read_again(sgf in tree()) {
        let (again, found) = Collection::parse(&sgf.write());
        prop_assert!(found.is_empty(), "{:?}", found);
        prop_assert_eq!(content(&sgf), content(&again));
    }

    #[test]
    fn escapes_are_undone(text in "[\\PC\n]{0,40}") {
        let escaped = tesuji_sgf::escape(&text);
        prop_assert_eq!(plain_text(escaped.as_bytes()), text.as_bytes());
        let mut sgf = Collection::new();
        let root = sgf.add_game();
        sgf.add(root, "C", &text);
        let (again, _) = Collection::parse(&sgf.write());
        let read = again.roots().next().and_then(|r| r.text("C")).map(|t| t.into_owned());
        prop_assert_eq!(read, Some(text));
    }
}

/// Files made to be slow: each would take minutes, were any part of it looked at once for every
/// byte before it.
#[test]
fn no_file_takes_more_than_its_length() {
    const N: usize = 300_000;
    for (name, piece) in [
        ("open brackets", "("),
        ("closing brackets", ")"),
        ("nodes", ";"),
        ("values without ends", "PB[\n"),
        ("values without ends but an escaped one", "PB[\nC[\\]"),
        ("moves without ends", "B[aa;"),
        ("empty lines in a name", "\n"),
        ("letters", "a"),
        ("words", "aa "),
        ("ends", "]"),
        ("beginnings", "["),
        ("variations", "(;B[aa]"),
        ("nodes after variations", ";B[aa](;W[bb])"),
        ("backslashes", "\\"),
        ("halves of characters", "\u{8868}["),
    ] {
        for start in ["", "(;", "(;PB[", "(;B[aa](", "(;PB[x]PW[", "(;B["] {
            for end in ["", "]", ")", "])"] {
                let text = format!("{start}{}{end}", piece.repeat(N / piece.len()));
                let begun = std::time::Instant::now();
                let (sgf, _) = Collection::parse(text.as_bytes());
                let (again, _) = Collection::parse(&sgf.write());
                assert_eq!(sgf.nodes().count(), again.nodes().count());
                let took = begun.elapsed().as_secs_f64();
                assert!(took < 5.0, "{name} after {start:?}: {took} s");
            }
        }
    }
}
