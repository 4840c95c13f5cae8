//! Relations given as tables, and automata: between neighbours on a line, between all its cells,
//! along it.

use crate::variant::automata::{self, Machine};
use crate::variant::constraint::{Constraint, Family, Form, Kind, Symmetry, Words};
use crate::variant::rules::Rules;
use tesuji_genre::Bad;

/// The kinds of this file.
pub const ALL: &[&Kind] = &[&PAIR, &PAIR_X, &BINARY, &BINARY_X, &REGEX, &NFA];

const PALE: &str = "#b8c8b8";

fn draw(c: &Constraint, scene: &mut crate::variant::scene::Scene<'_>) {
    c.cells.iter().for_each(|line| scene.line(line, PALE, 4));
}

/// A table of the pairs of values that are related.
fn table(c: &Constraint, to: &Rules<'_>) -> Result<Vec<bool>, Bad> {
    let n = to.values().len() as usize;
    let bits = automata::bits(&c.text)?;
    if bits.iter().skip(n * n).any(|&bit| bit) {
        return Err(Bad::new(format!("the relation is of more than {n} values")));
    }
    Ok((0..n * n).map(|i| bits.get(i).copied().unwrap_or(false)).collect())
}

/// Neighbours on the line are related.
pub static PAIR: Kind = Kind {
    name: "Pair",
    noun: "relation along a line",
    words: Words::new(
        Family::Lines,
        "relation along the line from {first}",
        "neighbours on the line from {first} are related as the puzzle says",
    ),
    form: Form::Relation,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let table = table(c, to)?;
        let (n, low) = (to.values().len() as i32, i32::from(to.grid().low));
        let related = |a: i32, b: i32| table[((a - low) * n + b - low) as usize];
        c.line().windows(2).for_each(|pair| to.pair(pair[0], pair[1], &related));
        Ok(())
    },
    draw,
};

/// All cells are related, each with each.
pub static PAIR_X: Kind = Kind {
    name: "PairX",
    noun: "relation of all cells",
    words: Words::new(
        Family::Lines,
        "relation of the cells from {first}",
        "all cells of the group at {first} are related as the puzzle says",
    ),
    form: Form::Relation,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let table = table(c, to)?;
        let (n, low) = (to.values().len() as i32, i32::from(to.grid().low));
        let related = |a: i32, b: i32| table[((a - low) * n + b - low) as usize];
        let both = |a: i32, b: i32| related(a, b) && related(b, a);
        let differ = (low..low + n).all(|v| !related(v, v));
        if differ {
            to.different(c.line());
        }
        for (i, &a) in c.line().iter().enumerate() {
            c.line()[..i].iter().for_each(|&b| to.pair(b, a, &both));
        }
        Ok(())
    },
    draw,
};

static BINARY: Kind = Kind {
    name: "Binary",
    noun: "relation along a line",
    words: Words::new(
        Family::Lines,
        "relation along the line from {first}",
        "neighbours on the line from {first} are related as the puzzle says",
    ),
    form: Form::OldRelation("Pair"),
    symmetry: Symmetry::UNKNOWN,
    rules: PAIR.rules,
    draw,
};
static BINARY_X: Kind = Kind {
    name: "BinaryX",
    noun: "relation of all cells",
    words: Words::new(
        Family::Lines,
        "relation of the cells from {first}",
        "all cells of the group at {first} are related as the puzzle says",
    ),
    form: Form::OldRelation("PairX"),
    symmetry: Symmetry::UNKNOWN,
    rules: PAIR_X.rules,
    draw,
};

fn read(machine: &Machine, c: &Constraint, to: &mut Rules<'_>) {
    let (low, high) = (u32::from(to.grid().low), u32::from(to.grid().high));
    let word: Vec<u32> = c.cells.iter().flatten().copied().collect();
    let lengths: Vec<usize> = c.cells.iter().map(Vec::len).collect();
    let (starts, arrows, accepts) = machine.along(&lengths, low, high);
    to.word(&word, starts, &arrows, &|state| accepts.contains(&state));
}

/// The values along the line match a regular expression.
static REGEX: Kind = Kind {
    name: "Regex",
    noun: "pattern",
    words: Words::new(
        Family::Lines,
        "pattern along the line from {first}",
        "the line from {first} matches its pattern",
    ),
    form: Form::Pattern,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let machine = automata::regex(&c.text, to.grid().low, to.grid().high)?;
        if to.is_second_round() {
            read(&machine, c, to);
        }
        Ok(())
    },
    draw,
};

/// An automaton accepts the values along the line.
static NFA: Kind = Kind {
    name: "NFA",
    noun: "automaton",
    words: Words::new(
        Family::Lines,
        "automaton along the line from {first}",
        "the automaton accepts the line from {first}",
    ),
    form: Form::Automaton,
    symmetry: Symmetry::UNKNOWN,
    rules: |c, to| {
        let machine = automata::decode(&c.text)?;
        if to.is_second_round() {
            read(&machine, c, to);
        }
        Ok(())
    },
    draw,
};
