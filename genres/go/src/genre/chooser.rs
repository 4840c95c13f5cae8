//! Chooses what is to be captured where a game of a collection marks nothing.
//!
//! A problem has something to gain by definition. So the candidates for the target
//! ([`Question::candidates`]) are read for both sides, with few positions at first and then with
//! more, and the one is taken that the side to move is known to change. Where several are left that
//! have nothing to do with each other, or none, it is said what each would be, and none is taken. A
//! solution that is stored with the problem tells more: its first move must be a right one.

use crate::judge::is_decided;
use crate::{Class, Color, DfPnReader, Outcome, Point, Points, Problem, Question, Role};
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
    readings: 3,
    most: 600_000,
    needed_part: 2,
    clear: 3,
    named: 6,
};

/// Hints of a document for the choice.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Hints {
    /// The first moves that a stored solution says are right.
    pub(super) right_first_moves: Vec<Point>,
    /// The task of the side to move, by the words of the document.
    pub(super) task: Option<Role>,
}

/// The problem with its target chosen.
///
/// # Errors
/// The candidates and what each would be, where none is taken.
pub(super) fn choose(problem: &Problem, hints: &Hints, choosing: &Choosing) -> Result<Problem, Bad> {
    let (board, mover) = (&problem.question.board, problem.color());
    let candidates = Question::candidates(board, mover).into_iter().map(|q| Candidate::new(q, mover));
    let is_task = |c: &Candidate| hints.task.is_none_or(|task| task == c.first);
    let mut chooser = Chooser {
        reader: DfPnReader::new(),
        mover,
        right: hints.right_first_moves.clone(),
        candidates: candidates.filter(is_task).take(POLICY.targets).collect(),
        left: choosing.nodes.saturating_mul(POLICY.readings).min(POLICY.most),
        most: choosing.nodes.min(POLICY.needed_part * POLICY.most),
    };
    let at = chooser.choose()?;
    let Candidate { question, first, .. } = chooser.candidates.swap_remove(at);
    Ok(Problem { question, first })
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
    Ok(Problem { question, first })
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
    right: Vec<Point>,
    candidates: Vec<Candidate>,
    /// Positions that are left for readings.
    left: u64,
    /// Positions of the problem.
    most: u64,
}

impl Chooser {
    /// The place of the candidate that is meant.
    fn choose(&mut self) -> Result<usize, Bad> {
        for (round, nodes) in POLICY.rounds.into_iter().enumerate() {
            for candidate in &mut self.candidates {
                if candidate.is_too_large || candidate.changes().is_some() || self.left == 0 {
                    continue;
                }
                let spent = candidate.read(&self.reader, nodes.min(self.left));
                self.left = self.left.saturating_sub(spent);
            }
            if let Some(at) = self.best()
                && (self.rivals(at).next().is_none() || round + 1 >= POLICY.for_rivals)
            {
                break;
            }
        }
        if !self.right.is_empty()
            && let Some(at) = self.by_solution()
        {
            return Ok(at);
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
    /// not known to leave as it was: of a group that lives anyway every move is right.
    fn by_solution(&mut self) -> Option<usize> {
        let mut order: Vec<usize> =
            (0..self.candidates.len()).filter(|&at| self.candidates[at].changes() != Some(false)).collect();
        order.sort_by_key(|&at| {
            (self.candidates[at].changes() != Some(true), std::cmp::Reverse(self.candidates[at].size()), at)
        });
        order.into_iter().find(|&at| {
            if !self.right.iter().any(|&p| self.is_right(at, p)) {
                return false;
            }
            let candidate = &mut self.candidates[at];
            if candidate.changes().is_none() {
                candidate.read(&self.reader, self.most / POLICY.needed_part);
            }
            candidate.changes() != Some(false)
        })
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

    fn chosen(pictures: &[&str], mover: Color) -> Result<Question, String> {
        let candidates = pictures.iter().map(|p| Candidate::new(Question::from_picture(p).unwrap(), mover)).collect();
        let mut chooser =
            Chooser { reader: DfPnReader::new(), mover, right: Vec::new(), candidates, left: 200_000, most: 400_000 };
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
        let chosen = |candidates: Vec<Candidate>| {
            let (reader, right) = (DfPnReader::new(), Vec::new());
            let chooser = Chooser { reader, mover: Color::White, right, candidates, left: 0, most: 0 };
            chooser.saved_together()
        };
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
        let chosen = |candidates: Vec<Candidate>| {
            let (reader, right) = (DfPnReader::new(), Vec::new());
            let chooser = Chooser { reader, mover: Color::White, right, candidates, left: 0, most: 0 };
            chooser.shown_for_mover()
        };
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
        let (reader, right) = (DfPnReader::new(), vec![key]);
        let mut chooser = Chooser { reader, mover: Color::White, right, candidates, left: 200_000, most: 400_000 };
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
