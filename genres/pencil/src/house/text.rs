//! From a text to a puzzle of a house genre, in any of its forms.

use super::pasted::saved::{is_saved_game, saved_games};
use super::pasted::{self, Readings, is_title};
use super::{Pencil, TathamId};
use crate::board::Place;
use crate::codec::pzprv3::{is_state, state_in_address};
use crate::codec::{Puzzle, name_in_address};
use crate::text::data;
use crate::text::plain::plain;
use crate::text::size_words;
use std::collections::BTreeMap;
use tesuji_genre::clue::{ClueGenre, ParsedClues};
use tesuji_genre::{Bad, READ_AS, lines_of_state, penpa, site};
use tesuji_solver::{Limits, Stop};

/// Nodes that may be spent on a reading to find whether it has one solution.
const READING_NODES: u64 = 50_000;
/// The fewest rows of a grid on one line, parted by slashes.
const FEWEST_ROWS: usize = 3;
/// The fewest cells of such a row.
const SHORTEST_ROW: usize = 3;

/// A puzzle that was found in a text, with its line.
pub(super) type Found = (u64, Result<ParsedClues<Pencil>, Bad>);

fn placed(bad: Bad, place: &str) -> Bad {
    if bad.at.is_none() && bad.column.is_none() { bad.at(place) } else { bad }
}

/// A fault without a place stands at the beginning.
fn first_column(bad: Bad) -> Bad {
    if bad.at.is_none() && bad.column.is_none() && bad.line.is_none() { bad.column(1) } else { bad }
}

/// Is the line an address, a state, a game ID or a record, which stand alone?
pub(super) fn is_alone(line: &str) -> bool {
    let line = line.trim();
    let is_address = name_in_address(line).is_some() || site::is_address(line);
    is_address || line.starts_with("pzprv3") || TathamId::is_id(line) || rows_on_one_line(line).is_some()
}

/// The number of lines at the front that are the next puzzle; `None` when a further line is needed
/// to tell.
pub(super) fn lines_of_next(lines: &[&str], is_end: bool) -> Option<usize> {
    let state = lines_of_state(lines, is_end);
    if state != Some(1) {
        return state;
    }
    let first = lines.first().map_or("", |line| line.trim());
    let is_row = lines.first().is_some_and(|line| !line.trim_end_matches('\r').is_empty());
    if (first.is_empty() && !is_row) || is_alone(first) || first.starts_with('{') || is_title(first) {
        return Some(1);
    }
    // A grid ends with a line without any character, or where something else begins.
    let is_empty = |line: &str| line.trim_end_matches('\r').is_empty();
    let is_end_of_rows = |line: &&str| is_empty(line) || is_alone(line) || line.trim().starts_with('{');
    let count = lines.iter().take_while(|line| !is_end_of_rows(line)).count();
    if count == lines.len() && !is_end && count < MOST_LINES {
        return None;
    }
    Some(count.max(1))
}

/// Lines that are looked at for one puzzle at most.
const MOST_LINES: usize = 400;

impl Pencil {
    /// The forms that are read, in words.
    pub(super) fn forms(&self) -> String {
        let name = self.codec().names().first().copied().unwrap_or_default();
        let mut forms = vec![format!("addresses (https://puzz.link/p?{name}/…)"), self.form().words().to_string()];
        if self.genre.states().is_some() {
            forms.push("states of pzprv3".to_string());
        }
        if !self.info.tatham.is_empty() {
            forms.push(format!("game IDs and saved games of Simon Tatham's {}", self.info.tatham));
        }
        if !self.info.puzzle_kit.is_empty() {
            forms.push(format!("Puzzle Kit's data sets of {}", self.info.puzzle_kit));
        }
        forms.join("; ")
    }

    fn unread(&self, what: &str) -> Bad {
        Bad::new(format!("{what}; forms of {} that are read: {}", self.info.name, self.forms()))
    }

