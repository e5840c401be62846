//! The server as a stranger meets it: raw requests over TCP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::*;

/// A running server with a folder of its own.
fn start(name: &str) -> (SocketAddr, PathBuf) {
    start_with(name, Vec::new())
}

fn start_with(name: &str, engines: Vec<(String, String)>) -> (SocketAddr, PathBuf) {
    let data = std::env::temp_dir().join(format!("gosedai-test-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    let options =
        Options { bind: Ipv4Addr::LOCALHOST.into(), port: 0, data: data.clone(), page: None, engines, net: None };
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || serve(options, move |address| send.send(address).unwrap()));
    (receive.recv_timeout(Duration::from_secs(10)).unwrap(), data)
}

/// Sends a request; answers status and body.
fn ask(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        head += &format!("Host: {address}\r\n");
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    // a refusal may come before the body is read
    let _ = stream.write_all(body);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let answer = String::from_utf8_lossy(&bytes).into_owned();
    let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_string()).unwrap_or_default())
}

#[test]
fn only_our_own_page_is_answered() {
    let (address, _) = start("guard");
    let port = address.port();
    let own = format!("http://127.0.0.1:{port}");
    let local = format!("localhost:{port}");
    assert_eq!(ask(address, "GET", "/api", &[], b"").0, 200);
    assert_eq!(ask(address, "GET", "/api", &[("Host", &local)], b"").0, 200);
    assert_eq!(ask(address, "GET", "/api", &[("Origin", &own)], b"").0, 200);
    // names that an attacker could point at this machine, other ports, no port
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        &format!("127.0.0.1.evil.example:{port}"),
        "127.0.0.1",
        "127.0.0.1:1",
        "",
    ] {
        assert_eq!(ask(address, "GET", "/api", &[("Host", host)], b"").0, 403, "host {host:?}");
        assert_eq!(ask(address, "GET", "/", &[("Host", host)], b"").0, 403, "page for host {host:?}");
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1", &format!("http://localhost:{port}")] {
        assert_eq!(ask(address, "POST", "/api/show", &[("Origin", origin)], b"{}").0, 403, "origin {origin:?}");
    }
    assert_eq!(
        ask(address, "GET", "/api", &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")], b"").0,
        403
    );
    let (status, page) =
        ask(address, "GET", "/", &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")], b"");
    assert!(status == 200 && page.contains("Gosedai"));
}

#[test]
fn loopback_names_are_refused_when_bound_elsewhere() {
    let check = |host: &str, bind: &str| {
        let mut headers = axum::http::HeaderMap::new();
        headers.insert("host", host.parse().unwrap());
        guard::refusal(&headers, 80, bind.parse().unwrap()).is_none()
    };
    assert!(check("localhost", "127.0.0.1") && check("[::1]", "127.0.0.1") && check("127.0.0.1:80", "127.0.0.1"));
    assert!(!check("localhost", "192.168.1.5") && check("192.168.1.5", "192.168.1.5"));
    assert!(check("10.1.2.3", "0.0.0.0") && !check("name.example", "0.0.0.0"));
}

#[test]
fn nothing_outside_the_folder_is_reached() {
    let (address, data) = start("files");
    let put = |path: &str, body: &[u8]| ask(address, "PUT", path, &[], body).0;
    assert_eq!(put("/api/files/games/one.sgf", b"(;B[dd])"), 200);
    assert_eq!(std::fs::read(data.join("games/one.sgf")).unwrap(), b"(;B[dd])");
    assert_eq!(put("/api/files/knowledge/joseki/mine.sgf", b"(;)"), 200);
    assert!(ask(address, "GET", "/api/files/games", &[], b"").1.contains("one.sgf"));
    assert_eq!(ask(address, "GET", "/api/files/games/one.sgf", &[], b"").1, "(;B[dd])");
    for name in [
        "../escape.sgf",
        "..%2Fescape.sgf",
        "%2e%2e/escape.sgf",
        "a/../../escape.sgf",
        "%2Ftmp%2Fescape.sgf",
        "a%5C..%5Cescape.sgf",
        ".hidden.sgf",
        "a%00.sgf",
        "one.exe",
        "one",
        "a/b/c/d/e.sgf",
        "con%3A.sgf",
        "~%2Fescape.sgf",
    ] {
        let status = put(&format!("/api/files/games/{name}"), b"x");
        assert!((400..=499).contains(&status), "{name} gave {status}");
    }
    assert!((400..=499).contains(&put("/api/files/elsewhere/a.sgf", b"x")));
    assert!(!data.parent().unwrap().join("escape.sgf").exists());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc", data.join("games/out")).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", data.join("games/link.sgf")).unwrap();
        assert_eq!(put("/api/files/games/out/a.sgf", b"x"), 400);
        assert_eq!(ask(address, "GET", "/api/files/games/link.sgf", &[], b"").0, 400);
    }
    assert_eq!(ask(address, "DELETE", "/api/files/games/one.sgf", &[], b"").0, 200);
    assert_eq!(ask(address, "GET", "/api/files/games/one.sgf", &[], b"").0, 404);
    for page in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "/app.js/../../Cargo.toml"] {
        assert_ne!(ask(address, "GET", page, &[], b"").0, 200, "{page}");
    }
}

