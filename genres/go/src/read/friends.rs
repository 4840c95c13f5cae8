//! Regions joined to friends that were read to live.

use super::search::{Asked, SharedLives};
use super::{DfPnReader, Exits};
use crate::{Class, Outcome, Points, Question, Role};
use std::collections::HashMap;
use tesuji_solver::Limits;

/// Most positions of a friend's region.
const MOST: u64 = 200;
/// All of them together get this share of the nodes.
const SHARE: u64 = 20;

/// A region where the defender lives when he is joined to friends, and the questions that show that they live: each is answered by
/// life though the attacker moves first (see [`Question::rests_on`]).
pub(super) struct Joined {
    pub(super) question: Question,
    pub(super) friends: Vec<Question>,
}

/// Friends' regions that were read: does he live?
struct Friends<'a> {
    reader: &'a DfPnReader,
    limits: &'a Limits,
    left: u64,
    /// By target, region, and what lies beside that.
    known: HashMap<[Points; 5], bool>,
}

impl Friends<'_> {
    fn lives(&mut self, friend: &Question) -> bool {
        let wall = friend.wall & friend.board.beside(&friend.region);
        let key = [friend.target, friend.region, wall, friend.exits, friend.away];
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let limits = self.limits.clone().with_nodes(MOST.min(self.left));
        let is_told = |o: Outcome| o.lives() || o.high <= Class::Ko;
        let lives = match self.reader.begin(friend, Role::Attacker, Exits::Blocked, &limits) {
            Ok(mut ongoing) if limits.nodes > 0 => {
                let reading = ongoing.go_on(&mut SharedLives::default(), Asked::Life, &is_told, &limits);
                self.reader.end(ongoing);
                self.left -= reading.nodes.min(self.left);
                reading.outcome.lives()
            }
            _ => false,
        };
        self.known.insert(key, lives);
        lives
    }

    /// The region with the friends that live; `None` if none does.
    fn joined(&mut self, region: &Question) -> Option<Joined> {
        let mut found = Joined { question: region.clone(), friends: Vec::new() };
        let mut taken = Points::EMPTY;
        for friend in region.friends() {
            let apart = |q: &Question| !q.region.meets(&taken);
            if let Some(shown) = region.around_friend(&friend.stones).into_iter().find(|q| apart(q) && self.lives(q)) {
                taken |= shown.region;
                found.question.away |= friend.exits;
                found.friends.push(shown);
            }
        }
        (!found.friends.is_empty()).then_some(found)
    }
}

impl DfPnReader {
    /// Those of the regions that are joined to friends who live, and the positions that it took to see.
    pub(super) fn joined<'a>(
        &self,
        regions: impl Iterator<Item = &'a Question>,
        limits: &Limits,
    ) -> (Vec<Joined>, u64) {
        let most = limits.nodes / SHARE;
        let mut friends = Friends { reader: self, limits, left: most, known: HashMap::new() };
        let joined = regions.filter_map(|region| friends.joined(region)).collect();
        (joined, most - friends.left)
    }
}

#[cfg(test)]
mod tests {
    use super::super::regions::Regions;
    use super::*;
    use crate::read::{Proved, Widened};
    use crate::{Board, Color, Point, Reader};

    /// A position by random moves on a small board, and one of its stones.
    fn played(below: &mut impl FnMut(usize) -> usize) -> Option<(Board, Points)> {
        let mut board = Board::new(6, 4).unwrap();
        for i in 0..14 + below(30) {
            let _ = board.play(Point::new(below(6) as u8, below(4) as u8), Color::ALL[i % 2]);
        }
        board.pass();
        let stones: Vec<Point> = (board.all() - board.empty()).iter().collect();
        let is_small = board.empty().len() <= 10 && !stones.is_empty();
        is_small.then(|| (board, Points::single(stones[below(stones.len())])))
    }

