//! Chosen variables that are matched to groups, one to each.

use super::chosen::Chosen;
use crate::laws::Consistency;
use crate::{Conflict, Domain, Encoder, Encoding, NetworkError, Rule, RuleKind, Store, Value, Var};

/// The chosen variables and the groups are matched one to one, each variable to a group that lists
/// it.
#[derive(Clone, Debug)]
pub struct Matching {
    chosen: Chosen,
    groups: Vec<Vec<u32>>,
    /// By place: the groups that list it.
    of: Vec<Vec<u32>>,
}

/// Partners of one side by place of the other, `None` for those without.
type Partners = Vec<Option<u32>>;

/// Finds a partner for `start`, moving others where that helps. `beside` lists who fits whom;
/// `partner` is by the places of the other side.
fn augment(start: usize, beside: &[Vec<u32>], may: &dyn Fn(usize) -> bool, partner: &mut Partners) -> bool {
    let mut from: Vec<Option<u32>> = vec![None; partner.len()];
    let mut queue = vec![start as u32];
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for &other in beside[at as usize].iter().filter(|&&o| may(o as usize)) {
            let other = other as usize;
            if from[other].is_some() {
                continue;
            }
            from[other] = Some(at);
            if let Some(taken) = partner[other] {
                queue.push(taken);
                continue;
            }
            // The way back: each takes over the partner that it reached.
            let mut end = other;
            while let Some(at) = from[end] {
                partner[end] = Some(at);
                if at as usize == start {
                    return true;
                }
                let Some(before) = (0..partner.len()).find(|&o| o != end && partner[o] == Some(at)) else { break };
                end = before;
            }
            return true;
        }
    }
    false
}

impl Matching {
    /// Variables `vars` are chosen by `values`; `groups` lists places of the scope.
    ///
    /// # Errors
    /// [`NetworkError::Malformed`] when a group lists a place that does not exist.
    pub fn new(vars: Vec<Var>, values: Domain, groups: Vec<Vec<u32>>) -> Result<Self, NetworkError> {
        let mut of = vec![Vec::new(); vars.len()];
        for (g, group) in groups.iter().enumerate() {
            for &place in group {
                let Some(list) = of.get_mut(place as usize) else {
                    let why = format!("a group lists place {place} of {}", vars.len());
                    return Err(NetworkError::Malformed { kind: RuleKind::Matching, why });
                };
                list.push(g as u32);
            }
        }
        Ok(Matching { chosen: Chosen { vars, values }, groups, of })
    }

    /// Partners for all groups among the places that `may`; by place. `None`: some group has none.
    fn groups_matched(&self, may: &dyn Fn(usize) -> bool) -> Option<Partners> {
        let mut partner = vec![None; self.of.len()];
        (0..self.groups.len()).all(|g| augment(g, &self.groups, may, &mut partner)).then_some(partner)
    }

    /// Groups for all places that are `sure`; by group. `None`: some place has none.
    fn places_matched(&self, sure: &dyn Fn(usize) -> bool) -> Option<Partners> {
        let mut partner = vec![None; self.groups.len()];
        let all = (0..self.of.len()).filter(|&p| sure(p)).all(|p| augment(p, &self.of, &|_| true, &mut partner));
        all.then_some(partner)
    }
}

impl Rule for Matching {
    fn kind(&self) -> RuleKind {
        RuleKind::Matching
    }

    fn scope(&self) -> &[Var] {
        &self.chosen.vars
    }

    /// Gives the groups places of their own one by one, moving earlier ones (Kuhn).
    fn holds(&self, value: &dyn Fn(Var) -> Value) -> bool {
        fn settle(group: usize, groups: &[Vec<u32>], open: &mut [bool], owner: &mut [Option<usize>]) -> bool {
            groups[group].iter().any(|&place| {
                let place = place as usize;
                if !std::mem::take(&mut open[place]) {
                    return false;
                }
                let fits = owner[place].is_none_or(|other| settle(other, groups, open, owner));
                if fits {
                    owner[place] = Some(group);
                }
                fits
            })
        }
        let chosen = self.chosen.of(value);
        let mut owner = vec![None; chosen.len()];
        let is_even = chosen.iter().filter(|&&c| c).count() == self.groups.len();
        is_even && (0..self.groups.len()).all(|g| settle(g, &self.groups, &mut chosen.clone(), &mut owner))
    }

    /// Generalised arc consistency. All groups can have partners among the places that are not
    /// excluded, and all sure places can have groups: then one matching does both (Mendelsohn and
    /// Dulmage).
    fn prune(&self, at: &mut Store<'_>) -> Result<(), Conflict> {
        let states = self.chosen.states(at)?;
        let may = |place: usize| states[place] != Some(false);
        let sure = |place: usize| states[place] == Some(true);
        let (Some(partners), Some(held)) = (self.groups_matched(&may), self.places_matched(&sure)) else {
            return Err(Conflict::default());
        };
        for place in (0..states.len()).filter(|&p| states[p].is_none()) {
            let can_be = augment(place, &self.of, &|_| true, &mut held.clone());
            let needed = partners[place].is_some_and(|group| {
                let mut without = partners.clone();
                without[place] = None;
                !augment(group as usize, &self.groups, &|p| p != place && may(p), &mut without)
            });
            match (can_be, needed) {
                (false, true) => return Err(Conflict::default()),
                (false, false) => drop(self.chosen.set(at, place, false)?),
                (true, true) => drop(self.chosen.set(at, place, true)?),
                (true, false) => {}
            }
        }
        Ok(())
    }

    fn consistency(&self) -> Consistency {
        Consistency::Domain
    }

    /// As many chosen variables as groups; cuts say the rest.
    fn encode(&self, to: &mut dyn Encoder) {
        let picks = (0..self.of.len()).flat_map(|p| self.chosen.picks(to, p)).map(|l| (1, l)).collect::<Vec<_>>();
        let groups = self.groups.len() as i64;
        to.linear(&picks, groups, groups);
    }

    /// A variable of its own for each pair that may be matched: one for each group and for each
    /// chosen place, none for the others.
    fn encode_exactly(&self, to: &mut dyn Encoder) -> bool {
        let chosen = self.chosen.signed(to);
        let mut of_place = vec![Vec::new(); chosen.len()];
        for group in &self.groups {
            let mut pairs = Vec::new();
            for &place in group {
                let pair = to.fresh();
                to.implies(&[(pair, true)], &[chosen[place as usize]]);
                of_place[place as usize].push(pair);
                pairs.push((1, pair));
            }
            to.linear(&pairs, 1, 1);
        }
        for (pairs, &chosen) in of_place.iter().zip(&chosen) {
            let any: Vec<_> = pairs.iter().map(|&pair| (pair, true)).collect();
            to.implies(&[chosen], &any);
            to.at_most_one(pairs);
        }
        true
    }

    fn encoding(&self) -> Encoding {
        Encoding::Lazy
    }
}
