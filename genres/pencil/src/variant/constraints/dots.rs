//! Signs between neighbours: dots, sums, inequalities, and what their absence says.

use crate::variant::constraint::{Constraint, Family, Form, Kind, Symmetry, Words};
use crate::variant::design::Design;
use crate::variant::rules::Rules;
use tesuji_genre::Bad;
use tesuji_solver::Var;
use tesuji_solver::rules::RuleSpec;

/// The kinds of this file.
pub const ALL: &[&Kind] = &[
    &WHITE_DOT,
    &BLACK_DOT,
    &DIFFERENCE,
    &RATIO,
    &GREATER,
    &X,
    &V,
    &STRICT_KROPKI,
    &STRICT_DIFFERENCE,
    &STRICT_RATIO,
    &STRICT_XV,
];

/// Pairs of neighbours in a list of cells, in its order.
fn pairs(c: &Constraint, design: &Design) -> Vec<(u32, u32)> {
    let cells = c.line();
    let grid = &design.grid;
    let is_cell = |v: u32| (v as usize) < grid.cells();
    let mut all = Vec::new();
    for (i, &a) in cells.iter().enumerate() {
        let behind = cells[i + 1..].iter().filter(|&&b| is_cell(a) && is_cell(b) && grid.are_adjacent(a, b));
        all.extend(behind.map(|&b| (a, b)));
    }
    all
}

fn each(c: &Constraint, to: &mut Rules<'_>, related: &dyn Fn(i32, i32) -> bool) -> Result<(), Bad> {
    let pairs = pairs(c, to.design());
    if pairs.is_empty() {
        return Err(Bad::new("no two of the cells share a side"));
    }
    pairs.into_iter().for_each(|(a, b)| to.pair(a, b, related));
    Ok(())
}

fn is_ratio(a: i32, b: i32, ratio: i32) -> bool {
    a == ratio * b || b == ratio * a
}

