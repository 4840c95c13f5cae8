//! The parts as far as they are known.

use super::{Claim, Joints, Measure, Parts};
use crate::Domain;
use crate::cuts::Fact;

/// The parts under what is known of the variables.
pub(super) struct View<'a> {
    pub(super) parts: &'a Parts,
    pub(super) domains: &'a [Domain],
}

/// Places that hang together, the first one first.
struct Flood {
    places: Vec<u32>,
    /// By place: the place before it on the way from the first one, with the edge between.
    before: Vec<Option<[u32; 2]>>,
    inside: Vec<bool>,
}

/// Facts that refute a claim: ways to places of the part, and the rim of all that it can hold.
#[derive(Default)]
struct Needs {
    ways: Vec<u32>,
    rim: bool,
    /// Closed joints.
    closed: Vec<u32>,
}

/// The part of a place, as far as it is known.
struct Known<'v, 'a> {
    view: &'v View<'a>,
    class: Option<Domain>,
    sure: Flood,
    /// Can it not grow?
    is_complete: bool,
    room: std::cell::OnceCell<Flood>,
}

fn state(domain: Domain, values: Domain) -> Option<bool> {
    match ((domain & values).is_empty(), domain.minus(values).is_empty()) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        _ => None,
    }
}

impl View<'_> {
    /// Is an edge joined, within a class of values?
    fn joined(&self, edge: u32, class: Option<Domain>) -> Option<bool> {
        match (&self.parts.graph.joints, class) {
            (Joints::Edges(values), _) => state(self.domains[edge as usize], *values),
            (Joints::Places(_), None) => Some(false),
            (Joints::Places(_), Some(class)) => {
                let ends = self.parts.graph.edges[edge as usize];
                match ends.map(|p| state(self.domains[p as usize], class)) {
                    [Some(true), Some(true)] => Some(true),
                    [Some(false), _] | [_, Some(false)] => Some(false),
                    _ => None,
                }
            }
        }
    }

    /// The places that hang together with one, up to the one with which the goal is met.
    fn flood(
        &self,
        from: u32,
        class: Option<Domain>,
        passes: &dyn Fn(Option<bool>) -> bool,
        meets: &mut dyn FnMut(u32) -> bool,
    ) -> Flood {
        let n = self.parts.graph.places as usize;
        let mut flood = Flood { places: vec![from], before: vec![None; n], inside: vec![false; n] };
        flood.inside[from as usize] = true;
        if meets(from) {
            return flood;
        }
        let mut next = 0;
        while let Some(&place) = flood.places.get(next) {
            next += 1;
            for &[other, edge] in &self.parts.beside[place as usize] {
                if !flood.inside[other as usize] && passes(self.joined(edge, class)) {
                    flood.inside[other as usize] = true;
                    flood.before[other as usize] = Some([place, edge]);
                    flood.places.push(other);
                    if meets(other) {
                        return flood;
                    }
                }
            }
        }
        flood
    }

    /// The part of a place; `None` where it is not known to be in one.
    fn known(&self, place: u32) -> Option<Known<'_, '_>> {
        let class = match &self.parts.graph.joints {
            Joints::Edges(_) => None,
            Joints::Places(classes) => {
                let own = self.domains[place as usize];
                Some(classes.iter().copied().find(|class| own.minus(*class).is_empty())?)
            }
        };
        let sure = self.flood(place, class, &|joined| joined == Some(true), &mut |_| false);
        let grows = |&p: &u32| {
            let beside = self.parts.beside[p as usize].iter();
            beside.filter(|[o, _]| !sure.inside[*o as usize]).any(|&[_, e]| self.joined(e, class) != Some(false))
        };
        let is_complete = !sure.places.iter().any(grows);
        Some(Known { view: self, class, sure, is_complete, room: std::cell::OnceCell::new() })
    }

    /// Does the claim hold for the part of a place, where all values are known?
    pub(super) fn holds(&self, place: u32) -> bool {
        let Some(known) = self.known(place) else { return !self.is_missed(place) };
        known.holds(&self.parts.claim)
    }

    /// Is the place in no part, and has the claim a part of its own that must be there?
    fn is_missed(&self, place: u32) -> bool {
        let Joints::Places(classes) = &self.parts.graph.joints else { return false };
        let own = self.domains[place as usize];
        self.parts.of.is_some() && classes.iter().all(|class| (*class & own).is_empty())
    }

    /// Facts that refute the claim for the part of a place.
    pub(super) fn fault(&self, place: u32) -> Option<Vec<Fact>> {
        let Some(known) = self.known(place) else {
            let Joints::Places(classes) = &self.parts.graph.joints else { return None };
            let all = classes.iter().fold(Domain::EMPTY, |all, &class| all | class);
            let var = self.parts.vars[place as usize];
            return self.is_missed(place).then(|| vec![Fact { var, keep: Domain(!all.0) }]);
        };
        let needs = known.refuted(&self.parts.claim)?;
        Some(known.facts(&needs))
    }
}

