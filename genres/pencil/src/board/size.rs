//! Rows and columns of a board.

use tesuji_genre::Bad;

/// The largest number of rows or columns: numbers of edges stay below 2^16, and a board fits a
/// page.
pub const LARGEST_SIDE: usize = 150;

/// Rows and columns of a board, each from 1 to [`LARGEST_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    rows: u16,
    cols: u16,
}

impl Size {
    /// A size.
    ///
    /// # Errors
    /// [`Bad`] when a side is out of range.
    pub fn new(rows: usize, cols: usize) -> Result<Size, Bad> {
        let side = |n: usize, what: &str| {
            if (1..=LARGEST_SIDE).contains(&n) {
                Ok(n as u16)
            } else {
                Err(Bad::new(format!("{n} {what}; 1 to {LARGEST_SIDE} are possible")).at("size"))
            }
        };
        Ok(Size { rows: side(rows, "rows")?, cols: side(cols, "columns")? })
    }

    /// Reads `ROWSxCOLUMNS`.
    ///
    /// # Errors
    /// [`Bad`] when the text is no such size.
    pub fn parse(text: &str) -> Result<Size, Bad> {
        let bad = || Bad::new(format!("{text:?} is no size such as 10x10 (rows x columns)")).at("size");
        let (rows, cols) = text.split_once('x').ok_or_else(bad)?;
        Size::new(rows.parse().map_err(|_| bad())?, cols.parse().map_err(|_| bad())?)
    }

    /// Number of rows.
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Number of columns.
    pub fn cols(self) -> usize {
        usize::from(self.cols)
    }

    /// Number of cells, holes among them.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Columns for rows.
    #[must_use]
    pub fn transposed(self) -> Size {
        Size { rows: self.cols, cols: self.rows }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}
