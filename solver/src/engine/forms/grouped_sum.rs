//! Sums with weights over groups of different values, completely: the totals that the first groups
//! can reach, as bits.

use super::value_sets::{Before, Distinct, Sets};
use crate::engine::{Known, Pruning};
use crate::{Domain, Value};
use smallvec::SmallVec;

/// Totals from 0 on, as bits.
type Totals = SmallVec<[u64; 4]>;

/// Places that count with one weight, and whose values differ.
#[derive(Clone, Debug)]
struct Group<const W: usize> {
    distinct: Distinct<W>,
    weight: i64,
    /// The least that the group can add.
    least: i64,
    /// For several places: by what they add, less the least, the sets of values.
    by_sum: Vec<(usize, Sets<W>)>,
}

impl<const W: usize> Group<W> {
    /// `None` where the values spread too far for a group of several.
    fn new(places: &[usize], weight: i64, domains: &[Domain]) -> Option<Group<W>> {
        let values = places.iter().fold(Domain::EMPTY, |all, &p| all | domains[p]);
        let (min, max) = (i64::from(values.min()?), i64::from(values.max()?));
        if let [place] = places {
            let distinct = Distinct { places: vec![*place], least: min as u32 };
            return Some(Group { distinct, weight, least: (weight * min).min(weight * max), by_sum: Vec::new() });
        }
        let distinct = Distinct::new(places.to_vec(), values)?;
        let mut sums: Vec<(i64, Sets<W>)> = Vec::new();
        for set in (0..1_usize << (max - min + 1)).filter(|set| set.count_ones() as usize == places.len()) {
            let ranks: i64 = (0..=max - min).filter(|rank| set >> rank & 1 == 1).sum();
            let sum = weight * (ranks + places.len() as i64 * min);
            let at = sums.iter().position(|(s, _)| *s == sum).unwrap_or_else(|| {
                sums.push((sum, Sets::NONE));
                sums.len() - 1
            });
            sums[at].1.insert(set);
        }
        let least = sums.iter().map(|(sum, _)| *sum).min().unwrap_or(0);
        let by_sum = sums.into_iter().map(|(sum, sets)| ((sum - least) as usize, sets)).collect();
        Some(Group { distinct, weight, least, by_sum })
    }

    /// The one place of a group of one.
    fn single(&self) -> Option<usize> {
        match self.distinct.places[..] {
            [place] => Some(place),
            _ => None,
        }
    }

    /// What a value of a group of one adds, less the least.
    fn adds(&self, value: Value) -> usize {
        (self.weight * i64::from(value) - self.least) as usize
    }

    /// What the group can add.
    fn sums(&self, reached: &Sets<W>, domain: impl Fn(usize) -> Domain) -> SmallVec<[usize; 16]> {
        match self.single() {
            Some(place) => domain(place).iter().map(|v| self.adds(v)).collect(),
            None => self.by_sum.iter().filter(|(_, sets)| sets.meets(reached)).map(|(sum, _)| *sum).collect(),
        }
    }
}

/// `Σ weight·value = total`, the members of a group being different; every value that stays is part
/// of some such assignment.
#[derive(Clone, Debug)]
pub struct GroupedSum<const W: usize> {
    groups: Vec<Group<W>>,
    /// The total less what the groups add at least; `None`: it can't be reached.
    rest: Option<usize>,
}

fn has(totals: &Totals, total: usize) -> bool {
    totals[total / 64] >> (total % 64) & 1 == 1
}

/// Adds to `into` the totals of `from`, each greater by `by`.
fn add_up(into: &mut Totals, from: &Totals, by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for i in words..into.len() {
        let mut word = from[i - words] << bits;
        if bits > 0 && i > words {
            word |= from[i - words - 1] >> (64 - bits);
        }
        into[i] |= word;
    }
}

/// Adds to `into` the totals of `from`, each less by `by`.
fn add_down(into: &mut Totals, from: &Totals, by: usize) {
    let (words, bits) = (by / 64, by % 64);
    for i in 0..into.len().saturating_sub(words) {
        let mut word = from[i + words] >> bits;
        if bits > 0 && i + words + 1 < from.len() {
            word |= from[i + words + 1] << (64 - bits);
        }
        into[i] |= word;
    }
}

fn meet(a: &Totals, b: &Totals) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn unite(into: &mut Totals, from: &Totals) {
    into.iter_mut().zip(from).for_each(|(a, b)| *a |= b);
}

impl<const W: usize> GroupedSum<W> {
    /// Groups of places, each with its weight; `None` where the values of a group spread too far.
    pub fn new(domains: &[Domain], groups: &[(i64, Vec<usize>)], total: i64) -> Option<GroupedSum<W>> {
        let groups: Option<Vec<_>> = groups.iter().map(|(w, places)| Group::new(places, *w, domains)).collect();
        let groups = groups?;
        let rest = total - groups.iter().map(|g| g.least).sum::<i64>();
        Some(GroupedSum { groups, rest: usize::try_from(rest).ok() })
    }

