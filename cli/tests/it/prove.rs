//! Proofs of one solution and of none, checked by a program that shares no code with the one that
//! writes them; spoiled ones are refused.

use crate::check_proof;
use crate::run;

use check_proof::{Shown, check};
use run::piped;
use std::path::Path;

const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SLITHERLINK: &str = "https://puzz.link/p?slither/4/4/dgdh2c7b";

struct Files {
    cnf: String,
    drat: String,
    model: Option<String>,
}

fn prove(folder: &Path, args: &[&str], puzzle: &str) -> (Files, serde_json::Value) {
    let out = folder.to_str().expect("a plain path");
    let line = piped(&[&["prove", "--out", out], args].concat(), puzzle).code(0).json().remove(0);
    let read = |ending: &str| {
        let file =
            line["files"].as_array().expect("files").iter().filter_map(|f| f.as_str()).find(|f| f.ends_with(ending));
        file.map(|file| std::fs::read_to_string(file).expect("a file"))
    };
    (Files { cnf: read("cnf").expect("clauses"), drat: read("drat").expect("a proof"), model: read("model") }, line)
}

#[test]
fn one_solution_and_none_are_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, puzzle) in
        [(&["--genre", "sudoku"][..], SUDOKU), (&[], SLITHERLINK), (&[], "hitori/4/4/1114142333214213")]
    {
        let (files, line) = prove(folder.path(), args, puzzle);
        assert_eq!(line["claim"], "one solution", "{line}");
        assert_eq!(check(&files.cnf, &files.drat, files.model.as_deref()), Ok(Shown::OneSolution), "{puzzle}");
    }
    let none = "5.............5..............................................................12..";
    // No clue clashes with the wrong value at sight.
    let broken = SUDOKU.replacen("53..7", "531.7", 1);
    for puzzle in [broken.as_str(), none] {
        let out = folder.path().to_str().expect("a plain path");
        let ran = piped(&["prove", "--out", out, "--genre", "sudoku"], puzzle);
        if puzzle == none {
            ran.code(1).says("more than one solution");
            continue;
        }
        let line = ran.code(0).json().remove(0);
        assert_eq!(line["claim"], "no solution", "{line}");
        let id = line["id"].as_str().expect("an id");
        let read =
            |ending: &str| std::fs::read_to_string(folder.path().join(format!("{id}.{ending}"))).expect("a file");
        assert_eq!(check(&read("cnf"), &read("drat"), None), Ok(Shown::NoSolution));
        assert!(!folder.path().join(format!("{id}.model")).exists());
    }
}

/// A proof with a step left out, a clause that does not follow, another model, or another last clause
/// is none.
#[test]
fn spoiled_proofs_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    // Singles do not solve it, so its proof has steps.
    let hard = "72..15..4..62....5....4..7.9......6.3.7...8.9.1......3.3..5....2....39..5..97..32";
    let (Files { cnf, drat, model }, _) = prove(folder.path(), &["--genre", "sudoku"], hard);
    let model = model.expect("a model");
    assert_eq!(check(&cnf, &drat, Some(&model)), Ok(Shown::OneSolution));
    assert!(drat.lines().count() > 3, "{drat}");
    let refused = |cnf: &str, drat: &str, model: &str, what: &str| {
        let checked = check(cnf, drat, Some(model));
        assert!(checked.is_err(), "{what}: {checked:?}");
    };
    refused(&cnf, "", &model, "no proof");
    refused(&cnf, "0\n", &model, "a contradiction at once");
    refused(&cnf, &format!("-1 2 0\n-1 -2 0\n1 0\n-1 0\n{drat}"), &model, "a clause that does not follow");
    refused(&cnf, &drat, &model.replacen("v -", "v ", 1), "another model");
    refused(&cnf, &drat, "v 0\n", "no model");
    let (rest, last) = cnf.trim_end().rsplit_once('\n').expect("clauses");
    let (_, shorter) = last.split_once(' ').expect("literals");
    refused(&format!("{rest}\n{shorter}\n"), &drat, &model, "a cell that the last clause leaves out");
    refused(&format!("{rest}\n"), &drat, &model, "a clause less");
    // Without the given that it needs, the rest is refuted no more.
    let without: Vec<&str> = cnf.lines().filter(|line| !line.starts_with("c candidate r1c1 ")).collect();
    refused(&without.join("\n"), &drat, &model, "a place less");
}

#[test]
fn positions_and_too_little_time_are_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a plain path");
    let made = run::tesuji(&["generate", "--genre", "mill", "--count", "1", "--seed", "2"]).code(0).stdout();
    piped(&["prove", "--out", out], &made).code(1).says("have no such proofs");
    piped(&["prove"], SLITHERLINK).code(2).says("--out");
}
