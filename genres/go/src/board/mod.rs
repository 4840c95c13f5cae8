//! The board: stones as bit sets, chains and liberties kept up to date, Zobrist hashes under the 16
//! symmetries, the ko ban. Sizes from 2×2 to 25×25, rectangles too.

mod color;
mod points;
mod rows;
mod symmetry;
#[cfg(test)]
mod tests;
mod unconditional;
mod zobrist;

pub use color::{Color, MAX_SIZE, Point};
pub use points::Points;
pub(crate) use points::SLOTS;
pub use symmetry::Symmetry;
pub use unconditional::{Status, Unconditional};

/// A chain: solidly connected stones of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Its colour.
    pub color: Color,
    /// Its stones.
    pub stones: Points,
    /// The empty points beside it.
    pub liberties: Points,
}

/// Why a move can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Off the board.
    #[error("the point is off the board")]
    OffBoard,
    /// A stone is there.
    #[error("the point is occupied")]
    Occupied,
    /// The stone's chain would have no liberty.
    #[error("suicide")]
    Suicide,
    /// The ko may not be retaken at once.
    #[error("the ko may not be retaken at once")]
    Ko,
}

/// What is wrong with a position that was set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPosition {
    /// Width or height out of range.
    #[error("a board of {0}×{1}: sizes from 2×2 to 25×25 are read")]
    Size(u32, u32),
    /// Stones off the board.
    #[error("stones off the board at {}", .0.join(", "))]
    OffBoard(Vec<String>),
    /// Two stones on a point.
    #[error("both colours at {}", .0.join(", "))]
    Twice(Vec<String>),
    /// Chains without liberties, a stone of each.
    #[error("no liberty for the chain at {}", .0.join(", nor for that at "))]
    NoLiberty(Vec<String>),
}

const NONE: u16 = u16::MAX;

/// A position of stones with the ko ban.
#[derive(Clone)]
pub struct Board {
    width: u8,
    height: u8,
    all: Points,
    stones: [Points; 2],
    chains: Vec<Chain>,
    unused: Vec<u16>,
    chain_at: Box<[u16; SLOTS]>,
    ko: Option<Point>,
    hashes: [u64; 16],
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// Rows from the top: X for Black, O for White, `.` for empty.
/// Equal stones on equal boards with the same ko ban.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        (self.size(), self.stones, self.ko) == (other.size(), other.stones, other.ko)
    }
}

impl Eq for Board {}

impl Board {
    /// An empty board.
    ///
    /// # Errors
    /// [`BadPosition::Size`].
    pub fn new(width: u8, height: u8) -> Result<Board, BadPosition> {
        let fine = 2..=MAX_SIZE;
        if !fine.contains(&width) || !fine.contains(&height) {
            return Err(BadPosition::Size(width.into(), height.into()));
        }
        Ok(Board {
            width,
            height,
            all: Points::board(width, height),
            stones: [Points::EMPTY; 2],
            chains: Vec::new(),
            unused: Vec::new(),
            chain_at: Box::new([NONE; SLOTS]),
            ko: None,
            hashes: zobrist::empty((width, height)),
        })
    }

    /// A position set up at once.
    ///
    /// # Errors
    /// What is wrong, with all the points.
    pub fn set_up(
        width: u8,
        height: u8,
        stones: impl IntoIterator<Item = (Point, Color)>,
    ) -> Result<Board, BadPosition> {
        let mut board = Board::new(width, height)?;
        let (mut off, mut twice) = (Vec::new(), Vec::new());
        for (p, color) in stones {
            if !board.on_board(p) {
                off.push(p.name(height));
            } else if board.stones[color.other().index()].contains(p) {
                twice.push(p.name(height));
            } else if board.get(p).is_none() {
                board.put(p, color);
            }
        }
        if !off.is_empty() {
            return Err(BadPosition::OffBoard(off));
        }
        if !twice.is_empty() {
            return Err(BadPosition::Twice(twice));
        }
        let dead = board.chains().filter(|c| c.liberties.is_empty());
        let dead: Vec<_> = dead.filter_map(|c| c.stones.first()).map(|p| p.name(height)).collect();
        if dead.is_empty() { Ok(board) } else { Err(BadPosition::NoLiberty(dead)) }
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> (u8, u8) {
        (self.width, self.height)
    }

    /// All points.
    #[must_use]
    pub fn all(&self) -> Points {
        self.all
    }

    /// Is the point on the board?
    #[must_use]
    pub fn on_board(&self, p: Point) -> bool {
        p.x < self.width && p.y < self.height
    }

    /// The stone at a point.
    #[must_use]
    pub fn get(&self, p: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|c| self.stones[c.index()].contains(p))
    }

