//! The techniques that take part in a question.

use crate::{Error, Genre};
use tesuji_solver::{Catalog, Tier};

/// A choice of techniques; by default all of the genre.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    pub(crate) catalog: Option<Catalog>,
    pub(crate) without: Vec<String>,
    pub(crate) up_to: Option<Tier>,
}

impl Selection {
    /// The techniques of the choice, in a genre.
    pub(crate) fn of(&self, genre: Genre) -> Result<Catalog, Error> {
        let all = self.catalog.as_ref().unwrap_or(genre.0.catalog());
        let left = all.without(&genre.ids(all, &self.without)?);
        Ok(match self.up_to {
            Some(tier) => left.up_to(tier),
            None => left,
        })
    }
}

/// Adds the choice of techniques to a builder that holds it in `selection`.
macro_rules! selecting {
    ($builder:ident <$life:lifetime>) => {
        impl<$life> $builder<$life> {
            /// Takes these techniques in place of the genre's own.
            #[must_use]
            pub fn catalog(mut self, catalog: tesuji_solver::Catalog) -> Self {
                self.selection.catalog = Some(catalog);
                self
            }

            /// Leaves a technique out.
            #[must_use]
            pub fn without(mut self, technique: impl Into<String>) -> Self {
                self.selection.without.push(technique.into());
                self
            }

            /// Takes techniques up to this tier only.
            #[must_use]
            pub fn up_to(mut self, tier: tesuji_solver::Tier) -> Self {
                self.selection.up_to = Some(tier);
                self
            }
        }
    };
}
pub(crate) use selecting;
