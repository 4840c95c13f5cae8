//! Puzzles as other collections write them: Puzzle Kit's rows of words, Simon Tatham's game IDs.

use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::Puzzle;
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_genre::Bad;
use tesuji_solver::Value;

/// Rows of words.
pub type KitRows<'a> = Vec<Vec<&'a str>>;

/// A puzzle of Puzzle Kit: a line with rows and columns, then rows of words.
#[derive(Clone, Debug)]
pub struct Kit<'a> {
    /// Numbers of the first line, rows and columns first.
    pub head: Vec<usize>,
    /// Other words of the first line: they tell of variants.
    pub flags: Vec<&'a str>,
    /// The rows below it.
    pub problem: KitRows<'a>,
    /// The rows of the stored solution, if there is one.
    pub solution: Option<KitRows<'a>>,
}

fn rows_of(text: &str) -> (Vec<&str>, KitRows<'_>) {
    let mut lines = text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    (head, lines.filter(|l| !l.is_empty()).collect())
}

impl<'a> Kit<'a> {
    /// The parts of a puzzle's text and of its solution's (empty: none). `known` are the words for
    /// variants that the genre reads.
    ///
    /// # Errors
    /// [`Bad`] when the first line does not begin with numbers, or tells of another variant.
    pub fn new(problem: &'a str, solution: &'a str, known: &[&str]) -> Result<Kit<'a>, Bad> {
        let (words, problem) = rows_of(problem);
        let head: Vec<usize> = words.iter().map_while(|w| w.parse().ok()).collect();
        let flags: Vec<&str> = words[head.len()..].to_vec();
        if head.len() < 2 {
            return Err(Bad::new("rows and columns are expected").line(1));
        }
        if let Some(flag) = flags.iter().find(|f| !known.contains(f)) {
            return Err(Bad::new(format!("the variant {flag:?} is not read")).line(1));
        }
        let solution = (!solution.trim().is_empty()).then(|| rows_of(solution).1);
        Ok(Kit { head, flags, problem, solution })
    }

    /// The puzzle with the rows and columns that it has, where they are a rectangle: some heads
    /// tell others (they count the lines of a record of moves behind the solution).
    #[must_use]
    pub fn sized_by_rows(mut self) -> Kit<'a> {
        let wide = self.problem.first().map_or(0, Vec::len);
        if wide > 0 && self.problem.iter().all(|row| row.len() == wide) {
            (self.head[0], self.head[1]) = (self.problem.len(), wide);
        }
        self
    }

    /// A board with these words for cells out of play.
    ///
    /// # Errors
    /// [`Bad`] when rows or words are missing.
    pub fn with_holes(&self, board: Board, first: usize, words: &[&str]) -> Result<Board, Bad> {
        let holes = self.grid(first)?.into_iter().map(|word| words.contains(&word)).collect();
        board.with_holes(holes)
    }

    /// Rows and columns.
    ///
    /// # Errors
    /// [`Bad`] when there is no such board.
    pub fn size(&self) -> Result<Size, Bad> {
        Size::new(self.head[0], self.head[1])
    }

    /// The words of a grid of the board's size that begins at a row of the problem, in reading
    /// order.
    ///
    /// # Errors
    /// [`Bad`] when rows or words are missing.
    pub fn grid(&self, first: usize) -> Result<Vec<&'a str>, Bad> {
        grid(&self.problem, first, self.size()?)
    }

    /// The words of the stored solution, in reading order; empty when there is none.
    ///
    /// # Errors
    /// [`Bad`] when rows or words are missing.
    pub fn answer(&self) -> Result<Vec<&'a str>, Bad> {
        self.solution.as_ref().map_or(Ok(Vec::new()), |rows| grid(rows, 0, self.size()?))
    }

    /// The values of the stored solution's cells: 1 where the word is `mark`, else 0.
    ///
    /// # Errors
    /// [`Bad`] when rows or words are missing.
    pub fn marked(&self, mark: &str) -> Result<BTreeMap<Place, Value>, Bad> {
        let words = self.answer()?.into_iter().enumerate();
        Ok(words.map(|(cell, word)| (Place::Cell(cell as u16), Value::from(word == mark))).collect())
    }

    /// The numbers of the stored solution's cells.
    ///
    /// # Errors
    /// [`Bad`] when rows or words are missing, or a word is no number.
    pub fn answer_numbers(&self) -> Result<BTreeMap<Place, Value>, Bad> {
        let number = |(cell, word): (usize, &str)| {
            let bad = || Bad::new(format!("a number is expected, not {word:?}")).at(format!("cell {}", cell + 1));
            Ok((Place::Cell(cell as u16), word.parse().map_err(|_| bad())?))
        };
        self.answer()?.into_iter().enumerate().map(number).collect()
    }

    /// A puzzle of numbers in cells, `-` or `.` for none, that begins at a row of the problem.
    ///
    /// # Errors
    /// [`Bad`] naming the cell whose word is no number.
    pub fn numbers(&self, first: usize) -> Result<Puzzle, Bad> {
        let board = Board::new(self.size()?);
        let mut clues = BTreeMap::new();
        for (cell, word) in self.grid(first)?.into_iter().enumerate() {
            let place = Place::Cell(cell as u16);
            match word {
                "-" | "." => {}
                "?" => drop(clues.insert(place, Clue::Unknown)),
                _ => {
                    let bad = || Bad::new(format!("a number is expected, not {word:?}")).at(board.name(place));
                    clues.insert(place, Clue::Number(word.parse().map_err(|_| bad())?));
                }
            }
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }

    /// The links of the stored solution by inner edge: a cell's word names the sides that its line
    /// takes (`ne`, `ew`).
    ///
    /// # Errors
    /// [`Bad`] when rows or words are missing.
    pub fn links(&self, board: &Board) -> Result<BTreeMap<Place, Value>, Bad> {
        let words = self.answer()?;
        let takes = |cell: usize, side: char| words[cell].len() == 2 && words[cell].contains(side);
        let link = |edge: usize| match board.cells_beside(edge) {
            [Some(a), Some(_)] => {
                let side = if board.is_horizontal(edge) { 's' } else { 'e' };
                Some((Place::Edge(edge as u16), Value::from(takes(a, side))))
            }
            _ => None,
        };
        Ok(if words.is_empty() { BTreeMap::new() } else { board.inner_edges().filter_map(link).collect() })
    }

    /// A board whose regions are cells of equal words that hang together, in rows that begin at a
    /// row of the problem. A word may stand for another region elsewhere.
    ///
    /// # Errors
    /// [`Bad`] when rows or words are missing.
    pub fn regions(&self, first: usize) -> Result<Board, Bad> {
        let words = self.grid(first)?;
        let board = Board::new(self.size()?);
        let parts = |edge: usize| matches!(board.cells_beside(edge), [Some(a), Some(b)] if words[a] != words[b]);
        let borders: Vec<bool> = (0..board.edges()).map(parts).collect();
        board.with_borders(&borders)
    }
}

