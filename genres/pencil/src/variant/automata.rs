//! Automata from regular expressions and from constraint strings.

use std::collections::{BTreeMap, BTreeSet};
use tesuji_genre::Bad;
use tesuji_solver::rules::Arrow;
use tesuji_solver::{Domain, Value};

/// The most states.
const MOST_STATES: usize = 4096;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The numbers from 0 to 63 that the characters of a text stand for.
fn sixes(text: &str) -> Result<Vec<u8>, Bad> {
    let digit = |(i, c): (usize, char)| {
        let at = u8::try_from(c).ok().and_then(|c| DIGITS.iter().position(|&d| d == c));
        at.map(|d| d as u8).ok_or_else(|| Bad::new(format!("{c:?} at {} of {text:?} is no digit of base 64", i + 1)))
    };
    text.chars().enumerate().map(digit).collect()
}

/// The bits of a text, six a character, the lowest first.
///
/// # Errors
/// [`Bad`] with the character that is none.
pub fn bits(text: &str) -> Result<Vec<bool>, Bad> {
    Ok(sixes(text)?.into_iter().flat_map(|six| (0..6).map(move |i| six >> i & 1 == 1)).collect())
}

/// The bytes of a text in base 64, the highest bits first.
///
/// # Errors
/// [`Bad`] with the character that is none.
pub fn bytes(text: &str) -> Result<Vec<u8>, Bad> {
    let all = sixes(text)?;
    let bits: Vec<u8> = all.into_iter().flat_map(|six| (0..6).rev().map(move |i| six >> i & 1)).collect();
    Ok(bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |all, bit| all << 1 | bit)).collect())
}

/// The text of bytes in base 64.
pub fn text_of_bytes(bytes: &[u8]) -> String {
    let bits: Vec<u8> = bytes.iter().flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1)).collect();
    let six = |six: &[u8]| (0..6).fold(0_usize, |all, i| all << 1 | usize::from(six.get(i).copied().unwrap_or(0)));
    bits.chunks(6).map(|chunk| char::from(DIGITS[six(chunk)])).collect()
}

/// An automaton: symbol `s` is the value `s` places behind the least one; the symbol behind the
/// greatest one stands between segments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Machine {
    starts: Vec<u32>,
    accepts: BTreeSet<u32>,
    /// By state and symbol.
    steps: BTreeMap<(u32, u32), Vec<u32>>,
}

impl Machine {
    fn step(&self, states: &[u32], symbol: u32) -> Vec<u32> {
        let next: BTreeSet<u32> =
            states.iter().filter_map(|&s| self.steps.get(&(s, symbol))).flatten().copied().collect();
        next.into_iter().collect()
    }

    /// The starts, the arrows for each cell of segments of these lengths, and the accepting states.
    pub fn along(&self, lengths: &[usize], low: u32, high: u32) -> (Vec<u32>, Vec<Vec<Arrow>>, BTreeSet<u32>) {
        let values = high - low + 1;
        let breaks = |times: usize, states: Vec<u32>| (0..times).fold(states, |all, _| self.step(&all, values));
        let mut one: BTreeMap<(u32, u32), Domain> = BTreeMap::new();
        for (&(from, symbol), to) in self.steps.iter().filter(|((_, symbol), _)| *symbol < values) {
            for &to in to {
                let all = one.entry((from, to)).or_default();
                *all = all.with((low + symbol) as Value);
            }
        }
        let plain: Vec<Arrow> = one.iter().map(|(&(from, to), &values)| Arrow { from, values, to }).collect();
        let mut arrows: Vec<Vec<Arrow>> = Vec::new();
        let mut starts = self.starts.clone();
        let mut waiting = 0;
        for (i, &length) in lengths.iter().enumerate() {
            waiting += usize::from(i > 0);
            if length == 0 {
                continue;
            }
            match arrows.last_mut() {
                None => starts = breaks(waiting, starts),
                Some(last) => *last = self.crossing(last, waiting, values),
            }
            waiting = 0;
            arrows.extend(std::iter::repeat_n(plain.clone(), length));
        }
        match arrows.last_mut() {
            None => starts = breaks(waiting, starts),
            Some(last) => *last = self.crossing(last, waiting, values),
        }
        (starts, arrows, self.accepts.clone())
    }

