//! Reviews of the solutions that files give.

use tesuji_genre::{Choosing, Genre, Parsed, PositionActions, Review};
use tesuji_go::{Tsumego, genres};
use tesuji_solver::Limits;

const NODES: u64 = 100_000;
/// Three in a row in the corner: only B9, the point in the middle, lives. White to move.
const THREE: &str = "SZ[9]AB[ea][eb][ac][bc][cc][dc]AW[da][ab][bb][cb][db]PL[W]";

fn genre() -> &'static dyn Genre {
    genres()[0]
}

fn parsed(text: &str) -> Parsed {
    let mut all = Vec::new();
    genre().read(text.as_bytes(), &mut |one| all.push(one.unwrap()));
    all.remove(0)
}

fn reviewed(text: &str) -> Review {
    let choosing = Choosing { nodes: NODES, is_reviewed: true, ..Choosing::default() };
    let parsed = parsed(text).settled(&choosing).unwrap();
    Tsumego.review(&parsed.puzzle, &parsed.notes, &Limits::default().with_nodes(NODES)).unwrap().unwrap()
}

fn kinds(review: &Review) -> Vec<&str> {
    review.remarks.iter().map(|r| r.kind.as_str()).collect()
}

#[test]
fn marks_of_all_kinds_are_as_the_file_says() {
    for solution in [
        "(;W[aa];B[ba])(;W[ba]C[CHOICERIGHT])",
        "(;W[aa];B[ba])(;W[ba]C[Good!FORCERIGHT])",
        "(;W[aa]GB[1])(;W[ba]GW[1])",
        "(;W[aa]C[-])(;W[ba]C[+])",
        "(;W[aa]DO[])(;W[ba]IT[])",
        "(;W[aa]C[bad])(;W[ba]C[good])",
        "(;W[aa]C[No.])(;W[ba]C[Yes.])",
    ] {
        let review = reviewed(&format!("(;{THREE}TR[da]{solution})"));
        assert_eq!((review.is_right, review.verdict.as_str()), (true, "as the file says"), "{solution}: {review:?}");
        assert!(review.given.starts_with("B9"), "{}", review.given);
        let exchanged = solution.replace("[aa]", "[xx]").replace("[ba]", "[aa]").replace("[xx]", "[ba]");
        let review = reviewed(&format!("(;{THREE}TR[da]{exchanged})"));
        assert!(!review.is_right, "{exchanged}: {}", review.verdict);
    }
}

#[test]
fn where_nothing_is_marked_that_is_said() {
    // The main line fails, and another line holds: no fault.
    let review = reviewed(&format!("(;{THREE}TR[da](;W[aa];B[ba])(;W[ba]))"));
    assert!(review.is_right, "{review:?}");
    assert!(
        review.verdict.starts_with("nothing is marked; its main line A9 fails: black plays B9"),
        "{}",
        review.verdict
    );
    assert!(review.given.contains("nothing is marked"), "{}", review.given);
    // No line holds.
    let review = reviewed(&format!("(;{THREE}TR[da](;W[aa];B[ba])(;W[ca]))"));
    assert!(!review.is_right && !review.verdict.contains("marked right"), "{}", review.verdict);
    // Several first moves that all work.
    let two = "SZ[9]AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc]PL[W]TR[da]";
    let review = reviewed(&format!("(;{two}(;W[bb])(;W[ba]))"));
    assert_eq!((review.is_right, review.verdict.as_str()), (true, "as the file says"), "{review:?}");
}

/// Words about something else, and a target of one stone.
#[test]
fn other_questions_are_no_faults() {
    let wrong = "(;W[aa]C[RIGHT])(;W[ba])";
    for words in ["White to play: yose", "White to win the game", "Copy this joseki.", "官子"] {
        let review = reviewed(&format!("(;{THREE}TR[da]C[{words}]{wrong})"));
        assert_eq!((review.is_right, kinds(&review)), (true, vec!["another question"]), "{words}: {review:?}");
    }
    assert!(!reviewed(&format!("(;{THREE}TR[da]C[White to live]{wrong})")).is_right);
    let joseki = "(;AB[mc][pd][qd][oe][of][pf][cp]AW[lc][oc][md][od][ne][pe][eq]PL[B]SZ[19]\
                  ;B[gq];W[do];B[dp];W[ep];B[eo];W[fo];B[en];W[gp];B[dn];GB[]W[hq])";
    let review = reviewed(joseki);
    assert!(review.is_right, "{review:?}");
}

/// A mark on the stone that was played last is no target.
#[test]
fn the_mark_of_the_last_move_is_no_target() {
    let stones = "SZ[19]PL[W]AB[aa][ea][ab][bb][eb][bc][cc][ec][ed][ae][be][ce][de][ee]AW[da][db][dc][ad][bd][cd][dd]";
    let lines = "(;W[ca]C[RIGHT])(;W[ba]C[WRONG])";
    for words in [
        "C[Black has just played the marked stone. White to live.]",
        "C[White to live]",
        "C[The last move is marked]",
        "",
    ] {
        let review = reviewed(&format!("(;{stones}TR[aa]{words}{lines})"));
        assert!(review.is_right, "{words}: {review:?}");
    }
}

