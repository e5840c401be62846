//! What all commands share: common options, reading the game, printing an answer, exit status.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gosedai_engine::{ApiError, Command, Context, GameInput};

use crate::work::Work;

pub type Outcome = Result<(), ApiError>;

/// Standard output, for everything this program prints. The first failure is kept and decides the exit status.
pub struct Standard;

fn failure() -> MutexGuard<'static, Option<io::Error>> {
    static FAILURE: Mutex<Option<io::Error>> = Mutex::new(None);
    FAILURE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn noted<T>(result: io::Result<T>) -> io::Result<T> {
    if let Err(error) = &result
        && error.kind() != io::ErrorKind::Interrupted
    {
        let same = error.raw_os_error().map_or(error.kind().into(), io::Error::from_raw_os_error);
        failure().get_or_insert(same);
    }
    result
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        noted(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        noted(io::stdout().flush())
    }
}

/// One line of an answer, as `println!` takes it.
macro_rules! say {
    () => { $crate::output::line(format_args!("")) };
    ($($words:tt)*) => { $crate::output::line(format_args!($($words)*)) };
}
pub(crate) use say;

pub fn line(words: std::fmt::Arguments) {
    if writeln!(Standard, "{words}").is_err() {
        // there is no reader for the rest, so stop
        std::process::exit(i32::from(!is_written()));
    }
}

/// Was everything written? A reader that went away (`gosedai … | head`) is not an error.
fn is_written() -> bool {
    match &*failure() {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(format_args!("cannot write to standard output: {error}"));
            false
        }
        _ => true,
    }
}

/// One line on standard error; a failure to write it is ignored.
pub fn complain(line: std::fmt::Arguments) {
    let _ = writeln!(io::stderr(), "gosedai: {line}");
}

/// Options that most commands take.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Common {
    /// Print one JSON document instead of text
    #[arg(long)]
    pub json: bool,
    /// Language of sentences, such as en or ja
    #[arg(long, default_value = "en", value_name = "LANG")]
    pub lang: String,
    /// File of parameters that replaces the built-in ones
    #[arg(long, value_name = "FILE")]
    pub params: Option<std::path::PathBuf>,
    /// Folder whose files replace built-in knowledge files of the same names
    #[arg(long, value_name = "DIR")]
    pub knowledge: Option<std::path::PathBuf>,
    /// Replace files that Gosedai did not write
    #[arg(long)]
    pub force: bool,
    /// Network that judges positions instead of the built-in one: one of ours (.gnet) or one of KataGo's (.bin.gz)
    #[arg(long, value_name = "FILE")]
    pub net: Option<std::path::PathBuf>,
}

impl Common {
    pub fn context(&self) -> Result<Context, ApiError> {
        Ok(Context {
            language: language(&self.lang)?,
            knowledge_dir: self.knowledge.clone(),
            params_file: self.params.clone(),
            force: self.force,
            net_file: self.net.clone(),
            ..Context::default()
        })
    }
}

/// The game a command is about.
#[derive(clap::Args, Clone, Debug)]
pub struct GameArgs {
    /// SGF file or a board drawn as text (X, O and .), or - for standard input
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Position after N moves of the main line (default: the end)
    #[arg(long = "move", value_name = "N")]
    pub move_number: Option<usize>,
    /// Rules instead of the record's: chinese, japanese, aga, tromp-taylor, new-zealand, pure-go, afure
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Komi instead of the record's
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub komi: Option<f32>,
}

impl GameArgs {
    pub fn input(&self) -> Result<GameInput, ApiError> {
        Ok(GameInput {
            sgf: read_text(&self.game)?,
            move_number: self.move_number,
            rules: self.rules.clone(),
            komi: self.komi,
        })
    }
}

/// The game of a file (SGF in any encoding, GIB, NGF, compressed or not) or of standard input, as SGF text.
pub fn read_text(path: &str) -> Result<String, ApiError> {
    if path == "-" {
        return gosedai_engine::files::first_game(std::io::stdin(), "-").map(|game| game.to_sgf());
    }
    gosedai_engine::files::read_game(std::path::Path::new(path)).map(|game| game.to_sgf())
}

/// Runs a command and prints its answer, as JSON or by `print`.
pub fn answer<C: Command>(request: C, work: &Work, print: impl FnOnce(&C::Response)) -> Outcome {
    answer_then(request, work, |_| {}, print)
}

/// The same, with something to do to the answer before it is printed, such as writing its pictures to files.
pub fn answer_then<C: Command>(
    request: C,
    work: &Work,
    prepare: impl FnOnce(&mut C::Response),
    print: impl FnOnce(&C::Response),
) -> Outcome {
    let (context, back) = work.begin_light()?;
    let response = request.run(&context);
    drop(back);
    let mut response = response?;
    prepare(&mut response);
    if work.json {
        print_json(&response)?;
    } else {
        print(&response);
    }
    // what was found until then has been said; that it is not all decides the exit status
    context.go_on()
}

pub fn make_folder(folder: &std::path::Path) -> Outcome {
    std::fs::create_dir_all(folder)
        .map_err(|error| ApiError::failed(format!("cannot make the folder {}: {error}", folder.display())))
}

/// One JSON document on standard output.
pub fn print_json(response: &impl serde::Serialize) -> Outcome {
    let text = serde_json::to_string_pretty(response).map_err(ApiError::failed)?;
    say!("{text}");
    Ok(())
}

/// One line on standard error and the exit status of the contract.
pub fn exit(outcome: Outcome) -> ExitCode {
    // what is still buffered counts as well
    let _ = Standard.flush();
    let is_written = is_written();
    if let Err(error) = &outcome {
        complain(format_args!("{error}"));
    }
    if is_written && outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// The exit status after help that was asked for.
pub fn finish_help(printed: io::Result<()>) -> ExitCode {
    let _ = noted(printed);
    exit(Ok(()))
}

/// The codes of all languages.
pub fn language_codes() -> Vec<&'static str> {
    gosedai_engine::Lang::ALL.iter().map(|lang| lang.code()).collect()
}

/// The language with this code, as a caller writes it.
pub fn language(code: &str) -> Result<gosedai_engine::Lang, ApiError> {
    let unknown =
        || ApiError::bad("lang", format!("'{code}' is not a language here: write {}", language_codes().join(" or ")));
    gosedai_engine::Lang::from_code(code).ok_or_else(unknown)
}
