//! The reference: every line of play to the end of the round by the rules alone, and every tiling
//! of every board at its end. It shares the moves, the margins and the stated worths of [`leaf`]
//! with the fast readers; tiling, points, bonuses, who prefers what, and the question of who ends
//! the game are written a second time here, as plainly as possible.

use crate::leaf::{self, COLOUR_WORTH, COLUMN_WORTH, LINE_PERCENT, Leaf, TOKEN_WORTH};
use crate::{Board, Colour, Move, Phase, State, WallKind};
use std::collections::HashMap;

/// Is the first better for a player: by the own margin, then by that of the next, and so on?
fn prefers(player: usize, players: usize, one: &[i32; 4], other: &[i32; 4]) -> bool {
    let differs = (player..player + players).map(|p| p % players).find(|&p| one[p] != other[p]);
    differs.is_some_and(|p| one[p] > other[p])
}

/// Value vectors of every legal move, and of the position: each player's margin under max^n
/// (minimax for two). `None` when more than `most` positions would be visited.
pub fn values(state: &State, most: u64) -> Option<(Vec<(Move, [i32; 4])>, u64)> {
    values_with(state, Leaf::True, most)
}

/// As [`values`], with something left out of account at the round's end.
pub fn values_with(state: &State, leaf: Leaf, most: u64) -> Option<(Vec<(Move, [i32; 4])>, u64)> {
    let mut plain = Plain { leaf, root: state.turn(), left: most, known: HashMap::new() };
    let mut all = Vec::new();
    for mv in state.legal() {
        let mut next = *state;
        next.play(mv).ok()?;
        all.push((mv, plain.value(&next)?));
    }
    Some((all, most - plain.left))
}

/// Boards whose worth is kept, so that the same one is not tiled again at every leaf.
const KEPT: usize = 1 << 16;

struct Plain {
    leaf: Leaf,
    root: usize,
    left: u64,
    known: HashMap<Board, Worths>,
}

/// The most that a board comes to, in tenths, by what its tiling is chosen for.
#[derive(Clone, Copy)]
struct Worths {
    /// The best over all tilings, with bonuses.
    end: i32,
    /// The best over those that complete a row, with bonuses.
    completing: Option<i32>,
    /// The best over those that complete none, if the game goes on.
    open: Option<i32>,
}

impl Plain {
    fn value(&mut self, state: &State) -> Option<[i32; 4]> {
        self.left = self.left.checked_sub(1)?;
        if state.phase() != Phase::Drafting {
            return Some(self.closed(state));
        }
        let mut best: Option<[i32; 4]> = None;
        for mv in state.legal() {
            let mut next = *state;
            next.play(mv).ok()?;
            let here = self.value(&next)?;
            if best.is_none_or(|b| prefers(state.turn(), state.players(), &here, &b)) {
                best = Some(here);
            }
        }
        best
    }

    /// The round's end: who must or will end the game, and what comes of it.
    fn closed(&mut self, state: &State) -> [i32; 4] {
        let worths: Vec<Worths> = state.boards().iter().map(|b| self.worths(b, state.kind())).collect();
        if worths.iter().any(|w| w.open.is_none()) {
            return self.margins(worths.iter().map(|w| w.end));
        }
        let first = state.token().unwrap_or(state.starter());
        self.asked(&worths, first, 0)
    }

    /// From the `i`-th player after the first on, each says yes or no.
    fn asked(&self, worths: &[Worths], first: usize, i: usize) -> [i32; 4] {
        let n = worths.len();
        if i == n {
            let token = if matches!(self.leaf, Leaf::NoToken | Leaf::OnlyFloor) { 0 } else { TOKEN_WORTH };
            let on = |(p, w): (usize, &Worths)| w.open.unwrap_or_default() + if p == first { token } else { 0 };
            return self.margins(worths.iter().enumerate().map(on));
        }
        let no = self.asked(worths, first, i + 1);
        let me = (first + i) % n;
        let Some(mine) = worths[me].completing else { return no };
        let yes = self.margins(worths.iter().enumerate().map(|(p, w)| if p == me { mine } else { w.end }));
        if prefers(me, n, &yes, &no) { yes } else { no }
    }

