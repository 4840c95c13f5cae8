//! The compiled forms of techniques, left out one by one where puzzles are made.

use super::{Done, Making};
use crate::median;
use tesuji_genre::CompiledForms;

/// The forms in which a row is made; the first as it is.
pub const FORMS: [(&str, CompiledForms); 4] = [
    ("as it is", CompiledForms { words: true, tables: true }),
    ("no words", CompiledForms { words: false, tables: true }),
    ("no tables", CompiledForms { words: true, tables: false }),
    ("neither", CompiledForms { words: false, tables: false }),
];
/// The row as it is must reach this part of the best form.
const LEAST: f64 = 0.95;
/// CPU seconds of a turn.
const SLICE: f64 = 0.1;
/// Turns, and further ones where a plainer form seems to win.
const TURNS: [usize; 2] = [3, 9];

/// A row's rates by form, from turns with a seed each.
pub struct Forms {
    /// The row.
    pub name: String,
    /// By form: what came of each turn.
    pub turns: Vec<Vec<Done>>,
}

impl Forms {
    /// Puzzles a second in a form, over all turns.
    pub fn rate(&self, form: usize) -> f64 {
        let (units, seconds) = self.turns[form].iter().fold((0, 0.0), |sum, d| (sum.0 + d.units, sum.1 + d.seconds));
        units as f64 / seconds.max(1e-9)
    }

    /// The plainer form that is faster, and the row's rate as a part of its: over all turns, and in
    /// the middle one of turns with the same seed.
    pub fn better(&self) -> Option<(usize, f64)> {
        let by_turn = |form: usize| {
            let pairs = self.turns[0].iter().zip(&self.turns[form]);
            let rate = |done: &Done| done.units as f64 / done.seconds.max(1e-9);
            median(pairs.map(|(own, other)| rate(own) / rate(other).max(1e-9)).collect())
        };
        let part = |form: usize| (self.rate(0) / self.rate(form).max(1e-9)).max(by_turn(form));
        let parts = (1..self.turns.len()).map(|form| (form, part(form)));
        parts.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, part)| *part < LEAST)
    }
}

/// Makes a row's puzzles in all forms.
///
/// # Errors
/// Where none can be made in a form.
pub fn compare(making: &Making) -> Result<Forms, String> {
    let genre = making.genre()?;
    let mut amounts = [1; FORMS.len()];
    for ((_, form), amount) in FORMS.iter().zip(&mut amounts) {
        loop {
            let done = making.run(genre, *amount, 1, *form)?;
            let part = done.seconds / SLICE;
            if part > 0.5 || done.units < *amount {
                *amount = ((*amount as f64 / part) as u64).clamp(1, *amount);
                break;
            }
            *amount = (*amount as f64 * (1.0 / part).clamp(2.0, 8.0)).ceil() as u64;
        }
    }
    let mut all = Forms { name: making.name(), turns: vec![Vec::new(); FORMS.len()] };
    let mut seed = 0;
    for turns in TURNS {
        for _ in 0..turns {
            seed += 1;
            for (form, of) in all.turns.iter_mut().enumerate() {
                of.push(making.run(genre, amounts[form], seed, FORMS[form].1)?);
            }
        }
        if all.better().is_none() {
            break;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plainer form is named where it wins over all turns and in most of them.
    #[test]
    fn the_plainer_form_that_wins_is_named() {
        let row = |own: [u64; 3], plain: [u64; 3]| {
            let done = |units: u64| Done { units, seconds: 0.1 };
            let turns = vec![own.map(done).to_vec(), plain.map(done).to_vec()];
            Forms { name: String::new(), turns }.better().map(|(form, _)| form)
        };
        assert_eq!(row([10, 11, 10], [12, 12, 13]), Some(1));
        assert_eq!(row([10, 11, 10], [10, 10, 10]), None);
        assert_eq!(row([10, 11, 10], [9, 9, 40]), None, "one lucky turn");
    }
}
