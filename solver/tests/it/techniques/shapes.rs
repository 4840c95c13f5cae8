//! Hand-made candidate states: the same finder in square boxes, flat boxes, latin squares, jigsaws,
//! diagonals.

use super::puzzles::{boxes, grid, jigsaw};
use std::ops::ControlFlow;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Board, Catalog, Domain, HouseKind, Network, Removal, Say, Store, TechniqueId, Value, Var};

/// What a technique removes, instance by instance.
pub fn outcomes(at: &Store<'_>, id: &str) -> Vec<Vec<Removal>> {
    let catalog = Catalog::standard();
    let technique = catalog.get(&TechniqueId(id.to_string().into())).expect("in the catalog");
    let mut all = Vec::new();
    let _ = technique.find(&Board::new(at), &mut |d| {
        all.push(d.removes);
        ControlFlow::Continue(())
    });
    all
}

/// Full candidates less `value` at the cells.
pub fn without<'n>(net: &'n Network, value: Value, cells: impl IntoIterator<Item = u32>) -> Store<'n> {
    let mut at = Store::new(net);
    for cell in cells {
        at.remove(Var(cell), Domain::single(value)).unwrap();
    }
    at
}

/// `value` goes from the cells.
pub fn gone(value: Value, cells: &[u32]) -> Vec<Removal> {
    cells.iter().map(|&c| Removal { var: Var(c), values: Domain::single(value) }).collect()
}

#[test]
fn pointing_and_claiming_in_flat_boxes() {
    let net = boxes(2, 3);
    // 4 in the first box (rows 1 and 2, columns 1 to 3) stands only in row 1.
    let at = without(&net, 4, [6, 7, 8]);
    assert_eq!(outcomes(&at, "pointing"), [gone(4, &[3, 4, 5])]);
    // 4 in row 1 stands only in the first box.
    let at = without(&net, 4, [3, 4, 5]);
    assert_eq!(outcomes(&at, "claiming"), [gone(4, &[6, 7, 8])]);
}

#[test]
fn pointing_and_claiming_in_a_jigsaw() {
    // Region A is the first column and one cell more.
    let net = jigsaw("AABB ACCB ACDB DDDC");
    let regions: Vec<usize> =
        net.houses().list().iter().filter(|h| h.kind == HouseKind::Region).map(|h| h.vars.len()).collect();
    assert_eq!(regions, [4, 4, 4, 4]);
    // 1 in region A (cells 0, 1, 4, 8) stands only in column 1: not in the rest of the column.
    let at = without(&net, 1, [1]);
    assert_eq!(outcomes(&at, "pointing"), [gone(1, &[12])]);
    // 1 in column 1 stands only in region A: not in the rest of the region.
    let at = without(&net, 1, [12]);
    assert_eq!(outcomes(&at, "claiming"), [gone(1, &[1])]);
}

#[test]
fn pointing_onto_a_diagonal() {
    let mut net = boxes(3, 3);
    let vars: Vec<Var> = (0..9).map(|i| Var(i * 10)).collect();
    net.add_house(RuleSpec::AllDifferent { vars }, HouseKind::Diagonal).unwrap();
    // 7 in the first box stands only on the diagonal.
    let at = without(&net, 7, [1, 2, 9, 11, 18, 19]);
    assert_eq!(outcomes(&at, "pointing"), [gone(7, &[30, 40, 50, 60, 70, 80])]);
    // Without the diagonal there is nothing to see.
    let plain = boxes(3, 3);
    assert!(outcomes(&without(&plain, 7, [1, 2, 9, 11, 18, 19]), "pointing").is_empty());
}

#[test]
fn subsets_in_a_latin_square() {
    let net = grid(5, &[]);
    let mut at = Store::new(&net);
    for cell in [0, 3] {
        at.restrict(Var(cell), Domain::from_iter([2, 5])).unwrap();
    }
    let pair = Domain::from_iter([2, 5]);
    let want: Vec<Removal> = [1, 2, 4].map(|c| Removal { var: Var(c), values: pair }).to_vec();
    assert_eq!(outcomes(&at, "naked-pair"), [want]);
    assert!(outcomes(&at, "locked-pair").is_empty(), "a latin square has no regions");
    // The rest of the row holds 1, 3, 4: the same step from the other side.
    let three = Domain::from_iter([2, 5]);
    assert_eq!(outcomes(&at, "hidden-triple"), [[1, 2, 4].map(|c| Removal { var: Var(c), values: three }).to_vec()]);
    // In a column, hidden.
    let mut at = Store::new(&net);
    for cell in [1, 6, 16] {
        at.remove(Var(cell), pair).unwrap();
    }
    let kept = Domain::from_iter([1, 3, 4]);
    assert_eq!(outcomes(&at, "hidden-pair"), [[11, 21].map(|c| Removal { var: Var(c), values: kept }).to_vec()]);
}