    fn margins(&self, worths: impl Iterator<Item = i32>) -> [i32; 4] {
        let mut all = [0; 4];
        let mut n = 0;
        for (slot, worth) in all.iter_mut().zip(worths) {
            *slot = worth;
            n += 1;
        }
        match (self.leaf, n) {
            (Leaf::Own | Leaf::OnlyFloor, 2) => {
                let own = all[self.root];
                [0, 1, 2, 3].map(|p| if p == self.root { own } else { -own })
            }
            (Leaf::Own | Leaf::OnlyFloor, _) => all,
            _ => leaf::margins(all, n),
        }
    }

    fn worths(&mut self, board: &Board, kind: WallKind) -> Worths {
        if let Some(known) = self.known.get(board) {
            return *known;
        }
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        let wall = Wall::of(board, kind);
        let mut tilings = Vec::new();
        wall.tile_from(0, &mut tilings);
        let worths = best_of(&tilings, self.leaf);
        self.known.insert(*board, worths);
        worths
    }
}

/// The results of all tilings of a board.
fn best_of(tilings: &[Wall], leaf: Leaf) -> Worths {
    let end = |wall: &&Wall| wall.score(leaf) * 10 + if leaf == Leaf::NoBonus { 0 } else { 10 * wall.bonus() };
    // The convention for going on, by the real game whatever is left out of account.
    let convention = |wall: &&Wall| (wall.score(Leaf::True), wall.progress(Leaf::True));
    // Among equally good ones the leftmost wins, which comes first.
    let on = |all: &mut dyn Iterator<Item = &Wall>| -> Option<i32> {
        let chosen = all.reduce(|best, next| if convention(&next) > convention(&best) { next } else { best })?;
        match leaf {
            Leaf::OnlyFloor => Some(-10 * chosen.penalty()),
            _ => Some(10 * chosen.score(leaf) + chosen.progress(leaf)),
        }
    };
    if matches!(leaf, Leaf::NoEnd | Leaf::OnlyFloor) {
        // Nothing ends the game.
        return Worths { end: 0, completing: None, open: on(&mut tilings.iter()) };
    }
    Worths {
        end: tilings.iter().map(|w| end(&w)).max().unwrap_or_default(),
        completing: tilings.iter().filter(|w| w.completes()).map(|w| end(&w)).max(),
        open: on(&mut tilings.iter().filter(|w| !w.completes())),
    }
}

/// A board as a square of colours.
#[derive(Clone)]
struct Wall {
    kind: WallKind,
    at: [[Option<Colour>; 5]; 5],
    lines: [Option<(Colour, u8)>; 5],
    /// Spaces of the floor line taken.
    floor: u32,
    /// Score before the tiling.
    before: i32,
    /// Points for each tile that the tiling placed.
    placed: Vec<i32>,
}

impl Wall {
    fn of(board: &Board, kind: WallKind) -> Wall {
        let square = |row| std::array::from_fn(|column| board.wall_tile(kind, row, column));
        Wall {
            kind,
            at: std::array::from_fn(square),
            lines: std::array::from_fn(|row| board.line(row)),
            floor: board.floor_len().into(),
            before: board.score().into(),
            placed: Vec::new(),
        }
    }

    /// Does a tile of this colour fit here by the rules?
    fn fits(&self, row: usize, column: usize, colour: Colour) -> bool {
        let twice = (0..5).any(|i| self.at[row][i] == Some(colour) || self.at[i][column] == Some(colour));
        let place = match self.kind {
            // Blue runs down the main diagonal, the other colours in their order to its right.
            WallKind::Coloured => column == (row + colour as usize) % 5,
            WallKind::Grey => true,
        };
        self.at[row][column].is_none() && !twice && place
    }

