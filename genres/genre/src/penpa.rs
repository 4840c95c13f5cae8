//! Addresses of penpa-edit: a drawing as lines of text, squeezed and written in base 64. The text
//! is taken apart here; what the drawing means is a genre's business.

use crate::{Bad, Genre, near, site};
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::read::DeflateDecoder;
use flate2::{Compression, write::DeflateEncoder};
use std::collections::BTreeSet;
use std::io::{Read, Write};

/// The name of the format of these addresses.
pub const PENPA: &str = "penpa";

/// The beginning of written addresses.
const ADDRESS: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";
/// Bytes that an address may hold at most, before and after its short forms are written out.
const MOST_BYTES: u64 = 1 << 20;
const MOST_TEXT: usize = 8 << 20;
/// The line of the text that holds the tags.
const TAGS: usize = 17;
/// Where the title stands in the first line.
const TITLE: usize = 15;

/// The names that recur in a text, with their short forms, in the order in which they are put in.
const SHORT: [(&str, &str); 31] = [
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// Base 64 without padding, in which the last symbol of a text that was cut may have bits left.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Is the text an address of a drawing of penpa-edit?
pub fn is_penpa(text: &str) -> bool {
    site::name(text).is_some_and(|name| name == "penpa-edit") && parameter(text).is_some()
}

/// The squeezed drawing of an address.
fn parameter(text: &str) -> Option<&str> {
    let address = text.split_whitespace().next()?;
    let (_, query) = address.split_once(['#', '?'])?;
    query.split(['&', '#', '?']).find_map(|part| part.strip_prefix("p="))
}

/// The text of the drawing in an address.
///
/// # Errors
/// [`Bad`] where it is no such address, or can't be unpacked.
pub fn text(address: &str) -> Result<String, Bad> {
    let wrong = |what: &str| Bad::new(format!("penpa-edit: {what}"));
    let packed = parameter(address.trim()).ok_or_else(|| wrong("the address holds no drawing (p=)"))?;
    let packed = packed.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    let bytes = LENIENT.decode(packed.replace('-', "+").replace('_', "/").trim_end_matches('='));
    let bytes = bytes.map_err(|_| wrong("the drawing is not in base 64"))?;
    let mut plain = Vec::new();
    let unpacked = DeflateDecoder::new(bytes.as_slice()).take(MOST_BYTES + 1).read_to_end(&mut plain);
    if unpacked.is_err() || plain.is_empty() {
        return Err(wrong("the drawing can't be unpacked: is the address whole?"));
    }
    if plain.len() as u64 > MOST_BYTES {
        return Err(wrong("the drawing is too large"));
    }
    let mut text = String::from_utf8(plain).map_err(|_| wrong("the drawing is not in UTF-8"))?;
    for (long, short) in SHORT.iter().rev() {
        if text.len() <= MOST_BYTES as usize || text.matches(short).count() * long.len() < MOST_TEXT {
            text = text.replace(short, long);
        }
        if text.len() > MOST_TEXT {
            return Err(wrong("the drawing is too large"));
        }
    }
    Ok(text)
}

/// The address of a drawing's text.
pub fn address(text: &str) -> String {
    let mut text = text.to_string();
    for (long, short) in SHORT {
        text = text.replace(long, short);
    }
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    // Memory takes whatever is written to it.
    let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish()).unwrap_or_default();
    format!("{ADDRESS}{}", BASE64_STANDARD.encode(&packed))
}

/// The tags of a drawing's text, in which its author says what it is; without any, its title.
pub fn tags(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let tags: Vec<String> = lines.get(TAGS).and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let title = lines.first().and_then(|line| line.split(',').nth(TITLE)).unwrap_or_default();
    let title = title.trim_start_matches("Title:").trim();
    if tags.is_empty() && !title.is_empty() { vec![title.to_string()] } else { tags }
}

/// Names of penpa-edit for kinds of puzzles whose names here and in addresses are others.
const NAMES: [(&str, &str); 13] = [
    ("classic", "sudoku"),
    ("irregular", "jigsaw"),
    ("rippleeffect", "ripple"),
    ("minesweeper", "mines"),
    ("hashiwokakero", "hashi"),
    ("slant", "gokigen"),
    ("corral", "cave"),
    ("starbattle", "starbattle"),
    ("spiralgalaxies", "galaxies"),
    ("tentaisho", "galaxies"),
    ("tomtom", "kenken"),
    ("arrow", "variant"),
    ("thermo", "variant"),
];

