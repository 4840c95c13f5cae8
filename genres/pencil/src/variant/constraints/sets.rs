//! What values a set of cells holds: quadruples, counts, circles, equal sets.

use crate::variant::constraint::{Constraint, Family, Form, Kind, Symmetry, Words};
use crate::variant::rules::{Rules, once_each, vars};
use std::collections::BTreeMap;
use tesuji_genre::Bad;
use tesuji_solver::rules::{Arrow, RuleSpec};
use tesuji_solver::{Domain, Value};

/// The kinds of this file.
pub const ALL: &[&Kind] = &[
    &QUAD,
    &CONTAIN_AT_LEAST,
    &CONTAIN_EXACT,
    &LOOK_AND_SAY,
    &COUNTING_CIRCLES,
    &COUNT_DISTINCT,
    &SAME_VALUES,
    &REGION_SAME_VALUES,
];

/// How often each number of a list stands in it.
fn times(numbers: &[i32]) -> BTreeMap<i32, usize> {
    let mut times = BTreeMap::new();
    numbers.iter().for_each(|&n| *times.entry(n).or_insert(0) += 1);
    times
}

fn one(value: i32) -> Domain {
    Value::try_from(value).ok().filter(|&v| v < 64).map_or(Domain::EMPTY, Domain::single)
}

/// Each value stands as often as it is listed, or at least so often.
fn contain(c: &Constraint, to: &mut Rules<'_>, is_exact: bool) {
    for (value, n) in times(&c.numbers) {
        to.count(c.line(), one(value), n, if is_exact { n } else { c.line().len() });
    }
    // Where the cells have room for no other value, each has one of these.
    if c.numbers.len() == once_each(c.line()).len() {
        let values: Domain = c.numbers.iter().map(|&n| one(n)).fold(Domain::EMPTY, |all, own| all | own);
        once_each(c.line()).into_iter().for_each(|cell| to.among(cell, values));
    }
}

/// The values stand in the four cells.
pub static QUAD: Kind = Kind {
    name: "Quad",
    noun: "quadruple",
    words: Words::new(Family::Sets, "quadruple {numbers} at {first}", "{numbers} must stand in {cells}"),
    form: Form::Square,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        contain(c, to, false);
        Ok(())
    },
    draw: |c, scene| {
        let text: Vec<String> = c.numbers.iter().map(i32::to_string).collect();
        scene.corner(c.line(), &text);
    },
};

fn words(c: &Constraint) -> String {
    c.numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}

/// The values stand in the cells, each at least as often as it is listed.
static CONTAIN_AT_LEAST: Kind = Kind {
    name: "ContainAtLeast",
    noun: "list of values",
    words: Words::new(Family::Sets, "list {numbers} at {first}", "{numbers} must stand in {cells}"),
    form: Form::Values,
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        contain(c, to, false);
        Ok(())
    },
    draw: |c, scene| scene.cage(c.line(), &words(c)),
};

/// The values stand in the cells, each as often as it is listed.
static CONTAIN_EXACT: Kind = Kind {
    name: "ContainExact",
    noun: "exact list of values",
    words: Words::new(
        Family::Sets,
        "exact list {numbers} at {first}",
        "{cells} hold {numbers} exactly as often as listed",
    ),
    form: Form::Values,
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        contain(c, to, true);
        Ok(())
    },
    draw: |c, scene| scene.cage(c.line(), &format!("={}", words(c))),
};

/// Pairs of digits: how often a value stands in the cells, and the value.
static LOOK_AND_SAY: Kind = Kind {
    name: "LookAndSay",
    noun: "look-and-say cage",
    words: Words::new(
        Family::Sets,
        "look-and-say cage {text} at {first}",
        "{it} says how often values stand in {cells}",
    ),
    form: Form::Word,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let digits: Vec<u32> = c.text.chars().filter_map(|c| c.to_digit(10)).collect();
        if digits.is_empty() || digits.len() != c.text.chars().count() || digits.len() % 2 == 1 {
            return Err(Bad::new(format!("{:?} is no list of pairs of digits", c.text)));
        }
        for pair in digits.chunks(2) {
            to.count(c.line(), one(pair[1] as i32), pair[0] as usize, pair[0] as usize);
        }
        Ok(())
    },
    draw: |c, scene| scene.cage(c.line(), &c.text),
};

