//! The bodies of a genre file's rules: their kinds, and the rules of a network that they become.

use super::document::{Table, Text};
use super::formula::Formula;
use super::regex::Regex;
use super::scope::{Halt, Meaning, Scope, Term, ValueNames, bad};
use super::syntax::{self, Expr};
use tesuji_genre::Bad;
use tesuji_pencil::board::Place;
use tesuji_pencil::house::Rules;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Value, Var};

/// An expression with its text.
#[derive(Clone, Debug)]
pub(crate) struct Phrase {
    text: Text<'static>,
    pub(crate) expr: Expr,
}

impl Phrase {
    pub(crate) fn read(text: Text<'static>) -> Result<Phrase, Bad> {
        let expr = syntax::expr(&text)?;
        Ok(Phrase { text, expr })
    }

    fn of(table: &Table<'static>, key: &str) -> Result<Option<Phrase>, Bad> {
        table.text(key)?.map(Phrase::read).transpose()
    }

    fn needed(table: &Table<'static>, key: &str) -> Result<Phrase, Bad> {
        Phrase::read(table.needed(key)?)
    }

    /// The value of an evaluation; none where a number is missing.
    pub(crate) fn told<T>(&self, meaning: Meaning<T>) -> Result<Option<T>, Bad> {
        match meaning {
            Ok(term) => Ok(Some(term)),
            Err(Halt::NoNumber(_)) => Ok(None),
            Err(Halt::Bad(at, what)) => Err(self.text.bad(at, what)),
        }
    }
}

/// How many are counted.
#[derive(Clone, Debug)]
pub(crate) enum Bounds {
    Is(Phrase),
    Between(Option<Phrase>, Option<Phrase>),
}

/// The statement of a rule.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Different(Phrase),
    Alike(Phrase),
    Consecutive(Phrase),
    Require(Phrase),
    Count { of: Phrase, value: Phrase, bounds: Bounds },
    Sum { of: Phrase, is: Phrase },
    NotAll { of: Phrase, value: Phrase },
    Some { of: Phrase, value: Phrase },
    Connected { of: Option<Phrase>, value: Phrase, by_corners: bool },
    NoCycle { of: Option<Phrase>, value: Phrase },
    Areas { of: Option<Phrase>, value: Phrase, size: Phrase, at_least: bool },
    Islands { of: Option<Phrase>, value: Phrase, roots: Phrase },
    Reached { from: Phrase, value: Phrase, is: Phrase },
    Loop { value: Phrase, through_cells: bool },
    Runs { of: Phrase, value: Phrase, lengths: Phrase },
    Pattern { of: Phrase, regex: Regex, value: Option<Phrase> },
    Seen { of: Phrase, is: Phrase },
}

/// The keys of which a rule has one, with the keys of their tables.
pub(crate) const BODIES: &[(&str, &[&str])] = &[
    ("different", &[]),
    ("alike", &[]),
    ("consecutive", &[]),
    ("require", &[]),
    ("count", &["of", "value", "is", "at_least", "at_most"]),
    ("sum", &["of", "is"]),
    ("not_all", &["of", "value"]),
    ("some", &["of", "value"]),
    ("connected", &["value", "of", "by"]),
    ("no_cycle", &["value", "of"]),
    ("areas", &["value", "of", "size", "at_least"]),
    ("islands", &["value", "of", "roots"]),
    ("reached", &["from", "value", "is"]),
    ("loop", &["value", "through"]),
    ("runs", &["of", "value", "lengths"]),
    ("pattern", &["of", "regex", "value"]),
    ("seen", &["of", "is"]),
];

/// The most tuples of a table, and of what is tried to make one.
const MOST_TUPLES: usize = 60_000;
const MOST_TRIED: u64 = 300_000;
/// Combinations up to which a number that is one of several is listed as a table.
const MOST_LISTED: u64 = 4_096;

