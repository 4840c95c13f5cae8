use super::*;
use crate::Tsumego;
use tesuji_genre::{Genre, PositionActions};

/// The corner where B9 alone lives, and A9 or A8 do not; White to move.
const CORNER: &str = "SZ[9]AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc]PL[W]";
/// Three in a row in the corner: only the point in the middle lives.
const THREE: &str = "SZ[9]AB[ea][eb][ac][bc][cc][dc]AW[da][ab][bb][cb][db]PL[W]";

fn reviewed(text: &str) -> Review {
    let genre: &dyn Genre = crate::genre::genres()[0];
    let mut all = Vec::new();
    genre.read(text.as_bytes(), &mut |one| all.push(one.unwrap()));
    let parsed = all.remove(0).settled(&tesuji_genre::Choosing::default()).unwrap();
    Tsumego.review(&parsed.puzzle, &parsed.notes, &Limits::default().with_nodes(200_000)).unwrap().unwrap()
}

fn kinds(review: &Review) -> Vec<&str> {
    review.remarks.iter().map(|r| r.kind.as_str()).collect()
}

#[test]
fn a_right_solution_is_as_the_file_says() {
    let review = reviewed(&format!("(;{THREE}(;W[ba]C[RIGHT])(;W[aa];B[ba]))"));
    assert_eq!((review.is_right, review.verdict.as_str()), (true, "as the file says"), "{review:?}");
    assert_eq!((review.counts["right_leaves"], review.counts["refutations"]), (1, 1));
    assert_eq!((review.right, review.also, review.failing), (vec![1], vec![], vec![]));
}

/// With `TE` and `BM` exchanged, the file says that a wrong move is right, and the other way round.
#[test]
fn exchanged_marks_are_found_with_the_line_that_shows_it() {
    let exchanged = "(;W[ba]BM[1];B[ia])(;W[aa]TE[1];B[ba])";
    // Where no stones are marked, walls that shut one group in tell that it is meant.
    let review = reviewed(&format!("(;{THREE}{exchanged})"));
    assert_eq!((review.is_right, kinds(&review)), (false, vec!["wrong move works", "right line fails"]), "{review:?}");
    let review = reviewed(&format!("(;{THREE}TR[da]{exchanged})"));
    assert!(!review.is_right);
    assert_eq!(kinds(&review), ["wrong move works", "right line fails"], "{review:?}");
    assert!(review.verdict.contains("your 'wrong' B9 works"), "{}", review.verdict);
    let fails = &review.remarks[1];
    assert_eq!((fails.moves.as_slice(), fails.line.first().map(String::as_str)), (&["A9".to_string()][..], Some("B9")));
    assert_eq!(fails.at.as_deref(), Some("game 1, node 1/2:1"));
    assert_eq!((review.right, review.also, review.failing), (vec![], vec![1], vec![0]));
}

#[test]
fn second_solutions_and_refutations_that_fail_are_told() {
    // B9 and B8 both live in the larger corner; the file has the one only.
    let review = reviewed(&format!("(;{CORNER};W[ba]C[Correct])"));
    assert_eq!(kinds(&review), ["second solution"], "{review:?}");
    assert_eq!((review.counts["cooks"], review.verdict.as_str()), (1, "second solution B8"));
    // White plays elsewhere, and so does Black: White lives all the same.
    let review = reviewed(&format!("(;{THREE}(;W[ba]C[RIGHT])(;W[ia];B[ii]))"));
    assert_eq!(kinds(&review), ["refutation fails"], "{review:?}");
    let fails = &review.remarks[0];
    assert_eq!((fails.moves.as_slice(), fails.line[0].as_str()), (&["J9".to_string(), "J1".to_string()][..], "B9"));
}

#[test]
fn what_is_settled_or_can_not_be_played_is_told() {
    let alive = "SZ[9]AB[ea][eb][ac][bc][cc][dc]AW[ba][da][ab][bb][cb][db]TR[da]PL[W]";
    let review = reviewed(&format!("(;{alive};W[aa]C[RIGHT])"));
    assert!(kinds(&review).contains(&"settled") && review.verdict.contains("alive already"), "{review:?}");
    let review = reviewed(&format!("(;{THREE}(;W[ba]C[RIGHT])(;W[ea]))"));
    assert_eq!(kinds(&review), ["contradiction"], "{review:?}");
    assert!(review.verdict.contains("game 1, node 1/2:1") && review.verdict.contains("occupied"), "{}", review.verdict);
    let review = reviewed(&format!("(;{THREE}(;W[ba]C[RIGHT])(;W[ba]C[wrong]))"));
    assert!(review.verdict.contains("once right and once wrong"), "{}", review.verdict);
}

#[test]
fn our_own_export_is_as_it_says() {
    let problem = Problem::parse("9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX").unwrap();
    let solved = crate::judge::solve(&problem, &Limits::default(), crate::judge::Who::Search).unwrap();
    let tree = solved.solutions[0]["tree"].as_str().unwrap().to_string();
    let review = reviewed(&tree);
    assert!(review.is_right && review.counts["right_leaves"] == 2 && review.counts["refutations"] > 0, "{review:?}");
    // The right move called bad, and a wrong one good.
    let wrong = tree.replace("W[ba]TE[1]", "W[ba]BM[1]");
    assert_ne!(wrong, tree);
    assert!(!reviewed(&wrong.replace("C[Correct.]", "")).is_right);
}