/// A value in a circle stands in as many circles as it says.
static COUNTING_CIRCLES: Kind = Kind {
    name: "CountingCircles",
    noun: "counting circles",
    words: Words::new(Family::Sets, "counting circles", "a value in a circle stands in as many circles as it says"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        let cells = once_each(c.line());
        if cells.len() > 255 {
            return Err(Bad::new(format!("{} circles; up to 255 are read", cells.len())));
        }
        if !to.is_second_round() {
            return Ok(());
        }
        let times = to.values().iter().map(|v| (v, if v == 0 { 1 } else { 1 | 1 << v })).collect();
        let groups = to.groups(&cells, &|_, _| true);
        to.add(RuleSpec::Occurrences { vars: vars(&cells), times, groups });
        Ok(())
    },
    draw: |c, scene| c.line().iter().for_each(|&cell| scene.disc(cell, 0.4, "none", "#808080")),
};

/// The first cell says how many different values the others have.
static COUNT_DISTINCT: Kind = Kind {
    name: "CountDistinct",
    noun: "count of different values",
    words: Words::new(
        Family::Sets,
        "count of different values at {first}",
        "{first} says how many different values {rest} have",
    ),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let Some((control, cells)) = c.line().split_first() else { return Err(Bad::new("no cells")) };
        let (values, low) = (to.values(), u32::from(to.grid().low));
        if values.len() > 10 {
            return Err(Bad::new("different values are counted among up to ten"));
        }
        if !to.is_second_round() {
            return Ok(());
        }
        // State: the set of values so far, as bits.
        let cells = once_each(cells);
        let mut arrows = Vec::new();
        let mut sets = vec![0_u32];
        for _ in &cells {
            let mut step = Vec::new();
            let mut next = Vec::new();
            for &set in &sets {
                for value in values.iter() {
                    let with = set | 1 << (u32::from(value) - low);
                    step.push(Arrow { from: set, values: Domain::single(value), to: with });
                    next.push(with);
                }
            }
            next.sort_unstable();
            next.dedup();
            sets = next;
            arrows.push(step);
        }
        let done = 1 << 10;
        let last = sets.iter().map(|&set| Arrow { from: set, values: one(set.count_ones() as i32), to: done });
        arrows.push(last.collect());
        let word: Vec<u32> = cells.iter().chain([control]).copied().collect();
        to.word(&word, vec![0], &arrows, &|state| state == done);
        Ok(())
    },
    draw: |c, scene| {
        scene.shade(&c.line()[1..], "#e8e8d8");
        c.line().first().into_iter().for_each(|&cell| scene.disc(cell, 0.4, "none", "#808080"));
    },
};

/// Sets of cells hold the same values, each as often.
fn same(sets: &[Vec<u32>], to: &mut Rules<'_>) -> Result<(), Bad> {
    let Some((first, others)) = sets.split_first() else { return Ok(()) };
    for other in others {
        if first.len() != other.len() {
            return Err(Bad::new(format!("sets of {} and of {} cells", first.len(), other.len())));
        }
        let (mut left, mut right) = (first.clone(), other.clone());
        // What stands on both sides says nothing.
        left.retain(|cell| match right.iter().position(|c| c == cell) {
            Some(i) => {
                right.remove(i);
                false
            }
            None => true,
        });
        if once_each(&left).len() + once_each(&right).len() < left.len() + right.len() {
            return Err(Bad::new("a set names a cell twice"));
        }
        match (&left[..], &right[..]) {
            ([], _) => {}
            ([a], [b]) => to.pair(*a, *b, &|a, b| a == b),
            _ => to.add(RuleSpec::Same { left: vars(&left), right: vars(&right) }),
        }
    }
    Ok(())
}

/// The lists hold the same values.
pub static SAME_VALUES: Kind = Kind {
    name: "SameValues",
    noun: "equal sets",
    words: Words::new(Family::Sets, "equal sets at {first}", "the sets of {scope} hold the same values"),
    form: Form::Sets,
    symmetry: Symmetry::CELLS.renaming(),
    rules: |c, to| same(&c.cells, to),
    draw: |c, scene| {
        let color = if c.cells.iter().all(|s| s.len() == 1) { "#e8e8e8" } else { "#e0ecf4" };
        c.cells.iter().for_each(|set| scene.shade(set, color));
    },
};

/// All regions of the largest size hold the same values.
static REGION_SAME_VALUES: Kind = Kind {
    name: "RegionSameValues",
    noun: "equal regions",
    words: Words::new(Family::Sets, "equal regions", "all large regions hold the same values"),
    form: Form::Global,
    symmetry: Symmetry::UNKNOWN,
    rules: |_, to| {
        let grid = to.grid();
        let mut all = to.design().pieces()?;
        all.extend((0..grid.rows).map(|r| grid.row(r)));
        all.extend((0..grid.cols).map(|c| grid.col(c)));
        all.extend(to.design().boxes());
        let most = all.iter().map(Vec::len).max().unwrap_or(0);
        all.retain(|region| region.len() == most);
        if most == to.values().len() as usize { Ok(()) } else { same(&all, to) }
    },
    draw: |_, _| {},
};
