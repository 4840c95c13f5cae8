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
