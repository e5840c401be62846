//! `gosedai bench`

use gosedai_engine::bench::Bench;

use crate::output::{self, Common, Outcome};

/// Measure a workload of docs/benchmarks.md; without a name, list them
#[derive(clap::Args)]
#[command(after_help = "Example:\n  gosedai bench playouts")]
pub struct Args {
    /// Name of the workload
    name: Option<String>,
    /// Arguments of the workload (games, folders…)
    args: Vec<String>,
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    output::answer(Bench { name: args.name, args: args.args }, &args.common, |result| {
        println!("{}", result.name);
        for (figure, value) in &result.figures {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
            println!("  {figure:<32} {text}");
        }
    })
}
