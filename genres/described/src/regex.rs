//! Regular expressions over the signs of values, as automata along a line.

use std::collections::BTreeSet;
use tesuji_solver::Domain;
use tesuji_solver::rules::Arrow;

/// A regular expression: which of its signs can stand first, last and behind each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Regex {
    signs: Vec<Symbol>,
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
    follow: Vec<BTreeSet<usize>>,
    /// Does it match no signs at all?
    is_optional: bool,
}

/// The values that one sign of an expression stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symbol {
    /// One of these values.
    Values(Domain),
    /// `$`: the value that the rule names.
    Named,
}

/// A part of an expression by its signs.
struct Part {
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
    is_optional: bool,
}

struct Parser<'a> {
    rest: std::iter::Peekable<std::str::CharIndices<'a>>,
    length: usize,
    value: &'a dyn Fn(char) -> Option<u8>,
    all: Domain,
    signs: Vec<Symbol>,
    follow: Vec<BTreeSet<usize>>,
    depth: usize,
}

/// The byte of a fault, and what is wrong.
type Fault = (usize, String);

/// The most signs of an expression.
const MOST_SIGNS: usize = 500;
const DEEPEST: usize = 40;

impl Parser<'_> {
    fn at(&mut self) -> usize {
        self.rest.peek().map_or(self.length, |(at, _)| *at)
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().map(|(_, c)| *c)
    }

    fn join(&mut self, left: &BTreeSet<usize>, right: &BTreeSet<usize>) {
        left.iter().for_each(|&sign| self.follow[sign].extend(right));
    }

    fn alternatives(&mut self) -> Result<Part, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((self.at(), "the brackets are too deep".to_string()));
        }
        let mut whole = self.row()?;
        while self.peek() == Some('|') {
            self.rest.next();
            let other = self.row()?;
            whole.first.extend(other.first);
            whole.last.extend(other.last);
            whole.is_optional |= other.is_optional;
        }
        self.depth -= 1;
        Ok(whole)
    }

    fn row(&mut self) -> Result<Part, Fault> {
        let mut whole = Part { first: BTreeSet::new(), last: BTreeSet::new(), is_optional: true };
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let part = self.repeated()?;
            self.join(&whole.last.clone(), &part.first);
            if whole.is_optional {
                whole.first.extend(&part.first);
            }
            if part.is_optional {
                whole.last.extend(&part.last);
            } else {
                whole.last.clone_from(&part.last);
            }
            whole.is_optional &= part.is_optional;
        }
        Ok(whole)
    }

    fn repeated(&mut self) -> Result<Part, Fault> {
        let mut part = self.one()?;
        while let Some(sign @ ('*' | '+' | '?')) = self.peek() {
            self.rest.next();
            if sign != '?' {
                let (last, first) = (part.last.clone(), part.first.clone());
                self.join(&last, &first);
            }
            part.is_optional |= sign != '+';
        }
        Ok(part)
    }

    fn one(&mut self) -> Result<Part, Fault> {
        let at = self.at();
        let Some((_, sign)) = self.rest.next() else { return Err((at, "a sign is expected".to_string())) };
        let symbol = match sign {
            '(' => {
                let inner = self.alternatives()?;
                let end = self.at();
                return match self.rest.next() {
                    Some((_, ')')) => Ok(inner),
                    _ => Err((end, "')' is expected".to_string())),
                };
            }
            '[' => Symbol::Values(self.class()?),
            '_' => Symbol::Values(self.all),
            '$' => Symbol::Named,
            '*' | '+' | '?' => return Err((at, format!("a sign is expected before {sign:?}"))),
            sign => Symbol::Values(Domain::single(self.sign(at, sign)?)),
        };
        let number = self.signs.len();
        if number >= MOST_SIGNS {
            return Err((at, format!("more than {MOST_SIGNS} signs")));
        }
        self.signs.push(symbol);
        self.follow.push(BTreeSet::new());
        let own = BTreeSet::from([number]);
        Ok(Part { first: own.clone(), last: own, is_optional: false })
    }

    fn sign(&self, at: usize, sign: char) -> Result<u8, Fault> {
        (self.value)(sign).ok_or_else(|| (at, format!("{sign:?} is the sign of no value")))
    }

    /// The values of `[ab]`, or of `[^ab]` all others.
    fn class(&mut self) -> Result<Domain, Fault> {
        let begin = self.at();
        let others = self.peek() == Some('^');
        if others {
            self.rest.next();
        }
        let mut values = Domain::EMPTY;
        loop {
            let at = self.at();
            match self.rest.next() {
                Some((_, ']')) => break,
                Some((_, sign)) => values = values.with(self.sign(at, sign)?),
                None => return Err((begin, "']' is missing".to_string())),
            }
        }
        Ok(if others { self.all.minus(values) } else { values })
    }
}

