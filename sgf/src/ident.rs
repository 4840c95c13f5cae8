//! Property names, packed for comparison.

use std::borrow::Cow;

/// Key of a name that is too long to pack: compare the names themselves.
pub(crate) const LONG: u32 = u32::MAX;

/// The canonical form of a name as it stands in a file: FF\[1\] to FF\[3\] allow lower-case letters
/// anywhere and give them no meaning (`AddBlack` is `AB`); a name all in lower case is taken as
/// written in capitals.
pub(crate) fn canonical(name: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(name) {
        Ok(plain) if !name.iter().any(u8::is_ascii_lowercase) => Cow::Borrowed(plain),
        _ => Cow::Owned(canonical_bytes(name).map(char::from).collect()),
    }
}

/// The letters of the canonical form.
pub(crate) fn canonical_bytes(name: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let capitals = name.iter().any(u8::is_ascii_uppercase);
    let kept = name.iter().copied().filter(move |b| !capitals || !b.is_ascii_lowercase());
    // A name starts with a letter: `b0B` is `B`.
    kept.skip_while(u8::is_ascii_digit).map(|b| b.to_ascii_uppercase())
}

/// Up to four letters as a number; [`LONG`] for more.
pub(crate) fn key(name: &[u8]) -> u32 {
    let mut key = 0u32;
    for (i, b) in canonical_bytes(name).enumerate() {
        if i == 4 {
            return LONG;
        }
        key = key << 8 | u32::from(b);
    }
    key
}

/// The key of a name that is in canonical form already.
#[inline]
pub(crate) const fn key_of(name: &[u8]) -> u32 {
    let mut key = 0u32;
    let mut i = 0;
    while i < name.len() {
        if i == 4 {
            return LONG;
        }
        key = key << 8 | name[i] as u32;
        i += 1;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_are_their_capitals() {
        for (old, new) in [("AddBlack", "AB"), ("B", "B"), ("GaMe", "GM"), ("comment", "COMMENT"), ("KM2", "KM2")] {
            assert_eq!(canonical(old.as_bytes()), new);
            assert_eq!(key(old.as_bytes()), key_of(new.as_bytes()));
        }
        assert_eq!(key(b"MULTI"), LONG);
        assert_ne!(key(b"AB"), key(b"BA"));
    }
}