fn letters(name: &str) -> String {
    let name = name.split('(').next().unwrap_or_default().to_lowercase();
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The genre among these that the drawing in an address is of, as its tags say.
///
/// # Errors
/// [`Bad`] where the address can't be read, or means none of them.
pub fn genre(address: &str, genres: &[&'static dyn Genre]) -> Result<&'static dyn Genre, Bad> {
    let drawn: Vec<&'static dyn Genre> = genres.iter().copied().filter(|g| g.info().formats.contains(&PENPA)).collect();
    let names: Vec<(usize, &str)> = (0..)
        .zip(&drawn)
        .flat_map(|(at, genre)| {
            std::iter::once(genre.name()).chain(genre.info().address_names.iter().copied()).map(move |name| (at, name))
        })
        .collect();
    let at = meant(&text(address)?, names.iter().map(|(_, name)| *name))?;
    Ok(drawn[names[at].0])
}

/// Which of the names the tags of a drawing mean, by its place in the list.
///
/// # Errors
/// [`Bad`] where they mean none of them.
fn meant<'a>(text: &str, names: impl Iterator<Item = &'a str> + Clone) -> Result<usize, Bad> {
    let tags = tags(text);
    let find = |tag: &String| {
        let plain = letters(tag);
        let known = NAMES.iter().find(|(name, _)| *name == plain).map_or(plain.as_str(), |(_, own)| own);
        names.clone().position(|name| letters(name) == known)
    };
    tags.iter().find_map(find).ok_or_else(|| {
        Bad::new(match tags.first() {
            None => "penpa-edit: the drawing doesn't say what it is: name its genre (--genre)".to_string(),
            Some(tag) => {
                let all: BTreeSet<&str> = names.clone().collect();
                let near = near(tag, all);
                format!("penpa-edit: no genre reads drawings of {tag:?}; {near}; --genre names one")
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for text in ["", "z", "square,6,6\n[0]\n{\"number\":{\"22\":[\"zZ9\",1,\"1\"]},\"line\":null}\n", "ж…"] {
            let address = address(text);
            assert!(is_penpa(&address), "{address}");
            if !text.is_empty() {
                assert_eq!(super::text(&address).as_deref(), Ok(text));
            }
        }
    }

    #[test]
    fn what_cannot_be_unpacked_is_refused() {
        for address in [
            "https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VZNb9s4EL37VwQ88yBS37",
            "https://swaroopg92.github.io/penpa-edit/#m=solve&p=!!",
            "https://swaroopg92.github.io/penpa-edit/#m=solve&p=",
            "https://swaroopg92.github.io/penpa-edit/#m=solve",
        ] {
            let bad = text(address).expect_err(address);
            assert!(bad.what.starts_with("penpa-edit: "), "{bad}");
        }
        assert!(!is_penpa("https://puzz.link/p?slither/4/4/dgdh2c71"));
        // A text of a million bytes is packed in some thousand.
        let bomb = address(&"q".repeat(2 << 20));
        assert!(bomb.len() < 10_000 && text(&bomb).is_err());
    }

    #[test]
    fn tags_mean_genres() {
        let with =
            |tags: &str| format!("square{}\n", "\n".repeat(TAGS)).trim_end().to_string() + &"\n".repeat(TAGS) + tags;
        let names = ["sudoku", "country-road", "yinyang", "slitherlink"];
        let meant = |tags: &str| super::meant(&with(tags), names.iter().copied());
        assert_eq!(meant("[\"classic\"]"), Ok(0));
        assert_eq!(meant("[\"country road\"]"), Ok(1));
        assert_eq!(meant("[\"nonsense\",\"Yin-Yang\"]"), Ok(2));
        assert!(meant("[\"slitherlnk\"]").is_err_and(|bad| bad.what.contains("slitherlink")));
        assert!(meant("[]").is_err_and(|bad| bad.what.contains("--genre")));
    }
}
