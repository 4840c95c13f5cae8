//! A board with all clues that were seen on it as one network, compiled once for many candidates:
//! a completion with its clues is a set of rules in play.

use crate::clue::genre::{ClueGenre, Clues, Place};
use std::collections::BTreeMap;
use std::sync::Arc;
use tesuji_solver::tabled::{Plan, Tables};
use tesuji_solver::{Catalog, Network, RuleId, Tier};

/// Rules and sites of one plan; with more, a plan is made for each candidate alone.
const MOST_RULES: usize = 1_024;
const MOST_SITES: usize = 8_192;

/// A board's plan, and the rules of the clues that were seen.
pub(super) struct BoardPlan<G: ClueGenre> {
    structure: Arc<G::Structure>,
    pub(super) plan: Arc<Plan>,
    /// By place: the clues that were seen there, and their rules.
    seen: BTreeMap<Place, Vec<(G::Clue, Vec<RuleId>)>>,
    /// By rule of the plan's network: what it is of.
    stands: Vec<Stand>,
    /// Rules of clues between the same others go by their class before they go by their place.
    by_class: bool,
}

/// Where a rule stands: those in play keep the order that they have in the candidate's own network.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stand {
    /// So many rules of no clue stand before it.
    after: u32,
    /// It is of no clue itself.
    is_common: bool,
    class: u16,
    /// Its place, the number of the clue among those seen there, its own among those of the clue.
    place: Place,
    clue: u16,
    number: u16,
}

impl<G: ClueGenre> BoardPlan<G> {
    /// A plan for a candidate: the one at hand, if it is of the same board and has all of the
    /// candidate's clues, else the same with more, else one of the candidate alone. `None`: the
    /// techniques have no such form, or clues can't be left out of a network.
    pub(super) fn of(
        held: &mut Option<Arc<BoardPlan<G>>>,
        genre: &G,
        (structure, full): (&Arc<G::Structure>, &Clues<G::Clue>),
        catalog: &Catalog,
        tables: &mut Tables,
    ) -> Option<Arc<BoardPlan<G>>> {
        if tables.are_full() {
            (*tables, *held) = (Tables::default(), None);
        }
        let same = held.take().filter(|held| genre.is_same_structure(&held.structure, structure));
        if let Some(same) = &same
            && full.iter().all(|(place, clue)| same.rules(*place, clue).is_some())
        {
            *held = Some(Arc::clone(same));
            return held.clone();
        }
        if genre.clues_are_domains(structure) {
            return None;
        }
        let network = Arc::clone(&genre.layout(structure, full).ok()?.network);
        let rules = if genre.clues_are_optional() { genre.clue_rules(structure, &network)? } else { Vec::new() };
        let candidate = Candidate { structure, full, network: &network, of: rules.into_iter().collect() };
        let more = same.and_then(|same| candidate.plan(Some(&same), same.by_class, catalog, tables));
        let made = more.or_else(|| candidate.plan(None, false, catalog, tables));
        let made = Arc::new(made.or_else(|| candidate.plan(None, true, catalog, tables))?);
        *held = Some(Arc::clone(&made));
        Some(made)
    }

    /// The rules of a clue, if it was seen.
    pub(super) fn rules(&self, place: Place, clue: &G::Clue) -> Option<&[RuleId]> {
        let (_, rules) = self.seen.get(&place)?.iter().find(|(seen, _)| seen == clue)?;
        Some(rules)
    }
}

/// A completion with its clues and its own network.
struct Candidate<'c, G: ClueGenre> {
    structure: &'c Arc<G::Structure>,
    full: &'c Clues<G::Clue>,
    network: &'c Network,
    /// By place and rule: the rules of clues.
    of: Vec<(Place, RuleId)>,
}

