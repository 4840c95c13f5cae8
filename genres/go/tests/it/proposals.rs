//! Ideas from outside: what they change where nothing else chooses, and that lies change nothing.

use std::path::Path;
use std::sync::Arc;
use tesuji_genre::position::PositionGenre;
use tesuji_genre::{Adviser, Choosing, PositionActions};
use tesuji_go::advice::{Proposer, View};
use tesuji_go::{Board, Color, Point, Problem, Tsumego, genres};
use tesuji_solver::Limits;

/// White lives at B19, and is captured where Black moves first.
const CORNER: &str = "(;FF[4]GM[1]SZ[19]PL[W]AB[ea][eb][ec][dc][ad][bd][cd]AW[da][db][cb][ac][bc][cc])";
const KEY: Point = Point::new(1, 0);
/// The same in two corners.
const TWO: &str = "(;FF[4]GM[1]SZ[19]PL[W]AB[ea][eb][ec][dc][ad][bd][cd][os][or][oq][pq][sp][rp][qp]\
                   AW[da][db][cb][ac][bc][cc][ps][pr][qr][sq][rq][qq])";
const NODES: u64 = 20_000;

/// Says what it was made with, and that White's stones are his only where he holds the key.
struct Scripted {
    moves: Vec<(Point, f64)>,
    ownership: fn(bool) -> Vec<f64>,
}

impl Proposer for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }
    fn look(&self, board: &Board, _: Color) -> Option<View> {
        let is_held = self.moves.iter().any(|&(p, _)| p.x < 19 && p.y < 19 && board.get(p) == Some(Color::White));
        Some(View { moves: self.moves.clone(), ownership: (self.ownership)(is_held) })
    }
}

fn plain(is_held: bool) -> Vec<f64> {
    let is_corner = |at: usize| at % 19 < 4 && at / 19 < 3;
    (0..361)
        .map(|at| {
            if !is_corner(at) {
                0.0
            } else if is_held {
                -1.0
            } else {
                1.0
            }
        })
        .collect()
}

fn scripted(moves: &[(Point, f64)], ownership: fn(bool) -> Vec<f64>) -> Adviser {
    let proposer = Arc::new(Scripted { moves: moves.to_vec(), ownership }) as Arc<dyn Proposer>;
    Adviser::new("scripted".into(), proposer)
}

fn settled(sgf: &str, nodes: u64, adviser: Option<Adviser>) -> Result<tesuji_genre::Parsed, String> {
    let mut found = None;
    genres()[0].read(sgf.as_bytes(), &mut |one| found = Some(one));
    let choosing = Choosing { nodes, adviser, ..Choosing::default() };
    found.unwrap().and_then(|parsed| parsed.settled(&choosing)).map_err(|bad| bad.to_string())
}

/// Two groups may be meant; the proposed move is of one of them.
#[test]
fn a_proposed_move_that_is_proved_chooses_the_group() {
    assert!(settled(TWO, NODES, None).unwrap_err().contains("several groups may be meant"));
    let advised = settled(TWO, NODES, Some(scripted(&[(KEY, 0.9)], plain))).unwrap();
    let problem = Tsumego.position(&advised.puzzle).unwrap();
    assert_eq!(problem.idea.as_ref().map(|idea| (idea.of.as_str(), idea.point)), Some(("scripted", KEY)));
    assert!(problem.question.target.contains(Point::new(2, 1)), "{}", problem.print());
    let solved = genres()[0].solve(&advised.puzzle, &Limits::default().with_nodes(NODES)).unwrap();
    let found = serde_json::Value::from(solved.solutions[0].clone());
    assert!(found["keys"].as_array().unwrap().contains(&"B19".into()), "{found}");
    // The reader finds it by itself.
    assert!(found["idea_of"].is_null(), "{found}");
}

/// An idea is used only where the reader finds nothing by itself, and it does not get a wrong move
/// told.
#[test]
fn a_wrong_idea_changes_no_answer() {
    let limits = Limits::default().with_nodes(20_000);
    let problem = Tsumego.position(&settled(CORNER, 20_000, None).unwrap().puzzle).unwrap();
    let answer = |problem: &Problem| Tsumego.solve(problem, &limits).unwrap().solutions;
    for point in [Point::new(18, 18), Point::new(0, 0), Point::new(3, 0), Point::new(250, 250)] {
        let idea = Some(tesuji_go::Idea { of: "scripted".into(), point });
        assert_eq!(answer(&Problem { idea, ..problem.clone() }), answer(&problem));
    }
}

#[test]
fn a_proposer_that_lies_changes_nothing() {
    let far = [(Point::new(250, 250), 0.5), (Point::new(19, 0), 0.5), (Point::new(3, 0), 0.9), (KEY, f64::NAN)];
    let lies: [(&[(Point, f64)], fn(bool) -> Vec<f64>); 6] = [
        (&far, plain),
        (&[(KEY, 7.0), (KEY, -1.0), (KEY, f64::INFINITY)], plain),
        (&[(KEY, 0.9)], |_| vec![f64::NAN; 361]),
        (&[(KEY, 0.9)], |_| Vec::new()),
        (&[(KEY, 0.9)], |_| vec![1e9; 361]),
        (&[(Point::new(10, 8), 0.9), (Point::new(9, 9), 0.1)], plain),
    ];
    for sgf in [CORNER, TWO] {
        let alone = settled(sgf, NODES, None).map(|p| p.puzzle.text);
        for (moves, ownership) in lies {
            let lied = settled(sgf, NODES, Some(scripted(moves, ownership)));
            assert_eq!(lied.map(|p| p.puzzle.text), alone, "{moves:?}");
        }
    }
}

/// No move of a network is accepted that a book does not have.
#[test]
fn a_network_and_the_reader_agree_with_books() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let net = data.join("katago/g170-b6c96.bin.gz");
    let Ok(table) = std::fs::read_to_string(data.join("go/book_problems.tsv")) else {
        eprintln!("SKIPPED: no book problems below {}", data.display());
        return;
    };
    if !net.exists() {
        eprintln!("SKIPPED: no network at {}", net.display());
        return;
    }
    let adviser = Tsumego.adviser(&net).unwrap().unwrap();
    for row in table.lines().skip(1).step_by(14).take(10) {
        let fields: Vec<&str> = row.split('\t').collect();
        let Ok(parsed) = settled(fields[2], 6_000, Some(adviser.clone())) else { continue };
        let problem = Tsumego.position(&parsed.puzzle).unwrap();
        let Some(idea) = &problem.idea else { continue };
        let letters = [idea.point.x, idea.point.y].map(|at| char::from(b'a' + at)).iter().collect::<String>();
        assert!(fields[3].contains(&letters), "{}: {letters}", fields[0]);
    }
}

#[test]
fn a_file_that_is_no_network_is_refused() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    for file in [table.as_path(), Path::new("nowhere.bin.gz")] {
        assert!(Tsumego.adviser(file).unwrap().is_err(), "{}", file.display());
    }
}
