//! How much of late positions of real games can be valued: `late_positions FILE.sgfs[.xz] GAMES BEFORE…`
//!
//! Takes games that were counted (a result in points), goes back so many moves from their end and analyses the position.

use gosedai_records::{GameReader, ReadOptions, replay};
use gosedai_worth::{Counting, KoSearch, Options, analyse_thoroughly};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, games, befores @ ..] = &args[..] else {
        return Err("usage: late_positions FILE GAMES BEFORE…".into());
    };
    let options =
        ReadOptions { framing: gosedai_records::Framing::of_name(file).unwrap_or_default(), ..Default::default() };
    let most: usize = games.parse()?;
    let show = std::env::var_os("SHOW").is_some();
    for before in befores {
        let before: usize = before.parse()?;
        let reader = std::io::BufReader::new(std::fs::File::open(file)?);
        let (mut seen, mut boards, mut regions, mut known, mut proved, mut seconds) = (0, 0, 0, 0, 0, 0.0);
        let mut kos = [0; 4];
        let mut sizes = Vec::new();
        for record in GameReader::new(reader, options)? {
            let Ok(record) = record else { continue };
            let game = record.game;
            let counted =
                game.root().raw("RE").is_some_and(|re| re.ends_with(|c: char| c.is_ascii_digit()) && re.contains('+'));
            let line = replay::main_line(&game);
            let Ok(moves) = replay::moves_along(&game, &line) else { continue };
            if !counted || moves.len() < 150 {
                continue;
            }
            if seen >= most {
                break;
            }
            seen += 1;
            let at = moves.len() - before;
            let Ok(replayed) = replay::replay(&game, &line, Some(at), Default::default()) else { continue };
            let start = Instant::now();
            let mut end = analyse_thoroughly(
                replayed.position.board(),
                Options {
                    ko_nodes: std::env::var("KO").ok().and_then(|k| k.parse().ok()).unwrap_or(60_000),
                    ..Options::new(Counting::Territory)
                },
            );
            let took = start.elapsed().as_secs_f64();
            seconds += took;
            boards += usize::from(end.complete);
            regions += end.regions.len();
            known += end.regions.iter().filter(|r| r.complete).count();
            proved += usize::from(end.complete && end.safe.judged.is_empty());
            kos[match end.kos {
                KoSearch::None => 0,
                KoSearch::Indifferent => 1,
                KoSearch::Exact => 2,
                KoSearch::Enclosed => 3,
            }] += 1;
            sizes.extend(end.regions.iter().filter(|r| !r.complete).map(|r| r.points.len()));
            if show {
                let result = game.root().raw("RE").unwrap_or("?").to_owned();
                println!(
                    "{result} komi {}: score {:?} bounds {:?} {:?} {took:.1} s, nodes {}, {} regions, unknown {:?}",
                    replayed.position.komi(),
                    end.score,
                    end.bounds,
                    end.kos,
                    end.search_nodes,
                    end.regions.len(),
                    end.regions
                        .iter()
                        .filter(|r| !r.complete)
                        .map(|r| (r.points.len(), r.positions))
                        .collect::<Vec<_>>()
                );
                for r in end.regions.clone() {
                    if let Some([low, high]) = r.between {
                        println!(
                            "   {} points {:?} positions {}: {} .. {} {}",
                            r.points.len(),
                            r.points.first().map(|p| p.to_string()),
                            r.positions,
                            end.arena.name(low),
                            end.arena.name(high),
                            r.complete
                        );
                    }
                }
                if std::env::var_os("BOARD").is_some() {
                    println!(
                        "{}",
                        gosedai_board::diagram::render_with(replayed.position.board(), |p| {
                            let i = end.regions.iter().position(|r| r.points.contains(p))?;
                            replayed.position.board().is_empty(p).then(|| (b'a' + (i % 26) as u8) as char)
                        })
                    );
                }
            }
        }
        sizes.sort();
        println!(
            "{before} moves before the end: {boards} of {seen} boards exact ({proved} on proved ground), {known} of {regions} regions; kos none/indifferent/exact/enclosed {kos:?}; {:.2} s a board; unknown regions have {sizes:?} points",
            seconds / seen.max(1) as f64
        );
    }
    Ok(())
}
