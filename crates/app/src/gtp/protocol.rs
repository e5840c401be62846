//! GTP 2 on the wire: lines cleaned as the specification says, answers framed, input watched while work goes on.

use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};

use gosedai_engine::CancelFlag;

use crate::lines::read_line;

/// Longer lines are cut: no command needs them, and a stream without line breaks must not fill the memory.
const MAX_LINE: usize = 64 * 1024;

/// A command as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The digits before the command, to be repeated in the answer.
    pub id: String,
    pub name: String,
    pub args: Vec<String>,
}

/// Control characters removed, tabs as blanks, comments cut off; `None` if nothing is left.
pub fn parse_line(line: &[u8]) -> Option<Request> {
    let text = String::from_utf8_lossy(line);
    let text: String =
        text.chars().filter_map(|c| if c == '\t' { Some(' ') } else { (!c.is_control()).then_some(c) }).collect();
    let text = text.split('#').next().unwrap_or("");
    let mut words = text.split_whitespace().map(str::to_owned).peekable();
    let id = match words.peek() {
        None => return None,
        Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => words.next().unwrap_or_default(),
        Some(_) => String::new(),
    };
    Some(Request { id, name: words.next().unwrap_or_default(), args: words.collect() })
}

/// What a command gives back; `Err` is a GTP failure.
pub type Reply = Result<Answer, String>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Text(String),
    /// The answer has been written as it came up; only the empty line is missing.
    Streamed,
    /// As `Text("")`, and then the end.
    Quit,
}

impl Answer {
    pub fn empty() -> Reply {
        Ok(Answer::Text(String::new()))
    }

    pub fn text(text: impl ToString) -> Reply {
        Ok(Answer::Text(text.to_string()))
    }
}

/// Frames an answer. Empty lines end an answer, so none may stand inside.
pub fn render(id: &str, reply: &Reply) -> String {
    let (mark, text) = match reply {
        Ok(Answer::Streamed) => return "\n".to_owned(),
        Ok(Answer::Text(text)) => ('=', text.as_str()),
        Ok(Answer::Quit) => ('=', ""),
        Err(text) => ('?', text.as_str()),
    };
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    // Boards begin on a line of their own; single lines follow the mark.
    let start = if text.starts_with('\n') && !lines.is_empty() { "\n" } else { "" };
    let blank = if lines.is_empty() || !start.is_empty() { "" } else { " " };
    format!("{mark}{id}{blank}{start}{}\n\n", lines.join("\n"))
}

/// Where lines come from. Analysis asks whether one is waiting, and stops.
pub trait Input {
    fn next_line(&mut self) -> Option<Vec<u8>>;
    fn is_waiting(&mut self) -> bool;
}

/// The flag of the command that is running, within reach of the thread that reads the input.
pub type Running = Arc<Mutex<CancelFlag>>;

/// Lines read by a thread of their own, so that work can go on until the next one.
pub struct Lines {
    receiver: Receiver<Vec<u8>>,
    waiting: Option<Vec<u8>>,
    ended: bool,
}

impl Lines {
    pub fn spawn(mut reader: impl BufRead + Send + 'static, running: Running) -> Lines {
        let (sender, receiver) = sync_channel(1024);
        std::thread::spawn(move || {
            let mut line = Vec::new();
            while read_line(&mut reader, &mut line, MAX_LINE) {
                // GoGui interrupts by a comment.
                if line.trim_ascii() == b"# interrupt" {
                    if let Ok(flag) = running.lock() {
                        flag.cancel();
                    }
                    continue;
                }
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Lines { receiver, waiting: None, ended: false }
    }
}

impl Input for Lines {
    fn next_line(&mut self) -> Option<Vec<u8>> {
        self.waiting.take().or_else(|| self.receiver.recv().ok())
    }

    /// The end of the input counts as a line: there is nobody left to analyse for.
    fn is_waiting(&mut self) -> bool {
        if self.waiting.is_none() && !self.ended {
            match self.receiver.try_recv() {
                Ok(line) => self.waiting = Some(line),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        self.waiting.is_some() || self.ended
    }
}

/// Where answers go.
pub struct Output(Box<dyn Write>);

impl Output {
    pub fn new(writer: impl Write + 'static) -> Output {
        Output(Box::new(writer))
    }

    /// False once the reader is gone.
    pub fn write(&mut self, text: &str) -> bool {
        self.0.write_all(text.as_bytes()).and_then(|()| self.0.flush()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_as_the_specification_says() {
        let request = |line: &str| parse_line(line.as_bytes());
        let make = |id: &str, name: &str, args: &[&str]| {
            Some(Request { id: id.into(), name: name.into(), args: args.iter().map(|s| s.to_string()).collect() })
        };
        assert_eq!(request(""), None);
        assert_eq!(request("  \t \r"), None);
        assert_eq!(request("# only a comment"), None);
        assert_eq!(request("12 play\tb  D4\r# why"), make("12", "play", &["b", "D4"]));
        assert_eq!(request("na\u{1}me"), make("", "name", &[]));
        assert_eq!(request("7"), make("7", "", &[]));
        assert_eq!(parse_line(b"x\xff"), make("", "x\u{fffd}", &[]));
    }

    #[test]
    fn answers_are_framed() {
        assert_eq!(render("", &Answer::empty()), "=\n\n");
        assert_eq!(render("3", &Answer::text("D4")), "=3 D4\n\n");
        assert_eq!(render("3", &Err("illegal move".into())), "?3 illegal move\n\n");
        assert_eq!(render("", &Answer::text("\n A\n\n B\n\n")), "=\n A\n B\n\n");
        assert_eq!(render("", &Ok(Answer::Streamed)), "\n");
    }
}