impl Body {
    /// Reads what a rule says.
    ///
    /// # Errors
    /// [`Bad`] with the place of what is missing or not understood.
    pub(crate) fn read(rule: &Table<'static>, signs: &Signs<'_>) -> Result<Body, Bad> {
        let found: Vec<&str> = BODIES.iter().map(|(key, _)| *key).filter(|key| rule.has(key)).collect();
        let [key] = found[..] else {
            let all: Vec<&str> = BODIES.iter().map(|(key, _)| *key).collect();
            return Err(rule.bad(format!("a rule says one of {}; there are {}", all.join(", "), found.len())));
        };
        let plain: Option<fn(Phrase) -> Body> = match key {
            "different" => Some(Body::Different),
            "alike" => Some(Body::Alike),
            "consecutive" => Some(Body::Consecutive),
            "require" => Some(Body::Require),
            _ => None,
        };
        if let Some(body) = plain {
            return Ok(body(Phrase::needed(rule, key)?));
        }
        let table = rule.table(key)?.ok_or_else(|| rule.bad(format!("{key} is missing")))?;
        table.only(BODIES.iter().find(|(name, _)| *name == key).map_or(&[][..], |(_, keys)| keys))?;
        let need = |key: &str| Phrase::needed(&table, key);
        let of = || Phrase::of(&table, "of");
        Ok(match key {
            "count" => {
                let [is, low, high] = ["is", "at_least", "at_most"].map(|key| Phrase::of(&table, key));
                let bounds = match (is?, low?, high?) {
                    (Some(is), None, None) => Bounds::Is(is),
                    (None, low, high) if low.is_some() || high.is_some() => Bounds::Between(low, high),
                    _ => return Err(table.bad("either is, or at_least and at_most, are expected")),
                };
                Body::Count { of: need("of")?, value: need("value")?, bounds }
            }
            "sum" => Body::Sum { of: need("of")?, is: need("is")? },
            "not_all" => Body::NotAll { of: need("of")?, value: need("value")? },
            "some" => Body::Some { of: need("of")?, value: need("value")? },
            "connected" => {
                let by_corners = match table.text("by")? {
                    None => false,
                    Some(by) if by.words == "corners" => true,
                    Some(by) => return by.refuse("corners is expected; left out: sides"),
                };
                Body::Connected { of: of()?, value: need("value")?, by_corners }
            }
            "no_cycle" => Body::NoCycle { of: of()?, value: need("value")? },
            "areas" => {
                let at_least = table.flag("at_least")?;
                Body::Areas { of: of()?, value: need("value")?, size: need("size")?, at_least }
            }
            "islands" => Body::Islands { of: of()?, value: need("value")?, roots: need("roots")? },
            "reached" => Body::Reached { from: need("from")?, value: need("value")?, is: need("is")? },
            "loop" => {
                let through = table.needed("through")?;
                let through_cells = match through.words {
                    "cells" => true,
                    "corners" => false,
                    other => return through.refuse(format!("{other:?}: cells or corners are expected")),
                };
                Body::Loop { value: need("value")?, through_cells }
            }
            "runs" => Body::Runs { of: need("of")?, value: need("value")?, lengths: need("lengths")? },
            "seen" => Body::Seen { of: need("of")?, is: need("is")? },
            _ => {
                let text = table.needed("regex")?;
                let regex = Regex::read(text.words, &|sign| signs.value(sign), signs.all());
                let regex = regex.map_err(|(at, what)| text.bad(at, what))?;
                Body::Pattern { of: need("of")?, regex, value: Phrase::of(&table, "value")? }
            }
        })
    }

