//! `gosedai bench`

use gosedai_engine::Command;
use gosedai_lab::bench::Bench;

use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Measure a workload of docs/benchmarks.md; without a name, list them
#[derive(clap::Args)]
#[command(
    after_help = "Ctrl-C or the deadline ends a workload; those that count games keep what is done.\n\nExample:\n  gosedai bench playouts --deadline 60"
)]
pub struct Args {
    /// Name of the workload
    name: Option<String>,
    /// Arguments of the workload (games, folders…)
    args: Vec<String>,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let (context, back) = args.common.begin()?;
    let result = Bench { name: args.name, args: args.args }.run(&context)?;
    drop(back);
    if args.common.json {
        output::print_json(&result)?;
        return context.go_on();
    }
    say!("{}", result.name);
    for (figure, value) in &result.figures {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
        say!("  {figure:<32} {text}");
    }
    context.go_on()
}
