//! Requests that no page of ours makes.

use super::server::{Server, answer, write_records};
use std::io::{Read, Write};
use std::process::Command;
use std::time::{Duration, Instant};
use tesuji_corpus::verdicts::{Verdicts, verdicts_path};

#[test]
fn requests_of_others_are_refused_and_change_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    write_records(&file, 5);
    let server = Server::start(&file, &[]);
    let (port, token) = (server.port, server.token.clone());
    let body = r#"{"n":1,"verdict":"approve"}"#;
    let post = |head: &str| {
        let length = body.len();
        format!(
            "POST /api/verdict HTTP/1.1\r\n{head}Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    };
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let wrong = format!("Authorization: Bearer {}\r\n", "0".repeat(32));
    let own = format!("{host}{bearer}");
    let large = format!(
        "POST /api/verdict HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: 1000000\r\nConnection: close\r\n\r\n{}",
        " ".repeat(1_000_000)
    );
    let cases: Vec<(&str, String, &[u16])> = vec![
        ("no Host", post(&bearer), &[421]),
        ("a name bound to this address", post(&format!("Host: evil.example:{port}\r\n{bearer}")), &[421]),
        ("another port", post(&format!("Host: 127.0.0.1:1\r\n{bearer}")), &[421]),
        ("no port", post(&format!("Host: 127.0.0.1\r\n{bearer}")), &[421]),
        ("two Hosts", post(&format!("{host}Host: evil.example\r\n{bearer}")), &[400, 421]),
        ("another host in the request line", post(&own).replace("POST /", "POST http://evil.example/"), &[421]),
        ("another Origin", post(&format!("{own}Origin: http://evil.example\r\n")), &[403]),
        ("the Origin null", post(&format!("{own}Origin: null\r\n")), &[403]),
        ("another port's Origin", post(&format!("{own}Origin: http://127.0.0.1:1\r\n")), &[403]),
        ("begun by another site", post(&format!("{own}Sec-Fetch-Site: cross-site\r\n")), &[403]),
        ("no token", post(&host), &[401]),
        ("a wrong token", post(&format!("{host}{wrong}")), &[401]),
        ("the token in a cookie", post(&format!("{host}Cookie: token={token}\r\n")), &[401]),
        (
            "the token in the address",
            post(&host).replace("/api/verdict", &format!("/api/verdict?token={token}")),
            &[401],
        ),
        ("a large body", large, &[413]),
        ("no JSON", post(&own).replace(body, &" ".repeat(body.len())), &[400]),
        ("a verdict that isn't there", post(&own).replace("approve", "applaud"), &[422]),
        ("a record that isn't there", post(&own).replace("\"n\":1", "\"n\":9"), &[404]),
        ("another method", post(&own).replace("POST", "PUT"), &[405]),
        ("a way out", format!("GET /../../etc/passwd HTTP/1.1\r\n{own}Connection: close\r\n\r\n"), &[404]),
        ("no HTTP", "GARBAGE\r\n\r\n".to_string(), &[400, 0]),
    ];
    for (what, bytes, expected) in cases {
        let (status, text) = server.raw(bytes.as_bytes());
        // Who was hung up on while he sent may have lost the answer.
        assert!(expected.contains(&status) || what == "a large body" && status == 0, "{what}: {status} {text}");
        let text = text.to_ascii_lowercase();
        assert!(!text.contains("access-control-"), "{what}: {text}");
        assert!(!text.contains(&token), "{what}: the token is told");
    }
    let asked = format!(
        "OPTIONS /api/verdict HTTP/1.1\r\n{host}Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n"
    );
    let (status, text) = server.raw(asked.as_bytes());
    assert!(status == 403 && !text.to_ascii_lowercase().contains("access-control-"), "{text}");
    // Refused requests change nothing; a proper one does.
    let path = verdicts_path(&file);
    assert_eq!(Verdicts::read(&path).expect("reads").ids().count(), 0);
    let (status, text) = server.raw(post(&own).as_bytes());
    assert_eq!(status, 200, "{text}");
    assert!(Verdicts::read(&path).expect("reads").approves(&format!("{:016x}", 1)));
    // Every answer, a page's too, says what may be done with it.
    let (status, page) = server.raw(format!("GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n").as_bytes());
    assert_eq!(status, 200);
    for header in ["default-src 'none'", "frame-ancestors 'none'", "nosniff", "no-referrer", "no-store", "same-origin"]
    {
        assert!(page.contains(header), "{header}: {page}");
    }
    assert!(!page.contains("http://") && !page.contains("https://"), "nothing comes from elsewhere");
}

#[test]
fn slow_and_many_connections_hold_up_nobody() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("a.jsonl");
    write_records(&file, 2);
    let server = Server::start(&file, &[]);
    let begun = Instant::now();
    let mut slow = server.send(b"GET / HTTP/1.1\r\nHost: 127");
    let mut idle: Vec<_> = (0..80).map(|_| server.send(b"")).collect();
    // One too many was hung up on: it is at its end at once.
    let last = idle.last_mut().expect("eighty");
    assert_eq!(last.read(&mut [0; 10]).unwrap_or(0), 0);
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    // Those that say nothing are gone when their time is up, and others are served.
    slow.write_all(b".0.0.1").expect("still open");
    let (status, _) = answer(slow);
    let waited = begun.elapsed();
    assert!((status == 0 || status == 408) && waited < Duration::from_secs(12), "{status} after {waited:?}");
    let (status, told) = server.ask("GET", "/api/about", "");
    assert_eq!((status, &told["records"]), (200, &2.into()));
}

#[test]
fn a_second_server_and_a_taken_port_are_told() {
    let dir = tempfile::tempdir().expect("a folder");
    let (file, other) = (dir.path().join("a.jsonl"), dir.path().join("b.jsonl"));
    write_records(&file, 2);
    write_records(&other, 2);
    let server = Server::start(&file, &[]);
    let second = |args: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_tesuji")).arg("browse").args(args).output().expect("runs");
        (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
    };
    let (code, words) = second(&[file.to_str().expect("text")]);
    assert!(code == Some(1) && words.contains(&format!("process {}", server.child.id())), "{words}");
    let (code, words) = second(&["--port", &server.port.to_string(), other.to_str().expect("text")]);
    assert!(code == Some(1) && words.contains(&format!("port {}", server.port)), "{words}");
    let missing = dir.path().join("nothing.jsonl");
    let (code, words) = second(&[missing.to_str().expect("text")]);
    assert!(code == Some(1) && words.contains("nothing.jsonl"), "{words}");
    assert!(!dir.path().join("nothing.jsonl.verdicts.jsonl").exists(), "a file that is not there has no verdicts");
}