impl Regex {
    /// Reads an expression: signs of values, `_` for any, `$` for the value that the rule names,
    /// `[ab]`, `[^ab]`, brackets, `|`, `*`, `+`, `?`.
    ///
    /// # Errors
    /// The byte and what is wrong there.
    pub(crate) fn read(text: &str, value: &dyn Fn(char) -> Option<u8>, all: Domain) -> Result<Regex, Fault> {
        let mut parser = Parser {
            rest: text.char_indices().peekable(),
            length: text.len(),
            value,
            all,
            signs: Vec::new(),
            follow: Vec::new(),
            depth: 0,
        };
        let whole = parser.alternatives()?;
        if parser.peek().is_some() {
            return Err((parser.at(), "')' without '('".to_string()));
        }
        let Part { first, last, is_optional } = whole;
        Ok(Regex { signs: parser.signs, first, last, follow: parser.follow, is_optional })
    }

    /// The starts and the arrows along a line of this length.
    pub(crate) fn along(&self, length: usize, named: Domain) -> (Vec<u32>, Vec<Vec<Arrow>>) {
        let arrow = |from: u32, sign: usize| {
            let values = match self.signs[sign] {
                Symbol::Values(values) => values,
                Symbol::Named => named,
            };
            Arrow { from, values, to: sign as u32 + 1 }
        };
        let arrows = (0..length).map(|i| {
            let mut list: Vec<Arrow> = if i == 0 {
                self.first.iter().map(|&sign| arrow(0, sign)).collect()
            } else {
                let after = |from: usize| self.follow[from].iter().map(move |&sign| arrow(from as u32 + 1, sign));
                (0..self.signs.len()).flat_map(after).collect()
            };
            if i + 1 == length {
                list.retain(|arrow| self.last.contains(&(arrow.to as usize - 1)));
            }
            list
        });
        (vec![0], arrows.collect())
    }

    /// Does it match a line without places?
    pub(crate) fn is_optional(&self) -> bool {
        self.is_optional
    }
}

#[cfg(test)]
mod tests {
    use super::Regex;
    use tesuji_solver::Domain;

    fn matches(regex: &str, line: &str) -> bool {
        let value = |c: char| c.to_digit(10).map(|d| d as u8);
        let regex = Regex::read(regex, &value, Domain::range(0, 3)).expect("an expression");
        let (starts, arrows) = regex.along(line.len(), Domain::single(3));
        let step = |states: Vec<u32>, (i, c): (usize, char)| -> Vec<u32> {
            let value = value(c).expect("a digit");
            let leads = |a: &&tesuji_solver::rules::Arrow| states.contains(&a.from) && a.values.contains(value);
            arrows[i].iter().filter(leads).map(|a| a.to).collect()
        };
        if line.is_empty() { regex.is_optional() } else { !line.chars().enumerate().fold(starts, step).is_empty() }
    }

    #[test]
    fn expressions_match_what_they_say() {
        for (regex, yes, no) in [
            ("0*1_*", &["1", "01", "0013"][..], &["0", "", "21"][..]),
            ("(0|1)+$", &["03", "0103"], &["3", "02"]),
            ("[^0]?0", &["0", "20"], &["00", "2"]),
            ("", &[""], &["0"]),
            ("(0?1)*", &["", "01", "0111"], &["00", "10"]),
        ] {
            for line in yes {
                assert!(matches(regex, line), "{regex} {line}");
            }
            for line in no {
                assert!(!matches(regex, line), "{regex} {line}");
            }
        }
    }

    #[test]
    fn faults_have_their_place() {
        let value = |c: char| c.to_digit(10).map(|d| d as u8);
        for (regex, at) in [("0(1", 3), ("*0", 0), ("0x", 1), ("[01", 1), ("0)1", 1)] {
            let fault = Regex::read(regex, &value, Domain::range(0, 3)).expect_err(regex);
            assert_eq!(fault.0, at, "{regex}: {}", fault.1);
        }
    }
}