#[test]
fn locked_pair_goes_both_ways() {
    let net = boxes(3, 3);
    let mut at = Store::new(&net);
    let pair = Domain::from_iter([3, 8]);
    for cell in [0, 2] {
        at.restrict(Var(cell), pair).unwrap();
    }
    let want: Vec<Removal> =
        [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20].map(|c| Removal { var: Var(c), values: pair }).to_vec();
    assert_eq!(outcomes(&at, "locked-pair"), [want]);
    assert!(outcomes(&at, "naked-pair").is_empty(), "a locked pair is told once, by its own name");
}

/// `value` stands in rows `a` and `b` only at the given columns.
fn rows_only<'n>(net: &'n Network, n: u32, value: Value, rows: &[(u32, &[u32])]) -> Store<'n> {
    let cells = rows.iter().flat_map(|&(r, keep)| (0..n).filter(|c| !keep.contains(c)).map(move |c| r * n + c));
    without(net, value, cells.collect::<Vec<_>>())
}

#[test]
fn x_wing_in_a_latin_square_and_in_words() {
    let net = grid(6, &[]);
    let at = rows_only(&net, 6, 4, &[(1, &[2, 5]), (4, &[2, 5])]);
    assert_eq!(outcomes(&at, "x-wing"), [gone(4, &[2, 5, 14, 17, 20, 23, 32, 35])]);
    assert!(outcomes(&at, "swordfish").is_empty());
    let catalog = Catalog::standard();
    let technique = catalog.get(&TechniqueId::new("x-wing")).unwrap();
    let mut words = String::new();
    let _ = technique.find(&Board::new(&at), &mut |d| {
        let kind = |r: tesuji_solver::RuleId| if r.0 < 6 { "row" } else { "column" };
        for piece in &d.because.say {
            words += &match piece {
                Say::Text(t) => t.to_string(),
                Say::Values(v) => v.iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" and "),
                Say::Rules(rules) => {
                    let numbers: Vec<String> = rules.iter().map(|r| (r.0 % 6 + 1).to_string()).collect();
                    format!("{}s {}", kind(rules[0]), numbers.join(" and "))
                }
                other => format!("{other:?}"),
            };
        }
        ControlFlow::Break(())
    });
    assert_eq!(words, "4 in rows 2 and 5 stands only in columns 3 and 6");
}

#[test]
fn swordfish_and_jellyfish() {
    let net = boxes(4, 4);
    let at = rows_only(&net, 16, 9, &[(0, &[0, 5]), (6, &[5, 11]), (12, &[0, 11])]);
    let cells: Vec<u32> =
        (0..16).filter(|r| ![0, 6, 12].contains(r)).flat_map(|r| [0, 5, 11].map(|c| r * 16 + c)).collect();
    assert_eq!(outcomes(&at, "swordfish"), [gone(9, &cells)]);
    // Nine lines, so that the fish of the other lines and the other axis has five.
    let net = grid(9, &[]);
    let at = rows_only(&net, 9, 1, &[(0, &[0, 1]), (2, &[1, 3]), (4, &[3, 6]), (6, &[0, 6])]);
    let cells: Vec<u32> = [1, 3, 5, 7, 8].iter().flat_map(|r| [0, 1, 3, 6].map(|c| r * 9 + c)).collect();
    assert_eq!(outcomes(&at, "jellyfish"), [gone(1, &cells)]);
    assert!(outcomes(&at, "x-wing").is_empty() && outcomes(&at, "swordfish").is_empty());
}

