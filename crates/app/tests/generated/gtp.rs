//! GTP: every command with words that fit it more or less, for every engine.

use crate::random::{NUMBERS, Random};
use crate::sgf;
use crate::watch::feed;

const ENGINES: &[&str] = &["puct", "uct", "knowledge", "uct-plain", "random"];

/// They end the conversation, or take as long as they are told to.
const LEFT_OUT: &[&str] = &["quit", "gosedai-candidates", "gosedai-ownership", "gosedai-prove"];
/// What keeps every search short after a command that may have changed its limits.
const SHORT: &str =
    "kata-set-params {\"maxVisits\":2,\"maxTime\":\"\",\"numSearchThreads\":1,\"ponderingEnabled\":false}";

fn commands() -> Vec<String> {
    let talk =
        feed(&["gtp", "--engine", "random"], b"list_commands\n".to_vec(), "quit\n", |line| u64::from(line == "\n"), 1);
    let names = talk.stdout.trim_start_matches("= ").lines().map(str::to_owned);
    names.filter(|name| !name.is_empty() && !name.starts_with('=') && !LEFT_OUT.contains(&name.as_str())).collect()
}

fn word(random: &mut Random, side: usize, file: &str) -> String {
    match random.below(16) {
        0..=3 => random.pick(&["b", "w", "black", "white"]).to_owned(),
        4..=9 => random.point(side),
        10 | 11 => random.pick(NUMBERS).to_owned(),
        12 => file.to_owned(),
        _ => random
            .pick(&[
                "dead",
                "alive",
                "seki",
                "black_territory",
                "dame",
                "japanese",
                "chinese",
                "tromp-taylor",
                "{\"ko\":\"SIMPLE\"}",
                "{",
                "{}",
                "interval",
                "avoid",
                "allow",
                "ownership",
                "true",
                "false",
                "maxmoves",
                "minmoves",
                "rootInfo",
                "movesOwnership",
                "pvVisits",
                "absolute",
                "byoyomi",
                "canadian",
                "fischer",
                "fischer-capped",
                "none",
                "playouts",
                "seconds",
                "rules",
                "komi",
                "maxVisits",
                "maxTime",
                "numSearchThreads",
                "ponderingEnabled",
                "name",
                "value",
                "Visits",
                "attack",
                "defend",
                "any",
                "all",
                "ko",
                "POSITIONAL",
                "suicide",
                "#",
                "\t",
                "é",
                "碁",
                "\u{1}",
                "C3,D4,pass",
                ",,,",
            ])
            .to_owned(),
    }
}

/// What a command wants: c a colour, p a point, n a number, f a file, other words themselves.
const SHAPES: &[(&str, &str)] = &[
    ("genmove", "c"),
    ("reg_genmove", "c"),
    ("kgs-genmove_cleanup", "c"),
    ("gg_genmove", "c n"),
    ("all_legal", "c"),
    ("captures", "c"),
    ("list_stones", "c"),
    ("is_legal", "c p"),
    ("trymove", "c p"),
    ("black", "p"),
    ("white", "p"),
    ("color", "p"),
    ("countlib", "p"),
    ("findlib", "p"),
    ("worm_stones", "p"),
    ("attack", "p"),
    ("defend", "p"),
    ("attack_either", "p p"),
    ("ladder_attack", "p"),
    ("does_attack", "p p"),
    ("does_defend", "p p"),
    ("owl_attack", "p"),
    ("owl_defend", "p"),
    ("owl_does_attack", "p p"),
    ("owl_does_defend", "p p"),
    ("connect", "p p"),
    ("disconnect", "p p"),
    ("owl_connection_defends", "p p p"),
    ("unconditional_status", "p"),
    ("defend_both", "p p"),
    ("combination_attack", "c"),
    ("combination_defend", "c"),
    ("break_in", "p p p"),
    ("block_off", "p p p"),
    ("new_score", "c"),
    ("analyze_semeai", "p p"),
    ("tactical_analyze_semeai", "p p"),
    ("dragon_status", "p"),
    ("dragon_stones", "p"),
    ("same_dragon", "p p"),
    ("eval_eye", "p"),
    ("restricted_genmove", "c p p p"),
    ("gosedai-prove", "attack p p 500"),
    ("final_status", "p"),
    ("final_status_list", "dead"),
    ("fixed_handicap", "n"),
    ("place_free_handicap", "n"),
    ("set_free_handicap", "p p p"),
    ("set_position", "b p w p b p"),
    ("gogui-setup", "b p w p"),
    ("gogui-play_sequence", "b p w p"),
    ("gogui-setup_player", "c"),
    ("loadsgf", "f"),
    ("loadsgf", "f n"),
    ("kata-analyze", "c 1 rootInfo true ownership true ownershipStdev true movesOwnership true pvVisits true"),
    ("lz-analyze", "c 1 minmoves n"),
    ("analyze", "c 1"),
    ("kata-analyze", "c 1 allow c p 1 maxmoves n"),
    ("kata-genmove_analyze", "c 1 avoid c p,p n"),
    ("lz-genmove_analyze", "c 1"),
    ("genmove_analyze", "c"),
    ("kata-raw-nn", "c 3"),
    ("komi", "n"),
    ("time_settings", "n n n"),
    ("kgs-time_settings", "byoyomi n n n"),
    ("kata-time_settings", "fischer n n"),
    ("time_left", "c n n"),
    ("kata-set-rules", "japanese"),
    ("kata-set-rule", "ko SIMPLE"),
    ("rectangular_boardsize", "n n"),
    ("undo", "n"),
    ("set_random_seed", "n"),
    ("echo", "p"),
];

