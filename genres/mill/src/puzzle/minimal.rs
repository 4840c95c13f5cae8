//! Turns made smaller: the points without which a turn still does what it does.
//!
//! The question: which results are sure from the men on a few points, whatever stands on the
//! others: of these the mover takes no man, and from these the other side may come in. Mills that
//! the other side closes elsewhere are left out: each verdict holds unless he closes one first.

use super::question::Question;
use super::state::{Kernel, State, Step};
use crate::board::{ALL, Point, Set, points};
use tesuji_genre::{Reducible, Solution};

/// Plies of a main line that are looked at.
const PLIES: usize = 12;

/// A turn with the points that count.
#[derive(Clone, Copy, Debug)]
pub struct Minimal {
    kernel: Kernel,
    at: State,
    key: (Point, Point),
    counts: Set,
    flies: [bool; 2],
}

/// The turns of a solution's main line, in which men move along lines or fly.
#[must_use]
pub fn reducible(question: &Question, solution: &Solution) -> Vec<Box<dyn Reducible>> {
    let Ok(kernel) = question.kernel() else { return Vec::new() };
    let mut at = question.state;
    let mut found: Vec<Box<dyn Reducible>> = Vec::new();
    for word in solution.line().into_iter().take(PLIES) {
        let Some(step) = kernel.all_turns(&at).into_iter().find(|s| s.to_string() == word) else { break };
        found.extend(Minimal::of(kernel, at, &step).map(|m| Box::new(m) as Box<dyn Reducible>));
        at = kernel.play(&at, step);
    }
    found
}

impl Minimal {
    /// The view of a man's move, all points counting; `None` while men are in hand.
    #[must_use]
    pub fn of(kernel: Kernel, at: State, step: &Step) -> Option<Minimal> {
        let from = step.from.filter(|_| !at.placing())?;
        let flies = [kernel.flies(&at), kernel.flies(&at.passed())];
        Some(Minimal { kernel, at, key: (from, step.to), counts: ALL, flies })
    }

    fn own(&self) -> Set {
        self.at.own & self.counts
    }
    fn enemy(&self) -> Set {
        self.at.enemy & self.counts
    }

    /// Where men can go from a point.
    fn reach(&self, from: Point, flies: bool) -> Set {
        if flies { ALL } else { self.kernel.board.neighbours[from.index()] }
    }

    /// The points at which men of one side close a mill at once, moving to points that are empty.
    fn closing(&self, men: Set, empty: Set, flies: bool) -> Set {
        let closes = |to: &Point| {
            points(men & self.reach(*to, flies)).any(|from| self.kernel.board.closes(men & !from.bit(), *to))
        };
        points(empty).filter(closes).fold(0, |all, to| all | to.bit())
    }

    /// The boards after all that the other side may do: nothing that counts, a move of a man that
    /// counts, or one that comes in.
    fn replies(&self, enemy: Set, empty: Set) -> Vec<(Set, Set)> {
        let mut all = vec![(enemy, empty)];
        for to in points(empty) {
            let from = self.reach(to, self.flies[1]);
            if from & !self.counts != 0 {
                all.push((enemy | to.bit(), empty & !to.bit()));
            }
            for man in points(enemy & from) {
                all.push((enemy & !man.bit() | to.bit(), empty & !to.bit() | man.bit()));
            }
        }
        all
    }

    /// Does the mover close a mill next, whatever the other side does, who closes none on points
    /// that count?
    fn closes_next(&self, own: Set, empty: Set) -> bool {
        let enemy = self.enemy();
        self.replies(enemy, empty).into_iter().all(|(after, empty)| {
            let has_closed = self.kernel.board.in_mills(after) & !enemy != 0;
            !has_closed && self.closing(own, empty, self.flies[0]) != 0
        })
    }

