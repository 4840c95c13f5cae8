//! A headless Chromium, driven over its own protocol.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// A page of a browser.
pub struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    session: String,
    calls: u64,
    _profile: tempfile::TempDir,
}

const FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    "--window-size=1280,900",
];

impl Browser {
    /// `None` where there is no Chromium.
    pub fn open(url: &str) -> Option<Browser> {
        let profile = tempfile::tempdir().expect("a folder");
        let start = |name: &str| {
            let mut command = Command::new(name);
            command.args(FLAGS).arg(format!("--user-data-dir={}", profile.path().display())).arg("about:blank");
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().ok()
        };
        let mut child = ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(start)?;
        let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines().map_while(Result::ok);
        let address =
            lines.find_map(|l| l.strip_prefix("DevTools listening on ").map(str::to_string)).expect("listens");
        // Nobody else reads what it says: it must not block.
        std::thread::spawn(move || lines.for_each(drop));
        let host = address.trim_start_matches("ws://").split('/').next().expect("a host").to_string();
        let stream = TcpStream::connect(host).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("sets");
        let (socket, _) = tungstenite::client(address, stream).expect("shakes hands");
        let mut browser = Browser { child, socket, session: String::new(), calls: 0, _profile: profile };
        let target = browser.call("Target.createTarget", json!({ "url": url }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().expect("a session").to_string();
        Some(browser)
    }

    /// Calls a method of the protocol; the answer may be an error.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        self.socket.send(Message::text(message.to_string())).expect("sends");
        loop {
            let Message::Text(text) = self.socket.read().unwrap_or_else(|e| panic!("{method}: {e}")) else { continue };
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            if answer["id"] == self.calls {
                return answer;
            }
        }
    }

    /// The same where it must go well.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The value of an expression on the page, awaited.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        // A page that is being left or loaded has nowhere to run anything.
        let mut tries = 0;
        let answer = loop {
            let answer = self.ask("Runtime.evaluate", params.clone());
            if answer["error"].is_null() {
                break answer["result"].clone();
            }
            tries += 1;
            assert!(tries < 500, "{expression}: {answer}");
            std::thread::sleep(Duration::from_millis(20));
        };
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression holds.
    pub fn wait(&mut self, expression: &str) {
        for _ in 0..600 {
            if self.evaluate(&format!("Boolean({expression})")) == true {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let toast = self.evaluate("document.getElementById('toast')?.textContent ?? document.body.innerText");
        panic!("never: {expression}; the page says {toast}");
    }

    /// Presses a key, as a person does.
    pub fn key(&mut self, key: &str) {
        let (text, code) = match key {
            "Enter" => ("\r", 13),
            "Tab" => ("", 9),
            "Escape" => ("", 27),
            "PageUp" => ("", 33),
            "PageDown" => ("", 34),
            " " => (" ", 32),
            "ArrowLeft" => ("", 37),
            "ArrowUp" => ("", 38),
            "ArrowRight" => ("", 39),
            "ArrowDown" => ("", 40),
            text => (text, 0),
        };
        let event = |kind: &str| json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
        let mut down = event("keyDown");
        if !text.is_empty() {
            down["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", event("keyUp"));
    }

    /// Clicks in the middle of an element, as a person does.
    pub fn click(&mut self, selector: &str) {
        let at = self.evaluate(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{ block: 'center' }}); \
             const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Drags the mouse from point to point, pressed all the way.
    pub fn drag(&mut self, points: &[(f64, f64)]) {
        let mut event = |kind: &str, (x, y): (f64, f64)| {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        };
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
        event("mousePressed", first);
        points.iter().for_each(|&point| event("mouseMoved", point));
        event("mouseReleased", last);
    }

    /// The page's accessible parts, as roles and names.
    pub fn told(&mut self) -> Vec<(String, String)> {
        let nodes = self.call("Accessibility.getFullAXTree", json!({}))["nodes"].clone();
        let all = nodes.as_array().cloned().unwrap_or_default();
        let seen = all.into_iter().filter(|node| node["ignored"] != true);
        let of = |node: &Value, part: &str| node[part]["value"].as_str().unwrap_or_default().to_string();
        seen.map(|node| (of(&node, "role"), of(&node, "name"))).collect()
    }

    /// A picture of the page, in the folder that `TESUJI_SHOTS` names, if it does.
    pub fn shot(&mut self, name: &str) {
        let Ok(folder) = std::env::var("TESUJI_SHOTS") else { return };
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = BASE64_STANDARD.decode(answer["data"].as_str().expect("a picture")).expect("base 64");
        std::fs::write(format!("{folder}/{name}.png"), bytes).expect("writes");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
