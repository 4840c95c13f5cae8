//! Who may ask: only the page that this server gave out, in a browser on this machine.
//!
//! Every request: the Host exactly ours (a name that is bound to this address by somebody else is
//! not), an Origin that is ours or none, nothing that another site began. What tells or changes
//! something, besides: the token, in a header, which no other page can send.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;

/// Time for one request, its body included.
const TIME: Duration = Duration::from_secs(20);

const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("x-frame-options", "DENY"),
];

/// The conditions of a request.
#[derive(Clone, Debug)]
pub struct Guard {
    hosts: Arc<[String]>,
    token: Arc<str>,
}

impl Guard {
    /// For a server at a port of this machine.
    ///
    /// # Errors
    /// Where the system gives no random bytes.
    pub fn new(port: u16) -> std::io::Result<Guard> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes).map_err(|e| std::io::Error::other(e.to_string()))?;
        let token: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        Ok(Guard { hosts: hosts.into(), token: token.into() })
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The reason for refusing a request.
    fn refuses(&self, request: &Request) -> Option<(StatusCode, &'static str)> {
        let headers = request.headers();
        let is_ours = |host: &str| self.hosts.iter().any(|own| own == host);
        let only = |name: header::HeaderName| {
            let mut all = headers.get_all(name).iter();
            match (all.next(), all.next()) {
                (None, _) => Ok(None),
                (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
                _ => Err(()),
            }
        };
        // A whole address in the request line would name another host than the header.
        if request.uri().authority().is_some() || !only(header::HOST).is_ok_and(|h| h.is_some_and(is_ours)) {
            return Some((StatusCode::MISDIRECTED_REQUEST, "another host"));
        }
        let is_own_origin = |o: &str| o.strip_prefix("http://").is_some_and(is_ours);
        if !only(header::ORIGIN).is_ok_and(|o| o.is_none_or(is_own_origin)) {
            return Some((StatusCode::FORBIDDEN, "another origin"));
        }
        let site = only(header::HeaderName::from_static("sec-fetch-site"));
        if !site.is_ok_and(|s| s.is_none_or(|s| matches!(s, "same-origin" | "none"))) {
            return Some((StatusCode::FORBIDDEN, "another site"));
        }
        let is_api = request.uri().path().starts_with("/api/");
        if is_api && !self.knows(headers) {
            return Some((
                StatusCode::UNAUTHORIZED,
                "the token is missing or wrong: open the address that was printed",
            ));
        }
        None
    }

    fn knows(&self, headers: &HeaderMap) -> bool {
        let mut all = headers.get_all(header::AUTHORIZATION).iter();
        let (Some(value), None) = (all.next(), all.next()) else { return false };
        let given = value.to_str().ok().and_then(|v| v.strip_prefix("Bearer ")).unwrap_or_default();
        is_same(given.as_bytes(), self.token.as_bytes())
    }
}

/// Takes as long wherever they differ.
fn is_same(given: &[u8], own: &[u8]) -> bool {
    let differ = given.iter().zip(own).fold(0, |acc, (a, b)| acc | (a ^ b));
    given.len() == own.len() && std::hint::black_box(differ) == 0
}

/// The middleware: refuses, limits the time, and sets the headers of every answer.
pub async fn guarded(State(guard): State<Guard>, request: Request<Body>, next: Next) -> Response {
    let mut response = match guard.refuses(&request) {
        Some((code, why)) => (code, why).into_response(),
        None => match tokio::time::timeout(TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "too slow").into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_compared_whole() {
        assert!(is_same(b"abc", b"abc"));
        for other in ["", "ab", "abcd", "abd", "xbc"] {
            assert!(!is_same(other.as_bytes(), b"abc"), "{other}");
        }
        let (a, b) = (Guard::new(1).unwrap(), Guard::new(1).unwrap());
        assert!(a.token().len() == 32 && a.token() != b.token());
    }
}
