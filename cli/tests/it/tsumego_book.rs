//! A teacher's book: whole positions, names, stored solutions and what `check` says of them.

use crate::run;

use run::{piped, tesuji};

/// Three in a row in the corner: only B9, the point in the middle, lives. White to move.
const THREE: &str = "SZ[9]AB[ea][eb][ac][bc][cc][dc]AW[da][ab][bb][cb][db]PL[W]";
/// A corner where B9 and B8 both live.
const TWO: &str = "SZ[9]AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc]PL[W]";

#[test]
fn a_stone_far_away_is_kept_shown_and_exported() {
    let sgf = "(;SZ[19]PL[B]AB[da][ab][db][bc]AW[ea][eb][ec][ad][bd][cd][dd][kk]TR[da])";
    let imported = piped(&["corpus", "import", "--genre", "tsumego"], sgf).code(0);
    assert!(imported.json()[0]["puzzle"].as_str().expect("a line").ends_with("X+L9"), "{}", imported.stdout());
    let exported = piped(&["corpus", "export", "--genre", "tsumego", "--format", "sgf"], &imported.stdout()).code(0);
    assert!(exported.stdout().contains("[kk]"), "{}", exported.stdout());
    let shown = piped(&["show", "--genre", "tsumego"], sgf).code(0).stdout();
    let stones =
        |sign: char| shown.lines().filter(|l| !l.contains("to move")).map(|l| l.matches(sign).count()).sum::<usize>();
    assert_eq!((stones('●'), stones('○')), (4, 8), "{shown}");
    let graded = piped(&["grade", "--genre", "tsumego", "--nodes", "20000"], sgf);
    assert!(graded.json()[0]["puzzle"].as_str().expect("a line").ends_with("X+L9"), "{}", graded.stdout());
}

#[test]
fn check_tells_right_and_wrong_solutions_by_name() {
    let book = format!(
        "(;GN[First]{THREE}(;W[ba]C[RIGHT])(;W[aa];B[ba]))\n\
         (;GN[Second]{THREE}TR[da](;W[ba]BM[1];B[ia])(;W[aa]TE[1];B[ba]))\n\
         (;GN[Third]{TWO};W[ba]C[Correct])\n"
    );
    let ran = piped(&["check", "--genre", "tsumego", "--nodes", "200000"], &book).code(1);
    let ran = ran.says("First (game 1)").says("as the file says");
    let ran =
        ran.says("Second (game 2)").says("your 'wrong' B9 works").says("A9 is marked right, and fails: black plays B9");
    let ran = ran.says("Third (game 3)").says("second solution B8");
    let ran = ran.says("3 solutions given: as the file says 1, with something wrong 2");
    let records = ran.json();
    assert_eq!(records.len(), 3);
    assert_eq!((&records[0]["name"], &records[0]["review"]["is_right"]), (&"First".into(), &true.into()));
    assert_eq!(records[1]["disagreement"]["wrong"], serde_json::json!(["document"]));
    // Records say the same as the file that they were read from.
    let imported = piped(&["corpus", "import", "--genre", "tsumego"], &book).code(0).stdout();
    let again = piped(&["check", "--genre", "tsumego", "--nodes", "200000"], &imported).code(1);
    assert_eq!(again.json()[1]["review"], records[1]["review"]);
    // With the first one alone nothing is wrong.
    let first = book.lines().next().expect("a line");
    piped(&["check", "--genre", "tsumego", "--nodes", "200000"], first).code(0);
    let quiet = piped(&["check", "--genre", "tsumego", "--nodes", "200000", "--json"], &book).code(1);
    assert!(!quiet.words().contains("First"), "{}", quiet.words());
}

