//! Chooses what is to be captured where a game of a collection marks nothing.
//!
//! A problem has something to gain by definition. So the candidates for the target
//! ([`Question::candidates`]) are read for both sides, with few positions at first and then with
//! more, and the one is taken that the side to move is known to change. Where several are left that
//! have nothing to do with each other, or none, it is said what each would be, and none is taken. A
//! solution that is stored with the problem tells more: its first move must be a right one, and
//! where it is right for no group, only the stones themselves can tell which one is meant. Words may
//! say how many stones are to be captured or saved; without them no single stone is meant where there
//! is a solution.

mod proposed;

use crate::advice::Proposer;
use crate::book::{Fit, StoredTree, is_told};
use crate::judge::is_decided;
use crate::{Class, Color, DfPnReader, Outcome, Point, Points, Problem, Question, Role};
use std::sync::Arc;
use tesuji_genre::{Bad, Choosing};
use tesuji_solver::Limits;

/// The constants of a choice. They are bounds in positions, not in time: what a document says does
/// not depend on the machine.
struct Policy {
    /// Targets that are tried.
    targets: usize,
    /// Positions for one reading, round by round.
    rounds: [u64; 5],
    /// Rounds for other candidates where one is known that the mover changes.
    for_rivals: usize,
    /// Rounds for all candidates where the stones may tell one of them.
    told_by: usize,
    /// Candidates for which the lines of a solution are read to their ends.
    by_lines: usize,
    /// All readings together take at most this number of times the positions of the problem.
    readings: u64,
    /// And at most this number of positions.
    most: u64,
    /// One of this number of the positions of a problem shows whether a capture was needed.
    needed_part: u64,
    /// A target of this number of stones is taken though larger ones are not decided.
    clear: usize,
    /// Candidates that a message names.
    named: usize,
}

const POLICY: Policy = Policy {
    targets: 12,
    rounds: [1_000, 4_000, 16_000, 64_000, 256_000],
    for_rivals: 3,
    told_by: 2,
    by_lines: 6,
    readings: 3,
    most: 600_000,
    needed_part: 2,
    clear: 3,
    named: 6,
};

/// What the words of a document ask for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Wish {
    /// The task of the side to move.
    pub(super) task: Option<Role>,
    /// How many stones are to be captured or saved.
    pub(super) stones: Option<usize>,
}

/// The problem with its target chosen, led by the solution that is stored with it.
///
/// # Errors
/// The candidates and what each would be, where none is taken.
pub(super) fn choose(
    problem: &Problem,
    tree: Option<&StoredTree>,
    wish: Wish,
    choosing: &Choosing,
) -> Result<Problem, Bad> {
    let (board, mover) = (&problem.question.board, problem.color());
    let candidates = Question::candidates(board, mover).into_iter().map(|q| Candidate::new(q, mover));
    let is_task = |c: &Candidate| wish.task.is_none_or(|task| task == c.first);
    let mut candidates: Vec<Candidate> = candidates.filter(is_task).collect();
    let is_counted = |c: &Candidate| wish.stones.is_some_and(|n| n == c.size());
    if candidates.iter().any(is_counted) {
        candidates.retain(is_counted);
    }
    candidates.truncate(POLICY.targets);
    let tree = tree.filter(|tree| !tree.right_first_moves().is_empty());
    let mut chooser = Chooser {
        reader: DfPnReader::new(),
        mover,
        wish,
        right: tree.map_or(Vec::new(), StoredTree::right_first_moves),
        wrong: tree.map_or(Vec::new(), StoredTree::wrong_first_moves),
        candidates,
        left: choosing.nodes.saturating_mul(POLICY.readings).min(POLICY.most),
        most: choosing.nodes.min(POLICY.needed_part * POLICY.most),
    };
    let chosen = match tree {
        Some(tree) => chooser.led_by(tree),
        None => chooser.choose(),
    };
    let at = match chosen {
        Ok(at) => at,
        Err(why) => {
            let proposer = choosing.adviser.as_ref().and_then(|adviser| adviser.form::<Arc<dyn Proposer>>());
            return proposer.and_then(|proposer| chooser.proposed(board, &**proposer, choosing.nodes)).ok_or(why);
        }
    };
    let Candidate { question, first, .. } = chooser.candidates.swap_remove(at);
    Ok(Problem::new(question, first))
}

