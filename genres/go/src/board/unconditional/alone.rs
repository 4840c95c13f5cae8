//! Territory: what is left when the opponent alone has played a position that is as good for him as
//! can be.
//!
//! 1. He captures every chain that is not alive.
//! 2. He takes the liberties of the alive stones, and extends out of atari where that is no
//!    suicide.
//! 3. He plays wherever a stone has two empty points beside it (splitting large eyes), then
//!    wherever it has one; of such points first where most of his chains are joined.
//!
//! Where he then has no pass-alive stones, and no eyes of such, he could not get any. Capturing
//! first can cost him an eye space that he need not touch; so chains in what came out as territory
//! are spared in a second go, in which the liberties are taken before the rest is captured. One
//! seki is lost by capturing, too: two stones whose surroundings, one chain, have four single eyes
//! beside them. There a third stone is added, so that what the capture leaves has room for two
//! eyes.

use super::pass_alive;
use crate::board::{Board, Chain, Color, Point, Points};

/// Where the opponent of alive stones can't live.
pub(super) fn territory(board: &Board, owner: Color, alive: Points) -> Points {
    if alive.is_empty() {
        return Points::EMPTY;
    }
    let mut first = Alone::new(board, owner, alive);
    first.capture(&Points::EMPTY);
    first.surround();
    first.run();
    first.settle();
    let spared = first.without_life();
    let mut second = Alone::new(board, owner, alive);
    second.capture(&spared);
    second.surround();
    second.run();
    second.enlarge_pairs();
    second.capture(&Points::EMPTY);
    second.surround();
    second.run();
    second.settle();
    second.without_life()
}

/// One side plays alone against stones that it can't capture.
struct Alone {
    board: Board,
    player: Color,
    alive: Points,
}

impl Alone {
    fn new(board: &Board, owner: Color, alive: Points) -> Alone {
        let mut board = board.clone();
        board.pass();
        Alone { board, player: owner.other(), alive }
    }

    /// Plays there if it is legal; no ban of a ko binds who plays alone.
    fn play(&mut self, p: Point) -> bool {
        let legal = self.board.play(p, self.player).is_ok();
        self.board.pass();
        legal
    }

    fn play_all(&mut self, points: &Points) -> bool {
        let mut any = false;
        for p in points.iter() {
            any |= self.play(p);
        }
        any
    }

    /// Captures chains, except the alive and the spared ones, until no more falls. Attempts that
    /// fail are taken back.
    fn capture(&mut self, spared: &Points) {
        let kept = self.alive | *spared;
        loop {
            let targets: Vec<Point> = self.points_of(self.player.other(), |c| !c.stones.meets(&kept));
            let fallen = targets.into_iter().filter(|&p| self.capture_at(p)).count();
            if fallen == 0 {
                return;
            }
        }
    }

    fn capture_at(&mut self, p: Point) -> bool {
        if self.board.get(p) != Some(self.player.other()) {
            return false;
        }
        let before = self.board.clone();
        loop {
            match self.board.chain(p).map(|c| c.liberties) {
                None => return true,
                Some(liberties) if !self.play_all(&liberties) => break,
                Some(_) => {}
            }
            if self.board.get(p) != Some(self.player.other()) {
                return true;
            }
        }
        self.board = before;
        false
    }

    /// Takes the liberties of the alive stones.
    fn surround(&mut self) {
        let liberties = self.board.beside(&self.alive) & self.board.empty();
        self.play_all(&liberties);
    }

    /// Extends chains in atari as long as that is no suicide.
    fn run(&mut self) {
        loop {
            let last: Points = self
                .board
                .chains()
                .filter(|c| c.color == self.player && c.liberties.len() == 1)
                .fold(Points::EMPTY, |all, c| all | c.liberties);
            if !self.play_all(&last) {
                return;
            }
        }
    }

    /// Splits eyes as far as they go: first with stones that have two empty points beside them,
    /// then one; of these, where most of the player's chains are joined.
    fn settle(&mut self) {
        for room in [2, 1] {
            let mut refused = Points::EMPTY;
            loop {
                let empty = self.board.empty();
                let fits = |p: &Point| (self.board.beside(&Points::single(*p)) & empty).len() >= room;
                let fitting = (empty - refused).iter().filter(fits).collect::<Vec<_>>();
                let Some(&p) = fitting.iter().rev().max_by_key(|&&p| self.joined(p)) else { break };
                if !self.play(p) {
                    refused.insert(p);
                }
            }
        }
    }

    /// Number of the player's chains beside a point.
    fn joined(&self, p: Point) -> usize {
        let chains = self.board.chains().filter(|c| c.color == self.player && c.liberties.contains(p));
        chains.count()
    }

    /// Two stones of the owner that the player may leave alone: of the six points beside them two,
    /// diagonally across, are stones of one of his chains, and the other four are empty single
    /// eyes. Capturing the two would leave him one eye, but the owner can't capture him there. A
    /// third stone makes the capture worth two eyes.
    fn enlarge_pairs(&mut self) {
        for p in self.points_of(self.player.other(), |c| c.stones.len() == 2 && !c.stones.meets(&self.alive)) {
            let Some(pair) = self.board.chain(p).map(|c| c.stones) else { continue };
            let ends = pair.iter().map(|p| self.board.beside(&Points::single(p)) - pair);
            let [first, second] = ends.collect::<Vec<_>>()[..] else { continue };
            if first.len() != 3 || second.len() != 3 {
                continue;
            }
            for a in first.iter() {
                for b in second.iter() {
                    let eyes = (first | second) - Points::single(a) - Points::single(b);
                    if let Some(filled) = self.with_seki(&pair, a, b, &eyes) {
                        self.board = filled;
                    }
                }
            }
        }
    }

    /// The position with the points beside the eyes taken, and a third stone beside the pair; if
    /// that is a seki. (Only if `a` and `b` are across, no two of the eyes are beside each other.)
    fn with_seki(&self, pair: &Points, a: Point, b: Point, eyes: &Points) -> Option<Board> {
        let mut trial = Alone { board: self.board.clone(), ..*self };
        let around = trial.board.beside(eyes) - *pair - *eyes;
        trial.play_all(&(around & trial.board.empty()));
        let mut board = trial.board;
        let chain = |p: Point| board.chain(p).map(|c| c.stones);
        let holds = eyes.within(&board.empty())
            && pair.within(&board.stones(self.player.other()))
            && around.within(&board.stones(self.player))
            && !eyes.meets(&board.beside(eyes))
            && chain(a) == chain(b);
        let third = eyes.first().filter(|_| holds)?;
        board.play(third, self.player.other()).ok()?;
        board.pass();
        Some(board)
    }

    /// Where the player has neither pass-alive stones nor eyes of such.
    fn without_life(&self) -> Points {
        let living = pass_alive(&self.board, self.player);
        let others = (self.board.all() - living).parts().into_iter();
        let eyes = others.filter(|part| !living.is_empty() && !part.meets(&self.alive));
        self.board.all() - eyes.fold(self.alive | living, |all, part| all | part)
    }

    /// A stone of every chain that is wanted, by rows.
    fn points_of(&self, color: Color, wanted: impl Fn(&Chain) -> bool) -> Vec<Point> {
        let chains = self.board.chains().filter(|c| c.color == color && wanted(c));
        let mut points: Vec<Point> = chains.filter_map(|c| c.stones.first()).collect();
        points.sort_unstable();
        points
    }
}
