//! The review page: the program's server, asked over plain sockets and by a real browser.

pub mod cdp;
mod chromium;
mod hands;
mod harvested;
mod hostile;
mod kill;
mod server;
mod times;
