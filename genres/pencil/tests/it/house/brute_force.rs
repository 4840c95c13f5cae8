//! Enumeration of small sizes beside brute force: all fillings of a board, with `Rule::holds` as
//! the only judge, and no engine.

use std::collections::BTreeSet;
use tesuji_genre::{Coverage, EnumerateRequest, View};
use tesuji_pencil::house::HouseGenre;
use tesuji_solver::{Domain, Limits, Network, Value};

/// Values tried at most for one size of a genre.
const MOST: u64 = 400_000;

/// Counts the values that were tried.
struct Effort(u64);

/// The fillings of a network that break no rule, up to a number; `None` when that is too much work.
fn fillings(net: &Network, domains: &[Domain], most: usize, effort: &mut Effort) -> Option<Vec<Vec<Value>>> {
    // A rule is checked as soon as its last variable has a value.
    let mut asked = vec![Vec::new(); net.len()];
    for id in net.rule_ids() {
        match net.rule(id).scope().iter().max() {
            Some(last) => asked[last.index()].push(id),
            None if !net.rule(id).holds(&|_| 0) => return Some(Vec::new()),
            None => {}
        }
    }
    if net.is_empty() {
        return Some(vec![Vec::new()]);
    }
    let mut found = Vec::new();
    let mut values: Vec<Value> = Vec::new();
    let mut left: Vec<Vec<Value>> = vec![domains[0].iter().collect()];
    while let Some(options) = left.last_mut() {
        let at = values.len();
        let Some(value) = options.pop() else {
            left.pop();
            values.pop();
            continue;
        };
        effort.0 += 1;
        if effort.0 > MOST {
            return None;
        }
        values.push(value);
        let holds = asked[at].iter().all(|&id| net.rule(id).holds(&|v| values[v.index()]));
        if !holds {
            values.pop();
        } else if values.len() == net.len() {
            found.push(values.clone());
            if found.len() >= most {
                return Some(found);
            }
            values.pop();
        } else {
            left.push(domains[values.len()].iter().collect());
        }
    }
    Some(found)
}

/// The puzzles of a size with one filling; `None` when that is too much work.
fn brute_force(genre: &dyn HouseGenre, size: &str) -> Option<BTreeSet<String>> {
    let mut effort = Effort(0);
    let mut puzzles = BTreeSet::new();
    for board in genre.boards(size).expect("boards") {
        let bare = genre.bare_network(&board).expect("rules");
        for filling in fillings(&bare, bare.domains(), usize::MAX, &mut effort)? {
            for text in genre.puzzles_of(&board, &filling).unwrap_or_else(|bad| panic!("{}: {bad}", genre.name())) {
                if puzzles.contains(&text) {
                    continue;
                }
                let puzzle = genre.parse(&text).unwrap_or_else(|bad| panic!("{text}: {bad}")).puzzle;
                let View::Clues(view) = genre.view(&puzzle).expect("network") else { panic!("a network") };
                if fillings(&view.network, &view.domains, 2, &mut effort)?.len() == 1 {
                    puzzles.insert(text);
                }
            }
        }
    }
    Some(puzzles)
}

fn listed(genre: &dyn HouseGenre, size: &str) -> BTreeSet<String> {
    let want = EnumerateRequest {
        size: size.into(),
        minimal: false,
        modulo_symmetry: false,
        grids: false,
        count_only: false,
        set: Default::default(),
        limits: Limits { solutions: usize::MAX, ..Limits::default() },
    };
    let mut listed = BTreeSet::new();
    let mut told = 0;
    let done = genre.enumerate(&want, &mut |r| {
        told += 1;
        listed.insert(r.puzzle);
    });
    let done = done.unwrap_or_else(|bad| panic!("{} {size}: {bad}", genre.name()));
    assert_eq!((done.coverage, done.total), (Coverage::Complete, told), "{} {size}", genre.name());
    assert_eq!(listed.len() as u64, told, "{} {size}: a puzzle is listed twice", genre.name());
    listed
}

#[test]
fn enumeration_lists_what_brute_force_finds() {
    let mut refused = Vec::new();
    for genre in tesuji_pencil::genres::all() {
        if let Err(bad) = genre.boards("2x2") {
            assert!(bad.to_string().contains("list"), "{}: {bad}", genre.name());
            refused.push(genre.name());
            continue;
        }
        let mut sizes = Vec::new();
        for size in ["2x2", "2x3", "3x2", "3x3"] {
            // Some genres have squares only, or even sides.
            let Some(expected) = genre.boards(size).ok().and_then(|_| brute_force(genre, size)) else { continue };
            assert_eq!(listed(genre, size), expected, "{} {size}", genre.name());
            sizes.push(format!("{size} {}", expected.len()));
        }
        println!("{}: {}", genre.name(), sizes.join(", "));
        assert!(!sizes.is_empty(), "{}", genre.name());
    }
    println!("refused: {}", refused.join(", "));
}