fn shaped(random: &mut Random, side: usize, file: &str) -> String {
    let (command, shape) = SHAPES[random.below(SHAPES.len())];
    let mut line = command.to_owned();
    for word in shape.split(' ') {
        line.push(' ');
        line += &match word {
            "c" => random.pick(&["b", "w"]).to_owned(),
            "p" => random.point(side),
            "p,p" => format!("{},{}", random.point(side), random.point(side)),
            "n" if random.once_in(3) => random.pick(NUMBERS).to_owned(),
            "n" => random.below(9).to_string(),
            "f" => file.to_owned(),
            other => other.to_owned(),
        };
    }
    line
}

fn line(random: &mut Random, commands: &[String], side: &mut usize, file: &str) -> Vec<u8> {
    let mut line = String::new();
    if random.once_in(10) {
        line += &format!("{} ", random.below(100_000));
    }
    match random.below(10) {
        0 => {
            *side = random.side();
            line += &format!("boardsize {side}");
        }
        1..=3 => line += &format!("play {} {}", random.pick(&["b", "w"]), random.point(*side)),
        4..=6 => line += &shaped(random, *side, file),
        _ => {
            line += &commands[random.below(commands.len())];
            for _ in 0..random.below(5) {
                line += &format!(" {}", word(random, *side, file));
            }
        }
    }
    let mut bytes = line.into_bytes();
    if random.once_in(12) {
        random.damage(&mut bytes, 3, &[" ", "#", "\t", "b", "D4", "-1", "\u{7f}"]);
    }
    bytes.retain(|&byte| byte != b'\n');
    bytes
}

/// Will the line be answered? Comments and empty lines are not.
fn is_command(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let text: String = text.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
    text.split('#').next().is_some_and(|text| !text.trim().is_empty())
}

pub fn run(seed: u64, count: usize) {
    let commands = commands();
    assert!(commands.len() > 100, "{commands:?}");
    let folder = std::env::temp_dir().join(format!("gosedai-generated-gtp-{}-{seed}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.sgf");
    let shortened: Vec<&str> = ["kata-set-param", "kata-set-params", "gosedai-param", "lz-setoption"].to_vec();
    for (number, engine) in ENGINES.iter().enumerate() {
        let mut random = Random::new(seed + number as u64);
        std::fs::write(&file, sgf::sgf(&mut random)).unwrap();
        let (mut side, mut lines, mut made) = (5, vec![b"boardsize 5".to_vec()], 0);
        while made < count / ENGINES.len() {
            let line = line(&mut random, &commands, &mut side, &file.display().to_string());
            let text = String::from_utf8_lossy(&line).into_owned();
            // a damaged word may have become the one that ends the conversation
            let endless = LEFT_OUT.iter().any(|name| text.contains(name)) && !text.ends_with(" 500");
            if text.contains("interrupt") || endless {
                continue;
            }
            made += 1;
            lines.push(line);
            if shortened.iter().any(|name| text.contains(name)) {
                lines.push(SHORT.into());
            }
        }
        // an analysis goes on until something follows it
        lines.push(b"name".to_vec());
        let wanted = lines.iter().filter(|line| is_command(line)).count() as u64;
        let input = lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect();
        let args = ["gtp", "--engine", engine, "--playouts", "2", "--threads", "1", "--seed", "1"];
        let talk = feed(&args, input, "quit\n", |line| u64::from(line == "\n"), wanted);
        let answers: Vec<&str> = talk.stdout.split("\n\n").filter(|answer| !answer.is_empty()).collect();
        let asked: Vec<&Vec<u8>> = lines.iter().filter(|line| is_command(line)).collect();
        let last = asked.get(answers.len()).map(|line| String::from_utf8_lossy(line).into_owned());
        assert_eq!(answers.len() as u64, wanted + 1, "{engine} {seed}: no answer to {last:?}; {}", talk.stderr);
        let good = answers.iter().filter(|answer| answer.starts_with('=')).count();
        assert!(good * 4 > answers.len(), "{engine} {seed}: only {good} of {} lines made sense", answers.len());
        for (answer, line) in answers.iter().zip(&asked) {
            assert!(answer.starts_with('=') || answer.starts_with('?'), "{engine}: {answer}");
            assert!(!answer.contains("broke off"), "{engine} {seed}: {}: {answer}", String::from_utf8_lossy(line));
            assert!(!answer.contains("illegal move:"), "{engine} {seed}: {}: {answer}", String::from_utf8_lossy(line));
        }
        talk.check(&format!("gtp {engine} {seed}"));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
