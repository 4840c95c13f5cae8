//! The fast matcher against the plain one, on books and games at random.

use proptest::prelude::*;
use std::collections::BTreeMap;
use tesuji_joseki::dictionary::Dictionary;
use tesuji_joseki::matches::Matches;
use tesuji_joseki::point::{Color, Move, Point};
use tesuji_joseki::position::Position;
use tesuji_joseki::reference::{PlainBook, PlainMatches};
use tesuji_joseki::symmetry::Symmetry;
use tesuji_joseki::variation::{Book, Chapter, Step, Tags, Variation};

fn plain(matches: &Matches) -> PlainMatches {
    let ratings = matches.suggestions.iter().map(|s| (s.at.to_string(), s.rating));
    let ignored = matches.ignored.iter().map(|(at, near)| (at.to_string(), *near));
    PlainMatches {
        ratings: ratings.collect(),
        ignored: ignored.collect::<BTreeMap<_, _>>(),
        near: matches.near.iter().map(ToString::to_string).collect(),
    }
}

/// Steps in the 5×5 corner at the upper right: crowded, so that stones are taken and patches meet.
fn step() -> impl Strategy<Value = Step> {
    let at = (14u8..19, 14u8..19).prop_map(|(x, y)| Point::new(x, y));
    let tags = (prop::bool::weighted(0.15), prop::bool::weighted(0.25), prop::bool::weighted(0.1));
    (any::<bool>(), prop::option::weighted(0.93, at), tags, prop::bool::weighted(0.08)).prop_map(
        |(black, at, (ignore, near, later), setup)| {
            let color = if black { Color::Black } else { Color::White };
            match at {
                Some(at) if setup => Step::Setup { color, at },
                at => Step::Play { mv: Move { color, at }, tags: Tags { ignore, near, later } },
            }
        },
    )
}

fn book() -> impl Strategy<Value = Book> {
    // Branches of a trunk, so that prefixes are shared.
    let branch = (0usize..8, prop::collection::vec(step(), 1..8));
    (prop::collection::vec(step(), 8), prop::collection::vec(branch, 1..6)).prop_map(|(trunk, branches)| {
        let variations = branches.into_iter().map(|(at, tail)| {
            let steps = trunk[..at].iter().copied().chain(tail).collect();
            Variation { steps }
        });
        Book { chapters: vec![Chapter { name: "a.sgf".into(), size: 19, variations: variations.collect() }] }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// A variation of the book is played in one of its copies, with stones thrown in and moves
    /// taken back.
    #[test]
    fn fast_and_plain_agree(
        book in book(),
        size in 13u8..=19,
        which in any::<prop::sample::Index>(),
        symmetry in 0usize..8,
        swapped in any::<bool>(),
        noise in prop::collection::vec((0usize..12, 0u8..7, 0u8..7, any::<bool>()), 0..3),
    ) {
        let size = if size % 2 == 0 { 19 } else { size };
        let fast = Dictionary::build(size, &book, &mut |_| ());
        let slow = PlainBook::build(size, &book);
        let counts = fast.counts();
        prop_assert_eq!((counts.regular, counts.near, counts.ignored), slow.counts());
        let variations = &book.chapters[0].variations;
        let steps = &which.get(variations).steps;
        let mut position = Position::new(size);
        prop_assert_eq!(plain(&fast.matches(&position)), slow.matches(position.board()));
        for (number, step) in steps.iter().enumerate() {
            let mut mv = match *step {
                Step::Setup { color, at } => Move { color, at: Some(at) },
                Step::Play { mv, .. } => mv,
            };
            let at = mv.at.and_then(|at| at.offset(size as i8 - 19, size as i8 - 19, size));
            mv.at = at.map(|at| Symmetry::ALL[symmetry].apply(at, size));
            mv.color = if swapped { mv.color.other() } else { mv.color };
            for &(when, x, y, black) in &noise {
                let color = if black { Color::Black } else { Color::White };
                let at = Symmetry::ALL[symmetry].apply(Point::new(size - 1 - x, size - 1 - y), size);
                if when == number && position.play(Move { color, at: Some(at) }).is_ok() && x % 2 == 0 {
                    position.undo();
                }
            }
            if position.play(mv).is_err() {
                continue;
            }
            prop_assert_eq!(plain(&fast.matches(&position)), slow.matches(position.board()), "after step {}", number);
        }
    }
}

/// A stone taken by a move that is matched by its neighbours: what follows has such a pattern, in
/// no list, before it. It is one pattern, however often the book plays it, with other variations
/// between and on other ways.
#[test]
fn what_only_leads_on_is_one_pattern() {
    let play = |black: bool, at: Option<(u8, u8)>, near: bool| Step::Play {
        mv: Move { color: if black { Color::Black } else { Color::White }, at: at.map(|(x, y)| Point::new(x, y)) },
        tags: Tags { near, ..Tags::default() },
    };
    let taken = [
        play(true, Some((17, 18)), false),
        play(false, Some((18, 18)), false),
        play(true, Some((18, 17)), true),
        play(false, Some((14, 14)), false),
    ];
    let other = [taken[1], taken[0], taken[2], taken[3]];
    let between = [play(false, Some((15, 15)), false)];
    let counts = |variations: &[&[Step]]| {
        let variations = variations.iter().map(|steps| Variation { steps: steps.to_vec() });
        let book =
            Book { chapters: vec![Chapter { name: "a.sgf".into(), size: 19, variations: variations.collect() }] };
        let fast = Dictionary::build(19, &book, &mut |p| panic!("{p}")).counts();
        let fast = (fast.regular, fast.near, fast.ignored);
        assert_eq!(fast, PlainBook::build(19, &book).counts());
        fast
    };
    // The move that takes and the one in no list, 16 copies each; the other order has another move
    // that takes.
    assert_eq!(counts(&[&taken]).1, 32);
    assert_eq!(counts(&[&taken, &taken[..3]]).1, 32);
    assert_eq!(counts(&[&taken, &between, &taken]).1, 32);
    assert_eq!(counts(&[&taken, &between, &other]).1, 48);
}
