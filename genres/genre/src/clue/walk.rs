//! Walking through a puzzle of clues: values written down and candidates struck out.
//!
//! A move is `r3c5=7` or `r3c5≠7` in the genre's words for variables and values.

use super::adapter::{drawn, strike, view_of};
use super::hint::hint;
use super::{ClueGenre, Clued, Place};
use crate::{
    Bad, Choice, ClueView, HintRequest, Judged, MOST_MOVES, Marks, Medium, Next, Spot, State, WalkRequest, Walked,
};
use std::collections::HashMap;
use tesuji_solver::{Domain, Limits, Literal, Value, Var};

/// Nodes for the question whether a puzzle has one solution, which a step may ask.
const NODES: u64 = 20_000;

/// A move: is it the value, or isn't it?
#[derive(Clone, Copy)]
struct Move {
    on: Literal,
    is: bool,
}

struct Walk<'a> {
    view: &'a ClueView,
    vars: HashMap<String, Var>,
    solution: Option<Vec<Value>>,
    state: State,
}

impl Walk<'_> {
    fn read(&self, text: &str) -> Result<Move, Bad> {
        let wrong = || Bad::new("no such move here").at(text);
        let (is, (name, value)) = match text.split_once('=') {
            Some(parts) => (true, parts),
            None => (false, text.split_once('≠').ok_or_else(wrong)?),
        };
        let var = *self.vars.get(name).ok_or_else(wrong)?;
        let mut all = self.view.network.domains()[var.index()].iter();
        let value = all.find(|&v| self.view.names.value(v) == value).ok_or_else(wrong)?;
        Ok(Move { on: Literal { var, value }, is })
    }

    fn written(&self, mv: Move) -> String {
        let sign = if mv.is { '=' } else { '≠' };
        format!("{}{sign}{}", self.view.names.var(mv.on.var), self.view.names.value(mv.on.value))
    }

    fn make(&mut self, mv: Move) {
        if mv.is {
            self.state.placed.insert(mv.on.var.0, mv.on.value);
        } else {
            *self.state.removed.entry(mv.on.var.0).or_default() |= Domain::single(mv.on.value).0;
        }
    }

    fn is_open(&self, var: Var) -> bool {
        !self.view.given.contains(var) && !self.state.placed.contains_key(&var.0)
    }

    fn judged(&self, mv: Move) -> Option<Judged> {
        let value = *self.solution.as_ref()?.get(mv.on.var.index())?;
        Some(Judged::of((value == mv.on.value) == mv.is))
    }

    /// The first value of the solution that is not written down.
    fn of_solution(&self) -> Option<Move> {
        let var = self.view.network.vars().find(|&v| self.is_open(v))?;
        let value = *self.solution.as_ref()?.get(var.index())?;
        Some(Move { on: Literal { var, value }, is: true })
    }
}