/// The problem about the chain at a point.
///
/// # Errors
/// Where there is none.
pub(super) fn about(problem: &Problem, name: &str) -> Result<Problem, Bad> {
    let (board, mover) = (&problem.question.board, problem.color());
    let (w, h) = board.size();
    let point = Point::parse(name, w, h).ok_or_else(|| Bad::new(format!("no point of a board of {w}×{h}: {name}")))?;
    let chain = board.chain(point).ok_or_else(|| Bad::new(format!("there is no stone at {name}")))?;
    let question = Question::of_target(board, &chain.stones).map_err(|e| Bad::new(e.to_string()))?;
    let first = question.role(mover);
    Ok(Problem::new(question, first))
}

/// A target that may be meant, and what is known of it.
struct Candidate {
    question: Question,
    first: Role,
    /// The outcomes if the mover moves first, and if the other side does.
    own: Outcome,
    other: Outcome,
    key: Option<Point>,
    is_too_large: bool,
}

impl Candidate {
    fn new(question: Question, mover: Color) -> Candidate {
        let first = question.role(mover);
        Candidate { question, first, own: Outcome::UNKNOWN, other: Outcome::UNKNOWN, key: None, is_too_large: false }
    }

    fn size(&self) -> usize {
        self.question.target.len()
    }

    /// Does the mover change what comes of it? `None` where that is not known.
    fn changes(&self) -> Option<bool> {
        self.own.gains(self.first, self.other)
    }

    /// Is it known that the mover captures it, but not whether it would be captured anyway?
    fn is_likely(&self) -> bool {
        self.own.class() == Some(Class::Dead) && self.first == Role::Attacker && self.changes().is_none()
    }

    /// Reads what is not known yet; the positions that it took.
    fn read(&mut self, reader: &DfPnReader, nodes: u64) -> u64 {
        let limits = Limits::default().with_nodes(nodes);
        let mut spent = 0;
        let mut read = |question: &Question, first: Role| {
            let read = reader.read_widening(question, first, &limits).ok()?;
            spent += read.reading.nodes.max(1);
            Some(read)
        };
        if !is_decided(self.own) {
            match read(&self.question, self.first) {
                Some(found) => (self.own, self.key) = (found.reading.outcome, found.reading.key.flatten()),
                None => self.is_too_large = true,
            }
        }
        if self.own.succeeds(self.first) == Some(true)
            && !is_decided(self.other)
            && let Some(found) = read(&self.question, self.first.other())
        {
            self.other = found.reading.outcome;
        }
        spent
    }

    /// `white's 5 stones at D9: black moving first DEAD (B9), else SEKI or ALIVE`.
    fn words(&self, mover: Color) -> String {
        let q = &self.question;
        let h = q.board.size().1;
        let n = q.target.len();
        let at = q.target.first().map(|p| p.name(h)).unwrap_or_default();
        let key = self.key.filter(|_| is_decided(self.own)).map_or(String::new(), |p| format!(" by {}", p.name(h)));
        let s = if n == 1 { "" } else { "s" };
        let other =
            if self.own.succeeds(self.first) == Some(true) { format!(", else {}", self.other) } else { String::new() };
        format!("{}'s {n} stone{s} at {at} ({mover} first: {}{key}{other})", q.defender, self.own)
    }
}

/// Reads as much as tells what is meant.
struct Chooser {
    reader: DfPnReader,
    mover: Color,
    wish: Wish,
    /// The first moves that a stored solution says are right, and those that it says are wrong.
    right: Vec<Point>,
    wrong: Vec<Point>,
    candidates: Vec<Candidate>,
    /// Positions that are left for readings.
    left: u64,
    /// Positions of the problem.
    most: u64,
}

