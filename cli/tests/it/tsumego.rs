//! `--genre tsumego`: each command on Go problems.

use crate::run;

use run::{piped, tesuji};

/// Three in a row in the corner: whoever plays in the middle decides.
const LIVE: &str = "9x9 A9 X=black O ...OX|OOOOX|XXXX#";
const KILL: &str = "9x9 A9 X=black X ...OX|OOOOX|XXXX#";
const BENT: &str = "9x9 A9 X=black X xxx.OX|.OOOOX|OOOOXX|XXXX##";

#[test]
fn show_draws_in_letters_and_in_svg() {
    let drawn = piped(&["show", "--genre", "tsumego"], LIVE).code(0).stdout();
    assert!(drawn.contains("9 ┌─┬─┬ ○ ●") && drawn.contains("White to move, to live"), "{drawn}");
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("one.svg");
    let path = file.to_str().expect("a plain path");
    piped(&["show", "--genre", "tsumego", "--svg", path], LIVE).code(0);
    let svg = std::fs::read_to_string(&file).expect("written");
    assert!(svg.starts_with("<svg") && svg.contains("White to move and live"));
}

/// Where no target can be chosen the position is drawn all the same, with the reason; `solve`
/// refuses it.
#[test]
fn show_draws_what_names_no_target() {
    let corners = "(;SZ[19]PL[B]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]\
                   AW[qr][rr][sr][pr][ps]AB[pq][qq][rq][sq][oq][or][os])";
    let drawn = piped(&["show", "--genre", "tsumego"], corners).code(0).stdout();
    assert!(drawn.contains("19 ┌─┬─┬ ● ○") && drawn.contains("none were chosen"), "{drawn}");
    piped(&["solve", "--genre", "tsumego"], corners).code(1).says("none were chosen");
}

/// Shared nodes are divided by the number of puzzles; a group can be named for `grade`, too.
#[test]
fn nodes_are_shared_and_a_target_is_named() {
    let two = format!("{LIVE}\n{KILL}\n");
    let alone = piped(&["solve", "--genre", "tsumego", "--nodes", "20"], &two);
    let shared = piped(&["solve", "--genre", "tsumego", "--shared-nodes", "40"], &two);
    assert_eq!(shared.stdout(), alone.stdout());
    piped(&["solve", "--genre", "tsumego", "--shared-nodes", "40", "--nodes", "20"], &two).code(2);
    let own = "(;SZ[19]PL[B]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea])";
    let graded = piped(&["grade", "--genre", "tsumego", "--target", "A18"], own).code(0).json();
    assert_eq!(graded[0]["grade"]["solved"], true, "{}", graded[0]);
    piped(&["grade", "--genre", "tsumego", "--target", "K10"], own).code(1).says("no stone at K10");
}

/// Puzzles are made of a file's items many at once; they come out in their order, bad ones in their
/// place.
#[test]
fn show_keeps_the_order_and_its_time() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("many.txt");
    let lines: Vec<String> = (0..200)
        .map(|i| match i % 50 {
            49 => format!("bad {i}"),
            _ => LIVE.replacen("9x9 A9", &format!("{0}x{0} A{0}", 5 + i % 6), 1),
        })
        .collect();
    std::fs::write(&file, lines.join("\n")).expect("writes");
    let path = file.to_str().expect("plain");
    let ran = tesuji(&["show", "--genre", "tsumego", path]).code(1).says("many.txt:50").says("many.txt:200");
    let whole = ran.stdout();
    let one_by_one: String = lines
        .iter()
        .filter(|l| !l.starts_with("bad"))
        .map(|l| piped(&["show", "--genre", "tsumego"], l).stdout())
        .take(12)
        .collect();
    assert!(whole.starts_with(&one_by_one), "{whole}");
    assert_eq!(whole.matches("White to move").count(), 196);
    piped(&["show", "--genre", "tsumego", "--time", "0"], LIVE).code(1).says("out of time after 0 items");
}

