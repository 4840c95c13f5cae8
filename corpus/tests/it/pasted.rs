//! Inputs as people have them: each form as a stream of items, and files of other people's puzzles.

use std::collections::BTreeSet;
use std::path::PathBuf;
use tesuji_corpus::{Bad, Items, Reader, Source, Work};
use tesuji_genre::{Genre, View};
use tesuji_solver::Limits;

fn genre(name: &str) -> &'static dyn Genre {
    tesuji_genres::get(name).expect("it is registered")
}

/// All puzzles of an input, from the item of that index on.
fn read(source: &Source, name: Option<&str>, from: u64) -> Vec<Result<Work, Bad>> {
    let reader = Reader::new(&tesuji_genres::all(), name.map(genre), source);
    let mut items = Items::open(source, &reader).expect("opens");
    items.skip_to(from).expect("reads");
    let mut found = Vec::new();
    while let Some(item) = items.next_item().expect("reads") {
        match reader.work(item) {
            Ok(Some(work)) => found.push(Ok(work)),
            Ok(None) => {}
            Err(bad) => found.push(Err(bad)),
        }
    }
    found
}

fn bytes(text: &str) -> Source {
    Source::Bytes("text".into(), text.as_bytes().into())
}

const SMALL: &str = "12..34..2.4....1";

#[test]
fn a_stream_of_mixed_forms() {
    let drawn = "+----+----+\n| 1 2 | . . |\n| 3 4 | . . |\n+----+----+\n| 2 . | 4 . |\n| . . | . 1 |\n+----+----+";
    let text = format!(
        "{SMALL}\n{drawn}\nno puzzle\nid,puzzle,solution\n7,{SMALL},1234341221434321\n\n12..\n34..\n\n2.4.\n...1\n"
    );
    let found = read(&bytes(&text), Some("sudoku"), 0);
    let lines: Vec<u64> = found
        .iter()
        .map(|one| match one {
            Ok(work) => work.record.source.as_ref().and_then(|s| s.line).unwrap_or(0),
            Err(bad) => bad.line.unwrap_or(0),
        })
        .collect();
    assert_eq!(lines, [1, 2, 9, 11, 13], "{found:?}");
    assert!(found[2].is_err());
    for one in [&found[0], &found[1], &found[3], &found[4]] {
        assert_eq!(one.as_ref().expect("a puzzle").puzzle.text, SMALL);
    }
    let row = found[3].as_ref().expect("a puzzle");
    assert_eq!((&row.record.extra["case"], &row.record.solution), (&7.into(), &Some("1234341221434321".into())));
    // A run that goes on in the middle knows the heading.
    let later = read(&bytes(&text), Some("sudoku"), 4);
    assert_eq!(later[0].as_ref().expect("a puzzle").record.extra["case"], 7);
}

