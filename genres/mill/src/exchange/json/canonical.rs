//! Canonical JSON (RFC 8785): one spelling for each value, to be hashed.

use super::Json;
use super::write::put_string;

impl Json {
    /// The canonical text: no white space, keys sorted by their UTF-16 units, numbers as ECMAScript
    /// writes them. Of a key that stands twice, the last counts.
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        put(self, &mut out);
        out
    }
}

fn put(value: &Json, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Json::Number(raw) => out.push_str(&number(raw)),
        Json::String(text) => put_string(text, false, out),
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                put(item, out);
            }
            out.push(']');
        }
        Json::Object(fields) => {
            let mut sorted: Vec<(Vec<u16>, &str, &Json)> = Vec::with_capacity(fields.len());
            for (key, value) in fields {
                let units: Vec<u16> = key.encode_utf16().collect();
                match sorted.binary_search_by(|(u, ..)| u.cmp(&units)) {
                    Ok(at) => sorted[at].2 = value,
                    Err(at) => sorted.insert(at, (units, key, value)),
                }
            }
            out.push('{');
            for (i, (_, key, value)) in sorted.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                put_string(key, false, out);
                out.push(':');
                put(value, out);
            }
            out.push('}');
        }
    }
}

/// The number as `Number::toString` of ECMAScript writes the nearest double; a number beyond all
/// doubles keeps its spelling.
fn number(raw: &str) -> String {
    let Some(value) = raw.parse::<f64>().ok().filter(|v| v.is_finite()) else { return raw.to_string() };
    if value == 0.0 {
        return "0".to_string();
    }
    // Shortest digits that read back: d.ddd and the exponent.
    let spelt = format!("{:e}", value.abs());
    let (mantissa, exponent) = spelt.split_once('e').unwrap_or((&spelt, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let (n, k) = (exponent.parse::<i32>().unwrap_or(0) + 1, digits.len() as i32);
    let text = if k <= n && n <= 21 {
        format!("{digits}{}", "0".repeat((n - k) as usize))
    } else if 0 < n && n <= 21 {
        format!("{}.{}", &digits[..n as usize], &digits[n as usize..])
    } else if -6 < n && n <= 0 {
        format!("0.{}{digits}", "0".repeat(-n as usize))
    } else {
        let point = if k > 1 { "." } else { "" };
        format!("{}{point}{}e{}{}", &digits[..1], &digits[1..], if n > 0 { "+" } else { "-" }, (n - 1).abs())
    };
    format!("{}{text}", if value < 0.0 { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number samples of RFC 8785, appendix B, and its sorting sample (3.2.3).
    #[test]
    fn samples_of_the_standard() {
        for (raw, want) in [
            ("0", "0"),
            ("-0", "0"),
            ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("9007199254740992", "9007199254740992"),
            ("295147905179352830000", "295147905179352830000"),
            ("1e21", "1e+21"),
            ("9.999999999999997e22", "9.999999999999997e+22"),
            ("333333333.3333332", "333333333.3333332"),
            ("0.000001", "0.000001"),
            ("1E-7", "1e-7"),
            ("-0.0000033333333333333333", "-0.0000033333333333333333"),
        ] {
            assert_eq!(number(raw), want);
        }
        let text = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
        let order = Json::parse(text).unwrap().canonical();
        assert_eq!(order, "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}");
    }
}
