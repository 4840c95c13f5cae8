//! Ctrl-C: the first one asks the run to stop and to keep what it has, a second one ends the
//! program at once.

use std::sync::OnceLock;
use tesuji_solver::Interrupt;

/// The exit code of a program that a second Ctrl-C ends.
const ENDED: i32 = 130;

/// Signals are the process's: there is one request for all runs in it.
static ASKED: OnceLock<Interrupt> = OnceLock::new();

/// From now on the first Ctrl-C (and a request of the system to end) raises the request that is
/// given back. Called by commands that keep something; elsewhere Ctrl-C ends the program as usual.
pub fn listen() -> Interrupt {
    ASKED
        .get_or_init(|| {
            let asked = Interrupt::default();
            let raised = asked.clone();
            // Where no handler can be had, Ctrl-C ends the program as usual.
            let _ = ctrlc::set_handler(move || {
                if raised.is_raised() {
                    std::process::exit(ENDED);
                }
                raised.raise();
            });
            asked
        })
        .clone()
}

/// The request of a command that listens.
pub fn listened() -> Option<Interrupt> {
    ASKED.get().cloned()
}