    /// One puzzle from a text.
    pub(super) fn parse_text(&self, raw: &str) -> Result<ParsedClues<Self>, Bad> {
        let text = raw.trim();
        if is_state(text) {
            return self.parse_state(text);
        }
        if let Some(state) = state_in_address(text) {
            return self.parse_state(&state);
        }
        if penpa::is_penpa(text) {
            let puzzles = crate::penpa::read(&penpa::text(text)?, self.info.name, self.codec())?;
            return self.decided(Readings { puzzles, notes: BTreeMap::new() });
        }
        let has_name = name_in_address(text).is_some_and(|n| self.codec().names().contains(&n));
        if !has_name && let Some(id) = self.linked_id(text) {
            return self.parse_id(id);
        }
        if !has_name && text.lines().count() == 1 {
            if let Some(bad) = site::refusal(text) {
                return Err(bad);
            }
            if !self.info.tatham.is_empty() && (TathamId::is_id(text) || TathamId::is_seed(text)) {
                return self.parse_id(text);
            }
        }
        if has_name || name_in_address(text).is_some() {
            return Ok(Self::clued(self.codec().read(text)?).into());
        }
        let lines = rows_on_one_line(raw);
        let found = match (&lines, raw.trim_end().contains('\n'), data::whole(text)) {
            (Some(lines), ..) => self.pasted(lines),
            (None, true, _) | (None, false, Some(_)) => self.pasted(raw),
            _ => Vec::new(),
        };
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (Some((_, one)), None) => one.map_err(first_column),
            (Some(_), Some((line, _))) => Err(Bad::new("a second puzzle begins here").line(line).column(1)),
            _ => Err(self.unread("no puzzle that can be read").column(1)),
        }
    }

    /// All puzzles of a text with several lines that is no list of addresses: saved games, grids,
    /// lists.
    pub(super) fn pasted(&self, text: &str) -> Vec<Found> {
        if is_saved_game(text.trim_start()) {
            return self.saved(text);
        }
        let rows = rows_on_one_line(text);
        let found = pasted::documents::read(text, self.info.name, self.form());
        let found = found.unwrap_or_else(|| pasted::read(rows.as_deref().unwrap_or(text), self.form()));
        let one = |found: pasted::Found| {
            let read = found.read.and_then(|readings| self.decided(readings));
            let read = read.map_err(|bad| Bad { what: self.unread(&bad.what).what, ..bad });
            (found.line, read)
        };
        found.into_iter().map(one).collect()
    }

    /// Hands all puzzles of a text to `found`; `false` where the text has nothing but blank lines
    /// and titles.
    pub(super) fn read_pasted(&self, text: &str, found: &mut dyn FnMut(u64, Result<ParsedClues<Self>, Bad>)) -> bool {
        let puzzles = self.pasted(text);
        let first = (1..).zip(text.lines()).find(|(_, line)| !line.trim().is_empty() && !is_title(line.trim()));
        let Some((line, _)) = first else { return false };
        if puzzles.is_empty() {
            found(line, Err(self.unread("no puzzle that can be read")));
        }
        puzzles.into_iter().for_each(|(line, read)| found(line, read));
        true
    }

    fn saved(&self, text: &str) -> Vec<Found> {
        let read = |(line, game): (u64, Result<pasted::saved::SavedGame, Bad>)| {
            let parsed = game.and_then(|game| {
                let id = game.id_of(self.info.tatham)?;
                let puzzle = self.genre.read_tatham(&id).map_err(|bad| placed(bad, "DESC"))?;
                let mut parsed: ParsedClues<Self> = Self::clued(puzzle).into();
                game.note_moves(&mut parsed.notes);
                Ok(parsed)
            });
            (line, parsed)
        };
        saved_games(text).into_iter().map(read).collect()
    }

    /// The ID of an address of Simon Tatham's pages: what stands behind `#`.
    fn linked_id<'a>(&self, text: &'a str) -> Option<&'a str> {
        let (page, id) = text.split_once('#')?;
        let is_game = page.contains("sgtatham") && page.contains(&format!("/{}.html", self.info.tatham));
        (is_game && !self.info.tatham.is_empty()).then_some(id)
    }

    fn parse_id(&self, text: &str) -> Result<ParsedClues<Self>, Bad> {
        if !text.contains(':') {
            let what = "a random seed of Simon Tatham's generator is not read; its game ID with ':' is";
            return Err(Bad::new(what).column(1));
        }
        let puzzle = TathamId::new(text).and_then(|id| self.genre.read_tatham(&id));
        Ok(Self::clued(puzzle.map_err(|bad| placed(bad, "game ID"))?).into())
    }

    /// The puzzle that a text means: of several readings the one that has one solution.
    fn decided(&self, readings: Readings) -> Result<ParsedClues<Self>, Bad> {
        let Readings { mut puzzles, notes } = readings;
        if puzzles.len() > 1 {
            let solutions = puzzles.iter().map(|puzzle| self.solutions_of(puzzle)).collect::<Result<Vec<_>, Bad>>()?;
            let with = |wanted: usize| solutions.iter().filter(|&&n| n == wanted).count();
            let fewest = (1..=2).find(|&n| with(n) > 0).unwrap_or(0);
            if with(fewest) != 1 || solutions.contains(&UNKNOWN) {
                let addresses: Vec<String> = puzzles.iter().filter_map(|p| self.codec().write(p).ok()).collect();
                return Err(Bad::new(format!("ambiguous: {}", addresses.join(", or "))));
            }
            puzzles = vec![puzzles.swap_remove(solutions.iter().position(|&n| n == fewest).unwrap_or(0))];
        }
        let puzzle = puzzles.pop().ok_or_else(|| Bad::new("no puzzle"))?;
        self.returns(&puzzle)?;
        let mut notes: BTreeMap<String, serde_json::Value> = notes;
        let size = puzzle.board.size();
        notes.insert(READ_AS.to_string(), size_words(size.cols(), size.rows()).into());
        Ok(ParsedClues { notes, ..Self::clued(puzzle).into() })
    }

    /// Is the puzzle read again from the genre's own notation? Most notations have no cells out of play.
    ///
    /// # Errors
    /// What the notation has no form for, with the first such cell.
    fn returns(&self, puzzle: &Puzzle) -> Result<(), Bad> {
        let codec = self.codec();
        let text = codec.write(puzzle)?;
        if codec.read(&text).and_then(|again| codec.write(&again)).is_ok_and(|again| again == text) {
            return Ok(());
        }
        let (name, board) = (self.info.name, &puzzle.board);
        let hole = (0..board.size().cells()).find(|&cell| board.is_hole(cell));
        Err(match hole {
            Some(cell) => Bad::new(format!("the notation of {name} has no cells out of play"))
                .at(board.name(Place::Cell(cell as u16))),
            None => Bad::new(format!("the notation of {name} has no form for this puzzle")),
        })
    }

    /// The number of solutions, up to 2.
    fn solutions_of(&self, puzzle: &Puzzle) -> Result<usize, Bad> {
        if self.genre.lint(puzzle).is_err() {
            return Ok(0);
        }
        let clued = Self::clued(puzzle.clone());
        let layout = self.layout(&clued.structure, &clued.clues).map_err(|e| Bad::new(e.to_string()))?;
        let mut domains = layout.network.domains().to_vec();
        self.for_each_pattern(&clued.structure, &clued.clues, &mut |_, var, keep| domains[var.index()] &= keep);
        let limits = Limits::solutions(2).with_nodes(READING_NODES);
        let answer = layout.solve(&domains, &limits);
        let is_known = answer.stop == Stop::Exhausted || answer.solutions.len() > 1;
        Ok(if is_known { answer.solutions.len() } else { UNKNOWN })
    }
}

/// Not known within the nodes.
const UNKNOWN: usize = usize::MAX;

/// The rows of a grid on one line as lines: parted by slashes, or by `\n` as programs write it.
fn rows_on_one_line(text: &str) -> Option<String> {
    let text = plain(text.trim(), '#');
    if text.contains('\n') {
        return None;
    }
    let part = |by: &str| {
        let rows: Vec<&str> = text.split(by).collect();
        let length = rows[0].chars().count();
        let fits =
            rows.len() >= FEWEST_ROWS && length >= SHORTEST_ROW && rows.iter().all(|row| row.chars().count() == length);
        fits.then(|| rows.join("\n"))
    };
    part("\\n").or_else(|| part("/"))
}
