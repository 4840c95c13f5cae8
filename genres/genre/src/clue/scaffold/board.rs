//! A board with all clues that were seen on it as one network, compiled once for many candidates:
//! a completion with its clues is a set of rules in play.

use crate::clue::genre::{ClueGenre, Clues, Place, rules_of};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_solver::tabled::{Plan, Tables};
use tesuji_solver::{Catalog, Network, RuleId, Tier};

/// Candidates with new clues before the first plan of all clues.
const FIRST: u32 = 16;
/// Rules and sites of a plan for many candidates; with more, they begin anew.
const MOST_RULES: usize = 1_024;
const MOST_SITES: usize = 16_384;

/// A network for sets of clues on a board.
struct BoardRules<G: ClueGenre> {
    structure: Arc<G::Structure>,
    network: Arc<Network>,
    /// By place: the clues that were seen there, and their rules.
    seen: BTreeMap<Place, Vec<(G::Clue, Vec<RuleId>)>>,
    /// By rule of the network: where it stands.
    stands: Vec<Stand>,
    /// Rules of clues between the same others go by their class before they go by their place.
    by_class: bool,
}

/// The network with techniques compiled for it.
pub(super) struct BoardPlan<G: ClueGenre> {
    rules: BoardRules<G>,
    pub(super) plan: Arc<Plan>,
}

/// The parts that stay from candidate to candidate.
pub(super) struct Boards<G: ClueGenre> {
    plan: Arc<BoardPlan<G>>,
    /// With the clues that were seen since, if there are any.
    more: Option<BoardRules<G>>,
    /// Candidates that had clues which the plan did not know.
    missed: u32,
    /// Is the network without the rules of clues that of a puzzle without clues? Else it may differ
    /// from candidate to candidate. `None`: nobody asked.
    is_common: Option<bool>,
}

/// Where a rule stands: those in play keep the order that they have in the candidate's own network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stand {
    /// Number of rules of no clue before it.
    after: u32,
    /// It is of no clue itself.
    is_common: bool,
    class: u16,
    /// Its place, the number of the clue among those seen there, its own among those of the clue.
    place: Place,
    clue: u16,
    number: u16,
}

impl<G: ClueGenre> Boards<G> {
    /// A plan for a candidate. The one at hand serves if it is of the same board and knows all clues.
    /// Else a plan of the candidate alone is made, and at the 16th, 32nd, 64th … of these one of all
    /// clues that were seen. `None`: the techniques have no such form, or clues can't be left out of a
    /// network.
    pub(super) fn plan(
        held: &mut Option<Boards<G>>,
        genre: &G,
        (structure, full): (&Arc<G::Structure>, &Clues<G::Clue>),
        (catalog, most): (&Catalog, Tier),
        tables: &mut Tables,
    ) -> Option<Arc<BoardPlan<G>>> {
        if tables.are_full() {
            (*tables, *held) = (Tables::default(), None);
        }
        let is_same = |held: &Boards<G>| genre.is_same_structure(&held.plan.rules.structure, structure);
        let mut same = held.take().filter(is_same);
        if let Some(same) = &mut same {
            same.is_common.get_or_insert_with(|| same.plan.rules.is_common(genre));
        }
        if same.as_ref().is_some_and(|same| same.is_common == Some(false)) {
            *held = same;
            return Candidate::of(genre, structure, full)?.compiled(catalog, most, tables);
        }
        let is_known = |same: &Boards<G>| full.iter().all(|(place, clue)| same.plan.rules(*place, clue).is_some());
        if same.as_ref().is_some_and(is_known) {
            *held = same;
            return held.as_ref().map(|held| Arc::clone(&held.plan));
        }
        let candidate = Candidate::of(genre, structure, full)?;
        let known = |same: &Boards<G>| {
            let rules = same.more.as_ref().unwrap_or(&same.plan.rules);
            candidate.rules(Some(rules), rules.by_class)
        };
        let more = same.and_then(|same| Some((known(&same)?, same)));
        let Some((more, Boards { plan, missed, is_common, .. })) = more else {
            let plan = candidate.compiled(catalog, most, tables)?;
            *held = Some(Boards { plan: Arc::clone(&plan), more: None, missed: 0, is_common: None });
            return Some(plan);
        };
        if more.stands.len() == plan.rules.stands.len() {
            // The clues are no rules.
            let plan = Arc::new(BoardPlan { rules: more, plan: Arc::clone(&plan.plan) });
            *held = Some(Boards { plan: Arc::clone(&plan), more: None, missed, is_common });
            return Some(plan);
        }
        let missed = missed + 1;
        if missed < FIRST || !missed.is_power_of_two() {
            *held = Some(Boards { plan, more: Some(more), missed, is_common });
            return candidate.compiled(catalog, most, tables);
        }
        let alone = candidate.compiled(catalog, most, tables)?;
        let times = more.switched().len() as f64 / alone.rules.switched().len().max(1) as f64;
        let is_small = alone.plan.len_with(times) <= MOST_SITES;
        let all = if is_small { more.compiled(catalog, (most, MOST_SITES), tables) } else { None };
        let plan = all.unwrap_or(alone);
        *held = Some(Boards { plan: Arc::clone(&plan), more: None, missed, is_common });
        Some(plan)
    }
}