fn grid<'a>(rows: &KitRows<'a>, first: usize, size: Size) -> Result<Vec<&'a str>, Bad> {
    let mut words = Vec::with_capacity(size.cells());
    for row in first..first + size.rows() {
        let line = rows.get(row).ok_or_else(|| Bad::new("a row is missing").line(row as u64 + 2))?;
        if line.len() != size.cols() {
            let what = format!("{} words where {} are expected", line.len(), size.cols());
            return Err(Bad::new(what).line(row as u64 + 2));
        }
        words.extend(line);
    }
    Ok(words)
}

/// A game ID of Simon Tatham's collection: `7x7de:a1b2…`.
#[derive(Clone, Copy, Debug)]
pub struct TathamId<'a> {
    /// Columns and rows.
    pub size: Size,
    /// The parameters behind the size: `de`.
    pub params: &'a str,
    /// The description behind the colon.
    pub text: &'a str,
}

impl<'a> TathamId<'a> {
    /// Is the line a game ID, right or wrong: in one word with a digit first and a colon?
    pub(super) fn is_id(line: &str) -> bool {
        line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(':') && !line.contains(char::is_whitespace)
    }

    /// Is the line a random seed for his generators, `7x7de#123456`? Rows of a grid in which `#` is
    /// a cell have other signs beside it: blanks, slashes, or signs for empty cells.
    pub(super) fn is_seed(line: &str) -> bool {
        let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
        line.starts_with(|c: char| c.is_ascii_digit())
            && line.split_once('#').is_some_and(|(params, seed)| is_word(params) && is_word(seed))
    }

