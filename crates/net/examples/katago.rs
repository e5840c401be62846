//! Compares a KataGo network with KataGo's own answers.
//!
//!     cargo run --release -p gosedai-net --example katago -- NET.bin.gz ANSWERS.jsonl [--integers]
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
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let integers = arguments.last().is_some_and(|last| last == "--integers");
    if integers {
        arguments.pop();
    }
    let [net, answers] = arguments.try_into().expect("NET ANSWERS [--integers]");
    let start = Instant::now();
    let mut net =
        Model::read(&std::fs::read(net).expect("the network can be read")).unwrap_or_else(|error| panic!("{error}"));
    if integers {
        net.quantise();
    }
    println!("{}: {} blocks, {} channels, read in {:.1?}", net.name(), net.blocks(), net.channels(), start.elapsed());
    let (mut worst, mut spent, mut count) = ([0.0f32; 9], 0.0, 0);
    let (mut mean, mut same, mut divergence) = ([0.0f32; 6], 0, 0.0);
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
        mean.iter_mut().zip(mine.iter().zip(&value)).for_each(|(mean, (a, b))| *mean += (a - b).abs());
        mine.iter().zip(&value).enumerate().for_each(|(i, (a, b))| note(i, a - b));
        let policy = common::floats(&row["policy"]);
        let legal: Vec<usize> = (0..policy.len()).filter(|&i| policy[i] >= 0.0).collect();
        let top = legal.iter().map(|&i| got.policy[i]).fold(f32::NEG_INFINITY, f32::max);
        let total: f32 = legal.iter().map(|&i| (got.policy[i] - top).exp()).sum();
        let best = |of: &[f32]| legal.iter().copied().max_by(|&a, &b| of[a].total_cmp(&of[b]));
        same += usize::from(best(&got.policy) == best(&policy));
        let log = |i: usize| got.policy[i] - top - total.ln();
        divergence += legal.iter().map(|&i| policy[i] * (policy[i].max(1e-30).ln() - log(i))).sum::<f32>();
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
    let mean = mean.map(|sum| sum / count as f32);
    println!("on average: win {:.5}, spread {:.3}, lead {:.3}", mean[0], mean[4], mean[5]);
    println!("same best move {same} of {count}, divergence of the policy {:.5}", divergence / count as f32);
    println!("{:.2} evaluations/s", count as f64 / spent);
}