#[test]
fn solve_and_its_reference_name_the_key_move_and_the_tree() {
    for extra in [&[][..], &["--solver", "simple"]] {
        let args = [&["solve", "--genre", "tsumego"][..], extra].concat();
        let ran = piped(&args, &format!("{LIVE}\n{KILL}\n")).code(0).json();
        let (live, kill) = (&ran[0]["solution"], &ran[1]["solution"]);
        assert_eq!((&live["keys"][0], &live["outcome"]), (&"B9".into(), &"ALIVE".into()));
        assert_eq!((&kill["keys"][0], &kill["outcome"]), (&"B9".into(), &"DEAD".into()));
        assert!(kill["tree"].as_str().expect("an SGF").contains("B[ba]"));
        let seki = piped(&args, "19x19 A19 X=black O !x.OX|.xOX|.xOX|OOOX|XXX#").code(0).json();
        assert_eq!(
            (&seki[0]["solution"]["outcome"], &seki[0]["solution"]["if_other_first"]),
            (&"SEKI".into(), &"DEAD".into())
        );
    }
}

#[test]
fn solve_tells_several_right_moves_from_one() {
    // A room of three by two: either point in the middle makes two eyes.
    let room = "9x9 A9 X=black O ...OOX|...OOX|OOOOOX|XXXXX#";
    let ran = piped(&["solve", "--genre", "tsumego"], &format!("{LIVE}\n{room}\n")).code(0);
    assert_eq!(ran.json()[1]["solution"]["keys"], serde_json::json!(["B9", "B8"]));
    ran.says("2 puzzles; 1 with one right move, 1 with several, 0 settled; end of input").says("positions read: ");
}

#[test]
fn solve_counts_what_is_settled() {
    let eyes = "9x9 A9 X=black O .O.OX|OOOOX|XXXXX";
    let ran = piped(&["solve", "--genre", "tsumego"], &format!("{LIVE}\n{eyes}\n")).code(0);
    ran.says("2 puzzles; 1 with one right move, 0 with several, 1 settled; end of input");
}

#[test]
fn solve_tells_board_verdict_key_and_tree_beside_the_records() {
    let ran = piped(&["solve", "--genre", "tsumego"], KILL).code(0);
    let ran = ran.says("●").says("black first: DEAD").says("white first: ALIVE");
    let ran = ran.says("key move: B9").says("right: B9").says("wrong: A9 (B9)");
    // Words for people only: the records are the only thing on standard output, and --json says
    // nothing else.
    assert_eq!(ran.json().len(), 1);
    let quiet = piped(&["solve", "--genre", "tsumego", "--json"], KILL).code(0);
    assert!(!quiet.words().contains("key move"));
}

/// The right move is proved long before the last wrong one is refuted.
#[test]
fn solve_tells_what_was_proved_before_a_limit() {
    let six = "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX";
    let ran = piped(&["solve", "--genre", "tsumego", "--nodes", "40"], six).code(1);
    let ran =
        ran.says("white first: SEKI or ALIVE").says("right first moves: B9").says("not all is known (nodes): of A9");
    let record = &ran.json()[0];
    assert_eq!((&record["stop"], &record["found"]["keys"][0]), (&"nodes".into(), &"B9".into()));
    assert!(record["solution"].is_null() && ran.words().contains("1 unfinished (nodes)"));
    let graded = &piped(&["grade", "--genre", "tsumego", "--nodes", "40"], six).code(1).json()[0];
    assert_eq!((&graded["stop"], &graded["found"]), (&record["stop"], &record["found"]));
    // With more positions the rest is found, and nothing is left of the first try.
    for command in ["solve", "grade"] {
        let again = &piped(&[command, "--genre", "tsumego"], &ran.stdout()).code(0).json()[0];
        assert_eq!(again["solution"]["keys"][0], "B9", "{command}");
        assert!(again["stop"].is_null() && again["found"].is_null(), "{command}: {again}");
    }
}