    /// The effect of the turn.
    fn does(&self) -> Option<&'static str> {
        let (from, to) = self.key;
        let own = self.own() & !from.bit() | to.bit();
        let before = self.at.empty() & self.counts;
        let after = before & !to.bit() | from.bit();
        if self.kernel.board.closes(own & !to.bit(), to) {
            let goes_back = self.kernel.board.closes(own & !to.bit(), from);
            return Some(match (self.closes_next(own, after), goes_back) {
                (false, _) => "open mill",
                (true, true) => "double mill",
                (true, false) => "two mills",
            });
        }
        if self.closing(self.own(), before, self.flies[0]) == 0 && self.closes_next(own, after) {
            let threats = self.closing(own, after, self.flies[0]);
            let was_mill = self.kernel.board.closes(self.own() & !from.bit(), from);
            return Some(match threats.count_ones() {
                1 if was_mill && threats == from.bit() => "running mill",
                1 => "mill in two",
                _ => "fork",
            });
        }
        let threat = |empty: Set| self.closing(self.enemy(), empty, self.flies[1]) != 0;
        if threat(before) && !threat(after) {
            return Some("block");
        }
        // Shut in: every man of his counts, and none has a way out.
        let is_shut = self.at.enemy & !self.counts == 0
            && !self.flies[1]
            && self.kernel.board.reach(self.at.enemy) & !self.at.enemy & !(own & self.counts) == 0;
        is_shut.then_some("shut in")
    }

    /// The man on a point: `F` the mover's man that moves, to `T`; `O` his other men, `X` the other
    /// side's.
    fn kind(&self, p: Point) -> char {
        match p.bit() {
            bit if self.counts & bit == 0 => ' ',
            _ if p == self.key.0 => 'F',
            _ if p == self.key.1 => 'T',
            bit if self.at.own & bit != 0 => 'O',
            bit if self.at.enemy & bit != 0 => 'X',
            _ => '.',
        }
    }

    /// The points in an order as text: what stands on each, its lines, and which are joined.
    fn written(&self, order: &[Point]) -> String {
        let place = |p: Point| order.iter().position(|q| *q == p);
        let kinds: String = order.iter().map(|p| self.kind(*p)).collect();
        let pair = |a: usize, sign: &str, b: usize| format!("{}{sign}{}", a.min(b), a.max(b));
        let text = |line: &[u8; 3]| match line.map(|p| Point::new(p).and_then(place)) {
            [Some(a), Some(b), Some(c)] => Some(format!("{}-{b}-{}", a.min(c), a.max(c))),
            [Some(a), Some(b), None] | [None, Some(a), Some(b)] => Some(pair(a, "-", b)),
            [Some(a), None, Some(b)] => Some(pair(a, "--", b)),
            _ => None,
        };
        let mut lines: Vec<String> = self.kernel.board.lines.iter().filter_map(text).collect();
        lines.sort();
        format!("{kinds} {}", lines.join(" "))
    }
}

impl Reducible for Minimal {
    fn points(&self) -> Vec<u16> {
        let keep = self.key.0.bit() | self.key.1.bit();
        // Empty points first, then the other side's men, then the mover's.
        let kinds = [self.at.empty(), self.at.enemy, self.at.own];
        kinds.into_iter().flat_map(|kind| points(kind & self.counts & !keep)).map(|p| p.index() as u16).collect()
    }

    fn without(&self, point: u16) -> Vec<Box<dyn Reducible>> {
        let counts = self.counts & !(1 << point.min(31));
        vec![Box::new(Minimal { counts, ..*self })]
    }

    fn verdict(&self, _: u64) -> Option<String> {
        self.does().map(str::to_string)
    }

    /// The effect of the turn, and the men on the points that count.
    fn form(&self, verdict: &str) -> String {
        let kinds = |kind: char| points(self.counts).filter(|p| self.kind(*p) == kind).count();
        let men: String = "OX".chars().map(|kind| kind.to_string().repeat(kinds(kind))).collect();
        format!("{verdict}: FT{men}")
    }

