//! Colouring, chains, loops, almost locked sets and Sue de Coq on hand-made states.

use super::puzzles::{boxes, grid};
use super::shapes::{gone, outcomes, without};
use tesuji_solver::{Board, Catalog, Domain, Network, Removal, Say, Store, TechniqueId, Value, Var};

fn values<const N: usize>(list: [Value; N]) -> Domain {
    Domain::from_iter(list)
}

/// The full candidates with some cells restricted.
fn with_cells<'n>(net: &'n Network, cells: &[(u32, Domain)]) -> Store<'n> {
    let mut at = Store::new(net);
    for &(cell, domain) in cells {
        at.restrict(Var(cell), domain).unwrap();
    }
    at
}

/// Cells of a 9×9 row or column but those kept.
fn row(r: u32, keep: [u32; 2]) -> impl Iterator<Item = u32> {
    (0..9).filter(move |c| !keep.contains(c)).map(move |c| r * 9 + c)
}

fn column(c: u32, keep: [u32; 2]) -> impl Iterator<Item = u32> {
    (0..9).filter(move |r| !keep.contains(r)).map(move |r| r * 9 + c)
}

#[test]
fn x_chain_and_colouring() {
    let net = boxes(3, 3);
    // r1c1 = r1c5 (row 1), r3c4 = r8c4 (column 4), r8c8 = r5c8 (column 8), joined in box 2 and row
    // 8.
    let strong: Vec<u32> = row(0, [0, 4]).chain(column(3, [2, 7])).chain(column(7, [4, 7])).collect();
    let at = without(&net, 5, strong.iter().copied());
    assert_eq!(outcomes(&at, "x-chain"), [gone(5, &[36])]);
    assert!(outcomes(&at, "simple-colors-trap").is_empty(), "two links are weak only");
    // With nothing else in row 8 and box 2, all links are strong.
    let more: Vec<u32> = row(7, [3, 7]).chain([12, 13, 14, 22, 23]).collect();
    let at = without(&net, 5, strong.into_iter().chain(more));
    assert_eq!(outcomes(&at, "simple-colors-trap"), [gone(5, &[36])]);
    assert!(outcomes(&at, "simple-colors-wrap").is_empty());
}

#[test]
fn xy_chain_and_remote_pair_in_latin_squares() {
    let net = grid(6, &[]);
    // r1c1 = 12, r1c4 = 23, r4c4 = 34, r4c2 = 41: one of the ends is 1.
    let cells = [(0, values([1, 2])), (3, values([2, 3])), (21, values([3, 4])), (19, values([4, 1]))];
    let at = with_cells(&net, &cells);
    assert_eq!(outcomes(&at, "xy-chain"), [gone(1, &[1, 18])]);
    assert!(outcomes(&at, "remote-pair").is_empty());
    // r1c1, r1c3, r3c3, r3c5 all 12.
    let pair = values([1, 2]);
    let at = with_cells(&net, &[0, 2, 14, 16].map(|c| (c, pair)));
    assert_eq!(outcomes(&at, "remote-pair"), [[4, 12].map(|c| Removal { var: Var(c), values: pair }).to_vec()]);
    assert!(outcomes(&at, "xy-chain").is_empty(), "a remote pair keeps its name");
}

/// Of several remote pairs the shortest comes first, and its two ends are named.
#[test]
fn the_shortest_remote_pair_comes_first() {
    let net = grid(9, &[]);
    let pair = values([1, 2]);
    // r1c1, r1c5, r5c5, r5c9, r9c9, r9c3 in turns.
    let at = with_cells(&net, &[0, 4, 40, 44, 80, 74].map(|c| (c, pair)));
    let catalog = Catalog::standard();
    let mut found = Vec::new();
    let _ = catalog.get(&TechniqueId("remote-pair".into())).unwrap().find(&Board::new(&at), &mut |d| {
        found.push(d.because);
        std::ops::ControlFlow::Continue(())
    });
    let cells: Vec<usize> = found.iter().map(|because| because.pattern.len() / 2).collect();
    assert_eq!(cells, [4, 4, 4, 6]);
    for because in &found {
        let [Say::Vars(path), .., Say::Vars(first), Say::Text(_), Say::Vars(last), Say::Text(_)] =
            because.say.as_slice()
        else {
            panic!("{:?}", because.say)
        };
        assert_eq!([first.as_slice(), last.as_slice()], [&path[..1], &path[path.len() - 1..]]);
    }
}