impl<G: ClueGenre> BoardPlan<G> {
    /// The rules of a clue, if it was seen.
    pub(super) fn rules(&self, place: Place, clue: &G::Clue) -> Option<&[RuleId]> {
        let (_, rules) = self.rules.seen.get(&place)?.iter().find(|(seen, _)| seen == clue)?;
        Some(rules)
    }
}

/// A completion with its clues and its own network.
struct Candidate<'c, G: ClueGenre> {
    structure: &'c Arc<G::Structure>,
    full: &'c Clues<G::Clue>,
    network: Arc<Network>,
    /// By place: the rules of clues.
    of: Vec<(Place, RuleId)>,
}

impl<'c, G: ClueGenre> Candidate<'c, G> {
    fn of(genre: &G, structure: &'c Arc<G::Structure>, full: &'c Clues<G::Clue>) -> Option<Self> {
        if genre.clues_are_domains(structure) {
            return None;
        }
        let network = Arc::clone(&genre.layout(structure, full).ok()?.network);
        let of = if genre.clues_are_optional() { rules_of(genre, structure, &network)? } else { Vec::new() };
        Some(Candidate { structure, full, network, of })
    }

    /// A plan of the candidate alone.
    fn compiled(&self, catalog: &Catalog, most: Tier, tables: &mut Tables) -> Option<Arc<BoardPlan<G>>> {
        self.alone()?.compiled(catalog, (most, usize::MAX), tables)
    }

    /// The candidate's own rules.
    fn alone(&self) -> Option<BoardRules<G>> {
        self.rules(None, false).or_else(|| self.rules(None, true))
    }

    /// The rules of other candidates, and of this one; `None`: they don't go together.
    fn rules(&self, other: Option<&BoardRules<G>>, by_class: bool) -> Option<BoardRules<G>> {
        let own = self.stands(other, by_class)?;
        let mut all: Vec<(Stand, &Network, RuleId)> = Vec::new();
        if let Some(other) = other {
            let network = &*other.network;
            if network.domains() != self.network.domains() {
                return None;
            }
            let mut common = own.iter().filter(|(stand, _)| stand.is_common);
            for (&stand, id) in other.stands.iter().zip(network.rule_ids()) {
                if stand.is_common {
                    let (_, same) = common.next()?;
                    if network.spec(id) != self.network.spec(*same) || network.origin(id) != self.network.origin(*same)
                    {
                        return None;
                    }
                }
                all.push((stand, network, id));
            }
            if common.next().is_some() {
                return None;
            }
        }
        let known = |stand: &Stand| {
            let at = |other: &BoardRules<G>| {
                other.stands.binary_search_by_key(&stand.order(by_class), |s| s.order(by_class))
            };
            other.is_some_and(|other| at(other).is_ok())
        };
        let new = own.iter().filter(|(stand, _)| !known(stand));
        all.extend(new.map(|&(stand, id)| (stand, &*self.network, id)));
        all.sort_by_key(|(stand, ..)| stand.order(by_class));
        if other.is_some() && all.len() > MOST_RULES {
            return None;
        }
        let bare = |at: &Vec<(G::Clue, Vec<RuleId>)>| at.iter().map(|(clue, _)| (clue.clone(), Vec::new())).collect();
        let mut seen: BTreeMap<Place, Vec<(G::Clue, Vec<RuleId>)>> =
            other.iter().flat_map(|other| &other.seen).map(|(&place, at)| (place, bare(at))).collect();
        for (&place, clue) in self.full {
            let at = seen.entry(place).or_default();
            if !at.iter().any(|(known, _)| known == clue) {
                at.push((clue.clone(), Vec::new()));
            }
        }
        let stands: Vec<Stand> = all.iter().map(|(stand, ..)| *stand).collect();
        for (stand, id) in stands.iter().zip((0..).map(RuleId)).filter(|(stand, _)| !stand.is_common) {
            seen.get_mut(&stand.place)?.get_mut(usize::from(stand.clue))?.1.push(id);
        }
        let network = match other {
            Some(_) => Arc::new(Network::of_rules(&self.network, all.iter().map(|&(_, network, id)| (network, id)))),
            None => Arc::clone(&self.network),
        };
        Some(BoardRules { structure: Arc::clone(self.structure), network, seen, stands, by_class })
    }