    /// The least text of all orders of the points that keep kinds together.
    fn variant(&self, verdict: &str) -> String {
        let mut classes: Vec<Vec<Point>> = Vec::new();
        let after = self.own() & !self.key.0.bit() | self.key.1.bit();
        // Empty points that only keep the other side away are told by what the turn does.
        let is_told = |p: &Point| self.kind(*p) != '.' || self.kernel.board.closes(after, *p);
        for kind in "FTOX.".chars() {
            classes.push(points(self.counts).filter(|p| self.kind(*p) == kind).filter(is_told).collect());
        }
        let mut least: Option<String> = None;
        permuted(&classes, &mut Vec::new(), &mut |order| {
            let text = self.written(order);
            if least.as_ref().is_none_or(|l| text < *l) {
                least = Some(text);
            }
        });
        format!("{verdict}: {}", least.unwrap_or_default())
    }

    fn picture(&self) -> String {
        let mut rows = vec![vec![' '; 7]; 7];
        for p in Point::all() {
            let (x, y) = p.place();
            let shown = if self.counts & p.bit() == 0 { '?' } else { self.kind(p) };
            rows[usize::from(y)][usize::from(x)] = shown;
        }
        rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("|")
    }
}

/// Most orders to try: with more points, the first orders decide.
const ORDERS: usize = 50_000;

/// Calls `found` with every order of the points, class after class.
fn permuted(classes: &[Vec<Point>], order: &mut Vec<Point>, found: &mut dyn FnMut(&[Point])) {
    let mut left = ORDERS;
    fill(classes, order, &mut left, found);
}