#[test]
fn check_compares_the_two_readers() {
    let ran = piped(&["check", "--genre", "tsumego", "--json"], &format!("{LIVE}\n{KILL}\n")).code(0);
    let summary = ran.json().pop().expect("a summary");
    assert_eq!(summary["counts"]["disagreements"], 0, "{summary}");
    assert_eq!(summary["counts"]["uncompared"], 0, "{summary}");
    // Where the plain reader gives up, no agreement is claimed. What the region leaves open is read
    // in wider ones; the reference reader keeps to the region, and says what it leaves open.
    let open = "9x9 A9 X=black O !.+##|OX##|OX##|.X##|XX##";
    let said =
        &piped(&["check", "--genre", "tsumego", "--json"], open).code(0).json().pop().expect("a summary")["counts"];
    assert_eq!((&said["disagreements"], &said["uncompared"]), (&0.into(), &1.into()), "{said}");
    piped(&["solve", "--genre", "tsumego", "--solver", "simple"], open)
        .code(1)
        .says("exit 1: 1 unfinished (open)")
        .says("first: UNKNOWN")
        .says("if the defender can't get out at B9");
    // A region for life only: a rectangular six with one liberty is a ko there, so at least one on
    // the board.
    let for_life = "9x9 A9 X=black X !?...O.X|...OXX|OOOOX#|XXXXX#";
    let said = piped(&["solve", "--genre", "tsumego"], for_life).code(1);
    said.says("UNKNOWN (KO to ALIVE)").says("shows a ko at least");
    let cut = ["check", "--genre", "tsumego", "--simple-nodes", "3"];
    piped(&cut, &format!("{LIVE}\n{KILL}\n")).code(0).says("2 of 2 not compared");
    let named = ["check", "--genre", "tsumego", "--solvers", "sat"];
    piped(&named, &format!("{LIVE}\n")).code(0).says("two readers were compared, not --solvers");
}

#[test]
fn grade_and_hint_speak_as_a_person_would() {
    let graded = piped(&["grade", "--genre", "tsumego", "--steps", "--needs"], KILL).code(0).json();
    let grade = &graded[0]["grade"];
    for feature in ["depth", "breadth", "swing", "horizon", "refutation"] {
        assert!(grade["features"][feature].is_number(), "{feature}: {grade}");
    }
    assert_eq!(grade["needs"][0]["technique"], "nakade");
    assert_eq!(grade["ceiling"], "easy");
    let steps = graded[0]["steps"].to_string();
    assert!(steps.contains("Black to move kills White: B9") && steps.contains("fails"), "{steps}");
    piped(&["hint", "--genre", "tsumego"], LIVE).code(0).says("White to move lives: B9");
    let longer = "9x9 A9 X=black O ...OX|...OX|OOOOX|XXXXX";
    let told = piped(&["hint", "--genre", "tsumego", "--json"], longer).code(0).json().remove(0);
    let line: Vec<&str> = told["hint"]["moves"].as_array().into_iter().flatten().filter_map(|m| m.as_str()).collect();
    let words = told["hint"]["words"].as_str().expect("words");
    assert!(line.len() >= 3 && words.contains(&line.join(" ")), "the line that the words tell: {told}");
    // Only what the request knows is named; a trial depth there is not.
    assert!(steps.contains("It shows: ") && steps.contains("placement"), "{steps}");
    let less = ["--genre", "tsumego", "--without", "placement"];
    let told = piped(&["grade", "--steps"].into_iter().chain(less).collect::<Vec<_>>(), KILL).code(0).json();
    assert!(!told[0]["steps"].to_string().contains("placement"), "{}", told[0]["steps"]);
    let hint = piped(&["hint"].into_iter().chain(less).collect::<Vec<_>>(), KILL).code(0).says("B9");
    assert!(!hint.words().contains("placement"), "{}", hint.words());
    piped(&["grade", "--genre", "tsumego", "--trial", "2"], KILL).code(2).says("no trial depth in tsumego");
    // A net, diagonally from the stone. The region alone shows only C13; on the whole board each of
    // its five points captures, and beyond it B13, C12 and B12 (a search for captures that shares
    // no code with the reader finds the same, B12 in nine plies, and that Black gets away if White
    // passes, which the reader does not show since running is no life by itself).
    let net = "19x19 A15 X=white X !##XXX|#+.OX|##+.X|###*X|#####";
    // The bound leaves Black's first move open. Nothing shows that White has to move, so these are
    // moves that work, and no keys.
    let net = piped(&["grade", "--genre", "tsumego", "--steps", "--nodes", "1000000"], net).code(1).json();
    let found = &net[0]["found"];
    assert_eq!(found["moves"], serde_json::json!(["B14", "C14", "B13", "C13", "D13", "B12", "C12", "D12"]), "{found}");
    assert_eq!(found["standing"], "proved for this chain, not shown that the move is needed");
    assert_eq!((&found["outcome"], found.get("keys")), (&"DEAD".into(), None), "{found}");
    // It keeps within its time: six rows of six are too much for half a second.
    let large = format!("19x19 A19 X=black X {}OOOOOOOX|XXXXXXXX", "......OX|".repeat(6));
    piped(&["hint", "--genre", "tsumego", "--time", "500ms"], &large).code(1).says("the time is used up");
    // Alive whoever moves: there is nothing to say.
    piped(&["hint", "--genre", "tsumego"], "9x9 A9 X=black O .O.OX|OOOOX|XXXX#").code(0).says("nothing left");
}

