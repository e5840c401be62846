//! Many clients at once, a third of whom go away in the middle: every answer is right or a clear refusal, and afterwards memory
//! and threads of the server are where they were.
#![cfg(target_os = "linux")]

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{Folder, Served, ask};
use serde_json::{Value, json};

/// What became of the requests, by kind.
#[derive(Default)]
struct Tally(Mutex<BTreeMap<String, usize>>);

impl Tally {
    fn add(&self, what: &str) {
        *self.0.lock().unwrap().entry(what.to_owned()).or_default() += 1;
    }
}

fn post(address: SocketAddr, path: &str, request: &Value) -> (u16, Value) {
    let (status, body) = ask(address, "POST", path, request.to_string().as_bytes());
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

/// Work that nobody could wait for.
fn endless(i: usize) -> (&'static str, Value) {
    let hot = |n: usize| format!("{{{}|{{0|-{}}}}}", 7 * n * n, 5 * n * n + 1);
    match i % 3 {
        0 => ("/api/cgt", json!({"expressions": [(1..=200).map(hot).collect::<Vec<_>>().join("+")]})),
        1 => ("/api/genmove", json!({"sgf": "(;SZ[19])", "player": {"engine": "uct", "seconds": 600.0}})),
        _ => ("/api/analyse", json!({"sgf": "(;SZ[13])", "player": {"engine": "puct", "seconds": 600.0}})),
    }
}

/// Asks for something long and goes away, before the request is whole, at once, or a little later.
fn leave(address: SocketAddr, i: usize) {
    let (path, request) = endless(i);
    let body = request.to_string();
    let whole = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let Ok(mut stream) = TcpStream::connect(address) else { return };
    let sent = if i.is_multiple_of(4) { &whole[..whole.len() / 2] } else { &whole[..] };
    let _ = stream.write_all(sent.as_bytes());
    if i % 4 == 2 {
        std::thread::sleep(Duration::from_millis((i % 50) as u64));
    }
}

/// One request whose answer is known; tells what came.
fn one(address: SocketAddr, i: usize) -> &'static str {
    let point = |i: usize| format!("{}{}", (b'a' + (i % 9) as u8) as char, (b'a' + (i / 9 % 9) as u8) as char);
    let (status, answer, is_right) = match i % 8 {
        0 => {
            let (status, answer) = post(address, "/api/show", &json!({"sgf": format!("(;SZ[9];B[{}])", point(i))}));
            let wanted = format!("{}{}", (b'A' + (i % 9) as u8 + u8::from(i % 9 > 7)) as char, 9 - i / 9 % 9);
            let is_right = answer["black"][0] == wanted.as_str();
            (status, answer, is_right)
        }
        1 => {
            let (a, b) = (i as i64 % 1000, i as i64 / 7 % 1000);
            let request = json!({"expressions": [a.to_string(), b.to_string(), "*"]});
            let (status, answer) = post(address, "/api/cgt", &request);
            let sum = a + b;
            let is_right = answer["value"] == if sum == 0 { "*".to_owned() } else { format!("{sum}*") }.as_str();
            (status, answer, is_right)
        }
        2 => {
            let player = json!({"engine": "uct", "playouts": 20, "seed": 1});
            let (status, answer) = post(address, "/api/genmove", &json!({"sgf": "(;SZ[7];B[dd])", "player": player}));
            let is_right = answer["color"] == "white" && answer["move"].is_string();
            (status, answer, is_right)
        }
        3 => {
            let sgf = "(;SZ[9]AB[ee]AW[de][ed][fe])";
            let request = json!({"sgf": sgf, "goal": "capture", "targets": ["E5"]});
            let (status, answer) = post(address, "/api/read", &request);
            let is_right = answer["attack"]["result"].is_string();
            (status, answer, is_right)
        }
        4 => {
            let (name, text) = (format!("/api/files/games/g{}.sgf", i % 64), "(;SZ[9];B[ee])");
            let (status, answer) = ask(address, "PUT", &name, text.as_bytes());
            let read = if status == 200 { ask(address, "GET", &name, b"") } else { (status, answer.clone()) };
            (read.0, serde_json::from_str(&answer).unwrap_or(Value::String(answer)), read.1 == text)
        }
        5 => {
            let (status, answer) = post(address, "/api/show", &json!({"sgf": "(;SZ[9])", "unheard_of": i}));
            let is_right = status == 400 && answer["error"]["field"] == "unheard_of";
            (if is_right { 200 } else { status }, answer, is_right)
        }
        6 => {
            let (status, page) = ask(address, "GET", "/", b"");
            let is_right = page.contains("Gosedai");
            (status, Value::String(page), is_right)
        }
        _ => job(address),
    };
    match (status, is_right) {
        (200, true) => "right",
        (503, _) if answer["error"]["kind"] == "busy" => "refused",
        _ => panic!("request {i}: {status} {answer}"),
    }
}

