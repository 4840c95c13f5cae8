//! Answers say which parts are proved on the whole board.

use serde_json::Value;
use tesuji_genre::position::PositionGenre;
use tesuji_genre::{Medium, PositionActions, Record};
use tesuji_go::zones::{drawn, prove_problem};
use tesuji_go::{Board, Color, Point, Points, Problem, Question, Role, Tsumego};
use tesuji_solver::Limits;

/// A corner group with its wall on an open board, as a problem about it.
fn corner(first: Role) -> Problem {
    let rows = ["...OX", "..OOX", "OOOXX", "XXX.."];
    let stones = rows.iter().enumerate().flat_map(|(y, row)| {
        let color = |c: char| if c == 'X' { Color::Black } else { Color::White };
        let at = move |(x, c): (usize, char)| (Point::new(x as u8, y as u8), color(c));
        row.chars().enumerate().filter(|(_, c)| *c != '.').map(at)
    });
    let board = Board::set_up(19, 19, stones).unwrap();
    Problem::new(Question::around(&board, &Points::single(Point::new(3, 0))).unwrap(), first)
}

/// Nothing is taken for granted of what is proved on the whole board, and the record has the points
/// that the proof rests on.
#[test]
fn an_answer_is_proved_on_the_whole_board() {
    let problem = corner(Role::Defender);
    let solved = Tsumego.solve(&problem, &Limits::default().with_nodes(200_000)).unwrap();
    let found = &solved.solutions[0];
    assert_eq!(
        (found["proved"].as_str(), found["standing"].as_str()),
        (Some("on the whole board"), Some("changed by this move"))
    );
    assert_eq!(found["keys"], serde_json::json!(["B19"]));
    assert!(found["assumes"].is_null(), "{found}");
    let zone = found["zone"].as_array().unwrap();
    assert!(zone.len() >= 9 && zone.contains(&Value::from("B19")), "{found}");
    let record =
        Record { genre: "tsumego".into(), puzzle: problem.print(), solution: Some(found.clone()), ..Record::default() };
    let words = Tsumego.tell(&record).unwrap();
    assert!(words.contains("proved on the whole board") && !words.contains("taken for granted"), "{words}");
    let picture = drawn(&record, Medium::Unicode).unwrap();
    assert!(picture.contains('◌') && picture.contains('◇'), "{picture}");
}

/// The certificate of an answer is accepted, and holds for either side's first move.
#[test]
fn the_certificate_of_an_answer_is_accepted() {
    for first in Role::ALL {
        let problem = corner(first);
        let proof = prove_problem(&problem, &Limits::default().with_nodes(200_000)).unwrap().expect("a proof");
        assert_eq!(proof.certificate.check(), Ok(()));
        assert_eq!(proof.certificate.is_about(&problem.question.board, problem.question.defender), Ok(()));
        assert_eq!(proof.key, Some(Point::new(1, 0)), "{first}");
        println!(
            "{first}: {} positions, {} nodes, {} points",
            proof.nodes,
            proof.certificate.nodes.len(),
            proof.zone.len()
        );
    }
}
