//! Races of two chains without eyes: what they come to is counted.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use tesuji_go::race::{Ending, Race};
use tesuji_go::zones::{ZoneGoal, prove};
use tesuji_go::{Board, Class, Color, DfPnReader, Point, Points, Question, Role, Symmetry};
use tesuji_solver::Limits;

const NODES: u64 = 100_000;

/// White's row against Black's, each before a row of liberties with the given number of them open,
/// and walls of both around. White is the target.
fn race(length: u8, white: u8, black: u8) -> (Board, Points) {
    let (w, b) = (Color::White, Color::Black);
    let mut stones: Vec<(Point, Color)> = Vec::new();
    let mut set = |x: u8, y: u8, color: Color| stones.push((Point::new(x, y), color));
    for x in 0..length {
        set(x, 5, w);
        set(x, 4, b);
        // Liberties that are taken, by stones that hang on the walls.
        if x >= white {
            set(x, 6, b);
        }
        if x >= black {
            set(x, 3, w);
        }
    }
    for x in 0..length + 2 {
        set(x, 2, w);
        set(x, 7, b);
    }
    for x in [length, length + 1] {
        for y in [3, 4] {
            set(x, y, w);
        }
        for y in [5, 6] {
            set(x, y, b);
        }
    }
    let board = Board::set_up(19, 19, stones).unwrap();
    (board, (0..length).map(|x| Point::new(x, 5)).collect())
}

/// Does White's row win, that side moving first? It needs as many moves as Black has liberties.
fn wins(white: u8, black: u8, first: Role) -> bool {
    if first == Role::Defender { white >= black } else { white > black }
}

#[test]
fn won_races_are_shown_and_lost_ones_are_not_called_won() {
    let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(NODES));
    let (mut shown, mut lost) = (0, 0);
    for (length, white, black) in
        [(4, 4, 3), (4, 3, 3), (5, 5, 4), (5, 4, 4), (5, 3, 4), (6, 6, 5), (6, 5, 6), (7, 7, 6)]
    {
        for symmetry in [Symmetry::ALL[0], Symmetry::ALL[5], Symmetry::ALL[11]] {
            let (board, target) = race(length, white, black);
            let question = Question::around(&board, &target).unwrap().image(symmetry);
            if std::env::var("RACE").is_ok() {
                println!("{}", question.board);
                for q in question.narrowed() {
                    println!("wall {:?}\n{}\n", q.wall.len(), q.picture().replace('|', "\n"));
                }
            }
            for first in Role::ALL {
                let found = reader.read_widening(&question, first, &limits).unwrap();
                let outcome = found.reading.outcome;
                let what = format!("{white} against {black}, {first} first, {symmetry:?}: {outcome}");
                if wins(white, black, first) {
                    assert!(outcome.lives(), "{what}");
                    let proof = found.prove(&reader, first, &limits).unwrap();
                    assert_eq!(found.check(&proof, first).unwrap(), Ok(()), "{what}");
                    shown += 1;
                } else {
                    assert!(outcome.low <= Class::Ko, "{what}");
                    lost += 1;
                }
            }
        }
    }
    assert!(shown >= 24 && lost >= 12, "{shown} {lost}");
}

/// A race with `shared` liberties between a row of White's and one of Black's, with the given
/// numbers of each open on the far side, and an eye of one point for White if `eye` says so;
/// White's and Black's stone.
fn sharing(length: u8, white: u8, black: u8, shared: u8, has_eye: bool) -> (Board, Point, Point) {
    let (w, b) = (Color::White, Color::Black);
    let mut stones: Vec<(Point, Color)> = Vec::new();
    let mut set = |x: u8, y: u8, color: Color| stones.push((Point::new(x, y), color));
    // The eye lies at the left, in a block of its own.
    let from = if has_eye { 2 } else { 0 };
    for x in 0..length {
        if x > 0 || !has_eye {
            set(x, 6, w);
        }
        set(x, 4, b);
        if x < from || x >= from + shared {
            set(x, 5, w);
        }
        if x < from {
            set(x, 7, w);
        } else if x >= from + white {
            set(x, 7, b);
        }
        if x >= black {
            set(x, 3, w);
        }
    }
    for x in 0..=length {
        set(x, 2, w);
        set(x, 8, b);
    }
    for y in [3, 4] {
        set(length, y, w);
    }
    for y in [5, 6, 7] {
        set(length, y, b);
    }
    (Board::set_up(13, 13, stones).unwrap(), Point::new(1, 6), Point::new(1, 4))
}

