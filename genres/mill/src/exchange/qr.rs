//! The payload of a QR code: the shorter of plain JSON and `sm_pz_gz:` with base64 of the gzipped
//! JSON.

use super::json::{Json, Style};
use super::pack::FORMAT_VERSION;
use super::puzzle::PackPuzzle;
use base64::DecodeError;
use base64::prelude::{BASE64_STANDARD as STANDARD, Engine};
use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::io::{Read, Write};
use tesuji_genre::Bad;

/// The beginning of a compressed payload.
pub const QR_PREFIX: &str = "sm_pz_gz:";
/// Most bytes of a payload: QR version 40 at error correction M.
pub const QR_MAX_BYTES: usize = 2331;
/// A payload that unpacks to more is refused.
const UNPACKED: u64 = 16 << 20;

/// The payload of some puzzles.
///
/// # Errors
/// [`Bad`] when even the shorter form is longer than a QR code holds.
pub fn qr_encode(puzzles: &[PackPuzzle]) -> Result<String, Bad> {
    let list = Json::Array(puzzles.iter().map(PackPuzzle::to_json).collect());
    let envelope = Json::Object(vec![
        ("formatVersion".into(), FORMAT_VERSION.into()),
        ("puzzleCount".into(), (puzzles.len() as i64).into()),
        ("puzzles".into(), list),
    ]);
    let plain = envelope.write(&Style::compact());
    let mut gzip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let packed = gzip.write_all(plain.as_bytes()).and_then(|()| gzip.finish());
    let packed = packed.map_err(|e| Bad::new(format!("packing failed: {e}")))?;
    let packed = format!("{QR_PREFIX}{}", STANDARD.encode(&packed));
    let payload = if packed.len() < plain.len() { packed } else { plain };
    if payload.len() > QR_MAX_BYTES {
        return Err(Bad::new(format!("{} bytes; a QR code holds {QR_MAX_BYTES}", payload.len())));
    }
    Ok(payload)
}

/// The JSON text of a payload.
///
/// # Errors
/// [`Bad`] when it is not base64, not gzip, not UTF-8, or too big.
pub fn qr_decode(payload: &str) -> Result<String, Bad> {
    let Some(code) = payload.trim().strip_prefix(QR_PREFIX) else { return Ok(payload.to_string()) };
    let at = |i: usize| QR_PREFIX.len() + i + 1;
    let packed = STANDARD.decode(code).map_err(|e| {
        let place = match e {
            DecodeError::InvalidByte(i, _) | DecodeError::InvalidLastSymbol(i, _) => i,
            DecodeError::InvalidLength(_) | DecodeError::InvalidPadding => code.len(),
        };
        Bad::new("no base64").column(at(place))
    })?;
    let mut text = String::new();
    let read = GzDecoder::new(packed.as_slice()).take(UNPACKED + 1).read_to_string(&mut text);
    read.map_err(|e| Bad::new(format!("no gzipped text: {e}")))?;
    if text.len() as u64 > UNPACKED {
        return Err(Bad::new(format!("unpacks to more than {UNPACKED} bytes")));
    }
    Ok(text)
}
