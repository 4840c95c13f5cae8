//! Is a problem a race, and what does its count say?

use crate::question::{Outcome, Role};
use crate::race::{Ending, Race};
use crate::{Points, Question};

/// Most liberties of a chain that is counted.
const LIBERTIES: usize = 12;

/// The count of the race that a question is about, in words; `None` where there is none, or where
/// the count does not say what is proved for either side first.
pub(super) fn race_words(q: &Question, first: Role, outcome: Outcome, otherwise: Outcome) -> Option<String> {
    let board = &q.board;
    let left = q.target & board.stones(q.defender);
    let own = board.chain(left.first()?).filter(|own| left.within(&own.stones))?;
    let others = board.stones(q.defender) - own.stones;
    let is_raced = |c: &&crate::Chain| {
        let beside = board.beside(&c.stones);
        // Shut in by other stones of the defender, too; what lies in his eye is no race.
        let is_shut_in = beside.meets(&others) && (beside.meets(&own.stones) || c.liberties.meets(&own.liberties));
        c.color == q.attacker() && c.liberties.len() <= LIBERTIES && is_shut_in && !c.stones.meets(&q.wall)
    };
    if own.liberties.len() > LIBERTIES {
        return None;
    }
    let is_read = |race: &Race| {
        let count = race.count();
        let [by_own, by_other] = [count.own_first, count.other_first].map(|ending| ending != Ending::Loses);
        let (by_first, by_second) = if first == Role::Defender { (by_own, by_other) } else { (by_other, by_own) };
        let says = |lives: bool, read: Outcome| {
            if lives { read.lives() } else { read.class() == Some(crate::Class::Dead) }
        };
        says(by_first, outcome) && says(by_second, otherwise)
    };
    let chains = board.chains_in_order(q.attacker(), &Points::EMPTY, |c| c.liberties.len());
    let mut races = chains.iter().filter(is_raced).filter_map(|c| {
        let (at, against) = (own.stones.first()?, c.stones.first()?);
        Race::of(board, at, against)
    });
    races.find(is_read).map(Race::words)
}
