//! Base64 with the standard alphabet and padding (RFC 4648, section 4).

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes with padding.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |w, &b| w << 8 | u32::from(b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let c = if i <= chunk.len() { ALPHABET[(word >> (18 - 6 * i) & 63) as usize] } else { b'=' };
            out.push(c as char);
        }
    }
    out
}

/// Decodes; the error is the place of the character that does not belong there.
pub(super) fn decode(text: &str) -> Result<Vec<u8>, usize> {
    let bytes = text.as_bytes();
    let bare = text.trim_end_matches('=').len();
    if !bytes.len().is_multiple_of(4) || bytes.len() - bare > 2 {
        return Err(bytes.len());
    }
    let mut out = Vec::with_capacity(bare * 3 / 4);
    let (mut word, mut bits) = (0_u32, 0);
    for (i, b) in bytes[..bare].iter().enumerate() {
        let value = ALPHABET.iter().position(|a| a == b).ok_or(i)?;
        word = word << 6 | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((word >> bits) as u8);
            word &= (1 << bits) - 1;
        }
    }
    if word != 0 { Err(bare.saturating_sub(1)) } else { Ok(out) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Test vectors of RFC 4648, section 10.
    #[test]
    fn vectors() {
        for (plain, code) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(encode(plain.as_bytes()), code);
            assert_eq!(decode(code).unwrap(), plain.as_bytes());
        }
        assert_eq!(decode("Zm9*"), Err(3));
        assert!(decode("Zm9").is_err() && decode("Zh==").is_err() && decode("Z===").is_err());
    }

    proptest! {
        #[test]
        fn round_trip(bytes in prop::collection::vec(any::<u8>(), 0..99)) {
            prop_assert_eq!(decode(&encode(&bytes)), Ok(bytes));
        }
    }
}
