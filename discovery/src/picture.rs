//! Pictures: an idea with its places. Rigid pieces modulo the eight symmetries, the rules with their
//! numbers, the facts and the goal, as text that a person edits. A picture is a local theorem: its
//! rules alone lead from its facts to its goal.

use crate::reason::Explained;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use tesuji_genre::Names;
use tesuji_solver::rules::RuleSpec;
use tesuji_solver::{Domain, Fact, LearningSolver, Limits, Literal, Network, RuleId, Solver, Stop, Value, Var};

/// A place: a piece, and half units from its upper left corner. Cells have odd coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The piece, from 1 on.
    pub piece: u32,
    /// Half rows.
    pub row: i32,
    /// Half columns.
    pub col: i32,
}

/// A rule of a picture: its class's name, and the rule over the picture's places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureRule {
    /// The name of its class.
    pub class: String,
    /// The rule; a variable is the number of a place.
    pub spec: RuleSpec,
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The genre.
    pub genre: String,
    /// The family of its idea.
    pub family: String,
    /// The words of values.
    pub values: BTreeMap<Value, String>,
    /// The places, sorted; a variable is the number of one.
    pub points: Vec<Point>,
    /// The facts that it starts from.
    pub facts: Vec<Fact>,
    /// The candidate that they refute.
    pub goal: Literal,
    /// The rules.
    pub rules: Vec<PictureRule>,
}

/// Why a picture is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PictureError {
    /// A line is malformed.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// It lacks a line.
    #[error("the picture has no {0}")]
    Missing(&'static str),
    /// Its facts contradict each other.
    #[error("the facts leave {0} no value")]
    NoValue(String),
    /// It is false: its rules allow the goal.
    #[error("the picture is false: its rules allow {0}")]
    False(String, Vec<Value>),
    /// The search for a counterexample was cut off.
    #[error("neither proved nor refuted within {0} nodes")]
    Unknown(u64),
}

/// The beginning of keys of pictures.
pub(crate) const HEAD: &str = "picture of ";
/// The end of a line where a picture stands in one line.
const LINE_END: &str = "; ";
/// Places of one rule at most.
const SCOPE: usize = 20;
/// Half units that a rigid rule spans at most.
const SPAN: i32 = 8;
/// Places of a picture at most.
const POINTS: usize = 80;
/// Nodes of the check.
const NODES: u64 = 200_000;

impl Picture {
    /// The picture of an explanation; `None` where a rule speaks of a large part of the board, or a
    /// variable has no place.
    pub fn new(genre: &str, net: &Network, names: &dyn Names, explained: &Explained) -> Option<Picture> {
        let rules = explained.rules();
        if rules.iter().any(|&rule| net.rule(rule).scope().len() > SCOPE) {
            return None;
        }
        let vars: BTreeSet<Var> = rules.iter().flat_map(|&rule| vars_of(net.spec(rule))).collect();
        let vars: BTreeSet<Var> = vars.into_iter().chain([explained.goal.var]).collect();
        if vars.len() > POINTS {
            return None;
        }
        let at: BTreeMap<Var, (i32, i32)> = vars.iter().map(|&v| Some((v, names.point(v)?))).collect::<Option<_>>()?;
        let piece = pieces(net, &rules, &at);
        let facts = explained.steps.iter().flat_map(|step| &step.facts).copied();
        let mut facts: BTreeSet<Fact> = facts.filter(|fact| vars.contains(&fact.var)).collect();
        let all = vars.iter().fold(Domain::EMPTY, |all, v| all | net.domains()[v.index()]);
        for &var in &vars {
            let own = net.domains()[var.index()];
            if !own.is_single() {
                facts.extend(all.minus(own).iter().map(|value| Fact::is_not(var, value)));
            }
        }
        let points: Vec<Point> = at.iter().map(|(v, &(row, col))| Point { piece: piece[v], row, col }).collect();
        let unlike: BTreeSet<&Point> = points.iter().collect();
        if unlike.len() < points.len() {
            return None;
        }
        let numbers: Vec<Var> = at.keys().copied().collect();
        let number = |v: Var| Var(numbers.binary_search(&v).unwrap_or(0) as u32);
        let rule = |&rule: &RuleId| PictureRule {
            class: crate::layout::class_of(net, rule).to_string(),
            spec: net.spec(rule).map_vars(number),
        };
        let raw = Picture {
            genre: genre.to_string(),
            family: explained.idea().family.to_string(),
            values: all.iter().map(|value| (value, word(&names.value(value)))).collect(),
            facts: facts.into_iter().map(|fact| Fact { var: number(fact.var), ..fact }).collect(),
            goal: Literal { var: number(explained.goal.var), value: explained.goal.value },
            rules: rules.iter().map(rule).collect(),
            points,
        };
        Some(raw.canonical())
    }

