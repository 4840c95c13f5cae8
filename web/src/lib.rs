//! The review page: a server for one person on this machine, who says of puzzles whether they are
//! good. It knows no rule of any genre; neither does the page.

mod api;
mod candidates;
mod filter;
mod guard;
mod index;
mod naming;
mod place;
mod play;
mod serve;
mod shelf;

pub use candidates::Deciding;
pub use play::{SolveTime, TIMES_VERSION, TakenHint, TimesFile, times_path};
pub use serve::{BrowseOptions, Running, start};
