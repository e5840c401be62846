//! `gosedai serve`

use std::net::IpAddr;
use std::path::PathBuf;

use gosedai_engine::ApiError;

use crate::http;
use crate::output::Outcome;

/// The workbench in the browser: play, analyse, edit, review
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai serve --port 4119 --engine gnugo='gnugo --mode gtp'")]
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
    /// An external GTP engine to play against; may be given several times
    #[arg(long = "engine", value_name = "NAME=COMMAND")]
    engines: Vec<String>,
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
    let engines = args.engines.iter().map(|text| external(text)).collect::<Result<Vec<_>, _>>()?;
    let open = !args.no_open;
    let is_loopback = args.bind.is_loopback();
    let options = http::Options { bind: args.bind, port: args.port, data, page: args.page, engines };
    http::serve(options, move |address| {
        let url = format!("http://{address}/");
        println!("Gosedai is at {url} (stop with Ctrl+C)");
        if !is_loopback {
            eprintln!("gosedai: other machines can reach this address");
        }
        if open {
            open_browser(&url);
        }
    })
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
