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
        let size = 2 + pick(rng, most - 1);
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
        }
        list.push(cells.iter().map(|&c| c as u32).collect());
    }
    for cells in &mut list {
        cells.sort_unstable();
    }
    list.sort();
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_genre::clue::sub_rng;

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
