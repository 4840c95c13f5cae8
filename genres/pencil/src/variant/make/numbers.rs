//! The numbers of constraints in a solution.

use super::fits::whisper;
use crate::variant::constraint::Constraint;
use crate::variant::constraints::CAGE;
use crate::variant::design::Design;
use rand_chacha::ChaCha8Rng;
use tesuji_genre::shuffle;

/// Kinds whose number a layout may leave out.
const NUMBERED: [&str; 6] = ["Cage", "LittleKiller", "Sandwich", "XSum", "Skyscraper", "Quad"];

/// Is the number of a constraint left out, so that it says too little?
pub fn is_open(c: &Constraint) -> bool {
    NUMBERED.contains(&c.kind.name) && (c.numbers.is_empty() || (c.kind.name == "Cage" && c.numbers[..] == [0]))
}

/// Is the number of a constraint left out, so that it says nothing yet? (A cage without its sum says
/// that its values differ.)
pub fn is_unsaid(c: &Constraint) -> bool {
    is_open(c) && !c.is(&CAGE)
}

/// The sum between the least and the greatest value.
fn sandwich(values: &[i32]) -> i32 {
    let place = |value: Option<&i32>| values.iter().position(|v| Some(v) == value).unwrap_or(0);
    let (a, b) = (place(values.iter().min()), place(values.iter().max()));
    values.get(a.min(b) + 1..a.max(b)).map_or(0, |inner| inner.iter().sum())
}

fn seen(values: &[i32]) -> i32 {
    let mut highest = 0;
    let mut seen = 0;
    for &value in values.iter().filter(|v| **v > 0) {
        if value > highest {
            (highest, seen) = (value, seen + 1);
        }
    }
    seen
}

/// Most values that a quadruple shows.
const SHOWN: usize = 3;

/// The constraint with its numbers in the solution.
pub fn numbered(mut c: Constraint, design: &Design, solution: &[i32], rng: &mut ChaCha8Rng) -> Constraint {
    let values: Vec<i32> = c.line().iter().map(|&cell| solution[cell as usize]).collect();
    c.numbers = match c.kind.name {
        "Cage" | "LittleKiller" => vec![values.iter().sum()],
        "Sandwich" => vec![sandwich(&values)],
        "Skyscraper" => vec![seen(&values)],
        "XSum" => {
            let first = values.first().copied().unwrap_or(0).max(0) as usize;
            vec![values.iter().take(first).sum()]
        }
        "Quad" => {
            let mut shown = values;
            shuffle(&mut shown, rng);
            shown.truncate(SHOWN);
            shown.sort_unstable();
            shown
        }
        "Whisper" => vec![whisper(design)],
        "Modular" => vec![3],
        _ => return c,
    };
    c
}