    /// All ways of tiling from a row on.
    fn tile_from(&self, row: usize, all: &mut Vec<Wall>) {
        if row == 5 {
            return all.push(self.clone());
        }
        let Some((colour, _)) = self.lines[row].filter(|&(_, n)| usize::from(n) == row + 1) else {
            return self.tile_from(row + 1, all);
        };
        let mut next = self.clone();
        next.lines[row] = None;
        let mut fits = false;
        for column in (0..5).filter(|&c| self.fits(row, c, colour)) {
            fits = true;
            let mut placed = next.clone();
            placed.at[row][column] = Some(colour);
            placed.placed.push(placed.points(row, column));
            placed.tile_from(row + 1, all);
        }
        if !fits {
            // All its tiles fall.
            next.floor = (next.floor + row as u32 + 1).min(7);
            next.tile_from(row + 1, all);
        }
    }

    /// Points of a tile here: those in a row with it, and those in a column, one if it is alone.
    fn points(&self, row: usize, column: usize) -> i32 {
        let run = |down: i32, right: i32| {
            let one_way = |sign: i32| {
                let tile = |i: &i32| {
                    let (r, c) = (row as i32 + sign * i * down, column as i32 + sign * i * right);
                    (0..5).contains(&r) && (0..5).contains(&c) && self.at[r as usize][c as usize].is_some()
                };
                (1..5).take_while(tile).count() as i32
            };
            1 + one_way(1) + one_way(-1)
        };
        let both = [run(0, 1), run(1, 0)];
        both.into_iter().filter(|&n| n > 1).sum::<i32>().max(1)
    }

    fn penalty(&self) -> i32 {
        [1, 1, 2, 2, 2, 3, 3][..self.floor as usize].iter().sum()
    }

    fn score(&self, leaf: Leaf) -> i32 {
        let points = match leaf {
            Leaf::NoRuns => self.placed.len() as i32,
            _ => self.placed.iter().sum(),
        };
        match leaf {
            Leaf::NoFloor => self.before + points,
            _ => (self.before + points - self.penalty()).max(0),
        }
    }

    fn completes(&self) -> bool {
        self.at.iter().any(|row| row.iter().all(Option::is_some))
    }

    fn column_tiles(&self, column: usize) -> usize {
        (0..5).filter(|&row| self.at[row][column].is_some()).count()
    }

    fn colour_tiles(&self, colour: Colour) -> usize {
        self.at.iter().flatten().filter(|&&tile| tile == Some(colour)).count()
    }

    fn bonus(&self) -> i32 {
        let rows = self.at.iter().filter(|row| row.iter().all(Option::is_some)).count() as i32;
        let columns = (0..5).filter(|&c| self.column_tiles(c) == 5).count() as i32;
        let colours = Colour::ALL.iter().filter(|&&c| self.colour_tiles(c) == 5).count() as i32;
        2 * rows + 7 * columns + 10 * colours
    }

    /// The estimate of what is still to come, as `leaf` states it.
    fn progress(&self, leaf: Leaf) -> i32 {
        let columns: i32 = (0..5).map(|c| COLUMN_WORTH[self.column_tiles(c)]).sum();
        let colours: i32 = Colour::ALL.iter().map(|&c| COLOUR_WORTH[self.colour_tiles(c)]).sum();
        let mut worth = if leaf == Leaf::NoBonus { 0 } else { columns + colours };
        for (row, line) in self.lines.iter().enumerate() {
            let Some((colour, n)) = *line else { continue };
            let places = (0..5).filter(|&c| self.fits(row, c, colour));
            let points = match leaf {
                Leaf::NoRuns => 1,
                _ => places.map(|c| self.points(row, c)).max().unwrap_or(0),
            };
            worth += points * i32::from(n) * LINE_PERCENT / (10 * (row as i32 + 1));
        }
        worth
    }
}
