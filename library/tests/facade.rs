//! The library as an outside program uses it.

use tesuji::{Error, Next};

const EASY: &str = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";

#[test]
fn wrong_names_are_refused_with_the_nearest() {
    let near = |error: Error| match error {
        Error::Unknown { kind, name, near } => (kind, name, near.first().cloned().unwrap_or_default()),
        other => panic!("{other}"),
    };
    let genre = tesuji::genre("sudku").err().map(near);
    assert_eq!(genre, Some(("genre", "sudku".to_string(), "sudoku".to_string())));
    let sudoku = tesuji::genre("sudoku").unwrap();
    let made = sudoku.generate().needs("x-wong").run().err().map(near);
    assert_eq!(made, Some(("technique", "x-wong".to_string(), "x-wing".to_string())));
    let option = sudoku.generate().set("symetry", "none").run().err().map(near);
    assert_eq!(option, Some(("option", "symetry".to_string(), "symmetry".to_string())));
    let graded = sudoku.read(EASY).unwrap().grade().without("x-wong").run().err().map(near);
    assert_eq!(graded, Some(("technique", "x-wong".to_string(), "x-wing".to_string())));
}

#[test]
fn bad_texts_are_refused_with_their_place() {
    let sudoku = tesuji::genre("sudoku").unwrap();
    let two_ones = format!("11{}", ".".repeat(79));
    for text in ["12345", two_ones.as_str(), ""] {
        assert!(matches!(sudoku.read(text), Err(Error::Bad(_))), "{text}");
    }
    for text in ["12345", "{}", r#"{"genre":"sudoku","puzzle":"12"}"#, "https://puzz.link/p?nothing/4/4/a"] {
        assert!(tesuji::read(text).is_err(), "{text}");
    }
}

#[test]
fn records_keep_what_they_hold() {
    let line = format!(r#"{{"id":"","genre":"sudoku","size":"9x9","puzzle":"{EASY}","mood":"calm"}}"#);
    let puzzle = tesuji::read(&line).unwrap();
    assert_eq!(puzzle.record().extra["mood"], "calm");
    assert_eq!(puzzle.record().id, tesuji::genre("sudoku").unwrap().read(EASY).unwrap().record().id);
}

#[test]
fn every_genre_makes_reads_and_explains() {
    for name in ["akari", "sudoku", "hitori", "tsumego"] {
        let genre = tesuji::genre(name).unwrap();
        let made = genre.generate().seed(11).run().unwrap();
        let again = genre.read(made[0].text()).unwrap();
        assert_eq!(again.text(), made[0].text());
        assert!(matches!(again.hint().run().unwrap().next, Next::Step(_)), "{name}");
        assert!(again.svg().unwrap().starts_with("<svg"));
    }
}

#[test]
fn searches_end_by_their_bounds() {
    let empty = tesuji::genre("sudoku").unwrap().read(&".".repeat(81)).unwrap();
    let answer = empty.solve().up_to(1_000_000).nodes(500).run().unwrap();
    assert!(!answer.stop.is_complete());
    let interrupt = tesuji::Interrupt::default();
    interrupt.raise();
    let answer = empty.solve().up_to(usize::MAX).interrupt(interrupt).run().unwrap();
    assert_eq!(answer.stop, tesuji::Stop::Interrupted);
}

#[cfg(feature = "mining")]
#[test]
fn a_rating_by_chains_comes_where_it_is_asked_for() {
    let puzzle = tesuji::genre("sudoku").unwrap().read(EASY).unwrap();
    let plain = puzzle.grade().run().unwrap().info.features;
    let rated = puzzle.grade().rating().run().unwrap().info.features;
    assert!(!plain.contains_key("rating"));
    assert_eq!((rated["chain"], rated["rating"]), (0.0, plain["effort"]), "an easy puzzle takes no chain");
}

#[test]
fn a_catalog_of_decisions_grades() {
    let sudoku = tesuji::genre("sudoku").unwrap();
    assert!(sudoku.catalog_with("nonsense").is_err());
    let line = concat!(
        r#"{"version":2,"genre":"sudoku","form":"whip-5","verdict":"promote","id":"whip-of-5","#,
        r#""name":"Whip of 5","tier":"hard","score":150}"#
    );
    let catalog = sudoku.catalog_with(line).unwrap();
    assert_eq!(catalog.list().len(), sudoku.techniques().len() + 1);
    assert!(sudoku.read(EASY).unwrap().grade().catalog(catalog).run().unwrap().info.solved);
}
