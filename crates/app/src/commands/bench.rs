//! `gosedai bench`

use gosedai_engine::Command;
use gosedai_lab::bench::Bench;

use crate::output::{self, Common, Outcome, say};

/// Measure a workload of docs/benchmarks.md; without a name, list them
#[derive(clap::Args)]
#[command(
    after_help = "Ctrl-C ends a workload; those that count games keep what is done.\n\nExample:\n  gosedai bench playouts"
)]
pub struct Args {
    /// Name of the workload
    name: Option<String>,
    /// Arguments of the workload (games, folders…)
    args: Vec<String>,
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    let context = args.common.context()?;
    super::review::stop_on_ctrl_c(&context);
    let result = Bench { name: args.name, args: args.args }.run(&context)?;
    if args.common.json {
        return output::print_json(&result);
    }
    say!("{}", result.name);
    for (figure, value) in &result.figures {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        say!("  {figure:<32} {text}");
    }
    Ok(())
}
