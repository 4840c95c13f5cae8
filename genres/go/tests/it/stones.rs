//! Stones in are stones out: whatever is read as a problem keeps the whole position, through the
//! notation and through SGF.

use std::path::{Path, PathBuf};
use tesuji_genre::{Genre, Parsed, Record};
use tesuji_go::Problem;
use tesuji_sgf::{Collection, Color, Node, Point};

fn genre() -> &'static dyn Genre {
    tesuji_go::genres()[0]
}

/// The stones that the nodes down to the first move set, sorted.
fn set_up(root: Node<'_>) -> Vec<(Point, Color)> {
    let mut stones = std::collections::BTreeMap::new();
    for node in root.main_line().take_while(|n| n.stone_played(root.board_size()).is_none()) {
        for (color, p) in node.setup() {
            match color {
                Some(color) => drop(stones.insert((p.y, p.x), (p, color))),
                None => drop(stones.remove(&(p.y, p.x))),
            }
        }
    }
    stones.into_values().collect()
}

/// The stones of a line in the notation, sorted alike.
fn printed(line: &str) -> Vec<(Point, Color)> {
    let problem = Problem::parse(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    let board = problem.question.board;
    let (w, h) = board.size();
    let all = (0..h).flat_map(|y| (0..w).map(move |x| tesuji_go::Point::new(x, y)));
    let stones = all.filter_map(|p| {
        let color = if board.get(p)? == tesuji_go::Color::Black { Color::Black } else { Color::White };
        Some((Point::new(p.x, p.y), color))
    });
    stones.collect()
}

/// The record as an import makes it, written as SGF and read again.
fn exported(parsed: Parsed) -> Vec<(Point, Color)> {
    let mut record: Record = parsed.puzzle.record();
    record.extra = parsed.notes;
    let mut out = Vec::new();
    genre().write("sgf", &mut std::iter::once(record), &mut out).expect("is written");
    let (sgf, faults) = Collection::parse(&out);
    assert!(faults.is_empty(), "{}", String::from_utf8_lossy(&out));
    set_up(sgf.roots().next().expect("a game"))
}

/// Checks the problems of a document of which every game has at most one; how many were problems.
/// What the first one leaves open is chosen where that is asked for.
fn check(name: &str, doc: &[u8], settles: bool) -> usize {
    let (sgf, _) = Collection::parse(doc);
    let roots: Vec<Node<'_>> = sgf.roots().collect();
    let mut all: Vec<Parsed> = Vec::new();
    genre().read(doc, &mut |one| all.extend(one));
    let game = |parsed: &Parsed| parsed.notes["game"].as_u64().expect("a number") as usize;
    let games: Vec<usize> = all.iter().map(game).collect();
    let mut count = 0;
    for (i, parsed) in all.into_iter().enumerate() {
        if games.iter().filter(|&&g| g == games[i]).count() > 1 {
            continue;
        }
        let stones = set_up(roots[games[i] - 1]);
        assert_eq!(printed(&parsed.puzzle.text), stones, "{name}, game {}", games[i]);
        let choosing = tesuji_genre::Choosing { nodes: 4_000, ..Default::default() };
        let settled = if settles && i == 0 { parsed.clone().settled(&choosing).unwrap_or(parsed) } else { parsed };
        assert_eq!(printed(&settled.puzzle.text), stones, "{name}, game {}, chosen", games[i]);
        assert_eq!(exported(settled), stones, "{name}, game {}, exported", games[i]);
        count += 1;
    }
    count
}

#[test]
fn own_positions_keep_their_stones() {
    let far = "AB[da][ab][db][bc]AW[ea][eb][ec][ad][bd][cd][dd][kk]";
    for text in [
        format!("(;SZ[19]PL[B]{far})"),
        format!("(;SZ[19]{far}(;B[aa]C[RIGHT])(;B[ba]))"),
        format!("(;SZ[19]C[Black to live]{far}TR[da])"),
        format!("(;SZ[13:19];{far}AE[kk]AW[ke];B[aa])"),
    ] {
        assert_eq!(check(&text, text.as_bytes(), true), 1, "{text}");
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "sgf") {
            found.push(path);
        }
    }
}

#[test]
fn files_from_elsewhere_keep_their_stones() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let mut all = Vec::new();
    for folder in ["go", "sgf"] {
        files(&data.join(folder), &mut all);
    }
    all.sort();
    if all.is_empty() {
        println!("skipped: there is no {}", data.display());
        return;
    }
    let mut problems = 0;
    for (i, path) in all.iter().enumerate() {
        let doc = std::fs::read(path).expect("reads");
        problems += check(&path.display().to_string(), &doc, i % 60 == 0);
    }
    println!("{problems} problems in {} files", all.len());
    assert!(problems > 100, "{problems}");
}