/// Our own export, with a mark taken away from the right move, is not what is found.
#[test]
fn an_exported_solution_that_was_changed_is_told() {
    let solved = piped(&["solve", "--genre", "tsumego"], "9x9 A9 X=black O ...OX|OOOOX|XXXX#").code(0).stdout();
    let sgf = piped(&["corpus", "export", "--genre", "tsumego", "--format", "sgf"], &solved).code(0).stdout();
    piped(&["check", "--genre", "tsumego"], &sgf).code(0).says("as the file says");
    let wrong = sgf.replace("W[ba]TE[1]C[Correct.]", "W[ba]BM[1]C[Fails.]");
    assert_ne!(wrong, sgf);
    piped(&["check", "--genre", "tsumego"], &wrong).code(1).says("your 'wrong' B9 works");
}

#[test]
fn folders_and_several_files_are_checked_and_drawn_on_one_page() {
    let dir = tempfile::tempdir().expect("a folder");
    let book = dir.path().join("book");
    std::fs::create_dir_all(book.join("more")).expect("makes");
    std::fs::write(book.join("one.sgf"), format!("(;GN[One & <b>]{THREE}(;W[ba]C[RIGHT])(;W[aa]))")).expect("writes");
    std::fs::write(book.join("more/two.sgf"), format!("(;{TWO};W[ba])")).expect("writes");
    std::fs::write(book.join("note.md"), "no book").expect("writes");
    let (folder, html) = (book.to_str().expect("plain"), dir.path().join("page.html"));
    let page = html.to_str().expect("plain");
    let ran = tesuji(&["check", "--genre", "tsumego", "--nodes", "200000", "--html", page, folder]).code(1);
    let ran = ran.says("check: 2 puzzles").says("one.sgf, One & <b> (game 1)").says("two.sgf, game 1");
    assert_eq!(ran.json().len(), 2);
    let text = std::fs::read_to_string(&html).expect("written");
    assert_eq!(text.matches("<svg").count(), 2);
    assert!(text.contains("One &amp; &lt;b&gt;") && text.contains("second solution B8"), "{text}");
    let one = book.join("one.sgf");
    let one = one.to_str().expect("plain");
    tesuji(&["check", "--genre", "tsumego", "--nodes", "200000", one, one]).code(0).says("check: 2 puzzles");
    let out = dir.path().join("out.jsonl");
    tesuji(&["check", "--genre", "tsumego", "--nodes", "200000", "--out", out.to_str().expect("plain"), one])
        .code(0)
        .says("as the file says");
    // The records of several inputs stand in one file, one after the other.
    let all = dir.path().join("all.jsonl");
    let to = all.to_str().expect("plain");
    tesuji(&["corpus", "import", "--genre", "tsumego", "--out", to, folder]).code(0).says("import: 2");
    let text = std::fs::read_to_string(&all).expect("written");
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.lines().all(|line| line.starts_with("{\"id\"")), "{text}");
    tesuji(&["corpus", "import", "--genre", "tsumego", "--out", to, "--shard", "1/2", one, one])
        .code(2)
        .says("--shard takes a part of one input");
    let empty = dir.path().join("empty");
    std::fs::create_dir(&empty).expect("makes");
    tesuji(&["check", "--genre", "tsumego", empty.to_str().expect("plain")])
        .code(2)
        .says("no file in it ends with .sgf");
}

/// Several problems as variations of an empty root; who moves, by words; what can't be read, with
/// its node.
#[test]
fn collections_of_any_layout_are_read_with_names_and_places() {
    let setup = "AB[ea][eb][ac][bc][cc][dc]AW[da][ab][bb][cb][db]";
    let text = format!(
        "(;GM[1]SZ[9](;{setup}N[a];W[ba])(;{setup}GN[b]C[White to play and live])(;{setup}TR[xy])(;{setup}C[what now?]))"
    );
    let ran = piped(&["show", "--genre", "tsumego"], &text).code(1);
    let ran = ran.says("game 1, node 1/3:1").says("TR[");
    let shown = ran.stdout();
    assert_eq!((shown.matches("White to move").count(), shown.matches("Black to move").count()), (2, 1), "{shown}");
    assert!(shown.contains("a (game 1)") && shown.contains("b (game 1)"), "{shown}");
    assert_eq!(shown.matches("nothing says who moves first: Black is assumed").count(), 1, "{shown}");
}
