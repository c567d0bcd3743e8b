//! A browser, driven through the DevTools protocol.
//!
//! Chromium reads commands from its descriptor 3 and writes answers and events to 4, each a JSON
//! document that ends with a zero byte. A shell joins these with the pipes that we have, so neither a
//! port nor a socket is needed.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use report::Trace;
use report::html::page;
use serde_json::{Value, json};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Browser {
    process: Child,
    commands: ChildStdin,
    answers: Receiver<Value>,
    /// Number of the last command.
    sent: u64,
    session: Option<String>,
    /// How many pages were opened, and how many of them were loaded.
    opened: usize,
    loaded: usize,
    /// Errors that the page reported, and addresses that it asked for.
    pub complaints: Vec<String>,
    pub requests: Vec<String>,
    directory: tempfile::TempDir,
}

impl Browser {
    /// Starts a browser with an empty page.
    pub fn start() -> Self {
        let directory = tempfile::tempdir().expect("a directory for the browser");
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
            .args(["chromium", "--headless=new", "--remote-debugging-pipe"])
            .args(["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--disable-extensions", "--mute-audio"])
            .arg("--disable-background-networking")
            .arg(format!("--user-data-dir={}", directory.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh can be started");
        let commands = process.stdin.take().expect("it is piped");
        let output = process.stdout.take().expect("it is piped");
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for document in BufReader::new(output).split(0).map_while(Result::ok) {
                let answer = serde_json::from_slice(&document).expect("the browser speaks JSON");
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        let mut browser = Browser {
            process,
            commands,
            answers,
            sent: 0,
            session: None,
            opened: 0,
            loaded: 0,
            complaints: Vec::new(),
            requests: Vec::new(),
            directory,
        };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let target = target["targetId"].clone();
        let attached = json!({"targetId": target, "flatten": true});
        let session = self.call("Target.attachToTarget", attached);
        self.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.call("Performance.enable", json!({"timeDomain": "threadTicks"}));
        self.resize(1280, 800);
    }

    /// Sends a command and waits for its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.sent += 1;
        let mut command = json!({"id": self.sent, "method": method, "params": params});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        // If the browser is not there, the missing answer says so.
        let _ = self.commands.write_all(&bytes);
        loop {
            let answer = self.next(method);
            if answer["id"] == self.sent {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    /// The next answer or event; complaints of the page are kept.
    fn next(&mut self, awaited: &str) -> Value {
        let answer = self.answers.recv_timeout(PATIENCE);
        let answer = answer.unwrap_or_else(|_| {
            panic!("no answer to {awaited}: is chromium installed? (apt-get install chromium)")
        });
        match answer["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Log.entryAdded") => {
                self.complaints.push(answer["params"].to_string());
            }
            Some("Network.requestWillBeSent") => {
                let address = &answer["params"]["request"]["url"];
                self.requests.extend(address.as_str().map(str::to_owned));
            }
            Some("Page.loadEventFired") => self.loaded += 1,
            _ => {}
        }
        answer
    }

    /// Opens the page of a trace and waits until it is drawn.
    pub fn open(&mut self, trace: &Trace, fragment: &str) {
        let file = self.write(trace);
        let address = format!("file://{}{fragment}", file.display());
        self.call("Page.navigate", json!({"url": address}));
        while self.loaded < self.opened {
            self.next("the opening of a page");
        }
        self.settle();
    }

    /// How long the page's thread has computed so far: that does not depend on who else does.
    pub fn busy(&mut self) -> Duration {
        let metrics = self.call("Performance.getMetrics", json!({}));
        let metrics = metrics["metrics"].as_array().expect("a list");
        let busy = metrics
            .iter()
            .find(|metric| metric["name"] == "TaskDuration");
        let seconds = busy.and_then(|metric| metric["value"].as_f64());
        Duration::from_secs_f64(seconds.expect("Chromium measures this"))
    }

    /// Each page has its own file: between fragments of one file a browser does not load again.
    fn write(&mut self, trace: &Trace) -> PathBuf {
        self.opened += 1;
        let name = format!("{}.html", self.opened);
        let file = self.directory.path().join(name);
        std::fs::write(&file, page(trace)).expect("the page can be written");
        file
    }

    /// Waits until what was asked for is drawn.
    pub fn settle(&mut self) {
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))");
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", params);
        let failed = &answer["exceptionDetails"];
        assert!(failed.is_null(), "{expression}: {failed}");
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, selector: &str) -> String {
        let value = self.evaluate(&format!(
            "document.querySelector({selector:?})?.textContent"
        ));
        let text = value.as_str();
        text.unwrap_or_else(|| panic!("there is no {selector}"))
            .to_owned()
    }

    pub fn count(&mut self, selector: &str) -> u64 {
        let value = self.evaluate(&format!("document.querySelectorAll({selector:?}).length"));
        value.as_u64().expect("a number")
    }

    /// Presses keys one after the other, as a keyboard would.
    pub fn press(&mut self, keys: &[&str]) {
        for key in keys {
            let text = if key.chars().count() == 1 { key } else { "" };
            for kind in ["keyDown", "keyUp"] {
                let text = if kind == "keyDown" { text } else { "" };
                let event = json!({"type": kind, "key": key, "text": text});
                self.call("Input.dispatchKeyEvent", event);
            }
        }
        self.settle();
    }

    /// Clicks into the middle of an element.
    pub fn click(&mut self, selector: &str) {
        let middle = self.evaluate(&format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2] }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": middle[0], "y": middle[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
        self.settle();
    }

    pub fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closing lets the browser end its own children; killing is for one that does not answer.
        let close = json!({"id": 0, "method": "Browser.close"}).to_string();
        let asked = self.commands.write_all(format!("{close}\0").as_bytes());
        let deadline = Instant::now() + Duration::from_secs(5);
        while asked.is_ok() && Instant::now() < deadline {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
