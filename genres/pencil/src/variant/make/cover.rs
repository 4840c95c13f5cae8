//! Cages that cover a grid.

use crate::variant::grid::Grid;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::{pick, shuffle};

/// Random cages of 1 to `most` cells that cover the grid; few single cells.
pub fn covering(grid: &Grid, most: usize, rng: &mut ChaCha8Rng) -> Vec<Vec<u32>> {
    let count = grid.cells();
    let beside = |cell: usize| {
        let near = [(-1, 0), (0, -1), (0, 1), (1, 0)].map(|(down, right)| grid.step(cell as u32, down, right));
        near.into_iter().flatten().map(|cell| cell as usize)
    };
    let mut cage: Vec<Option<usize>> = vec![None; count];
    let mut list: Vec<Vec<u32>> = Vec::new();
    let mut order: Vec<usize> = (0..count).collect();
    shuffle(&mut order, rng);
    let most = most.min(grid.values().len() as usize).max(2);
    for start in order {
        if cage[start].is_some() {
            continue;
        }
        // Small cages are more frequent, as in print.
        let size = 2 + if most > 3 { pick(rng, most - 1).min(pick(rng, most - 1)) } else { pick(rng, most - 1) };
        let mut cells = vec![start];
        cage[start] = Some(list.len());
        while cells.len() < size {
            let mut free: Vec<usize> = cells.iter().flat_map(|&c| beside(c)).filter(|&c| cage[c].is_none()).collect();
            free.sort_unstable();
            free.dedup();
            let Some(&next) = free.get(pick(rng, free.len())) else { break };
            cage[next] = Some(list.len());
            cells.push(next);
        }
        if cells.len() == 1 {
            // A cell left over joins a small neighbour.
            let near = beside(start).filter_map(|c| cage[c]).filter(|&k| k < list.len() && list[k].len() < most);
            if let Some(k) = near.min_by_key(|&k| (list[k].len(), k)) {
                list[k].push(start as u32);
                cage[start] = Some(k);
                continue;
            }
            // Or it takes a cell of a large one.
            let parting = beside(start).filter(|&c| cage[c].is_some_and(|k| parts(&list[k], c, &beside))).min();
            if let Some((c, k)) = parting.and_then(|c| Some((c, cage[c]?))) {
                list[k].retain(|&other| other as usize != c);
                cage[c] = Some(list.len());
                cells.push(c);
            }
        }
        list.push(cells.iter().map(|&c| c as u32).collect());
    }
    for cells in &mut list {
        cells.sort_unstable();
    }
    list.sort();
    list
}

/// Do the others of a cage hang together without this cell, and are they still two at least?
fn parts<I: Iterator<Item = usize>>(cells: &[u32], without: usize, beside: &impl Fn(usize) -> I) -> bool {
    let others: Vec<usize> = cells.iter().map(|&c| c as usize).filter(|&c| c != without).collect();
    let Some(&first) = others.first().filter(|_| others.len() > 1) else { return false };
    let (mut seen, mut next) = (vec![first], 0);
    while let Some(&cell) = seen.get(next) {
        next += 1;
        for near in beside(cell) {
            if others.contains(&near) && !seen.contains(&near) {
                seen.push(near);
            }
        }
    }
    seen.len() == others.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_genre::clue::sub_rng;

    /// As in print: hardly a cage of one cell, and 2.4 to 3 cells in the mean.
    #[test]
    fn cages_have_the_sizes_of_print() {
        let grid = Grid::new(9, 9).expect("a grid");
        for most in 3..=5 {
            let cages: Vec<Vec<u32>> = (0..100).flat_map(|i| covering(&grid, most, &mut sub_rng(7, i))).collect();
            let single = cages.iter().filter(|cage| cage.len() == 1).count();
            let mean = cages.iter().map(Vec::len).sum::<usize>() as f64 / cages.len() as f64;
            assert!(single * 100 <= cages.len(), "{most}: {single} of {}", cages.len());
            assert!((2.4..=3.0).contains(&mean), "{most}: {mean}");
        }
    }

    #[test]
    fn cages_cover_the_grid_and_hang_together() {
        for i in 0..20 {
            let (rows, cols) = (4 + i % 6, 4 + i % 5);
            let grid = Grid::new(rows, cols).expect("a grid");
            let most = 2 + i % 4;
            let cages = covering(&grid, most, &mut sub_rng(9, i as u64));
            assert!(cages.iter().all(|c| c.len() <= most));
            let mut cells: Vec<u32> = cages.concat();
            cells.sort_unstable();
            assert!(cells.into_iter().eq(0..grid.cells() as u32));
            for cage in cages {
                let mut seen = vec![cage[0]];
                while let Some(&next) =
                    cage.iter().find(|&&c| !seen.contains(&c) && seen.iter().any(|&s| grid.are_adjacent(s, c)))
                {
                    seen.push(next);
                }
                assert_eq!(seen.len(), cage.len(), "{cage:?}");
            }
        }
    }
}
