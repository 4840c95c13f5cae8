//! Turns and mirrors of a board.

use super::geometry::Point;
use super::{Board, Direction, Place, Size};

/// One of the eight turns and mirrors of a rectangle: rows become columns or not, then the order of
/// rows and of columns is reversed or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Transform {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Transform = Transform::of_flips(false, false, false);

    /// Rows and columns exchanged or not, then the order of rows and of columns reversed or not.
    pub const fn of_flips(transpose: bool, flip_rows: bool, flip_cols: bool) -> Transform {
        Transform { transpose, flip_rows, flip_cols }
    }

    /// The direction that a direction goes to.
    pub fn direction(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let turned = match (self.transpose, direction) {
            (false, d) => d,
            (true, Up) => Left,
            (true, Down) => Right,
            (true, Left) => Up,
            (true, Right) => Down,
        };
        match turned {
            Up | Down if self.flip_rows => turned.opposite(),
            Left | Right if self.flip_cols => turned.opposite(),
            _ => turned,
        }
    }

    /// Do rising diagonals become falling ones?
    pub fn turns_slashes(self) -> bool {
        self.flip_rows != self.flip_cols
    }

    /// All eight.
    pub fn all() -> impl Iterator<Item = Transform> {
        (0..8).map(|i| Transform::of_flips(i & 4 != 0, i & 2 != 0, i & 1 != 0))
    }

    /// Those that map boards of a size to boards of the same size: eight for a square, four
    /// otherwise.
    pub fn of_size(size: Size) -> impl Iterator<Item = Transform> {
        Transform::all().filter(move |t| t.size(size) == size)
    }

    /// The size of the image.
    pub fn size(self, size: Size) -> Size {
        if self.transpose { size.transposed() } else { size }
    }

    /// The point that a point of a board of `size` goes to.
    fn point(self, size: Size, (y, x): Point) -> Point {
        let image = self.size(size);
        let (y, x) = if self.transpose { (x, y) } else { (y, x) };
        let flip = |flip: bool, at: isize, side: usize| if flip { 2 * side as isize - at } else { at };
        (flip(self.flip_rows, y, image.rows()), flip(self.flip_cols, x, image.cols()))
    }

    /// The image of a board, with the way of its places.
    pub fn image(self, board: &Board) -> Image {
        let size = self.size(board.size);
        let mut image = Board::new(size);
        let cells: Vec<usize> = (0..board.size.cells()).map(|cell| self.cell(board, &image, cell)).collect();
        if !board.holes.is_empty() {
            image.holes = vec![false; cells.len()];
            for (cell, &to) in cells.iter().enumerate() {
                image.holes[to] = board.holes[cell];
            }
        }
        let mut regions = Vec::new();
        if let Some(of) = &board.regions {
            let mut labels = vec![0; cells.len()];
            for (cell, &to) in cells.iter().enumerate() {
                labels[to] = of.of(cell) as u32;
            }
            let mapped = super::Regions::of_labels(&labels, &|cell| image.is_hole(cell));
            regions = of.iter().map(|region| mapped.of(cells[region[0]]) as u16).collect();
            image.regions = Some(mapped);
        }
        Image { transform: self, from: board.size, board: image, regions }
    }

    fn cell(self, from: &Board, to: &Board, cell: usize) -> usize {
        let point = from.point(Place::Cell(cell as u16)).map(|p| self.point(from.size, p));
        match point.and_then(|p| to.place_at(p)) {
            Some(Place::Cell(image)) => image.into(),
            _ => cell,
        }
    }
}

/// The image of a board under a transform.
#[derive(Clone, Debug)]
pub struct Image {
    transform: Transform,
    from: Size,
    board: Board,
    /// The number in the image of each region of the original.
    regions: Vec<u16>,
}

impl Image {
    /// The image.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The place that a place of the original goes to; `None` for what is not on the original.
    pub fn place(&self, place: Place) -> Option<Place> {
        if let Place::Region(region) = place {
            return self.regions.get(usize::from(region)).map(|&r| Place::Region(r));
        }
        let point = Board::new(self.from).point(place)?;
        self.board.place_at(self.transform.point(self.from, point))
    }
}
