//! All puzzles of a size.

use crate::{Error, Genre, Puzzle};
use std::collections::BTreeMap;
use tesuji_genre::{EnumerateRequest, Enumerated};
use tesuji_solver::Limits;

impl Genre {
    /// Gives out every puzzle of a size, one of each symmetry class, until `most` are given, and
    /// says how much of the space that covers.
    ///
    /// # Errors
    /// [`Error::Bad`] where the genre does not enumerate that size.
    pub fn enumerate(self, size: &str, most: usize, found: &mut dyn FnMut(Puzzle)) -> Result<Enumerated, Error> {
        let want = EnumerateRequest {
            size: size.to_string(),
            minimal: false,
            modulo_symmetry: true,
            grids: false,
            count_only: false,
            set: BTreeMap::new(),
            limits: Limits::solutions(most),
        };
        let mut failed = None;
        let done = self.0.enumerate(&want, &mut |record| match Puzzle::from_record(record) {
            Ok(puzzle) => found(puzzle),
            Err(why) => failed = Some(why),
        })?;
        failed.map_or(Ok(done), Err)
    }
}
