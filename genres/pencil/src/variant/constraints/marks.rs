//! What single cells may take: candidates, parities, least and greatest among neighbours.

use crate::variant::constraint::{Constraint, Family, Form, Kind, Symmetry, Words};
use crate::variant::rules::Rules;
use tesuji_genre::Bad;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Var};

/// The kinds of this file.
pub const ALL: &[&Kind] = &[&GIVEN, &ODD, &EVEN, &MINIMUM, &MAXIMUM];

/// The values that a cell may take, where that is part of a branch.
pub static GIVEN: Kind = Kind {
    name: "Given",
    noun: "candidates",
    words: Words::new(Family::Others, "candidates of {scope}", "{it} are given"),
    form: Form::Values,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let values = c.numbers.iter().filter_map(|&n| u8::try_from(n).ok().filter(|&v| v < 64)).collect();
        c.line().iter().for_each(|&cell| to.among(cell, values));
        Ok(())
    },
    draw: |_, _| {},
};

fn parity(c: &Constraint, to: &mut Rules<'_>, rest: u8) {
    let values: Domain = to.values().iter().filter(|v| v % 2 == rest).collect();
    c.line().iter().for_each(|&cell| to.among(cell, values));
}

/// Odd values.
pub static ODD: Kind = Kind {
    name: "Odd",
    noun: "odd cells",
    words: Words::new(Family::Others, "odd cell {scope}", "{scope} is odd"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        parity(c, to, 1);
        Ok(())
    },
    draw: |c, scene| c.line().iter().for_each(|&cell| scene.disc(cell, 0.38, "#d0d0d0", "none")),
};

/// Even values.
pub static EVEN: Kind = Kind {
    name: "Even",
    noun: "even cells",
    words: Words::new(Family::Others, "even cell {scope}", "{scope} is even"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        parity(c, to, 0);
        Ok(())
    },
    draw: |c, scene| c.line().iter().for_each(|&cell| scene.square(cell, "#d0d0d0")),
};

/// The cells are less (greater) than their neighbours that are not marked so, too.
fn beside(c: &Constraint, to: &mut Rules<'_>, is_least: bool) -> Result<(), Bad> {
    for &cell in c.line() {
        for (down, right) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let Some(other) = to.grid().step(cell, down, right) else { continue };
            if !c.line().contains(&other) {
                let (below, above) = if is_least { (cell, other) } else { (other, cell) };
                to.add(RuleSpec::Inequality { below: Var(below), above: Var(above) });
            }
        }
    }
    Ok(())
}

/// Less than the neighbours.
pub static MINIMUM: Kind = Kind {
    name: "Minimum",
    noun: "least cells",
    words: Words::new(
        Family::Signs,
        "least cell beside {scope}",
        "a least cell is less than its neighbours, so {low} is less than {high}",
    ),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| beside(c, to, true),
    draw: |c, scene| c.line().iter().for_each(|&cell| scene.square(cell, "#e8e0e0")),
};

/// Greater than the neighbours.
pub static MAXIMUM: Kind = Kind {
    name: "Maximum",
    noun: "greatest cells",
    words: Words::new(
        Family::Signs,
        "greatest cell beside {scope}",
        "a greatest cell is greater than its neighbours, so {low} is less than {high}",
    ),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| beside(c, to, false),
    draw: |c, scene| c.line().iter().for_each(|&cell| scene.square(cell, "#e0e8e0")),
};
