//! Names that the literature has for forms. A suggestion, no verdict: a form may hold more than
//! the name does.

/// Forms of fixed keys. Chains are named by their strong links (*bivalue* cells and *bilocal*
/// values in houses), as in lists of the forums.
const EXACT: [(&str, &str); 40] = [
    ("flat-1:c11/b11/b", "Claiming (locked candidates 2)"),
    ("flat-1:b11/c11/c", "Pointing (locked candidates 1)"),
    ("naked-2", "Naked Pair"),
    ("naked-3", "Naked Triple"),
    ("naked-4", "Naked Quad"),
    ("naked-2-locked", "Locked Pair"),
    ("naked-3-locked", "Locked Triple"),
    ("hidden-2", "Hidden Pair"),
    ("hidden-3", "Hidden Triple"),
    ("hidden-4", "Hidden Quad"),
    ("flat-2:cc21/rr21/r", "X-Wing"),
    ("flat-2:bc21/rr21/r", "Franken X-Wing (with a locked candidate: two steps at once)"),
    ("flat-2:cc21/bb21/b", "Multiple Lines; in jigsaws the Law of Leftovers (two lines, two regions)"),
    ("flat-2:bb21/cc21/c", "Double Pointing; in jigsaws the Law of Leftovers (two regions, two lines)"),
    ("fish-3-basic", "Swordfish"),
    ("fish-4-basic", "Jellyfish"),
    ("fish-3-finned", "Finned Swordfish"),
    ("fish-3-sashimi", "Sashimi Swordfish"),
    ("fish-4-finned", "Finned Jellyfish"),
    ("fish-4-sashimi", "Sashimi Jellyfish"),
    ("fish-3-franken", "Franken Swordfish"),
    ("fish-4-franken", "Franken Jellyfish"),
    ("chain-2:b1Cgr1Cr1 x", "Finned X-Wing"),
    ("chain-2:b1Cgr1Cr1", "Sashimi X-Wing"),
    ("chain-2:b1Cr1Cr1", "Skyscraper"),
    ("chain-2:c1Rb1Cr1", "2-String Kite"),
    ("chain-2:c1Rb1Cgr1", "Grouped 2-String Kite"),
    ("chain-2:c1Br1Cr1", "Turbot Fish"),
    ("chain-2:c1Bgr1Cr1", "Empty Rectangle (grouped Turbot Fish)"),
    ("chain-3:h1Hh1Hh1Hh1", "X-Chain of 6"),
    ("chain-3:h1Hh1Hh1Hh1 x", "X-Chain of 6 (fin seen by the goal)"),
    ("chain-3:h1Nh2Nh3Nh1", "XY-Wing"),
    ("rank-1-3:n1-.n1-.n2+ bl 3v x", "XYZ-Wing"),
    ("chain-3:h1Nh2Hh2Nh1", "W-Wing"),
    ("chain-3:h1HnHh2Nh1", "M-Wing"),
    ("chain-3:h1Hh1Nh2Hn", "S-Wing"),
    ("chain-3:h1Nh2HnHn", "H-Wing"),
    ("chain-3:h1Nh2Nh3Hn", "Hybrid Wing (two bivalue cells and a bilocal value)"),
    ("chain-3:h1HnHnHn", "L-Wing"),
    ("chain-3:h1HnHh2Hn", "Alternating Inference Chain of three bilocal values"),
];

/// Names of all forms that begin so; the number of truths follows.
const FAMILIES: [(&str, &str); 13] = [
    ("aic-", "Alternating Inference Chain, strong links:"),
    ("bivalue-chain-", "bivalue chain (Berthier), length"),
    ("braid-", "braid (Berthier), length"),
    ("t-whip-", "t-whip (Berthier), length"),
    ("whip-", "whip (nrczt-chain; Berthier), length"),
    ("z-chain-", "z-chain (Berthier), length"),
    ("fish-", "complex fish (franken or mutant), size"),
    ("net-", "net (no covers), truths:"),
    ("rank-1-", "almost locked sets or ring of rank 1, truths:"),
    ("rank-2-", "pattern of rank 2 (Barker), truths:"),
    ("rank-3-", "pattern of rank 3 (Barker), truths:"),
    ("sums-", "innies and outies (rule of 45), houses and cages:"),
    ("sets-", "multi-sector locked set or SK loop (Barker), truths:"),
];

/// What the literature calls a form, if it has a name.
///
/// ```
/// # use tesuji_discovery::literature;
/// assert_eq!(literature("naked-3").as_deref(), Some("Naked Triple"));
/// assert_eq!(literature("whip-5").as_deref(), Some("whip (nrczt-chain; Berthier), length 5"));
/// assert_eq!(literature("rules-2:sum+sum goal in1 by1"), None);
/// ```
pub fn literature(form: &str) -> Option<String> {
    if let Some((_, name)) = EXACT.iter().find(|(key, _)| *key == form) {
        return Some((*name).to_string());
    }
    if form.starts_with("impossible-3-12:b3333 e24 d4-4") {
        return Some("Tridagon (Thor's Hammer)".to_string());
    }
    if form.starts_with("impossible-2-") {
        return Some("bivalue oddagon".to_string());
    }
    if let Some(of) = form.strip_prefix("chain-") {
        let n: usize = of.split(':').next()?.parse().ok()?;
        let word = of.split(':').nth(1)?;
        return Some(match (word.contains('N'), word.contains('H'), word.contains('n')) {
            (true, false, false) => format!("XY-Chain of {n} cells"),
            (false, true, false) => format!("X-Chain of {} candidates", 2 * n),
            _ => format!("Alternating Inference Chain, strong links: {n}"),
        });
    }
    let (head, name) = FAMILIES.iter().find(|(head, _)| form.starts_with(head))?;
    let rest = &form[head.len()..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some(format!("{name} {}", &rest[..digits]))
}

/// Forms near one: of the same head first, then those whose keys differ least.
pub fn near<'a>(form: &str, all: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let head = |key: &str| key.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default().to_string();
    let own = head(form);
    let alike = all.into_iter().filter(|key| *key != form && head(key) == own);
    tesuji_genre::nearest(form, alike)
}