    /// The stones of a colour.
    #[must_use]
    pub fn stones(&self, color: Color) -> Points {
        self.stones[color.index()]
    }

    /// The empty points.
    #[must_use]
    pub fn empty(&self) -> Points {
        self.all - self.stones[0] - self.stones[1]
    }

    /// The points beside those of a set.
    #[must_use]
    pub fn beside(&self, set: &Points) -> Points {
        set.beside(&self.all)
    }

    /// The chain at a point.
    #[must_use]
    pub fn chain(&self, p: Point) -> Option<&Chain> {
        if !self.on_board(p) {
            return None;
        }
        self.chains.get(self.chain_at[Points::slot(p)] as usize)
    }

    /// All chains, in no order that means anything.
    pub fn chains(&self) -> impl Iterator<Item = &Chain> {
        self.chains.iter().filter(|c| !c.stones.is_empty())
    }

    /// Points, and all of every chain of that colour that has some of them.
    pub(crate) fn whole_chains(&self, color: Color, points: Points) -> Points {
        let chains = self.chains().filter(|c| c.color == color && c.stones.meets(&points));
        chains.fold(points, |all, c| all | c.stones)
    }

    /// The point where the opponent of the last mover may not retake.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Sets or lifts the ko ban.
    pub fn set_ko(&mut self, ko: Option<Point>) {
        self.turn_ko(ko.filter(|&p| self.on_board(p)));
    }