    /// No totals up to the rest.
    fn no_totals(rest: usize) -> Totals {
        SmallVec::from_elem(0, rest / 64 + 1)
    }

    fn only(rest: usize, total: usize) -> Totals {
        let mut totals = Self::no_totals(rest);
        totals[total / 64] |= 1 << (total % 64);
        totals
    }
}

impl<const W: usize> Pruning for GroupedSum<W> {
    fn prune(&self, domains: &mut [Domain]) -> bool {
        let Some(rest) = self.rest else { return false };
        let mut before: SmallVec<[Totals; 8]> = SmallVec::new();
        let mut walks: SmallVec<[Before<W>; 4]> = SmallVec::new();
        let mut sums: SmallVec<[SmallVec<[usize; 16]>; 8]> = SmallVec::new();
        let mut reached = Self::only(rest, 0);
        for group in &self.groups {
            let walk = if group.single().is_some() { Before::new() } else { group.distinct.walk(|p| domains[p]) };
            let own = group.sums(walk.last().unwrap_or(&Sets::NONE), |p| domains[p]);
            let mut next = Self::no_totals(rest);
            own.iter().for_each(|&sum| add_up(&mut next, &reached, sum));
            before.push(std::mem::replace(&mut reached, next));
            sums.push(own);
            walks.push(walk);
        }
        if !has(&reached, rest) {
            return false;
        }
        let mut wanted = Self::only(rest, rest);
        for (i, group) in self.groups.iter().enumerate().rev() {
            let mut earlier = Self::no_totals(rest);
            let mut allowed: SmallVec<[usize; 16]> = SmallVec::new();
            for &sum in &sums[i] {
                let mut down = Self::no_totals(rest);
                add_down(&mut down, &wanted, sum);
                if meet(&down, &before[i]) {
                    allowed.push(sum);
                    unite(&mut earlier, &down);
                }
            }
            if let Some(place) = group.single() {
                domains[place] = domains[place].iter().filter(|&v| allowed.contains(&group.adds(v))).collect();
            } else {
                let mut goal = Sets::NONE;
                let fits = group.by_sum.iter().filter(|(sum, _)| allowed.contains(sum));
                fits.for_each(|(_, sets)| goal.add(sets));
                if !group.distinct.cut(&walks[i], &goal, domains) {
                    return false;
                }
            }
            wanted = earlier;
        }
        true
    }

    fn relaxes(&self) -> bool {
        true
    }

    fn relax(&self, known: &Known<'_>) -> Option<Vec<Domain>> {
        let mut left = known.now.to_vec();
        let Some(rest) = self.rest else {
            left.copy_from_slice(known.given);
            return Some(left);
        };
        let own = |place: usize| match known.fixed {
            Some((p, value)) if p == place => Domain::single(value),
            _ => known.now[place],
        };
        let mut sums: SmallVec<[SmallVec<[usize; 16]>; 8]> = SmallVec::new();
        for group in &self.groups {
            let walk = if group.single().is_some() { Before::new() } else { group.distinct.walk(own) };
            sums.push(group.sums(walk.last().unwrap_or(&Sets::NONE), own));
        }
        let mut behind: SmallVec<[Totals; 8]> = SmallVec::new();
        let mut wanted = Self::only(rest, rest);
        for own in sums.iter().rev() {
            let mut earlier = Self::no_totals(rest);
            own.iter().for_each(|&sum| add_down(&mut earlier, &wanted, sum));
            behind.push(std::mem::replace(&mut wanted, earlier));
        }
        if has(&wanted, 0) {
            return None;
        }
        let mut reached = Self::only(rest, 0);
        for ((group, sums), behind) in self.groups.iter().zip(&sums).zip(behind.iter().rev()) {
            let mut next = Self::no_totals(rest);
            sums.iter().for_each(|&sum| add_up(&mut next, &reached, sum));
            let up = |sum: usize| {
                let mut up = Self::no_totals(rest);
                add_up(&mut up, &reached, sum);
                up
            };
            if let Some(place) = group.single() {
                if known.fixed.is_none_or(|(p, _)| p != place) {
                    let gone = known.given[place].minus(known.now[place]);
                    let back: Domain = gone.iter().filter(|&v| !meet(&up(group.adds(v)), behind)).collect();
                    if back == gone || !known.taken[place] {
                        left[place] |= back;
                        back.iter().for_each(|v| unite(&mut next, &up(group.adds(v))));
                    }
                }
            } else {
                let mut goal = Sets::NONE;
                for (sum, sets) in group.by_sum.iter().filter(|(sum, _)| !sums.contains(sum)) {
                    let up = up(*sum);
                    if meet(&up, behind) {
                        goal.add(sets);
                    } else {
                        unite(&mut next, &up);
                    }
                }
                if !group.distinct.relax(&goal, known.fixed, known, &mut left) {
                    return None;
                }
            }
            reached = next;
        }
        Some(left)
    }
}
