//! Which of several patterns counts, in books of two or three variations made for the purpose.

use tesuji_joseki::dictionary::Dictionary;
use tesuji_joseki::matches::{Kind, Suggestion};
use tesuji_joseki::point::{Color, Move, Point};
use tesuji_joseki::position::Position;
use tesuji_joseki::variation::{Book, Chapter, Step, Tags, Variation};

const PLAIN: Tags = Tags { ignore: false, near: false, later: false };
const NEAR: Tags = Tags { near: true, ..PLAIN };
const LATER: Tags = Tags { later: true, ..PLAIN };
const IGNORED: Tags = Tags { ignore: true, ..PLAIN };
const NEAR_IGNORED: Tags = Tags { near: true, ..IGNORED };

/// The move asked about, which no symmetry but the identity keeps, and points out of its large
/// patch and of each other's.
const X: &str = "Q14";
const FAR: [&str; 3] = ["Q8", "J14", "D10"];

fn point(name: &str) -> Point {
    Point::read(name, 19).expect("a point")
}

fn play(color: Color, at: &str, tags: Tags) -> Step {
    Step::Play { mv: Move { color, at: Some(point(at)) }, tags }
}

fn white(at: &str) -> Step {
    play(Color::White, at, PLAIN)
}

fn black(at: &str, tags: Tags) -> Step {
    play(Color::Black, at, tags)
}

fn dictionary(size: u8, variations: &[&[Step]]) -> Dictionary {
    let variations = variations.iter().map(|steps| Variation { steps: steps.to_vec() }).collect();
    let book = Book { chapters: vec![Chapter { name: "a.sgf".into(), size: 19, variations }] };
    Dictionary::build(size, &book, &mut |p| panic!("{p}"))
}

fn position(moves: &[(Color, &str)]) -> Position {
    let mut position = Position::new(19);
    for &(color, at) in moves {
        position.play(Move { color, at: Some(point(at)) }).expect("it can be played");
    }
    position
}

fn suggested(book: &Dictionary, position: &Position) -> Option<Suggestion> {
    book.suggestion(position, point(X), Color::Black)
}

/// Four moves far from everything, so that ratings differ.
const OPENING: [(Color, &str); 4] =
    [(Color::Black, "A1"), (Color::White, "C1"), (Color::Black, "A3"), (Color::White, "C3")];

#[test]
fn kinds_and_ratings() {
    let book =
        dictionary(19, &[&[white(FAR[0]), black(X, PLAIN)], &[white(FAR[1]), black(X, LATER)], &[black(X, PLAIN)]]);
    let after = |moves: &[(Color, &str)]| {
        let found = suggested(&book, &position(&[&OPENING, moves].concat())).expect("a move of the book");
        (found.kind.name(), found.rating)
    };
    let (a, b, elsewhere) = ((Color::White, FAR[0]), (Color::White, FAR[1]), (Color::Black, "E1"));
    assert_eq!(after(&[]), ("start", 20));
    assert_eq!(after(&[a]), ("answer", 100));
    assert_eq!(after(&[a, elsewhere]), ("continuation", 50));
    assert_eq!(after(&[b]), ("later", 20));
    assert_eq!(after(&[b, elsewhere]), ("later", 20));
    // Answers to the last move come first, then follow-ups, then moves that can wait.
    assert_eq!(after(&[b, elsewhere, a]), ("answer", 100));
    assert_eq!(after(&[a, elsewhere, b]).0, "later", "it answers the last move, and can wait");
    assert_eq!(after(&[a, elsewhere, b, (Color::Black, "G1")]), ("continuation", 50));
    // Among the first four moves all count the same.
    assert_eq!(suggested(&book, &position(&[a])).map(|s| (s.kind, s.rating)), Some((Kind::Answer, 20)));
    assert_eq!(suggested(&book, &position(&OPENING[..3])).map(|s| s.rating), Some(20));
}

/// Between a full match and one by neighbours, the better counts; between equals, the full one.
#[test]
fn by_the_neighbours_only_where_it_is_better() {
    let start = [black(X, PLAIN)];
    let near = [white(FAR[0]), black(X, NEAR)];
    for variations in [[&start[..], &near[..]], [&near, &start]] {
        let book = dictionary(19, &variations);
        let early = suggested(&book, &position(&[(Color::White, FAR[0])])).map(|s| s.kind);
        assert_eq!(early, Some(Kind::Start));
        let late = suggested(&book, &position(&[&OPENING[..], &[(Color::White, FAR[0])]].concat())).map(|s| s.kind);
        assert_eq!(late, Some(Kind::Answer));
    }
    // A stone in the large patch, not among the neighbours: only the near one matches.
    let book = dictionary(19, &[&start, &near]);
    let beside = position(&[(Color::Black, "Q16"), (Color::White, FAR[0])]);
    assert_eq!(suggested(&book, &beside).map(|s| s.kind), Some(Kind::Answer));
    assert_eq!(book.matches(&beside).near, [point(X)]);
    let touching = position(&[(Color::Black, "Q15"), (Color::White, FAR[0])]);
    assert_eq!(suggested(&book, &touching), None);
}

/// Between two ignored patterns, the newer one decides how it matches.
#[test]
fn the_newest_of_what_is_ignored() {
    let full = [white(FAR[0]), black(X, IGNORED)];
    let near = [white(FAR[1]), black(X, NEAR_IGNORED)];
    let at = position(&[(Color::White, FAR[0]), (Color::Black, FAR[2]), (Color::White, FAR[1])]);
    for (variations, by_neighbours) in [([&full[..], &near[..]], true), ([&near, &full], false)] {
        let book = dictionary(19, &variations);
        assert_eq!(book.matches(&at).ignored, [(point(X), by_neighbours)]);
        assert!(book.is_ignored(&at, point(X), Color::Black) && book.knows(&at, point(X), Color::Black));
        assert!(!book.knows(&at, point(X), Color::White) && suggested(&book, &at).is_none());
    }
    for (variation, by_neighbours) in [(&full, false), (&near, true)] {
        assert_eq!(dictionary(19, &[variation]).matches(&at).ignored, [(point(X), by_neighbours)]);
    }
}

/// The move before must stand there, in its own colour and patch.
#[test]
fn what_came_before_is_on_the_board() {
    let book = dictionary(19, &[&[white(FAR[0]), black(X, PLAIN)]]);
    let is_known = |moves: &[(Color, &str)]| suggested(&book, &position(moves)).is_some();
    assert!(is_known(&[(Color::White, FAR[0])]));
    assert!(!is_known(&[]));
    assert!(!is_known(&[(Color::Black, FAR[0])]));
    assert!(!is_known(&[(Color::White, FAR[1])]));
    assert!(!is_known(&[(Color::White, FAR[0]), (Color::Black, "Q9")]), "its patch is another one");
}

/// A book for one size says nothing of boards of another, though corners look alike.
#[test]
fn boards_of_another_size() {
    let book = dictionary(19, &[&[black(X, PLAIN)]]);
    assert_eq!(book.suggest(&Position::new(19)).len(), 8);
    let small = Position::new(13);
    assert_eq!((book.suggest(&small).len(), book.matches(&small).suggestions.len()), (0, 0));
    assert_eq!(dictionary(13, &[&[black(X, PLAIN)]]).suggest(&small).len(), 8);
    assert!(dictionary(12, &[&[black(X, PLAIN)]]).is_empty());
}
