use super::*;
use crate::read::{Area, Exits, Supply, plain, shapes};
use crate::{Goal, Question};

/// Can the chain around an eye space be captured with those stones in it, if the attacker moves
/// first, and if the defender does; by the table, which has to say the same as what is played out?
fn told(q: &Question, stones: usize) -> [bool; 2] {
    let picture = q.picture();
    let area = Area::of(q, Exits::Free).unwrap();
    let s = area.state(q, Role::Attacker, Supply::NONE);
    let (geometry, mut chains) = (Geometry::new(area.clone()), Chains::new());
    chains.find(&geometry, s.attacker, s.defender);
    let (near, room) = (chains.near_immortal, chains.room);
    let space = room & !s.defender & !near;
    let cells: Vec<Cell> = crate::read::cells(space).collect();
    let inside = |&i: &usize| stones >> i & 1 == 1;
    let attacker = s.attacker | (0..cells.len()).filter(inside).fold(0, |all, i| all | 1 << cells[i]);
    let plain = |at: &State| plain::nakade(&area, at, room, near, space);
    Role::ALL.map(|turn| {
        let at = State { attacker, turn, ..s };
        let fast = super::told(&geometry, &chains, &at, space, near, room);
        assert_eq!(fast == Told::Dead, plain(&at), "{picture}: {stones:b}, {turn}");
        // A move that captures leads to such a position, and there is one if one does.
        let free = space & !attacker;
        let after = |cell: Cell| area.play(&at, crate::read::Ply(cell));
        let kills = |cell: Cell| after(cell).is_some_and(|after| plain(&after));
        match fast {
            Told::By(cell) => {
                let is_taken = after(cell).is_some_and(|after| area.is_captured(&after));
                assert!(is_taken || kills(cell), "{picture}: {stones:b}, {cell}");
            }
            Told::Nothing if turn == Role::Attacker && chains.defender.len == 1 => {
                assert!(!crate::read::cells(free).any(kills), "{picture}: {stones:b}");
            }
            _ => {}
        }
        fast != Told::Nothing
    })
}

/// Textbook shapes, in the middle of the board (J. Davies, "Life and Death", 1975).
#[test]
fn known_shapes() {
    let [settled, vital, alive] = [[true, true], [true, false], [false, false]];
    for (picture, stones, outcome) in [
        ("XXXXXX|XOOOOX|XO..OX|XOOOOX|XXXXXX", 0, settled),
        // Three in a row; with a stone in the middle, and with one at the end.
        ("XXXXXXX|XOOOOOX|XO...OX|XOOOOOX|XXXXXXX", 0, vital),
        ("XXXXXXX|XOOOOOX|XO...OX|XOOOOOX|XXXXXXX", 0b010, settled),
        ("XXXXXXX|XOOOOOX|XO...OX|XOOOOOX|XXXXXXX", 0b001, vital),
        // Four in a row, bent, in a square, in a pyramid.
        ("XXXXXXXX|XOOOOOOX|XO....OX|XOOOOOOX|XXXXXXXX", 0, alive),
        ("XXXXXXX|XOOOOOX|XO...OX|XOOO.OX|XXXOOOX|XXXXXXX", 0, alive),
        ("XXXXXX|XOOOOX|XO..OX|XO..OX|XOOOOX|XXXXXX", 0, settled),
        ("XXXXXXX|XOOOOOX|XO...OX|XOO.OOX|XXOOOXX|XXXXXXX", 0, vital),
        // The bulky five, the cross five, the rabbity six; a rectangle of six.
        ("XXXXXXX|XOOOOOX|XO...OX|XO..OOX|XOOOOXX|XXXXXXX", 0, vital),
        ("XXXXXXX|XXOOOXX|XOO.OOX|XO...OX|XOO.OOX|XXOOOXX|XXXXXXX", 0, vital),
        ("XXXXXXX|XXOOOXX|XOO.OOX|XO...OX|XO..OOX|XOOOOXX|XXXXXXX", 0, vital),
        ("XXXXXXX|XOOOOOX|XO...OX|XO...OX|XOOOOOX|XXXXXXX", 0, alive),
        // In the corner.
        ("!...OX|OOOOX|XXXXX", 0, vital),
    ] {
        let q = Question { goal: Goal::Crucial, ..Question::from_picture(picture).unwrap() };
        assert_eq!(told(&q, stones), outcome, "{picture}: {stones:b}");
    }
}

/// The table says what is played out by the rules of an area: all shapes of up to five cells (of
/// six with `TESUJI_CELLS=6`), in the middle of the board, at a side and in the corner, with all
/// stones in them that leave a cell.
#[test]
fn tables_are_what_is_played_out() {
    let most = super::super::tests::set("TESUJI_CELLS", 5).min(LARGEST as u64) as usize;
    let (mut told_dead, mut all, mut illegal) = (0, 0, 0);
    for (site, shape) in shapes::all(most).iter().flat_map(shapes::placements) {
        let Some(q) = shapes::question(site, &shape, 0, &shapes::Shape::new()) else {
            illegal += 1;
            continue;
        };
        for stones in 0..(1 << shape.len()) - 1 {
            let dead = told(&q, stones);
            told_dead += dead.iter().filter(|&&dead| dead).count();
            all += dead.len();
        }
    }
    println!("{told_dead} of {all}; {illegal} placed shapes left out, where a stone beside them has no liberty");
    assert!(told_dead > 500 && told_dead < all - 500 && illegal < 30, "{told_dead} of {all}, {illegal}");
}
