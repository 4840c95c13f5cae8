//! The compression of addresses: a dictionary of strings that both sides build, numbers of growing
//! width, in base 64.

use std::collections::HashMap;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The longest text that is read.
const MOST: usize = 1 << 22;

/// Takes bits and makes characters of them.
#[derive(Default)]
struct Writer {
    bits: Vec<bool>,
}

impl Writer {
    /// The lowest bit first.
    fn number(&mut self, number: u32, width: u32) {
        self.bits.extend((0..width).map(|i| number >> i & 1 == 1));
    }

    fn text(mut self) -> String {
        // The last character holds at least one bit more.
        self.bits.push(false);
        let six = |six: &[bool]| (0..6).fold(0_usize, |all, i| all << 1 | usize::from(six.get(i) == Some(&true)));
        let mut text: String = self.bits.chunks(6).map(|chunk| char::from(DIGITS[six(chunk)])).collect();
        while !text.len().is_multiple_of(4) {
            text.push('=');
        }
        text
    }
}

/// Compresses a text.
pub fn compress(text: &str) -> String {
    let mut known: HashMap<Vec<u16>, u32> = HashMap::new();
    // Single characters that were not written yet.
    let mut is_new: HashMap<u16, bool> = HashMap::new();
    let (mut next, mut width, mut room) = (3, 2, 2_u32);
    let mut to = Writer::default();
    let mut word: Vec<u16> = Vec::new();
    let mut write = |word: &[u16], known: &HashMap<Vec<u16>, u32>, is_new: &mut HashMap<u16, bool>| {
        let step = |room: &mut u32, width: &mut u32| {
            *room -= 1;
            if *room == 0 {
                *room = 1 << *width;
                *width += 1;
            }
        };
        if let ([unit], true) = (word, word.len() == 1 && is_new.get(&word[0]) == Some(&true)) {
            let is_wide = *unit > 255;
            to.number(u32::from(is_wide), width);
            to.number((*unit).into(), if is_wide { 16 } else { 8 });
            step(&mut room, &mut width);
            is_new.insert(*unit, false);
        } else {
            to.number(known.get(word).copied().unwrap_or(0), width);
        }
        step(&mut room, &mut width);
        width
    };
    let mut last_width = 2;
    for unit in text.encode_utf16() {
        if !known.contains_key(&[unit][..]) {
            known.insert(vec![unit], next);
            next += 1;
            is_new.insert(unit, true);
        }
        word.push(unit);
        if known.contains_key(&word) {
            continue;
        }
        let longer = word.clone();
        word.pop();
        last_width = write(&word, &known, &mut is_new);
        known.insert(longer, next);
        next += 1;
        word = vec![unit];
    }
    if !word.is_empty() {
        last_width = write(&word, &known, &mut is_new);
    }
    to.number(2, last_width);
    to.text()
}

/// Reads bits out of characters.
struct Reader {
    sixes: Vec<u8>,
    at: usize,
}

impl Reader {
    fn number(&mut self, width: u32) -> Option<u32> {
        let mut number = 0;
        for i in 0..width {
            let six = *self.sixes.get(self.at / 6)?;
            number |= u32::from(six >> (5 - self.at % 6) & 1) << i;
            self.at += 1;
        }
        Some(number)
    }
}

/// The text that was compressed; `None` when it is none.
pub fn decompress(text: &str) -> Option<String> {
    let digit = |c: char| match c {
        '-' | ' ' => Some(62),
        '_' => Some(63),
        _ => DIGITS.iter().position(|&d| char::from(d) == c).map(|d| d as u8),
    };
    let sixes = text.trim_end_matches('=').chars().map(digit).collect::<Option<Vec<u8>>>()?;
    let from = &mut Reader { sixes, at: 0 };
    let mut words: Vec<Vec<u16>> = Vec::new();
    let mut all: Vec<u16> = Vec::new();
    let mut last: Vec<u16> = Vec::new();
    let (mut width, mut room) = (2, 2_u32);
    let mut grow = |width: &mut u32| {
        room -= 1;
        if room == 0 {
            room = 1 << *width;
            *width += 1;
        }
    };
    loop {
        let code = from.number(width)?;
        let word = match code {
            0 | 1 => {
                let unit = from.number(if code == 0 { 8 } else { 16 })? as u16;
                words.push(vec![unit]);
                grow(&mut width);
                vec![unit]
            }
            2 => return String::from_utf16(&all).ok(),
            _ => match words.get(code as usize - 3) {
                Some(word) => word.clone(),
                None if code as usize - 3 == words.len() && !last.is_empty() => {
                    let first = last[0];
                    last.iter().copied().chain([first]).collect()
                }
                None => return None,
            },
        };
        if !last.is_empty() {
            let first = word[0];
            words.push(last.iter().copied().chain([first]).collect());
        }
        grow(&mut width);
        all.extend(&word);
        if all.len() > MOST {
            return None;
        }
        last = word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        let long: String = (0..4000).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
        for text in ["a", "aaaaaaaaaaaaaaaa", "hello, hello, hello", "{\"size\":9}", "Ωmega und 数独 und 𝄞", &long]
        {
            assert_eq!(decompress(&compress(text)).as_deref(), Some(text));
        }
        for bad in ["", "A", "!!!"] {
            assert_eq!(decompress(bad), None, "{bad}");
        }
    }
}
