//! How a genre's puzzles stand in texts that people paste.

use super::{Pasted, Signs, between, cells, lists, outside, points, regions, sums, wholes};
use crate::board::Size;
use crate::codec::Puzzle;
use tesuji_genre::Bad;

/// Makes the puzzle of a text's parts, in each reading that the text leaves open.
pub(crate) type Read = Box<dyn Fn(&Pasted) -> Result<Vec<Puzzle>, Bad> + Send + Sync>;

/// The form of a genre's puzzles in texts.
pub struct Form {
    /// Grids that one puzzle has at most; 0: the whole text is one puzzle.
    grids: usize,
    /// Rows and columns around the cells, at most.
    margins: usize,
    /// Do numbers at the ends of lines stand around the cells?
    has_ends: bool,
    /// The form in words.
    words: String,
    read: Read,
}

impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Form").field("words", &self.words).finish_non_exhaustive()
    }
}

impl Form {
    pub(super) fn new(grids: usize, margins: usize, words: String, read: Read) -> Form {
        Form { grids, margins, has_ends: false, words, read }
    }

    fn with_ends(self) -> Form {
        Form { has_ends: true, ..self }
    }

    /// A grid of cells.
    pub fn cells(signs: Signs) -> Form {
        let words = format!("rows of cells ({})", signs.words());
        Form::new(1, 0, words, Box::new(move |from| cells::read(from, &signs)))
    }

    /// Signs on the corners of the cells: a row and a column more than the board has.
    pub fn corners(signs: Signs) -> Form {
        let words = format!("rows of corners, one more each way than cells ({})", signs.words());
        Form::new(1, 1, words, Box::new(move |from| cells::read_corners(from, &signs)))
    }

    /// A label of its region for each cell; `holes`: `#` is a cell out of play.
    pub fn regions(holes: bool) -> Form {
        let words = "rows of letters, one for each region".to_string();
        Form::new(1, 0, words, Box::new(move |from| Ok(vec![regions::read(from, holes)?])))
    }

    /// Regions as letters; a letter in several places may be one region or several.
    pub fn region_pieces() -> Form {
        let words = "rows of letters, one for each region".to_string();
        Form::new(1, 0, words, Box::new(regions::read_pieces))
    }

    /// Regions as letters, one for each row of the board, with the number of stars of each.
    pub fn star_regions() -> Form {
        let words = "rows of letters, one for each region, with a line `stars: 2`".to_string();
        Form::new(1, 0, words, Box::new(regions::read_stars))
    }

    /// Regions, and numbers of regions.
    pub fn region_numbers() -> Form {
        let words = "rows of letters, one for each region, and a grid with each region's number in one of its cells";
        Form::new(2, 0, words.to_string(), Box::new(|from| Ok(vec![regions::read_numbers(from)?])))
    }

    /// Regions, and clues of cells.
    pub fn regions_and_cells(signs: Signs) -> Form {
        let words = format!("rows of letters, one for each region, and a grid of cells ({})", signs.words());
        Form::new(2, 0, words, Box::new(move |from| Ok(vec![regions::read_cells(from, &signs)?])))
    }

    /// One number for each line, at either end of it, around cells of these signs.
    pub fn line_counts(signs: Signs) -> Form {
        let words = format!("rows of cells ({}) with the numbers of rows and columns around them", signs.words());
        Form::new(1, 1, words, Box::new(move |from| Ok(vec![outside::read_counts(from, &signs)?]))).with_ends()
    }

    /// Numbers at all ends of lines, around cells of these signs.
    pub fn around(signs: Signs) -> Form {
        let words = format!(
            "rows of cells ({}) with a row of numbers above and below and a number left and right, or lists top, \
             right, bottom and left",
            signs.words()
        );
        Form::new(1, 2, words, Box::new(move |from| outside::read_around(from, &signs))).with_ends()
    }

    /// Dominoes with numbers of poles at the four sides.
    pub fn poles() -> Form {
        let words = "rows of L, R, T, B (halves of dominoes) with lists top, left, bottom and right".to_string();
        Form::new(1, 2, words, Box::new(|from| Ok(vec![outside::read_poles(from)?]))).with_ends()
    }

    /// Signs between cells: rows of cells and signs in turn with rows of signs.
    pub fn between(signs: Signs, marks: between::Marks) -> Form {
        let words = format!(
            "rows of cells and what is between them in turn ({}; {}), and rows of what is between the rows",
            signs.words(),
            marks.words()
        );
        Form::new(0, 0, words, Box::new(move |from| Ok(vec![between::read(from, &signs, marks)?])))
    }

    /// Stars on half cells.
    pub fn points() -> Form {
        let words = "rows of points: cells, edges and corners in turn (. none, o a star)".to_string();
        Form::new(0, 0, words, Box::new(|from| Ok(vec![points::read(from)?])))
    }

    /// Lists of numbers beside rows and above columns.
    pub fn run_lists() -> Form {
        let words = "lists of rows and of columns ({\"rows\": [[2, 1]], \"columns\": [[3]]}, or `rows` and `columns` \
                     with a line each), Simpson's .non";
        Form::new(0, 0, words.to_string(), Box::new(|from| Ok(vec![lists::read(from)?])))
    }

    /// Sums in black cells.
    pub fn crossings() -> Form {
        let words = "rows of cells (. white, # black, 16\\3 sums down and right)".to_string();
        Form::new(1, 1, words, Box::new(|from| Ok(vec![sums::read_crossings(from)?]))).with_ends()
    }

    /// Cages with results.
    pub fn cages() -> Form {
        let words = "rows of letters, one for each cage, and a line `A 6+` for each".to_string();
        Form::new(0, 0, words, Box::new(|from| Ok(vec![sums::read_cages(from)?])))
    }

    /// With the number of cells of a region, which is not written where it is the usual one.
    #[must_use]
    pub fn with_region_size(self, usual: fn(Size) -> usize) -> Form {
        let words = format!("{}, with a line `region size: 5`", self.words);
        Form { words, ..self.then(move |from, puzzle| wholes::with_region_size(from, puzzle, usual)) }
    }

    /// With the numbers of ghosts, vampires and zombies.
    #[must_use]
    pub fn with_monsters(self) -> Form {
        let words = format!("{}, with lines `ghosts: 3`, `vampires: 2`, `zombies: 4`", self.words);
        Form { words, ..self.then(wholes::with_monsters) }
    }

    /// With pieces of track on edges.
    #[must_use]
    pub fn with_pieces(self) -> Form {
        self.then(wholes::with_pieces)
    }

    /// With a further look at each puzzle that was read.
    fn then(self, more: impl Fn(&Pasted, Puzzle) -> Result<Puzzle, Bad> + Send + Sync + 'static) -> Form {
        let read = self.read;
        let read: Read = Box::new(move |from| read(from)?.into_iter().map(|puzzle| more(from, puzzle)).collect());
        Form { read, ..self }
    }

    /// The form in words.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// Is the whole text one puzzle?
    pub(super) fn is_whole(&self) -> bool {
        self.grids == 0
    }

    /// Is a puzzle one grid with nothing around it?
    pub(super) fn is_one_grid(&self) -> bool {
        self.grids == 1 && !self.has_ends
    }

    /// Grids that one puzzle has at most.
    pub(super) fn grids(&self) -> usize {
        self.grids.max(1)
    }

    /// Rows and columns around the cells, at most.
    pub(super) fn margins(&self) -> usize {
        self.margins
    }

    pub(super) fn read(&self, from: &Pasted) -> Result<Vec<Puzzle>, Bad> {
        (self.read)(from)
    }
}
