//! Mill as a game of [`tesuji_solver::reading`], and the closers: sound static verdicts with a
//! name.

use super::state::{Kernel, State, Step};

use crate::position::Colour;
use std::sync::LazyLock;
use tesuji_solver::reading::{Closer, Game, Interval, Outcome, Side};
use tesuji_solver::{TechniqueId, Tier};

/// The game without draws by counting: play that never ends is a draw.
#[derive(Clone, Copy, Debug)]
pub struct Mill(pub Kernel);

/// A position with the side to move: White is [`Side::First`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turned {
    /// The men.
    pub state: State,
    /// Who is to move.
    pub side: Colour,
}

impl Game for Mill {
    type Position = Turned;
    type Move = Step;
    type Value = Outcome;

    fn side(&self, at: &Turned) -> Side {
        match at.side {
            Colour::White => Side::First,
            Colour::Black => Side::Second,
        }
    }

    fn moves(&self, at: &Turned, to: &mut Vec<Step>) {
        self.0.turns(&at.state, |step| to.push(step));
    }

    fn play(&self, at: &Turned, mv: Step) -> Turned {
        Turned { state: self.0.play(&at.state, mv), side: at.side.other() }
    }

    fn verdict(&self, at: &Turned) -> Option<Outcome> {
        self.0.lost(&at.state).then(|| Outcome::won_by(self.side(at).other()))
    }

    fn endless(&self) -> Outcome {
        Outcome::Draw
    }
}

/// The lemma of a closer: the side to move has won, has lost, or nothing is said.
type Lemma = fn(&Kernel, &State) -> Option<bool>;

struct Named {
    id: TechniqueId,
    tier: Tier,
    lemma: Lemma,
}

impl Closer<Mill> for Named {
    fn id(&self) -> &TechniqueId {
        &self.id
    }

    fn tier(&self) -> Tier {
        self.tier
    }

    fn close(&self, game: &Mill, at: &Turned) -> Option<Interval<Outcome>> {
        let wins = (self.lemma)(&game.0, &at.state)?;
        let side = if wins { game.side(at) } else { game.side(at).other() };
        Some(Interval::exact(Outcome::won_by(side)))
    }
}

/// The side to move closes a mill against three men, none in hand: one is taken, two are too few.
pub fn decisive_mill(kernel: &Kernel, at: &State) -> Option<bool> {
    (at.enemy_total() == 3 && kernel.closing_points(at) != 0 && at.enemy != 0).then_some(true)
}

/// The side to move can leave the other side without a move.
pub fn shut_in(kernel: &Kernel, at: &State) -> Option<bool> {
    let mut found = false;
    kernel.turns(at, |step| found = found || kernel.blocked(&kernel.play(at, step)));
    found.then_some(true)
}

/// The other side can't hinder a mill: the side to move has three men in all, can close no mill
/// itself, and the other side threatens at more points than one man can occupy. The fork that
/// decides.
///
/// Sound: the side to move changes one point from empty to occupied and none of the threats in any
/// other way; a threat needs nothing but its point empty. So one threat of two stays, and it takes
/// the third man. Shutting the other side in is no way out: a side with a threat left has a move.
pub fn fork(kernel: &Kernel, at: &State) -> Option<bool> {
    if at.own_total() != 3 || kernel.lost(at) || kernel.closing_points(at) != 0 {
        return None;
    }
    (kernel.closing_points(&at.passed()).count_ones() >= 2).then_some(false)
}

fn lemmas() -> Vec<Named> {
    let named = |id, tier, lemma: Lemma| Named { id: TechniqueId::new(id), tier, lemma };
    vec![
        named("decisive-mill", Tier::Beginner, decisive_mill),
        named("shut-in", Tier::Easy, shut_in),
        named("fork", Tier::Medium, fork),
    ]
}

static CLOSERS: LazyLock<Vec<Named>> = LazyLock::new(lemmas);

/// The closers, in the catalog's order.
pub fn closers() -> Vec<&'static dyn Closer<Mill>> {
    CLOSERS.iter().map(|c| c as &dyn Closer<Mill>).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::testing::men;

    /// A positive and a negative case each.
    #[test]
    fn what_the_closers_say() {
        let kernel = Kernel::standard();
        for (lemma, own, enemy, says) in [
            // b4-a4 closes a mill against three men; against four.
            (decisive_mill as Lemma, "a1 a7 b4 f2", "d5 e4 d3", Some(true)),
            (decisive_mill, "a1 a7 b4 f2", "d5 e4 d3 c3", None),
            // d6-d7 takes the last way out; from f6 nobody gets there.
            (shut_in, "b4 d2 g1 d6", "a1 a4 d1 a7", Some(true)),
            (shut_in, "b4 d2 g1 f6", "a1 a4 d1 a7", None),
            // g4-g7 and b4-a4 threaten; without the man on b4 only one does.
            (fork, "d5 e4 c3", "a7 d7 a1 g4 b4", Some(false)),
            (fork, "d5 e4 c3", "a7 d7 a1 g4", None),
        ] {
            assert_eq!(lemma(&kernel, &men(own, enemy)), says, "{own} | {enemy}");
        }
    }

    /// Sound: what a closer says of random positions, plain search confirms within three plies.
    #[test]
    fn closers_are_sound() {
        fn wins(kernel: &Kernel, at: &State, plies: u32) -> bool {
            plies > 0
                && !kernel.lost(at)
                && kernel.all_turns(at).iter().any(|s| loses(kernel, &kernel.play(at, *s), plies - 1))
        }
        fn loses(kernel: &Kernel, at: &State, plies: u32) -> bool {
            kernel.lost(at)
                || plies > 0 && kernel.all_turns(at).iter().all(|s| wins(kernel, &kernel.play(at, *s), plies - 1))
        }
        let kernel = Kernel::standard();
        let mut mixed = 0x9e37_79b9_u32;
        let mut said = [0_u32; 3];
        for round in 0..6000_u32 {
            let mut left: Vec<u32> = (0..24).collect();
            let mut take = |n: u32| {
                (0..n).fold(0, |s, _| {
                    mixed ^= mixed << 13;
                    mixed ^= mixed >> 17;
                    mixed ^= mixed << 5;
                    s | 1 << left.remove(mixed as usize % left.len())
                })
            };
            let (own, enemy) = (3 + round % 5, 3 + round / 5 % 3);
            let at = State::moving(take(own), take(enemy));
            if kernel.lost(&at) {
                continue;
            }
            for (i, lemma) in [decisive_mill as Lemma, shut_in, fork].into_iter().enumerate() {
                match lemma(&kernel, &at) {
                    None => continue,
                    Some(true) => assert!(wins(&kernel, &at, 1), "{at:?}"),
                    Some(false) => assert!(loses(&kernel, &at, 2), "{at:?}"),
                }
                said[i] += 1;
            }
        }
        assert!(said[0] > 20 && said[2] > 5, "{said:?}: the sample says nothing");
    }
}
