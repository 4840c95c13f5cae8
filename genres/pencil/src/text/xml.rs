//! Elements of XML, as far as files of puzzles need them: names, attributes, and the text behind a
//! tag.

/// A tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tag {
    /// Its name in small letters.
    pub(crate) name: String,
    /// Does it end an element?
    pub(crate) is_end: bool,
    /// Attributes, with names in small letters.
    attributes: Vec<(String, String)>,
    /// The text up to the next tag.
    pub(crate) text: String,
    /// Its line, from 1.
    pub(crate) line: u64,
}

impl Tag {
    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The number that an attribute is.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        self.attribute(name)?.trim().parse().ok()
    }

    /// Does it begin an element of that name?
    pub(crate) fn begins(&self, name: &str) -> bool {
        !self.is_end && self.name == name
    }
}

/// The tags of a text in order, without comments and declarations.
pub(crate) fn tags(text: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let (mut rest, mut line) = (text, 1u64);
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        if let Some(last) = tags.last_mut() {
            last.text.push_str(before);
        }
        line += before.matches('\n').count() as u64;
        let end =
            if from.starts_with("<!--") { from.find("-->").map(|i| i + 3) } else { from.find('>').map(|i| i + 1) };
        let Some(end) = end else { break };
        let body = &from[1..end.max(2) - 1];
        if !body.starts_with(['!', '?']) {
            tags.push(tag(body, line));
        }
        line += from[..end].matches('\n').count() as u64;
        rest = &from[end..];
    }
    tags
}

fn tag(body: &str, line: u64) -> Tag {
    let is_end = body.starts_with('/');
    let body = body.trim_start_matches('/').trim_end_matches('/').trim();
    let end = body.find(char::is_whitespace).unwrap_or(body.len());
    let mut attributes = Vec::new();
    let mut rest = &body[end..];
    while let Some((name, behind)) = rest.split_once('=') {
        let behind = behind.trim_start();
        let Some(mark) = behind.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
        let Some((value, next)) = behind[1..].split_once(mark) else { break };
        attributes.push((name.trim().to_lowercase(), value.to_string()));
        rest = next;
    }
    Tag { name: body[..end].to_lowercase(), is_end, attributes, text: String::new(), line }
}

#[cfg(test)]
mod tests {
    use super::tags;

    #[test]
    fn tags_have_their_attributes_and_text() {
        let all = tags("<?xml version=\"1.0\"?>\n<!-- <a> -->\n<b Size='3' x=\"a b\"/>\n<c>text</c><");
        assert_eq!(all.len(), 3);
        assert_eq!((all[0].number("size"), all[0].attribute("x"), all[0].line), (Some(3), Some("a b"), 3));
        assert!(all[1].begins("c") && all[1].text == "text" && all[2].is_end);
        assert!(tags("<<>< a='").len() < 3);
    }
}
