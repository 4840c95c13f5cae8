//! Addresses that other programs' tests hold: each has one solution, the one that is stored.

use super::genres;
use serde_json::Value as Json;
use std::path::PathBuf;
use tesuji_backends::by_name;
use tesuji_genre::{Genre, View};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::house::{HouseGenre, Pencil};
use tesuji_solver::{Limits, Stop};

/// How the answers of a genre stand in states of pzprjs.
#[derive(Clone, Copy)]
enum Answers {
    /// `#` is shaded.
    Shaded,
    /// Numbers, those of the puzzle in the grid before that of the answer.
    Numbers,
    /// A number where there is one, of whatever size.
    Numbered,
    /// None are compared.
    Unstored,
}

/// The names of files, and the names of the genres in the stored data.
const GENRES: &[(&str, &str, Answers)] = &[
    ("aquarium", "aquarium", Answers::Unstored),
    ("chocona", "chocona", Answers::Shaded),
    ("cojun", "cojun", Answers::Numbers),
    ("hakoiri", "hakoiri", Answers::Unstored),
    ("nanro", "nanro", Answers::Unstored),
    ("norinuri", "norinuri", Answers::Shaded),
    ("paintarea", "paintarea", Answers::Shaded),
    ("putteria", "putteria", Answers::Numbered),
    ("sukoro", "sukoro", Answers::Numbers),
    ("sukororoom", "sukororoom", Answers::Numbers),
    ("suguru", "suguru", Answers::Unstored),
];

fn data() -> Option<PathBuf> {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pencil");
    if !data.is_dir() {
        println!("skipped: {} is not there", data.display());
        return None;
    }
    Some(data)
}

/// The rows of a state behind its name, each with its words.
fn rows(state: &str) -> Vec<Vec<&str>> {
    state.split(['/', '\n']).skip(4).map(|row| row.split_whitespace().collect()).collect()
}

/// The stored solution as the genre's signs, row by row.
fn stored(state: &str, (height, width): (usize, usize), answers: Answers) -> Option<String> {
    let grids: Vec<Vec<&str>> = rows(state).into_iter().filter(|row| row.len() == width).collect();
    let last = grids.get(grids.len().checked_sub(height)?..)?;
    let given = grids.get(grids.len().checked_sub(2 * height)?..grids.len() - height)?;
    let is_number = |word: &str| word.parse::<u32>().is_ok();
    let sign = |word: &str, given: &str| match answers {
        Answers::Shaded => if word == "#" { "#" } else { "." }.to_string(),
        Answers::Numbered => if is_number(word) { "#" } else { "." }.to_string(),
        Answers::Numbers if is_number(word) => word.to_string(),
        Answers::Numbers if is_number(given) => given.to_string(),
        _ => ".".to_string(),
    };
    let row = |(words, given): (&Vec<&str>, &Vec<&str>)| {
        words.iter().zip(given).map(|(word, given)| sign(word, given)).collect::<String>()
    };
    Some(last.iter().zip(given).map(row).collect::<Vec<_>>().join("/"))
}

/// The only solution of an address, by the genre and by SAT.
fn solved(genre: &'static Pencil, address: &str) -> String {
    let puzzle = Genre::parse(genre, address).unwrap_or_else(|bad| panic!("{address}: {bad}")).puzzle;
    assert_eq!(puzzle.text, address[address.rfind('?').map_or(0, |i| i + 1)..], "{address} is written as it was");
    let View::Clues(view) = genre.view(&puzzle).expect("a network") else { panic!("a network") };
    let own = genre.solve(&puzzle, &Limits::solutions(2).with_nodes(400_000)).expect("solved");
    assert_eq!((own.solutions.len(), own.stop), (1, Stop::Exhausted), "{address}");
    if view.network.len() <= 200 {
        let sat = by_name("sat").expect("a SAT solver");
        let answer = sat.solve(&view.network, Some(&view.domains), &Limits::solutions(2));
        assert_eq!((answer.solutions.len(), answer.stop), (1, Stop::Exhausted), "{address} by SAT");
        let values = genre.solution_values(&puzzle.text, &own.solutions[0]);
        assert_eq!(values.as_ref(), answer.solutions.first(), "{address}");
    }
    own.solutions[0].text().unwrap_or_default().to_string()
}

