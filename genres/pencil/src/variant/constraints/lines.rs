//! Lines whose cells are compared: thermometers, whispers, renbans and their like.

use crate::variant::constraint::{Constraint, Family, Form, Kind, Symmetry, Words};
use crate::variant::rules::{Rules, once_each, vars};
use crate::variant::scene::Scene;
use tesuji_genre::Bad;
use tesuji_solver::rules::{Arrow, RuleSpec};
use tesuji_solver::{Domain, Var};

/// The kinds of this file.
pub const ALL: &[&Kind] =
    &[&THERMO, &SLOW_THERMO, &WHISPER, &RENBAN, &NABNER, &MODULAR, &ENTROPIC, &BETWEEN, &LOCKOUT, &PALINDROME];

fn bulb(c: &Constraint, scene: &mut Scene<'_>, color: &str) {
    scene.line(c.line(), color, 14);
    if let Some(&first) = c.line().first() {
        scene.disc(first, 0.36, color, color);
    }
}

/// Each value is greater than the one before it: one rule for the whole line.
fn rising(cells: &[u32], to: &mut Rules<'_>) {
    if once_each(cells).len() < cells.len() {
        return to.never();
    }
    if let [below, above] = *cells {
        return to.add(RuleSpec::Inequality { below: Var(below), above: Var(above) });
    }
    if !to.is_second_round() || cells.is_empty() {
        return;
    }
    // State: one more than the last value; 0 before the first.
    let values = to.values();
    let states = std::iter::once(0).chain(values.iter().map(|v| u32::from(v) + 1));
    let mut arrows = Vec::new();
    for from in states {
        let greater = values.iter().filter(|&v| u32::from(v) + 1 > from);
        arrows.extend(greater.map(|v| Arrow { from, values: Domain::single(v), to: u32::from(v) + 1 }));
    }
    to.word(cells, vec![0], &[arrows], &|_| true);
}

/// Values rise from the bulb.
pub static THERMO: Kind = Kind {
    name: "Thermo",
    noun: "thermometer",
    words: Words::new(Family::Thermometers, "thermometer from {first}", "values rise along {it}"),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        rising(c.line(), to);
        Ok(())
    },
    draw: |c, scene| bulb(c, scene, "#c8c8c8"),
};

/// Values do not fall from the bulb.
pub static SLOW_THERMO: Kind = Kind {
    name: "SlowThermo",
    noun: "slow thermometer",
    words: Words::new(Family::Thermometers, "slow thermometer from {first}", "values never fall along {it}"),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        c.line().windows(2).for_each(|pair| to.pair(pair[0], pair[1], &|a, b| a <= b));
        Ok(())
    },
    draw: |c, scene| bulb(c, scene, "#d8c8a8"),
};

/// Neighbours differ by at least the number.
pub static WHISPER: Kind = Kind {
    name: "Whisper",
    noun: "whisper",
    words: Words::new(Family::Whispers, "whisper from {first}", "neighbours on {it} differ by at least {n}"),
    form: Form::Number(Some(5)),
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let least = c.number();
        c.line().windows(2).for_each(|pair| to.pair(pair[0], pair[1], &|a, b| (a - b).abs() >= least));
        Ok(())
    },
    draw: |c, scene| scene.line(c.line(), if c.number() == 5 { "#67c967" } else { "#e8a040" }, 8),
};

/// Consecutive values in any order.
pub static RENBAN: Kind = Kind {
    name: "Renban",
    noun: "renban",
    words: Words::new(Family::Renbans, "renban from {first}", "{it} ({cells}) holds {count} consecutive values"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        let cells = once_each(c.line());
        to.different(&cells);
        let (low, n, high) = (to.grid().low, cells.len() as u8, to.grid().high);
        let starts = (low..=high).filter(|s| s + n <= high + 1);
        let sets = starts.map(|s| Domain::range(s, s + n - 1)).collect();
        to.add(RuleSpec::Family { vars: vars(&cells), sets });
        Ok(())
    },
    draw: |c, scene| scene.line(c.line(), "#d070d0", 8),
};

/// No two values of it are equal or consecutive.
pub static NABNER: Kind = Kind {
    name: "Nabner",
    noun: "nabner",
    words: Words::new(Family::Lines, "nabner from {first}", "no two values of {it} are equal or consecutive"),
    form: Form::Cells,
    symmetry: Symmetry::SETS,
    rules: |c, to| {
        to.different(c.line());
        each_pair(c.line(), to, &|a, b| (a - b).abs() > 1);
        Ok(())
    },
    draw: |c, scene| scene.line(c.line(), "#d0b040", 8),
};

fn each_pair(cells: &[u32], to: &mut Rules<'_>, related: &dyn Fn(i32, i32) -> bool) {
    for (i, &a) in cells.iter().enumerate() {
        cells[..i].iter().for_each(|&b| to.pair(b, a, related));
    }
}

