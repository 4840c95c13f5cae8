//! Nothing of the solution is drawn on an unsolved puzzle, and every clue is.

use super::{request, small};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use tesuji_genre::{Genre, Marks, Medium, Record, State};
use tesuji_pencil::board::Place;
use tesuji_pencil::codec::Puzzle;
use tesuji_pencil::house::HouseGenre;
use tesuji_pencil::scene::{Scene, Stroke};

/// The puzzles of a genre that come with the project.
pub(super) fn corpus(genre: &str) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/puzzles/{genre}.jsonl.gz"));
    let packed = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(&packed[..]).read_to_string(&mut text).expect("packed text");
    text.lines().map(|line| Record::from_json(line).expect("a record")).collect()
}

/// The puzzles of the corpus, and some that are made now.
fn puzzles(genre: &dyn HouseGenre) -> Vec<String> {
    let mut all: Vec<String> = corpus(genre.name()).into_iter().map(|record| record.puzzle).collect();
    for seed in 1..=3 {
        genre.generate(&request(small(genre), seed), &mut |record| all.push(record.puzzle)).expect("a request");
    }
    all
}

/// Signs of a scene that no clue gives.
fn leaks(puzzle: &Puzzle, scene: &Scene) -> Vec<String> {
    let mut found = Vec::new();
    let is_given = |place: Place| puzzle.clues.contains_key(&place);
    for (edge, (border, link)) in scene.borders.iter().zip(&scene.links).enumerate() {
        if (*border != Stroke::Open || *link != Stroke::Open) && !is_given(Place::Edge(edge as u16)) {
            found.push(format!("a mark on edge {edge}"));
        }
    }
    let signs = scene.cells.iter().enumerate().filter(|(_, cell)| cell.filled || cell.dotted || !cell.text.is_empty());
    for (i, cell) in signs {
        let firsts = puzzle.board.regions().is_some_and(|r| {
            let is_first = |k: usize| r.cells(k).first() == Some(&i) && is_given(Place::Region(k as u16));
            (0..r.len()).any(is_first)
        });
        // Trees of tents are cells out of play.
        if cell.dotted || !(is_given(Place::Cell(i as u16)) || firsts || puzzle.board.is_hole(i)) {
            found.push(format!("{:?} in cell {i}", cell.text));
        }
    }
    found.extend(scene.corners.keys().filter(|&&c| !is_given(Place::Corner(c))).map(|c| format!("corner {c}")));
    found.extend(scene.edge_signs.keys().filter(|&&e| !is_given(Place::Edge(e))).map(|e| format!("sign on edge {e}")));
    let outside = scene.outside.keys().filter(|&&(side, i)| !is_given(Place::Outside(side, i)));
    found.extend(outside.map(|(side, i)| format!("outside {side:?} {i}")));
    found
}

/// Colours of what a solver writes: lines and digits, and crosses and dots.
const SOLVERS: [&str; 2] = ["#1f5fbf", "#9aa5b3"];

#[test]
fn an_unsolved_puzzle_shows_what_its_text_gives() {
    let mut drawn = 0;
    for genre in tesuji_pencil::genres::all() {
        for text in puzzles(genre) {
            let parsed = genre.parse(&text).unwrap_or_else(|bad| panic!("{text}: {bad}")).puzzle;
            let puzzle = genre.codec().read(&text).expect("an address");
            let bare = genre.scene(&puzzle);
            // The sums of kakuro move into cells of their own.
            if genre.name() != "kakuro" {
                // The bulb of a thermometer is where its arrows begin.
                let is_bulb = |leak: &String| genre.name() == "thermometers" && leak.starts_with("\"○\"");
                let leaks: Vec<String> = leaks(&puzzle, &bare).into_iter().filter(|leak| !is_bulb(leak)).collect();
                assert_eq!(leaks, [""; 0], "{text}");
            }
            let draw = |medium| genre.draw(&parsed, None, &Marks::default(), medium).expect("a drawing");
            let (unicode, svg) = (draw(Medium::Unicode), draw(Medium::Svg));
            assert_eq!(unicode, bare.unicode(), "{text}");
            assert_eq!(svg, bare.svg(), "{text}");
            let written = SOLVERS.iter().find(|colour| svg.contains(**colour));
            assert_eq!(written, None, "{text}\n{unicode}");
            drawn += 1;
        }
    }
    assert!(drawn > 1_000, "{drawn} puzzles");
}

