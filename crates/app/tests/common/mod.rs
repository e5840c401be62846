//! What the tests of the whole program share.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub const GOSEDAI: &str = env!("CARGO_BIN_EXE_gosedai");
pub const SHORT_GAME: &str = "(;SZ[9]KM[7];B[ee];W[cc];B[gc];W[gg];B[cg];W[fg])";

/// A folder of its own, gone at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gosedai-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// All files under a folder with what they hold.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => waiting.push(path),
                false => {
                    let name = path.strip_prefix(folder).unwrap().display().to_string();
                    found.insert(name, fs::read(&path).unwrap());
                }
            }
        }
    }
    found
}

/// Something long to run in a folder, and what it leaves there in the end.
pub struct Task {
    pub name: &'static str,
    pub args: Vec<String>,
    /// Files that come first.
    pub given: Vec<(&'static str, String)>,
}

pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Review, learning, solving and a match, small enough to be run often.
pub fn tasks() -> Vec<Task> {
    let collection: String =
        (0..40).map(|i| SHORT_GAME.replace("B[ee]", &format!("B[{}e]", (b'a' + i % 9) as char)) + "\n").collect();
    let player = |seed: u32| format!("gosedai gtp --engine uct --playouts 8 --seed {seed}");
    let mut game = words("match --games 2 --size 5 --opening 2 --sgf out --black");
    game.extend([player(1), "--white".to_owned(), player(2)]);
    vec![
        Task {
            name: "review",
            args: words("review game.sgf --engine uct --playouts 6 --threads 2 --comments 2 --out out"),
            given: vec![("game.sgf", SHORT_GAME.to_owned())],
        },
        Task {
            name: "learn",
            args: words("patterns learn games.sgfs -o out/model.gpat --least 1"),
            given: vec![("games.sgfs", collection), ("out/.keep", String::new())],
        },
        Task {
            name: "solve",
            args: words("solve 3x6 --threads 1 --memory 64 --resume out/proof --checkpoint 0"),
            given: vec![("out/.keep", String::new())],
        },
        Task { name: "match", args: game, given: vec![] },
    ]
}

impl Task {
    pub fn prepare(&self, folder: &Path) {
        for (name, text) in &self.given {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    pub fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(GOSEDAI);
        command.args(&self.args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// A server of its own process.
pub struct Served {
    pub child: Child,
    pub address: SocketAddr,
}

impl Served {
    pub fn start(data: &Path, fault_after: Option<u32>) -> Served {
        let mut command = Command::new(GOSEDAI);
        command.args(["serve", "--port", "0", "--no-open", "--data"]).arg(data);
        if let Some(steps) = fault_after {
            command.env("GOSEDAI_FAULT_AFTER", steps.to_string());
        }
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().parse().unwrap();
        Served { child, address }
    }

    /// Status and body of the answer.
    pub fn ask(&self, method: &str, path: &str, body: &[u8]) -> (u16, String) {
        ask(self.address, method, path, body)
    }
}

pub fn ask(address: SocketAddr, method: &str, path: &str, body: &[u8]) -> (u16, String) {
    let Ok(mut stream) = TcpStream::connect(address) else { return (0, "no connection".into()) };
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let answer = String::from_utf8_lossy(&bytes).into_owned();
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
