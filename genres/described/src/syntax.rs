//! Expressions of genre files: places, numbers, statements about values.

use super::document::Text;
use tesuji_genre::Bad;

/// An expression, and the byte of its text at which it begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Expr {
    pub(crate) at: usize,
    pub(crate) kind: Kind,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// A number.
    Number(i64),
    /// A name: of a bound place, of a value, of a set of places.
    Name(String),
    /// A function with its arguments.
    Call(String, Vec<Expr>),
    /// Two expressions and what is between them.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A statement that does not hold.
    Not(Box<Expr>),
    /// A number less than zero.
    Negative(Box<Expr>),
    /// `c in cells where …`: the items of a set for which a statement holds.
    Filter(Box<Binder>),
}

/// `c in cells where …`, `(a, b) in adjacent`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Binder {
    /// The names; several take an item apart.
    pub(crate) names: Vec<String>,
    pub(crate) of: Expr,
    pub(crate) condition: Option<Expr>,
}

/// The operators between two expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Range,
    Alternative,
    Plus,
    Minus,
    Times,
    Divided,
    Remainder,
}

impl Operator {
    /// The strength of binding, and the signs and words of the operators of that strength.
    const LEVELS: &'static [&'static [(&'static str, Operator)]] = &[
        &[("or", Operator::Or)],
        &[("and", Operator::And)],
        &[
            ("<=", Operator::AtMost),
            (">=", Operator::AtLeast),
            ("!=", Operator::Different),
            ("=", Operator::Equal),
            ("is", Operator::Equal),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ],
        &[("|", Operator::Alternative)],
        &[("..", Operator::Range)],
        &[("+", Operator::Plus), ("-", Operator::Minus)],
        &[("*", Operator::Times), ("/", Operator::Divided), ("%", Operator::Remainder)],
    ];
    /// The level of comparisons, before which `not` may stand.
    const COMPARISON: usize = 2;
}

/// A token: a name, a number, a sign.
#[derive(Clone, PartialEq, Debug)]
enum Token {
    Number(i64),
    Name(String),
    /// A name in quotation marks, which is no word of the language.
    Quoted(String),
    Sign(&'static str),
}

const SIGNS: [&str; 16] = ["<=", ">=", "!=", "..", "=", "<", ">", "|", "+", "-", "*", "/", "%", "(", ")", ","];
/// Words of the language that are no names.
const WORDS: [&str; 6] = ["or", "and", "not", "in", "where", "is"];
/// Brackets within brackets at most.
const DEEPEST: usize = 40;

struct Parser<'a> {
    text: &'a Text<'a>,
    tokens: Vec<(usize, Token)>,
    at: usize,
    depth: usize,
}

fn tokens(text: &Text<'_>) -> Result<Vec<(usize, Token)>, Bad> {
    let words = text.words;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = words[at..].chars().next() {
        let rest = &words[at..];
        let length = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c.is_ascii_digit() {
            let n = length(|c| c.is_ascii_digit());
            let number = rest[..n].parse::<u32>().map_err(|_| text.bad(at, "the number is too large"))?;
            found.push((at, Token::Number(number.into())));
            at += n;
        } else if c.is_alphabetic() || c == '_' {
            let n = length(|c| c.is_alphanumeric() || c == '_');
            found.push((at, Token::Name(rest[..n].to_string())));
            at += n;
        } else if c == '\'' {
            let end = rest[1..].find('\'').ok_or_else(|| text.bad(at, "the quotation does not end"))?;
            found.push((at, Token::Quoted(rest[1..1 + end].to_string())));
            at += end + 2;
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            found.push((at, Token::Sign(sign)));
            at += sign.len();
        } else {
            return Err(text.bad(at, format!("{c:?} has no meaning here")));
        }
    }
    Ok(found)
}

/// Tokens of an expression, at most.
const MOST_TOKENS: usize = 1_000;

impl<'a> Parser<'a> {
    fn new(text: &'a Text<'a>) -> Result<Parser<'a>, Bad> {
        let tokens = tokens(text)?;
        if let Some((at, _)) = tokens.get(MOST_TOKENS) {
            return Err(text.bad(*at, "the expression is too long"));
        }
        Ok(Parser { text, tokens, at: 0, depth: 0 })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn place(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.words.len(), |(at, _)| *at)
    }

    fn expected<T>(&self, what: &str) -> Result<T, Bad> {
        let found = match self.peek() {
            None => "the end".to_string(),
            Some(Token::Number(n)) => n.to_string(),
            Some(Token::Name(name) | Token::Quoted(name)) => format!("{name:?}"),
            Some(Token::Sign(sign)) => format!("{sign:?}"),
        };
        Err(self.text.bad(self.place(), format!("{what} is expected, not {found}")))
    }

    fn take(&mut self, word: &str) -> bool {
        let is_it = match self.peek() {
            Some(Token::Name(name)) => name == word,
            Some(Token::Sign(sign)) => *sign == word,
            _ => false,
        };
        self.at += usize::from(is_it);
        is_it
    }

    fn need(&mut self, word: &str) -> Result<(), Bad> {
        if self.take(word) { Ok(()) } else { self.expected(&format!("{word:?}")) }
    }

    fn name(&mut self) -> Result<String, Bad> {
        match self.peek().cloned() {
            Some(Token::Name(name)) if !WORDS.contains(&name.as_str()) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.expected("a name"),
        }
    }

    fn end(&self) -> Result<(), Bad> {
        if self.at == self.tokens.len() { Ok(()) } else { self.expected("the end or an operator") }
    }

