//! A development check: what is written for other programs is given to those programs, where they
//! are installed. Simon Tatham's Solo comes with Debian's `sgt-puzzles`; a compiled HoDoKu is named
//! by `HODOKU_CLASSES` (a class path). A program that is not there is skipped, and the test says
//! so.

use crate::made;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tesuji_genre::{Genre, GradeRequest, Record, State, View};
use tesuji_pencil::{JIGSAW, KILLER, SUDOKU, SUDOKU_X};
use tesuji_solver::Limits;

/// Puzzles of each kind that are given to Solo, unless `SOLO_COUNT` says otherwise.
const COUNT: u64 = 15;

/// Puzzles of a kind, from as many seeds as it takes.
fn some(genre: &dyn Genre, size: &str, count: u64) -> Vec<Record> {
    let mut out: Vec<Record> = Vec::new();
    for seed in 7..27 {
        out.extend(made(genre, size, count - out.len() as u64, seed));
        if out.len() as u64 == count {
            break;
        }
    }
    out
}

fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What Solo prints of a game ID with its solution, or its complaint.
fn solved_by(solo: &Path, id: &str) -> Result<String, String> {
    let mut child = Command::new(solo)
        .args(["--print", "1x1", "--with-solutions"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("a pipe").write_all(format!("{id}\n").as_bytes()).expect("it reads");
    let out = child.wait_with_output().expect("it ends");
    let (page, words) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    if out.status.success() && words.is_empty() { Ok(page.into_owned()) } else { Err(format!("{}{words}", out.status)) }
}

/// The values on the last page in reading order. Each is centred on its cell; sums of cages are
/// not.
fn values_on(pages: &str) -> Vec<u32> {
    let last = pages.rsplit("%%Page:").next().unwrap_or_default();
    let mut at = (0, 0);
    let mut shown: Vec<((i64, i64), u32)> = Vec::new();
    for line in last.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [.., "div", y, "exch", "sub", x, "exch", "moveto", "pop", "pop"] = words.as_slice() {
            let number = |text: &str| text.parse::<f64>().expect("a number") as i64;
            at = (-number(y), number(x));
        } else if line.contains("stringwidth")
            && let Some((text, _)) = line.trim_start_matches('(').split_once(')')
        {
            // Solo writes values from 10 on as letters.
            shown.push((at, u32::from_str_radix(text, 36).expect("a value")));
        }
    }
    shown.sort_unstable();
    shown.into_iter().map(|(_, value)| value).collect()
}

fn solution_of(genre: &dyn Genre, record: &Record) -> String {
    let puzzle = genre.parse(&record.puzzle).expect("a puzzle").puzzle;
    let solved = genre.solve(&puzzle, &Limits::solutions(2)).expect("it is solved");
    assert_eq!(solved.solutions.len(), 1);
    solved.solutions[0].text().expect("text").to_string()
}

/// Solo accepts and solves what is written for it, with our solution; what can't be written is
/// refused by name.
#[test]
fn solo_solves_what_is_written_for_it() {
    let Some(solo) = program("sgt-solo") else {
        eprintln!("SKIPPED: sgt-solo is not installed (Debian: sgt-puzzles)");
        return;
    };
    let kinds: [(&dyn Genre, &str); 6] = [
        (&SUDOKU, "9x9"),
        (&SUDOKU_X, "9x9"),
        (&JIGSAW, "9x9"),
        (&KILLER, "9x9"),
        (&KILLER, "6x6"),
        (&SUDOKU, "12x12"),
    ];
    let count = std::env::var("SOLO_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(COUNT);
    for (genre, size) in kinds {
        let (mut solved, mut refused) = (0, 0);
        for record in some(genre, size, count) {
            let mut id = Vec::new();
            match genre.write("sgt", &mut [record.clone()].into_iter(), &mut id) {
                Err(bad) => {
                    assert!(bad.at.is_some(), "a refusal names the place: {bad}");
                    refused += 1;
                }
                Ok(()) => {
                    let id = String::from_utf8(id).expect("text");
                    let pages =
                        solved_by(&solo, id.trim()).unwrap_or_else(|why| panic!("{}: {why}{id}", record.puzzle));
                    let ours = solution_of(genre, &record).chars().filter_map(|c| c.to_digit(36)).collect::<Vec<_>>();
                    assert_eq!(values_on(&pages), ours, "{id}");
                    solved += 1;
                }
            }
        }
        eprintln!("{} {size}: {solved} solved by Solo, {refused} refused by name", genre.name());
        assert_eq!(solved + refused, count);
        // In grids of side 6 many cells stand by themselves, and no cage beside them can take them
        // in.
        let least = if size == "6x6" { count / 2 } else { count * 4 / 5 };
        assert!(solved >= least, "{} {size}: at least {least} of {count} can be written", genre.name());
    }
}

/// Prints of each line on standard input the values and candidates that HoDoKu reads.
const CANDIDATES: &str = r#"
import java.io.*;
import sudoku.Sudoku2;
public class Candidates {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Sudoku2 sudoku = new Sudoku2();
            sudoku.setSudoku(line, false);
            StringBuilder out = new StringBuilder();
            for (int cell = 0; cell < 81; cell++) {
                if (cell > 0) out.append(' ');
                if (sudoku.getValue(cell) != 0) {
                    out.append(sudoku.isFixed(cell) ? '=' : '+').append(sudoku.getValue(cell));
                }
                for (int value = 1; value <= 9; value++) {
                    if (sudoku.getValue(cell) == 0 && sudoku.isCandidate(cell, value)) out.append(value);
                }
            }
            System.out.println(out);
        }
    }
}
"#;