    /// Arrows with so many breaks behind them.
    fn crossing(&self, arrows: &[Arrow], times: usize, symbol: u32) -> Vec<Arrow> {
        let cross = |a: &Arrow| (0..times).fold(vec![a.to], |all, _| self.step(&all, symbol));
        arrows.iter().flat_map(|a| cross(a).into_iter().map(|to| Arrow { to, ..*a })).collect()
    }
}

/// Reads bits from the highest of each byte on.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Bits<'_> {
    fn left(&self) -> usize {
        8 * self.bytes.len() - self.at
    }

    fn read(&mut self, count: u32) -> Result<u64, Bad> {
        if self.left() < count as usize || count > 63 {
            return Err(Bad::new("the automaton ends in the middle"));
        }
        let mut all = 0;
        for _ in 0..count {
            all = all << 1 | u64::from(self.bytes[self.at / 8] >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Ok(all)
    }
}

/// An automaton from a constraint string.
///
/// # Errors
/// [`Bad`] when it is cut off, or is of no known format.
pub fn decode(text: &str) -> Result<Machine, Bad> {
    let mut machine = Machine::default();
    if text.is_empty() {
        return Ok(machine);
    }
    let bytes = bytes(text)?;
    let bits = &mut Bits { bytes: &bytes, at: 0 };
    let format = bits.read(2)?;
    if format > 1 {
        return Err(Bad::new(format!("an automaton of the format {format}; 0 and 1 are read")));
    }
    let state_bits = bits.read(4)? as u32 + 1;
    let symbols = bits.read(4)? as u32 + 1;
    let starts = bits.read(state_bits)? as u32;
    let accepts = bits.read(state_bits)? as u32;
    if starts > 63 {
        return Err(Bad::new(format!("{starts} starts of an automaton; up to 63 are read")));
    }
    let accepting_starts = bits.read(starts)?;
    let symbol_bits = u32::BITS - (symbols - 1).leading_zeros();
    let mut state = 0;
    if format == 0 {
        let count_bits = bits.read(4)? as u32;
        while count_bits > 0 && bits.left() >= count_bits as usize {
            for _ in 0..bits.read(count_bits)? {
                let symbol = bits.read(symbol_bits)? as u32;
                machine.steps.entry((state, symbol)).or_default().push(bits.read(state_bits)? as u32);
            }
            state += 1;
        }
    } else {
        while bits.left() >= symbols as usize {
            // Bits are read from the highest on: the first symbol is the lowest bit.
            let active = bits.read(symbols)?;
            for symbol in (0..symbols).filter(|s| active >> s & 1 == 1) {
                machine.steps.entry((state, symbol)).or_default().push(bits.read(state_bits)? as u32);
            }
            state += 1;
        }
    }
    machine.starts = (0..starts).collect();
    machine.accepts = (0..starts).filter(|s| accepting_starts >> s & 1 == 1).collect();
    machine.accepts.extend(starts..starts + accepts);
    Ok(machine)
}

/// Reads a regular expression into states that also have steps without a symbol.
struct Reader<'t> {
    text: Vec<char>,
    at: usize,
    low: u32,
    values: u32,
    free: Vec<Vec<u32>>,
    steps: Vec<(u32, u32, u32)>,
    whole: &'t str,
}

/// A part of an expression: its first and its last state.
type Part = (u32, u32);

