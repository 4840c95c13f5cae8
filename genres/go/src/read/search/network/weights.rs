//! The weights as numbers and as text.

use super::{CHANNELS, CLASSES, LANES, Network, TAPS};
use std::ops::Range;

/// A part of the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The first layer: by side to move, tap, class and channel.
    First,
    /// Its bias: by side to move and channel.
    FirstBias,
    /// The second layer: by channel, tap and channel below.
    Second,
    /// Its bias: by channel.
    SecondBias,
    /// Weights by which the mean of the second layer adds to the third: by channel and channel below.
    Mean,
    /// The third layer, as the second.
    Third,
    /// Its bias.
    ThirdBias,
    /// The numbers of a cell: by side to move, number and channel.
    Head,
    /// Their bias: by side to move and number.
    HeadBias,
}

impl Part {
    /// All of them, in order.
    pub const ALL: [Part; 9] = [
        Part::First,
        Part::FirstBias,
        Part::Second,
        Part::SecondBias,
        Part::Mean,
        Part::Third,
        Part::ThirdBias,
        Part::Head,
        Part::HeadBias,
    ];

    const fn len(self) -> usize {
        match self {
            Part::First => 2 * TAPS * CLASSES * CHANNELS,
            Part::FirstBias => 2 * CHANNELS,
            Part::Second | Part::Third => CHANNELS * TAPS * CHANNELS,
            Part::SecondBias | Part::ThirdBias => CHANNELS,
            Part::Mean => CHANNELS * CHANNELS,
            Part::Head => 2 * LANES * CHANNELS,
            Part::HeadBias => 2 * LANES,
        }
    }

    /// Its place among the weights.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        let (mut i, mut from) = (0, 0);
        while Part::ALL[i] as u8 != self as u8 {
            from += Part::ALL[i].len();
            i += 1;
        }
        from..from + self.len()
    }
}

/// Number of weights.
pub const COUNT: usize = Part::HeadBias.range().end;

/// Weight 1 as it is stored.
const ONE: f32 = 64.0;

const NAME: &str = "tesuji-go-network";
/// The version of the format.
const VERSION: usize = 1;
/// Weights of a line.
const LINE: usize = 60;

/// Why a file of weights is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Its first line is not that of such a file.
    #[error("no weights of a network: the first line has to be `{NAME} {VERSION} {CHANNELS} {CLASSES}`")]
    Header,
    /// Another version.
    #[error("weights of a network of version {0}; version {VERSION} is read")]
    Version(usize),
    /// Another shape.
    #[error("weights of a network with {0} channels and {1} classes; {CHANNELS} and {CLASSES} are expected")]
    Shape(usize, usize),
    /// Too few weights, or too many.
    #[error("{0} weights of a network; {COUNT} are expected")]
    Count(usize),
    /// Two characters that are no weight.
    #[error("weight {0} is no number of two hexadecimal digits")]
    Digits(usize),
}

impl Network {
    /// The network with those weights, each rounded to a 64th and at most two.
    ///
    /// # Errors
    /// [`Unfit::Count`].
    pub fn of(weights: &[f32]) -> Result<Network, Unfit> {
        if weights.len() != COUNT {
            return Err(Unfit::Count(weights.len()));
        }
        Ok(Network::of_stored(weights.iter().map(|w| (w * ONE).round().clamp(-127.0, 127.0) as i8).collect()))
    }

    fn of_stored(weights: Vec<i8>) -> Network {
        let rows = |part: Part| weights[part.range()].iter().map(|&w| i16::from(w)).collect::<Vec<i16>>();
        let first = rows(Part::First).chunks_exact(CHANNELS).map(|row| std::array::from_fn(|i| row[i])).collect();
        let dense = [Part::Second, Part::Third]
            .map(|part| rows(part).chunks_exact(TAPS * CHANNELS).map(|row| std::array::from_fn(|i| row[i])).collect());
        Network { weights, first, dense }
    }

