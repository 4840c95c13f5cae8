//! Regions joined to friends that were read to live.

use super::search::{Objective, SharedLives};
use super::{DfPnReader, Exits};
use crate::{Class, Outcome, Points, Question, Role};
use std::collections::HashMap;
use tesuji_solver::Limits;

/// Most positions of a friend's region.
const MOST: u64 = 200;
/// All of them together get this share of the nodes.
const SHARE: u64 = 20;

/// A region where the defender lives when he is joined to friends, and the questions that show that
/// they live: each is answered by life though the attacker moves first (see
/// [`Question::rests_on`]).
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
        if self.left == 0 {
            return false;
        }
        let limits = self.limits.clone().with_nodes(MOST.min(self.left));
        let is_told = |o: Outcome| o.lives() || o.high <= Class::Ko;
        let Ok(mut ongoing) = self.reader.begin(friend, Role::Attacker, Exits::Blocked, &limits) else { return false };
        let reading = ongoing.resume(&mut SharedLives::default(), Objective::Life, &is_told, &limits);
        self.reader.end(ongoing);
        self.left -= reading.nodes.min(self.left);
        self.known.insert(key, reading.outcome.lives());
        reading.outcome.lives()
    }

    /// The region with the friends that live; `None` if none does.
    fn joined(&mut self, region: &Question) -> Option<Joined> {
        let mut found = Joined { question: region.clone(), friends: Vec::new() };
        let mut taken = Points::EMPTY;
        for friend in region.friends() {
            // A life that the checker refuses is left out: it may need more of a chain that lives
            // by liberties in the open the more friends there are.
            let with = |q: &Question| [&found.friends[..], std::slice::from_ref(q)].concat();
            let fits = |q: &Question| !q.region.meets(&taken) && region.rests_on(&with(q)).is_ok();
            if let Some(shown) = region.around_friend(&friend.stones).into_iter().find(|q| fits(q) && self.lives(q)) {
                taken |= shown.region;
                found.question.away |= friend.exits;
                found.friends.push(shown);
            }
        }
        let living = found.friends.iter().fold(Points::EMPTY, |all, friend| all | friend.target);
        found.question.shut = region.shut_beside(&living);
        (!found.friends.is_empty()).then_some(found)
    }
}

impl DfPnReader {
    /// Those of the regions that are joined to friends who live, and the positions that it took to
    /// see.
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
    use crate::{Board, Color, Point, Reader, ReferenceReader};

    /// A position by random moves on a small board, and one of its stones.
    fn played((width, height): (usize, usize), below: &mut impl FnMut(usize) -> usize) -> Option<(Board, Points)> {
        let mut board = Board::new(width as u8, height as u8).unwrap();
        for i in 0..width * height / 2 + below(30) {
            let _ = board.play(Point::new(below(width) as u8, below(height) as u8), Color::ALL[i % 2]);
        }
        board.pass();
        let stones: Vec<Point> = (board.all() - board.empty()).iter().collect();
        let is_small = board.empty().len() <= 10 && !stones.is_empty();
        is_small.then(|| (board, Points::single(stones[below(stones.len())])))
    }