    /// The parts of an ID. A single number is the side of a square.
    ///
    /// # Errors
    /// [`Bad`] when the text has no size and no colon.
    pub fn new(id: &'a str) -> Result<TathamId<'a>, Bad> {
        let bad = || Bad::new("a game ID such as 7x7de:… is expected").column(1);
        let (params, text) = id.trim().split_once(':').ok_or_else(bad)?;
        let digits = |t: &str| t.len() - t.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let n = digits(params);
        let cols: usize = params[..n].parse().map_err(|_| bad())?;
        let (rows, rest) = match params[n..].strip_prefix('x') {
            Some(rest) => {
                let m = digits(rest);
                (rest[..m].parse().map_err(|_| bad())?, &rest[m..])
            }
            None => (cols, &params[n..]),
        };
        Ok(TathamId { size: Size::new(rows, cols)?, params: rest, text })
    }

    /// The marks of the cells in reading order: letters `a` to `z` are gaps of 1 to 26 cells,
    /// anything else is a mark. A number of several digits is one mark where `long` says so; `_`
    /// parts numbers.
    ///
    /// # Errors
    /// [`Bad`] when the marks do not fill the board.
    pub fn cells(&self, long: bool) -> Result<Vec<Option<String>>, Bad> {
        let mut cells: Vec<Option<String>> = Vec::new();
        let mut joins = false;
        for c in self.text.chars() {
            let digit = c.is_ascii_digit();
            match c {
                'a'..='z' => cells.extend(std::iter::repeat_n(None, c as usize - 'a' as usize + 1)),
                '_' => {}
                _ if digit && joins && long => {
                    if let Some(Some(last)) = cells.last_mut() {
                        last.push(c);
                    }
                }
                _ => cells.push(Some(c.to_string())),
            }
            joins = digit;
        }
        if cells.len() != self.size.cells() {
            let what = format!("the ID describes {} cells, and the board has {}", cells.len(), self.size.cells());
            return Err(Bad::new(what).at("cells"));
        }
        Ok(cells)
    }

    /// A puzzle of numbers in cells.
    ///
    /// # Errors
    /// [`Bad`] when the marks do not fill the board or are no numbers.
    pub fn numbers(&self, long: bool) -> Result<Puzzle, Bad> {
        let board = Board::new(self.size);
        let mut clues = BTreeMap::new();
        for (cell, mark) in self.cells(long)?.into_iter().enumerate() {
            let Some(mark) = mark else { continue };
            let place = Place::Cell(cell as u16);
            let bad = || Bad::new(format!("a number is expected, not {mark:?}")).at(board.name(place));
            clues.insert(place, Clue::Number(mark.parse().map_err(|_| bad())?));
        }
        Ok(Puzzle { board: Arc::new(board), clues })
    }
}

/// The problems and solutions of a data set of Puzzle Kit with that name; `false` when the text is
/// no such set.
pub(super) fn kit_entries(text: &str, name: &str, found: &mut dyn FnMut(Result<(&str, &str), Bad>)) -> bool {
    if name.is_empty() || !text.trim_start().starts_with('{') {
        return false;
    }
    let Ok(top) = serde_json::from_str::<serde_json::Value>(text) else { return false };
    let (Some(data), Some(set)) = (top["data"].as_object(), top["name"].as_str()) else { return false };
    if set != name {
        found(Err(Bad::new(format!("a data set of {set}, not of {name}")).at("name")));
        return true;
    }
    for (id, entry) in data {
        match entry["problem"].as_str() {
            Some(problem) => found(Ok((problem, entry["solution"].as_str().unwrap_or("")))),
            None => found(Err(Bad::new("no problem").at(id.clone()))),
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::Kit;

    #[test]
    fn rows_tell_the_size_where_the_head_is_wrong() {
        let kit = Kit::new("4 2\n- 2\n- -\n", "4 2\nx -\nx x\n[moves]\nac,1;", &[]).expect("kit").sized_by_rows();
        assert_eq!((kit.head.as_slice(), kit.answer().expect("rows")), ([2, 2].as_slice(), vec!["x", "-", "x", "x"]));
        let ragged = Kit::new("2 2\n- 2\n-\n", "", &[]).expect("kit").sized_by_rows();
        assert_eq!(ragged.head, [2, 2]);
    }

    #[test]
    fn cells_out_of_play_are_in_no_region() {
        let kit = Kit::new("2 3\n1 @ 2\n1 1 2", "", &[]).expect("kit");
        let board = kit.regions(0).and_then(|board| kit.with_holes(board, 0, &["@"])).expect("regions");
        let regions = board.regions().expect("regions");
        assert_eq!((regions.len(), board.cells().count()), (2, 5));
        assert_eq!(regions.cells(0), [0, 3, 4]);
    }

    #[test]
    fn one_word_may_name_two_regions() {
        let kit = Kit::new("2 3\n1 2 1\n1 2 1", "", &[]).expect("kit");
        let board = kit.regions(0).expect("regions");
        let regions = board.regions().expect("regions");
        assert_eq!((regions.len(), regions.of(0), regions.of(5)), (3, 0, 2));
    }
}