impl Chooser {
    /// Reads what is not known of the candidates.
    fn read(&mut self, nodes: u64) {
        for candidate in &mut self.candidates {
            if candidate.is_too_large || candidate.changes().is_some() || self.left == 0 {
                continue;
            }
            let spent = candidate.read(&self.reader, nodes.min(self.left));
            self.left = self.left.saturating_sub(spent);
        }
    }

    /// The place of the candidate that a stored solution is about. What the stones tell comes before
    /// all else, unless the solution's first move changes another group and not that one.
    fn led_by(&mut self, tree: &StoredTree) -> Result<usize, Bad> {
        POLICY.rounds.into_iter().take(POLICY.told_by).for_each(|nodes| self.read(nodes));
        if let Some(told) = self.by_stones() {
            let is_led = |at: usize| self.right.iter().any(|&p| self.is_right(at, p));
            let mut others = (0..self.candidates.len()).filter(|&at| at != told && self.may_be_meant(at));
            let is_other = |at: &usize| self.candidates[*at].changes() == Some(true) && is_led(*at);
            return Ok(if is_led(told) { told } else { others.find(is_other).unwrap_or(told) });
        }
        let further = POLICY.rounds.into_iter().take(POLICY.for_rivals).skip(POLICY.told_by);
        further.for_each(|nodes| self.read(nodes));
        self.by_solution().or_else(|| self.by_lines(tree)).ok_or_else(|| {
            let are_single = self.candidates.iter().all(|c| c.size() == 1 || c.changes() == Some(false));
            self.unchosen(match are_single && self.candidates.iter().any(|c| c.changes() != Some(false)) {
                true => "the group that may be meant is one stone",
                false => "the file's first move is of no group known to be right",
            })
        })
    }

    /// Can that candidate be meant? A single stone only where words ask for it.
    fn may_be_meant(&self, at: usize) -> bool {
        let c = &self.candidates[at];
        c.changes() != Some(false) && (c.size() > 1 || self.wish.stones == Some(1))
    }

    /// The place of the candidate that is meant.
    fn choose(&mut self) -> Result<usize, Bad> {
        for (round, nodes) in POLICY.rounds.into_iter().enumerate() {
            self.read(nodes);
            if let Some(at) = self.best()
                && (self.rivals(at).next().is_none() || round + 1 >= POLICY.for_rivals)
            {
                break;
            }
        }
        let Some(best) = self.best().or_else(|| self.saved_together()).or_else(|| self.shown_for_mover()) else {
            let is_known = |c: &Candidate| c.changes() == Some(false);
            // Where the mover changes none of them, all are settled, and so is the likeliest.
            if !self.candidates.is_empty() && self.candidates.iter().all(is_known) {
                return Ok(0);
            }
            return Err(self.unchosen("of no group is it known that the side to move changes what comes of it"));
        };
        if self.candidates[best].changes().is_none() {
            // It would be captured anyway, as far as is known: then it is not meant.
            let candidate = &mut self.candidates[best];
            candidate.read(&self.reader, self.most / POLICY.needed_part);
            if candidate.changes() == Some(false) {
                return self.choose();
            }
        }
        if self.has_other_question(best) {
            return Err(self.unchosen("several groups may be meant"));
        }
        if self.candidates[best].size() < POLICY.clear && self.rivals(best).next().is_some() {
            return Err(self.unchosen("a larger group may be meant"));
        }
        Ok(best)
    }

    /// The largest candidate that the mover is known to change, or to capture (of equal ones the
    /// likeliest).
    fn best(&self) -> Option<usize> {
        let fits = |c: &Candidate| c.changes() == Some(true) || c.is_likely();
        let places = (0..self.candidates.len()).filter(|&at| fits(&self.candidates[at]));
        places.min_by_key(|&at| {
            let c = &self.candidates[at];
            (std::cmp::Reverse(c.size()), c.changes() != Some(true), at)
        })
    }

