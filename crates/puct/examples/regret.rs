//! What settings of the search cost in points by a strong judge's word, position by position: far fewer positions than games tell
//! two settings apart.
//!
//! `cargo run --release -p gosedai-puct --example regret -- POSITIONS VISITS THREADS [NAME=VALUE …] [-- NAME=VALUE …] …`
//!
//! A line of POSITIONS: `KOMI TAB moves TAB lead for Black TAB MOVE:lead for Black …` (Chinese rules, 19×19, Black first, the judge's
//! best move first). A move that the judge does not list costs as much as the worst one listed. Settings after `--` are compared
//! with the first ones.

mod settings;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gosedai_board::{Color, Move, Position, Rules, Size};
use gosedai_net::Net;
use gosedai_puct::{Config, Searcher};

struct Case {
    position: Position,
    lead: f64,
    best: Vec<(Move, f64)>,
}

fn case(line: &str) -> Option<Case> {
    let mut fields = line.split('\t');
    let size = Size::square(19).ok()?;
    let mv = |word: &str| if word == "pass" { Some(Move::Pass) } else { size.parse_point(word).ok().map(Move::Play) };
    let mut position = Position::new(size, Rules::CHINESE, fields.next()?.parse().ok()?);
    for word in fields.next()?.split_whitespace() {
        position.play(mv(word)?).ok()?;
    }
    let lead = fields.next()?.parse().ok()?;
    let best = fields.next()?.split_whitespace().filter_map(|word| {
        let (name, lead) = word.split_once(':')?;
        Some((mv(name)?, lead.parse().ok()?))
    });
    Some(Case { best: best.collect(), position, lead })
}

/// Points lost, distance of the lead, and is the leader the judge's?
fn judge(case: &Case, net: &Arc<Net>, config: Config, visits: u32) -> [f64; 3] {
    let mut searcher = Searcher::new(net.clone(), config);
    let ranking = searcher.search(&case.position, 1, &|progress| progress.visits < visits);
    let sign = if case.position.to_play() == Color::Black { 1.0 } else { -1.0 };
    let chosen = ranking.moves[0].mv;
    let loss = |lead: f64| (sign * (case.best[0].1 - lead)).max(0.0);
    let listed = case.best.iter().find(|(mv, _)| *mv == chosen).map(|&(_, lead)| loss(lead));
    let worst = case.best.iter().map(|&(_, lead)| loss(lead)).fold(0.0, f64::max);
    let lead = sign * ranking.score;
    [listed.unwrap_or(worst).min(20.0), (lead - case.lead).abs(), f64::from((lead > 0.0) == (case.lead > 0.0))]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, visits, threads, rest @ ..] = &args[..] else {
        return Err("arguments: POSITIONS VISITS THREADS NAME=VALUE … -- NAME=VALUE …".into());
    };
    let (visits, threads) = (visits.parse::<u32>()?, threads.parse::<usize>()?);
    let cases: Vec<Case> =
        std::fs::read_to_string(path)?.lines().filter_map(case).filter(|c| !c.best.is_empty()).collect();
    let net = Arc::new(Net::embedded());
    let mut first: Option<Vec<[f64; 3]>> = None;
    for words in rest.split(|word| word == "--") {
        let config = settings::changed(words)?;
        let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![[0.0; 3]; cases.len()]));
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some((i, case)) =
                        Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, cases.get(i)?)))
                    {
                        let figures = judge(case, &net, config, visits);
                        found.lock().expect("no thread fails")[i] = figures;
                    }
                });
            }
        });
        let found = found.into_inner()?;
        let n = found.len() as f64;
        let mean = |k: usize| found.iter().map(|f| f[k]).sum::<f64>() / n;
        print!("{:60} loss {:.3}  off {:.3}  leader {:.1} %", words.join(" "), mean(0), mean(1), 100.0 * mean(2));
        if let Some(first) = &first {
            let paired: Vec<f64> = found.iter().zip(first).map(|(now, before)| now[0] - before[0]).collect();
            let change = paired.iter().sum::<f64>() / n;
            let spread = (paired.iter().map(|d| (d - change).powi(2)).sum::<f64>() / n / n).sqrt();
            print!("  change {change:+.3} ± {:.3}", 1.96 * spread);
        }
        println!();
        first.get_or_insert(found);
    }
    Ok(())
}