/// Walks.
pub(super) fn walk<G: ClueGenre>(genre: &G, typed: &Clued<G>, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
    if want.moves.len() > MOST_MOVES {
        return Err(Bad::new(format!("more than {MOST_MOVES} moves")));
    }
    let (layout, view) = view_of(genre, typed)?;
    let vars = view.network.vars().map(|v| (view.names.var(v), v)).collect();
    let solution = want.solution.and_then(|s| genre.solution_values(typed, s));
    let mut walk = Walk { view: &view, vars, solution, state: State::default() };
    let mut moves = want.moves.to_vec();
    let mut last = None;
    for text in &moves {
        let mv = walk.read(text)?;
        walk.make(mv);
        last = Some(mv);
    }
    let mut marks = Marks::default();
    let mut told = Vec::new();
    if want.step {
        let limits = Limits::default().with_nodes(NODES);
        let own = want.catalog.unwrap_or(genre.catalog());
        let allowed = want.restriction.map(|restriction| restriction.apply(own));
        let request = HintRequest { limits, ..HintRequest::new(allowed.as_ref().unwrap_or(own)) };
        let mut steps: Vec<Move> = Vec::new();
        match hint(&layout, &view, Some(&walk.state), &request).map(|h| h.next) {
            Ok(Next::Step(step)) => {
                told.push(step.words);
                marks = step.marks;
                steps.extend(step.deduction.places.iter().map(|&on| Move { on, is: true }));
                let gone = step.deduction.removes.iter().flat_map(|r| r.values.iter().map(|value| (r.var, value)));
                steps.extend(gone.map(|(var, value)| Move { on: Literal { var, value }, is: false }));
            }
            Ok(Next::Stuck) => {
                told.push("The techniques find nothing; this is the solution's.".to_string());
                steps.extend(walk.of_solution());
            }
            // Values that follow at once need no step.
            Ok(Next::Solved | Next::Nothing) => steps.extend(walk.of_solution()),
            Err(bad) => told.push(bad.to_string()),
        }
        for &mv in &steps {
            moves.push(walk.written(mv));
            walk.make(mv);
            last = Some(mv);
        }
    }
    marks.candidates |= !walk.state.removed.is_empty();
    if marks.cells.is_empty() {
        marks.cells.extend(last.map(|mv| mv.on.var));
    }
    // What a step strikes out is seen in the board before it: here it is gone.
    marks.gone.clear();
    let svg = drawn(genre, typed, Some(&walk.state), &marks, Medium::Svg)?;
    Ok(Walked {
        svg,
        alt: in_words(genre, typed, &walk),
        spots: spots(genre, typed, &walk)?,
        judged: last.and_then(|mv| walk.judged(mv)),
        is_end: !view.network.vars().any(|v| walk.is_open(v)),
        moves,
        told,
        ..Walked::default()
    })
}

/// The clues, and what is written down.
fn in_words<G: ClueGenre>(genre: &G, typed: &Clued<G>, walk: &Walk<'_>) -> String {
    let names = &walk.view.names;
    let clues: Vec<String> = if genre.clues_are_domains(&typed.structure) {
        let given = |var: Var| walk.view.domains[var.index()].value().map(|value| (var, value));
        let all = walk.view.given.iter().filter_map(given);
        all.map(|(var, value)| format!("{} {}", names.var(var), names.value(value))).collect()
    } else {
        let word = |(&place, clue): (&Place, &G::Clue)| {
            format!("{} {}", genre.place_name(&typed.structure, place), genre.clue_words(clue))
        };
        typed.clues.iter().map(word).collect()
    };
    let placed =
        walk.state.placed.iter().map(|(&var, &value)| format!("{} {}", names.var(Var(var)), names.value(value)));
    let placed: Vec<String> = placed.collect();
    let list = |what: &str, all: &[String]| match all {
        [] => format!("{what}: none."),
        all => format!("{what}: {}.", all.join(", ")),
    };
    let mut text = format!("{} {}. {}", genre.size(&typed.structure), genre.info().name, list("Clues", &clues));
    if !placed.is_empty() {
        text += &format!(" {}", list("Written down", &placed));
    }
    text
}

/// The open variables with the candidates that are left.
fn spots<G: ClueGenre>(genre: &G, typed: &Clued<G>, walk: &Walk<'_>) -> Result<Vec<Spot>, Bad> {
    let mut domains = walk.view.domains.clone();
    let mut placed = walk.view.given.clone();
    for (&var, &value) in &walk.state.placed {
        domains[var as usize] = Domain::single(value);
        placed.insert(Var(var));
    }
    for (&var, &mask) in &walk.state.removed {
        domains[var as usize] = domains[var as usize].minus(Domain(mask));
    }
    let domains = strike(genre, typed, &domains, &placed)?;
    let of = |(var, at)| {
        let all = domains[Var::index(var)].iter().map(|value| Literal { var, value });
        let choice =
            |on: Literal| Choice { mv: walk.written(Move { on, is: true }), words: walk.view.names.value(on.value) };
        Spot { name: walk.view.names.var(var), at, choices: all.map(choice).collect() }
    };
    let open = genre.spots(typed).into_iter().filter(|(var, _)| var.index() < domains.len() && walk.is_open(*var));
    Ok(open.map(of).filter(|spot: &Spot| !spot.choices.is_empty()).collect())
}
