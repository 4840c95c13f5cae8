//! Races of two chains without eyes: what they come to is counted.
#![allow(missing_docs)]

use tesuji_go::{Board, Class, Color, DfPnReader, Point, Points, Question, Role, Symmetry};
use tesuji_solver::Limits;

const NODES: u64 = 100_000;

/// White's row against Black's, each before a row of liberties with so many of them open, and walls
/// of both around. White is the target.
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
