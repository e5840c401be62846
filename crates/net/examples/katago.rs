//! Compares a KataGo network with KataGo's own answers.
//!
//!     cargo run --release -p gosedai-net --example katago -- NET.bin.gz ANSWERS.jsonl [--integers]
//!
//! A line of answers: start, setup and moves as in `tests/data/katago.jsonl`; value (win, loss, no result, mean, spread, lead),
//! policy (probabilities, -1 where illegal) and ownership, all for the side to move. With `--integers` a line may lack these: then
//! the integer form is compared with the network's own floats.

use std::time::Instant;

use gosedai_net::Input;
use gosedai_net::katago::{Game, Model};
use serde_json::Value;

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
    let file = std::fs::read(net).expect("the network can be read");
    let read = || Model::read(&file).unwrap_or_else(|error| panic!("{error}"));
    let mut net = read();
    let mut exact: Option<Model> = None;
    if integers {
        net.quantise();
    }
    println!("{}: {} blocks, {} channels, read in {:.1?}", net.name(), net.blocks(), net.channels(), start.elapsed());
    let (mut worst, mut spent, mut count) = ([0.0f32; 9], 0.0, 0);
    let (mut mean, mut same, mut divergence) = ([0.0f32; 6], 0, 0.0);
    let text = std::fs::read_to_string(answers).expect("the answers can be read");
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("every line is JSON");
        let mut game = common::game(&row);
        let input = Input::from(game.features());
        let start = Instant::now();
        let got = net.evaluate(&input);
        spent += start.elapsed().as_secs_f64();
        count += 1;
        let Expected { value, policy, ownership } = match row.get("value") {
            Some(_) => Expected::told(&row),
            None => Expected::by(exact.get_or_insert_with(read), &input, &game),
        };
        let mine = [got.win, got.loss, got.no_result, got.score_mean, got.score_stdev, got.lead];
        let mut note = |i: usize, off: f32| worst[i] = worst[i].max(off.abs());
        mean.iter_mut().zip(mine.iter().zip(&value)).for_each(|(mean, (a, b))| *mean += (a - b).abs());
        mine.iter().zip(&value).enumerate().for_each(|(i, (a, b))| note(i, a - b));
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
        got.ownership.iter().zip(&ownership).for_each(|(a, b)| note(8, a - b));
    }
    let names = ["win", "loss", "no result", "mean", "spread", "lead", "policy", "policy logit", "ownership"];
    println!("{count} positions, largest differences:");
    names.iter().zip(worst).for_each(|(name, off)| println!("  {name:13} {off:.6}"));
    let mean = mean.map(|sum| sum / count as f32);
    println!("on average: win {:.5}, spread {:.3}, lead {:.3}", mean[0], mean[4], mean[5]);
    println!("same best move {same} of {count}, divergence of the policy {:.5}", divergence / count as f32);
    println!("{:.2} evaluations/s", count as f64 / spent);
}

/// What the answers should be.
struct Expected {
    value: Vec<f32>,
    policy: Vec<f32>,
    ownership: Vec<f32>,
}

impl Expected {
    /// By the file of answers.
    fn told(row: &Value) -> Expected {
        let [value, policy, ownership] = ["value", "policy", "ownership"].map(|key| common::floats(&row[key]));
        Expected { value, policy, ownership }
    }

    /// By the network in floats.
    fn by(net: &Model, input: &Input, game: &Game) -> Expected {
        let seen = net.evaluate(input);
        let wide = game.size().width();
        let legal = game.legal();
        let is_legal =
            |i: usize| game.canvas_move(i, wide).is_some_and(|mv| mv.point().is_none_or(|p| legal.contains(p)));
        let top = seen.policy.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weight = |i: usize| if is_legal(i) { (seen.policy[i] - top).exp() } else { 0.0 };
        let total: f32 = (0..seen.policy.len()).map(weight).sum();
        let chance = |i: usize| if is_legal(i) { weight(i) / total } else { -1.0 };
        Expected {
            value: vec![seen.win, seen.loss, seen.no_result, seen.score_mean, seen.score_stdev, seen.lead],
            policy: (0..seen.policy.len()).map(chance).collect(),
            ownership: seen.ownership,
        }
    }
}
