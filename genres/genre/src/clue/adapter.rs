//! The adapter: every [`ClueGenre`] is a [`Genre`].

use super::genre::{ClueGenre, Clued, Drawing, ParsedClues};
use super::known::Engines;
use super::layout::Layout;
use super::{edit, enumerate, grade, hint, repair, scaffold, walk};
use crate::document;
use crate::{
    Bad, BrokenRule, ClueActions, ClueSpot, ClueView, ClueWorth, EnumerateRequest, Enumerated, GenerateReport,
    GenerateRequest, Genre, GenreInfo, GradeRequest, Graded, Hint, HintRequest, Marks, Medium, Parsed, Puzzle, Record,
    RepairRequest, Repaired, Solution, Solved, State, View, WalkRequest, Walked, WorthRequest,
};
use std::borrow::Cow;
use std::io::Write;
use std::sync::Arc;
use tesuji_solver::{Answer, Catalog, Domain, LearningSolver, Limits, SimpleSolver, Solver, Value, Var, VarSet};

/// The object-safe puzzle of a typed one.
pub(super) fn puzzle_of<G: ClueGenre>(genre: &G, typed: &Clued<G>) -> Puzzle {
    Puzzle::new(genre.handle(), genre.size(&typed.structure), genre.print(typed))
}

/// The object-safe form of what was read, if its clues don't contradict each other at first sight.
pub(super) fn parsed_of<G: ClueGenre>(genre: &G, typed: ParsedClues<G>, line: Option<u64>) -> Result<Parsed, Bad> {
    genre.lint(&typed.puzzle)?;
    let puzzle = puzzle_of(genre, &typed.puzzle).with_form(Linted(typed.puzzle));
    Ok(Parsed { puzzle, state: typed.state, line, notes: typed.notes, later: None })
}

/// A typed puzzle that was linted.
struct Linted<G: ClueGenre>(Clued<G>);

/// The layout and the starting domains of a puzzle.
pub(super) fn start_of<G: ClueGenre>(genre: &G, typed: &Clued<G>) -> Result<(Arc<Layout>, Vec<Domain>, VarSet), Bad> {
    let layout = genre.layout(&typed.structure, &typed.clues).map_err(|e| Bad::new(e.to_string()))?;
    let mut domains = layout.network.domains().to_vec();
    let mut given = VarSet::with_capacity(domains.len());
    genre.for_each_pattern(&typed.structure, &typed.clues, &mut |_, var, keep| {
        domains[var.index()] &= keep;
        if keep.is_single() {
            given.insert(var);
        }
    });
    // What has one value from the start is no discovery.
    for (var, domain) in layout.network.vars().zip(&domains) {
        if domain.is_single() {
            given.insert(var);
        }
    }
    Ok((layout, domains, given))
}

/// The view of a typed puzzle that was linted.
pub(super) fn view_of<G: ClueGenre>(genre: &G, typed: &Clued<G>) -> Result<(Arc<Layout>, ClueView), Bad> {
    let (layout, domains, given) = start_of(genre, typed)?;
    let view = ClueView { network: Arc::clone(&layout.network), domains, given, names: Arc::clone(&layout.names) };
    Ok((layout, view))
}

/// The answer of the coarse network, where it is that of the puzzle.
fn solve_coarsely<G: ClueGenre>(genre: &G, puzzle: &Clued<G>, limits: &Limits) -> Option<Answer<Vec<Value>>> {
    let (network, several) = genre.coarse(puzzle)?;
    let answer = LearningSolver::default().solve(&network, None, limits);
    let is_exact = answer.stop.is_complete() || answer.solutions.len() >= limits.solutions;
    (is_exact && !answer.solutions.iter().flatten().any(|&value| value == several)).then_some(answer)
}

/// The typed puzzle, linted: as it was read, or from its text.
fn linted<'a, G: ClueGenre>(genre: &G, puzzle: &'a Puzzle) -> Result<Cow<'a, Clued<G>>, Bad> {
    let typed = typed(genre, puzzle)?;
    if let Cow::Owned(typed) = &typed {
        genre.lint(typed)?;
    }
    Ok(typed)
}

/// The typed puzzle: as it was read, or from its text.
fn typed<'a, G: ClueGenre>(genre: &G, puzzle: &'a Puzzle) -> Result<Cow<'a, Clued<G>>, Bad> {
    match puzzle.form::<Linted<G>>() {
        Some(Linted(typed)) => Ok(Cow::Borrowed(typed)),
        None => ClueGenre::parse(genre, &puzzle.text).map(|p| Cow::Owned(p.puzzle)),
    }
}