#[test]
fn hints_tell_kos_problems_without_a_name_and_walls_that_may_fall() {
    let words = |problem: &str| {
        let told = piped(&["hint", "--genre", "tsumego"], problem).code(0).json().remove(0);
        told["hint"]["words"].as_str().expect("words").to_string()
    };
    // After A3 it is a ko, by the reader that shares nothing with the words.
    let told = words("19x19 A6 X=white X #XX#|XO.X|O.OX|.OOX|.OX#|OOX#");
    assert!(told.contains("A3 lets Black make a ko"), "{told}");
    let after = piped(
        &["solve", "--genre", "tsumego", "--solver", "simple"],
        "19x19 A6 X=white O #XX#|XO.X|O.OX|xOOX|.OX#|OOX#",
    );
    assert_eq!(after.code(0).json()[0]["solution"]["outcome"], "KO, the defender needs 1 threat");
    let told = words("19x19 A19 X=white X ..xOX|..O.X|.OOX#|OOX##|.X###|X####");
    assert!(told.contains("kills Black: D18."), "{told}");
    // The wall's only outside liberties are F9, A5, B5, beside living stones: it is captured first.
    let sgf = "(;GM[1]SZ[9]AB[ea][eb][ec][ad][bd][cd][dd][ed]AW[da][db][fb][gb][ac][bc][cc][dc][fc][fd][ce][de][ee][fe][af][bf]\
        TR[da][db][ac][bc][cc][dc]PL[B])";
    // So no capture rests on it.
    let solved = piped(&["solve", "--genre", "tsumego"], sgf).json().remove(0).to_string();
    assert!(!solved.contains("black's chains at E9 hold"), "{solved}");
}

/// After a wrong move (a state in the record) a hint says what it has come to.
#[test]
fn a_hint_after_a_wrong_move_says_so() {
    let solved = piped(&["solve", "--genre", "tsumego"], LIVE).code(0).json().remove(0);
    let after = |moves: &str| {
        let mut record = solved.clone();
        record["state"] = serde_json::json!({"text": moves});
        piped(&["hint", "--genre", "tsumego"], &record.to_string()).code(0)
    };
    after("A9 B9").says("No move changes it any more: white, DEAD.");
    after("B9").says("No move changes it any more: white, ");
}

