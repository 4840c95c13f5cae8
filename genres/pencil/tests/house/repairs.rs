//! Every repair that is told leaves one solution.

use super::{request, small};
use tesuji_genre::clue::ClueGenre;
use tesuji_genre::{Genre, RepairRequest};
use tesuji_pencil::clue::Clue;
use tesuji_pencil::genres::{AKARI, CREEK, MASYU, MINES, SLITHERLINK};
use tesuji_pencil::house::Pencil;
use tesuji_solver::{Limits, Stop};

#[test]
fn repairs_leave_one_solution() {
    let mut told = 0;
    for genre in [&AKARI, &CREEK, &MASYU, &MINES, &SLITHERLINK] {
        let size =
            small(tesuji_pencil::genres::all().into_iter().find(|g| g.name() == Genre::name(genre)).expect("there"));
        let mut made = Vec::new();
        Genre::generate(genre, &request(size, 5), &mut |r| made.push(r)).expect("generated");
        told += damaged(genre, &made[0].puzzle);
    }
    assert!(told > 50, "{told}");
}

/// Puts every clue that occurs on every fourth place, or takes the clue there away; how many
/// repairs were told.
fn damaged(genre: &'static Pencil, text: &str) -> usize {
    let puzzle = ClueGenre::parse(genre, text).expect("a puzzle").puzzle;
    let mut clues: Vec<Option<Clue>> = vec![None];
    for clue in puzzle.clues.values().cloned().map(Some) {
        if !clues.contains(&clue) {
            clues.push(clue);
        }
    }
    let mut told = 0;
    for place in ClueGenre::places(genre, &puzzle.structure).into_iter().step_by(4) {
        for clue in &clues {
            let mut damaged = puzzle.clone();
            match clue {
                Some(clue) => drop(damaged.clues.insert(place, clue.clone())),
                None => drop(damaged.clues.remove(&place)),
            }
            let Ok(parsed) = Genre::parse_contradicting(genre, &ClueGenre::print(genre, &damaged)) else { continue };
            let want = RepairRequest { edits: 1, count: 40, limits: Limits::default().with_nodes(100_000) };
            for repair in Genre::repair(genre, &parsed.puzzle, &want).expect("looked for").repairs {
                let again = Genre::parse(genre, &repair.record.puzzle).expect("a puzzle").puzzle;
                let solved = Genre::solve(genre, &again, &Limits::solutions(2)).expect("solved");
                assert_eq!((solved.solutions.len(), solved.stop), (1, Stop::Exhausted), "{}", repair.record.puzzle);
                assert_eq!(Some(&solved.solutions[0]), repair.record.solution.as_ref(), "{}", repair.record.puzzle);
                told += 1;
            }
        }
    }
    told
}
