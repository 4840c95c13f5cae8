//! All genres behind one type, so that the house is compiled once.

use super::{
    Class, Edit, Form, Growth, Kit, ListedEdit, Look, Pencil, PencilGenre, Rules, TathamId, Values, Variables,
};
use crate::board::{Board, Place, Size};
use crate::clue::Clue;
use crate::codec::pzprv3::StateForm;
use crate::codec::{Codec, Puzzle};
use crate::scene::Scene;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;
use tesuji_genre::{Bad, OptionSpec};
use tesuji_solver::{Domain, Technique, Tier, Value};

/// A [`PencilGenre`] without its type.
pub(super) struct Description<G>(pub(super) PhantomData<fn() -> G>);

/// Takes each item of [`PencilGenre`] through to the genre.
macro_rules! described {
    (
        consts { $($name:ident: $constant:ident: $kind:ty,)* }
        functions { $($function:ident($($arg:ident: $type:ty),*) -> $result:ty;)* }
    ) => {
        /// The items of a [`PencilGenre`] as methods, for genres that are no types of their own.
        pub trait Described: Send + Sync {
            $(
                #[doc = concat!("What [`PencilGenre::", stringify!($constant), "`] says.")]
                fn $name(&self) -> $kind;
            )*
            $(
                #[doc = concat!("What [`PencilGenre::", stringify!($function), "`] says.")]
                fn $function(&self, $($arg: $type),*) -> $result;
            )*
        }

        impl<G: PencilGenre> Described for Description<G> {
            $(fn $name(&self) -> $kind { G::$constant })*
            $(fn $function(&self, $($arg: $type),*) -> $result { G::$function($($arg),*) })*
        }
    };
}

described! {
    consts {
        name: NAME: &'static str,
        values_are_directed: VALUES_ARE_DIRECTED: bool,
        rules_are_directed: RULES_ARE_DIRECTED: bool,
        about: ABOUT: &'static str,
        sizes: SIZES: &'static [&'static str],
        options: OPTIONS: &'static [OptionSpec],
        look: LOOK: Look,
        values: VALUES: Values,
        classes: CLASSES: &'static [Class],
        easiest: EASIEST: Tier,
        clue_classes: CLUE_CLASSES: &'static [u16],
        puzzle_kit: PUZZLE_KIT: &'static str,
        kit_variants: KIT_VARIANTS: &'static [&'static str],
        tatham: TATHAM: &'static str,
        clues_are_optional: CLUES_ARE_OPTIONAL: bool,
        growth: GROWTH: Option<Growth>,
        unknown: UNKNOWN: Option<Clue>,
        derives_edits: DERIVES_EDITS: bool,
    }
    functions {
        handle() -> &'static Pencil;
        codec() -> Codec;
        form() -> Form;
        states() -> Option<StateForm>;
        variables(puzzle: &Puzzle, to: &mut Variables) -> ();
        rules(puzzle: &Puzzle, to: &mut Rules<'_>) -> ();
        techniques() -> Vec<Arc<dyn Technique>>;
        pattern(board: &Board, place: Place, clue: &Clue) -> Vec<(Place, Domain)>;
        value_words(puzzle: &Puzzle, place: Place, value: Value) -> Option<String>;
        lint(puzzle: &Puzzle) -> Result<(), Bad>;
        coarse(puzzle: &Puzzle, variables: &mut Variables) -> Option<Value>;
        coarse_rules(puzzle: &Puzzle, to: &mut Rules<'_>) -> ();
        tell_apart(board: &Board, value: &dyn Fn(Place) -> Value) -> Result<(), Bad>;
        board(size: Size, look: &Look, rng: &mut ChaCha8Rng) -> Result<Board, Bad>;
        boards(size: Size) -> Result<Vec<Board>, Bad>;
        completion(board: &Board, look: &Look, rng: &mut ChaCha8Rng) -> Option<Vec<Value>>;
        clue_places(board: &Board) -> Vec<Place>;
        clue_at(board: &Board, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue>;
        clues(board: &Board, value: &dyn Fn(Place) -> Value, rng: &mut ChaCha8Rng) -> BTreeMap<Place, Clue>;
        clue_weight(place: Place, clue: &Clue) -> i32;
        edited_at(puzzle: &Puzzle, place: Place, value: &dyn Fn(Place) -> Value) -> Option<Clue>;
        single_edits(puzzle: &Puzzle) -> Vec<ListedEdit>;
        repairs() -> bool;
        repaired(puzzle: &Puzzle, two: [&[Value]; 2], look: &Look, rng: &mut ChaCha8Rng) -> Option<Edit>;
        inseparable(puzzle: &Puzzle, place: Place) -> Vec<Place>;
        stated_at(board: &Board, class: u16, place: u32) -> u32;
        paint(puzzle: &Puzzle, value: &dyn Fn(Place) -> Option<Value>, scene: &mut Scene) -> ();
        read_kit(kit: &Kit<'_>) -> Result<(Puzzle, BTreeMap<Place, Value>), Bad>;
        read_tatham(id: &TathamId<'_>) -> Result<Puzzle, Bad>;
    }
}
