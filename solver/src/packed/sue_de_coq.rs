//! A test whether there may be a Sue de Coq: are there cells for its three parts, and do they
//! strike something?

use super::shape::{Cells, VALUES, bits, each};
use super::state::Packed;

/// Some cells of one part: how many, and their candidates together.
#[derive(Clone, Copy)]
struct Part {
    cells: u16,
    values: u16,
}

/// The most cells of a part.
const MOST: usize = 6;

/// The choices of up to [`MOST`] cells from a list, without the empty one.
fn parts(at: &Packed<'_>, from: &[u8], into: &mut Vec<Part>) {
    into.clear();
    for (i, &cell) in from.iter().enumerate() {
        let own = Part { cells: 1 << i, values: at.cand[usize::from(cell)] };
        for k in 0..into.len() {
            let Part { cells, values } = into[k];
            if (cells.count_ones() as usize) < MOST {
                into.push(Part { cells: cells | own.cells, values: values | own.values });
            }
        }
        into.push(own);
    }
}

/// Are there cells of a region and a line that hold as many values as there are cells, and strike
/// something?
pub(super) fn may_be(at: &Packed<'_>) -> bool {
    let shape = at.shape;
    let lines = shape.lines_along[0] | shape.lines_along[1];
    let (mut cores, mut in_line, mut in_region) = (Vec::new(), Vec::new(), Vec::new());
    bits(shape.regions).any(|region| {
        bits(lines).any(|line| {
            let (region, line) = (&shape.houses[region], &shape.houses[line]);
            let common = region.set & line.set & at.open;
            if common.count_ones() < 2 {
                return false;
            }
            let list = |cells: Cells| {
                let (mut list, mut count) = ([0u8; VALUES], 0);
                for cell in each(cells) {
                    list[count] = cell as u8;
                    count += 1;
                }
                (list, count)
            };
            let (shared, count) = list(common);
            parts(at, &shared[..count], &mut cores);
            // A core has at least two values more than cells.
            let is_core =
                |core: &Part| core.cells.count_ones() >= 2 && core.values.count_ones() >= core.cells.count_ones() + 2;
            cores.retain(is_core);
            if cores.is_empty() {
                return false;
            }
            let (rest_of_line, count) = list(line.set & !region.set & at.open);
            parts(at, &rest_of_line[..count], &mut in_line);
            let (rest_of_region, count) = list(region.set & !line.set & at.open);
            parts(at, &rest_of_region[..count], &mut in_region);
            in_line.retain(|part| part.values.count_ones() > part.cells.count_ones());
            in_region.retain(|part| part.values.count_ones() > part.cells.count_ones());
            cores.iter().any(|core| {
                let needed = core.values.count_ones() - core.cells.count_ones();
                let spare =
                    |part: &Part| part.cells.count_ones().saturating_sub((part.values & !core.values).count_ones());
                let of = |part: &Part, list: &[u8; VALUES]| {
                    bits(part.cells.into()).fold(0, |all: Cells, i| all | 1 << list[i])
                };
                in_line.iter().filter(|l| spare(l) > 0).any(|l| {
                    let fits = |r: &&Part| spare(r) > 0 && l.values & r.values == 0 && spare(l) + spare(r) == needed;
                    in_region.iter().filter(fits).any(|r| {
                        let core_cells = of(core, &shared);
                        let values = core.values | l.values | r.values;
                        let strikes = |house: Cells, other: &Part, mine: Cells| {
                            let left = house & at.open & !core_cells & !mine;
                            each(left).any(|cell| at.cand[cell] & values & !other.values != 0)
                        };
                        strikes(line.set, r, of(l, &rest_of_line)) || strikes(region.set, l, of(r, &rest_of_region))
                    })
                })
            })
        })
    })
}
