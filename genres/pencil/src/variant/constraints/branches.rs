//! Constraints of constraints, and those that speak of the search or of connection.

use crate::variant::constraint::{Family, Form, Kind, Symmetry, Words};
use crate::variant::rules::vars;
use tesuji_genre::Bad;
use tesuji_solver::Domain;
use tesuji_solver::rules::RuleSpec;

/// The kinds of this file.
pub const ALL: &[&Kind] = &[&OR, &AND, &SEARCH_PRIORITY, &CONNECTED_VALUES];

/// At least one of the constraints inside holds.
pub static OR: Kind = Kind {
    name: "Or",
    noun: "choice",
    words: Words::new(Family::Others, "choice of constraints at {scope}", "at least one branch of {it} must hold"),
    form: Form::Branches,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        if !to.is_second_round() {
            return Ok(());
        }
        let mut branches = Vec::new();
        for inner in &c.inner {
            branches.push(to.branch(|to| to.inner(inner))?);
        }
        // A branch without rules holds.
        if !branches.iter().any(Vec::is_empty) {
            to.any_of(branches);
        }
        Ok(())
    },
    draw: |c, scene| c.inner.iter().for_each(|inner| (inner.kind.draw)(inner, scene)),
};

/// All constraints inside hold.
pub static AND: Kind = Kind {
    name: "And",
    noun: "group of constraints",
    words: Words::new(Family::Others, "group of constraints at {first}", "all of {it} holds"),
    form: Form::Branches,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| c.inner.iter().try_for_each(|inner| to.inner(inner)),
    draw: |c, scene| c.inner.iter().for_each(|inner| (inner.kind.draw)(inner, scene)),
};

/// A hint for a search, which says nothing of solutions.
static SEARCH_PRIORITY: Kind = Kind {
    name: "SearchPriority",
    noun: "order of a search",
    words: Words::new(Family::Others, "order of a search", "{it} says nothing"),
    form: Form::Word,
    symmetry: Symmetry::UNKNOWN,
    rules: |_, _| Ok(()),
    draw: |_, _| {},
};

/// The cells with these values hang together, and are as many as the text says, if it does.
static CONNECTED_VALUES: Kind = Kind {
    name: "ConnectedValues",
    noun: "connected values",
    words: Words::new(Family::Others, "area of connected values", "the cells of {it} hang together"),
    form: Form::Connected,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let cells = c.line();
        let values: Domain = c.numbers.iter().filter_map(|&n| u8::try_from(n).ok().filter(|&v| v < 64)).collect();
        let columns = match to.grid().outside_of(cells.first().copied().unwrap_or(0)) {
            Some((group, _)) if group.columns > 0 => group.columns,
            _ => to.grid().cols,
        };
        let mut edges = Vec::new();
        for i in 0..cells.len() {
            if (i + 1) % columns != 0 && i + 1 < cells.len() {
                edges.push([i as u32, i as u32 + 1]);
            }
            if i + columns < cells.len() {
                edges.push([i as u32, (i + columns) as u32]);
            }
        }
        to.add(RuleSpec::Connected { vars: vars(cells), values, edges });
        if !c.text.is_empty() {
            let size = c.text.parse().map_err(|_| Bad::new(format!("{:?} is no size", c.text)))?;
            to.count(cells, values, size, size);
        }
        Ok(())
    },
    draw: |_, _| {},
};
