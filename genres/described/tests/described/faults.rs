//! Wrong genre files are refused: each fault has its line and column.

use tesuji_described::{self as described, EXAMPLE, FindingKind, check};
use tesuji_genre::{Genre, View};

/// The example with one text in place of another.
fn changed(from: &str, to: &str) -> String {
    assert!(EXAMPLE.contains(from), "{from}");
    EXAMPLE.replacen(from, to, 1)
}

#[test]
fn the_example_is_a_genre_without_faults() {
    described::read(EXAMPLE).expect("the example");
    let findings = check(EXAMPLE).expect("the example");
    assert!(findings.iter().all(|finding| !finding.kind.is_fault()), "{findings:#?}");
}

#[test]
fn faults_have_line_and_column() {
    for (from, to, what) in [
        ("value = \"shaded\", is = \"0|1|2|4\"", "value = \"shadd\", is = \"0|1|2|4\"", "no name \"shadd\""),
        ("is = \"number(r)\"", "is = \"number(x)\"", "no name \"x\""),
        ("is = \"number(r)\"", "is = \"numbr(r)\"", "no function \"numbr\"; nearest: number"),
        ("is = \"number(r)\"", "is = \"number(r\"", "\",\" is expected"),
        ("each = \"q in squares\"", "each = \"q of squares\"", "\"in\" is expected"),
        ("each = \"q in squares\"", "each = \"q in squarez\"", "nearest: squares"),
        ("sizes = [\"6x6\"", "sizes = [\"6by6\"", "no size"),
        ("says = \"number\"", "says = \"words\"", "number, value or circle"),
        ("[clues.regions]", "[clues.region]", "nearest: regions"),
        ("count = { of = \"q\"", "amount = { of = \"q\"", "no key \"amount\"; nearest: count"),
        ("cell = \"all\"", "cell = \"0..size(neighbours(c))\"", "no name \"c\""),
        ("\"#\" = \"shaded\"", "\"##\" = \"shaded\"", "one sign"),
        ("name = \"chocona-like\"", "name = \"Chocona\"", "small letters"),
        ("[genre]", "[genre", ""),
        ("of = \"cells(r)\"", "of = \"corners\"", "has no value"),
    ] {
        let text = changed(from, to);
        let bad = described::read(&text).err().unwrap_or_else(|| panic!("{to} is read"));
        assert!(bad.line.is_some() && bad.column.is_some(), "{to}: {bad}");
        assert!(bad.what.contains(what), "{to}: {bad}");
        let line = text.lines().nth(bad.line.unwrap_or(1) as usize - 1).unwrap_or_default();
        let part = to.split([' ', '"']).find(|word| line.contains(word) && word.len() > 2);
        assert!(part.is_some(), "{to}: line {line:?} of {bad}");
    }
}

#[test]
fn a_genre_that_can_have_no_puzzle_is_told() {
    let contradictory = changed("is = \"0|1|2|4\"", "is = \"5\"");
    let findings = check(&contradictory).expect("a genre");
    assert!(findings.iter().any(|f| f.kind == FindingKind::Contradictory), "{findings:#?}");
}

/// The rules that can't be met are named, and no others.
#[test]
fn rules_that_cannot_be_met_are_named() {
    let square = "rule square can't be met";
    let extra = |rule: &str| format!("{EXAMPLE}\n[[rule]]\nname = \"the extra one\"\nid = \"extra\"\n{rule}\n");
    for (text, says) in [
        (changed("is = \"0|1|2|4\"", "is = \"5\""), square),
        (extra("count = { of = \"cells\", value = \"shaded\", is = \"100\" }"), "rule extra can't be met"),
        (
            extra("count = { of = \"cells\", value = \"shaded\", is = \"3 * height * width\" }"),
            "rule extra can't be met",
        ),
        (
            extra("each = \"q in squares\"\ncount = { of = \"q\", value = \"shaded\", is = \"3\" }"),
            "rules square and extra can't be met together",
        ),
    ] {
        let findings = check(&text).expect("a genre");
        let told: Vec<&str> =
            findings.iter().filter(|f| f.kind == FindingKind::Contradictory).map(|f| f.words.as_str()).collect();
        assert!(told.iter().any(|words| words.ends_with(says)), "{says}: {findings:#?}");
        assert!(told.iter().all(|words| !words.contains("can't be met") || words.ends_with(says)), "{told:?}");
    }
}

