//! Conversations: what goes in, what must come out; and ten thousand random lines.

mod clients;

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Mutex};

use gosedai_board::{Move, Position, Rng};
use gosedai_engine::players::{Analysis, Choice, FirstSight, Limit, MoveInfo, Owners, Player, PlayerOptions, Question};
use gosedai_engine::{ApiError, Context};

use super::*;

/// Lines known beforehand; `patience` questions whether one is waiting are answered with no first.
struct Script {
    lines: VecDeque<Vec<u8>>,
    patience: usize,
}

impl Input for Script {
    fn next_line(&mut self) -> Option<Vec<u8>> {
        self.lines.pop_front()
    }
    fn is_waiting(&mut self) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.patience == 0
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn session(lines: Vec<Vec<u8>>, patience: usize) -> (Session, Shared) {
    let written = Shared::default();
    let options = PlayerOptions { engine: "random".to_owned(), ..PlayerOptions::default() };
    let input = Script { lines: lines.into(), patience };
    let output = Output::new(written.clone());
    let session = Session::new(options, Context::default(), Box::new(input), output, Running::default()).unwrap();
    (session, written)
}

fn talk_with(prepare: impl FnOnce(&mut Session), text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start().as_bytes().to_vec()).collect();
    let (mut session, written) = session(lines, 3);
    prepare(&mut session);
    session.run();
    let bytes = written.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

fn talk(text: &str) -> String {
    talk_with(|_| {}, text)
}

/// The answers alone, without the empty lines.
fn answers(text: &str) -> Vec<String> {
    talk(text).split("\n\n").map(str::to_owned).filter(|answer| !answer.is_empty()).collect()
}

#[test]
fn administration() {
    assert_eq!(
        talk("1 protocol_version\nname\n\n# nothing\n2 known_command play\nknown_command fly\n3 fly\n99\nquit\nname"),
        "=1 2\n\n= Gosedai\n\n=2 true\n\n= false\n\n?3 unknown command\n\n?99 unknown command\n\n=\n\n"
    );
    let listed = talk("list_commands");
    for name in [
        "boardsize",
        "clear_board",
        "komi",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "play",
        "genmove",
        "undo",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list",
        "loadsgf",
        "reg_genmove",
        "showboard",
        "cputime",
        "lz-analyze",
        "kata-analyze",
        "lz-genmove_analyze",
        "gogui-analyze_commands",
        "set_position",
        "kata-set-rules",
        "is_legal",
        "trymove",
        "popgo",
        "countlib",
        "findlib",
        "worm_stones",
        "black",
        "white",
        "increase_depths",
        "decrease_depths",
    ] {
        assert!(listed.contains(&format!("\n{name}\n")) || listed.starts_with(&format!("= {name}\n")), "{name}");
    }
}

#[test]
fn playing_and_taking_back() {
    assert_eq!(
        answers(
            "boardsize 9\nplay b e5\nplay white E5\nplay w J10\nplay w z\nplay green E4\nplay W pass\nplay b\n\
             move_history\nlast_move\nundo\nundo\nundo\ngg-undo x\nundo 7\nis_legal b E5\ncolor E5"
        ),
        [
            "=",
            "=",
            "? illegal move",
            "? illegal move",
            "? syntax error",
            "? syntax error",
            "=",
            "? syntax error",
            "= white pass\nblack E5",
            "= white pass",
            "=",
            "=",
            "? cannot undo",
            "? syntax error",
            "? cannot undo",
            "= 1",
            "= empty",
        ]
    );
}

#[test]
fn sizes_and_komi() {
    assert_eq!(
        answers(
            "boardsize 1\nboardsize 25\nboardsize 26\nboardsize 0\nboardsize -3\nboardsize\nboardsize 99999999999999999999\n\
             rectangular_boardsize 9 5\nplay b J5\nplay w J6\nkomi 5.5\nget_komi\nkomi nan\nkomi x\nkomi -3\nget_komi"
        ),
        [
            "=",
            "=",
            "? unacceptable size",
            "? unacceptable size",
            "? syntax error",
            "? syntax error",
            "? syntax error",
            "=",
            "=",
            "? illegal move",
            "=",
            "= 5.5",
            "? komi must be a number of points from -1000 to 1000, not NaN",
            "? syntax error",
            "=",
            "= -3",
        ]
    );
}

#[test]
fn handicap() {
    assert_eq!(
        answers(
            "fixed_handicap 3\nfixed_handicap 2\nclear_board\nfixed_handicap 1\nfixed_handicap 10\nset_free_handicap D4 D4\n\
             set_free_handicap D4\nset_free_handicap D4 Z99\nset_free_handicap D4 Q16 K10\nget_handicap\nis_legal w D4\n\
             clear_board\nboardsize 6\nfixed_handicap 2\nplace_free_handicap 36\nplace_free_handicap 2\nget_handicap"
        ),
        [
            "= D4 Q16 D16",
            "? board not empty",
            "=",
            "? invalid number of stones",
            "? invalid number of stones",
            "? bad vertex list",
            "? bad vertex list",
            "? bad vertex list",
            "=",
            "= 3",
            "= 0",
            "=",
            "=",
            "? invalid number of stones",
            "? invalid number of stones",
            "= C3 E5",
            "= 2",
        ]
    );
    let placed = answers("place_free_handicap 20");
    let points: std::collections::HashSet<&str> = placed[0][2..].split(' ').collect();
    assert_eq!(points.len(), 20, "{placed:?}");
}

#[test]
fn positions_captures_and_trying_out() {
    assert_eq!(
        answers(
            "boardsize 5\nset_position b A2 b B1 w A1\nset_position b A2 b B2 b C1 w B1 w A1\nset_position b A2 b B2 w B1\n\
             trymove b C1\ntrymove b A1\ncaptures black\ncountlib B2\nfindlib A2\npopgo\npopgo\npopgo\ncountlib E5\n\
             worm_stones B2\nlist_stones white\nset_position b A2 b A2\nset_position b\nset_position\nlist_stones black"
        ),
        [
            "=",
            "? invalid position: a stone at A1 would have no liberty (suicide)",
            "? invalid position: a stone at A1 would have no liberty (suicide)",
            "=",
            "=",
            "=",
            "= 1",
            "= 4",
            "= B1 C2 A3 B3",
            "=",
            "=",
            "? stack empty",
            "? vertex must not be empty",
            "= B2 A2",
            "= B1",
            "? invalid position: a point is given twice",
            "? syntax error",
            "=",
            "=",
        ]
    );
}

#[test]
fn rules_and_scores() {
    // Black lives in two eyes on the left, a dead white stone inside; white owns the rest.
    let board = "boardsize 7\nkomi 0.5\nset_position b B1 b B2 b B3 b B4 b B5 b B6 b B7 b A4 w A1 w D4 \
                 w C1 w C2 w C3 w C4 w C5 w C6 w C7 w E1 w E2 w E3 w E4 w E5 w E6 w E7";
    let after = |commands: &str| answers(&format!("{board}\n{commands}"))[3..].to_vec();
    assert_eq!(
        after(
            "kata-set-rules chinese\nfinal_score\nfinal_status A1\nfinal_status D4\nfinal_status A2\nfinal_status G7\nfinal_status_list dead"
        ),
        ["=", "= W+21.5", "= dead", "= alive", "= black_territory", "= white_territory", "= A1"]
    );
    assert_eq!(
        after("kata-set-rules japanese\nfinal_score\nkata-get-rules\nkata-set-rules martian\nfinal_status_list pink"),
        [
            "=",
            "= W+13.5",
            r#"= {"ko":"SIMPLE","scoring":"TERRITORY","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"0","friendlyPassOk":true}"#,
            "? 'martian' is not a rule set: write chinese, japanese, aga, tromp-taylor, new-zealand, pure-go or afure",
            "? syntax error",
        ]
    );
    assert_eq!(
        after(
            "kata-set-rules {\"ko\":\"SITUATIONAL\",\"scoring\":\"TERRITORY\",\"suicide\":true}\nfinal_score\nkata-set-rule ko SIMPLE\nkata-set-rule ko WILD\nkata-set-rules {"
        ),
        [
            "=",
            "= W+13.5",
            "=",
            "? the rule ko cannot be \"WILD\" here",
            "? the rules are no JSON: EOF while parsing an object at line 1 column 1"
        ]
    );
}

#[test]
fn time_commands() {
    assert_eq!(
        answers(
            "time_settings 600 30 5\ntime_left b 10.5 0\ntime_left w 30 5\ntime_settings 0 0 0\ntime_settings 1\n\
             time_settings -1 0 0\ntime_settings inf 0 0\nkgs-time_settings byoyomi 600 30 5\nkgs-time_settings none\n\
             kgs-time_settings lunar\ntime_left b x 0"
        ),
        [
            "=",
            "=",
            "=",
            "=",
            "? syntax error",
            "? seconds must be a number of seconds from 0 to 1000000000, not -1.0",
            "? seconds must be a number of seconds from 0 to 1000000000, not inf",
            "=",
            "=",
            "? syntax error",
            "? syntax error"
        ]
    );
    assert!(answers("cputime")[0][2..].parse::<f64>().unwrap() >= 0.0);
}

#[test]
fn generating_moves() {
    let found = answers("boardsize 2\ngenmove b\nreg_genmove w\ngenmove purple\ngenmove w\nmove_history");
    assert!(found[1].starts_with("= ") && found[3] == "? syntax error");
    assert_eq!(found[5].lines().count(), 2);
}

#[test]
fn records() {
    let folder = std::env::temp_dir().join(format!("gosedai gtp {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a game.sgf");
    std::fs::write(&file, "(;SZ[9]KM[3.5]RU[Japanese];B[ee];W[cc];B[gg](;W[gc])(;W[cg]))").unwrap();
    let path = file.display();
    assert_eq!(
        answers(&format!(
            "loadsgf {path}\nmove_history\nget_komi\nget_rules\nloadsgf {path} 3\nmove_history\nloadsgf {path} C7\nmove_history\n\
             loadsgf {path} 1\nloadsgf {path} 99\nloadsgf\nloadsgf nowhere.sgf 3"
        )),
        [
            "= black",
            "= white G7\nblack G3\nwhite C7\nblack E5",
            "= 3.5",
            "= japanese",
            "= black",
            "= white C7\nblack E5",
            "= white",
            "= black E5",
            "= black",
            "= black",
            "? syntax error",
            "? cannot load file: cannot read nowhere.sgf: No such file or directory (os error 2)",
        ]
    );
    std::fs::write(&file, "(;SZ[9:5]AB[aa]PL[W];W[ie])").unwrap();
    assert_eq!(
        answers(&format!("loadsgf {path} 1\nlist_stones black\nplay w J1\nprintsgf"))[..],
        ["= white", "= A5", "=", "= (;FF[4]GM[1]CA[UTF-8]SZ[9:5]KM[7.5]RU[chinese]AB[aa]PL[W];W[ie])"]
    );
    std::fs::write(&file, "(;SZ[9];B[ee];W[ee])").unwrap();
    assert_eq!(
        answers(&format!("loadsgf {path}"))[0],
        "? cannot load file: line 1, column 15: move 2, white E5, cannot be played: E5 is occupied"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn ten_thousand_random_lines() {
    let commands: Vec<&str> = TABLES.iter().flat_map(|table| table.iter()).map(|(name, _)| *name).collect();
    // These wait, read files or end the conversation.
    let left_out = ["quit", "loadsgf", "echo_err"];
    let words = [
        "b",
        "w",
        "black",
        "white",
        "A1",
        "D4",
        "T19",
        "Z25",
        "I5",
        "pass",
        "resign",
        "0",
        "1",
        "2",
        "7",
        "9",
        "19",
        "25",
        "26",
        "-1",
        "1e99",
        "nan",
        "inf",
        "99999999999999999999",
        "",
        "#",
        "dead",
        "alive",
        "seki",
        "japanese",
        "{\"ko\":\"SIMPLE\"}",
        "{",
        "interval",
        "avoid",
        "allow",
        "ownership",
        "true",
        "maxmoves",
        "absolute",
        "byoyomi",
        "\t",
        "é",
        "\u{1}",
        "碁",
        "playouts",
        "rules",
    ];
    let mut rng = Rng::new(2026);
    let mut lines: Vec<Vec<u8>> = vec![b"boardsize 5".to_vec()];
    while lines.len() < 10_000 {
        let mut line = Vec::new();
        if rng.below(8) == 0 {
            line.extend(rng.below(1000).to_string().bytes().chain([b' ']));
        }
        match rng.below(12) {
            0 => line.extend((0..rng.below(40)).map(|_| rng.below(256) as u8).filter(|&byte| byte != b'\n')),
            _ => {
                let command = commands[rng.below(commands.len())];
                if left_out.contains(&command) {
                    continue;
                }
                line.extend(command.bytes());
                for _ in 0..rng.below(5) {
                    line.push(b' ');
                    line.extend(words[rng.below(words.len())].bytes());
                }
            }
        }
        lines.push(line);
    }
    let expected = lines.iter().filter(|line| protocol::parse_line(line).is_some()).count();
    let (mut session, written) = session(lines, 1);
    session.run();
    let bytes = written.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).unwrap();
    let found: Vec<&str> = text.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert_eq!(found.len(), expected, "every command gets one answer");
    assert!(found.iter().all(|answer| answer.starts_with('=') || answer.starts_with('?')));
    let good = found.iter().filter(|answer| answer.starts_with('=')).count();
    assert!(good > 1000, "only {good} lines made sense");
}

#[test]
fn pondering_lasts_until_a_line_waits_and_the_answers_stay_the_same() {
    let game = "boardsize 9\nclear_board\ngenmove b\nplay w c3\ngenmove b\nname\nquit\n";
    let told = talk_with(
        |session| {
            let options = PlayerOptions { engine: "uct".into(), playouts: Some(60), ..PlayerOptions::default() };
            session.player = players::create(&options, &Context::default()).unwrap();
            session.options = options;
            session.ponders = true;
        },
        game,
    );
    let answers: Vec<&str> = told.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers.len(), 7, "{told}");
    assert!(answers.iter().all(|answer| answer.starts_with('=')), "{told}");
    assert!(answers[2].len() > 2 && answers[4].len() > 2, "both moves are named: {told}");
}