    /// The expressions in it.
    pub(crate) fn phrases(&self) -> Vec<&Phrase> {
        match self {
            Body::Different(of) | Body::Alike(of) | Body::Consecutive(of) | Body::Require(of) => vec![of],
            Body::Count { of, value, bounds: Bounds::Is(is) } => vec![of, value, is],
            Body::Count { of, value, bounds: Bounds::Between(low, high) } => {
                [of, value].into_iter().chain(low).chain(high).collect()
            }
            Body::Sum { of, is } | Body::Seen { of, is } => vec![of, is],
            Body::NotAll { of, value } | Body::Some { of, value } => vec![of, value],
            Body::Connected { of, value, .. } | Body::NoCycle { of, value } => of.iter().chain([value]).collect(),
            Body::Areas { of, value, size, .. } => of.iter().chain([value, size]).collect(),
            Body::Islands { of, value, roots } => of.iter().chain([value, roots]).collect(),
            Body::Reached { from, value, is } => vec![from, value, is],
            Body::Loop { value, .. } => vec![value],
            Body::Runs { of, value, lengths } => vec![of, value, lengths],
            Body::Pattern { of, value, .. } => [of].into_iter().chain(value).collect(),
        }
    }

    /// Is it about the board as a whole: what hangs together, loops, areas?
    pub(crate) fn is_global(&self) -> bool {
        matches!(
            self,
            Body::Connected { .. }
                | Body::NoCycle { .. }
                | Body::Areas { .. }
                | Body::Islands { .. }
                | Body::Loop { .. }
                | Body::Reached { .. }
        )
    }

