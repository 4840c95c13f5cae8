//! Corpora: records in JSON lines, packed or not, and passes over them that are a map and a merge.

pub mod answer;
mod append;
pub mod atomic;
mod blocks;
mod codec;
mod error;
mod export;
mod frames;
mod items;
mod journal;
mod lines;
mod look;
mod merge;
#[cfg(feature = "parquet")]
mod parquet;
mod pass;
pub mod passes;
mod pipeline;
mod progress;
mod reader;
mod run;
mod selection;
mod shard;
mod similar;
mod sort;
mod source;
pub mod sql;
mod union;
pub mod verdicts;
mod wide;

pub use append::Appender;
pub use blocks::Blocks;
pub use codec::{Codec, FRAME, unpack};
pub use error::Error;
pub use export::Export;
pub use frames::FrameWriter;
pub use items::{Content, Item, Items};
pub use journal::{Journal, PartFile, Start};
pub use lines::{LONGEST, Line, next_line};
pub use merge::{Merged, Parts, merge_corpora};
#[cfg(feature = "parquet")]
pub use parquet::{ParquetWriter, SCHEMA as PARQUET_SCHEMA};
pub use pass::{Filter, Outcome, Pass, Summary};
pub use progress::{Progress, Quiet};
pub use reader::{Reader, Work};
pub use run::{RunOptions, Target, run};
pub use selection::{LeftOut, Selection, category_of, licence_of};
pub use shard::Shard;
pub use similar::{Groups, Look};
pub use sort::Sorter;
pub use source::Source;
pub use tesuji_genre::Bad;
pub use union::{key, union};