impl Known<'_, '_> {
    fn room(&self) -> &Flood {
        let from = self.sure.places[0];
        self.room.get_or_init(|| self.view.flood(from, self.class, &|joined| joined != Some(false), &mut |_| false))
    }

    /// Can the part meet a goal?
    fn can_meet(&self, meets: &mut dyn FnMut(u32) -> bool) -> bool {
        let mut met = false;
        let mut goal = |place: u32| {
            met = meets(place);
            met
        };
        self.view.flood(self.sure.places[0], self.class, &|joined| joined != Some(false), &mut goal);
        met
    }

    /// Can the part measure so much?
    fn can_measure(&self, measure: &Measure, least: u32) -> bool {
        let mut count = 0;
        match measure {
            Measure::Size => self.can_meet(&mut |_| {
                count += 1;
                count >= least
            }),
            Measure::Held(list) => self.can_meet(&mut |place| {
                count += u32::from(list.binary_search(&place).is_ok());
                count >= least
            }),
            Measure::Height | Measure::Width => self.measured(measure, self.room()) >= least,
        }
    }

    fn measured(&self, measure: &Measure, flood: &Flood) -> u32 {
        let span = |axis: usize| {
            let at = flood.places.iter().map(|&p| self.view.parts.graph.grid[p as usize][axis]);
            let (low, high) = at.fold((u16::MAX, 0), |(low, high), n| (low.min(n), high.max(n)));
            u32::from(high.saturating_sub(low)) + 1
        };
        match measure {
            Measure::Size => flood.places.len() as u32,
            Measure::Held(list) => list.iter().filter(|&&p| flood.inside[p as usize]).count() as u32,
            Measure::Height => span(0),
            Measure::Width => span(1),
        }
    }

    /// Places that show that the part measures so much.
    fn witnesses(&self, measure: &Measure) -> Vec<u32> {
        let extremes = |axis: usize| {
            let at = |p: &u32| self.view.parts.graph.grid[*p as usize][axis];
            let ends = [self.sure.places.iter().min_by_key(|p| at(p)), self.sure.places.iter().max_by_key(|p| at(p))];
            ends.into_iter().flatten().copied().collect()
        };
        match measure {
            Measure::Size => self.sure.places.clone(),
            Measure::Held(list) => list.iter().copied().filter(|&p| self.sure.inside[p as usize]).collect(),
            Measure::Height => extremes(0),
            Measure::Width => extremes(1),
        }
    }

    fn is_rectangle(&self) -> bool {
        let [height, width] = [Measure::Height, Measure::Width].map(|m| self.measured(&m, &self.sure));
        (height * width) as usize == self.sure.places.len()
    }

    /// The closed joints between places of the part.
    fn closed_inside(&self) -> Option<(u32, [u32; 2])> {
        let inside = |&p: &u32| self.view.parts.beside[p as usize].iter().map(move |&[o, e]| (e, [p, o]));
        let mut all = self.sure.places.iter().flat_map(inside);
        all.find(|&(e, [_, o])| self.sure.inside[o as usize] && self.view.joined(e, self.class) == Some(false))
    }

    fn holds(&self, claim: &Claim) -> bool {
        let number = |measure: &Measure| self.measured(measure, &self.sure);
        match claim {
            Claim::Among(measure, numbers) => numbers.binary_search(&number(measure)).is_ok(),
            Claim::Less(a, b) => number(a) < number(b),
            Claim::Equal(a, b) => number(a) == number(b),
            Claim::Rectangle(is) => self.is_rectangle() == *is,
            Claim::Holds(place, is) => self.sure.inside[*place as usize] == *is,
            Claim::Whole => self.closed_inside().is_none(),
            Claim::Any(list) => list.iter().any(|claim| self.holds(claim)),
        }
    }