#[test]
fn large_and_broken_requests_are_refused_with_a_sentence() {
    let (address, _) = start("limits");
    let (status, body) = ask(address, "POST", "/api/show", &[], &vec![b' '; BODY_LIMIT + 1]);
    assert!(status == 413 || status == 0, "{status} {body}");
    let (status, body) = ask(address, "POST", "/api/show", &[], b"{not json");
    assert!(status == 400 && body.contains("JSON"), "{body}");
    let (status, body) = ask(address, "POST", "/api/show", &[], br#"{"sgf": "(;SZ[99])"}"#);
    assert!(status == 400 && body.contains("message"), "{body}");
    let (status, body) = ask(address, "POST", "/api/no-such-thing", &[], b"{}");
    assert!(status == 404 && body.contains("no-such-thing"));
    assert_eq!(ask(address, "POST", "/api/bench", &[], b"{}").0, 404, "measuring is for the command line");
    assert_eq!(ask(address, "POST", "/api/show?lang=xx", &[], b"{}").0, 400);
    assert_eq!(ask(address, "POST", "/api/show?params=../../etc/passwd", &[], b"{}").0, 400);
    let (status, body) =
        ask(address, "POST", "/api/patterns-predict", &[], br#"{"sgf": "(;)", "model": "/etc/passwd"}"#);
    assert!(status == 400 && body.contains("command line"), "{body}");
}

#[test]
fn engine_commands_cannot_come_from_the_page() {
    let (address, data) = start("engines");
    let proof = data.join("proof");
    let command = format!("touch {}", proof.display());
    for engine in [command.as_str(), &format!("external:{command}"), "external:gnugo"] {
        let request = serde_json::json!({"sgf": "(;SZ[9])", "player": {"engine": engine, "command": command}});
        let (status, _) = ask(address, "POST", "/api/genmove", &[], request.to_string().as_bytes());
        assert!((400..=499).contains(&status), "{engine}: {status}");
    }
    assert!(!proof.exists());
}

/// Commands at work, counted by the server itself.
fn working(address: SocketAddr) -> u64 {
    let (_, body) = ask(address, "GET", "/api/jobs", &[], b"");
    serde_json::from_str::<serde_json::Value>(&body).unwrap()["working"].as_u64().unwrap()
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let patience = Instant::now();
    while !done() {
        assert!(patience.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn work_stops_when_its_asker_leaves() {
    let (address, _) = start("leaving");
    let record: String = (0..120)
        .map(|i| {
            format!(
                ";{}[{}{}]",
                if i % 2 == 0 { "B" } else { "W" },
                (b'a' + (i * 7 % 19) as u8) as char,
                (b'a' + (i * 11 / 19 % 19) as u8) as char
            )
        })
        .collect();
    let sgf = format!("(;SZ[19]{record})");
    let open = "(;SZ[19]AB[dd][de][df][dg][cg][bg]AW[cd][ce][cf][bf][bc][cc][dc][ed][ee][ef])";
    for (command, request) in [
        ("course", serde_json::json!({"sgf": sgf})),
        (
            "read",
            serde_json::json!({"sgf": open, "goal": "life", "targets": ["C14"], "seconds": 600, "nodes": 4_000_000_000u64}),
        ),
        ("review", serde_json::json!({"sgf": sgf, "engine": "uct", "playouts": 100_000})),
        (
            "genmove",
            serde_json::json!({"sgf": "(;SZ[19])", "player": {"engine": "uct", "playouts": 100_000_000u64, "seconds": 600.0}}),
        ),
    ] {
        // a plain call whose connection is closed
        let body = request.to_string();
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!("POST /api/{command} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        wait_until("the work begins", || working(address) == 1);
        drop(stream);
        wait_until(&format!("{command} goes on though nobody waits for it"), || working(address) == 0);
        // a job whose follower leaves
        let (status, answer) = ask(address, "POST", &format!("/api/jobs/{command}"), &[], body.as_bytes());
        assert_eq!(status, 202, "{answer}");
        let id = serde_json::from_str::<serde_json::Value>(&answer).unwrap()["id"].as_u64().unwrap();
        let mut follower = follow(address, id);
        follower.read_line(&mut String::new()).unwrap();
        wait_until("the job begins", || working(address) == 1);
        drop(follower);
        wait_until(&format!("the job {command} outlived its follower"), || working(address) == 0);
        // a job that is cancelled
        let (_, answer) = ask(address, "POST", &format!("/api/jobs/{command}"), &[], body.as_bytes());
        let id = serde_json::from_str::<serde_json::Value>(&answer).unwrap()["id"].as_u64().unwrap();
        wait_until("the job begins", || working(address) == 1);
        assert_eq!(ask(address, "DELETE", &format!("/api/jobs/{id}"), &[], b"").0, 200);
        wait_until(&format!("the job {command} cannot be cancelled"), || working(address) == 0);
    }
}

#[test]
fn the_file_that_names_engines_is_out_of_reach() {
    let (address, data) = start("config");
    for path in [
        "/api/files/engines.toml",
        "/api/files/params/../engines.toml",
        "/api/files/params/..%2Fengines.toml",
        "/api/files/./engines.toml",
        "/api/files//engines.toml",
    ] {
        let (status, _) = ask(address, "PUT", path, &[], b"[engines]\nx = \"touch y\"");
        assert!((400..=499).contains(&status), "{path}: {status}");
    }
    assert!(!data.join("engines.toml").exists());
    std::fs::write(data.join("engines.toml"), "[engines]\n").unwrap();
    assert_ne!(ask(address, "GET", "/api/files/params/..%2Fengines.toml", &[], b"").0, 200);
    assert_ne!(ask(address, "GET", "/engines.toml", &[], b"").0, 200);
}

#[test]
fn an_external_engine_plays_under_its_name() {
    // any GTP program will do; a script stands for one
    let script = "while read c r; do case $c in genmove) echo '= E5';; *) echo '=';; esac; echo; done";
    let engines = vec![("echo".into(), format!("sh -c \"{script}\"")), ("dead".into(), "sh -c \"exit 3\"".into())];
    let (address, _) = start_with("external", engines);
    assert!(ask(address, "GET", "/api/engines", &[], b"").1.contains("echo"));
    let move_at = |sgf: &str| {
        let request = serde_json::json!({"sgf": sgf, "player": {"engine": "external:echo"}});
        ask(address, "POST", "/api/genmove", &[], request.to_string().as_bytes())
    };
    let (status, body) = move_at("(;SZ[9];B[cc])");
    assert!(status == 200 && body.contains("\"E5\"") && body.contains("white"), "{body}");
    let (status, body) = move_at("(;SZ[9];B[ee])");
    assert!(status == 422 && body.contains("not a legal move"), "{body}");
    // an engine that dies is named, and the server lives on
    let request = br#"{"sgf": "(;SZ[9])", "player": {"engine": "external:dead"}}"#;
    let (status, body) = ask(address, "POST", "/api/genmove", &[], request);
    assert!(status == 422 && body.contains("dead") && body.contains("ended"), "{body}");
    assert_eq!(ask(address, "GET", "/api", &[], b"").0, 200);
}

#[test]
fn commands_and_their_description() {
    let (address, _) = start("commands");
    let (status, body) = ask(address, "POST", "/api/show", &[], br#"{"sgf": "(;SZ[9];B[dd];W[ee])", "move": 1}"#);
    let shown: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, shown["black"][0].as_str(), shown["to_play"].as_str()), (200, Some("D6"), Some("white")));
    let (_, body) = ask(address, "GET", "/api/openapi.json", &[], b"");
    let described: serde_json::Value = serde_json::from_str(&body).unwrap();
    for entry in api::offered() {
        assert!(described["paths"][format!("/api/{}", entry.name)]["post"].is_object(), "{}", entry.name);
    }
}

/// Reads events until one of this name comes; answers its data.
fn wait_for(reader: &mut impl BufRead, name: &str) -> Option<String> {
    let mut line = String::new();
    let mut event = String::new();
    while reader.read_line(&mut line).ok()? > 0 {
        if let Some(rest) = line.strip_prefix("event:") {
            event = rest.trim().to_string();
        } else if let Some(rest) = line.strip_prefix("data:")
            && event == name
        {
            return Some(rest.trim().to_string());
        }
        line.clear();
    }
    None
}

fn follow(address: SocketAddr, id: u64) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(stream, "GET /api/jobs/{id}/events HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
    BufReader::new(stream)
}

#[test]
fn jobs_finish_are_cancelled_and_end_with_their_follower() {
    let (address, _) = start("jobs");
    let begin = |request: &str| -> u64 {
        let (status, body) = ask(address, "POST", "/api/jobs/genmove", &[], request.as_bytes());
        assert_eq!(status, 202, "{body}");
        serde_json::from_str::<serde_json::Value>(&body).unwrap()["id"].as_u64().unwrap()
    };
    let id = begin(r#"{"sgf": "(;SZ[9])", "player": {"engine": "random"}}"#);
    let done = wait_for(&mut follow(address, id), "done").unwrap();
    assert!(done.contains("\"move\""), "{done}");
    let id = begin(r#"{"sgf": "(;SZ[9])", "player": {"engine": "nobody"}}"#);
    assert!(wait_for(&mut follow(address, id), "failed").unwrap().contains("nobody"));
    // a job nobody listens to any more disappears
    let id = begin(r#"{"sgf": "(;SZ[9])", "player": {"engine": "random"}}"#);
    assert_eq!(ask(address, "DELETE", &format!("/api/jobs/{id}"), &[], b"").0, 200);
    assert_eq!(ask(address, "DELETE", &format!("/api/jobs/{id}"), &[], b"").0, 404);
    let id = begin(r#"{"sgf": "(;SZ[9])", "player": {"engine": "random"}}"#);
    let mut follower = follow(address, id);
    follower.read_line(&mut String::new()).unwrap();
    drop(follower);
    let patience = Instant::now();
    while ask(address, "GET", "/api/jobs", &[], b"").1.contains(&format!("\"id\":{id}")) {
        assert!(patience.elapsed() < Duration::from_secs(15), "the job outlived its follower");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn numbers_that_no_clock_can_hold_are_the_askers_mistake() {
    let (address, _) = start("numbers");
    for (command, body) in [
        ("genmove", r#"{"sgf": "(;SZ[9])", "player": {"engine": "uct", "seconds": SECONDS}}"#),
        ("analyse", r#"{"sgf": "(;SZ[9])", "player": {"engine": "uct", "seconds": SECONDS}}"#),
        ("problem", r#"{"sgf": "(;SZ[9]AB[ee])", "seconds": SECONDS}"#),
        ("genmove", r#"{"sgf": "(;SZ[9])", "player": {"engine": "puct", "threads": 100000, "seconds": 1}}"#),
    ] {
        for seconds in ["-1", "1e300"] {
            let body = body.replace("SECONDS", seconds);
            let (status, answer) = ask(address, "POST", &format!("/api/{command}"), &[], body.as_bytes());
            assert!(status == 400 && answer.contains("must be a number"), "{command} {body}: {status} {answer}");
        }
    }
}

#[cfg(unix)]
#[test]
fn files_of_the_page_share_nothing_and_follow_no_link_out_of_the_folder() {
    let (address, data) = start("links");
    let outside = data.with_extension("outside");
    std::fs::write(&outside, "outside").unwrap();
    let folder = data.join("problems");
    std::fs::create_dir_all(&folder).unwrap();
    // what was written beside the file used to go through this link
    std::os::unix::fs::symlink(&outside, folder.join("x.part")).unwrap();
    for name in ["x.sgf", "x.json"] {
        assert_eq!(ask(address, "PUT", &format!("/api/files/problems/{name}"), &[], name.as_bytes()).0, 200);
    }
    assert_eq!(std::fs::read(folder.join("x.sgf")).unwrap(), b"x.sgf");
    assert_eq!(std::fs::read(folder.join("x.json")).unwrap(), b"x.json");
    // a file that is itself a link out of the folder is not written
    std::os::unix::fs::symlink(&outside, folder.join("link.sgf")).unwrap();
    assert_eq!(ask(address, "PUT", "/api/files/problems/link.sgf", &[], b"new").0, 400);
    assert_eq!(std::fs::read(&outside).unwrap(), b"outside");
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["link.sgf", "x.json", "x.part", "x.sgf"]);
    std::fs::remove_file(&outside).unwrap();
}