    /// Candidates that are as large, and not decided.
    fn rivals(&self, best: usize) -> impl Iterator<Item = &Candidate> {
        let own = &self.candidates[best];
        let is_open = move |c: &&Candidate| {
            c.changes().is_none() && c.size() >= own.size() && !c.question.target.meets(&own.question.target)
        };
        self.candidates.iter().filter(is_open)
    }

    /// Is there another candidate that the mover changes, about as large, which has nothing to do
    /// with that one: no stone in common, and no move that is right for both?
    fn has_other_question(&self, best: usize) -> bool {
        let own = &self.candidates[best];
        let is_other = |at: &usize| {
            let c = &self.candidates[*at];
            let is_apart = !c.question.target.meets(&own.question.target) && (c.key != own.key || c.key.is_none());
            c.changes() == Some(true) && is_apart && 2 * c.size() > own.size()
        };
        let is_for_both = |at: usize| {
            let keys = [(at, own.key), (best, self.candidates[at].key)];
            keys.into_iter().any(|(of, key)| key.is_some_and(|p| self.is_right(of, p)))
        };
        (0..self.candidates.len()).filter(|&at| at != best).filter(is_other).any(|at| !is_for_both(at))
    }

    /// The mover's largest group, where it is only known that he saves it, by the same move as
    /// another of his groups. (Not by one that only takes what is dead whoever moves: then neither
    /// had to be saved.)
    fn saved_together(&self) -> Option<usize> {
        let is_settled = |key| self.candidates.iter().any(|c| c.key == key && c.changes() == Some(false));
        let is_saved = |c: &Candidate| {
            let by_need = c.key.is_some() && !is_settled(c.key);
            c.first == Role::Defender && c.own.lives() && c.changes().is_none() && by_need
        };
        let saved: Vec<usize> = (0..self.candidates.len()).filter(|&at| is_saved(&self.candidates[at])).collect();
        let best = saved.iter().copied().min_by_key(|&at| (std::cmp::Reverse(self.candidates[at].size()), at))?;
        let own = &self.candidates[best];
        let is_same = |&at: &usize| at != best && self.candidates[at].key == own.key;
        (saved.iter().any(is_same) && own.size() >= POLICY.clear).then_some(best)
    }

    /// The largest group that the mover is known to capture or to save, though not that he has to
    /// move; `None` where another such group, about as large, is about another move. The answer
    /// says that the need is not proved.
    fn shown_for_mover(&self) -> Option<usize> {
        let is_shown = |c: &Candidate| {
            c.own.succeeds(c.first) == Some(true)
                && c.changes().is_none()
                && c.key.is_some()
                && c.size() >= POLICY.clear
        };
        let shown: Vec<usize> = (0..self.candidates.len()).filter(|&at| is_shown(&self.candidates[at])).collect();
        let best = shown.iter().copied().min_by_key(|&at| (std::cmp::Reverse(self.candidates[at].size()), at))?;
        let own = &self.candidates[best];
        let is_other = |&at: &usize| {
            let c = &self.candidates[at];
            at != best && c.key != own.key && 2 * c.size() > own.size()
        };
        (!shown.iter().any(is_other)).then_some(best)
    }

    /// The largest candidate for which a move of the stored solution is right, and that the mover is
    /// not known to leave as it was: of a group that lives anyway every move is right. First those for
    /// which none of its wrong moves is right.
    fn by_solution(&mut self) -> Option<usize> {
        let mut order: Vec<usize> = (0..self.candidates.len()).filter(|&at| self.may_be_meant(at)).collect();
        order.sort_by_key(|&at| {
            let c = &self.candidates[at];
            (c.changes() != Some(true), std::cmp::Reverse(c.size()), at)
        });
        let mut against = None;
        for at in order {
            if !self.right.iter().any(|&p| self.is_right(at, p)) {
                continue;
            }
            let nodes = (self.most / POLICY.needed_part).min(self.left);
            let candidate = &mut self.candidates[at];
            if candidate.changes().is_none() && nodes > 0 {
                let spent = candidate.read(&self.reader, nodes);
                self.left = self.left.saturating_sub(spent);
            }
            match self.candidates[at].changes() {
                Some(false) => {}
                _ if self.wrong.iter().any(|&p| self.is_right(at, p)) => against = against.or(Some(at)),
                _ => return Some(at),
            }
        }
        against
    }

