//! The Rust network against PyTorch's: same features, same answers, on every kind of instructions.

use gosedai_board::{Move, Point, Position, Rules, Size};
use gosedai_net::{Input, Instructions, Net, Workspace};

struct Golden {
    position: Position,
    codes: Vec<u8>,
    policy: Vec<f32>,
    value: Vec<f32>,
    ownership: Vec<f32>,
}

fn golden() -> Vec<Golden> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/golden.jsonl");
    let text = std::fs::read_to_string(path).expect("golden.jsonl is there");
    text.lines().map(|line| read(&serde_json::from_str(line).expect("golden.jsonl is JSON"))).collect()
}

fn read(row: &serde_json::Value) -> Golden {
    let floats = |key: &str| row[key].as_array().unwrap().iter().map(|v| v.as_f64().unwrap() as f32).collect();
    let mut position = Position::new(Size::NINETEEN, Rules::JAPANESE, row["komi"].as_f64().unwrap() as f32);
    for mv in row["moves"].as_array().unwrap() {
        let index = mv.as_u64().unwrap() as usize;
        let mv = if index == 361 { Move::Pass } else { Move::Play(Point::new(index % 19, 18 - index / 19)) };
        position.play(mv).expect("golden games are legal");
    }
    let hex = row["codes"].as_str().unwrap();
    let codes = (0..361).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
    Golden { position, codes, policy: floats("policy"), value: floats("value"), ownership: floats("ownership") }
}

#[test]
fn features_equal_the_training_datas() {
    let net = Net::embedded_habit();
    for (i, g) in golden().iter().enumerate() {
        assert_eq!(net.input(&g.position).codes(g.position.to_play()), g.codes, "golden position {i}");
    }
}

/// A float at the edge between two steps may fall to the other side where PyTorch sums in another order; that moves a few
/// logits a little. Everything else agrees to the digits that the golden file keeps.
#[test]
fn answers_equal_pytorchs() {
    let net = Net::embedded_habit();
    let mut work = Workspace::default();
    let mut exact = 0;
    let golden = golden();
    for (i, g) in golden.iter().enumerate() {
        let output = net.evaluate(&net.input(&g.position), &mut work);
        let off: Vec<f32> = output.policy.iter().zip(&g.policy).map(|(a, b)| (a - b).abs()).collect();
        let mean = off.iter().sum::<f32>() / off.len() as f32;
        assert!(mean < 0.05, "golden position {i}: policy logits are {mean} off on average");
        let logit = (output.win / (1.0 - output.win)).ln();
        assert!((logit - g.value[0]).abs() < 0.05, "golden position {i}: win {logit} not {}", g.value[0]);
        assert!((output.score / 20.0 - g.value[1]).abs() < 0.01, "golden position {i}: score");
        let owners_off = output.ownership.iter().zip(&g.ownership).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(owners_off < 0.1, "golden position {i}: ownership is {owners_off} off");
        exact += usize::from(off.iter().all(|&off| off < 2e-4));
    }
    assert!(2 * exact > golden.len(), "only {exact} of {} agree in every digit", golden.len());
}

#[test]
fn every_kind_of_instructions_gives_the_same_numbers() {
    let mut net = Net::embedded();
    let golden = golden();
    let inputs: Vec<Input> = golden.iter().take(3).map(|g| net.input(&g.position)).collect();
    net.set_instructions(Instructions::Portable);
    let reference = net.evaluate_all(&inputs, 1);
    for instructions in Instructions::ALL.into_iter().filter(|i| i.available()) {
        net.set_instructions(instructions);
        for (got, want) in net.evaluate_all(&inputs, 2).iter().zip(&reference) {
            assert_eq!((&got.policy, got.win), (&want.policy, want.win), "{}", instructions.name());
        }
    }
}

#[test]
fn symmetric_views_and_all_sizes_are_answered() {
    let net = Net::embedded();
    for (width, height) in [(9, 9), (13, 13), (19, 19), (7, 5), (25, 25), (2, 3)] {
        let size = Size::new(width, height).unwrap();
        let position = Position::new(size, Rules::CHINESE, 7.0);
        let output = net.evaluate(&net.input(&position), &mut Workspace::default());
        assert_eq!((output.policy.len(), output.ownership.len()), (size.area() + 1, size.area()));
        assert!(output.policy.iter().chain(&output.ownership).all(|v| v.is_finite()) && output.win.is_finite());
        assert_eq!(output.index(output.move_at(3)), 3);
    }
}

#[test]
fn broken_files_are_refused() {
    use gosedai_net::BadNetwork;
    let good = include_bytes!("../../../knowledge/net/habit.gnet");
    assert!(Net::read(good).is_ok());
    assert_eq!(Net::read(b"nothing").err(), Some(BadNetwork::Magic));
    assert!(matches!(Net::read(&good[..good.len() - 5]), Err(BadNetwork::Short { missing: 5, .. })));
    assert!(matches!(Net::read(&[&good[..], &[0]].concat()), Err(BadNetwork::Long(1))));
    let mut strange = good.to_vec();
    strange[16] = 7;
    assert!(matches!(Net::read(&strange), Err(BadNetwork::Shape { what: "channels", .. })));
}