    /// Where the candidate's rules stand; `None`: not in the order of places.
    fn stands(&self, other: Option<&BoardRules<G>>, by_class: bool) -> Option<Vec<(Stand, RuleId)>> {
        let place_of: BTreeMap<RuleId, Place> = self.of.iter().map(|&(place, rule)| (rule, place)).collect();
        let mut numbers: BTreeMap<Place, u16> = BTreeMap::new();
        let mut after = 0;
        let mut own = Vec::new();
        for id in self.network.rule_ids() {
            let class = self.network.origin(id).map_or(0, |origin| origin.class);
            let place = place_of.get(&id);
            let before = after;
            after += u32::from(place.is_none());
            let Some(&place) = place else {
                own.push((Stand { after: before, is_common: true, class, place: 0, clue: 0, number: 0 }, id));
                continue;
            };
            let number = numbers.entry(place).or_default();
            let clue = self.full.get(&place)?;
            let clue = match other.and_then(|other| other.seen.get(&place)) {
                Some(known) => known.iter().position(|(seen, _)| seen == clue).unwrap_or(known.len()),
                None => 0,
            };
            own.push((Stand { after, is_common: false, class, place, clue: clue as u16, number: *number }, id));
            *number += 1;
        }
        own.is_sorted_by_key(|(stand, _)| stand.order(by_class)).then_some(own)
    }
}

impl<G: ClueGenre> BoardRules<G> {
    /// Compiles techniques up to a tier; `None`: there would be more sites than this number.
    fn compiled(self, catalog: &Catalog, most: (Tier, usize), tables: &mut Tables) -> Option<Arc<BoardPlan<G>>> {
        let plan = Plan::new(Arc::clone(&self.network), catalog, most, &self.switched(), tables)?;
        Some(Arc::new(BoardPlan { rules: self, plan: Arc::new(plan) }))
    }

    /// Are the rules of no clue those of a puzzle without clues?
    fn is_common(&self, genre: &G) -> bool {
        let Ok(bare) = genre.layout(&self.structure, &Clues::new()) else { return false };
        let (own, bare) = (&self.network, &bare.network);
        let common = self.stands.iter().zip(own.rule_ids()).filter(|(stand, _)| stand.is_common);
        let common = common.map(|(_, id)| (own.spec(id), own.origin(id)));
        own.domains() == bare.domains() && common.eq(bare.rule_ids().map(|id| (bare.spec(id), bare.origin(id))))
    }

    /// The rules of clues.
    fn switched(&self) -> Vec<RuleId> {
        let of_clue = self.stands.iter().zip(self.network.rule_ids()).filter(|(stand, _)| !stand.is_common);
        of_clue.map(|(_, id)| id).collect()
    }
}

impl<G: ClueGenre> Clone for BoardRules<G> {
    fn clone(&self) -> Self {
        let (structure, network) = (Arc::clone(&self.structure), Arc::clone(&self.network));
        BoardRules { structure, network, seen: self.seen.clone(), stands: self.stands.clone(), by_class: self.by_class }
    }
}

impl Stand {
    fn order(&self, by_class: bool) -> (u32, bool, u16, Place, u16, u16) {
        let class = if by_class { self.class } else { 0 };
        (self.after, self.is_common, class, self.place, self.clue, self.number)
    }
}