    /// States it under the names that are bound.
    ///
    /// # Errors
    /// [`Bad`] with the place of an expression that has no meaning.
    pub(crate) fn state(
        &self,
        scope: &mut Scope<'_>,
        (class, from): (u16, Place),
        to: &mut Rules<'_>,
    ) -> Result<(), Bad> {
        // An expression without a number lets the whole statement fall away.
        macro_rules! told {
            ($phrase:expr, $function:ident) => {{
                let meaning = scope.$function(&$phrase.expr);
                match $phrase.told(meaning)? {
                    Some(term) => term,
                    None => return Ok(()),
                }
            }};
        }
        match self {
            Body::Different(of) => {
                let vars = told!(of, vars);
                if vars.len() > 1 {
                    to.all_different(class, from, vars);
                }
            }
            Body::Alike(of) => {
                let vars = told!(of, vars);
                let shared = vars.iter().fold(Domain::range(0, 63), |all, &var| all & domain(scope, var));
                let tuples = shared.iter().map(|value| vec![value; vars.len()]).collect();
                if vars.len() > 1 {
                    to.add(class, from, RuleSpec::Table { vars, tuples });
                }
            }
            Body::Consecutive(of) => {
                let vars = told!(of, vars);
                let all = vars.iter().fold(Domain::EMPTY, |all, &var| all | domain(scope, var));
                let n = vars.len() as u8;
                let (low, high) = (all.iter().next().unwrap_or(0), all.iter().last().unwrap_or(0));
                let run = |first: Value| Domain::range(first, first + n - 1);
                let sets: Vec<Domain> =
                    (low..=high.saturating_sub(n.saturating_sub(1))).filter(|&f| f + n <= 64).map(run).collect();
                if vars.len() > 1 {
                    to.add(class, from, RuleSpec::Family { vars, sets });
                }
            }
            Body::Require(phrase) => {
                if let Term::Claimed(claimed) = told!(phrase, truth) {
                    claimed.specs(scope)?.into_iter().for_each(|spec| to.add(class, from, spec));
                    return Ok(());
                }
                let formula = told!(phrase, statement);
                if let Some(spec) = phrase.told(required(scope, &formula, phrase.expr.at))?.flatten() {
                    to.add(class, from, spec);
                }
            }
            Body::Count { of, value, bounds } => {
                let (vars, values) = (told!(of, vars), told!(value, values));
                match bounds {
                    Bounds::Is(is) => {
                        let counts = told!(is, numbers);
                        if let [n] = counts[..] {
                            let n = usize::try_from(n).unwrap_or(usize::MAX);
                            to.count(class, from, vars, values, (n, n));
                        } else {
                            let spec = is.told(number_in(scope, vars, values, &counts, is.expr.at))?;
                            if let Some(spec) = spec {
                                to.add(class, from, spec);
                            }
                        }
                    }
                    Bounds::Between(low, high) => {
                        let low = match low {
                            Some(low) => told!(low, number),
                            None => 0,
                        };
                        let high = match high {
                            Some(high) => told!(high, number),
                            None => vars.len() as i64,
                        };
                        if high < 0 {
                            return refuse(to, (class, from));
                        }
                        let bounds = (usize::try_from(low).unwrap_or(0), high as usize);
                        if bounds.0 > 0 || bounds.1 < vars.len() {
                            to.count(class, from, vars, values, bounds);
                        }
                    }
                }
            }
            Body::Sum { of, is } => {
                let (vars, total) = (told!(of, vars), told!(is, number));
                match u32::try_from(total) {
                    Ok(total) => to.add(class, from, RuleSpec::Sum { vars, total }),
                    Err(_) => return refuse(to, (class, from)),
                }
            }
            Body::NotAll { of, value } => {
                let (vars, values) = (told!(of, vars), told!(value, values));
                match values.value() {
                    Some(value) => to.not_all(class, from, &vars, value),
                    None => {
                        let most = vars.len().saturating_sub(1);
                        to.count(class, from, vars, values, (0, most));
                    }
                }
            }
            Body::Some { of, value } => {
                let (vars, values) = (told!(of, vars), told!(value, values));
                let literals: Vec<(Var, Value, bool)> =
                    vars.iter().flat_map(|&var| values.iter().map(move |v| (var, v, true))).collect();
                to.clause(class, from, &literals);
            }
            Body::Connected { of, value, by_corners } => {
                let (cells, values) = (told_cells(scope, of.as_ref())?, told!(value, values));
                let Some(cells) = cells else { return Ok(()) };
                let (vars, mut edges) = to.cell_graph(&|cell| cells.contains(&cell));
                if *by_corners {
                    let place = |cell: usize| {
                        let own = scope.variables.and_then(|all| all.get(Place::Cell(cell as u16)))?;
                        vars.iter().position(|&var| var == own).map(|i| i as u32)
                    };
                    let pairs = super::parts::corner_pairs(scope.board());
                    edges.extend(pairs.filter_map(|[a, b]| Some([place(a)?, place(b)?])));
                }
                to.add(class, from, RuleSpec::Connected { vars, values, edges });
            }
            Body::NoCycle { of, value } => {
                let (cells, values) = (told_cells(scope, of.as_ref())?, told!(value, values));
                let Some(cells) = cells else { return Ok(()) };
                let (vars, edges) = to.cell_graph(&|cell| cells.contains(&cell));
                to.add(class, from, RuleSpec::Acyclic { vars, values, edges, border: Vec::new() });
            }
            Body::Areas { of, value, size, at_least } => {
                let (cells, values) = (told_cells(scope, of.as_ref())?, told!(value, values));
                let number = told!(size, number);
                let Some(cells) = cells else { return Ok(()) };
                let Some(number) = u32::try_from(number).ok().filter(|&n| n > 0) else {
                    return Err(size.text.bad(size.expr.at, "areas have at least one cell"));
                };
                let (vars, edges) = to.cell_graph(&|cell| cells.contains(&cell));
                to.add(
                    class,
                    from,
                    RuleSpec::Regions { vars, values, edges, size: number, at_least: *at_least, except: Vec::new() },
                );
            }
            Body::Islands { of, value, roots } => {
                let (cells, values) = (told_cells(scope, of.as_ref())?, told!(value, values));
                let places = told!(roots, places);
                let Some(cells) = cells else { return Ok(()) };
                let (vars, edges) = to.cell_graph(&|cell| cells.contains(&cell));
                let place = |place: &Place| {
                    let var = scope.variables?.get(*place)?;
                    let number = scope.puzzle.clues.get(place).and_then(tesuji_pencil::clue::Clue::number);
                    Some([vars.iter().position(|&v| v == var)? as u32, number.unwrap_or(0).into()])
                };
                let listed: Vec<[u32; 2]> = places.iter().filter_map(place).collect();
                if listed.len() != places.len() {
                    return Err(roots.text.bad(roots.expr.at, "a root is no cell of the areas"));
                }
                to.add(class, from, RuleSpec::Islands { vars, values, edges, roots: listed });
            }
            Body::Reached { from: starts, value, is } => {
                let (listed, values) = (told!(starts, vars), told!(value, values));
                let number = told!(is, number);
                let (vars, edges) = to.cell_graph(&|_| true);
                let place = |var: &Var| vars.iter().position(|v| v == var).map(|i| i as u32);
                let mut listed: Vec<u32> = listed.iter().filter_map(place).collect();
                listed.sort_unstable();
                let Ok(size) = u32::try_from(number) else { return refuse(to, (class, from)) };
                to.add(class, from, RuleSpec::Reached { vars, values, edges, starts: listed, size });
            }
            Body::Loop { value, through_cells } => {
                let values = told!(value, values);
                if *through_cells {
                    to.centre_loop(class, values);
                } else {
                    to.border_loop(class, values);
                }
            }
            Body::Runs { of, value, lengths } => {
                let (vars, values, numbers) = (told!(of, vars), told!(value, values), told!(lengths, numbers));
                let lengths = numbers.iter().filter(|&&n| n > 0).map(|&n| n as u32).collect();
                to.add(class, from, RuleSpec::Runs { vars, values, lengths });
            }
            Body::Pattern { of, regex, value } => {
                let vars = told!(of, vars);
                let named = match value {
                    Some(value) => told!(value, values),
                    None => Domain::EMPTY,
                };
                if vars.is_empty() {
                    return if regex.is_optional() { Ok(()) } else { refuse(to, (class, from)) };
                }
                let (starts, arrows) = regex.along(vars.len(), named);
                let word = (0..vars.len() as u32).collect();
                to.add(class, from, RuleSpec::Automaton { vars, word, starts, arrows });
            }
            Body::Seen { of, is } => {
                let (vars, number) = (told!(of, vars), told!(is, number));
                let Ok(count) = u32::try_from(number) else { return refuse(to, (class, from)) };
                to.add(class, from, RuleSpec::Visible { vars, count });
            }
        }
        Ok(())
    }
}