    /// Facts that refute a claim, if some do already.
    fn refuted(&self, claim: &Claim) -> Option<Needs> {
        let whole = |ways: Vec<u32>| Some(Needs { ways, rim: true, closed: Vec::new() });
        match claim {
            Claim::Among(measure, numbers) => {
                let sure = self.measured(measure, &self.sure);
                if numbers.last().is_none_or(|&most| sure > most) {
                    return Some(Needs { ways: self.witnesses(measure), ..Needs::default() });
                }
                let least = numbers[0];
                if sure < least && !self.can_measure(measure, least) {
                    return whole(Vec::new());
                }
                let is_between = self.is_complete && numbers.binary_search(&sure).is_err();
                if is_between { whole(self.witnesses(measure)) } else { None }
            }
            Claim::Less(a, b) => {
                let fails = self.measured(a, &self.sure) >= self.measured(b, self.room());
                if fails { whole(self.witnesses(a)) } else { None }
            }
            Claim::Equal(a, b) => {
                let exceeds = |a: &Measure, b: &Measure| self.measured(a, &self.sure) > self.measured(b, self.room());
                [(a, b), (b, a)].into_iter().find(|(a, b)| exceeds(a, b)).and_then(|(a, _)| whole(self.witnesses(a)))
            }
            Claim::Rectangle(true) => self.hole().and_then(&whole),
            Claim::Rectangle(false) => {
                if self.is_complete && self.is_rectangle() {
                    whole(self.sure.places.clone())
                } else {
                    None
                }
            }
            Claim::Holds(place, true) => {
                if self.can_meet(&mut |other| other == *place) {
                    None
                } else {
                    whole(Vec::new())
                }
            }
            Claim::Holds(place, false) => {
                self.sure.inside[*place as usize].then(|| Needs { ways: vec![*place], ..Needs::default() })
            }
            Claim::Whole => {
                let (edge, ends) = self.closed_inside()?;
                Some(Needs { ways: ends.to_vec(), rim: false, closed: vec![edge] })
            }
            Claim::Any(list) => {
                let mut all = Needs::default();
                for claim in list {
                    let needs = self.refuted(claim)?;
                    all.ways.extend(needs.ways);
                    all.closed.extend(needs.closed);
                    all.rim |= needs.rim;
                }
                Some(all)
            }
        }
    }

    /// Places of the part whose rectangle has a place that the part can't hold.
    fn hole(&self) -> Option<Vec<u32>> {
        let grid = &self.view.parts.graph.grid;
        let corners: Vec<u32> =
            [Measure::Height, Measure::Width].iter().flat_map(|measure| self.witnesses(measure)).collect();
        let span = |axis: usize| {
            let at = || corners.iter().map(|&p| grid[p as usize][axis]);
            at().min().zip(at().max()).map_or(0..=0, |(low, high)| low..=high)
        };
        let (rows, cols) = (span(0), span(1));
        let within = |p: &usize| rows.contains(&grid[*p][0]) && cols.contains(&grid[*p][1]);
        let area = rows.clone().count() * cols.clone().count();
        let mut held = 0;
        let is_full = self.can_meet(&mut |place| {
            held += usize::from(within(&(place as usize)));
            held == area
        });
        (!is_full).then_some(corners)
    }

    fn facts(&self, needs: &Needs) -> Vec<Fact> {
        let parts = self.view.parts;
        let mut facts: Vec<Fact> = Vec::new();
        let mut on_way = vec![false; self.sure.inside.len()];
        for &place in &needs.ways {
            let mut at = place;
            while let Some([before, edge]) = self.sure.before[at as usize]
                && !on_way[at as usize]
            {
                on_way[at as usize] = true;
                if let Joints::Edges(values) = parts.graph.joints {
                    facts.push(Fact { var: parts.vars[edge as usize], keep: values });
                } else {
                    facts.extend(self.in_class(at));
                }
                at = before;
            }
        }
        facts.extend(self.in_class(self.sure.places[0]));
        if needs.rim {
            facts.extend(self.rim());
        }
        for &edge in &needs.closed {
            if let Joints::Edges(values) = parts.graph.joints {
                facts.push(Fact { var: parts.vars[edge as usize], keep: Domain(!values.0) });
            }
        }
        facts.sort_unstable_by_key(|fact| fact.var);
        facts.dedup();
        facts
    }

    fn in_class(&self, place: u32) -> Option<Fact> {
        self.class.map(|keep| Fact { var: self.view.parts.vars[place as usize], keep })
    }

    /// The facts that shut off all that the part can hold.
    fn rim(&self) -> Vec<Fact> {
        let parts = self.view.parts;
        let room = self.room();
        let mut facts = Vec::new();
        for &place in &room.places {
            for &[other, edge] in parts.beside[place as usize].iter().filter(|[o, _]| !room.inside[*o as usize]) {
                facts.push(match (&parts.graph.joints, self.class) {
                    (Joints::Places(_), Some(class)) => {
                        Fact { var: parts.vars[other as usize], keep: Domain(!class.0) }
                    }
                    (Joints::Edges(values), _) => Fact { var: parts.vars[edge as usize], keep: Domain(!values.0) },
                    (Joints::Places(_), None) => continue,
                });
            }
        }
        facts
    }
}
