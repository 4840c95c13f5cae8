//! A model compiled for one kernel, and the state that it works on.

use crate::impact::Impact;
use crate::kernel::Kernel;
use crate::lanes::{Lanes, Word};
use crate::model::Model;
use tesuji_base::{Domain, Value};

/// Lane `v` of block `b`: the positions of the block where value `v` may still stand. Copied on
/// branch.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct State<L, const NB: usize> {
    pub x: [L; NB],
}

/// A candidate: a lane of a block, and one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub block: usize,
    pub lane: usize,
    pub bit: u32,
}

/// A model with its kernel and the constants of the propagation.
pub(crate) struct Plan<L, K, const NB: usize> {
    pub model: Model,
    pub kernel: K,
    /// Weighs branches, in small networks.
    pub impact: Option<Impact<NB>>,
    /// All positions, in the slot of each block.
    pub full_slots: L,
    /// All ones in the lanes in use, by block (none in blocks that only fill up the array).
    pub used: [L; NB],
    /// All ones in one lane.
    pub lane: [L; 32],
    /// The initial domains of the network.
    pub domains: Vec<Domain>,
    /// The state of those domains.
    pub initial: State<L, NB>,
    /// The least value, if the values are consecutive.
    pub dense: Option<Value>,
}

impl<L: Lanes, K: Kernel<L, NB>, const NB: usize> Plan<L, K, NB> {
    pub fn new(model: Model, domains: Vec<Domain>) -> Self {
        let zero = L::from_words(L::no_words());
        let mut slots = L::no_words();
        let mut used = L::no_words();
        used.as_mut()[..model.alphabet.len()].fill(L::Word::of(u32::MAX));
        for b in 0..model.blocks {
            slots.as_mut()[L::slot(b)] = L::Word::of(model.full());
        }
        let mut lane = [zero; 32];
        for (i, l) in lane.iter_mut().enumerate().take(L::LANES) {
            let mut words = L::no_words();
            words.as_mut()[i] = L::Word::of(u32::MAX);
            *l = L::from_words(words);
        }
        let mut blocks = [zero; NB];
        blocks[..model.blocks].fill(L::from_words(used));
        let (first, last) = (model.alphabet[0], model.alphabet[model.alphabet.len() - 1]);
        let dense = (usize::from(last - first) + 1 == model.alphabet.len()).then_some(first);
        let mut words = [L::no_words(); NB];
        for (&(block, position), domain) in model.place.iter().zip(&domains) {
            for lane in domain.iter().filter_map(|value| model.lane(value)) {
                let word = &mut words[block].as_mut()[lane];
                *word = L::Word::of(word.bits() | 1 << position);
            }
        }
        let initial = State { x: words.map(L::from_words) };
        let kernel = K::new(&model);
        let impact = Impact::of(&model);
        Plan { model, kernel, impact, full_slots: L::from_words(slots), used: blocks, lane, domains, initial, dense }
    }

    /// The state of given domains, cut to the network's initial ones.
    pub fn load(&self, domains: &[Domain]) -> State<L, NB> {
        let mut words = self.initial.x.map(L::words);
        for ((&(block, position), &own), &domain) in self.model.place.iter().zip(&self.domains).zip(domains) {
            // What is gone from the initial domain: nothing for most variables, since most are
            // open.
            let block = words[block].as_mut();
            for value in own.minus(domain).iter() {
                let lane = match self.dense {
                    Some(first) => Some(usize::from(value.wrapping_sub(first))),
                    None => self.model.lane(value),
                };
                if let Some(word) = lane.and_then(|lane| block.get_mut(lane)) {
                    *word = L::Word::of(word.bits() & !(1 << position));
                }
            }
        }
        State { x: words.map(L::from_words) }
    }

    /// The initial state with givens: the value of each variable, or `open` where there is none.
    /// `None` when a given is no value of the variable.
    pub fn load_givens(&self, givens: &[Value], open: Value) -> Option<State<L, NB>> {
        let mut words = self.initial.x.map(L::words);
        let size = self.model.alphabet.len();
        let mut fits = true;
        for (&(block, position), &value) in self.model.place.iter().zip(givens) {
            let lane = match self.dense {
                Some(first) => usize::from(value.wrapping_sub(first)),
                None => self.model.lane(value).unwrap_or(size),
            };
            // Without a branch, which would be mispredicted for every other variable: where there
            // is no given, some word is left as it is (not always the same one, so that these
            // writes don't wait for each other).
            let given = value != open;
            fits &= !given | (lane < size);
            let lane = if given { lane } else { position as usize };
            let keep = if given { 1 << position } else { u32::MAX };
            let word = &mut words[block % NB].as_mut()[lane % L::LANES];
            *word = L::Word::of(word.bits() & keep);
        }
        if !fits {
            return None;
        }
        Some(State { x: words.map(L::from_words) })
    }

    /// The domains of a state, given as the sets of lanes by block and position (`Level::by_cell`).
    pub fn domains(&self, by_cell: &[[u32; 32]; NB]) -> Vec<Domain> {
        let domain = |&(block, position): &(usize, u32)| {
            let lanes = by_cell[block % NB][position as usize % 32];
            match self.dense {
                Some(first) => Domain(u64::from(lanes) << first),
                None => (0..32).filter(|i| lanes >> i & 1 == 1).map(|i| self.model.alphabet[i]).collect(),
            }
        };
        self.model.place.iter().map(domain).collect()
    }

    /// Is a variable the only place of two values in its block? The search finds that out soon
    /// enough by itself; a full fixpoint has to say it.
    pub fn is_crowded(&self, s: &State<L, NB>) -> bool {
        s.x.iter().any(|x| {
            let mut taken = 0;
            let words = x.words();
            let single = words.as_ref().iter().map(|w| w.bits()).filter(|w| w.is_power_of_two());
            single.into_iter().any(|w| {
                let twice = taken & w != 0;
                taken |= w;
                twice
            })
        })
    }

    /// The values of a solved state.
    pub fn values(&self, s: &State<L, NB>, out: &mut Vec<Value>) {
        out.clear();
        out.resize(self.model.place.len(), 0);
        for (b, at) in self.model.at.iter().enumerate() {
            let words = s.x[b].words();
            for (lane, &value) in self.model.alphabet.iter().enumerate() {
                let bits = words.as_ref()[lane].bits();
                if let Some(var) = at.get(bits.trailing_zeros() as usize) {
                    out[var.index()] = value;
                }
            }
        }
    }
}
