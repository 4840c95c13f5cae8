//! A puzzle on the board, and the questions about it.

use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tesuji::{Error, Marks, Medium, Next, Puzzle, Solutions, State, Uniqueness};
use tesuji_genre::{Bad, ClueView, Rect, View, WalkRequest};
use tesuji_solver::engine::{Policy, Session};
use tesuji_solver::{Domain, Limits, Value, Var};

/// Search nodes for the question how many solutions there are.
const SOLVING: u64 = 200_000;
/// Search nodes for a hint or a grade.
const GRADING: u64 = 1_000_000;

/// A place to fill, in the drawing.
struct Spot {
    var: Var,
    at: Rect,
}

/// The solutions, as far as they are known.
enum Known {
    /// There is one: its values by variable.
    One(Vec<Value>),
    /// There is none, or there are several.
    Not(&'static str),
    /// The search did not end within its nodes.
    Unknown,
}

/// A puzzle with its network and its places.
pub(crate) struct Board {
    puzzle: Puzzle,
    view: ClueView,
    spots: Vec<Spot>,
    known: Option<Known>,
}

impl Board {
    /// A puzzle on the board.
    pub(crate) fn new(puzzle: Puzzle) -> Result<Board, Error> {
        let inner = puzzle.inner();
        let View::Clues(view) = inner.genre.view(inner)? else {
            return Err(Bad::new(format!("positions of {} are not played here", inner.genre.name())).into());
        };
        let names: BTreeMap<String, Var> = view.network.vars().map(|var| (view.names.var(var), var)).collect();
        let walked = inner.genre.walk(inner, &WalkRequest::default())?;
        let spot = |spot: tesuji_genre::Spot| Some(Spot { var: *names.get(&spot.name)?, at: spot.at });
        let spots = walked.spots.into_iter().filter_map(spot).collect();
        Ok(Board { puzzle, view, spots, known: None })
    }

    /// The puzzle with another clue.
    pub(crate) fn edited(&self, at: &str, clue: &str) -> Result<Board, Error> {
        let inner = self.puzzle.inner();
        Board::new(Puzzle::from_parsed(inner.genre.clues("has no clues to edit")?.edited(inner, at, clue)?))
    }

    /// All that a page shows of the puzzle before anything is filled in.
    pub(crate) fn told(&self) -> Result<Json, Error> {
        let inner = self.puzzle.inner();
        let word = |value: Value| json!([value, self.view.names.value(value)]);
        let spot = |spot: &Spot| {
            let domain = self.view.domains[spot.var.index()];
            json!({
                "var": spot.var.0,
                "name": self.view.names.var(spot.var),
                "at": spot.at,
                "values": domain.iter().map(word).collect::<Vec<_>>(),
            })
        };
        let genre = self.puzzle.genre();
        let address = genre.info().formats.contains(&"url").then(|| self.puzzle.write("url").ok()).flatten();
        Ok(json!({
            "genre": genre.name(),
            "about": genre.info().rules_in_print(),
            "size": self.puzzle.size(),
            "text": self.puzzle.text(),
            "address": address.as_deref().map(str::trim),
            "state": self.puzzle.state(),
            "spots": self.spots.iter().map(spot).collect::<Vec<_>>(),
            "clues": inner.genre.clues("has no clues to edit")?.clue_spots(inner)?,
            "svg": self.puzzle.svg()?,
        }))
    }

    /// The answer to a question by its name.
    pub(crate) fn ask(&mut self, name: &str, request: &Json) -> Result<Json, Error> {
        let state = state_of(request)?;
        match name {
            "draw" => {
                let marks = Marks { candidates: request["candidates"] == true, ..Marks::default() };
                Ok(json!({"svg": self.drawn(&state, &marks)?}))
            }
            "status" => Ok(json!({"answer": self.status(), "words": self.in_words()})),
            "check" => self.check(&state),
            "hint" => self.hint(&state),
            "candidates" => self.candidates(&state),
            "solution" => self.solution(),
            "grade" => self.grade(),
            _ => Err(Bad::new(format!("no call {name:?}")).into()),
        }
    }

    fn drawn(&self, state: &State, marks: &Marks) -> Result<String, Error> {
        let inner = self.puzzle.inner();
        Ok(inner.genre.draw(inner, Some(state), marks, Medium::Svg)?)
    }