impl Reader<'_> {
    fn bad<T>(&self, what: &str) -> Result<T, Bad> {
        Err(Bad::new(format!("{what} at {} of the pattern {:?}", self.at + 1, self.whole)))
    }

    fn state(&mut self) -> Result<u32, Bad> {
        if self.free.len() >= MOST_STATES {
            return Err(Bad::new(format!("the pattern {:?} has more than {MOST_STATES} states", self.whole)));
        }
        self.free.push(Vec::new());
        Ok(self.free.len() as u32 - 1)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is = self.peek() == Some(wanted);
        self.at += usize::from(is);
        is
    }

    fn choice(&mut self) -> Result<Part, Bad> {
        let (first, last) = (self.state()?, self.state()?);
        loop {
            let (from, to) = self.sequence()?;
            self.free[first as usize].push(from);
            self.free[to as usize].push(last);
            if !self.take('|') {
                return Ok((first, last));
            }
        }
    }

    fn sequence(&mut self) -> Result<Part, Bad> {
        let first = self.state()?;
        let mut last = first;
        while self.peek().is_some_and(|c| !"|)".contains(c)) {
            let (from, to) = self.repeated()?;
            self.free[last as usize].push(from);
            last = to;
        }
        Ok((first, last))
    }

    fn number(&mut self) -> Option<usize> {
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        self.text[from..self.at].iter().collect::<String>().parse().ok()
    }

    fn repeated(&mut self) -> Result<Part, Bad> {
        let start = self.at;
        let mut part = self.primary()?;
        // What was read so far is read again for each time that it is repeated.
        let mut end = self.at;
        loop {
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.at += 1;
                    let Some(least) = self.number() else { return self.bad("a number is missing") };
                    let most = if !self.take(',') {
                        Some(least)
                    } else if self.peek() == Some('}') {
                        None
                    } else {
                        match self.number() {
                            Some(most) if most >= least => Some(most),
                            _ => return self.bad("no number that is great enough"),
                        }
                    };
                    if self.peek() != Some('}') {
                        return self.bad("'}' is missing");
                    }
                    (least, most)
                }
                _ => return Ok(part),
            };
            self.at += 1;
            let behind = self.at;
            part = self.times(start, end, least, most)?;
            (self.at, end) = (behind, behind);
        }
    }

    /// The expression from `start` to `end`, so many times.
    fn times(&mut self, start: usize, end: usize, least: usize, most: Option<usize>) -> Result<Part, Bad> {
        let (first, last) = (self.state()?, self.state()?);
        let mut at = first;
        for i in 0..most.unwrap_or(least.max(1)) {
            if i >= least {
                self.free[at as usize].push(last);
            }
            let (from, to) = self.again(start, end)?;
            self.free[at as usize].push(from);
            if most.is_none() && i + 1 == least.max(1) {
                self.free[to as usize].push(from);
            }
            at = to;
        }
        self.free[at as usize].push(last);
        Ok((first, last))
    }

    fn again(&mut self, start: usize, end: usize) -> Result<Part, Bad> {
        let rest = self.text.split_off(end);
        self.at = start;
        let part = self.repeated();
        self.text.extend(rest);
        part
    }

    fn primary(&mut self) -> Result<Part, Bad> {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let part = self.choice()?;
                if !self.take(')') {
                    return self.bad("')' is missing");
                }
                Ok(part)
            }
            Some('[') => self.class(),
            Some('.') => {
                self.at += 1;
                self.letter(&(0..self.values).collect::<Vec<_>>())
            }
            Some(c) if c.is_ascii_alphanumeric() => {
                let symbol = self.symbol(c)?;
                self.at += 1;
                self.letter(&[symbol])
            }
            Some(_) => self.bad("a value, '.', '[' or '(' is expected"),
            None => self.bad("the pattern ends too early"),
        }
    }

    fn symbol(&self, c: char) -> Result<u32, Bad> {
        let symbol = c.to_digit(36).and_then(|v| v.checked_sub(self.low)).filter(|&s| s < self.values);
        symbol.map_or_else(|| self.bad(&format!("{c:?} is no value of the grid")), Ok)
    }

    fn class(&mut self) -> Result<Part, Bad> {
        self.at += 1;
        let is_negated = self.take('^');
        let mut symbols = BTreeSet::new();
        loop {
            let Some(from) = self.peek() else { return self.bad("']' is missing") };
            if self.take(']') {
                break;
            }
            let from = self.symbol(from)?;
            self.at += 1;
            let mut to = from;
            if self.take('-') {
                let Some(c) = self.peek() else { return self.bad("']' is missing") };
                to = self.symbol(c)?;
                self.at += 1;
            }
            if to < from {
                return self.bad("a range that falls");
            }
            symbols.extend(from..=to);
        }
        if symbols.is_empty() {
            return self.bad("no values in brackets");
        }
        let all: Vec<u32> = (0..self.values).filter(|s| symbols.contains(s) != is_negated).collect();
        self.letter(&all)
    }

    fn letter(&mut self, symbols: &[u32]) -> Result<Part, Bad> {
        let (first, last) = (self.state()?, self.state()?);
        self.steps.extend(symbols.iter().map(|&symbol| (first, symbol, last)));
        Ok((first, last))
    }

    /// The states that are reached without a symbol.
    fn closure(&self, state: u32) -> BTreeSet<u32> {
        let mut all = BTreeSet::from([state]);
        let mut open = vec![state];
        while let Some(state) = open.pop() {
            for &next in &self.free[state as usize] {
                if all.insert(next) {
                    open.push(next);
                }
            }
        }
        all
    }
}