    /// Lives in regions that rest on friends and on nothing that is taken for granted, on boards of
    /// that size, by random moves: the board's question, the region, and who is first. Until it is
    /// told to end, which must come in time.
    fn joined_lives(size: (usize, usize), seed: u64, until: &mut dyn FnMut(&Question, Joined, Role) -> bool) {
        use rand_core::{RngCore, SeedableRng};
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(20_000));
        let lives = |q: &Question, first| reader.read_way(q, first, Exits::Blocked, &limits).unwrap().outcome.lives();
        for _ in 0..100_000_000_u64 {
            let Some((board, target)) = played(size, &mut below) else { continue };
            let question = Question::around(&board, &target).unwrap();
            let Some(Regions { all, order, .. }) = Regions::of(&question) else { continue };
            let (joined, nodes) = reader.joined(order[0].iter().map(|&ring| &all[ring]), &limits);
            assert!(nodes <= limits.nodes / SHARE);
            for Joined { question: region, friends } in joined {
                assert_eq!(region.rests_on(&friends), Ok(()));
                let shown = friends.iter().fold(Points::EMPTY, |all, friend| all | board.beside(&friend.target));
                if !region.lives_at().within(&shown) || friends.iter().any(|friend| !friend.away.is_empty()) {
                    continue;
                }
                assert_eq!(region.rests_on(&friends), Ok(()));
                let alone = Question { away: region.away - shown, ..region.clone() };
                for first in Role::ALL.into_iter().filter(|&first| lives(&region, first) && !lives(&alone, first)) {
                    let joined = Joined { question: region.clone(), friends: friends.clone() };
                    if until(&question, joined, first) {
                        return;
                    }
                }
            }
        }
        panic!("too few");
    }

    /// Such a life is one on the whole board, where no wall holds, so often.
    fn compare(size: (usize, usize), cases: u64, seed: u64, truth: impl Fn(&Question, Role) -> Outcome) -> u64 {
        let mut compared = 0;
        joined_lives(size, seed, &mut |question, Joined { question: region, .. }, first| {
            let (all, none) = (question.board.all(), Points::EMPTY);
            let whole = Question { region: all, wall: none, exits: none, held: none, away: none, ..question.clone() };
            let truth = truth(&whole, first);
            let dies = truth.high < Class::Seki;
            assert!(!dies, "{}{first} first: {truth}, but lives in {}", whole.board, region.picture());
            compared += u64::from(truth.lives());
            compared >= cases
        });
        compared
    }

    fn set(name: &str, usual: u64) -> u64 {
        std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(usual)
    }

    /// The board read as an enclosed question. (`TESUJI_CASES` comparisons by `TESUJI_SEED`.)
    #[test]
    fn who_is_joined_to_friends_lives_on_the_board() {
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(60_000));
        let by_search = |whole: &Question, first: Role| reader.read_first(whole, first, &limits).unwrap().outcome;
        let compared = compare((6, 4), set("TESUJI_CASES", 100), set("TESUJI_SEED", 1), by_search);
        println!("{compared} lives that rest on a friend");
    }

    /// The same by the whole graph of the board, which shares nothing with the search.
    #[test]
    fn who_is_joined_to_friends_lives_by_the_whole_graph() {
        let limits = Limits::default().with_nodes(20_000);
        let by_graph =
            |whole: &Question, first: Role| ReferenceReader.read_first(whole, first, &limits).unwrap().outcome;
        let compared = compare((5, 3), set("TESUJI_CASES", 20), set("TESUJI_SEED", 1), by_graph);
        println!("{compared} lives that rest on a friend");
    }

    /// An answer that rests on friends is proved with their lives; without them, or with regions
    /// that have points in common, it is not. And such answers are told.
    #[test]
    fn a_life_by_friends_is_proved_with_theirs() {
        let (reader, limits) = (DfPnReader::new(), Limits::default().with_nodes(5_000));
        let (mut proved, mut told) = (0, 0);
        joined_lives((6, 4), 3, &mut |question, Joined { question: region, friends }, first| {
            let found = reader.read_widening(question, first, &limits).unwrap();
            told += u64::from(!found.friends.is_empty());
            if !found.friends.is_empty() {
                let proof = found.prove(&reader, first, &limits).unwrap();
                assert_eq!(found.check(&proof, first).unwrap(), Ok(()), "{}", question.board);
            }
            let reading = reader.read_way(&region, first, Exits::Blocked, &limits).unwrap();
            let found = Widened { friends, ..Widened::of(region, reading) };
            refuses_what_is_damaged(&found, &found.prove(&reader, first, &limits).unwrap(), first);
            proved += 1;
            proved >= 20 && told > 0
        });
    }

    fn refuses_what_is_damaged(found: &Widened, proof: &Proved, first: Role) {
        let friend = &found.friends[0];
        let name = friend.target.first().unwrap().name(friend.board.size().1);
        let words = found.assumed().unwrap_or_default();
        assert!(words.contains(&format!("'s chain at {name} lives by itself")), "{words}");
        let check = |found: &Widened, proof: &Proved| found.check(proof, first).unwrap();
        assert_eq!(check(found, proof), Ok(()));
        let refused = |found: &Widened, proof: &Proved| check(found, proof).unwrap_err();
        let without = Proved { friends: Vec::new(), ..proof.clone() };
        assert_eq!(refused(found, &without), "a friend without a proof");
        let mut damaged = proof.clone();
        damaged.friends[0].certificates.clear();
        assert!(refused(found, &damaged).starts_with("a friend: no proof"));
        let mut within = found.clone();
        within.friends[0].region |= found.question.region;
        assert_eq!(refused(&within, proof), format!("the friend at {name}: its region has points of another one"));
        let mut given = found.clone();
        given.friends[0].wall = given.friends[0].wall - found.question.region;
        let why = format!("the friend at {name}: points of the region are not the attacker's in its own");
        assert_eq!(refused(&given, proof), why);
        let mut other = found.clone();
        other.friends[0].target = found.question.target;
        assert!(refused(&other, proof).starts_with("the friend at "));
    }
}