    /// Searches for the solutions, once.
    fn known(&mut self) -> &Known {
        let view = &self.view;
        self.known.get_or_insert_with(|| {
            let limits = Limits::solutions(2).with_nodes(SOLVING);
            let mut found = Session::within(&view.network, &view.domains, Policy::default()).solve(&[], &limits);
            match found.solutions.len() {
                0 if found.stop.is_complete() => Known::Not("none"),
                1 if found.stop.is_complete() => found.solutions.pop().map_or(Known::Unknown, Known::One),
                0 | 1 => Known::Unknown,
                _ => Known::Not("several"),
            }
        })
    }

    fn status(&mut self) -> &'static str {
        match self.known() {
            Known::One(_) => "one",
            Known::Not(name) => name,
            Known::Unknown => "unfinished",
        }
    }

    fn in_words(&mut self) -> &'static str {
        match self.status() {
            "one" => "one solution",
            "none" => "no solution",
            "several" => "more than one solution",
            _ => "not settled within the bounds of the search",
        }
    }

    /// Which entries contradict the solution, and whether the puzzle is solved.
    fn check(&mut self, state: &State) -> Result<Json, Error> {
        self.known();
        let Some(Known::One(solution)) = &self.known else {
            return Ok(json!({"wrong": [], "solved": false, "words": self.in_words()}));
        };
        let is_right = |var: Var, value: Value| solution.get(var.index()) == Some(&value);
        let filled = |var: Var| state.placed.get(&var.0).copied();
        let wrong: Vec<u32> = self
            .spots
            .iter()
            .filter(|spot| filled(spot.var).is_some_and(|value| !is_right(spot.var, value)))
            .map(|spot| spot.var.0)
            .collect();
        let open: Vec<Var> = self.spots.iter().map(|spot| spot.var).filter(|&var| filled(var).is_none()).collect();
        let solved = wrong.is_empty() && self.needs_nothing(&open, solution);
        let words = match (wrong.len(), solved) {
            (0, true) => "solved".to_string(),
            (0, false) => "nothing is wrong so far".to_string(),
            (1, _) => "one entry is wrong".to_string(),
            (n, _) => format!("{n} entries are wrong"),
        };
        Ok(json!({"wrong": wrong, "solved": solved, "words": words}))
    }

    /// Do the entries determine the solution? Nobody dots every white cell: empty places may have
    /// values that words name (unshaded, no line), one value for all places of a kind.
    fn needs_nothing(&self, open: &[Var], solution: &[Value]) -> bool {
        let mut rest: BTreeMap<Vec<String>, Value> = BTreeMap::new();
        open.iter().all(|&var| {
            let domain = self.view.network.domains()[var.index()];
            let words: Vec<String> = domain.iter().map(|value| self.view.names.value(value)).collect();
            let is_named = words.iter().all(|word| word.parse::<i32>().is_err());
            let value = solution[var.index()];
            is_named && open.len() < self.spots.len() && *rest.entry(words).or_insert(value) == value
        })
    }

    /// The next step with its premises, its reasons and its drawing.
    fn hint(&self, state: &State) -> Result<Json, Error> {
        let puzzle = self.puzzle.clone().with_state(state.clone());
        let hint = puzzle.hint().nodes(GRADING).time(Duration::MAX).last_resort().run()?;
        let note = match hint.uniqueness {
            Uniqueness::Several => "The puzzle has more than one solution.",
            Uniqueness::Unproved(_) => "It is not proved that there is one solution.",
            Uniqueness::Proved | Uniqueness::NotAsked => "",
        };
        let step = match hint.next {
            Next::Step(step) => step,
            Next::Solved => return Ok(json!({"answer": "solved", "words": "All is filled in.", "note": note})),
            Next::Stuck | Next::Nothing => {
                return Ok(json!({"answer": "stuck", "words": "The techniques find nothing.", "note": note}));
            }
        };
        let (deduction, data) = (&step.deduction, step.data.as_ref());
        let placed: Vec<Json> = deduction.places.iter().map(|l| json!([l.var.0, l.value])).collect();
        let gone: Vec<Json> = deduction
            .removes
            .iter()
            .flat_map(|removal| removal.values.iter().map(|value| json!([removal.var.0, value])))
            .collect();
        let place = data.map_or_else(String::new, |data| {
            let places = if data.cells.is_empty() { &data.clues } else { &data.cells };
            places.iter().take(4).cloned().collect::<Vec<_>>().join(", ")
        });
        Ok(json!({
            "answer": "step",
            "name": data.map(|data| data.name.as_str()),
            "place": place,
            "words": step.words,
            "why": data.map(why).unwrap_or_default(),
            "placed": placed,
            "gone": gone,
            "note": note,
            "svg": self.drawn(state, &step.marks)?,
        }))
    }

    /// The values that occur in solutions which keep to what is filled in.
    fn candidates(&self, state: &State) -> Result<Json, Error> {
        let puzzle = self.puzzle.clone().with_state(state.clone());
        let found = puzzle.candidates().nodes(SOLVING).time(Duration::MAX).run()?;
        let mut shown = state.clone();
        let mut list = BTreeMap::new();
        for spot in &self.spots {
            let left = found.domains[spot.var.index()];
            let words: Vec<String> = left.iter().map(|value| self.view.names.value(value)).collect();
            list.insert(spot.var.0, words);
            if state.placed.contains_key(&spot.var.0) || left.is_empty() {
                continue;
            }
            // A single value is drawn as if it stood there: shades and lines have no candidates.
            if let Some(value) = left.value() {
                shown.placed.insert(spot.var.0, value);
            } else {
                let gone = self.view.domains[spot.var.index()].minus(left);
                *shown.removed.entry(spot.var.0).or_default() |= gone.0;
            }
        }
        let words = match found.solutions {
            Solutions::None => "no solution keeps to what is filled in",
            Solutions::One => "one solution: its values are shown",
            Solutions::Several => "more than one solution: the values that occur are shown",
            Solutions::Unknown => "not settled within the bounds of the search",
        };
        let marks = Marks { candidates: true, ..Marks::default() };
        let svg = self.drawn(&shown, &marks)?;
        Ok(json!({"answer": found.solutions.name(), "words": words, "values": list, "svg": svg}))
    }

    fn solution(&mut self) -> Result<Json, Error> {
        let words = self.in_words();
        match self.known() {
            Known::One(values) => {
                let placed: BTreeMap<usize, Value> = values.iter().copied().enumerate().collect();
                Ok(json!({"placed": placed, "words": words}))
            }
            _ => Ok(json!({"words": words})),
        }
    }

    fn grade(&self) -> Result<Json, Error> {
        let graded = self.puzzle.grade().nodes(GRADING).time(Duration::MAX).run()?;
        Ok(json!({
            "tier": graded.info.tier,
            "score": graded.info.score,
            "solved": graded.info.solved,
            "techniques": graded.info.techniques,
        }))
    }
}

