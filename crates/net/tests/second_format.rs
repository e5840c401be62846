//! Networks that see KataGo's planes: a small one with random weights is read, evaluated and, when damaged, refused.

use gosedai_board::{Move, Position, Rng, Rules, Size};
use gosedai_net::{BadNetwork, Instructions, Net, View, Workspace};

const CHANNELS: usize = 64;
const HEAD: usize = 8;
const HIDDEN: usize = 16;

/// A network file of two blocks with random weights.
fn file(seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut bytes = b"GOSENET2".to_vec();
    for number in [24, 19, CHANNELS, 2, HEAD, HIDDEN, 4] {
        bytes.extend((number as u32).to_le_bytes());
    }
    bytes.extend(b"test");
    fn floats(bytes: &mut Vec<u8>, count: usize, mut value: impl FnMut() -> f32) {
        (0..count).for_each(|_| bytes.extend(value().to_le_bytes()));
    }
    fn random(rng: &mut Rng) -> f32 {
        rng.below(2001) as f32 / 10_000.0 - 0.1
    }
    fn conv(bytes: &mut Vec<u8>, rng: &mut Rng, inputs: usize, outputs: usize, taps: usize) {
        bytes.extend((0..inputs * outputs * taps).map(|_| (rng.below(255) as i32 - 127) as i8 as u8));
        floats(bytes, outputs, || 0.0005);
        floats(bytes, outputs, || random(rng));
    }
    conv(&mut bytes, &mut rng, 24, CHANNELS, 9);
    floats(&mut bytes, CHANNELS * 19, || random(&mut rng));
    for pooled in [0u32, 1] {
        for _ in 0..2 {
            floats(&mut bytes, CHANNELS, || 0.02);
            conv(&mut bytes, &mut rng, CHANNELS, CHANNELS, 9);
        }
        bytes.extend(pooled.to_le_bytes());
        floats(&mut bytes, pooled as usize * CHANNELS * 3 * CHANNELS, || random(&mut rng));
    }
    floats(&mut bytes, CHANNELS, || 0.02);
    conv(&mut bytes, &mut rng, CHANNELS, 3 * HEAD, 1);
    let heads =
        [3 * HEAD * HEAD + HEAD, HEAD, 3 * HEAD + 1, (3 * HEAD + 19) * HIDDEN + HIDDEN, 3 * HIDDEN + 3, HEAD + 1];
    floats(&mut bytes, heads.iter().sum(), || random(&mut rng));
    bytes
}

fn some_position(size: Size) -> Position {
    let mut position = Position::new(size, Rules::CHINESE, 7.5);
    for text in ["C3", "D4", "C4", "D5"] {
        position.play(text.parse::<Move>().unwrap()).unwrap();
    }
    position
}

#[test]
fn it_is_read_and_answers_on_every_kind_of_instructions() {
    let mut net = Net::read(&file(1)).unwrap();
    assert_eq!((net.view(), net.about(), net.channels(), net.blocks()), (View::KataGo, "test", CHANNELS, 2));
    for side in [7, 9, 19] {
        let position = some_position(Size::square(side).unwrap());
        let input = net.input(&position);
        net.set_instructions(Instructions::Portable);
        let want = net.evaluate(&input, &mut Workspace::default());
        assert!(want.policy.iter().chain(&want.ownership).all(|v| v.is_finite()));
        assert!(want.score_stdev.is_some_and(|spread| spread > 0.0));
        for instructions in Instructions::ALL.into_iter().filter(|i| i.available()) {
            net.set_instructions(instructions);
            let got = net.evaluate(&input, &mut Workspace::default());
            assert_eq!((&got.policy, got.win, got.score_stdev), (&want.policy, want.win, want.score_stdev));
        }
        let seen = net.evaluate_views(&input, 8, &mut Workspace::default());
        assert!(seen.score_stdev.is_some_and(|spread| spread > 0.0));
    }
}

#[test]
fn arranged_positions_have_no_past() {
    let net = Net::read(&file(2)).unwrap();
    let position = some_position(Size::NINE);
    let answer = |recent: &[Move]| net.evaluate(&net.input_with_history(&position, recent), &mut Workspace::default());
    let moves: Vec<Move> = position.moves().rev().map(|(_, mv)| mv).collect();
    assert_eq!(answer(&moves).policy, net.evaluate(&net.input(&position), &mut Workspace::default()).policy);
    assert_ne!(answer(&[]).policy, answer(&moves).policy);
}

#[test]
fn damaged_files_are_refused() {
    let good = file(3);
    assert!(matches!(Net::read(&good[..good.len() - 1]), Err(BadNetwork::Short { missing: 1, .. })));
    assert!(matches!(Net::read(&[&good[..], &[0]].concat()), Err(BadNetwork::Long(1))));
    for (at, what) in [(8, "planes"), (12, "globals"), (16, "channels"), (24, "head channels"), (28, "hidden values")] {
        let mut strange = good.clone();
        strange[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(matches!(Net::read(&strange), Err(BadNetwork::Shape { what: found, .. }) if found == what), "{what}");
    }
    // a text longer than the file
    let mut strange = good;
    strange[32..36].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(Net::read(&strange), Err(BadNetwork::Short { .. })));
}
