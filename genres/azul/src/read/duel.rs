//! Principal-variation search of a two-player round, with a transposition table over canonical
//! positions.

use super::face::{Face, line_of, lines_of};
use super::table::{Bound, Entry, Table};
use super::{MoveValue, Reading, Want, distinct_moves, drafting, maxn, none, sorted};
use crate::board::{FLOOR_SPACES, LINE};
use crate::leaf::{Ends, Leaf, Worth};
use crate::state::{CENTRE, FLOOR, NOBODY, factories_for};
use crate::{Colour, Move, State, Tiles};
use tesuji_solver::{Clock, Limits, Stop};

/// Larger than any value.
const INFINITY: i32 = 1 << 20;
/// A depth that no round reaches: the search went to the round's end.
const TO_THE_END: u8 = 255;
/// Number of the centre as a source in a packed move.
const PACKED_CENTRE: usize = 7;

/// A position of the round. Of equal factories the first one left is always taken first, so that
/// the set of factories left is the same for all orders of taking them.
#[derive(Clone, Copy)]
struct Node {
    centre: Tiles,
    lines: [u32; 2],
    open: [u32; 2],
    floor: [u8; 2],
    /// Factories left.
    left: u8,
    /// Who has the token (2: it lies in the centre).
    token: u8,
    turn: u8,
    /// Worths of the boards as they stand, updated move by move.
    worth: [Worth; 2],
}

/// One player's lines and floor.
#[derive(Clone, Copy)]
struct Side {
    lines: u32,
    open: u32,
    floor: u8,
}

impl Side {
    /// With `n` tiles of a colour on a line (or the floor) of the table.
    #[inline]
    fn with(self, colour: usize, n: u8, to: usize) -> Side {
        let Side { mut lines, mut open, floor } = self;
        let mut over = n;
        if to != usize::from(FLOOR) {
            let (_, count) = line_of(lines, to);
            let free = to as u32 + 1 - count;
            let fits = u32::from(n).min(free);
            let keep = if fits == free { 0 } else { 1 << (5 * colour + to) };
            lines = lines & !(63 << (6 * to)) | ((colour as u32) << 3 | (count + fits)) << (6 * to);
            open &= !(LINE << to) | keep;
            over = n - fits as u8;
        }
        Side { lines, open, floor: (floor + over).min(FLOOR_SPACES) }
    }
}

/// Reads positions, one after the other, with tables that are kept between them.
pub struct Reader {
    table: Table,
    faces: [Face; 2],
    generation: u64,
    factories: [Tiles; 5],
    /// For each factory those before it with the same tiles.
    twins: [u8; 5],
    starter: u8,
    leaf: Leaf,
    root: u8,
    /// Did the last search stop at its depth anywhere?
    cut: bool,
    /// May no board end the game in this round, and do both count? Then a margin is a sum of two
    /// boards' worth.
    apart: bool,
    killers: Vec<[u8; 2]>,
    history: Vec<u32>,
    moves: Vec<u32>,
    nodes: u64,
    clock: Clock,
    stop: Option<Stop>,
}

impl Default for Reader {
    fn default() -> Self {
        Reader::new()
    }
}

#[inline]
fn pack(source: usize, colour: usize, to: usize) -> u8 {
    (source * 30 + colour * 6 + to) as u8
}

#[inline]
fn unpack(mv: u8) -> (usize, usize, usize) {
    let mv = usize::from(mv);
    (mv / 30, mv / 6 % 5, mv % 6)
}

impl Reader {
    /// With empty tables.
    pub fn new() -> Self {
        Reader {
            table: Table::new(),
            faces: [Face::new(), Face::new()],
            generation: 0,
            factories: [Tiles::EMPTY; 5],
            twins: [0; 5],
            starter: 0,
            leaf: Leaf::True,
            root: 0,
            cut: false,
            apart: false,
            killers: vec![[u8::MAX; 2]; 128],
            history: vec![0; 512],
            moves: Vec::with_capacity(2048),
            nodes: 0,
            clock: Limits::default().start(),
            stop: None,
        }
    }

