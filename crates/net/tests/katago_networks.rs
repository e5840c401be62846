//! KataGo's network files: small ones with random weights, made here, give the answers that KataGo gives for the same files.
//!
//! `katago_networks.jsonl` holds those answers. To make it anew, `GOSEDAI_WRITE_NETWORKS=FOLDER cargo test -p gosedai-net
//! --test katago_networks write` writes the files; a build of KataGo evaluates them.

#[allow(dead_code)]
mod common;

use std::io::Write;

use gosedai_board::{Position, Rng, Rules, Size};
use gosedai_net::katago::{BadModel, Features, Model};
use gosedai_net::{BadNetwork, Input, Net, View, Workspace};

/// Writes a network file.
struct File {
    bytes: Vec<u8>,
    rng: Rng,
    version: usize,
    activation: &'static str,
}

impl File {
    fn new(name: &str, version: usize, activation: &'static str, seed: u64) -> File {
        let mut file = File { bytes: Vec::new(), rng: Rng::new(seed), version, activation };
        file.line(&format!("{name}\n{version}\n22\n19"));
        if version >= 13 {
            file.line("20.0\n20.0\n20.0\n20.0\n40.0\n0.25\n150.0");
        }
        if version >= 15 {
            file.line("0\n0\n0\n0\n0\n0\n0\n0");
        }
        file
    }

    fn line(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
        self.bytes.push(b'\n');
    }

    fn floats(&mut self, count: usize, mut value: impl FnMut(&mut Rng) -> f32) {
        self.bytes.extend(b"@BIN@");
        for _ in 0..count {
            let value = value(&mut self.rng);
            self.bytes.extend(value.to_le_bytes());
        }
        self.bytes.push(b'\n');
    }

    fn weights(&mut self, count: usize, inputs: usize) {
        let scale = (3.0 / inputs as f32).sqrt();
        self.floats(count, |rng| (2.0 * rng.unit() as f32 - 1.0) * scale);
    }

    fn conv(&mut self, name: &str, side: usize, inputs: usize, outputs: usize) {
        self.line(&format!("{name}\n{side} {side} {inputs} {outputs} 1 1"));
        self.weights(side * side * inputs * outputs, side * side * inputs);
    }

    fn norm(&mut self, name: &str, channels: usize) {
        self.line(&format!("{name}\n{channels} 0.001 1 1"));
        self.floats(channels, |rng| 0.2 * rng.unit() as f32 - 0.1);
        self.floats(channels, |rng| 0.5 + rng.unit() as f32);
        self.floats(channels, |rng| 0.5 + rng.unit() as f32);
        self.floats(channels, |rng| 0.4 * rng.unit() as f32 - 0.2);
        self.activated(name);
    }

    fn activated(&mut self, name: &str) {
        self.line(&format!("{name}/activation"));
        if self.version >= 11 {
            self.line(self.activation);
        }
    }

    fn dense(&mut self, name: &str, inputs: usize, outputs: usize) {
        self.line(&format!("{name}\n{inputs} {outputs}"));
        self.weights(inputs * outputs, inputs);
    }

    fn bias(&mut self, name: &str, channels: usize) {
        self.line(&format!("{name}\n{channels}"));
        self.floats(channels, |rng| 0.4 * rng.unit() as f32 - 0.2);
    }

    fn begin_trunk(&mut self, blocks: usize, channels: usize, inner: usize, pooled: usize, side: usize, rms: u8) {
        self.line(&format!("trunk\n{blocks} {channels} {inner} {} {pooled} {pooled}", inner - pooled));
        if self.version >= 15 {
            self.line(&format!("{rms} 0 0 0 0 0"));
        }
        self.conv("conv1", side, 22, channels);
        self.dense("ginputw", 19, channels);
    }

    fn plain(&mut self, channels: usize) {
        self.line("ordinary_block\nblock");
        self.norm("norm1", channels);
        self.conv("w1", 3, channels, channels);
        self.norm("norm2", channels);
        self.conv("w2", 3, channels, channels);
    }

