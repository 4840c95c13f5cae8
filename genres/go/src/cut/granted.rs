//! Questions whose walls are taken to hold.
//!
//! Late in a game nearly every chain of a wall is touched from outside by stones of the defender,
//! and could be attacked there: on the whole board a capture is shown only where each such chain is
//! shown to live by itself. A diagram in a book shows the wall alone, and the reader takes it to
//! hold. So does the question here: the defender's stones that touch the wall from outside are off
//! the board. What is life there is life on the whole board; what is a capture there is one as long
//! as the wall holds ([`wall_stands`]).

use super::crop::only;
use crate::question::{MOST, STRONG};
use crate::{Board, Class, DfPnReader, Points, Question, Role};
use tesuji_solver::Limits;

/// Outside liberties of a chain up to which stones beside these touch it.
const SHUT_IN: usize = 4;
/// How often stones are taken off that touch the wall of the region before.
const ROUNDS: usize = 4;

/// The question with its walls granted, as far as they can be: itself where no wall is touched.
/// Stones beside the region stay, since the group may be joined to them; where these touch the
/// wall, it has to be read whether it holds.
pub(super) fn granted(question: &Question) -> Question {
    let mut at = question.clone();
    for _ in 0..ROUNDS {
        match less(&at) {
            Some(less) => at = less,
            None => break,
        }
    }
    at
}

/// The question without stones that touch its wall; `None` where there are none that may go, or the
/// region would be too large.
fn less(at: &Question) -> Option<Question> {
    let board = &at.board;
    let near = at.touched_wall().iter().fold(Points::EMPTY, |near, chain| {
        let outside = liberties(board, chain) - at.region;
        let beside = if outside.len() <= SHUT_IN { board.beside(&outside) } else { Points::EMPTY };
        near | board.beside(chain) | beside
    });
    let rim = at.region | board.beside(&at.region);
    let chains = board.chains().filter(|c| c.color == at.defender && c.stones.meets(&near));
    let gone = chains.filter(|c| !c.stones.meets(&rim)).fold(Points::EMPTY, |all, c| all | c.stones);
    let board = only(board, &(board.all() - gone)).ok().filter(|_| !gone.is_empty())?;
    Question::around(&board, &at.target).ok().filter(|less| less.region.len() <= MOST)
}

fn liberties(board: &Board, chain: &Points) -> Points {
    chain.first().and_then(|p| board.chain(p)).map_or(Points::EMPTY, |c| c.liberties)
}

/// Does the whole board agree, as far as it is decided there: does the group live where it moves
/// first, and is not shown to live where it does not? And may no chain of the wall be captured that
/// is touched there, by a reading of its own, or else by liberties: one more than the attacker
/// needs moves.
pub(super) fn wall_stands(whole: &Question, lives: bool, moves: usize, reader: &DfPnReader, nodes: (u64, u64)) -> bool {
    let read = |question: &Question, first: Role, nodes: u64| {
        let limits = Limits::default().with_nodes(nodes);
        reader.read_widening(question, first, &limits).ok().map(|read| read.reading.outcome)
    };
    let first = |role: Role| read(whole, role, nodes.0);
    if lives && !first(Role::Defender).is_some_and(|outcome| outcome.lives()) {
        return false;
    }
    if first(Role::Attacker).is_none_or(|outcome| outcome.lives()) {
        return false;
    }
    whole.touched_wall().iter().all(|chain| {
        let outcome = Question::around(&whole.board, chain).ok().and_then(|q| read(&q, Role::Attacker, nodes.1));
        match outcome {
            Some(outcome) if outcome.lives() => true,
            Some(outcome) if outcome.high <= Class::Ko => false,
            _ => (liberties(&whole.board, chain) - whole.region).len() >= STRONG.max(moves + 1),
        }
    })
}