/// The signs of values.
#[derive(Clone, Debug)]
pub(crate) struct Signs<'a> {
    pub(crate) names: &'a ValueNames,
    /// By value.
    pub(crate) signs: Vec<char>,
    /// The values that variables have.
    pub(crate) most: Value,
}

impl Signs<'_> {
    fn value(&self, sign: char) -> Option<Value> {
        match self.names {
            ValueNames::Words(_) => self.signs.iter().position(|&s| s == sign).map(|i| i as Value),
            ValueNames::Numbers => sign.to_digit(10).map(|d| d as Value),
        }
    }

    fn all(&self) -> Domain {
        Domain::range(0, self.most)
    }
}

fn domain(scope: &Scope<'_>, var: Var) -> Domain {
    let domains = scope.variables.map_or(&[][..], |variables| variables.domains());
    domains.get(var.index()).copied().unwrap_or(Domain::EMPTY)
}

/// The cells of a rule about areas: those listed, or all.
fn told_cells(scope: &mut Scope<'_>, of: Option<&Phrase>) -> Result<Option<Vec<usize>>, Bad> {
    let Some(of) = of else { return Ok(Some(scope.board().cells().collect())) };
    let meaning = scope.places(&of.expr);
    let Some(places) = of.told(meaning)? else { return Ok(None) };
    let cell = |place: &Place| match place {
        Place::Cell(cell) => Some(usize::from(*cell)),
        _ => None,
    };
    let cells: Option<Vec<usize>> = places.iter().map(cell).collect();
    cells.map(Some).ok_or_else(|| of.text.bad(of.expr.at, "cells are expected"))
}

/// States what no values satisfy.
fn refuse(to: &mut Rules<'_>, (class, from): (u16, Place)) -> Result<(), Bad> {
    to.add(class, from, RuleSpec::Table { vars: vec![Var(0)], tuples: Vec::new() });
    Ok(())
}

