//! The object-safe contract of a genre.

use crate::{
    Bad, ClueActions, EnumerateRequest, Enumerated, GenerateReport, GenerateRequest, GenreInfo, GradeInfo,
    GradeRequest, Hint, HintRequest, Marks, Medium, NOTED, PositionActions, Record, Solution, State, StepData,
    Uniqueness, View, WalkRequest, Walked,
};
use std::any::Any;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use tesuji_solver::{Catalog, Deduction, Limits, Stats, Stop};

/// A puzzle of a genre: its size and its lossless one-line notation, and often the form in which
/// the genre's own code holds it, so that its text is read once.
#[derive(Clone)]
pub struct Puzzle {
    /// The genre.
    pub genre: &'static dyn Genre,
    /// Size in the genre's words.
    pub size: String,
    /// One-line notation, normalised.
    pub text: String,
    form: Option<Arc<dyn Any + Send + Sync>>,
}

impl std::fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.genre.name(), self.size, self.text)
    }
}

impl Puzzle {
    /// A puzzle by its text, in the genre's normalised notation.
    pub fn new(genre: &'static dyn Genre, size: impl Into<String>, text: impl Into<String>) -> Puzzle {
        Puzzle { genre, size: size.into(), text: text.into(), form: None }
    }

    /// The same with the form that the genre's code reads from the text.
    #[must_use]
    pub fn with_form<T: Send + Sync + 'static>(self, form: T) -> Puzzle {
        Puzzle { form: Some(Arc::new(form)), ..self }
    }

    /// The form of that type which was read, where it is kept.
    pub fn form<T: 'static>(&self) -> Option<&T> {
        self.form.as_ref()?.downcast_ref()
    }

    /// A record with nothing but the puzzle.
    pub fn record(&self) -> Record {
        Record {
            id: crate::record_id(self.genre.name(), &self.text),
            genre: self.genre.name().to_string(),
            size: self.size.clone(),
            puzzle: self.text.clone(),
            ..Record::default()
        }
    }
}

/// One puzzle read from a document.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its state, when partly filled.
    pub state: Option<State>,
    /// Line in the document, from 1, where that makes sense.
    pub line: Option<u64>,
    /// What the document says besides (a rating, a stored solution), by name.
    pub notes: BTreeMap<String, serde_json::Value>,
    /// What is left to be chosen by reading the position; see [`settled`](Self::settled).
    pub later: Option<Later<Parsed>>,
}

impl Parsed {
    /// With all chosen that the document leaves open. That takes search, so it is done where the
    /// puzzle is wanted, not where the document is read: in parallel, and within a run's time.
    ///
    /// # Errors
    /// [`Bad`] where nothing can be chosen, and that is [wanted](Choosing::is_required).
    pub fn settled(mut self, choosing: &Choosing) -> Result<Parsed, Bad> {
        let Some(later) = self.later.take() else { return Ok(self) };
        if choosing.is_put_off {
            return Ok(self);
        }
        match (later.0)(choosing) {
            Ok(parsed) => Ok(Parsed { line: self.line, ..parsed }),
            Err(why) if !choosing.is_required => {
                let noted = self.notes.entry(NOTED.into()).or_insert_with(|| serde_json::json!([]));
                if let serde_json::Value::Array(list) = noted {
                    list.push(why.what.into());
                }
                Ok(self)
            }
            Err(why) => Err(why),
        }
    }
}

/// What may be used to choose what a document leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choosing {
    /// Positions that may be read for one puzzle.
    pub nodes: u64,
    /// What the puzzle is about, in the genre's words: a point of a board.
    pub target: Option<String>,
    /// Is a puzzle of no use where nothing can be chosen? If not, it stays as the document has it,
    /// and why is [noted](crate::NOTED).
    pub is_required: bool,
    /// Is it left open for now? The puzzle stays as the document has it.
    pub is_put_off: bool,
    /// Are stored solutions [reviewed](PositionActions::review)? A puzzle with one is of use though
    /// nothing can be chosen: the review says so.
    pub is_reviewed: bool,
    /// Who is asked for ideas where the puzzle alone does not tell what is meant.
    pub adviser: Option<Adviser>,
}

