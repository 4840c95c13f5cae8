//! The checksum of format 1.1: SHA-256 over the canonical JSON of `puzzles`.
//!
//! The format document announces the field and says nothing of what is hashed. Here: the `puzzles`
//! array in canonical form (RFC 8785), so that layout, key order and spelling of numbers don't
//! matter. The app refuses every version but 1.0, so a checksum is written only when asked for.

use super::finding::Finding;
use super::json::Json;
use sha2::{Digest, Sha256};

/// The version that a pack with a checksum has.
pub const CHECKSUM_VERSION: &str = "1.1";

/// The checksum, 64 small hexadecimal digits.
pub fn checksum(puzzles: &Json) -> String {
    Sha256::digest(puzzles.canonical().as_bytes()).iter().map(|b| format!("{b:02x}")).collect()
}

/// Checks the `checksum` field of a document, where it has one.
pub(super) fn verify(document: &Json, found: &mut Vec<Finding>) {
    let Some(field) = document.get("checksum").filter(|v| **v != Json::Null) else { return };
    let algorithm = field.get("algorithm").and_then(Json::as_str).unwrap_or_default();
    let value = field.get("value").and_then(Json::as_str);
    if !["SHA256", "SHA-256"].contains(&algorithm) {
        let what = format!("`SHA256` is expected, this is {algorithm:?}");
        found.push(Finding::error("$.checksum.algorithm", "checksum", what));
    } else if let (Some(value), Some(puzzles)) = (value, document.get("puzzles")) {
        let truth = checksum(puzzles);
        if !value.eq_ignore_ascii_case(&truth) {
            let what = format!("the puzzles do not have this checksum; theirs is {truth}");
            found.push(Finding::error("$.checksum.value", "checksum", what));
        }
    } else if value.is_none() {
        found.push(Finding::error("$.checksum.value", "required", "a string is expected"));
    }
}