    /// Turns, mirrors and orders the pieces so that the text is the least one: equal for pictures
    /// that differ by a symmetry of the square.
    #[must_use]
    pub fn canonical(&self) -> Picture {
        let pieces: BTreeSet<u32> = self.points.iter().map(|p| p.piece).collect();
        let number: BTreeMap<u32, u32> = pieces.into_iter().zip(1..).collect();
        let mut whole = self.clone();
        whole.points.iter_mut().for_each(|p| p.piece = number[&p.piece]);
        let orders = orders(number.len() as u32);
        let images = (0..8).flat_map(|symmetry| orders.iter().map(move |order| (symmetry, order)));
        let images = images.map(|(symmetry, order)| whole.image(symmetry, order));
        images.min_by_key(ToString::to_string).unwrap_or(whole)
    }

    /// The key of the picture in decisions: its text in one line.
    pub fn key(&self) -> String {
        self.to_string().trim_end().replace('\n', LINE_END)
    }

    /// The image under one of the eight symmetries, with the pieces in an order.
    fn image(&self, symmetry: u8, order: &[u32]) -> Picture {
        let turned = |p: &Point| {
            let (row, col) = if symmetry & 1 == 1 { (p.col, p.row) } else { (p.row, p.col) };
            let (row, col) = (if symmetry & 2 == 2 { -row } else { row }, if symmetry & 4 == 4 { -col } else { col });
            Point { piece: order[p.piece as usize - 1], row, col }
        };
        let mut all: Vec<Point> = self.points.iter().map(turned).collect();
        let mut least: BTreeMap<u32, (i32, i32)> = BTreeMap::new();
        for p in &all {
            let corner = least.entry(p.piece).or_insert((p.row, p.col));
            *corner = (corner.0.min(p.row), corner.1.min(p.col));
        }
        // A shift by whole cells.
        let even = |n: i32| n - n.rem_euclid(2);
        for p in &mut all {
            let (row, col) = least[&p.piece];
            (p.row, p.col) = (p.row - even(row), p.col - even(col));
        }
        self.with_points(&all)
    }

    /// Moves the places, which stay different from each other, and puts all in order.
    fn with_points(&self, places: &[Point]) -> Picture {
        let mut points = places.to_vec();
        points.sort_unstable();
        let number = |v: Var| Var(points.binary_search(&places[v.index()]).unwrap_or(0) as u32);
        let moved =
            |rule: &PictureRule| PictureRule { class: rule.class.clone(), spec: sorted(rule.spec.map_vars(number)) };
        let mut picture = Picture {
            facts: self.facts.iter().map(|fact| Fact { var: number(fact.var), ..*fact }).collect(),
            goal: Literal { var: number(self.goal.var), ..self.goal },
            rules: self.rules.iter().map(moved).collect(),
            points: points.clone(),
            ..self.clone()
        };
        picture.facts.sort_unstable();
        picture.facts.dedup();
        picture.rules.sort_by_cached_key(|rule| picture_line(&points, &self.values, rule));
        picture
    }

    /// The network of its rules, with its facts.
    fn network(&self) -> Result<Network, PictureError> {
        let all = self.values.keys().fold(Domain::EMPTY, |all, &value| all.with(value));
        let mut net = Network::with_vars(self.points.len(), all);
        for rule in &self.rules {
            net.add(rule.spec.clone()).map_err(|e| PictureError::Line(0, format!("{}: {e}", rule.class)))?;
        }
        for fact in &self.facts {
            let left = net.domains()[fact.var.index()] & fact.keeps();
            net.set_domain(fact.var, left);
        }
        Ok(net)
    }