    fn pooled(&mut self, channels: usize, pooled: usize) {
        let rest = channels - pooled;
        self.line("gpool_block\npblock");
        self.norm("norm1", channels);
        self.conv("w1a", 3, channels, rest);
        self.conv("w1b", 3, channels, pooled);
        self.norm("norm1b", pooled);
        self.dense("w1r", 3 * pooled, rest);
        self.norm("norm2", rest);
        self.conv("w2", 3, rest, channels);
    }

    fn nested(&mut self, channels: usize, inner: usize, pooled: Option<usize>) {
        self.line("nested_bottleneck_block\nnblock\n2");
        self.norm("normp", channels);
        self.conv("convp", 1, channels, inner);
        match pooled {
            Some(pooled) => self.pooled(inner, pooled),
            None => self.plain(inner),
        }
        self.plain(inner);
        self.norm("normq", inner);
        self.conv("convq", 1, inner, channels);
    }

    fn rms(&mut self, channels: usize) {
        self.line(&format!("rms\n{channels} 0.000001"));
        self.floats(channels, |rng| 0.5 + rng.unit() as f32);
    }

    fn transformer(&mut self, channels: usize, learnt: bool) {
        let (heads, shared, size) = (4, 2, 8);
        self.line(&format!(
            "transformer_attention_block\nattention\n{heads} {shared} {size} {size} 1 {}",
            u8::from(learnt)
        ));
        self.rms(channels);
        self.dense("q", channels, heads * size);
        self.dense("k", channels, shared * size);
        self.dense("v", channels, shared * size);
        self.dense("o", heads * size, channels);
        if learnt {
            self.line(&format!("angles\n{shared} {} 2", size / 2));
            self.floats(shared * size, |rng| rng.unit() as f32 - 0.5);
        } else {
            self.line("angles\n100.0");
        }
        self.line(&format!("transformer_ffn_block\nffn\n{channels} {} 1", 2 * channels));
        self.rms(channels);
        self.dense("f1", channels, 2 * channels);
        self.dense("fg", channels, 2 * channels);
        self.dense("f2", 2 * channels, channels);
    }

    fn end_trunk(&mut self, channels: usize, rms: bool) {
        if rms {
            self.line(&format!("tip\n{channels} 0.000001 1 0"));
            self.floats(channels, |rng| 0.5 + rng.unit() as f32);
            self.floats(channels, |rng| 0.4 * rng.unit() as f32 - 0.2);
            self.activated("tip");
        } else {
            self.norm("tip", channels);
        }
    }

    fn heads(mut self, channels: usize, head: usize) -> Vec<u8> {
        let policies = if self.version >= 12 { 2 } else { 1 };
        self.line("policyhead");
        if self.version >= 17 {
            self.line("2 0 0 0");
        }
        self.conv("p1", 1, channels, head);
        self.conv("g1", 1, channels, head);
        self.norm("g1norm", head);
        self.dense("g1dense", 3 * head, head);
        self.norm("p1norm", head);
        self.conv("p2", 1, head, policies);
        if self.version >= 15 {
            self.dense("pass", 3 * head, head);
            self.bias("passbias", head);
            self.activated("pass");
            self.dense("pass2", head, policies);
        } else {
            self.dense("pass", 3 * head, policies);
        }
        self.line("valuehead");
        if self.version >= 17 {
            self.line("0 0 0");
        }
        self.conv("v1", 1, channels, head);
        self.norm("v1norm", head);
        self.dense("v2", 3 * head, 2 * head);
        self.bias("v2bias", 2 * head);
        self.activated("v2");
        let scores = if self.version >= 9 { 6 } else { 4 };
        for (name, outputs) in [("v3", 3), ("sv3", scores)] {
            self.dense(name, 2 * head, outputs);
            self.bias(name, outputs);
        }
        self.conv("owner", 1, head, 1);
        self.bytes
    }
}

