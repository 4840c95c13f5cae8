//! Divisions of a grid into regions of equal size.

use crate::variant::{Design, connected, neighbours};
use rand_chacha::ChaCha8Rng;
use tesuji_genre::Bad;
use tesuji_genre::clue::{pick, shuffle};

/// Random connected regions of `n` cells each: starts from rows and trades cells between neighbours
/// as long as both stay connected.
pub(crate) fn regions(n: usize, rng: &mut ChaCha8Rng) -> Result<Design, Bad> {
    let mut region: Vec<u32> = (0..n * n).map(|c| (c / n) as u32).collect();
    let trades = 40 * n;
    let mut done = 0;
    // Each trade swaps one border cell of two touching regions; most draws fit, so the bound is
    // rarely met.
    for _ in 0..200 * trades {
        if done >= trades {
            break;
        }
        let a = pick(rng, n * n);
        let near: Vec<usize> = neighbours(n, a).filter(|&b| region[b] != region[a]).collect();
        let Some(&b) = near.get(pick(rng, near.len())) else { continue };
        let (from, to) = (region[a], region[b]);
        // `a` goes over to `b`'s region, and some cell of that region that touches `a`'s comes
        // back.
        region[a] = to;
        let mut back: Vec<usize> =
            (0..n * n).filter(|&c| region[c] == to && c != a && neighbours(n, c).any(|m| region[m] == from)).collect();
        shuffle(&mut back, rng);
        let fits = back.into_iter().find(|&c| {
            region[c] = from;
            let ok = [from, to].into_iter().all(|r| {
                let cells: Vec<usize> = (0..n * n).filter(|&x| region[x] == r).collect();
                connected(n, &cells)
            });
            if !ok {
                region[c] = to;
            }
            ok
        });
        if fits.is_some() {
            done += 1;
        } else {
            region[a] = from;
        }
    }
    Design::irregular(n, &region)
}

/// All divisions of an `n`×`n` grid into `n` connected regions of `n` cells.
pub(crate) fn all(n: usize) -> Result<Vec<Design>, Bad> {
    let mut found = Vec::new();
    let mut label = vec![u32::MAX; n * n];
    divide(n, 0, &mut label, &mut found)?;
    Ok(found)
}

fn divide(n: usize, region: u32, label: &mut Vec<u32>, found: &mut Vec<Design>) -> Result<(), Bad> {
    let Some(first) = label.iter().position(|&l| l == u32::MAX) else {
        found.push(Design::irregular(n, label)?);
        return Ok(());
    };
    label[first] = region;
    grow(n, region, &mut vec![first], &[], label, found)?;
    label[first] = u32::MAX;
    Ok(())
}

/// Adds cells to a region in every way, each set once: a neighbour passed over stays out.
fn grow(
    n: usize,
    region: u32,
    cells: &mut Vec<usize>,
    out: &[usize],
    label: &mut Vec<u32>,
    found: &mut Vec<Design>,
) -> Result<(), Bad> {
    if cells.len() == n {
        return divide(n, region + 1, label, found);
    }
    let mut next: Vec<usize> = cells.iter().flat_map(|&c| neighbours(n, c)).collect();
    next.sort_unstable();
    next.dedup();
    let mut out = out.to_vec();
    for c in next {
        if label[c] != u32::MAX || out.contains(&c) {
            continue;
        }
        label[c] = region;
        cells.push(c);
        grow(n, region, cells, &out, label, found)?;
        cells.pop();
        label[c] = u32::MAX;
        out.push(c);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tesuji_genre::clue::sub_rng;

    /// A 3×3 square has 10 divisions into connected threes, a 4×4 one 117 into fours.
    #[test]
    fn divisions_of_small_squares() {
        assert_eq!(all(3).unwrap().len(), 10);
        let grids = all(4).unwrap();
        assert_eq!(grids.len(), 117);
        let different: std::collections::BTreeSet<_> = grids.into_iter().map(|g| g.owners()).collect();
        assert_eq!(different.len(), 117);
    }

    #[test]
    fn random_regions_are_divisions() {
        for i in 0..20 {
            let mut rng = sub_rng(9, i);
            let n = 4 + i as usize % 6;
            // `Design::irregular` has checked size and connection.
            assert_eq!(regions(n, &mut rng).unwrap().n(), n);
        }
    }
}