fn fill(classes: &[Vec<Point>], order: &mut Vec<Point>, left: &mut usize, found: &mut dyn FnMut(&[Point])) {
    let [class, rest @ ..] = classes else {
        *left = left.saturating_sub(1);
        return found(order);
    };
    let placed = class.iter().filter(|p| order.contains(p)).count();
    if placed == class.len() {
        return fill(rest, order, left, found);
    }
    for p in class {
        if *left > 0 && !order.contains(p) {
            order.push(*p);
            fill(classes, order, left, found);
            order.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::testing::men;

    fn does(own: &str, enemy: &str, turn: &str) -> Option<&'static str> {
        let (kernel, at) = (Kernel::standard(), men(own, enemy));
        let step = kernel.all_turns(&at).into_iter().find(|s| s.to_string().starts_with(turn)).unwrap();
        Minimal::of(kernel, at, &step).unwrap().does()
    }

    #[test]
    fn what_a_turn_does() {
        for (own, enemy, turn, want) in [
            // b4-a4 closes the left side; f2-f4 does nothing, though that mill stays open.
            ("a1 a7 b4 f2", "d5 e4 d3 g1", "b4-a4", Some("open mill")),
            ("a1 a7 b4 f2", "d5 e4 d3 g1", "f2-f4", None),
            // a4-b4 closes b2 b4 b6, and going back closes a1 a4 a7; without a7 it does not.
            ("a1 a4 a7 b2 b6", "d5 e4 d3 g1", "a4-b4", Some("double mill")),
            ("a1 a4 b2 b6", "d5 e4 d3 g1", "a4-b4", Some("open mill")),
            // g4-g7 closes the top, then f4-g4 the right side.
            ("a1 d7 g4 g1 f4 a7", "d5 e4 d3 b2", "g4-g7", Some("two mills")),
            // e4-e3 closes a mill in between.
            ("a1 d7 g4 g1 f4 a7", "d5 e4 d3 c3", "g4-g7", Some("open mill")),
            // d7-g7 threatens g4 and d7; without f4 only d7.
            ("a7 g1 f4 d6 d7", "d5 e5 d3 c3", "d7-g7", Some("fork")),
            ("a7 g1 b2 d6 d7", "d5 e5 d3 c3", "d7-g7", Some("mill in two")),
            // a4 leaves its mill and closes it again.
            ("a1 a4 a7 f6", "d5 e4 d3 g1", "a4-b4", Some("running mill")),
            ("a1 b2 c5 f6", "d5 e4 d3 g1", "b2-d2", None),
            // d7-d6 would close b6 d6 f6: d5 comes first; a4-b4 lets it.
            ("d5 a4 e4 d3", "b6 f6 d7 g1", "d5-d6", Some("block")),
            ("d5 a4 e4 d3", "b6 f6 d7 g1", "a4-b4", None),
            // d6-d7 takes the last way out.
            ("b4 d2 g1 d6", "a1 a4 d1 a7", "d6-d7", Some("shut in")),
        ] {
            assert_eq!(does(own, enemy, turn), want, "{own} | {enemy}: {turn}");
        }
    }

    /// A statement about a few points holds on every board that agrees there: the other points are
    /// filled at random, and plain rules play two plies.
    #[test]
    fn what_does_not_count_changes_nothing() {
        let mut mixed = 0x9e37_79b9_u32;
        let mut next = move |n: u32| {
            mixed ^= mixed << 13;
            mixed ^= mixed >> 17;
            mixed ^= mixed << 5;
            mixed % n
        };
        let kernel = Kernel::standard();
        let mut said = 0;
        for _ in 0..20_000 {
            let (mut own, mut enemy, mut counts) = (0, 0, 0);
            for p in Point::all() {
                match next(5) {
                    0 | 1 => own |= p.bit(),
                    2 => enemy |= p.bit(),
                    _ => {}
                }
                counts |= if next(2) == 0 { p.bit() } else { 0 };
            }
            let at = State::moving(own, enemy);
            if own.count_ones() < 4 || enemy.count_ones() < 4 {
                continue;
            }
            let turns = kernel.all_turns(&at);
            let Some(step) = turns.get(next(turns.len().max(1) as u32) as usize) else { continue };
            let Some(whole) = Minimal::of(kernel, at, step) else { continue };
            let counts = counts | whole.key.0.bit() | whole.key.1.bit();
            let few = Minimal { counts, ..whole };
            let Some("fork" | "running mill" | "mill in two" | "two mills" | "double mill") = few.does() else {
                continue;
            };
            // A man that is taken is one that does not count, where there is one.
            let after = kernel.play(&at, Step { takes: None, ..*step });
            said += 1;
            for reply in kernel.all_turns(&after) {
                if reply.takes.is_none() {
                    let then = kernel.play(&after, reply);
                    assert_ne!(kernel.closing_points(&then), 0, "{} {reply}", whole.picture());
                }
            }
        }
        assert!(said > 50, "{said}");
    }

    /// Equal forms for all images of a turn, and left-out points change nothing that is said.
    #[test]
    fn images_have_one_form() {
        use crate::symmetry::Symmetry;
        let (kernel, at) = (Kernel::standard(), men("a1 a4 a7 b2 b6", "d5 e4 d3 g1"));
        let step = kernel.all_turns(&at).into_iter().find(|s| s.to_string().starts_with("a4-b4")).unwrap();
        let form = |at: State, step: Step| {
            let mut m = Minimal::of(kernel, at, &step).unwrap();
            m.counts &= !(at.enemy);
            // The man, its way, and the two lines.
            m.counts = step.from.unwrap().bit() | step.to.bit() | at.own;
            (m.does(), m.variant(""))
        };
        let first = form(at, step);
        assert_eq!(first.0, Some("double mill"));
        for s in Symmetry::all() {
            let state = State { own: s.set(at.own), enemy: s.set(at.enemy), ..at };
            let image = Step { from: step.from.map(|p| s.point(p)), to: s.point(step.to), takes: None };
            assert_eq!(form(state, image), first, "{s:?}");
        }
    }
}