/// The rule of a statement about values; none where it always holds.
fn required(scope: &Scope<'_>, formula: &Formula, at: usize) -> Meaning<Option<RuleSpec>> {
    let vars = formula.vars();
    if vars.is_empty() {
        let never = RuleSpec::Table { vars: vec![Var(0)], tuples: Vec::new() };
        return Ok((formula.number(&|_| 0) == 0).then_some(never));
    }
    if let Some(literals) = formula.literals() {
        let is_value = |value: i64| (0..64).contains(&value);
        // That a variable does not have what is no value, holds.
        if literals.iter().any(|&(_, value, sign)| !sign && !is_value(value)) {
            return Ok(None);
        }
        let literal =
            |&(var, value, sign): &(Var, i64, bool)| (tesuji_solver::Literal { var, value: value as Value }, sign);
        let literals = literals.iter().filter(|(_, value, _)| is_value(*value)).map(literal).collect();
        return Ok(Some(RuleSpec::Clause { literals }));
    }
    let holds = |tuple: &[Value]| {
        let value = |var: Var| vars.iter().position(|&v| v == var).map_or(0, |i| tuple[i].into());
        formula.number(&value) != 0
    };
    Ok(table(scope, &vars, &holds, at)?.map(|tuples| RuleSpec::Table { vars: vars.clone(), tuples }))
}

/// The rule that a number of variables among `counts` has one of the values.
fn number_in(scope: &Scope<'_>, vars: Vec<Var>, values: Domain, counts: &[i64], at: usize) -> Meaning<RuleSpec> {
    let combinations = vars.iter().fold(1_u64, |all, &var| all.saturating_mul(domain(scope, var).len().into()));
    if let Some(value) = values.value().filter(|_| combinations > MOST_LISTED && vars.len() < 64) {
        let times = counts.iter().filter(|n| (0..64).contains(*n)).fold(0_u64, |bits, &n| bits | 1 << n);
        return Ok(RuleSpec::Occurrences { vars, times: vec![(value, times)], groups: Vec::new() });
    }
    let holds = |tuple: &[Value]| {
        let count = tuple.iter().filter(|&&value| values.contains(value)).count() as i64;
        counts.contains(&count)
    };
    let tuples = table(scope, &vars, &holds, at)?;
    Ok(match tuples {
        Some(tuples) => RuleSpec::Table { vars, tuples },
        None => {
            let high = vars.len() as u32;
            RuleSpec::Count { vars, values, low: 0, high }
        }
    })
}

/// The tuples that satisfy a statement; none where all do.
fn table(
    scope: &Scope<'_>,
    vars: &[Var],
    holds: &dyn Fn(&[Value]) -> bool,
    at: usize,
) -> Meaning<Option<Vec<Vec<Value>>>> {
    let domains: Vec<Vec<Value>> = vars.iter().map(|&var| domain(scope, var).iter().collect()).collect();
    let all = domains.iter().try_fold(1_u64, |all, domain| all.checked_mul(domain.len() as u64));
    let Some(all) = all.filter(|&n| n <= MOST_TRIED) else {
        return bad(at, format!("{} variables have too many combinations; count or sum say it shorter", vars.len()));
    };
    let mut tuples = Vec::new();
    let mut tuple: Vec<Value> = vec![0; vars.len()];
    for number in 0..all {
        let mut rest = number;
        for (value, domain) in tuple.iter_mut().zip(&domains).rev() {
            *value = domain[(rest % domain.len() as u64) as usize];
            rest /= domain.len() as u64;
        }
        if holds(&tuple) {
            tuples.push(tuple.clone());
        }
    }
    if tuples.len() as u64 == all {
        return Ok(None);
    }
    if tuples.len() > MOST_TUPLES {
        return bad(at, format!("{} combinations are too many; count or sum say it shorter", tuples.len()));
    }
    Ok(Some(tuples))
}
