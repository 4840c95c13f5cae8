//! The library `tesuji` for Python: the module `_tesuji` under the package of the same name.

mod convert;
mod genre;
mod many;
mod network;
mod puzzle;
mod run;
mod stream;

use pyo3::prelude::*;

/// Runs the command line with these arguments; returns the exit code.
#[cfg(feature = "command")]
#[pyfunction]
fn command(py: Python<'_>, args: Vec<String>) -> u8 {
    use std::io::IsTerminal;
    py.detach(|| {
        let (mut out, mut err) = (std::io::stdout().lock(), std::io::stderr());
        let terminal = err.is_terminal();
        tesuji_cli::run(
            &tesuji_genres::all(),
            &args,
            &mut tesuji_cli::Console { out: &mut out, err: &mut err, terminal },
        )
    })
}

#[pymodule]
fn _tesuji(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("BadInput", m.py().get_type::<convert::BadInput>())?;
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<genre::Genre>()?;
    m.add_class::<puzzle::Puzzle>()?;
    m.add_class::<puzzle::Step>()?;
    m.add_class::<stream::Puzzles>()?;
    m.add_class::<network::Network>()?;
    m.add_function(wrap_pyfunction!(genre::genres, m)?)?;
    m.add_function(wrap_pyfunction!(genre::genre, m)?)?;
    m.add_function(wrap_pyfunction!(many::solve_many, m)?)?;
    m.add_function(wrap_pyfunction!(many::grade_many, m)?)?;
    m.add_function(wrap_pyfunction!(many::check_many, m)?)?;
    m.add_function(wrap_pyfunction!(many::candidates_many, m)?)?;
    m.add_function(wrap_pyfunction!(genre::define, m)?)?;
    m.add_function(wrap_pyfunction!(genre::faults, m)?)?;
    #[cfg(feature = "command")]
    m.add_function(wrap_pyfunction!(command, m)?)?;
    Ok(())
}
