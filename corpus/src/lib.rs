//! Corpora: records in JSON lines, packed or not, and passes over them that are a map and a merge.

mod append;
pub mod atomic;
mod codec;
mod error;
mod frames;
mod items;
mod journal;
mod lines;
mod look;
mod pass;
pub mod passes;
mod progress;
mod reader;
mod run;
mod shard;
mod source;

pub use append::Appender;
pub use codec::{Codec, FRAME, unpack};
pub use error::Error;
pub use frames::FrameWriter;
pub use items::{Content, Item, Items};
pub use journal::{Journal, PartFile, Start};
pub use lines::{LONGEST, Line, next_line};
pub use pass::{Filter, Outcome, Pass, Summary};
pub use progress::{Progress, Quiet};
pub use reader::{Reader, Work};
pub use run::{RunOptions, Target, run};
pub use shard::Shard;
pub use source::Source;
pub use tesuji_genre::Bad;
