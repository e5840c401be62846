//! `gosedai serve`

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use gosedai_engine::{ApiError, files};

use crate::http;
use crate::output::{self, Outcome, say};

/// The workbench in the browser: play, analyse, edit, review
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  gosedai serve --port 4119 --engine gnugo='gnugo --mode gtp'\n  gosedai serve --bind 0.0.0.0 --no-open   (prints an address with a token)"
)]
pub struct Args {
    /// Port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 4119, value_name = "P")]
    port: u16,
    /// Address to listen on; others than loopback let other machines in
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDR")]
    bind: IpAddr,
    /// Folder for games, problems and knowledge of your own (default: gosedai in the user's data folder)
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// An external GTP engine to play against; may be given several times, or written into engines.toml of the data folder
    #[arg(long = "engine", value_name = "NAME=COMMAND")]
    engines: Vec<String>,
    /// Network that judges positions instead of the built-in one: one of ours (.gnet) or one of KataGo's (.bin.gz)
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// A word that every request must know, also from the environment as GOSEDAI_TOKEN; other addresses than loopback always
    /// ask for one, by default a fresh one that is printed at the start
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// Serve the page's files from this folder
    #[arg(long, value_name = "DIR", hide = true)]
    page: Option<PathBuf>,
}

pub fn run(args: Args) -> Outcome {
    let data = match args.data {
        Some(folder) => folder,
        None => {
            default_folder().ok_or_else(|| ApiError::failed("no home folder is known: name one with --data DIR"))?
        }
    };
    let mut engines = configured(&data.join(CONFIG))?;
    for text in &args.engines {
        let (name, command) = external(text)?;
        engines.retain(|(known, _)| *known != name);
        engines.push((name, command));
    }
    let open = !args.no_open;
    let is_loopback = args.bind.is_loopback();
    let given = args.token.or_else(|| std::env::var("GOSEDAI_TOKEN").ok().filter(|word| !word.is_empty()));
    let token = match given {
        Some(word) => Some(http::token::own(word)?),
        None => (!is_loopback).then(http::token::fresh),
    };
    let options = http::Options {
        bind: args.bind,
        port: args.port,
        data,
        page: args.page,
        engines,
        net: args.net,
        token: token.clone(),
        limits: http::limits::Limits::default(),
    };
    http::serve(options, move |address| {
        let url = format!("http://{address}/");
        let url = token.map_or(url.clone(), |word| http::token::address(&url, &word));
        say!("Gosedai is at {url} (stop with Ctrl+C)");
        if !is_loopback {
            output::complain(format_args!("other machines can reach this address: whoever knows the token is let in"));
        }
        if open {
            open_browser(&url);
        }
    })
}

/// External engines in the data folder's own file, which no request can reach: `[engines]`, then `name = "command"` lines.
const CONFIG: &str = "engines.toml";

fn configured(file: &Path) -> Result<Vec<(String, String)>, ApiError> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = files::text(file, files::MOST_TEXT)?;
    let wrong = |why: String| ApiError::failed(format!("{}: {why}", file.display()));
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| wrong(e.message().to_string()))?;
    let Some(engines) = table.get("engines") else { return Ok(Vec::new()) };
    let engines = engines.as_table().ok_or_else(|| wrong("[engines] must hold name = \"command\" lines".into()))?;
    engines
        .iter()
        .map(|(name, command)| match command.as_str() {
            Some(command) => Ok((name.clone(), command.to_string())),
            None => Err(wrong(format!("the command of '{name}' must be text in quotes"))),
        })
        .collect()
}

fn external(text: &str) -> Result<(String, String), ApiError> {
    match text.split_once('=') {
        Some((name, command)) if !name.trim().is_empty() && !command.trim().is_empty() => {
            Ok((name.trim().to_string(), command.trim().to_string()))
        }
        _ => Err(ApiError::bad("engine", format!("'{text}' is not NAME=COMMAND"))),
    }
}

fn default_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || set("HOME").map(|home| home.join(".local/share"));
    set("XDG_DATA_HOME").or_else(|| set("APPDATA")).or_else(home).map(|folder| folder.join("gosedai"))
}

/// The desktop's own opener; without one the printed address is enough.
fn open_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") {
        ("open", vec![url])
    } else if cfg!(target_os = "windows") {
        ("cmd", vec!["/C", "start", url])
    } else {
        ("xdg-open", vec![url])
    };
    let _ = std::process::Command::new(opener.0)
        .args(opener.1)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_unless_told_otherwise() {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            args: Args,
        }
        let line = <Line as clap::Parser>::parse_from(["serve"]);
        assert!(line.args.bind.is_loopback() && line.args.engines.is_empty());
    }

    #[test]
    fn engines_are_named_in_a_file_or_on_the_command_line() {
        let folder = std::env::temp_dir().join(format!("gosedai-config-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(CONFIG);
        assert_eq!(configured(&file).unwrap(), []);
        std::fs::write(&file, "[engines]\nGNU = \"gnugo --mode gtp\"\n").unwrap();
        assert_eq!(configured(&file).unwrap(), [("GNU".to_string(), "gnugo --mode gtp".to_string())]);
        for broken in ["[engines", "engines = 3", "[engines]\na = 3"] {
            std::fs::write(&file, broken).unwrap();
            assert!(configured(&file).unwrap_err().to_string().contains("engines.toml"), "{broken}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(external("x").is_err() && external("=x").is_err() && external("a=b").is_ok());
    }
}
