//! Sets of values as bits of a few words, and walks over variables whose values differ: forwards by
//! the sets that the first ones can take together, backwards by the sets that are wanted.

use crate::engine::Known;
use crate::{Domain, Value};
use smallvec::SmallVec;

/// Within a word: the sets without the value, for the six lowest values.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Sets of values as bits: the set with the binary number `s`, each value counted from the least
/// one, is bit `s` of the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sets<const W: usize>([u64; W]);

impl<const W: usize> Sets<W> {
    /// No set.
    pub const NONE: Sets<W> = Sets([0; W]);

    /// Is there a bit for each set of values of this span?
    pub const fn has_room_for(span: u32) -> bool {
        span < usize::BITS && 1_usize << span <= 64 * W
    }

    /// The empty set alone.
    pub fn empty_set() -> Sets<W> {
        let mut sets = Sets::NONE;
        sets.insert(0);
        sets
    }

    /// Is the empty set one of them?
    pub fn has_empty_set(&self) -> bool {
        self.0[0] & 1 == 1
    }

    /// Adds the set with a binary number.
    pub fn insert(&mut self, set: usize) {
        self.0[set / 64] |= 1 << (set % 64);
    }

    /// The sets made from those without a value by adding it.
    pub fn with(&self, value: u32) -> Sets<W> {
        if let Some(without) = WITHOUT.get(value as usize) {
            return Sets(self.0.map(|word| (word & without) << (1 << value)));
        }
        let bit = 1 << (value - 6);
        Sets(std::array::from_fn(|word| if word & bit != 0 { self.0[word ^ bit] } else { 0 }))
    }

    /// The sets made from those with a value by taking it out.
    pub fn without(&self, value: u32) -> Sets<W> {
        if let Some(without) = WITHOUT.get(value as usize) {
            return Sets(self.0.map(|word| word >> (1 << value) & without));
        }
        let bit = 1 << (value - 6);
        Sets(std::array::from_fn(|word| if word & bit == 0 { self.0[word ^ bit] } else { 0 }))
    }

    /// Adds all sets of another list.
    pub fn add(&mut self, other: &Sets<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Do the lists share a set?
    pub fn meets(&self, other: &Sets<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// Places of a scope whose values differ.
#[derive(Clone, Debug)]
pub(super) struct Distinct<const W: usize> {
    /// The places, in the order of the walks.
    pub places: Vec<usize>,
    /// The least value: sets are of values counted from it.
    pub least: u32,
}

/// Before each place, and behind the last: the sets that the places before it can take together.
pub(super) type Before<const W: usize> = SmallVec<[Sets<W>; 10]>;

impl<const W: usize> Distinct<W> {
    /// The places with the values that they can have; `None` where these spread too far.
    pub fn new(places: Vec<usize>, values: Domain) -> Option<Distinct<W>> {
        let (least, greatest) = (u32::from(values.min()?), u32::from(values.max()?));
        Sets::<W>::has_room_for(greatest - least + 1).then_some(Distinct { places, least })
    }

    fn rank(&self, value: Value) -> u32 {
        u32::from(value) - self.least
    }

    /// The number of a set of values.
    pub fn number(&self, set: Domain) -> usize {
        (set.0 >> self.least) as usize
    }

    /// What the places take together.
    pub fn walk(&self, domain: impl Fn(usize) -> Domain) -> Before<W> {
        let mut all = Before::new();
        let mut reached = Sets::empty_set();
        all.push(reached);
        for &place in &self.places {
            let mut next = Sets::NONE;
            domain(place).iter().for_each(|v| next.add(&reached.with(self.rank(v))));
            reached = next;
            all.push(reached);
        }
        all
    }

    /// Keeps the values that are part of a set of `goal`; `false` when there is none.
    pub fn cut(&self, before: &Before<W>, goal: &Sets<W>, domains: &mut [Domain]) -> bool {
        let mut wanted = *goal;
        for (&place, before) in self.places.iter().zip(before).rev() {
            let mut kept = Domain::EMPTY;
            let mut earlier = Sets::NONE;
            for value in domains[place].iter() {
                let rank = self.rank(value);
                if before.with(rank).meets(&wanted) {
                    kept = kept.with(value);
                    earlier.add(&wanted.without(rank));
                }
            }
            domains[place] = kept;
            if kept.is_empty() {
                return false;
            }
            wanted = earlier;
        }
        true
    }

    /// Gives back to `left` what is not needed so that no set of `goal` is possible; `fixed` is a
    /// place that is assumed to have one value. `false`: some set is possible.
    pub fn relax(&self, goal: &Sets<W>, fixed: Option<(usize, Value)>, known: &Known<'_>, left: &mut [Domain]) -> bool {
        let own = |place: usize| match fixed {
            Some((p, value)) if p == place => Domain::single(value),
            _ => known.now[place],
        };
        let mut behind: SmallVec<[Sets<W>; 10]> = SmallVec::new();
        let mut wanted = *goal;
        behind.push(wanted);
        for &place in self.places.iter().rev() {
            let mut earlier = Sets::NONE;
            own(place).iter().for_each(|v| earlier.add(&wanted.without(self.rank(v))));
            wanted = earlier;
            behind.push(wanted);
        }
        if wanted.has_empty_set() {
            return false;
        }
        let mut reached = Sets::empty_set();
        for (&place, behind) in self.places.iter().zip(behind.iter().rev().skip(1)) {
            let mut next = Sets::NONE;
            own(place).iter().for_each(|v| next.add(&reached.with(self.rank(v))));
            if fixed.is_none_or(|(p, _)| p != place) {
                let mut back = Domain::EMPTY;
                let mut with_back = Sets::NONE;
                let gone = known.given[place].minus(known.now[place]);
                for value in gone.iter() {
                    let sets = reached.with(self.rank(value));
                    if !sets.meets(behind) {
                        back = back.with(value);
                        with_back.add(&sets);
                    }
                }
                if back == gone || !known.taken[place] {
                    left[place] |= back;
                    next.add(&with_back);
                }
            }
            reached = next;
        }
        true
    }
}