/// An automaton from a regular expression over the values of a grid.
///
/// # Errors
/// [`Bad`] with the place in the expression.
pub fn regex(pattern: &str, low: Value, high: Value) -> Result<Machine, Bad> {
    let (low, values) = (u32::from(low), u32::from(high - low) + 1);
    let text = pattern.chars().collect();
    let mut reader = Reader { text, at: 0, low, values, free: Vec::new(), steps: Vec::new(), whole: pattern };
    let (first, last) = reader.choice()?;
    if reader.at < reader.text.len() {
        return reader.bad("nothing more is expected");
    }
    let mut machine = Machine { starts: reader.closure(first).into_iter().collect(), ..Machine::default() };
    for &(from, symbol, to) in &reader.steps {
        machine.steps.entry((from, symbol)).or_default().extend(reader.closure(to));
    }
    machine.accepts.insert(last);
    Ok(machine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(machine: &Machine, word: &[u32], low: u32) -> bool {
        let step = |states: Vec<u32>, &value: &u32| machine.step(&states, value - low);
        word.iter().fold(machine.starts.clone(), step).iter().any(|s| machine.accepts.contains(s))
    }

    #[test]
    fn patterns_accept_what_they_say() {
        for (pattern, right, wrong) in [
            ("12", vec!["12"], vec!["", "1", "21", "122"]),
            ("1*2+", vec!["2", "112", "122"], vec!["", "1", "21"]),
            ("(1|23)?4", vec!["4", "14", "234"], vec!["24", "34"]),
            ("[1-3]{2}", vec!["11", "32"], vec!["1", "14", "111"]),
            ("[^12]{1,3}", vec!["3", "345"], vec!["", "1", "3456"]),
            (".{2,}9", vec!["119", "1239"], vec!["19", "9"]),
            ("(12){2}", vec!["1212"], vec!["12", "121"]),
            ("(1{2}){2}", vec!["1111"], vec!["11", "111"]),
            ("1?{2}3", vec!["3", "13", "113"], vec!["1113"]),
            ("", vec![""], vec!["1"]),
        ] {
            let machine = regex(pattern, 1, 9).unwrap();
            let word = |text: &str| text.chars().map(|c| c.to_digit(10).unwrap()).collect::<Vec<_>>();
            right.iter().for_each(|text| assert!(accepts(&machine, &word(text), 1), "{pattern} {text}"));
            wrong.iter().for_each(|text| assert!(!accepts(&machine, &word(text), 1), "{pattern} {text}"));
        }
        for bad in ["(", "[", "[]", "1{", "1{2", "1{3,2}", "*", "1)", "0", "a", "[3-1]", "(.{60}){60}{9}"] {
            assert!(regex(bad, 1, 9).is_err(), "{bad}");
        }
    }

    #[test]
    fn texts_of_bits_and_bytes_are_read_back() {
        let bytes_in = [0, 255, 17, 3, 128];
        assert_eq!(bytes(&text_of_bytes(&bytes_in)).unwrap()[..5], bytes_in);
        assert_eq!(bits("B_").unwrap(), [true, false, false, false, false, false, true, true, true, true, true, true]);
    }
}
