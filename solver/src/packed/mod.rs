//! Candidates as bits of a whole board, for networks that have houses and no other rules, with up
//! to nine values.
//!
//! A technique may have a form on these candidates, its kernel. It finds the step that
//! [`Technique::find`](crate::Technique::find) finds first, and gives no words for it. A run asks a
//! technique without a kernel on a [`Board`](crate::Board). Where the words of a step are wanted,
//! it asks the technique there, too.

mod basics;
mod chains;
mod fish;
mod graph;
mod linked;
mod rectangles;
mod run;
mod shape;
mod state;
mod sue_de_coq;
mod wings;

pub(crate) use run::{PackedRun, RunOptions, TakenStep};
pub(crate) use shape::Shape;

use state::{Packed, Step};

/// The form of a technique on packed candidates.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(pub(crate) Look);

/// How the first step of a technique is found on packed candidates.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// The last open cell of a house.
    FullHouse,
    /// A cell with one candidate.
    Naked,
    /// A value with one place in a region, or in a house of another kind.
    Hidden { in_region: bool },
    /// A function that finds the first step.
    First(fn(&Packed<'_>, &mut Step) -> bool),
    /// A function that finds the first step of one value. It reads only the places of that value.
    /// The technique takes the lowest value that has a step.
    OfValue(fn(&Packed<'_>, usize, &mut Step) -> bool),
    /// A function that says whether there may be a step. The step itself is found on a board.
    Screen(fn(&Packed<'_>) -> bool),
    /// There is never a step.
    Nothing,
}

/// The kernels of the techniques, by file.
pub(crate) mod kernels {
    use super::Look::{First, FullHouse as Full, Hidden, Naked, Nothing, OfValue, Screen};
    use super::{Kernel, basics, chains, fish, linked, rectangles, sue_de_coq, wings};

    pub(crate) const FULL_HOUSE: Kernel = Kernel(Full);
    pub(crate) const NAKED_SINGLE: Kernel = Kernel(Naked);
    pub(crate) const HIDDEN_IN_REGION: Kernel = Kernel(Hidden { in_region: true });
    pub(crate) const HIDDEN_SINGLE: Kernel = Kernel(Hidden { in_region: false });
    pub(crate) const NOTHING: Kernel = Kernel(Nothing);
    pub(crate) const POINTING: Kernel = Kernel(First(basics::locked::<true>));
    pub(crate) const CLAIMING: Kernel = Kernel(First(basics::locked::<false>));
    pub(crate) const LOCKED_PAIR: Kernel = Kernel(First(basics::naked::<2, true>));
    pub(crate) const LOCKED_TRIPLE: Kernel = Kernel(First(basics::naked::<3, true>));
    pub(crate) const NAKED_PAIR: Kernel = Kernel(First(basics::naked::<2, false>));
    pub(crate) const NAKED_TRIPLE: Kernel = Kernel(First(basics::naked::<3, false>));
    pub(crate) const NAKED_QUADRUPLE: Kernel = Kernel(First(basics::naked::<4, false>));
    pub(crate) const HIDDEN_PAIR: Kernel = Kernel(First(basics::hidden::<2>));
    pub(crate) const HIDDEN_TRIPLE: Kernel = Kernel(First(basics::hidden::<3>));
    pub(crate) const HIDDEN_QUADRUPLE: Kernel = Kernel(First(basics::hidden::<4>));
    pub(crate) const X_WING: Kernel = Kernel(OfValue(fish::basic::<2>));
    pub(crate) const SWORDFISH: Kernel = Kernel(OfValue(fish::basic::<3>));
    pub(crate) const JELLYFISH: Kernel = Kernel(OfValue(fish::basic::<4>));
    pub(crate) const FINNED_X_WING: Kernel = Kernel(OfValue(fish::finned::<2, false, true>));
    pub(crate) const FINNED_SWORDFISH: Kernel = Kernel(OfValue(fish::finned::<3, false, true>));
    pub(crate) const FINNED_JELLYFISH: Kernel = Kernel(OfValue(fish::finned::<4, false, true>));
    pub(crate) const SASHIMI_X_WING: Kernel = Kernel(OfValue(fish::finned::<2, true, false>));
    pub(crate) const SASHIMI_SWORDFISH: Kernel = Kernel(OfValue(fish::finned::<3, true, true>));
    pub(crate) const SASHIMI_JELLYFISH: Kernel = Kernel(OfValue(fish::finned::<4, true, true>));
    pub(crate) const REMOTE_PAIR: Kernel = Kernel(Screen(wings::may_be_remote));
    pub(crate) const BUG_PLUS_1: Kernel = Kernel(First(wings::bug_plus_1));
    pub(crate) const SKYSCRAPER: Kernel = Kernel(OfValue(linked::skyscraper));
    pub(crate) const KITE: Kernel = Kernel(OfValue(linked::kite));
    pub(crate) const TURBOT_FISH: Kernel = Kernel(OfValue(linked::turbot));
    pub(crate) const EMPTY_RECTANGLE: Kernel = Kernel(OfValue(linked::empty_rectangle));
    pub(crate) const W_WING: Kernel = Kernel(First(wings::w_wing));
    pub(crate) const XY_WING: Kernel = Kernel(First(wings::xy_wing::<2>));
    pub(crate) const XYZ_WING: Kernel = Kernel(First(wings::xy_wing::<3>));
    pub(crate) const UNIQUE_RECTANGLES: [Kernel; 6] = [
        Kernel(First(rectangles::type_1)),
        Kernel(First(rectangles::type_2)),
        Kernel(First(rectangles::type_3)),
        Kernel(First(rectangles::type_4)),
        Kernel(First(rectangles::type_5)),
        Kernel(First(rectangles::type_6)),
    ];
    pub(crate) const HIDDEN_RECTANGLE: Kernel = Kernel(First(rectangles::hidden));
    pub(crate) const AVOIDABLE_RECTANGLES: [Kernel; 2] =
        [Kernel(First(rectangles::avoidable_1)), Kernel(First(rectangles::avoidable_2))];
    pub(crate) const SUE_DE_COQ: Kernel = Kernel(Screen(sue_de_coq::may_be));
    pub(crate) const SIMPLE_COLOURS: [Kernel; 2] =
        [Kernel(OfValue(linked::colour_trap)), Kernel(OfValue(linked::colour_wrap))];
    pub(crate) const MULTI_COLOURS: [Kernel; 2] =
        [Kernel(OfValue(linked::multi_colours_1)), Kernel(OfValue(linked::multi_colours_2))];
    pub(crate) const X_CHAIN: Kernel = Kernel(First(chains::x_chain));
    pub(crate) const XY_CHAIN: Kernel = Kernel(First(chains::xy_chain));
    pub(crate) const CONTINUOUS_LOOP: Kernel = Kernel(First(chains::closed_chain));
    pub(crate) const OPEN_CHAIN: Kernel = Kernel(First(chains::open_chain));
    pub(crate) const DISCONTINUOUS_LOOP: Kernel = Kernel(First(chains::self_chain));
}