    /// Reads a position to the end of the round.
    pub fn read(&mut self, state: &State, want: Want, limits: &Limits) -> Reading {
        self.read_with(state, Leaf::True, want, limits)
    }

    /// As [`read`](Self::read), with something left out of account at the round's end.
    pub fn read_with(&mut self, state: &State, leaf: Leaf, want: Want, limits: &Limits) -> Reading {
        if !drafting(state) {
            return none(Stop::Exhausted);
        }
        if state.players() > 2 {
            return maxn::read(state, leaf, None, limits).0;
        }
        let root = self.start(state, leaf, limits);
        // Shallow searches first: their best moves, left in the table, come first in the deeper
        // ones.
        let tiles = state.tiles_on_table();
        let mut depth = 3;
        while depth + 2 < tiles as u8 && depth <= 5 {
            self.root(state, &root, Want::Best, depth);
            depth += 2;
        }
        let moves = self.root(state, &root, want, TO_THE_END);
        sorted(moves, self.stop.unwrap_or(Stop::Exhausted), self.nodes)
    }

    /// The best moves of a search of `depth` plies (positions at the horizon are worth what they
    /// would be if the round ended there), and whether any line was longer than that.
    pub fn read_to_depth(&mut self, state: &State, depth: u8, limits: &Limits) -> (Reading, bool) {
        if !drafting(state) {
            return (none(Stop::Exhausted), false);
        }
        let depth = depth.clamp(1, TO_THE_END - 1);
        if state.players() > 2 {
            return maxn::read(state, Leaf::True, Some(depth), limits);
        }
        let root = self.start(state, Leaf::True, limits);
        let moves = self.root(state, &root, Want::Near(0), depth);
        (sorted(moves, self.stop.unwrap_or(Stop::Exhausted), self.nodes), self.cut)
    }

    fn start(&mut self, state: &State, leaf: Leaf, limits: &Limits) -> Node {
        self.generation += 1;
        if self.generation.is_multiple_of(1 << 16) {
            // Salts come round: nothing of old rounds may be left.
            self.faces = [Face::new(), Face::new()];
            self.table = Table::new();
        }
        let tiles = state.tiles_on_table();
        self.table.begin(tiles, self.generation);
        let salt = self.generation % (1 << 16);
        for (p, face) in self.faces.iter_mut().enumerate() {
            face.reset(state.board(p), state.kind(), leaf, salt);
        }
        self.killers.fill([u8::MAX; 2]);
        self.history.fill(0);
        (self.nodes, self.stop, self.clock) = (0, None, limits.start());
        (self.starter, self.leaf, self.root, self.cut) = (state.starter, leaf, state.turn, false);
        let may_end = |b: &crate::Board| leaf != Leaf::NoEnd && (0..5).any(|row| b.row_tiles(row) >= 4);
        self.apart = !matches!(leaf, Leaf::Own | Leaf::OnlyFloor) && !(0..2).any(|p| may_end(&state.boards[p]));
        let mut left = 0;
        for (i, factory) in state.factories.iter().take(factories_for(2)).enumerate() {
            self.factories[i] = *factory;
            left |= u8::from(!factory.is_empty()) << i;
            self.twins[i] = (0..i).filter(|&j| self.factories[j] == *factory).fold(0, |all, j| all | 1 << j);
        }
        let mut root = Node {
            centre: state.centre,
            lines: [lines_of(&state.boards[0]), lines_of(&state.boards[1])],
            open: [state.boards[0].open, state.boards[1].open],
            floor: [state.boards[0].floor_len, state.boards[1].floor_len],
            left,
            token: if state.token == NOBODY { 2 } else { state.token },
            turn: state.turn,
            worth: [Worth::default(); 2],
        };
        for p in 0..2 {
            root.worth[p] = self.faces[p].worth(root.lines[p], root.floor[p], root.token == p as u8);
        }
        root
    }

