//! Problems of Go out of played games: the run over an archive, and what it counts.

mod by_engine;
mod files;
mod funnel;
mod hunt;
mod ideas;
mod output;
mod run;

pub use by_engine::{HuntOptions, harvest_by_engine};
pub use files::{aside_of, engine_of, funnel_of, strict_of};
pub use funnel::Funnel;
pub use hunt::{Hit, Rule, candidates, hits};
pub use ideas::{EngineIdeas, policy_query};
pub use run::{GoOptions, harvest, played};