/// HoDoKu reads from our library lines the same givens, values and candidates.
#[test]
fn hodoku_reads_the_same_candidates() {
    let (Some(java), Some(classes)) = (program("java"), std::env::var_os("HODOKU_CLASSES")) else {
        eprintln!("SKIPPED: java or HODOKU_CLASSES (HoDoKu's compiled classes) is missing");
        return;
    };
    let genre: &dyn Genre = &SUDOKU;
    let mut lines = String::new();
    let mut expected = Vec::new();
    for (k, record) in some(genre, "9x9", 200).into_iter().enumerate() {
        let puzzle = genre.parse(&record.puzzle).expect("a puzzle").puzzle;
        let want = GradeRequest::new(genre.catalog().clone(), Limits::default());
        let steps = genre.grade(&puzzle, None, &want).expect("it is graded").steps;
        // A state part of the way: so many of the steps done.
        let mut state = State::default();
        for step in steps.iter().take(steps.len() * (k % 10) / 10) {
            state.placed.extend(step.places.iter().map(|l| (l.var.0, l.value)));
            for removal in &step.removes {
                *state.removed.entry(removal.var.0).or_default() |= removal.values.0;
            }
        }
        state.removed.retain(|cell, _| !state.placed.contains_key(cell));
        let View::Clues(view) = genre.view(&puzzle).expect("a view") else { panic!("a clue genre") };
        let store = view.store(Some(&state)).expect("no contradiction");
        let cells = view.network.vars().map(|var| {
            let values: String = store.domain(var).iter().map(|v| v.to_string()).collect();
            match (view.given.contains(var), state.placed.contains_key(&var.0)) {
                (true, _) => format!("={values}"),
                (_, true) => format!("+{values}"),
                _ => values,
            }
        });
        expected.push(cells.collect::<Vec<_>>().join(" "));
        let record = Record { state: Some(state), ..record };
        let mut line = Vec::new();
        genre.write("hodoku", &mut [record].into_iter(), &mut line).expect("it is written");
        lines += &String::from_utf8(line).expect("text");
    }
    let folder = std::env::temp_dir().join(format!("candidates-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, input) = (folder.join("Candidates.java"), folder.join("lines.txt"));
    std::fs::write(&source, CANDIDATES).expect("written");
    std::fs::write(&input, &lines).expect("written");
    let out = Command::new(java)
        .arg("-Djava.awt.headless=true")
        .arg("-cp")
        .arg(classes)
        .arg(&source)
        .stdin(std::fs::File::open(&input).expect("opens"))
        .output()
        .expect("java runs");
    std::fs::remove_dir_all(&folder).expect("removed");
    let (read, words) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    let read: Vec<&str> = read.lines().collect();
    assert_eq!(read.len(), expected.len(), "{words}");
    for ((read, expected), line) in read.iter().zip(&expected).zip(lines.lines()) {
        assert_eq!(read, expected, "{line}");
    }
    eprintln!("HoDoKu read {} states with the same candidates", read.len());
}
