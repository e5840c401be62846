//! Networks with KataGo's view against PyTorch's integer arithmetic: same features, same answers.
//!
//! `golden2.gnet` is a small network, `golden2.jsonl` what `training/export2.py` expects of it. `GOSEDAI_GOLDEN2=NET,ANSWERS`
//! compares another network with its own file.

#[allow(dead_code)]
mod common;

use gosedai_net::katago::Features;
use gosedai_net::{Input, Net, Workspace};

fn words(features: &Features) -> Vec<u32> {
    let mut words = Vec::new();
    features.each_point(|_, _, word| words.push(word));
    words
}

/// As in `golden.rs`: a float at the edge between two steps may fall to the other side where PyTorch sums in another order.
#[test]
fn features_and_answers_equal_pytorchs() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    let here = (format!("{data}golden2.gnet"), format!("{data}golden2.jsonl"));
    let other = std::env::var("GOSEDAI_GOLDEN2").ok();
    let (net, answers) = other
        .as_ref()
        .and_then(|pair| pair.split_once(','))
        .map_or(here, |(net, answers)| (net.into(), answers.into()));
    let net = Net::read(&std::fs::read(net).unwrap()).unwrap();
    let (mut work, mut exact, mut count) = (Workspace::default(), 0, 0);
    for (i, line) in std::fs::read_to_string(answers).unwrap().lines().enumerate() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let features = common::game(&row).features();
        let codes = row["codes"].as_str().unwrap();
        let want: Vec<u32> = (0..codes.len() / 6)
            .map(|k| u32::from_str_radix(&codes[6 * k..6 * k + 6], 16).unwrap() & 0x3f_ffff)
            .collect();
        assert_eq!(words(&features), want, "position {i}");
        for (got, want) in features.globals.iter().zip(common::floats(&row["global"])) {
            assert!((got - want).abs() < 1e-5, "position {i}: {got} not {want}");
        }
        // the file holds the margin on the board
        let komi = features.globals[5];
        let got = net.evaluate(&Input::from(features), &mut work);
        let value = common::floats(&row["value"]);
        let spread = 20.0 * (value[2].max(0.0) + (-value[2].abs()).exp().ln_1p());
        let policy = common::floats(&row["policy"]);
        assert_eq!(got.policy.len(), policy.len());
        let off: Vec<f32> = got.policy.iter().zip(&policy).map(|(a, b)| (a - b).abs()).collect();
        let mean = off.iter().sum::<f32>() / off.len() as f32;
        assert!(mean < 0.05, "position {i}: policy logits are {mean} off on average");
        let logit = (got.win / (1.0 - got.win)).ln();
        assert!((logit - value[0]).abs() < 0.05, "position {i}: win {logit} not {}", value[0]);
        let margin = got.score / 20.0 - komi;
        assert!((margin - value[1]).abs() < 0.01, "position {i}: margin {margin} not {}", value[1]);
        assert!((got.score_stdev.unwrap() - spread).abs() < 0.2, "position {i}: spread");
        let owners = got.ownership.iter().zip(common::floats(&row["ownership"])).map(|(a, b)| (a - b).abs());
        assert!(owners.fold(0.0, f32::max) < 0.1, "position {i}: ownership");
        exact += usize::from(off.iter().all(|&off| off < 2e-4));
        count += 1;
    }
    assert!(2 * exact > count, "only {exact} of {count} agree in every digit");
}