const MISH: &str = "ACTIVATION_MISH";

/// Small networks of every kind.
fn networks() -> Vec<(&'static str, Vec<u8>)> {
    let mut old = File::new("residual", 8, "", 1);
    old.begin_trunk(2, 24, 24, 8, 5, 0);
    old.plain(24);
    old.pooled(24, 8);
    old.end_trunk(24, false);
    let mut nested = File::new("nested", 14, MISH, 2);
    nested.begin_trunk(2, 32, 16, 5, 3, 0);
    nested.nested(32, 16, Some(5));
    nested.nested(32, 16, None);
    nested.end_trunk(32, false);
    let mut later = File::new("later", 15, "ACTIVATION_RELU", 3);
    later.begin_trunk(1, 16, 16, 4, 3, 0);
    later.pooled(16, 4);
    later.end_trunk(16, false);
    let mut transformer = File::new("transformer", 17, "ACTIVATION_SILU", 4);
    transformer.begin_trunk(4, 24, 16, 4, 3, 1);
    transformer.transformer(24, true);
    transformer.transformer(24, false);
    transformer.end_trunk(24, true);
    vec![
        ("residual", old.heads(24, 7)),
        ("nested", nested.heads(32, 8)),
        ("later", later.heads(16, 4)),
        ("transformer", transformer.heads(24, 8)),
    ]
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

#[test]
fn write() {
    if let Ok(folder) = std::env::var("GOSEDAI_WRITE_NETWORKS") {
        for (name, bytes) in networks() {
            std::fs::write(format!("{folder}/{name}.bin.gz"), packed(&bytes)).unwrap();
        }
    }
}

#[test]
fn answers_equal_katagos() {
    let models: Vec<_> = networks()
        .iter()
        .map(|(name, bytes)| (*name, Model::read_unpacked(bytes).unwrap_or_else(|e| panic!("{name} {e}"))))
        .collect();
    let rows = common::rows("katago_networks.jsonl");
    assert!(rows.len() >= 2 * models.len());
    for (i, row) in rows.iter().enumerate() {
        let name = row["network"].as_str().unwrap();
        let (_, model) = models.iter().find(|(other, _)| *other == name).expect("a network made here");
        let got = model.evaluate(&Input::from(common::game(row).features()));
        let near = |what: &str, a: f32, b: f32, most: f32| {
            assert!((a - b).abs() < most, "line {i}, {name}: {what} is {a}, KataGo says {b}");
        };
        let mine = [got.win, got.loss, got.no_result, got.score_mean, got.score_stdev, got.lead];
        mine.iter().zip(common::floats(&row["value"])).for_each(|(&a, b)| near("a value", a, b, 1e-3));
        got.ownership.iter().zip(common::floats(&row["ownership"])).for_each(|(&a, b)| near("an owner", a, b, 1e-4));
        // KataGo tells probabilities of the legal moves, -1 for the others
        let policy = common::floats(&row["policy"]);
        let legal = || (0..policy.len()).filter(|&k| policy[k] >= 0.0);
        let total: f32 = legal().map(|k| got.policy[k].exp()).sum();
        legal().for_each(|k| near("a move", got.policy[k] - total.ln(), policy[k].ln(), 1e-3));
    }
}

#[test]
fn a_packed_file_is_a_network_like_others() {
    let (_, bytes) = networks().swap_remove(1);
    let net = Net::read(&packed(&bytes)).unwrap();
    assert_eq!((net.view(), net.about(), net.blocks(), net.channels()), (View::KataGo, "nested", 2, 32));
    let position = Position::new(Size::NINE, Rules::JAPANESE, 6.5);
    let output = net.evaluate(&net.input(&position), &mut Workspace::default());
    assert_eq!((output.policy.len(), output.ownership.len()), (82, 81));
    assert!(output.score_stdev.is_some());
}

/// Random weights are no trained ones; still the integers must say nearly the same as the floats.
#[test]
fn integers_say_nearly_the_same() {
    let position = Position::new(Size::NINE, Rules::JAPANESE, 6.5);
    for (name, bytes) in networks() {
        let mut model = Model::read_unpacked(&bytes).unwrap();
        let input = Input::from(Features::of(&position));
        let exact = model.evaluate(&input);
        model.quantise();
        let rough = model.evaluate(&input);
        let off = exact.policy.iter().zip(&rough.policy).map(|(a, b)| (a - b).abs()).sum::<f32>() / 82.0;
        assert!(off < 0.05, "{name}: policy logits are {off} off on average");
        assert!((exact.win - rough.win).abs() < 0.02, "{name}: win {} not {}", rough.win, exact.win);
        assert!((exact.lead - rough.lead).abs() < 1.0, "{name}: lead {} not {}", rough.lead, exact.lead);
    }
}

#[test]
fn damaged_files_are_refused() {
    let mut rng = Rng::new(8);
    for (name, bytes) in networks() {
        assert!(Model::read_unpacked(&bytes).is_ok());
        for _ in 0..40 {
            let cut = rng.below(bytes.len() - 8);
            assert!(Model::read_unpacked(&bytes[..cut]).is_err(), "{name} cut at {cut}");
        }
        // words changed at random are read or refused, but nothing breaks
        let words: Vec<usize> = (1..bytes.len()).filter(|&i| bytes[i - 1].is_ascii_whitespace()).collect();
        for _ in 0..300 {
            let mut strange = bytes.clone();
            for _ in 0..1 + rng.below(3) {
                let at = words[rng.below(words.len())];
                strange[at] = b" 0123456789-@xA\n\xff\0"[rng.below(18)];
            }
            let _ = Model::read_unpacked(&strange);
        }
        let mut infinite = bytes.clone();
        let at = bytes.windows(5).position(|w| w == b"@BIN@").unwrap() + 5;
        infinite[at..at + 4].copy_from_slice(&f32::INFINITY.to_le_bytes());
        assert!(matches!(Model::read_unpacked(&infinite), Err(BadModel::NotFinite(layer)) if layer == "conv1"));
    }
    assert!(matches!(Model::read_unpacked(b"name 7 22 19"), Err(BadModel::Unknown(_))));
    assert!(matches!(Model::read_unpacked(b"name 18 22 19"), Err(BadModel::Unknown(_))));
    assert!(matches!(Model::read_unpacked(b"name 8 23 19"), Err(BadModel::Shape { found: 23, wanted: 22, .. })));
    let huge = b"name 8 22 19 trunk 1 4096 8 8 8 8 conv1 5 5 4096 4096 1 1 @BIN@1234";
    assert!(matches!(Model::read_unpacked(huge), Err(BadModel::Short(_))));
    let good = packed(&networks()[0].1);
    assert!(matches!(Net::read(&good[..good.len() / 2]), Err(BadNetwork::KataGo(BadModel::Packed(_)))));
    let mut wrong = good.clone();
    let middle = wrong.len() / 2;
    wrong[middle..middle + 64].fill(0xff);
    assert!(matches!(Net::read(&wrong), Err(BadNetwork::KataGo(_))));
}

/// The shape of the largest networks in use. `cargo test --release -p gosedai-net --test katago_networks -- --ignored`
#[test]
#[ignore = "300 MB of weights"]
fn the_largest_networks_are_answered() {
    let mut file = File::new("b28c512nbt", 15, MISH, 5);
    file.begin_trunk(28, 512, 256, 64, 3, 0);
    (0..28).for_each(|i| file.nested(512, 256, (i % 3 == 2).then_some(64)));
    file.end_trunk(512, false);
    let model = Model::read_unpacked(&file.heads(512, 64)).unwrap();
    let input = Input::from(Features::of(&Position::new(Size::NINETEEN, Rules::CHINESE, 7.5)));
    let verdict = model.evaluate(&input);
    assert!(verdict.policy.iter().all(|logit| logit.is_finite()) && verdict.lead.is_finite());
}