/// Any `size` cells in a row are of different groups, which come again in the same order.
fn in_turns(cells: &[u32], size: usize, to: &mut Rules<'_>, group: &dyn Fn(i32) -> i32) {
    each_pair(&cells[..size.min(cells.len())], to, &|a, b| group(a) != group(b));
    for (i, &cell) in cells.iter().enumerate().skip(size) {
        to.pair(cells[i - size], cell, &|a, b| group(a) == group(b));
    }
}

/// As many cells in a row as the number says leave different remainders by it.
pub static MODULAR: Kind = Kind {
    name: "Modular",
    noun: "modular line",
    words: Words::new(
        Family::Lines,
        "modular line from {first}",
        "any {n} cells in a row of {it} leave different remainders by {n}",
    ),
    form: Form::Number(Some(3)),
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let n = c.number();
        if n < 1 {
            return Err(Bad::new(format!("remainders by {n}")));
        }
        in_turns(c.line(), n as usize, to, &|v| v % n);
        Ok(())
    },
    draw: |c, scene| scene.line(c.line(), "#40b0b0", 6),
};

/// Three cells in a row are a low, a middle and a high value.
pub static ENTROPIC: Kind = Kind {
    name: "Entropic",
    noun: "entropic line",
    words: Words::new(
        Family::Lines,
        "entropic line from {first}",
        "any three cells in a row of {it} are low, middle and high",
    ),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        to.only_from_one()?;
        let n = to.values().len() as i32;
        // The middle group is the odd one where the values do not part evenly.
        let outer = if n % 3 == 2 { n / 3 + 1 } else { n / 3 };
        in_turns(c.line(), 3, to, &|v| i32::from(v > outer) + i32::from(v > n - outer));
        Ok(())
    },
    draw: |c, scene| scene.line(c.line(), "#f0a0a0", 8),
};

fn ends(c: &Constraint) -> Result<(u32, &[u32], u32), Bad> {
    match c.line() {
        [first, middle @ .., last] => Ok((*first, middle, *last)),
        _ => Err(Bad::new("a line of less than two cells")),
    }
}

fn draw_ends(c: &Constraint, scene: &mut Scene<'_>, color: &str, is_square: bool) {
    scene.line(c.line(), color, 8);
    for &end in [c.line().first(), c.line().last()].into_iter().flatten() {
        if is_square { scene.diamond(end, "white", color) } else { scene.disc(end, 0.38, "white", color) }
    }
}

/// Values of the line lie between those of its ends.
pub static BETWEEN: Kind = Kind {
    name: "Between",
    noun: "between line",
    words: Words::new(
        Family::Lines,
        "between line from {first}",
        "the values of {it} lie between those of its ends {first} and {last}",
    ),
    form: Form::Cells,
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let (first, middle, last) = ends(c)?;
        middle.iter().for_each(|&m| to.triple([first, m, last], &|a, m, b| a.min(b) < m && m < a.max(b)));
        Ok(())
    },
    draw: |c, scene| draw_ends(c, scene, "#b0b0d8", false),
};

/// The ends differ by at least the number, and no value of the line lies between them.
pub static LOCKOUT: Kind = Kind {
    name: "Lockout",
    noun: "lockout line",
    words: Words::new(
        Family::Lines,
        "lockout line from {first}",
        "the ends {first} and {last} of {it} differ by at least {n}, and no value of it lies between them",
    ),
    form: Form::Number(Some(4)),
    symmetry: Symmetry::CELLS,
    rules: |c, to| {
        let (first, middle, last) = ends(c)?;
        let least = c.number().max(1);
        to.pair(first, last, &|a, b| (a - b).abs() >= least);
        middle.iter().for_each(|&m| {
            to.triple([first, m, last], &|a, m, b| (a - b).abs() >= least && (m < a.min(b) || m > a.max(b)));
        });
        Ok(())
    },
    draw: |c, scene| draw_ends(c, scene, "#9090d0", true),
};

/// The line reads the same from both ends.
pub static PALINDROME: Kind = Kind {
    name: "Palindrome",
    noun: "palindrome",
    words: Words::new(
        Family::Lines,
        "palindrome from {first}",
        "{it} reads the same from both ends, so {scope} are equal",
    ),
    form: Form::Cells,
    symmetry: Symmetry::CELLS.renaming(),
    rules: |c, to| {
        let cells = c.line();
        for (&a, &b) in cells.iter().zip(cells.iter().rev()).take(cells.len() / 2) {
            to.pair(a, b, &|a, b| a == b);
        }
        Ok(())
    },
    draw: |c, scene| scene.line(c.line(), "#b8b8b8", 8),
};