impl<G: ClueGenre> Genre for G {
    fn info(&self) -> &GenreInfo {
        ClueGenre::info(self)
    }
    fn as_clues(&self) -> Option<&dyn ClueActions> {
        Some(self)
    }
    fn parse(&self, text: &str) -> Result<Parsed, Bad> {
        parsed_of(self, ClueGenre::parse(self, text)?, None)
    }
    fn is_comment(&self, line: &str) -> bool {
        (self.lines().is_comment)(line)
    }
    fn lines_of_next(&self, lines: &[&str], is_end: bool) -> Option<usize> {
        (self.lines().of_next)(lines, is_end)
    }
    fn is_heading(&self, line: &str) -> bool {
        (self.lines().is_heading)(line)
    }
    fn parse_row(&self, heading: &str, row: &str) -> Result<Parsed, Bad> {
        parsed_of(self, ClueGenre::parse_row(self, heading, row)?, None)
    }
    fn read(&self, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) -> bool {
        let read = ClueGenre::read_document(self, &document::decoded(doc), &mut |r| {
            found(r.and_then(|(p, line)| parsed_of(self, p, line)));
        });
        if !read {
            document::read_lines(self, doc, found);
        }
        read
    }
    fn write(&self, format: &str, records: &mut dyn Iterator<Item = Record>, out: &mut dyn Write) -> Result<(), Bad> {
        document::check_format(self, format)?;
        let mut heading = self.heading(format);
        for record in records {
            if let Some(heading) = heading.take() {
                writeln!(out, "{heading}").map_err(|e| Bad::new(format!("writing failed: {e}")))?;
            }
            if !document::write_line(format, &record, out)? {
                let typed = ClueGenre::parse(self, &record.puzzle)?.puzzle;
                self.write_format(format, &typed, &record, out)?;
            }
        }
        Ok(())
    }
    fn least_image(&self, puzzle: &Puzzle) -> String {
        match typed(self, puzzle) {
            Ok(p) => ClueGenre::least_image(self, &p),
            Err(_) => puzzle.text.clone(),
        }
    }
    fn view(&self, puzzle: &Puzzle) -> Result<View, Bad> {
        let typed = linted(self, puzzle)?;
        Ok(View::Clues(view_of(self, &typed)?.1))
    }
    fn catalog(&self) -> &Catalog {
        ClueGenre::catalog(self)
    }
    fn solve(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        let p = linted(self, puzzle)?;
        let clock = limits.start();
        if let Some(answer) = solve_coarsely(self, &p, limits) {
            let solutions = answer.solutions.iter().map(|s| self.solution(&p, s)).collect();
            return Ok(Solved { solutions, stop: answer.stop, stats: answer.stats });
        }
        let (layout, view) = view_of(self, &p)?;
        let answer = layout.solve(&view.domains, &limits.clone().with_time(clock.remaining()));
        answer.solutions.iter().try_for_each(|s| self.tell_apart(&p, s))?;
        let solutions = answer.solutions.iter().map(|s| self.solution(&p, s)).collect();
        Ok(Solved { solutions, stop: answer.stop, stats: answer.stats })
    }
    fn reference(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad> {
        let p = linted(self, puzzle)?;
        let (layout, view) = view_of(self, &p)?;
        let answer = SimpleSolver.solve(&layout.network, Some(&view.domains), limits);
        answer.solutions.iter().try_for_each(|s| self.tell_apart(&p, s))?;
        let solutions = answer.solutions.iter().map(|s| self.solution(&p, s)).collect();
        Ok(Solved { solutions, stop: answer.stop, stats: answer.stats })
    }
    fn grade(&self, puzzle: &Puzzle, state: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad> {
        let typed = linted(self, puzzle)?;
        let (layout, view) = view_of(self, &typed)?;
        let engines = Engines { layout: &layout, solvers: &[], limits: &want.limits };
        grade::grade(&view, state, want, &engines.look(&view, state, false)?, self.info().human_times)
    }
    fn hint(&self, puzzle: &Puzzle, state: Option<&State>, want: &HintRequest<'_>) -> Result<Hint, Bad> {
        let typed = linted(self, puzzle)?;
        let (layout, view) = view_of(self, &typed)?;
        hint::hint(&layout, &view, state, want)
    }
    fn generate(&self, want: &GenerateRequest, emit: &mut dyn FnMut(Record)) -> Result<GenerateReport, Bad> {
        scaffold::generate(self, want, emit)
    }
    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad> {
        enumerate::enumerate(self, want, emit)
    }
    fn draw(&self, puzzle: &Puzzle, state: Option<&State>, marks: &Marks, medium: Medium) -> Result<String, Bad> {
        let p = typed(self, puzzle)?;
        drawn(self, &p, state, marks, medium)
    }
    fn walk(&self, puzzle: &Puzzle, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        walk::walk(self, &*linted(self, puzzle)?, want)
    }
}

impl<G: ClueGenre> ClueActions for G {
    fn parse_contradicting(&self, text: &str) -> Result<Parsed, Bad> {
        let typed = ClueGenre::parse(self, text)?;
        let puzzle = puzzle_of(self, &typed.puzzle);
        Ok(Parsed { puzzle, state: typed.state, line: None, notes: typed.notes, later: None })
    }
    fn rule_classes(&self) -> &[String] {
        ClueGenre::rule_classes(self)
    }
    fn solve_from(
        &self,
        puzzle: &Puzzle,
        state: &State,
        by: Option<&dyn Solver>,
        limits: &Limits,
    ) -> Result<Solved, Bad> {
        let p = linted(self, puzzle)?;
        let clock = limits.start();
        let (layout, view) = view_of(self, &p)?;
        let domains = state.keep(&view.domains);
        let answer = match by {
            None => layout.solve(&domains, limits),
            Some(solver) => solver.solve(&layout.network, Some(&domains), limits),
        };
        if answer.solutions.is_empty() && answer.stop.is_complete() {
            let limits = &limits.clone().with_time(clock.remaining());
            Engines { layout: &layout, solvers: &[], limits }.look(&view, Some(state), true)?;
        }
        answer.solutions.iter().try_for_each(|s| self.tell_apart(&p, s))?;
        let solutions = answer.solutions.iter().map(|s| self.solution(&p, s)).collect();
        Ok(Solved { solutions, stop: answer.stop, stats: answer.stats })
    }
    fn broken_rule(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Option<String>, Bad> {
        let p = typed(self, puzzle)?;
        let (_, view) = view_of(self, &p)?;
        let values = self.solution_values(&p, solution).filter(|values| values.len() == view.network.len());
        let values = values.ok_or_else(|| Bad::new("no solution of this puzzle in form").at("solution"))?;
        let other = view.network.vars().find(|var| !view.domains[var.index()].contains(values[var.index()]));
        if let Some(var) = other {
            return Ok(Some(format!("the clue of {}", view.names.var(var))));
        }
        Ok(view.network.broken_rule(&values).map(|rule| view.names.rule(rule)))
    }
    fn broken_rules(&self, puzzle: &Puzzle, state: &State) -> Result<Vec<BrokenRule>, Bad> {
        Ok(view_of(self, &*typed(self, puzzle)?)?.1.broken_rules(state))
    }
    fn solution_state(&self, puzzle: &Puzzle, solution: &Solution) -> Result<Option<State>, Bad> {
        let p = typed(self, puzzle)?;
        let Some(values) = self.solution_values(&p, solution) else { return Ok(None) };
        let (_, domains, _) = start_of(self, &p)?;
        let is_open = |v: &usize| domains.get(*v).is_some_and(|domain| domain.value() != Some(values[*v]));
        let placed = (0..values.len()).filter(is_open).map(|v| (v as u32, values[v])).collect();
        Ok(Some(State { placed, ..State::default() }))
    }
    fn parse_answer(&self, text: &str, finished: bool) -> Result<Parsed, Bad> {
        let typed = ClueGenre::parse_answer(self, text, finished)?;
        let puzzle = puzzle_of(self, &typed.puzzle);
        Ok(Parsed { puzzle, state: typed.state, line: None, notes: typed.notes, later: None })
    }
    fn repair(&self, puzzle: &Puzzle, want: &RepairRequest) -> Result<Repaired, Bad> {
        repair::repair(self, &*typed(self, puzzle)?, want)
    }
    fn worth(&self, puzzle: &Puzzle, want: &WorthRequest) -> Result<Vec<ClueWorth>, Bad> {
        repair::worth(self, &*typed(self, puzzle)?, want)
    }
    fn clue_spots(&self, puzzle: &Puzzle) -> Result<Vec<ClueSpot>, Bad> {
        Ok(edit::clue_spots(self, &*typed(self, puzzle)?))
    }
    fn edited(&self, puzzle: &Puzzle, at: &str, clue: &str) -> Result<Parsed, Bad> {
        edit::edited(self, &*typed(self, puzzle)?, at, clue)
    }
}

/// A drawing of a puzzle in a state.
pub(super) fn drawn<G: ClueGenre>(
    genre: &G,
    p: &Clued<G>,
    state: Option<&State>,
    marks: &Marks,
    medium: Medium,
) -> Result<String, Bad> {
    let (_, domains, given) = start_of(genre, p)?;
    let mut placed = given.clone();
    let mut written = VarSet::with_capacity(domains.len());
    let mut domains = domains;
    if let Some(state) = state {
        for (&v, &mask) in &state.removed {
            if let Some(d) = domains.get_mut(v as usize) {
                *d = d.minus(Domain(mask));
            }
        }
        for (&v, &value) in &state.placed {
            if let (Some(d), true) = (domains.get_mut(v as usize), value < 64) {
                *d = Domain::single(value);
                placed.insert(Var(v));
                written.insert(Var(v));
            }
        }
    }
    let domains = strike(genre, p, &domains, &placed)?;
    let at = Drawing { domains: &domains, placed: &placed, given: &given, written: &written };
    Ok(ClueGenre::draw(genre, p, &at, marks, medium))
}

/// Strikes the values written down from the candidates of the cells that see them (nothing is
/// checked).
pub(super) fn strike<G: ClueGenre>(
    genre: &G,
    typed: &Clued<G>,
    domains: &[Domain],
    placed: &VarSet,
) -> Result<Vec<Domain>, Bad> {
    let layout = genre.layout(&typed.structure, &typed.clues).map_err(|e| Bad::new(e.to_string()))?;
    let houses = layout.network.houses();
    let mut out = domains.to_vec();
    for var in placed.iter() {
        for peer in houses.peers(var).iter().filter(|p| !placed.contains(*p)) {
            out[peer.index()] = out[peer.index()].minus(domains[var.index()]);
        }
    }
    Ok(out)
}
