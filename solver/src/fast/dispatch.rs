//! Which kernel and which instruction set: chosen once, by the network's shape and the CPU.

use super::further::Further;
#[cfg(target_arch = "x86_64")]
use super::kernel::Both;
use super::kernel::{Banded, Extras, Kernel};
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
use crate::{Conflict, Domain, Network, Stop, Value};
use std::marker::PhantomData;

/// What an engine runs on.
pub(crate) trait Run: Send + Sync {
    fn kernel(&self) -> String;
    /// Is it plain propagation, without lanes?
    fn is_plain(&self) -> bool {
        false
    }
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
        self.settle_fully(self.plan.load(domains)).ok_or_else(Conflict::default)
    }

    fn random(&self, domains: &[Domain], job: &mut Job<'_>, restarts: &mut Restarts<'_>) -> Stop {
        Machine::random(self, self.plan.load(domains), job, restarts)
    }
}

/// The plain kernel.
pub(crate) fn plain(net: &Network) -> Box<dyn Run> {
    Box::new(Plain::new(net))
}

/// The best kernel that takes the network. Each pair of a kernel and an instruction set is compiled
/// anew, so only the common pairs exist: all box shapes for AVX2, the 9×9 boxes and the tables for
/// the others.
pub(crate) fn machine(net: &Network, width: Width) -> Box<dyn Run> {
    let Some(model) = Model::of_network(net) else { return plain(net) };
    let nine = model.is_plain_boxes(3, 3);
    match width {
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 if nine => {
            make::<Avx512Level, Avx2Narrow, Banded<_, 9, 3, 3>, 9>("banded 3×3", net, model, width)
        }
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 | Width::Avx512 => boxes(net, model, Width::Avx2),
        #[cfg(target_arch = "x86_64")]
        Width::Sse2 if nine => make::<Base, Sse2Narrow, Banded<_, 9, 3, 3>, 9>("banded 3×3", net, model, width),
        #[cfg(target_arch = "x86_64")]
        Width::Sse2 if model.span() <= 16 => tables::<Base, Sse2Narrow, Portable<u32, 32>>(net, model, width),
        _ => tables::<Base, Portable<u16, 16>, Portable<u32, 32>>(net, model, width),
    }
}

/// The recording twin of [`machine`].
pub(crate) fn witness(net: &Network) -> Box<dyn Witness> {
    let Some(model) = Model::of_network(net) else { return Box::new(PlainWitness(net.clone())) };
    if model.is_plain_boxes(3, 3) {
        return Twin::<Narrow, Banded<Narrow, 9, 3, 3>, 9>::boxed(net, model);
    }
    match model.span() {
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
        #[cfg(feature = "check-propagations")]
        check: super::check::Check::new(net),
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
fn boxes(net: &Network, model: Model, width: Width) -> Box<dyn Run> {
    type Lv = Avx2Level;
    type L = Avx2Narrow;
    let Some((h, w)) = model.boxes() else { return tables::<Lv, L, Avx2Wide>(net, model, width) };
    let name = format!("banded {h}×{w}");
    match (h, w, model.is_plain_boxes(h, w)) {
        (2, 2, true) => make::<Lv, L, Banded<L, 4, 2, 2>, 4>(&name, net, model, width),
        (2, 3, true) => make::<Lv, L, Banded<L, 6, 2, 3>, 6>(&name, net, model, width),
        (2, 4, true) => make::<Lv, L, Banded<L, 8, 2, 4>, 8>(&name, net, model, width),
        (3, 3, true) => make::<Lv, L, Banded<L, 9, 3, 3>, 9>(&name, net, model, width),
        (3, 3, false) => make::<Lv, L, Boxes<L, 9, 3, 3>, 9>(&name, net, model, width),
        (2, 5, true) => make::<Lv, L, Banded<L, 10, 2, 5>, 10>(&name, net, model, width),
        (3, 4, true) => make::<Lv, L, Banded<L, 12, 3, 4>, 12>(&name, net, model, width),
        (4, 4, true) => make::<Lv, L, Banded<L, 16, 4, 4>, 16>(&name, net, model, width),
        (5, 5, true) => make::<Lv, Avx2Wide, Banded<Avx2Wide, 25, 5, 5>, 25>(&name, net, model, width),
        _ => tables::<Lv, L, Avx2Wide>(net, model, width),
    }
}

/// Tables by size, on narrow or wide lanes.
fn tables<Lv: Level, N: Lanes, W: Lanes>(net: &Network, model: Model, width: Width) -> Box<dyn Run> {
    match model.span() {
        0..=9 => make::<Lv, N, Tables<N, 9>, 9>("table", net, model, width),
        10..=16 => make::<Lv, N, Tables<N, 16>, 16>("table", net, model, width),
        _ => make::<Lv, W, Tables<W, 32>, 32>("table", net, model, width),
    }
}