    /// The candidate, of those of which not all is known, for which the lines of the solution end as
    /// it says; of equal ones the likeliest.
    fn by_lines(&self, tree: &StoredTree) -> Option<usize> {
        let open = (0..self.candidates.len()).filter(|&at| self.may_be_meant(at));
        let open = open.filter(|&at| self.candidates[at].changes().is_none());
        let fits = open.take(POLICY.by_lines).filter_map(|at| {
            let Candidate { question, first, .. } = &self.candidates[at];
            Some((Fit::of(&Problem::new(question.clone(), *first), tree)?.score, at))
        });
        fits.max_by_key(|&(score, at)| (score, std::cmp::Reverse(at))).map(|(_, at)| at)
    }

    /// The candidate that the stones tell by themselves, though no move of the solution is right
    /// for it: where the mover is known to change it, or is known not to though words ask for it.
    fn by_stones(&mut self) -> Option<usize> {
        let at = (0..self.candidates.len()).find(|&at| is_told(&self.candidates[at].question))?;
        let candidate = &mut self.candidates[at];
        candidate.read(&self.reader, self.most / POLICY.needed_part);
        let is_asked = self.wish.task.is_some() && candidate.own.succeeds(candidate.first) == Some(false);
        (candidate.size() > 1 && (candidate.changes() == Some(true) || is_asked)).then_some(at)
    }

    /// Is that move known to get the mover what he can get of a candidate?
    fn is_right(&self, at: usize, p: Point) -> bool {
        let c = &self.candidates[at];
        if c.own.succeeds(c.first) == Some(true) && c.key == Some(p) {
            return true;
        }
        let mut board = c.question.board.clone();
        if board.play(p, self.mover).is_err() {
            return false;
        }
        let left: Points = c.question.target & board.stones(c.question.defender);
        let Ok(next) = Question::around(&board, &left) else { return c.first == Role::Attacker };
        let limits = Limits::default().with_nodes(POLICY.rounds[POLICY.for_rivals - 1]);
        let read = self.reader.read_widening(&next, c.first.other(), &limits);
        read.is_ok_and(|read| read.reading.outcome.succeeds(c.first) == Some(true))
    }