/// A question about a chain on the whole board: region and wall don't matter to zones.
fn about(board: &Board, at: Point) -> Question {
    Question::of_target(board, &board.chain(at).unwrap().stones).unwrap()
}

/// Races at random: what is proved on the whole board is what is counted.
#[test]
fn counts_say_what_zones_prove() {
    let races = std::env::var("RACES").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut rng = ChaCha8Rng::seed_from_u64(64);
    let limits = Limits::default().with_nodes(1_500);
    let (mut asked, mut won, mut lost, mut seki, mut open) = (0, 0, 0, 0, 0);
    while asked < races {
        let mut pick = |most: u64| (rng.next_u64() % most) as u8;
        let (has_eye, shared) = (pick(4) == 0, pick(4));
        let from = if has_eye { 2 } else { 0 };
        let (white, black, length) = (pick(4), pick(5), from + 4 + pick(2));
        if from + white > length
            || from + shared >= length
            || black > length
            || white + shared == 0
            || black + shared == 0
        {
            continue;
        }
        asked += 1;
        let (board, ours, theirs) = sharing(length, white, black, shared, has_eye);
        let race = Race::of(&board, ours, theirs).unwrap();
        assert_eq!((race.own.outside, race.other.outside, race.shared), (white.into(), black.into(), shared.into()));
        assert_eq!((race.own.eye_size, race.own.approach), (usize::from(has_eye), 0), "{board}");
        let count = race.count();
        for first in [Color::White, Color::Black] {
            let ending = if first == Color::White { count.own_first } else { count.other_first };
            let captured = |at: Point| {
                let q = about(&board, at);
                prove(&q, ZoneGoal::Capture, q.role(first), &limits).is_some()
            };
            let proved = match ending {
                // Nothing is proved that is not counted.
                Ending::Seki => [captured(ours), captured(theirs)] == [false, false],
                Ending::Wins => !captured(ours),
                Ending::Loses => !captured(theirs),
            };
            assert!(proved, "{}: {ending:?}, {first} first\n{board}", race.words());
            match ending {
                Ending::Seki => seki += 1,
                Ending::Wins if captured(theirs) => won += 1,
                Ending::Loses if captured(ours) => lost += 1,
                _ => open += 1,
            }
        }
    }
    println!("{asked} races: {won} won and {lost} lost with a proof, {seki} seki, {open} without a proof");
    assert!(won > 5 && lost > 5 && seki > 2);
}

/// Eyes and approach moves are counted as books count them.
#[test]
fn counts_are_told_in_words() {
    let (board, ours, theirs) = sharing(5, 3, 2, 1, true);
    let words = Race::of(&board, ours, theirs).unwrap().words();
    assert_eq!(words, "White has 3 liberties and an eye, Black has 2 liberties; 1 is shared");
    // Black can't fill a liberty of the stone in the corner before he has taken those around.
    let stones = [(0, 0, Color::White), (2, 0, Color::White), (1, 1, Color::White), (0, 2, Color::Black)];
    let board = Board::set_up(9, 9, stones.map(|(x, y, c)| (Point::new(x, y), c))).unwrap();
    let race = Race::of(&board, Point::new(0, 0), Point::new(0, 2)).unwrap();
    assert_eq!((race.own.outside, race.own.approach, race.shared), (1, 1, 1));
    assert!(
        race.words().starts_with("White has 2 liberties (1 of them an approach move), Black has 2"),
        "{}",
        race.words()
    );
    assert_eq!(Race::of(&board, Point::new(0, 0), Point::new(1, 1)), None, "one colour");
}
