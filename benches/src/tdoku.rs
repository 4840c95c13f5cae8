//! tdoku, where its shared library is at hand: a rival that no registry brings.

use libloading::{Library, Symbol};
use std::path::Path;

/// `TdokuSolverDpllTriadSimd(81 characters, limit, configuration, solution, guesses)`: the number of
/// solutions found, up to the limit.
type Solve = unsafe extern "C" fn(*const u8, usize, u32, *mut u8, *mut usize) -> usize;

/// The loaded library; it stays loaded until the process ends.
#[derive(Debug)]
pub struct Tdoku {
    solve: Symbol<'static, Solve>,
}

impl Tdoku {
    /// Loads the library.
    ///
    /// # Errors
    /// Why it can't be loaded, in words.
    pub fn load(path: &Path) -> Result<Self, String> {
        let why = |e: libloading::Error| format!("{}: {e}", path.display());
        // SAFETY: the library runs no code of its own when it is loaded but what its compiler put there;
        // whoever names it answers for it.
        let library = unsafe { Library::new(path) }.map_err(why)?;
        let library: &'static Library = Box::leak(Box::new(library));
        // SAFETY: the type is that of the function in tdoku's header.
        let solve = unsafe { library.get(b"TdokuSolverDpllTriadSimd\0") }.map_err(why)?;
        Ok(Self { solve })
    }

    fn call(&self, line: &str, limit: usize) -> (usize, [u8; 81]) {
        // Longer texts with a digit after the 81 characters mean another kind of puzzle.
        let mut text = [0; 82];
        let mut solution = [0; 81];
        let mut guesses = 0;
        text[..81].copy_from_slice(&line.as_bytes()[..81]);
        // SAFETY: the function reads 82 bytes, writes 81 of the solution and the guesses.
        let count = unsafe { (self.solve)(text.as_ptr(), limit, 0, solution.as_mut_ptr(), &raw mut guesses) };
        (count, solution)
    }

    /// The solutions of a line of 81 characters (open cells as dots), up to two.
    ///
    /// # Panics
    /// Where the line is shorter.
    pub fn count(&self, line: &str) -> usize {
        self.call(line, 2).0
    }

    /// The first solution of such a line.
    ///
    /// # Panics
    /// Where the line is shorter.
    pub fn first(&self, line: &str) -> Option<[u8; 81]> {
        let (count, solution) = self.call(line, 1);
        (count > 0).then(|| solution.map(|sign| sign.wrapping_sub(b'0')))
    }
}
