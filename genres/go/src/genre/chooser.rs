//! What a game of a collection leaves open: where an open problem ends, and what is to be captured where nothing is marked.

use crate::problem::Unsaid;
use crate::question::MOST;
use crate::read::Exits;
use crate::{Class, Color, DfPnReader, Outcome, Point, Problem, Question, Role};
use tesuji_genre::Bad;
use tesuji_solver::{Limits, Stop};

/// Positions for one reading. Bounded in positions, not in time: what a document says does not depend on the machine.
const NODES: u64 = 20_000;
/// Regions in which life is looked for that was shown in one for life only.
const RINGS: usize = 3;
/// Targets that are tried where none is marked.
const TARGETS: usize = 8;

/// What a document says that helps to choose.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Hints {
    /// The first moves that a stored solution says are right.
    pub(super) right_first_moves: Vec<Point>,
    /// What words say that the side to move wants.
    pub(super) task: Option<Role>,
}

/// The problem with what was not said chosen.
///
/// # Errors
/// Where no target is likely to be meant.
pub(super) fn choose(problem: &Problem, unsaid: &Unsaid, hints: &Hints) -> Result<Problem, Bad> {
    let chooser = Chooser(DfPnReader::new());
    let (mover, first) = (problem.color(), problem.first);
    Ok(match unsaid {
        Unsaid::Nothing => problem.clone(),
        Unsaid::Region => {
            let question = &problem.question;
            Problem { question: chooser.region(question, first, chooser.read(question, first)), first }
        }
        Unsaid::Target => {
            let candidates = Question::candidates(&problem.question.board, mover);
            let told = chooser.target_of(&candidates, mover, hints);
            told.or_else(|| chooser.target(candidates, mover)).ok_or_else(|| {
                Bad::new("both sides reach the open, and of no group is it likely that it is meant: mark the stones to attack (MA or TR in the SGF)")
            })?
        }
    })
}

/// Reads as little as tells what is meant.
struct Chooser(DfPnReader);

/// What a short reading told.
struct Told {
    outcome: Outcome,
    /// The region that decides, if one does.
    region: Option<Question>,
    /// Were all regions read to the end?
    is_all: bool,
}

impl Chooser {
    fn read(&self, question: &Question, first: Role) -> Option<Told> {
        let found = self.0.read_widening(question, first, &Limits::default().with_nodes(NODES)).ok()?;
        let outcome = found.reading.outcome;
        let is_decided = outcome.lives() || matches!(outcome.class(), Some(Class::Dead | Class::Ko));
        // A ko the ends of which come from two regions is decided in neither.
        let region = (is_decided && found.at_best.is_none()).then_some(found.question);
        Some(Told { outcome, region, is_all: found.reading.stop == Stop::Exhausted })
    }

    /// Life in a region that says something of the other side's moves too: the question's own, or a wider one.
    fn two_sided(&self, question: &Question, first: Role) -> Option<Question> {
        let mut region = question.clone();
        for _ in 0..RINGS {
            let limits = Limits::default().with_nodes(NODES);
            let read = self.0.read_way(&region, first, Exits::Blocked, &limits).ok()?;
            if read.outcome.lives() {
                return Some(region);
            }
            region = region.widened()?;
        }
        None
    }

    /// The region in which an open question is decided, if a short reading told one. Else one step further than where the attacker
    /// leaves room: there he has time to close what is open.
    fn region(&self, question: &Question, first: Role, told: Option<Told>) -> Question {
        if !question.is_open() {
            return question.clone();
        }
        match told.and_then(|told| told.region) {
            Some(region) if region.for_life => self.two_sided(question, first).unwrap_or(region),
            Some(region) => region,
            None => question.widened().unwrap_or_else(|| question.clone()),
        }
    }

    /// The target that the stored solution is about: its right first move gets the side to move what it wants there, and the
    /// other side to move would get it too.
    fn target_of(&self, candidates: &[Question], mover: Color, hints: &Hints) -> Option<Problem> {
        let &key = hints.right_first_moves.first()?;
        let is_meant = |question: &&Question| {
            let first = question.role(mover);
            let is_task = hints.task.is_none_or(|task| task == first);
            if !is_task || question.region.len() > MOST {
                return false;
            }
            let (Ok(after), Ok(passed)) = (question.play(first, Some(key)), question.play(first, None)) else {
                return false;
            };
            // The other side is to move in both: it fails after the key, and succeeds after a pass.
            let other = first.other();
            let succeeds = |q: &Question| self.read(q, other).and_then(|told| told.outcome.succeeds(other));
            succeeds(&after) == Some(false) && succeeds(&passed) == Some(true)
        };
        let question = candidates.iter().take(TARGETS).find(is_meant)?;
        let first = question.role(mover);
        let told = self.read(question, first);
        Some(Problem { question: self.region(question, first, told), first })
    }

    /// A problem about the likeliest target that the side to move can change, as far as is known: it has something to gain by definition.
    fn target(&self, candidates: Vec<Question>, mover: Color) -> Option<Problem> {
        candidates.into_iter().take(TARGETS).find_map(|question| {
            let first = question.role(mover);
            // One that is too large to be read is passed over.
            let told = self.read(&question, first)?;
            let was_meant = match told.outcome.succeeds(first) {
                Some(true) => {
                    let other = self.read(&question, first.other());
                    other.and_then(|other| told.outcome.gains(first, other.outcome)) != Some(false)
                }
                Some(false) => false,
                // Where all regions were read to the end, reading more would not decide it; where its own is too large, it can't be kept.
                None => !told.is_all && question.region.len() <= MOST,
            };
            was_meant.then(|| Problem { question: self.region(&question, first, Some(told)), first })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What can't be read, and what the mover can't change, was not meant.
    #[test]
    fn a_target_that_the_mover_can_change_is_chosen() {
        let question = |picture: &str| Question::from_picture(picture).unwrap();
        let (alive, open) = (question(".O.OX|OOOOX|XXXX#"), question("...OX|..OOX|OOOXX|XXX##"));
        let large = question(&format!("{}|{}", vec![".".repeat(17) + "OX"; 4].join("|"), "X".repeat(19)));
        assert!(large.region.len() > 64, "{}", large.region.len());
        let chooser = Chooser(DfPnReader::new());
        for mover in Color::ALL {
            assert_eq!(chooser.target(vec![alive.clone()], mover), None);
            assert_eq!(chooser.target(vec![large.clone(), alive.clone()], mover), None);
            let chosen = chooser.target(vec![large.clone(), alive.clone(), open.clone()], mover);
            assert_eq!(chosen, Some(Problem { question: open.clone(), first: open.role(mover) }));
        }
    }
}