    /// Proves it: the rules alone lead from the facts to the goal.
    ///
    /// # Errors
    /// [`PictureError::False`] with a counterexample, [`PictureError::NoValue`] where the facts
    /// contradict each other, or [`PictureError::Unknown`].
    pub fn verify(&self) -> Result<(), PictureError> {
        let mut net = self.network()?;
        if let Some(at) = net.domains().iter().position(|d| d.is_empty()) {
            return Err(PictureError::NoValue(self.points[at].to_string()));
        }
        let left = net.domains()[self.goal.var.index()] & Domain::single(self.goal.value);
        if left.is_empty() {
            return Ok(());
        }
        net.set_domain(self.goal.var, left);
        let answer = LearningSolver::default().solve(&net, None, &Limits::solutions(1).with_nodes(NODES));
        match (answer.solutions.into_iter().next(), answer.stop) {
            (Some(values), _) => {
                let told = |(i, value): (usize, &Value)| format!("{} {}", self.points[i], self.values[value]);
                let words: Vec<String> = values.iter().enumerate().map(told).collect();
                Err(PictureError::False(words.join(", "), values))
            }
            (None, Stop::Exhausted) => Ok(()),
            (None, _) => Err(PictureError::Unknown(NODES)),
        }
    }

    /// The pieces: how many there are.
    pub fn pieces(&self) -> u32 {
        self.points.iter().map(|p| p.piece).max().unwrap_or(1)
    }

    /// Drawn by itself: rules violet, facts blue, what can't be red. With values, these in place of
    /// the facts: a counterexample.
    pub fn svg(&self, values: Option<&[Value]>) -> String {
        const UNIT: i32 = 16;
        let mut out = String::new();
        let (mut left, mut high) = (8, 0);
        for piece in 1..=self.pieces() {
            let own = || self.points.iter().enumerate().filter(move |(_, p)| p.piece == piece);
            let (rows, cols) = own().fold((0, 0), |(r, c), (_, p)| (r.max(p.row), c.max(p.col)));
            let (rows, cols) = (rows + (rows & 1), cols + (cols & 1));
            let x = |col: i32| left + UNIT * col + UNIT / 2;
            let y = |row: i32| 8 + UNIT * row + UNIT / 2;
            for row in (0..=rows).step_by(2) {
                out += &format!("<path d='M{} {}H{}' stroke='#ccd' fill='none'/>", x(0), y(row), x(cols));
            }
            for col in (0..=cols).step_by(2) {
                out += &format!("<path d='M{} {}V{}' stroke='#ccd' fill='none'/>", x(col), y(0), y(rows));
            }
            for rule in &self.rules {
                let scope = rule.spec.clone().build().map(|r| r.scope().to_vec()).unwrap_or_default();
                let inside: Vec<Point> = scope
                    .iter()
                    .filter_map(|v| self.points.get(v.index()))
                    .filter(|p| p.piece == piece)
                    .copied()
                    .collect();
                let Some(n) = i32::try_from(inside.len()).ok().filter(|n| *n > 0) else { continue };
                let mid = |of: &dyn Fn(&Point) -> i32| UNIT * inside.iter().map(of).sum::<i32>() / n + UNIT / 2;
                let text = match &rule.spec {
                    RuleSpec::Count { low, high, .. } => number(*low, *high, inside.len() as u32),
                    _ => String::new(),
                };
                let (x, y) = (left + mid(&|p| p.col), 8 + mid(&|p| p.row));
                out += &format!(
                    "<circle cx='{x}' cy='{y}' r='9' fill='#e9e2fa'/><text x='{x}' y='{}' text-anchor='middle'>{text}</text>",
                    y + 4
                );
            }
            for (i, point) in own() {
                let var = Var(i as u32);
                let (x, y) = (x(point.col), y(point.row));
                let known = match values {
                    Some(values) => values.get(i).map(|&value| Fact::is(var, value)),
                    None => self.facts.iter().find(|fact| fact.var == var).copied(),
                };
                let title = |fact: Fact| {
                    format!(
                        "{}{}",
                        if fact.holds { "" } else { "not " },
                        self.values.get(&fact.value).map_or("", String::as_str)
                    )
                };
                match known {
                    Some(fact) => {
                        let is_on = fact.holds == (fact.value != 0);
                        let shape = match is_on {
                            true => format!("<circle cx='{x}' cy='{y}' r='6' fill='#1f5fbf'>"),
                            false => format!(
                                "<path d='M{0} {1}l8 8m0 -8l-8 8' stroke='#1f5fbf' stroke-width='2'>",
                                x - 4,
                                y - 4
                            ),
                        };
                        let end = if is_on { "circle" } else { "path" };
                        out += &format!("{shape}<title>{}</title></{end}>", title(fact));
                    }
                    None => out += &format!("<circle cx='{x}' cy='{y}' r='2' fill='#99a'/>"),
                }
                if var == self.goal.var {
                    let word = title(Fact::is(var, self.goal.value));
                    out += &format!(
                        "<circle cx='{x}' cy='{y}' r='8' fill='none' stroke='#cf2e3f' stroke-width='2'><title>can't be {word}</title></circle>"
                    );
                }
            }
            left += UNIT * (cols + 2);
            high = high.max(UNIT * (rows + 1) + 16);
        }
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {left} {high}' width='{left}' height='{high}' font-family='sans-serif' font-size='12'>{out}</svg>"
        )
    }
}