/// Strong links 1 in row 1, 2 in column 9, 3 in row 9: r1c1, r1c9, r9c9, r9c1 round the grid.
fn three_sides(net: &Network) -> Store<'_> {
    let mut at = without(net, 1, row(0, [0, 8]));
    for (value, cells) in [(2, column(8, [0, 8]).collect::<Vec<_>>()), (3, row(8, [0, 8]).collect())] {
        for cell in cells {
            at.remove(Var(cell), Domain::single(value)).unwrap();
        }
    }
    at
}

#[test]
fn open_chain_and_continuous_loop() {
    let net = grid(9, &[]);
    // r1c1 is 1 or r9c1 is 3: neither is the other's value.
    let at = three_sides(&net);
    let ends = [Removal { var: Var(0), values: values([3]) }, Removal { var: Var(72), values: values([1]) }];
    assert_eq!(outcomes(&at, "aic"), [ends.to_vec()]);
    assert!(outcomes(&at, "continuous-nice-loop").is_empty());
    // With 4 in column 1 only at the corners too, the loop closes and each corner keeps two values.
    let mut at = three_sides(&net);
    for cell in column(0, [0, 8]) {
        at.remove(Var(cell), values([4])).unwrap();
    }
    let all = Domain::range(1, 9);
    let corners = [(0, values([1, 4])), (8, values([1, 2])), (72, values([3, 4])), (80, values([2, 3]))];
    let want: Vec<Removal> = corners.map(|(c, keep)| Removal { var: Var(c), values: all.minus(keep) }).to_vec();
    assert_eq!(outcomes(&at, "continuous-nice-loop"), [want]);
}

#[test]
fn almost_locked_sets_in_a_latin_square() {
    let net = grid(9, &[]);
    // r1c1, r1c2 hold 1, 2, 3; r5c1, r5c3 hold 1, 3, 4; 1 is in column 1 of both.
    let cells = [(0, values([1, 2])), (1, values([2, 3])), (36, values([1, 4])), (38, values([3, 4]))];
    let at = with_cells(&net, &cells);
    assert_eq!(outcomes(&at, "als-xz"), [gone(3, &[2, 37])]);
    // With r5c2 in place of r5c3 both 1 and 3 link the sets: what they hold besides goes as well.
    let cells = [(0, values([1, 2])), (1, values([2, 3])), (36, values([1, 4])), (37, values([3, 4]))];
    let at = with_cells(&net, &cells);
    let mut want = Vec::new();
    for cell in 0..81u32 {
        let (r, c) = (cell / 9, cell % 9);
        let gone = match (r, c) {
            (0 | 4, 0 | 1) => continue,
            (0, _) => values([2]),
            (4, _) => values([4]),
            (_, 0) => values([1]),
            (_, 1) => values([3]),
            _ => continue,
        };
        want.push(Removal { var: Var(cell), values: gone });
    }
    assert!(outcomes(&at, "als-xz").contains(&want));
}

#[test]
fn sue_de_coq_takes_line_and_region() {
    let net = boxes(3, 3);
    // r1c1, r1c2 hold 1 to 4; r1c5 = 12; r2c3 = 34.
    let core = values([1, 2, 3, 4]);
    let at = with_cells(&net, &[(0, core), (1, core), (4, values([1, 2])), (11, values([3, 4]))]);
    let mut want = vec![Removal { var: Var(2), values: core }];
    want.extend([3, 5, 6, 7, 8].map(|c| Removal { var: Var(c), values: values([1, 2]) }));
    want.extend([9, 10, 18, 19, 20].map(|c| Removal { var: Var(c), values: values([3, 4]) }));
    assert_eq!(outcomes(&at, "sue-de-coq"), [want.clone()]);
    // Two open cells in the intersection are enough.
    let nine = values([9]);
    let at = with_cells(&net, &[(0, core), (1, core), (2, nine), (4, values([1, 2])), (11, values([3, 4]))]);
    let want: Vec<_> = want.into_iter().filter(|r| r.var != Var(2)).collect();
    assert!(outcomes(&at, "sue-de-coq").contains(&want));
    // Without regions there is no intersection.
    let net = grid(9, &[]);
    let at = with_cells(&net, &[(0, core), (1, core), (4, values([1, 2])), (11, values([3, 4]))]);
    assert!(outcomes(&at, "sue-de-coq").is_empty());
}
