//! A judge by whole graphs.

use super::threats::{Ignored, ThreatGraph};
use crate::Role;
use crate::read::{Area, State, Supply};
use crate::study::Judge;
use std::rc::Rc;
use tesuji_solver::{Limits, Stop};

/// Judges by the labels of whole graphs: the reference. One graph has all positions that can arise,
/// and from its labels without threats follow those with one, with two and so on.
pub struct GraphJudge {
    area: Area,
    limits: Limits,
    graphs: Vec<Labelled>,
    /// Positions whose graph is beyond the limits: it is not explored again.
    beyond: Vec<(State, Stop)>,
    nodes: u64,
}

/// Which positions are captured.
type Labels = Rc<Vec<bool>>;

/// A graph with the labels that were asked for.
struct Labelled {
    graph: ThreatGraph,
    captured: Vec<bool>,
    has_ko: bool,
    /// With no, one, two … threats of that side.
    with: [Vec<Labels>; 2],
    /// With as many threats of that side as it likes.
    always: [Option<Labels>; 2],
}

impl Labelled {
    fn explore(area: &Area, root: &State, limits: &Limits) -> Result<Labelled, Stop> {
        let over = |s: &State| area.is_captured(s) || area.has_escaped(s);
        // The index and the labels take a quarter of the memory.
        let limits = limits.clone().with_memory(limits.memory / 4 * 3);
        let graph = ThreatGraph::explore(area, &[*root], over, &limits, true)?;
        let captured = graph.all(|s| area.is_captured(s));
        let has_ko = graph.states.iter().any(|s| s.ko != State::NO_KO);
        Ok(Labelled { graph, captured, has_ko, with: Default::default(), always: Default::default() })
    }

    /// The place of a position, whatever threats there are.
    fn place(&self, at: &State) -> Option<usize> {
        let without = State { supply: Supply::NONE, ..*at };
        let found = self.graph.place_of(&without);
        // Who may ignore all bans has none in his positions; in the graph they are those with any
        // ban.
        let any_ban = || {
            let banned = |&ko: &u8| 1_u64.checked_shl(ko.into()).is_some_and(|b| b & (at.attacker | at.defender) == 0);
            let bans = (0..State::NO_KO).filter(banned);
            at.supply
                .unlimited(at.turn)
                .then(|| bans.map(|ko| State { ko, ..without }))?
                .find_map(|s| self.graph.place_of(&s))
        };
        found.or_else(any_ban).map(|place| place as usize)
    }

    fn labels(&mut self, supply: Supply) -> Labels {
        let kills = |ignored: &Ignored<'_>| Rc::new(self.graph.forced(Role::Attacker, &self.captured, ignored));
        let role = if supply.has(Role::Attacker) { Role::Attacker } else { Role::Defender };
        if supply.unlimited(role) {
            let always = &mut self.always[role as usize];
            return Rc::clone(always.get_or_insert_with(|| kills(&Ignored::Always(role))));
        }
        let with = &mut self.with[role as usize];
        let threats = usize::from(supply.0.unsigned_abs());
        while with.len() <= threats {
            let more = match with.as_slice() {
                [] => kills(&Ignored::Never),
                // One more that makes no difference: nor does any other.
                [.., fewer, last] if fewer == last => Rc::clone(last),
                [.., last] => kills(&Ignored::Once(role, last)),
            };
            with.push(more);
        }
        Rc::clone(&with[threats])
    }
}

impl std::fmt::Debug for GraphJudge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GraphJudge").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl GraphJudge {
    /// A judge of an area; the limits hold for each graph.
    #[must_use]
    pub fn new(area: Area, limits: &Limits) -> GraphJudge {
        GraphJudge { area, limits: limits.clone(), graphs: Vec::new(), beyond: Vec::new(), nodes: 0 }
    }

    /// The graph that a position is in, and its place.
    fn graph(&mut self, at: &State) -> Result<(&mut Labelled, usize), Stop> {
        let known = self.graphs.iter().enumerate().find_map(|(i, g)| Some((i, g.place(at)?)));
        let (i, place) = match known {
            Some(known) => known,
            None => {
                let root = State { supply: Supply::NONE, ..*at };
                if let Some((_, stop)) = self.beyond.iter().find(|(beyond, _)| *beyond == root) {
                    return Err(*stop);
                }
                let graph = Labelled::explore(&self.area, &root, &self.limits);
                let graph = graph.inspect_err(|&stop| self.beyond.push((root, stop)))?;
                self.nodes += graph.graph.states.len() as u64;
                self.graphs.push(graph);
                // It was explored from there.
                (self.graphs.len() - 1, 0)
            }
        };
        Ok((&mut self.graphs[i], place))
    }
}

impl Judge for GraphJudge {
    fn area(&self) -> &Area {
        &self.area
    }

    fn kills(&mut self, at: &State) -> Result<bool, Stop> {
        let (graph, place) = self.graph(at)?;
        Ok(graph.labels(at.supply)[place])
    }

    fn free_of_ko(&mut self, at: &State) -> bool {
        self.graph(at).is_ok_and(|(graph, _)| !graph.has_ko)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Question;
    use crate::read::sample::enclosed;
    use crate::read::{Exits, LifeGame};
    use rand_core::SeedableRng;
    use tesuji_solver::reading::{Outcome, fixpoint};

    /// The labels of every position of random groups, with every number of threats, are those of
    /// the generic fixpoint, which has a graph for each number.
    #[test]
    fn labels_are_those_of_the_generic_fixpoint() {
        let mut compared = [0_u32; 2];
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        for question in (0..40).filter_map(|_| enclosed(&mut rng, 5)) {
            compare(&question, &mut compared);
        }
        // A ko, and a target that may run.
        for picture in ["#XX#|XO.X|O.OX|xOOX|.OX#|OOX#", "!xOO.#|.x..#|O..x#|XX###"] {
            compare(&Question::from_picture(picture).unwrap(), &mut compared);
        }
        assert!(compared[0] > 20_000 && compared[1] > 200, "{compared:?}");
    }

    fn compare(question: &Question, compared: &mut [u32; 2]) {
        let area = Area::of(question, Exits::Free).unwrap();
        let limits = Limits::default().with_nodes(60_000);
        let mut judge = GraphJudge::new(area.clone(), &limits);
        for first in Role::ALL {
            for threats in [0, 1, -1, 2, -2, 3, -3, i8::MAX, -i8::MAX] {
                let mut root = area.state(question, first, Supply(threats));
                if root.supply.unlimited(first) {
                    root.ko = State::NO_KO;
                }
                let game = LifeGame { area: area.clone() };
                let whole = fixpoint(&game, [root], &limits);
                if !whole.graph().is_complete() {
                    continue;
                }
                for at in whole.graph().positions() {
                    let expected = whole.value(at) == Some(Outcome::Win);
                    assert_eq!(judge.kills(at), Ok(expected), "{at:?} in {}", question.picture());
                    compared[usize::from(at.ko != State::NO_KO)] += 1;
                }
            }
        }
    }
}
