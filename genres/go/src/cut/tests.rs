//! Games made for the purpose.

use super::*;
use crate::problem::Problem;
use crate::read::{DfPnReader, Exits};
use crate::{Board, Color, Point, Points, Question, Role, Symmetry};
use tesuji_genre::Record;
use tesuji_solver::Limits;

/// A corner with one key, B19, for either side; and stones that have nothing to do with it.
const CORNER: [&str; 4] = ["...OX", "..OOX", "OOOXX", "XXX.."];

fn stones(rows: &[&str], at: (u8, u8)) -> Vec<(Point, Color)> {
    let row = |(y, row): (usize, &&str)| {
        let cell = move |(x, c): (usize, char)| {
            let color = match c {
                'X' => Color::Black,
                'O' => Color::White,
                _ => return None,
            };
            Some((Point::new(at.0 + x as u8, at.1 + y as u8), color))
        };
        row.chars().enumerate().filter_map(cell).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

fn game(more: Vec<(Point, Color)>, moves: Vec<(Color, Option<Point>)>) -> Played {
    Played { size: (19, 19), setup: stones(&CORNER, (0, 0)).into_iter().chain(more).collect(), moves }
}

fn options() -> CutOptions {
    CutOptions { scan: ScanOptions { from: 0, ..ScanOptions::default() }, ..CutOptions::default() }
}

fn cut_of(game: &Played) -> Cut {
    let cut = cut(game, &options(), &DfPnReader::new(), &Limits::default().start());
    assert!(!cut.is_cut);
    cut
}

fn keys(record: &Record) -> Vec<String> {
    let keys = record.solution.as_ref().unwrap()["keys"].as_array().unwrap();
    keys.iter().map(|k| k.as_str().unwrap().to_string()).collect()
}

#[test]
fn a_group_is_found_cut_out_and_told_with_its_only_key() {
    let far = stones(&["X.O", "X.O", "X.O"], (9, 14));
    let near = stones(&["X"], (6, 5));
    let game = game([far, near].concat(), vec![(Color::White, Some(Point::new(1, 0)))]);
    let cut = cut_of(&game);
    assert_eq!((cut.counts["unsettled groups"], cut.found.len()), (1, 1), "{:?}", cut.counts);
    let Found { kind, is_strict, record } = &cut.found[0];
    assert_eq!((*kind, keys(record)), (Kind::Complete, vec!["B19".to_string()]));
    let plies = record.extra["metadata"]["plies"].as_u64().unwrap();
    assert!(*is_strict == (plies >= 5) && record.extra["metadata"]["nodes"].as_u64() > Some(0));
    let problem = Problem::parse(&record.puzzle).unwrap();
    let board = &problem.question.board;
    // The stones far away are not in the window, the one near it is of no use to any proof.
    assert!(Color::ALL.iter().all(|&c| board.stones(c).iter().all(|p| p.x < 5 && p.y < 5)), "{board}");
    assert_eq!(record.extra["metadata"]["original_move_number"], 1);
    assert!(record.extra["tags"].as_array().unwrap().contains(&"corner".into()));
    assert!(record.extra["rank"].as_str().is_some_and(|rank| rank.ends_with(['k', 'd'])));
    // It is proved on the whole board, and nothing stands outside of what the proofs rest on but the
    // stones that the wrong moves need.
    let solution = record.solution.as_ref().unwrap();
    for field in [&solution["proved"], &solution["other_proved"]] {
        assert_eq!(field.as_str(), Some("on the whole board"), "{solution}");
    }
    assert_eq!(record.extra["metadata"]["wall"].as_str(), Some("proved"));
    assert!(solution["assumes"].is_null() && solution["zone"].as_array().is_some_and(|zone| zone.len() > 10));
    assert_eq!(record.extra[ZONE].as_str().map(str::len), Some(16));
    assert_eq!(cut.counts.get("played: the key"), Some(&1).filter(|_| problem.color() == Color::White));
}

#[test]
fn images_of_a_game_give_images_of_its_problems() {
    let game = game(stones(&["X"], (10, 10)), vec![(Color::White, None), (Color::Black, None)]);
    let canon = |game: &Played| -> Vec<Option<String>> {
        cut_of(game).found.into_iter().map(|found| found.record.canon).collect()
    };
    let expected = canon(&game);
    assert_eq!(expected.len(), 1);
    for symmetry in Symmetry::ALL.into_iter().step_by(3) {
        let point = |p: Point| symmetry.point(p, game.size);
        let image = Played {
            size: game.size,
            setup: game.setup.iter().map(|&(p, c)| (point(p), symmetry.color(c))).collect(),
            moves: game.moves.iter().map(|&(c, p)| (symmetry.color(c), p.map(point))).collect(),
        };
        assert_eq!(canon(&image), expected, "{symmetry:?}");
    }
}

#[test]
fn a_settled_group_and_a_game_without_one_give_nothing() {
    let settled = game(Vec::new(), vec![(Color::White, Some(Point::new(1, 0))), (Color::Black, None)]);
    let after =
        Played { setup: settled.setup.iter().copied().chain([(Point::new(1, 0), Color::White)]).collect(), ..settled };
    let after = Played { moves: vec![(Color::Black, None)], ..after };
    assert!(cut_of(&after).found.is_empty());
    let empty = Played { size: (19, 19), setup: Vec::new(), moves: vec![(Color::Black, Some(Point::new(3, 3)))] };
    assert_eq!(cut_of(&empty).found, []);
}

#[test]
fn an_ended_clock_says_so() {
    let clock = Limits::default().with_time(std::time::Duration::ZERO).start();
    assert!(cut(&game(Vec::new(), Vec::new()), &options(), &DfPnReader::new(), &clock).is_cut);
}

#[test]
fn kinds_of_life_are_told_apart() {
    let life = |line: &str| {
        let problem = Problem::parse(line).unwrap();
        life_of(&problem.question, Role::Defender)
    };
    assert_eq!(life("9x9 A9 X=black O ...OX|..OOX|OOOXX|XXX##"), Life::Eyes);
    // Without the point in the open, there is no room for two eyes.
    assert_eq!(life("9x9 A9 X=black O !.>##|OX##|OX##|.X##|XX##"), Life::Joined);
    // An eye, and three stones to take that are in atari.
    let captures = "9x9 A9 X=black O .Oxxx.OX|OOOOOOOX|XXXXXXXX";
    let problem = Problem::parse(captures).unwrap();
    let read = DfPnReader::new().read_way(&problem.question, Role::Defender, Exits::Blocked, &Limits::default());
    let outcome = read.unwrap().outcome;
    assert!(outcome.lives(), "{outcome:?}");
    assert_eq!(life(captures), Life::Captures);
}

#[test]
fn a_wall_that_may_fall_is_seen() {
    // A ring of Black's around White, with White around it in turn: two liberties outside.
    let rows = [
        "...OX....",
        "...OXOO..",
        "OOOOXO...",
        "XXXXXO...",
        "..OOOO...",
        "OO.......",
        ".........",
        ".........",
        ".........",
    ];
    let board = Board::set_up(9, 9, stones(&rows, (0, 0))).unwrap();
    let target: Points = [Point::new(3, 0)].into_iter().collect();
    let mut question = Question::around(&board, &target).unwrap();
    // Taken for granted, where the region would rather take it in.
    let wall = board.chain(Point::new(4, 0)).unwrap().stones;
    (question.wall, question.region) = (wall, question.region - wall);
    assert!(!validate::wall_holds(&question, &DfPnReader::new(), &JudgeOptions::default()));
    let safe = Board::set_up(19, 19, stones(&CORNER, (0, 0))).unwrap();
    let question = Question::around(&safe, &Points::single(Point::new(3, 0))).unwrap();
    assert!(validate::wall_holds(&question, &DfPnReader::new(), &JudgeOptions::default()));
}
