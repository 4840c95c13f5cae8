use super::*;
use crate::board::Size;
use crate::clue::Clue;
use crate::genres::fillomino::FILLOMINO;
use crate::house::{HouseGenre, Variables};
use std::sync::Arc;
use tesuji_genre::{Genre, View};
use tesuji_solver::{LearningSolver, Limits, SimpleSolver, Solver};

/// By cell the sizes of the areas, of all divisions in which areas of one size do not touch.
fn divisions(board: &Board) -> BTreeSet<Vec<usize>> {
    let cells = board.size().cells();
    let mut found = BTreeSet::new();
    let edges: Vec<[usize; 2]> = board
        .inner_edges()
        .filter_map(|edge| match board.cells_beside(edge) {
            [Some(a), Some(b)] => Some([a, b]),
            _ => None,
        })
        .collect();
    for joined in 0..1_u32 << edges.len() {
        let mut of: Vec<usize> = (0..cells).collect();
        for (i, &[a, b]) in edges.iter().enumerate() {
            if joined >> i & 1 == 1 && of[a] != of[b] {
                let (from, into) = (of[a].max(of[b]), of[a].min(of[b]));
                of.iter_mut().filter(|x| **x == from).for_each(|x| *x = into);
            }
        }
        let size = |cell: usize| of.iter().filter(|&&x| x == of[cell]).count();
        let sizes: Vec<usize> = (0..cells).map(size).collect();
        // Every set of edges that joins the same areas gives the same division.
        if edges.iter().all(|&[a, b]| of[a] == of[b] || sizes[a] != sizes[b]) {
            found.insert(sizes);
        }
    }
    found
}

fn puzzle(board: &Board, clues: &[(usize, usize)]) -> Puzzle {
    let clues = clues.iter().map(|&(cell, n)| (Place::Cell(cell as u16), Clue::Number(n as u16)));
    Puzzle { board: Arc::new(board.clone()), clues: clues.collect() }
}

fn network(puzzle: &Puzzle, sizes: &Sizes) -> tesuji_solver::Network {
    let mut variables = Variables::default();
    for (cell, domain) in domains(puzzle, sizes) {
        variables.add(Place::Cell(cell as u16), domain);
    }
    let mut rules = Rules::new(&puzzle.board, &variables);
    areas(puzzle, sizes, &mut rules);
    rules.into_network().expect("rules")
}

#[test]
fn numbers_that_no_small_value_stands_for_get_values_of_their_own() {
    let board = Board::new(Size::new(20, 20).expect("a size"));
    let plain = Sizes::of(&puzzle(&board, &[(0, 5), (9, 62)]), 62).expect("few numbers");
    assert_eq!((plain.direct(), plain.own.len()), (62, 0));
    let large = Sizes::of(&puzzle(&board, &[(0, 5), (9, 62), (30, 61), (50, 100), (70, 64)]), 62).expect("few");
    // 64 and 100 take two values, so 62 and 61 need some of their own too.
    assert_eq!((large.direct(), &large.own), (58, &vec![61, 62, 64, 100]));
    for size in [1, 58, 61, 62, 64, 100] {
        assert_eq!(large.size(large.value(size)), Some(size));
    }
    assert_eq!((large.value(59), large.value(63), large.value(101)), (LARGER, LARGER, LARGER));
    let many: Vec<(usize, usize)> = (63..95).map(|n| (n, n)).collect();
    assert_eq!(Sizes::of(&puzzle(&board, &many), 62), None);
}

/// With few values the network has the solutions that all divisions of small boards have.
#[test]
fn solutions_are_those_of_all_divisions() {
    let mut rng = tesuji_genre::sub_rng(7, 0);
    let (mut larger, mut own, mut several) = (0, 0, 0);
    for (rows, cols) in [(2, 3), (3, 3), (1, 9)] {
        let board = Board::new(Size::new(rows, cols).expect("a size"));
        let all = divisions(&board);
        for round in 0..16 {
            let most = 3 + round % 4;
            let pick = |rng: &mut _, n: usize| tesuji_genre::pick(rng, n);
            let model = all.iter().nth(pick(&mut rng, all.len())).expect("a division");
            let clues: Vec<(usize, usize)> =
                (0..rows * cols).filter(|_| pick(&mut rng, 3) == 0).map(|cell| (cell, model[cell])).collect();
            let puzzle = puzzle(&board, &clues);
            let Some(sizes) = Sizes::of(&puzzle, most) else { continue };
            let is_told = |values: &Vec<Value>| {
                let parts = crate::genres::shapes::parts(&board, &|c| values[c] == LARGER);
                parts.iter().all(|part| part.len() <= sizes.most_joined())
            };
            let fits = |division: &&Vec<usize>| clues.iter().all(|&(cell, n)| division[cell] == n);
            let valued = |division: &Vec<usize>| division.iter().map(|&n| sizes.value(n)).collect::<Vec<Value>>();
            let expected: BTreeSet<Vec<Value>> = all.iter().filter(fits).map(valued).filter(is_told).collect();
            let network = network(&puzzle, &sizes);
            let limits = Limits::solutions(100_000);
            for solver in [&LearningSolver::default() as &dyn Solver, &SimpleSolver] {
                let answer = solver.solve(&network, None, &limits);
                assert!(answer.stop.is_complete());
                let found: BTreeSet<Vec<Value>> = answer.solutions.into_iter().filter(is_told).collect();
                assert_eq!(found, expected, "{rows}x{cols} {clues:?} with values up to {most}");
            }
            for values in &expected {
                larger += usize::from(values.contains(&LARGER));
                own += usize::from(values.iter().any(|&v| sizes.size(v).is_some_and(|n| n != usize::from(v))));
                let joined = |cell| area(&board, cell, &|c| values.get(c).copied());
                let told: Vec<usize> = (0..rows * cols).map(joined).collect();
                assert!(all.contains(&told), "{told:?}");
                several += 1;
            }
        }
    }
    assert!(larger > 20 && own > 20, "{larger} with larger sizes and {own} with own values of {several}");
}