/// The reasons of a step, a line each.
fn why(data: &tesuji::StepData) -> Vec<String> {
    let fact = |s: &tesuji::Statement| format!("{}{}{}", s.cell, if s.holds { "=" } else { "≠" }, s.value);
    let facts = |list: &[tesuji::Statement]| list.iter().map(fact).collect::<Vec<_>>().join(", ");
    let mut lines = Vec::new();
    if let Some(supposed) = &data.supposed {
        lines.push(format!("Suppose {}.", fact(supposed)));
    }
    for reason in &data.reasons {
        let rule = if reason.rule.is_empty() { "no other value is left" } else { &reason.rule };
        let because =
            if reason.because.is_empty() { String::new() } else { format!("{} → ", facts(&reason.because)) };
        let concludes =
            if reason.concludes.is_empty() { "a contradiction".to_string() } else { facts(&reason.concludes) };
        lines.push(format!("{because}{concludes} ({rule})"));
    }
    if lines.is_empty() {
        lines.push(data.because.clone());
    }
    lines
}

/// The state of a request: `placed` by variable, `removed` as lists of values by variable.
fn state_of(request: &Json) -> Result<State, Error> {
    let bad = |e: serde_json::Error| Error::Bad(Bad::new(e.to_string()).at("state"));
    let placed: Option<BTreeMap<u32, u8>> = serde_json::from_value(request["placed"].clone()).map_err(bad)?;
    let removed: Option<BTreeMap<u32, Vec<u8>>> = serde_json::from_value(request["removed"].clone()).map_err(bad)?;
    let mask = |values: Vec<u8>| values.into_iter().filter(|&value| value < 64).collect::<Domain>().0;
    let removed = removed.unwrap_or_default().into_iter().map(|(var, values)| (var, mask(values))).collect();
    Ok(State { placed: placed.unwrap_or_default(), removed, ..State::default() })
}
