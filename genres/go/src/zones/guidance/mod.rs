//! A learnt order of moves for the search on the whole board.
//!
//! There are four linear models: for either goal, the prover's moves and the opponent's. The sum of
//! the weights of a move's features says how likely it is that a proof plays it there, or that it is
//! the opponent's move with the largest proof against it. Weights come from the search's own proofs
//! (example `guidance`). No proof depends on them: they decide in which order moves are looked at.
//! No weights come with the crate, since none has found more proofs in the same time so far.

mod choices;
mod features;

pub use choices::{Choice, Read, read};
pub use features::COUNT;

pub(crate) use features::Scene;

use super::certificate::ZoneGoal;

/// Number of models: for a capture, the opponent's moves and the prover's; for survival, too.
pub const MODELS: usize = 4;

/// The version of the format of weights.
const VERSION: u32 = 1;
/// The first word of a file of weights.
const NAME: &str = "tesuji-go-zone-moves";
/// The letter of weight 0. Each letter more is an eighth more.
const ZERO: u8 = b'P';
/// The greatest weight, in eighths.
const MOST: i32 = 46;
/// Letters of a line.
const LINE: usize = 120;

/// Why a file of weights is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Its first line is not that of such a file.
    #[error("no weights of moves: the first line has to be `{NAME} {VERSION} {MODELS} {COUNT}`")]
    Header,
    /// Another version.
    #[error("weights of moves of version {0}; version {VERSION} is read")]
    Version(u32),
    /// Other models or features.
    #[error("weights of {0} models with {1} features; {MODELS} with {COUNT} are expected")]
    Shape(usize, usize),
    /// Too few weights, or too many.
    #[error("{0} weights of moves; {expected} are expected", expected = MODELS * COUNT)]
    Count(usize),
    /// A character that is no weight.
    #[error("weight {0} is no letter of the format")]
    Letter(usize),
}

/// Weights of the features of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guidance {
    weights: Vec<i8>,
}

/// The number of the model for the moves of a side.
pub(crate) fn model(goal: ZoneGoal, is_provers: bool) -> usize {
    2 * usize::from(goal == ZoneGoal::Survive) + usize::from(is_provers)
}

impl Guidance {
    /// Weights in natural logarithms, model after model.
    ///
    /// # Errors
    /// [`Unfit::Count`].
    pub fn of(weights: &[f32]) -> Result<Guidance, Unfit> {
        if weights.len() != MODELS * COUNT {
            return Err(Unfit::Count(weights.len()));
        }
        let eighths = |w: &f32| (w * 8.0).round().clamp(-MOST as f32, MOST as f32) as i8;
        Ok(Guidance { weights: weights.iter().map(eighths).collect() })
    }

    /// Reads weights as [`Guidance::print`] writes them.
    ///
    /// # Errors
    /// Why they do not fit.
    pub fn parse(text: &str) -> Result<Guidance, Unfit> {
        let (header, body) = text.split_once('\n').ok_or(Unfit::Header)?;
        let mut words = header.split_whitespace();
        if words.next() != Some(NAME) {
            return Err(Unfit::Header);
        }
        let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).ok_or(Unfit::Header);
        let (version, models, count) = (number()?, number()?, number()?);
        if version != VERSION as usize {
            return Err(Unfit::Version(version as u32));
        }
        if (models, count) != (MODELS, COUNT) {
            return Err(Unfit::Shape(models, count));
        }
        let letters: Vec<u8> = body.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
        if letters.len() != MODELS * COUNT {
            return Err(Unfit::Count(letters.len()));
        }
        let weight = |(place, &letter): (usize, &u8)| match i32::from(letter) - i32::from(ZERO) {
            eighths if eighths.abs() <= MOST => Ok(eighths as i8),
            _ => Err(Unfit::Letter(place)),
        };
        let weights = letters.iter().enumerate().map(weight).collect::<Result<Vec<i8>, Unfit>>()?;
        Ok(Guidance { weights })
    }

    /// The weights as text.
    #[must_use]
    pub fn print(&self) -> String {
        let letters: Vec<u8> =
            self.weights.iter().map(|&w| (i32::from(ZERO) + i32::from(w)).clamp(33, 126) as u8).collect();
        let lines = letters.chunks(LINE).map(|line| String::from_utf8_lossy(line) + "\n");
        lines.fold(format!("{NAME} {VERSION} {MODELS} {COUNT}\n"), |text, line| text + &line)
    }

    /// The score of a move: a logarithm in eighths, to be compared with other moves of the position.
    pub(crate) fn score(&self, model: usize, scene: &Scene<'_>, at: crate::Point, distance: u32) -> i32 {
        let weights = &self.weights[model * COUNT..][..COUNT];
        let mut sum = 0;
        scene.each(at, distance, |i| sum += i32::from(weights[i]));
        sum
    }

    /// The score of listed features, for measuring.
    #[must_use]
    pub fn sum(&self, model: usize, features: &[u16]) -> i32 {
        features.iter().map(|&i| i32::from(self.weights[model * COUNT + usize::from(i)])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_keeps_the_weights() {
        let mut weights = vec![0.0; MODELS * COUNT];
        weights[..6].copy_from_slice(&[0.0, 1.0, -1.0, 5.75, -5.75, 99.0]);
        let guidance = Guidance::of(&weights).unwrap();
        assert_eq!(guidance.weights[..6], [0, 8, -8, 46, -46, 46]);
        assert_eq!(Guidance::parse(&guidance.print()), Ok(guidance));
    }

    #[test]
    fn weights_that_do_not_fit_are_refused_by_name() {
        let text = Guidance::of(&vec![0.0; MODELS * COUNT]).unwrap().print();
        let header = format!("{NAME} {VERSION} {MODELS} {COUNT}");
        let with = |other: &str| Guidance::parse(&text.replacen(&header, other, 1));
        assert_eq!(with("weights"), Err(Unfit::Header));
        assert_eq!(Guidance::parse(""), Err(Unfit::Header));
        assert_eq!(with(&format!("{NAME} 7 {MODELS} {COUNT}")), Err(Unfit::Version(7)));
        assert_eq!(with(&format!("{NAME} {VERSION} 3 {COUNT}")), Err(Unfit::Shape(3, COUNT)));
        assert_eq!(Guidance::parse(&text[..text.len() - 2]), Err(Unfit::Count(MODELS * COUNT - 1)));
        let last = text.rfind('P').unwrap();
        let damaged = format!("{}~{}", &text[..last], &text[last + 1..]);
        assert_eq!(Guidance::parse(&damaged).unwrap().weights.last(), Some(&46));
        let damaged = format!("{}!{}", &text[..last], &text[last + 1..]);
        assert_eq!(Guidance::parse(&damaged), Err(Unfit::Letter(MODELS * COUNT - 1)));
        assert!(Unfit::Version(7).to_string().contains("version 7"));
    }
}
