//! The command line: one subcommand per file in `commands`.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::*;
use crate::commands::{bench, cgt, endgame, explain, serve, show};
use crate::output::{self, Outcome};

/// Gosedai (碁世代): a Go system that explains.
#[derive(Parser)]
#[command(name = "gosedai", version, about, arg_required_else_help = true, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Commands,
}

#[derive(Subcommand)]
enum Commands {
    Gtp(gtp::Args),
    Analysis(analysis::Args),
    Show(show::Args),
    Explain(explain::Args),
    Fuseki(fuseki::Args),
    Read(read::Args),
    Problem(problem::Args),
    Grade(grade::Args),
    Net(net::Args),
    Patterns(patterns::Args),
    Match(match_games::Args),
    Review(review::Args),
    Bench(bench::Args),
    Cgt(cgt::Args),
    Ko(ko::Args),
    Endgame(endgame::Args),
    Eyes(eyes::Args),
    Race(race::Args),
    Solve(solve::Args),
    Serve(serve::Args),
}

/// Exit status 0 done, 1 could not do it or was stopped before the end, 2 wrong usage, 130 ended at once by a second Ctrl-C.
pub fn main() -> ExitCode {
    // for tests of what happens when the disk or the memory is full
    if let Some(steps) = std::env::var("GOSEDAI_FAULT_AFTER").ok().and_then(|steps| steps.parse().ok()) {
        gosedai_engine::keep::fail_anywhere_after(steps);
    }
    let cli = match Cli::try_parse_from(cgt::bracket_negatives(std::env::args_os().collect())) {
        Ok(cli) => cli,
        Err(error) => {
            let printed = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { output::finish_help(printed) };
        }
    };
    let outcome = gosedai_engine::memory::told(|| carry_out(cli.command));
    output::exit(outcome.unwrap_or_else(|missing| Err(missing.into())))
}

fn carry_out(command: Commands) -> Outcome {
    match command {
        Commands::Gtp(args) => gtp::run(args),
        Commands::Analysis(args) => analysis::run(args),
        Commands::Show(args) => show::run(args),
        Commands::Explain(args) => explain::run(args),
        Commands::Fuseki(args) => fuseki::run(args),
        Commands::Read(args) => read::run(args),
        Commands::Problem(args) => problem::run(args),
        Commands::Grade(args) => grade::run(args),
        Commands::Net(args) => net::run(args),
        Commands::Patterns(args) => patterns::run(args),
        Commands::Match(args) => match_games::run(args),
        Commands::Review(args) => review::run(args),
        Commands::Bench(args) => bench::run(args),
        Commands::Cgt(args) => cgt::run(args),
        Commands::Ko(args) => ko::run(args),
        Commands::Endgame(args) => endgame::run(args),
        Commands::Eyes(args) => eyes::run(args),
        Commands::Race(args) => race::run(args),
        Commands::Solve(args) => solve::run(args),
        Commands::Serve(args) => serve::run(args),
    }
}
