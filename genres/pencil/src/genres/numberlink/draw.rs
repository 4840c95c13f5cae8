//! New lines.

use super::{LINE, MOST};
use crate::board::Board;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::shuffle;
use tesuji_solver::Value;

pub(super) fn completion(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let paths = (0..200).find_map(|_| drawn(board, rng)).filter(|p| p.len() <= MOST.into())?;
    let mut numbers = vec![0; board.size().cells()];
    let mut crossed = vec![0; board.edges()];
    for (path, number) in paths.iter().zip(1..) {
        path.iter().for_each(|&c| numbers[c] = number);
        for pair in path.windows(2) {
            let edge = board.sides(pair[0]).into_iter().find(|&e| board.cells_beside(e).contains(&Some(pair[1])));
            edge.into_iter().for_each(|e| crossed[e] = LINE);
        }
    }
    let cells = board.cells().map(|c| numbers[c]);
    Some(cells.chain(board.inner_edges().map(|e| crossed[e])).collect())
}

/// Paths through all cells, each of at least three, none beside itself; joined from single cells.
fn drawn(board: &Board, rng: &mut ChaCha8Rng) -> Option<Vec<Vec<usize>>> {
    let mut paths: Vec<Vec<usize>> = board.cells().map(|c| vec![c]).collect();
    let mut edges: Vec<usize> = board.inner_edges().collect();
    shuffle(&mut edges, rng);
    for edge in edges {
        let [Some(a), Some(b)] = board.cells_beside(edge) else { continue };
        let of = |cell: usize| paths.iter().position(|p| p.first() == Some(&cell) || p.last() == Some(&cell));
        let (Some(i), Some(j)) = (of(a), of(b)) else { continue };
        let touch = |&x: &usize| board.neighbours(x).filter(|n| paths[j].contains(n)).count();
        if i == j || paths[i].iter().map(touch).sum::<usize>() != 1 {
            continue;
        }
        let (mut first, mut second) = (paths[i].clone(), paths[j].clone());
        if first.last() != Some(&a) {
            first.reverse();
        }
        if second.first() != Some(&b) {
            second.reverse();
        }
        first.extend(second);
        paths[i] = first;
        paths.swap_remove(j);
    }
    (paths.iter().all(|p| p.len() > 2) && paths.len() > 1).then_some(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn drawn_paths_fill_the_board() {
        let board = Board::new(Size::new(5, 5).expect("size"));
        let rng = &mut tesuji_genre::sub_rng(3, 0);
        let paths = (0..200).find_map(|_| drawn(&board, rng)).expect("paths");
        assert_eq!(paths.iter().map(Vec::len).sum::<usize>(), 25);
    }
}