    /// All distinct root moves with what `want` asks for.
    fn root(&mut self, state: &State, root: &Node, want: Want, depth: u8) -> Vec<MoveValue> {
        let legal = distinct_moves(state);
        let base = self.moves.len();
        self.list(root, 0, self.table.best_move(hash(root)));
        let mut found: Vec<MoveValue> = Vec::with_capacity(legal.len());
        while let Some(packed) = self.next(base) {
            let (source, colour, to) = unpack(packed);
            let source = if source == PACKED_CENTRE { CENTRE } else { source as u8 };
            let mv = Move { source, colour: Colour::ALL[colour], to: to as u8 };
            let mut values: Vec<i32> = found.iter().filter(|m| m.exact).map(|m| m.value).collect();
            values.sort_unstable_by(|a, b| b.cmp(a));
            let (best, second) = (values.first().copied(), values.get(1).copied().unwrap_or(-INFINITY));
            let floor = match (want, best) {
                (Want::All, _) | (_, None) => -INFINITY,
                (Want::Best, Some(best)) => best,
                (Want::Second, Some(_)) => second,
                (Want::Near(within), Some(best)) => second.min(best - within.max(0) - 1),
            };
            let value = self.child_value(root, packed, depth, floor, best.unwrap_or(INFINITY), 0);
            if self.stop.is_some() {
                break;
            }
            // Equal to the floor is no more than "at most the floor".
            found.push(MoveValue { mv, value, exact: value > floor });
        }
        self.moves.truncate(base);
        if let Some(best) = found.iter().filter(|m| m.exact).max_by_key(|m| m.value) {
            let source = if best.mv.source == CENTRE { PACKED_CENTRE } else { best.mv.source.into() };
            let packed = pack(source, best.mv.colour.index(), best.mv.to.into());
            self.table
                .store(hash(root), Entry { value: best.value, bound: Bound::Exact, depth, mv: packed, work: u8::MAX });
        }
        found
    }

    /// The value of a root move, exact if it is above `floor`. What is expected to be below `best`
    /// gets a null window first.
    fn child_value(&mut self, at: &Node, mv: u8, depth: u8, floor: i32, best: i32, ply: usize) -> i32 {
        let next = self.make(at, mv);
        let below = if depth == TO_THE_END { depth } else { depth - 1 };
        if floor > -INFINITY && best < INFINITY {
            let value = -self.search(&next, below, -floor - 1, -floor, ply + 1);
            if value <= floor {
                return value;
            }
        }
        -self.search(&next, below, -INFINITY, -floor, ply + 1)
    }

    #[inline]
    fn make(&mut self, at: &Node, mv: u8) -> Node {
        let (source, colour, to) = unpack(mv);
        let mut next = *at;
        let p = usize::from(at.turn);
        let name = Colour::ALL[colour];
        let n;
        let mut floor = at.floor[p];
        if source == PACKED_CENTRE {
            n = at.centre.get(name);
            next.centre = at.centre.without(name);
            if at.token == 2 {
                next.token = at.turn;
                floor = (floor + 1).min(FLOOR_SPACES);
            }
        } else {
            let from = self.factories[source];
            n = from.get(name);
            next.centre = at.centre.plus(from.without(name));
            next.left &= !(1 << source);
        }
        let side = Side { lines: at.lines[p], open: at.open[p], floor }.with(colour, n, to);
        (next.lines[p], next.open[p], next.floor[p]) = (side.lines, side.open, side.floor);
        next.worth[p] = self.faces[p].worth(next.lines[p], next.floor[p], next.token == p as u8);
        next.turn = 1 - at.turn;
        next
    }

