//! Unique, hidden and avoidable rectangles.

use super::shape::{Cells, Corners, VALUES, bits, each};
use super::state::{Packed, Step};

/// Two floor cells with the two values only, and the roof.
struct Rectangle {
    floor: [usize; 2],
    roof: [usize; 2],
    pair: u16,
}

impl Rectangle {
    fn cells(&self) -> Cells {
        self.floor.iter().chain(&self.roof).fold(0, |all, &cell| all | 1 << cell)
    }
}

/// Does the puzzle itself leave all of the cells both values?
fn is_swappable(at: &Packed<'_>, cells: [usize; 4], pair: u16) -> bool {
    cells.iter().all(|&cell| pair & !at.puzzle[cell] == 0)
}

/// Calls `found` with each deadly rectangle that has two floor cells in one house, until it holds.
fn each_rectangle(at: &Packed<'_>, found: &mut dyn FnMut(&Rectangle) -> bool) -> bool {
    each(at.bivalue).any(|a| {
        let pair = at.cand[a];
        at.shape.roofs[a].iter().any(|roof| {
            let [b, c, d] = [roof.second, roof.of_first, roof.of_second].map(usize::from);
            at.cand[b] == pair
                && at.cand[c] & pair != 0
                && at.cand[d] & pair != 0
                && is_swappable(at, [a, b, c, d], pair)
                && found(&Rectangle { floor: [a, b], roof: [c, d], pair })
        })
    })
}

/// Three cells with the two values only.
pub(super) fn type_1(at: &Packed<'_>, step: &mut Step) -> bool {
    each_rectangle(at, &mut |r| {
        [(0, 1), (1, 0)].into_iter().any(|(full, target)| {
            let (full, target) = (r.roof[full], r.roof[target]);
            if at.cand[full] != r.pair || at.cand[target] & !r.pair == 0 {
                return false;
            }
            bits((at.cand[target] & r.pair).into()).for_each(|value| step.gone[value] |= 1 << target);
            true
        })
    })
}

/// The roof's candidates beyond the pair, when both cells have some.
fn roof_extra(at: &Packed<'_>, r: &Rectangle) -> Option<u16> {
    let [c, d] = r.roof.map(|cell| at.cand[cell] & !r.pair);
    (c != 0 && d != 0).then_some(c | d)
}

/// Both roof cells have the same one candidate more.
pub(super) fn type_2(at: &Packed<'_>, step: &mut Step) -> bool {
    each_rectangle(at, &mut |r| {
        let Some(extra) = roof_extra(at, r).filter(|extra| extra.count_ones() == 1) else { return false };
        let value = extra.trailing_zeros() as usize;
        step.strike(value, at.common(value, &r.roof))
    })
}

/// The roof's further candidates act as one cell of a naked subset.
pub(super) fn type_3(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    each_rectangle(at, &mut |r| {
        let Some(extra) = roof_extra(at, r).filter(|extra| extra.count_ones() >= 2) else { return false };
        bits(shape.shared(&r.roof)).any(|house| {
            let mut open = [0; VALUES];
            let mut count = 0;
            for &cell in &shape.houses[house].cells[..shape.n] {
                if (at.open & !r.cells()) >> cell & 1 == 1 {
                    open[count] = usize::from(cell);
                    count += 1;
                }
            }
            with_others(at, &open[..count], 0, (0, extra), &mut |others, union| {
                let seen = shape.seen_by_all(others) & shape.peers[r.roof[0]] & shape.peers[r.roof[1]];
                let mut any = false;
                for value in bits(union.into()) {
                    any |= step.strike(value, at.places[value] & seen);
                }
                any
            })
        })
    })
}

/// Calls `found` with each choice of cells that has, together with `union`, one value more than
/// cells, until it holds. No part of the choice has that already.
fn with_others(
    at: &Packed<'_>,
    cells: &[usize],
    from: usize,
    (chosen, union): (Cells, u16),
    found: &mut dyn FnMut(Cells, u16) -> bool,
) -> bool {
    let count = chosen.count_ones();
    if count > 0 && union.count_ones() == count + 1 {
        return found(chosen, union);
    }
    if count >= 3 {
        return false;
    }
    (from..cells.len()).any(|i| {
        let next = union | at.cand[cells[i]];
        next.count_ones() <= 4 && with_others(at, cells, i + 1, (chosen | 1 << cells[i], next), found)
    })
}

/// One of the two values has no other place in a house of the roof.
pub(super) fn type_4(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    each_rectangle(at, &mut |r| {
        if roof_extra(at, r).is_none() {
            return false;
        }
        let roof = 1 << r.roof[0] | 1 << r.roof[1];
        bits(r.pair.into()).any(|value| {
            let is_only = |house: usize| {
                let places = shape.houses[house].set & at.places[value];
                places != 0 && places & !roof == 0
            };
            let other = Packed::other(r.pair, value);
            bits(shape.shared(&r.roof)).any(is_only) && step.strike(other, at.places[other] & roof)
        })
    })
}

/// Calls `found` with each rectangle whose corner `a` has two candidates and whose corner across is
/// open, as `[a, across]`, `[b, c]`, until it holds; `b` and `c` are open.
fn each_corner(at: &Packed<'_>, found: &mut dyn FnMut([usize; 2], [usize; 2]) -> bool) -> bool {
    each(at.bivalue).any(|a| {
        at.shape.corners[a].iter().any(|&Corners { across, beside }| {
            let (d, [b, c]) = (usize::from(across), beside.map(usize::from));
            let is_open = |cell: usize| at.open >> cell & 1 == 1;
            is_open(d) && is_open(b) && is_open(c) && found([a, d], [b, c])
        })
    })
}

