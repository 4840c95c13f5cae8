//! Lines with equal sums: arrows, zippers, region sums, lines of tens.

use crate::variant::constraint::{Family, Form, Kind, Symmetry, Words};
use crate::variant::rules::Rules;
use tesuji_genre::Bad;
use tesuji_solver::Domain;
use tesuji_solver::rules::Arrow;

/// The kinds of this file.
pub const ALL: &[&Kind] = &[&ARROW, &DOUBLE_ARROW, &PILL_ARROW, &ZIPPER, &REGION_SUM_LINE, &SUM_LINE, &EQUAL_SUM];

/// The cells of the arrow add up to its circle.
pub static ARROW: Kind = Kind {
    name: "Arrow",
    noun: "arrow",
    words: Words::new(Family::Arrows, "arrow from {first}", "{rest} add up to {first} on {it}"),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let (circle, shaft) = c.line().split_first().ok_or_else(|| Bad::new("an arrow without cells"))?;
        if !shaft.is_empty() {
            to.equal_sums(&[*circle], shaft);
        }
        Ok(())
    },
    draw: |c, scene| scene.arrow(&c.line()[..1], &c.line()[1..]),
};

/// The cells between the circles add up to what the circles do.
pub static DOUBLE_ARROW: Kind = Kind {
    name: "DoubleArrow",
    noun: "double arrow",
    words: Words::new(
        Family::Arrows,
        "double arrow from {first}",
        "the cells between the circles {first} and {last} add up to what these do",
    ),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| match c.line() {
        [first, middle @ .., last] if !middle.is_empty() => {
            to.equal_sums(&[*first, *last], middle);
            Ok(())
        }
        _ => Err(Bad::new("a double arrow of less than three cells")),
    },
    draw: |c, scene| {
        scene.line(c.line(), "#909090", 3);
        for &end in [c.line().first(), c.line().last()].into_iter().flatten() {
            scene.disc(end, 0.38, "white", "#909090");
        }
    },
};

/// The cells of the arrow add up to the number that its first cells show.
pub static PILL_ARROW: Kind = Kind {
    name: "PillArrow",
    noun: "arrow with a pill",
    words: Words::new(
        Family::Arrows,
        "arrow with a pill from {first}",
        "the cells of {it} add up to the number in its pill",
    ),
    form: Form::Number(None),
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let size = c.number();
        if !(2..=3).contains(&size) || c.line().len() <= size as usize {
            return Err(Bad::new(format!("a pill of {size} cells on a line of {}", c.line().len())));
        }
        let (pill, shaft) = c.line().split_at(size as usize);
        let powers = (0..size as u32).rev().map(|k| -10_i32.pow(k));
        let terms = pill.iter().copied().zip(powers).chain(shaft.iter().map(|&cell| (cell, 1)));
        to.sum(&terms.collect::<Vec<_>>(), 0);
        // Places behind the first one show one digit.
        pill[1..].iter().for_each(|&cell| to.among(cell, Domain::range(0, 9)));
        Ok(())
    },
    draw: |c, scene| {
        let (pill, shaft) = c.line().split_at((c.number() as usize).min(c.line().len()));
        scene.arrow(pill, shaft);
    },
};

/// Cells equally far from the middle have one sum, which the middle cell shows where there is one.
pub static ZIPPER: Kind = Kind {
    name: "Zipper",
    noun: "zipper",
    words: Words::new(
        Family::SumLines,
        "zipper from {first}",
        "cells of {it} equally far from its middle have one sum",
    ),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let cells = c.line();
        let mut sums: Vec<Vec<u32>> =
            cells.iter().zip(cells.iter().rev()).take(cells.len() / 2).map(|(&a, &b)| vec![a, b]).collect();
        if cells.len() % 2 == 1 {
            sums.push(vec![cells[cells.len() / 2]]);
        }
        all_equal(&sums, to);
        Ok(())
    },
    draw: |c, scene| scene.line(c.line(), "#b0a0e8", 8),
};

/// All lists have one sum: each with a single cell where there is one, else each with each.
fn all_equal(lists: &[Vec<u32>], to: &mut Rules<'_>) {
    if let Some(single) = lists.iter().find(|list| list.len() == 1) {
        for list in lists.iter().filter(|list| *list != single) {
            to.equal_sums(list, single);
        }
        return;
    }
    for (i, a) in lists.iter().enumerate() {
        lists[..i].iter().for_each(|b| to.equal_sums(a, b));
    }
}

/// The parts of the line in the regions that it passes have one sum.
pub static REGION_SUM_LINE: Kind = Kind {
    name: "RegionSumLine",
    noun: "region-sum line",
    words: Words::new(Family::SumLines, "region-sum line from {first}", "{it} has the same sum in each region"),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        if !to.design().regions().is_empty() {
            all_equal(&to.design().cut(c.line()), to);
        }
        Ok(())
    },
    draw: |c, scene| scene.line(c.line(), "#60a0e0", 6),
};

/// The line parts into pieces with the sum; a loop closes.
pub static SUM_LINE: Kind = Kind {
    name: "SumLine",
    noun: "sum line",
    words: Words::new(Family::SumLines, "sum line of {n} from {first}", "{it} parts into pieces that add up to {n}"),
    form: Form::Number(Some(10)),
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let sum = c.number();
        // The automaton of a loop has a state for each place of entry within a piece.
        let most = if c.text == "LOOP" { 100 } else { 1000 };
        if !(1..=most).contains(&sum) {
            return Err(Bad::new(format!("pieces with the sum {sum}; 1 to {most} are read")));
        }
        if !to.is_second_round() {
            return Ok(());
        }
        let sum = sum as u32;
        let starts: Vec<u32> = if c.text == "LOOP" { (0..sum).collect() } else { vec![0] };
        // State: where the loop was entered, and what the piece has so far.
        let mut arrows = Vec::new();
        for (&start, so_far) in starts.iter().flat_map(|s| (0..sum).map(move |n| (s, n))) {
            for value in to.values().iter().filter(|&v| so_far + u32::from(v) <= sum) {
                let next = (so_far + u32::from(value)) % sum;
                arrows.push(Arrow {
                    from: start * sum + so_far,
                    values: Domain::single(value),
                    to: start * sum + next,
                });
            }
        }
        let entered = starts.iter().map(|s| s * sum + s).collect();
        to.word(c.line(), entered, &[arrows], &|state| state / sum == state % sum);
        Ok(())
    },
    draw: |c, scene| {
        let mut cells = c.line().to_vec();
        if c.text == "LOOP" {
            cells.extend(c.line().first());
        }
        scene.line(&cells, "#50c080", 6);
    },
};

/// Lists of cells with one sum.
static EQUAL_SUM: Kind = Kind {
    name: "EqualSum",
    noun: "equal sums",
    words: Words::new(Family::SumLines, "equal sums at {first}", "the sets of {it} have one sum"),
    form: Form::Segments,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        if c.cells.iter().any(Vec::is_empty) {
            return Err(Bad::new("a list without cells"));
        }
        all_equal(&c.cells, to);
        Ok(())
    },
    draw: |c, scene| c.cells.iter().for_each(|list| scene.shade(list, "#f0e8d0")),
};
