//! Which kernel and which instruction set: chosen once, by the network's shape and the CPU.

use super::fixpoint::Outcome;
use super::further::Further;
use super::kernel::{Banded, Both, Extras, Kernel};
#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2Narrow, Avx2Wide, Sse2Narrow};
use super::lanes::{Lanes, Portable};
#[cfg(target_arch = "x86_64")]
use super::level::{Avx2Level, Avx512Level};
use super::level::{Base, Level, Width};
use super::model::Model;
use super::plain::Plain;
use super::plan::Plan;
use super::restart::Restarts;
use super::search::{Job, Machine};
use super::witness::{Narrow, PlainWitness, Twin, Wide, Witness};
use crate::{Conflict, Domain, Network, Stats, Stop, Value};
use std::marker::PhantomData;

/// What an engine runs on.
pub(crate) trait Run: Send + Sync {
    fn kernel(&self) -> String;
    fn search(&self, domains: &[Domain], job: &mut Job<'_>) -> Stop;
    fn search_givens(&self, givens: &[Value], open: Value, job: &mut Job<'_>) -> Stop;
    fn propagate(&self, domains: &[Domain]) -> Result<Vec<Domain>, Conflict>;
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

    fn propagate(&self, domains: &[Domain]) -> Result<Vec<Domain>, Conflict> {
        let mut state = self.plan.load(domains);
        match self.settle(&mut state, &mut Stats::default()) {
            Outcome::Conflict => Err(Conflict::default()),
            Outcome::Stable | Outcome::Solved => Ok(self.domains(&state)),
        }
    }

    fn random(&self, domains: &[Domain], job: &mut Job<'_>, restarts: &mut Restarts<'_>) -> Stop {
        Machine::random(self, self.plan.load(domains), job, restarts)
    }
}

/// The plain kernel.
pub(crate) fn plain(net: &Network) -> Box<dyn Run> {
    Box::new(Plain::new(net))
}

/// The best kernel that takes the network.
pub(crate) fn machine(net: &Network, width: Width) -> Box<dyn Run> {
    let Some(model) = Model::of_network(net) else { return plain(net) };
    if model.alphabet.len().max(model.blocks) > 16 {
        return match width {
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 | Width::Avx512 => wide::<Avx2Level, Avx2Wide>(net, model, width),
            _ => wide::<Base, Portable<u32, 32>>(net, model, width),
        };
    }
    match width {
        // Each pair of kernel and instruction set is compiled anew: all shapes for the common set, the others get the
        // commonest shape and the tables.
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 if model.is_plain_boxes(3, 3) => {
            make::<Avx512Level, Avx2Narrow, Banded<_, 9, 3, 3>, 9>("banded 3×3", net, model, width)
        }
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 | Width::Avx512 => narrow::<Avx2Level, Avx2Narrow>(net, model, Width::Avx2),
        #[cfg(target_arch = "x86_64")]
        Width::Sse2 if model.is_plain_boxes(3, 3) => {
            make::<Base, Sse2Narrow, Banded<_, 9, 3, 3>, 9>("banded 3×3", net, model, width)
        }
        #[cfg(target_arch = "x86_64")]
        Width::Sse2 => tables::<Base, Sse2Narrow>(net, model, width),
        _ => tables::<Base, Portable<u16, 16>>(net, model, width),
    }
}

/// The recording twin of [`machine`].
pub(crate) fn witness(net: &Network) -> Box<dyn Witness> {
    let Some(model) = Model::of_network(net) else { return Box::new(PlainWitness(net.clone())) };
    if model.is_plain_boxes(3, 3) {
        return Twin::<Narrow, Banded<Narrow, 9, 3, 3>, 9>::boxed(net, model);
    }
    match model.alphabet.len().max(model.blocks) {
        0..=9 => Twin::<Narrow, Tables<Narrow, 9>, 9>::boxed(net, model),
        10..=16 => Twin::<Narrow, Tables<Narrow, 16>, 16>::boxed(net, model),
        _ => Twin::<Wide, Tables<Wide, 32>, 32>::boxed(net, model),
    }
}

fn make<Lv: Level, L: Lanes, K: Kernel<L, NB> + 'static, const NB: usize>(
    name: &str,
    net: &Network,
    model: Model,
    width: Width,
) -> Box<dyn Run> {
    let size = model.alphabet.len();
    let name = format!("{name} {size}, {width:?}");
    Box::new(Machine::<Lv, L, K, NB> {
        name,
        plan: Plan::new(model, net),
        further: Further::new(net),
        level: PhantomData,
    })
}

/// Boxes with whatever else there is.
type Boxes<L, const NB: usize, const H: usize, const W: usize> = Both<Banded<L, NB, H, W>, Extras<L, NB>>;
/// Tables with whatever else there is.
type Tables<L, const NB: usize> = Extras<L, NB>;

fn narrow<Lv: Level, L: Lanes>(net: &Network, model: Model, width: Width) -> Box<dyn Run> {
    let name = |h: usize, w: usize| format!("banded {h}×{w}");
    let Some((h, w)) = model.boxes() else { return tables::<Lv, L>(net, model, width) };
    match (h, w) {
        (3, 3) if model.is_plain_boxes(3, 3) => make::<Lv, L, Banded<L, 9, 3, 3>, 9>(&name(h, w), net, model, width),
        (3, 3) => make::<Lv, L, Boxes<L, 9, 3, 3>, 9>(&name(h, w), net, model, width),
        (2, 2) => make::<Lv, L, Boxes<L, 4, 2, 2>, 4>(&name(h, w), net, model, width),
        (2, 3) => make::<Lv, L, Boxes<L, 6, 2, 3>, 6>(&name(h, w), net, model, width),
        (3, 2) => make::<Lv, L, Boxes<L, 6, 3, 2>, 6>(&name(h, w), net, model, width),
        (2, 4) => make::<Lv, L, Boxes<L, 8, 2, 4>, 8>(&name(h, w), net, model, width),
        (4, 2) => make::<Lv, L, Boxes<L, 8, 4, 2>, 8>(&name(h, w), net, model, width),
        (2, 5) => make::<Lv, L, Boxes<L, 10, 2, 5>, 10>(&name(h, w), net, model, width),
        (5, 2) => make::<Lv, L, Boxes<L, 10, 5, 2>, 10>(&name(h, w), net, model, width),
        (3, 4) => make::<Lv, L, Boxes<L, 12, 3, 4>, 12>(&name(h, w), net, model, width),
        (4, 3) => make::<Lv, L, Boxes<L, 12, 4, 3>, 12>(&name(h, w), net, model, width),
        (4, 4) => make::<Lv, L, Boxes<L, 16, 4, 4>, 16>(&name(h, w), net, model, width),
        _ => tables::<Lv, L>(net, model, width),
    }
}

fn tables<Lv: Level, L: Lanes>(net: &Network, model: Model, width: Width) -> Box<dyn Run> {
    match model.blocks {
        0..=6 => make::<Lv, L, Tables<L, 6>, 6>("table", net, model, width),
        7..=9 => make::<Lv, L, Tables<L, 9>, 9>("table", net, model, width),
        10..=12 => make::<Lv, L, Tables<L, 12>, 12>("table", net, model, width),
        _ => make::<Lv, L, Tables<L, 16>, 16>("table", net, model, width),
    }
}

fn wide<Lv: Level, L: Lanes>(net: &Network, model: Model, width: Width) -> Box<dyn Run> {
    match model.boxes() {
        Some((5, 5)) => make::<Lv, L, Boxes<L, 25, 5, 5>, 25>("banded 5×5", net, model, width),
        _ if model.blocks <= 25 => make::<Lv, L, Tables<L, 25>, 25>("table", net, model, width),
        _ => make::<Lv, L, Tables<L, 32>, 32>("table", net, model, width),
    }
}
