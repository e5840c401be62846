//! The `gosedai` program: translates a protocol to the engine facade and back, nothing else.

// the macros of the standard library panic when nothing can be written: `output` has what is used instead
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analysis;
mod cli;
mod commands;
mod gtp;
mod http;
mod katago_rules;
mod lines;
mod matches;
mod models;
mod output;
mod work;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