#[test]
fn finned_and_sashimi_x_wing() {
    let net = boxes(3, 3);
    // Rows 1 and 5, columns 2 and 7; a fin at r1c3 (box 1).
    let at = rows_only(&net, 9, 6, &[(0, &[1, 2, 6]), (4, &[1, 6])]);
    assert_eq!(outcomes(&at, "finned-x-wing"), [gone(6, &[10, 19])]);
    assert!(outcomes(&at, "sashimi-x-wing").is_empty() && outcomes(&at, "x-wing").is_empty());
    // The same less r1c2, with two fins in the box (one would make a skyscraper).
    let net = boxes(3, 3);
    let at = rows_only(&net, 9, 6, &[(0, &[0, 2, 6]), (4, &[1, 6])]);
    assert_eq!(outcomes(&at, "sashimi-x-wing"), [gone(6, &[10, 19])]);
    assert!(outcomes(&at, "finned-x-wing").is_empty() && outcomes(&at, "skyscraper").is_empty());
    // With one fin the two lines are strong links, and the name is skyscraper.
    let net = boxes(3, 3);
    let at = rows_only(&net, 9, 6, &[(0, &[2, 6]), (4, &[1, 6])]);
    assert!(outcomes(&at, "sashimi-x-wing").is_empty() && outcomes(&at, "skyscraper").len() == 1);
    // In a latin square no cell sees a fin.
    let net = grid(9, &[]);
    let at = rows_only(&net, 9, 6, &[(0, &[1, 2, 6]), (4, &[1, 6])]);
    assert!(outcomes(&at, "finned-x-wing").is_empty());
}

#[test]
fn single_digit_patterns() {
    let net = boxes(3, 3);
    // Rows 1 and 5 share column 8; the other ends are r1c2 and r5c3.
    let at = rows_only(&net, 9, 2, &[(0, &[1, 7]), (4, &[2, 7])]);
    // Cells that see both r1c2 and r5c3: r2c3 r3c3 (box 1), r4c2 r6c2 (box 4).
    assert_eq!(outcomes(&at, "skyscraper"), [gone(2, &[11, 20, 28, 46])]);
    assert!(outcomes(&at, "turbot-fish").is_empty() && outcomes(&at, "two-string-kite").is_empty());
    // Row 1: c2 and c8; column 3: r2 and r7; joined in box 1.
    let column: Vec<u32> = (0..9).filter(|r| ![1, 6].contains(r)).map(|r| r * 9 + 2).collect();
    let mut at = rows_only(&net, 9, 2, &[(0, &[1, 7])]);
    for cell in column {
        at.remove(Var(cell), Domain::single(2)).unwrap();
    }
    assert_eq!(outcomes(&at, "two-string-kite"), [gone(2, &[61])]);
    assert!(outcomes(&at, "skyscraper").is_empty());
}

#[test]
fn wings_in_a_latin_square() {
    let net = grid(5, &[]);
    let pair = |a, b| Domain::from_iter([a, b]);
    let mut at = Store::new(&net);
    // Pivot r1c1 = 12, pincers r1c4 = 13, r3c1 = 23: r3c4 is not 3.
    for (cell, d) in [(0, pair(1, 2)), (3, pair(1, 3)), (10, pair(2, 3))] {
        at.restrict(Var(cell), d).unwrap();
    }
    assert_eq!(outcomes(&at, "xy-wing"), [gone(3, &[13])]);
    // 12 at r1c1 and r3c4; 1 in column 3 only at r1c3 and r3c3: one of the cells is 2.
    let mut at = without(&net, 1, [7, 17, 22]);
    for cell in [0, 13] {
        at.restrict(Var(cell), pair(1, 2)).unwrap();
    }
    assert_eq!(outcomes(&at, "w-wing"), [gone(2, &[3, 10])]);
    // With the same candidates at the link's ends it is a remote pair.
    for cell in [2, 12] {
        at.restrict(Var(cell), pair(1, 2)).unwrap();
    }
    assert!(outcomes(&at, "w-wing").is_empty());
}

/// What a technique removes by its own definition, instance by instance.
fn all_outcomes(at: &Store<'_>, id: &str) -> Vec<Vec<Removal>> {
    let catalog = Catalog::standard();
    let technique = catalog.get(&TechniqueId(id.to_string().into())).expect("in the catalog");
    let mut all = Vec::new();
    let _ = technique.find_all(&Board::new(at), &mut |d| {
        all.push(d.removes);
        ControlFlow::Continue(())
    });
    all
}