    /// Is the next thing `NAME in`?
    fn is_filter(&self) -> bool {
        let word = |i: usize| match self.tokens.get(self.at + i) {
            Some((_, Token::Name(name))) => Some(name.as_str()),
            _ => None,
        };
        word(0).is_some_and(|name| !WORDS.contains(&name)) && word(1) == Some("in")
    }

    fn binder(&mut self) -> Result<Binder, Bad> {
        let mut names = Vec::new();
        if self.take("(") {
            names.push(self.name()?);
            while self.take(",") {
                names.push(self.name()?);
            }
            self.need(")")?;
        } else {
            names.push(self.name()?);
        }
        self.need("in")?;
        let of = self.level(Operator::COMPARISON + 1)?;
        let condition = if self.take("where") { Some(self.expr()?) } else { None };
        Ok(Binder { names, of, condition })
    }

    fn expr(&mut self) -> Result<Expr, Bad> {
        let at = self.place();
        if self.is_filter() {
            let binder = self.binder()?;
            return Ok(Expr { at, kind: Kind::Filter(Box::new(binder)) });
        }
        self.level(0)
    }

    fn level(&mut self, level: usize) -> Result<Expr, Bad> {
        let at = self.place();
        let Some(operators) = Operator::LEVELS.get(level) else { return self.unary() };
        if level == Operator::COMPARISON && self.take("not") {
            let inner = self.deeper(|parser| parser.level(level))?;
            return Ok(Expr { at, kind: Kind::Not(Box::new(inner)) });
        }
        let mut left = self.level(level + 1)?;
        while let Some(&(_, operator)) = operators.iter().find(|(word, _)| self.take(word)) {
            let right = self.level(level + 1)?;
            left = Expr { at, kind: Kind::Binary(operator, Box::new(left), Box::new(right)) };
        }
        Ok(left)
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Bad>) -> Result<T, Bad> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.text.bad(self.place(), "the expression is too deep"));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn unary(&mut self) -> Result<Expr, Bad> {
        let at = self.place();
        if self.take("-") {
            let inner = self.deeper(Self::unary)?;
            return Ok(Expr { at, kind: Kind::Negative(Box::new(inner)) });
        }
        if self.take("(") {
            let inner = self.deeper(Self::expr)?;
            self.need(")")?;
            return Ok(inner);
        }
        let kind = match self.peek().cloned() {
            Some(Token::Number(n)) => {
                self.at += 1;
                Kind::Number(n)
            }
            Some(Token::Quoted(name)) => {
                self.at += 1;
                Kind::Name(name)
            }
            Some(Token::Name(name)) if !WORDS.contains(&name.as_str()) => {
                self.at += 1;
                if self.take("(") { Kind::Call(name, self.arguments()?) } else { Kind::Name(name) }
            }
            _ => return self.expected("a number, a name or a bracket"),
        };
        Ok(Expr { at, kind })
    }

    fn arguments(&mut self) -> Result<Vec<Expr>, Bad> {
        let mut list = Vec::new();
        if self.take(")") {
            return Ok(list);
        }
        loop {
            list.push(self.deeper(Self::expr)?);
            if self.take(")") {
                return Ok(list);
            }
            self.need(",")?;
        }
    }
}

/// Reads an expression.
///
/// # Errors
/// [`Bad`] with the place of what is expected otherwise.
pub(crate) fn expr(text: &Text<'_>) -> Result<Expr, Bad> {
    let mut parser = Parser::new(text)?;
    let read = parser.expr()?;
    parser.end()?;
    Ok(read)
}

/// Reads binders: `r in rows, c in r where …`.
///
/// # Errors
/// [`Bad`] with the place of what is expected otherwise.
pub(crate) fn binders(text: &Text<'_>) -> Result<Vec<Binder>, Bad> {
    let mut parser = Parser::new(text)?;
    let mut list = vec![parser.binder()?];
    while parser.take(",") {
        list.push(parser.binder()?);
    }
    parser.end()?;
    Ok(list)
}

impl Expr {
    /// Does the expression use a function of that name?
    pub(crate) fn calls(&self, names: &[&str]) -> bool {
        match &self.kind {
            Kind::Number(_) | Kind::Name(_) => false,
            Kind::Call(name, list) => names.contains(&name.as_str()) || list.iter().any(|e| e.calls(names)),
            Kind::Binary(_, a, b) => a.calls(names) || b.calls(names),
            Kind::Not(inner) | Kind::Negative(inner) => inner.calls(names),
            Kind::Filter(binder) => binder.calls(names),
        }
    }
}

impl Expr {
    /// Does the expression have one of these names, as a name or a function?
    pub(crate) fn names_any(&self, names: &[&str]) -> bool {
        match &self.kind {
            Kind::Number(_) => false,
            Kind::Name(name) => names.contains(&name.as_str()),
            Kind::Call(name, list) => names.contains(&name.as_str()) || list.iter().any(|e| e.names_any(names)),
            Kind::Binary(_, a, b) => a.names_any(names) || b.names_any(names),
            Kind::Not(inner) | Kind::Negative(inner) => inner.names_any(names),
            Kind::Filter(binder) => binder.names_any(names),
        }
    }
}

impl Binder {
    /// Does the binder have one of these names?
    pub(crate) fn names_any(&self, names: &[&str]) -> bool {
        self.of.names_any(names) || self.condition.as_ref().is_some_and(|e| e.names_any(names))
    }

    /// Does the binder use a function of that name?
    pub(crate) fn calls(&self, names: &[&str]) -> bool {
        self.of.calls(names) || self.condition.as_ref().is_some_and(|e| e.calls(names))
    }
}