/// "3", ">=2", "<=1", "1..2".
fn number(low: u32, high: u32, all: u32) -> String {
    match (low, high) {
        (low, high) if low == high => low.to_string(),
        (low, high) if high >= all => format!(">={low}"),
        (0, high) => format!("<={high}"),
        (low, high) => format!("{low}..{high}"),
    }
}

fn word(text: &str) -> String {
    text.replace(' ', "-")
}

/// The orders of `count` pieces, as the new number of each.
fn orders(count: u32) -> Vec<Vec<u32>> {
    let all: Vec<u32> = (1..=count).collect();
    if count > 3 {
        return vec![all];
    }
    let mut list = vec![Vec::new()];
    for _ in 0..count {
        let wider = |order: &Vec<u32>| {
            let left = all.iter().filter(|n| !order.contains(n));
            left.map(|&n| [order.as_slice(), &[n]].concat()).collect::<Vec<_>>()
        };
        list = list.iter().flat_map(wider).collect();
    }
    list
}

/// The piece of each variable: rules that span little hold their places together.
fn pieces(net: &Network, rules: &[RuleId], at: &BTreeMap<Var, (i32, i32)>) -> BTreeMap<Var, u32> {
    let mut group: BTreeMap<Var, Var> = at.keys().map(|&v| (v, v)).collect();
    for &rule in rules {
        let scope = net.rule(rule).scope();
        let spans = |of: &dyn Fn(&(i32, i32)) -> i32| {
            let all: Vec<i32> = scope.iter().filter_map(|v| at.get(v)).map(of).collect();
            all.iter().max().zip(all.iter().min()).map_or(0, |(max, min)| max - min)
        };
        if spans(&|p| p.0) > SPAN || spans(&|p| p.1) > SPAN {
            continue;
        }
        let Some(to) = scope.first().and_then(|v| group.get(v)).copied() else { continue };
        let gone: Vec<Var> = scope.iter().filter_map(|v| group.get(v)).copied().collect();
        group.values_mut().filter(|g| gone.contains(g)).for_each(|g| *g = to);
    }
    let mut number: BTreeMap<Var, u32> = BTreeMap::new();
    group
        .into_iter()
        .map(|(var, of)| {
            let next = number.len() as u32 + 1;
            (var, *number.entry(of).or_insert(next))
        })
        .collect()
}

