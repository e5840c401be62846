//! The `gosedai` program: translates a protocol to the engine facade and back, nothing else.

mod analysis;
mod cli;
mod commands;
mod gtp;
mod http;
mod matches;
mod output;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
