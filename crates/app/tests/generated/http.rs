//! Requests to the server as strangers may send them: paths, methods, headers and bodies that fit more or less.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::random::{NUMBERS, Random};
use crate::sgf;
use crate::watch::{MOST_MEMORY_KIB, peak_memory};

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &std::path::Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gosedai"))
            .args(["serve", "--port", "0", "--no-open", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default().to_owned();
        assert!(!address.is_empty(), "{line}");
        Server { child, address }
    }

    /// Sends bytes and gives back all that comes, up to the end of the connection. Who asks for less than was announced says when
    /// there is no more; the server takes that for the end of the wish to know, too.
    fn ask(&self, request: &[u8], whole: bool) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(240))).unwrap();
        // a refusal may come before all is written
        let _ = stream.write_all(request);
        if !whole {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        let mut bytes = Vec::new();
        match stream.read_to_end(&mut bytes) {
            Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {
                panic!("no answer to {}", String::from_utf8_lossy(request))
            }
            _ => String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    fn plain(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let (address, length) = (&self.address, body.len());
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n");
        format!("{head}\r\n{body}").into_bytes()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Commands that answer at once, with what they want besides the game; long ones have limits of their own, which are tested elsewhere.
const COMMANDS: &[(&str, &str)] = &[
    ("show", "{}"),
    ("score", "{}"),
    ("fuseki", "{}"),
    ("knowledge", "{}"),
    ("patterns-predict", "{}"),
    ("cgt", r#"{"expressions":["{1|-1}","*2","up"]}"#),
    ("eyes", r#"{"target":"E5"}"#),
    ("race", r#"{"a":"E5","b":"C7"}"#),
    ("ko", r#"{"kind":"simple"}"#),
    ("replay", r#"{"size":9}"#),
    ("nothing", "{}"),
];

const GAMES: &[&str] = &[
    "(;SZ[9];B[ee];W[cc];B[gc];W[cg];B[gg])",
    "(;SZ[1])",
    "(;SZ[25];B[mm];W[aa];B[yy])",
    "(;SZ[5:3]AB[aa][bb]AW[cc]PL[W];W[dc];B[])",
    "(;SZ[19]RU[japanese]KM[6.5];B[pd];W[dp];B[qq](;W[dd])(;W[nc]))",
];

fn odd(random: &mut Random) -> Value {
    match random.below(7) {
        0 => json!(null),
        1 => json!([]),
        2 => json!({}),
        3 => json!(random.point(9)),
        4 => json!(true),
        _ => {
            let text = random.pick(NUMBERS);
            text.parse::<f64>().map(Value::from).unwrap_or_else(|_| json!(text))
        }
    }
}

/// A request, and whether it is whole.
fn request(random: &mut Random, server: &Server) -> (Vec<u8>, bool) {
    let (command, wants) = COMMANDS[random.below(COMMANDS.len())];
    let game = if random.once_in(3) { sgf::record(random).0 } else { random.pick(GAMES).to_owned() };
    let mut body: Value = serde_json::from_str(wants).unwrap();
    if !matches!(command, "cgt" | "ko" | "knowledge" | "replay") {
        body["sgf"] = game.into();
    }
    // fields that the command does not know are refused, so most requests have only those that it does
    let known: Vec<String> = body.as_object().into_iter().flat_map(|fields| fields.keys().cloned()).collect();
    for name in known {
        if random.once_in(10) {
            body[name] = odd(random);
        }
    }
    if random.once_in(8) {
        body[random.pick(&["move", "rules", "komi", "player", "count", "size", "nonsense"])] = odd(random);
    }
    let path = match random.below(8) {
        0 => format!(
            "/api/files/{}/{}",
            random.pick(&["games", "params", "x", ".."]),
            random.pick(&["a.sgf", "../x", "%2e%2e/x", "a/b", "é", ""])
        ),
        1 => random
            .pick(&[
                "/",
                "/api",
                "/api/openapi.json",
                "/api/jobs",
                "/api/jobs/1",
                "/api/jobs/x/events",
                "//",
                "/%00",
                "/a?b=c&d",
            ])
            .to_owned(),
        _ => format!("/api/{command}{}", random.pick(&["", "", "", "", "?lang=ja", "?lang=x", "?params=../x", "?%"])),
    };
    let method = if random.once_in(5) { random.pick(&["GET", "PUT", "DELETE", "PATCH", "BREW", ""]) } else { "POST" };
    let mut bytes = server.plain(method, &path, &body.to_string());
    let whole = !random.once_in(4);
    if !whole {
        random.damage(
            &mut bytes,
            3,
            &["\r\n", ":", "{", "}", "\"", "HTTP/1.1", "Content-Length: 99", "Host: evil", "\0", "%ff", " "],
        );
    }
    (bytes, whole)
}

pub fn run(seed: u64, count: usize) {
    let data = std::env::temp_dir().join(format!("gosedai-generated-http-{}-{seed}", std::process::id()));
    let server = Server::start(&data);
    let mut good = 0;
    for number in 0..count {
        let mut random = Random::new(seed + number as u64);
        let (bytes, whole) = request(&mut random, &server);
        let answer = server.ask(&bytes, whole);
        // a broken connection may be answered by nothing at all
        assert!(answer.is_empty() || answer.starts_with("HTTP/1."), "request {}: {answer}", seed + number as u64);
        assert!(!answer.contains("\"crash\""), "request {}: {answer}", seed + number as u64);
        good += usize::from(answer.starts_with("HTTP/1.1 200"));
    }
    assert!(good * 10 > count, "only {good} of {count} requests made sense");
    let last = server.ask(&server.plain("GET", "/api", ""), true);
    assert!(last.starts_with("HTTP/1.1 200"), "it still answers: {last}");
    let peak = peak_memory(&server.child.id().to_string());
    assert!(peak.is_none_or(|peak| peak < MOST_MEMORY_KIB), "{peak:?} KiB");
    drop(server);
    let _ = std::fs::remove_dir_all(&data);
}