    /// Zobrist hash of stones, size and ko ban.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hashes[0]
    }

    /// The least of the 16 hashes: equal for equivalent positions.
    #[must_use]
    pub fn least_hash(&self) -> u64 {
        self.hashes.into_iter().min().unwrap_or_default()
    }

    /// The chains of a colour in that order, equal ones in an order that is the same in all images
    /// of the board with those points marked.
    pub(crate) fn chains_in_order<T: Ord>(
        &self,
        color: Color,
        marked: &Points,
        order: impl Fn(&Chain) -> T,
    ) -> Vec<Chain> {
        let map = self.least_image(marked);
        let mut chains: Vec<Chain> = self.chains().filter(|c| c.color == color).copied().collect();
        chains.sort_by_cached_key(|c| (order(c), map.points(&c.stones, self.size())));
        chains
    }

    /// The points of a set in an order that is the same in all images of the board.
    pub(crate) fn in_order(&self, set: &Points) -> Vec<Point> {
        let map = self.least_image(set);
        let mut points: Vec<Point> = set.iter().collect();
        points.sort_unstable_by_key(|&p| map.point(p, self.size()));
        points
    }

    /// The map to the image with the least hash; of several the one that puts those points first.
    pub(crate) fn least_image(&self, marked: &Points) -> Symmetry {
        let least = self.least_hash();
        let maps = Symmetry::ALL.into_iter().zip(self.hashes).filter(|&(_, hash)| hash == least);
        maps.map(|(map, _)| map).min_by_key(|map| map.points(marked, self.size())).unwrap_or(Symmetry::ALL[0])
    }

    /// The image of the board.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Board {
        let (w, h) = symmetry.size(self.size());
        let mut image = Board { width: w, height: h, all: Points::board(w, h), ..self.clone() };
        image.stones = [Points::EMPTY; 2];
        image.chains.clear();
        image.unused.clear();
        image.chain_at.fill(NONE);
        image.ko = None;
        image.hashes = zobrist::empty((w, h));
        for color in Color::ALL {
            for p in self.stones(color).iter() {
                image.put(symmetry.point(p, self.size()), symmetry.color(color));
            }
        }
        image.set_ko(self.ko.map(|p| symmetry.point(p, self.size())));
        image
    }

    /// May `color` play there?
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, p: Point, color: Color) -> Result<(), Illegal> {
        if !self.on_board(p) {
            return Err(Illegal::OffBoard);
        }
        if self.get(p).is_some() {
            return Err(Illegal::Occupied);
        }
        if self.ko == Some(p) {
            return Err(Illegal::Ko);
        }
        let beside = self.beside(&Points::single(p));
        let alone = |c: &Chain| c.liberties == Points::single(p);
        let breathes = beside.meets(&self.empty())
            || beside.iter().filter_map(|q| self.chain(q)).any(|c| (c.color == color) != alone(c));
        if breathes { Ok(()) } else { Err(Illegal::Suicide) }
    }

    /// Plays a stone; gives the stones taken.
    ///
    /// # Errors
    /// Why it can't be played.
    pub fn play(&mut self, p: Point, color: Color) -> Result<Points, Illegal> {
        self.check(p, color)?;
        self.turn_ko(None);
        self.put(p, color);
        let mut taken = Points::EMPTY;
        for q in self.beside(&Points::single(p)).iter() {
            if let Some(c) = self.chain(q)
                && c.color != color
                && c.liberties.is_empty()
            {
                taken |= c.stones;
                self.lift(q);
            }
        }
        let own = self.chain(p).map(|c| (c.stones.len(), c.liberties));
        if taken.len() == 1 && own == Some((1, taken)) {
            self.turn_ko(taken.first());
        }
        Ok(taken)
    }

    /// Passes: the ko ban is lifted.
    pub fn pass(&mut self) {
        self.turn_ko(None);
    }

    fn turn_ko(&mut self, ko: Option<Point>) {
        for p in [self.ko, ko].into_iter().flatten() {
            zobrist::ko(&mut self.hashes, p, (self.width, self.height));
        }
        self.ko = ko;
    }

    /// Puts a stone on an empty point, joins chains, takes away liberties; captures nothing.
    fn put(&mut self, p: Point, color: Color) {
        zobrist::stone(&mut self.hashes, p, color, (self.width, self.height));
        let here = Points::single(p);
        let beside = self.beside(&here);
        let mut chain = Chain { color, stones: here, liberties: beside & self.empty() };
        self.stones[color.index()].insert(p);
        for q in beside.iter() {
            let id = self.chain_at[Points::slot(q)];
            let Some(other) = self.chains.get_mut(id as usize) else { continue };
            other.liberties.remove(p);
            if other.color == color && !chain.stones.contains(q) {
                chain.stones |= other.stones;
                chain.liberties |= other.liberties;
                other.stones = Points::EMPTY;
                self.unused.push(id);
            }
        }
        let id = match self.unused.pop() {
            Some(id) => {
                self.chains[id as usize] = chain;
                id
            }
            None => {
                self.chains.push(chain);
                (self.chains.len() - 1) as u16
            }
        };
        for q in chain.stones.iter() {
            self.chain_at[Points::slot(q)] = id;
        }
    }

    /// Takes the chain at a point off the board.
    fn lift(&mut self, p: Point) {
        let id = self.chain_at[Points::slot(p)];
        let chain = self.chains[id as usize];
        for q in chain.stones.iter() {
            zobrist::stone(&mut self.hashes, q, chain.color, (self.width, self.height));
            self.chain_at[Points::slot(q)] = NONE;
        }
        self.stones[chain.color.index()] = self.stones[chain.color.index()] - chain.stones;
        self.chains[id as usize].stones = Points::EMPTY;
        self.chains[id as usize].liberties = Points::EMPTY;
        self.unused.push(id);
        for q in self.beside(&chain.stones).iter() {
            let id = self.chain_at[Points::slot(q)];
            let freed = self.beside(&Points::single(q)) & chain.stones;
            if let Some(other) = self.chains.get_mut(id as usize) {
                other.liberties |= freed;
            }
        }
    }
}