#[test]
fn external_addresses_have_the_stored_solutions() {
    let Some(data) = data() else { return };
    let (mut read, mut compared) = (0, 0);
    for &(file, name, answers) in GENRES {
        let genre = genres()[file];
        let text = |folder: &str, ending: &str| {
            std::fs::read_to_string(data.join(folder).join(format!("{name}.{ending}"))).unwrap_or_default()
        };
        let json: Json = serde_json::from_str(&text("pzprjs", "json")).unwrap_or_default();
        let mut addresses: Vec<String> = json["url"].as_str().map(str::to_string).into_iter().collect();
        for folder in ["cspuz", "noqx"] {
            addresses.extend(text(folder, "txt").lines().filter(|l| l.contains("://")).map(str::to_string));
        }
        addresses.dedup();
        for (i, address) in addresses.iter().enumerate() {
            // A letter before the size asks for other rules.
            let tail = &address[address.rfind('?').map_or(0, |i| i + 1)..];
            if tail.split('/').nth(1).is_some_and(|part| part.parse::<usize>().is_err()) {
                assert!(Genre::parse(genre, address).is_err(), "{address}");
                continue;
            }
            let solution = solved(genre, address);
            read += 1;
            let side = |i: usize| tail.split('/').nth(i).and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
            if i == 0 && !matches!(answers, Answers::Unstored) {
                let states = json["solved"].as_array().cloned().unwrap_or_default();
                let mut all = states.iter().filter_map(|state| stored(state.as_str()?, (side(2), side(1)), answers));
                assert!(all.any(|grid| grid == solution), "{address}: {solution}");
                compared += 1;
            }
        }
        println!("{file}: {} addresses", addresses.len());
    }
    println!("{read} addresses with one solution, {compared} compared with the stored one");
    assert!(read >= 20 && compared >= 6);
}

/// Codes of states that are wrong because something is missing, which more marks could bring.
const UNFINISHED: &[&str] = &["brNoValidNum", "brNoShade", "ceNoNum", "brNoLine"];

/// States that pzprjs calls solved are solutions, and those that it calls wrong are none.
#[test]
fn external_states_are_judged_as_stored() {
    let Some(data) = data() else { return };
    let (mut right, mut wrong) = (0, 0);
    for &(file, name, _) in GENRES {
        let genre = genres()[file];
        if !genre.has_states() {
            continue;
        }
        let text = std::fs::read_to_string(data.join("pzprjs").join(format!("{name}.json"))).unwrap_or_default();
        let json: Json = serde_json::from_str(&text).unwrap_or_default();
        for state in json["solved"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            assert!(is_solution(genre, state), "{state}");
            right += 1;
        }
        for case in json["wrong"].as_array().into_iter().flatten() {
            let (Some(code), Some(state)) = (case["code"].as_str(), case["state"].as_str()) else { continue };
            if UNFINISHED.contains(&code) {
                continue;
            }
            assert!(!is_solution(genre, state), "{code}: {state}");
            wrong += 1;
        }
    }
    println!("{right} states are solutions, {wrong} are none");
    assert!(right >= 10 && wrong >= 20, "{right} {wrong}");
}

/// Is there a solution with what a state marks, and with what it leaves unmarked?
fn is_solution(genre: &'static Pencil, state: &str) -> bool {
    let read = genre.read_state(state).unwrap_or_else(|bad| panic!("{state}: {bad}"));
    let puzzle = match Genre::parse(genre, &read.puzzle) {
        Ok(parsed) => parsed.puzzle,
        Err(bad) => panic!("{}: {bad}", read.puzzle),
    };
    let View::Clues(view) = genre.view(&puzzle).expect("a network") else { panic!("a network") };
    let mut domains = view.domains.clone();
    let clues = genre.typed(&read.puzzle).expect("a puzzle").clues;
    let places = genre.places(&read.puzzle).expect("places");
    for mark in &read.marks {
        // Where a question mark stands for a number none need be written.
        let is_told = clues.get(&places[mark.var.index()]) == Some(&Clue::Unknown);
        let unmarked = mark.unmarked.filter(|_| !is_told).map(tesuji_solver::Domain::single);
        if let Some(values) = mark.values.or(unmarked) {
            domains[mark.var.index()] &= values;
        }
    }
    let sat = by_name("sat").expect("a SAT solver");
    let answer = sat.solve(&view.network, Some(&domains), &Limits::solutions(1));
    assert!(answer.stop == Stop::Enough || answer.stop == Stop::Exhausted, "{state}");
    !answer.solutions.is_empty()
}