/// Somebody with ideas about the puzzles of a genre, such as a network: in the genre's own form,
/// which the genre [makes](PositionActions::adviser) and uses. What comes of an idea is proved.
#[derive(Clone)]
pub struct Adviser {
    /// The name.
    pub name: String,
    form: Arc<dyn Any + Send + Sync>,
}

impl Adviser {
    /// An adviser in a genre's own form.
    pub fn new<T: Send + Sync + 'static>(name: String, form: T) -> Adviser {
        Adviser { name, form: Arc::new(form) }
    }

    /// The form, where it is of that type.
    #[must_use]
    pub fn form<T: 'static>(&self) -> Option<&T> {
        self.form.downcast_ref()
    }
}

impl PartialEq for Adviser {
    fn eq(&self, other: &Adviser) -> bool {
        Arc::ptr_eq(&self.form, &other.form)
    }
}

impl Eq for Adviser {}

impl std::fmt::Debug for Adviser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Adviser({})", self.name)
    }
}

impl Default for Choosing {
    fn default() -> Self {
        Choosing {
            nodes: 200_000,
            target: None,
            is_required: true,
            is_put_off: false,
            is_reviewed: false,
            adviser: None,
        }
    }
}

/// Something that is found when it is wanted: the same whenever and wherever that is.
#[derive(Clone)]
pub struct Later<T>(pub Arc<dyn Fn(&Choosing) -> Result<T, Bad> + Send + Sync>);

impl<T> std::fmt::Debug for Later<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Later")
    }
}

/// What a solver found out of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved {
    /// Solutions in the record's shape; where the search was not complete, perhaps one that says as
    /// much as was proved.
    pub solutions: Vec<Solution>,
    /// Why the search ended.
    pub stop: Stop,
    /// What it cost.
    pub stats: Stats,
}

/// A graded puzzle.
#[derive(Clone, Default, Debug)]
pub struct Graded {
    /// For the record.
    pub info: GradeInfo,
    /// The steps, in order.
    pub steps: Vec<Deduction>,
    /// The same in words, one line a step.
    pub words: Vec<String>,
    /// The steps as data, in order, where words are wanted.
    pub data: Vec<StepData>,
    /// A limit that ended it before all that was asked was known: how far the techniques get, the
    /// rating, which are needed, the trial depth.
    pub limit: Option<Stop>,
    /// Is it known that there is one solution? Where not, techniques that assume it took no part.
    pub uniqueness: Uniqueness,
    /// Further fields of the record, by name: a rank, tags.
    pub extra: BTreeMap<String, serde_json::Value>,
}

/// A family member with all its rules, notation, generator and words. Everything right of the
/// registry sees only this.
pub trait Genre: Sync + Send {
    /// Its facts.
    fn info(&self) -> &GenreInfo;