#[test]
fn records_made_by_hand() {
    let one = |text: &str, name: Option<&str>| read(&bytes(text), name, 0).remove(0);
    let id = tesuji_genre::record_id("sudoku", SMALL);
    for text in [
        format!(r#"{{"genre":"sudoku","puzzle":"{SMALL}"}}"#),
        format!(r#"{{"genre":"sudoku","puzzle":"{SMALL}","id":"","size":"4x4"}}"#),
        format!(r#"{{"genre":"sudoku","puzzle":"{SMALL}","id":"my first"}}"#),
        r#"{"genre":"sudoku","puzzle":[[1,2,0,0],[3,4,0,0],[2,0,4,0],[0,0,0,1]]}"#.to_string(),
    ] {
        let work = one(&text, None).expect("a record");
        assert_eq!(
            (&work.record.id, work.record.size.as_str(), work.puzzle.text.as_str()),
            (&id, "4x4", SMALL),
            "{text}"
        );
    }
    let named = one(&format!(r#"{{"genre":"sudoku","puzzle":"{SMALL}","id":"my first"}}"#), None).expect("a record");
    assert_eq!(named.record.extra["case"], "my first");
    let bare = format!(r#"{{"puzzle":"{SMALL}"}}"#);
    assert!(one(&bare, Some("sudoku")).is_ok());
    assert!(one(&bare, None).unwrap_err().what.contains("names no genre"));
    // An id in the form of ours that is another puzzle's is a mistake.
    let other = format!(r#"{{"genre":"sudoku","puzzle":"{SMALL}","id":"0123456789abcdef"}}"#);
    assert_eq!(one(&other, None).unwrap_err().at.as_deref(), Some("id"));
}

#[test]
fn text_in_utf_16() {
    let text = format!("# 数独\r\n{SMALL}\r\n{SMALL} 2.5\r\n");
    for little in [true, false] {
        let order = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        let bytes: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(order).collect();
        let found = read(&Source::Bytes("wide".into(), bytes.into()), Some("sudoku"), 0);
        let read: Vec<_> = found
            .into_iter()
            .map(|w| w.expect("a puzzle"))
            .map(|w| (w.puzzle.text, w.record.extra.get("rating").cloned()))
            .collect();
        assert_eq!(read, [(SMALL.to_string(), None), (SMALL.to_string(), Some(2.5.into()))]);
    }
}

/// Files of other people's puzzles, beside the project (`TESUJI_DATA`, or `shared/data`).
struct Cases(PathBuf);

impl Cases {
    fn find() -> Option<Cases> {
        let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
        let folder = PathBuf::from(std::env::var("TESUJI_DATA").unwrap_or(beside.into())).join("sudoku/cases");
        if !folder.is_dir() {
            eprintln!("SKIPPED: no folder {}", folder.display());
            return None;
        }
        Some(Cases(folder))
    }

    /// The contents of a file; nothing where it is missing.
    fn works(&self, file: &str, name: &str) -> Vec<Result<Work, Bad>> {
        let path = self.0.join(file);
        if !path.is_file() {
            eprintln!("SKIPPED: no file {file}");
            return Vec::new();
        }
        read(&Source::File(path), Some(name), 0)
    }

    fn good(&self, file: &str, name: &str) -> Vec<Work> {
        let works = self.works(file, name);
        works.into_iter().map(|w| w.unwrap_or_else(|bad| panic!("{bad}"))).collect()
    }
}

/// Solutions found by SAT, up to `most`.
fn solutions(work: &Work, most: usize) -> Vec<String> {
    let View::Clues(view) = work.puzzle.genre.view(&work.puzzle).expect("a view") else { panic!("a clue genre") };
    let solver = tesuji_backends::by_name("sat").expect("it is built in");
    let answer = solver.solve(&view.network, Some(&view.domains), &Limits::solutions(most));
    answer.solutions.iter().map(|s| view.solution(s).text().expect("text").to_string()).collect()
}

#[test]
fn one_puzzle_in_many_forms() {
    let Some(cases) = Cases::find() else { return };
    let files = [
        "a_groups.txt",
        "b_quoted.txt",
        "c_kaggle.csv",
        "d_kaggle3m.csv",
        "e_tab.tsv",
        "f_grantm.txt",
        "i_sudocue.sdk",
        "j_sadman.sdk",
        "k.opensudoku",
        "l_bom_crlf.txt",
        "m_comments.txt",
        "n_json.txt",
        "o_729.txt",
        "s_under.txt",
        "t_q.txt",
        "u_x.txt",
        "v_space.txt",
        "w_81tokens.txt",
        "x_commas.txt",
        "y_rec.jsonl",
        "z_rec.jsonl",
    ];
    let works: Vec<Work> = files.iter().flat_map(|file| cases.good(file, "sudoku")).collect();
    let texts: BTreeSet<&str> = works.iter().map(|w| w.puzzle.text.as_str()).collect();
    assert!(texts.len() <= 1, "{texts:?}");
    for work in works.iter().take(1) {
        let found = solutions(work, 2);
        assert_eq!(found.len(), 1);
        // Solutions that stand in the tables are the puzzle's.
        let stored: BTreeSet<String> = works
            .iter()
            .filter_map(|w| w.record.solution.as_ref())
            .map(|s| s.text().expect("text").to_string())
            .collect();
        assert!(stored.iter().all(|s| *s == found[0]), "{stored:?}");
        for sukaku in cases.good("o_729.txt", "sukaku") {
            assert_eq!(solutions(&sukaku, 2), found);
        }
    }
    let hex: BTreeSet<String> = ["hex_1G.txt", "hex_AP.txt", "hex_nums.txt", "hex_rows.txt", "hex_0is16.txt"]
        .iter()
        .flat_map(|file| cases.good(file, "sudoku"))
        .map(|w| w.puzzle.text)
        .collect();
    assert!(hex.len() <= 1, "{hex:?}");
    for file in ["hex_1G.txt", "hex_0F.txt"] {
        assert!(cases.good(file, "sudoku").iter().all(|w| solutions(w, 2).len() == 1), "{file}");
    }
}

#[test]
fn drawings_counts_and_killers() {
    let Some(cases) = Cases::find() else { return };
    let begins = [("a", "129384567"), ("b", "127634589"), ("c", "542163879"), ("d", "598237416"), ("e", "517486932")];
    for (file, begin) in begins {
        for work in cases.good(&format!("se17{file}.txt"), "sudoku") {
            let found = solutions(&work, 2);
            assert!(found.len() == 1 && found[0].starts_with(begin), "se17{file}: {found:?}");
        }
    }
    for (file, name, count) in [
        ("g_sudokuwiki.txt", "sudoku", 1),
        ("h_exchange.txt", "sudoku", 1),
        ("oai_rows.csv", "sudoku", 1),
        ("r_puzzlink.txt", "sudoku", 2),
        ("p_killer3x3.txt", "killer", 1),
        ("q_sumocue.txt", "killer", 1),
    ] {
        assert!(cases.good(file, name).iter().all(|w| solutions(w, 2).len() == count), "{file}");
    }
    for work in cases.good("tdoku_counts.txt", "sudoku") {
        let count = work.record.extra["count"].as_u64().expect("a count") as usize;
        assert_eq!(solutions(&work, 1000).len(), count, "{}", work.puzzle.text);
    }
}

/// No value of the solution is struck out of the states.
#[test]
fn states_of_other_programs() {
    let Some(cases) = Cases::find() else { return };
    let mut several = 0;
    for file in ["susser_states.txt", "sudokuwiki_s9b.txt"] {
        for work in cases.good(file, "sudoku") {
            let found = solutions(&work, 2);
            let [solution] = found.as_slice() else {
                several += 1;
                continue;
            };
            let values: Vec<u32> = solution.chars().filter_map(|c| c.to_digit(10)).collect();
            let Some(state) = &work.record.state else { continue };
            for (&cell, &value) in &state.placed {
                assert_eq!(values[cell as usize], u32::from(value), "{:?} {cell}", work.record.extra);
            }
            for (&cell, &mask) in &state.removed {
                assert_eq!(mask >> values[cell as usize] & 1, 0, "{:?} {cell}", work.record.extra);
            }
        }
    }
    // One of the positions has several solutions, as is known of it.
    assert!(several <= 1, "{several}");
}
