use super::*;
use tesuji_solver::Literal;

fn problem() -> Problem {
    Problem::parse("19x19 A19 X=black O ...OX|...OX|OOOOX|XXXXX").unwrap()
}

#[test]
fn the_terminal_shows_stones_edges_and_moves() {
    let p = problem();
    let plain = draw(&p, None, &Marks::default(), Medium::Unicode).unwrap();
    let expected = "   A B C D E F\n\
                    19 ┌─┬─┬ ○ ● ┬\n\
                    18 ├─┼─┼ ○ ● ┼\n\
                    17 ○ ○ ○ ○ ● ┼\n\
                    16 ● ● ● ● ● ┼\n\
                    15 ├─┼─┼─┼─┼─┼\n   ○ White to move, to live\n";
    assert_eq!(plain, expected);
    let marks = Marks {
        placed: vec![Literal { var: number(&p, Point::new(1, 0)), value: 1 }],
        gone: vec![Literal { var: number(&p, Point::new(0, 0)), value: 0 }],
        ..Marks::default()
    };
    let marked = draw(&p, None, &marks, Medium::Unicode).unwrap();
    assert!(marked.contains("✗─①"), "{marked}");
}

#[test]
fn states_are_played_and_refused() {
    let p = problem();
    let state = |text: &str| State { text: Some(text.to_string()), ..State::default() };
    assert!(draw(&p, Some(&state("B19 A19")), &Marks::default(), Medium::Unicode).unwrap().contains("● ○"));
    for bad in ["Z9", "B19 B19", "T1"] {
        let why = draw(&p, Some(&state(bad)), &Marks::default(), Medium::Unicode).unwrap_err();
        assert_eq!(why.at.as_deref(), Some("state"));
    }
}

/// Where not all stones of the defender are asked about, those that are can be told from the
/// others.
#[test]
fn a_target_among_other_stones_is_marked() {
    let some = Problem::parse("9x9 A9 X=black O !o..OX|...OX|OOOOX|XXXXX").unwrap();
    let all = Problem::parse("9x9 A9 X=black O !...OX|...OX|OOOOX|XXXXX").unwrap();
    let drawn = |p: &Problem, medium| draw(p, None, &Marks::default(), medium).unwrap();
    let marked = (some.question.target & some.question.board.stones(Color::White)).len();
    assert_eq!(drawn(&some, Medium::Svg).matches("<polygon").count(), marked);
    assert!(drawn(&some, Medium::Unicode).contains("target: D9"), "{}", drawn(&some, Medium::Unicode));
    assert!(!drawn(&all, Medium::Svg).contains("<polygon") && !drawn(&all, Medium::Unicode).contains("target"));
}

#[test]
fn svg_is_one_element_with_a_circle_a_stone() {
    let p = problem();
    let svg = draw(&p, None, &Marks::default(), Medium::Svg).unwrap();
    let stones = p.question.board.stones(Color::Black).len() + p.question.board.stones(Color::White).len();
    // The star point at D16 is under a stone.
    assert_eq!(svg.matches("<circle").count(), stones);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
}