/// The bent four in the corner is a ko to the readers, and dead by a rule that the output names.
#[test]
fn the_bent_four_in_the_corner_is_told() {
    let solved = piped(&["solve", "--genre", "tsumego"], BENT).code(0).says("by rule: DEAD (bent four in the corner");
    let solution = solved.json().remove(0)["solution"].clone();
    assert!(solution["outcome"].as_str().is_some_and(|o| o.starts_with("KO")), "{solution}");
    // One move of White's makes two eyes in these: plain kos.
    for plain in ["9x9 A9 X=black X xx..OX|xOOOOX|OOOOXX|XXXX##", "9x9 A9 X=black X x.x.OX|xOOOOX|OOOOXX|XXXX##"] {
        let solution = piped(&["solve", "--genre", "tsumego"], plain).code(0).json().remove(0)["solution"].clone();
        assert!(solution["outcome"].as_str().is_some_and(|o| o.starts_with("KO")), "{solution}");
        assert!(solution["by_rule"].is_null(), "{solution}");
    }
    let other = piped(&["solve", "--genre", "tsumego"], KILL).code(0).json().remove(0);
    assert!(other["solution"]["by_rule"].is_null());
}

#[test]
fn sgf_is_read_by_content_and_written() {
    let sgf = "(;SZ[9]AB[ea][eb][ec][dd][ad][bd][cd][ed]AW[da][db][ac][bc][cc][dc];W[ba])\n(;SZ[9]AB[aa]AW[ba][ab])";
    let ran = piped(&["solve", "--genre", "tsumego"], sgf).code(1).says("game 2").says("A9");
    assert_eq!(ran.json().len(), 2);
    assert!(ran.json()[1]["error"].as_str().is_some_and(|error| error.contains("A9")));
    assert!(ran.json()[0]["puzzle"].as_str().expect("a line").ends_with("O ...OX|...OX|OOOOX|XXXXX"));
    piped(&["solve", "--genre", "tsumego"], "9x9 A9 X=black O ..?OX").code(1).says("-:1:").says("is expected");
}

/// Where the games leave open where a problem ends, or what it asks, that is read for within the
/// time of the run, and the answer says what was taken.
#[test]
fn what_a_game_leaves_open_is_chosen_within_the_time() {
    let bare = "(;SZ[9]AB[ad][bd][cd][dc][ea][eb][ec]AW[ac][bc][cc][cb][db][da][ff]PL[W])\n";
    let ran = piped(&["solve", "--genre", "tsumego"], bare).code(0).says("taken to be about D9, C8, D8, A7, B7, C7");
    assert_eq!(ran.json()[0]["solution"]["keys"], serde_json::json!(["B9"]));
    let open = "(;SZ[19]AB[ga][bb][cb][eb][fb][bc][dc]AW[fa][gb][ib][cc][ec][fc][gc][bd][cd][de][cf]PL[B])\n";
    // A hundred and twenty stones, and nothing marked: many groups may be meant.
    let point = |n: u32| [n % 19, n / 19].map(|n| char::from(b'a' + n as u8)).iter().collect::<String>();
    let stones = |from: u32| (0..60).map(|i| format!("[{}]", point((from + i * 2) * 164 % 361))).collect::<String>();
    let crowded = format!("(;SZ[19]AB{}AW{}PL[B])\n", stones(0), stones(1));
    for games in [open, &crowded] {
        let start = std::time::Instant::now();
        piped(&["solve", "--genre", "tsumego", "--time", "1", "--nodes", "1000"], &games.repeat(2_000))
            .says("out of time");
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}

#[test]
fn generate_makes_graded_problems_with_solution_trees() {
    let args = ["generate", "--genre", "tsumego", "--count", "2", "--seed", "1", "--region", "4-6"];
    let made = tesuji(&args).code(0);
    let records = made.json();
    assert_eq!(records.len(), 2);
    for record in &records {
        assert_eq!(record["solution"]["keys"].as_array().map(Vec::len), Some(1), "{record}");
        assert!(record["solution"]["line"].as_array().is_some_and(|l| l.len() >= 3));
        assert!(record["tags"].to_string().contains("life-and-death"));
    }
    assert_eq!(made.stdout(), tesuji(&[&args[..], &["--threads", "1"]].concat()).code(0).stdout());
    tesuji(&["generate", "--genre", "tsumego", "--place", "cornr"]).code(2).says("corner");
    // Both readers agree on the generated problems.
    piped(&["check", "--genre", "tsumego"], &made.stdout()).code(0);
}

/// A record's solution is compared with the readers' answer.
#[test]
fn check_finds_stored_solutions_that_are_false() {
    let mut record = piped(&["solve", "--genre", "tsumego"], LIVE).code(0).json().remove(0);
    let check = |record: &serde_json::Value| piped(&["check", "--genre", "tsumego"], &format!("{record}\n"));
    check(&record).code(0).says("0 disagreements");
    for (field, value) in
        [("keys", serde_json::json!(["A9"])), ("outcome", "DEAD".into()), ("tree", "(;garbage".into())]
    {
        let kept = record["solution"][field].clone();
        record["solution"][field] = value;
        let ran = check(&record).code(1).says("1 disagreements");
        assert_eq!(ran.json()[0]["disagreement"]["wrong"], serde_json::json!(["record"]), "{field}");
        record["solution"][field] = kept;
    }
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut record = piped(&["solve", "--genre", "sudoku"], sudoku).code(0).json().remove(0);
    piped(&["check", "--genre", "sudoku", "--solvers", "fast,simple"], &format!("{record}\n")).code(0);
    let solution = record["solution"].as_str().expect("values").replace('5', "x").replace('3', "5").replace('x', "3");
    record["solution"] = solution.into();
    let ran = piped(&["check", "--genre", "sudoku", "--solvers", "fast,simple"], &format!("{record}\n")).code(1);
    assert_eq!(ran.json()[0]["disagreement"]["wrong"], serde_json::json!(["record"]));
}

#[test]
fn utf_16_with_its_mark_is_an_sgf() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = "(;SZ[9]AB[aa][ab][cb]AW[ca][da]TR[ca][da]PL[B])";
    let plain = tesuji_show(&dir, "plain.sgf", text.as_bytes());
    for (name, mark, wide) in
        [("le.sgf", [0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]), ("be.sgf", [0xfe, 0xff], u16::to_be_bytes)]
    {
        let bytes: Vec<u8> = mark.into_iter().chain(text.encode_utf16().flat_map(wide)).collect();
        assert_eq!(tesuji_show(&dir, name, &bytes), plain, "{name}");
    }
}

