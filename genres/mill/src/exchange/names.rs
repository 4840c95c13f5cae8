//! File names of exports.

/// Longest author part of a contribution's name.
const AUTHOR: usize = 15;
/// Longest title part.
const TITLE: usize = 30;

/// Small letters and digits; every run of anything else is one `_`, none at the ends.
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.to_lowercase().chars() {
        if c.is_ascii_lowercase() || c.is_ascii_digit() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    out.truncate(out.trim_end_matches('_').len());
    out
}

/// `<author>_<title>.json`, both as slugs, cut to 15 and 30 characters as the app cuts them.
pub fn contribution_name(author: &str, title: &str) -> String {
    let cut = |text: String, most: usize| text.chars().take(most).collect::<String>();
    format!("{}_{}.json", cut(slug(author), AUTHOR), cut(slug(title), TITLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_format_document() {
        assert_eq!(contribution_name("John Doe", "First Mill!"), "john_doe_first_mill.json");
        assert_eq!(slug("--Größe 9×9--"), "gr_e_9_9");
        assert_eq!(slug("…"), "");
        let long = contribution_name("abcdefghijklmnopqrstuvwxyz", &"x".repeat(99));
        assert_eq!(long, format!("abcdefghijklmno_{}.json", "x".repeat(30)));
    }
}