    /// The margin of the player to move if the round ended here.
    #[inline]
    fn now(&self, at: &Node) -> i32 {
        let (mut me, mut you) = (at.worth[usize::from(at.turn)], at.worth[usize::from(1 - at.turn)]);
        if matches!(self.leaf, Leaf::Own | Leaf::OnlyFloor) {
            // Only the reader's board counts.
            let other = if self.root == at.turn { &mut you } else { &mut me };
            (other.on, other.end, other.finish) = (0, 0, 0);
        }
        if me.ends == Ends::Must || you.ends == Ends::Must {
            return i32::from(me.end) - i32::from(you.end);
        }
        let margin = i32::from(me.on) - i32::from(you.on);
        // Nobody took the token: the starter starts again.
        let mut margin = match (at.token, self.leaf) {
            (2, Leaf::Own) if self.starter != self.root => margin,
            (2, _) if self.starter == at.turn => margin + self.leaf.token(),
            (2, _) => margin - self.leaf.token(),
            _ => margin,
        };
        // A player who can end the game ends it when that gains; the order of the two checks
        // doesn't matter (see `leaf`).
        if me.ends == Ends::May {
            margin = margin.max(i32::from(me.finish) - i32::from(you.end));
        }
        if you.ends == Ends::May {
            margin = margin.min(i32::from(me.end) - i32::from(you.finish));
        }
        margin
    }