/// Small sets and naked triples have names of their own; the plain rule does not tell them again.
#[test]
fn almost_locked_sets_leave_wings_and_subsets_their_names() {
    let net = boxes(3, 3);
    let of = |list: &[Value]| list.iter().copied().collect::<Domain>();
    let with = |cells: &[(u32, &[Value])]| {
        let mut at = Store::new(&net);
        for &(cell, values) in cells {
            at.restrict(Var(cell), of(values)).unwrap();
        }
        at
    };
    // Pivot r1c1 = 12, pincers r1c5 = 13 and r5c1 = 23: an XY-wing on r5c5.
    let wing = with(&[(0, &[1, 2]), (4, &[1, 3]), (36, &[2, 3])]);
    assert_eq!(outcomes(&wing, "xy-wing"), [gone(3, &[40])]);
    assert!(outcomes(&wing, "als-xz").is_empty());
    assert!(all_outcomes(&wing, "als-xz").contains(&gone(3, &[40])));
    // r1c1 = 12, r1c4 = 23, r1c7 = 34, r1c9 = 14: a naked quadruple, which two sets of two cells
    // are as well.
    let quadruple = with(&[(0, &[1, 2]), (3, &[2, 3]), (6, &[3, 4]), (8, &[1, 4])]);
    let rest: Vec<Removal> = [1, 2, 4, 5, 7].map(|c| Removal { var: Var(c), values: of(&[1, 2, 3, 4]) }).to_vec();
    assert_eq!(outcomes(&quadruple, "naked-quadruple"), std::slice::from_ref(&rest));
    let tells = |steps: &[Vec<Removal>]| steps.iter().flatten().any(|r| rest.iter().any(|q| q.var == r.var));
    assert!(tells(&all_outcomes(&quadruple, "als-xz")));
    assert!(!tells(&outcomes(&quadruple, "als-xz")));
}

/// 1 in row 1 at c1 and c6, in column 2 at r2 and r7; in box 1 only at r1c1 and r2c2.
fn kite(net: &Network) -> Store<'_> {
    let row = [1, 2, 3, 4, 6, 7, 8];
    let column = [0, 2, 3, 4, 5, 7, 8].map(|r| r * 9 + 1);
    without(net, 1, row.into_iter().chain(column).chain([9, 11, 18, 20]))
}

/// Whatever is switched off, colours do not name a kite, unless they may take over what an earlier
/// name describes.
#[test]
fn a_later_name_takes_over_when_told_so() {
    let net = boxes(3, 3);
    let at = kite(&net);
    let r7c6 = gone(1, &[59]);
    assert_eq!(outcomes(&at, "two-string-kite"), std::slice::from_ref(&r7c6));
    let colours = Catalog::standard().filter(|t| t.id().as_str() == "simple-colors-trap");
    let step = |catalog: &Catalog| tesuji_solver::grade::next_step(&at, catalog).map(|step| step.removes);
    assert_eq!(step(&colours), None);
    assert_eq!(step(&colours.taking_over()), Some(r7c6));
    let names = |catalog: &Catalog| catalog.list().iter().map(|t| t.id().clone()).collect::<Vec<_>>();
    assert_eq!(names(&Catalog::standard().taking_over()), names(&Catalog::standard()));
}

/// Two kites over the same two cells of a box are one dual kite; a grading names the two.
#[test]
fn a_dual_kite_is_two_kites_at_once() {
    let net = boxes(3, 3);
    let row = |r: u32, kept: [u32; 2]| (0..9).filter(move |c| !kept.contains(c)).map(move |c| r * 9 + c);
    let column = |c: u32, kept: [u32; 2]| (0..9).filter(move |r| !kept.contains(r)).map(move |r| r * 9 + c);
    let at = without(&net, 1, row(0, [0, 5]).chain(row(1, [1, 6])).chain(column(0, [0, 7])).chain(column(1, [1, 6])));
    let kites = outcomes(&at, "two-string-kite");
    assert!(kites.contains(&gone(1, &[59])) && kites.contains(&gone(1, &[69])), "{kites:?}");
    assert_eq!(all_outcomes(&at, "dual-two-string-kite"), [gone(1, &[59, 69])]);
    assert!(outcomes(&at, "dual-two-string-kite").is_empty());
    assert!(all_outcomes(&kite(&net), "dual-two-string-kite").is_empty());
}