    /// Reads weights as [`Network::print`] writes them.
    ///
    /// # Errors
    /// Why they do not fit.
    pub fn parse(text: &str) -> Result<Network, Unfit> {
        let (header, body) = text.split_once('\n').ok_or(Unfit::Header)?;
        let mut words = header.split_whitespace();
        if words.next() != Some(NAME) {
            return Err(Unfit::Header);
        }
        let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).ok_or(Unfit::Header);
        let (version, channels, classes) = (number()?, number()?, number()?);
        if version != VERSION {
            return Err(Unfit::Version(version));
        }
        if (channels, classes) != (CHANNELS, CLASSES) {
            return Err(Unfit::Shape(channels, classes));
        }
        let digits: Vec<u8> = body.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
        if digits.len() != 2 * COUNT {
            return Err(Unfit::Count(digits.len() / 2));
        }
        let digit = |b: u8| char::from(b).to_digit(16);
        let weight = |(place, pair): (usize, &[u8])| match (digit(pair[0]), digit(pair[1])) {
            (Some(high), Some(low)) if (high, low) != (8, 0) => Ok((high << 4 | low) as u8 as i8),
            _ => Err(Unfit::Digits(place)),
        };
        let weights = digits.chunks_exact(2).enumerate().map(weight).collect::<Result<Vec<i8>, Unfit>>()?;
        Ok(Network::of_stored(weights))
    }

    /// The weights as text: two hexadecimal digits each.
    #[must_use]
    pub fn print(&self) -> String {
        let line = |line: &[i8]| line.iter().map(|&w| format!("{:02x}", w as u8)).collect::<String>() + "\n";
        let header = format!("{NAME} {VERSION} {CHANNELS} {CLASSES}\n");
        self.weights.chunks(LINE).map(line).fold(header, |text, line| text + &line)
    }

    /// The weights of a part, as they are stored.
    #[inline]
    pub(super) fn part(&self, part: Part) -> &[i8] {
        &self.weights[part.range()]
    }

    /// The weights as numbers.
    #[must_use]
    pub fn numbers(&self) -> Vec<f32> {
        self.weights.iter().map(|&w| f32::from(w) / ONE).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_keeps_the_weights() {
        let mut weights = vec![0.0; COUNT];
        weights[..6].copy_from_slice(&[0.0, 1.0, -1.0, 1.984_375, -9.0, 9.0]);
        let network = Network::of(&weights).unwrap();
        assert_eq!(network.weights[..6], [0, 64, -64, 127, -127, 127]);
        assert_eq!(Network::of(&network.numbers()), Ok(network.clone()));
        assert_eq!(Network::parse(&network.print()), Ok(network));
    }

    #[test]
    fn weights_that_do_not_fit_are_refused_by_name() {
        let text = Network::of(&vec![0.0; COUNT]).unwrap().print();
        let header = text.lines().next().unwrap().to_string();
        let with = |other: &str| Network::parse(&text.replacen(&header, other, 1));
        assert_eq!(Network::parse(""), Err(Unfit::Header));
        assert_eq!(with("weights 1 16 16"), Err(Unfit::Header));
        assert_eq!(with(&format!("{NAME} {VERSION}")), Err(Unfit::Header));
        assert_eq!(with(&format!("{NAME} 7 {CHANNELS} {CLASSES}")), Err(Unfit::Version(7)));
        assert_eq!(with(&format!("{NAME} {VERSION} 8 {CLASSES}")), Err(Unfit::Shape(8, CLASSES)));
        assert_eq!(Network::parse(&text[..text.len() - 3]), Err(Unfit::Count(COUNT - 1)));
        assert_eq!(Network::parse(&(text.clone() + "00")), Err(Unfit::Count(COUNT + 1)));
        let end = text.len() - 3;
        for digits in ["g0", "80"] {
            assert_eq!(Network::parse(&(text[..end].to_string() + digits + "\n")), Err(Unfit::Digits(COUNT - 1)));
        }
        assert!(Unfit::Version(7).to_string().contains("version 7"));
    }
}
