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
    leave_quietly_on_closed_pipe();
    cli::main()
}

/// `gosedai … | head` is no fault of anybody: when the reader of our output goes away, stop without a complaint.
fn leave_quietly_on_closed_pipe() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let text = info.payload().downcast_ref::<String>().map_or("", String::as_str);
        if text.starts_with("failed printing to stdout") {
            std::process::exit(0);
        }
        usual(info);
    }));
}