impl<G: ClueGenre> Candidate<'_, G> {
    /// A plan of the rules of another one, and of the candidate's; `None`: they don't go together.
    fn plan(
        &self,
        other: Option<&BoardPlan<G>>,
        by_class: bool,
        catalog: &Catalog,
        tables: &mut Tables,
    ) -> Option<BoardPlan<G>> {
        let own = self.stands(other, by_class)?;
        let is_new = |stand: &Stand| match other {
            Some(other) => other.stands.binary_search_by(|known| known.order(by_class).cmp(&stand.order(by_class))).is_err(),
            None => true,
        };
        let mut all: Vec<(Stand, &Network, RuleId)> = Vec::new();
        if let Some(other) = other {
            let network = other.plan.network();
            if network.domains() != self.network.domains() {
                return None;
            }
            all.extend(other.stands.iter().copied().zip(network.rule_ids()).map(|(stand, id)| (stand, &**network, id)));
        }
        let mut known = all.iter().filter(|(stand, ..)| stand.is_common);
        for (stand, id) in &own {
            if stand.is_common && other.is_some() {
                let (_, network, same) = known.next()?;
                if network.spec(*same) != self.network.spec(*id) || network.origin(*same) != self.network.origin(*id) {
                    return None;
                }
            }
        }
        if known.next().is_some() {
            return None;
        }
        let new: Vec<_> = own.iter().filter(|(stand, _)| is_new(stand)).collect();
        let mut seen = other.map(|other| other.clues()).unwrap_or_default();
        for (&place, clue) in self.full {
            let at: &mut Vec<(G::Clue, Vec<RuleId>)> = seen.entry(place).or_default();
            if !at.iter().any(|(known, _)| known == clue) {
                at.push((clue.clone(), Vec::new()));
            }
        }
        let is_same = new.is_empty() && other.is_some();
        all.extend(new.into_iter().map(|&(stand, id)| (stand, self.network, id)));
        all.sort_by_key(|(stand, ..)| stand.order(by_class));
        if other.is_some() && all.len() > MOST_RULES {
            return None;
        }
        let stands: Vec<Stand> = all.iter().map(|(stand, ..)| *stand).collect();
        for (stand, id) in stands.iter().zip((0..).map(RuleId)).filter(|(stand, _)| !stand.is_common) {
            seen.get_mut(&stand.place)?.get_mut(usize::from(stand.clue))?.1.push(id);
        }
        let plan = match other.filter(|_| is_same) {
            Some(other) => Arc::clone(&other.plan),
            None => {
                let network = Network::of_rules(self.network, all.iter().map(|&(_, network, id)| (network, id)));
                let switched: Vec<RuleId> =
                    stands.iter().zip((0..).map(RuleId)).filter(|(stand, _)| !stand.is_common).map(|(_, id)| id).collect();
                Arc::new(Plan::new(Arc::new(network), catalog, Tier::Medium, &switched, tables)?)
            }
        };
        if other.is_some() && plan.len() > MOST_SITES {
            return None;
        }
        Some(BoardPlan { structure: Arc::clone(self.structure), plan, seen, stands, by_class })
    }

    /// Where the candidate's rules stand; `None`: not in the order of places.
    fn stands(&self, other: Option<&BoardPlan<G>>, by_class: bool) -> Option<Vec<(Stand, RuleId)>> {
        let place_of: BTreeMap<RuleId, Place> = self.of.iter().map(|&(place, rule)| (rule, place)).collect();
        let mut numbers: BTreeMap<Place, u16> = BTreeMap::new();
        let mut after = 0;
        let mut own = Vec::new();
        for id in self.network.rule_ids() {
            let class = self.network.origin(id).map_or(0, |origin| origin.class);
            let Some(&place) = place_of.get(&id) else {
                own.push((Stand { after, is_common: true, class, place: 0, clue: 0, number: 0 }, id));
                after += 1;
                continue;
            };
            let number = numbers.entry(place).or_default();
            let clue = self.full.get(&place)?;
            let known = other.and_then(|other| other.seen.get(&place));
            let at = known.map_or(Some(0), |known| known.iter().position(|(seen, _)| seen == clue));
            let clue = at.or(known.map(Vec::len)).unwrap_or(0) as u16;
            own.push((Stand { after, is_common: false, class, place, clue, number: *number }, id));
            *number += 1;
        }
        own.is_sorted_by_key(|(stand, _)| stand.order(by_class)).then_some(own)
    }
}

impl<G: ClueGenre> BoardPlan<G> {
    /// The clues that were seen, without their rules.
    fn clues(&self) -> BTreeMap<Place, Vec<(G::Clue, Vec<RuleId>)>> {
        let bare = |at: &Vec<(G::Clue, Vec<RuleId>)>| at.iter().map(|(clue, _)| (clue.clone(), Vec::new())).collect();
        self.seen.iter().map(|(&place, at)| (place, bare(at))).collect()
    }
}

impl Stand {
    fn order(&self, by_class: bool) -> (u32, bool, u16, Place, u16, u16) {
        let class = if by_class { self.class } else { 0 };
        (self.after, self.is_common, class, self.place, self.clue, self.number)
    }
}
