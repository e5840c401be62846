//! Compares a KataGo network with KataGo's own answers.
//!
//!     cargo run --release -p gosedai-net --example katago -- NET.bin.gz ANSWERS.jsonl
//!
//! A line of answers: start, setup and moves as in `tests/data/katago.jsonl`; value (win, loss, no result, mean, spread, lead),
//! policy (probabilities, -1 where illegal) and ownership, all for the side to move.

use std::time::Instant;

use gosedai_net::Input;
use gosedai_net::katago::Model;

#[path = "../tests/common/mod.rs"]
#[allow(dead_code)]
mod common;

fn main() {
    let [net, answers] = std::env::args().skip(1).collect::<Vec<_>>().try_into().expect("NET ANSWERS");
    let start = Instant::now();
    let net = Model::read(&std::fs::read(net).expect("the network can be read")).unwrap_or_else(|error| panic!("{error}"));
    println!("{}: {} blocks, {} channels, read in {:.1?}", net.name(), net.blocks(), net.channels(), start.elapsed());
    let (mut worst, mut spent, mut count) = ([0.0f32; 9], 0.0, 0);
    let text = std::fs::read_to_string(answers).expect("the answers can be read");
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("every line is JSON");
        let input = Input::from(common::game(&row).features());
        let start = Instant::now();
        let got = net.evaluate(&input);
        spent += start.elapsed().as_secs_f64();
        count += 1;
        let value = common::floats(&row["value"]);
        let mine = [got.win, got.loss, got.no_result, got.score_mean, got.score_stdev, got.lead];
        let mut note = |i: usize, off: f32| worst[i] = worst[i].max(off.abs());
        mine.iter().zip(&value).enumerate().for_each(|(i, (a, b))| note(i, a - b));
        let policy = common::floats(&row["policy"]);
        let legal: Vec<usize> = (0..policy.len()).filter(|&i| policy[i] >= 0.0).collect();
        let top = legal.iter().map(|&i| got.policy[i]).fold(f32::NEG_INFINITY, f32::max);
        let total: f32 = legal.iter().map(|&i| (got.policy[i] - top).exp()).sum();
        for &i in &legal {
            note(6, (got.policy[i] - top).exp() / total - policy[i]);
            if policy[i] > 1e-12 {
                note(7, got.policy[i] - top - total.ln() - policy[i].ln());
            }
        }
        got.ownership.iter().zip(common::floats(&row["ownership"])).for_each(|(a, b)| note(8, a - b));
    }
    let names = ["win", "loss", "no result", "mean", "spread", "lead", "policy", "policy logit", "ownership"];
    println!("{count} positions, largest differences:");
    names.iter().zip(worst).for_each(|(name, off)| println!("  {name:13} {off:.6}"));
    println!("{:.2} evaluations/s", count as f64 / spent);
}