/// Starts a job and follows it to its end.
fn job(address: SocketAddr) -> (u16, Value, bool) {
    let request = json!({"sgf": "(;SZ[7])", "player": {"engine": "uct", "playouts": 20}});
    let (status, answer) = post(address, "/api/jobs/analyse", &request);
    if status != 202 {
        return (status, answer, false);
    }
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    write!(stream, "GET /api/jobs/{}/events HTTP/1.1\r\nHost: {address}\r\n\r\n", answer["id"]).unwrap();
    let mut lines = BufReader::new(stream).lines();
    let head = lines.next().and_then(Result::ok).unwrap_or_default();
    if head.contains(" 503 ") {
        return (503, json!({"error": {"kind": "busy"}}), false);
    }
    let done = lines.map_while(Result::ok).skip_while(|line| !line.starts_with("event: done")).nth(1);
    let answer: Value =
        serde_json::from_str(done.as_deref().unwrap_or("").trim_start_matches("data: ")).unwrap_or_default();
    let is_right = answer["moves"].as_array().is_some_and(|moves| !moves.is_empty());
    (200, json!({"head": head, "answer": answer}), is_right)
}

fn run(address: SocketAddr, clients: usize, requests: usize, tally: &Tally) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= requests {
                        return;
                    }
                    match i % 3 {
                        0 => {
                            leave(address, i / 3);
                            tally.add("left");
                        }
                        _ => tally.add(one(address, i - i / 3)),
                    }
                }
            });
        }
    });
}

/// MiB in memory, and threads.
fn state(server: &Served) -> (u64, u64) {
    let text = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let number = |key: &str| {
        let line = text.lines().find(|line| line.starts_with(key)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    (number("VmRSS:") / 1024, number("Threads:"))
}

/// Waits until nothing is worked on and the server is no larger than this.
fn rested(server: &Served, most: (u64, u64)) -> (u64, u64) {
    let patience = Instant::now();
    loop {
        let (_, jobs) = ask(server.address, "GET", "/api/jobs", b"");
        let working = serde_json::from_str::<Value>(&jobs).map_or(1, |jobs| jobs["working"].as_u64().unwrap_or(1));
        let now = state(server);
        if working == 0 && now.0 <= most.0 && now.1 <= most.1 {
            return now;
        }
        assert!(patience.elapsed() < Duration::from_secs(120), "{now:?} and {working} at work, at first {most:?}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn soak(clients: usize, requests: usize) {
    let folder = Folder::new(&format!("soak-{requests}"));
    let server = Served::start(&folder.0, None);
    let threads = state(&server).1;
    // everything once, so that what is loaded for good is there
    run(server.address, clients, 240, &Tally::default());
    rested(&server, (u64::MAX, threads));
    // freed memory goes back a little later
    std::thread::sleep(Duration::from_secs(8));
    let before = state(&server);
    let (tally, began) = (Tally::default(), Instant::now());
    run(server.address, clients, requests, &tally);
    let seconds = began.elapsed().as_secs_f64();
    // what the allocator keeps for later is no leak, growth with the number of requests would be
    let after = rested(&server, (before.0 + before.0 / 4 + 16, threads));
    println!(
        "{requests} requests from {clients} clients in {seconds:.1} s: {:?}; MiB and threads before {before:?}, after {after:?}",
        tally.0.lock().unwrap()
    );
    let count = |what: &str| tally.0.lock().unwrap().get(what).copied().unwrap_or(0);
    assert_eq!(count("left") + count("right") + count("refused"), requests);
    assert!(count("right") > 0);
}

#[test]
fn some_hundred_requests_leave_no_trace() {
    soak(16, 300);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_requests_leave_no_trace() {
    soak(32, 10_000);
}
