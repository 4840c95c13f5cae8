//! Cages: sums of different values, sums, sets of values.

use crate::variant::constraint::{Constraint, Family, Form, Kind, Symmetry, Words};
use crate::variant::rules::{Rules, once_each, vars};
use tesuji_genre::Bad;
use tesuji_solver::Domain;
use tesuji_solver::rules::RuleSpec;

/// The kinds of this file.
pub const ALL: &[&Kind] = &[&CAGE, &SUM, &EQUALITY_CAGE, &RELLIK_CAGE];

/// Different values with a sum; a sum of 0 says nothing of the sum. A cell that is named twice
/// counts twice.
pub static CAGE: Kind = Kind {
    name: "Cage",
    noun: "cage",
    words: Words::new(Family::Cages, "cage of {n} at {first}", "the values of {it} differ and add up to {n}"),
    form: Form::Number(None),
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        to.different(c.line());
        match c.numbers[..] {
            [] | [0] => {}
            // One of these follows from the others.
            _ => to.total(c.line(), c.number()),
        }
        Ok(())
    },
    draw: |c, scene| {
        scene.cage(c.line(), &c.numbers.first().filter(|n| **n != 0).map_or(String::new(), i32::to_string))
    },
};

/// A sum of any values; the first number is the sum, the others are weights.
pub static SUM: Kind = Kind {
    name: "Sum",
    noun: "sum",
    words: Words::new(Family::Cages, "sum of {n} at {first}", "{cells} make the sum {n}"),
    form: Form::Weighted,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let weight = |i: usize| c.numbers.get(i + 1).copied().unwrap_or(1);
        let terms: Vec<_> = c.line().iter().enumerate().map(|(i, &cell)| (cell, weight(i))).collect();
        to.sum(&terms, c.number());
        Ok(())
    },
    draw: |c, scene| scene.cage(c.line(), &format!("Σ{}", c.number())),
};

/// Different values whose set is of this kind.
fn sets(c: &Constraint, to: &mut Rules<'_>, is_one: &dyn Fn(&[i32]) -> bool) {
    let cells = once_each(c.line());
    to.different(&cells);
    if !to.is_second_round() {
        return;
    }
    let values = to.values();
    let mut all = Vec::new();
    choose(&values.iter().map(i32::from).collect::<Vec<_>>(), cells.len(), &mut Vec::new(), &mut |set| {
        if is_one(set) {
            all.push(set.iter().map(|&v| v as u8).collect::<Domain>());
        }
    });
    to.add(RuleSpec::Family { vars: vars(&cells), sets: all });
}

/// All sets of `count` of the values.
fn choose(values: &[i32], count: usize, chosen: &mut Vec<i32>, each: &mut dyn FnMut(&[i32])) {
    if count == 0 {
        return each(chosen);
    }
    for i in 0..values.len() {
        chosen.push(values[i]);
        choose(&values[i + 1..], count - 1, chosen, each);
        chosen.pop();
    }
}

/// As many even as odd values, as many low as high ones, and not the middle one.
static EQUALITY_CAGE: Kind = Kind {
    name: "EqualityCage",
    noun: "equality cage",
    words: Words::new(
        Family::Cages,
        "equality cage at {first}",
        "{it} holds as many low as high and as many even as odd values",
    ),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        let cells = once_each(c.line()).len();
        if cells % 2 == 1 {
            return Err(Bad::new(format!("an equality cage of {cells} cells; the number must be even")));
        }
        let (low, high) = (i32::from(to.grid().low), i32::from(to.grid().high));
        let half = (high - low + 1) / 2;
        sets(c, to, &|set| {
            let count = |is: &dyn Fn(i32) -> bool| set.iter().filter(|&&v| is(v)).count() * 2 == set.len();
            count(&|v| v % 2 == 0) && count(&|v| v < low + half) && count(&|v| v > high - half)
        });
        Ok(())
    },
    draw: |c, scene| scene.cage(c.line(), "="),
};

/// No values of it add up to the number.
static RELLIK_CAGE: Kind = Kind {
    name: "RellikCage",
    noun: "rellik cage",
    words: Words::new(Family::Cages, "rellik cage of {n} at {first}", "no values of {it} add up to {n}"),
    form: Form::Number(None),
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        let number = c.number();
        sets(c, to, &|set| {
            let mut sums = vec![0];
            for &v in set {
                let more: Vec<i32> = sums.iter().map(|s| s + v).collect();
                if more.contains(&number) {
                    return false;
                }
                sums.extend(more);
            }
            true
        });
        Ok(())
    },
    draw: |c, scene| scene.cage(c.line(), &format!("≠{}", c.number())),
};