fn tesuji_show(dir: &tempfile::TempDir, name: &str, bytes: &[u8]) -> String {
    let file = dir.path().join(name);
    std::fs::write(&file, bytes).expect("writes");
    let drawn = tesuji(&["show", "--genre", "tsumego", file.to_str().expect("plain")]).stdout();
    assert!(drawn.contains('●'), "{drawn}");
    drawn
}

#[test]
fn enumerate_lists_all_problems_of_a_region() {
    let args = ["enumerate", "--genre", "tsumego", "--size", "2x3", "--modulo-symmetry", "--json"];
    let all = tesuji(&args).code(0).json();
    let summary = all.last().expect("a summary").to_string();
    assert!(summary.contains("complete"), "{summary}");
    assert_eq!(all[0]["genre"], "tsumego");
}

#[test]
fn cycle_runs_the_loop() {
    let dir = tempfile::tempdir().expect("a folder");
    let corpus = dir.path().join("two.txt");
    std::fs::write(&corpus, format!("{LIVE}\n{KILL}\n")).expect("writes");
    let (corpus, out) = (corpus.to_str().expect("plain"), dir.path().join("out"));
    let out = out.to_str().expect("plain");
    let args = ["cycle", "--genre", "tsumego", "--corpus", corpus, "--out", out, "--fresh", "1", "--time", "20s"];
    tesuji(&args).code(0);
    assert!(std::path::Path::new(out).join("report.html").exists());
}

/// Every stage reads the corpus, also one that can be read once only; a missing one is an error at
/// once.
#[test]
fn cycle_takes_a_piped_corpus_through_all_stages() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out");
    let args = ["cycle", "--genre", "tsumego", "--corpus", "-", "--fresh", "1", "--time", "20s", "--json", "--out"];
    let args = [&args[..], &[out.to_str().expect("plain")]].concat();
    let ran = piped(&args, &format!("{LIVE}\n{KILL}\n")).code(0);
    let summary = ran.json().pop().expect("a summary");
    // The one that is made is too large for the reference of a cycle.
    assert_eq!((&summary["read"], &summary["check"][0]["agree"]), (&3.into(), &2.into()), "{summary}");
    let graded: u64 = summary["tiers"].as_object().expect("tiers").values().filter_map(|n| n.as_u64()).sum();
    assert_eq!(graded, 3, "{summary}");

    let gone = tesuji(&["cycle", "--genre", "tsumego", "--corpus", "no-such.jsonl"]).code(1);
    let gone = gone.says("no-such.jsonl");
    assert!(!gone.words().contains("generating"), "{}", gone.words());
}