/// Consecutive neighbours.
pub static WHITE_DOT: Kind = Kind {
    name: "WhiteDot",
    noun: "white dot",
    words: Words::new(Family::Signs, "white dot between {scope}", "{scope} are consecutive"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| each(c, to, &|a, b| (a - b).abs() == 1),
    draw: |c, scene| pairs(c, scene.design()).into_iter().for_each(|(a, b)| scene.dot(a, b, "white", "")),
};

/// Of neighbours one is twice the other.
pub static BLACK_DOT: Kind = Kind {
    name: "BlackDot",
    noun: "black dot",
    words: Words::new(Family::Signs, "black dot between {scope}", "one of {scope} is twice the other"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| each(c, to, &|a, b| is_ratio(a, b, 2)),
    draw: |c, scene| pairs(c, scene.design()).into_iter().for_each(|(a, b)| scene.dot(a, b, "black", "")),
};

/// Neighbours with this difference.
pub static DIFFERENCE: Kind = Kind {
    name: "Difference",
    noun: "white dot",
    words: Words::new(Family::Signs, "white dot {n} between {scope}", "{scope} differ by {n}"),
    form: Form::Number(Some(1)),
    symmetry: Symmetry::SETS,
    rules: |c, to| each(c, to, &|a, b| (a - b).abs() == c.number()),
    draw: |c, scene| {
        let text = c.number().to_string();
        pairs(c, scene.design()).into_iter().for_each(|(a, b)| scene.dot(a, b, "white", &text));
    },
};

/// Neighbours with this ratio.
pub static RATIO: Kind = Kind {
    name: "Ratio",
    noun: "black dot",
    words: Words::new(Family::Signs, "black dot {n} between {scope}", "one of {scope} is {n} times the other"),
    form: Form::Number(Some(2)),
    symmetry: Symmetry::SETS,
    rules: |c, to| each(c, to, &|a, b| is_ratio(a, b, c.number())),
    draw: |c, scene| {
        let text = c.number().to_string();
        pairs(c, scene.design()).into_iter().for_each(|(a, b)| scene.dot(a, b, "black", &text));
    },
};

/// A cell is greater than the neighbours that are named behind it.
pub static GREATER: Kind = Kind {
    name: "GreaterThan",
    noun: "inequality",
    words: Words::new(
        Family::Signs,
        "inequality between {scope}",
        "by the sign between them {low} is less than {high}",
    ),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let pairs = pairs(c, to.design());
        if pairs.is_empty() {
            return Err(Bad::new("no two of the cells share a side"));
        }
        for (above, below) in pairs {
            to.add(RuleSpec::Inequality { below: Var(below), above: Var(above) });
        }
        Ok(())
    },
    draw: |c, scene| {
        for (a, b) in pairs(c, scene.design()) {
            let sign = match b as i64 - a as i64 {
                1 => ">",
                -1 => "<",
                d if d > 0 => "∨",
                _ => "∧",
            };
            scene.between(a, b, sign);
        }
    },
};

/// Neighbours that add up to 10.
pub static X: Kind = Kind {
    name: "X",
    noun: "X",
    words: Words::new(Family::Signs, "X between {scope}", "{scope} add up to 10"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| each(c, to, &|a, b| a + b == 10),
    draw: |c, scene| pairs(c, scene.design()).into_iter().for_each(|(a, b)| scene.between(a, b, "X")),
};

/// Neighbours that add up to 5.
pub static V: Kind = Kind {
    name: "V",
    noun: "V",
    words: Words::new(Family::Signs, "V between {scope}", "{scope} add up to 5"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| each(c, to, &|a, b| a + b == 5),
    draw: |c, scene| pairs(c, scene.design()).into_iter().for_each(|(a, b)| scene.between(a, b, "V")),
};

/// Neighbours without a sign of these kinds are not related so.
fn unmarked(marks: &[&Kind], to: &mut Rules<'_>, related: &dyn Fn(i32, i32) -> bool) -> Result<(), Bad> {
    if !to.is_second_round() {
        return Ok(());
    }
    let design = to.design();
    let is_mark = |c: &&Constraint| marks.iter().any(|kind| std::ptr::eq(*kind, c.kind));
    if let Some(inner) =
        design.constraints.iter().flat_map(|c| &c.inner).flat_map(|c| c.inner.iter().chain([c])).find(is_mark)
    {
        return Err(Bad::new(format!(
            "what signs that are missing say is not clear beside a {} in a branch",
            inner.kind.noun
        )));
    }
    let marked: Vec<(u32, u32)> = design.constraints.iter().filter(is_mark).flat_map(|c| pairs(c, design)).collect();
    for (a, b) in design.grid.neighbours() {
        if !marked.contains(&(a, b)) && !marked.contains(&(b, a)) {
            to.pair(a, b, &|x, y| !related(x, y));
        }
    }
    Ok(())
}

const DOTS: [&Kind; 4] = [&WHITE_DOT, &BLACK_DOT, &DIFFERENCE, &RATIO];

const fn strict(
    name: &'static str,
    noun: &'static str,
    words: Words,
    form: Form,
    rules: fn(&Constraint, &mut Rules<'_>) -> Result<(), Bad>,
) -> Kind {
    Kind { name, noun, words, form, symmetry: Symmetry::GRID, rules, draw: |_, _| {} }
}

/// All dots are given.
pub static STRICT_KROPKI: Kind = strict(
    "StrictKropki",
    "absence of dots",
    Words::new(
        Family::Absences,
        "missing dot between {scope}",
        "without a dot {scope} are not consecutive, and neither is twice the other",
    ),
    Form::Global,
    |_, to| unmarked(&DOTS, to, &|a, b| (a - b).abs() == 1 || is_ratio(a, b, 2)),
);

/// Neighbours without a dot do not differ by the number.
pub static STRICT_DIFFERENCE: Kind = strict(
    "StrictDifference",
    "absence of white dots",
    Words::new(
        Family::Absences,
        "missing white dot between {scope}",
        "without a white dot {scope} do not differ by {n}",
    ),
    Form::Choice(&[]),
    |c, to| unmarked(&DOTS, to, &|a, b| (a - b).abs() == c.number()),
);

/// Neighbours without a dot do not have the ratio.
pub static STRICT_RATIO: Kind = strict(
    "StrictRatio",
    "absence of black dots",
    Words::new(
        Family::Absences,
        "missing black dot between {scope}",
        "without a black dot neither of {scope} is {n} times the other",
    ),
    Form::Choice(&[]),
    |c, to| unmarked(&DOTS, to, &|a, b| is_ratio(a, b, c.number())),
);

/// All X and V are given.
pub static STRICT_XV: Kind = strict(
    "StrictXV",
    "absence of X and V",
    Words::new(Family::Absences, "missing X or V between {scope}", "without a sign {scope} add up to neither 5 nor 10"),
    Form::Global,
    |_, to| unmarked(&[&X, &V], to, &|a, b| a + b == 5 || a + b == 10),
);