    /// Who lives in a region since he is joined to friends lives on the whole board, where no wall holds, read as an enclosed question. Compared where
    /// life rests on the friends and on nothing that is taken for granted. (`TESUJI_CASES` comparisons by `TESUJI_SEED`.)
    #[test]
    fn who_is_joined_to_friends_lives_on_the_board() {
        use rand_core::{RngCore, SeedableRng};
        let set = |name: &str, usual: u64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(usual);
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(set("TESUJI_SEED", 1));
        let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(20_000));
        let (mut compared, mut unknown) = (0, 0);
        while compared < set("TESUJI_CASES", 100) {
            let Some((board, target)) = played(&mut below) else { continue };
            let question = Question::around(&board, &target).unwrap();
            let Some(Regions { all, order, .. }) = Regions::of(&question) else { continue };
            let (joined, nodes) = reader.joined(order[0].iter().map(|&ring| &all[ring]), &limits);
            assert!(nodes <= limits.nodes / SHARE);
            let none = Points::EMPTY;
            let whole = Question { region: board.all(), wall: none, exits: none, held: none, away: none, ..question };
            for Joined { question: region, friends } in joined {
                let beside = friends.iter().fold(none, |all, friend| all | board.beside(&friend.target));
                if !region.lives_at().within(&beside) || friends.iter().any(|friend| !friend.away.is_empty()) {
                    continue;
                }
                assert_eq!(region.rests_on(&friends), Ok(()));
                for first in Role::ALL {
                    let read = |q: &Question| reader.read_way(q, first, Exits::Blocked, &limits).unwrap().outcome;
                    if !read(&region).lives() {
                        continue;
                    }
                    let rests = !read(&Question { away: region.away - beside, ..region.clone() }).lives();
                    let truth =
                        reader.read_first(&whole, first, &Limits::default().with_nodes(60_000)).unwrap().outcome;
                    let dies = truth.high < Class::Seki;
                    assert!(!dies, "{board}{first} first: {truth}, but lives in {}", region.picture());
                    compared += u64::from(rests && truth.lives());
                    unknown += u64::from(rests && !truth.lives());
                }
            }
        }
        println!("{compared} lives that rest on a friend; of {unknown} the whole board is not decided");
    }

    /// An answer that rests on friends is proved with their lives; without them, or with regions that have points in common, it is not.
    #[test]
    fn a_life_by_friends_is_proved_with_theirs() {
        use rand_core::{RngCore, SeedableRng};
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(5_000));
        let mut proved = 0;
        while proved < 5 {
            let Some((board, target)) = played(&mut below) else { continue };
            let question = Question::around(&board, &target).unwrap();
            let found = reader.read_widening(&question, Role::Attacker, &limits).unwrap();
            let Some(friend) = found.friends.first().filter(|_| found.reading.outcome.lives()) else { continue };
            let name = friend.target.first().unwrap().name(board.size().1);
            let words = found.assumed().unwrap_or_default();
            assert!(words.contains(&format!("'s chain at {name} lives by itself")), "{words}");
            let proof = found.prove(&reader, Role::Attacker, &limits).unwrap();
            assert_eq!(found.check(&proof, Role::Attacker).unwrap(), Ok(()), "{board}");
            let refused = |found: &Widened, proof: &Proved| found.check(proof, Role::Attacker).unwrap().unwrap_err();
            let without = Proved { friends: Vec::new(), ..proof.clone() };
            assert_eq!(refused(&found, &without), "a friend without a proof");
            let mut damaged = proof.clone();
            damaged.friends[0].certificates.clear();
            assert!(refused(&found, &damaged).starts_with("a friend: no proof"));
            let mut within = found.clone();
            within.friends[0].region |= found.question.region;
            assert_eq!(refused(&within, &proof), format!("the friend at {name}: its region has points of another one"));
            let mut given = found.clone();
            given.friends[0].wall = given.friends[0].wall - found.question.region;
            let why = format!("the friend at {name}: points of the region are not the attacker's in its own");
            assert_eq!(refused(&given, &proof), why);
            let mut other = found.clone();
            other.friends[0].target = found.question.target;
            assert!(refused(&other, &proof).starts_with("the friend at "));
            proved += 1;
        }
    }
}
