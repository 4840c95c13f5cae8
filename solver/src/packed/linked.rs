//! Strong links of one value: pairs of them joined by a weak link, the empty rectangle, and
//! colours.

use super::shape::{Cells, HOUSES};
use super::state::{Packed, Step};
use crate::HouseKind;

/// A house in which a value has two places.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    pub house: u8,
    /// The two places in rising order.
    pub ends: [u8; 2],
}

impl Link {
    pub(super) fn ends(self) -> [usize; 2] {
        self.ends.map(usize::from)
    }
}

/// The strong links of a value, in house order.
pub(super) struct Links {
    list: [Link; HOUSES],
    count: usize,
}

impl Links {
    pub(super) fn of(at: &Packed<'_>, value: usize) -> Links {
        let mut links = Links { list: [Link { house: 0, ends: [0; 2] }; HOUSES], count: 0 };
        for (number, house) in at.shape.houses.iter().enumerate() {
            if at.within[number][value].count_ones() == 2 {
                let places = house.set & at.places[value];
                let ends = [places.trailing_zeros() as u8, 127 - places.leading_zeros() as u8];
                links.list[links.count] = Link { house: number as u8, ends };
                links.count += 1;
            }
        }
        links
    }

    pub(super) fn list(&self) -> &[Link] {
        &self.list[..self.count]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Skyscraper,
    Kite,
    Turbot,
}

/// The name of `a=b–c=d`. Returns `None` if it is no such pattern, or one of an earlier technique.
fn form(at: &Packed<'_>, one: Link, two: Link, [a, b, c, d]: [usize; 4]) -> Option<Form> {
    let shape = at.shape;
    // A cell that sees both places of the other link has already lost the value to locked
    // candidates.
    if shape.sees(b, d) || shape.sees(a, c) {
        let both = |x: usize, link: Link| link.ends().iter().all(|&end| shape.sees(x, end));
        if one.ends().iter().any(|&x| both(x, two)) || two.ends().iter().any(|&x| both(x, one)) {
            return None;
        }
    }
    let kind = |link: Link| shape.houses[usize::from(link.house)].kind;
    let share_region = |x: usize, y: usize| shape.shared(&[x, y]) & shape.regions != 0;
    match (kind(one), kind(two)) {
        (HouseKind::Line(x), HouseKind::Line(y)) if x == y => {
            let lines = shape.lines_along[1 - usize::from(y)];
            let across = |p: usize, q: usize| shape.shared(&[p, q]) & lines != 0;
            match (across(b, c), across(a, d)) {
                // Both ends in line: an X-wing.
                (true, true) => None,
                (true, false) => Some(Form::Skyscraper),
                (false, _) => Some(Form::Turbot),
            }
        }
        (HouseKind::Line(_), HouseKind::Line(_))
            if share_region(b, c) && !share_region(a, c) && !share_region(d, b) =>
        {
            Some(Form::Kite)
        }
        _ => Some(Form::Turbot),
    }
}

fn linked(at: &Packed<'_>, value: usize, wanted: Form, step: &mut Step) -> bool {
    let shape = at.shape;
    let links = Links::of(at, value);
    let list = links.list();
    for (i, &one) in list.iter().enumerate() {
        for (j, &two) in list.iter().enumerate().skip(i + 1) {
            if one.ends.iter().any(|end| two.ends.contains(end)) {
                continue;
            }
            for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let ([b, a], [c, d]) = (turned(one, x), turned(two, y));
                if !shape.sees(b, c) {
                    continue;
                }
                let gone = at.common(value, &[a, d]);
                if gone == 0 || form(at, one, two, [a, b, c, d]) != Some(wanted) {
                    continue;
                }
                // Other houses may link the same four cells, too. The first of them tells it, by
                // the first name.
                let is_told = |(k, p): (usize, Link), (l, q): (usize, Link)| {
                    let is_same = (p.ends, q.ends) == (one.ends, two.ends);
                    if !is_same && (p.ends, q.ends) != (two.ends, one.ends) {
                        return false;
                    }
                    let cells = if p.ends == one.ends { [a, b, c, d] } else { [d, c, b, a] };
                    let name = form(at, p, q, cells);
                    name == Some(wanted) && (k, l) < (i, j)
                        || wanted == Form::Turbot && name != Some(Form::Turbot)
                        || wanted == Form::Kite && name == Some(Form::Skyscraper)
                };
                let numbered = || list.iter().copied().enumerate();
                if numbered().any(|p| numbered().skip(p.0 + 1).any(|q| is_told(p, q))) {
                    continue;
                }
                return step.strike(value, gone);
            }
        }
    }
    false
}

/// The end of a link that is joined, and the other one.
fn turned(link: Link, joined: usize) -> [usize; 2] {
    let ends = link.ends();
    [ends[joined], ends[1 - joined]]
}

/// Skyscrapers of one value.
pub(super) fn skyscraper(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    linked(at, value, Form::Skyscraper, step)
}

/// 2-string kites of one value.
pub(super) fn kite(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    linked(at, value, Form::Kite, step)
}

/// Turbot fish of one value.
pub(super) fn turbot(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    linked(at, value, Form::Turbot, step)
}