/// A puzzle of eight rows of ten cells, and its solution: the first seven rows are one area, the
/// last row is another. All numbers of the first area but one are given, and one of the last.
fn seventy_and_ten() -> (String, String) {
    let board = Board::new(Size::new(8, 10).expect("a size"));
    let clues: Vec<(usize, usize)> = (0..69).map(|cell| (cell, 70)).chain([(70, 10)]).collect();
    let text = FILLOMINO.codec().write(&puzzle(&board, &clues)).expect("an address");
    let row = |size: usize| vec![size.to_string(); 10].join(",");
    (text, [vec![row(70); 7], vec![row(10)]].concat().join("/"))
}

/// Areas of more than 62 cells are read, solved, checked, drawn and named by their sizes.
#[test]
fn large_areas_are_read_and_solved() {
    let genre: &dyn Genre = &FILLOMINO;
    let (text, solution) = seventy_and_ten();
    let puzzle = genre.parse(&text).expect("read").puzzle;
    let solved = genre.solve(&puzzle, &Limits::solutions(2)).expect("solved");
    assert_eq!((solved.solutions.len(), solved.stop.is_complete()), (1, true));
    assert_eq!(solved.solutions[0].text(), Some(solution.as_str()));
    let typed = FILLOMINO.typed(&text).expect("read");
    let values = FILLOMINO.solution_values(&text, &solution.as_str().into()).expect("values");
    assert_eq!((values[0], values[79]), (62, 10));
    let layout = network(&typed, &Sizes::of(&typed, 62).expect("few numbers"));
    assert!(layout.holds(&values));
    // A hint names the size and not the value.
    let hint = genre.hint(&puzzle, None, &tesuji_genre::HintRequest::new(genre.catalog())).expect("a hint");
    let tesuji_genre::Next::Step(step) = hint.next else { panic!("no step") };
    assert!(!step.words.contains("62"), "{}", step.words);
    let state = tesuji_genre::State {
        placed: (0..80).map(|var| (var, values[var as usize])).collect(),
        ..tesuji_genre::State::default()
    };
    let drawing = genre.draw(&puzzle, Some(&state), &Default::default(), tesuji_genre::Medium::Unicode).expect("drawn");
    assert!(drawing.contains("70") && !drawing.contains("62"), "{drawing}");
    let graded = genre
        .grade(&puzzle, None, &tesuji_genre::GradeRequest::new(genre.catalog().clone(), Limits::default()))
        .expect("graded");
    assert!(graded.info.solved || !graded.steps.is_empty());
}

/// In a solution a larger area without a given number shows its number of cells.
#[test]
fn sizes_of_larger_areas_are_counted() {
    let genre: &dyn Genre = &FILLOMINO;
    // The first column of ten cells, and ninety more of which none has a number.
    let board = Board::new(Size::new(10, 10).expect("a size"));
    let clues: Vec<(usize, usize)> = (0..10).map(|row| (10 * row, 10)).collect();
    let text = FILLOMINO.codec().write(&puzzle(&board, &clues)).expect("an address");
    let View::Clues(view) = genre.view(&genre.parse(&text).expect("read").puzzle).expect("a view") else { panic!() };
    let values: Vec<Value> = (0..100).map(|cell| if cell % 10 == 0 { 10 } else { LARGER }).collect();
    assert!(view.network.holds(&values));
    let row = format!("10,{}", ["90"; 9].join(","));
    assert_eq!(view.solution(&values).text(), Some([row.as_str(); 10].join("/").as_str()));
}
