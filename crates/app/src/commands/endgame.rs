//! `gosedai endgame`

use std::path::PathBuf;

use gosedai_engine::ApiError;
use gosedai_engine::endgame::{Endgame, EndgameAnswer};

use crate::output::{self, Common, GameArgs, Outcome};

/// Independent regions with exact values, their sum, and the best moves of both sides
#[derive(clap::Args)]
#[command(
    after_help = "Columns: the fair count (mean), what one move gains (miai counting), the swing (deiri counting), who keeps sente, each side's best move,\nthe value cooled by one point, the value.\nExamples:\n  gosedai endgame game.sgf --rules japanese --pictures out\n  gosedai endgame game.sgf --move 240 --ko komaster-black\n  gosedai endgame board.txt --rules chinese --komi 0 --json"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who has the ko threats: komaster-black, komaster-white or nte (neutral)
    #[arg(long, value_name = "MODEL")]
    ko: Option<String>,
    /// Folder for pictures: map.svg, and thermograph and tree of each region
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

pub fn run(args: Args) -> Outcome {
    let request = Endgame { game: args.game.input()?, ko: args.ko, pictures: args.pictures.is_some() };
    let mut written = Ok(());
    output::answer_then(
        request,
        &args.common,
        |answer| {
            if let Some(folder) = &args.pictures {
                written = write_pictures(folder, answer);
            }
        },
        print,
    )?;
    written
}

fn write_pictures(folder: &std::path::Path, answer: &mut EndgameAnswer) -> Outcome {
    let failed = |e: std::io::Error| ApiError::failed(format!("cannot write into {}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    if let Some(map) = answer.map.take() {
        std::fs::write(folder.join("map.svg"), map).map_err(failed)?;
    }
    for region in &mut answer.regions {
        if let Some(pictures) = region.pictures.take() {
            std::fs::write(folder.join(format!("{}-thermograph.svg", region.label)), pictures.thermograph)
                .map_err(failed)?;
            if !pictures.tree.is_empty() {
                std::fs::write(folder.join(format!("{}-tree.svg", region.label)), pictures.tree).map_err(failed)?;
            }
        }
    }
    Ok(())
}

fn print(answer: &EndgameAnswer) {
    println!("{} scoring, {} to play, {} points settled", answer.scoring, answer.to_play, answer.settled);
    for r in &answer.regions {
        let mean = r.mean.as_deref().unwrap_or("?");
        let heat = r.temperature.as_deref().unwrap_or("?");
        let side = |p: &Option<String>| p.clone().unwrap_or_else(|| "-".to_string());
        println!(
            "{:>2} {:<18} mean {:<7} one move {:<6} swing {:<5} {:<12} black {:<4} white {:<4} {} = {}{}",
            r.label,
            shorten(&r.points),
            mean,
            heat,
            if r.mean.is_some() { r.deiri.as_str() } else { "?" },
            r.sente,
            side(&r.best.black),
            side(&r.best.white),
            shorten_form(r.chilled.as_deref().unwrap_or("-")),
            shorten_form(&r.game),
            r.interval.map(|[a, b]| format!("  between {a} and {b}")).unwrap_or_default()
        );
    }
    if !answer.proved {
        println!("(not every stone around the regions is proved safe)");
    }
    for line in &answer.reasons {
        println!("{line}");
    }
    println!("best for black: {}", answer.best.black.join(" "));
    println!("best for white: {}", answer.best.white.join(" "));
}

/// Values of large regions can be pages long; `--json` prints all of them.
fn shorten_form(text: &str) -> String {
    const MOST: usize = 120;
    if text.chars().count() <= MOST { text.to_string() } else { text.chars().take(MOST).collect::<String>() + "…" }
}

fn shorten(points: &[String]) -> String {
    let shown: Vec<&str> = points.iter().take(3).map(String::as_str).collect();
    let more = if points.len() > 3 { format!(" +{}", points.len() - 3) } else { String::new() };
    format!("{}{more}", shown.join(" "))
}
