//! `gosedai review`

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use gosedai_board::Color;
use gosedai_engine::{ApiError, Command, Context, Progress};
use gosedai_review::summary::Summary;
use gosedai_review::{GameReview, Review, Reviewed};

use crate::commands::game_list;
use crate::output::{self, Outcome, say};
use crate::work::Work;

/// Finds and explains good moves, mistakes and turning points; writes annotated SGF, HTML and JSON
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    gosedai review examples/ear-reddening.sgf --out reviews\n  \
    gosedai review game.sgf --lang ja --playouts 3000 --out reviews\n  \
    gosedai review examples/ear-reddening.sgf --for 15k --playouts 16\n  \
    gosedai review *.sgf --out reviews --deadline 3600\n  \
    gosedai review examples/ear-reddening.sgf --playouts 8 --diagrams diagrams\n  \
    gosedai review examples --player \"Kuwahara Shusaku\" --playouts 8 --out reviews\n  \
    gosedai review *.sgf --engine \"katago gtp -model MODEL -config CONFIG\" --out reviews\n\
    Before the bar the first faults are told as soon as they are certain; the report says everything at its end.\n\
    Ctrl-C or the deadline ends a review with what it has (exit status 1); with --out the same command goes on where it stopped.\n\
    Several games are reviewed one after the other, each on all threads; index.html leads to their reports.\n\
    A review that lies finished in the folder is taken as it is. With --player the games of one player are summed up:\n\
    summary-NAME.html, .csv and .json in the folder.")]
pub struct Args {
    /// SGF files, collections, folders of them, or - for standard input
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// Folder for the annotated SGF, the HTML report and the JSON
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder for every diagram as SVG and PNG, with an index in JSON
    #[arg(long, value_name = "DIR")]
    diagrams: Option<PathBuf>,
    /// Playouts for each position
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    playouts: Option<u64>,
    /// Seconds for each position
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Built-in player or the command line of an engine that speaks GTP analysis or KataGo's JSON (default: the strongest)
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// Positions judged at the same time
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    #[arg(long, value_name = "K")]
    seed: Option<u64>,
    /// Review the games of this player (as the records write the name) and sum them up
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// For whom, from 30k to 9d: what is worth saying, how long lines are, which words are explained (default: the ranks in
    /// the record, else 1d)
    #[arg(long = "for", value_name = "RANK")]
    reader: Option<String>,
    /// Comments a game at most (default: by the reader)
    #[arg(long, value_name = "N")]
    comments: Option<usize>,
    /// Comment move N whatever it is (may be given several times)
    #[arg(long = "move", value_name = "N")]
    always: Vec<usize>,
    /// Rules instead of the record's
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Komi instead of the record's
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    komi: Option<f32>,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let games = game_list::read(&args.games)?;
    // a name that is no player of ours is a command line
    let (engine, external) = match args.engine {
        Some(name) if !gosedai_engine::players::names().contains(&name.as_str()) => (None, Some(name)),
        name => (name, None),
    };
    let request = Review {
        out: args.out.map(Into::into),
        diagrams: args.diagrams.map(Into::into),
        engine,
        external: external.map(Into::into),
        playouts: args.playouts,
        seconds: args.seconds,
        threads: args.threads,
        seed: args.seed,
        reader: args.reader,
        comments: args.comments,
        always: args.always,
        rules: args.rules,
        komi: args.komi,
        player: args.player,
        ..Review::of(games)
    };
    let (context, back) = args.common.begin()?;
    let context = tells_what_is_certain(context)?;
    let drawn = request.diagrams.clone();
    let reviewed = request.run(&context)?;
    drop(back);
    if args.common.json {
        output::print_json(&reviewed)?;
    } else {
        tell(&reviewed, &context)?;
        drawn.iter().for_each(|folder| say!("written: {}", folder.display()));
    }
    match reviewed.complete {
        true => Ok(()),
        false => Err(context.cancel.why().unwrap_or(ApiError::Cancelled)),
    }
}

/// Where somebody waits before a bar, the first faults stand above it as soon as they are certain.
fn tells_what_is_certain(context: Context) -> Result<Context, ApiError> {
    let Some(bar) = context.progress.clone() else { return Ok(context) };
    let knowledge = context.knowledge()?;
    let lexicon = knowledge.lexicon(context.lang());
    let so_far = lexicon.word("review.so_far").to_string();
    let names = Color::BOTH.map(|color| (color.name(), lexicon.word(&format!("color.{}", color.name())).to_string()));
    let told: Mutex<Vec<(String, u64)>> = Mutex::default();
    Ok(context.with_progress(move |progress: Progress| {
        // the comments that come at the end are those of the report
        let is_early = !progress.message.starts_with("commenting");
        if let (Some(partial), Ok(mut told)) = (progress.partial.as_ref().filter(|_| is_early), told.lock()) {
            for entry in partial["moves"].as_array().into_iter().flatten() {
                let (Some(number), Some(text)) = (entry["number"].as_u64(), entry["comment"]["text"].as_str()) else {
                    continue;
                };
                let key = (progress.message.clone(), number);
                if !told.contains(&key) {
                    told.push(key);
                    let name = names.iter().find(|(name, _)| entry["color"] == *name).map_or("", |(_, word)| word);
                    let mv = entry["move"].as_str().unwrap_or_default();
                    let line = format!("\r\x1b[K{so_far} {number}. {name} {mv}: {text}");
                    // where nobody can read it, nobody misses it
                    let _ = writeln!(std::io::stderr(), "{line}");
                }
            }
        }
        bar(progress);
    }))
}

fn tell(reviewed: &Reviewed, context: &Context) -> Outcome {
    match &reviewed.summary {
        Some(summary) => print_summary(summary),
        None => {
            let knowledge = context.knowledge()?;
            let lexicon = knowledge.lexicon(context.lang());
            let name = |color: &str| lexicon.word(&format!("color.{color}")).to_string();
            reviewed.games.iter().for_each(|game| print(game, &name));
        }
    }
    Ok(())
}

/// The games in order, what they have in common, and the files of both.
fn print_summary(summary: &Summary) {
    summary.games.iter().for_each(|game| say!("{}", game.text));
    summary.text.iter().for_each(|line| say!("{line}"));
    summary.files.iter().for_each(|path| say!("written: {}", path.display()));
}

/// `name` is the word for a colour.
fn print(game: &GameReview, name: &dyn Fn(&str) -> String) {
    say!("{}: {} – {}", game.title, game.black, game.white);
    say!("{}", game.summary);
    game.lessons.iter().for_each(|line| say!("{line}"));
    game.accuracy_lines.iter().for_each(|line| say!("{line}"));
    game.strength.iter().for_each(|side| say!("{}", side.text));
    say!("{}", game.caveat);
    for chapter in &game.story {
        say!("{}: {}", chapter.title, chapter.text);
    }
    for entry in &game.moves {
        if let Some(comment) = &entry.comment {
            let told = comment.told().replace('\n', "\n      ");
            say!("{:4}. {} {}: {told}", entry.number, name(&entry.color), entry.mv);
        }
    }
    game.practice.advice.iter().for_each(|line| say!("{line}"));
    game.practice.problems.iter().for_each(|problem| say!("{}", problem.question));
    game.practice.problems.iter().for_each(|problem| say!("{}", problem.solution));
    game.files.iter().for_each(|path| say!("written: {}", path.display()));
}