/// The rule with its scope in order, where the order says nothing.
fn sorted(spec: RuleSpec) -> RuleSpec {
    match spec {
        RuleSpec::Count { mut vars, values, low, high } => {
            vars.sort_unstable();
            RuleSpec::Count { vars, values, low, high }
        }
        RuleSpec::AllDifferent { mut vars } => {
            vars.sort_unstable();
            RuleSpec::AllDifferent { vars }
        }
        RuleSpec::Clause { mut literals } => {
            literals.sort_unstable();
            RuleSpec::Clause { literals }
        }
        RuleSpec::Table { vars, tuples } => {
            let mut order: Vec<usize> = (0..vars.len()).collect();
            order.sort_by_key(|&i| vars[i]);
            let mut tuples: Vec<Vec<Value>> =
                tuples.into_iter().map(|t| order.iter().map(|&i| t[i]).collect()).collect();
            tuples.sort_unstable();
            RuleSpec::Table { vars: order.into_iter().map(|i| vars[i]).collect(), tuples }
        }
        other => other,
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{},{}", self.piece, self.row, self.col)
    }
}

fn picture_line(points: &[Point], values: &BTreeMap<Value, String>, rule: &PictureRule) -> String {
    let places = |vars: &[Var]| vars.iter().map(|v| points[v.index()].to_string()).collect::<Vec<_>>().join(" ");
    let name = |value: Value| values.get(&value).cloned().unwrap_or_else(|| value.to_string());
    let said = match &rule.spec {
        RuleSpec::Count { vars, values: set, low, high } => {
            let words: Vec<String> = set.iter().filter(|v| values.contains_key(v)).map(name).collect();
            format!("{} of {} at {}", number(*low, *high, vars.len() as u32), words.join("|"), places(vars))
        }
        RuleSpec::Clause { literals } => {
            let part = |(l, holds): &(Literal, bool)| {
                format!("{}{} at {}", if *holds { "" } else { "not " }, name(l.value), points[l.var.index()])
            };
            literals.iter().map(part).collect::<Vec<_>>().join(" or ")
        }
        RuleSpec::AllDifferent { vars } => format!("all different at {}", places(vars)),
        RuleSpec::Table { vars, tuples } => {
            let way = |t: &Vec<Value>| t.iter().map(ToString::to_string).collect::<Vec<_>>().join("");
            let wide = |t: &Vec<Value>| t.iter().any(|&v| v > 9);
            if tuples.iter().any(wide) {
                at_places(points, &rule.spec)
            } else {
                format!("ways {} at {}", tuples.iter().map(way).collect::<Vec<_>>().join("|"), places(vars))
            }
        }
        other => at_places(points, other),
    };
    format!("rule {}: {said}", rule.class)
}

/// A rule as data, its variables numbered as the places behind it.
fn at_places(points: &[Point], spec: &RuleSpec) -> String {
    let vars = vars_of(spec);
    let number = |v: Var| Var(vars.iter().position(|&own| own == v).unwrap_or_default() as u32);
    let data = serde_json::to_string(&spec.map_vars(number)).unwrap_or_default();
    let places: Vec<String> = vars.iter().filter_map(|v| Some(points.get(v.index())?.to_string())).collect();
    format!("{data} at {}", places.join(" "))
}

/// The variables that a rule speaks of, each once, sorted.
pub(crate) fn vars_of(spec: &RuleSpec) -> BTreeSet<Var> {
    let vars = std::cell::RefCell::new(BTreeSet::new());
    let _ = spec.map_vars(|v| {
        vars.borrow_mut().insert(v);
        v
    });
    vars.into_inner()
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "picture of {}: {}", self.genre, self.family)?;
        let values: Vec<String> = self.values.iter().map(|(value, word)| format!("{value}={word}")).collect();
        writeln!(f, "values {}", values.join(" "))?;
        let name = |value: Value| self.values.get(&value).map_or("?", String::as_str);
        writeln!(f, "goal not {} at {}", name(self.goal.value), self.points[self.goal.var.index()])?;
        for fact in &self.facts {
            let not = if fact.holds { "" } else { "not " };
            writeln!(f, "fact {not}{} at {}", name(fact.value), self.points[fact.var.index()])?;
        }
        for rule in &self.rules {
            writeln!(f, "{}", picture_line(&self.points, &self.values, rule))?;
        }
        Ok(())
    }
}