/// The solved drawing shows the solution: the unsolved one is not like it.
#[test]
fn a_solved_puzzle_shows_its_solution() {
    for genre in tesuji_pencil::genres::all() {
        for record in corpus(genre.name()).into_iter().take(8) {
            let puzzle = genre.parse(&record.puzzle).expect("a puzzle").puzzle;
            let solution = record.solution.expect("a solution");
            let values = genre.solution_values(&record.puzzle, &solution).expect("values");
            let placed = values.iter().enumerate().map(|(var, &value)| (var as u32, value)).collect();
            let solved = State { placed, ..State::default() };
            for medium in [Medium::Unicode, Medium::Svg] {
                let draw = |state| genre.draw(&puzzle, state, &Marks::default(), medium).expect("a drawing");
                assert_ne!(draw(Some(&solved)), draw(None), "{}", record.puzzle);
            }
        }
    }
}

/// A drawing without one of the clues is another drawing.
#[test]
fn every_clue_is_seen() {
    for genre in tesuji_pencil::genres::all() {
        for record in corpus(genre.name()).into_iter().take(4) {
            let puzzle = genre.codec().read(&record.puzzle).expect("an address");
            let whole = genre.scene(&puzzle);
            let (svg, unicode) = (whole.svg(), whole.unicode());
            for &place in puzzle.clues.keys() {
                let mut less = puzzle.clone();
                less.clues.remove(&place);
                let scene = genre.scene(&less);
                assert_ne!(scene.svg(), svg, "{}: {place:?}", record.puzzle);
                assert_ne!(scene.unicode(), unicode, "{}: {place:?}", record.puzzle);
            }
        }
    }
}

/// A digit of the sudoku family is printed where it is given, and nowhere else.
#[test]
fn grids_show_their_givens_alone() {
    let house: BTreeSet<&str> = tesuji_pencil::genres::all().iter().map(|genre| genre.name()).collect();
    let family = tesuji_pencil::genres().into_iter().filter(|genre| !house.contains(genre.name()));
    for genre in family.filter(|genre| genre.name() != "sukaku") {
        let mut made = Vec::new();
        genre.generate(&request("4x4", 5), &mut |record| made.push(record)).expect("a request");
        for record in made {
            let puzzle = genre.parse(&record.puzzle).expect("a puzzle").puzzle;
            let svg = genre.draw(&puzzle, None, &Marks::default(), Medium::Svg).expect("a drawing");
            assert!(!svg.contains(SOLVERS[0]), "{}", record.puzzle);
        }
    }
    // The sum of a cage of one cell fixes its digit.
    let text = format!("{};3=r1c1;3=r1c2,r1c3", ".".repeat(16));
    let killer = tesuji_pencil::KILLER.parse(&text).expect("a killer").puzzle;
    let grid = tesuji_pencil::KILLER.draw(&killer, None, &Marks::default(), Medium::Unicode).expect("a drawing");
    assert!(grid.lines().take(9).all(|line| !line.contains('3')), "{grid}");
    // Filled in by the solver it is drawn.
    let state = State { placed: [(0, 3)].into(), ..State::default() };
    let grid = tesuji_pencil::KILLER.draw(&killer, Some(&state), &Marks::default(), Medium::Unicode).expect("drawn");
    assert!(grid.lines().nth(1).is_some_and(|line| line.contains('3')), "{grid}");
}