/// A floor cell with the two values only; the others have one further candidate, the same.
pub(super) fn type_5(at: &Packed<'_>, step: &mut Step) -> bool {
    each_corner(at, &mut |[a, d], [b, c]| {
        let pair = at.cand[a];
        let [of_d, of_b, of_c] = [d, b, c].map(|cell| at.cand[cell] & !pair);
        let is_within = |cell: usize| at.cand[cell] & pair != 0;
        if of_b.count_ones() != 1
            || of_c != of_b
            || !(of_d == 0 || of_d == of_b)
            || ![b, c, d].into_iter().all(is_within)
            || !is_swappable(at, [a, b, c, d], pair)
        {
            return false;
        }
        let value = of_b.trailing_zeros() as usize;
        let with = [b, c, d];
        step.strike(value, at.common(value, &with[..if of_d == 0 { 2 } else { 3 }]))
    })
}

/// Two opposite corners with the two values only; one value stands nowhere else in the two rows or
/// columns.
pub(super) fn type_6(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    each_corner(at, &mut |[a, d], [b, c]| {
        let pair = at.cand[a];
        if d < a || at.cand[d] != pair || !is_swappable(at, [a, b, c, d], pair) {
            return false;
        }
        if at.cand[b] & !pair == 0 || at.cand[c] & !pair == 0 {
            return false;
        }
        let cells: Cells = 1 << a | 1 << b | 1 << c | 1 << d;
        bits((pair & at.cand[b] & at.cand[c]).into()).any(|value| {
            let is_closed = |house: usize| {
                at.within[house][value].count_ones() == 2 && at.places[value] & shape.houses[house].set & !cells == 0
            };
            let is_told = shape.lines_along.iter().any(|&lines| {
                let line = |cell: usize| bits(shape.houses_of[cell] & lines).find(|&house| is_closed(house));
                line(b).zip(line(c)).is_some_and(|(x, y)| x != y)
            });
            is_told && step.strike(value, 1 << b | 1 << c)
        })
    })
}

/// A corner with the two values only; in row and column of the corner across one value has no other
/// places than the rectangle's.
pub(super) fn hidden(at: &Packed<'_>, step: &mut Step) -> bool {
    let shape = at.shape;
    let lines = shape.lines_along[0] | shape.lines_along[1];
    each_corner(at, &mut |[a, d], [b, c]| {
        let pair = at.cand[a];
        if at.cand[d] & pair != pair || at.cand[b] & !pair == 0 || at.cand[c] & !pair == 0 {
            return false;
        }
        bits(pair.into()).any(|value| {
            let line = |with: usize| {
                let cells: Cells = 1 << d | 1 << with;
                bits(shape.shared(&[d, with]) & lines).find(|&house| {
                    at.within[house][value].count_ones() == 2 && at.places[value] & shape.houses[house].set == cells
                })
            };
            line(b).zip(line(c)).is_some_and(|(one, two)| one != two)
                && is_swappable(at, [a, b, c, d], pair)
                && step.strike(Packed::other(pair, value), 1 << d)
        })
    })
}

/// Cells that hold a value which the puzzle does not give.
fn filled(at: &Packed<'_>) -> Cells {
    let held = at.shape.all() & !at.open;
    each(held).filter(|&cell| at.puzzle[cell].count_ones() > 1).fold(0, |all, cell| all | 1 << cell)
}

/// Three cells hold a / b b: the fourth is not a.
pub(super) fn avoidable_1(at: &Packed<'_>, step: &mut Step) -> bool {
    let filled = filled(at);
    let is_filled = |cell: u8| filled >> cell & 1 == 1;
    let held = |cell: u8| at.held[usize::from(cell)];
    for d in each(if filled.count_ones() < 3 { 0 } else { at.open }) {
        let fits = |corners: &&Corners| {
            let Corners { across: a, beside: [b, c] } = **corners;
            let is_two = is_filled(a) && is_filled(b) && is_filled(c) && held(b) == held(c);
            is_two && at.cand[d] >> held(a) & 1 == 1 && {
                let pair = 1 << held(a) | 1 << held(b);
                is_swappable(at, [usize::from(a), usize::from(b), usize::from(c), d], pair)
            }
        };
        let first = at.shape.corners[d].iter().filter(fits).min_by_key(|corners| (corners.beside, corners.across));
        if let Some(corners) = first {
            return step.strike(usize::from(held(corners.across)), 1 << d);
        }
    }
    false
}

/// Two cells of one house hold a and b; those across from them have b or c, a or c.
pub(super) fn avoidable_2(at: &Packed<'_>, step: &mut Step) -> bool {
    let filled = filled(at);
    if filled == 0 {
        return false;
    }
    for c in each(at.bivalue) {
        for roof in &at.shape.roofs[c] {
            let [d, a, b] = [roof.second, roof.of_first, roof.of_second].map(usize::from);
            if at.bivalue >> d & 1 == 0 || filled >> a & 1 == 0 || filled >> b & 1 == 0 {
                continue;
            }
            let common = at.cand[c] & at.cand[d];
            if common.count_ones() != 1 {
                continue;
            }
            let (of_a, of_b) = (1 << at.held[a], 1 << at.held[b]);
            let is_crossed = at.cand[c] & !common == of_b && at.cand[d] & !common == of_a;
            if is_crossed && is_swappable(at, [a, b, c, d], of_a | of_b) {
                let value = common.trailing_zeros() as usize;
                if step.strike(value, at.common(value, &[c, d])) {
                    return true;
                }
            }
        }
    }
    false
}