/// Reads lines of a picture; places are numbered as they come.
#[derive(Default)]
struct Reading {
    values: BTreeMap<Value, String>,
    points: Vec<Point>,
}

impl Reading {
    fn point(&mut self, text: &str) -> Result<Var, String> {
        let wrong = || format!("{text:?} is no place: expected PIECE:ROW,COLUMN");
        let (piece, rest) = text.split_once(':').ok_or_else(wrong)?;
        let (row, col) = rest.split_once(',').ok_or_else(wrong)?;
        let piece = piece.parse().ok().filter(|&n: &u32| n > 0).ok_or_else(wrong)?;
        let at = |text: &str| text.parse().ok().filter(|n: &i32| (0..1000).contains(n)).ok_or_else(wrong);
        let point = Point { piece, row: at(row)?, col: at(col)? };
        let known = self.points.iter().position(|p| *p == point);
        let number = known.unwrap_or(self.points.len());
        if known.is_none() {
            self.points.push(point);
        }
        Ok(Var(number as u32))
    }

    fn points(&mut self, text: &str) -> Result<Vec<Var>, String> {
        let mut all = Vec::new();
        for point in text.split_whitespace() {
            let var = self.point(point)?;
            if all.contains(&var) {
                return Err(format!("the place {point} stands twice"));
            }
            all.push(var);
        }
        Ok(all)
    }

    fn value(&self, word: &str) -> Result<Value, String> {
        let known = self.values.iter().find(|(_, own)| own.as_str() == word).map(|(value, _)| *value);
        known.ok_or_else(|| {
            let all: Vec<&str> = self.values.values().map(String::as_str).collect();
            format!("no value {word:?}; there are {}", all.join(", "))
        })
    }

    /// "not line at 1:0,1".
    fn fact(&mut self, text: &str) -> Result<Fact, String> {
        let (holds, rest) = text.strip_prefix("not ").map_or((true, text), |rest| (false, rest));
        let (word, place) = rest.split_once(" at ").ok_or("expected VALUE at PLACE")?;
        Ok(Fact { value: self.value(word.trim())?, var: self.point(place.trim())?, holds })
    }

    fn rule(&mut self, text: &str) -> Result<PictureRule, String> {
        let (class, said) = text.split_once(": ").ok_or("expected a class, a colon and what the rule says")?;
        let class = class.to_string();
        if said.starts_with('{') {
            let (data, places) = said.rsplit_once(" at ").ok_or("expected a rule at places")?;
            let spec: RuleSpec = serde_json::from_str(data).map_err(|e| e.to_string())?;
            let vars = self.points(places)?;
            if let Some(var) = vars_of(&spec).iter().find(|var| var.index() >= vars.len()) {
                return Err(format!("the rule speaks of place {} of {}", var.index() + 1, vars.len()));
            }
            return Ok(PictureRule { class, spec: spec.map_vars(|v| vars[v.index()]) });
        }
        if let Some(places) = said.strip_prefix("all different at ") {
            return Ok(PictureRule { class, spec: RuleSpec::AllDifferent { vars: self.points(places)? } });
        }
        if let Some(rest) = said.strip_prefix("ways ") {
            let (ways, places) = rest.split_once(" at ").ok_or("expected ways at places")?;
            let vars = self.points(places)?;
            let digit = |c: char| c.to_digit(10).map(|d| d as Value).ok_or(format!("{c:?} is no value"));
            let tuples =
                ways.split('|').map(|way| way.chars().map(digit).collect()).collect::<Result<Vec<Vec<Value>>, _>>()?;
            return match tuples.iter().find(|t| t.len() != vars.len()) {
                Some(way) => Err(format!("a way has {} values for {} places", way.len(), vars.len())),
                None => Ok(PictureRule { class, spec: RuleSpec::Table { vars, tuples } }),
            };
        }
        if let Some((count, rest)) = said.split_once(" of ") {
            let (words, places) = rest.split_once(" at ").ok_or("expected a count of values at places")?;
            let vars = self.points(places)?;
            let values = words.split('|').map(|word| self.value(word)).collect::<Result<Vec<_>, _>>()?;
            let values = values.into_iter().fold(Domain::EMPTY, |all, value| all.with(value));
            let n = |text: &str| text.parse::<u32>().map_err(|_| format!("{text:?} is no number"));
            let all = vars.len() as u32;
            let (low, high) = match (count.strip_prefix(">="), count.strip_prefix("<="), count.split_once("..")) {
                (Some(low), ..) => (n(low)?, all),
                (_, Some(high), _) => (0, n(high)?),
                (.., Some((low, high))) => (n(low)?, n(high)?),
                _ => (n(count)?, n(count)?),
            };
            if low > high || low > all {
                return Err(format!("{count} of {all} places holds nothing"));
            }
            return Ok(PictureRule { class, spec: RuleSpec::Count { vars, values, low, high: high.min(all) } });
        }
        let facts = said.split(" or ").map(|part| self.fact(part)).collect::<Result<Vec<_>, _>>()?;
        let literals = facts.iter().map(|fact| (fact.literal(), fact.holds)).collect();
        Ok(PictureRule { class, spec: RuleSpec::Clause { literals } })
    }
}