    /// Name on the command line: `sudoku`.
    fn name(&self) -> &'static str {
        self.info().name
    }

    /// Its actions as a genre of clues; `None`: it is none.
    fn as_clues(&self) -> Option<&dyn ClueActions> {
        None
    }

    /// Its actions as a genre of positions; `None`: it is none.
    fn as_positions(&self) -> Option<&dyn PositionActions> {
        None
    }

    /// One puzzle from its one-line notation (any that the genre reads).
    ///
    /// # Errors
    /// [`Bad`] with the column or the cell.
    fn parse(&self, text: &str) -> Result<Parsed, Bad>;

    /// Does the line say nothing of a puzzle: a comment?
    fn is_comment(&self, line: &str) -> bool {
        line.starts_with('#')
    }

    /// How many of the lines at the front are one puzzle, for genres whose puzzles may stand on
    /// several lines (a drawn grid). `None`: that takes a further line to tell; never so where
    /// `is_end` says that no line follows. The answer is at least 1 and at most the number of
    /// lines.
    fn lines_of_next(&self, _lines: &[&str], _is_end: bool) -> Option<usize> {
        Some(1)
    }

    /// Is the line the heading of a table whose rows are puzzles (`id,puzzle,solution`)?
    fn is_heading(&self, _line: &str) -> bool {
        false
    }

    /// One puzzle from a row of a table with that heading.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    fn parse_row(&self, _heading: &str, row: &str) -> Result<Parsed, Bad> {
        self.parse(row)
    }

    /// All puzzles of a document, told by content; each bad one is reported with its place and the
    /// rest goes on. Says whether it is a document of one of the genre's own forms; anything else
    /// is read as lines.
    fn read(&self, doc: &[u8], found: &mut dyn FnMut(Result<Parsed, Bad>)) -> bool;

    /// Writes records in one of [its formats](GenreInfo::formats).
    ///
    /// # Errors
    /// [`Bad`] when the format is unknown, a record does not fit it, or writing fails.
    fn write(&self, format: &str, records: &mut dyn Iterator<Item = Record>, out: &mut dyn Write) -> Result<(), Bad>;

    /// The least image of the puzzle's text under the genre's symmetries: equal for equivalent
    /// puzzles.
    fn least_image(&self, puzzle: &Puzzle) -> String;

    /// What check and discovery need.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn view(&self, puzzle: &Puzzle) -> Result<View, Bad>;

    /// The techniques that apply to the genre, in order, with its own ones.
    fn catalog(&self) -> &Catalog;

    /// The fast engine's answer.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn solve(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad>;

    /// The reference engine's answer; shares nothing with [`solve`](Self::solve) but the rules.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn reference(&self, puzzle: &Puzzle, limits: &Limits) -> Result<Solved, Bad>;

    /// Grades with the techniques of the request.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre, or it contradicts itself.
    fn grade(&self, puzzle: &Puzzle, state: Option<&State>, want: &GradeRequest) -> Result<Graded, Bad>;

    /// The next step for a partly filled puzzle, or why there is none. Where it is not proved that
    /// the puzzle has one solution, techniques that assume it stay out, and the hint says so.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre, it has no solution or several,
    /// the state contradicts the solution, or a game's position can't be read within the limits.
    fn hint(&self, puzzle: &Puzzle, state: Option<&State>, want: &HintRequest<'_>) -> Result<Hint, Bad>;

    /// Makes puzzles; ends at the count or at the limits, and says what it tried and why it
    /// rejected.
    ///
    /// # Errors
    /// [`Bad`] when the request names a size, option or technique that does not exist, or
    /// asks for the impossible.
    fn generate(&self, want: &GenerateRequest, emit: &mut dyn FnMut(Record)) -> Result<GenerateReport, Bad>;

    /// Streams every puzzle of a size.
    ///
    /// # Errors
    /// [`Bad`] when the request does not fit the genre.
    fn enumerate(&self, want: &EnumerateRequest, emit: &mut dyn FnMut(Record)) -> Result<Enumerated, Bad>;

    /// Draws a puzzle, with a state's values and candidates, and marks.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre.
    fn draw(&self, puzzle: &Puzzle, state: Option<&State>, marks: &Marks, medium: Medium) -> Result<String, Bad>;

    /// The board after some moves, what the solution says of the last one, and where one can click.
    ///
    /// # Errors
    /// [`Bad`] when the text is not a puzzle of the genre, or a move can't be made.
    fn walk(&self, puzzle: &Puzzle, want: &WalkRequest<'_>) -> Result<Walked, Bad> {
        if let Some(mv) = want.moves.first() {
            return Err(Bad::new(format!("puzzles of {} are not played through", self.name())).at(mv.clone()));
        }
        let svg = self.draw(puzzle, None, &Marks::default(), Medium::Svg)?;
        Ok(Walked { svg, alt: puzzle.text.clone(), is_end: true, ..Walked::default() })
    }
}

impl dyn Genre {
    /// Its actions as a genre of clues.
    ///
    /// # Errors
    /// [`Bad`] with what the genre lacks, in these words behind its name, where it is none.
    pub fn clues(&self, lacks: &str) -> Result<&dyn ClueActions, Bad> {
        self.as_clues().ok_or_else(|| Bad::new(format!("{} {lacks}", self.name())))
    }

    /// Its actions as a genre of positions.
    ///
    /// # Errors
    /// [`Bad`] with what the genre lacks, in these words behind its name, where it is none.
    pub fn positions(&self, lacks: &str) -> Result<&dyn PositionActions, Bad> {
        self.as_positions().ok_or_else(|| Bad::new(format!("{} {lacks}", self.name())))
    }

    /// The line below the drawing of a record; see [`PositionActions::caption`].
    pub fn caption(&self, record: &Record) -> Option<String> {
        self.as_positions()?.caption(record)
    }
}