/// A review says of a line that it makes a ko only, and no line in a review retakes a ko at once.
#[test]
fn kos_are_called_kos() {
    let shape = "SZ[19]PL[W]AW[rs][rr][ps][pr][pq][pp][qp][rp]AB[qr][rq][sp][ro][qo][po][oo][op][oq][or][os]";
    let review = reviewed(&format!("(;{shape}(;W[sr]C[RIGHT])(;W[so]C[RIGHT]))"));
    assert!(review.verdict.contains("T5 is marked right, and makes"), "{}", review.verdict);
    let marked = reviewed(&format!("(;{shape}TR[rs](;W[sr]C[RIGHT])(;W[so]C[RIGHT]))"));
    println!("{}\n{}", review.verdict, marked.verdict);
    assert!(marked.verdict.contains("T5 is marked right, and makes"), "{}", marked.verdict);
    assert!(marked.verdict.contains("ko"), "{}", marked.verdict);
}

/// Reading a file asks nothing: what is kept says that the target is still to be chosen, and the
/// record leads to what the file does.
#[test]
fn a_target_is_chosen_when_it_is_wanted() {
    let text = format!("(;{THREE}(;W[ba]C[RIGHT])(;W[aa];B[ba]))");
    let put_off = Choosing { is_put_off: true, ..Choosing::default() };
    let kept = parsed(&text).settled(&put_off).unwrap();
    assert!(kept.notes.contains_key("open_target") && !kept.notes.contains_key("chosen"), "{:?}", kept.notes);
    let choosing = Choosing { nodes: NODES, ..Choosing::default() };
    let later = Tsumego.left_open(&kept.puzzle, &kept.notes).expect("is open");
    let (from_record, from_file) = ((later.0)(&choosing).unwrap(), parsed(&text).settled(&choosing).unwrap());
    assert_eq!((&from_record.puzzle.text, &from_record.notes), (&from_file.puzzle.text, &from_file.notes));
    assert!(Tsumego.left_open(&from_file.puzzle, &from_file.notes).is_none());
    // A file with a solution can be reviewed though no target can be chosen.
    let two_sides = "(;SZ[19]AB[cc][qq]AW[qc][cq]PL[B];B[jj]C[RIGHT])";
    assert!(parsed(two_sides).settled(&choosing).is_err());
    let review = reviewed(two_sides);
    assert_eq!((review.is_right, kinds(&review)), (true, vec!["not decided"]), "{review:?}");
}

/// A group that is dead whoever moves, told by the stones: a fault where words ask that it lives.
#[test]
fn a_dead_group_can_not_be_asked_to_live() {
    let dead = "AB[da][db][ac][bc][cc][dc]AW[ca][ab][bb][cb](;W[aa]C[RIGHT])(;W[ba]C[wrong])";
    let review = reviewed(&format!("(;SZ[9]PL[W]C[White to live]{dead})"));
    assert!(!review.is_right && review.verdict.contains("dead already"), "{review:?}");
    assert!(reviewed(&format!("(;SZ[9]PL[W]{dead})")).is_right);
}

/// A line that the other side begins is a diagram, counted apart: beside a solution and alone.
#[test]
fn a_diagram_of_the_other_side_is_no_fault() {
    let right = "(;W[ba]C[Correct])(;W[aa]C[Wrong];B[ba])";
    let review = reviewed(&format!("(;{THREE}{right}(;B[ba]C[If Black plays first, White dies]))"));
    assert_eq!((review.verdict.as_str(), review.counts["diagrams"]), ("as the file says", 1), "{review:?}");
    let review = reviewed(&format!("(;{THREE}(;B[ba]C[Correct]))"));
    assert!(review.is_right && review.verdict.contains("black begins each line"), "{review:?}");
    // Where neither PL nor the first line says who moves, words do.
    let stones = THREE.trim_end_matches("PL[W]");
    let review = reviewed(&format!("(;{stones}C[White to live](;B[ba]C[If Black plays first])(;W[ba]C[Correct]))"));
    assert!(review.is_right && review.given.starts_with("B9"), "{review:?}");
}

/// A page that was saved under the name of a game is told once, and a side to move that is none is
/// passed over.
#[test]
fn what_is_no_game_is_told_once() {
    let read = |text: &str| {
        let mut all = Vec::new();
        genre()
            .read(text.as_bytes(), &mut |one| all.push(one.map(|parsed| parsed.notes).map_err(|bad| bad.to_string())));
        all
    };
    for page in
        ["<!DOCTYPE html>\n<html>\n<body>\n<p>x</p>\n</html>\n", "\n<?xml version=\"1.0\"?>\n<a/>", "<html></html>"]
    {
        let all = read(page);
        assert!(all.len() == 1 && all[0].as_ref().is_err_and(|why| why.contains("web page")), "{all:?}");
    }
    let all = read(&format!("(;{})", THREE.replace("PL[W]", "PL[X]")));
    let noted = all[0].as_ref().unwrap()["noted"].to_string();
    assert!(noted.contains("PL[X]") && noted.contains("Black is assumed"), "{noted}");
}

/// Words that name one stone make it the target; without them it is none beside a solution.
#[test]
fn one_stone_is_a_target_where_words_ask_for_it() {
    let stones = "SZ[9]PL[B]AB[dc][cd][ed]AW[dd]";
    let lines = "(;B[de]C[Correct])(;B[ff]C[Wrong];W[de])";
    let review = reviewed(&format!("(;{stones}C[How can Black capture the white stone?]{lines})"));
    assert!(review.is_right && !kinds(&review).contains(&"not decided"), "{review:?}");
    let review = reviewed(&format!("(;{stones}{lines})"));
    assert_eq!((review.is_right, kinds(&review)), (true, vec!["not decided"]), "{review:?}");
}