impl FromStr for Picture {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<Self, PictureError> {
        let mut reading = Reading::default();
        let text = if text.trim_end().contains('\n') { text.to_string() } else { text.replace(LINE_END, "\n") };
        let (mut head, mut goal) = (None, None);
        let (mut facts, mut rules) = (Vec::new(), Vec::new());
        for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#')) {
            let wrong = |what: String| PictureError::Line(i + 1, what);
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "picture" => {
                    let of = rest.strip_prefix("of ").and_then(|rest| rest.split_once(": "));
                    let (genre, family) = of.ok_or_else(|| wrong("expected picture of GENRE: FAMILY".into()))?;
                    let _: crate::idea::FamilyRange =
                        family.parse().map_err(|e: crate::idea::FamilyError| wrong(e.to_string()))?;
                    head = Some((genre.to_string(), family.to_string()));
                }
                "values" => {
                    for pair in rest.split_whitespace() {
                        let named =
                            pair.split_once('=').and_then(|(n, word)| Some((n.parse().ok()?, word.to_string())));
                        let (value, word): (Value, String) =
                            named
                                .filter(|(n, word)| *n < 64 && !word.contains(';'))
                                .ok_or_else(|| wrong(format!("{pair:?}: expected NUMBER=WORD")))?;
                        reading.values.insert(value, word);
                    }
                }
                "goal" => {
                    let fact = reading.fact(rest).map_err(wrong)?;
                    if fact.holds {
                        return Err(wrong("a goal says what can't be: not VALUE at PLACE".into()));
                    }
                    goal = Some(fact.literal());
                }
                "fact" => facts.push(reading.fact(rest).map_err(wrong)?),
                "rule" => rules.push(reading.rule(rest).map_err(wrong)?),
                other => return Err(wrong(format!("{other:?}: expected picture, values, goal, fact or rule"))),
            }
        }
        let (genre, family) = head.ok_or(PictureError::Missing("head"))?;
        let goal = goal.ok_or(PictureError::Missing("goal"))?;
        let (points, values) = (reading.points, reading.values);
        // Places in order, as they are written.
        let raw = Picture { genre, family, goal, facts, rules, values, points: points.clone() };
        Ok(raw.with_points(&points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 3 whose side is missing needs the others.
    const THREE: &str = "\
picture of slitherlink: truth[2]
values 0=no-line 1=line
goal not no-line at 1:0,1
fact no-line at 1:1,0
rule clue: 3 of line at 1:0,1 1:1,0 1:1,2 1:2,1
";

    #[test]
    fn a_picture_is_read_written_and_proved() {
        let picture: Picture = THREE.parse().unwrap();
        assert_eq!(picture.to_string(), THREE);
        assert_eq!(picture.verify(), Ok(()));
        // One-sided is enough.
        let wide: Picture = THREE.replace("rule clue: 3 ", "rule clue: >=3 ").parse().unwrap();
        assert_eq!(wide.verify(), Ok(()));
        assert!(wide.to_string().contains(">=3 of line"));
        assert!(picture.svg(None).contains("#cf2e3f"));
    }

    #[test]
    fn a_false_picture_is_refused_with_a_counterexample() {
        for (from, to) in [("fact no-line at 1:1,0\n", ""), ("rule clue: 3 ", "rule clue: >=2 ")] {
            let picture: Picture = THREE.replace(from, to).parse().unwrap();
            let Err(PictureError::False(words, values)) = picture.verify() else { panic!("{picture}") };
            assert_eq!(values[picture.goal.var.index()], 0, "{words}");
            assert!(words.contains("1:0,1 no-line"), "{words}");
            assert!(picture.svg(Some(&values)).contains("<title>no-line</title>"));
        }
    }

    /// A rule that is written as data has its places beside it: what is written is read again, whatever
    /// the kind of the rule, and under all symmetries.
    #[test]
    fn rules_of_all_kinds_are_read_again_with_their_places() {
        let vars = |list: &[u32]| list.iter().map(|&v| Var(v)).collect::<Vec<_>>();
        let literal = |var: u32| Literal { var: Var(var), value: 1 };
        let specs = [
            RuleSpec::Sum { vars: vars(&[0, 2, 4]), total: 3 },
            RuleSpec::Cage { vars: vars(&[4, 1]), total: 3 },
            RuleSpec::Inequality { below: Var(3), above: Var(1) },
            RuleSpec::Runs { vars: vars(&[0, 1, 2, 3, 4]), values: Domain::single(1), lengths: vec![1, 2] },
            RuleSpec::Connected { vars: vars(&[4, 3, 2]), values: Domain::single(1), edges: vec![[0, 1], [1, 2]] },
            RuleSpec::Table { vars: vars(&[3, 0]), tuples: vec![vec![1, 12], vec![2, 11]] },
            RuleSpec::Placements { placements: vec![vec![literal(0), literal(1)], vec![literal(3)]] },
            RuleSpec::AnyOf { branches: vec![vec![RuleSpec::Sum { vars: vars(&[2, 1]), total: 2 }], Vec::new()] },
            RuleSpec::Same { left: vars(&[0, 1]), right: vars(&[2, 4]) },
        ];
        for spec in specs {
            let picture = Picture {
                genre: "mine".into(),
                family: "truth[2]".into(),
                values: (0..13).map(|value| (value, format!("v{value}"))).collect(),
                points: (0..5).map(|i| Point { piece: 1, row: 1, col: 2 * i + 1 }).collect(),
                facts: Vec::new(),
                goal: Literal { var: Var(2), value: 1 },
                rules: vec![PictureRule { class: "rule".into(), spec: spec.clone() }],
            };
            let picture = picture.canonical();
            let text = picture.to_string();
            let again: Picture = text.parse().unwrap_or_else(|why| panic!("{why}: {text}"));
            assert_eq!(again.canonical(), picture.without_idle_places().canonical(), "{spec:?}: {text}");
            assert!(picture.key().parse::<Picture>().is_ok(), "{text}");
            let _ = (again.reduced(), again.verify(), again.svg(None));
            let cut = text.rsplit_once(' ').map_or("", |(head, _)| head);
            assert!(cut.parse::<Picture>().is_err(), "{cut}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_line() {
        for (from, to, says) in [
            ("truth[2]", "truth[3..2]", "line 1: \"3..2\" holds nothing"),
            ("truth[2]", "trick[2]", "line 1: no family"),
            ("fact no-line", "fact noline", "line 4: no value \"noline\"; there are no-line, line"),
            ("1:1,0\n", "1:1\n", "line 4: \"1:1\" is no place"),
            ("goal not", "goal", "line 3: a goal says"),
            ("3 of", "5 of", "line 5: 5 of 4 places holds nothing"),
            ("fact", "fuct", "line 4: \"fuct\": expected"),
        ] {
            let why = THREE.replace(from, to).parse::<Picture>().unwrap_err().to_string();
            assert!(why.contains(says), "{why}");
        }
        assert_eq!("goal".parse::<Picture>().unwrap_err(), PictureError::Line(1, "expected VALUE at PLACE".into()));
        assert_eq!("".parse::<Picture>().unwrap_err(), PictureError::Missing("head"));
    }
}
