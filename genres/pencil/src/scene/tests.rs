use super::*;
use crate::board::Size;

fn board(rows: usize, cols: usize) -> Arc<Board> {
    Arc::new(Board::new(Size::new(rows, cols).expect("size")))
}

#[test]
fn a_loop_is_drawn_along_the_edges() {
    let puzzle = Puzzle { board: board(1, 2), clues: BTreeMap::from([(Place::Cell(0), Clue::Number(3))]) };
    let mut scene = Scene::new(&puzzle);
    scene.hide_grid();
    // Everything around the two cells; the edge between them is open, the one on the right has
    // none.
    for edge in 0..7 {
        scene.borders[edge] = Stroke::Line;
    }
    scene.borders[5] = Stroke::Open;
    scene.borders[6] = Stroke::Cross;
    assert_eq!(scene.unicode(), "┏━━━━━━━╸\n┃ 3     ×\n┗━━━━━━━╸\n");
}

#[test]
fn words_stand_outside_next_to_their_lines() {
    let numbers = |list: &[u16]| Clue::Numbers(list.iter().map(|&n| Some(n)).collect());
    let clues = BTreeMap::from([
        (Place::Outside(Side::Top, 0), numbers(&[1, 2])),
        (Place::Outside(Side::Left, 0), numbers(&[3])),
    ]);
    let scene = Scene::new(&Puzzle { board: board(1, 1), clues });
    assert_eq!(scene.unicode(), "    1\n    2\n  ┏━━━┓\n3 ┃   ┃\n  ┗━━━┛\n");
}

/// The places that a hint rests on stand in round brackets, its conclusions in square ones.
#[test]
fn a_hint_is_marked_in_cells_and_on_edges() {
    let puzzle = Puzzle { board: board(2, 3), clues: BTreeMap::from([(Place::Cell(0), Clue::Number(3))]) };
    let mut variables = Variables::default();
    variables.cells(&puzzle.board, tesuji_solver::Domain::range(0, 1));
    variables.inner_edges(&puzzle.board, tesuji_solver::Domain::range(0, 1));
    let var = |place: Place| variables.get(place).expect("a variable");
    let mut scene = Scene::new(&puzzle);
    scene.cells[1].filled = true;
    let is = |place: Place| tesuji_solver::Literal { var: var(place), value: 1 };
    let marks = Marks {
        cells: vec![var(Place::Cell(1)), var(Place::Edge(3))],
        places: vec![puzzle.board.index(Place::Cell(0)) as u32],
        placed: vec![is(Place::Cell(5)), is(Place::Edge(4))],
        gone: vec![is(Place::Cell(4))],
        ..Marks::default()
    };
    scene.mark(&variables, &marks);
    let drawn = scene.unicode();
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[1], "┃(3)│(█)│   ┃");
    assert_eq!(lines[2], "┠(─)┼[─]┼───┨");
    assert_eq!(lines[3], "┃   │[ ]│[ ]┃");
    let svg = scene.svg();
    assert!(svg.contains(super::svg::LOOK_RING) && svg.contains(super::svg::NEW_RING), "rings of both colours");
}