    fn search(&mut self, at: &Node, depth: u8, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.nodes += 1;
        if at.left == 0 && at.centre.is_empty() {
            return self.now(at);
        }
        if depth == 0 {
            self.cut = true;
            return self.now(at);
        }
        if self.stop.is_some() {
            return 0;
        }
        if let Some(stop) = self.clock.check(self.nodes) {
            self.stop = Some(stop);
            return 0;
        }
        if at.left == 0 {
            match at.centre.colours().count_ones() {
                1 => return self.last_pick(at),
                2 if self.apart && depth >= 2 => return self.last_two(at),
                3 if self.apart && depth >= 3 => return self.last_three(at),
                _ => {}
            }
        }
        let key = hash(at);
        let mut first = u8::MAX;
        if let Some(entry) = self.table.probe(key) {
            first = entry.mv;
            if entry.depth == depth || entry.depth == TO_THE_END {
                match entry.bound {
                    Bound::Exact => return entry.value,
                    Bound::Lower if entry.value >= beta => return entry.value,
                    Bound::Upper if entry.value <= alpha => return entry.value,
                    _ => {}
                }
            }
        }
        let (base, nodes) = (self.moves.len(), self.nodes);
        self.list(at, ply, first);
        let below = if depth == TO_THE_END { depth } else { depth - 1 };
        let (alpha0, mut best, mut best_move, mut tried) = (alpha, -INFINITY, u8::MAX, 0);
        while let Some(mv) = self.next(base) {
            let next = self.make(at, mv);
            let value = if tried == 0 {
                -self.search(&next, below, -beta, -alpha, ply + 1)
            } else {
                let value = -self.search(&next, below, -alpha - 1, -alpha, ply + 1);
                if value > alpha && value < beta { -self.search(&next, below, -beta, -alpha, ply + 1) } else { value }
            };
            tried += 1;
            if value > best {
                (best, best_move) = (value, mv);
                alpha = alpha.max(value);
                if alpha >= beta {
                    self.cutoff(at, mv, ply, tried);
                    break;
                }
            }
        }
        self.moves.truncate(base);
        if self.stop.is_some() {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha0 {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let work = (self.nodes - nodes).max(1).ilog2() as u8;
        self.table.store(key, Entry { value: best, bound, depth, mv: best_move, work });
        best
    }

    /// One colour is left in the centre: the last pick, each destination weighed at once.
    #[inline]
    fn last_pick(&mut self, at: &Node) -> i32 {
        let colour = at.centre.colours().trailing_zeros() as usize;
        let mut lines = at.open[usize::from(at.turn)] >> (5 * colour) & 31 | 1 << FLOOR;
        let mut best = -INFINITY;
        while lines != 0 {
            let to = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            let next = self.make(at, pack(PACKED_CENTRE, colour, to));
            self.nodes += 1;
            best = best.max(-self.now(&next));
        }
        best
    }

    /// The most that a player's board is worth after taking `n` tiles of a colour, each destination
    /// weighed.
    #[inline]
    fn best_pick(&mut self, p: usize, side: Side, first: bool, colour: usize, n: u8) -> i32 {
        let mut rows = side.open >> (5 * colour) & 31 | 1 << FLOOR;
        let mut best = i16::MIN;
        self.nodes += 1;
        while rows != 0 {
            let to = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let after = side.with(colour, n, to);
            best = best.max(self.faces[p].worth(after.lines, after.floor, first).on);
        }
        i32::from(best)
    }

    /// Two colours are left in the centre: what the second pick is worth depends on its colour
    /// alone, not on where the first went, as long as no board can end the game.
    fn last_two(&mut self, at: &Node) -> i32 {
        let [me, you] = self.sides(at);
        let (p, q) = (usize::from(at.turn), usize::from(1 - at.turn));
        let (mine, yours) = (at.token != at.turn ^ 1, at.token == at.turn ^ 1);
        let set = at.centre.colours();
        let (a, b) = (set.trailing_zeros() as usize, 7 - set.leading_zeros() as usize);
        let (na, nb) = (at.centre.get(Colour::ALL[a]), at.centre.get(Colour::ALL[b]));
        let first_a = self.best_pick(p, me, mine, a, na) - self.best_pick(q, you, yours, b, nb);
        first_a.max(self.best_pick(p, me, mine, b, nb) - self.best_pick(q, you, yours, a, na))
    }

    /// Three colours are left in the centre: as for two, what the only pick of the player who moves
    /// second is worth depends on its colour alone.
    fn last_three(&mut self, at: &Node) -> i32 {
        let [me, you] = self.sides(at);
        let (p, q) = (usize::from(at.turn), usize::from(1 - at.turn));
        let (mine, yours) = (at.token != at.turn ^ 1, at.token == at.turn ^ 1);
        let set = at.centre.colours();
        let low = set & (set - 1);
        let colours = [set.trailing_zeros(), low.trailing_zeros(), 7 - set.leading_zeros()].map(|c| c as usize);
        let n = colours.map(|c| at.centre.get(Colour::ALL[c]));
        let reply: [i32; 3] = std::array::from_fn(|i| self.best_pick(q, you, yours, colours[i], n[i]));
        let mut best = -INFINITY;
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let mut rows = me.open >> (5 * colours[i]) & 31 | 1 << FLOOR;
            while rows != 0 {
                let to = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let after = me.with(colours[i], n[i], to);
                let against_j = self.best_pick(p, after, mine, colours[k], n[k]) - reply[j];
                if against_j > best {
                    best = best.max(against_j.min(self.best_pick(p, after, mine, colours[j], n[j]) - reply[k]));
                }
            }
        }
        best
    }

    /// Lines and floors of the two players, the player to move first; the token, if it lies in the
    /// centre, is on the mover's floor already.
    #[inline]
    fn sides(&self, at: &Node) -> [Side; 2] {
        [at.turn, 1 - at.turn].map(|p| {
            let floor = at.floor[usize::from(p)] + u8::from(at.token == 2 && p == at.turn);
            Side { lines: at.lines[usize::from(p)], open: at.open[usize::from(p)], floor: floor.min(FLOOR_SPACES) }
        })
    }

    #[cold]
    fn cutoff(&mut self, at: &Node, mv: u8, ply: usize, tried: u32) {
        let slot = &mut self.killers[ply.min(127)];
        if slot[0] != mv {
            *slot = [mv, slot[0]];
        }
        if tried > 1 {
            let at = usize::from(at.turn) << 8 | usize::from(mv);
            self.history[at] = (self.history[at] + 1).min(1 << 14);
        }
    }

    /// Appends the moves of a position, each with its rank: the table's move, then by what the move
    /// does for the own board, killers and history breaking what is close.
    fn list(&mut self, at: &Node, ply: usize, first: u8) {
        let p = usize::from(at.turn);
        let killers = self.killers[ply.min(127)];
        let open = at.open[p];
        let before = i32::from(at.worth[p].on);
        let centre = at.centre.colours();
        let mut sources = u32::from(at.left) | if centre != 0 { 1 << PACKED_CENTRE } else { 0 };
        while sources != 0 {
            let source = sources.trailing_zeros() as usize;
            sources &= sources - 1;
            let here = if source == PACKED_CENTRE {
                at.centre
            } else {
                if self.twins[source] & at.left != 0 {
                    continue;
                }
                self.factories[source]
            };
            let token = source == PACKED_CENTRE && at.token == 2;
            let floor = if token { (at.floor[p] + 1).min(FLOOR_SPACES) } else { at.floor[p] };
            let mut colours = here.colours();
            while colours != 0 {
                let colour = colours.trailing_zeros() as usize;
                colours &= colours - 1;
                let n = here.get(Colour::ALL[colour]);
                let mut lines = open >> (5 * colour) & 31 | 1 << FLOOR;
                while lines != 0 {
                    let to = lines.trailing_zeros() as usize;
                    lines &= lines - 1;
                    let mv = pack(source, colour, to);
                    let (line, over) = if to == usize::from(FLOOR) {
                        (at.lines[p], n)
                    } else {
                        let (_, count) = line_of(at.lines[p], to);
                        let fits = u32::from(n).min(to as u32 + 1 - count);
                        let bits = ((colour as u32) << 3 | (count + fits)) << (6 * to);
                        (at.lines[p] & !(63 << (6 * to)) | bits, n - fits as u8)
                    };
                    let floor = (floor + over).min(FLOOR_SPACES);
                    let worth = self.faces[p].worth(line, floor, token || at.token == at.turn);
                    let gain = i32::from(worth.on) - before;
                    let mut rank = 4 * gain + (self.history[p << 8 | usize::from(mv)] as i32).min(400);
                    if mv == first {
                        rank = 1 << 18;
                    } else if mv == killers[0] {
                        rank += 120;
                    } else if mv == killers[1] {
                        rank += 60;
                    }
                    self.moves.push(((rank + (1 << 19)) as u32) << 8 | u32::from(mv));
                }
            }
        }
    }

    /// Takes the move of the greatest rank off the list that starts at `base`.
    #[inline]
    fn next(&mut self, base: usize) -> Option<u8> {
        let list = &mut self.moves[base..];
        let mut most = 0;
        let mut at = 0;
        for (i, &m) in list.iter().enumerate() {
            if m > most {
                (most, at) = (m, i);
            }
        }
        if most == 0 {
            return None;
        }
        list[at] = 0;
        Some(most as u8)
    }
}

/// A 64-bit key of the position. Two positions of a search share one with a probability of 2⁻⁶⁴ for
/// each pair.
#[inline]
fn hash(at: &Node) -> u64 {
    let a = at.centre.pressed() | u64::from(at.left) << 25 | u64::from(at.lines[0]) << 30;
    let rest =
        u64::from(at.floor[0]) | u64::from(at.floor[1]) << 3 | u64::from(at.token) << 6 | u64::from(at.turn) << 8;
    let b = u64::from(at.lines[1]) | rest << 30;
    let (x, y) = (a ^ 0xa076_1d64_78bd_642f, b ^ 0xe703_7ed1_a0b4_28db);
    let wide = u128::from(x) * u128::from(y);
    let folded = (wide ^ wide >> 64) as u64;
    // The factors back in: a product alone forgets much when one of them is small.
    crate::rng::mix(folded ^ x.rotate_left(32) ^ y.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
