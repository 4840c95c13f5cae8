//! The tesuji command line.

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use tesuji_cli::{Console, run};

/// Networks and engines are made of many small lists.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    let (mut out, mut err) = (io::BufWriter::new(io::stdout().lock()), io::stderr());
    let mut console = Console { out: &mut out, terminal: err.is_terminal(), err: &mut err };
    ExitCode::from(run(&tesuji_genres::all(), &args, &mut console))
}
