//! `gosedai endgame`

use std::path::PathBuf;

use gosedai_engine::endgame::{Endgame, EndgameAnswer, Standing};
use gosedai_engine::keep::{self, Kind};

use crate::output::{self, GameArgs, Outcome, say};
use crate::work::Work;

/// Independent regions with exact values, their sum, and the best moves of both sides
#[derive(clap::Args)]
#[command(
    after_help = "Columns: the fair count (mean), what one move gains (miai counting), the swing (deiri counting), who keeps sente, each side's best move,\nthe value cooled by one point, the value.\nExamples:\n  gosedai endgame game.sgf --rules japanese --pictures out\n  gosedai endgame game.sgf --move 240 --ko komaster-black\n  gosedai endgame board.txt --rules chinese --komi 0 --json\n  gosedai endgame game.sgf --deadline 10   (regions not searched by then are enclosed)"
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
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let request = Endgame { game: args.game.input()?, ko: args.ko, pictures: args.pictures.is_some() };
    let mut written = Ok(());
    output::answer_then(
        request,
        &args.common,
        |answer| {
            if let Some(folder) = &args.pictures {
                written = write_pictures(folder, answer, args.common.force);
            }
        },
        print,
    )?;
    written
}

fn write_pictures(folder: &std::path::Path, answer: &mut EndgameAnswer, force: bool) -> Outcome {
    output::make_folder(folder)?;
    let write = |name: String, svg: &str| keep::write(&folder.join(name), keep::marked_svg(svg), Kind::PICTURE, force);
    if let Some(map) = answer.map.take() {
        write("map.svg".to_owned(), &map)?;
    }
    for region in &mut answer.regions {
        if let Some(pictures) = region.pictures.take() {
            write(format!("{}-thermograph.svg", region.label), &pictures.thermograph)?;
            if !pictures.tree.is_empty() {
                write(format!("{}-tree.svg", region.label), &pictures.tree)?;
            }
        }
    }
    Ok(())
}

fn print(answer: &EndgameAnswer) {
    say!("{} scoring, {} to play, {} points settled", answer.scoring, answer.to_play, answer.settled);
    for line in &answer.reasons {
        say!("{line}");
    }
    for place in &answer.borders {
        say!("  {}", place.reason);
    }
    let condition = answer.condition.as_ref().map(|text| format!(", {text}")).unwrap_or_default();
    for r in &answer.regions {
        let mean = r.mean.as_deref().unwrap_or("?");
        let heat = r.temperature.as_deref().unwrap_or("?");
        let side = |p: &Option<String>| p.clone().unwrap_or_else(|| "-".to_string());
        say!(
            "{:>2} {:<18} mean {:<7} one move {:<6} swing {:<5} {:<12} black {:<4} white {:<4} {} = {}{}{}",
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
            r.interval.map(|[a, b]| format!("  between {a} and {b}")).unwrap_or_default(),
            if r.standing == Standing::Conditional { condition.as_str() } else { "" }
        );
    }
    say!("best for black: {}", answer.best.black.join(" "));
    say!("best for white: {}", answer.best.white.join(" "));
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
