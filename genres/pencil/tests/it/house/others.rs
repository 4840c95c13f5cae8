//! Puzzles from the tests of other programs, by their addresses.

use super::data;
use std::time::Duration;
use tesuji_genre::View;
use tesuji_solver::engine::LearningSolver;
use tesuji_solver::{Limits, Solver};

/// Addresses of a genre: puzzles of cspuz and noqx, and the one that pzprjs shows.
fn addresses(data: &std::path::Path, name: &str) -> Vec<String> {
    let read = |folder: &str, ending: &str| {
        std::fs::read_to_string(data.join(folder).join(format!("{name}.{ending}"))).unwrap_or_default()
    };
    let state: serde_json::Value = serde_json::from_str(&read("pzprjs", "json")).unwrap_or_default();
    let lists = [read("cspuz", "txt"), read("noqx", "txt"), state["url"].as_str().unwrap_or_default().to_string()];
    let is_plain = |line: &&str| {
        let tail = &line[line.rfind('?').map_or(0, |i| i + 1)..];
        line.contains("://") && tail.split('/').nth(1).is_some_and(|f| f.parse::<usize>().is_ok())
    };
    lists.iter().flat_map(|text| text.lines().filter(is_plain).map(str::to_string)).collect()
}

/// Each has a solution, and nearly all have one only: what pzprjs shows is not always a puzzle.
#[test]
fn puzzles_of_other_programs_are_solved() {
    let Some(data) = data() else { return };
    let limits = Limits::solutions(2).with_time(Duration::from_secs(20));
    let (mut all, mut unique) = (0, 0);
    for genre in tesuji_pencil::genres::all() {
        for address in genre.info().address_names.iter().flat_map(|name| addresses(&data, name)) {
            let puzzle = genre.parse(&address).unwrap_or_else(|bad| panic!("{address}: {bad}")).puzzle;
            let View::Clues(view) = genre.view(&puzzle).expect("network") else { panic!("a network") };
            let answer = LearningSolver::default().solve(&view.network, Some(&view.domains), &limits);
            // What takes too long is no wrong answer; the last line counts it.
            assert!(!answer.solutions.is_empty() || !answer.stop.is_complete(), "{address} has no solution");
            all += 1;
            if answer.solutions.len() == 1 && answer.stop.is_complete() {
                unique += 1;
            } else {
                println!("{address}: {} solutions, {:?}", answer.solutions.len(), answer.stop);
            }
        }
    }
    println!("{all} addresses, {unique} with one solution");
    assert!(10 * unique >= 9 * all, "{unique} of {all}");
}
