//! A GTP program run as a child: commands out, answers in, with time limits.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use gosedai_engine::CancelFlag;

/// Why a program gave no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ClientError {
    #[error("the program '{0}' cannot be started: {1}")]
    Start(String, String),
    #[error("the program has ended")]
    Ended,
    #[error("no answer to '{0}' within {1} seconds")]
    Silent(String, u64),
    #[error("'{0}' was refused: {1}")]
    Refused(String, String),
    #[error("stopped")]
    Stopped,
}

/// A running program.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<Result<String, String>>,
    cancel: CancelFlag,
}

impl Client {
    /// Starts a command given as words.
    pub fn start(words: &[String], show_errors: bool, cancel: CancelFlag) -> Result<Client, ClientError> {
        let failed = |error: std::io::Error| ClientError::Start(words[0].clone(), error.to_string());
        let mut command = Command::new(program(&words[0]));
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if show_errors { Stdio::inherit() } else { Stdio::null() });
        // Ctrl-C is for us: we end the programs ourselves, after writing down what is finished.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (sender, answers) = sync_channel(16);
        std::thread::spawn(move || {
            let Some(output) = output else { return };
            let mut answer = Vec::new();
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { break };
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                if !line.is_empty() {
                    // Words before an answer (greetings) are not ours.
                    if !answer.is_empty() || line.starts_with(['=', '?']) {
                        answer.push(line);
                    }
                } else if !answer.is_empty() && sender.send(parse_answer(&std::mem::take(&mut answer))).is_err() {
                    break;
                }
            }
        });
        Ok(Client { child, input, answers, cancel })
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, command: &str, limit: Duration) -> Result<String, ClientError> {
        if self.cancel.is_cancelled() {
            return Err(ClientError::Stopped);
        }
        let input = self.input.as_mut().ok_or(ClientError::Ended)?;
        if input.write_all(format!("{command}\n").as_bytes()).and_then(|()| input.flush()).is_err() {
            return Err(ClientError::Ended);
        }
        let start = Instant::now();
        loop {
            match self.answers.recv_timeout(Duration::from_millis(50)) {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(refusal)) => return Err(ClientError::Refused(command.to_owned(), refusal)),
                Err(RecvTimeoutError::Disconnected) => return Err(ClientError::Ended),
                Err(RecvTimeoutError::Timeout) if self.cancel.is_cancelled() => return Err(ClientError::Stopped),
                Err(RecvTimeoutError::Timeout) if start.elapsed() > limit => {
                    return Err(ClientError::Silent(command.to_owned(), limit.as_secs()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Our own name means this very program, wherever it lies.
fn program(word: &str) -> std::path::PathBuf {
    match word {
        "gosedai" => std::env::current_exe().unwrap_or_else(|_| word.into()),
        _ => word.into(),
    }
}

/// `=12 text` or `? text`; further lines follow.
fn parse_answer(lines: &[String]) -> Result<String, String> {
    let text = lines.join("\n");
    let (mark, rest) = text.split_at(1);
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
    if mark == "=" { Ok(rest) } else { Err(rest) }
}

impl Drop for Client {
    /// Asks the program to end, and ends it if it does not.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = input.write_all(b"quit\n");
        }
        let patience = Instant::now();
        while patience.elapsed() < Duration::from_millis(if self.cancel.is_cancelled() { 100 } else { 1000 }) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
