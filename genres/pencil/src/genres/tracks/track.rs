//! The one track: the frame and its stations, its length, its rule.

use super::{LINE, TRACK};
use crate::board::{Board, Place, Side};
use crate::codec::Puzzle;
use crate::house::Rules;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Var};

pub(super) fn is_frame(board: &Board, edge: usize) -> bool {
    board.cells_beside(edge).contains(&None)
}

/// The cells beside the stations.
pub(super) fn stations(puzzle: &Puzzle) -> Vec<usize> {
    let board = &puzzle.board;
    let beside = |place: &Place| match place {
        Place::Edge(edge) if is_frame(board, (*edge).into()) => {
            board.cells_beside((*edge).into()).into_iter().flatten().next()
        }
        _ => None,
    };
    puzzle.clues.keys().filter_map(beside).collect()
}

/// The number of cells passed, if all columns tell theirs.
pub(super) fn total(puzzle: &Puzzle) -> Option<usize> {
    let numbers = puzzle.clues.iter().filter(|(place, _)| matches!(place, Place::Outside(Side::Top | Side::Bottom, _)));
    let numbers: Vec<usize> = numbers.filter_map(|(_, clue)| clue.number().map(usize::from)).collect();
    (numbers.len() == puzzle.board.cols()).then(|| numbers.iter().sum())
}

/// The edges with what they join: cells, of which those beside the stations are one, so that the
/// track closes a loop there.
fn joined(puzzle: &Puzzle, to: &Rules<'_>) -> (Vec<Var>, Vec<[u32; 2]>) {
    let stations = stations(puzzle);
    let point = |cell: usize| if stations.contains(&cell) { stations[0] as u32 } else { cell as u32 };
    let all = puzzle.board.inner_edges().filter_map(|edge| match puzzle.board.cells_beside(edge) {
        [Some(a), Some(b)] => Some((to.edge(edge), [point(a), point(b)])),
        _ => None,
    });
    all.unzip()
}

/// The rule of the track between the stations.
pub(super) fn one_track(puzzle: &Puzzle, stations: &[usize], to: &mut Rules<'_>) {
    if stations.len() != 2 {
        // Without both stations there is no track.
        let vars = to.cells(puzzle.board.cells().take(1));
        return to.add(TRACK, Place::Cell(0), RuleSpec::Table { vars, tuples: Vec::new() });
    }
    let (vars, ends) = joined(puzzle, to);
    let is_short = ends.iter().position(|[a, b]| a == b).filter(|_| total(puzzle) == Some(2));
    match (stations, is_short) {
        // The two stations of one cell need no track.
        ([a, b], _) if a == b => to.count(TRACK, Place::Cell(0), vars, Domain::single(LINE), (0, 0)),
        (_, Some(link)) => {
            to.count(TRACK, Place::Cell(0), vec![vars[link]], Domain::single(LINE), (1, 1));
            to.count(TRACK, Place::Cell(0), vars, Domain::single(LINE), (1, 1));
        }
        _ => {
            let (mut around, mut pairs) = (Vec::new(), Vec::new());
            for (var, pair) in vars.into_iter().zip(ends) {
                // A track of more than two cells does not take the short way.
                if pair[0] == pair[1] {
                    to.count(TRACK, Place::Cell(0), vec![var], Domain::single(LINE), (0, 0));
                } else {
                    around.push(var);
                    pairs.push(pair);
                }
            }
            let values = Domain::single(LINE);
            to.add(TRACK, Place::Cell(0), RuleSpec::SingleLoop { vars: around, values, ends: pairs });
        }
    }
}