/// Two motifs of the hard tier, which a request can ask to show, but not to be needed: the loop
/// goes on to its end.
#[test]
fn cycle_asks_for_nothing_that_the_genre_refuses() {
    const SQUEEZE: &str = "19x19 P4 X=black X ##XXX|#X.OO|#XO..|X..O.";
    const BENT_FOUR: &str = "19x19 P19 X=white X XO...|XOO..|#X.OO|##XXX";
    let dir = tempfile::tempdir().expect("a folder");
    let corpus = dir.path().join("hard.txt");
    std::fs::write(&corpus, format!("{SQUEEZE}\n{BENT_FOUR}\n{LIVE}\n")).expect("writes");
    let graded = tesuji(&["grade", "--genre", "tsumego", corpus.to_str().expect("plain")]).code(0).json();
    for (record, motif) in graded.iter().zip(["squeeze", "bent-four"]) {
        assert!(record["grade"]["techniques"].get(motif).is_some(), "{motif}: {record}");
    }
    let (corpus, out) = (corpus.to_str().expect("plain"), dir.path().join("out"));
    let args = ["cycle", "--genre", "tsumego", "--corpus", corpus, "--fresh", "1", "--time", "20s", "--out"];
    tesuji(&[&args[..], &[out.to_str().expect("plain")]].concat()).code(0);
    assert!(out.join("report.html").exists());
    let found = std::fs::read_to_string(out.join("cycle.json")).expect("what was found");
    assert!(!found.contains("not made"), "{found}");
}

/// Views of key moves, from problems that were made: the same whatever the threads, and a page for
/// each.
#[test]
fn discover_finds_what_key_moves_have_in_common() {
    let dir = tempfile::tempdir().expect("a folder");
    let made = dir.path().join("made.jsonl");
    let path = made.to_str().expect("plain");
    let args = ["generate", "--genre", "tsumego", "--count", "150", "--seed", "11", "--region", "4-7"];
    std::fs::write(&made, tesuji(&args).code(0).stdout()).expect("writes");
    let out = dir.path().join("pages");
    let out = out.to_str().expect("plain");
    // As if of all motifs only one were known.
    let args = ["discover", "--genre", "tsumego", path, "--known", "snapback", "--json", "--threads"];
    let ran = tesuji(&[&args[..], &["1", "--out", out]].concat()).code(0);
    let lines = ran.json();
    let (summary, views) = lines.split_last().expect("lines");
    assert_eq!((&summary["puzzles"], &summary["untold"], &summary["bad"]), (&150.into(), &0.into(), &0.into()));
    assert!(!views.is_empty() && summary["views"] == views.len(), "{summary}");
    for view in views {
        let share = |places: &serde_json::Value| {
            let count = |what: &str| places[what].as_f64().expect("a number");
            count("right") / (count("right") + count("wrong"))
        };
        assert!(share(&view["mined"]) > share(&view["of"]["mined"]), "{view}");
    }
    let text = std::fs::read_to_string(format!("{out}/candidates.txt")).expect("pages");
    assert!(text.starts_with("Candidate 1: to ") && text.contains("right in"), "{text}");
    assert!(std::fs::read_to_string(format!("{out}/candidate-1-1.svg")).expect("a drawing").starts_with("<svg"));
    assert_eq!(tesuji(&[&args[..], &["2"]].concat()).code(0).stdout(), ran.stdout());
    // A line without a solution has nothing to count.
    piped(&["discover", "--genre", "tsumego"], LIVE).code(0).says("1 without a solution");
}