    fn unchosen(&self, why: &str) -> Bad {
        let told = |c: &&Candidate| !c.is_too_large;
        let mut words: Vec<String> =
            self.candidates.iter().filter(told).take(POLICY.named).map(|c| c.words(self.mover)).collect();
        let more = self.candidates.iter().filter(told).count().saturating_sub(POLICY.named);
        if more > 0 {
            words.push(format!("and {more} more"));
        }
        let words = if words.is_empty() { "none can be read".to_string() } else { words.join("; ") };
        Bad::new(format!(
            "no stones are marked, and none were chosen: {why}: {words}. Mark the stones that are meant (MA or TR in the SGF), or name one: --target POINT"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chooser(candidates: Vec<Candidate>, mover: Color, right: &[Point]) -> Chooser {
        let (reader, wish, wrong) = (DfPnReader::new(), Wish::default(), Vec::new());
        Chooser { reader, mover, wish, right: right.to_vec(), wrong, candidates, left: 200_000, most: 400_000 }
    }

    fn chosen(pictures: &[&str], mover: Color) -> Result<Question, String> {
        let candidates = pictures.iter().map(|p| Candidate::new(Question::from_picture(p).unwrap(), mover)).collect();
        let mut chooser = chooser(candidates, mover, &[]);
        let at = chooser.choose().map_err(|bad| bad.what)?;
        Ok(chooser.candidates.swap_remove(at).question)
    }

    /// Two groups that are saved by one move are meant, unless all that it does is to take a stone
    /// that is dead whoever moves.
    #[test]
    fn a_group_that_is_joined_by_taking_the_dead_is_not_chosen() {
        let lives = Outcome::between(Class::Seki, Class::Alive);
        let candidate = |picture: &str, mover, own, other| {
            let mut found = Candidate::new(Question::from_picture(picture).unwrap(), mover);
            (found.own, found.other, found.key) = (own, other, Some(Point::new(0, 3)));
            found
        };
        let saved = |picture| candidate(picture, Color::White, lives, Outcome::UNKNOWN);
        let taken = |other| candidate("O.X|XXX", Color::Black, Outcome::exactly(Class::Dead), other);
        let chosen = |candidates: Vec<Candidate>| chooser(candidates, Color::White, &[]).saved_together();
        let groups = || vec![saved("OOO.X|XXXXX"), saved("O.X|XXX")];
        assert_eq!(chosen(groups()), Some(0));
        for (other, wanted) in [(lives, Some(0)), (Outcome::UNKNOWN, Some(0)), (Outcome::exactly(Class::Dead), None)] {
            let mut all = groups();
            all.push(taken(other));
            assert_eq!(chosen(all), wanted, "{other}");
        }
    }

    /// Where no group is known to be changed, the largest is taken that the mover is known to save
    /// or to capture; not where another one, about as large, is about another move.
    #[test]
    fn a_group_that_the_mover_is_shown_to_save_is_chosen_at_last() {
        let lives = Outcome::between(Class::Seki, Class::Alive);
        let candidate = |picture: &str, key: u8, own: Outcome| {
            let mut found = Candidate::new(Question::from_picture(picture).unwrap(), Color::White);
            (found.own, found.key) = (own, Some(Point::new(0, key)));
            found
        };
        let chosen = |candidates: Vec<Candidate>| chooser(candidates, Color::White, &[]).shown_for_mover();
        let (large, small, two) = ("OOO.X|OOXXX|XX###", "OOO.X|XXXXX", "OO.X|XXXX");
        assert_eq!(chosen(vec![candidate(small, 1, lives), candidate(large, 1, lives)]), Some(1));
        assert_eq!(chosen(vec![candidate(small, 2, lives), candidate(large, 1, lives)]), None);
        assert_eq!(chosen(vec![candidate(two, 1, lives)]), None, "two stones are too few");
        assert_eq!(chosen(vec![candidate(large, 1, Outcome::UNKNOWN)]), None);
    }

    /// A stored move that is right for a group that lives whoever moves tells nothing: the group that
    /// needs it is meant.
    #[test]
    fn a_stored_solution_is_not_about_what_lives_anyway() {
        let lives = Outcome::between(Class::Seki, Class::Alive);
        let key = Point::new(0, 3);
        let candidate = |picture: &str| {
            let mut found = Candidate::new(Question::from_picture(picture).unwrap(), Color::White);
            (found.own, found.key) = (lives, Some(key));
            found
        };
        let candidates = vec![candidate(".O.OX|OOOOX|XXXX#"), candidate("...OX|..OOX|OOOXX|XXX##")];
        let mut chooser = chooser(candidates, Color::White, &[key]);
        assert_eq!(chooser.by_solution(), Some(1));
        assert_eq!(chooser.candidates[0].changes(), Some(false));
    }

    /// A group that can't be read, and one that the mover can't change, was not meant.
    #[test]
    fn a_target_that_the_mover_can_change_is_chosen() {
        let (alive, open) = (".O.OX|OOOOX|XXXX#", "...OX|..OOX|OOOXX|XXX##");
        let large = format!("{}|{}", vec![".".repeat(17) + "OX"; 4].join("|"), "X".repeat(19));
        assert!(Question::from_picture(&large).unwrap().region.len() > 64);
        for mover in Color::ALL {
            assert_eq!(chosen(&[alive], mover), Ok(Question::from_picture(alive).unwrap()), "all are settled");
            assert!(chosen(&[&large, alive], mover).unwrap_err().contains("none were chosen"));
            assert_eq!(chosen(&[&large, alive, open], mover), Ok(Question::from_picture(open).unwrap()));
        }
    }
}
