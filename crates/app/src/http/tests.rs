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
    start_as(Options { engines, ..usual(data) })
}

fn usual(data: PathBuf) -> Options {
    Options {
        bind: Ipv4Addr::LOCALHOST.into(),
        port: 0,
        data,
        page: None,
        engines: Vec::new(),
        net: None,
        token: None,
        limits: Limits::default(),
    }
}

fn start_as(options: Options) -> (SocketAddr, PathBuf) {
    let data = options.data.clone();
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
    let (status, body) = ask(address, "POST", "/api/show", &[], &vec![b' '; limits::BODY + 1]);
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
    assert!(status == 400 && body.contains("no field 'model'"), "files of this machine cannot be named: {body}");
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
        let (status, _) = ask(address, "POST", "/api/analyse", &[], request.to_string().as_bytes());
        assert!((400..=499).contains(&status), "analyse {engine}: {status}");
        let request = serde_json::json!({"sgf": "(;SZ[9];B[ee])", "engine": engine});
        let (status, _) = ask(address, "POST", "/api/review", &[], request.to_string().as_bytes());
        assert!((400..=499).contains(&status), "review {engine}: {status}");
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

/// A server with little patience, so that tests need not have much.
fn start_strict(name: &str, change: impl FnOnce(&mut Options)) -> SocketAddr {
    let data = std::env::temp_dir().join(format!("gosedai-test-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    let mut options = usual(data);
    change(&mut options);
    start_as(options).0
}

fn raw(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let _ = stream.write_all(text.as_bytes());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn post(address: SocketAddr, path: &str, request: &serde_json::Value) -> (u16, serde_json::Value) {
    let (status, body) = ask(address, "POST", path, &[], request.to_string().as_bytes());
    (status, serde_json::from_str(&body).unwrap_or_default())
}

/// A sum with far more positions than anybody can wait for.
fn endless_sum() -> serde_json::Value {
    let hot = |n: u32| format!("{{{}|{{0|-{}}}}}", 7 * n * n, 5 * n * n + 1);
    serde_json::json!({"expressions": [(1..=200).map(hot).collect::<Vec<_>>().join("+")]})
}

#[test]
fn fields_that_nobody_knows_are_named() {
    let address = start("fields").0;
    for (path, request, field) in [
        ("/api/show", serde_json::json!({"sgf": "(;SZ[9])", "mvoe": 1}), "mvoe"),
        ("/api/genmove", serde_json::json!({"sgf": "(;SZ[9])", "player": {"engin": "uct"}}), "player.engin"),
        ("/api/jobs/review", serde_json::json!({"sgf": "(;SZ[9])", "playout": 10}), "playout"),
        ("/api/genmove", serde_json::json!({"sgf": "(;SZ[9])", "player": {"threads": 100_000}}), "threads"),
        ("/api/show?lnag=ja", serde_json::json!({"sgf": "(;SZ[9])"}), "lnag"),
        ("/api/show?deadline=1e9", serde_json::json!({"sgf": "(;SZ[9])"}), "deadline"),
        ("/api/show?deadline=-1", serde_json::json!({"sgf": "(;SZ[9])"}), "deadline"),
        ("/api/cgt", serde_json::json!({"expressions": vec!["1"; 41]}), "expressions"),
    ] {
        let (status, answer) = post(address, path, &request);
        assert_eq!((status, answer["error"]["field"].as_str()), (400, Some(field)), "{path} {request}: {answer}");
    }
    let described = openapi::build();
    let schema = |name: &str| described["components"]["schemas"][name]["additionalProperties"].clone();
    assert_eq!((schema("Show"), schema("Cgt")), (false.into(), false.into()), "the description says so");
}

#[test]
fn every_request_ends_at_its_deadline() {
    let address = start("deadline").0;
    let (status, answer) = post(address, "/api/cgt?deadline=0.3", &endless_sum());
    assert_eq!((status, answer["error"]["kind"].as_str()), (504, Some("deadline")), "{answer}");
    let think = serde_json::json!({"sgf": "(;SZ[9])", "player": {"engine": "uct", "seconds": 600.0}});
    let (status, answer) = post(address, "/api/analyse?deadline=0.5", &think);
    assert!(status == 200 && !answer["moves"].as_array().unwrap().is_empty(), "what it has by then: {answer}");
    let (status, answer) = post(address, "/api/jobs/cgt?deadline=0.3", &endless_sum());
    assert_eq!(status, 202, "{answer}");
    let failed = wait_for(&mut follow(address, answer["id"].as_u64().unwrap()), "failed").unwrap();
    assert!(failed.contains("deadline"), "{failed}");
    wait_until("all work has ended", || working(address) == 0);
    // without a limit and without a follower it does not think for ever
    let open = serde_json::json!({"sgf": "(;SZ[9])", "player": {"engine": "uct"}});
    assert_eq!(post(address, "/api/analyse", &open).0, 200);
}

#[test]
fn endless_sums_end_with_their_asker() {
    let address = start("sums").0;
    let body = endless_sum().to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("POST /api/cgt HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    wait_until("the work begins", || working(address) == 1);
    drop(stream);
    wait_until("the sum goes on though nobody waits for it", || working(address) == 0);
}

#[test]
fn half_a_request_holds_nothing_for_ever() {
    let address = start_strict("slow", |options| {
        options.limits.head = Duration::from_millis(300);
        options.limits.body = Duration::from_millis(300);
        options.limits.connections = 50;
    });
    let half_open: Vec<TcpStream> = (0..50)
        .map(|i| {
            let mut stream = TcpStream::connect(address).unwrap();
            // silent, half a head, or silent after an answer
            let words = [String::new(), "GET /api HT".into(), format!("GET /api HTTP/1.1\r\nHost: {address}\r\n\r\n")];
            stream.write_all(words[i % 3].as_bytes()).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            stream
        })
        .collect();
    for mut stream in half_open {
        stream.read_to_end(&mut Vec::new()).expect("the server closes it");
    }
    let head = format!("POST /api/show HTTP/1.1\r\nHost: {address}\r\nContent-Length: 1000\r\n\r\n{{\"sgf\": ");
    let answer = raw(address, &head);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{answer}");
    wait_until("there is room again", || ask(address, "GET", "/api", &[], b"").0 == 200);
}

#[test]
fn too_many_at_once_are_told_to_come_back() {
    let address = start_strict("busy", |options| {
        options.limits.connections = 8;
        options.limits.plain = 1;
        options.limits.jobs = 1;
        options.limits.turn = Duration::from_millis(50);
    });
    let think = serde_json::json!({"sgf": "(;SZ[9])", "player": {"engine": "uct", "seconds": 600.0}}).to_string();
    let head = |path: &str, body: &str| {
        format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
    };
    let mut first = TcpStream::connect(address).unwrap();
    first.write_all(head("/api/genmove", &think).as_bytes()).unwrap();
    wait_until("the first is worked on", || working(address) == 1);
    let one_more =
        |path: &str, body: &str| raw(address, &head(path, body).replacen("\r\n", "\r\nConnection: close\r\n", 1));
    let answer = one_more("/api/show", r#"{"sgf": "(;SZ[9])"}"#);
    assert!(answer.starts_with("HTTP/1.1 503") && answer.to_lowercase().contains("retry-after: 1"), "{answer}");
    assert!(answer.contains("busy"), "{answer}");
    drop(first);
    wait_until("the next is answered", || one_more("/api/show", r#"{"sgf": "(;SZ[9])"}"#).starts_with("HTTP/1.1 200"));
    let (status, job) = post(address, "/api/jobs/genmove", &serde_json::from_str(&think).unwrap());
    assert_eq!(status, 202);
    assert!(one_more("/api/jobs/genmove", &think).starts_with("HTTP/1.1 503"));
    assert_eq!(ask(address, "DELETE", &format!("/api/jobs/{}", job["id"]), &[], b"").0, 200);
    // connections that say nothing take all places
    let silent: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(address).unwrap()).collect();
    wait_until("all places are taken", || {
        let answer = raw(address, &format!("GET /api HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"));
        answer.starts_with("HTTP/1.1 503") && answer.contains("connections") && answer.contains("same-origin")
    });
    drop(silent);
    wait_until("there is room again", || ask(address, "GET", "/api", &[], b"").0 == 200);
}

#[test]
fn a_stream_says_something_at_once() {
    let address = start("stream").0;
    let (_, answer) = post(address, "/api/jobs/cgt", &endless_sum());
    let mut follower = follow(address, answer["id"].as_u64().unwrap());
    let mut seen = String::new();
    while !seen.contains("started") {
        assert!(follower.read_line(&mut seen).unwrap() > 0, "{seen}");
    }
    assert!(!seen.contains("event:"), "before anything else: {seen}");
}

#[test]
fn where_others_can_reach_it_a_token_is_asked_for() {
    let word = token::fresh();
    let address = start_strict("token", |options| options.token = Some(word.clone()));
    let status = |path: &str, headers: &[(&str, &str)]| ask(address, "GET", path, headers, b"").0;
    for path in ["/", "/api", "/api/files/games", "/app.js", "/?token=wrong", "/api?token="] {
        assert_eq!(status(path, &[]), 401, "{path}");
    }
    let answer = raw(address, &format!("POST /api/show HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"));
    assert!(
        answer.starts_with("HTTP/1.1 401") && answer.contains("token") && answer.contains("www-authenticate: Bearer")
    );
    assert_eq!(status("/api", &[("Authorization", &format!("Bearer {word}"))]), 200);
    assert_eq!(status("/api", &[("Authorization", &format!("Bearer {word}x"))]), 401);
    // the page: the address brings the word, the cookie keeps it
    let visit = format!("GET /?token={word} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let answer = raw(address, &visit);
    assert!(answer.starts_with("HTTP/1.1 303") && answer.contains("location: /\r\n"), "{answer}");
    let cookie = answer.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap().to_string();
    assert!(answer.contains("HttpOnly; SameSite=Strict"), "{answer}");
    let other = format!("a=b; {cookie}");
    assert_eq!((status("/", &[("Cookie", &cookie)]), status("/api", &[("Cookie", &other)])), (200, 200));
    assert_eq!(status("/api", &[("Cookie", &format!("{cookie}0"))]), 401);
    // the other rules hold with the word as well
    assert_eq!(status("/api", &[("Cookie", &cookie), ("Host", "evil.example")]), 403);
}

#[test]
fn every_answer_keeps_others_out() {
    let address = start("headers").0;
    for path in ["/", "/api", "/api/nothing", "/nothing", "/api/openapi.json"] {
        let answer = raw(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"));
        let head = answer.split("\r\n\r\n").next().unwrap().to_lowercase();
        for line in [
            "cross-origin-resource-policy: same-origin",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-embedder-policy: require-corp",
            "content-security-policy: default-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(line), "{path} without {line}: {head}");
        }
    }
}