/// A statement that speaks of the number of a cell without a clue falls away, wherever it does so; a
/// cell that is chosen by its own number is left out where it has none.
#[test]
fn a_number_that_is_not_there_takes_its_statement_away() {
    const KUROCHUTE: &str = "\
[genre]
name = \"kurochute-like\"
about = \"one shaded cell so far away\"
easiest = \"easy\"
[board]
sizes = [\"4x4\"]
[values]
\".\" = \"unshaded\"
\"#\" = \"shaded\"
[vars]
cell = \"all\"
[clues.cells]
says = \"number\"
range = \"1..3\"
value = \"unshaded\"
[[rule]]
name = \"the number of\"
id = \"number\"
EACH
count = { of = \"OF\", value = \"shaded\", is = \"1\" }
[face]
address = [\"kurochutelike\"]
";
    let far = "abs(row_number(c) - row_number(d)) + abs(column_number(c) - column_number(d))";
    let told = |each: &str, of: &str| {
        let text = KUROCHUTE.replace("EACH", &format!("each = \"{each}\"")).replace("OF", of);
        let genre = tesuji_described::read(&text).unwrap_or_else(|bad| panic!("{bad}: {text}"));
        statements(genre)
    };
    let line = "joined(row(c), column(c))";
    let plain = told("c in cells where clue(c)", &format!("d in {line} where {far} = number(c)"));
    assert_eq!(plain, 1);
    for (each, of) in [
        ("c in cells", format!("d in {line} where {far} = number(c)")),
        ("c in cells", format!("d in {line} where not ({far} != number(c))")),
        ("c in cells", format!("d in {line} where {far} - number(c) = 0 and d != c")),
        ("c in cells", format!("d in (e in {line} where e != c) where {far} = number(c)")),
        (
            "c in cells",
            format!("d in {line} where {far} = size(e in cells where number(e) = number(c)) + number(c) - 1"),
        ),
        ("c in cells, n in 1..1 where n = 1 and number(c) > 0", format!("d in {line} where {far} = number(c)")),
        ("c in cells where number(c) > 0", format!("d in {line} where {far} = number(c)")),
    ] {
        assert_eq!(told(each, &of), plain, "{each}: {of}");
    }
    // Chosen by its own number: cells without one are left out, and the statement stays.
    assert_eq!(told("r in rows", "joined(r, d in cells where number(d) = 9)"), 4);
}

/// How often the rules of a genre are stated on a 4×4 with one clue in the second row.
fn statements(genre: &dyn Genre) -> usize {
    let parsed = genre.parse("https://puzz.link/p?kurochutelike/4/4/k2p").expect("a puzzle");
    let View::Clues(view) = genre.view(&parsed.puzzle).expect("a network") else { panic!("a network") };
    view.network.rule_ids().count()
}

#[test]
fn clues_that_say_nothing_are_told() {
    let idle = changed("is = \"number(r)\"", "at_least = \"0 * number(r)\"");
    let findings = check(&idle).expect("a genre");
    assert!(findings.iter().any(|f| f.kind == FindingKind::Unused && f.words.contains("regions")), "{findings:#?}");
}

/// The genres of the files have puzzles, and clues and rules that say something.
#[test]
fn files_pass_their_check() {
    for file in super::genres().keys() {
        let text = std::fs::read_to_string(super::folder().join(format!("{file}.toml"))).expect("a text");
        // The boards of some are drawn sign by sign, and no filling is met, or hardly one.
        if super::NOT_MADE.contains(&file.as_str()) || file == "fivecells" {
            continue;
        }
        let findings = check(&text).expect("a genre");
        let words: Vec<String> = findings.iter().map(|f| format!("{}: {}", f.kind.name(), f.words)).collect();
        println!("{file}: {}", words.join("; "));
        assert!(findings.iter().all(|finding| !finding.kind.is_fault()), "{file}: {words:?}");
    }
}

/// Expressions that are too long, too deep or about too much are refused, and no number of
/// statements hangs.
#[test]
fn expressions_without_end_are_refused() {
    let deep = format!("{}1{}", "(".repeat(300), ")".repeat(300));
    let long = vec!["1"; 3000].join(" + ");
    for expression in [deep, long, "0..99999999".to_string(), "4294967296".to_string()] {
        let text = changed("is = \"0|1|2|4\"", &format!("is = \"{expression}\""));
        assert!(described::read(&text).is_err(), "{:.40}", expression);
    }
    let many =
        changed("each = \"q in squares\"", "each = \"q in squares, a in cells, b in cells, c in cells, d in cells\"");
    assert!(described::read(&many).is_err());
}

/// Whatever single character is lost, a file is read or refused with its place.
#[test]
fn damaged_files_are_read_or_refused() {
    let mut refused = 0;
    for at in (0..EXAMPLE.len()).filter(|&at| EXAMPLE.is_char_boundary(at) && EXAMPLE.is_char_boundary(at + 1)) {
        let text = format!("{}{}", &EXAMPLE[..at], &EXAMPLE[at + 1..]);
        if let Err(bad) = described::read(&text) {
            assert!(bad.line.is_some() || bad.at.is_some(), "{bad}");
            refused += 1;
        }
    }
    assert!(refused > 200, "{refused}");
}