/// Empty rectangles of one value: places of a region on a line and a line across it, and a strong
/// link from the first line.
pub(super) fn empty_rectangle(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    let shape = at.shape;
    let links = Links::of(at, value);
    let is_line = |house: u8| (shape.lines_along[0] | shape.lines_along[1]) >> house & 1 == 1;
    if !links.list().iter().any(|link| is_line(link.house)) {
        return false;
    }
    let numbered = || shape.houses.iter().enumerate();
    for (number, region) in numbered().filter(|(number, _)| shape.regions >> number & 1 == 1) {
        if at.within[number][value].count_ones() < 3 {
            continue;
        }
        let places: Cells = region.set & at.places[value];
        for (_, first) in numbered().filter(|(h, house)| is_line(*h as u8) && house.set & places != 0) {
            let beyond = places & !first.set;
            if beyond == 0 {
                continue;
            }
            for (second_number, second) in numbered().filter(|(h, _)| is_line(*h as u8)) {
                if second.kind == first.kind || beyond & !second.set != 0 || places & !second.set == 0 {
                    continue;
                }
                let is_parallel = |link: &&Link| shape.houses[usize::from(link.house)].kind == second.kind;
                for link in links.list().iter().filter(is_parallel) {
                    for near_end in 0..2 {
                        let [near, far] = turned(*link, near_end);
                        let is_outside = |cell: usize| region.set >> cell & 1 == 0;
                        if first.set >> near & 1 == 0 || !is_outside(near) || !is_outside(far) {
                            continue;
                        }
                        let others = !region.set & !(1 << near) & !(1 << far);
                        let gone = at.places[value] & second.set & others & shape.peers[far];
                        if gone != 0 && usize::from(link.house) != second_number {
                            return step.strike(value, gone);
                        }
                    }
                }
            }
        }
    }
    false
}

/// The places of `value` that see both ends of two strong links joined by a weak one.
fn turbot_eliminations(at: &Packed<'_>, value: usize) -> Cells {
    let shape = at.shape;
    let links = Links::of(at, value);
    let mut gone = 0;
    for one in links.list() {
        for two in links.list() {
            for x in 0..2 {
                let [a, end_a] = turned(*one, x);
                for y in 0..2 {
                    let [b, end_b] = turned(*two, y);
                    if shape.sees(a, b) && end_b != end_a && b != end_a && end_b != a {
                        gone |= at.common(value, &[end_a, end_b]);
                    }
                }
            }
        }
    }
    gone
}

/// The two colours of each component of the strong links of a value, by least cell.
fn components(at: &Packed<'_>, value: usize) -> Vec<[Cells; 2]> {
    let links = Links::of(at, value);
    let mut left = links.list().iter().fold(0, |all: Cells, link| all | 1 << link.ends[0] | 1 << link.ends[1]);
    let mut all = Vec::new();
    while left != 0 {
        // Cells at an even distance from the first one, and at an odd one.
        let mut colours: [Cells; 2] = [0; 2];
        let (mut front, mut side): (Cells, usize) = (1 << left.trailing_zeros(), 0);
        while front != 0 {
            colours[side] |= front;
            let mut next = 0;
            for link in links.list() {
                let [x, y] = link.ends.map(|end| 1 << end);
                next |= if front & x != 0 { y } else { 0 } | if front & y != 0 { x } else { 0 };
            }
            front = next & !colours[0] & !colours[1];
            side = 1 - side;
        }
        left &= !(colours[0] | colours[1]);
        all.push(colours);
    }
    all
}

/// Strikes some cells, unless turbot fish strike all of them.
fn coloured(at: &Packed<'_>, value: usize, gone: Cells, step: &mut Step) -> bool {
    gone & !turbot_eliminations(at, value) != 0 && step.strike(value, gone)
}

/// Places that see both colours of a component.
pub(super) fn colour_trap(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    let shape = at.shape;
    components(at, value).into_iter().any(|[a, b]| {
        let gone = at.places[value] & shape.seen_by_any(a) & shape.seen_by_any(b) & !a & !b;
        gone != 0 && coloured(at, value, gone, step)
    })
}

/// A colour that sees itself.
pub(super) fn colour_wrap(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    let shape = at.shape;
    components(at, value).into_iter().any(|colours| {
        let mut wrong = colours.into_iter().filter(|&colour| colour & shape.seen_by_any(colour) != 0);
        wrong.any(|colour| coloured(at, value, colour, step))
    })
}

/// Places that see the opposites of two colours, of two components, that see each other.
pub(super) fn multi_colours_1(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    let shape = at.shape;
    let sets = components(at, value);
    for (i, a) in sets.iter().enumerate() {
        for b in &sets[i + 1..] {
            let mut gone = 0;
            for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                if shape.seen_by_any(a[x]) & b[y] != 0 {
                    gone |= at.places[value] & shape.seen_by_any(a[1 - x]) & shape.seen_by_any(b[1 - y]);
                }
            }
            if gone != 0 && coloured(at, value, gone, step) {
                return true;
            }
        }
    }
    false
}

/// A colour that sees both colours of another component.
pub(super) fn multi_colours_2(at: &Packed<'_>, value: usize, step: &mut Step) -> bool {
    let shape = at.shape;
    let sets = components(at, value);
    for (i, a) in sets.iter().enumerate() {
        for (_, b) in sets.iter().enumerate().filter(|(j, _)| *j != i) {
            for &colour in a {
                let seen = shape.seen_by_any(colour);
                if b.iter().all(|other| other & seen != 0) && coloured(at, value, colour, step) {
                    return true;
                }
            }
        }
    }
    false
}
