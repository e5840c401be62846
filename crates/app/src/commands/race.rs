//! `gosedai race`

use gosedai_engine::race::Race;

use crate::output::{self, GameArgs, Outcome, say};
use crate::work::Work;

/// Capturing race of the blocks at A and B: class, liberty games, who captures whom
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  gosedai race game.sgf C3 D3 --move 120 --deadline 30\n  gosedai race board.txt C3 D3 --difference A5 G7   (A5 and G7 lie in two liberty regions)"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// A stone of one block
    a: String,
    /// A stone of the other block
    b: String,
    /// Play the liberty region at P against the mirror of the one at Q: which is worth more
    #[arg(long, value_names = ["P", "Q"], num_args = 2)]
    difference: Option<Vec<String>>,
    /// Seconds at most where the race is beyond counting and must be read
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Positions at most for each side moving first, likewise
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    common: Work,
}

pub fn run(args: Args) -> Outcome {
    let difference = args.difference.and_then(|pair| <[String; 2]>::try_from(pair).ok());
    let (seconds, nodes) = (args.seconds, args.nodes);
    let request = Race { game: args.game.input()?, a: args.a, b: args.b, difference, seconds, nodes };
    output::answer(request, &args.common, |race| {
        say!("class {}: {} (by {})", race.class, race.class_name, race.method);
        for r in &race.regions {
            say!("  {:<5} {:<24} {} cooled {}", r.owner, r.points.join(" "), r.tree, r.cooled);
        }
        if !race.shared.is_empty() {
            say!("  shared {}", race.shared.join(" "));
        }
        say!("  eye liberties: black {}, white {}", race.eyes.black, race.eyes.white);
        for line in &race.reasons {
            say!("{line}");
        }
        if let Some(d) = &race.difference {
            say!("{}", d.text);
            for (name, line) in [("black", &d.play.black), ("white", &d.play.white)] {
                let moves: Vec<String> = line.iter().map(|m| format!("{} {}→{}", m.color, m.region, m.after)).collect();
                say!("  {name} begins one liberty behind: {}", moves.join(", "));
            }
        }
    })
}
