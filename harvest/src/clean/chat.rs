//! Chat of servers in comments.

/// The comment without lines of chat: `name [rank]: …` (KGS, IGS), and the blocks that OGS heads
/// with `-- chat --`, up to the next blank line behind some text.
pub(crate) fn without_chat(comment: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut block = Block::No;
    for line in comment.lines() {
        let plain = line.trim();
        if plain == "-- chat --" {
            block = Block::Head;
            continue;
        }
        match (block, plain.is_empty()) {
            (Block::Head, false) => block = Block::Inside,
            (Block::Inside, true) => block = Block::No,
            _ => {}
        }
        if block == Block::No && !is_chat(plain) {
            kept.push(line);
        }
    }
    kept.join("\n").trim().to_string()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    No,
    Head,
    Inside,
}

/// `name [3k]: text`; the rank may be `-`, `?` or with a mark.
fn is_chat(line: &str) -> bool {
    let Some((name, rest)) = line.split_once(" [") else { return false };
    let Some((rank, _)) = rest.split_once("]:") else { return false };
    let named = !name.is_empty() && name.len() <= 20 && !name.contains(char::is_whitespace);
    let rank = rank.trim_end_matches(['?', '*']);
    let digits = rank.bytes().take_while(u8::is_ascii_digit).count();
    named && (matches!(rank, "" | "-") || digits > 0 && matches!(rank.get(digits..), Some("k" | "d" | "p")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_chat_goes() {
        let kgs = "A fine move.\nfoo [3k]: wow\nbar [-]: [yes]\nbaz [5d?]: hm\nnote [see below]: stays";
        assert_eq!(without_chat(kgs), "A fine move.\nnote [see below]: stays");
        let ogs = "\n\n-- chat --\nkib: hello\nothers: hi there\n\nBlack leads.";
        assert_eq!(without_chat(ogs), "Black leads.");
        assert_eq!(without_chat("-- chat --\n\na: b"), "");
        assert_eq!(without_chat("Plain: text"), "Plain: text");
    }
}
