//! Which kernel and which instruction set: chosen once, by the network's shape and the CPU.

use crate::job::Job;
#[cfg(target_arch = "x86_64")]
use crate::kernel::Both;
use crate::kernel::{Banded, Extras, Kernel};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx2Narrow, Avx2Wide, Sse2Narrow};
use crate::lanes::{Lanes, Portable};
#[cfg(target_arch = "x86_64")]
use crate::level::{Avx2Level, Avx512Level};
use crate::level::{Base, Level, Width};
use crate::model::{Groups, Model};
use crate::plan::Plan;
use crate::rest::Rest;
use crate::restart::Restarts;
use crate::search::Machine;
use std::marker::PhantomData;
use tesuji_base::{Domain, Stop, Value};

/// What a search over a compiled network runs on.
pub trait Run: Send + Sync {
    /// Which kernel it is: `banded 9 (3×3), Avx512`.
    fn kernel(&self) -> String;
    /// Searches within `domains`.
    fn search(&self, domains: &[Domain], job: &mut Job<'_>) -> Stop;
    /// Searches with the given values; `open` marks variables without one.
    fn search_givens(&self, givens: &[Value], open: Value, job: &mut Job<'_>) -> Stop;
    /// The fixpoint of all rules; `None`: there is no solution.
    fn propagate(&self, domains: &[Domain]) -> Option<Vec<Domain>>;
    /// One solution at random, with restarts.
    fn random(&self, domains: &[Domain], job: &mut Job<'_>, restarts: &mut Restarts<'_>) -> Stop;
}

impl<Lv: Level, L: Lanes, K: Kernel<L, NB>, const NB: usize> Run for Machine<Lv, L, K, NB> {
    fn kernel(&self) -> String {
        self.name.clone()
    }

    fn search(&self, domains: &[Domain], job: &mut Job<'_>) -> Stop {
        Machine::search(self, self.plan.load(domains), job)
    }

    fn search_givens(&self, givens: &[Value], open: Value, job: &mut Job<'_>) -> Stop {
        match self.plan.load_givens(givens, open) {
            Some(state) => Machine::search(self, state, job),
            None => Stop::Exhausted,
        }
    }

    fn propagate(&self, domains: &[Domain]) -> Option<Vec<Domain>> {
        self.settle_fully(self.plan.load(domains))
    }

    fn random(&self, domains: &[Domain], job: &mut Job<'_>, restarts: &mut Restarts<'_>) -> Stop {
        Machine::random(self, self.plan.load(domains), job, restarts)
    }
}

/// The best kernel that takes the groups, if any does, for a vector width (the widest one below
/// that the CPU has). Each pair of a kernel and an instruction set is compiled anew, so only the
/// common pairs exist: all box shapes for AVX2, the 9×9 boxes and the tables for the others.
pub fn machine(groups: &Groups<'_>, rest: Box<dyn Rest>, width: Width) -> Option<Box<dyn Run>> {
    let width = width.min(Width::best());
    let model = Model::of_groups(groups)?;
    let parts = Parts { domains: groups.domains, rest };
    let nine = model.is_plain_boxes(3, 3);
    Some(match width {
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 if nine => {
            make::<Avx512Level, Avx2Narrow, Banded<_, 9, 3, 3>, 9>("banded 3×3", parts, model, width)
        }
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 | Width::Avx512 => boxes(parts, model, Width::Avx2),
        #[cfg(target_arch = "x86_64")]
        Width::Sse2 if nine => make::<Base, Sse2Narrow, Banded<_, 9, 3, 3>, 9>("banded 3×3", parts, model, width),
        #[cfg(target_arch = "x86_64")]
        Width::Sse2 if model.span() <= 16 => tables::<Base, Sse2Narrow, Portable<u32, 32>>(parts, model, width),
        _ => tables::<Base, Portable<u16, 16>, Portable<u32, 32>>(parts, model, width),
    })
}

/// What a machine is made of beside its model.
struct Parts<'a> {
    domains: &'a [Domain],
    rest: Box<dyn Rest>,
}

fn make<Lv: Level, L: Lanes, K: Kernel<L, NB> + 'static, const NB: usize>(
    name: &str,
    parts: Parts<'_>,
    model: Model,
    width: Width,
) -> Box<dyn Run> {
    let size = model.alphabet.len();
    let name = format!("{name} {size}, {width:?}");
    Box::new(Machine::<Lv, L, K, NB> {
        name,
        plan: Plan::new(model, parts.domains.to_vec()),
        is_alone: parts.rest.is_empty() && !parts.rest.observes(),
        rest: parts.rest,
        level: PhantomData,
    })
}

/// Tables, transversals and partial groups: takes every model.
type Tables<L, const NB: usize> = Extras<L, NB>;
/// The same beside boxes.
#[cfg(target_arch = "x86_64")]
type Boxes<L, const NB: usize, const H: usize, const W: usize> = Both<Banded<L, NB, H, W>, Extras<L, NB>>;

/// Boxes by shape.
#[cfg(target_arch = "x86_64")]
fn boxes(parts: Parts<'_>, model: Model, width: Width) -> Box<dyn Run> {
    type Lv = Avx2Level;
    type L = Avx2Narrow;
    let Some((h, w)) = model.boxes() else { return tables::<Lv, L, Avx2Wide>(parts, model, width) };
    let name = format!("banded {h}×{w}");
    match (h, w, model.is_plain_boxes(h, w)) {
        (2, 2, true) => make::<Lv, L, Banded<L, 4, 2, 2>, 4>(&name, parts, model, width),
        (2, 3, true) => make::<Lv, L, Banded<L, 6, 2, 3>, 6>(&name, parts, model, width),
        (2, 4, true) => make::<Lv, L, Banded<L, 8, 2, 4>, 8>(&name, parts, model, width),
        (3, 3, true) => make::<Lv, L, Banded<L, 9, 3, 3>, 9>(&name, parts, model, width),
        (3, 3, false) => make::<Lv, L, Boxes<L, 9, 3, 3>, 9>(&name, parts, model, width),
        (2, 5, true) => make::<Lv, L, Banded<L, 10, 2, 5>, 10>(&name, parts, model, width),
        (3, 4, true) => make::<Lv, L, Banded<L, 12, 3, 4>, 12>(&name, parts, model, width),
        (4, 4, true) => make::<Lv, L, Banded<L, 16, 4, 4>, 16>(&name, parts, model, width),
        (5, 5, true) => make::<Lv, Avx2Wide, Banded<Avx2Wide, 25, 5, 5>, 25>(&name, parts, model, width),
        _ => tables::<Lv, L, Avx2Wide>(parts, model, width),
    }
}

/// Tables by size, on narrow or wide lanes.
fn tables<Lv: Level, N: Lanes, W: Lanes>(parts: Parts<'_>, model: Model, width: Width) -> Box<dyn Run> {
    match model.span() {
        0..=9 => make::<Lv, N, Tables<N, 9>, 9>("table", parts, model, width),
        10..=16 => make::<Lv, N, Tables<N, 16>, 16>("table", parts, model, width),
        _ => make::<Lv, W, Tables<W, 32>, 32>("table", parts, model, width),
    }
}
