//! A server of the program, and requests to it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tesuji_genre::Record;

/// `tesuji browse` on a file.
pub struct Server {
    pub child: Child,
    pub url: String,
    pub port: u16,
    pub token: String,
}

impl Server {
    pub fn start(file: &Path, args: &[&str]) -> Server {
        let program = std::env::var("TESUJI_PROGRAM").unwrap_or(env!("CARGO_BIN_EXE_tesuji").to_string());
        let mut command = Command::new(program);
        command.arg("browse").arg(file).args(args).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("reads");
        let url = line.trim().to_string();
        let (address, token) = url.split_once("/#").unwrap_or_else(|| panic!("no address: {url:?}"));
        let port = address.rsplit(':').next().and_then(|p| p.parse().ok()).expect("a port");
        Server { child, port, token: token.to_string(), url }
    }

    /// Sends bytes as they are.
    pub fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(15))).expect("sets");
        // A server that hangs up early is fine.
        let _ = stream.write_all(bytes);
        stream
    }

    /// The answer to bytes: status (0 where there was none) and all of its text.
    pub fn raw(&self, bytes: &[u8]) -> (u16, String) {
        answer(self.send(bytes))
    }

    /// The bytes of a good request.
    pub fn request(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            self.token,
            body.len()
        )
        .into_bytes()
    }

    /// A good request and its answer as JSON.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, text) = self.raw(&self.request(method, path, body));
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads an answer to its end.
pub fn answer(mut stream: TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.strip_prefix("HTTP/1.1 ").and_then(|t| t.get(..3)).and_then(|t| t.parse().ok()).unwrap_or(0);
    (status, text)
}

/// Records that are good enough to be listed.
pub fn write_records(path: &Path, count: u64) -> Vec<String> {
    let of = |n: u64| Record {
        id: format!("{n:016x}"),
        genre: "sudoku".into(),
        size: "9x9".into(),
        puzzle: ".".repeat(81),
        ..Record::default()
    };
    let records: Vec<Record> = (0..count).map(of).collect();
    let text: String = records.iter().map(|r| serde_json::to_string(r).expect("plain") + "\n").collect();
    std::fs::write(path, text).expect("writes");
    records.into_iter().map(|r| r.id).collect()
}
