//! A puzzle, and the questions to it.

use crate::{Candidates, Check, Error, Genre, Grade, Hint, Repair, Solve, genre, genres};
use tesuji_genre::{
    BrokenRule, Graded, Marks, Medium, Parsed, Puzzle as Inner, Record, State, StepData, Told, View, penpa,
};

/// A puzzle of a genre, perhaps partly filled.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub(crate) inner: Inner,
    pub(crate) record: Record,
}

/// One puzzle from a text that tells its genre: a record as JSON, or an address.
///
/// # Errors
/// [`Error::Bad`] for a text of another kind: [`Genre::read`] reads the notations of a genre.
pub fn read(text: &str) -> Result<Puzzle, Error> {
    let text = text.trim();
    if text.starts_with('{') {
        return Puzzle::from_record(Record::from_json(text)?);
    }
    if penpa::is_penpa(text) {
        return Genre(penpa::genre(text, &genres().iter().map(|genre| genre.0).collect::<Vec<_>>())?).read(text);
    }
    let told = Told::of(text).ok_or_else(|| {
        let plain = || tesuji_genre::Bad::new("a plain notation: its genre reads it");
        Error::Bad(tesuji_genre::site::refusal(text).unwrap_or_else(plain))
    })?;
    let all = genres();
    let found = all.iter().find(|genre| genre.0.info().address_names.contains(&told.name));
    let names = || all.iter().flat_map(|genre| genre.0.info().address_names.iter().copied());
    found.ok_or_else(|| Error::unknown("genre with addresses of", told.name, names()))?.read(text)
}

impl Puzzle {
    pub(crate) fn of(parsed: Parsed) -> Puzzle {
        let mut record = parsed.puzzle.record();
        record.state = parsed.state;
        let mut notes = parsed.notes;
        record.solution = notes.remove("solution").map(Into::into);
        record.extra = notes;
        Puzzle { inner: parsed.puzzle, record }
    }

    /// The puzzle of a record; what else the record holds stays with it.
    ///
    /// # Errors
    /// [`Error`] where no genre is its genre, or the text is no puzzle of it.
    pub fn from_record(record: Record) -> Result<Puzzle, Error> {
        let parsed = genre(&record.genre)?.0.parse(&record.puzzle)?;
        let own = parsed.puzzle.record();
        let state = record.state.or(parsed.state);
        Ok(Puzzle {
            record: Record { id: own.id, size: own.size, puzzle: own.puzzle, state, ..record },
            inner: parsed.puzzle,
        })
    }

    /// The puzzle of what a genre read.
    pub fn from_parsed(parsed: Parsed) -> Puzzle {
        Puzzle::of(parsed)
    }

    /// The puzzle as the contract of genres has it.
    pub fn inner(&self) -> &Inner {
        &self.inner
    }

    /// The genre.
    pub fn genre(&self) -> Genre {
        Genre(self.inner.genre)
    }

    /// The size in the genre's words: `9x9`.
    pub fn size(&self) -> &str {
        &self.inner.size
    }

    /// The lossless notation in one line.
    pub fn text(&self) -> &str {
        &self.inner.text
    }

    /// The record, as files of puzzles hold it.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The values written down and the candidates struck out.
    pub fn state(&self) -> Option<&State> {
        self.record.state.as_ref()
    }

    /// Takes this state in place of the puzzle's own.
    #[must_use]
    pub fn with_state(mut self, state: State) -> Puzzle {
        self.record.state = Some(state);
        self
    }

    /// A search for solutions.
    pub fn solve(&self) -> Solve<'_> {
        Solve::new(self)
    }

    /// How many solutions there are, up to `most`: fewer than `most` is the exact number where the
    /// search was [complete](tesuji_solver::Stop::is_complete).
    ///
    /// # Errors
    /// [`Error::Bad`] where the search can't be made.
    pub fn count(&self, most: usize) -> Result<usize, Error> {
        Ok(self.solve().up_to(most).run()?.solutions.len())
    }

    /// A search for the values that occur in solutions.
    pub fn candidates(&self) -> Candidates<'_> {
        Candidates::new(self)
    }

    /// A cross-check of two engines that share nothing but the rules.
    pub fn check(&self) -> Check<'_> {
        Check::new(self)
    }

    /// The rules that the puzzle's [state](Self::state) breaks, each with its places; in a state that
    /// is not finished those that what is filled in contradicts already.
    ///
    /// # Errors
    /// [`Error::Bad`] where the text is no puzzle, or the genre one of positions.
    pub fn broken_rules(&self) -> Result<Vec<BrokenRule>, Error> {
        let actions = self.inner.genre.clues("has no rules that an answer breaks")?;
        Ok(actions.broken_rules(&self.inner, &self.state().cloned().unwrap_or_default())?)
    }

    /// The steps of a grading as data; none of a position, whose steps are moves.
    ///
    /// # Errors
    /// [`Error::Bad`] where the text is no puzzle.
    pub fn steps(&self, graded: &Graded) -> Result<Vec<StepData>, Error> {
        let View::Clues(view) = self.inner.genre.view(&self.inner)? else { return Ok(Vec::new()) };
        let catalog = self.inner.genre.catalog();
        let data = |step: &tesuji_solver::Deduction| {
            let technique = catalog.get(&step.technique);
            let name = technique.map_or(step.technique.as_str(), |t| t.name());
            StepData::of(step, (name, technique.map_or("", |t| t.says())), &*view.names)
        };
        Ok(graded.steps.iter().map(data).collect())
    }

    /// A grading by techniques.
    pub fn grade(&self) -> Grade<'_> {
        Grade::new(self)
    }

    /// A search for the next step.
    pub fn hint(&self) -> Hint<'_> {
        Hint::new(self)
    }

    /// A search for the fewest edits of clues that leave one solution.
    pub fn repair(&self) -> Repair<'_> {
        Repair::new(self)
    }

    /// The drawing for a terminal.
    ///
    /// # Errors
    /// [`Error::Bad`] where the puzzle can't be drawn.
    pub fn unicode(&self) -> Result<String, Error> {
        self.draw(&Marks::default(), Medium::Unicode)
    }

    /// The drawing as a self-contained SVG element.
    ///
    /// # Errors
    /// [`Error::Bad`] where the puzzle can't be drawn.
    pub fn svg(&self) -> Result<String, Error> {
        self.draw(&Marks::default(), Medium::Svg)
    }

    /// A drawing with marks.
    ///
    /// # Errors
    /// [`Error::Bad`] where the puzzle can't be drawn.
    pub fn draw(&self, marks: &Marks, medium: Medium) -> Result<String, Error> {
        Ok(self.inner.genre.draw(&self.inner, self.state(), marks, medium)?)
    }

    /// The puzzle in one of the genre's [formats](crate::GenreInfo::formats).
    ///
    /// # Errors
    /// [`Error::Bad`] where there is no such format, or the puzzle does not fit it.
    pub fn write(&self, format: &str) -> Result<String, Error> {
        let mut out = Vec::new();
        self.inner.genre.write(format, &mut std::iter::once(self.record.clone()), &mut out)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }
}
