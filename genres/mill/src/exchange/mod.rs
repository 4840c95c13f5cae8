//! Sanmill's puzzle files: import, validation and export without loss.
//!
//! Sources: the format document and the contribution guide of the app (revision of August 2026),
//! the facts gathered about what its importer and its validation really do, and the one pack it
//! ships. A [`Pack`] keeps the document as it was written beside the typed [`PackPuzzle`]s, so what
//! nobody knows survives, and what nobody touched is written back byte for byte.
//!
//! ```
//! use tesuji_mill::exchange::{Pack, Severity};
//!
//! let text = r#"{"formatVersion": "1.0", "mood": "calm", "puzzles": [{"id": "p1", "title": "T"}]}"#;
//! let (pack, findings) = Pack::read(text.as_bytes());
//! let pack = pack.expect("JSON with puzzles");
//! assert_eq!(pack.export(), text); // byte for byte, the unknown field and the unfinished puzzle included
//! assert!(pack.puzzles().is_empty());
//! assert!(findings.iter().any(|f| f.severity == Severity::Error && f.path == "$.puzzles[0].description"));
//! ```

mod checksum;
mod contribution;
mod fields;
mod finding;
pub mod json;
mod keys;
mod metadata;
mod names;
mod pack;
mod provenance;
mod puzzle;
mod qr;
mod settings;
mod solution;
#[cfg(test)]
mod tests;
mod validate;

pub use checksum::{CHECKSUM_VERSION, checksum};
pub use contribution::{Contribution, contribution, contributions};
pub use finding::{Finding, Severity};
pub use keys::LocalizationKeys;
pub use metadata::{ExportedBy, Metadata, ReviewBatch};
pub use names::{contribution_name, slug};
pub use pack::{FORMAT_VERSION, Pack};
pub use provenance::Provenance;
pub use puzzle::{Category, PackPuzzle};
pub use qr::{QR_MAX_BYTES, QR_PREFIX, qr_decode, qr_encode};
pub use settings::{BoardFull, MillInPlacing, RuleSettings, Stalemate};
pub use solution::{PuzzleMove, Solution};
pub use validate::validate;
